// What is shown where there is nothing: an honest word and a way on.

import { h } from "../dom.js";

export function view() {
  return missing("There is no page at this address.");
}

export function missing(message) {
  return words("Nothing here", message, h("a.button", { href: "/history" }, "Past games"));
}

/** What is there but can't be shown now: too much asked at once, a position beyond a limit, a fault. */
export function failed(message) {
  return words("That did not work", message, h("a.button", { href: location.pathname + location.search }, "Try again"));
}

function words(title, message, way) {
  return {
    title,
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, title),
      h("p.lead", {}, message),
      h("p.cluster", {}, h("a.button.primary", { href: "/" }, "To the start"), way),
    ),
  };
}
