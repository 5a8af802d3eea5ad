"""What is said in a match, and about matches and rooms that can't be."""

MESSAGES = {
    "match.opening": (
        "A match of {rounds:# round|# rounds} against {strategy}. Who makes the code gets a point for each guess, "
        "and {bonus:# point|# points} more if it isn't found."
    ),
    "match.opening-no-bonus": (
        "A match of {rounds:# round|# rounds} against {strategy}. Who makes the code gets a point for each guess."
    ),
    "match.round-break": "Round {number} of {rounds}: you break my code.",
    "match.round-solve": "Round {number} of {rounds}: I break your code.",
    "match.title": "round {number} of {rounds} · you {own}, computer {other}",
    "match.points-you": "{points:# point|# points} for you.",
    "match.points-computer": "{points:# point|# points} for me.",
    "match.you": "you",
    "match.computer": "computer",
    "match.round": "round",
    "match.breaker": "codebreaker",
    "match.total": "total",
    "match.not-found": "{mark} the code was not found",
    "match.even": "So far it is a draw, {points} all.",
    "match.leads-you": "You lead by {points:# point|# points}.",
    "match.leads-computer": "I lead by {points:# point|# points}.",
    "match.draw": "The match is a draw, {points} all.",
    "match.won-you": "You win the match, {own} to {other}.",
    "match.won-computer": "I win the match, {other} to {own}.",
    "match.next": "Press Enter for round {number}",
    "match.finish": "Press Enter to end the match",
    "match.left-match": (
        "You left this match in round {number} of {rounds}; you have {own:# point|# points}, I have {other:,}."
    ),
    "match.go-on-with": "Go on with it? n drops it. [Y/n]",
    "match.left-early": "You left in round {number} of {rounds}.",
    "match.left-kept": "You left in round {number} of {rounds}. keypeg match --resume goes on with the match.",
    "match.left-lost": "You left in round {number} of {rounds}. The match could not be kept.",
    "command.score": "the score of the match",
    "command.set-palette": "other colors: set palette NAME",
    # Errors
    "error.match-command": "{name} has no place in a match: help lists what there is",
    "error.match-value": "{given} is not a match: write it as text, as in 'p4c6 guesses=10 bonus=1 rounds=4 5 6'",
    "error.match-word": "{word!q} in {text!q} can't be read: write guesses=10, bonus=1, rounds=4, then the results",
    "error.match-line": "{text!q} is not the match of a person: it needs the match, a bar, and the game",
    "error.match-rounds": "a match has an even number of rounds from 2 to {most}, not {rounds!r}",
    "error.match-guesses": "each round has a guess limit from 1 to {most:,}, not {guesses!r}",
    "error.match-bonus": "the bonus is a whole number from 0 to {most}, not {bonus!r}",
    "error.match-over": "the match is over after {rounds} rounds",
    "error.round-open": "round {number} is not over yet",
    "error.result-guesses": "a code is found with the first guess or later, not with guess {guesses!r}",
    "error.result-text": "{text!q} is not a result: write 5 for a code found with guess 5, or 10x for one not found",
    "error.result-limit": "{result!q} is more than the limit of {guesses:# guess|# guesses}",
    "error.room-name": "{name!q} is not a name: it has no spaces, commas, bars or equals signs, and up to 40 letters",
    "error.room-name-taken": "{name!q} plays here already: choose another name",
    "error.room-full": "a room has up to {players} players and {rounds:,} rounds",
    "error.room-results": "a round has a result, or -, for each of {players:# player|# players}, not {number}",
    "error.room-empty": "nobody plays here yet: join first",
    "error.room-stranger": "{name!q} does not play here: join first",
    "error.room-no-round": "no round has begun: begin one first",
    "error.room-finished": "{name!q} is done with this round already",
}
