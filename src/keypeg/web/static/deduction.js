// A deduction on the board: one step after the other, with the turns that it uses, and what is known by then of each
// color in each place.

import { Board } from "./board.js";
import { button, isTyping } from "./controls.js";
import { isDialogOpen } from "./dialog.js";
import { h, replace } from "./dom.js";
import { say } from "./live.js";
import { peg } from "./pegs.js";
import { drawAll } from "./task.js";
import { t } from "./words.js";

export class Deduction {
  #grid = h("div.known", { "aria-hidden": "true" }); // the steps say it all in words
  #items;
  #back = button(t("deduction.back"), () => this.show(this.number - 1));
  #next = button(t("deduction.next"), () => this.show(this.number + 1), "button.button.primary");

  /** `steps` are told up to `number`, at first to none, or with `isTold` to the last. */
  constructor({ look, turns, steps, signal, isTold = false }) {
    Object.assign(this, { look, turns, steps });
    this.board = drawAll(new Board({ look, shield: false }), turns);
    this.#items = steps.map((step, at) => this.#item(step, at + 1));
    this.list = h("ol.deduction-steps", { "aria-label": t("deduction.steps") }, this.#items);
    this.element = h(
      "div.deduction",
      { "--pegs": look.variant.pegs },
      h("div.deduction-board", {}, this.board, this.#grid),
      h("div.stack.tight", {}, h("div.deduction-moves", {}, this.#back, this.#next), this.list),
    );
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.show(isTold ? steps.length : 0, { isQuiet: true });
  }

  /** Go to a step, which is the last one that is told. */
  show(number, { isQuiet = false } = {}) {
    this.number = Math.min(Math.max(number, 0), this.steps.length);
    const step = this.steps[this.number - 1];
    const rows = this.board.querySelectorAll("ol > li.row");
    for (const [at, row] of rows.entries()) row.classList.toggle("marked", Boolean(step?.turns.includes(at + 1)));
    this.#items.forEach((item, at) => {
      item.hidden = at >= this.number;
      at === this.number - 1 ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current");
    });
    this.#back.setAttribute("aria-disabled", String(this.number === 0));
    this.#next.setAttribute("aria-disabled", String(this.number === this.steps.length));
    replace(this.#grid, this.#cells());
    if (!isQuiet && step) say(step.words.join(" "));
  }

  #item({ words, concludes }, number) {
    const [first, ...more] = words;
    const act = { type: "button", onclick: () => this.show(number) };
    return h(
      "li",
      {},
      h("button.deduction-step", act, first),
      linesBelow(more),
      concludes.length === 0 && h("span.unseen", {}, t("deduction.contradiction")),
    );
  }

  #cells() {
    const { pegs, colors } = this.look.variant;
    const known = knownAfter(this.steps.slice(0, this.number), pegs, colors);
    const before = knownAfter(this.steps.slice(0, Math.max(this.number - 1, 0)), pegs, colors);
    const places = Array.from({ length: pegs }, (_, at) => h("span.known-place", {}, at + 1));
    const rows = Array.from({ length: colors }, (_, index) => [
      h("span.known-count", {}, countText(known.least[index], known.most[index], pegs)),
      Array.from({ length: pegs }, (_, at) => {
        const state = known.places[at][index];
        const isFresh = state !== before.places[at][index];
        return h(`span.known-cell.${state}${isFresh ? ".fresh" : ""}`, {}, peg(this.look, index + 1));
      }),
    ]);
    return [h("span"), places, rows];
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (isDialogOpen() || !this.element.isConnected) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.show(this.number + by);
  }
}

/** Lines that belong to another: what is supposed in a step, or the steps of a proof. */
export function linesBelow(lines) {
  if (!lines.length) return null;
  return h(
    "ul",
    {},
    lines.map((line) => h("li", {}, line.trim().replace(/^- /, ""))),
  );
}

/** What is known after some steps: each color in each place is open, out or sure, and how often each color comes. */
function knownAfter(steps, pegs, colors) {
  const places = Array.from({ length: pegs }, () => Array(colors).fill("open"));
  const least = Array(colors).fill(0);
  const most = Array(colors).fill(pegs);
  for (const { kind, color, peg: place, number } of steps.flatMap(({ concludes }) => concludes)) {
    if (kind === "in") least[color - 1] = Math.max(least[color - 1], number);
    if (kind === "most") most[color - 1] = Math.min(most[color - 1], number);
    if (kind === "most" && number === 0) for (const open of places) open[color - 1] = "out";
    if (kind === "not") places[place - 1][color - 1] = "out";
    if (kind === "is") places[place - 1] = places[place - 1].map((_, index) => (index === color - 1 ? "sure" : "out"));
  }
  return { places, least, most };
}

function countText(least, most, pegs) {
  if (least === most) return `${least}×`;
  if (most < pegs) return `≤ ${most}`;
  return least > 0 ? `≥ ${least}` : "";
}
