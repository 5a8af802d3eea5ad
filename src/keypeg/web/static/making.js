// Setting a code: the computer or another person breaks it, and the person here sets the key pegs.

import { feedbackWords, readCode, readFeedback, writeFeedback } from "./codes.js";
import { contradictionNotice } from "./contradiction.js";
import { button } from "./controls.js";
import { h, replace } from "./dom.js";
import { FeedbackEntry } from "./feedbackentry.js";
import { exploreLink, turnsOf, variantTitle } from "./games.js";
import { icon } from "./icons.js";
import { answerKeyTable } from "./keytable.js";
import { say } from "./live.js";
import { codePegs, pegRow } from "./pegs.js";
import { Seat } from "./seat.js";
import { draft } from "./settings.js";
import { copied } from "./sharing.js";
import { parts, t, upper } from "./words.js";

export function makeView(game, signal, server) {
  return new Making(game, signal, server).view();
}

class Making extends Seat {
  thinking = t("make.thinking");

  constructor(game, signal, { local }) {
    const secret = draft(game.id).secret ?? null;
    const board = {
      onKeys: game.kind === "solve" ? (index) => this.edit(index) : null,
      shield: Boolean(secret || game.secret || game.kind === "duel"),
    };
    super(game, signal, { board, dock: t("make.dock") });
    this.local = local;
    this.secret = secret;
    this.editing = null; // the index of an earlier turn whose feedback is being changed
    this.feedbackEntry = new FeedbackEntry({
      pegs: game.pegs,
      onSend: () => this.send(),
      onCancel: () => this.#stopEditing(),
      onChange: () => this.tell(""),
    });
  }

  view() {
    this.feedbackEntry.listen(this.signal);
    return super.view();
  }

  get title() {
    return t(this.game.kind === "duel" ? "make.duel" : "kind.solve");
  }

  about() {
    const { variant, strategy, kind } = this.game;
    return [variantTitle(variant), kind === "solve" && t("make.plays", { strategy })];
  }

  /** The guess that waits for feedback. */
  get #guess() {
    return this.game.kind === "duel" ? this.game.pending : this.game.guess;
  }

  rows() {
    const secret = this.game.secret ?? this.secret;
    if (secret) this.board.open(readCode(secret), "board.yourCode");
    const turns = turnsOf(this.game);
    if (this.editing !== null) {
      turns[this.editing].feedback = this.feedbackEntry.feedback;
      return { turns, marked: this.editing };
    }
    return { turns, inHand: this.#guess && { row: this.#guessRow(), keys: this.feedbackEntry.plate } };
  }

  #guessRow() {
    const guess = readCode(this.#guess);
    return pegRow(this.look, guess, {
      label: t("board.guess", { code: this.look.words(guess) }),
      spec: "span.peg.fresh",
    });
  }

  drawDock() {
    const { game } = this;
    if (this.editing !== null) return replace(this.dock, this.#editor());
    if (game.contradiction) return replace(this.dock, this.#contradiction());
    if (game.over) return replace(this.dock, this.#result());
    if (!this.#guess) return replace(this.dock, this.#waiting());
    const asked = game.kind === "duel" ? "make.askedByFriend" : "make.asked";
    return replace(
      this.dock,
      h("p.asked", {}, t(asked, { number: game.turns.length + 1 })),
      this.feedbackEntry.counters,
      h("div.dock-actions", {}, game.can_undo && this.#undoButton(), this.#sendButton(t("make.send"))),
    );
  }

  #sendButton(text) {
    return button(text, () => this.send(), "button.button.primary.send");
  }

  #undoButton() {
    return button([icon("undo"), t("make.undo")], () => this.step("undo"));
  }

  #editor() {
    const { guess, feedback } = turnsOf(this.game)[this.editing];
    const number = this.editing + 1;
    const said = feedbackWords(feedback);
    return [
      h("p.asked", {}, parts("make.editing", { number, code: codePegs(this.look, guess), feedback: said })),
      this.feedbackEntry.counters,
      h(
        "div.dock-actions",
        {},
        button(t("make.leave"), () => this.#stopEditing()),
        this.#sendButton(t("make.changeTurn", { number })),
      ),
    ];
  }

  #contradiction() {
    const { contradiction } = this.game;
    return contradictionNotice(contradiction, {
      look: this.look,
      title: t("contradiction.title"),
      said: ({ given }) => t("contradiction.said", { feedback: feedbackWords(readFeedback(given)) }),
      mend: (turn, { feedback }) => [
        "button.button.mend",
        { type: "button", onclick: () => this.#correct(turn - 1, feedback) },
      ],
      lead: h("p", {}, t(contradiction.corrections.length ? "contradiction.slips" : "contradiction.noSlip")),
      ways: [h("p.small", {}, t("contradiction.orTap")), h("div.cluster", {}, this.#undoButton())],
    });
  }

  #result() {
    const { game } = this;
    const code = game.secret && codePegs(this.look, readCode(game.secret));
    return this.result(this.#outcome(), code && h("p", {}, parts("make.codeWas", { code })), [
      h("a.button.primary", { href: game.kind === "duel" ? "/new/duel" : "/new/solve" }, t("newGame")),
      game.turns.length > 0 && h("a.button", { href: `/review/${game.id}` }, t("seeReview")),
      game.kind === "solve" && game.can_undo && this.#undoButton(),
    ]);
  }

  #outcome() {
    const { outcome, turns, kind } = this.game;
    if (outcome === "given up") return t("givenUp");
    const friend = kind === "duel" ? "ByFriend" : "";
    return t(`make.${outcome === "won" ? "found" : "notFound"}${friend}`, {
      guesses: t("guesses", { count: turns.length }),
    });
  }

  #waiting() {
    if (!this.game.joined) return this.#invitation();
    return h("p.waiting", {}, t(this.game.answered_by === "server" ? "make.atIt" : "make.friendThinks"));
  }

  #invitation() {
    const link = `${location.origin}/join/${this.game.join}`;
    const done = h("span.small", { role: "status" });
    const copy = async () => replace(done, t((await copied(link)) ? "make.copied" : "make.byHand"));
    const field = h("input", { type: "text", readonly: true, value: link, onfocus: (event) => event.target.select() });
    return h(
      "div.stack.tight",
      {},
      h("h2", {}, t("make.invite")),
      h("p", {}, t("make.inviteText")),
      h("label.field", {}, h("span.unseen", {}, t("make.link")), field),
      h("div.cluster", {}, button([icon("copy"), t("make.copyLink")], copy, "button.button.primary"), done),
      this.local && h("p.muted.small", {}, t("make.local")),
    );
  }

  drawSide() {
    const { note } = this.game;
    replace(
      this.side,
      this.#howToCard(),
      note && h("section.card.stack.tight", {}, h("h2", {}, t("make.howFound")), h("p", {}, upper(note), ".")),
      this.#moreCard(),
    );
  }

  #howToCard() {
    const solving = this.game.kind === "solve";
    return h(
      "section.card.stack.tight",
      {},
      h("h2", {}, t("make.howTo")),
      h("p", {}, parts("make.black", { key: h("span.key.black.inline") })),
      h("p", {}, parts("make.white", { key: h("span.key.white.inline") })),
      h("p.small.muted", {}, h("a", { href: "/help#duplicates" }, t("make.doubles"))),
      solving && h("p.small.muted", {}, t("make.slip")),
    );
  }

  #moreCard() {
    const { kind, over, can_redo: canRedo, contradiction, position } = this.game;
    const end = () => this.giveUp(t("make.endTitle"), t("make.endText"), t("make.endIt"));
    return h(
      "section.card",
      {},
      h("h2.unseen", {}, t("more")),
      h(
        "div.cluster",
        {},
        !over && kind === "duel" && button([icon("flag"), t("make.end")], end),
        kind === "solve" && canRedo && button([icon("redo"), t("make.redo")], () => this.step("redo")),
        kind === "solve" && !contradiction && h("a.button", { href: exploreLink(position) }, t("explorePosition")),
        this.keysButton(),
      ),
    );
  }

  edit(index) {
    this.editing = index;
    this.feedbackEntry.set(turnsOf(this.game)[index].feedback);
    this.draw();
    this.dock.querySelector(".send").focus();
    say(t("make.changing", { number: index + 1 }));
  }

  #stopEditing() {
    if (this.editing === null) return;
    this.editing = null;
    this.feedbackEntry.set({ blacks: 0, whites: 0 });
    this.draw();
  }

  async send() {
    const feedback = writeFeedback(this.feedbackEntry.feedback);
    if (this.editing !== null) return this.#correct(this.editing, feedback);
    if (!this.#guess) return undefined;
    return this.change(async () => this.take(await this.request("answer", { feedback }), { fresh: true }));
  }

  async #correct(index, feedback) {
    await this.change(async () => {
      const game = await this.request("correct", { turn: index + 1, feedback });
      this.editing = null;
      this.take(game);
      if (!game.contradiction && !game.over) this.tell(t("make.changed", { number: index + 1 }));
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
    if (this.editing === null) this.feedbackEntry.set({ blacks: 0, whites: 0 });
    this.draw({ fresh: fresh && game.turns.length > before.turns.length });
    this.#speak(before);
  }

  #speak(before) {
    const { game } = this;
    if (game.over) {
      this.end();
    } else if (game.contradiction) {
      this.dock.querySelector("h2")?.scrollIntoView({ block: "nearest" });
    } else if (game.kind === "duel" && game.joined && !before.joined) {
      this.tell(t("make.friendIsHere"));
    } else if (game.kind === "duel" && game.turns.length > before.turns.length) {
      const feedback = feedbackWords(turnsOf(game).at(-1).feedback);
      this.tell(t("make.guessed", { number: game.turns.length, feedback }));
    } else if (this.#guess) {
      say(t("make.guessIs", { code: this.look.words(readCode(this.#guess)) }));
    }
  }

  keys() {
    return answerKeyTable();
  }
}
