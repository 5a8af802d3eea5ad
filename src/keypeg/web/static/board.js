// The board: the shield over the secret, the turns made, the row in hand, and the rows still to come.

import { h, replace } from "./dom.js";
import { keyPegs, pegRow } from "./pegs.js";
import { t } from "./words.js";

const MOST_FUTURE_ROWS = 12;

export class Board {
  #turns = h("ol", { "aria-label": t("board.turns") });
  #shield = h("div.shield");

  /** `onRow(index)` acts on a row by its number, `rowLabel(turn)` names that act; `onKeys(index)` opens the feedback of a row. */
  constructor({ look, onRow = null, rowLabel = null, onKeys = null, shield = true }) {
    this.look = look;
    this.onRow = onRow;
    this.rowLabel = rowLabel;
    this.onKeys = onKeys;
    const { pegs } = look.variant;
    this.board = h(
      "div.board",
      { "--pegs": pegs, "--key-columns": Math.ceil(pegs / 2), "data-size": pegs > 6 ? "large" : "small" },
      shield && this.#shield,
      this.#turns,
    );
    this.element = h("div.board-frame", {}, this.board);
    this.cover();
  }

  /** Hide the secret. */
  cover() {
    this.#shield.classList.remove("open");
    const covers =
      this.look.colors.length && Array.from({ length: this.look.variant.pegs }, () => h("span.cover", {}, "?"));
    replace(
      this.#shield,
      h("span.row-number"),
      h("span.holes", { role: "img", "aria-label": t("board.covered") }, covers),
    );
  }

  /** Show the secret, under a label with its {code}. */
  open(secret, label = "board.secret") {
    this.#shield.classList.add("open");
    const holes = pegRow(this.look, secret, { label: t(label, { code: this.look.words(secret) }) });
    replace(this.#shield, h("span.row-number"), holes);
  }

  /** Draw the turns, the element in hand (or none), and empty rows up to the limit of guesses. */
  draw({ turns, inHand = null, guesses = null, fresh = false, marked = null }) {
    const rows = turns.map((turn, index) =>
      this.#turnRow(turn, index, { fresh: fresh && index === turns.length - 1, marked: marked === index }),
    );
    if (inHand) rows.push(this.#activeRow(inHand, turns.length));
    const taken = rows.length;
    const future = guesses === null ? 0 : Math.min(guesses - taken, MOST_FUTURE_ROWS);
    for (let at = 0; at < future; at++) rows.push(this.#futureRow(taken + at));
    replace(this.#turns, rows);
    if (turns.length) this.#reveal();
  }

  /** Scroll as little as it takes to show the row in hand, or the last one. */
  #reveal() {
    const row = this.#turns.querySelector(".active") ?? this.#turns.children[this.#turns.children.length - 1];
    requestAnimationFrame(() => row.scrollIntoView({ block: "nearest" }));
  }

  #turnRow({ guess, feedback }, index, { fresh, marked }) {
    const keys = keyPegs(feedback, guess.length);
    if (fresh) {
      keys.classList.add("fresh");
      for (const [at, key] of [...keys.children].entries()) key.style.setProperty("--at", at);
    }
    return h(
      `li.row${marked ? ".marked" : ""}`,
      {},
      this.#number(index, { guess, feedback }),
      pegRow(this.look, guess),
      this.onKeys ? this.#keysButton(keys, index) : keys,
    );
  }

  #number(index, turn) {
    if (!this.onRow) return h("span.row-number", {}, index + 1);
    const label = this.rowLabel(turn, index);
    return h(
      "button.row-number",
      { type: "button", "aria-label": label, title: label, onclick: () => this.onRow(index) },
      index + 1,
    );
  }

  #keysButton(keys, index) {
    const label = t("board.change", { number: index + 1, feedback: keys.getAttribute("aria-label") });
    keys.removeAttribute("role");
    keys.removeAttribute("aria-label");
    keys.setAttribute("aria-hidden", "true");
    const act = { type: "button", "aria-label": label, title: label, onclick: () => this.onKeys(index) };
    return h("button.keys-button", act, keys);
  }

  #activeRow(inHand, index) {
    const room = inHand.keys ?? h("span.keys-room");
    return h("li.row.active", { "aria-current": "step" }, h("span.row-number", {}, index + 1), inHand.row, room);
  }

  #futureRow(index) {
    const holes = Array.from({ length: this.look.variant.pegs }, () => h("span.hole"));
    return h(
      "li.row.future",
      { "aria-hidden": "true" },
      h("span.row-number", {}, index + 1),
      h("span.holes", {}, holes),
      h("span.keys-room"),
    );
  }
}
