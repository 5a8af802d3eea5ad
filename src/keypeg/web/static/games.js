// What the views know about a game of the server: its look, its turns, its name in words.

import { readCode, readVariant } from "./codes.js";
import { Look } from "./pegs.js";
import { locale, t } from "./words.js";

export function lookOf(game) {
  return new Look(readVariant(game.variant), game.palette.colors);
}

export function turnsOf(game) {
  return game.turns.map(({ guess, blacks, whites }) => ({ guess: readCode(guess), feedback: { blacks, whites } }));
}

const NAMED = ["p4c6", "p5c8", "p4c10n"];

/** Name a variant as people do: "Classic", "6 × 6", "5 pegs, 9 colors". */
export function variantName(text) {
  const { pegs, colors, repeats } = readVariant(text);
  if (NAMED.includes(text)) return t(`variant.${text}`);
  return pegs === colors && repeats ? `${pegs} × ${colors}` : variantWords(text);
}

export function variantWords(text) {
  const { pegs, colors, repeats } = readVariant(text);
  const counts = { pegs: t("pegs", { count: pegs }), colors: t("colors", { count: colors }) };
  return t(repeats ? "variant.about" : "variant.aboutNoRepeats", counts);
}

/** Name a variant and say what it is, once where that is the same: "Classic (4 pegs, 6 colors)". */
export function variantTitle(text) {
  const [name, about] = [variantName(text), variantWords(text)];
  return name === about ? name : t("variant.titled", { name, about });
}

export function kindName({ kind, role, daily }) {
  if (daily) return t("kind.daily");
  return t(`kind.${kind === "duel" ? role : kind}`);
}

/** Write a date as people read it, without a time zone's mistake: "Monday, 5 January 2026". */
export function dateWords(date, options = { weekday: "long", day: "numeric", month: "long", year: "numeric" }) {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString(locale, { ...options, timeZone: "UTC" });
}

/** The date on this person's wall, as the server writes dates. */
export function localDate(now = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function exploreLink(position) {
  return `/explore?position=${encodeURIComponent(position).replaceAll("%20", "+").replaceAll("%3D", "=")}`;
}
