// Any position by its address: the best guesses there, how each splits the codes left, and the codes themselves.

import { get, query, Refused } from "../api.js";
import { Board } from "../board.js";
import { CodeEntry } from "../codeentry.js";
import { feedbackWords, readCode, readFeedback, readTurn, writeCode, writeTurn } from "../codes.js";
import { contradictionNotice } from "../contradiction.js";
import { button } from "../controls.js";
import { h, replace } from "../dom.js";
import { FeedbackEntry } from "../feedbackentry.js";
import { exploreLink, lookOf, turnsOf, variantTitle } from "../games.js";
import { alert } from "../live.js";
import { codeList, codePegs, keyPegs } from "../pegs.js";
import { go } from "../router.js";
import { number, t, upper } from "../words.js";

const MOST_LISTED = 60;

export async function view({ query: asked, signal }) {
  const text = (asked.get("position") ?? "p4c6").trim();
  const strategy = asked.get("strategy") ?? "optimal";
  const setup = await get("/setup", { signal });
  const explored = await exploredPosition(text, strategy, signal);
  return { title: t("explore.title"), content: new Exploring(explored, { text, strategy, setup, signal }).element };
}

/** Ask for a position; where its turns contradict each other, return what is known of it with the contradiction. */
async function exploredPosition(position, strategy, signal) {
  try {
    return await get(`/position${query({ position, strategy, top: 6, limit: MOST_LISTED })}`, { signal });
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 422) throw error;
    const variant = /^p\d+c\d+n?/.exec(position)?.[0] ?? "p4c6";
    const shown = error.details.contradiction
      ? await get(`/variant${query({ variant })}`, { signal })
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
  constructor(explored, { text, strategy, setup, signal }) {
    Object.assign(this, { explored, text, strategy, setup, signal });
    this.look = lookOf(explored);
    this.turns = turnsOf(explored);
    this.message = h("div.message");
    this.element = h(
      "div.table.explore",
      { "--pegs": explored.pegs },
      h("header.table-head", {}, h("h1", {}, t("explore.title")), h("p.muted", {}, t("explore.lead"))),
      h("div.play-area", {}, this.#positionForm(), this.#board(), this.message, this.#dock()),
      h("div.side.stack", {}, this.#findings()),
    );
  }

  #positionForm() {
    const field = h("input.mono", {
      type: "text",
      value: this.text,
      autocomplete: "off",
      spellcheck: "false",
      autocapitalize: "off",
    });
    const variants = this.setup.variants.map(({ variant }) => variant);
    if (!variants.includes(this.explored.variant)) variants.push(this.explored.variant);
    const select = h(
      "select",
      { onchange: () => this.#go(select.value) },
      variants.map((variant) =>
        h("option", { value: variant, selected: variant === this.explored.variant }, variantTitle(variant)),
      ),
    );
    const submit = (event) => {
      event.preventDefault();
      this.#go(field.value.trim());
    };
    return h(
      "form.position-form",
      { onsubmit: submit },
      h("label.field", {}, h("span.small", {}, t("new.game")), select),
      h("label.field.grow", {}, h("span.small", {}, t("explore.position")), field),
      h("button.button", { type: "submit" }, t("explore.show")),
    );
  }

  #board() {
    this.entry = new CodeEntry({
      look: this.look,
      label: t("explore.guess"),
      onSend: () => this.#add(),
    });
    this.entry.listen(this.signal);
    this.feedbackEntry = new FeedbackEntry({ pegs: this.explored.pegs, onSend: () => this.#add() });
    const board = new Board({
      look: this.look,
      shield: false,
      onRow: (index) => this.#without(index),
      rowLabel: ({ guess }, index) => t("board.remove", { number: index + 1, code: this.look.words(guess) }),
    });
    const inHand =
      this.explored.won || this.explored.contradiction ? null : { row: this.entry.row, keys: this.feedbackEntry.plate };
    board.draw({ turns: this.turns, inHand });
    board.board.classList.add("removable");
    return board.element;
  }

  #dock() {
    if (this.explored.won) return h("p.notice", {}, t("explore.won"));
    if (this.explored.contradiction) return null;
    return h(
      "section.dock",
      { "aria-label": t("explore.turn") },
      this.entry.tray,
      this.feedbackEntry.counters,
      h(
        "div.dock-actions",
        {},
        this.entry.tools,
        button(t("explore.add"), () => this.#add(), "button.button.primary.send"),
      ),
    );
  }

  #findings() {
    const { contradiction, refusal, candidates } = this.explored;
    if (contradiction) return this.#contradiction(contradiction);
    if (refusal) return h("div.notice.bad", { role: "alert" }, h("p", {}, refusal));
    return [
      this.#left(candidates),
      this.explored.guesses.length > 0 && this.#guesses(),
      this.turns.length > 0 && this.#more(),
    ];
  }

  #left({ words, count, codes }) {
    const list = codes && codeList(this.look, codes.map(readCode));
    return h(
      "section.card.stack.tight",
      { "aria-labelledby": "left" },
      h("h2", { id: "left" }, t("possible", { count, words: upper(words) })),
      list ?? h("p.muted.small", {}, t("explore.later", { most: MOST_LISTED })),
    );
  }

  #guesses() {
    const choose = h(
      "select",
      { onchange: (event) => this.#go(this.explored.position, event.target.value) },
      this.setup.strategies.map(({ name }) => h("option", { value: name, selected: name === this.strategy }, name)),
    );
    return h(
      "section.card.stack.tight",
      { "aria-labelledby": "best" },
      h(
        "div.spread",
        {},
        h("h2", { id: "best" }, t("explore.best")),
        h("label.inline-field", {}, h("span.small", {}, t("explore.by")), choose),
      ),
      this.explored.note && h("p.small.muted", {}, upper(this.explored.note)),
      h(
        "div.stack.tight",
        {},
        this.explored.guesses.map((guess) => this.#guess(guess)),
      ),
    );
  }

  #guess({ guess, can_win: canWin, parts, largest, left, bits, partition }) {
    const code = readCode(guess);
    const facts = [
      bits !== null && t("explore.bits", { bits: number(bits, 2) }),
      left !== null && t("explore.left", { number: rounded(left) }),
      t(canWin ? "explore.canBe" : "explore.cannotBe"),
    ];
    return h(
      "details.guess",
      {},
      h("summary", {}, codePegs(this.look, code), h("span.small.numbers", {}, facts.filter(Boolean).join(" · "))),
      h(
        "div.stack.tight",
        {},
        parts !== null &&
          h(
            "p.small.muted",
            {},
            t("explore.parts", { feedbacks: t("feedbacks", { count: parts }), codes: t("codes", { count: largest }) }),
          ),
        h(
          "div.parts",
          {},
          (partition ?? []).map((part) => this.#part(guess, part)),
        ),
        h(
          "div",
          {},
          button(t("setItUp"), () => this.entry.fill(code, t("entry.setUp"))),
        ),
      ),
    );
  }

  #part(guess, { feedback, blacks, whites, codes }) {
    const next = `${this.explored.position} ${guess}=${feedback}`;
    const words = { feedback: feedbackWords({ blacks, whites }), codes: t("codes", { count: codes }) };
    const label = t("explore.part", words);
    return h(
      "a.part",
      { href: exploreLink(next), "aria-label": label },
      keyPegs({ blacks, whites }, this.explored.pegs),
      h("span.numbers", {}, number(codes)),
    );
  }

  #more() {
    return h(
      "section.card",
      {},
      h("h2.unseen", {}, t("more")),
      h("a.button", { href: `/review${query({ position: this.explored.position })}` }, t("explore.review")),
    );
  }

  #contradiction(contradiction) {
    return contradictionNotice(contradiction, {
      look: this.look,
      title: t("contradiction.turns"),
      said: () => t("contradiction.couldBe"),
      mend: (turn, { feedback }) => ["a.button.mend", { href: exploreLink(this.#changed(turn - 1, feedback)) }],
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

  #go(position, strategy = this.strategy) {
    const suffix = strategy === "optimal" ? "" : `&strategy=${encodeURIComponent(strategy)}`;
    return go(exploreLink(position) + suffix);
  }
}

/** An average, with a digit behind the point where it tells something. */
function rounded(value) {
  return value < 1000 ? Math.round(value * 10) / 10 : Math.round(value);
}
