// Begins a game with what was chosen last, and says what that is. To choose something else is in options.js.

import { get, passOn, post, Refused } from "./api.js";
import { readVariant, writeVariant } from "./codes.js";
import { go } from "./router.js";
import { change, settings } from "./settings.js";

export const DEFAULTS = {
  variant: "p4c6",
  pegs: 4,
  colors: 6,
  repeats: true,
  own: false,
  guesses: 10,
  palette: "classic",
  paletteText: "classic",
  ownColors: {}, // by name, where they differ from those of the classic palette
  blanks: false,
  codemaker: "random",
  hard: false,
  strategy: "optimal",
  answered_by: "server",
};

export function chosenLast() {
  return { ...DEFAULTS, ...settings().game };
}

/** The variant without a color for no peg at all. */
export function variantBefore({ own, variant, pegs, colors, repeats }) {
  return own ? writeVariant({ pegs, colors, repeats }) : variant;
}

/** Where blanks are allowed, they are one more color. */
export function variantOf(chosen) {
  const { pegs, colors, repeats } = readVariant(variantBefore(chosen));
  return writeVariant({ pegs, colors: colors + (chosen.blanks ? 1 : 0), repeats });
}

const BULLS = "p4c10n";

/** The text of the palette: bulls and cows have their own digits, where nothing else was chosen. */
export function paletteOf(chosen) {
  return chosen.paletteText === "classic" && variantOf(chosen) === BULLS ? "bulls" : chosen.paletteText;
}

/** The palette that a person likes, for what is not a game of theirs: without the digits of bulls and cows, or a blank. */
export function likedPalette() {
  const { palette, paletteText } = chosenLast();
  if (palette === "own") return paletteText.replace(/,blank$/, "");
  return palette === "bulls" ? undefined : palette;
}

/** What the server is asked for: a game of this kind with what was chosen. */
export function order(kind, chosen, secret = null) {
  const { guesses, codemaker, hard, strategy, answered_by: answeredBy } = chosen;
  const common = { kind, variant: variantOf(chosen), guesses, palette: paletteOf(chosen) };
  if (kind === "break") return { ...common, codemaker, hard };
  if (kind === "solve") return secret ? { ...common, strategy, secret } : { ...common, strategy };
  return { ...common, hard, secret, answered_by: answeredBy };
}

/**
 * Begin a game with what was chosen last; one that was begun so and has no turn yet is taken up again. Who goes elsewhere
 * meanwhile, which the signal tells, is left alone.
 */
export async function playAgain(kind = "break", { replaced = false, signal } = {}) {
  const wanted = order(kind, chosenLast());
  const key = JSON.stringify(wanted);
  const { begun } = settings();
  const game = (begun?.key === key && (await untouched(begun.id))) || (await post("/games", wanted));
  change({ begun: { key, id: game.id } });
  signal?.throwIfAborted();
  passOn(game);
  await go(`/game/${game.id}`, { replaced });
}

/** The game, if it is there and has no turn yet. */
async function untouched(id) {
  try {
    const game = await get(`/games/${id}`);
    return !game.over && game.turns.length === 0 && game;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
