// The options of a new game: which side, which variant, how many guesses, which colors. They are kept for the next one.

import { get, passOn, post, query, Refused } from "./api.js";
import { readVariant } from "./codes.js";
import { radios, toggle } from "./controls.js";
import { closeDialogs, openSheet } from "./dialog.js";
import { h, replace } from "./dom.js";
import { variantName, variantWords } from "./games.js";
import { explained } from "./live.js";
import { Look, peg } from "./pegs.js";
import { chosenLast, DEFAULTS, order, paletteOf, variantBefore, variantOf } from "./playagain.js";
import { nameField, nameOf } from "./roomboard.js";
import { go } from "./router.js";
import { SecretField } from "./secretfield.js";
import { change, keepDraft } from "./settings.js";
import { strategyField } from "./strategies.js";
import { t } from "./words.js";

const MOST_OWN = 10;
const SIDES = ["break", "solve", "match", "duel", "room"];
const ROUNDS = [2, 4, 6, 8];
const OPPONENT = "human:level=3";
const NAMED_PALETTES = ["classic", "board", "safe", "digits", "bulls"];

/** Show the options in a sheet. */
export async function openOptions(kind, signal, { after = null } = {}) {
  const options = new Options(kind, await choices(signal), signal, { after });
  openSheet(t("options.title"), options.element);
}

/** What can be chosen: the setup of the server, with ten colors to start one's own from. */
export async function choices(signal) {
  const [setup, { palette }] = await Promise.all([
    get("/setup", { signal }),
    get(`/variant?variant=p1c${MOST_OWN}`, { signal }),
  ]);
  return { ...setup, colors: palette.colors };
}

export class Options {
  /** After a game of two, the next one is for the same two: `after` is the game that ended. */
  constructor(kind, setup, signal, { after = null } = {}) {
    this.setup = setup;
    this.signal = signal;
    this.after = after;
    this.element = h("div.options.stack");
    this.show(kind);
  }

  show(kind) {
    const sides = SIDES.map((value) => ({ value, title: t(`options.${value}`) }));
    const form = new NewGame(kind, this.setup, this.signal, this.after);
    replace(
      this.element,
      !this.after && radios("kind", t("options.kind"), sides, kind, (other) => this.#switch(other), "segments"),
      h("p.muted", {}, t(`new.${kind}`)),
      form.element,
    );
    form.refresh();
  }

  #switch(kind) {
    this.show(kind);
    this.element.querySelector("input:checked").focus();
  }
}

class NewGame {
  constructor(kind, setup, signal, after) {
    this.kind = kind;
    this.after = after;
    this.setup = setup;
    this.signal = signal;
    this.chosen = { rounds: 4, duelRounds: 1, opponent: OPPONENT, ...chosenLast() };
    this.info = h("p.small", { role: "status" });
    this.secret = new SecretField(kind, signal, () => this.element.requestSubmit());
    this.name = nameField();
    this.error = h("p.refusal", { role: "alert" });
    this.element = h(
      "form.stack.new-game",
      { onsubmit: (event) => this.#submit(event), novalidate: true },
      this.#fields(),
    );
  }

  get variant() {
    return variantOf(this.chosen);
  }

  get palette() {
    return paletteOf(this.chosen);
  }

  /** Ask the server what the variant looks like, and say what is wrong with it if it can't be. */
  async refresh() {
    const variant = this.variant;
    const palette = this.palette;
    try {
      const shown = await get(`/variant${query({ variant, palette })}`, { signal: this.signal });
      if (this.variant !== variant || this.palette !== palette) return;
      this.info.className = "small muted";
      replace(this.info, t("new.size", { about: variantWords(variant), codes: t("codes", { count: shown.codes }) }));
      if (this.kind === "solve" || this.kind === "duel") this.secret.draw(shown);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.info.className = "small refusal";
      replace(this.info, error.message);
    }
  }

  #fields() {
    const { kind } = this;
    const start = t({ duel: "new.makeLink", room: "room.open" }[kind] ?? "new.start");
    return [
      kind === "room" && h("label.field", {}, t("room.yourName"), this.name),
      kind === "duel" && this.secret.element,
      kind === "match" && this.#strategies("opponent", t("new.opponent")),
      kind === "match" && this.#rounds("rounds", ROUNDS),
      kind === "duel" && this.#rounds("duelRounds", [1, ...ROUNDS]),
      this.#variants(),
      this.#guesses(),
      h(
        "details.more-options",
        { open: this.#isUnusual },
        h("summary", {}, t("options.more")),
        h(
          "div.stack",
          {},
          kind === "break" && this.#codemakers(),
          kind === "solve" && this.#strategies("strategy", t("new.strategy")),
          kind === "solve" && this.secret.element,
          kind === "solve" && h("p", {}, h("a", { href: "/watch" }, t("watch.link"))),
          kind === "duel" && this.#answeredBy(),
          (kind === "break" || kind === "duel" || kind === "room") &&
            this.#switch("hard", t("hardMode"), t("new.hardNote")),
          this.#switch("blanks", t("new.blanks"), t("new.blanksNote")),
          this.#palettes(),
        ),
      ),
      h("div.options-end", {}, this.error, h("button.button.primary.start-button", { type: "submit" }, start)),
    ];
  }

  /** Whether something is chosen that most people leave as it is. */
  get #isUnusual() {
    const { palette, hard, codemaker, strategy, blanks } = this.chosen;
    if (palette !== DEFAULTS.palette || blanks) return true;
    if (this.kind === "match") return false;
    return this.kind === "solve"
      ? strategy !== DEFAULTS.strategy
      : hard || (this.kind === "break" && codemaker !== "random");
  }

  #variants() {
    const offered = this.setup.variants.map(({ variant }) => ({
      value: variant,
      title: variantName(variant),
    }));
    const { own, pegs, colors, repeats } = this.chosen;
    const numbers = h(
      "div.own",
      { hidden: !own },
      this.#number("pegs", pegs, this.setup.limits.pegs),
      this.#number("colors", colors, this.setup.limits.colors),
      toggle(t("new.repeats"), null, repeats, (on) => {
        this.#set({ repeats: on });
        this.refresh();
      }),
    );
    const choose = (value) => {
      numbers.hidden = value !== "own";
      this.#set(value === "own" ? { own: true } : { own: false, variant: value });
      this.refresh();
    };
    const options = [...offered, { value: "own", title: t("new.own") }];
    return h(
      "div.stack.tight",
      {},
      radios("variant", t("new.game"), options, own ? "own" : this.chosen.variant, choose),
      numbers,
      this.info,
    );
  }

  #number(name, value, most) {
    const input = h("input", { type: "number", min: 1, max: most, step: 1, value, inputmode: "numeric" });
    input.addEventListener("input", () => {
      if (!/^\d+$/.test(input.value)) return;
      this.#set({ [name]: Number(input.value) });
      this.refresh();
    });
    return h("label.field", {}, t(`new.${name}`, { most }), input);
  }

  #guesses() {
    const isMatch = this.kind === "match" || this.kind === "room"; // guesses are points, so that there must be a limit
    const options = this.setup.guesses
      .filter((number) => number !== null || !isMatch)
      .map((number) => ({ value: String(number), title: number === null ? t("new.noLimit") : String(number) }));
    if (isMatch) this.chosen.guesses ??= this.setup.default_guesses;
    return radios("guesses", t("new.guesses"), options, String(this.chosen.guesses), (value) =>
      this.#set({ guesses: value === "null" ? null : Number(value) }),
    );
  }

  #codemakers() {
    return this.#tiles("codemaker", t("new.codemaker"), { random: "random", adversary: "adversary" });
  }

  #answeredBy() {
    return this.#tiles("answered_by", t("new.answeredBy"), { server: "server", codemaker: "you" });
  }

  /** A choice whose values have a note each; `keys` are those of their words. */
  #tiles(name, legend, keys) {
    const options = Object.entries(keys).map(([value, key]) => ({
      value,
      title: t(`new.${key}`),
      note: t(`new.${key}Note`),
    }));
    return radios(name, legend, options, this.chosen[name], (value) => this.#set({ [name]: value }), "tiles");
  }

  #strategies(name, label) {
    return strategyField(label, this.setup.strategies, this.chosen[name], (value) => this.#set({ [name]: value }));
  }

  /** How many rounds a match has; with one it is no match. */
  #rounds(name, numbers) {
    const options = numbers.map((number) => ({
      value: String(number),
      title: number === 1 ? t("new.oneRound") : String(number),
    }));
    const points = h("p.small.muted", { hidden: this.chosen[name] === 1 }, t("match.points"));
    const choose = (value) => {
      points.hidden = value === "1";
      this.#set({ [name]: Number(value) });
    };
    return h("div.stack.tight", {}, radios(name, t("new.rounds"), options, String(this.chosen[name]), choose), points);
  }

  /** What the server is asked for. */
  #order(secret) {
    const { rounds, duelRounds, opponent: strategy } = this.chosen;
    if (this.kind === "match") return { ...order("break", this.chosen), ...MATCH, strategy, match: { rounds } };
    const more = this.after ? { after: this.after } : {};
    if (this.kind === "duel" && duelRounds > 1) more.match = { rounds: duelRounds };
    return { ...order(this.kind, this.chosen, secret), ...more };
  }

  #palettes() {
    const offered = this.setup.palettes.map((palette) => ({
      value: palette.name,
      title: NAMED_PALETTES.includes(palette.name) ? t(`palette.${palette.name}`) : palette.name,
      extra: swatches(palette),
    }));
    const own = h("div.own-colors", { hidden: this.chosen.palette !== "own" }, this.#pickers());
    const choose = (palette) => {
      own.hidden = palette !== "own";
      this.#set({ palette });
      this.refresh();
    };
    const options = [...offered, { value: "own", title: t("palette.own") }];
    return h(
      "div.stack.tight",
      {},
      radios("palette", t("new.palette"), options, this.chosen.palette, choose, "tiles"),
      own,
    );
  }

  /** A picker for each of the person's own colors. */
  #pickers() {
    return this.setup.colors.map(({ name, words, hex }) => {
      const input = h("input", { type: "color", value: this.chosen.ownColors[name] ?? hex });
      input.addEventListener("input", () => {
        this.#set({ ownColors: { ...this.chosen.ownColors, [name]: input.value } });
        this.refresh();
      });
      return h("label.picker", {}, input, words);
    });
  }

  /** A name, or names with values where colors are the person's own or one of them is a blank. */
  #paletteText() {
    const { palette, ownColors, blanks } = this.chosen;
    if (palette !== "own" && !blanks) return palette;
    const named = this.setup.palettes.find(({ name }) => name === palette)?.colors ?? [];
    const own = this.setup.colors.map(({ name, hex }) => ({ name, hex: ownColors[name] ?? hex }));
    const all =
      palette === "own" ? own : [...named, ...own.filter(({ name }) => named.every((color) => color.name !== name))];
    const shown = all.slice(0, readVariant(variantBefore(this.chosen)).colors).map(({ name, hex }) => `${name}=${hex}`);
    return [...shown, ...(blanks ? ["blank"] : [])].join(",");
  }

  #switch(name, title, note = null) {
    return toggle(title, note, this.chosen[name], (on) => {
      this.#set({ [name]: on });
      this.refresh();
    });
  }

  #set(changes) {
    Object.assign(this.chosen, changes);
    this.chosen.paletteText = this.#paletteText();
    change({ game: this.chosen });
  }

  /** Open a room for several people, and go there. */
  async #openRoom() {
    const { variant, guesses, palette, hard } = order("break", this.chosen);
    const room = await post("/rooms", { variant, guesses, palette, hard, name: nameOf(this.name) });
    closeDialogs();
    await go(`/room/${room.token}`);
  }

  async #submit(event) {
    event.preventDefault();
    replace(this.error);
    const { code: secret } = this.secret;
    try {
      if (this.kind === "duel" && !secret) throw new Refused(0, { message: t("new.noCode") });
      if (this.kind === "room") return await this.#openRoom();
      const game = await post("/games", this.#order(secret));
      if (secret) keepDraft(game.id, { secret });
      closeDialogs();
      passOn(game);
      await go(`/game/${game.id}`);
    } catch (error) {
      replace(this.error, explained(error));
    }
  }
}

const MATCH = { codemaker: "random", hard: false };

function swatches(palette) {
  const look = new Look({ pegs: 6, colors: 6 }, palette);
  return h(
    "span.code",
    { "aria-hidden": "true" },
    palette.colors.slice(0, 6).map((_, index) => peg(look, index + 1)),
  );
}
