// The banner that says when the server can't be reached, and when it can again.

let lost = false;
let fading;

export function disconnected() {
  if (lost) return;
  lost = true;
  clearTimeout(fading);
  show("No connection to Keypeg's server. Your pegs are kept here; trying again …", "lost");
}

export function connected() {
  if (!lost) return;
  lost = false;
  show("Connected again. The game goes on where it was.", "back");
  fading = setTimeout(() => (document.getElementById("connection").hidden = true), 4000);
}

function show(text, state) {
  const banner = document.getElementById("connection");
  banner.hidden = false;
  banner.dataset.state = state;
  banner.textContent = text;
}
