// Setting a code: the computer or another person breaks it, and the person here sets the key pegs.

import { AnswerEntry } from "./answer.js";
import { counted, feedbackWords, readCode, readFeedback, writeFeedback } from "./codes.js";
import { conflictNotice } from "./conflict.js";
import { button } from "./controls.js";
import { h, replace } from "./dom.js";
import { exploreLink, turnsOf, variantTitle } from "./games.js";
import { icon } from "./icons.js";
import { answerKeyTable } from "./keytable.js";
import { say } from "./live.js";
import { codePegs, pegRow } from "./pegs.js";
import { Seat } from "./seat.js";
import { draft } from "./settings.js";
import { copied } from "./sharing.js";
import { upper } from "./words.js";

export function makeView(game, signal, server) {
  return new Making(game, signal, server).view();
}

class Making extends Seat {
  thinking = "The computer is thinking …";

  constructor(game, signal, { local }) {
    const secret = draft(game.id).secret ?? null;
    const board = {
      onKeys: game.kind === "solve" ? (index) => this.edit(index) : null,
      shield: Boolean(secret || game.secret || game.kind === "duel"),
    };
    super(game, signal, { board, dock: "Your answer" });
    this.local = local;
    this.secret = secret;
    this.editing = null; // the index of an earlier turn whose answer is being changed
    this.answer = new AnswerEntry({
      pegs: game.pegs,
      onSend: () => this.send(),
      onCancel: () => this.#stopEditing(),
      onChange: () => this.tell(""),
    });
  }

  view() {
    this.answer.listen(this.signal);
    return super.view();
  }

  get title() {
    return this.game.kind === "duel" ? "Your code, your friend's guesses" : "Set the code";
  }

  about() {
    const { variant, strategy, kind } = this.game;
    return [variantTitle(variant), kind === "solve" && `the computer plays “${strategy}”`];
  }

  /** The guess that waits for an answer. */
  get #guess() {
    return this.game.kind === "duel" ? this.game.pending : this.game.guess;
  }

  rows() {
    const secret = this.game.secret ?? this.secret;
    if (secret) this.board.open(readCode(secret), "Your code");
    const turns = turnsOf(this.game);
    if (this.editing !== null) {
      turns[this.editing].feedback = this.answer.feedback;
      return { turns, marked: this.editing };
    }
    return { turns, inHand: this.#guess && { row: this.#guessRow(), keys: this.answer.plate } };
  }

  #guessRow() {
    const guess = readCode(this.#guess);
    return pegRow(this.look, guess, { label: `The guess: ${this.look.words(guess)}`, spec: "span.peg.fresh" });
  }

  drawDock() {
    const { game } = this;
    if (this.editing !== null) return replace(this.dock, this.#editor());
    if (game.conflict) return replace(this.dock, this.#conflict());
    if (game.over) return replace(this.dock, this.#result());
    if (!this.#guess) return replace(this.dock, this.#waiting());
    const asker = game.kind === "duel" ? "Your friend's guess" : "The computer's guess";
    return replace(
      this.dock,
      h("p.asked", {}, `${asker} stands in row ${game.turns.length + 1}. Your key pegs?`),
      this.answer.counters,
      h("div.dock-actions", {}, game.can_undo && this.#undoButton(), this.#sendButton("Send answer")),
    );
  }

  #sendButton(text) {
    return button(text, () => this.send(), "button.button.primary.send");
  }

  #undoButton() {
    return button([icon("undo"), "Take back"], () => this.step("undo"));
  }

  #editor() {
    const { guess, feedback } = turnsOf(this.game)[this.editing];
    const number = this.editing + 1;
    return [
      h("p.asked", {}, `Turn ${number}: `, codePegs(this.look, guess), `. You said ${feedbackWords(feedback)}.`),
      this.answer.counters,
      h(
        "div.dock-actions",
        {},
        button("Leave it", () => this.#stopEditing()),
        this.#sendButton(`Change turn ${number}`),
      ),
    ];
  }

  #conflict() {
    const { conflict } = this.game;
    return conflictNotice(conflict, {
      look: this.look,
      said: ({ given }) => `you said ${feedbackWords(readFeedback(given))}; it could be`,
      mend: (turn, { feedback }) => [
        "button.button.mend",
        { type: "button", onclick: () => this.#correct(turn - 1, feedback) },
      ],
      lead: h(
        "p",
        {},
        conflict.corrections.length
          ? "No code gets all of them. If it was one slip, it is one of these; the number of codes that would be left stands beside each."
          : "No code gets all of them, and changing one answer alone doesn't mend it. Tap the key pegs of a row to change its answer.",
      ),
      ways: [
        h("p.small", {}, "Or tap the key pegs of any row above to change its answer."),
        h("div.cluster", {}, this.#undoButton()),
      ],
    });
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
    const secret = game.secret && h("p", {}, "Your code was ", codePegs(this.look, readCode(game.secret)), ".");
    return this.result(words[game.outcome], secret, [
      h("a.button.primary", { href: game.kind === "duel" ? "/new/duel" : "/new/solve" }, "New game"),
      game.turns.length > 0 && h("a.button", { href: `/review/${game.id}` }, "See the review"),
      game.kind === "solve" && game.can_undo && this.#undoButton(),
    ]);
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
      h("div.cluster", {}, button([icon("copy"), "Copy the link"], copy, "button.button.primary"), done),
      this.local &&
        h(
          "p.muted.small",
          {},
          "This link works on this computer only: start the server with --host 0.0.0.0 to let others in, or with a --database behind a proxy.",
        ),
    );
  }

  drawSide() {
    const { note } = this.game;
    replace(
      this.side,
      this.#howToCard(),
      note && h("section.card.stack.tight", {}, h("h2", {}, "How the guess was found"), h("p", {}, upper(note), ".")),
      this.#moreCard(),
    );
  }

  #howToCard() {
    const solving = this.game.kind === "solve";
    return h(
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
      solving && h("p.small.muted", {}, "Made a slip? Tap the key pegs of any row to change that answer."),
    );
  }

  #moreCard() {
    const { kind, over, can_redo: canRedo, conflict, position } = this.game;
    const end = () => this.giveUp("End the game?", "Your friend sees the code, and the game ends here.", "End it");
    return h(
      "section.card",
      {},
      h("h2.unseen", {}, "More"),
      h(
        "div.cluster",
        {},
        !over && kind === "duel" && button([icon("flag"), "End the game"], end),
        kind === "solve" && canRedo && button([icon("redo"), "Redo"], () => this.step("redo")),
        kind === "solve" && !conflict && h("a.button", { href: exploreLink(position) }, "Explore this position"),
        this.keysButton(),
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
    const answer = writeFeedback(this.answer.feedback);
    if (this.editing !== null) return this.#correct(this.editing, answer);
    if (!this.#guess) return undefined;
    return this.change(async () => this.take(await this.request("answer", { answer }), { fresh: true }));
  }

  async #correct(index, answer) {
    await this.change(async () => {
      const game = await this.request("correct", { turn: index + 1, answer });
      this.editing = null;
      this.take(game);
      if (!game.conflict && !game.over) this.tell(`Turn ${index + 1} is changed. The game goes on.`);
    });
  }

  async step(action) {
    await this.change(async () => {
      this.editing = null;
      this.take(await this.request(action));
    });
  }

  take(game, { fresh = false } = {}) {
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
      this.end();
    } else if (game.conflict) {
      this.dock.querySelector("h2")?.scrollIntoView({ block: "nearest" });
    } else if (game.kind === "duel" && game.joined && !before.joined) {
      this.tell("Your friend is here. The game begins.");
    } else if (game.kind === "duel" && game.turns.length > before.turns.length) {
      this.tell(`Guess ${game.turns.length}: ${feedbackWords(turnsOf(game).at(-1).feedback)}.`);
    } else if (this.#guess) {
      say(`The guess is ${this.look.words(readCode(this.#guess))}.`);
    }
  }

  keys() {
    return answerKeyTable();
  }
}
