"""German: what is told to others about a game: a result to share, and a picture of the board."""

MESSAGES = {
    "share.solved": "Keypeg {variant}: gelöst in {number:# Versuch|# Versuchen}",
    "share.solved-of": "Keypeg {variant}: gelöst in {number} von {limit:# Versuch|# Versuchen}",
    "share.not-solved": "Keypeg {variant}: nicht gelöst in {number:# Versuch|# Versuchen}",
    "share.not-solved-of": "Keypeg {variant}: nicht gelöst in {number} von {limit:# Versuch|# Versuchen}",
    "share.daily-solved": "Keypeg Tagescode {daily}: gelöst in {number} von {limit:# Versuch|# Versuchen}",
    "share.daily-not-solved": "Keypeg Tagescode {daily}: nicht gelöst in {number} von {limit:# Versuch|# Versuchen}",
    "share.daily-short-solved": "Keypeg Tagescode {daily} {number}/{limit}",
    "share.daily-short-not-solved": "Keypeg Tagescode {daily} X/{limit}",
    "share.hints": "{number:# Tipp|# Tipps}",
    "share.undos": "{number}-mal zurückgenommen",
    "share.row": "{number}: {feedback}",
    "share.in-words": "{headline}. {rows}.",
    "board.title": "Keypeg {variant}",
    "board.empty": "ein leeres Brett",
    "board.code": "Code",
}
