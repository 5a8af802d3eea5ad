// Past games of this browser, statistics, and what a person may do with the data: take it along, bring it, delete it.

import { get, post, query, remove } from "../api.js";
import { byMonth, monthCalendar } from "../calendar.js";
import { histogram, score, skillChart } from "../chart.js";
import { readVariant } from "../codes.js";
import { confirmDialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { dateWords, kindName, localDate, variantName } from "../games.js";
import { icon } from "../icons.js";
import { explained, say } from "../live.js";
import { keyGrid } from "../pegs.js";
import { go } from "../router.js";
import { forgetDrafts } from "../settings.js";
import { locale, number, t } from "../words.js";

const ELSEWHERE = ["terminal", "import"]; // where a game comes from that was not played here
const AT_ONCE = 12; // games that are listed
const DAY = { day: "numeric", month: "short" };
const WORTH_A_PICTURE = 3; // games of a variant

export async function view({ signal }) {
  const today = localDate();
  const [statistics, list, { days }] = await Promise.all([
    get("/statistics", { signal }),
    get(`/history${query({ count: AT_ONCE })}`, { signal }),
    get(`/daily/archive${query({ count: Number(today.slice(8)) + 1 })}`, { signal }),
  ]);
  const any = list.games.length > 0;
  return {
    title: t("history.title"),
    content: h(
      "div.study.history",
      {},
      h("h1", {}, t("history.title")),
      any ? [summary(statistics), pictures(statistics, days, today), games(list, signal)] : empty(),
      data(),
    ),
  };
}

function empty() {
  return h(
    "div.empty.stack",
    {},
    h("p", {}, t("history.none")),
    h("p", {}, h("a.button.primary", { href: "/play" }, t("history.play"))),
  );
}

/** The numbers of one's own games as codebreaker, and of codes of the day. */
function summary({ games, won, lost, given_up: givenUp, streak, daily }) {
  const over = won + lost + givenUp;
  return h(
    "dl.scores",
    {},
    score(number(games), t("history.figureGames", { count: games })),
    over > 0 && score(percent(won / over), t("history.figureWon")),
    score(number(streak.current), t("history.figureStreak", { longest: streak.longest })),
    score(number(daily.streak.current), t("history.figureDays", { count: daily.streak.current })),
  );
}

function percent(share) {
  return share.toLocaleString(locale, { style: "percent", maximumFractionDigits: 0 });
}

function pictures({ variants, skill }, days, today) {
  const month = byMonth(days).find(({ month }) => today.startsWith(month));
  const skills = skill.map((game) => game.skill);
  const sorted = variants.toSorted((one, other) => other.games - one.games);
  const drawn = sorted.filter(({ games, won }, at) => at === 0 || (won > 0 && games >= WORTH_A_PICTURE));
  const others = sorted.filter((row) => !drawn.includes(row));
  return h(
    "div.pictures",
    {},
    drawn.slice(0, 1).map(variantPicture),
    month &&
      h(
        "div.stack.tight",
        {},
        monthCalendar(month, { today }),
        h("p.small", {}, h("a", { href: "/archive" }, t("daily.others"))),
      ),
    h(
      "div.stack",
      {},
      skills.length > 1 && h("section.stack.tight", {}, h("h2", {}, t("history.skill")), skillChart(skills)),
      others.length > 0 && h("section.stack.tight", {}, h("h2", {}, t("history.others")), others.map(variantLine)),
    ),
    drawn.slice(1).map(variantPicture),
  );
}

function variantPicture({ kind, histogram: bars, ...row }) {
  const variant = variantName(row.variant);
  return h(
    "section.stack.tight",
    {},
    h("h2", {}, t(`history.${kind}`, { variant })),
    h("p.muted.small", {}, solvedWords(row)),
    histogram(bars, t("history.histogram", { variant }), { lost: row.lost + row.given_up }),
  );
}

function variantLine({ kind, ...row }) {
  const name = t(`history.${kind}`, { variant: variantName(row.variant) });
  return h("p", {}, h("strong", {}, name), h("br"), h("span.muted.small", {}, solvedWords(row)));
}

function solvedWords({ games: count, won, win_rate: rate, average, best }) {
  const words = { count, won, rate: percent(rate), best };
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
    more.onclick = async () => add(await get(`/history${query({ count: AT_ONCE, before: next })}`, { signal }));
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
  const moment = game.daily ? dateWords(game.daily, DAY) : when(game.finished ?? game.updated);
  const source = ELSEWHERE.includes(game.source) && t(`history.${game.source}`);
  const about = [variantName(game.variant), moment, source].filter(Boolean).join(" · ");
  const label = t("history.deleteThis", { kind: kindName(game), moment });
  const item = h(
    "li.game",
    { "data-outcome": game.outcome },
    h("span.game-keys", {}, game.grid.length > 0 && keyGrid(game.grid, readVariant(game.variant).pegs)),
    h(
      "span.game-about",
      {},
      h("a.game-name", { href: `/game/${game.id}` }, kindName(game)),
      h("span.muted.small", {}, about),
      game.over && game.turn_count > 0 && h("a.small", { href: `/review/${game.id}` }, t("history.review")),
    ),
    h("span.game-result", {}, result(game), h("span.muted.small.numbers", {}, resultWords(game))),
    game.daily
      ? h("span") // whose code could be played again
      : h(
          "button.icon-button",
          { type: "button", "aria-label": label, title: label, onclick: () => erase(game, item) },
          icon("close"),
        ),
  );
  return item;
}

function result({ kind, role, outcome }) {
  const ended = outcome === "won" || outcome === "lost";
  if (!ended || kind === "break" || role === "breaker") return t(`history.${outcome}`);
  return t(outcome === "won" ? "history.found" : "history.notFound");
}

function resultWords({ turn_count: turns, guesses, skill }) {
  const words = guesses === null ? number(turns) : t("history.turnsOf", { turns, guesses });
  return skill === null ? words : t("history.withSkill", { turns: words, skill: Math.round(skill) });
}

/** The day of a game, or the time of one of today. */
function when(moment) {
  const time = new Date(moment);
  if (localDate(time) !== localDate()) return time.toLocaleDateString(locale, DAY);
  return time.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

async function erase(game, item) {
  if (!(await confirmDialog(t("history.deleteTitle"), t("history.deleteText"), t("history.deleteIt")))) return;
  await remove(`/games/${game.id}`);
  item.remove();
  say(t("history.deleted"));
}

function data() {
  const state = h("p", { role: "status" });
  const file = h("input.unseen", { type: "file", accept: "application/json,.json", id: "import-file" });
  file.addEventListener("change", () => bring(file, state));
  return h(
    "section.data.stack.tight",
    { "aria-labelledby": "data" },
    h("h2", { id: "data" }, t("history.data")),
    h("p.muted", {}, t("history.dataNote")),
    h(
      "div.cluster",
      {},
      h("a.button", { href: "/api/export", download: "keypeg-history.json" }, t("history.export")),
      h("label.button.file-button", {}, t("history.importFile"), file),
      h("button.button.danger", { type: "button", onclick: eraseAll }, t("history.deleteAll")),
    ),
    state,
  );
}

async function bring(input, state) {
  const [chosen] = input.files;
  if (!chosen) return;
  try {
    const { imported, known, puzzles } = await post("/import", await chosen.text(), { again: true });
    await go("/history", { replaced: true });
    const games = t("history.imported", { games: t("games", { count: imported }), known });
    say(puzzles ? `${games} ${t("history.importedPuzzles", { count: puzzles })}` : games);
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
