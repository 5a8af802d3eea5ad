// The few pictures on buttons: strokes in a square of 24.

import { s } from "./dom.js";

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  settings:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 7m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0M8 17m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0",
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-3",
  redo: "M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h3",
  clear: "M6 6l12 12M18 6 6 18",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  fill: "M3.5 12m-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M9 12h9.5M15 8l4 4-4 4",
  hint: "M9 18h6M10 21h4M8.5 15c-2-1.4-3-3.2-3-5.5a6.5 6.5 0 0 1 13 0c0 2.3-1 4.1-3 5.5z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  flag: "M6 21V4M6 5h12l-2.5 4L18 13H6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  more: "M5 12m-1.6 0a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M12 12m-1.6 0a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M19 12m-1.6 0a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0",
  down: "M6 9.5l6 6 6-6",
  share: "M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8",
  close: "M6 6l12 12M18 6 6 18",
};

export function icon(name) {
  return s(
    "svg",
    {
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
      focusable: "false",
    },
    s("path", { d: PATHS[name] }),
  );
}
