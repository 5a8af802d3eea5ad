// The row that is being set up: pegs, locks, the hole that takes the next peg, and undo. Knows nothing of the screen.

export class Entry {
  #past = [];
  #future = [];

  constructor(size) {
    this.size = size;
    this.pegs = Array(size).fill(0);
    this.locked = Array(size).fill(false);
    this.cursor = 0;
    this.last = 0; // the color set last
  }

  get isFull() {
    return this.pegs.every(Boolean);
  }

  get isEmpty() {
    return !this.pegs.some(Boolean);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** Put a color into the next hole, or into the one named, and go on to the next empty one. */
  place(color, at = this.#open(this.cursor)) {
    if (at === undefined || this.locked[at]) return false;
    this.#remember();
    this.pegs[at] = color;
    this.last = color;
    this.cursor = this.#nextEmpty(at + 1) ?? at;
    return true;
  }

  /** Take out the peg in the next hole; where there is none, the last one before it. */
  removeLast() {
    const before = [...Array(this.cursor + 1).keys()].reverse();
    const at = before.find((hole) => this.pegs[hole] && !this.locked[hole]);
    if (at !== undefined) this.removeAt(at);
    return at !== undefined;
  }

  removeAt(at) {
    if (!this.pegs[at] || this.locked[at]) return false;
    this.#remember();
    this.pegs[at] = 0;
    this.cursor = at;
    return true;
  }

  /** Move a peg to another hole, and the one that was there back. */
  swap(from, to) {
    if (from === to || this.locked[from] || this.locked[to]) return false;
    this.#remember();
    [this.pegs[from], this.pegs[to]] = [this.pegs[to], this.pegs[from]];
    return true;
  }

  /** Take a whole code over into the holes that are not locked. */
  fill(code) {
    this.#remember();
    this.pegs = this.pegs.map((color, at) => (this.locked[at] ? color : code[at]));
    this.cursor = this.#nextEmpty(0) ?? 0;
  }

  /** Put a color into every hole that is still empty. */
  fillRest(color) {
    if (this.isFull) return false;
    this.#remember();
    this.pegs = this.pegs.map((before) => before || color);
    return true;
  }

  clear() {
    if (this.pegs.every((color, at) => !color || this.locked[at])) return false;
    this.#remember();
    this.pegs = this.pegs.map((color, at) => (this.locked[at] ? color : 0));
    this.cursor = this.#nextEmpty(0) ?? 0;
    return true;
  }

  /** Keep a peg where it is, also in the next guess. */
  toggleLock(at = this.cursor) {
    if (!this.pegs[at]) return false;
    this.locked[at] = !this.locked[at];
    return true;
  }

  move(step) {
    this.cursor = (this.cursor + step + this.size) % this.size;
  }

  undo() {
    return this.#step(this.#past, this.#future);
  }

  redo() {
    return this.#step(this.#future, this.#past);
  }

  /** Start the next row: only locked pegs stay. */
  begin() {
    this.pegs = this.pegs.map((color, at) => (this.locked[at] ? color : 0));
    this.cursor = this.#nextEmpty(0) ?? 0;
    this.#past = [];
    this.#future = [];
  }

  /** What is kept of it over a reload. */
  get state() {
    return { pegs: this.pegs, locked: this.locked };
  }

  restore({ pegs, locked } = {}, colors = Infinity) {
    const isRow = (row) => Array.isArray(row) && row.length === this.size;
    if (!isRow(pegs) || !isRow(locked) || !pegs.every((color) => color >= 0 && color <= colors)) return;
    this.pegs = [...pegs];
    this.locked = locked.map((flag, at) => Boolean(flag && pegs[at]));
    this.cursor = this.#nextEmpty(0) ?? 0;
  }

  #open(start) {
    return this.#around(start).find((at) => !this.locked[at]);
  }

  #nextEmpty(start) {
    return this.#around(start % this.size).find((at) => !this.pegs[at]);
  }

  #around(start) {
    return Array.from({ length: this.size }, (_, step) => (start + step) % this.size);
  }

  #remember() {
    this.#past.push([this.pegs.slice(), this.cursor]);
    this.#future = [];
  }

  #step(from, to) {
    if (!from.length) return false;
    to.push([this.pegs.slice(), this.cursor]);
    const [pegs, cursor] = from.pop();
    this.pegs = pegs.map((color, at) => (this.locked[at] ? this.pegs[at] : color));
    this.cursor = cursor;
    return true;
  }
}
