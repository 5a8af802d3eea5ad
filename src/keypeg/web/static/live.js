// Words for those who listen: what changed on the page, said once.

import { Refused, Unreachable } from "./api.js";

/** Say something when the reader is idle. */
export function say(text) {
  put("polite", text);
}

/** Say something at once: a refusal, an error. */
export function alert(text) {
  put("assertive", text);
}

/** Say at once why the server refused something, and return its words; any other error is thrown on. */
export function explained(error) {
  if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
  alert(error.message);
  return error.message;
}

function put(id, text) {
  const region = document.getElementById(id);
  // The same words twice would not be a change, and not be read.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
