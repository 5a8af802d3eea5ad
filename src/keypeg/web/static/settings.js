// What this browser remembers of a person's taste. Games are on the server; only unsent pegs and notes are here too.

const KEY = "keypeg settings";
const DEFAULTS = {
  look: "auto",
  typing: true,
  theme: "sea",
  marks: "shapes",
  sound: false,
  codesLeft: false,
  game: {},
};

export function settings() {
  return { ...DEFAULTS, ...read(KEY, {}) };
}

export function change(changes) {
  write(KEY, { ...settings(), ...changes });
  dispatchEvent(new Event("keypeg-settings"));
}

/** What was set up but not sent yet in a game: pegs, locks, notes; and the secret that a person told this browser. */
export function draft(game) {
  return read(`keypeg draft ${game}`, {});
}

export function keepDraft(game, changes) {
  write(`keypeg draft ${game}`, { ...draft(game), ...changes });
}

export function forgetDraft(game) {
  try {
    localStorage.removeItem(`keypeg draft ${game}`);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

/** Forget the drafts of all games, and the games that the service worker keeps. */
export function forgetDrafts() {
  globalThis.caches?.delete("keypeg kept").catch(() => {}); // where storage is switched off, nothing was kept
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("keypeg draft ")) localStorage.removeItem(key);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or switched off: the game goes on without it.
  }
}
