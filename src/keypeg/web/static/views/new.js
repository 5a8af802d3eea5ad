// A new game: which side, which variant, how many guesses, which colors.

import { get, post, query, Refused } from "../api.js";
import { CodeEntry } from "../codeentry.js";
import { readVariant, writeCode, writeVariant } from "../codes.js";
import { radios, toggle } from "../controls.js";
import { h, replace } from "../dom.js";
import { variantName, variantWords } from "../games.js";
import { explained } from "../live.js";
import { Look, peg } from "../pegs.js";
import { go } from "../router.js";
import { change, keepDraft, settings } from "../settings.js";
import { t } from "../words.js";

const SIDES = ["break", "solve", "duel"];
const NAMED_PALETTES = ["classic", "board"];

export async function view({ params, signal }) {
  const kind = params.kind ?? "break";
  const setup = await get("/setup", { signal });
  const form = new NewGame(kind, setup, signal);
  await form.refresh();
  const title = t(`kind.${kind}`);
  return {
    title,
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, title),
      sides(kind),
      h("p.lead", {}, t(`new.${kind}`)),
      form.element,
    ),
  };
}

function sides(kind) {
  const link = (side) =>
    h("li", {}, h("a", { href: `/new/${side}`, "aria-current": side === kind ? "true" : null }, t(`kind.${side}`)));
  return h("nav.sides", { "aria-label": t("new.sides") }, h("ul", {}, SIDES.map(link)));
}

class NewGame {
  constructor(kind, setup, signal) {
    this.kind = kind;
    this.setup = setup;
    this.signal = signal;
    this.chosen = {
      variant: "p4c6",
      pegs: 4,
      colors: 6,
      repeats: true,
      own: false,
      guesses: setup.default_guesses,
      palette: "classic",
      ownPalette: "",
      codemaker: "random",
      hard: false,
      aids: false,
      strategy: "optimal",
      answered_by: "server",
      ...settings().game,
    };
    this.info = h("p.small", { role: "status" });
    this.secretField = h("div");
    this.error = h("p.refusal", { role: "alert" });
    this.element = h(
      "form.stack.new-game",
      { onsubmit: (event) => this.#submit(event), novalidate: true },
      this.#fields(),
    );
  }

  get variant() {
    const { own, variant, pegs, colors, repeats } = this.chosen;
    return own ? writeVariant({ pegs, colors, repeats }) : variant;
  }

  get palette() {
    return this.chosen.palette === "own" ? this.chosen.ownPalette : this.chosen.palette;
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
      this.#drawSecret(shown);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.info.className = "small refusal";
      replace(this.info, error.message);
    }
  }

  #fields() {
    const { kind } = this;
    return [
      this.#variants(),
      this.#guesses(),
      kind === "break" && this.#codemakers(),
      kind === "solve" && this.#strategies(),
      this.#palettes(),
      kind !== "solve" && this.#switch("hard", t("hardMode"), t("new.hardNote")),
      kind === "break" && this.#switch("aids", t("aids.title"), t("new.aidsNote")),
      kind === "duel" && this.#answeredBy(),
      kind !== "break" && this.secretField,
      this.error,
      h(
        "div",
        {},
        h("button.button.primary.start-button", { type: "submit" }, t(kind === "duel" ? "new.makeLink" : "new.start")),
      ),
    ];
  }

  #variants() {
    const offered = this.setup.variants.map(({ variant }) => ({
      value: variant,
      title: variantName(variant),
      note: variantWords(variant),
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
    const options = [...offered, { value: "own", title: t("new.own"), note: t("new.ownNote") }];
    return h(
      "div.stack.tight",
      {},
      radios("variant", t("new.game"), options, own ? "own" : this.chosen.variant, choose, "tiles"),
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
    const options = this.setup.guesses.map((number) => ({
      value: String(number),
      title: number === null ? t("new.noLimit") : String(number),
    }));
    return radios("guesses", t("new.guesses"), options, String(this.chosen.guesses), (value) =>
      this.#set({ guesses: value === "null" ? null : Number(value) }),
    );
  }

  #codemakers() {
    const options = [
      { value: "random", title: t("new.random"), note: t("new.randomNote") },
      { value: "adversary", title: t("new.adversary"), note: t("new.adversaryNote") },
    ];
    return radios(
      "codemaker",
      t("new.codemaker"),
      options,
      this.chosen.codemaker,
      (codemaker) => this.#set({ codemaker }),
      "tiles",
    );
  }

  #strategies() {
    const note = h("span.muted.small");
    const options = this.setup.strategies.map(({ name }) =>
      h("option", { value: name, selected: name === this.chosen.strategy }, name),
    );
    const select = h("select", {}, options);
    const show = () =>
      replace(note, this.setup.strategies.find(({ name }) => name === select.value)?.explanation ?? "");
    select.addEventListener("change", () => {
      this.#set({ strategy: select.value });
      show();
    });
    show();
    return h("label.field", {}, t("new.strategy"), select, note);
  }

  #palettes() {
    const offered = this.setup.palettes.map((palette) => ({
      value: palette.name,
      title: NAMED_PALETTES.includes(palette.name) ? t(`palette.${palette.name}`) : palette.name,
      extra: swatches(palette.colors),
    }));
    const input = h("input", {
      type: "text",
      value: this.chosen.ownPalette,
      placeholder: t("palette.example"),
      autocomplete: "off",
      spellcheck: "false",
    });
    input.addEventListener("input", () => {
      this.#set({ ownPalette: input.value });
      this.refresh();
    });
    const own = h(
      "label.field",
      { hidden: this.chosen.palette !== "own" },
      t("palette.names"),
      input,
      h("span.muted.small", {}, t("palette.note")),
    );
    const choose = (palette) => {
      own.hidden = palette !== "own";
      this.#set({ palette });
      this.refresh();
    };
    const options = [...offered, { value: "own", title: t("palette.own"), note: t("palette.ownNote") }];
    return h(
      "div.stack.tight",
      {},
      radios("palette", t("new.palette"), options, this.chosen.palette, choose, "tiles"),
      own,
    );
  }

  #answeredBy() {
    const options = [
      { value: "server", title: t("new.server"), note: t("new.serverNote") },
      { value: "codemaker", title: t("new.you"), note: t("new.youNote") },
    ];
    return radios(
      "answered_by",
      t("new.answeredBy"),
      options,
      this.chosen.answered_by,
      (answeredBy) => this.#set({ answered_by: answeredBy }),
      "tiles",
    );
  }

  #switch(name, title, note = null) {
    return toggle(title, note, this.chosen[name], (on) => this.#set({ [name]: on }));
  }

  /** Draw the field for the code a person sets; the pegs set so far are kept where they still fit. */
  #drawSecret(shown) {
    if (this.kind === "break") return;
    const look = new Look(readVariant(shown.variant), shown.palette.colors);
    const before = this.secret?.entry.state;
    this.secretKeys?.abort();
    this.secretKeys = new AbortController();
    this.signal.addEventListener("abort", () => this.secretKeys.abort());
    this.secret = new CodeEntry({ look, label: t("new.yourCode"), onSend: () => this.element.requestSubmit() });
    this.secret.entry.restore(before, look.variant.colors);
    this.secret.update();
    this.secret.listen(this.secretKeys.signal);
    const optional = this.kind === "solve";
    const field = h(
      "div.secret-field.stack.tight",
      { "--pegs": shown.pegs },
      h("div.board-frame", {}, h("div.board.mini", { "--pegs": shown.pegs, "--key-columns": 0 }, this.secret.row)),
      this.secret.tray,
      this.secret.tools,
    );
    const words = t(optional ? "new.tellNote" : "new.yourCodeNote");
    replace(
      this.secretField,
      optional
        ? h(
            "details.card",
            { open: Boolean(before?.pegs.some(Boolean)) },
            h("summary", {}, h("h2", {}, t("new.tell"))),
            h("div.stack.tight", {}, h("p.muted.small", {}, words), field),
          )
        : h("section.card.stack.tight", {}, h("h2", {}, t("new.yourCode")), h("p.muted.small", {}, words), field),
    );
  }

  #set(changes) {
    Object.assign(this.chosen, changes);
    change({ game: this.chosen });
  }

  async #submit(event) {
    event.preventDefault();
    replace(this.error);
    try {
      const game = await post("/games", this.#request());
      keepDraft(game.id, { aids: this.kind === "break" && this.chosen.aids, secret: this.#secretCode() });
      await go(`/game/${game.id}`);
    } catch (error) {
      replace(this.error, explained(error));
    }
  }

  #secretCode() {
    return this.kind !== "break" && this.secret?.entry.isFull ? writeCode(this.secret.code) : null;
  }

  #request() {
    const { guesses, codemaker, hard, strategy, answered_by: answeredBy } = this.chosen;
    const common = { kind: this.kind, variant: this.variant, guesses, palette: this.palette };
    if (this.kind === "break") return { ...common, codemaker, hard };
    const secret = this.#secretCode();
    if (this.kind === "solve") return secret ? { ...common, strategy, secret } : { ...common, strategy };
    if (!secret) throw new Refused(0, { message: t("new.noCode") });
    return { ...common, hard, secret, answered_by: answeredBy };
  }
}

function swatches(colors) {
  const look = new Look({ pegs: 6, colors: 6 }, colors);
  return h(
    "span.code",
    { "aria-hidden": "true" },
    colors.slice(0, 6).map((_, index) => peg(look, index + 1)),
  );
}
