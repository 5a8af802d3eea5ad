// Dialogs that close by Esc, by their button or by a tap beside them, and give the focus back to where it was.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** Open a dialog and return it; `content` is a list of elements, `onClose` is called with the value it was closed with. */
export function openDialog(title, content, { onClose } = {}) {
  const before = document.activeElement;
  const heading = h("h2", { id: "dialog-title" }, title);
  const close = h(
    "button.icon-button",
    { type: "button", "aria-label": t("close"), onclick: () => dialog.close() },
    icon("close"),
  );
  const dialog = h(
    "dialog.dialog",
    { "aria-labelledby": "dialog-title" },
    h("div.dialog-head", {}, heading, close),
    content,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before?.isConnected) before.focus();
    onClose?.(dialog.returnValue);
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Ask before something that can't be taken back; resolves to true or false. */
export function confirmDialog(title, text, action) {
  return new Promise((resolve) => {
    const dialog = openDialog(
      title,
      [
        h("p", {}, text),
        h(
          "div.cluster",
          {},
          h("button.button.danger", { type: "button", onclick: () => dialog.close("yes") }, action),
          h("button.button", { type: "button", onclick: () => dialog.close(), autofocus: true }, t("keepIt")),
        ),
      ],
      { onClose: (value) => resolve(value === "yes") },
    );
  });
}

export function isDialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}
