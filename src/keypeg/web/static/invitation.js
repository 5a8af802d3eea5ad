// What a link to a game says before a person sits down.

import { passOn, post } from "./api.js";
import { button } from "./controls.js";
import { h, replace } from "./dom.js";
import { variantName, variantWords } from "./games.js";
import { explained } from "./live.js";
import { go } from "./router.js";
import { t } from "./words.js";

/** Name the game of an offer: "Classic: 4 pegs, 6 colors, 10 guesses." */
export function aboutOffer({ variant, guesses, hard, rounds }) {
  const game = t(hard ? "join.aboutHard" : "join.about", {
    name: variantName(variant),
    about: variantWords(variant),
    limit: guesses === null ? t("join.noLimit") : t("guesses", { count: guesses }),
  });
  return rounds ? `${game} ${t("join.match", { rounds })}` : game;
}

/** Invite to a game: `lead` and `note` say what it is, and a request to `path` begins it. */
export function invitation({ title, heading, lead, note, begin, path }) {
  const error = h("p.refusal", { role: "alert" });
  const sitDown = async () => {
    try {
      const game = await post(path, {}, { again: true });
      passOn(game);
      await go(`/game/${game.id}`, { replaced: true });
    } catch (problem) {
      replace(error, explained(problem));
    }
  };
  return {
    title,
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, heading),
      h("p.lead", {}, lead),
      h("p", {}, note),
      error,
      h(
        "div.cluster",
        {},
        button(begin, sitDown, "button.button.primary.play-button"),
        h("a.button", { href: "/help" }, t("join.rules")),
      ),
    ),
  };
}
