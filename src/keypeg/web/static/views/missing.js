// What is shown where there is nothing: an honest word and a way on.

import { h } from "../dom.js";

export function view() {
  return missing("There is no page at this address.");
}

export function missing(message) {
  return deadEnd("Nothing here", message, [start("primary"), h("a.button", { href: "/history" }, "Past games")]);
}

/** What is there but can't be shown now: too much asked at once, a position beyond a limit, a fault. */
export function failed(message) {
  const again = h("a.button", { href: location.pathname + location.search }, "Try again");
  return deadEnd("That did not work", message, [start("primary"), again]);
}

export function start(kind = "") {
  return h(kind ? `a.button.${kind}` : "a.button", { href: "/" }, "To the start");
}

export function deadEnd(title, message, ways) {
  const content = h("div.stack.narrow", {}, h("h1", {}, title), h("p.lead", {}, message), h("p.cluster", {}, ways));
  return { title, content };
}
