// One side of the board: what breaking a code and setting one have in common.

import { keepUp, post } from "./api.js";
import { Board } from "./board.js";
import { button, isTyping } from "./controls.js";
import { confirmDialog, isDialogOpen, openDialog } from "./dialog.js";
import { h, replace } from "./dom.js";
import { lookOf, turnsOf } from "./games.js";
import { alert, explained, say } from "./live.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

const PATIENCE = 700; // milliseconds until a person is told that it takes a while

/**
 * A person's place at a game of the server.
 *
 * A side has a `title`, the words of its `about()`, its `rows()` on the board, draws what is in its dock and beside the
 * board by `drawDock()` and `drawSide()`, goes on with a new state of the game by `take(game, {fresh})`, and lists its
 * keys by `keys()`. It may act on more of them by `keyed(event)`, and say by `thinking` what a slow response waits for.
 */
export class Seat {
  #busy = false;

  /** `board` has the options of the board, `dock` names what is set up below it. */
  constructor(game, signal, { board, dock }) {
    this.game = game;
    this.signal = signal;
    this.look = lookOf(game);
    this.board = new Board({ look: this.look, ...board });
    this.message = h("div.message");
    this.dock = h("section.dock", { "aria-label": dock });
    this.side = h("div.side.stack");
    this.summary = h("p.muted.summary");
  }

  view() {
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.signal });
    this.#keepUp();
    this.draw();
    return {
      title: this.title,
      content: h(
        "div.table",
        { "--pegs": this.game.pegs },
        h("header.table-head", {}, h("h1", {}, this.title), this.summary),
        h("div.play-area", {}, this.board.element, this.message, this.aids?.element, this.dock),
        this.side,
      ),
    };
  }

  draw({ fresh = false } = {}) {
    const { game } = this;
    this.summary.textContent = [...this.about(), !game.over && this.#limit()].filter(Boolean).join(" · ");
    this.board.draw({ turns: turnsOf(game), guesses: game.over ? null : game.guesses, fresh, ...this.rows() });
    this.drawDock();
    this.drawSide();
  }

  #limit() {
    const { guesses, guesses_left: left } = this.game;
    return guesses === null ? t("noLimit") : t("left", { left, count: guesses });
  }

  /** The end of the game: how it came out, and the ways on from there. */
  result(title, text, ways) {
    const heading = h("h2", { tabindex: "-1" }, title);
    return h("div.result.stack", { "data-outcome": this.game.outcome }, heading, text, h("div.cluster", {}, ways));
  }

  /** Say how the game came out, and lead to it. */
  end(...more) {
    const heading = this.dock.querySelector("h2");
    say([heading.textContent, ...more].filter(Boolean).join(". "));
    heading.focus();
  }

  keysButton() {
    return button([h("kbd", {}, "?"), t("keys")], () => this.askKeys());
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

  /** Do one thing with the server at a time; returns whether it was done. A refusal is shown and changes nothing. */
  async change(act) {
    if (this.#busy) return false;
    this.#busy = true;
    this.dock.setAttribute("aria-busy", "true");
    this.tell("");
    const patience = this.thinking && setTimeout(() => this.tell(this.thinking), PATIENCE);
    try {
      await act();
      if (this.message.textContent === this.thinking) this.tell("");
      return true;
    } catch (error) {
      if (error.name === "AbortError") return false;
      const reason = explained(error);
      if (error.details?.game) this.take(error.details.game);
      this.#show("p.refusal", reason);
      return false;
    } finally {
      clearTimeout(patience);
      this.#busy = false;
      this.dock.removeAttribute("aria-busy");
    }
  }

  tell(text, spoken = text) {
    this.#show("p", text);
    if (spoken) say(spoken);
  }

  refuse(text) {
    this.#show("p.refusal", text);
    alert(text);
  }

  #show(spec, text) {
    replace(this.message, text && h(spec, {}, text));
  }

  #keepUp() {
    keepUp(this.game, {
      signal: this.signal,
      onGame: (game) => game.version > this.game.version && this.take(game, { fresh: true }),
      onGone: () => this.refuse(t("play.deleted")),
    });
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isDialogOpen()) return;
    if (event.key === "?" && settings().typing) this.askKeys();
    else if (!this.keyed?.(event)) return;
    event.preventDefault();
  }
}
