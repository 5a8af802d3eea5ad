// Pegs and key pegs. No peg is told apart by color alone: each carries a shape and its letter; key pegs are full or hollow.

import { feedbackWords, symbol } from "./codes.js";
import { h, s } from "./dom.js";
import { t } from "./words.js";

// Each shape as a path in a square of 100, and where the letter stands in it.
const SHAPES = {
  "●": ["M50 18a32 32 0 1 0 0 64a32 32 0 1 0 0-64z", 50, 50],
  "■": ["M30 23h40a7 7 0 0 1 7 7v40a7 7 0 0 1-7 7h-40a7 7 0 0 1-7-7v-40a7 7 0 0 1 7-7z", 50, 50],
  "▲": ["M50 11 88 75H12z", 50, 57],
  "◆": ["M50 10 90 50 50 90 10 50z", 50, 50],
  "★": ["M50 8 61.7 33.8 89.9 37 69 56.2 74.7 84 50 70 25.3 84 31 56.2 10.1 37 38.3 33.8z", 50, 52],
  "✚": ["M33 14h34v19h19v34h-19v19h-34v-19h-19v-34h19z", 50, 50],
  "⬟": ["M50 11 88.9 39.3 74 85H26L11.1 39.3z", 50, 52],
  "♥": [
    "M50 86C22 64 13 52 13 37c0-12 9-20 19-20 8 0 14 4 18 11 4-7 10-11 18-11 10 0 19 8 19 20 0 15-9 27-37 49z",
    50,
    46,
  ],
  "☾": ["M62 14A37 37 0 1 0 86 66A31 31 0 0 1 62 14z", 42, 55],
  "⬢": ["M31 15h38l20 35-20 35h-38l-20-35z", 50, 50],
  "▼": ["M12 25h76L50 89z", 50, 43],
  "✖": ["M50 33 67 16l17 17-17 17 17 17-17 17-17-17-17 17-17-17 17-17-17-17 17-17z", 50, 50],
};

/** How the codes of a variant are shown: what stands on each peg, and how it is drawn. */
export class Look {
  constructor(variant, { name, colors }) {
    this.variant = variant;
    this.palette = name;
    this.colors = colors;
  }

  /** Whether the game is bulls and cows: digits for pegs, and heads of cattle for key pegs. */
  get isBulls() {
    return this.palette.split(":")[0] === "bulls";
  }

  label(color) {
    return this.colors[color - 1].label;
  }

  /** Name a color in the language of the page; one that a person named is called as they do. */
  name(color) {
    return this.colors[color - 1].words.replaceAll("_", " ");
  }

  /** Name the pegs of a code as they are read aloud. */
  words(code) {
    return code.map((color) => (color ? this.name(color) : t("entry.empty"))).join(", ");
  }

  /** Write a typed code as the server reads it: the colors that it names in the language of the page in English. */
  inEnglish(text) {
    const names = new Map(this.colors.map(({ name, words }) => [words, name]));
    const longestFirst = [...names.keys()].sort((one, other) => other.length - one.length);
    const named = new RegExp(`(?<!\\p{L})(${longestFirst.join("|")})(?!\\p{L})`, "giu");
    return text.replace(named, (words) => names.get(words.toLowerCase()));
  }

  /** Return the color that a typed character stands for, or undefined. */
  typed(character) {
    const numbers = this.colors.slice(0, this.variant.colors).map((_, index) => index + 1);
    const labelled = numbers.find((color) => this.label(color) === character.toUpperCase());
    return labelled ?? numbers.find((color) => symbol(color) === character.toLowerCase());
  }
}

/** Draw a peg: an enamel disc of the color with its shape printed on it and the letter left out of the shape. */
export function peg(look, color, spec = "span.peg") {
  const { hex, shape, name } = look.colors[color - 1];
  const kind = look.isBulls ? ".digit" : name === "blank" ? ".blank" : "";
  const [path, x, y] = SHAPES[shape] ?? SHAPES["●"];
  const label = look.label(color);
  return h(
    spec + kind,
    { "--peg-color": hex, "--peg-ink": ink(hex), "data-color": color },
    s(
      "svg",
      { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" },
      s("path", { class: "shape", d: path }),
      s("text", { class: "letter", x, y, dy: ".36em", "data-length": label.length }, label),
      s("text", { class: "letter-alone", x: 50, y: 50, dy: ".36em", "data-length": label.length }, label),
    ),
  );
}

/** Draw a whole code as a row of pegs with its colors in words. */
export function codePegs(look, code, spec = "span.code") {
  return h(
    spec,
    { role: "img", "aria-label": look.words(code) },
    code.map((color) => peg(look, color)),
  );
}

/** Draw a code in the holes of a board. */
export function pegRow(look, code, { label = look.words(code), spec = "span.peg" } = {}) {
  const holes = code.map((color, at) => h("span.hole", { "--at": at }, peg(look, color, spec)));
  return h("span.holes", { role: "img", "aria-label": label }, holes);
}

/** Draw codes below each other, to scroll through. */
export function codeList(look, codes) {
  const items = codes.map((code) => h("li", {}, codePegs(look, code)));
  return h("ul.codes", { tabindex: "0", "aria-label": t("possibleCodes") }, items);
}

/** Draw key pegs: full for the right place, hollow for the wrong one, a dot for no match. */
export function keyPegs(feedback, pegs, look = null) {
  const about = { role: "img", "aria-label": feedbackWords(feedback, look), "--key-columns": Math.ceil(pegs / 2) };
  return h("span.keys", about, looseKeys(feedback, pegs, look));
}

/** Draw key pegs without their plate, one for each hole of a row. */
export function looseKeys({ blacks, whites }, pegs, look = null) {
  const kind = (at) => (at < blacks ? "black" : at < blacks + whites ? "white" : "none");
  return Array.from({ length: pegs }, (_, at) => keyPeg(kind(at), look));
}

/** Draw one key peg: "black", "white" or "none"; a bull, a cow or a dot in bulls and cows. */
export function keyPeg(kind, look = null) {
  if (!look?.isBulls || kind === "none") return h(`span.key.${kind}`);
  const head = s("path", { d: kind === "black" ? BULL : COW });
  return h(`span.key.head.${kind}`, {}, s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, head));
}

// Heads of cattle in a square of 24: the bull has horns, the cow ears.
const BULL = "M1 2c0 5 3 7 6 7l1 8 4 5 4-5 1-8c3 0 6-2 6-7-1 2-3 3-6 3-3-2-7-2-10 0C4 5 2 4 1 2z";
const COW = "M2 7c1 3 3 4 5 4l1 7c2 3 6 3 8 0l1-7c2 0 4-1 5-4-2-1-4 0-6 1-2-2-6-2-8 0C6 7 4 6 2 7z";

const DOT = 8; // the pitch of key pegs in a grid

/** The key pegs of a game, a column for each turn: it climbs towards the code. */
export function keyGrid(grid, pegs) {
  const columns = Math.max(grid.length, 1);
  const words = grid.map(([blacks, whites]) => feedbackWords({ blacks, whites })).join("; ");
  const dots = grid.flatMap(([blacks, whites], turn) =>
    Array.from({ length: pegs }, (_, at) => {
      const kind = at < blacks ? "black" : at < blacks + whites ? "white" : "none";
      const place = { cx: (turn + 0.5) * DOT, cy: (pegs - at - 0.5) * DOT };
      return s("circle", { class: kind, ...place, r: { black: 3, white: 2.4, none: 0.7 }[kind] });
    }),
  );
  const [width, height] = [columns * DOT, pegs * DOT];
  return s(
    "svg",
    {
      class: "key-grid",
      viewBox: `0 0 ${width} ${height}`,
      "aria-label": words,
      role: "img",
      "--ratio": width / height,
    },
    dots,
  );
}

/** Choose lettering for a color: a dark or light shade of it that stands out by 4.5 to 1, or black or white. */
export function ink(hex) {
  const shades = [mixed(hex, "#000000", 0.84), mixed(hex, "#ffffff", 0.93), "#000000", "#ffffff"];
  const ratios = shades.map((shade) => contrast(hex, shade));
  const dark = contrast(hex, "#000000") >= contrast(hex, "#ffffff");
  if (ratios[dark ? 0 : 1] >= 4.6) return shades[dark ? 0 : 1];
  return dark ? "#000000" : "#ffffff";
}

function channels(hex) {
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

function mixed(hex, other, share) {
  const [from, to] = [channels(hex), channels(other)];
  const between = from.map((value, at) => Math.round(value + (to[at] - value) * share));
  return `#${between.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The contrast of two colors, from 1 to 21 (WCAG 2). */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex) {
  const [red, green, blue] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
