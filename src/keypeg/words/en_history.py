"""What the terminal says about past games: the list, a game in it, statistics."""

MESSAGES = {
    "history.number": "no.",
    "history.when": "when",
    "history.who": "who guessed",
    "history.variant": "variant",
    "history.result": "result",
    "history.daily": "code of the day",
    "history.where": "where",
    "history.break": "you",
    "history.solve": "the computer",
    "history.set": "another person",
    "history.won": "found in {turn_count:# guess|# guesses}",
    "history.lost": "not found in {turn_count:# guess|# guesses}",
    "history.given-up": "given up after {turn_count:# guess|# guesses}",
    "history.terminal": "terminal",
    "history.web": "page",
    "history.import": "imported",
    "history.none": "There are no games yet: play one to its end, with keypeg play or on the page.",
    "history.no-match": "None of {games:# game|# games} is like that.",
    "history.shown": (
        "{shown:# game|# games} of {games}, newest first. keypeg history {number} reviews one; "
        "--limit {games} lists all."
    ),
    "history.all-shown": "{games:# game|# games}, newest first. keypeg history {number} reviews one.",
    "history.exported": "{games:# game|# games} written to {path}",
    "history.game": "{variant}, {when}, {result}. Who guessed: {who}.",
    # Statistics
    "stats.games": (
        "{games:# game|# games}. You guessed in {broken}: {won} found, {lost} not found, {given_up} given up."
    ),
    "stats.streak": "Found in a row: {current} now, {longest} at best.",
    "stats.daily": (
        "Codes of the day: {won} of {played} found; {current:# day|# days} in a row now, {longest} at best."
    ),
    "stats.break": "{variant}, you guessed: {games:# game|# games}",
    "stats.solve": "{variant}, the computer guessed: {games:# game|# games}",
    "stats.set": "{variant}, another person guessed: {games:# game|# games}",
    "stats.average": "{average:.2f} guesses on average, {best} at best",
    "stats.not-found": "not found",
    "stats.grading": "grading",
    "stats.skill": "Skill in the last {games:game|# games}: {mean} of 100 on average. The oldest are first.",
    "stats.skill-group": "{number:# game|# games}",
    # Errors
    "error.history-number": "there is no game {number}: {games:there is only game 1|there are games 1 to #}",
    "error.history-empty": "there is no game {number}: no game has been played to its end yet",
    "error.export-nothing": "no game is like that: {path!q} is not written",
    "error.export-other-file": "{path!q} is there already and is not an export of games: choose another name",
    "error.history-kind": "{text!q} is not a kind of game: use {names}",
    "error.history-outcome": "{text!q} is not how a game ends: use {names}",
    "error.history-date": "{text!q} is not a date: write it as 2026-01-05",
    "error.history-dates": "no day is from {since} to {until}",
}
