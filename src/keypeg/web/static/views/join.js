// The link to a game of two people: say what it is, and sit down.

import { get, post, Refused } from "../api.js";
import { counted } from "../codes.js";
import { h, replace } from "../dom.js";
import { variantName, variantWords } from "../games.js";
import { explained } from "../live.js";
import { go } from "../router.js";
import { deadEnd, start } from "./missing.js";

export async function view({ params, signal }) {
  const { token } = params;
  try {
    const offer = await get(`/join/${token}`, { signal });
    if (offer.game) {
      await go(`/game/${offer.game}`, { replaced: true });
      return new Promise(() => {}); // the router has another view by now
    }
    return offer.joined
      ? refused("Somebody else plays this game", "This link was opened by another person first. Ask for a new one.")
      : invitation(token, offer);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      return refused(
        "This game is gone",
        "There is no game behind this link. It was deleted, or the link is not complete. Ask your friend for a new one.",
      );
    }
    throw error;
  }
}

function invitation(token, { variant, guesses, hard }) {
  const error = h("p.refusal", { role: "alert" });
  const join = async () => {
    try {
      const game = await post(`/join/${token}`, {}, { again: true });
      await go(`/game/${game.id}`, { replaced: true });
    } catch (problem) {
      replace(error, explained(problem));
    }
  };
  const limit = guesses === null ? "as many guesses as you like" : counted(guesses, "guess");
  return {
    title: "A code for you",
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, "Somebody set a code for you"),
      h("p.lead", {}, `${variantName(variant)}: ${variantWords(variant)}, ${limit}${hard ? ", hard mode" : ""}.`),
      h("p", {}, "You break it; the one who sent the link watches."),
      error,
      h(
        "div.cluster",
        {},
        h("button.button.primary", { type: "button", onclick: join }, "Break it"),
        h("a.button", { href: "/help" }, "The rules"),
      ),
    ),
  };
}

function refused(title, text) {
  return deadEnd(title, text, [h("a.button.primary", { href: "/new/duel" }, "Set a code yourself"), start()]);
}
