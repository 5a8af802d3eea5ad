// The codes of other days.

import { get, query } from "../api.js";
import { h } from "../dom.js";
import { dateWords } from "../games.js";
import { t } from "../words.js";

const PAGE = 30;

export async function view({ signal }) {
  const list = h("ul.days");
  const more = h("button.button", { type: "button" }, t("archive.earlier"));
  let before;
  const load = async () => {
    const { days } = await get(`/daily/archive${query({ before, count: PAGE })}`, { signal });
    list.append(...days.map(dayItem));
    before = days.at(-1)?.date;
    more.hidden = days.length < PAGE;
  };
  more.addEventListener("click", load);
  await load();
  return {
    title: t("archive.title"),
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, t("archive.title")),
      h("p.muted", {}, t("archive.note")),
      list,
      h("div", {}, more),
    ),
  };
}

function dayItem({ date, number, outcome, turn_count: count }) {
  return h(
    "li",
    {},
    h(
      "a.day",
      { href: `/daily/${date}`, "data-outcome": outcome ?? "none" },
      h("span", {}, dateWords(date, { weekday: "short", day: "numeric", month: "long", year: "numeric" })),
      h("span.muted.small", {}, t("daily.number", { number })),
      h("span.state", {}, t(`archive.${outcome ?? "none"}`, { guesses: t("guesses", { count }) })),
    ),
  );
}
