// Controls that several views have: buttons, choices, switches, and how to tell that a person is typing.

import { h } from "./dom.js";

export function button(content, onclick, spec = "button.button") {
  return h(spec, { type: "button", onclick }, content);
}

/** A choice of one: `options` are {value, title, note, extra}, `choose` is told the value. */
export function radios(name, legend, options, chosen, choose, kind = "") {
  const option = ({ value, title, note, extra }) =>
    h(
      "label.choice",
      {},
      h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }),
      h("span.title", {}, title),
      note && h("span.about", {}, note),
      extra,
    );
  const choices = h(kind ? `div.choices.${kind}` : "div.choices", {}, options.map(option));
  return h("fieldset", {}, h("legend", {}, legend), choices);
}

/** A switch with a word on what it does; `change` is told whether it is on. */
export function toggle(title, note, checked, change) {
  const input = h("input", { type: "checkbox", checked, onchange: (event) => change(event.target.checked) });
  const words = h("span", {}, h("span.title", {}, title), note && h("span.muted.small", {}, note));
  return h("label.switch", {}, input, words);
}

/** Say whether keys belong to a field of text, and not to the board. */
export function isTyping(target) {
  return target.matches?.("input:not([type=radio], [type=checkbox]), textarea, select") ?? false;
}
