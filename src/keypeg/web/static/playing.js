// Breaking a code: against the computer, as the code of the day, or against a person.

import { Aids } from "./aids.js";
import { CodeEntry } from "./codeentry.js";
import { counted, feedbackWords, readCode, writeCode } from "./codes.js";
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

export function playView(game, signal) {
  return new Playing(game, signal).view();
}

class Playing extends Seat {
  #recalled = null;

  constructor(game, signal) {
    const board = { onRow: (index) => this.copy(index), rowLabel: (_, index) => `Copy row ${index + 1}` };
    super(game, signal, { board, dock: "Your guess" });
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
    this.sendButton = button("Send guess", () => this.send(), "button.button.primary.send");
  }

  view() {
    this.entry.listen(this.signal);
    return super.view();
  }

  get title() {
    if (this.game.daily) return "Code of the day";
    return this.game.kind === "duel" ? "Break your friend's code" : "Break the code";
  }

  about() {
    const { daily, variant, hard, codemaker } = this.game;
    return [
      daily && dateWords(daily),
      variantTitle(variant),
      codemaker === "adversary" && "adversary",
      hard && "hard mode",
    ];
  }

  rows() {
    const { game } = this;
    this.entry.label = `Guess ${game.turns.length + 1}`;
    this.entry.update();
    if (game.secret) this.board.open(readCode(game.secret));
    if (game.over) return {};
    return { inHand: { row: game.pending ? pegRow(this.look, readCode(game.pending)) : this.entry.row } };
  }

  drawDock() {
    const { game } = this;
    if (game.over) return replace(this.dock, this.#result());
    if (game.pending) {
      return replace(this.dock, h("p.waiting", {}, "Your guess is sent. The codemaker sets the key pegs …"));
    }
    if (!this.dock.contains(this.entry.tray)) {
      replace(this.dock, this.entry.tray, h("div.dock-actions", {}, this.entry.tools, this.sendButton));
    }
    this.sendButton.setAttribute("aria-disabled", String(!this.entry.entry.isFull));
  }

  #result() {
    const { game } = this;
    const tries = counted(game.turns.length, "guess");
    const words = {
      won:
        game.guesses === null
          ? `Solved in ${tries}`
          : `Solved in ${game.turns.length} of ${counted(game.guesses, "guess")}`,
      lost: `Not solved in ${tries}`,
      "given up": "Given up",
    };
    const ways = [
      game.turns.length > 0 && h("a.button.primary", { href: `/review/${game.id}` }, "See the review"),
      game.daily
        ? h("a.button", { href: "/archive" }, "Other days")
        : h("a.button", { href: game.kind === "duel" ? "/new/duel" : "/new/break" }, "New game"),
    ];
    const result = this.result(words[game.outcome], h("p", {}, this.#resultWords()), ways);
    if (game.share) result.append(shareButtons(game.share));
    return result;
  }

  #resultWords() {
    const { game } = this;
    const aids = [game.hints && counted(game.hints, "hint"), game.undos && counted(game.undos, "undo")].filter(Boolean);
    const code = game.secret ? ["The code was ", codePegs(this.look, readCode(game.secret)), "."] : [];
    return [...code, aids.length ? ` With ${aids.join(" and ")}.` : ""];
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
    const clear = button("Clear all notes", () => this.notes.clear(), "button.link-button");
    return h(
      "details.card",
      { open: this.notes.marks.size > 0 || matchMedia("(min-width: 60rem)").matches },
      h("summary", {}, h("h2", {}, "Notes")),
      h(
        "div.stack.tight",
        {},
        h(
          "p.muted.small",
          {},
          "Rule a color out for a hole, or everywhere by its peg. The tray shows it. Your notes are yours: nobody checks them.",
        ),
        this.notes.element,
        h("div", {}, clear),
      ),
    );
  }

  #moreCard() {
    const { game } = this;
    if (game.kind === "break" && !game.daily) {
      this.undoButton = button([icon("undo"), "Take back a guess"], () => this.game.can_undo && this.step("undo"));
      this.redoButton = button([icon("redo"), "Guess it again"], () => this.step("redo"));
    }
    const giveUp = () => this.giveUp("Give up?", "The code is shown and the game ends here.", "Give up");
    return h(
      "section.card.stack.tight",
      {},
      h("h2.unseen", {}, "More"),
      h(
        "div.cluster",
        {},
        this.undoButton,
        this.redoButton,
        button([icon("flag"), "Give up"], giveUp),
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
      h("label.field", {}, h("span.small", {}, "Or type a whole code"), input),
      h("button.button", { type: "submit" }, "Guess"),
    );
  }

  #example() {
    const { pegs, colors } = this.look.variant;
    return Array.from({ length: pegs }, (_, at) => this.look.label((at % colors) + 1)).join("");
  }

  #afterCard() {
    return h(
      "section.card.stack.tight",
      {},
      h("h2", {}, "What now"),
      h(
        "p",
        {},
        "The review shows what each guess was worth, apart from luck. ",
        h("a", { href: exploreLink(this.game.position) }, "Explore this position"),
        " to try other guesses.",
      ),
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
    this.entry.fill(turnsOf(this.game)[index].guess, `Row ${index + 1} copied.`);
  }

  async send() {
    if (this.game.over || this.game.pending) return;
    const { entry } = this.entry;
    if (!entry.isFull) {
      const missing = entry.pegs.filter((color) => !color).length;
      return this.refuse(`${counted(missing, "hole")} still empty: a code has ${counted(entry.size, "peg")}.`);
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
    const last = turnsOf(this.game).at(-1);
    const left =
      this.game.guesses_left === null || this.game.over ? "" : ` ${counted(this.game.guesses_left, "guess")} left.`;
    const answer = `${feedbackWords(last.feedback)}.${left}`;
    this.tell(`Guess ${this.game.turns.length}: ${answer}`, `${this.look.words(last.guess)}: ${answer}`);
  }

  #end() {
    forgetDraft(this.game.id);
    replace(this.message);
    const { secret } = this.game;
    this.end(secret ? `The code was ${this.look.words(readCode(secret))}.` : "");
  }

  async step(action) {
    await this.change(async () => {
      this.take(await this.request(action));
      this.tell(action === "undo" ? "The last guess is taken back." : "The guess is made again.");
    });
  }

  keys() {
    return [keyTable(this.look), h("p", {}, h("a", { href: "/help" }, "The rules, with examples"))];
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
