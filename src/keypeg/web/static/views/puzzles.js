// Puzzles: what one has done, the puzzle of the day, and a puzzle with its answer, hints and reasoning.

import { get, post, Refused } from "../api.js";
import { Board } from "../board.js";
import { CodeEntry } from "../codeentry.js";
import { readCode, writeCode } from "../codes.js";
import { button } from "../controls.js";
import { Deduction } from "../deduction.js";
import { confirmDialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { lookOf, turnsOf, variantName } from "../games.js";
import { alert, say } from "../live.js";
import { codePegs } from "../pegs.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { number, t, upper } from "../words.js";

const KINDS = ["code", "win", "wrong"];
const GRADES = [1, 2, 3, 4, 5];

export async function view({ params, signal }) {
  if (!params.id) return overview(await get("/puzzles", { signal }));
  const puzzle = await get(`/puzzles/${params.id}`, { signal });
  const title = t(puzzle.daily ? "puzzles.daily" : "puzzles.one");
  return { title, content: new Puzzle(puzzle, signal).element };
}

/** Begin a puzzle, and go to it. */
async function begin(wanted) {
  const { palette } = settings().game;
  const { id } = await post("/puzzles", { ...wanted, palette: palette === "bulls" ? null : palette });
  return go(`/puzzles/${id}`);
}

function overview({ standing, today, daily, open }) {
  const wanted = { kind: null, grade: null };
  const message = h("p.refusal", { role: "alert", hidden: true });
  const start = async (order) => {
    try {
      await begin(order);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      message.hidden = false;
      replace(message, error.message);
    }
  };
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
        h(
          "div.puzzle-wanted",
          {},
          choice(
            t("puzzles.kind"),
            KINDS,
            (kind) => t(`puzzles.kind.${kind}`),
            (kind) => (wanted.kind = kind || null),
          ),
          choice(
            t("puzzles.grade"),
            GRADES,
            (grade) => t(`puzzles.grade.${grade}`),
            (grade) => (wanted.grade = grade ? Number(grade) : null),
          ),
        ),
        h(
          "p.tools-row",
          {},
          button(t("puzzles.begin"), () => start(wanted), "button.button.primary"),
          open && h("a.button", { href: `/puzzles/${open}` }, t("puzzles.goOn")),
        ),
      ),
    ),
    message,
  );
  return { title: t("puzzles.title"), content };
}

function choice(label, values, name, choose) {
  const options = values.map((value) => h("option", { value }, name(value)));
  const select = h(
    "select",
    { onchange: () => choose(select.value) },
    h("option", { value: "" }, t("puzzles.any")),
    options,
  );
  return h("label.field", {}, h("span", {}, label), select);
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
  #task = h("div.lesson-task");
  #reaction = h("div.lesson-reaction", { role: "status" });

  constructor(puzzle, signal) {
    Object.assign(this, { puzzle, signal, look: lookOf(puzzle), ended: new AbortController() });
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
    this.entry = this.#codeEntry();
    this.#draw();
  }

  get #isOver() {
    return this.puzzle.outcome !== "open";
  }

  #codeEntry() {
    if (this.puzzle.kind === "wrong") return null;
    const entry = new CodeEntry({ look: this.look, label: t("puzzles.answer"), onSend: () => this.#send() });
    entry.listen(AbortSignal.any([this.signal, this.ended.signal]));
    return entry;
  }

  #draw() {
    const { end } = this.puzzle;
    this.#task.classList.toggle("answered", this.#isOver);
    if (end) {
      this.ended.abort();
      replace(this.#task, this.#ending(end));
      return;
    }
    replace(
      this.#task,
      h("div.lesson-board", {}, this.#board()),
      h("div.lesson-answer", {}, this.#wayToAnswer(), this.#hintList(this.puzzle.hints), this.#reaction, this.#tools()),
    );
  }

  #board() {
    const { kind } = this.puzzle;
    const turns = turnsOf(this.puzzle);
    const choose = {
      onRow: (index) => this.#try(String(index + 1)),
      rowLabel: (_, index) => t("puzzles.turn", { number: index + 1 }),
    };
    const board = new Board({ look: this.look, shield: kind === "code", ...(kind === "wrong" ? choose : {}) });
    const inHand = this.entry ? { row: this.entry.row, keys: h("span") } : null;
    board.draw({ turns, inHand, guesses: turns.length + (inHand ? 1 : 0) });
    board.element.classList.add("flowing");
    return board.element;
  }

  #wayToAnswer() {
    if (this.entry) return h("div.stack.tight", {}, this.entry.tray, h("div.tools", {}, this.entry.tools));
    const numbers = this.puzzle.turns.map((_, at) =>
      button(String(at + 1), () => this.#try(String(at + 1)), "button.button.lesson-number-button"),
    );
    return h("div.lesson-numbers", { role: "group", "aria-label": t("puzzles.turns") }, numbers);
  }

  #tools() {
    return h(
      "div.tools-row",
      {},
      this.entry && button(t("puzzles.send"), () => this.#send(), "button.button.primary"),
      button(t("puzzles.hint"), () => this.#act("hint")),
      button(t("play.giveUp"), () => this.#giveUp()),
    );
  }

  /** Hints, one below the other; the possible codes are drawn. */
  #hintList(hints) {
    if (!hints.length) return null;
    const item = ({ words, codes, steps }) =>
      h(
        "li",
        {},
        codes.length
          ? h(
              "span.part-codes",
              {},
              codes.map((code) => codePegs(this.look, readCode(code))),
            )
          : words[0],
        this.#more(words, steps).length > 0 &&
          h(
            "ul",
            {},
            this.#more(words, steps).map((line) => h("li", {}, line)),
          ),
      );
    return h("ol.puzzle-hints", { "aria-label": t("puzzles.hints") }, hints.map(item));
  }

  /** The lines of a hint after its first: what is supposed in a step, or the steps to a contradiction. */
  #more(words, steps) {
    const isStep = steps[0]?.words[0] === words[0];
    const lines = isStep ? words.slice(1) : steps.flatMap((step) => step.words);
    return lines.map((line) => line.trim().replace(/^- /, ""));
  }

  #send() {
    if (this.entry.entry.isFull) return this.#try(writeCode(this.entry.code));
    replace(this.#reaction, h("p.refusal", {}, t("explore.everyHole")));
    return alert(t("explore.everyHole"));
  }

  #try(answer) {
    return this.#act("answer", { answer });
  }

  async #giveUp() {
    const sure = await confirmDialog(t("play.giveUpTitle"), t("puzzles.giveUpText"), t("play.giveUp"));
    if (sure) await this.#act("give-up");
  }

  async #act(what, body = {}) {
    try {
      this.puzzle = await post(`/puzzles/${this.puzzle.id}/${what}`, body);
      replace(this.#reaction, this.puzzle.words && h("p.notice", {}, this.puzzle.words));
      this.#draw();
      say(this.puzzle.end?.words ?? this.puzzle.words ?? this.puzzle.hints.at(-1)?.words.join(" ") ?? "");
      if (this.#isOver) this.element.querySelector(".lesson-onward button")?.focus({ preventScroll: true });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      replace(this.#reaction, h("p.refusal", {}, upper(error.message)));
      alert(error.message);
    }
  }

  #ending({ words, pegs, steps, hints, standing, change }) {
    const isSolved = this.puzzle.outcome === "won";
    const deduction =
      steps.length > 0
        ? new Deduction({ look: this.look, turns: turnsOf(this.puzzle), steps, signal: this.signal }).element
        : h("div.lesson-board", {}, this.#board());
    return h(
      "div.puzzle-end",
      {},
      h(
        isSolved ? "div.notice.good" : "div.notice",
        {},
        h("p.puzzle-verdict", {}, pegs && codePegs(this.look, pegs), h("span", {}, words)),
      ),
      scores(standing, change),
      h(
        "div.lesson-onward.tools-row",
        {},
        button(t("puzzles.next"), () => begin({}), "button.button.primary"),
        h("a.button", { href: "/puzzles" }, t("puzzles.title")),
      ),
      h("h2", {}, t("puzzles.reasons")),
      deduction,
      this.#hintList(hints),
    );
  }
}
