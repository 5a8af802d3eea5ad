// What is shown where there is nothing: an honest word and a way on.

import { h } from "../dom.js";
import { keyPegs } from "../pegs.js";
import { t } from "../words.js";

export function view() {
  return missing(t("missing.page"));
}

export function missing(message) {
  return deadEnd(t("missing.title"), message, [
    start("primary"),
    h("a.button", { href: "/history" }, t("missing.history")),
  ]);
}

/** What is there but can't be shown now: too much asked at once, a position beyond a limit, a fault. */
export function failed(message) {
  const again = h("a.button", { href: location.pathname + location.search }, t("missing.again"));
  return deadEnd(t("missing.failed"), message, [start("primary"), again]);
}

export function start(kind = "") {
  return h(kind ? `a.button.${kind}` : "a.button", { href: "/" }, t("missing.start"));
}

/** A page without a game: an empty key plate, what is wrong, and ways on. */
export function deadEnd(title, message, ways) {
  const plate = keyPegs({ blacks: 0, whites: 0 }, 4);
  plate.ariaHidden = "true";
  const content = h(
    "div.study.dead-end",
    {},
    plate,
    h("h1", {}, title),
    h("p.lead", {}, message),
    h("p.cluster", {}, ways),
  );
  return { title, content };
}
