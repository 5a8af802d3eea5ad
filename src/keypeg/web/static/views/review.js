// The coach's view of a game: each guess with skill and luck apart, bits as a chart, and a link to each position.

import { get, query } from "../api.js";
import { bitsChart, gauge } from "../chart.js";
import { readCode, readFeedback, readVariant } from "../codes.js";
import { h } from "../dom.js";
import { exploreLink, variantName } from "../games.js";
import { codePegs, keyPegs, Look } from "../pegs.js";
import { upper } from "../words.js";

export async function view({ params, query: asked, signal }) {
  const [review, look, back] = params.id
    ? await ofGame(params.id, signal)
    : await ofPosition(asked.get("position") ?? "p4c6", signal);
  return { title: "Review", content: page(review, look, back) };
}

async function ofGame(id, signal) {
  const game = await get(`/games/${id}`, { signal });
  const review = await get(`/games/${id}/review`, { signal });
  return [review, new Look(readVariant(game.variant), game.palette.colors), `/game/${id}`];
}

async function ofPosition(position, signal) {
  const review = await get(`/review${query({ position })}`, { signal });
  const { palette } = await get(`/variant${query({ variant: review.variant })}`, { signal });
  return [review, new Look(readVariant(review.variant), palette.colors), exploreLink(review.position)];
}

function page(review, look, back) {
  const rows = review.turns.map(({ number, expected_bits: expected, bits }) => ({ number, expected, bits }));
  return h(
    "div.stack.review",
    {},
    h(
      "header.stack.tight",
      {},
      h("h1", {}, "Review"),
      h(
        "p.muted",
        {},
        `${variantName(review.variant)} · ${back.startsWith("/game") ? "" : "position "}`,
        h("a", { href: back }, back.startsWith("/game") ? "back to the board" : review.position),
      ),
    ),
    h(
      "div.columns",
      {},
      h(
        "section.card.stack",
        { "aria-label": "Summary" },
        h(
          "div.gauges",
          {},
          gauge("Skill", review.skill, "how good the guesses were"),
          gauge("Luck", review.luck, "how kind the answers were; 50 is neither"),
        ),
        h(
          "div.stack.tight",
          {},
          review.words.map((line) => h("p", {}, upper(line))),
        ),
      ),
      rows.length > 0 &&
        h(
          "section.card.stack",
          { "aria-labelledby": "bits" },
          h("h2", { id: "bits" }, "Bits, guess by guess"),
          bitsChart(rows),
        ),
    ),
    h(
      "ol.grades",
      {},
      review.turns.map((turn) => h("li", {}, grade(turn, look))),
    ),
    h(
      "p.muted.small",
      {},
      "Skill compares a guess with the best one there; luck compares the answer with what could be expected. ",
      h("a", { href: "/help#coach" }, "How it is worked out"),
    ),
  );
}

function grade(turn, look) {
  const guess = readCode(turn.guess);
  const better = turn.best.guess !== turn.guess;
  return h(
    "article.card.stack.tight.grade",
    { "aria-label": `Guess ${turn.number}` },
    h(
      "div.grade-head",
      {},
      h("h3", {}, turn.number),
      codePegs(look, guess, "span.code.large"),
      keyPegs(readFeedback(turn.feedback), guess.length),
      h("span.grade-scores", {}, score("Skill", turn.skill), score("Luck", turn.luck)),
    ),
    h("p", {}, upper(turn.words)),
    h(
      "dl.facts",
      {},
      fact("Codes before → after", `${count(turn.before)} → ${count(turn.after)}`),
      fact("Bits expected, came", `${turn.expected_bits.toFixed(2)}, ${turn.bits.toFixed(2)}`),
      better
        ? fact("Best guess there", [codePegs(look, readCode(turn.best.guess)), ` ${turn.best.bits.toFixed(2)} bits`])
        : fact("Best guess there", "yours"),
      fact("Worked out", turn.method === "exact" ? "exactly" : `on a sample of ${turn.sample.toLocaleString("en")}`),
    ),
    h("p.small", {}, h("a", { href: exploreLink(turn.position) }, `Explore the position before guess ${turn.number}`)),
  );
}

function score(name, value) {
  const shown = value === null || value === undefined ? "–" : Math.round(value);
  return h("span.score", {}, h("span.small", {}, name), h("strong.numbers", {}, shown));
}

function fact(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd.numbers", {}, value));
}

function count({ value, exact }) {
  if (value === null || value === undefined) return "unknown";
  return (exact ? "" : "about ") + Math.round(value).toLocaleString("en");
}
