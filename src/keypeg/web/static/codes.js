// The text forms of codes, feedback and positions, as the library writes them: 1122, 1b1w, p4c6 1122=1b1w.

import { t } from "./words.js";

const SYMBOLS = "123456789abcdefghijklmnopqrstuvwxyz";

export function symbol(color) {
  return color <= SYMBOLS.length ? SYMBOLS[color - 1] : String(color);
}

/** Read the text of a code: the colors as numbers from 1. */
export function readCode(text) {
  if (text.includes(",")) return text.split(",").filter(Boolean).map(Number);
  return [...text].map((character) => SYMBOLS.indexOf(character) + 1);
}

export function writeCode(colors) {
  if (Math.max(...colors) <= SYMBOLS.length) return colors.map(symbol).join("");
  return colors.join(",") + (colors.length === 1 ? "," : "");
}

export function readFeedback(text) {
  const [, blacks, whites] = /^(\d+)b(\d+)w$/.exec(text);
  return { blacks: Number(blacks), whites: Number(whites) };
}

export function writeFeedback({ blacks, whites }) {
  return `${blacks}b${whites}w`;
}

export function feedbackWords({ blacks, whites }) {
  return t("feedback", { blacks, whites });
}

export function readTurn(text) {
  const [guess, feedback] = text.split("=");
  return { guess: readCode(guess), feedback: readFeedback(feedback) };
}

export function writeTurn({ guess, feedback }) {
  return `${writeCode(guess)}=${writeFeedback(feedback)}`;
}

export function readVariant(text) {
  const [, pegs, colors, none] = /^p(\d+)c(\d+)(n?)$/.exec(text);
  return { text, pegs: Number(pegs), colors: Number(colors), repeats: !none };
}

export function writeVariant({ pegs, colors, repeats }) {
  return `p${pegs}c${colors}${repeats ? "" : "n"}`;
}
