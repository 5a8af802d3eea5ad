// Lessons: a list, and each with its tasks, which react to every try.

import { get, post, query } from "../api.js";
import { Board } from "../board.js";
import { feedbackWords, readCode, readFeedback, writeFeedback } from "../codes.js";
import { button } from "../controls.js";
import { Deduction } from "../deduction.js";
import { h, replace } from "../dom.js";
import { FeedbackEntry } from "../feedbackentry.js";
import { lookOf, turnsOf } from "../games.js";
import { say } from "../live.js";
import { codePegs, keyPegs, pegRow } from "../pegs.js";
import { likedPalette } from "../playagain.js";
import { change, settings } from "../settings.js";
import { codeAnswer, codesInLine, drawAll, numberAnswer, Reaction, rowBelow } from "../task.js";
import { t } from "../words.js";

export async function view({ params, signal }) {
  if (!params.name) return overview(await get("/lessons", { signal }));
  const lesson = await get(`/lessons/${params.name}${query({ palette: likedPalette() })}`, { signal });
  return { title: lesson.title, content: new Lesson(lesson, signal).element };
}

/** The lessons that were done in this browser. */
function done() {
  return settings().lessons ?? [];
}

function overview({ lessons }) {
  const learnt = done();
  const next = lessons.find(({ name }) => !learnt.includes(name));
  const item = ({ number, name, title }) =>
    h(
      "li",
      {},
      h(
        `a.lesson-link${learnt.includes(name) ? ".learnt" : ""}`,
        { href: `/learn/${name}`, "aria-current": name === next?.name ? "step" : undefined },
        h("span.lesson-number.numbers", { "aria-hidden": "true" }, number),
        h("span", {}, title),
        learnt.includes(name) && h("span.lesson-done.small.muted", {}, t("learn.done")),
      ),
    );
  const content = h(
    "div.study.learn",
    {},
    h("h1", {}, t("learn.title")),
    h("p.lead", {}, t("learn.lead")),
    h("ol.lessons", {}, lessons.map(item)),
    h(
      "p.tools-row",
      {},
      h(
        "a.button.primary",
        { href: next ? `/learn/${next.name}` : "/play" },
        t(next ? (learnt.length ? "learn.goOn" : "learn.begin") : "learn.play"),
      ),
      h("a.button", { href: "/help" }, t("menu.help")),
    ),
  );
  return { title: t("learn.title"), content };
}

class Lesson {
  #task = h("div.task");
  #reaction = new Reaction();

  constructor(lesson, signal) {
    Object.assign(this, { lesson, signal, look: lookOf(lesson) });
    const { number, title, intro } = lesson;
    this.element = h(
      "div.study.learn",
      {},
      h(
        "header",
        {},
        h("p.over", {}, h("a", { href: "/learn" }, t("learn.title")), h("span", {}, t("learn.number", { number }))),
        h("h1", {}, title),
      ),
      h("p.lead", {}, intro),
      this.#task,
    );
    this.#begin(0);
  }

  #begin(at) {
    this.task = this.lesson.tasks[at];
    this.ended?.abort();
    this.ended = new AbortController();
    this.taskSignal = AbortSignal.any([this.ended.signal, this.signal]);
    this.#reaction.show();
    this.way = this.#wayToAnswer();
    replace(
      this.#task,
      h("div.task-board", {}, this.#board(), this.task.left.length > 0 && this.#left()),
      h(
        "div.task-answer",
        {},
        h("h2", { tabindex: "-1" }, this.task.question),
        this.way.element,
        this.#reaction.element,
        h(
          "div.tools-row",
          {},
          this.way.send,
          button(t("learn.tell"), () => this.#try(null), "button.button"),
        ),
      ),
    );
    if (at > 0) this.#task.querySelector("h2").focus({ preventScroll: true });
  }

  #wayToAnswer() {
    const { kind, options } = this.task;
    if (options.length) return { element: this.#options(options), send: null };
    if (kind === "score") return this.#feedback();
    return kind === "find" ? this.#code() : this.#number();
  }

  #options(options) {
    const choice = ({ answer, words, pegs }) =>
      h(
        "button.button.lesson-option",
        { type: "button", onclick: () => this.#try(answer) },
        pegs ? codePegs(this.look, pegs) : words,
      );
    return h("div.lesson-options", { role: "group" }, options.map(choice));
  }

  #feedback() {
    const send = () => this.#try(writeFeedback(this.entry.feedback));
    this.entry = new FeedbackEntry({ look: this.look, onSend: send });
    this.entry.listen(this.taskSignal);
    return { element: this.entry.counters, send: button(t("learn.answer"), send, "button.button.primary") };
  }

  #code() {
    const answer = codeAnswer({
      look: this.look,
      label: t("learn.code"),
      words: t("learn.answer"),
      reaction: this.#reaction,
      onAnswer: (code) => this.#try(code),
      signal: this.taskSignal,
    });
    this.entry = answer.entry;
    return answer;
  }

  #number() {
    const element = numberAnswer({ most: 9, label: t("learn.howMany"), onAnswer: (number) => this.#try(number) });
    return { element, send: null };
  }

  #board() {
    const { turns, secret, guess, kind } = this.task;
    const board = new Board({ look: this.look, shield: kind === "score" || kind === "find" });
    if (secret) board.open(secret, { label: "learn.secret" });
    return drawAll(board, turnsOf({ turns }), { inHand: this.#inHand(guess) });
  }

  #left() {
    const codes = this.task.left.map((code) => h("li", {}, codePegs(this.look, readCode(code))));
    return h("ul.lesson-left", { "aria-label": t("possibleCodes") }, codes);
  }

  #inHand(guess) {
    if (this.task.kind === "score") return rowBelow(pegRow(this.look, guess), this.entry.plate);
    if (this.task.kind === "find") return rowBelow(this.entry.row);
    return guess ? rowBelow(pegRow(this.look, guess)) : null;
  }

  #try(answer) {
    const path = `/lessons/${this.lesson.name}/${this.task.number}`;
    const about = { answer, palette: this.lesson.palette.name };
    return this.#reaction.ask(async () => this.#show(await post(path, about, { signal: this.signal, again: true })));
  }

  #show({ right, answer, words, steps, parts }) {
    const told = answer === null ? words : `${t("learn.is", { answer: this.#told(answer) })} ${words}`;
    this.#reaction.show(
      h(right ? "p.notice.good" : "p.notice", {}, told),
      parts.length > 0 && this.#parts(parts),
      right && this.#onward(),
    );
    say(told);
    if (!right) return;
    this.ended.abort();
    if (steps.length) this.#deduce(steps);
    this.#task.classList.add("answered");
    this.#task.querySelector(".task-board").inert = true;
    this.element.querySelector(".task-onward a, .task-onward button")?.focus({ preventScroll: true });
  }

  /** The answer in words; key pegs are set on the board as well. */
  #told(answer) {
    if (this.task.kind !== "score") return answer;
    this.entry.set(readFeedback(answer));
    return feedbackWords(this.entry.feedback);
  }

  #deduce(steps) {
    const deduction = new Deduction({
      look: this.look,
      turns: turnsOf(this.task),
      steps,
      signal: this.signal,
      isTold: true,
    });
    this.#reaction.element.querySelector(".notice").after(deduction.element);
    this.#task.querySelector(".task-board").hidden = true;
  }

  #parts(parts) {
    const { pegs } = this.look.variant;
    const row = ({ blacks, whites, codes }) =>
      h("li", {}, keyPegs({ blacks, whites }, pegs, this.look), codesInLine(this.look, codes));
    return h("ul.lesson-parts", {}, parts.map(row));
  }

  /** What comes after a task: the next one, or what the lesson leaves one with, and the next lesson. */
  #onward() {
    const at = this.lesson.tasks.indexOf(this.task) + 1;
    if (at < this.lesson.tasks.length)
      return h(
        "div.task-onward.tools-row",
        {},
        button(t("learn.onceMore"), () => this.#again(at), "button.button.primary"),
      );
    change({ lessons: [...new Set([...done(), this.lesson.name])] });
    const next = this.lesson.next
      ? h("a.button.primary", { href: `/learn/${this.lesson.next}` }, t("learn.next"))
      : h("a.button.primary", { href: "/play" }, t("learn.play"));
    return h("div.task-onward.stack.tight", {}, h("p", {}, this.lesson.end), h("p.tools-row", {}, next));
  }

  #again(at) {
    this.#task.classList.remove("answered");
    this.#begin(at);
  }
}
