// Turns that can't all be true: what each could have been, with something to press beside it.

import { feedbackWords, readCode } from "./codes.js";
import { h } from "./dom.js";
import { codePegs, keyPegs } from "./pegs.js";
import { t, upper } from "./words.js";

/**
 * Explain a contradiction. `said(correction)` goes on from the guess of a turn to what its feedback could be,
 * `mend(turn, choice)` is the element to press for a choice, as [spec, properties]; `lead` and `ways` come before and after.
 */
export function contradictionNotice({ corrections, lines }, { look, title, said, mend, lead, ways }) {
  const item = (correction) => {
    const { turn, guess, could_be: choices } = correction;
    const code = codePegs(look, readCode(guess));
    return h(
      "li.stack.tight",
      {},
      h("p.cluster", {}, h("strong", {}, t("turn", { number: turn })), code, said(correction)),
      h(
        "div.cluster",
        {},
        choices.map((choice) => option(look, turn, choice, mend(turn, choice))),
      ),
    );
  };
  return h(
    "div.notice.bad.stack",
    { role: "alert" },
    h("h2", {}, title),
    lead,
    corrections.length ? h("ul.mends.stack", {}, corrections.map(item)) : lines.map((line) => h("p", {}, upper(line))),
    ways,
  );
}

function option(look, turn, { blacks, whites, left }, [spec, properties]) {
  const codes = t("codes", { count: left });
  const label = t("contradiction.option", { number: turn, feedback: feedbackWords({ blacks, whites }, look), codes });
  return h(spec, { ...properties, "aria-label": label }, keyPegs({ blacks, whites }, look.variant.pegs, look), codes);
}
