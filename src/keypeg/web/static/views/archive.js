// The codes of other days, month by month.

import { get, query } from "../api.js";
import { byMonth, daysBetween, monthCalendar, monthStart } from "../calendar.js";
import { h } from "../dom.js";
import { localDate } from "../games.js";
import { t } from "../words.js";

const MONTHS = 3; // at a time
const AHEAD = 2; // days that the server lists besides: today, and the one that may have begun there

export async function view({ signal }) {
  const today = localDate();
  const months = h("div.months");
  const more = h("button.button", { type: "button" }, t("archive.earlier"));
  let before;
  const load = async () => {
    const from = monthStart(before ?? today, before ? -MONTHS : 1 - MONTHS);
    const count = daysBetween(from, before ?? today) + (before ? 0 : AHEAD);
    const { days } = await get(`/daily/archive${query({ before, count })}`, { signal });
    const shown = days.filter(({ date }) => date >= from);
    months.append(...byMonth(shown).map((month) => monthCalendar(month, { today })));
    before = from;
    more.hidden = days.at(-1)?.number === 1;
  };
  more.addEventListener("click", load);
  await load();
  return {
    title: t("archive.title"),
    content: h(
      "div.study",
      {},
      h(
        "header.stack.tight",
        {},
        h("p.over", {}, t("kind.daily")),
        h("h1", {}, t("archive.title")),
        h("p.muted", {}, t("archive.note")),
      ),
      months,
      h("p.legend", {}, legend("won"), legend("lost"), legend("open")),
      h("div", {}, more),
    ),
  };
}

function legend(outcome) {
  return h("span", {}, h("span.cell.sample", { "data-outcome": outcome }), t(`archive.legend.${outcome}`));
}
