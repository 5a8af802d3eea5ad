// The frame around every view: menu, settings, routes.

import { radios, toggle } from "./controls.js";
import { openSheet } from "./dialog.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { load } from "./loader.js";
import { startRouter } from "./router.js";
import { change, settings } from "./settings.js";
import { LANGUAGES } from "./words/languages.js";
import { language, t } from "./words.js";

const IDLE = 3000; // milliseconds after which a person is taken to be looking at the first view
const LOOKS = ["auto", "light", "dark"];
const MARKS = ["shapes", "letters"];
const THEMES = ["sea", "walnut", "slate", "plum"];

/** Put the words of the language into what the page has from the start. */
function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-words]")) element.textContent = t(element.dataset.words);
  for (const element of document.querySelectorAll("[data-label]")) element.ariaLabel = t(element.dataset.label);
}

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
  button.addEventListener("click", () => openSheet(t("settings"), settingsForm()));
  applyMarks();
  addEventListener("keypeg-settings", applyMarks);
}

function applyMarks() {
  const { marks, theme } = settings();
  Object.assign(document.documentElement.dataset, { marks, theme });
}

function settingsForm() {
  const { look, theme, marks, typing, sound } = settings();
  return h(
    "div.stack.settings",
    {},
    languageChoice(),
    choice("look", LOOKS, look),
    choice("theme", THEMES, theme, (value) => h("span.sample", { "data-theme": value })),
    choice("marks", MARKS, marks),
    toggle(t("settings.sound"), t("settings.soundNote"), sound, (value) => change({ sound: value })),
    toggle(t("settings.typing"), t("settings.typingNote"), typing, (value) => change({ typing: value })),
  );
}

/** The languages by their own names, so that each is found by those who read it; the page loads again in another. */
function languageChoice() {
  const options = Object.entries(LANGUAGES).map(([value, name]) => ({
    value,
    title: h("span", { lang: value }, name),
  }));
  return radios("language", t("settings.language"), options, language, (value) => change({ language: value }));
}

/** A choice among values of a setting, each with what `extra` draws of it. */
function choice(name, values, chosen, extra = () => null) {
  const options = values.map((value) => ({ value, title: t(`settings.${name}.${value}`), extra: extra(value) }));
  return radios(name, t(`settings.${name}`), options, chosen, (value) => change({ [name]: value }));
}

/** Get ready, once there is something to look at, for another view and for no connection. */
function setUpRest() {
  const prepare = () => {
    load("views/help");
    const worker = document.querySelector("link[rel=serviceworker]");
    const options = { scope: "/", updateViaCache: "all" }; // its address changes with its content
    // Where there can be none, as over plain HTTP, the page does without.
    navigator.serviceWorker?.register(worker.href, options).catch(() => {});
  };
  addEventListener("keypeg-shown", () => setTimeout(prepare, IDLE), { once: true });
}

translate();
setUpMenu();
setUpSettings();
setUpRest();
startRouter();
