// Paths and views. A view is a function of its path; what it listens to ends with its signal, when the path changes.

import { Refused } from "./api.js";
import { replace } from "./dom.js";
import { say } from "./live.js";
import { t } from "./words.js";

const ROUTES = [
  [/^\/$/, "start"],
  [/^\/new(?:\/(?<kind>break|solve|duel))?$/, "new"],
  [/^\/game\/(?<id>[\w-]+)$/, "game"],
  [/^\/join\/(?<token>[\w-]+)$/, "join"],
  [/^\/daily(?:\/(?<date>\d{4}-\d{2}-\d{2}))?$/, "daily"],
  [/^\/archive$/, "archive"],
  [/^\/review(?:\/(?<id>[\w-]+))?$/, "review"],
  [/^\/explore$/, "explore"],
  [/^\/history$/, "history"],
  [/^\/help$/, "help"],
];

let current = new AbortController();

export function startRouter() {
  addEventListener("popstate", () => show());
  document.addEventListener("click", follow);
  return show({ first: true });
}

/** Go to another view; with `replaced` the one before is not kept in the browser's history. */
export function go(path, { replaced = false } = {}) {
  history[replaced ? "replaceState" : "pushState"](null, "", path);
  return show({ fresh: true });
}

function follow(event) {
  const link = event.target.closest("a[href]");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.hash && link.pathname === location.pathname) return document.querySelector(link.hash)?.focus();
  go(link.pathname + link.search);
}

async function show({ first = false, fresh = false } = {}) {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  const path = location.pathname;
  markCurrent(path);
  const main = document.getElementById("main");
  main.setAttribute("aria-busy", "true");
  const { title, content } = await made(path, signal);
  if (signal.aborted) return;
  main.removeAttribute("aria-busy");
  replace(main, content);
  document.title = title === "Keypeg" ? title : `${title} · Keypeg`;
  if (fresh) scrollTo(0, 0);
  if (!first) focusHeading(main, title);
  dispatchEvent(new Event("keypeg-shown"));
}

async function made(path, signal) {
  const [route, name] = ROUTES.find(([pattern]) => pattern.test(path)) ?? [/.*/, "missing"];
  try {
    const { view } = await import(`./views/${name}.js`);
    return await view({ params: route.exec(path).groups ?? {}, query: new URLSearchParams(location.search), signal });
  } catch (error) {
    if (error.name === "AbortError") return {};
    const { failed, missing } = await import("./views/missing.js");
    if (error instanceof Refused) return error.status === 404 ? missing(error.message) : failed(error.message);
    console.error(error);
    return failed(t("missing.fault"));
  }
}

function focusHeading(main, title) {
  const heading = main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
  if (!heading) say(title);
}

function markCurrent(path) {
  for (const link of document.querySelectorAll("#menu a")) {
    const here = path === link.pathname || path.startsWith(`${link.pathname}/`);
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
}
