// Paths and views. A view is a function of its path; what it listens to ends with its signal, when the path changes.

import { Refused, Unreachable } from "./api.js";
import { isLost } from "./connection.js";
import { closeDialogs } from "./dialog.js";
import { replace } from "./dom.js";
import { say } from "./live.js";
import { load } from "./loader.js";
import { failed, missing } from "./views/missing.js";
import { t } from "./words.js";

const GRACE = 600; // milliseconds in which a view may still come by itself when the server can't be reached

const ROUTES = [
  [/^\/$/, "start"],
  [/^\/play$/, "play"],
  [/^\/new(?:\/(?<kind>break|solve|match|duel|room))?$/, "new"],
  [/^\/game\/(?<id>[\w-]+)$/, "game"],
  [/^\/join\/(?<token>[\w-]+)$/, "join"],
  [/^\/challenge\/(?<token>[\w-]+)$/, "challenge"],
  [/^\/room\/(?<token>[\w-]+)$/, "room"],
  [/^\/daily(?:\/(?<date>\d{4}-\d{2}-\d{2}))?$/, "daily"],
  [/^\/archive$/, "archive"],
  [/^\/review(?:\/(?<id>[\w-]+))?$/, "review"],
  [/^\/explore$/, "explore"],
  [/^\/history$/, "history"],
  [/^\/learn(?:\/(?<name>[a-z]+))?$/, "learn"],
  [/^\/explain$/, "explain"],
  [/^\/watch$/, "watch"],
  [/^\/puzzles(?:\/(?<id>[\w-]+))?$/, "puzzles"],
  [/^\/help$/, "help"],
];

/** Where views belong that are not in the menu themselves. */
const PLACES = [
  [/^\/(new|game|join|challenge|room)/, "/play"],
  [/^\/archive/, "/daily"],
  [/^\/review/, "/history"],
  [/^\/(explain|watch)/, "/explore"],
];

let current = new AbortController();
let isStale = false; // whether what is shown was kept from before the connection was lost, or is missing for that reason

export function startRouter() {
  history.scrollRestoration = "manual"; // a view is drawn after the browser would scroll
  addEventListener("popstate", () => show({ scroll: history.state?.scroll ?? 0 }));
  addEventListener("scrollend", keepScroll);
  document.addEventListener("click", follow);
  // What was asked for a view that is left by now is no error, wherever it was waited for.
  addEventListener("unhandledrejection", (event) => event.reason?.name === "AbortError" && event.preventDefault());
  addEventListener("keypeg-kept", () => (isStale = true));
  addEventListener("keypeg-back", () => isStale && show({ first: true, scroll: scrollY }));
  return show({ first: true });
}

/** Go to another view; with `replaced` the one before is not kept in the browser's history. */
export function go(path, { replaced = false } = {}) {
  if (!replaced) keepScroll();
  history[replaced ? "replaceState" : "pushState"](null, "", path);
  return show();
}

/** Go to another view in place of one that is being made, which never comes to be. */
export async function goInstead(path) {
  await go(path, { replaced: true });
  return new Promise(() => {});
}

/** Remember how far the person has read here, for when they come back. */
function keepScroll() {
  history.replaceState({ scroll: scrollY }, "");
}

function follow(event) {
  const link = event.target.closest("a[href]");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.hash && link.pathname + link.search === location.pathname + location.search) {
    history.replaceState(history.state, "", link.hash);
    return leadTo(link.hash);
  }
  go(link.pathname + link.search + link.hash);
}

/** Bring what an #anchor names into view, with the focus; returns whether there is such a thing. */
function leadTo(hash) {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return false;
  if (!target.matches("a, button, input, [tabindex]")) target.setAttribute("tabindex", "-1");
  target.scrollIntoView();
  target.focus({ preventScroll: true });
  return true;
}

async function show({ first = false, scroll = 0 } = {}) {
  current.abort();
  current = new AbortController();
  isStale = false;
  const { signal } = current;
  const path = location.pathname;
  markCurrent(path);
  document.getElementById("main").setAttribute("aria-busy", "true");
  const making = made(path, signal);
  dispatchEvent(new Event("keypeg-again"));
  for (const coming of [Promise.race([making, outage(signal)]), making]) {
    const view = await coming;
    if (signal.aborted) return;
    put(view, { first, scroll });
    if (!view.isWaiting) return;
  }
}

function put({ title, content, bar }, { first, scroll }) {
  const main = document.getElementById("main");
  main.removeAttribute("aria-busy");
  closeDialogs();
  replace(document.getElementById("bar"), bar);
  replace(main, content);
  document.title = title === "Keypeg" ? title : `${title} · Keypeg`;
  scrollTo(0, scroll);
  if (!leadTo(location.hash) && !first) focusHeading(main, title);
  dispatchEvent(new Event("keypeg-shown"));
}

async function made(path, signal) {
  const [route, name] = ROUTES.find(([pattern]) => pattern.test(path)) ?? [/.*/, "missing"];
  try {
    const { view } = await load(`views/${name}`);
    return await view({ params: route.exec(path).groups ?? {}, query: new URLSearchParams(location.search), signal });
  } catch (error) {
    if (error.name === "AbortError") return {};
    if (error instanceof Refused) return error.status === 404 ? missing(error.message) : failed(error.message);
    if (error instanceof Unreachable) {
      isStale = true;
      return failed(error.message);
    }
    console.error(error);
    return failed(t("missing.fault"));
  }
}

/** What is shown in place of a view that waits for the server, as long as the server can't be reached; else nothing. */
function outage(signal) {
  return new Promise((resolve) => {
    const tell = () => isLost() && resolve({ ...failed(t("connection.unreachable")), isWaiting: true });
    const wait = () => setTimeout(tell, GRACE);
    addEventListener("keypeg-lost", wait, { signal });
    if (isLost()) wait();
  });
}

function focusHeading(main, title) {
  const heading = main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
  if (!heading) say(title);
}

function markCurrent(path) {
  for (const link of document.querySelectorAll("#menu a")) {
    const place = PLACES.find(([pattern]) => pattern.test(path))?.[1] ?? path;
    const here = place === link.pathname || place.startsWith(`${link.pathname}/`);
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
}
