// Months of codes of the day: how each came out, and the way to it.

import { h } from "./dom.js";
import { dateWords } from "./games.js";
import { locale, number, t, upper } from "./words.js";

/** The months of days that the server lists, newest first: each is {month: "2026-11", days}. */
export function byMonth(days) {
  const months = Map.groupBy(days, ({ date }) => date.slice(0, 7));
  return [...months].map(([month, of]) => ({ month, days: of }));
}

/** The first day of the month that is `later` months after the one of a date. */
export function monthStart(date, later = 0) {
  const [year, month] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10);
}

/** How many days lie between two dates. */
export function daysBetween(from, to) {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** Draw a month: each day that has a code is a link, with how its game came out. */
export function monthCalendar({ month, days }, { today, level = "h2" }) {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const first = `${month}-01`;
  const length = daysBetween(first, monthStart(first, 1));
  const offset = (weekday(first) - firstWeekday() + 7) % 7;
  const solved = days.filter(({ outcome }) => outcome === "won").length;
  const cell = (_, at) => {
    const date = `${month}-${String(at + 1).padStart(2, "0")}`;
    return h("li", at === 0 ? { "--offset": offset + 1 } : {}, dayCell(at + 1, date, byDate.get(date), date === today));
  };
  return h(
    "section.month",
    {},
    h(
      "div.spread",
      {},
      h(level, {}, upper(dateWords(first, { month: "long", year: "numeric" }))),
      solved > 0 && h("span.small.muted", {}, t("calendar.solved", { count: solved })),
    ),
    h(
      "div.weekdays",
      { "aria-hidden": "true" },
      weekdayNames().map((name) => h("span", {}, name)),
    ),
    h("ol.month-days", {}, Array.from({ length }, cell)),
  );
}

function dayCell(day, date, played, isToday) {
  const label = h("span.day-of-month", {}, number(day));
  if (!played) return h("span.cell", { "data-outcome": "away" }, label);
  const outcome = played.outcome ?? "none";
  const state = t(`archive.${outcome}`, { count: played.turn_count });
  const words = t("calendar.day", { date: dateWords(date), number: played.number, state });
  return h(
    "a.cell",
    {
      href: `/daily/${date}`,
      "data-outcome": outcome.replace(" ", "-"),
      "aria-label": words,
      "aria-current": isToday && "date",
      title: state,
    },
    label,
    h("span.cell-mark", {}, mark(outcome, played.turn_count)),
  );
}

function mark(outcome, count) {
  if (outcome === "won") return number(count);
  if (outcome === "none") return "";
  return outcome === "open" ? "…" : "×";
}

/** Monday is 1 and Sunday 7, as the languages count them. */
function weekday(date) {
  return new Date(`${date}T12:00:00Z`).getUTCDay() || 7;
}

function firstWeekday() {
  const language = new Intl.Locale(locale);
  return (language.getWeekInfo?.() ?? language.weekInfo ?? { firstDay: 1 }).firstDay;
}

function weekdayNames() {
  const monday = Date.UTC(2024, 0, 1, 12);
  return Array.from({ length: 7 }, (_, at) => {
    const day = new Date(monday + ((firstWeekday() - 1 + at) % 7) * 86_400_000);
    return day.toLocaleDateString(locale, { weekday: "narrow", timeZone: "UTC" });
  });
}
