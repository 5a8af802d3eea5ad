// Notes: which colors a player has ruled out, hole by hole. They are the player's own and checked by nobody.

import { h } from "./dom.js";
import { peg } from "./pegs.js";
import { t } from "./words.js";

export class Notes {
  /** `marks` are pairs "hole color" ruled out, as kept over a reload; `onChange` is told the new ones. */
  constructor({ look, marks = [], onChange }) {
    this.look = look;
    this.marks = new Set(marks);
    this.onChange = onChange;
    this.table = h(
      "table.notes",
      { "--pegs": look.variant.pegs },
      h("caption.unseen", {}, t("notes.caption")),
      this.#head(),
      h("tbody", {}, this.#rows()),
    );
    this.element = h("div.notes-frame", {}, this.table);
    this.#update();
  }

  isRuledOut(at, color) {
    return this.marks.has(`${at} ${color}`);
  }

  clear() {
    this.marks.clear();
    this.#changed();
  }

  #head() {
    const holes = Array.from({ length: this.look.variant.pegs }, (_, at) => h("th", { scope: "col" }, at + 1));
    return h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span.unseen", {}, t("notes.color"))), holes));
  }

  #rows() {
    const { pegs, colors } = this.look.variant;
    return Array.from({ length: colors }, (_, index) => {
      const color = index + 1;
      const whole = h(
        "button.note-color",
        { type: "button", onclick: () => this.#toggleColor(color) },
        peg(this.look, color),
      );
      const cells = Array.from({ length: pegs }, (_, at) => h("td", {}, this.#cell(at, color)));
      return h("tr", { "data-color": color }, h("th", { scope: "row" }, whole), cells);
    });
  }

  #cell(at, color) {
    return h("button.note", { type: "button", "data-mark": `${at} ${color}`, onclick: () => this.#toggle(at, color) });
  }

  #toggle(at, color) {
    const mark = `${at} ${color}`;
    if (!this.marks.delete(mark)) this.marks.add(mark);
    this.#changed();
  }

  #toggleColor(color) {
    const all = Array.from({ length: this.look.variant.pegs }, (_, at) => `${at} ${color}`);
    const out = all.every((mark) => this.marks.has(mark));
    for (const mark of all) out ? this.marks.delete(mark) : this.marks.add(mark);
    this.#changed();
  }

  #changed() {
    this.#update();
    this.onChange([...this.marks]);
  }

  #update() {
    for (const cell of this.table.querySelectorAll(".note")) {
      const [at, color] = cell.dataset.mark.split(" ").map(Number);
      const out = this.isRuledOut(at, color);
      cell.setAttribute("aria-pressed", String(out));
      cell.setAttribute("aria-label", t("notes.hole", { name: this.look.name(color), number: at + 1 }));
    }
    for (const row of this.table.querySelectorAll("tbody tr")) {
      const color = Number(row.dataset.color);
      const out = Array.from({ length: this.look.variant.pegs }, (_, at) => this.isRuledOut(at, color)).every(Boolean);
      const button = row.querySelector(".note-color");
      button.setAttribute("aria-pressed", String(out));
      button.setAttribute("aria-label", t("notes.everywhere", { name: this.look.name(color) }));
    }
  }
}
