// What the views know about a game of the server: its look, its turns, its name in words.

import { readCode, readVariant } from "./codes.js";
import { Look } from "./pegs.js";
import { locale, t } from "./words.js";

export function lookOf(game) {
  return new Look(readVariant(game.variant), game.palette);
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

/** The palette of a position that comes without one: bulls and cows have digits of their own; elsewhere the server knows. */
export function usualPalette(position) {
  return position?.startsWith("p4c10n") ? "bulls" : undefined;
}

/** The address of a position in Explore: the palette of its look goes along, and a guess that is set up there. */
export function exploreLink(position, { palette, guess, strategy } = {}) {
  return studyLink("/explore", { position, palette, guess, strategy });
}

/** The address of what follows from a position, step by step. */
export function explainLink(position, { palette, claim } = {}) {
  return studyLink("/explain", { position, palette, claim });
}

/** The address of the coach's view of a position. */
export function reviewLink(position, { palette, hard, codemaker } = {}) {
  return studyLink("/review", { position, palette, hard, codemaker });
}

const USUAL = { palette: "classic", strategy: "optimal", codemaker: "random" };

/** Build an address that people can read, without what is so unless said otherwise. */
function studyLink(path, values) {
  const said = Object.entries(values).filter(([name, value]) => value && value !== USUAL[name]);
  const written = (value) =>
    encodeURIComponent(value).replaceAll("%20", "+").replaceAll("%3D", "=").replaceAll("%2C", ",");
  return `${path}?${said.map(([name, value]) => `${name}=${written(value)}`).join("&")}`;
}
