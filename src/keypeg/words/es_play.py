"""Spanish: what is said when the player breaks the code in a terminal."""

MESSAGES = {
    "play.opening": (
        "Keypeg {variant}: {pegs:# clavija|# clavijas}, {colors:# color|# colores}, los colores pueden repetirse, "
        "{guesses:# intento|# intentos}."
    ),
    "play.opening-no-repeats": (
        "Keypeg {variant}: {pegs:# clavija|# clavijas}, {colors:# color|# colores}, ningún color se repite, "
        "{guesses:# intento|# intentos}."
    ),
    "play.opening-no-limit": (
        "Keypeg {variant}: {pegs:# clavija|# clavijas}, {colors:# color|# colores}, los colores pueden repetirse, "
        "sin límite de intentos."
    ),
    "play.opening-no-repeats-no-limit": (
        "Keypeg {variant}: {pegs:# clavija|# clavijas}, {colors:# color|# colores}, ningún color se repite, "
        "sin límite de intentos."
    ),
    "play.opening-bulls": (
        "Keypeg {variant}, toros y vacas: {pegs:# cifra|# cifras} de entre {colors}, todas distintas, "
        "{guesses:# intento|# intentos}."
    ),
    "play.opening-bulls-no-limit": (
        "Keypeg {variant}, toros y vacas: {pegs:# cifra|# cifras} de entre {colors}, todas distintas, "
        "sin límite de intentos."
    ),
    "play.begin": "Escribe un intento como {guess}, o help.",
    "play.secret": "El código secreto es {secret}.",
    "play.forms": "Escribe un intento: {forms}.",
    "play.feedback": ("Respuesta: {black} por una clavija en su sitio, {white} por un color en un sitio equivocado."),
    "play.feedback-bulls": (
        "Respuesta: {black} por una cifra en su sitio (un toro), {white} por una en un sitio equivocado (una vaca)."
    ),
    "play.spelling": "Si un intento se escribe como un comando: pon espacios entre sus clavijas.",
    "play.prompt": "intento {number}>",
    "play.prompt-of": "intento {number} de {guesses}>",
    "play.type": "Escribe un intento, o help.",
    "play.hard": "difícil",
    "play.adversary": "adversario",
    "play.type-secret": "Escribe el código secreto, {pegs:# clavija|# clavijas} de {colors} (no se verá):",
    "play.type-again": "{error}; otra vez (no se verá):",
    "play.answered": "{guess}: {feedback}.",
    "play.guesses-left": "{number:Queda # intento|Quedan # intentos}.",
    "play.guessed-before": "Ya lo habías probado en el turno {number}.",
    "play.hint-again": "Otra pista dice qué tienen en común; hint CODE comprueba un intento.",
    "play.hint-last": "Otra pista propone un intento.",
    "play.undone": "{guess} deshecho.",
    "play.redone": "Otra vez {guess}: {feedback}.",
    "play.code": "{code} ({names})",
    "play.won": "Has descifrado el código en {number:# intento|# intentos}: {code}.",
    "play.won-of": "Has descifrado el código en {number} de {guesses} intentos: {code}.",
    "play.out-of-guesses": "Te has quedado sin intentos. El código era {code}.",
    "play.gave-up": "Te has rendido. El código era {code}.",
    "play.to-share": "Para compartir:",
    "play.in-words": "En palabras:",
    "play.same-code": "El mismo código otra vez: keypeg play {variant} --seed {seed}",
    "play.review": "Un análisis: keypeg analyze {position}",
    "play.review-hard": "Un análisis: keypeg analyze {position} --hard",
    "command.hint": "ayuda paso a paso: cuántos códigos quedan, qué tienen en común, un intento",
    "command.hint-code": "¿puede acertar este intento?",
    "command.play.review": "cuánto valió cada intento y cuánta suerte hubo, cuando acaba la partida",
    "command.share": "el resultado en dibujo y en palabras, cuando acaba la partida",
    "command.play.undo": "deshacer el último intento",
    "command.play.redo": "rehacerlo",
    "command.play.restart": "esta partida desde el principio: con el mismo código si venía dado, o con uno nuevo",
    "command.give-up": "rendirte y ver el código",
    "error.codemaker-name": "{text!q} no es un creador del código: usa {codemakers}",
    "error.share-unfinished": "hay un resultado para compartir cuando acaba la partida",
}
