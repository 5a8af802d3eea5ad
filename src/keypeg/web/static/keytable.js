// The keys of a game, as a table: for the dialog behind ? and for the help page.

import { h } from "./dom.js";

export function keyTable(look = null) {
  const colors = look ? `${look.label(1)} … ${look.label(look.variant.colors)}` : "R, G, B …";
  const rows = [
    [
      ["1", "2", "…"],
      `set a peg by the number of its color${look && look.variant.colors > 9 ? "; letters from a for color 10 on" : ""}`,
    ],
    [[colors], "set a peg by what stands on it"],
    [["←", "→"], "move to another hole"],
    [["↑", "↓"], "copy an earlier guess into the row"],
    [["Backspace"], "take out the last peg"],
    [["Delete"], "take out the peg in this hole"],
    [["Esc"], "clear the row (locked pegs stay)"],
    [["Space"], "lock or unlock the peg in this hole"],
    [["Ctrl", "Z"], "undo in the row; with Shift, redo"],
    [["="], "fill the holes still empty with the color set last"],
    [["Enter"], "send the guess"],
    [["/"], "hint, where aids are switched on"],
    [["?"], "this table"],
  ];
  return table(rows);
}

export function answerKeyTable() {
  return table([
    [["B"], "one more black key peg"],
    [["W"], "one more white key peg"],
    [["Backspace"], "take back the last key peg"],
    [["Esc"], "no key pegs, or stop changing an earlier answer"],
    [["Enter"], "send the answer"],
    [["?"], "this table"],
  ]);
}

function table(rows) {
  return h(
    "table.key-table",
    {},
    h("thead.unseen", {}, h("tr", {}, h("th", { scope: "col" }, "Key"), h("th", { scope: "col" }, "Does"))),
    h(
      "tbody",
      {},
      rows.map(([keys, does]) =>
        h(
          "tr",
          {},
          h(
            "td",
            {},
            keys.map((key) => [h("kbd", {}, key), " "]),
          ),
          h("td", {}, does),
        ),
      ),
    ),
  );
}
