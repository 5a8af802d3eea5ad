// What tasks of lessons and puzzles have in common: a board as high as its rows, ways to answer, and what comes of it.

import { CodeEntry } from "./codeentry.js";
import { readCode, writeCode } from "./codes.js";
import { button } from "./controls.js";
import { h, replace } from "./dom.js";
import { alert, explained } from "./live.js";
import { codePegs } from "./pegs.js";
import { t } from "./words.js";

/** Draw turns on a board that is as high as they are, and return it. */
export function drawAll(board, turns, { inHand = null, marked = null } = {}) {
  board.draw({ turns, inHand, marked, guesses: turns.length + (inHand ? 1 : 0) });
  board.element.classList.add("flowing");
  return board.element;
}

/** A row below the turns, with key pegs if they are given. */
export function rowBelow(row, keys = h("span")) {
  return { row, keys };
}

/** A code as the answer: its `entry`, the `element` to set it up with, and the button that sends it, by `words`. */
export function codeAnswer({ look, label, words, reaction, onAnswer, signal }) {
  const send = () => (entry.entry.isFull ? onAnswer(writeCode(entry.code)) : reaction.refuse(t("explore.everyHole")));
  const entry = new CodeEntry({ look, label, onSend: send });
  entry.listen(signal);
  return {
    entry,
    element: h("div.stack.tight", {}, entry.tray, h("div.tools", {}, entry.tools)),
    send: button(words, send, "button.button.primary"),
  };
}

/** A number from 1 to `most` as the answer. */
export function numberAnswer({ most, label, onAnswer }) {
  const numbers = Array.from({ length: most }, (_, at) =>
    button(String(at + 1), () => onAnswer(String(at + 1)), "button.button.task-number"),
  );
  return h("div.task-numbers", { role: "group", "aria-label": label }, numbers);
}

/** Codes beside each other, given in their text form. */
export function codesInLine(look, codes) {
  return h(
    "span.part-codes",
    {},
    codes.map((code) => codePegs(look, readCode(code))),
  );
}

/** What comes of an answer. */
export class Reaction {
  #isBusy = false;
  element = h("div.task-reaction", { role: "status" });

  show(...content) {
    replace(this.element, content);
  }

  refuse(words) {
    this.show(h("p.refusal", {}, words));
    alert(words);
  }

  /** Ask the server something, unless it has not responded to the last thing yet; a refusal is shown. */
  async ask(act) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await act();
    } catch (error) {
      if (error.name !== "AbortError") this.show(h("p.refusal", {}, explained(error)));
    } finally {
      this.#isBusy = false;
    }
  }
}
