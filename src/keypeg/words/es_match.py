"""Lo que se dice en un duelo por rondas, y de duelos y salas que no pueden ser."""

MESSAGES = {
    "match.opening": (
        "Un duelo de {rounds:# ronda|# rondas} contra {strategy}. Quien pone el código se lleva un punto por cada "
        "intento, y {bonus:# punto|# puntos} más si no se descifra."
    ),
    "match.opening-no-bonus": (
        "Un duelo de {rounds:# ronda|# rondas} contra {strategy}. Quien pone el código se lleva un punto por cada "
        "intento."
    ),
    "match.round-break": "Ronda {number} de {rounds}: tú descifras mi código.",
    "match.round-solve": "Ronda {number} de {rounds}: yo descifro tu código.",
    "match.title": "ronda {number} de {rounds} · tú {own}, máquina {other}",
    "match.points-you": "{points:# punto|# puntos} para ti.",
    "match.points-computer": "{points:# punto|# puntos} para mí.",
    "match.you": "tú",
    "match.computer": "máquina",
    "match.round": "ronda",
    "match.breaker": "descifra",
    "match.total": "suma",
    "match.not-found": "{mark} el código no se descifró",
    "match.even": "Por ahora hay empate a {points}.",
    "match.leads-you": "Vas por delante por {points:# punto|# puntos}.",
    "match.leads-computer": "Voy por delante por {points:# punto|# puntos}.",
    "match.draw": "El duelo acaba en empate a {points}.",
    "match.won-you": "Ganas el duelo, {own} a {other}.",
    "match.won-computer": "Gano el duelo, {other} a {own}.",
    "match.next": "Pulsa Intro para la ronda {number}",
    "match.finish": "Pulsa Intro para acabar el duelo",
    "match.left-match": (
        "Dejaste este duelo en la ronda {number} de {rounds}; tienes {own:# punto|# puntos}, yo tengo {other:,}."
    ),
    "match.go-on-with": "¿Seguir con él? n lo descarta. [S/n]",
    "match.left-early": "Lo dejaste en la ronda {number} de {rounds}.",
    "match.left-kept": "Lo dejaste en la ronda {number} de {rounds}. keypeg match --resume sigue con el duelo.",
    "match.left-lost": "Lo dejaste en la ronda {number} de {rounds}. El duelo no se pudo guardar.",
    "command.score": "el marcador del duelo",
    "command.set-palette": "otros colores: set palette NAME",
    # Errores
    "error.match-command": "{name} no vale en un duelo: help dice lo que hay",
    "error.match-value": (
        "{given} no es un duelo: escríbelo como texto, por ejemplo 'p4c6 guesses=10 bonus=1 rounds=4 5 6'"
    ),
    "error.match-word": (
        "{word!q} en {text!q} no se puede leer: escribe guesses=10, bonus=1, rounds=4 y luego los resultados"
    ),
    "error.match-line": "{text!q} no es el duelo de una persona: hacen falta el duelo, una barra y la partida",
    "error.match-rounds": "un duelo tiene un número par de rondas, de 2 a {most}, no {rounds!r}",
    "error.match-guesses": "cada ronda tiene un límite de 1 a {most:,} intentos, no {guesses!r}",
    "error.match-bonus": "la prima es un número entero de 0 a {most}, no {bonus!r}",
    "error.match-over": "el duelo acaba después de {rounds} rondas",
    "error.round-open": "la ronda {number} no ha acabado todavía",
    "error.result-guesses": "un código se descifra con el primer intento o más tarde, no con el intento {guesses!r}",
    "error.result-text": (
        "{text!q} no es un resultado: escribe 5 si se descifró con el intento 5, o 10x si no se descifró"
    ),
    "error.result-limit": "{result!q} pasa del límite de {guesses:# intento|# intentos}",
    "error.room-name": (
        "{name!q} no es un nombre: sin espacios, comas, barras ni signos de igual, y hasta 40 caracteres"
    ),
    "error.room-name-taken": "{name!q} ya juega aquí: elige otro nombre",
    "error.room-full": "una sala tiene hasta {players} jugadores y {rounds:,} rondas",
    "error.room-results": (
        "una ronda tiene un resultado, o -, para cada uno de {players:# jugador|# jugadores}, no {number}"
    ),
    "error.room-empty": "aquí todavía no juega nadie: entra primero",
    "error.room-stranger": "{name!q} no juega aquí: entra primero",
    "error.room-no-round": "no ha empezado ninguna ronda: empieza una primero",
    "error.room-finished": "{name!q} ya ha acabado esta ronda",
}
