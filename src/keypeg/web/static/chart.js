// Charts as pictures of our own, each with the same numbers in words or in a table beside it.

import { h, s } from "./dom.js";
import { number, t } from "./words.js";

const WIDTH = 440;
const HEIGHT = 240;
const LEFT = 34;
const BOTTOM = 30;

/** Bits per turn: what was expected (hatched) beside what came (solid). `rows` are {number, expected, bits}. */
export function bitsChart(rows) {
  const most = Math.max(1, ...rows.flatMap(({ expected, bits }) => [expected, bits]));
  const top = Math.ceil(most);
  const height = (value) => ((HEIGHT - BOTTOM - 16) * value) / top;
  const pitch = (WIDTH - LEFT - 8) / rows.length;
  const wide = Math.min(46, pitch * 0.36);
  const words = rows
    .map((row) => t("chart.row", { number: row.number, expected: number(row.expected, 1), bits: number(row.bits, 1) }))
    .join("; ");
  const base = HEIGHT - BOTTOM;
  const bar = (x, value, name) =>
    s("rect", { class: name, x, y: base - height(value), width: wide, height: Math.max(height(value), 1), rx: 3 });
  const parts = rows.flatMap(({ number, expected, bits }, index) => {
    const middle = LEFT + pitch * (index + 0.5);
    return [
      bar(middle - wide - 1, expected, "bar expected"),
      bar(middle + 1, bits, "bar came"),
      s("text", { class: "axis", x: middle, y: base + 22, "text-anchor": "middle" }, number),
    ];
  });
  return h(
    "figure.chart",
    {},
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": t("chart.bits", { rows: words }),
      },
      grid(top, height, base),
      parts,
    ),
    h(
      "figcaption.legend",
      {},
      h("span", {}, h("span.sample.expected"), t("chart.expected")),
      h("span", {}, h("span.sample.came"), t("chart.came")),
      h("span.muted", {}, t("chart.note")),
    ),
  );
}

function grid(top, height, base) {
  const step = top > 8 ? Math.ceil(top / 5) : top > 4 ? 2 : 1;
  const lines = [];
  for (let value = 0; value <= top; value += step) {
    const y = base - height(value);
    lines.push(s("line", { class: "grid", x1: LEFT, x2: WIDTH - 4, y1: y, y2: y }));
    lines.push(s("text", { class: "axis", x: LEFT - 10, y: y + 5, "text-anchor": "end" }, value));
  }
  return lines;
}

/** How many games took how many guesses: a table whose cells are bars. */
export function histogram(rows, caption) {
  const most = Math.max(1, ...rows.map(({ games }) => games));
  return h(
    "table.histogram",
    {},
    h("caption.unseen", {}, caption),
    h(
      "thead.unseen",
      {},
      h("tr", {}, h("th", { scope: "col" }, t("chart.guesses")), h("th", { scope: "col" }, t("chart.games"))),
    ),
    h(
      "tbody",
      {},
      rows.map(({ guesses, games }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, guesses),
          h("td", {}, h("span.bar", { "--share": games / most }, h("span.numbers", {}, games))),
        ),
      ),
    ),
  );
}

/** A score from 0 to 100 as a dial in words and a bar. */
export function gauge(title, score, note) {
  const shown = score === null || score === undefined ? "–" : Math.round(score);
  return h(
    "div.gauge",
    {},
    h("span.gauge-title", {}, title),
    h("span.gauge-value.numbers", {}, shown),
    h("span.gauge-track", { "aria-hidden": "true", "--share": (score ?? 0) / 100 }),
    note && h("span.muted.small", {}, note),
  );
}
