// Setting a code: the computer or another person breaks it, and the person here sets the key pegs.

import { get } from "./api.js";
import { answerWords, feedbackWords, readCode, readFeedback, writeFeedback } from "./codes.js";
import { contradictionNotice } from "./contradiction.js";
import { button } from "./controls.js";
import { h, replace } from "./dom.js";
import { FeedbackEntry } from "./feedbackentry.js";
import { exploreLink, turnsOf, variantTitle } from "./games.js";
import { icon } from "./icons.js";
import { answerKeyTable } from "./keytable.js";
import { say } from "./live.js";
import { codePegs, keyPeg, pegRow } from "./pegs.js";
import { playAgain } from "./playagain.js";
import { result } from "./result.js";
import { Seat } from "./seat.js";
import { draft } from "./settings.js";
import { linkField } from "./sharing.js";
import { strategyWords } from "./strategies.js";
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
    super(game, signal, { board, hand: t("make.hand") });
    this.local = local;
    this.secret = secret;
    this.editing = null; // the index of an earlier turn whose feedback is being changed
    this.feedbackEntry = new FeedbackEntry({
      look: this.look,
      onSend: () => this.send(),
      onCancel: () => this.#stopEditing(),
      onChange: () => this.#ask(),
    });
  }

  view() {
    this.feedbackEntry.listen(this.signal);
    this.uncover();
    this.#follow();
    this.#ask();
    return super.view();
  }

  get title() {
    return t(this.game.kind === "duel" ? "make.duel" : "kind.solve");
  }

  about() {
    const { variant, strategy, kind } = this.game;
    return [variantTitle(variant), kind === "solve" && t("make.plays", { strategy: strategyWords(strategy) })];
  }

  /** The guess that waits for feedback. */
  get #guess() {
    return this.game.kind === "duel" ? this.game.pending : this.game.guess;
  }

  /** A code that the person told stands open on their side of the board. */
  uncover() {
    const secret = this.game.secret ?? this.secret;
    if (secret) this.board.open(readCode(secret), { label: "board.yourCode" });
  }

  #ask() {
    if (this.editing !== null || !this.#guess || this.game.over) return;
    const { kind, match, turns } = this.game;
    const think = match && !turns.length ? "match.think" : "make.asked";
    this.tell(t(kind === "duel" ? "make.askedByFriend" : think));
  }

  /** Show how the computer closes in. */
  async #follow() {
    const { id, kind } = this.game;
    if (kind !== "solve") return;
    const { counts } = await get(`/games/${id}/funnel`, { signal: this.signal });
    this.funnel.show(counts);
  }

  rows() {
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

  /** Whether the link to the game has not been opened yet. */
  get #isAlone() {
    return this.game.kind === "duel" && !this.game.joined;
  }

  drawEnding() {
    const { contradiction } = this.game;
    if (this.editing !== null) replace(this.ending);
    else if (contradiction) replace(this.ending, this.#contradiction());
    else if (this.ended) replace(this.ending, this.#result());
    else replace(this.ending, this.#isAlone && this.#invitation());
  }

  drawHand() {
    const { game } = this;
    if (this.editing !== null) return replace(this.hand, this.#editor());
    if (game.over || game.contradiction) return undefined;
    if (!this.#guess) return replace(this.hand, this.#waiting(), h("div.hand-actions", {}, this.#extraButton()));
    return replace(
      this.hand,
      this.feedbackEntry.counters,
      h(
        "div.hand-actions",
        {},
        h("div.tools", {}, game.kind === "solve" && this.#undoTool(), this.#extraButton()),
        this.#sendButton(t("make.send")),
      ),
    );
  }

  #extraButton() {
    return this.extraButton(t("more"));
  }

  #undoTool() {
    const title = t("make.undo");
    const { can_undo: can } = this.game;
    const undo = { type: "button", title, "aria-disabled": String(!can), onclick: () => can && this.step("undo") };
    return h("button.tool.labelled", undo, icon("undo"), h("span", {}, title));
  }

  #sendButton(text) {
    return button(text, () => this.send(), "button.button.primary.send");
  }

  #undoButton() {
    return button([icon("undo"), t("make.undo")], () => this.step("undo"));
  }

  #editor() {
    const number = this.editing + 1;
    return [
      this.feedbackEntry.counters,
      h(
        "div.hand-actions",
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
      said: ({ given }) => t("contradiction.said", { feedback: feedbackWords(readFeedback(given), this.look) }),
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
    const again =
      this.roundPart("div.again.onward", "nextRound") ??
      (game.kind === "duel"
        ? this.nextDuel(t("duel.rematch"))
        : button(t("playAgain"), () => this.change(() => playAgain("solve")), "button.button.primary.again"));
    const code = game.secret && codePegs(this.look, readCode(game.secret));
    return result(this, {
      title: this.headline(),
      text: [
        game.match?.over && h("p", {}, `${this.outcome()}.`),
        code && h("p", {}, parts("make.codeWas", { code })),
        this.roundPart("div", "scoreBoard"),
      ],
      ways: [
        again,
        game.turns.length > 0 && h("a.button", { href: `/review/${game.id}` }, t("seeReview")),
        game.kind === "solve" && game.can_undo && this.#undoButton(),
      ],
    });
  }

  /** What the person is at: the other side's guess, or waiting for a friend. */
  heading() {
    const { kind, guesses: count, turns } = this.game;
    if (this.ended) return this.headline();
    if (this.#isAlone) return t("make.awaited");
    const number = Math.min(turns.length + 1, count ?? Infinity);
    const key = kind === "duel" ? "make.friendsGuess" : "make.computersGuess";
    return count === null ? t(key, { number }) : t(`${key}Of`, { number, count });
  }

  outcome() {
    const { outcome, turns, kind } = this.game;
    if (outcome === "given up") return t("givenUp");
    const friend = kind === "duel" ? "ByFriend" : "";
    return t(`make.${outcome === "won" ? "found" : "notFound"}${friend}`, { count: turns.length });
  }

  #waiting() {
    return h("p.waiting", {}, t(this.game.answered_by === "server" ? "make.atIt" : "make.friendThinks"));
  }

  #invitation() {
    const link = `${location.origin}/join/${this.game.join}`;
    return h(
      "div.invitation.stack.tight",
      {},
      h("h2", {}, t("make.invite")),
      h("p", {}, t("make.inviteText")),
      linkField(link, t("make.inviteWords"), this.#extraButton()),
      this.local && h("p.muted.small", {}, t("make.local")),
    );
  }

  drawExtra() {
    const { note, over } = this.game;
    replace(
      this.extra,
      !over && this.roundPart("section", "scoreBoard"),
      !over && this.#answers && this.#howToCard(),
      note && h("section.stack.tight", {}, h("h2", {}, t("make.howFound")), h("p.small", {}, upper(note), ".")),
      this.#moreCard(),
    );
  }

  /** Whether the person here sets the key pegs, and not Keypeg. */
  get #answers() {
    return this.game.kind === "solve" || this.game.answered_by === "codemaker";
  }

  #inlineKey(kind) {
    const key = keyPeg(kind, this.look);
    key.classList.add("inline");
    return key;
  }

  #howToCard() {
    const solving = this.game.kind === "solve";
    const bulls = this.look.isBulls;
    return h(
      "section.stack.tight.small",
      {},
      h("h2", {}, t("make.howTo")),
      h("p", {}, parts(bulls ? "make.bull" : "make.black", { key: this.#inlineKey("black") })),
      h("p", {}, parts(bulls ? "make.cow" : "make.white", { key: this.#inlineKey("white") })),
      h("p.small.muted", {}, h("a", { href: "/help#duplicates" }, t("make.doubles"))),
      solving && h("p.small.muted", {}, t("make.slip")),
    );
  }

  #moreCard() {
    const { kind, over, can_redo: canRedo, contradiction, position, match } = this.game;
    const end = () => this.giveUp(t("make.endTitle"), t("make.endText"), t("make.endIt"));
    return h(
      "div.chips",
      {},
      !over && kind === "duel" && !match && button([icon("flag"), t("make.end")], end, "button.chip"),
      kind === "solve" && canRedo && button([icon("redo"), t("make.redo")], () => this.step("redo"), "button.chip"),
      kind === "solve" &&
        !contradiction &&
        h("a.chip", { href: exploreLink(position, this.look) }, t("explorePosition")),
      this.#answers && this.keysButton(),
    );
  }

  edit(index) {
    const { feedback } = turnsOf(this.game)[index];
    this.editing = index;
    this.feedbackEntry.set(feedback);
    this.draw();
    this.hand.querySelector(".send").focus();
    this.tell(t("make.changing", { number: index + 1, feedback: feedbackWords(feedback, this.look) }));
  }

  #stopEditing() {
    if (this.editing === null) return;
    this.editing = null;
    this.feedbackEntry.set({ blacks: 0, whites: 0 });
    this.draw();
    this.tell("");
    this.#ask();
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
    this.ended &&= game.over; // an answer taken back goes on with the game
    const added = game.turns.length > before.turns.length;
    this.draw({ fresh: fresh && added });
    this.#follow();
    if (game.over && !this.ended) this.finish(added ? turnsOf(game).at(-1).feedback : null);
    else this.#speak(before);
  }

  #speak(before) {
    const { game } = this;
    if (game.contradiction) {
      this.tell(""); // the notice says it
    } else if (game.kind === "duel" && game.joined && !before.joined) {
      this.tell(t("make.friendIsHere"));
    } else if (game.kind === "duel" && game.turns.length > before.turns.length) {
      this.tell(answerWords(turnsOf(game).at(-1).feedback, this.look));
    } else if (this.#guess) {
      this.#ask();
      say(t("make.guessIs", { code: this.look.words(readCode(this.#guess)) }));
    }
  }

  keys() {
    return answerKeyTable();
  }
}
