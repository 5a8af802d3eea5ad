"""What hints say, and how a guess was found."""

MESSAGES = {
    "hint.count": "{possible}.",
    "hint.colors": "{possible}: {facts}.",
    "hint.none-found": "{possible}, but none was found in time.",
    "hint.sure": "{colors} {number:is|are} in all of them",
    "hint.absent": "{colors} {number:is|are} in none",
    "hint.both": "{sure}, {absent}",
    "hint.no-color": "no color is certain, none ruled out",
    "hint.colors-unknown": "what they share is not worked out",
    "hint.colors-partly": "{facts}; more about the colors is not worked out",
    "hint.try": "try {guess}: it can be right.",
    "hint.try-left": "try {guess}: it can be right, and leaves {left} on average.",
    "hint.try-blind": "try {guess}: it can't be right.",
    "hint.try-blind-left": (
        "try {guess}: it can't be right, and leaves {left} on average; its feedback tells the codes apart best."
    ),
    "hint.with-note": "{hint} ({note})",
    "check.can": "{guess} can be right: it is consistent with every turn.",
    "check.can-left": "{guess} can be right: it is consistent with every turn, and leaves {left} on average.",
    "check.cannot": "{guess} can't be right: {why}.",
    "error.hard-mode": "hard mode: {guess} can't be right: {why}",
    "clash": "if it were the secret, turn {number} ({guess}) would have got {would}, not {got}",
    "hint.comparing": "comparing guesses",
    "hint.head": "{possible} possible in {position}, by {strategy}:",
    "hint.head-sampled": "{possible} possible in {position}, judged by {sample:,} of them, by {strategy}:",
    "hint.guess": "guess",
    "hint.parts": "parts",
    "hint.largest": "largest part",
    "hint.left": "left on average",
    "hint.bits": "bits",
    "hint.total": "exact total",
    "hint.can-win": "can win now",
    "note.sampled": "judged by {number:# code|# codes} of those left, drawn at random",
    "note.nearest": (
        "found no possible code in time: this one is consistent with {number} of {turn_count:# turn|# turns}"
    ),
    "note.sampled-instead": (
        "chosen by {by}, judged by {number:# code|# codes} of those left, drawn at random: "
        "there are too many codes for {strategy}"
    ),
    "note.stand-in": "chosen by {by}: the position is too large for {strategy}",
    "note.instead": "chosen by {by}: there are too many codes for {strategy}",
    "why.only": "{guess} is the only code left.",
    "why.worth": "{guess}: {worth}.",
    "why.chance": "It is the secret with 1 chance in {count}.",
    "why.other": ("It can't be the secret, but is better by this rule than the best guess that can, {guess}: {worth}."),
    "why.blind": "It can't be the secret.",
    "worth.largest": "at most {largest:,} of {total:# candidate|# candidates} are left, whatever the feedback",
    "worth.expected-size": "{left:,.2f} of {total:# candidate|# candidates} are left on average",
    "worth.entropy": "the feedback tells {bits:.3f} of the {missing:.3f} bits that are missing",
    "worth.most-parts": "{parts:# kind of feedback is|# kinds of feedback are} possible",
    "worth.sampled": "the feedback tells about {bits:.2f} bits",
    "worth.exact": "the code takes {guesses:.3f} guesses from here on average",
    "worth.other": "{strategy} doesn't rank guesses; {left:,.2f} candidates are left on average",
    "worth.unknown": "{strategy} doesn't rank guesses",
}
