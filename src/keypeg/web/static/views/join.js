// The link to a game of two people: say what it is, and sit down.

import { get, post, Refused } from "../api.js";
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
    const offer = await get(`/join/${token}`, { signal });
    if (offer.game) {
      await go(`/game/${offer.game}`, { replaced: true });
      return new Promise(() => {}); // the router has another view by now
    }
    return offer.joined ? refused(t("join.taken"), t("join.takenText")) : invitation(token, offer);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      return refused(t("join.gone"), t("join.goneText"));
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
  const about = {
    name: variantName(variant),
    about: variantWords(variant),
    limit: guesses === null ? t("join.noLimit") : t("guesses", { count: guesses }),
  };
  return {
    title: t("join.title"),
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, t("join.heading")),
      h("p.lead", {}, t(hard ? "join.aboutHard" : "join.about", about)),
      h("p", {}, t("join.note")),
      error,
      h(
        "div.cluster",
        {},
        button(t("join.begin"), join, "button.button.primary"),
        h("a.button", { href: "/help" }, t("join.rules")),
      ),
    ),
  };
}

function refused(title, text) {
  return deadEnd(title, text, [h("a.button.primary", { href: "/new/duel" }, t("join.own")), start()]);
}
