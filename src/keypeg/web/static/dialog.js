// Dialogs and sheets. They close by Esc, by their button or by a tap beside them, and give the focus back to where it was.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** Open a dialog and return it; `content` is a list of elements, `onClose` is called with the value it was closed with. */
export function openDialog(title, content, { spec = "dialog.dialog", onClose } = {}) {
  const before = document.activeElement;
  const heading = h("h2", { id: "dialog-title" }, title);
  const close = h(
    "button.icon-button",
    { type: "button", "aria-label": t("close"), onclick: () => dialog.close() },
    icon("close"),
  );
  const dialog = h(
    spec,
    { "aria-labelledby": "dialog-title" },
    h("div.dialog-head", {}, heading, close),
    h("div.dialog-body", {}, content),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
    onClose?.(dialog.returnValue);
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Open a sheet, which comes up from the edge of a small screen and stands in the middle of a large one. */
export function openSheet(title, content, options = {}) {
  return openDialog(title, content, { spec: "dialog.dialog.sheet", ...options });
}

/** Show an element of the page in a sheet for a while; it goes back to its place when the sheet closes. */
export function borrowForSheet(title, element) {
  const place = document.createComment("in a sheet");
  element.replaceWith(place);
  return openSheet(title, element, { onClose: () => place.replaceWith(element) });
}

/** Close the sheet or dialog that an element is in, if it is in one. */
export function closeAround(element) {
  element.closest("dialog")?.close();
}

/** Close whatever is open. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
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
