// The link to a challenge: say what is to be beaten, and sit down.

import { get, post, Refused } from "../api.js";
import { toBeat } from "../challenge.js";
import { button } from "../controls.js";
import { h, replace } from "../dom.js";
import { variantName, variantWords } from "../games.js";
import { explained } from "../live.js";
import { go } from "../router.js";
import { t } from "../words.js";
import { deadEnd, start } from "./missing.js";

export async function view({ params, signal }) {
  const { token } = params;
  try {
    const challenge = await get(`/challenges/${token}`, { signal });
    if (challenge.game) {
      await go(`/game/${challenge.game}`, { replaced: true });
      return new Promise(() => {}); // the router has another view by now
    }
    return invitation(token, challenge);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      return deadEnd(t("challenge.gone"), t("challenge.goneText"), [start()]);
    }
    throw error;
  }
}

function invitation(token, challenge) {
  const { variant, guesses, hard } = challenge;
  const error = h("p.refusal", { role: "alert" });
  const play = async () => {
    try {
      const game = await post(`/challenges/${token}/play`, {}, { again: true });
      await go(`/game/${game.id}`, { replaced: true });
    } catch (problem) {
      replace(error, explained(problem));
    }
  };
  const about = {
    name: variantName(variant),
    about: variantWords(variant),
    limit: guesses === null ? t("join.noLimit") : t("guesses", { count: guesses }),
  };
  return {
    title: t("challenge.heading"),
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, t("challenge.heading")),
      h("p.lead", {}, toBeat({ challenge })),
      h("p", {}, t(hard ? "join.aboutHard" : "join.about", about)),
      error,
      h(
        "div.cluster",
        {},
        button(t("challenge.accept"), play, "button.button.primary.play-button"),
        h("a.button", { href: "/help" }, t("join.rules")),
      ),
    ),
  };
}
