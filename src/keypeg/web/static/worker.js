// The service worker: keeps the page, and the games it has shown, for when there is no connection.

// PARTS is written before this by the server: the `version` of the page, and the addresses of its `files`.

const PAGE = `keypeg page ${PARTS.version}`;
const KEPT = "keypeg kept";
const MOST_KEPT = 300;
const PATIENCE = 3000; // milliseconds until a page is shown without the server
const READABLE =
  /^\/api\/(games\/[\w-]+(\/(candidates|funnel|review))?|daily(\/archive)?|history|statistics|start|setup|variant)$/;
const LISTS = ["/api/start", "/api/history", "/api/daily/archive"];
const CHANGED_BY_GAMES = ["/api/history?count=30", "/api/daily/archive?count=31", "/api/statistics", "/api/start"];

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || pathname.endsWith("/events")) return;
  if (pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(page(request));
  else if (request.method === "GET" && READABLE.test(pathname)) event.respondWith(read(event));
  else if (request.method !== "GET" && pathname.startsWith("/api/")) event.respondWith(write(event));
});

async function install() {
  const cache = await caches.open(PAGE);
  await cache.addAll(PARTS.files);
  const shell = await fetch("/", { cache: "reload" });
  const written = await shell.clone().text();
  if (!written.includes(PARTS.files[0])) throw new Error("the server has another version of the page by now");
  await cache.put("/", shell);
  await skipWaiting();
}

/** Drop other versions. The files of each have names of their own, so an open page never gets another version's. */
async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("keypeg page ") && name !== PAGE) await caches.delete(name);
  }
  await clients.claim();
}

async function file(request) {
  const own = await caches.match(request, { cacheName: PAGE, ignoreSearch: true });
  return own ?? fetch(request);
}

async function page(request) {
  try {
    const response = await Promise.race([fetch(request), tooLate()]);
    if (!(await isOutage(response))) return response;
  } catch {
    // Then the page that was kept says what is wrong.
  }
  return (await caches.match("/", { cacheName: PAGE })) ?? fetch(request);
}

function tooLate() {
  return new Promise((_, reject) => setTimeout(reject, PATIENCE));
}

/** As in `connection.js`. */
async function isOutage(response) {
  if (response.status !== 503) return [500, 502, 504].includes(response.status);
  return !/"kind": ?"(slow|busy)"/.test(await response.clone().text());
}

/** Ask the server; where it can't be reached, give what it said last, marked as such. */
async function read(event) {
  let response = Response.error();
  try {
    response = await fetch(event.request.clone());
    if (response.ok) event.waitUntil(keep(event.request.url, response.clone()));
    if (!(await isOutage(response))) return response;
  } catch {
    // Then what was kept may do.
  }
  const kept = await caches.match(key(event.request.url), { cacheName: KEPT });
  if (!kept) return response;
  const headers = new Headers(kept.headers);
  headers.set("Keypeg-Kept", kept.headers.get("Date") ?? "");
  return new Response(kept.body, { headers });
}

/** Let the server change something, and keep up with what it changes. */
async function write(event) {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const response = await fetch(request);
  if (response.ok) event.waitUntil(follow(request.method, pathname, response.clone()));
  return response;
}

async function follow(method, pathname, response) {
  if (pathname === "/api/history") return caches.delete(KEPT);
  if (method === "DELETE") {
    await forget(pathname);
    return refresh();
  }
  if (pathname === "/api/import") return refresh();
  const content = await response.json();
  const game = content?.game ?? content;
  if (!game?.id || !game.turns) return;
  const headers = { "Content-Type": "application/json", Date: response.headers.get("Date") };
  await put(`/api/games/${game.id}`, new Response(JSON.stringify(game), { headers }));
  if (game.over) await refresh();
}

/** A list is kept once, however much of it was asked for, but for what comes before something. */
function key(url) {
  const { pathname, search, searchParams } = new URL(url, location.origin);
  return LISTS.includes(pathname) && !searchParams.has("before") ? pathname : pathname + search;
}

async function keep(url, response) {
  const place = key(url);
  const listed = place.startsWith("/api/history") ? await response.clone().json() : { games: [] };
  await put(place, response);
  for (const { id } of listed.games) await keepGame(`/api/games/${id}`);
}

/** A game in the list can be read later, even if it was played elsewhere. */
async function keepGame(path) {
  if (await caches.match(path, { cacheName: KEPT })) return;
  const response = await fetch(path);
  if (response.ok) await put(path, response);
}

async function put(place, response) {
  const cache = await caches.open(KEPT);
  await cache.delete(place); // so that it is the newest
  await cache.put(place, response);
  const places = await cache.keys();
  for (const oldest of places.slice(0, -MOST_KEPT)) await cache.delete(oldest);
}

async function forget(pathname) {
  const cache = await caches.open(KEPT);
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname.startsWith(pathname)) await cache.delete(request);
  }
}

async function refresh() {
  for (const path of CHANGED_BY_GAMES) {
    const response = await fetch(path);
    if (response.ok) await keep(path, response);
  }
}
