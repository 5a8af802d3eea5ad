"""German: what is said about turns that can't all be true."""

MESSAGES = {
    "contradiction.message": "kein Code passt zu allen Antworten in {position!q}: {slips}",
    "contradiction.untried": "{message} ({turn_count:Zug 1 wurde|die Züge 1 bis # wurden} nicht betrachtet)",
    "contradiction.no-idea": (
        "{wrong:Mindestens eine Antwort ist|Mindestens # Antworten sind} falsch: Nimm einige der letzten Züge zurück"
    ),
    "contradiction.several": (
        "{wrong:Mindestens eine Antwort ist|Mindestens # Antworten sind} falsch: die der Züge {sets}"
    ),
    "contradiction.or": "{one} oder {other}",
    "contradiction.and": "{one} und {other}",
    "contradiction.other-sets": "{sets} oder {number:noch andere|# andere Gruppen}",
    "contradiction.slip": "Zug {number} ({guess}) könnte {choices} sein statt {feedback}",
    "contradiction.or-slip": "{one}; oder {other}",
    "contradiction.choice": "{feedback} (lässt {left:,})",
    "contradiction.choice-about": "{feedback} (lässt etwa {left:,})",
    "contradiction.perhaps-another": "{choices} oder vielleicht etwas anderes",
    "contradiction.others": "{choices} oder {number:noch etwas|# andere}",
    "contradiction.line": "Zug {number} ({guess}): {feedback} hätte {choices} sein können",
    "contradiction.line-choice": "{feedback} (lässt {left:# Code|# Codes})",
    "contradiction.line-choice-about": "{feedback} (lässt etwa {left:# Code|# Codes})",
    "contradiction.line-another": "{choices} oder etwas anderes",
    "contradiction.line-wrong": "die Antwort von Zug {sets} kann nicht stimmen",
    "contradiction.line-several": "die Antwort von mehr als einem Zug ist falsch: Züge {sets}",
}
