// A game by its address: on whichever side of the board the person sits.

import { get } from "../api.js";
import { load } from "../loader.js";
import { playView } from "../playing.js";

export async function view({ params, signal }) {
  const game = await get(`/games/${params.id}`, { signal });
  if (game.role !== "codemaker") return playView(game, signal);
  const [{ local }, { makeView }] = await Promise.all([get("/setup", { signal }), load("making")]);
  return makeView(game, signal, { local });
}
