// Breaking a code: against the computer, as the code of the day, or against a person.

import { Aids } from "./aids.js";
import { CodeEntry } from "./codeentry.js";
import { feedbackWords, readCode, writeCode } from "./codes.js";
import { button } from "./controls.js";
import { h, replace } from "./dom.js";
import { dateWords, exploreLink, turnsOf, variantTitle } from "./games.js";
import { icon } from "./icons.js";
import { keyTable } from "./keytable.js";
import { Notes } from "./notes.js";
import { codePegs, pegRow } from "./pegs.js";
import { Seat } from "./seat.js";
import { draft, forgetDraft, keepDraft } from "./settings.js";
import { shareButtons } from "./sharing.js";
import { list, parts, t } from "./words.js";

export function playView(game, signal) {
  return new Playing(game, signal).view();
}

class Playing extends Seat {
  #recalled = null;

  constructor(game, signal) {
    const board = {
      onRow: (index) => this.copy(index),
      rowLabel: (_, index) => t("board.copy", { number: index + 1 }),
    };
    super(game, signal, { board, dock: t("play.dock") });
    const kept = draft(game.id);
    this.aids = new Aids(this);
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
  }

  view() {
    this.entry.listen(this.signal);
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
    this.entry.label = t("guess", { number: game.turns.length + 1 });
    this.entry.update();
    if (game.secret) this.board.open(readCode(game.secret));
    if (game.over) return {};
    return { inHand: { row: game.pending ? pegRow(this.look, readCode(game.pending)) : this.entry.row } };
  }

  drawDock() {
    const { game } = this;
    if (game.over) return replace(this.dock, this.#result());
    if (game.pending) return replace(this.dock, h("p.waiting", {}, t("play.sent")));
    if (!this.dock.contains(this.entry.tray)) {
      replace(this.dock, this.entry.tray, h("div.dock-actions", {}, this.entry.tools, this.sendButton));
    }
    this.sendButton.setAttribute("aria-disabled", String(!this.entry.entry.isFull));
  }

  #result() {
    const { game } = this;
    const ways = [
      game.turns.length > 0 && h("a.button.primary", { href: `/review/${game.id}` }, t("seeReview")),
      game.daily
        ? h("a.button", { href: "/archive" }, t("daily.others"))
        : h("a.button", { href: game.kind === "duel" ? "/new/duel" : "/new/break" }, t("newGame")),
    ];
    const result = this.result(this.#outcome(), h("p", {}, this.#resultWords()), ways);
    if (game.share) result.append(shareButtons(game.share));
    return result;
  }

  #outcome() {
    const { outcome, turns, guesses: limit } = this.game;
    const guesses = t("guesses", { count: turns.length });
    if (outcome === "given up") return t("givenUp");
    if (outcome === "lost") return t("play.lost", { guesses });
    if (limit === null) return t("play.solved", { guesses });
    return t("play.solvedOf", { number: turns.length, guesses: t("guesses", { count: limit }) });
  }

  #resultWords() {
    const { secret, hints, undos } = this.game;
    const aids = [hints && t("hints", { count: hints }), undos && t("undos", { count: undos })].filter(Boolean);
    return [
      secret && parts("play.codeWas", { code: codePegs(this.look, readCode(secret)) }),
      aids.length > 0 && [" ", t("play.withAids", { aids: list(aids) })],
    ];
  }

  /** The cards beside the board are made once, so that a button that was pressed keeps the focus. */
  drawSide() {
    const { game } = this;
    if (game.over) return replace(this.side, this.#afterCard());
    if (!this.side.hasChildNodes()) {
      replace(this.side, game.kind === "break" && this.aids.card, this.#notesCard(), this.#moreCard());
    }
    if (this.undoButton) {
      this.undoButton.setAttribute("aria-disabled", String(!game.can_undo));
      this.redoButton.hidden = !game.can_redo;
    }
  }

  #notesCard() {
    const clear = button(t("notes.clear"), () => this.notes.clear(), "button.link-button");
    return h(
      "details.card",
      { open: this.notes.marks.size > 0 || matchMedia("(min-width: 60rem)").matches },
      h("summary", {}, h("h2", {}, t("notes.title"))),
      h("div.stack.tight", {}, h("p.muted.small", {}, t("notes.note")), this.notes.element, h("div", {}, clear)),
    );
  }

  #moreCard() {
    const { game } = this;
    if (game.kind === "break" && !game.daily) {
      this.undoButton = button([icon("undo"), t("play.undo")], () => this.game.can_undo && this.step("undo"));
      this.redoButton = button([icon("redo"), t("play.redo")], () => this.step("redo"));
    }
    const giveUp = () => this.giveUp(t("play.giveUpTitle"), t("play.giveUpText"), t("play.giveUp"));
    return h(
      "section.card.stack.tight",
      {},
      h("h2.unseen", {}, t("more")),
      h(
        "div.cluster",
        {},
        this.undoButton,
        this.redoButton,
        button([icon("flag"), t("play.giveUp")], giveUp),
        this.keysButton(),
      ),
      this.#typeField(),
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
      const guess = input.value.trim();
      if (guess && (await this.#guess(guess))) input.value = "";
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

  #afterCard() {
    const link = h("a", { href: exploreLink(this.game.position) }, t("explorePosition"));
    return h(
      "section.card.stack.tight",
      {},
      h("h2", {}, t("play.whatNow")),
      h("p", {}, parts("play.after", { explore: link })),
    );
  }

  #edited() {
    this.#recalled = null;
    this.#keep();
    this.drawDock();
  }

  #keep() {
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

  async send() {
    if (this.game.over || this.game.pending) return;
    const { entry } = this.entry;
    if (!entry.isFull) {
      const missing = entry.pegs.filter((color) => !color).length;
      return this.refuse(t("play.holesEmpty", { count: missing, pegs: t("pegs", { count: entry.size }) }));
    }
    await this.#guess(writeCode(entry.pegs));
  }

  /** Make a guess; returns whether it was taken. */
  async #guess(guess) {
    return this.change(async () => this.take(await this.request("guess", { guess }), { fresh: true }));
  }

  /** Go on with the game as the server has it now. */
  take(game, { fresh = false } = {}) {
    const added = game.turns.length > this.game.turns.length;
    const stays = game.turns.length === this.game.turns.length && !game.over;
    this.game = game;
    if (!stays) {
      this.entry.begin();
      this.aids.clear();
      this.#keep();
    }
    this.draw({ fresh: fresh && added });
    if (added) this.#sayTurn();
    if (game.over) this.#end();
  }

  #sayTurn() {
    const { turns, guesses_left: left, over } = this.game;
    const last = turnsOf(this.game).at(-1);
    const words = { feedback: feedbackWords(last.feedback), guesses: t("guesses", { count: left }) };
    const answered = (about) => t(left === null || over ? "play.answered" : "play.answeredLeft", { ...words, about });
    this.tell(answered(t("guess", { number: turns.length })), answered(this.look.words(last.guess)));
  }

  #end() {
    forgetDraft(this.game.id);
    replace(this.message);
    const { secret } = this.game;
    this.end(secret && t("play.codeWas", { code: this.look.words(readCode(secret)) }));
  }

  async step(action) {
    await this.change(async () => {
      this.take(await this.request(action));
      this.tell(t(action === "undo" ? "play.undone" : "play.redone"));
    });
  }

  keys() {
    return [keyTable(this.look), h("p", {}, h("a", { href: "/help" }, t("keys.rules")))];
  }

  /** Keys beyond those of the row: / for a hint, up and down through the earlier guesses. */
  keyed({ key }) {
    if (key === "/" && this.aids.on && !this.game.over) this.aids.hint();
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
