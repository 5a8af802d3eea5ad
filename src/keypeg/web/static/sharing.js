// A result to share: as a grid of emoji, and as plain words for those who listen. Neither tells the code.

import { button } from "./controls.js";
import { openSheet } from "./dialog.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** Show the result in a sheet, to be sent by the device's own means or copied. */
export function openShare(share) {
  openSheet(t("share.title"), shareButtons(share));
}

/** Buttons that copy the result, with the text to take by hand where the browser allows no copying. */
function shareButtons({ text, words }) {
  const shown = h("pre.share-text", { tabindex: "0", "aria-label": t("share.grid") }, text);
  const done = h("span.small.muted", { role: "status" });
  const copy = async (what, success) => {
    replace(done, t((await copied(what)) ? success : "share.byHand"));
    shown.textContent = what;
  };
  return h(
    "section.share.stack.tight",
    { "aria-label": t("share.title") },
    shown,
    h(
      "div.cluster",
      {},
      navigator.share && button([icon("share"), t("share.send")], () => send(text), "button.button.primary"),
      button([icon("copy"), t("share.copyGrid")], () => copy(text, "share.copiedGrid")),
      button([icon("copy"), t("share.copyWords")], () => copy(words, "share.copiedWords")),
      done,
    ),
  );
}

/** Show a link in a sheet, with a text to send it with. */
export function openLink(title, link, text) {
  openSheet(title, h("div.stack.tight", {}, h("p", {}, text), linkField(link, text)));
}

/** A link to take along: as a field, with buttons that send and copy it, and `more` beside them. */
export function linkField(link, text, more = null) {
  const done = h("span.small", { role: "status" });
  const copy = async () => replace(done, t((await copied(link)) ? "link.copied" : "link.byHand"));
  const field = h("input", { type: "text", readonly: true, value: link, onfocus: (event) => event.target.select() });
  return h(
    "div.stack.tight",
    {},
    h("label.field", {}, h("span.unseen", {}, t("link.name")), field),
    h(
      "div.cluster",
      {},
      button([icon("copy"), t("link.copy")], copy, "button.button.primary"),
      navigator.share && button([icon("share"), t("share.send")], () => send(text, link)),
      more,
      done,
    ),
  );
}

/** Let the device send a text; a person who changes their mind has not made a mistake. */
async function send(text, url = undefined) {
  try {
    await navigator.share({ text, url });
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

/** Copy a text; returns whether that worked. Without HTTPS browsers know only the old way. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedTheOldWay(text);
  }
}

function copiedTheOldWay(text) {
  const before = document.activeElement;
  const area = h("textarea.unseen", { "aria-hidden": "true", tabindex: "-1" });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  return done;
}
