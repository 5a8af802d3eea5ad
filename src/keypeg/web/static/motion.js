// Moments between what happens on the board. A tap or a key skips them, and there are none where motion is not welcome.

import { patience } from "./patience.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export const KEY_PEG = 90; // milliseconds from one key peg to the next
export const SHIELD = 350; // for the shield to slide away
export const BREATH = 400; // before the result comes

/** Wait, unless motion is not welcome or the person doesn't want to wait. */
export function moment(milliseconds) {
  return STILL.matches ? Promise.resolve() : patience(milliseconds, ["pointerdown", "keydown"]);
}
