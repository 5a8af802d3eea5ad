"""Was in einem Wettkampf gesagt wird, und über Wettkämpfe und Räume, die es nicht geben kann."""

MESSAGES = {
    "match.opening": (
        "Ein Wettkampf über {rounds:# Runde|# Runden} gegen {strategy}. Wer den Code setzt, bekommt einen Punkt für "
        "jeden Versuch und {bonus:# Punkt|# Punkte} mehr, wenn er nicht gefunden wird."
    ),
    "match.opening-no-bonus": (
        "Ein Wettkampf über {rounds:# Runde|# Runden} gegen {strategy}. Wer den Code setzt, bekommt einen Punkt für "
        "jeden Versuch."
    ),
    "match.round-break": "Runde {number} von {rounds}: Du knackst meinen Code.",
    "match.round-solve": "Runde {number} von {rounds}: Ich knacke deinen Code.",
    "match.title": "Runde {number} von {rounds} · du {own}, Computer {other}",
    "match.points-you": "{points:# Punkt|# Punkte} für dich.",
    "match.points-computer": "{points:# Punkt|# Punkte} für mich.",
    "match.you": "du",
    "match.computer": "Computer",
    "match.round": "Runde",
    "match.breaker": "Rater",
    "match.total": "Summe",
    "match.not-found": "{mark} der Code wurde nicht gefunden",
    "match.even": "Bisher steht es unentschieden, {points} zu {points}.",
    "match.leads-you": "Du führst mit {points:# Punkt|# Punkten} Vorsprung.",
    "match.leads-computer": "Ich führe mit {points:# Punkt|# Punkten} Vorsprung.",
    "match.draw": "Der Wettkampf endet unentschieden, {points} zu {points}.",
    "match.won-you": "Du gewinnst den Wettkampf, {own} zu {other}.",
    "match.won-computer": "Ich gewinne den Wettkampf, {other} zu {own}.",
    "match.next": "Eingabetaste für Runde {number}",
    "match.finish": "Eingabetaste, um den Wettkampf zu beenden",
    "match.left-match": (
        "Du hast diesen Wettkampf in Runde {number} von {rounds} verlassen; du hast {own:# Punkt|# Punkte}, "
        "ich habe {other:,}."
    ),
    "match.go-on-with": "Damit weitermachen? n verwirft ihn. [J/n]",
    "match.left-early": "Du hast in Runde {number} von {rounds} aufgehört.",
    "match.left-kept": (
        "Du hast in Runde {number} von {rounds} aufgehört. Mit keypeg match --resume geht der Wettkampf weiter."
    ),
    "match.left-lost": (
        "Du hast in Runde {number} von {rounds} aufgehört. Der Wettkampf konnte nicht aufgehoben werden."
    ),
    "command.score": "der Stand des Wettkampfs",
    "command.set-palette": "andere Farben: set palette NAME",
    # Fehler
    "error.match-command": "{name} gibt es in einem Wettkampf nicht: help zeigt, was es gibt",
    "error.match-value": (
        "{given} ist kein Wettkampf: schreib ihn als Text, etwa 'p4c6 guesses=10 bonus=1 rounds=4 5 6'"
    ),
    "error.match-word": (
        "{word!q} in {text!q} ist nicht zu lesen: schreib guesses=10, bonus=1, rounds=4 und dann die Ergebnisse"
    ),
    "error.match-line": "{text!q} ist kein Wettkampf einer Person: dazu gehören Wettkampf, Strich und Spiel",
    "error.match-rounds": "ein Wettkampf hat eine gerade Zahl von Runden, von 2 bis {most}, nicht {rounds!r}",
    "error.match-guesses": "jede Runde hat 1 bis {most:,} erlaubte Versuche, nicht {guesses!r}",
    "error.match-bonus": "der Bonus ist eine ganze Zahl von 0 bis {most}, nicht {bonus!r}",
    "error.match-over": "nach {rounds} Runden ist der Wettkampf vorbei",
    "error.round-open": "Runde {number} ist noch nicht vorbei",
    "error.result-guesses": "ein Code wird frühestens mit dem ersten Versuch gefunden, nicht mit Versuch {guesses!r}",
    "error.result-text": (
        "{text!q} ist kein Ergebnis: schreib 5 für einen mit Versuch 5 gefundenen Code, 10x für einen nicht gefundenen"
    ),
    "error.result-limit": "{result!q} ist mehr als {guesses:der eine erlaubte Versuch|die # erlaubten Versuche}",
    "error.room-name": (
        "{name!q} ist kein Name: ohne Leerzeichen, Kommas, Striche und Gleichheitszeichen, bis zu 40 Zeichen"
    ),
    "error.room-name-taken": "{name!q} spielt hier schon mit: wähl einen anderen Namen",
    "error.room-full": "ein Raum hat bis zu {players} Mitspieler und {rounds:,} Runden",
    "error.room-results": (
        "eine Runde hat ein Ergebnis oder - für jeden von {players:# Mitspieler|# Mitspielern}, nicht {number}"
    ),
    "error.room-empty": "hier spielt noch niemand mit: tritt zuerst ein",
    "error.room-stranger": "{name!q} spielt hier nicht mit: tritt zuerst ein",
    "error.room-no-round": "noch hat keine Runde begonnen: beginn zuerst eine",
    "error.room-finished": "{name!q} ist mit dieser Runde schon fertig",
}
