// Play at once: a game with the options chosen last.

import { playAgain } from "../playagain.js";

export async function view() {
  await playAgain("break", { replaced: true });
  return new Promise(() => {}); // the router has another view by now
}
