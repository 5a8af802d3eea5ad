// The coach's view of a game: a headline, three numbers, and a line for each turn that leads on to Explore.

import { get, query } from "../api.js";
import { score } from "../chart.js";
import { readTurn, readVariant } from "../codes.js";
import { h, replace } from "../dom.js";
import { Funnel } from "../funnel.js";
import { exploreLink, turnsOf, variantName } from "../games.js";
import { GradedTurn } from "../graded.js";
import { followReview } from "../grading.js";
import { explained, say } from "../live.js";
import { Look } from "../pegs.js";
import { number, parts, short, t, upper } from "../words.js";

export async function view({ params, query: asked, signal }) {
  const reviewing = params.id ? await ofGame(params.id, signal) : await ofPosition(asked, signal);
  return { title: t("review.title"), content: reviewing.element };
}

/** A game's turns are known at once; what each was worth comes as the coach works it out. */
async function ofGame(id, signal) {
  const game = await get(`/games/${id}`, { signal });
  if (!game.over) await get(`/games/${id}/review`, { signal }); // refused, in the server's words
  const back = h("a", { href: game.daily ? `/daily/${game.daily}` : `/game/${id}` }, t("review.back"));
  const reviewing = new Reviewing(game, turnsOf(game), back);
  followReview(id, {
    signal,
    onTurn: (grade) => reviewing.grade(grade),
    onReview: (review) => {
      reviewing.finish(review);
      say(review.headline);
    },
    onRefused: (refusal) => reviewing.refuse(refusal),
  });
  return reviewing;
}

async function ofPosition(asked, signal) {
  const values = Object.fromEntries(["palette", "hard", "codemaker"].map((name) => [name, asked.get(name)]));
  const position = asked.get("position") ?? "p4c6";
  const review = await get(`/review${query({ position, ...values })}`, { signal });
  const turns = review.position.split(" ").slice(1).map(readTurn);
  const back = h("a", { href: exploreLink(review.position, values) }, t("review.toPosition"));
  const reviewing = new Reviewing(review, turns, back);
  reviewing.finish(review);
  return reviewing;
}

class Reviewing {
  #heading = h("h1", {}, t("review.working"));
  #numbers = h("dl.scores");
  #looks = h("p.looks");
  #notes = h("div.review-notes");
  #funnel = new Funnel();
  #grades = [];

  /** `about` has variant, palette, hard and codemaker, whether it is the game or the review. */
  constructor(about, turns, back) {
    this.about = about;
    this.look = new Look(readVariant(about.variant), about.palette);
    this.turns = turns.map((turn, index) => new GradedTurn(turn, index + 1, this.look, about));
    if (about.codes) this.#funnel.show([{ count: about.codes, exact: true, words: short(about.codes) }]);
    this.#score({ guesses: turns.length, won: about.won ?? about.outcome === "won" });
    this.element = h(
      `div.study.review${this.look.variant.pegs > 6 ? ".many" : ""}`,
      { "--pegs": this.look.variant.pegs, "--key-columns": Math.ceil(this.look.variant.pegs / 2) },
      h("header.stack.tight", {}, h("p.over", {}, this.#kind(), back), this.#heading),
      h("div.summary", {}, this.#numbers, this.#funnel.element),
      this.#looks,
      h(
        "ol.graded-turns",
        {},
        this.turns.map((turn) => turn.element),
      ),
      this.#notes,
    );
  }

  #kind() {
    const { variant, hard, codemaker } = this.about;
    const words = [variantName(variant), hard && t("play.hard"), codemaker === "adversary" && t("play.adversary")];
    return words.filter(Boolean).map((word) => h("span", {}, word));
  }

  /** Show the grade of a turn; grades come in the order of the turns. */
  grade(grade) {
    this.turns[grade.number - 1].show(grade);
    this.#grades.push(grade);
    this.#funnel.show(counts(this.#grades));
  }

  finish(review) {
    this.#grades = [];
    for (const grade of review.turns) this.grade(grade);
    for (const turn of this.turns) turn.settle();
    replace(this.#heading, review.headline || t("review.title"));
    this.#score(review);
    this.#worthALook(review.worth_a_look);
    replace(this.#notes, this.#fullWords(review));
  }

  refuse(refusal) {
    for (const turn of this.turns) turn.settle();
    replace(this.#heading, t("review.title"));
    replace(this.#notes, h("p.notice.bad", {}, explained(refusal)));
  }

  #score({ guesses, won, expected = null, skill, luck }) {
    const { hard, codemaker } = this.about;
    const best = expected === null ? "" : number(expected, 2);
    const took = best ? t("review.guessesBest", { count: guesses, best }) : t("review.guesses", { count: guesses });
    const judged = codemaker === "adversary" ? "skillWorst" : hard ? "skillHard" : "skillPlain";
    replace(
      this.#numbers,
      score(guesses, won ? took : t(this.about.over ? "review.notFound" : "review.soFar", { count: guesses })),
      score(whole(skill), t(`review.${judged}`)),
      score(whole(luck), t(codemaker === "adversary" ? "review.luckNone" : "review.luckMiddle")),
    );
  }

  #worthALook(numbers) {
    for (const number of numbers) this.turns[number - 1].mark();
    const link = (number) => h("a.chip", { href: `#turn-${number}` }, t("guess", { number }));
    if (numbers.length) replace(this.#looks, h("span", {}, t("review.worthALook")), numbers.map(link));
    else replace(this.#looks, h("span.muted", {}, t("review.nothingToMend")));
  }

  #fullWords(review) {
    return h(
      "details.in-full",
      {},
      h("summary", {}, t("review.inFull")),
      h(
        "div.stack.tight",
        {},
        review.words.map((line) => h("p", {}, upper(line))),
        h("p.muted", {}, parts("review.note", { how: h("a", { href: "/help#coach" }, t("review.how")) })),
      ),
    );
  }
}

/** A score without what stands behind the point; a dash where there is none, or none yet. */
function whole(score) {
  return score === null || score === undefined ? "–" : number(Math.round(score));
}

/** How many codes were possible, as the funnel takes it: before the first turn, then after each. */
function counts(turns) {
  const all = turns.length ? [turns[0].before, ...turns.map(({ after }) => after)] : [];
  return all.map(
    (count) =>
      count.value !== null && {
        ...count,
        count: count.value,
        words: count.exact ? short(count.value) : `~${short(count.value)}`,
      },
  );
}
