// The link to a challenge: say what is to be beaten, and sit down.

import { get, Refused } from "../api.js";
import { toBeat } from "../challenge.js";
import { aboutOffer, invitation } from "../invitation.js";
import { goInstead } from "../router.js";
import { t } from "../words.js";
import { deadEnd, start } from "./missing.js";

export async function view({ params, signal }) {
  const { token } = params;
  try {
    const challenge = await get(`/challenges/${token}`, { signal });
    if (challenge.game) return await goInstead(`/game/${challenge.game}`);
    return invitation({
      title: t("challenge.heading"),
      heading: t("challenge.heading"),
      lead: toBeat({ challenge }),
      note: aboutOffer(challenge),
      begin: t("challenge.accept"),
      path: `/challenges/${token}/play`,
    });
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      return deadEnd(t("challenge.gone"), t("challenge.goneText"), [start()]);
    }
    throw error;
  }
}
