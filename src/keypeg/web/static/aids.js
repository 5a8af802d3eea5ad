// Aids while breaking a code: hints in steps, whether the row in hand can be right, and the codes left.

import { readCode, writeCode } from "./codes.js";
import { button, toggle } from "./controls.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./live.js";
import { codeList, codePegs } from "./pegs.js";
import { draft, keepDraft } from "./settings.js";
import { t, upper } from "./words.js";

export class Aids {
  #hinted = false; // whether a further step of the hint is to come
  #hintWord = h("span");
  #buttons = h(
    "div.cluster",
    {},
    button([icon("hint"), this.#hintWord], () => this.hint()),
    button([icon("check"), t("aids.check")], () => this.#check()),
    button(t("aids.candidates"), () => this.#candidates()),
  );

  constructor(seat) {
    this.seat = seat;
    this.on = draft(seat.game.id).aids ?? false;
    this.element = h("div.aid");
    const control = toggle(t("aids.title"), t("aids.note"), this.on, (on) => this.#switch(on));
    this.card = h("section.card.stack.tight", {}, control, this.#buttons);
    this.#draw();
  }

  /** Forget what was shown, as the position is another one. */
  clear() {
    this.#hinted = false;
    replace(this.element);
    this.#draw();
  }

  #switch(on) {
    this.on = on;
    keepDraft(this.seat.game.id, { aids: on });
    replace(this.element);
    this.#draw();
  }

  #draw() {
    this.#buttons.hidden = !this.on;
    replace(this.#hintWord, t(this.#hinted ? "aids.next" : "aids.hint"));
  }

  async hint() {
    await this.seat.change(async () => {
      const { hint, game } = await this.seat.request("hint", {}, { again: false });
      this.seat.game = game;
      this.#hinted = hint.step < hint.steps;
      this.#draw();
      this.#showHint(hint);
    });
  }

  #showHint(hint) {
    const colors = (title, numbers) =>
      numbers.length > 0 && h("p.cluster", {}, title, codePegs(this.seat.look, numbers));
    this.#show(
      hint.words,
      h("p.small.muted", {}, t("aids.step", { step: hint.step, steps: hint.steps })),
      h("p", {}, upper(hint.words)),
      colors(t("aids.sure"), hint.sure ?? []),
      colors(t("aids.absent"), hint.absent ?? []),
      hint.guess && this.#suggestion(readCode(hint.guess)),
    );
  }

  #suggestion(code) {
    const use = button(t("setItUp"), () => this.seat.entry.fill(code, t("entry.setUp")));
    return h("p.cluster", {}, codePegs(this.seat.look, code), use);
  }

  async #check() {
    const { entry } = this.seat;
    if (!entry.entry.isFull) return this.seat.refuse(t("aids.wholeRow"));
    await this.seat.change(async () => {
      const { check, game } = await this.seat.request("check", { guess: writeCode(entry.code) }, { again: false });
      this.seat.game = game;
      this.#show(check.words, h("p", {}, upper(check.words)));
    });
  }

  async #candidates() {
    const { look } = this.seat;
    await this.seat.change(async () => {
      const { candidates, game } = await this.seat.request("candidates", { limit: 60 });
      this.seat.game = game;
      const { words, count, codes } = candidates;
      const text = t("possible", { count, words: upper(words) });
      this.#show(text, h("p", {}, text), codes && codeList(look, codes.map(readCode)));
    });
  }

  /** Show help between the board and the dock, and say it. */
  #show(words, ...content) {
    replace(this.element, h("div.notice.stack.tight", {}, content));
    this.element.scrollIntoView({ block: "nearest" });
    say(upper(words));
  }
}
