// Past games of this browser, statistics, and what a person may do with the data: take it along, bring it, delete it.

import { get, post, query, remove } from "../api.js";
import { histogram } from "../chart.js";
import { counted } from "../codes.js";
import { confirmDialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { kindName, variantName } from "../games.js";
import { explained, say } from "../live.js";
import { go } from "../router.js";
import { forgetDrafts } from "../settings.js";

const SOURCES = { terminal: "terminal", import: "imported" };
const WHOSE = { break: "your guesses", solve: "the computer's guesses", set: "your friends' guesses" };

export async function view({ signal }) {
  const [statistics, list] = await Promise.all([get("/statistics", { signal }), get("/history?count=30", { signal })]);
  return {
    title: "History",
    content: h(
      "div.stack",
      {},
      h("h1", {}, "History"),
      list.games.length ? [summary(statistics), variants(statistics), games(list, signal)] : empty(),
      data(list.games.length > 0),
    ),
  };
}

function empty() {
  return h(
    "div.empty.stack",
    {},
    h("p", {}, "No games yet. What you play here is kept on this server, for this browser, without an account."),
    h("p", {}, h("a.button.primary", { href: "/new" }, "Play a game")),
  );
}

function summary({ games, won, streak, daily }) {
  const figure = (value, name, ofOne = name) =>
    h("div.figure", {}, h("dd.numbers", {}, value), h("dt", {}, value === 1 ? ofOne : name));
  return h(
    "dl.figures",
    {},
    figure(games, "games", "game"),
    figure(won, "codes found", "code found"),
    figure(streak.current, "in a row now"),
    figure(streak.longest, "longest row"),
    figure(daily.played, "codes of the day", "code of the day"),
    figure(daily.streak.current, "days in a row", "day in a row"),
  );
}

function variants({ variants: rows }) {
  const card = ({ variant, kind, games, won, average, best, histogram: bars }) =>
    h(
      "section.card.stack.tight",
      {},
      h("h2", {}, `${variantName(variant)}: ${WHOSE[kind] ?? "guesses"}`),
      h(
        "p.muted.small",
        {},
        `${won} of ${counted(games, "game")} solved${average === null ? "" : `, ${average.toFixed(2)} guesses on average, best ${best}`}`,
      ),
      bars.length > 0 && histogram(bars, `${variantName(variant)}: games by number of guesses`),
    );
  return h("div.columns", {}, rows.map(card));
}

function games(first, signal) {
  const list = h("ul.games");
  const more = h("button.button", { type: "button" }, "Earlier games");
  const add = ({ games: rows, next }) => {
    list.append(...rows.map(gameItem));
    more.hidden = next === null;
    more.onclick = async () => add(await get(`/history${query({ count: 30, before: next })}`, { signal }));
  };
  add(first);
  return h(
    "section.stack.tight",
    { "aria-labelledby": "games" },
    h("h2", { id: "games" }, "Games"),
    list,
    h("div", {}, more),
  );
}

function gameItem(game) {
  const moment = when(game.finished ?? game.updated);
  const about = [variantName(game.variant), moment, SOURCES[game.source]].filter(Boolean).join(" · ");
  const item = h(
    "li.game",
    { "data-outcome": game.outcome },
    h("span", {}, h("a.game-name", { href: `/game/${game.id}` }, kindName(game)), h("span.muted.small", {}, about)),
    h(
      "span.game-result",
      {},
      result(game),
      h("span.muted.small.numbers", {}, `${game.turns}${game.guesses === null ? "" : ` of ${game.guesses}`}`),
    ),
    h(
      "span.game-acts",
      {},
      game.over && game.turns > 0 && h("a", { href: `/review/${game.id}` }, "Review"),
      h(
        "button.link-button",
        {
          type: "button",
          "aria-label": `Delete this game (${kindName(game)}, ${moment})`,
          onclick: () => erase(game, item),
        },
        "Delete",
      ),
    ),
  );
  return item;
}

function result({ kind, role, outcome }) {
  if (outcome === "open") return "open";
  if (outcome === "given up") return "given up";
  const breaker = kind === "break" || role === "breaker";
  return outcome === "won" ? (breaker ? "solved" : "found") : breaker ? "not solved" : "not found";
}

function when(moment) {
  return new Date(moment).toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
}

async function erase(game, item) {
  if (!(await confirmDialog("Delete this game?", "It leaves the history and the statistics.", "Delete it"))) return;
  await remove(`/games/${game.id}`);
  item.remove();
  say("The game is deleted.");
}

function data(any) {
  const state = h("p", { role: "status" });
  const file = h("input.unseen", { type: "file", accept: "application/json,.json", id: "import-file" });
  file.addEventListener("change", () => bring(file, state));
  return h(
    "section.card.stack.tight",
    { "aria-labelledby": "data" },
    h("h2", { id: "data" }, "Your data"),
    h(
      "p.muted",
      {},
      "Games belong to this browser through a cookie, nothing else. Take them along as a file, and bring them into another browser.",
    ),
    h(
      "div.cluster",
      {},
      any && h("a.button", { href: "/api/export", download: "keypeg-history.json" }, "Export"),
      h("label.button.file-button", {}, "Import a file", file),
      any && h("button.button.danger", { type: "button", onclick: eraseAll }, "Delete everything"),
    ),
    state,
  );
}

async function bring(input, state) {
  const [chosen] = input.files;
  if (!chosen) return;
  try {
    const { imported, known } = await post("/import", await chosen.text(), { again: true });
    await go("/history", { replaced: true });
    say(`${counted(imported, "game")} imported, ${known} known already.`);
  } catch (error) {
    replace(state, h("span.refusal", {}, explained(error)));
  }
  input.value = "";
}

async function eraseAll() {
  const text =
    "All games and statistics of this browser are deleted from the server. This can't be undone; an export can be imported again.";
  if (!(await confirmDialog("Delete everything?", text, "Delete everything"))) return;
  await remove("/history");
  forgetDrafts();
  await go("/history", { replaced: true });
  say("Everything is deleted.");
}
