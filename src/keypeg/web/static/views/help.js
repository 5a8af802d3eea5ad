// The rules in two minutes, white pegs and doubles by example, the keys, and what the coach's numbers mean.

import { get } from "../api.js";
import { feedbackWords } from "../codes.js";
import { h } from "../dom.js";
import { answerKeyTable, keyTable } from "../keytable.js";
import { codePegs, keyPegs, Look } from "../pegs.js";

// Each: secret, guess, blacks, whites, and why.
const EXAMPLES = [
  [
    [1, 2, 3, 4],
    [1, 3, 5, 6],
    1,
    1,
    "Red is right and in the right place: black. Blue is in the code, but not second: white. Orange and purple are not in it.",
  ],
  [[1, 2, 3, 4], [4, 3, 2, 1], 0, 4, "All four colors are right, none in its place."],
];
const DOUBLES = [
  [
    [1, 1, 2, 3],
    [1, 2, 1, 1],
    1,
    2,
    "The guess has three red pegs, the code only two: two of them count. The first red stands right (black); one more red counts as white; the third gets nothing. Green is in the code once, elsewhere: white.",
  ],
  [
    [1, 2, 2, 3],
    [2, 2, 4, 4],
    1,
    1,
    "The second green stands right: black. The code's other green is matched by the first one: white.",
  ],
  [
    [1, 2, 3, 4],
    [1, 1, 1, 1],
    1,
    0,
    "One red in the code, one key peg: the first. The other three reds have no partner left, so they get no white peg.",
  ],
];

export async function view({ signal }) {
  const { palettes } = await get("/setup", { signal });
  const look = new Look({ pegs: 4, colors: 6 }, palettes[0].colors);
  return {
    title: "Rules",
    content: h(
      "div.stack.prose",
      {},
      h("h1", {}, "Rules"),
      h(
        "p.lead",
        {},
        "One side hides a code, a row of colored pegs. The other side guesses. Each guess is answered by key pegs, and the code is found when all of them are black.",
      ),
      h("h2", {}, "Key pegs"),
      h(
        "p",
        {},
        h("span.key.black.inline"),
        " Black, full: a peg of the guess has the right color in the right place.",
      ),
      h(
        "p",
        {},
        h("span.key.white.inline"),
        " White, hollow: a peg of the guess has a color that is in the code, in another place.",
      ),
      h("p", {}, "Key pegs don't say which pegs they mean: black ones always come first."),
      examples(look, EXAMPLES),
      h("h2", { id: "duplicates", tabindex: "-1" }, "When a color comes twice"),
      h(
        "p",
        {},
        "Each peg of the code can be matched by one peg of the guess only, and black goes first. So a color gets as many key pegs, black and white together, as it stands in both.",
      ),
      examples(look, DOUBLES),
      h("h2", {}, "Ways to play"),
      h(
        "ul",
        {},
        h(
          "li",
          {},
          h("strong", {}, "Break the code. "),
          "The computer hides a random code. Or it is an adversary: it settles on no code while it can avoid it, and always gives the answer that keeps the most codes possible.",
        ),
        h(
          "li",
          {},
          h("strong", {}, "Set the code. "),
          "You think of a code and answer the computer's guesses. If your answers can't all be true, Keypeg says which ones may hold the slip, and you change it in place.",
        ),
        h(
          "li",
          {},
          h("strong", {}, "Code of the day. "),
          "One code for everybody, and a result to share that doesn't tell it.",
        ),
        h("li", {}, h("strong", {}, "Two people. "), "You set, a friend breaks, over a link."),
        h(
          "li",
          {},
          h("strong", {}, "Bulls and cows "),
          "is the game of four different digits: no color comes twice, neither in the code nor in a guess.",
        ),
        h(
          "li",
          {},
          h("strong", {}, "Hard mode "),
          "takes only guesses that fit every answer so far, and says which turn a refused one contradicts.",
        ),
      ),
      h("h2", { id: "keys", tabindex: "-1" }, "Keys"),
      h(
        "p",
        {},
        "Everything works with the keyboard alone, and with taps alone: tap a color and the next hole takes it; tap a hole to choose it, once more to empty it; drag where you like that better. The number of a row copies that row.",
      ),
      h("h3", {}, "Breaking a code"),
      keyTable(),
      h("h3", {}, "Answering"),
      answerKeyTable(),
      h("h2", { id: "coach", tabindex: "-1" }, "The coach's numbers"),
      h(
        "p",
        {},
        "A ",
        h("strong", {}, "bit"),
        " halves the codes left. Before a guess, the coach looks at every answer it can get and works out how many bits it can be expected to bring; afterwards it counts how many came: from 1,296 codes to 81 is four bits.",
      ),
      h(
        "p",
        {},
        h("strong", {}, "Skill"),
        " is about the guess alone, before its answer: 100 if no guess there is better. Where the position is small enough, better means fewer guesses to the end with best play; elsewhere, more bits expected. ",
        h("strong", {}, "Luck"),
        " is about the answer alone: 50 if it brought as much as the guess could expect, more if it was kinder. A lucky guess gains no skill, and an unlucky one loses none.",
      ),
    ),
  };
}

function examples(look, rows) {
  const figure = ([secret, guess, blacks, whites, why]) =>
    h(
      "figure.example",
      {},
      h(
        "div.example-rows",
        {},
        h("span.small", {}, "Code"),
        codePegs(look, secret, "span.code.large"),
        h("span"),
        h("span.small", {}, "Guess"),
        codePegs(look, guess, "span.code.large"),
        keyPegs({ blacks, whites }, 4),
      ),
      h("figcaption", {}, h("strong", {}, `${feedbackWords({ blacks, whites })}. `), why),
    );
  return h("div.examples", {}, rows.map(figure));
}
