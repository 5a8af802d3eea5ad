// What a guess promises before its feedback is known: in a line beside others, in words, and as a picture of its parts.

import { get, query, Refused } from "./api.js";
import { feedbackWords, readCode } from "./codes.js";
import { h } from "./dom.js";
import { exploreLink } from "./games.js";
import { codePegs, keyPegs } from "./pegs.js";
import { locale, number, parts, short, t } from "./words.js";

const PAUSE = 150; // milliseconds without a further peg, before the server is asked
const MOST_SHOWN = 16; // parts of a partition, before one asks for all

/** Ask what guesses promise in a position, one at a time: the one asked for last counts. */
export class Weighing {
  #known = new Map();
  #asking = new AbortController();

  constructor({ position, palette, ranked, signal }) {
    this.about = { position, palette };
    this.signal = signal;
    for (const promise of ranked) this.#known.set(promise.guess, promise);
  }

  /** `tell` gets what the guess promises, at once where that is known; or the words of a refusal. */
  async weigh(guess, tell) {
    this.#asking.abort();
    if (!guess) return tell(null);
    if (this.#known.has(guess)) return tell(this.#known.get(guess));
    this.#asking = new AbortController();
    const signal = AbortSignal.any([this.#asking.signal, this.signal]);
    try {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      signal.throwIfAborted();
      const promise = await get(`/position/guess${query({ ...this.about, guess })}`, { signal });
      this.#known.set(guess, promise);
      return tell(promise);
    } catch (error) {
      if (error.name === "AbortError") return null;
      if (!(error instanceof Refused)) throw error;
      return tell(null, error.message);
    }
  }
}

/** Say what a guess promises, in a line; at most that many are left only where all codes were looked at. */
export function promiseWords({ guesses, left, largest, bits, partition, can_win: canWin }, { count }) {
  return [
    guesses !== null && t("explore.toTheEnd", { number: number(guesses, 2) }),
    left !== null && t("explore.left", { number: short(left) }),
    largest !== null && total(partition) === count && t("explore.atMost", { number: short(largest) }),
    bits !== null && t("explore.bits", { bits: number(bits, 2) }),
    t(canWin ? "explore.canBe" : "explore.cannotBe"),
  ]
    .filter(Boolean)
    .join(" · ");
}

// What guesses are sorted by, in the server's words: how it is written, and whether more of it is better.
const MEASURES = {
  guesses: { written: (value) => number(value, 2) },
  left: { written: average },
  largest: { written: short },
  bits: { written: (value) => number(value, 2), isGain: true },
  worth: { written: (value) => number(value, 2), isGain: true },
  parts: { written: number, isGain: true },
};
const WORTH_A_BAR = 0.1; // of the best: what is nearer to it looks near

/**
 * Draw guesses below each other, each with what they are sorted by, and with a bar for how far it is behind the best.
 * A person's `own` guess that is not among them stands apart, above. `choose` is told the code of one that is tapped.
 */
export function rankedGuesses(ranked, own, { measure, look, candidates, choose }) {
  const beside = measure === "left" ? "bits" : "left";
  const isRanked = ranked.some(({ guess }) => guess === own?.guess);
  const behind = (promise) => behindBest(promise[measure], ranked[0][measure], MEASURES[measure].isGain);
  const most = Math.max(WORTH_A_BAR, ...[...ranked, own ?? ranked[0]].map(behind));
  const figure = (name, promise) => (promise[name] === null ? "–" : MEASURES[name].written(promise[name]));
  const row = (promise) => {
    const code = readCode(promise.guess);
    const label = t("explore.setUp", { code: look.words(code), promise: promiseWords(promise, candidates) });
    const isOwn = promise.guess === own?.guess;
    return h(
      "button.ranked",
      { type: "button", "aria-label": label, "aria-pressed": String(isOwn), onclick: () => choose(code) },
      h("span.ranked-code", {}, codePegs(look, code), isOwn && h("span.small", {}, t("explore.yours"))),
      h("span.ranked-bar", { "--share": behind(promise) / most }),
      h("span.ranked-value.numbers", {}, figure(measure, promise)),
      h("span.ranked-beside.numbers", {}, figure(beside, promise)),
      h("span.ranked-can", {}, t(promise.can_win ? "explore.canBe" : "explore.cannotBe")),
    );
  };
  return h(
    "div.ranking",
    {},
    h(
      "div.ranking-head.small.muted",
      { "aria-hidden": "true" },
      h("span.ranked-value", {}, t(`explore.head.${measure}`)),
      h("span.ranked-beside", {}, t(`explore.head.${beside}`)),
    ),
    own && !isRanked && h("div.ranking-own", {}, row(own)),
    h(
      "ol",
      {},
      ranked.map((promise) => h("li", {}, row(promise))),
    ),
  );
}

/** How much worse a value is than the best, as a share of that; none where either is unknown. */
function behindBest(value, best, isGain) {
  const worse = isGain ? best - value : value - best;
  return best ? Math.max(0, worse / best) : 0;
}

/**
 * Draw how a guess splits the codes: key pegs beside a bar for the codes that they would leave, each a way to go on.
 * Where only a sample was split, its shares are told.
 */
export function partitionPicture({ guess, partition }, { look, position, palette, candidates }) {
  const sorted = partition.toSorted((one, other) => other.codes - one.codes);
  const most = sorted[0]?.codes ?? 1;
  const all = total(partition);
  const share = (codes) => (codes / all).toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 });
  const isSample = all !== candidates.count;
  const part = ({ feedback, blacks, whites, codes }) => {
    const words = isSample ? share(codes) : t("codes", { count: codes });
    return h(
      "a.part",
      {
        href: exploreLink(`${position} ${guess}=${feedback}`, { palette }),
        "aria-label": t("explore.part", { feedback: feedbackWords({ blacks, whites }, look), codes: words }),
      },
      keyPegs({ blacks, whites }, look.variant.pegs, look),
      h("span.part-bar", { "--share": codes / most }, h("span.numbers", {}, isSample ? share(codes) : short(codes))),
    );
  };
  const [first, rest] = [sorted.slice(0, MOST_SHOWN), sorted.slice(MOST_SHOWN)];
  return h(
    "div.stack.tight",
    {},
    h("div.parts", {}, first.map(part)),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, t("explore.moreParts", { count: rest.length })),
        h("div.parts", {}, rest.map(part)),
      ),
  );
}

/** An average number of codes, such that those below each other can be compared. */
function average(left) {
  return left < 100 ? number(left, 1) : short(left);
}

function total(partition) {
  return partition.reduce((sum, { codes }) => sum + codes, 0);
}

/** Name a guess in a heading by its pegs. */
export function withPegs(key, look, guess) {
  return parts(key, { guess: codePegs(look, readCode(guess), "span.code.mini") });
}
