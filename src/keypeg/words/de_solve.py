"""German: what is said when the computer breaks the player's code in a terminal."""

MESSAGES = {
    "solve.opening": (
        "Keypeg {variant}: Denk dir einen Code aus {pegs:# Stift|# Stiften} in {colors:# Farbe|# Farben} aus; "
        "ich habe {guesses:# Versuch|# Versuche} ({strategy})."
    ),
    "solve.opening-no-limit": (
        "Keypeg {variant}: Denk dir einen Code aus {pegs:# Stift|# Stiften} in {colors:# Farbe|# Farben} aus; "
        "ich habe beliebig viele Versuche ({strategy})."
    ),
    "solve.opening-known": (
        "Keypeg {variant}: Ich knacke einen Code aus {pegs:# Stift|# Stiften} in {colors:# Farbe|# Farben}; "
        "ich habe {guesses:# Versuch|# Versuche} ({strategy})."
    ),
    "solve.opening-known-no-limit": (
        "Keypeg {variant}: Ich knacke einen Code aus {pegs:# Stift|# Stiften} in {colors:# Farbe|# Farben}; "
        "ich habe beliebig viele Versuche ({strategy})."
    ),
    "solve.opening-bulls": (
        "Keypeg {variant}, Bullen und Kühe: Denk dir {pegs:# Ziffer|# Ziffern} von {colors} aus; "
        "ich habe {guesses:# Versuch|# Versuche} ({strategy})."
    ),
    "solve.opening-no-limit-bulls": (
        "Keypeg {variant}, Bullen und Kühe: Denk dir {pegs:# Ziffer|# Ziffern} von {colors} aus; "
        "ich habe beliebig viele Versuche ({strategy})."
    ),
    "solve.opening-known-bulls": (
        "Keypeg {variant}, Bullen und Kühe: Ich finde {pegs:# Ziffer|# Ziffern} von {colors}; "
        "ich habe {guesses:# Versuch|# Versuche} ({strategy})."
    ),
    "solve.opening-known-no-limit-bulls": (
        "Keypeg {variant}, Bullen und Kühe: Ich finde {pegs:# Ziffer|# Ziffern} von {colors}; "
        "ich habe beliebig viele Versuche ({strategy})."
    ),
    "solve.greeting": "Antworte auf meine Versuche: 1b2w heißt 1 schwarz und 2 weiß, - heißt gar nichts.",
    "solve.greeting-bulls": "Antworte auf meine Versuche: 1A2B heißt 1 Bulle und 2 Kühe, - heißt gar nichts.",
    "solve.begin-bulls": "Tippe Bullen und Kühe wie 1A2B, - für gar nichts, oder help.",
    "solve.how-bulls": (
        "Ich rate; du antwortest, wie viele Ziffern meines Versuchs am richtigen Platz stehen (Bullen) "
        "und wie viele in deiner Zahl an einem anderen Platz stehen (Kühe).\n"
        "Tippe 1A2B oder 1,2 oder 1 bull 2 cows; - für gar nichts."
    ),
    "solve.type-bulls": "Tippe Bullen und Kühe wie 1A2B, oder - für gar nichts.",
    "solve.prompt-bulls": "Bullen und Kühe>",
    "solve.prompt-known-bulls": "Bullen und Kühe (Enter: von selbst)>",
    "solve.begin": "Tippe Schwarze und Weiße wie 1b2w, - für gar nichts, oder help.",
    "solve.how": (
        "Ich rate; du antwortest, wie viele Stifte meines Versuchs am richtigen Platz stecken (schwarz) "
        "und wie viele eine richtige Farbe am falschen Platz haben (weiß).\n"
        "Tippe 1b2w (b schwarz, w weiß) oder 1,2 oder Wertungsstifte wie BWW; - für gar nichts."
    ),
    "solve.type": "Tippe Schwarze und Weiße wie 1b2w, oder - für gar keinen Wertungsstift.",
    "solve.prompt": "Schwarze und Weiße>",
    "solve.prompt-known": "Schwarze und Weiße (Enter: von selbst)>",
    "solve.prompt-correction": "Korrektur>",
    "solve.guess": "Versuch {number}: {guess}.",
    "solve.your-code": "Dein Code: {code}.",
    "solve.your-code-hidden": "Dein Code ist verdeckt.",
    "solve.inconsistent": "Kein Code passt zu allen deinen Antworten.",
    "solve.one-slip": "Wenn eine davon ein Versehen ist, dann diese:",
    "solve.slips": "Wenn eine davon ein Versehen ist:",
    "solve.correct": "Korrigier sie, zum Beispiel so: {command}; oder nimm mit undo die letzte Antwort zurück.",
    "solve.corrected": "Zug {number} ist jetzt {guess}: {feedback}.",
    "solve.undone": "Letzte Antwort zurückgenommen.",
    "solve.redone": "Antwort wieder gegeben.",
    "solve.secret-missing": "Es ist kein Geheimcode gesetzt: secret CODE setzt ihn.",
    "solve.secret-there": "Ein Geheimcode ist gesetzt.",
    "solve.secret-forgotten": "Der Geheimcode ist vergessen.",
    "solve.secret-set": "Der Geheimcode ist gesetzt: Jede Antwort wird geprüft.",
    "solve.answers-right": "Alle deine Antworten stimmen für deinen Code.",
    "solve.answer-wrong": "Zug {number}: Du hast auf {guess} mit {feedback} geantwortet, richtig wäre {right}.",
    "solve.won": "Ich habe deinen Code geknackt, im {number}. Versuch: {guess}.",
    "solve.won-of": "Ich habe deinen Code geknackt, im {number}. von {guesses} Versuchen: {guess}.",
    "solve.safe": "Ich habe keinen Versuch mehr: Dein Code ist sicher. secret CODE prüft deine Antworten daran.",
    "solve.out-of-guesses": "Ich habe keinen Versuch mehr.",
    "solve.gave-up": "Ich gebe auf: In {tries:# Versuch|# Versuchen} fand ich rechtzeitig keinen passenden Code.",
    "solve.your-code-was": "Dein Code war {code}.",
    "solve.code": "Der Code ist {code}.",
    "solve.broken": "In {number:# Versuch|# Versuchen} geknackt von {strategy}.",
    "solve.broken-sampled": (
        "In {number:# Versuch|# Versuchen} geknackt von {strategy}, {sampled:,} davon anhand von Stichproben: "
        "Es waren zu viele Codes, um sie zu vergleichen."
    ),
    "solve.not-broken": "In {number:# Versuch|# Versuchen} nicht geknackt von {strategy}.",
    "solve.not-broken-sampled": (
        "In {number:# Versuch|# Versuchen} nicht geknackt von {strategy}, {sampled:,} davon anhand von Stichproben: "
        "Es waren zu viele Codes, um sie zu vergleichen."
    ),
    "command.fix": "eine frühere Antwort korrigieren: fix 2 1b1w",
    "command.solve.undo": "die letzte Antwort zurücknehmen",
    "command.solve.redo": "sie wieder geben",
    "command.solve.review": "was jeder meiner Versuche wert war, wenn das Spiel vorbei ist",
    "command.solve.restart": "dieses Spiel von vorn, mit demselben Code",
    "command.secret": "Antworten an deinem Code prüfen: secret CODE, random oder none",
    "command.auto": "deinen Code bis zum Ende von selbst antworten lassen",
    "error.correction-text": (
        "{text!q} ist keine Korrektur: Schreib den Zug und seine Antwort, zum Beispiel fix 2 1b1w"
    ),
    "watch.your-code": "der Code, der geknackt werden soll>",
    "watch.head": "Versuch {number}: {possible}.",
    "watch.splits": "{guess} teilt sie nach der Antwort auf, die er bekäme:",
    "watch.splits-sampled": "{guess} teilt {sample:,} zufällig gezogene nach der Antwort auf, die er bekäme:",
    "watch.more": "  und {number:# kleinerer Teil|# kleinere Teile} mit zusammen {codes:# Code|# Codes}",
    "watch.go-on": "Eingabetaste zeigt die Antwort (q beendet)",
    "watch.left": "{left} von {before} {number:bleibt|bleiben} übrig.",
}
