// The first page: a board that plays by itself, one button to play, the code of the day, games that wait and games past.

import { get } from "../api.js";
import { Board } from "../board.js";
import { readVariant } from "../codes.js";
import { button } from "../controls.js";
import { h, replace } from "../dom.js";
import { dateWords, kindName, localDate, variantName } from "../games.js";
import { explained } from "../live.js";
import { KEY_PEG, moment } from "../motion.js";
import { keyGrid, Look } from "../pegs.js";
import { playAgain } from "../playagain.js";
import { parts, t } from "../words.js";

// A game that shows what the game is: found in four.
const SECRET = [4, 2, 5, 1];
const SHOWN = [
  { guess: [1, 1, 2, 3], feedback: { blacks: 0, whites: 2 } },
  { guess: [4, 2, 1, 6], feedback: { blacks: 2, whites: 1 } },
  { guess: [4, 2, 6, 1], feedback: { blacks: 3, whites: 0 } },
  { guess: SECRET, feedback: { blacks: 4, whites: 0 } },
];
const TALL = matchMedia("(min-width: 44rem) and (max-aspect-ratio: 1 / 1)"); // room for all rows of a board
const ALL_ROWS = 10;

export async function view({ signal }) {
  const { daily, open, recent, palette } = await get("/start", { signal });
  return {
    title: "Keypeg",
    content: h(
      "div.start",
      {},
      h(
        "header.hero",
        {},
        h("h1", {}, t("start.title")),
        h("p.lead", {}, t("start.lead")),
        playButton(signal),
        !recent.length &&
          h("p.muted.small", {}, parts("start.new", { rules: h("a", { href: "/help" }, t("start.rules")) })),
      ),
      livingBoard(new Look({ pegs: 4, colors: 6 }, palette), signal),
      h(
        "ul.ways-list",
        {},
        open.map((game) => h("li", {}, openGame(game))),
        h("li", {}, dailyWay(daily)),
        ["solve", "duel"].map((kind) => h("li", {}, wayTo(`/new/${kind}`, t(`kind.${kind}`), t(`start.${kind}`)))),
      ),
      recent.length ? lastGames(recent) : keyPegRules(),
    ),
  };
}

function playButton(signal) {
  const problem = h("p.refusal", { role: "alert" });
  const play = async () => {
    try {
      await playAgain("break", { signal });
    } catch (error) {
      if (error.name !== "AbortError") replace(problem, explained(error));
    }
  };
  return h("div.stack.tight", {}, button(t("start.play"), play, "button.button.primary.play-button"), problem);
}

/** A game that plays itself, over and over; it stands still, found, where motion is not welcome. */
function livingBoard(look, signal) {
  const board = new Board({ look });
  let shown;
  const draw = (turns, fresh) => {
    shown = turns;
    board.draw({ turns, guesses: TALL.matches ? ALL_ROWS : SHOWN.length, fresh });
  };
  draw(SHOWN);
  board.open(SECRET);
  TALL.addEventListener("change", () => draw(shown), { signal });
  board.element.classList.add("living");
  board.element.setAttribute("aria-hidden", "true");
  board.element.inert = true;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) live(board, draw, signal);
  return board.element;
}

async function live(board, draw, signal) {
  await moment(3000);
  while (!signal.aborted) {
    board.cover();
    draw([]);
    await pause(900);
    for (let turns = 1; turns <= SHOWN.length; turns++) {
      draw(SHOWN.slice(0, turns), true);
      await pause(1500);
      if (signal.aborted) return;
    }
    await pause(6 * KEY_PEG);
    board.open(SECRET, { lifted: true });
    await pause(6000);
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function wayTo(href, title, text, mark = null) {
  return h("a.way", { href }, mark, h("span", {}, h("span.way-title", {}, title), h("span.way-text", {}, text)));
}

function dailyWay({ date, number, outcome, turn_count: count, streak }) {
  const mark = h(
    "span.way-date",
    { "aria-hidden": "true" },
    h("span.day", {}, Number(date.slice(8))),
    h("span.month", {}, dateWords(date, { month: "short" })),
  );
  const text = [dailyState(outcome, count), streak.current > 1 && t("start.streak", { count: streak.current })];
  return wayTo("/daily", t("start.daily", { number }), text.filter(Boolean).join(" "), mark);
}

function dailyState(outcome, count) {
  if (!outcome) return t("start.dailyOpen");
  if (outcome === "open") return t("start.dailyBegun", { count });
  return outcome === "won" ? t("start.dailySolved", { count }) : t("start.dailyPlayed");
}

/** For those who are new: what key pegs mean. */
function keyPegRules() {
  const key = (kind) => h(`span.key.inline.${kind}`);
  return h(
    "ul.last-list",
    {},
    h("li", {}, h("p", {}, parts("help.black", { key: key("black") }))),
    h("li", {}, h("p", {}, parts("help.white", { key: key("white") }))),
    h("li", {}, h("p", {}, t("help.order"))),
  );
}

/** For those who come back: the codes that they were after. */
function lastGames(games) {
  return h(
    "section.last",
    { "aria-labelledby": "last" },
    h("h2", { id: "last" }, t("start.last")),
    h(
      "ul.last-list",
      {},
      games.map((game) => h("li", {}, lastGame(game))),
    ),
  );
}

function lastGame({ id, grid, variant, outcome, turn_count: count, daily, finished }) {
  const date = dateWords(daily ?? localDate(new Date(finished)), { day: "numeric", month: "short" });
  const text = `${daily ? t("kind.daily") : variantName(variant)} · ${date}`;
  const title = outcome === "won" ? t("play.solved", { count }) : t("play.notThisTime");
  return wayTo(`/review/${id}`, title, text, keyGrid(grid, readVariant(variant).pegs));
}

function openGame({ id, turn_count: count, ...game }) {
  const name = t("start.game", { kind: kindName(game), variant: variantName(game.variant) });
  const guesses = t("guesses", { count });
  const text = game.over ? t("start.nextRound") : t("start.soFar", { game: name, guesses });
  return wayTo(`/game/${id}`, t("start.goOn"), text);
}
