// Why: what follows from the turns of a position, deduced step by step on the board.

import { get, query, Refused } from "../api.js";
import { Deduction } from "../deduction.js";
import { h } from "../dom.js";
import { exploreLink, lookOf, turnsOf, usualPalette } from "../games.js";
import { goInstead } from "../router.js";
import { list, t, upper } from "../words.js";

export async function view({ query: asked, signal }) {
  const position = (asked.get("position") ?? "p4c6").trim();
  const palette = asked.get("palette") ?? usualPalette(position);
  const found = await explained({ position, palette, claim: asked.get("claim") }, signal);
  const deduction = new Deduction({ look: lookOf(found), turns: turnsOf(found), steps: found.steps, signal });
  const content = h(
    "div.study",
    {},
    h(
      "header",
      {},
      h("p.over", {}, h("a", { href: exploreLink(found.position, { palette }) }, t("explore.title"))),
      h("h1", {}, t("explain.title")),
    ),
    h("p", {}, `${upper(found.possible)}. `, found.steps.length > 0 && grade(found)),
    found.steps.length ? deduction.element : h("p.notice", {}, t("explain.nothing")),
    !found.complete && h("p.small.muted", {}, t("explain.partly")),
  );
  return { title: t("explain.title"), content };
}

/** Ask for the steps; turns that contradict each other are mended in Explore. */
async function explained({ position, palette, claim }, signal) {
  try {
    return await get(`/explain${query({ position, palette, claim })}`, { signal });
  } catch (error) {
    if (!(error instanceof Refused && error.details.contradiction)) throw error;
    return goInstead(exploreLink(position, { palette }));
  }
}

function grade({ grade_words: name, techniques }) {
  return t("explain.grade", { grade: name, techniques: list(techniques) });
}
