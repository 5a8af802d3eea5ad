// What the views know about a game of the server: its look, its turns, its name in words.

import { counted, readCode, readVariant } from "./codes.js";
import { Look } from "./pegs.js";

export function lookOf(game) {
  return new Look(readVariant(game.variant), game.palette.colors);
}

export function turnsOf(game) {
  return game.turns.map(({ guess, blacks, whites }) => ({ guess: readCode(guess), feedback: { blacks, whites } }));
}

const NAMES = { p4c6: "Classic", p5c8: "Super", p4c10n: "Bulls and cows" };

/** Name a variant as people do: "Classic", "6 × 6", "5 pegs, 9 colors". */
export function variantName(text) {
  const { pegs, colors, repeats } = readVariant(text);
  if (NAMES[text]) return NAMES[text];
  return pegs === colors && repeats ? `${pegs} × ${colors}` : variantWords(text);
}

export function variantWords(text) {
  const { pegs, colors, repeats } = readVariant(text);
  return `${counted(pegs, "peg")}, ${counted(colors, "color")}${repeats ? "" : ", no repeats"}`;
}

/** Name a variant and say what it is, once where that is the same: "Classic (4 pegs, 6 colors)". */
export function variantTitle(text) {
  const [name, words] = [variantName(text), variantWords(text)];
  return name === words ? name : `${name} (${words})`;
}

export function kindName({ kind, role, daily }) {
  if (daily) return "Code of the day";
  if (kind === "solve") return "Set the code";
  if (kind === "duel") return role === "breaker" ? "Two people, breaking" : "Two people, setting";
  return "Break the code";
}

/** Write a date as people read it, without a time zone's mistake: "Monday, 5 January 2026". */
export function dateWords(date, options = { weekday: "long", day: "numeric", month: "long", year: "numeric" }) {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString("en-GB", { ...options, timeZone: "UTC" });
}

/** The date on this person's wall, as the server writes dates. */
export function localDate(now = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function exploreLink(position) {
  return `/explore?position=${encodeURIComponent(position).replaceAll("%20", "+").replaceAll("%3D", "=")}`;
}
