// Breaking a code: against the computer, as the code of the day, or against a person.

import { Aids } from "./aids.js";
import { challengeFriend, challengeResult, toBeat } from "./challenge.js";
import { CodeEntry } from "./codeentry.js";
import { answerWords, feedbackWords, readCode, writeCode } from "./codes.js";
import { button } from "./controls.js";
import { closeAround } from "./dialog.js";
import { h, replace } from "./dom.js";
import { dateWords, exploreLink, turnsOf, variantTitle } from "./games.js";
import { icon } from "./icons.js";
import { keyTable } from "./keytable.js";
import { KEY_PEG } from "./motion.js";
import { Notes } from "./notes.js";
import { playAgain } from "./playagain.js";
import { result } from "./result.js";
import { Seat } from "./seat.js";
import { draft, forgetDraft, keepDraft } from "./settings.js";
import { openShare } from "./sharing.js";
import { soundKeys } from "./sounds.js";
import { list, t } from "./words.js";

export function playView(game, signal) {
  return new Playing(game, signal).view();
}

class Playing extends Seat {
  #recalled = null;
  #sent = null; // the guess that has no feedback yet

  constructor(game, signal) {
    const board = {
      onRow: (index) => this.copy(index),
      rowLabel: (_, index) => t("board.copy", { number: index + 1 }),
    };
    super(game, signal, { board, hand: t("play.hand") });
    const kept = draft(game.id);
    this.notes = new Notes({ look: this.look, marks: kept.notes, onChange: (notes) => this.#noted(notes) });
    this.entry = new CodeEntry({
      look: this.look,
      label: "",
      onSend: () => this.send(),
      onChange: () => this.#edited(),
      isRuledOut: (at, color) => this.notes.isRuledOut(at, color),
    });
    if (kept.turns === game.turns.length) this.entry.entry.restore(kept.entry, game.colors);
    this.sendButton = button(t("play.send"), () => this.send(), "button.button.primary.send");
    this.aids = game.kind === "break" && !this.isRound ? new Aids(this) : null;
    if (game.pending) this.tell(t("play.sent"));
    else if (!game.over && !game.turns.length) this.tell(toBeat(game) || t("play.begin"));
  }

  view() {
    this.entry.listen(this.signal);
    if (this.ended) this.uncover();
    else this.aids?.follow();
    return super.view();
  }

  get title() {
    if (this.game.daily) return t("kind.daily");
    return t(this.game.kind === "duel" ? "play.duel" : "kind.break");
  }

  about() {
    const { daily, variant, hard, codemaker } = this.game;
    return [
      daily && dateWords(daily),
      variantTitle(variant),
      codemaker === "adversary" && t("play.adversary"),
      hard && t("play.hard"),
    ];
  }

  rows() {
    const { game } = this;
    const waiting = this.#sent ?? (game.pending && readCode(game.pending));
    this.entry.label = t("guess", { number: game.turns.length + (waiting ? 2 : 1) });
    this.entry.update();
    if (game.over) {
      this.board.onRow = null; // there is no row to copy to
      return { guesses: game.guesses ?? game.turns.length };
    }
    return { sent: waiting, inHand: { row: this.entry.row } };
  }

  uncover({ lifted = false } = {}) {
    const { secret } = this.game;
    if (secret) this.board.open(readCode(secret), { lifted });
  }

  drawEnding() {
    if (this.ended && !this.ending.hasChildNodes()) replace(this.ending, this.#result());
  }

  drawHand() {
    if (!this.hand.contains(this.entry.tray)) {
      const tools = [...this.entry.tools, this.extraButton(t(this.aids ? "aids.title" : "more"))];
      replace(this.hand, this.entry.tray, h("div.hand-actions", {}, h("div.tools", {}, tools), this.sendButton));
    }
    this.sendButton.setAttribute("aria-disabled", String(!this.entry.entry.isFull || this.#isWaiting));
  }

  get #isWaiting() {
    return Boolean(this.#sent || this.game.pending);
  }

  #result() {
    const { game } = this;
    const { hints, undos } = game;
    const aids = [hints && t("hints", { count: hints }), undos && t("undos", { count: undos })].filter(Boolean);
    const text = [
      (game.outcome === "lost" || game.match?.over) && h("p", {}, this.#roundWords()),
      this.roundPart("div", "scoreBoard"),
      aids.length > 0 && h("p.muted", {}, t("play.withAids", { aids: list(aids) })),
      challengeResult(game),
    ];
    return result(this, { title: this.headline(), text, ways: this.#ways() });
  }

  #roundWords() {
    const { outcome, turns } = this.game;
    return outcome === "lost" ? t("play.lost", { count: turns.length }) : `${this.outcome()}.`;
  }

  #ways() {
    const { game } = this;
    const share = () => openShare(game.share);
    if (game.daily) {
      return [
        button([icon("share"), t("share.open")], share, "button.button.primary.again"),
        h("a.button", { href: "/archive" }, t("daily.others")),
        game.turns.length > 0 && h("a.button", { href: `/review/${game.id}` }, t("seeReview")),
      ];
    }
    const again =
      this.roundPart("div.again.onward", "nextRound") ??
      (game.kind === "duel"
        ? this.nextDuel(t("duel.swap"))
        : button(t("playAgain"), () => this.change(() => playAgain("break")), "button.button.primary.again"));
    return [
      again,
      game.room && h("a.button", { href: `/room/${game.room.token}` }, t("room.toTable")),
      game.share && button([icon("share"), t("share.open")], share),
      game.turns.length > 0 && h("a.button", { href: `/review/${game.id}` }, t("seeReview")),
      game.kind === "break" && !this.isRound && game.codemaker === "random" && this.#challengeButton(),
    ];
  }

  #challengeButton() {
    return button(t("challenge.make"), () => this.change(() => challengeFriend(this.game, this.signal)));
  }

  outcome() {
    const { outcome, turns } = this.game;
    if (outcome === "given up") return t("givenUp");
    if (outcome === "lost") return t("play.notThisTime");
    return t("play.solved", { count: turns.length });
  }

  /** What stands beside the board is made once, so that a button that was pressed keeps the focus. */
  drawExtra() {
    const { game } = this;
    if (this.ended) return replace(this.extra, this.#after());
    if (!this.extra.hasChildNodes()) {
      replace(this.extra, this.roundPart("section", "scoreBoard"), this.aids?.element, this.#notes(), this.#more());
    }
    if (this.undoButton) {
      this.undoButton.setAttribute("aria-disabled", String(!game.can_undo));
      this.redoButton.hidden = !game.can_redo;
    }
  }

  #notes() {
    const clear = button(t("notes.clear"), () => this.notes.clear(), "button.link-button");
    return h(
      "details.notes-card",
      { open: this.notes.marks.size > 0 },
      h("summary", {}, h("h2", {}, t("notes.title"))),
      h("div.stack.tight", {}, h("p.muted.small", {}, t("notes.note")), this.notes.element, h("div", {}, clear)),
    );
  }

  #more() {
    const { game } = this;
    if (this.aids && !game.daily) {
      this.undoButton = button([icon("undo"), t("play.undo")], () => this.game.can_undo && this.step("undo"), CHIP);
      this.redoButton = button([icon("redo"), t("play.redo")], () => this.step("redo"), CHIP);
    }
    const giveUp = () => this.giveUp(t("play.giveUpTitle"), t("play.giveUpText"), t("play.giveUp"));
    return h(
      "details.more-card",
      {},
      h("summary", {}, h("h2", {}, t("more"))),
      h(
        "div.stack.tight",
        {},
        h(
          "div.chips",
          {},
          this.undoButton,
          this.redoButton,
          button([icon("flag"), t("play.giveUp")], giveUp, CHIP),
          this.keysButton(),
        ),
        this.#typeField(),
      ),
    );
  }

  /** A field for those who would rather type a code in one go, and for readers that keep letter keys to themselves. */
  #typeField() {
    const input = h("input", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: this.#example(),
    });
    const send = async (event) => {
      event.preventDefault();
      const guess = this.look.inEnglish(input.value).trim();
      if (!guess || !(await this.#guess(guess))) return;
      input.value = "";
      closeAround(input);
    };
    return h(
      "form.typed",
      { onsubmit: send },
      h("label.field", {}, h("span.small", {}, t("play.type")), input),
      h("button.button", { type: "submit" }, t("play.guess")),
    );
  }

  #example() {
    const { pegs, colors } = this.look.variant;
    return Array.from({ length: pegs }, (_, at) => this.look.label((at % colors) + 1)).join("");
  }

  #after() {
    return h("p.small.muted", {}, h("a", { href: exploreLink(this.game.position, this.look) }, t("explorePosition")));
  }

  #edited() {
    this.#recalled = null;
    this.#keep();
    this.drawHand();
  }

  /** Keep the pegs over a reload; those of a guess on its way stay until it has arrived. */
  #keep() {
    if (this.#sent) return;
    keepDraft(this.game.id, { entry: this.entry.entry.state, turns: this.game.turns.length });
  }

  #noted(notes) {
    keepDraft(this.game.id, { notes });
    this.entry.update();
  }

  /** Take an earlier guess over into the row in hand. */
  copy(index) {
    if (this.game.over || this.game.pending) return;
    this.entry.fill(turnsOf(this.game)[index].guess, t("entry.copied", { number: index + 1 }));
  }

  /** Send the row in hand. It can't be changed on its way, and pegs set meanwhile belong to the next row. */
  async send() {
    if (this.game.over || this.#isWaiting || this.isBusy) return;
    const { entry } = this.entry;
    if (!entry.isFull) {
      const missing = entry.pegs.filter((color) => !color).length;
      this.refuse(t("play.holesEmpty", { count: missing, pegs: t("pegs", { count: entry.size }) }));
      return;
    }
    const code = [...entry.pegs];
    this.#sent = code;
    this.entry.begin();
    this.draw();
    if (await this.#guess(writeCode(code))) return;
    if (this.#sent) this.#takeBack(code);
  }

  /** A guess was refused: its pegs are in hand again. */
  #takeBack(code) {
    this.#sent = null;
    this.entry.entry.fill(code);
    this.draw();
    this.#keep();
  }

  /** Make a guess; returns whether it was taken. */
  async #guess(guess) {
    return this.change(async () => this.take(await this.request("guess", { guess }), { fresh: true }));
  }

  /** Go on with the game as the server has it now. */
  take(game, { fresh = false } = {}) {
    const added = game.turns.length > this.game.turns.length;
    const stays = game.turns.length === this.game.turns.length && !game.over;
    const wasSent = this.#sent !== null;
    this.game = game;
    this.#sent = null;
    if (!stays) {
      if (!wasSent) this.entry.begin();
      this.aids?.clear();
      this.#keep();
    }
    this.draw({ fresh: fresh && added });
    if (added) this.#sayTurn();
    else if (game.pending) this.tell(t("play.sent"));
    if (game.over && !this.ended) this.#end(added && fresh);
    else if (!stays) this.aids?.follow();
  }

  #sayTurn() {
    const { feedback } = turnsOf(this.game).at(-1);
    this.tell(this.game.over ? "" : this.#answerWords(feedback));
    if (!this.game.over) soundKeys(feedback, KEY_PEG);
  }

  /** In bulls and cows, what they mean is said once. */
  #answerWords(feedback) {
    if (this.look.isBulls && this.game.turns.length > 1) return `${feedbackWords(feedback, this.look)}.`;
    return answerWords(feedback, this.look);
  }

  #end(isFresh) {
    forgetDraft(this.game.id);
    this.finish(isFresh ? turnsOf(this.game).at(-1).feedback : null);
  }

  async step(action) {
    await this.change(async () => {
      this.take(await this.request(action));
      this.tell(t(action === "undo" ? "play.undone" : "play.redone"));
      closeAround(this.extra);
    });
  }

  keys() {
    return [keyTable(this.look), h("p", {}, h("a", { href: "/help" }, t("keys.rules")))];
  }

  /** Keys beyond those of the row: / for a hint, up and down through the earlier guesses. */
  keyed({ key }) {
    if (key === "/" && this.aids && !this.game.over) this.aids.hint();
    else if (key === "ArrowUp" || key === "ArrowDown") this.#recall(key === "ArrowUp" ? -1 : 1);
    else return false;
    return true;
  }

  #recall(step) {
    const rows = this.game.turns.length;
    if (!rows || this.game.over) return;
    const at = this.#recalled === null ? (step < 0 ? rows - 1 : 0) : (this.#recalled + step + rows) % rows;
    this.copy(at);
    this.#recalled = at;
  }
}

const CHIP = "button.chip";
