// The link to a game of two people: say what it is, and sit down.

import { get, Refused } from "../api.js";
import { h } from "../dom.js";
import { aboutOffer, invitation } from "../invitation.js";
import { goInstead } from "../router.js";
import { t } from "../words.js";
import { deadEnd, start } from "./missing.js";

export async function view({ params, signal }) {
  const { token } = params;
  try {
    const offer = await get(`/join/${token}`, { signal });
    if (offer.game) return await goInstead(`/game/${offer.game}`);
    if (offer.joined) return refused(t("join.taken"), t("join.takenText"));
    return invitation({
      title: t("join.title"),
      heading: t("join.heading"),
      lead: aboutOffer(offer),
      note: t("join.note"),
      begin: t("join.begin"),
      path: `/join/${token}`,
    });
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      return refused(t("join.gone"), t("join.goneText"));
    }
    throw error;
  }
}

function refused(title, text) {
  return deadEnd(title, text, [h("a.button.primary", { href: "/new/duel" }, t("join.own")), start()]);
}
