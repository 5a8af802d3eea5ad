// How a game came out: the headline, the funnel, what the coach thinks of it, and the ways on from there.

import { get, Refused } from "./api.js";
import { button } from "./controls.js";
import { h, replace } from "./dom.js";
import { Funnel } from "./funnel.js";
import { icon } from "./icons.js";
import { load } from "./loader.js";
import { number, t } from "./words.js";

/**
 * The result of a game: `title`, `text` below it, `ways` to go on, the first of them the largest. On a small screen it
 * lies over the lower part of the board and can be folded away.
 */
export function result(seat, { title, text, ways }) {
  const funnel = new Funnel();
  const everybody = h("details.result-everybody", { open: BESIDE.matches, hidden: true });
  const verdict = h("p.muted.verdict");
  const folding = button(icon("down"), () => fold(element, folding), "button.icon-button.fold");
  folding.setAttribute("aria-label", t("result.fold"));
  folding.setAttribute("aria-expanded", "true");
  const element = h(
    "div.result",
    { "data-outcome": seat.game.outcome },
    folding,
    h("h2", { tabindex: "-1" }, title),
    h("div.result-more", {}, text, !seat.isRound && [h("div.result-funnel", {}, funnel.element), verdict], everybody),
    h("div.ways", {}, ways),
  );
  if (seat.game.turns.length && !seat.isRound) look(seat, funnel, verdict);
  if (seat.game.daily) compare(seat, everybody);
  return element;
}

function fold(element, button) {
  const folded = element.classList.toggle("folded");
  button.setAttribute("aria-expanded", String(!folded));
}

/** Ask how the codes became fewer and what the coach thinks; the result stands without either. */
async function look({ game, signal, funnel: beside }, funnel, verdict) {
  try {
    const { counts } = await get(`/games/${game.id}/funnel`, { signal });
    for (const shown of [funnel, beside]) shown.show(counts);
    if (game.role === "codemaker" || game.codes > MOST_JUDGED) return;
    const { skill, headline } = await get(`/games/${game.id}/review`, { signal });
    if (skill !== null)
      replace(verdict, h("strong", {}, number(Math.round(skill))), t("result.skill"), h("br"), headline);
  } catch (error) {
    if (!(error instanceof Refused) && error.name !== "AbortError") throw error;
  }
}

/** Show how everybody did with the code of the day. */
async function compare({ game, signal }, place) {
  try {
    const [{ everybody }, { everybodyChart }] = await Promise.all([
      get(`/daily?date=${game.daily}`, { signal }),
      load("chart"),
    ]);
    if (!everybody || everybody.games < WORTH_A_PICTURE) return;
    const own = game.outcome === "won" ? game.turns.length : "lost";
    replace(place, h("summary", {}, t("result.everybody")), everybodyChart(everybody, own));
    place.hidden = false;
  } catch (error) {
    if (!(error instanceof Refused) && error.name !== "AbortError") throw error;
  }
}

const BESIDE = matchMedia("(min-width: 34rem) and (min-aspect-ratio: 1 / 1)"); // the result stands beside the board
const WORTH_A_PICTURE = 5; // games of everybody
const MOST_JUDGED = 50_000; // codes: a larger game is judged where its review is asked for
