"""Spanish: what is said about machines that play: environments, games in words, and programs that guess."""

MESSAGES = {
    # Environments
    "error.env-size": "un entorno tiene hasta {pegs} clavijas y {colors} colores, {variant} tiene más",
    "error.env-guesses": "una partida tiene de 1 a {most:,} intentos, no {given}",
    "error.env-choice": "{name}={given} no es posible: usa {choices}",
    "error.env-codes": (
        "{variant} tiene {codes:,} códigos, y hasta {most:,} pueden ser acciones: "
        "usa actions='pegs', un color por clavija"
    ),
    "error.env-candidates": (
        "{variant} tiene {codes:,} códigos, y los candidatos se guardan hasta {most:,}: "
        "toma una variante menor, u otra recompensa y otro creador del código"
    ),
    "error.env-masks": "una máscara necesita los códigos posibles, que aquí no se guardan",
    "error.env-games": "hay de 1 a {most:,} partidas a la vez, no {given}",
    "error.env-action-shape": "las acciones son números enteros de forma {shape}, no {type} de forma {given}",
    "error.env-action": "una acción consta de números de 0 a {most:,}, no de {given:,}",
    "error.env-secret": "el adversario no tiene código que se pueda ver o fijar",
    "error.env-over": "aquí no hay partida abierta: reinicia primero el entorno",
    "error.env-reset-mask": "reset_mask es un array de {games:# bool|# bools}, al menos uno de ellos True",
    "error.env-seeds": "{games:# partida necesita|# partidas necesitan} una semilla cada una, no {given}",
    "error.env-secrets": "{games:# partida necesita|# partidas necesitan} un código cada una, no {given}",
    "error.env-begun": "los códigos se fijan después de reiniciar y antes del primer intento",
    "error.env-turns": (
        "los turnos de {games:# partida|# partidas} de {variant} con {guesses:# intento|# intentos} "
        "necesitan demasiada memoria"
    ),
    "error.env-agents": "cada agente necesita una acción: {agents}",
    "error.env-packages": (
        "los entornos necesitan paquetes que no están instalados ({package}): pip install 'keypeg[rl]'"
    ),
    # Games in words
    "text-game.form": (
        "Encuentra el código. Tienes {guesses:# intento|# intentos}. En cada respuesta puedes pensar cuanto quieras; "
        "su última línea debe ser tu intento y nada más:\n\nGuess: {example}\n\nUna respuesta sin esa línea, o con un "
        "código que las reglas no permiten, gasta un intento."
    ),
    "text-game.illegal": "Eso no es un intento. {error}",
    "text-game.won": "Has encontrado el código, en {number:# intento|# intentos}.",
    "text-game.lost": "Era el último intento. El código era {secret}.",
    "error.text-game-guess": "la última línea de una respuesta es tu intento, como en Guess: {example}",
    "error.text-game-over": "la partida ha terminado: empieza otra",
    # evaluate
    "evaluate.playing": "partidas",
    "evaluate.title": "{variant}: {games:# partida|# partidas} de la semilla {seed}",
    "evaluate.player": "jugador",
    "evaluate.mean": "media",
    "evaluate.solved": "resueltas en {guesses}",
    "evaluate.illegal": "ilegales",
    "evaluate.inconsistent": "incompatibles",
    "evaluate.lost": "perdidos por partida",
    "evaluate.failed": "sin intento",
    "evaluate.failure-silent": "en silencio en {games:# partida|# partidas}",
    "evaluate.failure-crashed": "se cerró en {games:# partida|# partidas}",
    "evaluate.failure-endless": "una línea sin fin en {games:# partida|# partidas}",
    "evaluate.failure-unplayed": "{games:# partida no jugada|# partidas no jugadas}",
    "error.player-empty": "un jugador es una orden, como 'python my_player.py'",
    "error.player-command": "no se puede iniciar el jugador {command!q}: {reason}",
    # mcp
    "error.mcp-packages": (
        "las herramientas necesitan paquetes que no están instalados ({package}): pip install 'keypeg[mcp]'"
    ),
}
