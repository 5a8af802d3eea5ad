"""What went wrong, and what to do instead: the errors of the library, by kind."""

MESSAGES = {
    # Feedback, codes, turns and variants
    "error.feedback-counts": "a feedback counts pegs, not {blacks} blacks and {whites} whites",
    "error.feedback-text": "{text!q} is not a feedback: write 1b2w, 1,2 or BWW, and - for no key peg",
    "error.feedback-value": "{given} is not a feedback: write Feedback(1, 2) or '1b2w'",
    "error.feedback-total": "{feedback} is {total:# key peg|# key pegs}, a code has only {pegs:# peg|# pegs}",
    "error.feedback-last-peg": (
        "{feedback} can't be: if all other pegs are right, the last one has no other place to be"
    ),
    "error.code-empty": "a code has at least one peg",
    "error.code-value": "a code is a row of colors counted from 1, not {given}: write Code('1122')",
    "error.code-letters": (
        "{text!q} has letters of a palette, which only a variant reads: write Variant(4, 6).code({text!q}), "
        "or the colors by their numbers"
    ),
    "error.code-length": "a code has {pegs:# peg|# pegs}, {code!q} has {length:,}",
    "error.code-repeats": "{variant} has no repeats, {code!q} has {color} {times:# time|# times}",
    "error.color-number": "colors are counted from 1, not {color}",
    "error.color-text": ("{word!q} in {text!q} is not a color: colors are 1 to 9, then letters from a, or numbers"),
    "error.color-unknown": "{color!q} is not a color of {variant}: use {colors:|1 to }{last}",
    "error.letter-unknown": "{color!q} is not a color of {variant}: use {colors:|1 to }{last}, or {letters}",
    "error.turn-parts": "a turn is a code and a feedback, not {guess} and {feedback}",
    "error.turn-text": "{text!q} is not a turn: write the guess, =, and the feedback, as in 1122=1b1w",
    "error.turn-value": "{given} is not a turn: write Turn.parse('1122=1b1w')",
    "error.guess-length": "a guess has as many pegs as the secret, {guess} has {length} and not {pegs}",
    "error.variant-counts": "a variant has 1 or more pegs and colors, not {pegs} and {colors}",
    "error.variant-repeats": "a variant allows repeats or not, True or False, not {given}",
    "error.variant-colors": "without repeats {pegs} pegs need as many colors, not {colors}",
    "error.variant-value": "{given} is not a variant: write Variant(4, 6) or 'p4c6'",
    "error.variant-text": (
        "{text!q} is not a variant: write p4c6 for 4 pegs and 6 colors, p4c10n for no repeats, 6x6, or {names}"
    ),
    # Palettes
    "error.palette-empty": "a palette has at least one color",
    "error.palette-twice": "a palette names each color once, {palette!q} has {color!q} twice",
    "error.palette-color": "{name!q} in palette {text!q} is not a color name: use letters",
    "error.palette-value": (
        "{name!q} in palette {text!q} needs a value such as {name}=#88ccff; palettes: {palettes}; "
        "named colors: {colors}"
    ),
    # Parameters of strategies
    "error.parameter-whole": "{name}={text!q} is not possible: write a whole number from {low} to {high}",
    "error.parameter-number": "{name}={text!q} is not possible: write a number from {low} to {high}",
    "error.parameter-text": "{text!q} is not a parameter of {strategy}: write name=value",
    "error.parameter-unknown": "{name!q} is not a parameter of {strategy}: use {names}",
    "error.parameter-none": "{name!q} is not a parameter of {strategy}: it has none",
    "error.parameter-twice": "{name!q} is given twice in {strategy}:{settings}",
    "error.seed-text": "{text!q} is not a seed: write a number, as in {strategy}:7",
    # Workers
    "error.not-sendable": "this can't be sent to another process, use one worker: {reason}",
}
