// A challenge: the code that somebody just played, for a friend to find in fewer guesses.

import { post } from "./api.js";
import { h } from "./dom.js";
import { openLink } from "./sharing.js";
import { t } from "./words.js";

/** Make a link to the code of a finished game, and show it. */
export async function challengeFriend({ id, turns, outcome }, signal) {
  const { token } = await post(`/games/${id}/challenge`, {}, { signal, again: true });
  const text = outcome === "won" ? t("challenge.textWon", { count: turns.length }) : t("challenge.text");
  openLink(t("challenge.title"), `${location.origin}/challenge/${token}`, text);
}

/** What is to be beaten, in words; nothing where a game is no challenge. */
export function toBeat({ challenge }) {
  if (!challenge) return "";
  const guesses = t("guesses", { count: challenge.turn_count });
  return challenge.outcome === "won" ? t("challenge.toBeat", { guesses }) : t("challenge.notFound");
}

/** How a challenge came out, for the result. */
export function challengeResult({ challenge, outcome, turns }) {
  if (!challenge) return null;
  const theirs = challenge.outcome === "won" ? challenge.turn_count : Infinity;
  const yours = outcome === "won" ? turns.length : Infinity;
  const kind = yours < theirs ? "won" : yours > theirs ? "lost" : "even";
  return h("p.challenge-result", { "data-kind": kind }, t(`challenge.${kind}`), " ", toBeat({ challenge }));
}
