"""What is said when the computer breaks the player's code in a terminal."""

MESSAGES = {
    "solve.opening": (
        "Keypeg {variant}: think of a code of {pegs:# peg|# pegs} in {colors:# color|# colors}; "
        "I have {guesses:# guess|# guesses} ({strategy})."
    ),
    "solve.opening-no-limit": (
        "Keypeg {variant}: think of a code of {pegs:# peg|# pegs} in {colors:# color|# colors}; "
        "I have no limit ({strategy})."
    ),
    "solve.opening-known": (
        "Keypeg {variant}: I break a code of {pegs:# peg|# pegs} in {colors:# color|# colors}; "
        "I have {guesses:# guess|# guesses} ({strategy})."
    ),
    "solve.opening-known-no-limit": (
        "Keypeg {variant}: I break a code of {pegs:# peg|# pegs} in {colors:# color|# colors}; "
        "I have no limit ({strategy})."
    ),
    "solve.opening-bulls": (
        "Keypeg {variant}, bulls and cows: think of {pegs:# digit|# digits} out of {colors}; "
        "I have {guesses:# guess|# guesses} ({strategy})."
    ),
    "solve.opening-no-limit-bulls": (
        "Keypeg {variant}, bulls and cows: think of {pegs:# digit|# digits} out of {colors}; "
        "I have no limit ({strategy})."
    ),
    "solve.opening-known-bulls": (
        "Keypeg {variant}, bulls and cows: I find {pegs:# digit|# digits} out of {colors}; "
        "I have {guesses:# guess|# guesses} ({strategy})."
    ),
    "solve.opening-known-no-limit-bulls": (
        "Keypeg {variant}, bulls and cows: I find {pegs:# digit|# digits} out of {colors}; "
        "I have no limit ({strategy})."
    ),
    "solve.greeting": "Answer my guesses: 1b2w is 1 black and 2 white, - is none.",
    "solve.greeting-bulls": "Answer my guesses: 1A2B is 1 bull and 2 cows, - is none.",
    "solve.begin-bulls": "Type bulls and cows such as 1A2B, - for none, or help.",
    "solve.how-bulls": (
        "I guess; you answer how many digits of my guess are in the right place (bulls), "
        "and how many are in your number but in another place (cows).\n"
        "Type 1A2B, or 1,2, or 1 bull 2 cows; - where there are none."
    ),
    "solve.type-bulls": "Type bulls and cows, such as 1A2B, or - for none.",
    "solve.prompt-bulls": "bulls and cows>",
    "solve.prompt-known-bulls": "bulls and cows (Enter: fill it in)>",
    "solve.begin": "Type blacks and whites such as 1b2w, - for none, or help.",
    "solve.how": (
        "I guess; you answer how many pegs of my guess are in the right place (black), "
        "and how many are of a right color in the wrong place (white).\n"
        "Type 1b2w, or 1,2, or key pegs such as BWW; - where there are none."
    ),
    "solve.type": "Type blacks and whites, such as 1b2w, or - for no key peg.",
    "solve.prompt": "blacks and whites>",
    "solve.prompt-known": "blacks and whites (Enter: fill it in)>",
    "solve.prompt-correction": "correction>",
    "solve.guess": "Guess {number}: {guess}.",
    "solve.your-code": "Your code: {code}.",
    "solve.your-code-hidden": "Your code is hidden.",
    "solve.inconsistent": "No code is consistent with all your answers.",
    "solve.one-slip": "If one of them is a slip, it is this:",
    "solve.slips": "If one is a slip:",
    "solve.correct": "Correct it, for example: {command}; or undo the last answer.",
    "solve.corrected": "Turn {number} is now {guess}: {feedback}.",
    "solve.undone": "Took the last answer back.",
    "solve.redone": "Gave it again.",
    "solve.secret-missing": "No secret is set: secret CODE sets it.",
    "solve.secret-there": "A secret is set.",
    "solve.secret-forgotten": "The secret is forgotten.",
    "solve.secret-set": "The secret is set: every answer is checked.",
    "solve.answers-right": "All your answers are right for your code.",
    "solve.answer-wrong": "Turn {number}: you answered {feedback} to {guess}, it should have been {right}.",
    "solve.won": "I broke your code in {number}: {guess}.",
    "solve.won-of": "I broke your code in {number} of {guesses}: {guess}.",
    "solve.safe": "I am out of guesses: your code is safe. secret CODE checks your answers against it.",
    "solve.out-of-guesses": "I am out of guesses.",
    "solve.gave-up": "I give up: in {tries:# guess|# guesses} I found no consistent code in time.",
    "solve.your-code-was": "Your code was {code}.",
    "solve.code": "The code is {code}.",
    "solve.broken": "Broken in {number:# guess|# guesses} by {strategy}.",
    "solve.broken-sampled": (
        "Broken in {number:# guess|# guesses} by {strategy}, {sampled:,} of them by sampling: "
        "there were too many codes to compare."
    ),
    "solve.not-broken": "Not broken in {number:# guess|# guesses} by {strategy}.",
    "solve.not-broken-sampled": (
        "Not broken in {number:# guess|# guesses} by {strategy}, {sampled:,} of them by sampling: "
        "there were too many codes to compare."
    ),
    "command.fix": "correct an earlier answer: fix 2 1b1w",
    "command.solve.undo": "take the last answer back",
    "command.solve.redo": "give it again",
    "command.solve.review": "what each of my guesses was worth, once the game is over",
    "command.solve.restart": "this game from the beginning, with the same code",
    "command.secret": "check answers against your code: secret CODE, random or none",
    "command.auto": "let your code answer by itself to the end",
    "error.correction-text": "{text!q} is not a correction: write the turn and its feedback, as in fix 2 1b1w",
    "watch.your-code": "the code that is to be broken>",
    "watch.head": "Guess {number}: {possible}.",
    "watch.splits": "{guess} splits them by the feedback that it would get:",
    "watch.splits-sampled": "{guess} splits {sample:,} of them, drawn at random, by the feedback that it would get:",
    "watch.more": "  and {number:# smaller part|# smaller parts} with {codes:# code|# codes} in all",
    "watch.go-on": "Press Enter to see the feedback (q leaves)",
    "watch.left": "{left} of {before} {number:is|are} left.",
}
