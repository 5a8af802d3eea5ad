// A turn as the coach sees it: one line that reads itself, and what is behind it for those who ask.

import { readCode } from "./codes.js";
import { button } from "./controls.js";
import { h, replace } from "./dom.js";
import { exploreLink } from "./games.js";
import { icon } from "./icons.js";
import { codePegs, keyPegs } from "./pegs.js";
import { number, parts, short, t, upper } from "./words.js";

export class GradedTurn {
  #bar = h("span.known-bar", { "aria-hidden": "true" });
  #words = h("p.graded-words.numbers", {}, "…");
  #verdict = h("span.verdict-place");
  #more = h("div.graded-more", { hidden: true });
  #opener;

  /** `about` is the game or the review that the turn is of: its palette, codemaker and rules. */
  constructor({ guess, feedback }, number, look, about) {
    this.number = number;
    this.look = look;
    this.about = about;
    this.#opener = button(icon("down"), () => this.#open(), "button.icon-button.opener");
    this.#opener.setAttribute("aria-label", t("review.details", { number }));
    this.#opener.setAttribute("aria-expanded", "false");
    this.#opener.hidden = true;
    this.element = h(
      "li.graded.pending",
      { id: `turn-${number}`, "aria-label": t("guess", { number }) },
      h("span.graded-number.numbers", { "aria-hidden": "true" }, number),
      codePegs(look, guess),
      keyPegs(feedback, guess.length, look),
      h("div.graded-what", {}, this.#bar, this.#words),
      this.#verdict,
      this.#opener,
      this.#more,
    );
  }

  /** Show what the coach thinks of the turn. */
  show(grade) {
    this.element.classList.remove("pending");
    this.element.dataset.verdict = grade.verdict;
    const [from, to] = this.#known(grade);
    this.#bar.style.setProperty("--from", from);
    this.#bar.style.setProperty("--to", to);
    const change = t("review.beforeAfter", { before: countWords(grade.before), after: countWords(grade.after) });
    replace(this.#words, h("strong", {}, change), this.#comment(grade));
    replace(this.#verdict, h("span.verdict-mark", {}, t(`verdict.${grade.verdict}`)));
    replace(this.#more, this.#details(grade));
    this.#opener.hidden = false;
  }

  /** No grade is to be expected any more. */
  settle() {
    if (!this.element.classList.contains("pending")) return;
    this.element.classList.remove("pending");
    replace(this.#words, t("review.ungraded"));
  }

  /** Point out that there is something to see here. */
  mark() {
    this.element.classList.add("marked");
  }

  /** How much of the way to the code was behind before this turn and after it, from 0 to 1: each bit is as long. */
  #known({ before, after, bits }) {
    const { pegs, colors, repeats } = this.look.variant;
    const all = repeats ? pegs * Math.log2(colors) : placings(pegs, colors);
    if (all === 0) return [0, 1];
    const left = before.value === null ? all : Math.log2(Math.max(before.value, 1));
    const then = after.value === null ? left - bits : Math.log2(Math.max(after.value, 1));
    return [1 - left / all, 1 - Math.max(then, 0) / all];
  }

  /** What would have been better, as an invitation to try it. */
  #comment({ verdict, position, played, best, all_compared: allCompared }) {
    if (verdict === "found") return null;
    if (verdict === "best") return said(t(allCompared ? "review.noneBetter" : "review.noneBetterFound"));
    const code = readCode(best.guess);
    const label = t("review.tryLabel", { code: this.look.words(code), number: this.number });
    const link = this.#explore(position, best.guess, { "aria-label": label }, t("review.try"));
    const mini = codePegs(this.look, code, "span.code.mini");
    return said(parts(...this.#better(played, best, { guess: mini, try: link })));
  }

  #better(played, best, words) {
    if (this.about.codemaker === "adversary")
      return ["review.betterWorst", { ...words, left: short(best.largest), own: short(played.largest) }];
    if (
      best.left !== null &&
      played.left !== null &&
      best.left < played.left &&
      short(best.left) !== short(played.left)
    )
      return ["review.better", { ...words, left: short(best.left), own: short(played.left) }];
    if (best.guesses !== null && played.guesses !== null)
      return ["review.betterGuesses", { ...words, number: number(played.guesses - best.guesses, 2) }];
    return ["review.betterBits", { ...words, bits: number(best.bits, 2), own: number(played.bits, 2) }];
  }

  #explore(position, guess, props, words) {
    return h("a", { href: exploreLink(position, { palette: this.look.palette, guess }), ...props }, words);
  }

  #open() {
    this.#more.hidden = !this.#more.hidden;
    this.#opener.setAttribute("aria-expanded", String(!this.#more.hidden));
  }

  #details(grade) {
    const { played, best, alternative, verdict } = grade;
    const rows = [["review.played", played]];
    if (verdict !== "best" && best.guess !== played.guess) rows.push(["review.best", best]);
    if (alternative && alternative.guess !== played.guess) rows.push(["review.alternative", alternative]);
    return [
      h("p", {}, upper(grade.words)),
      this.#table(rows),
      h("p.small.muted.numbers", {}, this.#facts(grade).join(" · ")),
      h("p.small", {}, this.#explore(grade.position, "", {}, t("review.explore", { number: this.number }))),
    ];
  }

  #table(rows) {
    const columns = [
      ["review.left", ({ left }) => left !== null && short(left)],
      ["review.bits", ({ bits }) => number(bits, 2)],
      ["review.toTheEnd", ({ guesses }) => guesses !== null && number(guesses, 2)],
    ].filter(([, value]) => rows.some(([, promise]) => value(promise)));
    const head = ["review.which", "review.guess", ...columns.map(([name]) => name)];
    const row = ([name, promise]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, t(name)),
        h("td", {}, codePegs(this.look, readCode(promise.guess), "span.code.mini")),
        columns.map(([name, value]) => h("td.numbers", { "data-name": t(name) }, value(promise) || "–")),
      );
    return h(
      "table.compared",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((name) => h("th", { scope: "col" }, t(name))),
        ),
      ),
      h("tbody", {}, rows.map(row)),
    );
  }

  #facts({ skill, luck, bits, expected_bits: expected, method, sample }) {
    return [
      t("review.factSkill", { skill: Math.round(skill) }),
      luck !== null && t("review.factLuck", { luck: Math.round(luck) }),
      t("review.factBits", { bits: number(bits, 2), expected: number(expected, 2) }),
      method === "exact" ? t("review.exactly") : t("review.sample", { number: sample }),
    ].filter(Boolean);
  }
}

/** Write a number of codes as the coach knows it. */
function countWords({ value, exact }) {
  if (value === null || value === undefined) return t("review.unknown");
  return exact ? short(value) : t("review.about", { number: short(value) });
}

/** Put a remark behind the numbers of a line. */
function said(words) {
  return [" · ", words];
}

/** The bits that it takes to tell apart all codes without repeats. */
function placings(pegs, colors) {
  let bits = 0;
  for (let at = 0; at < pegs; at++) bits += Math.log2(colors - at);
  return bits;
}
