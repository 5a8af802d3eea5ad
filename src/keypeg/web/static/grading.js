// The coach's review of a game, turn by turn as it is worked out; all at once where the server can't tell it so.

import { get, Refused } from "./api.js";

/** `onTurn` is told each grade, `onReview` the whole in the end, `onRefused` why there is none. Ends with the signal. */
export function followReview(id, { signal, onTurn, onReview, onRefused }) {
  const source = new EventSource(`/api/games/${id}/review/events`);
  const close = () => source.close();
  const hear = (name, act) => source.addEventListener(name, (event) => act(JSON.parse(event.data)));
  signal.addEventListener("abort", close);
  hear("turn", onTurn);
  hear("review", (review) => {
    close();
    onReview(review);
  });
  hear("refused", ({ error }) => {
    close();
    onRefused(new Refused(503, error));
  });
  source.addEventListener("error", () => {
    close();
    if (!signal.aborted) askReview(id, { signal, onReview, onRefused });
  });
}

async function askReview(id, { signal, onReview, onRefused }) {
  try {
    onReview(await get(`/games/${id}/review`, { signal }));
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    onRefused(error);
  }
}
