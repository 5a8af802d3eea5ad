"""What both games in a terminal say: boards, pages, commands, settings."""

MESSAGES = {
    # The board and the pages
    "terminal.go-on": "Press Enter to go on",
    "terminal.go-back": "Press Enter to go back to the board",
    "terminal.slip-here": "a slip here?",
    "terminal.slip": "slip?",
    "terminal.earlier-turns": "{number:# earlier turn|# earlier turns}: type turns",
    # The rules
    "rules.about": (
        "The secret is a row of {pegs:# peg|# pegs} in {colors:# color|# colors}; a color may come more than once. "
        "{codes:There is # such code|There are # such codes}. Each guess gets key pegs:"
    ),
    "rules.about-no-repeats": (
        "The secret is a row of {pegs:# peg|# pegs} in {colors:# color|# colors}; no color comes twice. "
        "{codes:There is # such code|There are # such codes}. Each guess gets key pegs:"
    ),
    "rules.black": "{sign} black: a peg of the right color in the right place",
    "rules.white": "{sign} white: a peg of the right color in the wrong place",
    "rules.about-bulls": (
        "The secret is {pegs:# digit|# digits} out of {colors}, all different. "
        "{codes:There is # such code|There are # such codes}. Each guess gets bulls and cows:"
    ),
    "rules.black-bulls": "{sign} bull: a digit in the right place",
    "rules.white-bulls": "{sign} cow: a digit of the secret in the wrong place",
    "rules.counting-bulls": "Their order says nothing about which digit is meant.",
    "rules.some-digits": "1 is in its place, 3 is there but elsewhere",
    "rules.all-digits-elsewhere": "all four digits, none in its place",
    "rules.counting": (
        "Their order says nothing about which peg is meant. A peg of the secret counts for one peg of the guess at "
        "most: a color counts only as often as it stands in both. Blacks are counted first."
    ),
    "rules.example": "secret {secret}  guess {guess}  {key_pegs}  {feedback}",
    "rules.third-red": "two reds and one blue are in place; the third red finds no third red",
    "rules.one-red": "one red is in place; the other reds have no red left to match, so no whites",
    "rules.elsewhere": "both greens are there but elsewhere, and one red: three whites",
    "rules.all-elsewhere": "all four colors, none in its place",
    # A game from its beginning to its end
    "terminal.colors": "Colors: {colors}.",
    "terminal.digits": "Digits: {colors}.",
    "terminal.luck": (
        "It takes luck: in fewer than {least:# guess|# guesses} nobody can be sure to break a code of {variant}."
    ),
    "terminal.no-limit": "no limit",
    "terminal.guesses-left": "{number:# guess|# guesses} left",
    "terminal.did-you-mean": "Did you mean {command}?",
    "terminal.new-game": "A new game.",
    "terminal.restarted": "From the beginning.",
    "terminal.restarted-same": "From the beginning, with the same code.",
    "terminal.restarted-new": "From the beginning, with a new code.",
    "terminal.restarted-no-code": "From the beginning. The code that was set is no longer used.",
    "terminal.drop": "This drops the game after {number:# guess|# guesses}. Go ahead? [y/N]",
    "terminal.goes-on": "The game goes on.",
    "terminal.no-turns": "There are no turns yet.",
    "terminal.candidates": "{possible}, from {code} on",
    "terminal.few-candidates": "{possible}: {codes}",
    "terminal.left-game": "You left this game of {variant} after {number:# guess|# guesses}.",
    "terminal.go-on-with": "Go on with it? n drops it. [Y/n]",
    "terminal.yes-or-no": "Type y or n.",
    "terminal.overwrite": "{name!q} is another game. Overwrite it? [y/N]",
    "terminal.overwrite-changed": "{name!q} was changed elsewhere. Overwrite it? [y/N]",
    "terminal.not-saved": "Not saved.",
    "terminal.saved": "Saved to {name}. Go on with: keypeg {program} --resume {path}",
    "terminal.cannot-keep": "The game will be lost when you leave, since it can't be kept: save FILE saves it.",
    "terminal.set-aside": "a game that you left can't be read ({error}); it is set aside as {path}",
    "terminal.afterwards": "You can also type review or {command}.",
    "terminal.another-game": "another game? [y/N]",
    "terminal.goodbye": "Goodbye.",
    "terminal.left-early": "You left after {number:# guess|# guesses}.",
    "terminal.left-kept": "You left after {number:# guess|# guesses}. keypeg {program} --resume goes on with the game.",
    "terminal.left-lost": "You left after {number:# guess|# guesses}. The game could not be kept.",
    # Settings
    "settings.how": (
        "set NAME VALUE changes one: palette and show-secret at once, the others before the first turn, "
        "or else for the next game"
    ),
    "settings.now-and-then": "{now} (next game: {then})",
    "settings.changed": "Set {name} to {value}; the game is the same otherwise.",
    "settings.code-none": "none",
    "settings.code-hidden": "hidden",
    "settings.variant": "{variant} (pegs and colors; n at the end: no repeats)",
    "settings.secret-none": "none",
    "settings.secret-set": "set",
    "settings.secret-random": "random, a new one each game",
    "settings.palette-changed": "The palette is changed.",
    "settings.secret-shown": "The secret is shown.",
    "settings.secret-hidden": "The secret is hidden.",
    "settings.next-game": "Set for the next game: type new to begin it.",
    # What each command does
    "command.help": "this page",
    "command.rules": "the rules, and how white pegs count with repeated colors",
    "command.rules-bulls": "the rules, and how bulls and cows are counted",
    "command.turns": "all turns so far",
    "command.candidates": "the codes that are still possible",
    "command.settings": "how this game is set up; set NAME VALUE changes it",
    "command.save": "save the game: save FILE",
    "command.new": "a new game; new p5c8 for another size",
    "command.quit": "leave (also q)",
    # Errors
    "error.no-game": "no game has begun: type new",
    "error.setting-unknown": "{name!q} is not a setting: set {most} or {last} to a value",
    "error.on-off-text": "{text!q} is neither on nor off",
    "error.nothing-left": "no game of keypeg {program} was left unfinished: leave out --resume",
    "error.other-game": "{path!q} is a game of keypeg {program}: go on with keypeg {program} --resume {file}",
}
