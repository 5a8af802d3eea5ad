// Charts as pictures of our own, each with the same numbers in words or in a table.

import { h, s } from "./dom.js";
import { number, t } from "./words.js";

/** A number that says it at a glance, above its name. */
export function score(value, name) {
  return h("div.score", {}, h("dt", {}, name), h("dd.numbers", {}, value));
}

/**
 * How many games took how many guesses: a table whose cells are bars. `lost` games have a bar of their own at the end;
 * `own` marks the bar that a person's game is part of, by its number of guesses or as "lost".
 */
export function histogram(rows, caption, { lost = 0, own = null } = {}) {
  const most = Math.max(1, lost, ...rows.map(({ games }) => games));
  const row = (name, games, kind, isOwn) =>
    h(
      "tr",
      { "data-kind": kind, "data-own": isOwn },
      h("th", { scope: "row" }, name, isOwn && h("span.unseen", {}, t("chart.own"))),
      h(
        "td",
        {},
        h(games ? "span.tally" : "span.tally.zero", { "--share": games / most }, h("span.numbers", {}, number(games))),
      ),
    );
  const heads = ["chart.guesses", "chart.games"].map((name) => h("th", { scope: "col" }, t(name)));
  return h(
    "table.histogram",
    {},
    h("caption.unseen", {}, caption),
    h("thead.unseen", {}, h("tr", {}, heads)),
    h(
      "tbody",
      {},
      rows.map(({ guesses, games }) => row(number(guesses), games, "won", guesses === own)),
      row(h("abbr", { title: t("chart.lost"), "aria-label": t("chart.lost") }, "×"), lost, "lost", own === "lost"),
    ),
  );
}

/** How everybody did with a code of the day; `own` is the number of guesses that it took this person, or "lost". */
export function everybodyChart({ games, histogram: rows, lost, given_up: givenUp }, own) {
  const caption = t("chart.everybody", { games: t("games", { count: games }) });
  return h(
    "figure.everybody",
    {},
    h("figcaption", {}, caption),
    histogram(rows, caption, { lost: lost + givenUp, own }),
  );
}

const WIDTH = 400;
const HEIGHT = 150;
const LEFT = 30;
const SMOOTHED = 5; // games

/** Skill over time: a dot for each game, oldest first, and a line for the mean of the last five. */
export function skillChart(skills) {
  const low = Math.min(50, Math.floor(Math.min(...skills) / 10) * 10);
  const x = (at) => LEFT + 8 + ((WIDTH - LEFT - 16) * at) / Math.max(skills.length - 1, 1);
  const y = (skill) => 10 + ((HEIGHT - 20) * (100 - skill)) / (100 - low);
  const means = skills.map((_, at) => mean(skills.slice(Math.max(0, at + 1 - SMOOTHED), at + 1)));
  const lines = [low, (low + 100) / 2, 100].flatMap((value) => [
    s("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }),
    s("text", { class: "axis", x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, number(value)),
  ]);
  const label = t("chart.skill", { games: t("games", { count: skills.length }), last: Math.round(means.at(-1)) });
  return h(
    "figure.chart",
    {},
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      lines,
      skills.map((skill, at) => s("circle", { class: "dot", cx: x(at), cy: y(skill), r: 3.5 })),
      s("polyline", { class: "line", points: means.map((value, at) => `${x(at)},${y(value)}`).join(" ") }),
    ),
    h("figcaption.small.muted", {}, label),
  );
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
