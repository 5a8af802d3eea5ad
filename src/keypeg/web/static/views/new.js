// A new game, with its options on a page of their own.

import { h } from "../dom.js";
import { choices, Options } from "../options.js";
import { t } from "../words.js";

export async function view({ params, signal }) {
  const options = new Options(params.kind ?? "break", await choices(signal), signal);
  return {
    title: t("options.title"),
    content: h("div.stack.narrow", {}, h("h1", {}, t("options.title")), options.element),
  };
}
