// A room: who is there, how they do with the same code, and the link by which others come in.

import { get, post, Refused } from "../api.js";
import { h, replace } from "../dom.js";
import { aboutOffer } from "../invitation.js";
import { explained } from "../live.js";
import { nameField, nameOf, RoomBoard } from "../roomboard.js";
import { linkField } from "../sharing.js";
import { t } from "../words.js";
import { deadEnd, start } from "./missing.js";

export async function view({ params, signal }) {
  try {
    const [room, { local }] = await Promise.all([get(`/rooms/${params.token}`, { signal }), get("/setup", { signal })]);
    return { title: t("room.title"), content: new RoomView(room, signal, local).element };
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error;
    const open = h("a.button.primary", { href: "/new/room" }, t("room.open"));
    return deadEnd(t("room.goneTitle"), t("room.goneText"), [open, start()]);
  }
}

class RoomView {
  #title = h("h1");
  #door = h("div");

  constructor(room, signal, local) {
    this.board = new RoomBoard(room.token, signal, { onRoom: (news) => this.#draw(news) });
    this.board.table.setAttribute("aria-live", "off");
    this.element = h(
      "div.study.room",
      {},
      h("header", {}, h("p.over", {}, h("span", {}, aboutOffer(room))), this.#title),
      h("div.room-main", {}, this.#door, this.board.actions, this.board.table, h("p.small.muted", {}, t("room.rules"))),
      h(
        "section.card.stack.tight.room-link",
        { "aria-labelledby": "invite" },
        h("h2", { id: "invite" }, t("room.invite")),
        linkField(location.href, t("room.inviteWords")),
        local && h("p.muted.small", {}, t("make.local")),
      ),
    );
    this.board.show(room);
  }

  #draw({ round, joined }) {
    replace(this.#title, t("room.roundNow", { number: round }));
    if (joined) replace(this.#door);
    else if (!this.#door.hasChildNodes()) replace(this.#door, this.#joinForm());
  }

  #joinForm() {
    const problem = h("p.refusal", { role: "alert" });
    const field = nameField();
    const join = async (event) => {
      event.preventDefault();
      try {
        this.board.show(await post(`/rooms/${this.board.token}/join`, { name: nameOf(field) }, { again: true }));
        this.board.actions.querySelector("button")?.focus();
      } catch (error) {
        replace(problem, explained(error));
      }
    };
    return h(
      "form.stack.tight.room-door",
      { onsubmit: join, novalidate: true },
      h("p.lead", {}, t("room.lead")),
      h(
        "div.room-enter",
        {},
        h("label.field", {}, t("room.yourName"), field),
        h("button.button.primary", { type: "submit" }, t("room.join")),
      ),
      problem,
    );
  }
}
