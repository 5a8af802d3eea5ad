// Strategies by name, and as a choice: those that play like a person first, by their level.

import { h, replace } from "./dom.js";
import { t } from "./words.js";

const LEVELS = [1, 2, 3, 4, 5];

/** Name a strategy: one that plays like a person by its level. */
export function strategyWords(strategy) {
  const level = levelOf(strategy);
  return level ? t("strategy.person", { level }) : strategy;
}

/** The level of a strategy that plays like a person; null for others. */
export function levelOf(strategy) {
  if (!strategy.startsWith("human")) return null;
  return /level=(\d)/.exec(strategy)?.[1] ?? "3";
}

/** A choice of a strategy with what it does; `choose` is told its text. */
export function strategyField(label, strategies, chosen, choose) {
  const note = h("span.muted.small");
  const named = strategies.filter(({ name }) => name !== "human").map(({ name }) => name);
  const option = (value) => h("option", { value, selected: value === chosen }, strategyWords(value));
  const select = h(
    "select",
    {},
    h(
      "optgroup",
      { label: t("strategy.persons") },
      LEVELS.map((level) => option(`human:level=${level}`)),
    ),
    h("optgroup", { label: t("strategy.rules") }, named.map(option)),
  );
  const show = () => {
    const known = strategies.find(({ name }) => name === select.value);
    replace(note, known?.explanation ?? t("strategy.personNote"));
  };
  select.addEventListener("change", () => {
    choose(select.value);
    show();
  });
  show();
  return h("label.field", {}, label, select, note);
}
