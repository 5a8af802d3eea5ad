"""German: what is said about machines that play: environments, games in words, and programs that guess."""

MESSAGES = {
    # Environments
    "error.env-size": "eine Umgebung hat bis zu {pegs} Stifte und {colors} Farben, {variant} hat mehr",
    "error.env-guesses": "ein Spiel hat 1 bis {most:,} Versuche, nicht {given}",
    "error.env-choice": "{name}={given} geht nicht: Nimm {choices}",
    "error.env-codes": (
        "{variant} hat {codes:,} Codes, und bis zu {most:,} können Aktionen sein: "
        "Nimm actions='pegs', eine Farbe je Stift"
    ),
    "error.env-candidates": (
        "{variant} hat {codes:,} Codes, und Kandidaten werden für bis zu {most:,} geführt: "
        "Nimm eine kleinere Variante oder eine andere Belohnung und einen anderen Codierer"
    ),
    "error.env-masks": "eine Maske braucht die möglichen Codes, die hier nicht geführt werden",
    "error.env-games": "es gibt 1 bis {most:,} Spiele zugleich, nicht {given}",
    "error.env-action-shape": "Aktionen sind ganze Zahlen der Form {shape}, nicht {type} der Form {given}",
    "error.env-action": "eine Aktion besteht aus Zahlen von 0 bis {most:,}, nicht {given:,}",
    "error.env-secret": "der Gegenspieler hat keinen Code, den man sehen oder setzen könnte",
    "error.env-over": "hier ist kein Spiel offen: Setz die Umgebung zuerst zurück",
    "error.env-reset-mask": "reset_mask ist ein Array aus {games:# bool|# bools}, davon mindestens eins True",
    "error.env-seeds": "{games:# Spiel braucht|# Spiele brauchen} je einen Startwert, nicht {given}",
    "error.env-secrets": "{games:# Spiel braucht|# Spiele brauchen} je einen Code, nicht {given}",
    "error.env-begun": "Codes werden nach dem Zurücksetzen gesetzt, vor dem ersten Versuch",
    "error.env-turns": (
        "die Züge von {games:# Spiel|# Spielen} {variant} mit {guesses:# Versuch|# Versuchen} brauchen zu viel Speicher"
    ),
    "error.env-agents": "jeder Agent braucht eine Aktion: {agents}",
    "error.env-packages": (
        "die Umgebungen brauchen Pakete, die nicht installiert sind ({package}): pip install 'keypeg[rl]'"
    ),
    # Games in words
    "text-game.form": (
        "Finde den Code. Du hast {guesses:# Versuch|# Versuche}. In jeder Antwort darfst du so lange nachdenken, wie "
        "du willst; ihre letzte Zeile muss dein Versuch sein und sonst nichts:\n\nGuess: {example}\n\nEine Antwort "
        "ohne solche Zeile oder mit einem Code, den die Regeln nicht erlauben, kostet einen Versuch."
    ),
    "text-game.illegal": "Das ist kein Versuch. {error}",
    "text-game.won": "Du hast den Code gefunden, in {number:# Versuch|# Versuchen}.",
    "text-game.lost": "Das war der letzte Versuch. Der Code war {secret}.",
    "error.text-game-guess": "die letzte Zeile einer Antwort ist dein Versuch, etwa Guess: {example}",
    "error.text-game-over": "das Spiel ist vorbei: Fang ein neues an",
    # evaluate
    "evaluate.playing": "Spiele",
    "evaluate.title": "{variant}: {games:# Spiel|# Spiele}, gezogen mit Startwert {seed}",
    "evaluate.player": "Spieler",
    "evaluate.mean": "Mittel",
    "evaluate.solved": "gelöst in {guesses}",
    "evaluate.illegal": "unerlaubt",
    "evaluate.inconsistent": "unvereinbar",
    "evaluate.lost": "je Spiel verloren",
    "evaluate.failed": "ohne Versuch",
    "evaluate.failure-silent": "in {games:# Spiel|# Spielen} stumm",
    "evaluate.failure-crashed": "in {games:# Spiel|# Spielen} abgestürzt",
    "evaluate.failure-endless": "in {games:# Spiel|# Spielen} eine Zeile ohne Ende",
    "evaluate.failure-unplayed": "{games:# Spiel|# Spiele} nicht gespielt",
    "error.player-empty": "ein Spieler ist ein Befehl, etwa 'python my_player.py'",
    "error.player-command": "der Spieler {command!q} lässt sich nicht starten: {reason}",
    # mcp
    "error.mcp-packages": (
        "die Werkzeuge brauchen Pakete, die nicht installiert sind ({package}): pip install 'keypeg[mcp]'"
    ),
}
