// The code of the day: the same for everybody by date.

import { get, post } from "../api.js";
import { counted } from "../codes.js";
import { h } from "../dom.js";
import { dateWords, localDate, variantName, variantWords } from "../games.js";
import { playView } from "../playing.js";
import { go } from "../router.js";

export async function view({ params, signal }) {
  const date = params.date ?? localDate();
  const daily = await get(`/daily?date=${date}`, { signal });
  return daily.game ? playView(daily.game, signal) : invitation(daily);
}

function invitation({ date, number, variant, guesses }) {
  const begin = async () => {
    await post("/daily", { date }, { again: true });
    await go(`/daily/${date}`, { replaced: true });
  };
  return {
    title: "Code of the day",
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, "Code of the day"),
      h(
        "div.day-card",
        {},
        h("p.day-number", {}, `Number ${number}`),
        h("p.day-date", {}, dateWords(date)),
        h("p", {}, `${variantName(variant)}: ${variantWords(variant)}, ${counted(guesses, "guess")}.`),
        h("p.muted", {}, "The same code for everybody. Guesses can't be taken back; hints are counted in your result."),
        h(
          "div.cluster",
          {},
          h("button.button.primary", { type: "button", onclick: begin }, "Begin"),
          h("a.button", { href: "/archive" }, "Other days"),
        ),
      ),
    ),
  };
}
