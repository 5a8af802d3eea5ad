// The code of the day: the same for everybody by date.

import { get, post } from "../api.js";
import { button } from "../controls.js";
import { h } from "../dom.js";
import { dateWords, localDate, variantName, variantWords } from "../games.js";
import { playView } from "../playing.js";
import { go } from "../router.js";
import { t } from "../words.js";

export async function view({ params, signal }) {
  const date = params.date ?? localDate();
  const daily = await get(`/daily?date=${date}`, { signal });
  return daily.game ? playView(daily.game, signal) : invitation(daily);
}

function invitation({ date, number, variant, guesses }) {
  const begin = async () => {
    await post("/daily", { date }, { again: true });
    await go(`/daily/${date}`, { replaced: true });
  };
  const about = {
    name: variantName(variant),
    about: variantWords(variant),
    guesses: t("guesses", { count: guesses }),
  };
  return {
    title: t("kind.daily"),
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, t("kind.daily")),
      h(
        "div.day-card",
        {},
        h("p.day-number", {}, t("daily.number", { number })),
        h("p.day-date", {}, dateWords(date)),
        h("p", {}, t("daily.about", about)),
        h("p.muted", {}, t("daily.note")),
        h(
          "div.cluster",
          {},
          button(t("daily.begin"), begin, "button.button.primary"),
          h("a.button", { href: "/archive" }, t("daily.others")),
        ),
      ),
    ),
  };
}
