// The banner that says when the server can't be reached, and when it can again.

import { t } from "./words.js";

let lost = false;
let fading;

export function disconnected() {
  if (lost) return;
  lost = true;
  clearTimeout(fading);
  show(t("connection.lost"), "lost");
}

export function connected() {
  if (!lost) return;
  lost = false;
  show(t("connection.back"), "back");
  fading = setTimeout(() => (document.getElementById("connection").hidden = true), 4000);
}

function show(text, state) {
  const banner = document.getElementById("connection");
  banner.hidden = false;
  banner.dataset.state = state;
  banner.textContent = text;
}
