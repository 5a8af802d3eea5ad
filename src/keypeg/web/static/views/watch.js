// Watching: a strategy breaks a code of one's own, step by step, with what it thinks before each guess.

import { get, query } from "../api.js";
import { Board } from "../board.js";
import { readCode } from "../codes.js";
import { button, isTyping } from "../controls.js";
import { isDialogOpen } from "../dialog.js";
import { h, replace } from "../dom.js";
import { Funnel } from "../funnel.js";
import { exploreLink, lookOf, turnsOf, variantTitle } from "../games.js";
import { explained } from "../live.js";
import { pegRow } from "../pegs.js";
import { chosenLast, paletteOf, variantOf } from "../playagain.js";
import { go } from "../router.js";
import { SecretField } from "../secretfield.js";
import { levelOf, strategyField } from "../strategies.js";
import { partitionPicture, rankedGuesses, withPegs } from "../weighing.js";
import { t, upper } from "../words.js";

const LEAST_ROWS = 5; // of the board, so that it does not grow at once

export async function view({ query: asked, signal }) {
  const code = asked.get("code");
  if (!code) return { title: t("watch.title"), content: new Asking(await get("/setup", { signal }), signal).element };
  const watched = {
    variant: asked.get("variant") ?? "p4c6",
    code,
    strategy: asked.get("strategy") ?? "knuth",
    palette: asked.get("palette") ?? undefined,
  };
  const watching = new Watching(watched, signal);
  await watching.show(0);
  return { title: t("watch.title"), content: watching.element };
}

/** Asks for the code, and who is to break it. */
class Asking {
  constructor(setup, signal) {
    const chosen = chosenLast();
    Object.assign(this, { setup, signal, strategy: "knuth", variant: variantOf(chosen), palette: paletteOf(chosen) });
    this.problem = h("p.refusal", { role: "alert" });
    this.secret = new SecretField("watch", signal, () => this.#begin());
    this.element = h(
      "form.stack.narrow",
      { onsubmit: (event) => this.#submit(event), novalidate: true },
      h("h1", {}, t("watch.title")),
      h("p.lead", {}, t("watch.lead")),
      this.secret.element,
      this.#variants(),
      strategyField(t("watch.who"), setup.strategies, this.strategy, (strategy) => (this.strategy = strategy)),
      this.problem,
      h("button.button.primary.start-button", { type: "submit" }, t("watch.begin")),
    );
    this.#draw();
  }

  #variants() {
    const variants = this.setup.variants.map(({ variant }) => variant);
    if (!variants.includes(this.variant)) variants.push(this.variant);
    const choose = (event) => {
      this.variant = event.target.value;
      this.palette = paletteOf({ ...chosenLast(), own: false, blanks: false, variant: this.variant });
      this.#draw();
    };
    const option = (variant) =>
      h("option", { value: variant, selected: variant === this.variant }, variantTitle(variant));
    return h("label.field", {}, t("new.game"), h("select", { onchange: choose }, variants.map(option)));
  }

  async #draw() {
    const { variant, palette, signal } = this;
    this.secret.draw(await get(`/variant${query({ variant, palette })}`, { signal }));
  }

  #submit(event) {
    event.preventDefault();
    this.#begin();
  }

  #begin() {
    const { variant, palette, strategy } = this;
    const { code } = this.secret;
    if (!code) return replace(this.problem, t("new.noCode"));
    return go(`/watch${query({ variant, code, strategy, palette: palette === "classic" ? undefined : palette })}`);
  }
}

function title({ strategy }) {
  const level = levelOf(strategy);
  return level ? t("watch.person", { level }) : upper(t("watch.heading", { strategy }));
}

/** Shows one step after the other; each is asked for when it is needed, and the next one while this one is looked at. */
class Watching {
  #steps = [];
  #back = button(t("deduction.back"), () => this.show(this.at - 1));
  #next = button(t("watch.next"), () => this.show(this.at + 1), "button.button.primary");
  #place = h("div.watch-place");
  #heading = h("h2");
  #why = h("p.watch-why", { role: "status" });
  #thoughts = h("div.findings");
  #title = h("h1");

  constructor(watched, signal) {
    Object.assign(this, { watched, signal, at: 0 });
    this.funnel = new Funnel();
    this.element = h(
      "div.study.explore.watch",
      {},
      h("header", {}, h("p.over", {}, h("a", { href: "/watch" }, t("watch.another"))), this.#title),
      h(
        "div.explore-columns",
        {},
        h(
          "div.explore-board",
          {},
          this.#place,
          h("div.deduction-moves", {}, this.#back, this.#next),
          h("p.small.muted.watch-keys", {}, t("watch.keys")),
        ),
        h("div.watch-thinks", {}, this.#heading, this.#why, this.funnel.element, this.#thoughts),
      ),
    );
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /** Ask what the strategy thinks after a number of turns; what was asked for before is known. */
  #step(at) {
    if (at === 0) this.#steps[0] ??= this.#ask(this.watched.variant);
    this.#steps[at] ??= this.#steps[at - 1].then(({ position, turn }) =>
      this.#ask(`${position} ${turn.guess}=${turn.feedback}`),
    );
    return this.#steps[at];
  }

  #ask(position) {
    const { code, strategy, palette } = this.watched;
    return get(`/watch${query({ position, code, strategy, palette })}`, { signal: this.signal });
  }

  async show(at) {
    const from = this.shown;
    if (at < 0 || (from?.won && at > this.at)) return;
    this.at = at;
    try {
      const steps = await Promise.all(Array.from({ length: at + 1 }, (_, each) => this.#step(each)));
      if (this.at !== at) return; // somebody was faster
      this.#draw(steps, at > 0 && from?.turns.length === at - 1);
      if (!this.shown.won) this.#step(at + 1).catch(() => {}); // it is told when it is asked for
    } catch (error) {
      this.#steps.length = Math.min(this.#steps.length, at);
      if (error.name === "AbortError") return;
      if (!from) throw error;
      this.at = from.turns.length;
      replace(this.#why, explained(error));
    }
  }

  #draw(steps, isFresh) {
    this.shown = steps.at(-1);
    const { shown, at } = this;
    const look = lookOf(shown);
    this.element.style.setProperty("--pegs", shown.pegs);
    replace(this.#title, title(this.watched));
    this.#drawBoard(look, isFresh);
    this.#back.setAttribute("aria-disabled", String(at === 0));
    this.#next.setAttribute("aria-disabled", String(shown.won));
    this.funnel.show(steps.map(({ candidates }) => candidates));
    replace(this.#heading, this.#headline());
    replace(this.#why, shown.won ? t("watch.found", { count: at }) : upper(shown.why));
    const again = h("p", {}, h("a.button.primary", { href: "/watch" }, t("watch.another")));
    replace(this.#thoughts, shown.won ? again : this.#thought(look));
  }

  #headline() {
    const { won, candidates } = this.shown;
    if (won) return t("watch.over");
    const possible = t("possible", { count: candidates.count, words: candidates.words });
    return t("watch.thinks", { number: this.at + 1, possible });
  }

  #drawBoard(look, isFresh) {
    const { turns, turn, secret } = this.shown;
    const board = new Board({ look });
    board.open(readCode(secret), { label: "board.yourCode" });
    const inHand = turn && { row: pegRow(look, readCode(turn.guess)), keys: h("span") };
    const rows = Math.max(turns.length + 1, LEAST_ROWS);
    board.draw({ turns: turnsOf({ turns }), inHand, guesses: rows, fresh: isFresh });
    board.element.classList.add("flowing");
    replace(this.#place, board.element);
  }

  #thought(look) {
    const { guesses, measure, candidates, position } = this.shown;
    const { palette } = this.watched;
    const choose = (code) => go(exploreLink(position, { palette, guess: this.#text(code) }));
    const [best] = guesses;
    return [
      guesses.length > 1 &&
        h(
          "section.stack.tight",
          { "aria-labelledby": "best" },
          h("h3", { id: "best" }, t("explore.best")),
          h("p.small.muted", {}, t(`explore.sorted.${measure ?? "left"}`), " ", t("explore.bars")),
          rankedGuesses(guesses, null, { measure: measure ?? "left", look, candidates, choose }),
        ),
      best.partition.length > 1 &&
        h(
          "section.stack.tight",
          { "aria-labelledby": "split" },
          h("h3", { id: "split" }, withPegs("explore.split", look, best.guess)),
          partitionPicture(best, { look, position, palette, candidates }),
        ),
    ];
  }

  #text(code) {
    return this.shown.guesses.find(({ pegs }) => pegs.every((color, at) => color === code[at]))?.guess;
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (isDialogOpen() || !this.element.isConnected) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.show(this.at + by);
  }
}
