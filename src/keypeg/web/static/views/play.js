// Play at once: a game with the options chosen last.

import { playAgain } from "../playagain.js";

export async function view({ signal }) {
  await playAgain("break", { replaced: true, signal });
  return new Promise(() => {}); // the router has another view by now
}
