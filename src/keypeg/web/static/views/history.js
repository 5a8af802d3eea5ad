// Past games of this browser, statistics, and what a person may do with the data: take it along, bring it, delete it.

import { get, post, query, remove } from "../api.js";
import { histogram } from "../chart.js";
import { confirmDialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { kindName, variantName } from "../games.js";
import { explained, say } from "../live.js";
import { go } from "../router.js";
import { forgetDrafts } from "../settings.js";
import { locale, number, t } from "../words.js";

const ELSEWHERE = ["terminal", "import"]; // where a game comes from that was not played here

export async function view({ signal }) {
  const [statistics, list] = await Promise.all([get("/statistics", { signal }), get("/history?count=30", { signal })]);
  return {
    title: t("history.title"),
    content: h(
      "div.stack",
      {},
      h("h1", {}, t("history.title")),
      list.games.length ? [summary(statistics), variants(statistics), games(list, signal)] : empty(),
      data(list.games.length > 0),
    ),
  };
}

function empty() {
  return h(
    "div.empty.stack",
    {},
    h("p", {}, t("history.none")),
    h("p", {}, h("a.button.primary", { href: "/new" }, t("history.play"))),
  );
}

function summary({ games, won, streak, daily }) {
  const figure = (count, name) => h("div.figure", {}, h("dd.numbers", {}, count), h("dt", {}, t(name, { count })));
  return h(
    "dl.figures",
    {},
    figure(games, "history.figureGames"),
    figure(won, "history.figureWon"),
    figure(streak.current, "history.figureStreak"),
    figure(streak.longest, "history.figureLongest"),
    figure(daily.played, "history.figureDaily"),
    figure(daily.streak.current, "history.figureDays"),
  );
}

function variants({ variants: rows }) {
  const card = ({ kind, histogram: bars, ...row }) => {
    const variant = variantName(row.variant);
    return h(
      "section.card.stack.tight",
      {},
      h("h2", {}, t(`history.${kind}`, { variant })),
      h("p.muted.small", {}, solvedWords(row)),
      bars.length > 0 && histogram(bars, t("history.histogram", { variant })),
    );
  };
  return h("div.columns", {}, rows.map(card));
}

function solvedWords({ games: count, won, average, best }) {
  const words = { won, games: t("games", { count }), best };
  return average === null
    ? t("history.solved", words)
    : t("history.solvedAverage", { ...words, average: number(average, 2) });
}

function games(first, signal) {
  const list = h("ul.games");
  const more = h("button.button", { type: "button" }, t("history.earlier"));
  const add = ({ games: rows, next }) => {
    list.append(...rows.map(gameItem));
    more.hidden = next === null;
    more.onclick = async () => add(await get(`/history${query({ count: 30, before: next })}`, { signal }));
  };
  add(first);
  return h(
    "section.stack.tight",
    { "aria-labelledby": "games" },
    h("h2", { id: "games" }, t("history.games")),
    list,
    h("div", {}, more),
  );
}

function gameItem(game) {
  const moment = when(game.finished ?? game.updated);
  const source = ELSEWHERE.includes(game.source) && t(`history.${game.source}`);
  const about = [variantName(game.variant), moment, source].filter(Boolean).join(" · ");
  const item = h(
    "li.game",
    { "data-outcome": game.outcome },
    h("span", {}, h("a.game-name", { href: `/game/${game.id}` }, kindName(game)), h("span.muted.small", {}, about)),
    h("span.game-result", {}, result(game), h("span.muted.small.numbers", {}, turnsWords(game))),
    h(
      "span.game-acts",
      {},
      game.over && game.turn_count > 0 && h("a", { href: `/review/${game.id}` }, t("history.review")),
      h(
        "button.link-button",
        {
          type: "button",
          "aria-label": t("history.deleteThis", { kind: kindName(game), moment }),
          onclick: () => erase(game, item),
        },
        t("history.delete"),
      ),
    ),
  );
  return item;
}

function result({ kind, role, outcome }) {
  const ended = outcome === "won" || outcome === "lost";
  if (!ended || kind === "break" || role === "breaker") return t(`history.${outcome}`);
  return t(outcome === "won" ? "history.found" : "history.notFound");
}

function turnsWords({ turn_count: turns, guesses }) {
  return guesses === null ? number(turns) : t("history.turnsOf", { turns, guesses });
}

function when(moment) {
  return new Date(moment).toLocaleString(locale, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
}

async function erase(game, item) {
  if (!(await confirmDialog(t("history.deleteTitle"), t("history.deleteText"), t("history.deleteIt")))) return;
  await remove(`/games/${game.id}`);
  item.remove();
  say(t("history.deleted"));
}

function data(any) {
  const state = h("p", { role: "status" });
  const file = h("input.unseen", { type: "file", accept: "application/json,.json", id: "import-file" });
  file.addEventListener("change", () => bring(file, state));
  return h(
    "section.card.stack.tight",
    { "aria-labelledby": "data" },
    h("h2", { id: "data" }, t("history.data")),
    h("p.muted", {}, t("history.dataNote")),
    h(
      "div.cluster",
      {},
      any && h("a.button", { href: "/api/export", download: "keypeg-history.json" }, t("history.export")),
      h("label.button.file-button", {}, t("history.importFile"), file),
      any && h("button.button.danger", { type: "button", onclick: eraseAll }, t("history.deleteAll")),
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
    say(t("history.imported", { games: t("games", { count: imported }), known }));
  } catch (error) {
    replace(state, h("span.refusal", {}, explained(error)));
  }
  input.value = "";
}

async function eraseAll() {
  if (!(await confirmDialog(t("history.deleteAllTitle"), t("history.deleteAllText"), t("history.deleteAll")))) return;
  await remove("/history");
  forgetDrafts();
  await go("/history", { replaced: true });
  say(t("history.deletedAll"));
}
