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

/** Name feedback: by its key pegs, or by bulls and cows where the game is called so. */
export function feedbackWords({ blacks, whites }, look = null) {
  if (!look?.isBulls)
    return t("feedback", { blacks: t("blacks", { count: blacks }), whites: t("whites", { count: whites }) });
  return t("feedback.bullsAndCows", { bulls: t("bulls", { count: blacks }), cows: t("cows", { count: whites }) });
}

/** Say what feedback means: "1 black, 2 white: 3 right colors, 1 in its place." */
export function answerWords({ blacks, whites }, look = null) {
  if (look?.isBulls) return t("answer.bullsAndCows", { feedback: feedbackWords({ blacks, whites }, look) });
  if (blacks + whites === 0) return t("answer.none");
  if (whites === 0) return t("answer.blacks", { count: blacks });
  if (blacks === 0) return t("answer.whites", { count: whites });
  const right = t("rightColors", { count: blacks + whites });
  return t("answer.both", { feedback: feedbackWords({ blacks, whites }), right, blacks });
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
