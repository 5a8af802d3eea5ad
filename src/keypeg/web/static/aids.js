// Aids while breaking a code: hints in steps, whether the row in hand can be right, and the codes left. Each is counted.

import { readCode, writeCode } from "./codes.js";
import { button } from "./controls.js";
import { closeAround, isDialogOpen } from "./dialog.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./live.js";
import { codeList, codePegs } from "./pegs.js";
import { change, draft, keepDraft, settings } from "./settings.js";
import { t, upper } from "./words.js";

export class Aids {
  #isHinted = false; // whether a further step of the hint is to come
  #hintWord = h("span");
  #shown = h("div.aid");
  #codesLeft = button(t("aids.candidates"), () => this.#toggleCodesLeft(), "button.chip");

  constructor(seat) {
    this.seat = seat;
    this.showsCodesLeft = draft(seat.game.id).codesLeft ?? (!seat.game.daily && settings().codesLeft);
    this.element = h(
      "section.aids",
      { "aria-label": t("aids.title") },
      h(
        "div.chips",
        {},
        button([icon("hint"), this.#hintWord], () => this.hint(), "button.chip"),
        button([icon("check"), t("aids.check")], () => this.#check(), "button.chip"),
        this.#codesLeft,
      ),
      this.#shown,
    );
    this.#draw();
  }

  /** Forget what was shown, as the position is another one. */
  clear() {
    this.#isHinted = false;
    replace(this.#shown);
    this.#draw();
  }

  /** Show how many codes are left, where that is asked for in this game. */
  async follow() {
    if (!this.showsCodesLeft || this.seat.game.over) return;
    const { counts, game } = await this.seat.request("funnel");
    if (game.version < this.seat.game.version) return;
    this.seat.game = game;
    this.seat.funnel.show(counts);
    say(t("funnel.left", { words: counts.at(-1)?.words ?? "?" }));
  }

  #draw() {
    this.#codesLeft.setAttribute("aria-pressed", String(this.showsCodesLeft));
    replace(this.#hintWord, t(this.#isHinted ? "aids.next" : "aids.hint"));
  }

  async hint() {
    await this.seat.change(async () => {
      const { hint, game } = await this.seat.request("hint", {}, { again: false });
      this.seat.game = game;
      this.#isHinted = hint.step < hint.steps;
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
    const use = () => {
      this.seat.entry.fill(code, t("entry.setUp"));
      closeAround(this.element);
    };
    return h("p.cluster", {}, codePegs(this.seat.look, code), button(t("setItUp"), use));
  }

  async #check() {
    const { entry } = this.seat;
    if (!entry.entry.isFull) return this.#show(t("aids.wholeRow"), h("p", {}, t("aids.wholeRow")));
    await this.seat.change(async () => {
      const { check, game } = await this.seat.request("check", { guess: writeCode(entry.code) }, { again: false });
      this.seat.game = game;
      this.#show(check.words, h("p", {}, upper(check.words)));
    });
  }

  async #toggleCodesLeft() {
    this.showsCodesLeft = !this.showsCodesLeft;
    keepDraft(this.seat.game.id, { codesLeft: this.showsCodesLeft });
    if (!this.seat.game.daily) change({ codesLeft: this.showsCodesLeft });
    this.#draw();
    replace(this.#shown);
    if (!this.showsCodesLeft) return this.seat.funnel.show([]);
    await this.seat.change(() => this.follow());
    await this.#candidates();
  }

  /** List the codes once they are few. */
  async #candidates() {
    await this.seat.change(async () => {
      const { candidates, game } = await this.seat.request("candidates", { limit: 60 });
      this.seat.game = game;
      const text = t("possible", { count: candidates.count, words: upper(candidates.words) });
      const codes = candidates.codes && codeList(this.seat.look, candidates.codes.map(readCode));
      this.#show(text, h("p", {}, text), codes);
    });
  }

  /** Show help below the buttons and say it. The focus goes back to the row, so that Enter sends and asks no more. */
  #show(words, ...content) {
    replace(this.#shown, h("div.card.stack.tight", {}, content));
    this.#shown.scrollIntoView({ block: "nearest" });
    say(upper(words));
    if (!isDialogOpen()) this.seat.entry.focus();
  }
}
