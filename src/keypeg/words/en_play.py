"""What is said when the player breaks the code in a terminal."""

MESSAGES = {
    "play.opening": (
        "Keypeg {variant}: {pegs:# peg|# pegs}, {colors:# color|# colors}, colors may repeat, "
        "{guesses:# guess|# guesses}."
    ),
    "play.opening-no-repeats": (
        "Keypeg {variant}: {pegs:# peg|# pegs}, {colors:# color|# colors}, no color repeats, "
        "{guesses:# guess|# guesses}."
    ),
    "play.opening-no-limit": (
        "Keypeg {variant}: {pegs:# peg|# pegs}, {colors:# color|# colors}, colors may repeat, no limit."
    ),
    "play.opening-no-repeats-no-limit": (
        "Keypeg {variant}: {pegs:# peg|# pegs}, {colors:# color|# colors}, no color repeats, no limit."
    ),
    "play.opening-bulls": (
        "Keypeg {variant}, bulls and cows: {pegs:# digit|# digits} out of {colors}, all different, "
        "{guesses:# guess|# guesses}."
    ),
    "play.opening-bulls-no-limit": (
        "Keypeg {variant}, bulls and cows: {pegs:# digit|# digits} out of {colors}, all different, no limit."
    ),
    "play.begin": "Type a guess such as {guess}, or help.",
    "play.secret": "The secret is {secret}.",
    "play.forms": "Type a guess: {forms}.",
    "play.feedback": "Feedback: {black} for a peg in its place, {white} for a color in the wrong place.",
    "play.feedback-bulls": (
        "Feedback: {black} for a digit in its place (a bull), {white} for one in the wrong place (a cow)."
    ),
    "play.spelling": "A guess that spells a command: put spaces between its pegs.",
    "play.prompt": "guess {number}>",
    "play.prompt-of": "guess {number} of {guesses}>",
    "play.type": "Type a guess, or help.",
    "play.hard": "hard",
    "play.adversary": "adversary",
    "play.type-secret": "codemaker, type the secret, {pegs:# peg|# pegs} of {colors} (not shown):",
    "play.type-again": "{error}; once more (not shown):",
    "play.answered": "{guess}: {feedback}.",
    "play.guesses-left": "{number:# guess|# guesses} left.",
    "play.guessed-before": "You had guessed that in turn {number} already.",
    "play.hint-again": "Another hint says what they share; hint CODE checks a guess.",
    "play.hint-last": "Another hint suggests a guess.",
    "play.undone": "Took back {guess}.",
    "play.redone": "{guess} again: {feedback}.",
    "play.code": "{code} ({names})",
    "play.won": "You broke the code in {number}: {code}.",
    "play.won-of": "You broke the code in {number} of {guesses}: {code}.",
    "play.out-of-guesses": "You are out of guesses. The code was {code}.",
    "play.gave-up": "You gave up. The code was {code}.",
    "play.to-share": "To share:",
    "play.in-words": "In words:",
    "play.same-code": "The same code again: keypeg play {variant} --seed {seed}",
    "play.review": "A review: keypeg analyze {position}",
    "play.review-hard": "A review: keypeg analyze {position} --hard",
    "command.hint": "a step of help: codes left, then what they share, then a guess",
    "command.hint-code": "can this guess be right?",
    "command.play.review": "what each guess was worth, and how lucky the feedback was, once the game is over",
    "command.share": "the result as a grid and in words, once the game is over",
    "command.play.undo": "take the last guess back",
    "command.play.redo": "make it again",
    "command.play.restart": "this game from the beginning: the same code if it was given, or else a new one",
    "command.give-up": "end the game and see the code",
    "error.codemaker-name": "{text!q} is not a codemaker: use {codemakers}",
    "error.share-unfinished": "there is a result to share once the game is over",
}
