// Puzzles: what one has done, the puzzle of the day, and a puzzle with its answer, hints and reasoning.

import { get, lookAgain, post, Refused } from "../api.js";
import { Board } from "../board.js";
import { button } from "../controls.js";
import { Deduction, linesBelow } from "../deduction.js";
import { confirmDialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { lookOf, turnsOf, variantName } from "../games.js";
import { say } from "../live.js";
import { codePegs, pegRow } from "../pegs.js";
import { likedPalette } from "../playagain.js";
import { go } from "../router.js";
import { codeAnswer, codesInLine, drawAll, numberAnswer, Reaction, rowBelow } from "../task.js";
import { number, t } from "../words.js";

export async function view({ params, signal }) {
  if (!params.id) return overview(await get("/puzzles", { signal }), signal);
  const puzzle = await get(`/puzzles/${params.id}`, { signal });
  const title = t(puzzle.daily ? "puzzles.daily" : "puzzles.one");
  return { title, content: new Puzzle(puzzle, signal).element };
}

/** Begin a puzzle, and go to it, unless the person has gone elsewhere meanwhile. */
async function begin(wanted, signal) {
  const { id } = await post("/puzzles", { ...wanted, palette: likedPalette() }, { signal });
  await go(`/puzzles/${id}`);
}

function overview({ standing, today, daily, open, grades }, signal) {
  const wanted = { kind: null, grade: null };
  const reaction = new Reaction();
  const start = (order) => reaction.ask(() => begin(order, signal));
  const content = h(
    "div.study.puzzles",
    {},
    h("h1", {}, t("puzzles.title")),
    h("p.lead", {}, t("puzzles.lead")),
    standing.done > 0 && scores(standing),
    h(
      "div.puzzle-ways",
      {},
      h(
        "section.card.stack.tight",
        { "aria-labelledby": "puzzle-daily" },
        h("h2", { id: "puzzle-daily" }, t("puzzles.daily")),
        h("p.muted", {}, dailyWords(daily, standing)),
        button(t(dailyButton(daily)), () => start({ date: today }), "button.button.primary"),
      ),
      h(
        "section.card.stack.tight",
        { "aria-labelledby": "puzzle-next" },
        h("h2", { id: "puzzle-next" }, t("puzzles.another")),
        h("p.muted", {}, t("puzzles.near")),
        h("div.puzzle-wanted", {}, choices(grades, wanted)),
        h(
          "p.tools-row",
          {},
          button(t("puzzles.begin"), () => start(wanted), "button.button.primary"),
          open && h("a.button", { href: `/puzzles/${open}` }, t("puzzles.goOn")),
        ),
      ),
    ),
    reaction.element,
  );
  return { title: t("puzzles.title"), content };
}

/** What may be wanted: a kind, and a grade of which there are puzzles of that kind. */
function choices(grades, wanted) {
  const grade = select("grade", [...new Set(Object.values(grades).flat())].sort(), () => {
    wanted.grade = Number(grade.value) || null;
  });
  const kind = select("kind", Object.keys(grades), () => {
    wanted.kind = kind.value || null;
    for (const option of grade.options) {
      option.disabled = Boolean(kind.value && option.value) && !grades[kind.value].includes(Number(option.value));
      if (option.disabled && option.selected) wanted.grade = null;
    }
    grade.value = wanted.grade ?? "";
  });
  return [kind, grade].map((field) => h("label.field", {}, h("span", {}, t(`puzzles.${field.name}`)), field));
}

function select(name, values, onchange) {
  const options = values.map((value) => h("option", { value }, t(`puzzles.${name}.${value}`)));
  return h("select", { name, onchange }, h("option", { value: "" }, t("puzzles.any")), options);
}

function dailyWords(daily, { daily: { current } }) {
  if (daily === "won") return t("puzzles.streak", { count: current });
  if (daily && daily !== "open") return t("puzzles.dailyOver");
  return current > 0 ? t("puzzles.streak", { count: current }) : t("puzzles.dailyLead");
}

function dailyButton(daily) {
  if (!daily) return "puzzles.begin";
  return daily === "open" ? "puzzles.goOn" : "puzzles.see";
}

function scores({ rating, solved, done, streak }, change = null) {
  const score = (name, value) => h("div.score", {}, h("dt", {}, t(name)), h("dd.numbers", {}, value));
  return h(
    "dl.scores",
    {},
    score(
      "puzzles.rating",
      change === null ? number(rating) : `${number(rating)} (${change < 0 ? "−" : "+"}${Math.abs(change)})`,
    ),
    score("puzzles.solved", `${number(solved)} / ${number(done)}`),
    score("puzzles.inARow", number(streak.current)),
  );
}

class Puzzle {
  #task = h("div.task");
  #hints = h("div");
  #reaction = new Reaction();
  #ended = new AbortController();

  constructor(puzzle, signal) {
    Object.assign(this, { puzzle, signal, look: lookOf(puzzle) });
    const over = [
      h("a", { href: "/puzzles" }, t("puzzles.title")),
      h("span", {}, t("puzzles.about", { variant: variantName(puzzle.variant), grade: puzzle.grade_words })),
    ];
    this.element = h(
      "div.study.puzzle",
      {},
      h("header", {}, h("p.over", {}, over), h("h1", {}, puzzle.question)),
      this.#task,
    );
    if (puzzle.end) this.#end();
    else this.#open();
  }

  /** Show the puzzle with ways to answer it; what another tab does with it is shown here too. */
  #open() {
    const { element, send, entry } = this.#wayToAnswer();
    this.entry = entry;
    replace(
      this.#task,
      h("div.task-board", {}, this.#board()),
      h("div.task-answer", {}, element, this.#hints, this.#reaction.element, this.#tools(send)),
    );
    this.#showHints();
    const signal = this.#openSignal;
    lookAgain(this.#path, { signal, onNews: (puzzle) => this.#isNews(puzzle) && this.#take(puzzle), onGone: () => {} });
  }

  #isNews({ end, hint_count: hints, wrong }) {
    return end || hints + wrong > this.puzzle.hint_count + this.puzzle.wrong;
  }

  get #path() {
    return `/puzzles/${this.puzzle.id}`;
  }

  get #openSignal() {
    return AbortSignal.any([this.signal, this.#ended.signal]);
  }

  #wayToAnswer() {
    const onAnswer = (answer) => this.#act("answer", { answer });
    if (this.puzzle.kind === "wrong")
      return { element: numberAnswer({ most: this.puzzle.turns.length, label: t("puzzles.turns"), onAnswer }) };
    return codeAnswer({
      look: this.look,
      label: t("puzzles.answer"),
      words: t("puzzles.send"),
      reaction: this.#reaction,
      onAnswer,
      signal: this.#openSignal,
    });
  }

  #board() {
    const { kind } = this.puzzle;
    const choose = {
      onRow: (index) => this.#act("answer", { answer: String(index + 1) }),
      rowLabel: (_, index) => t("puzzles.turn", { number: index + 1 }),
    };
    const board = new Board({ look: this.look, shield: kind === "code", ...(kind === "wrong" ? choose : {}) });
    return drawAll(board, turnsOf(this.puzzle), { inHand: this.entry ? rowBelow(this.entry.row) : null });
  }

  #tools(send) {
    return h(
      "div.tools-row",
      {},
      send,
      button(t("puzzles.hint"), () => this.#hint()),
      button(t("play.giveUp"), () => this.#giveUp()),
    );
  }

  #showHints() {
    replace(this.#hints, this.#hintList(this.puzzle.hints));
  }

  /** Hints, one below the other: possible codes are drawn, and proofs can be unfolded. */
  #hintList(hints) {
    if (!hints.length) return null;
    const item = (hint) => h("li", {}, this.#hintContent(hint));
    return h("ol.puzzle-hints", { "aria-label": t("puzzles.hints") }, hints.map(item));
  }

  #hintContent({ words: [first, ...more], codes, steps }) {
    if (codes.length) return [h("p", {}, t("possibleCodes")), codesInLine(this.look, codes)];
    if (this.puzzle.kind !== "wrong") return [first, linesBelow(more)];
    return h("details", {}, h("summary", {}, first), linesBelow(steps.flatMap(({ words }) => words)));
  }

  /** Ask for a hint; Enter then sends the answer, and does not spend another hint. */
  async #hint() {
    const before = this.puzzle.hints.length;
    await this.#act("hint");
    if (this.puzzle.hints.length > before) this.entry?.focus();
  }

  async #giveUp() {
    const sure = await confirmDialog(t("play.giveUpTitle"), t("puzzles.giveUpText"), t("play.giveUp"));
    if (sure) await this.#act("give-up");
  }

  #act(what, body = {}) {
    return this.#reaction.ask(async () => {
      try {
        const seen = this.puzzle.hint_count + this.puzzle.wrong; // so that what arrives twice counts once
        this.#take(await post(`${this.#path}/${what}`, { ...body, seen }, { signal: this.signal, again: true }));
      } catch (error) {
        // It may be over by now: by an answer elsewhere, or by one whose response was lost.
        if (error instanceof Refused) this.#take(await get(this.#path, { signal: this.signal }));
        throw error;
      }
    });
  }

  /** Go on with the puzzle as the server has it. */
  #take(puzzle) {
    const { words, end, hints } = puzzle;
    const isHelped = hints.length > this.puzzle.hints.length;
    this.puzzle = puzzle;
    this.#reaction.show(words && h("p.notice", {}, words));
    this.#showHints();
    if (end) this.#end();
    const said = end?.words ?? words ?? (isHelped && hints.at(-1).words.join(" "));
    if (said) say(said);
    if (!end) return;
    scrollTo(0, 0);
    this.element.querySelector(".task-onward button").focus({ preventScroll: true });
  }

  #end() {
    const { words, pegs, steps, hints, standing, change } = this.puzzle.end;
    this.#ended.abort();
    this.#task.classList.add("answered");
    const next = button(
      t("puzzles.next"),
      () => this.#reaction.ask(() => begin({}, this.signal)),
      "button.button.primary",
    );
    this.#reaction.show();
    replace(
      this.#task,
      h(
        "div.puzzle-end",
        {},
        h(
          this.puzzle.outcome === "won" ? "div.notice.good" : "div.notice",
          {},
          h("p.puzzle-verdict", {}, pegs && codePegs(this.look, pegs), h("span", {}, words)),
        ),
        scores(standing, change),
        h("div.task-onward.tools-row", {}, next, h("a.button", { href: "/puzzles" }, t("puzzles.title"))),
        this.#reaction.element,
        h("h2", {}, t("puzzles.reasons")),
        steps.length ? this.#deduction(steps) : h("div.task-board", {}, this.#answeredBoard()),
        this.#hintList(hints),
      ),
    );
  }

  #deduction(steps) {
    return new Deduction({ look: this.look, turns: turnsOf(this.puzzle), steps, signal: this.signal }).element;
  }

  /** The board with the answer: a guess below the turns, or the turn that was wrong. */
  #answeredBoard() {
    const { answer, pegs } = this.puzzle.end;
    const board = new Board({ look: this.look, shield: false });
    const shown = pegs ? { inHand: rowBelow(pegRow(this.look, pegs)) } : { marked: Number(answer) - 1 };
    return drawAll(board, turnsOf(this.puzzle), shown);
  }
}
