"""Spanish: what is said when the computer breaks the player's code in a terminal."""

MESSAGES = {
    "solve.opening": (
        "Keypeg {variant}: piensa un código de {pegs:# clavija|# clavijas} en {colors:# color|# colores}; "
        "tengo {guesses:# intento|# intentos} ({strategy})."
    ),
    "solve.opening-no-limit": (
        "Keypeg {variant}: piensa un código de {pegs:# clavija|# clavijas} en {colors:# color|# colores}; "
        "no tengo límite ({strategy})."
    ),
    "solve.opening-known": (
        "Keypeg {variant}: descifro un código de {pegs:# clavija|# clavijas} en {colors:# color|# colores}; "
        "tengo {guesses:# intento|# intentos} ({strategy})."
    ),
    "solve.opening-known-no-limit": (
        "Keypeg {variant}: descifro un código de {pegs:# clavija|# clavijas} en {colors:# color|# colores}; "
        "no tengo límite ({strategy})."
    ),
    "solve.opening-bulls": (
        "Keypeg {variant}, toros y vacas: piensa {pegs:# cifra|# cifras} de entre {colors}; "
        "tengo {guesses:# intento|# intentos} ({strategy})."
    ),
    "solve.opening-no-limit-bulls": (
        "Keypeg {variant}, toros y vacas: piensa {pegs:# cifra|# cifras} de entre {colors}; "
        "no tengo límite ({strategy})."
    ),
    "solve.opening-known-bulls": (
        "Keypeg {variant}, toros y vacas: encuentro {pegs:# cifra|# cifras} de entre {colors}; "
        "tengo {guesses:# intento|# intentos} ({strategy})."
    ),
    "solve.opening-known-no-limit-bulls": (
        "Keypeg {variant}, toros y vacas: encuentro {pegs:# cifra|# cifras} de entre {colors}; "
        "no tengo límite ({strategy})."
    ),
    "solve.greeting": "Responde a mis intentos: 1b2w es 1 negro y 2 blancos, - es ninguno.",
    "solve.greeting-bulls": "Responde a mis intentos: 1A2B es 1 toro y 2 vacas, - es nada.",
    "solve.begin-bulls": "Escribe toros y vacas como 1A2B, - si no hay, o help.",
    "solve.how-bulls": (
        "Yo pruebo; tú respondes cuántas cifras de mi intento están en su sitio (toros) "
        "y cuántas están en tu número pero en otro sitio (vacas).\n"
        "Escribe 1A2B, o 1,2, o 1 bull 2 cows; - si no hay."
    ),
    "solve.type-bulls": "Escribe toros y vacas, como 1A2B, o - si no hay.",
    "solve.prompt-bulls": "toros y vacas>",
    "solve.prompt-known-bulls": "toros y vacas (Intro: automático)>",
    "solve.begin": "Escribe negros y blancos como 1b2w, - si no hay, o help.",
    "solve.how": (
        "Yo pruebo; tú respondes cuántas clavijas de mi intento están en su sitio (negros) "
        "y cuántas son de un color correcto en un sitio equivocado (blancos).\n"
        "Escribe 1b2w (b negros, w blancos), o 1,2, o pines como BWW; - si no hay."
    ),
    "solve.type": "Escribe negros y blancos, como 1b2w, o - si no hay ningún pin.",
    "solve.prompt": "negros y blancos>",
    "solve.prompt-known": "negros y blancos (Intro: automático)>",
    "solve.prompt-correction": "corrección>",
    "solve.guess": "Intento {number}: {guess}.",
    "solve.your-code": "Tu código: {code}.",
    "solve.your-code-hidden": "Tu código está oculto.",
    "solve.inconsistent": "Ningún código encaja con todas tus respuestas.",
    "solve.one-slip": "Si una de ellas es un descuido, es esta:",
    "solve.slips": "Si una de ellas es un descuido:",
    "solve.correct": "Corrígela, por ejemplo: {command}; o deshaz la última respuesta con undo.",
    "solve.corrected": "El turno {number} es ahora {guess}: {feedback}.",
    "solve.undone": "Última respuesta deshecha.",
    "solve.redone": "Respuesta dada otra vez.",
    "solve.secret-missing": "No hay código secreto: secret CODE lo pone.",
    "solve.secret-there": "Hay un código secreto.",
    "solve.secret-forgotten": "El código secreto queda olvidado.",
    "solve.secret-set": "El código secreto está puesto: se comprueba cada respuesta.",
    "solve.answers-right": "Todas tus respuestas son correctas para tu código.",
    "solve.answer-wrong": "Turno {number}: respondiste {feedback} a {guess}, y tenía que ser {right}.",
    "solve.won": "He descifrado tu código en {number:# intento|# intentos}: {guess}.",
    "solve.won-of": "He descifrado tu código en {number} de {guesses} intentos: {guess}.",
    "solve.safe": ("Me he quedado sin intentos: tu código está a salvo. secret CODE comprueba tus respuestas con él."),
    "solve.out-of-guesses": "Me he quedado sin intentos.",
    "solve.gave-up": ("Me rindo: en {tries:# intento|# intentos} no encontré a tiempo ningún código que encajara."),
    "solve.your-code-was": "Tu código era {code}.",
    "solve.code": "El código es {code}.",
    "solve.broken": "Descifrado en {number:# intento|# intentos} por {strategy}.",
    "solve.broken-sampled": (
        "Descifrado en {number:# intento|# intentos} por {strategy}, {sampled:,} de ellos por muestreo: "
        "había demasiados códigos para compararlos."
    ),
    "solve.not-broken": "No descifrado en {number:# intento|# intentos} por {strategy}.",
    "solve.not-broken-sampled": (
        "No descifrado en {number:# intento|# intentos} por {strategy}, {sampled:,} de ellos por muestreo: "
        "había demasiados códigos para compararlos."
    ),
    "command.fix": "corregir una respuesta anterior: fix 2 1b1w",
    "command.solve.undo": "deshacer la última respuesta",
    "command.solve.redo": "darla otra vez",
    "command.solve.review": "cuánto valió cada uno de mis intentos, cuando acaba la partida",
    "command.solve.restart": "esta partida desde el principio, con el mismo código",
    "command.secret": "comprobar respuestas con tu código: secret CODE, random o none",
    "command.auto": "dejar que tu código responda solo hasta el final",
    "error.correction-text": ("{text!q} no es una corrección: escribe el turno y su respuesta, como en fix 2 1b1w"),
    "watch.your-code": "el código que hay que descifrar>",
    "watch.head": "Intento {number}: {possible}.",
    "watch.splits": "{guess} los reparte según la respuesta que tendría:",
    "watch.splits-sampled": "{guess} reparte {sample:,} de ellos, sacados al azar, según la respuesta que tendría:",
    "watch.more": "  y {number:# grupo menor|# grupos menores} con {codes:# código|# códigos} en total",
    "watch.go-on": "Pulsa Intro para ver la respuesta (q sale)",
    "watch.left": "{number:Queda|Quedan} {left} de {before}.",
}
