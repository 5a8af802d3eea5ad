"""German: what is said when the player breaks the code in a terminal."""

MESSAGES = {
    "play.opening": (
        "Keypeg {variant}: {pegs:# Stift|# Stifte}, {colors:# Farbe|# Farben}, Farben dürfen sich wiederholen, "
        "{guesses:# Versuch|# Versuche}."
    ),
    "play.opening-no-repeats": (
        "Keypeg {variant}: {pegs:# Stift|# Stifte}, {colors:# Farbe|# Farben}, keine Farbe wiederholt sich, "
        "{guesses:# Versuch|# Versuche}."
    ),
    "play.opening-no-limit": (
        "Keypeg {variant}: {pegs:# Stift|# Stifte}, {colors:# Farbe|# Farben}, Farben dürfen sich wiederholen, "
        "beliebig viele Versuche."
    ),
    "play.opening-no-repeats-no-limit": (
        "Keypeg {variant}: {pegs:# Stift|# Stifte}, {colors:# Farbe|# Farben}, keine Farbe wiederholt sich, "
        "beliebig viele Versuche."
    ),
    "play.opening-bulls": (
        "Keypeg {variant}, Bullen und Kühe: {pegs:# Ziffer|# Ziffern} von {colors}, alle verschieden, "
        "{guesses:# Versuch|# Versuche}."
    ),
    "play.opening-bulls-no-limit": (
        "Keypeg {variant}, Bullen und Kühe: {pegs:# Ziffer|# Ziffern} von {colors}, alle verschieden, "
        "beliebig viele Versuche."
    ),
    "play.begin": "Tippe einen Versuch wie {guess}, oder help.",
    "play.secret": "Der Geheimcode ist {secret}.",
    "play.forms": "Tippe einen Versuch: {forms}.",
    "play.feedback": "Antwort: {black} für einen Stift am richtigen Platz, {white} für eine Farbe am falschen Platz.",
    "play.feedback-bulls": (
        "Antwort: {black} für eine Ziffer am richtigen Platz (Bulle), {white} für eine am falschen Platz (Kuh)."
    ),
    "play.spelling": "Ein Versuch, der wie ein Befehl aussieht: Setz Leerzeichen zwischen die Stifte.",
    "play.prompt": "Versuch {number}>",
    "play.prompt-of": "Versuch {number} von {guesses}>",
    "play.type": "Tippe einen Versuch, oder help.",
    "play.hard": "schwer",
    "play.adversary": "Gegenspieler",
    "play.type-secret": "Tippe den Geheimcode, {pegs:# Stift|# Stifte} aus {colors} (wird nicht angezeigt):",
    "play.type-again": "{error}; noch einmal (wird nicht angezeigt):",
    "play.answered": "{guess}: {feedback}.",
    "play.guesses-left": "Noch {number:# Versuch|# Versuche}.",
    "play.guessed-before": "Das hattest du schon in Zug {number} versucht.",
    "play.hint-again": "Der nächste Tipp sagt, was sie gemeinsam haben; hint CODE prüft einen Versuch.",
    "play.hint-last": "Der nächste Tipp schlägt einen Versuch vor.",
    "play.undone": "{guess} zurückgenommen.",
    "play.redone": "Wieder {guess}: {feedback}.",
    "play.code": "{code} ({names})",
    "play.won": "Du hast den Code geknackt, im {number}. Versuch: {code}.",
    "play.won-of": "Du hast den Code geknackt, im {number}. von {guesses} Versuchen: {code}.",
    "play.out-of-guesses": "Du hast keinen Versuch mehr. Der Code war {code}.",
    "play.gave-up": "Du hast aufgegeben. Der Code war {code}.",
    "play.to-share": "Zum Teilen:",
    "play.in-words": "In Worten:",
    "play.same-code": "Noch einmal derselbe Code: keypeg play {variant} --seed {seed}",
    "play.review": "Eine Analyse: keypeg analyze {position}",
    "play.review-hard": "Eine Analyse: keypeg analyze {position} --hard",
    "command.hint": "Hilfe Schritt für Schritt: wie viele Codes möglich sind, was sie gemeinsam haben, ein Versuch",
    "command.hint-code": "kann dieser Versuch stimmen?",
    "command.play.review": "was jeder Versuch wert war und wie viel Glück dabei war, wenn das Spiel vorbei ist",
    "command.share": "das Ergebnis als Bild und in Worten, wenn das Spiel vorbei ist",
    "command.play.undo": "den letzten Versuch zurücknehmen",
    "command.play.redo": "ihn wieder machen",
    "command.play.restart": "dieses Spiel von vorn: mit demselben Code, wenn er vorgegeben war, sonst mit einem neuen",
    "command.give-up": "aufgeben und den Code sehen",
    "error.codemaker-name": "{text!q} ist kein Codierer: Nimm {codemakers}",
    "error.share-unfinished": "ein Ergebnis zum Teilen gibt es, wenn das Spiel vorbei ist",
}
