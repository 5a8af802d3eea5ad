// A result to share: as a grid of emoji, and as plain words for those who listen. Neither tells the code.

import { h, replace } from "./dom.js";
import { icon } from "./icons.js";

/** Buttons that copy the result, with the text to take by hand where the browser allows no copying. */
export function shareButtons({ text, words }) {
  const shown = h("pre.share-text", { tabindex: "0", "aria-label": "The result as a grid of emoji" }, text);
  const done = h("span.small.muted", { role: "status" });
  const copy = async (what, name) => {
    replace(
      done,
      (await copied(what)) ? `Copied ${name}.` : "This browser allows no copying: mark the text and copy it by hand.",
    );
    shown.textContent = what;
  };
  return h(
    "section.share.stack.tight",
    { "aria-label": "Share the result" },
    shown,
    h(
      "div.cluster",
      {},
      h("button.button", { type: "button", onclick: () => copy(text, "the grid") }, icon("copy"), "Copy as emoji"),
      h("button.button", { type: "button", onclick: () => copy(words, "the words") }, icon("copy"), "Copy as words"),
      done,
    ),
  );
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
