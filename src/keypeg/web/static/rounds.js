// Rounds that follow each other, in a match or in a room: the score, and the way to the next one.

import { get, passOn, post, query, Refused } from "./api.js";
import { button } from "./controls.js";
import { closeDialogs, openSheet } from "./dialog.js";
import { h, replace } from "./dom.js";
import { explained } from "./live.js";
import { openOptions } from "./options.js";
import { RoomBoard } from "./roomboard.js";
import { go } from "./router.js";
import { SecretField } from "./secretfield.js";
import { keepDraft } from "./settings.js";
import { t } from "./words.js";

/** The score beside the board. */
export function scoreBoard(seat) {
  return seat.game.room ? roomBoardOf(seat).table : matchScore(seat.game);
}

/** What happens in the room of a game, followed as long as the game is looked at. */
function roomBoardOf(seat) {
  const { token, round } = seat.game.room;
  seat.roomBoard ??= new RoomBoard(token, seat.signal, { round });
  return seat.roomBoard;
}

/** The score of a match as a table: a row for each side, a column for each round with what its codemaker got. */
function matchScore({ match, kind }) {
  const { rounds, table, number, yours, theirs } = match;
  const columns = Array.from({ length: rounds }, (_, at) => at + 1);
  const head = columns.map((round) =>
    h("th", { scope: "col", "data-now": round === number }, h("span.unseen", {}, t("match.round")), round),
  );
  const row = (name, isYours, points) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      columns.map((round) => cell(table[round - 1], isYours, round === number)),
      h("td.match-total.numbers", {}, points),
    );
  return [
    h(
      "table.match-score",
      {},
      h("caption.unseen", {}, t("match.score")),
      h("thead", {}, h("tr", {}, h("td"), head, h("th", { scope: "col" }, t("match.total")))),
      h(
        "tbody",
        {},
        row(t("match.you"), true, yours),
        row(t(kind === "duel" ? "match.friend" : "match.computer"), false, theirs),
      ),
    ),
    h("p.match-standing", {}, standing(match)),
  ];
}

/** What a side got for a round: nothing where it broke the code, or before the round is over. */
function cell(round, isYours, isNow) {
  const about = { "data-now": isNow };
  if (!round || round.broken_by_you === isYours) return h("td", about);
  if (round.found) return h("td.numbers", about, round.points);
  return h("td.numbers.not-found", { ...about, title: t("match.notFound") }, round.points, h("sup", {}, "×"));
}

function standing({ table, over, yours, theirs }) {
  if (over) return t("match.final", { yours, theirs });
  if (!table.length) return t("match.points");
  if (yours === theirs) return t("match.level");
  return t(yours > theirs ? "match.lead" : "match.behind", { count: Math.abs(yours - theirs) });
}

const PRIMARY = "button.button.primary.again";

/** What comes after a round: the next one, the wait for a friend's code, or another match. */
export function nextRound(seat) {
  if (seat.game.room) return roomBoardOf(seat).actions;
  const { id, kind, role, match, next } = seat.game;
  const number = match.number + 1;
  if (match.over) {
    const again = kind === "duel" ? ["duel", { after: id }] : ["match"];
    if (!next) return button(t("match.again"), () => openOptions(again[0], seat.signal, again[1]), PRIMARY);
    return h("a.button.primary.again", { href: `/game/${next}` }, t("duel.next"));
  }
  const breaksNext = role === "codemaker";
  if (kind !== "duel") {
    return button(t(breaksNext ? "match.nextBreak" : "match.nextSolve", { number }), () => goOn(seat), PRIMARY);
  }
  if (next) {
    return h(
      "a.button.primary.again",
      { href: `/game/${next}` },
      t(breaksNext ? "match.nextFriends" : "match.nextYours", { number }),
    );
  }
  if (breaksNext) return h("p.waiting.again", {}, t("match.awaited", { number }));
  return button(t("match.setCode", { number }), () => askCode(seat, number), PRIMARY);
}

async function goOn(seat, body = {}) {
  await seat.change(async () => {
    const game = await post(`/games/${seat.game.id}/next`, body, { again: true });
    if (body.secret) keepDraft(game.id, { secret: body.secret });
    closeDialogs();
    passOn(game);
    await go(`/game/${game.id}`);
  });
}

/** Ask for the code that a friend is to break in the next round. */
async function askCode(seat, number) {
  const { variant, palette } = seat.game;
  const problem = h("p.refusal", { role: "alert" });
  const ended = new AbortController();
  const send = async () => {
    try {
      if (!field.code) throw new Refused(0, { message: t("new.noCode") });
      await goOn(seat, { secret: field.code });
    } catch (error) {
      replace(problem, explained(error));
    }
  };
  const field = new SecretField("duel", AbortSignal.any([ended.signal, seat.signal]), send);
  field.draw(await get(`/variant${query({ variant, palette: palette.name })}`, { signal: seat.signal }));
  const content = [field.element, problem, button(t("match.send"), send, "button.button.primary.start-button")];
  openSheet(t("match.setCode", { number }), h("div.stack", {}, content), { onClose: () => ended.abort() });
}
