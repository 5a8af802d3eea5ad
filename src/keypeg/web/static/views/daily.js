// The code of the day: the same for everybody by date.

import { get, post, query } from "../api.js";
import { byMonth, daysBetween, monthCalendar, monthStart } from "../calendar.js";
import { button } from "../controls.js";
import { h } from "../dom.js";
import { dateWords, localDate, variantName, variantWords } from "../games.js";
import { playView } from "../playing.js";
import { go } from "../router.js";
import { t, upper } from "../words.js";

export async function view({ params, signal }) {
  const date = params.date ?? localDate();
  const daily = await get(`/daily?date=${date}`, { signal });
  return daily.game ? playView(daily.game, signal) : invitation(daily, signal);
}

async function invitation({ date, number, variant, guesses, streak, today }, signal) {
  const begin = async () => {
    await post("/daily", { date }, { again: true });
    await go(`/daily/${date}`, { replaced: true });
  };
  const about = { name: variantName(variant), about: variantWords(variant), guesses: t("guesses", { count: guesses }) };
  return {
    title: t("kind.daily"),
    content: h(
      "div.study.daily",
      {},
      h(
        "header.stack.tight",
        {},
        h("p.over", {}, t("daily.title", { number })),
        h("h1", {}, upper(dateWords(date, { weekday: "long", day: "numeric", month: "long" }))),
        h("p.lead", {}, t("daily.about", about)),
        streak?.current > 0 && h("p", {}, h("strong", {}, t("daily.streak", { count: streak.current }))),
      ),
      h("div.cluster", {}, button(t("daily.begin"), begin, "button.button.primary.start-button")),
      h("p.muted.small", {}, t("daily.note")),
      await month(date, today, signal),
    ),
  };
}

/** The month around the day, to see how it went and to go to other days. */
async function month(date, today, signal) {
  const next = monthStart(date, 1);
  const before = next > today ? undefined : next;
  const count = daysBetween(monthStart(date), before ?? today) + (before ? 0 : 1);
  const { days } = await get(`/daily/archive${query({ before, count: Math.max(count, 1) })}`, { signal });
  const found = byMonth(days).find(({ month }) => date.startsWith(month));
  return h(
    "div.stack",
    {},
    found && monthCalendar(found, { today: localDate() }),
    h("p", {}, h("a", { href: "/archive" }, t("daily.others"))),
  );
}
