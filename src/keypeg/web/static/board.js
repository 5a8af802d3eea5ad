// The board: the shield over the secret, the turns made, the row in hand, and the rows still to come, each as high as
// it will ever be.

import { h, replace } from "./dom.js";
import { keyPegs, pegRow } from "./pegs.js";
import { t } from "./words.js";

const ROWS_IN_VIEW = 14; // a longer game scrolls within the board
const ROWS_WITHOUT_LIMIT = 10; // at least, where guesses are not limited

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
      look.isBulls ? "div.board.bulls" : "div.board",
      { "--pegs": pegs, "--key-columns": Math.ceil(pegs / 2), "--shield": shield ? 1.15 : 0 },
      shield && this.#shield,
      this.#turns,
    );
    this.element = h("div.board-frame", {}, this.board);
    this.cover();
  }

  /** Hide the secret. */
  cover() {
    this.#shield.classList.remove("open");
    const marks = Array.from({ length: this.look.variant.pegs }, () => h("span.hole.cover-mark", {}, "?"));
    const covers = h("span.holes", { role: "img", "aria-label": t("board.covered") }, marks);
    replace(this.#shield, h("span.row-number"), covers);
  }

  /** Show the secret, under a label with its {code}; with `lifted` one sees the shield go. */
  open(secret, { label = "board.secret", lifted = false } = {}) {
    this.#shield.classList.add("open");
    const holes = pegRow(this.look, secret, { label: t(label, { code: this.look.words(secret) }) });
    replace(this.#shield, h("span.row-number"), holes, lifted && h("span.lifted", { "aria-hidden": "true" }));
  }

  /**
   * Draw the turns, a guess that was sent and has no feedback yet, the element in hand (or none), and empty rows up to
   * the limit of guesses.
   */
  draw({ turns, sent = null, inHand = null, guesses = null, fresh = false, marked = null }) {
    const rows = turns.map((turn, index) =>
      this.#turnRow(turn, index, { fresh: fresh && index === turns.length - 1, marked: marked === index }),
    );
    if (sent) rows.push(this.#sentRow(sent, rows.length));
    if (inHand && (guesses === null || rows.length < guesses)) rows.push(this.#activeRow(inHand, rows.length));
    const all = Math.max(guesses ?? ROWS_WITHOUT_LIMIT, rows.length);
    this.board.style.setProperty("--rows", Math.min(all, ROWS_IN_VIEW));
    while (rows.length < all) rows.push(this.#futureRow(rows.length));
    replace(this.#turns, rows);
    this.#reveal();
  }

  /** Scroll within the board, and as little as it takes, to the row in hand, or to the last one. */
  #reveal() {
    const played = this.#turns.querySelectorAll(".row:not(.future)");
    const row = this.#turns.querySelector(".active") ?? played[played.length - 1];
    if (!row || this.#turns.scrollHeight <= this.#turns.clientHeight) return;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    const { scrollTop, clientHeight } = this.#turns;
    if (top < scrollTop) this.#turns.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.#turns.scrollTop = bottom - clientHeight;
  }

  #turnRow({ guess, feedback }, index, { fresh, marked }) {
    const keys = keyPegs(feedback, guess.length, this.look);
    if (fresh) {
      keys.classList.add("fresh");
      for (const [at, key] of [...keys.children].entries()) key.style.setProperty("--at", at);
    }
    return h(
      `li.row${marked ? ".marked" : ""}${feedback.blacks === guess.length ? ".found" : ""}`,
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

  #sentRow(guess, index) {
    const keys = keyPegs({ blacks: 0, whites: 0 }, guess.length);
    keys.classList.add("awaited");
    keys.setAttribute("aria-label", t("board.awaited"));
    return h("li.row.sent", {}, h("span.row-number", {}, index + 1), pegRow(this.look, guess), keys);
  }

  #activeRow(inHand, index) {
    return h("li.row.active", { "aria-current": "step" }, h("span.row-number", {}, index + 1), inHand.row, inHand.keys);
  }

  #futureRow(index) {
    const holes = Array.from({ length: this.look.variant.pegs }, () => h("span.hole"));
    const number = h("span.row-number", {}, index + 1);
    return h("li.row.future", { "aria-hidden": "true" }, number, h("span.holes", {}, holes));
  }
}
