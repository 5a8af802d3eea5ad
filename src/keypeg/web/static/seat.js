// One side of the board: what breaking a code and setting one have in common. The stage has three zones: words, board,
// hand. None of them moves during a game.

import { keepUp, post } from "./api.js";
import { Board } from "./board.js";
import { readCode } from "./codes.js";
import { button, isTyping } from "./controls.js";
import { borrowForSheet, confirmDialog, isDialogOpen, openDialog } from "./dialog.js";
import { h, replace } from "./dom.js";
import { Funnel } from "./funnel.js";
import { dateWords, lookOf, turnsOf, variantName } from "./games.js";
import { icon } from "./icons.js";
import { alert, explained } from "./live.js";
import { load } from "./loader.js";
import { BREATH, KEY_PEG, moment, SHIELD } from "./motion.js";
import { settings } from "./settings.js";
import { soundEnd, soundKeys } from "./sounds.js";
import { t } from "./words.js";

const PATIENCE = 700; // milliseconds until a person is told that it takes a while

/**
 * A person's place at a game of the server.
 *
 * A side has a `title`, the words of its `about()`, and its `rows()` on the board. It draws what is in its hand by
 * `drawHand()`, what ends or stops the game by `drawEnding()`, and what helps by `drawExtra()`; goes on with a new state
 * of the game by `take(game, {fresh})`; says how it came out by `outcome()` and shows the code by `uncover({lifted})`; and
 * lists its keys by `keys()`. It may act on more of them by `keyed(event)`, and say by `thinking` what a slow response
 * waits for.
 */
export class Seat {
  #busy = false;
  #news = null; // of the game, heard while something is under way here

  /** `board` has the options of the board, `hand` names what is set up beside it. */
  constructor(game, signal, { board, hand }) {
    this.game = game;
    this.signal = signal;
    this.isRound = Boolean(game.match || game.room); // of a match, or in a room
    this.ended = game.over; // whether the end has been seen: the key pegs and the shield come before it
    this.isEnding = false;
    this.look = lookOf(game);
    this.board = new Board({ look: this.look, ...board });
    this.funnel = new Funnel();
    this.summary = h("span.unseen");
    this.count = h("span.count");
    this.message = h("p.message", { role: "status" });
    this.presence = h("p.presence", { role: "status" });
    this.hand = h("section.hand", { "aria-label": hand });
    this.ending = h("section.hand.ending"); // what ends or stops the game, in the place of the hand or over it
    this.extra = h("div.extra");
    this.element = h(
      "div.stage",
      { "--pegs": game.pegs, "data-role": game.role },
      h("div.words", {}, h("h1", {}, this.summary, this.count), this.message, this.funnel.element, this.presence),
      this.board.element,
      h("div.side", {}, this.hand, this.ending, this.extra),
    );
  }

  view() {
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.signal });
    this.#keepUp();
    this.draw();
    return { title: this.title, content: this.element, bar: this.#bar() };
  }

  async #openOptions(kind, more) {
    const { openOptions } = await load("options");
    await openOptions(kind, this.signal, more);
  }

  /** The name of the game in the head of the page, which opens the options for the next one. */
  #bar() {
    const { daily, variant, kind, match, room } = this.game;
    const open = () => this.#openOptions(room ? "room" : match && kind !== "duel" ? "match" : kind);
    const name = daily
      ? t("daily.on", { date: dateWords(daily, { day: "numeric", month: "short" }) })
      : match
        ? t("match.bar", match)
        : room
          ? t("room.bar", room)
          : variantName(variant);
    const label = t("options.open", { game: name });
    return h(
      "button.variant-button",
      { type: "button", "aria-label": label, title: label, onclick: open },
      h("span", {}, name),
      icon("down"),
    );
  }

  draw({ fresh = false } = {}) {
    const { game } = this;
    this.element.toggleAttribute("data-over", this.ended);
    replace(this.summary, `${[this.title, ...this.about()].filter(Boolean).join(", ")}. `);
    replace(this.count, this.heading());
    this.board.draw({ turns: turnsOf(game), guesses: game.guesses, fresh, ...this.rows() });
    this.#drawPresence();
    this.drawEnding();
    if (this.ended) this.tell(game.secret ? t("board.secret", { code: this.look.words(readCode(game.secret)) }) : "");
    else this.drawHand();
    this.drawExtra();
  }

  /** Say whether the other person has the page open. */
  #drawPresence() {
    const { kind, joined, present } = this.game;
    if (kind !== "duel" || !joined) return;
    this.presence.toggleAttribute("data-here", present);
    const text = t(present ? "duel.here" : "duel.away");
    if (this.presence.textContent !== text) this.presence.textContent = text;
  }

  /** After a game of two: go where the other has set a code already, or set the next one. */
  nextDuel(title) {
    const { id, next } = this.game;
    if (next) return h("a.button.primary.again", { href: `/game/${next}` }, t("duel.next"));
    return button(title, () => this.#openOptions("duel", { after: id }), "button.button.primary.again");
  }

  /** Where a part of a match or a room will be, which comes with the other views: the score, or the way to the next round. */
  roundPart(spec, name) {
    if (!this.isRound) return null;
    const place = h(spec);
    load("rounds").then((rounds) => replace(place, rounds[name](this)));
    return place;
  }

  /** The headline of the result: at the end of a match, who won it. */
  headline() {
    const { outcome } = this.game.match ?? {};
    return outcome ? t(`match.${outcome}`) : this.outcome();
  }

  /** What the person is at: "Guess 5 of 10", or how it came out. */
  heading() {
    const { guesses: count, turns } = this.game;
    if (this.ended) return this.headline();
    const number = Math.min(turns.length + 1, count ?? Infinity);
    return count === null ? t("stage.guess", { number }) : t("stage.guessOf", { number, count });
  }

  /** Let the last key pegs come, open the shield, then show how it came out. */
  async finish(feedback) {
    const { game } = this;
    if (this.isEnding) return; // the news came twice: as a response, and as an event
    this.isEnding = true;
    this.hand.inert = true;
    if (feedback) {
      soundKeys(feedback, KEY_PEG);
      await moment((game.pegs + 2) * KEY_PEG);
    }
    this.uncover({ lifted: true });
    soundEnd(game.outcome === "won");
    await moment(SHIELD + BREATH);
    if (this.signal.aborted) return;
    this.ended = true;
    this.isEnding = false;
    this.hand.inert = false;
    this.draw();
    this.ending.querySelector("h2").focus({ preventScroll: true });
  }

  /** The button that shows in a sheet what stands beside the board where there is room. */
  extraButton(title) {
    const open = () => borrowForSheet(title, this.extra);
    return h("button.tool.extra-button", { type: "button", title, onclick: open }, icon("more"), h("span", {}, title));
  }

  keysButton() {
    return button(t("keys"), () => this.askKeys(), "button.chip.keys-chip");
  }

  askKeys() {
    openDialog(t("keys"), this.keys());
  }

  /** Ask the server to do something in this game, as it stands here. A call that arrives twice counts once. */
  request(action, body = {}, { again = true } = {}) {
    const seen = this.game.turns.length;
    return post(`/games/${this.game.id}/${action}`, { ...body, seen }, { signal: this.signal, again });
  }

  async giveUp(title, text, action) {
    if (!(await confirmDialog(title, text, action))) return;
    await this.change(async () => this.take(await this.request("give-up")));
  }

  get isBusy() {
    return this.#busy;
  }

  /** Do one thing with the server at a time; returns whether it was done. A refusal is shown and changes nothing. */
  async change(act) {
    if (this.#busy) return false;
    this.#busy = true;
    this.hand.setAttribute("aria-busy", "true");
    const patience = this.thinking && setTimeout(() => this.tell(this.thinking), PATIENCE);
    try {
      await act();
      if (this.message.textContent === this.thinking) this.tell("");
      return true;
    } catch (error) {
      if (error.name === "AbortError") return false;
      const reason = explained(error);
      if (error.details?.game) this.take(error.details.game);
      this.#show(reason, true);
      return false;
    } finally {
      clearTimeout(patience);
      this.#busy = false;
      this.hand.removeAttribute("aria-busy");
      this.#catchUp();
    }
  }

  /** Write what happened beside the board; the same element is read aloud. */
  tell(text) {
    this.#show(text, false);
  }

  refuse(text) {
    this.#show(text, true);
    alert(text);
  }

  #show(text, isRefusal) {
    this.message.classList.toggle("refusal", isRefusal);
    this.message.textContent = text;
  }

  #keepUp() {
    keepUp(this.game, {
      signal: this.signal,
      onGame: (game) => this.#hear(game),
      onGone: () => this.refuse(t("play.deleted")),
    });
  }

  /** Go on with what was heard meanwhile, unless it is known by now. */
  #catchUp() {
    const news = this.#news;
    this.#news = null;
    if (news && !this.signal.aborted) this.#hear(news);
  }

  /** Go on with what happened elsewhere; who is there, and what comes next, are told without a new version. */
  #hear(game) {
    if (this.#busy) {
      if (!(this.#news?.version > game.version)) this.#news = game;
      return;
    }
    const { version, next } = this.game;
    if (game.version < version) return;
    if (game.version > version) this.take(game, { fresh: true });
    else this.game = game;
    this.#drawPresence();
    if (!this.ended || game.next === next) return;
    replace(this.ending); // there is another way on from here
    this.drawEnding();
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isDialogOpen()) return;
    if (event.key === "?" && settings().typing) this.askKeys();
    else if (!this.keyed?.(event)) return;
    event.preventDefault();
  }
}
