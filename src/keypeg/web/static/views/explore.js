// Any position by its address: how many codes are possible, the best guesses, and what the row in hand would leave.

import { get, query, Refused } from "../api.js";
import { Board } from "../board.js";
import { CodeEntry } from "../codeentry.js";
import { readCode, readFeedback, readTurn, writeCode, writeTurn } from "../codes.js";
import { contradictionNotice } from "../contradiction.js";
import { button } from "../controls.js";
import { h, replace } from "../dom.js";
import { FeedbackEntry } from "../feedbackentry.js";
import { explainLink, exploreLink, lookOf, reviewLink, turnsOf, usualPalette, variantTitle } from "../games.js";
import { alert } from "../live.js";
import { codeList } from "../pegs.js";
import { go } from "../router.js";
import { partitionPicture, promiseWords, rankedGuesses, Weighing, withPegs } from "../weighing.js";
import { t, upper } from "../words.js";

const MOST_LISTED = 60;
const LEAST_ROWS = 4; // of the board, so that it looks like one

export async function view({ query: asked, signal }) {
  const said = {
    text: (asked.get("position") ?? "p4c6").trim(),
    strategy: asked.get("strategy") ?? "optimal",
    palette: asked.get("palette") ?? usualPalette(asked.get("position")),
    guess: asked.get("guess") ?? "",
  };
  const [setup, explored] = await Promise.all([get("/setup", { signal }), exploredPosition(said, signal)]);
  return { title: t("explore.title"), content: new Exploring(explored, said, setup, signal).element };
}

/** Ask for a position; where its turns contradict each other, return what is known of it with the contradiction. */
async function exploredPosition({ text: position, strategy, palette }, signal) {
  try {
    return await get(`/position${query({ position, strategy, palette, top: 6, limit: MOST_LISTED })}`, { signal });
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 422) throw error;
    const variant = /^p\d+c\d+n?/.exec(position)?.[0] ?? "p4c6";
    const shown = error.details.contradiction
      ? await get(`/variant${query({ variant, palette })}`, { signal })
      : await get("/variant?variant=p4c6", { signal });
    const turns = error.details.contradiction ? position.split(/\s+/).slice(1).map(readTurn) : [];
    return {
      ...shown,
      position,
      contradiction: error.details.contradiction ?? null,
      refusal: error.message,
      turns: turns.map(asTurn),
      guesses: [],
      candidates: null,
    };
  }
}

function asTurn({ guess, feedback }) {
  return { guess: writeCode(guess), ...feedback };
}

class Exploring {
  #promise = h("p.promise.numbers", { role: "status" });
  #ranking = h("div");
  #picture = h("section.stack.tight", { "aria-labelledby": "split", hidden: true });

  constructor(explored, { text, strategy, palette, guess }, setup, signal) {
    Object.assign(this, { explored, text, strategy, palette, setup, signal });
    this.look = lookOf(explored);
    this.turns = turnsOf(explored);
    this.isOpen = !explored.won && !explored.refusal;
    this.message = h("div.message");
    const board = this.#board();
    this.weighing = new Weighing({ position: explored.position, palette, ranked: explored.guesses, signal });
    this.element = h(
      `div.study.explore${explored.pegs > 6 ? ".many" : ""}`,
      { "--pegs": explored.pegs },
      h(
        "header.explore-head",
        {},
        h("div", {}, h("p.over", {}, t("explore.title")), h("h1", {}, this.#title())),
        this.#variants(),
      ),
      h(
        "div.explore-columns",
        {},
        h("div.explore-board", {}, board, this.isOpen && this.#promise, this.message, this.#hand()),
        h("div.findings", {}, this.#findings()),
      ),
    );
    this.#set(guess);
  }

  #title() {
    const { candidates, contradiction } = this.explored;
    if (!candidates) return t(contradiction ? "explore.none" : "explore.unreadable");
    return t("possible", { count: candidates.count, words: upper(candidates.words) });
  }

  #variants() {
    const variants = this.setup.variants.map(({ variant }) => variant);
    if (!variants.includes(this.explored.variant)) variants.push(this.explored.variant);
    const select = h(
      "select",
      { onchange: () => go(exploreLink(select.value, { palette: this.#ownPalette(), strategy: this.strategy })) },
      variants.map((variant) =>
        h("option", { value: variant, selected: variant === this.explored.variant }, variantTitle(variant)),
      ),
    );
    return h("label.field", {}, h("span.unseen", {}, t("new.game")), select);
  }

  /** The palette that goes along to another variant; the digits of bulls and cows don't. */
  #ownPalette() {
    return this.palette === "bulls" ? undefined : this.palette;
  }

  #board() {
    this.entry = new CodeEntry({
      look: this.look,
      label: t("explore.guess"),
      onSend: () => this.#add(),
      onChange: () => this.#weigh(),
    });
    this.entry.listen(this.signal);
    this.feedbackEntry = new FeedbackEntry({ look: this.look, onSend: () => this.#add() });
    const board = new Board({
      look: this.look,
      shield: false,
      onRow: (index) => this.#without(index),
      rowLabel: ({ guess }, index) => t("board.remove", { number: index + 1, code: this.look.words(guess) }),
    });
    const inHand = this.isOpen ? { row: this.entry.row, keys: this.feedbackEntry.plate } : null;
    board.draw({ turns: this.turns, inHand, guesses: Math.max(this.turns.length + 1, LEAST_ROWS) });
    board.board.classList.add("removable");
    board.element.classList.add("flowing");
    return board.element;
  }

  #hand() {
    if (this.explored.won) return h("p.notice", {}, t("explore.won"));
    if (!this.isOpen) return null;
    return h(
      "section.card.explore-hand",
      { "aria-label": t("explore.turn") },
      this.entry.tray,
      h("div.tools", {}, this.entry.tools),
      h("p.small.muted", {}, t("explore.answer")),
      this.feedbackEntry.counters,
      button(t("explore.add"), () => this.#add(), "button.button.primary"),
    );
  }

  #findings() {
    const { contradiction, refusal, won } = this.explored;
    if (contradiction) return [this.#contradiction(contradiction), this.#asText()];
    if (refusal) return [h("div.notice.bad", { role: "alert" }, h("p", {}, refusal)), this.#asText()];
    return [!won && this.#guesses(), !won && this.#picture, this.#codes(), this.#asText()];
  }

  #guesses() {
    const choose = h(
      "select",
      { onchange: (event) => this.#go(this.explored.position, event.target.value) },
      this.setup.strategies.map(({ name }) => h("option", { value: name, selected: name === this.strategy }, name)),
    );
    return h(
      "section.stack.tight",
      { "aria-labelledby": "best" },
      h(
        "div.spread",
        {},
        h("h2", { id: "best" }, t("explore.best")),
        h("label.inline-field", {}, h("span.small", {}, t("explore.by")), choose),
      ),
      this.explored.guesses.length > 1 &&
        h("p.small.muted", {}, t(`explore.sorted.${this.#measure}`), " ", t("explore.bars"), " ", t("explore.choose")),
      this.#ranking,
      this.explored.note && h("p.small.muted", {}, upper(this.explored.note)),
    );
  }

  /** What the guesses are compared by. */
  get #measure() {
    return this.explored.measure ?? "left";
  }

  /** Set up a guess that the address names, if it is one. */
  #set(guess) {
    const code = guess ? readCode(guess) : [];
    const isCode =
      code.length === this.explored.pegs && code.every((color) => color >= 1 && color <= this.explored.colors);
    if (this.isOpen && isCode) this.entry.fill(code, t("entry.setUp"));
    else this.#weigh();
  }

  /** Show what the row in hand would leave, as soon as it is full; until then what the best guess would. */
  #weigh() {
    if (!this.isOpen) return;
    const { isFull } = this.entry.entry;
    const guess = isFull ? writeCode(this.entry.code) : "";
    this.weighing.weigh(guess, (promise, refusal) => {
      replace(
        this.#promise,
        promise ? promiseWords(promise, this.explored.candidates) : (refusal ?? t("explore.nothingYet")),
      );
      this.#show(promise);
    });
  }

  #show(own) {
    const { guesses, position, candidates } = this.explored;
    const choose = (code) => this.entry.fill(code, t("entry.setUp"));
    const about = { look: this.look, candidates };
    if (guesses.length)
      replace(this.#ranking, rankedGuesses(guesses, own, { ...about, measure: this.#measure, choose }));
    const shown = own ?? guesses[0];
    this.#picture.hidden = !shown?.partition.length;
    if (this.#picture.hidden) return replace(this.#picture);
    return replace(
      this.#picture,
      h("h2", { id: "split" }, withPegs("explore.split", this.look, shown.guess)),
      partitionPicture(shown, { ...about, position, palette: this.palette }),
    );
  }

  #codes() {
    const { codes } = this.explored.candidates;
    if (!codes) return null;
    return h(
      "section.stack.tight",
      { "aria-labelledby": "codes" },
      h("h2", { id: "codes" }, t("possibleCodes")),
      codeList(this.look, codes.map(readCode)),
    );
  }

  /** The position as text: to read it off, to write another one, and to have its turns reviewed. */
  #asText() {
    const about = { type: "text", value: this.text, autocomplete: "off", spellcheck: "false", autocapitalize: "off" };
    const field = h("input.mono", about);
    const submit = (event) => {
      event.preventDefault();
      this.#go(field.value.trim());
    };
    const { position } = this.explored;
    return h(
      "section.stack.tight",
      {},
      h(
        "form.position-form",
        { onsubmit: submit },
        h("label.field", {}, h("span", {}, t("explore.position")), field),
        h("button.button", { type: "submit" }, t("explore.show")),
      ),
      h("p.small.muted", {}, t("explore.lead")),
      this.turns.length > 0 &&
        !this.explored.refusal &&
        h(
          "p.over",
          {},
          h("a", { href: explainLink(position, { palette: this.palette }) }, t("explore.explain")),
          h("a", { href: reviewLink(position, { palette: this.palette }) }, t("explore.review")),
        ),
    );
  }

  #contradiction(contradiction) {
    return contradictionNotice(contradiction, {
      look: this.look,
      title: t("contradiction.turns"),
      said: () => t("contradiction.couldBe"),
      mend: (turn, { feedback }) => ["a.button.mend", { href: this.#link(this.#changed(turn - 1, feedback)) }],
      ways: h("p.small", {}, t("contradiction.orRemove")),
    });
  }

  #line(turns) {
    return [this.explored.variant, ...turns.map(writeTurn)].join(" ");
  }

  #changed(index, feedback) {
    return this.#line(
      this.turns.map((turn, at) => (at === index ? { ...turn, feedback: readFeedback(feedback) } : turn)),
    );
  }

  #without(index) {
    this.#go(this.#line(this.turns.filter((_, at) => at !== index)));
  }

  #add() {
    if (!this.entry.entry.isFull) {
      const text = t("explore.everyHole");
      replace(this.message, h("p.refusal", {}, text));
      return alert(text);
    }
    return this.#go(this.#line([...this.turns, { guess: this.entry.code, feedback: this.feedbackEntry.feedback }]));
  }

  #link(position, strategy = this.strategy) {
    return exploreLink(position, { palette: this.palette, strategy });
  }

  #go(position, strategy) {
    return go(this.#link(position, strategy));
  }
}
