// The coach's view of a game: each guess with skill and luck apart, bits as a chart, and a link to each position.

import { get, query } from "../api.js";
import { bitsChart, gauge } from "../chart.js";
import { readCode, readFeedback, readVariant } from "../codes.js";
import { h } from "../dom.js";
import { exploreLink, variantName } from "../games.js";
import { codePegs, keyPegs, Look } from "../pegs.js";
import { number, parts, t, upper } from "../words.js";

export async function view({ params, query: asked, signal }) {
  const [review, look, back] = params.id
    ? await ofGame(params.id, signal)
    : await ofPosition(asked.get("position") ?? "p4c6", signal);
  return { title: t("review.title"), content: page(review, look, back) };
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

function origin({ variant, position }, back) {
  const ofGame = back.startsWith("/game");
  const link = h("a", { href: back }, ofGame ? t("review.back") : position);
  return parts(ofGame ? "review.ofGame" : "review.ofPosition", { variant: variantName(variant), back: link });
}

function page(review, look, back) {
  const rows = review.turns.map(({ number, expected_bits: expected, bits }) => ({ number, expected, bits }));
  return h(
    "div.stack.review",
    {},
    h("header.stack.tight", {}, h("h1", {}, t("review.title")), h("p.muted", {}, origin(review, back))),
    h(
      "div.columns",
      {},
      h(
        "section.card.stack",
        { "aria-label": t("review.summary") },
        h(
          "div.gauges",
          {},
          gauge(t("review.skill"), review.skill, t("review.skillNote")),
          gauge(t("review.luck"), review.luck, t("review.luckNote")),
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
          h("h2", { id: "bits" }, t("review.bits")),
          bitsChart(rows),
        ),
    ),
    h(
      "ol.grades",
      {},
      review.turns.map((turn) => h("li", {}, grade(turn, look))),
    ),
    h("p.muted.small", {}, parts("review.note", { how: h("a", { href: "/help#coach" }, t("review.how")) })),
  );
}

function grade(turn, look) {
  const guess = readCode(turn.guess);
  const better = turn.best.guess !== turn.guess;
  const best = { code: codePegs(look, readCode(turn.best.guess)), bits: number(turn.best.bits, 2) };
  return h(
    "article.card.stack.tight.grade",
    { "aria-label": t("guess", { number: turn.number }) },
    h(
      "div.grade-head",
      {},
      h("h3", {}, turn.number),
      codePegs(look, guess, "span.code.large"),
      keyPegs(readFeedback(turn.feedback), guess.length),
      h("span.grade-scores", {}, score(t("review.skill"), turn.skill), score(t("review.luck"), turn.luck)),
    ),
    h("p", {}, upper(turn.words)),
    h(
      "dl.facts",
      {},
      fact(t("review.codes"), t("review.beforeAfter", { before: count(turn.before), after: count(turn.after) })),
      fact(
        t("review.bitsBoth"),
        t("review.twoBits", { expected: number(turn.expected_bits, 2), bits: number(turn.bits, 2) }),
      ),
      fact(t("review.best"), better ? parts("review.bestBits", best) : t("review.yours")),
      fact(
        t("review.method"),
        turn.method === "exact" ? t("review.exactly") : t("review.sample", { number: turn.sample }),
      ),
    ),
    h("p.small", {}, h("a", { href: exploreLink(turn.position) }, t("review.explore", { number: turn.number }))),
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
  if (value === null || value === undefined) return t("review.unknown");
  return exact ? number(Math.round(value)) : t("review.about", { number: Math.round(value) });
}
