// The codes of other days.

import { get, query } from "../api.js";
import { counted } from "../codes.js";
import { h } from "../dom.js";
import { dateWords } from "../games.js";

const PAGE = 30;

export async function view({ signal }) {
  const list = h("ul.days");
  const more = h("button.button", { type: "button" }, "Earlier days");
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
    title: "Codes of other days",
    content: h(
      "div.stack.narrow",
      {},
      h("h1", {}, "Codes of other days"),
      h("p.muted", {}, "Each can be played at any time, once."),
      list,
      h("div", {}, more),
    ),
  };
}

function dayItem({ date, number, outcome, turns }) {
  const states = {
    won: `solved in ${counted(turns, "guess")}`,
    lost: "not solved",
    "given up": "given up",
    open: `begun, ${counted(turns, "guess")} so far`,
  };
  return h(
    "li",
    {},
    h(
      "a.day",
      { href: `/daily/${date}`, "data-outcome": outcome ?? "none" },
      h("span", {}, dateWords(date, { weekday: "short", day: "numeric", month: "long", year: "numeric" })),
      h("span.muted.small", {}, `Number ${number}`),
      h("span.state", {}, outcome ? states[outcome] : "not played"),
    ),
  );
}
