// The frame around every view: menu, settings, routes.

import { radios, toggle } from "./controls.js";
import { openDialog } from "./dialog.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { startRouter } from "./router.js";
import { change, settings } from "./settings.js";

const LOOKS = [
  { value: "auto", title: "As the system" },
  { value: "light", title: "Light" },
  { value: "dark", title: "Dark" },
];
const MARKS = [
  { value: "shapes", title: "Shape and letter" },
  { value: "letters", title: "Letter alone" },
];

function setUpMenu() {
  const button = document.getElementById("menu-button");
  const menu = document.getElementById("menu");
  const open = (flag) => {
    menu.classList.toggle("open", flag);
    button.setAttribute("aria-expanded", String(flag));
  };
  replace(button, icon("menu"));
  button.addEventListener("click", () => open(!menu.classList.contains("open")));
  addEventListener("keypeg-shown", () => open(false));
  document.addEventListener("click", (event) => !event.target.closest(".masthead") && open(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.classList.contains("open")) return;
    open(false);
    button.focus();
    event.stopImmediatePropagation();
  });
}

function setUpSettings() {
  const button = document.getElementById("settings-button");
  replace(button, icon("settings"));
  button.addEventListener("click", () => openDialog("Settings", settingsForm()));
  applyMarks();
  addEventListener("keypeg-settings", applyMarks);
}

function applyMarks() {
  document.documentElement.dataset.marks = settings().marks;
}

function settingsForm() {
  const { look, marks, typing } = settings();
  return h(
    "div.stack",
    {},
    radios("look", "Look", LOOKS, look, (value) => change({ look: value })),
    radios("marks", "On the pegs", MARKS, marks, (value) => change({ marks: value })),
    toggle(
      "Letters and digits set pegs anywhere on the page",
      "Switched off, they do so only while the row of holes has the focus.",
      typing,
      (value) => change({ typing: value }),
    ),
  );
}

setUpMenu();
setUpSettings();
startRouter();
