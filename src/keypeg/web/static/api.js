// The server's JSON interface. A request that gets no response is sent again until the server is back, and a banner says so.

import { connected, disconnected, isOutage, untilBack } from "./connection.js";
import { t, upper } from "./words.js";

const TRIES = 3; // after which an error of the server is taken for one that stays

/** What the server refused, in its words. */
export class Refused extends Error {
  constructor(status, error) {
    super(sentence(error?.message ?? t("connection.status", { status })));
    this.status = status;
    this.kind = error?.kind ?? "unknown";
    this.details = error ?? {};
  }
}

/** Raised where a request must not be repeated blindly and the server can't be reached. */
export class Unreachable extends Error {}

/** A game as the server has just told it: the view that is shown next asks for it. */
let told = null;

/** Spare the next view a request for a game that is known already. */
export function passOn(game) {
  told = game;
}

export async function get(path, { signal } = {}) {
  const game = told;
  told = null;
  if (game && path === `/games/${game.id}`) return game;
  return call("GET", path, undefined, { signal, again: true });
}

/** Change something. With `again`, the call is one that does no harm when it arrives twice. */
export function post(path, body = {}, { signal, again = false } = {}) {
  return call("POST", path, body, { signal, again });
}

export function remove(path) {
  return call("DELETE", path, undefined, { again: true });
}

/** Build a query from names and values, leaving out what is undefined. */
export function query(values) {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
}

/** Keep up with a game: `onGame` gets its state whenever it may be new, `onGone` is told when it is deleted. Ends with the signal. */
export function keepUp({ id, kind, over }, watcher) {
  const told = { ...watcher, onNews: watcher.onGame };
  if (kind === "duel") follow(`/games/${id}/events`, "game", told);
  else if (!over) lookAgain(`/games/${id}`, told);
}

/** Tells the other tabs of this browser what has changed here. */
const tabs = new BroadcastChannel("keypeg games");

/** What belongs to one person changes elsewhere only in another tab: look when that tab says so, and on coming back to this one. */
export function lookAgain(path, { signal, onNews, onGone }) {
  const look = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      onNews(await get(path, { signal }));
    } catch (error) {
      if (error instanceof Refused && error.status === 404) onGone();
      else if (!(error instanceof Refused) && error.name !== "AbortError") throw error;
    }
  };
  tabs.addEventListener("message", ({ data }) => data === path && look(), { signal });
  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("focus", look, { signal });
}

/** Follow a stream of the server: `onNews` gets what its events of this name bring, `onGone` is told when it is deleted. */
export function follow(path, name, { signal, onNews, onGone }) {
  const source = new EventSource(`/api${path}`);
  const close = () => source.close();
  signal.addEventListener("abort", close);
  source.addEventListener("open", connected);
  source.addEventListener(name, (event) => onNews(JSON.parse(event.data)));
  source.addEventListener("end", close);
  source.addEventListener("gone", () => {
    close();
    onGone();
  });
  source.addEventListener("error", () => {
    if (signal.aborted) return;
    disconnected(false);
    if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
    setTimeout(() => !signal.aborted && follow(path, name, { signal, onNews, onGone }), 2000);
  });
}

async function call(method, path, body, { signal, again }) {
  const options = { method, signal };
  if (body !== undefined) {
    options.headers = { "Content-Type": "application/json" };
    options.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  for (let pause = 500, tries = 1; ; pause = Math.min(pause * 2, 4000), tries++) {
    let response = null;
    try {
      response = await fetch(`/api${path}`, options);
      if (!(await isOutage(response)) || (response.status === 500 && tries >= TRIES)) {
        noteKept(response.headers.has("Keypeg-Kept"));
        const content = await read(response);
        if (method !== "GET") tellTabs(path);
        return content;
      }
    } catch (error) {
      if (error instanceof Refused || error.name === "AbortError") throw error;
    }
    disconnected(response !== null);
    if (!again) throw new Unreachable(t("connection.unreachable"));
    const wanted = 1000 * response?.headers.get("Retry-After") || 0;
    await untilBack(Math.max(pause, wanted), response !== null);
    signal?.throwIfAborted();
  }
}

/** Where the server can't be reached, the service worker gives what it said last. */
function noteKept(isKept) {
  if (!isKept) return connected();
  disconnected(false);
  dispatchEvent(new Event("keypeg-kept"));
}

function tellTabs(path) {
  const [changed] = /^\/(games|puzzles)\/[\w-]+/.exec(path) ?? [];
  if (changed) tabs.postMessage(changed);
}

async function read(response) {
  if (response.status === 204) return null;
  if (response.ok) return response.json();
  const content = await response.json().catch(() => null);
  throw new Refused(response.status, content?.error);
}

/** Write a message of the library, which is lower case, as a sentence; one that begins with a text form keeps it. */
function sentence(text) {
  const trimmed = text.trim();
  const start = /^[a-z]+\b/.test(trimmed) ? upper(trimmed) : trimmed;
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}
