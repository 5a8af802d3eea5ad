// The page's words, in the language that a person chose, or the first of the browser's that has a catalogue in words/.

import { loadWords } from "./loader.js";
import { settings } from "./settings.js";
import { LANGUAGES } from "./words/languages.js";

export const language = preferred();

// The server speaks the same language as the page, also in streams, which send no headers of ours.
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP and in older browsers
document.cookie = `keypeg-language=${language}; Path=/; Max-Age=34560000; SameSite=Lax`;
addEventListener("keypeg-settings", () => preferred() !== language && location.reload());

const catalogue = await loadWords(language);
const plurals = new Intl.PluralRules(catalogue.locale ?? language);

/** How the language writes numbers and dates. */
export const locale = catalogue.locale ?? language;

function preferred() {
  const wanted = [settings().language ?? "", ...navigator.languages];
  const names = wanted.flatMap((tag) => [tag, tag.split("-")[0]]);
  return names.find((name) => name in LANGUAGES) ?? "en";
}

/** Add the words of the views that are loaded later. */
export function learn(words) {
  Object.assign(catalogue, words);
}

/** Write an entry of the catalogue with its values: t("guesses", { count: 3 }) is "3 guesses". */
export function t(key, values = {}) {
  return parts(key, values).join("");
}

/** The same where some values are elements: text and elements, in the order that the language puts them. */
export function parts(key, values = {}) {
  const pieces = template(key, values.count).split(/\{(\w+)\}/);
  return pieces.map((piece, at) => (at % 2 ? written(values[piece]) : piece));
}

/** Find an entry; by its {count}, where it has a form for each plural. */
function template(key, count) {
  if (!(key in catalogue)) throw new Error(`no words for ${key}`);
  const entry = catalogue[key];
  return typeof entry === "string" ? entry : (entry[plurals.select(count)] ?? entry.other);
}

function written(value) {
  return typeof value === "number" ? number(value) : value;
}

/** Write a number, to a number of `digits` behind the point or as it is. */
export function number(value, digits = undefined) {
  return value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Write a number of codes, which may be an average, as short as it still tells something: 17.5, 185, 651 million. */
export function short(value) {
  if (value < 1e6) return number(value < 100 ? Math.round(value * 10) / 10 : Math.round(value));
  return value.toLocaleString(locale, { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 3 });
}

export function list(items) {
  return new Intl.ListFormat(locale).format(items);
}

export function upper(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
