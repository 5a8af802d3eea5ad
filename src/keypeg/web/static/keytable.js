// The keys of a game, as a table: for the dialog behind ? and for the help page.

import { h } from "./dom.js";
import { t } from "./words.js";

export function keyTable(look = null) {
  const colors = look
    ? t("keys.range", { first: look.label(1), last: look.label(look.variant.colors) })
    : t("keys.colors");
  return table([
    [["1", "2", "…"], look && look.variant.colors > 9 ? "keys.byNumberAndLetter" : "keys.byNumber"],
    [[colors], "keys.byLabel"],
    [["←", "→"], "keys.move"],
    [["↑", "↓"], "keys.recall"],
    [[t("keys.backspace")], "keys.removeLast"],
    [[t("keys.delete")], "keys.removeHere"],
    [[t("keys.escape")], "keys.clear"],
    [[t("keys.space")], "keys.lock"],
    [[t("keys.control"), "Z"], "keys.undo"],
    [["="], "keys.fill"],
    [[t("keys.enter")], "keys.send"],
    [["/"], "keys.hint"],
    [["?"], "keys.table"],
  ]);
}

export function answerKeyTable() {
  return table([
    [["B"], "keys.black"],
    [["W"], "keys.white"],
    [[t("keys.backspace")], "keys.removeKey"],
    [[t("keys.escape")], "keys.clearKeys"],
    [[t("keys.enter")], "keys.answer"],
    [["?"], "keys.table"],
  ]);
}

function table(rows) {
  return h(
    "table.key-table",
    {},
    h(
      "thead.unseen",
      {},
      h("tr", {}, h("th", { scope: "col" }, t("keys.key")), h("th", { scope: "col" }, t("keys.does"))),
    ),
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
          h("td", {}, t(does)),
        ),
      ),
    ),
  );
}
