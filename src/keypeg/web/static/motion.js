// Moments between what happens on the board. A tap or a key skips them, and there are none where motion is not welcome.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export const KEY_PEG = 90; // milliseconds from one key peg to the next
export const SHIELD = 350; // for the shield to slide away
export const BREATH = 400; // before the result comes

/** Wait, unless motion is not welcome or the person doesn't want to wait. */
export function moment(milliseconds) {
  if (STILL.matches) return Promise.resolve();
  return new Promise((resolve) => {
    const skipping = new AbortController();
    const end = () => {
      clearTimeout(timer);
      skipping.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, end, { signal: skipping.signal });
  });
}
