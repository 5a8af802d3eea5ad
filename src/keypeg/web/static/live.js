// Words for those who listen: what changed on the page, said once.

/** Say something when the reader is idle. */
export function say(text) {
  put("polite", text);
}

/** Say something at once: a refusal, an error. */
export function alert(text) {
  put("assertive", text);
}

function put(id, text) {
  const region = document.getElementById(id);
  // The same words twice would not be a change, and not be read.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
