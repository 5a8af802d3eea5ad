// Gets at modules by their names, and at words, where the server has put the page together: a first script, with what it
// takes to play, and the rest. Nothing here fails: what can't be loaded is tried again until it can.

import { untilTriedAgain } from "./patience.js";

// PARTS is written before this by the server: `first()` has the modules of the first script by their names, `rest` is the
// address of the others, `words` has the addresses of the words that go with both, by their language.

let language;
let rest;

export async function load(name) {
  const modules = PARTS.first();
  if (name in modules) return modules[name];
  rest ??= loadRest(modules);
  return (await rest)[name];
}

export function loadWords(wanted) {
  language = wanted;
  return untilLoaded(() => json(PARTS.words[language].first));
}

async function loadRest(modules) {
  const [{ define }, words] = await untilLoaded((attempt) => {
    // A browser may remember that it could not load a script, but not under another address.
    const address = attempt ? `${PARTS.rest}?${attempt}` : PARTS.rest;
    return Promise.all([import(address), json(PARTS.words[language].rest)]);
  });
  return define(modules, words);
}

async function untilLoaded(loaded) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await loaded(attempt);
    } catch {
      dispatchEvent(new Event("keypeg-unloaded"));
      if (await isOutdated()) location.reload();
      await untilTriedAgain(Math.min(500 * 2 ** attempt, 4000));
    }
  }
}

/** Return whether the server has another version of the page by now, and no longer has the parts of this one. */
async function isOutdated() {
  const script = document.querySelector("script[type=module]").getAttribute("src");
  try {
    const page = await fetch("/");
    return page.ok && !(await page.text()).includes(script);
  } catch {
    return false;
  }
}

async function json(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
