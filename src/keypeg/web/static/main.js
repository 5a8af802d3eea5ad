// The frame around every view: menu, settings, routes.

import { openDialog } from "./dialog.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { startRouter } from "./router.js";
import { change, settings } from "./settings.js";

const LOOKS = [
  ["auto", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];
const MARKS = [
  ["shapes", "Shape and letter"],
  ["letters", "Letter alone"],
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
    choices("look", "Look", LOOKS, look),
    choices("marks", "On the pegs", MARKS, marks),
    h(
      "label.switch",
      {},
      h("input", { type: "checkbox", checked: typing, onchange: (event) => change({ typing: event.target.checked }) }),
      h(
        "span",
        {},
        h("span.title", {}, "Letters and digits set pegs anywhere on the page"),
        h("span.muted.small", {}, "Switched off, they do so only while the row of holes has the focus."),
      ),
    ),
  );
}

function choices(name, legend, options, chosen) {
  const option = ([value, title]) =>
    h(
      "label.choice",
      {},
      h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => change({ [name]: value }) }),
      h("span.title", {}, title),
    );
  return h("fieldset", {}, h("legend", {}, legend), h("div.choices", {}, options.map(option)));
}

setUpMenu();
setUpSettings();
startRouter();
