// The first page: what there is to play, and the games that wait to go on.

import { get } from "../api.js";
import { h } from "../dom.js";
import { dateWords, kindName, localDate, variantName } from "../games.js";
import { Look, peg } from "../pegs.js";
import { parts, t } from "../words.js";

const PICTURES = { break: [1, 2, 3, 4], solve: [5, 5, 6, 1], duel: [3, 6, 4, 2] };

export async function view({ signal }) {
  const [setup, daily, { games }] = await Promise.all([
    get("/setup", { signal }),
    get(`/daily?date=${localDate()}`, { signal }),
    get("/history?outcome=open&count=3", { signal }),
  ]);
  const look = new Look({ pegs: 4, colors: 6 }, setup.palettes[0].colors);
  const open = games.filter(({ over }) => !over);
  return {
    title: "Keypeg",
    content: h(
      "div.stack.start",
      {},
      h("header.hero", {}, h("h1", {}, t("start.title")), h("p.lead", {}, t("start.lead"))),
      open.length > 0 && openGames(open),
      dailyCard(daily),
      h(
        "ul.ways",
        {},
        Object.keys(PICTURES).map((kind) => wayTile(look, kind)),
      ),
      h("p.muted", {}, parts("start.new", { rules: h("a", { href: "/help" }, t("start.rules")) })),
    ),
  };
}

function wayTile(look, kind) {
  return h(
    "li",
    {},
    h(
      "a.way",
      { href: `/new/${kind}` },
      h(
        "span.way-pegs",
        { "aria-hidden": "true" },
        PICTURES[kind].map((color) => peg(look, color)),
      ),
      h("span.way-title", {}, t(`kind.${kind}`)),
      h("span.way-text", {}, t(`start.${kind}`)),
    ),
  );
}

function dailyCard({ date, number, game }) {
  return h(
    "a.way.daily-way",
    { href: "/daily" },
    h(
      "span.way-date",
      { "aria-hidden": "true" },
      h("span.day", {}, Number(date.slice(8))),
      h("span.month", {}, dateWords(date, { month: "short" })),
    ),
    h("span", {}, h("span.way-title", {}, t("start.daily", { number })), h("span.way-text", {}, dailyState(game))),
  );
}

function dailyState(game) {
  if (!game) return t("start.dailyOpen");
  const guesses = t("guesses", { count: game.turns.length });
  if (!game.over) return t("start.dailyBegun", { guesses });
  return game.outcome === "won" ? t("start.dailySolved", { guesses }) : t("start.dailyPlayed");
}

function openGames(games) {
  return h(
    "section.notice.stack.tight",
    { "aria-labelledby": "go-on" },
    h("h2", { id: "go-on" }, t("start.waiting", { count: games.length })),
    h(
      "ul.plain",
      {},
      games.map((game) => h("li", {}, openGame(game))),
    ),
  );
}

function openGame({ id, turn_count: count, ...game }) {
  const name = t("start.game", { kind: kindName(game), variant: variantName(game.variant) });
  return parts("start.soFar", {
    game: h("a", { href: `/game/${id}` }, name),
    guesses: t("guesses", { count }),
  });
}
