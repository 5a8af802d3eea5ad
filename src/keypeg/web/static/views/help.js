// The rules in two minutes, white pegs and doubles by example, the keys, and what the coach's numbers mean.

import { get } from "../api.js";
import { feedbackWords } from "../codes.js";
import { h } from "../dom.js";
import { answerKeyTable, keyTable } from "../keytable.js";
import { codePegs, keyPegs, Look } from "../pegs.js";
import { parts, t } from "../words.js";

// Each: secret, guess, blacks, whites, and why.
const EXAMPLES = [
  [[1, 2, 3, 4], [1, 3, 5, 6], 1, 1, "help.example1"],
  [[1, 2, 3, 4], [4, 3, 2, 1], 0, 4, "help.example2"],
];
const DOUBLES = [
  [[1, 1, 2, 3], [1, 2, 1, 1], 1, 2, "help.example3"],
  [[1, 2, 2, 3], [2, 2, 4, 4], 1, 1, "help.example4"],
  [[1, 2, 3, 4], [1, 1, 1, 1], 1, 0, "help.example5"],
];

export async function view({ signal }) {
  const { palettes } = await get("/setup", { signal });
  const look = new Look({ pegs: 4, colors: 6 }, palettes[0]);
  const sections = [...keyPegRules(look), ...waysToPlay(), ...keys(), ...coach()];
  const lead = h("p.lead", {}, t("help.lead"));
  return {
    title: t("help.title"),
    content: h("div.study.rules", {}, h("h1", {}, t("help.title")), lead, sections),
  };
}

function heading(words, id) {
  return h("h2", { id, tabindex: "-1" }, words);
}

function paragraph(key, values) {
  return h("p", {}, parts(key, values));
}

function strong(words) {
  return h("strong", {}, words);
}

function keyPegRules(look) {
  return [
    h("h2", {}, t("help.keyPegs")),
    paragraph("help.black", { key: h("span.key.black.inline") }),
    paragraph("help.white", { key: h("span.key.white.inline") }),
    paragraph("help.order"),
    examples(look, EXAMPLES),
    heading(t("help.doubles"), "duplicates"),
    paragraph("help.doublesText"),
    examples(look, DOUBLES),
  ];
}

function waysToPlay() {
  const way = (key, name) => h("li", {}, parts(key, { name: strong(name) }));
  return [
    h("h2", {}, t("help.ways")),
    h(
      "ul",
      {},
      way("help.break", t("kind.break")),
      way("help.solve", t("kind.solve")),
      way("help.daily", t("kind.daily")),
      way("help.duel", t("kind.duel")),
      way("help.bulls", t("variant.p4c10n")),
      way("help.hard", t("hardMode")),
    ),
  ];
}

function keys() {
  return [
    heading(t("keys"), "keys"),
    paragraph("help.keysText"),
    h("h3", {}, t("help.breaking")),
    keyTable(),
    h("h3", {}, t("help.answering")),
    answerKeyTable(),
  ];
}

function coach() {
  return [
    heading(t("help.coach"), "coach"),
    paragraph("help.bits", { bit: strong(t("help.bit")) }),
    paragraph("help.skill", { skill: strong(t("review.skill")), luck: strong(t("review.luck")) }),
  ];
}

function examples(look, rows) {
  const figure = ([secret, guess, blacks, whites, why]) =>
    h(
      "figure.example",
      {},
      h(
        "div.example-board",
        {},
        h("span.small", {}, t("help.code")),
        codePegs(look, secret),
        h("span"),
        h("span.small", {}, t("help.guess")),
        codePegs(look, guess),
        keyPegs({ blacks, whites }, 4),
      ),
      h("figcaption", {}, strong(t("help.example", { feedback: feedbackWords({ blacks, whites }) })), h("br"), t(why)),
    );
  return h("div.examples", {}, rows.map(figure));
}
