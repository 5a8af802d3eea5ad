// Breaking a code: against the computer, as the code of the day, or against a person.

import { get, keepUp, post, Refused, Unreachable } from "./api.js";
import { Board } from "./board.js";
import { CodeEntry } from "./codeentry.js";
import { counted, feedbackWords, readCode, writeCode } from "./codes.js";
import { confirmDialog, openDialog } from "./dialog.js";
import { h, replace } from "./dom.js";
import { dateWords, exploreLink, lookOf, turnsOf, variantName, variantWords } from "./games.js";
import { icon } from "./icons.js";
import { keyTable } from "./keytable.js";
import { alert, say } from "./live.js";
import { Notes } from "./notes.js";
import { codePegs, peg } from "./pegs.js";
import { draft, forgetDraft, keepDraft, settings } from "./settings.js";
import { shareButtons } from "./sharing.js";

export function playView(game, signal) {
  return new Playing(game, signal).view();
}

class Playing {
  #sending = false;
  #recalled = null;

  constructor(game, signal) {
    this.game = game;
    this.signal = signal;
    this.look = lookOf(game);
    const kept = draft(game.id);
    this.aids = kept.aids ?? false;
    this.notes = new Notes({ look: this.look, marks: kept.notes, onChange: (notes) => this.#noted(notes) });
    this.entry = new CodeEntry({
      look: this.look,
      label: "",
      onSend: () => this.send(),
      onChange: () => this.#edited(),
      isRuledOut: (at, color) => this.notes.isRuledOut(at, color),
    });
    if (kept.turns === game.turns.length) this.entry.entry.restore(kept.entry, game.colors);
    this.board = new Board({
      look: this.look,
      onRow: (index) => this.copy(index),
      rowLabel: (_, index) => `Copy row ${index + 1}`,
    });
    this.message = h("div.message");
    this.aid = h("div.aid");
    this.dock = h("section.dock", { "aria-label": "Your guess" });
    this.side = h("div.side.stack");
    this.summary = h("p.muted.summary");
    this.sendButton = h("button.button.primary.send", { type: "button", onclick: () => this.send() }, "Send guess");
  }

  view() {
    this.entry.listen(this.signal);
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.signal });
    this.#keepUp();
    this.draw();
    const title = this.#title();
    return {
      title,
      content: h(
        "div.table",
        { "--pegs": this.game.pegs },
        h("header.table-head", {}, h("h1", {}, title), this.summary),
        h("div.play-area", {}, this.board.element, this.message, this.aid, this.dock),
        this.side,
      ),
    };
  }

  draw({ fresh = false } = {}) {
    const { game } = this;
    const turns = turnsOf(game);
    this.summary.textContent = this.#summary();
    this.entry.label = `Guess ${turns.length + 1}`;
    this.entry.update();
    const inHand = game.over ? null : { row: game.pending ? this.#pendingRow() : this.entry.row };
    this.board.draw({ turns, inHand, guesses: game.over ? null : game.guesses, fresh });
    if (game.secret) this.board.open(readCode(game.secret));
    this.#drawDock();
    this.#drawSide();
  }

  #title() {
    if (this.game.daily) return "Code of the day";
    return this.game.kind === "duel" ? "Break your friend's code" : "Break the code";
  }

  #summary() {
    const { daily, variant, hard, codemaker, guesses, guesses_left: left, over } = this.game;
    const limit = guesses === null ? "no limit of guesses" : `${left} of ${counted(guesses, "guess")} left`;
    const name = variantName(variant);
    return [
      daily && dateWords(daily),
      name === variantWords(variant) ? name : `${name} (${variantWords(variant)})`,
      codemaker === "adversary" && "adversary",
      hard && "hard mode",
      !over && limit,
    ]
      .filter(Boolean)
      .join(" · ");
  }

  #pendingRow() {
    const pegs = readCode(this.game.pending).map((color) => h("span.hole", {}, peg(this.look, color)));
    return h("span.holes", { role: "img", "aria-label": this.look.words(readCode(this.game.pending)) }, pegs);
  }

  #drawDock() {
    const { game } = this;
    if (game.over) return replace(this.dock, this.#result());
    if (game.pending) {
      return replace(this.dock, h("p.waiting", {}, "Your guess is sent. The codemaker sets the key pegs …"));
    }
    if (!this.dock.contains(this.entry.tray)) {
      replace(this.dock, this.entry.tray, h("div.dock-actions", {}, this.entry.tools, this.sendButton));
    }
    const ready = this.entry.entry.isFull;
    this.sendButton.setAttribute("aria-disabled", String(!ready));
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
    return h(
      "div.result.stack",
      { "data-outcome": game.outcome },
      h("h2", { tabindex: "-1" }, words[game.outcome]),
      h("p", {}, this.#resultWords()),
      h(
        "div.cluster",
        {},
        game.turns.length > 0 && h("a.button.primary", { href: `/review/${game.id}` }, "See the review"),
        game.daily
          ? h("a.button", { href: "/archive" }, "Other days")
          : h("a.button", { href: game.kind === "duel" ? "/new/duel" : "/new/break" }, "New game"),
      ),
      game.share && shareButtons(game.share),
    );
  }

  #resultWords() {
    const { game } = this;
    const aids = [game.hints && counted(game.hints, "hint"), game.undos && counted(game.undos, "undo")].filter(Boolean);
    const code = game.secret ? ["The code was ", codePegs(this.look, readCode(game.secret)), "."] : [];
    return [...code, aids.length ? ` With ${aids.join(" and ")}.` : ""];
  }

  /** The cards beside the board are made once, so that a button that was pressed keeps the focus. */
  #drawSide() {
    const { game } = this;
    if (game.over) return replace(this.side, this.#afterCard());
    if (!this.side.hasChildNodes())
      replace(this.side, game.kind === "break" && this.#aidsCard(), this.#notesCard(), this.#moreCard());
    if (this.aidButtons) this.#drawAids();
    if (this.undoButton) {
      this.undoButton.setAttribute("aria-disabled", String(!game.can_undo));
      this.redoButton.hidden = !game.can_redo;
    }
    return undefined;
  }

  #aidsCard() {
    const toggle = h("input", {
      type: "checkbox",
      checked: this.aids,
      onchange: () => this.#switchAids(toggle.checked),
    });
    this.hintWord = h("span");
    this.aidButtons = h(
      "div.cluster",
      {},
      h("button.button", { type: "button", onclick: () => this.hint() }, icon("hint"), this.hintWord),
      h("button.button", { type: "button", onclick: () => this.check() }, icon("check"), "Can it be right?"),
      h("button.button", { type: "button", onclick: () => this.candidates() }, "Codes left"),
    );
    const words = h(
      "span",
      {},
      h("span.title", {}, "Aids"),
      h("span.muted.small", {}, "Hints in steps, and how many codes still fit. Hints are counted."),
    );
    return h("section.card.stack.tight", {}, h("label.switch", {}, toggle, words), this.aidButtons);
  }

  #switchAids(on) {
    this.aids = on;
    keepDraft(this.game.id, { aids: on });
    replace(this.aid);
    this.#drawAids();
  }

  #drawAids() {
    this.aidButtons.hidden = !this.aids;
    replace(this.hintWord, this.hinted ? "Next hint" : "Hint");
  }

  #notesCard() {
    const clear = h("button.link-button", { type: "button", onclick: () => this.notes.clear() }, "Clear all notes");
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
      this.undoButton = h(
        "button.button",
        { type: "button", onclick: () => this.game.can_undo && this.step("undo") },
        icon("undo"),
        "Take back a guess",
      );
      this.redoButton = h(
        "button.button",
        { type: "button", onclick: () => this.step("redo") },
        icon("redo"),
        "Guess it again",
      );
    }
    return h(
      "section.card.stack.tight",
      {},
      h("h2.unseen", {}, "More"),
      h(
        "div.cluster",
        {},
        this.undoButton,
        this.redoButton,
        h("button.button", { type: "button", onclick: () => this.giveUp() }, icon("flag"), "Give up"),
        h("button.button", { type: "button", onclick: () => this.help() }, h("kbd", {}, "?"), "Keys"),
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
    const { pegs } = this.look.variant;
    return Array.from({ length: pegs }, (_, at) => this.look.label((at % this.look.variant.colors) + 1)).join("");
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
    this.#drawDock();
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
      return this.#refuse(`${counted(missing, "hole")} still empty: a code has ${counted(entry.size, "peg")}.`);
    }
    await this.#guess(writeCode(entry.pegs));
  }

  /** Make a guess; returns whether it was taken. The same guess sent twice counts once, so it may be repeated. */
  async #guess(guess) {
    return this.#change(async () => {
      const turns = this.game.turns.length;
      const game = await post(`/games/${this.game.id}/guess`, { guess, turns }, { signal: this.signal, again: true });
      this.#take(game, { fresh: true });
    });
  }

  /** Go on with the game as the server has it now. */
  #take(game, { fresh = false } = {}) {
    const added = game.turns.length > this.game.turns.length;
    const stays = !added && game.turns.length === this.game.turns.length && !game.over;
    this.game = game;
    this.hinted = stays && this.hinted;
    if (!stays) {
      this.entry.begin();
      replace(this.aid);
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
    this.#tell(`Guess ${this.game.turns.length}: ${answer}`, `${this.look.words(last.guess)}: ${answer}`);
  }

  #end() {
    forgetDraft(this.game.id);
    replace(this.message);
    const heading = this.dock.querySelector("h2");
    say(
      `${heading.textContent}. ${this.game.secret ? `The code was ${this.look.words(readCode(this.game.secret))}.` : ""}`,
    );
    heading.focus();
  }

  async step(action) {
    await this.#change(async () => {
      const game = await post(`/games/${this.game.id}/${action}`, { turns: this.game.turns.length }, { again: true });
      this.#take(game);
      this.#tell(action === "undo" ? "The last guess is taken back." : "The guess is made again.");
    });
  }

  async hint() {
    await this.#change(async () => {
      const { hint, game } = await post(`/games/${this.game.id}/hint`, { turns: this.game.turns.length });
      this.game = game;
      this.hinted = hint.step < hint.steps;
      this.#drawAids();
      this.#showHint(hint);
    });
  }

  #showHint(hint) {
    const colors = (title, numbers) => numbers.length > 0 && h("p.cluster", {}, title, codePegs(this.look, numbers));
    this.#help(
      hint.words,
      h("p.small.muted", {}, `Hint, step ${hint.step} of ${hint.steps}`),
      h("p", {}, upper(hint.words)),
      colors("In every code that fits:", hint.sure ?? []),
      colors("In none:", hint.absent ?? []),
      hint.guess && this.#useButton(hint.guess),
    );
  }

  /** Show help between the board and the dock, and say it. */
  #help(words, ...content) {
    replace(this.aid, h("div.notice.stack.tight", {}, content));
    this.aid.scrollIntoView({ block: "nearest" });
    say(upper(words));
  }

  #useButton(guess) {
    const code = readCode(guess);
    return h(
      "p.cluster",
      {},
      codePegs(this.look, code),
      h("button.button", { type: "button", onclick: () => this.entry.fill(code, "Set up.") }, "Set it up"),
    );
  }

  async check() {
    if (!this.entry.entry.isFull)
      return this.#refuse("Set up a whole row first; then Keypeg says whether it can be right.");
    await this.#change(async () => {
      const body = { guess: writeCode(this.entry.code), turns: this.game.turns.length };
      const { check, game } = await post(`/games/${this.game.id}/check`, body);
      this.game = game;
      this.#help(check.words, h("p", {}, upper(check.words)));
    });
  }

  async candidates() {
    await this.#change(async () => {
      const { words, count, codes } = await get(`/games/${this.game.id}/candidates?limit=60`, { signal: this.signal });
      const text = `${upper(words)} ${count === 1 ? "code fits" : "codes fit"} every answer so far.`;
      const list =
        codes &&
        h(
          "ul.codes",
          { tabindex: "0", "aria-label": "Codes that fit" },
          codes.map((code) => h("li", {}, codePegs(this.look, readCode(code)))),
        );
      this.#help(text, h("p", {}, text), list);
    });
  }

  async giveUp() {
    const sure = await confirmDialog("Give up?", "The code is shown and the game ends here.", "Give up");
    if (!sure) return;
    await this.#change(async () => {
      this.#take(await post(`/games/${this.game.id}/give-up`, { turns: this.game.turns.length }, { again: true }));
    });
  }

  help() {
    openDialog("Keys", [keyTable(this.look), h("p", {}, h("a", { href: "/help" }, "The rules, with examples"))]);
  }

  /** Do something with the server once at a time; a refusal is shown and changes nothing. */
  async #change(act) {
    if (this.#sending) return false;
    this.#sending = true;
    this.dock.setAttribute("aria-busy", "true");
    try {
      this.#tell("");
      await act();
      return true;
    } catch (error) {
      if (error.name === "AbortError") return false;
      if (error instanceof Refused && error.details.game) this.#take(error.details.game);
      if (error instanceof Refused || error instanceof Unreachable) this.#refuse(error.message);
      else throw error;
      return false;
    } finally {
      this.#sending = false;
      this.dock.removeAttribute("aria-busy");
    }
  }

  #tell(text, spoken = text) {
    replace(this.message, text && h("p", {}, text));
    if (spoken) say(spoken);
  }

  #refuse(text) {
    replace(this.message, h("p.refusal", {}, text));
    alert(text);
  }

  #keepUp() {
    keepUp(this.game, {
      signal: this.signal,
      onGame: (game) => game.version > this.game.version && this.#take(game, { fresh: true }),
      onGone: () => this.#refuse("This game was deleted."),
    });
  }

  /** Keys beyond those of the row: ? for help, / for a hint, up and down through the earlier guesses. */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.("input, textarea, select") || document.querySelector("dialog[open]")) return;
    if (event.key === "?" && settings().typing) this.help();
    else if (event.key === "/" && this.aids && !this.game.over) this.hint();
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.#recall(event.key === "ArrowUp" ? -1 : 1);
    else return;
    event.preventDefault();
  }

  #recall(step) {
    const rows = this.game.turns.length;
    if (!rows || this.game.over) return;
    const at = this.#recalled === null ? (step < 0 ? rows - 1 : 0) : (this.#recalled + step + rows) % rows;
    this.copy(at);
    this.#recalled = at;
  }
}

function upper(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
