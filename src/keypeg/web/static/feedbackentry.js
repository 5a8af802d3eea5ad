// Setting key pegs: how many black, how many white; by two counters, by tapping the plate, and by keys.

import { feedbackWords } from "./codes.js";
import { isTyping } from "./controls.js";
import { isDialogOpen } from "./dialog.js";
import { h, replace } from "./dom.js";
import { say } from "./live.js";
import { keyPeg, looseKeys } from "./pegs.js";
import { t } from "./words.js";

const KINDS = [
  { name: "blacks", word: "black", head: "bull" },
  { name: "whites", word: "white", head: "cow" },
];

export class FeedbackEntry {
  /** `onSend` is called by Enter, `onCancel` by Esc when nothing is set, `onChange` after each change. */
  constructor({ look, onSend, onCancel = () => {}, onChange = () => {} }) {
    const { pegs } = look.variant;
    this.look = look;
    this.pegs = pegs;
    this.onSend = onSend;
    this.onCancel = onCancel;
    this.onChange = onChange;
    this.feedback = { blacks: 0, whites: 0 };
    this.plate = h("button.keys.plate", {
      type: "button",
      onclick: () => this.#tapPlate(),
      "--key-columns": Math.ceil(pegs / 2),
    });
    this.counters = h(
      "div.counters",
      {},
      KINDS.map((kind) => this.#counter(kind)),
    );
    this.set({ blacks: 0, whites: 0 });
  }

  listen(signal) {
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  set(feedback) {
    this.feedback = { ...feedback };
    this.#update();
  }

  /** Add or take away key pegs of one kind, as long as there are holes for them. */
  step(name, by) {
    const { blacks, whites } = this.feedback;
    const number = this.feedback[name] + by;
    if (number < 0 || (by > 0 && blacks + whites >= this.pegs)) return;
    this.set({ ...this.feedback, [name]: number });
    say(feedbackWords(this.feedback, this.look));
    this.onChange();
  }

  /** A tap on the plate adds a black peg; on a full plate it starts again. */
  #tapPlate() {
    const { blacks, whites } = this.feedback;
    if (blacks + whites < this.pegs) return this.step("blacks", 1);
    this.#clear();
    say(feedbackWords(this.feedback, this.look));
  }

  #clear() {
    this.set({ blacks: 0, whites: 0 });
    this.onChange();
  }

  #counter({ name, word, head }) {
    const title = t(`feedback.${this.look.isBulls ? head : word}`);
    const note = t(`feedback.${word}Note`);
    const value = h("output.counter-value.numbers", { "data-kind": name });
    const button = (by, label, sign) =>
      h(
        "button.button.counter-button",
        { type: "button", "aria-label": label, "data-step": `${name} ${by}`, onclick: () => this.step(name, by) },
        sign,
      );
    return h(
      "div.counter",
      { role: "group", "aria-label": t("feedback.about", { title, note }) },
      h(
        "span.counter-name",
        {},
        keyPeg(word, this.look),
        h("span", {}, h("strong", {}, title), h("span.muted.small", {}, note)),
      ),
      button(-1, t(`feedback.${word}Less`), "−"),
      value,
      button(1, t(`feedback.${word}More`), "+"),
    );
  }

  #update() {
    const { blacks, whites } = this.feedback;
    replace(this.plate, looseKeys(this.feedback, this.pegs, this.look));
    this.plate.setAttribute("aria-label", t("feedback.plate", { feedback: feedbackWords(this.feedback, this.look) }));
    for (const value of this.counters.querySelectorAll("output")) value.textContent = this.feedback[value.dataset.kind];
    for (const button of this.counters.querySelectorAll("[data-step]")) {
      const [name, by] = button.dataset.step.split(" ");
      const off = Number(by) < 0 ? this.feedback[name] === 0 : blacks + whites >= this.pegs;
      button.setAttribute("aria-disabled", String(off));
    }
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
    if (!this.counters.isConnected || isTyping(event.target)) return;
    if (this.#acts(event)) event.preventDefault();
  }

  #acts({ key, target, repeat }) {
    const { blacks, whites } = this.feedback;
    switch (key.toLowerCase()) {
      case "b":
        this.step("blacks", 1);
        break;
      case "w":
        this.step("whites", 1);
        break;
      case "backspace":
        this.step(whites ? "whites" : "blacks", -1);
        break;
      case "escape":
        if (blacks || whites) this.#clear();
        else this.onCancel();
        break;
      case "enter":
        if (target.closest?.("button, a, summary")) return false;
        if (!repeat) this.onSend(); // a key held down would answer the next guess too
        break;
      default:
        return false;
    }
    return true;
  }
}
