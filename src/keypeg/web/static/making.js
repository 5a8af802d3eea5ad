// Setting a code: the computer or another person breaks it, and the person here sets the key pegs.

import { AnswerEntry } from "./answer.js";
import { keepUp, post, Refused, Unreachable } from "./api.js";
import { Board } from "./board.js";
import { counted, feedbackWords, readCode, writeFeedback } from "./codes.js";
import { confirmDialog, openDialog } from "./dialog.js";
import { h, replace } from "./dom.js";
import { exploreLink, lookOf, turnsOf, variantName, variantWords } from "./games.js";
import { icon } from "./icons.js";
import { answerKeyTable } from "./keytable.js";
import { alert, say } from "./live.js";
import { codePegs, keyPegs, peg } from "./pegs.js";
import { draft, settings } from "./settings.js";
import { copied } from "./sharing.js";

export function makeView(game, signal, server) {
  return new Making(game, signal, server).view();
}

class Making {
  #sending = false;

  constructor(game, signal, { local }) {
    this.game = game;
    this.local = local;
    this.signal = signal;
    this.look = lookOf(game);
    this.secret = draft(game.id).secret ?? null;
    this.editing = null; // the index of an earlier turn whose answer is being changed
    this.answer = new AnswerEntry({
      pegs: game.pegs,
      onSend: () => this.send(),
      onCancel: () => this.#stopEditing(),
      onChange: () => this.#tell(""),
    });
    this.board = new Board({
      look: this.look,
      onKeys: game.kind === "solve" ? (index) => this.edit(index) : null,
      shield: this.#showsSecret(),
    });
    this.message = h("div.message");
    this.dock = h("section.dock", { "aria-label": "Your answer" });
    this.side = h("div.side.stack");
    this.summary = h("p.muted.summary");
  }

  view() {
    this.answer.listen(this.signal);
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.signal });
    this.#keepUp();
    this.draw();
    const title = this.game.kind === "duel" ? "Your code, your friend's guesses" : "Set the code";
    return {
      title,
      content: h(
        "div.table",
        { "--pegs": this.game.pegs },
        h("header.table-head", {}, h("h1", {}, title), this.summary),
        h("div.play-area", {}, this.board.element, this.message, this.dock),
        this.side,
      ),
    };
  }

  #showsSecret() {
    return Boolean(this.secret || this.game.secret || this.game.kind === "duel");
  }

  /** The guess that waits for an answer. */
  get #guess() {
    return this.game.kind === "duel" ? this.game.pending : this.game.guess;
  }

  draw({ fresh = false } = {}) {
    const { game } = this;
    const turns = turnsOf(game);
    this.summary.textContent = this.#summary();
    const secret = game.secret ?? this.secret;
    if (secret) this.board.open(readCode(secret), "Your code");
    const inHand = this.#guess && this.editing === null ? { row: this.#guessRow(), keys: this.answer.plate } : null;
    if (this.editing !== null) turns[this.editing].feedback = this.answer.feedback;
    this.board.draw({ turns, inHand, guesses: game.over ? null : game.guesses, fresh, marked: this.editing });
    this.#drawDock();
    this.#drawSide();
  }

  #summary() {
    const { variant, strategy, guesses, guesses_left: left, kind, over } = this.game;
    const name = variantName(variant);
    return [
      name === variantWords(variant) ? name : `${name} (${variantWords(variant)})`,
      kind === "solve" && `the computer plays “${strategy}”`,
      !over && (guesses === null ? "no limit of guesses" : `${left} of ${counted(guesses, "guess")} left`),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  #guessRow() {
    const guess = readCode(this.#guess);
    const pegs = guess.map((color) => h("span.hole", {}, peg(this.look, color, "span.peg.fresh")));
    return h("span.holes", { role: "img", "aria-label": `The guess: ${this.look.words(guess)}` }, pegs);
  }

  #drawDock() {
    const { game } = this;
    if (this.editing !== null) return replace(this.dock, this.#editor());
    if (game.conflict) return replace(this.dock, this.#conflict());
    if (game.over) return replace(this.dock, this.#result());
    if (!this.#guess) return replace(this.dock, this.#waiting());
    const asker = game.kind === "duel" ? "Your friend's guess" : "The computer's guess";
    replace(
      this.dock,
      h("p.asked", {}, `${asker} stands in row ${game.turns.length + 1}. Your key pegs?`),
      this.answer.counters,
      h(
        "div.dock-actions",
        {},
        game.can_undo && this.#undoButton(),
        h("button.button.primary.send", { type: "button", onclick: () => this.send() }, "Send answer"),
      ),
    );
  }

  #undoButton() {
    return h("button.button", { type: "button", onclick: () => this.step("undo") }, icon("undo"), "Take back");
  }

  #editor() {
    const turn = turnsOf(this.game)[this.editing];
    return [
      h(
        "p.asked",
        {},
        `Turn ${this.editing + 1}: `,
        codePegs(this.look, turn.guess),
        `. You said ${feedbackWords(turn.feedback)}.`,
      ),
      this.answer.counters,
      h(
        "div.dock-actions",
        {},
        h("button.button", { type: "button", onclick: () => this.#stopEditing() }, "Leave it"),
        h(
          "button.button.primary.send",
          { type: "button", onclick: () => this.send() },
          `Change turn ${this.editing + 1}`,
        ),
      ),
    ];
  }

  /** Explain a contradiction and offer what each answer could have been. */
  #conflict() {
    const { conflict } = this.game;
    const turns = turnsOf(this.game);
    const mends = conflict.corrections.map(({ turn, could_be: choices }) =>
      h(
        "li.stack.tight",
        {},
        h(
          "p.cluster",
          {},
          h("strong", {}, `Turn ${turn}`),
          codePegs(this.look, turns[turn - 1].guess),
          `you said ${feedbackWords(turns[turn - 1].feedback)}; it could be`,
        ),
        h(
          "div.cluster",
          {},
          choices.map((choice) => this.#mendButton(turn, choice)),
        ),
      ),
    );
    return h(
      "div.notice.bad.stack",
      { role: "alert" },
      h("h2", {}, "These answers can't all be true"),
      h(
        "p",
        {},
        mends.length
          ? "No code gets all of them. If it was one slip, it is one of these; the number of codes that would be left stands beside each."
          : "No code gets all of them, and changing one answer alone doesn't mend it. Tap the key pegs of a row to change its answer.",
      ),
      mends.length > 0 && h("ul.mends.stack", {}, mends),
      mends.length === 0 && conflict.lines.map((line) => h("p", {}, upper(line))),
      h("p.small", {}, "Or tap the key pegs of any row above to change its answer."),
      h("div.cluster", {}, this.#undoButton()),
    );
  }

  #mendButton(turn, { feedback, blacks, whites, left }) {
    const label = `Turn ${turn}: ${feedbackWords({ blacks, whites })}, ${counted(left, "code")} left`;
    return h(
      "button.button.mend",
      { type: "button", "aria-label": label, onclick: () => this.#correct(turn - 1, feedback) },
      keyPegs({ blacks, whites }, this.game.pegs),
      h("span", {}, `${counted(left, "code")}`),
    );
  }

  #result() {
    const { game } = this;
    const who = game.kind === "duel" ? "Your friend" : "The computer";
    const tries = counted(game.turns.length, "guess");
    const words = {
      won: `${who} found it in ${tries}`,
      lost: `${who} did not find it in ${tries}`,
      "given up": "Given up",
    };
    return h(
      "div.result.stack",
      { "data-outcome": game.outcome },
      h("h2", { tabindex: "-1" }, words[game.outcome]),
      game.secret && h("p", {}, "Your code was ", codePegs(this.look, readCode(game.secret)), "."),
      h(
        "div.cluster",
        {},
        h("a.button.primary", { href: game.kind === "duel" ? "/new/duel" : "/new/solve" }, "New game"),
        game.turns.length > 0 && h("a.button", { href: `/review/${game.id}` }, "See the review"),
        game.kind === "solve" && game.can_undo && this.#undoButton(),
      ),
    );
  }

  #waiting() {
    if (!this.game.joined) return this.#invitation();
    return h(
      "p.waiting",
      {},
      this.game.answers === "server"
        ? "Your friend is at it. Each guess appears here with its key pegs."
        : "Your friend is thinking …",
    );
  }

  #invitation() {
    const link = `${location.origin}/join/${this.game.join}`;
    const done = h("span.small", { role: "status" });
    const copy = async () => replace(done, (await copied(link)) ? "Copied." : "Mark the link and copy it by hand.");
    const field = h("input", { type: "text", readonly: true, value: link, onfocus: (event) => event.target.select() });
    return h(
      "div.stack.tight",
      {},
      h("h2", {}, "Send this link to your friend"),
      h("p", {}, "Whoever opens it first breaks your code. The game begins then, and this page follows it by itself."),
      h("label.field", {}, h("span.unseen", {}, "Link to the game"), field),
      h(
        "div.cluster",
        {},
        h("button.button.primary", { type: "button", onclick: copy }, icon("copy"), "Copy the link"),
        done,
      ),
      this.local &&
        h(
          "p.muted.small",
          {},
          "This link works on this computer only: start the server with --host 0.0.0.0 to let others in, or with a --database behind a proxy.",
        ),
    );
  }

  #drawSide() {
    const { game } = this;
    const ended = game.over;
    replace(
      this.side,
      h(
        "section.card.stack.tight",
        {},
        h("h2", {}, "How to answer"),
        h("p", {}, h("span.key.black.inline"), " Black: a peg of the right color in the right place."),
        h(
          "p",
          {},
          h("span.key.white.inline"),
          " White: the color is in your code, but in another place. A peg of your code counts once.",
        ),
        h("p.small.muted", {}, h("a", { href: "/help#duplicates" }, "Doubles, explained by example")),
        game.kind === "solve" &&
          h("p.small.muted", {}, "Made a slip? Tap the key pegs of any row to change that answer."),
      ),
      game.note &&
        h("section.card.stack.tight", {}, h("h2", {}, "How the guess was found"), h("p", {}, upper(game.note), ".")),
      h(
        "section.card",
        {},
        h("h2.unseen", {}, "More"),
        h(
          "div.cluster",
          {},
          !ended &&
            game.kind === "duel" &&
            h("button.button", { type: "button", onclick: () => this.giveUp() }, icon("flag"), "End the game"),
          game.kind === "solve" &&
            game.can_redo &&
            h("button.button", { type: "button", onclick: () => this.step("redo") }, icon("redo"), "Redo"),
          game.kind === "solve" &&
            !game.conflict &&
            h("a.button", { href: exploreLink(game.position) }, "Explore this position"),
          h(
            "button.button",
            { type: "button", onclick: () => openDialog("Keys", answerKeyTable()) },
            h("kbd", {}, "?"),
            "Keys",
          ),
        ),
      ),
    );
  }

  edit(index) {
    this.editing = index;
    this.answer.set(turnsOf(this.game)[index].feedback);
    this.draw();
    this.dock.querySelector(".send").focus();
    say(`Changing the answer of turn ${index + 1}.`);
  }

  #stopEditing() {
    if (this.editing === null) return;
    this.editing = null;
    this.answer.set({ blacks: 0, whites: 0 });
    this.draw();
  }

  async send() {
    const feedback = writeFeedback(this.answer.feedback);
    if (this.editing !== null) return this.#correct(this.editing, feedback);
    if (!this.#guess) return undefined;
    return this.#change(async () => {
      const body = { answer: feedback, turns: this.game.turns.length };
      this.#take(await post(`/games/${this.game.id}/answer`, body, { signal: this.signal, again: true }), {
        fresh: true,
      });
    });
  }

  async #correct(index, feedback) {
    await this.#change(async () => {
      const body = { turn: index + 1, answer: feedback, turns: this.game.turns.length };
      const game = await post(`/games/${this.game.id}/correct`, body, { signal: this.signal, again: true });
      this.editing = null;
      this.#take(game);
      if (!game.conflict && !game.over) this.#tell(`Turn ${index + 1} is changed. The game goes on.`);
    });
  }

  async step(action) {
    await this.#change(async () => {
      this.editing = null;
      this.#take(await post(`/games/${this.game.id}/${action}`, { turns: this.game.turns.length }, { again: true }));
    });
  }

  async giveUp() {
    if (!(await confirmDialog("End the game?", "Your friend sees the code, and the game ends here.", "End it"))) return;
    await this.#change(async () => {
      this.#take(await post(`/games/${this.game.id}/give-up`, { turns: this.game.turns.length }, { again: true }));
    });
  }

  #take(game, { fresh = false } = {}) {
    const before = this.game;
    this.game = game;
    if (game.turns.length !== before.turns.length) this.editing = null; // its turn may be gone
    if (this.editing === null) this.answer.set({ blacks: 0, whites: 0 });
    this.draw({ fresh: fresh && game.turns.length > before.turns.length });
    this.#speak(before);
  }

  #speak(before) {
    const { game } = this;
    if (game.over) {
      const heading = this.dock.querySelector("h2");
      say(heading.textContent);
      heading.focus();
    } else if (game.conflict) {
      this.dock.querySelector("h2")?.scrollIntoView({ block: "nearest" });
    } else if (game.kind === "duel" && game.joined && !before.joined) {
      this.#tell("Your friend is here. The game begins.");
    } else if (game.kind === "duel" && game.turns.length > before.turns.length) {
      const last = turnsOf(game).at(-1);
      this.#tell(`Guess ${game.turns.length}: ${feedbackWords(last.feedback)}.`);
    } else if (this.#guess) {
      say(`The guess is ${this.look.words(readCode(this.#guess))}.`);
    }
  }

  async #change(act) {
    if (this.#sending) return;
    this.#sending = true;
    this.dock.setAttribute("aria-busy", "true");
    this.#tell("");
    const thinking = setTimeout(() => this.#tell("The computer is thinking …"), 700);
    try {
      await act();
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      if (error.details?.game) this.#take(error.details.game);
      replace(this.message, h("p.refusal", {}, error.message));
      alert(error.message);
    } finally {
      clearTimeout(thinking);
      this.#sending = false;
      this.dock.removeAttribute("aria-busy");
    }
  }

  #tell(text) {
    replace(this.message, text && h("p", {}, text));
    if (text) say(text);
  }

  #keepUp() {
    keepUp(this.game, {
      signal: this.signal,
      onGame: (game) => game.version > this.game.version && this.#take(game, { fresh: true }),
      onGone: () => this.#tell("This game was deleted."),
    });
  }

  #key(event) {
    if (event.key !== "?" || !settings().typing || event.target.matches?.("input, textarea, select")) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    openDialog("Keys", answerKeyTable());
  }
}

function upper(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
