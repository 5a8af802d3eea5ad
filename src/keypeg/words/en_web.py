"""What the server says: why it refuses a request, and where the page is."""

MESSAGES = {
    # Limits
    "error.web-variant-size": "{variant} is too large for this page: at most {pegs} pegs and {colors} colors",
    "error.web-variant-codes": "{variant} has {codes:,} codes, too many for this page (limit {limit:,})",
    "error.web-player-codes": "{variant} has {codes:,} codes, too many for {player} on this page (limit {limit:,})",
    "error.web-guesses": "a game has 1 to {limit} guesses, or no limit, not {guesses}",
    "error.web-turns": "{turn_count:,} turns are too many for this page (limit {limit:,})",
    "error.web-palette": "a palette of {colors:,} colors is too large for this page (limit {limit:,})",
    "error.web-parameters": (
        "{text!q} has parameters, which can't be set on this page: use {strategy}, or {strategy}:7 with a seed"
    ),
    "error.web-games": "you have {limit:,} games here, the most that are kept: delete some before you start another",
    "error.web-streams": "you are watching too many games at once: at most {limit:,}",
    "error.web-body-size": "the request is too large: at most {limit:,} bytes",
    "error.web-held": "you are sending too much at once: at most {limit:,} bytes",
    "error.web-connections": "too many connections from your address: at most {limit:,} at a time",
    "error.web-head-size": "the head of the request is too large: at most {limit:,} bytes and {count:,} headers",
    "error.web-target-size": "the address of the request is too long: at most {limit:,} bytes",
    "error.web-head-slow": "the request came too slowly: its head may take {limit:g} seconds",
    "error.web-body-slow": "the request came too slowly: its body needs at least {limit:,} bytes a second",
    "error.web-not-http": "this is not an HTTP request that can be read",
    "error.web-stored": (
        "from your address {limit:,} games and puzzles a day are kept, and that is used up: try again in "
        "{wait:# minute|# minutes}"
    ),
    "error.web-requests": "too many requests: at most {limit:,} a minute, try again in {wait:# second|# seconds}",
    "error.web-at-once": "you are asking for too much at once: at most {limit:# request|# requests} at a time",
    "error.web-work": (
        "you have used up your {limit:g} seconds of work per minute: try again in {wait:# second|# seconds}"
    ),
    "error.web-crowded": "too many people are asking at once: try again in a moment",
    "error.web-slow": "this took longer than {limit:g} seconds: ask for something smaller",
    "error.web-unavailable": "the server can't get at its games just now: try again in a moment",
    "error.web-unsure": (
        "the connection to the games broke off just when this was being stored: send it again, and it is done once"
    ),
    # Games
    "error.web-no-game": "there is no such game, or it is not yours",
    "error.web-game-unreadable": "this game can't be read: another version made it, or it was changed by hand",
    "error.web-game-stale": (
        "this game has {turn_count:# turn|# turns}, not {seen:,}: it was changed elsewhere, look at it again"
    ),
    "error.web-game-changing": "this game is being changed elsewhere: try again",
    "error.web-game-started": "this game was started elsewhere at the same moment: look at it again",
    "error.web-computer-guesses": "in this game the computer guesses: answer its guess",
    "error.web-no-corrections": "feedback can be corrected only in games in which the computer guesses",
    "error.web-breaker-guesses": "only the codebreaker guesses in this game, and you are the codemaker",
    "error.web-codemaker-answers": "only the codemaker gives feedback in this game, and you are the codebreaker",
    "error.web-look-counts": (
        "in an open game the possible codes are a hint: ask for them with POST, and it counts as one"
    ),
    "error.web-review-open": "the coach reviews a game once it is over",
    # Games of two people
    "error.web-duel-secret": "a game of two people needs a secret: set the code that is to be broken",
    "error.web-duel-help": "a game of two people has no undo and no help",
    "error.web-duel-pending": "the codemaker has not answered your last guess yet",
    "error.web-duel-no-guess": "there is no guess to answer: wait for the codebreaker",
    "error.web-duel-server-answers": "in this game the server answers the guesses",
    "error.web-duel-delete": "only the codemaker can delete this game: give up to end it",
    "error.web-next-open": "the next game can begin when this game of two people is over",
    "error.web-next-alone": "nobody is left to play with: the other player has deleted this game",
    "error.web-next-taken": "the other player has already begun the next game: it is your turn to break their code",
    # Matches
    "error.web-match-kind": "a match against the computer begins with a random code of its own, which you break",
    "error.web-match-guesses": "a match needs a guess limit: each guess is a point",
    "error.web-match-none": "this game is not part of a match",
    "error.web-match-open": "the match is not over: begin its next round",
    "error.web-match-turn": "it is the other player's turn to set the code: you made the last one",
    "error.web-match-help": "a match has no undo and no help for the codebreaker",
    "error.web-match-counted": "the next round has begun: this one counts as it is",
    "error.web-match-delete": "this round counts in its match, and can't be deleted alone",
    "error.web-match-end": "the codemaker can't end a round of a match: it would bring them points",
    # Puzzles
    "error.web-no-puzzle": "there is no such puzzle that you have not done yet",
    "error.web-puzzle-begun": "that puzzle has been begun already",
    "error.web-puzzles": "you can keep at most {limit:,} puzzles: delete your data to make room",
    "error.web-import-puzzle": "{puzzle!q} is not one of Keypeg's puzzles",
    "error.web-puzzle-gone": "there is no such puzzle here",
    # Rooms
    "error.web-room-gone": "this link leads to no room: it was deleted, or the link is incomplete; ask for a new one",
    "error.web-room-name": "a name has 1 to 24 letters",
    "error.web-room-full": "this room is full: at most {limit} players",
    "error.web-room-rounds": "a room has at most {limit} rounds: open another one",
    "error.web-room-stranger": "you are not in this room yet: join it under a name first",
    "error.web-room-opener": "only the one who opened the room begins the next round",
    "error.web-room-help": "a room has no undo and no help: all have the same code",
    "error.web-room-delete": "this game counts in its room, and can't be deleted alone",
    "error.web-rooms": "you have opened {limit} rooms, the most that are kept",
    "error.web-challenge-game": (
        "only a game that is over and had a code of its own can be a challenge: not a code of the day, nor the code "
        "of an adversary or another person"
    ),
    "error.web-challenge-own": "this is your own challenge: send the link to somebody who is to beat you",
    "error.web-link-dead": (
        "this link leads to no game: the game was deleted, or the link is incomplete; ask for a new one"
    ),
    "error.web-link-own": "this is your own game: send the link to the person who is to break your code",
    "error.web-link-taken": "somebody else has already joined this game: ask for a link of your own",
    "error.web-link-over": "this game is over: ask for a new one",
    # The code of the day
    "error.web-date": "{text!q} is not a date: write it as 2026-01-05",
    "error.web-daily-delete": "a code of the day can't be deleted alone: it could be played again",
    "error.web-day": "{day} has no code of the day: choose a day from {first} to {last}",
    "error.web-daily-undo": "the code of the day has no undo: everybody has the same number of guesses",
    # Past games
    "error.web-cursor": "{text!q} is not where a page begins: send what the previous page has as next",
    "error.web-time": "{text!q} is not a time: write it as 2026-01-05T12:00:00Z",
    "error.web-import-file": "this is not a file of games that Keypeg has exported",
    "error.web-import-row": "it is not written as Keypeg exports a game",
    "error.web-import": "game {number:,}: {error}",
    "error.web-import-open": "it is not finished: only finished games can be imported",
    "error.web-import-daily": (
        "it can't be the code of {day}: a code of the day is {variant} with {guesses:# guess|# guesses}"
    ),
    "error.web-import-count": "{games:,} games are too many at once: at most {limit:,}",
    "error.web-import-full": "with these you would have more than {limit:,} games here: delete some first",
    "error.web-import-slow": "checking these games takes too long: import at most {games:,} at once",
    # Requests
    "error.web-json": "the request needs a JSON object as its body",
    "error.web-field-missing": "{field!q} is missing",
    "error.web-field-unknown": "{field!q} is not a field of this request",
    "error.web-field-long": "{field!q} is too long: at most {limit:,} characters",
    "error.web-field-choice": "{field!q} must be one of: {choices}",
    "error.web-field-least": "{field!q} must be at least {limit:,}",
    "error.web-field-most": "{field!q} must be at most {limit:,}",
    "error.web-field-number": "{field!q} must be a whole number",
    "error.web-field-switch": "{field!q} must be true or false",
    "error.web-field-text": "{field!q} must be text",
    "error.web-field-date": "{field!q} must be a date: write it as 2026-01-05",
    "error.web-keep-own": (
        "--keep-days is for a server with a --database of its own: what is in your data folder is kept for ever"
    ),
    "error.web-nul": "the request contains the character NUL, which no text has",
    "error.web-path": "there is nothing at {path!q}",
    "error.web-method": "{method} can't be used at {path!q}",
    "error.web-status": "the request can't be served (status {status})",
    "error.web-internal": "something went wrong on the server: its log has the details",
    "error.web-other-site": "this was sent by another site's page: games can be changed only from this site",
    "error.web-log": "{text!q} is not a form of log: text or json",
    "error.web-network": "{text!q} is not an address or a network: write it as 127.0.0.1 or 10.0.0.0/8",
    "error.web-proxied": (
        "this server is for its own computer alone, and this request came through a proxy: start it with --proxy and "
        "the address of the proxy to let others in"
    ),
    "error.web-other-host": (
        "this server is only for the computer it runs on: start it with --host 0.0.0.0 to let others in, "
        "or with a --database behind a proxy"
    ),
    # What a link to the page shows elsewhere
    "preview.text": (
        "Mastermind: break a code, set one for the computer, and learn from a coach what each guess was worth."
    ),
    "preview.missing": "Nothing here · Keypeg",
    "preview.room": "One code for all of us · Keypeg",
    "preview.room-text": "Several friends break the same code, each on their own board. Join in.",
    "preview.join": "Break my code · Keypeg",
    "preview.join-text": "Somebody has set a code for you. Can you break it?",
    "preview.daily": "Code of the day {number} · Keypeg",
    "preview.daily-text": (
        "The same code for everybody, every day another. Can you break it in {guesses:# guess|# guesses}?"
    ),
    "preview.challenge": "Beat my result · Keypeg",
    "preview.challenge-won": "I found this code in {turn_count:# guess|# guesses}. Can you do better?",
    "preview.challenge-lost": "I did not find this code. Can you?",
    "preview.picture": "A board with three guesses and their key pegs",
    # The server as a process
    "web.ready": "Keypeg is at {url} (Ctrl-C ends it). Games are kept in {database}",
    "error.web-host": "{host!q} is not a host to listen on: use 127.0.0.1, or 0.0.0.0 for everybody",
    "error.web-port-taken": "port {port} of {host} is taken: end what listens there, or choose another with --port",
    "error.web-port": "can't listen on port {port} of {host}: {reason}",
}
