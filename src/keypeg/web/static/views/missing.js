// What is shown where there is nothing: an honest word and a way on.

import { h } from "../dom.js";

export function view() {
  return missing("There is no page at this address.");
}

export function missing(message) {
  return {
    title: "Not found",
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, "Nothing here"),
      h("p", {}, message),
      h("p.cluster", {}, h("a.button.primary", { href: "/" }, "To the start"), h("a.button", { href: "/history" }, "Past games")),
    ),
  };
}
