// What happens in a room: the table of its players, and what one can do there, as it changes.

import { follow, passOn, post } from "./api.js";
import { button } from "./controls.js";
import { confirmDialog } from "./dialog.js";
import { h, replace } from "./dom.js";
import { explained, say } from "./live.js";
import { keyGrid } from "./pegs.js";
import { go } from "./router.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";

const PRIMARY = "button.button.primary.again";

export class RoomBoard {
  table = h("div.room-table");
  actions = h("div.room-actions.again");
  #problem = h("p.refusal", { role: "alert" });
  #drawn = "";
  #stream = new AbortController();

  /** Beside the board of a game, `round` is the one that it was played in. `onRoom` is told of every change. */
  constructor(token, signal, { round = null, onRoom = () => {} } = {}) {
    Object.assign(this, { token, signal, round, onRoom });
    this.#follow();
  }

  #follow() {
    this.#stream.abort();
    this.#stream = new AbortController();
    follow(`/rooms/${this.token}/events`, "room", {
      signal: AbortSignal.any([this.#stream.signal, this.signal]),
      onNews: (room) => this.show(room),
      onGone: () => replace(this.actions, h("p.refusal", {}, t("room.gone"))),
    });
  }

  show(room) {
    const before = this.room;
    if (before && room.version < before.version && room.players.length >= before.players.length) return; // it came late
    this.room = room;
    if (before && room.joined && !before.joined) this.#follow(); // who one is was not known to the stream before
    replace(this.table, this.#table());
    this.#drawActions();
    this.onRoom(room);
    if (before && room.round > before.round) say(t("room.begun", { number: room.round }));
  }

  #table() {
    const { players, round } = this.room;
    const heads = ["room.name", "room.points"].map((key) => h("th", { scope: "col" }, t(key)));
    heads.splice(1, 0, h("th", { scope: "col" }, t("room.round", { number: round })));
    return h(
      "table.room-score",
      {},
      h("caption.unseen", {}, t("room.table")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span.unseen", {}, t("room.place"))), heads)),
      h(
        "tbody",
        {},
        players.map((player) => this.#row(player)),
      ),
    );
  }

  #row({ place, name, you, points, state, turn_count: count, round_points: gained, grid }) {
    const words = state === "waiting" ? t("room.waiting") : stateWords(state, count);
    return h(
      "tr",
      { "data-state": state, "data-you": you },
      h("td.numbers.room-place", {}, place),
      h("th", { scope: "row" }, name, you && h("span.muted.small", {}, ` ${t("room.you")}`)),
      h("td", {}, h("span.room-state", {}, grid?.length > 0 && keyGrid(grid, this.room.pegs), h("span", {}, words))),
      h("td.numbers", {}, h("strong", {}, points), gained > 0 && h("span.room-gain", {}, ` +${gained}`)),
    );
  }

  /** The actions are drawn anew only where they change, so that a button keeps the focus. */
  #drawActions() {
    const { joined, game, done, round, yours, round_over: isOver, players } = this.room;
    const drawn = JSON.stringify([joined, game, done, round, yours, isOver, players.length]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    replace(this.actions, this.#problem, joined && this.#wayOn());
  }

  #wayOn() {
    const { game, done, round, yours, round_over: isOver, players } = this.room;
    if (this.round !== null && round > this.round) return this.#play(t("room.playRound", { number: round }));
    if (!game) return this.#play(t("room.play"));
    if (!done) return this.#play(t("room.goOn"));
    const number = round + 1;
    if (yours) return button(t("room.next", { number }), () => this.#next(), isOver ? PRIMARY : "button.button.again");
    return h("p.waiting", {}, t("room.awaited", { name: players.find(({ opened }) => opened)?.name ?? "", number }));
  }

  #play(title) {
    return button(title, () => this.#try(() => this.#sitDown()), PRIMARY);
  }

  async #sitDown() {
    const game = await post(`/rooms/${this.token}/play`, {}, { again: true });
    passOn(game);
    await go(`/game/${game.id}`);
  }

  /** Begin the next round; those who are not done with this one are asked about first. */
  async #next() {
    const { round, players } = this.room;
    const count = players.filter(({ state }) => state === "playing" || state === "waiting").length;
    const text = t("room.stillAtIt", { count });
    if (count && !(await confirmDialog(t("room.nextTitle"), text, t("room.nextAnyway")))) return;
    await this.#try(async () => {
      this.show(await post(`/rooms/${this.token}/next`, { round }, { again: true }));
    });
  }

  async #try(act) {
    try {
      replace(this.#problem);
      await act();
    } catch (error) {
      replace(this.#problem, explained(error));
    }
  }
}

function stateWords(state, count) {
  if (state === "playing") return t("room.playing", { count });
  return state === "found" ? t("room.found", { count }) : t("room.notFound");
}

/** A field for the name under which a person plays, which is remembered here. */
export function nameField() {
  return h("input", { type: "text", maxlength: 24, autocomplete: "nickname", value: settings().name ?? "" });
}

export function nameOf(field) {
  change({ name: field.value.trim() });
  return field.value;
}
