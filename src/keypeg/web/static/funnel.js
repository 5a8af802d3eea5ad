// How the possible codes become fewer, turn by turn: as numbers in a line, and as a picture that narrows.

import { h, replace } from "./dom.js";
import { number, t, upper } from "./words.js";

export class Funnel {
  element = h("figure.funnel", { hidden: true });

  /** Show the counts, all codes first; each is {count, exact, words} or null where it is not known. */
  show(counts) {
    const known = steps(counts ?? []);
    this.element.hidden = known.length === 0;
    this.element.classList.toggle("alone", known.length === 1);
    if (known.length === 0) return replace(this.element);
    const label = t("funnel.label", { counts: known.map(({ words }) => words).join(", ") });
    return replace(
      this.element,
      h("figcaption.unseen", {}, label),
      h("span.funnel-line", { "aria-hidden": "true" }, line(known)),
      h("span.funnel-bars", { "aria-hidden": "true" }, bars(known)),
      h("span.funnel-name", { "aria-hidden": "true" }, t("funnel.name", { count: known.at(-1).count })),
    );
  }
}

/** The counts that are known and differ from the one before: a guess that tells nothing is no step. */
function steps(counts) {
  const known = counts.filter(Boolean);
  return known.filter((step, at) => at === 0 || step.count !== known[at - 1].count);
}

/** 1,296 → 312 → 64 → 17 → 3, the last one large; a long line keeps its ends. */
function line(counts) {
  const shown = counts.length > 6 ? [counts[0], null, ...counts.slice(-4)] : counts;
  return shown.map((count, at) => [
    at > 0 && h("span.arrow", {}, " → "),
    h(at === shown.length - 1 ? "strong" : "span", {}, count ? short(count) : "…"),
  ]);
}

function bars(counts) {
  const most = Math.log2(counts[0].count + 1);
  return counts.map((count) =>
    h(
      "span.funnel-step",
      {},
      h("span.funnel-bar", { "--share": Math.log2(count.count + 1) / most }),
      h("span.numbers", {}, short(count)),
    ),
  );
}

function short({ count, exact, words }) {
  if (count >= 1e7) return upper(words);
  return exact ? number(count) : `~${number(count)}`;
}
