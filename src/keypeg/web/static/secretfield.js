// The code that a person sets for the computer or for a friend.

import { CodeEntry } from "./codeentry.js";
import { readVariant, writeCode } from "./codes.js";
import { h, replace } from "./dom.js";
import { Look } from "./pegs.js";
import { t } from "./words.js";

export class SecretField {
  #keys = new AbortController();

  /** Where the computer guesses, the code need not be told. `onSend` is called by Enter. */
  constructor(kind, signal, onSend) {
    this.isOptional = kind === "solve";
    this.isForFriend = kind === "duel";
    this.onSend = onSend;
    this.element = h("div");
    signal.addEventListener("abort", () => this.#keys.abort());
  }

  /** The text of the code, or null as long as a peg is missing. */
  get code() {
    return this.entry?.entry.isFull ? writeCode(this.entry.code) : null;
  }

  /** Draw the field for a variant as the server describes it; the pegs set so far are kept where they still fit. */
  draw({ variant, palette, pegs }) {
    const before = this.entry?.entry.state;
    const look = new Look(readVariant(variant), palette);
    this.entry = new CodeEntry({ look, label: t("new.yourCode"), onSend: this.onSend });
    this.entry.entry.restore(before, look.variant.colors);
    this.entry.update();
    this.#keys.abort();
    this.#keys = new AbortController();
    this.entry.listen(this.#keys.signal);
    const field = h(
      "div.secret-field.stack.tight",
      { "--pegs": pegs },
      h("div.board-frame.flowing", {}, h("div.board.mini", { "--pegs": pegs, "--key-columns": 0 }, this.entry.row)),
      this.entry.tray,
      h("div.tools", {}, this.entry.tools),
    );
    replace(this.element, this.isOptional ? this.#folded(field, before) : this.#open(field));
  }

  #folded(field, before) {
    return h(
      "details",
      { open: Boolean(before?.pegs.some(Boolean)) },
      h("summary", {}, t("new.tell")),
      h("div.stack.tight", {}, h("p.muted.small", {}, t("new.tellNote")), field),
    );
  }

  #open(field) {
    return h(
      "section.stack.tight",
      {},
      h("h2", {}, t("new.yourCode")),
      this.isForFriend && h("p.muted.small", {}, t("new.yourCodeNote")),
      field,
    );
  }
}
