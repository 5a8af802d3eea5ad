// A result to share: as a grid of emoji, and as plain words for those who listen. Neither tells the code.

import { button } from "./controls.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** Buttons that copy the result, with the text to take by hand where the browser allows no copying. */
export function shareButtons({ text, words }) {
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
      button([icon("copy"), t("share.copyGrid")], () => copy(text, "share.copiedGrid")),
      button([icon("copy"), t("share.copyWords")], () => copy(words, "share.copiedWords")),
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
