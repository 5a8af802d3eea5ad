// The banner that says when the server can't be reached or is out of order, and when it is back. Until then it is asked now and then.

import { untilTriedAgain } from "./patience.js";
import { t } from "./words.js";

const PAUSE = 3000;

let lost = false;
let waiting = 0;
let fading;

addEventListener("keypeg-unloaded", () => disconnected(false));

export function isLost() {
  return lost;
}

/** Say that the server can't be reached, or that it responds but is out of order. */
export function disconnected(isThere) {
  if (lost) return;
  lost = true;
  clearTimeout(fading);
  show(t(isThere ? "connection.down" : "connection.lost"), "lost");
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

/** A proxy before a server that is down responds in its place; a server that can't get at its games says so itself. */
export async function isOutage(response) {
  if (response.status !== 503) return [500, 502, 504].includes(response.status);
  return !/"kind": ?"(slow|busy)"/.test(await response.clone().text());
}

/** Wait before a request is sent again; to a server that is out of order, only that will tell whether it is back. */
export async function untilBack(milliseconds, isThere) {
  waiting += isThere;
  await untilTriedAgain(milliseconds);
  waiting -= isThere;
}

async function lookOut() {
  while (lost) {
    await untilTriedAgain(PAUSE);
    if (lost && !waiting && (await isReady())) connected();
  }
}

async function isReady() {
  try {
    return (await fetch("/readyz")).ok;
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
