"""What is told to others about a game: a result to share, and a picture of the board."""

MESSAGES = {
    "share.solved": "Keypeg {variant}: solved in {number:# guess|# guesses}",
    "share.solved-of": "Keypeg {variant}: solved in {number} of {limit:# guess|# guesses}",
    "share.not-solved": "Keypeg {variant}: not solved in {number:# guess|# guesses}",
    "share.not-solved-of": "Keypeg {variant}: not solved in {number} of {limit:# guess|# guesses}",
    "share.daily-solved": "Keypeg daily {daily}: solved in {number} of {limit:# guess|# guesses}",
    "share.daily-not-solved": "Keypeg daily {daily}: not solved in {number} of {limit:# guess|# guesses}",
    "share.daily-short-solved": "Keypeg daily {daily} {number}/{limit}",
    "share.daily-short-not-solved": "Keypeg daily {daily} X/{limit}",
    "share.hints": "{number:# hint|# hints}",
    "share.undos": "{number:# undo|# undos}",
    "share.row": "{number}: {feedback}",
    "share.in-words": "{headline}. {rows}.",
    "board.title": "Keypeg {variant}",
    "board.empty": "an empty board",
    "board.code": "code",  # four letters at most
}
