"""Spanish: what is told to others about a game: a result to share, and a picture of the board."""

MESSAGES = {
    "share.solved": "Keypeg {variant}: resuelto en {number:# intento|# intentos}",
    "share.solved-of": "Keypeg {variant}: resuelto en {number} de {limit:# intento|# intentos}",
    "share.not-solved": "Keypeg {variant}: no resuelto en {number:# intento|# intentos}",
    "share.not-solved-of": "Keypeg {variant}: no resuelto en {number} de {limit:# intento|# intentos}",
    "share.daily-solved": "Keypeg diario {daily}: resuelto en {number} de {limit:# intento|# intentos}",
    "share.daily-not-solved": "Keypeg diario {daily}: no resuelto en {number} de {limit:# intento|# intentos}",
    "share.daily-short-solved": "Keypeg diario {daily} {number}/{limit}",
    "share.daily-short-not-solved": "Keypeg diario {daily} X/{limit}",
    "share.hints": "{number:# pista|# pistas}",
    "share.undos": "{number:# intento deshecho|# intentos deshechos}",
    "share.row": "{number}: {feedback}",
    "share.in-words": "{headline}. {rows}.",
    "board.title": "Keypeg {variant}",
    "board.empty": "un tablero vacío",
    "board.code": "cód.",
}
