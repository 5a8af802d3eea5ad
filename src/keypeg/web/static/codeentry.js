// Setting up a code: a row of holes, a tray of colors, and the tools between them; by tap, drag and keys.

import { isTyping } from "./controls.js";
import { isDialogOpen } from "./dialog.js";
import { h } from "./dom.js";
import { draggable } from "./drag.js";
import { Entry } from "./entry.js";
import { icon } from "./icons.js";
import { say } from "./live.js";
import { peg } from "./pegs.js";
import { settings } from "./settings.js";
import { soundPeg } from "./sounds.js";
import { t } from "./words.js";

export class CodeEntry {
  #holes = [];
  #colors = [];

  /** `onSend` is called when a full row is sent, `onChange` after each change; `isRuledOut(at, color)` marks the tray. */
  constructor({ look, label, onSend, onChange = () => {}, isRuledOut = () => false }) {
    this.look = look;
    this.entry = new Entry(look.variant.pegs);
    this.onSend = onSend;
    this.onChange = onChange;
    this.isRuledOut = isRuledOut;
    this.row = h("div.holes", { role: "group", "aria-label": label }, this.#makeHoles());
    const { colors } = look.variant;
    const across = {
      "--across": evenly(colors, 8),
      "--across-wide": evenly(colors, 10),
      "--across-beside": evenly(colors, 5),
    };
    this.tray = h("div.tray", { role: "group", "aria-label": t("entry.colors"), ...across }, this.#makeColors());
    this.tools = this.#makeTools();
    this.update();
  }

  get code() {
    return this.entry.pegs;
  }

  set label(text) {
    this.row.setAttribute("aria-label", text);
  }

  /** Listen to the keys, wherever the focus is, until the signal ends. */
  listen(signal) {
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  place(color, at) {
    if (!this.look.variant.repeats && this.entry.pegs.includes(color)) this.#lift(color);
    if (!this.entry.place(color, at)) return say(t("entry.allLocked"));
    soundPeg();
    this.#changed(this.look.name(color));
  }

  fill(code, words) {
    this.entry.fill(code);
    this.#changed(words);
  }

  /** Put the color set last into all holes still empty, where colors may repeat. */
  fillRest() {
    const { last } = this.entry;
    if (!this.look.variant.repeats) return say(t("entry.once"));
    if (!last) return say(t("entry.nothingToFill"));
    if (this.entry.fillRest(last)) this.#changed(t("entry.filled", { name: this.look.name(last) }));
  }

  clear() {
    if (this.entry.clear()) this.#changed(t("entry.cleared"));
  }

  undo() {
    const undone = this.entry.undo();
    this.#changed(undone ? t("entry.undone", { code: this.look.words(this.code) }) : t("entry.nothingToUndo"));
  }

  redo() {
    if (this.entry.redo()) this.#changed(t("entry.redone", { code: this.look.words(this.code) }));
  }

  toggleLock(at = this.entry.cursor) {
    if (!this.entry.toggleLock(at)) return say(t("entry.nothingToLock"));
    this.#changed(t(this.entry.locked[at] ? "entry.nowLocked" : "entry.nowUnlocked", { number: at + 1 }));
  }

  /** Start the next row. */
  begin() {
    this.entry.begin();
    this.update();
  }

  focus() {
    this.#holes[this.entry.cursor].focus();
  }

  update() {
    const { entry, look } = this;
    this.#holes.forEach((hole, at) => {
      const color = entry.pegs[at];
      const shown = hole.querySelector(".peg");
      if (Number(shown?.dataset.color ?? 0) !== color) {
        shown?.remove();
        if (color) hole.prepend(peg(look, color, "span.peg.fresh"));
      }
      hole.classList.toggle("next", at === entry.cursor);
      hole.classList.toggle("locked", entry.locked[at]);
      hole.tabIndex = at === entry.cursor ? 0 : -1;
      const words = [
        color ? look.name(color) : t("entry.empty"),
        entry.locked[at] && t("entry.locked"),
        at === entry.cursor && t("entry.next"),
      ];
      hole.setAttribute("aria-label", t("entry.hole", { number: at + 1, state: words.filter(Boolean).join(", ") }));
    });
    this.#colors.forEach((button, index) => {
      const out = this.isRuledOut(entry.cursor, index + 1);
      button.classList.toggle("ruled-out", out);
      button.setAttribute("aria-label", this.#colorLabel(index + 1, out));
    });
    this.lockButton.setAttribute("aria-pressed", String(entry.locked[entry.cursor]));
    this.lockButton.setAttribute("aria-disabled", String(!entry.pegs[entry.cursor]));
  }

  #changed(words) {
    this.update();
    say(words);
    this.onChange();
  }

  /** Without repeats a color that is set again is taken along from where it was. */
  #lift(color) {
    const at = this.entry.pegs.indexOf(color);
    if (!this.entry.locked[at]) this.entry.pegs[at] = 0;
  }

  #makeHoles() {
    this.#holes = Array.from({ length: this.entry.size }, (_, at) => {
      const hole = h(
        "button.hole",
        { type: "button", onclick: () => this.#tapHole(at) },
        h("span.lock", {}, icon("lock")),
      );
      draggable(hole, {
        ghost: () => (this.entry.pegs[at] && !this.entry.locked[at] ? peg(this.look, this.entry.pegs[at]) : null),
        onDrop: (target) => this.#drop(at, target),
      });
      return hole;
    });
    return this.#holes;
  }

  #tapHole(at) {
    if (at === this.entry.cursor && this.entry.pegs[at] && !this.entry.locked[at]) {
      this.entry.removeAt(at);
      return this.#emptied();
    }
    this.entry.cursor = at;
    this.#changed(t("entry.chosen", { number: at + 1 }));
  }

  /** A peg was taken out: the hole it left is the next one. */
  #emptied() {
    this.#changed(t("entry.nowEmpty", { number: this.entry.cursor + 1 }));
  }

  #drop(from, target) {
    const to = this.#holes.indexOf(target);
    if (to < 0) {
      if (this.entry.removeAt(from)) this.#emptied();
    } else if (this.entry.swap(from, to)) {
      this.#changed(t("entry.moved", { number: to + 1 }));
    }
  }

  #makeColors() {
    this.#colors = Array.from({ length: this.look.variant.colors }, (_, index) => {
      const color = index + 1;
      const button = h("button.color", { type: "button", onclick: () => this.place(color) }, peg(this.look, color));
      // The focus stays where it was, so that Enter still sends after a click.
      button.addEventListener("mousedown", (event) => event.preventDefault());
      draggable(button, {
        ghost: () => peg(this.look, color),
        onDrop: (target) => this.#holes.includes(target) && this.place(color, this.#holes.indexOf(target)),
      });
      return button;
    });
    return this.#colors;
  }

  #colorLabel(color, isOut) {
    const words = { name: this.look.name(color), label: this.look.label(color) };
    return t(isOut ? "entry.colorRuledOut" : "entry.color", words);
  }

  #makeTools() {
    const tool = (name, label, act, props = {}) =>
      h("button.tool", { type: "button", onclick: act, title: label, ...props }, icon(name), h("span", {}, label));
    this.lockButton = tool("lock", t("entry.lock"), () => this.toggleLock(), { "aria-pressed": "false" });
    return [
      tool("undo", t("entry.undo"), () => this.undo()),
      tool("clear", t("entry.clear"), () => this.clear()),
      this.lockButton,
      this.look.variant.repeats && tool("fill", t("entry.fill"), () => this.fillRest(), { class: "tool fill-tool" }),
    ];
  }

  #key(event) {
    if (event.defaultPrevented || event.altKey || isTyping(event.target) || !this.row.isConnected) return;
    if (isDialogOpen() && !this.row.closest("dialog")) return;
    const acts = event.ctrlKey || event.metaKey ? this.#command(event) : this.#plainKey(event);
    if (acts) event.preventDefault();
  }

  #command(event) {
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.redo();
    else if (key === "z") this.undo();
    else return false;
    return true;
  }

  /** Say whether the key meant something here. Keys that press a focused button stay the button's. */
  #plainKey(event) {
    const { key, target } = event;
    const onControl = target.closest?.("button:not(.hole), a, summary") !== null && target !== document.body;
    switch (key) {
      case "ArrowLeft":
      case "ArrowRight":
        this.entry.move(key === "ArrowLeft" ? -1 : 1);
        this.update();
        this.focus();
        return true;
      case "Backspace":
        if (this.entry.removeLast()) this.#emptied();
        return true;
      case "Delete":
        if (this.entry.removeAt(this.entry.cursor)) this.#emptied();
        return true;
      case "Escape":
        this.clear();
        return true;
      case "Enter":
        if (onControl) return false;
        if (!event.repeat) this.onSend();
        return true;
      case "=":
        this.fillRest();
        return true;
      case " ":
        if (onControl) return false;
        this.toggleLock();
        return true;
      default:
        return this.#typed(event);
    }
  }

  #typed({ key, target }) {
    if (key.length !== 1) return false;
    if (!settings().typing && !this.row.contains(target)) return false;
    const color = this.look.typed(key);
    if (color) this.place(color);
    return Boolean(color);
  }
}

/** How many stand in a line, where all lines are to be about as long and none longer than `most`. */
function evenly(number, most) {
  return Math.ceil(number / Math.ceil(number / most));
}
