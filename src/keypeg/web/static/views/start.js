// The first page: what there is to play, and the games that wait to go on.

import { get } from "../api.js";
import { counted } from "../codes.js";
import { h } from "../dom.js";
import { dateWords, kindName, localDate, variantName } from "../games.js";
import { Look, peg } from "../pegs.js";

const WAYS = [
  {
    href: "/new/break",
    title: "Break the code",
    text: "The computer hides a code. Find it, guess by guess.",
    picture: [1, 2, 3, 4],
  },
  {
    href: "/new/solve",
    title: "Set the code",
    text: "Think of a code and watch the computer close in on it.",
    picture: [5, 5, 6, 1],
  },
  {
    href: "/new/duel",
    title: "Two people",
    text: "One sets, one breaks, over a link. No account.",
    picture: [3, 6, 4, 2],
  },
];

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
      h(
        "header.hero",
        {},
        h("h1", {}, "Can you break the code?"),
        h(
          "p.lead",
          {},
          "Four hidden pegs, ten guesses. After each guess, key pegs tell how close you are; after the game, a coach tells what each guess was worth.",
        ),
      ),
      open.length > 0 && openGames(open),
      dailyCard(daily),
      h(
        "ul.ways",
        {},
        WAYS.map((way) => wayTile(look, way)),
      ),
      h("p.muted", {}, "New to the game? ", h("a", { href: "/help" }, "The rules take two minutes"), "."),
    ),
  };
}

function wayTile(look, { href, title, text, picture }) {
  return h(
    "li",
    {},
    h(
      "a.way",
      { href },
      h(
        "span.way-pegs",
        { "aria-hidden": "true" },
        picture.map((color) => peg(look, color)),
      ),
      h("span.way-title", {}, title),
      h("span.way-text", {}, text),
    ),
  );
}

function dailyCard({ date, number, game }) {
  const state = !game
    ? "The same code for everybody, today."
    : game.over
      ? result(game)
      : `Begun: ${counted(game.turns.length, "guess")} so far.`;
  return h(
    "a.way.daily-way",
    { href: "/daily" },
    h(
      "span.way-date",
      { "aria-hidden": "true" },
      h("span.day", {}, Number(date.slice(8))),
      h("span.month", {}, dateWords(date, { month: "short" })),
    ),
    h("span", {}, h("span.way-title", {}, `Code of the day ${number}`), h("span.way-text", {}, state)),
  );
}

function result({ outcome, turns }) {
  return outcome === "won" ? `Solved in ${counted(turns.length, "guess")}.` : "Played. The next one comes tomorrow.";
}

function openGames(games) {
  return h(
    "section.notice.stack.tight",
    { "aria-labelledby": "go-on" },
    h("h2", { id: "go-on" }, games.length === 1 ? "A game waits for you" : "Games wait for you"),
    h(
      "ul.plain",
      {},
      games.map((game) =>
        h(
          "li",
          {},
          h("a", { href: `/game/${game.id}` }, `${kindName(game)}, ${variantName(game.variant)}`),
          ` · ${counted(game.turns, "guess")} so far`,
        ),
      ),
    ),
  );
}
