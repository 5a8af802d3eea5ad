// The banner that says when the server can't be reached, and when it can again. Until then it is asked now and then.

import { untilTriedAgain } from "./patience.js";
import { t } from "./words.js";

const PAUSE = 3000;

let lost = false;
let fading;

addEventListener("keypeg-unloaded", disconnected);

export function isLost() {
  return lost;
}

export function disconnected() {
  if (lost) return;
  lost = true;
  clearTimeout(fading);
  show(t("connection.lost"), "lost");
  dispatchEvent(new Event("keypeg-lost"));
  lookOut();
}

export function connected() {
  if (!lost) return;
  lost = false;
  show(t("connection.back"), "back");
  fading = setTimeout(() => (document.getElementById("connection").hidden = true), 4000);
  dispatchEvent(new Event("keypeg-back"));
}

/** A proxy before a server that is down responds in its place. */
export function isOutage(response) {
  return [502, 504].includes(response.status);
}

async function lookOut() {
  while (lost) {
    await untilTriedAgain(PAUSE);
    if (lost && (await isThere())) connected();
  }
}

async function isThere() {
  try {
    return !isOutage(await fetch("/", { method: "HEAD" }));
  } catch {
    return false;
  }
}

function show(text, state) {
  const banner = document.getElementById("connection");
  banner.hidden = false;
  banner.dataset.state = state;
  banner.textContent = text;
}
