"""Lo que se dice en las lecciones."""

MESSAGES = {
    # What each lesson is about, and what it leaves one with
    "lesson.feedback.title": "Negro y blanco",
    "lesson.feedback.intro": (
        "Esta vez el código está a la vista. Una clavija negra indica un color en su sitio; una blanca, un color que "
        "está en el código, pero en otro sitio."
    ),
    "lesson.feedback.end": "Eso es todo lo que se llega a saber. Lo demás es deducción.",
    "lesson.duplicates.title": "Colores que se repiten",
    "lesson.duplicates.intro": (
        "Cada clavija del código cuenta una vez como mucho: primero las negras, y luego las blancas para lo que queda. "
        "Un color que el intento tiene tres veces y el código dos da dos clavijas de respuesta, nunca tres."
    ),
    "lesson.duplicates.end": "Aquí se dan la mayoría de las respuestas equivocadas.",
    "lesson.possible.title": "Lo que descarta una respuesta",
    "lesson.possible.intro": (
        "Un código es posible si habría dado la misma respuesta en cada turno. Para saberlo, puntúa el intento como si "
        "ese código fuera el secreto."
    ),
    "lesson.possible.end": "Una respuesta, y de {all:,} códigos quedan {left:,}.",
    "lesson.nothing.title": "Lo bueno de las malas respuestas",
    "lesson.nothing.intro": (
        "Ninguna clavija de respuesta es una de las mejores respuestas: todos los colores de ese intento quedan fuera. "
        "Y un turno sin negras dice dónde no están sus colores."
    ),
    "lesson.nothing.end": "Mira primero esos turnos.",
    "lesson.everything.title": "Todos los colores",
    "lesson.everything.intro": (
        "Un turno con una clavija de respuesta por cada clavija tiene todos los colores del código. Solo faltan sus "
        "sitios."
    ),
    "lesson.everything.end": "De {all:,} códigos a {left:,}: las blancas pueden valer tanto como las negras.",
    "lesson.compare.title": "Dos turnos lado a lado",
    "lesson.compare.intro": (
        "Dos intentos que difieren en una clavija dicen lo que vale esa clavija: compara sus respuestas y pregúntate "
        "de dónde viene la diferencia."
    ),
    "lesson.compare.end": ("Los intentos que cambian poco se comparan fácilmente. Los que cambian mucho dicen más."),
    "lesson.only.title": "Un solo código",
    "lesson.only.intro": (
        "Tres turnos, y solo un código es posible. Empieza por el turno que más dice y vuelve a los otros con lo que "
        "sepas entonces."
    ),
    "lesson.only.end": "Sin adivinar nada: eso es un acertijo.",
    "lesson.sacrifice.title": "Un intento que no puede ser",
    "lesson.sacrifice.intro": (
        "Quedan {left} códigos. Uno de los intentos de abajo los distingue todos, de modo que ganas con el "
        "siguiente, sea cual sea la respuesta."
    ),
    "lesson.sacrifice.end": "No podía ganar enseguida. Aun así es el mejor intento.",
    "lesson.parts.title": "Lo que deja un intento",
    "lesson.parts.intro": (
        "Quedan {left} códigos. Puntúa un intento contra cada uno y junta los que tienen la misma respuesta: "
        "son las partes del intento. Quedará una de ellas."
    ),
    "lesson.parts.end": "Cuanto más iguales las partes, más dice un intento, sea cual sea la respuesta.",
    "lesson.knuth.title": "Cómo elige Knuth",
    "lesson.knuth.intro": (
        "La regla de Donald Knuth de 1977: mira la parte más grande de cada intento y toma el intento cuya parte más "
        "grande es la menor. Quedan los mismos {left} códigos."
    ),
    "lesson.knuth.end": (
        "Con esta regla nadie necesita más de cinco intentos con cuatro clavijas y seis colores. La estrategia knuth "
        "de Keypeg juega así."
    ),
    # What is asked
    "lesson.ask.score": "El código es {secret}. ¿Cómo se puntúa el intento {guess}?",
    "lesson.ask.judge": "¿Qué es seguro?",
    "lesson.ask.find": "¿Cuál es el código?",
    "lesson.ask.pick-possible": "¿Cuál de estos puede ser el código?",
    "lesson.ask.pick-sure": "¿Después de qué intento ganas seguro con el siguiente?",
    "lesson.ask.pick-best": "¿Cuál de estos prefiere la regla?",
    "lesson.ask.count": "Pruebas {guess}. ¿Cuántos códigos tiene su parte más grande?",
    "lesson.left": "Quedan {codes}.",
    "lesson.option": "{letter}) {option}",
    # How a try comes out
    "lesson.right": "Correcto. {why}",
    "lesson.wrong": "No del todo. {why}",
    "lesson.blacks": (
        "{number:el sitio|los sitios} {places} {number:tiene|tienen} el mismo color en ambos: {number:# negra|# negras}"
    ),
    "lesson.no-blacks": "ningún sitio tiene el mismo color en ambos: ninguna negra",
    "lesson.white": "{color} en el sitio {place} del intento casa con el sitio {other} del código",
    "lesson.whites": "{matches}: {number:# blanca|# blancas}",
    "lesson.no-whites": "nada más coincide: ninguna blanca",
    "lesson.whites-counted-once": "cada clavija del código cuenta una sola vez",
    "lesson.clash": "{code} no puede ser: {why}",
    "lesson.consistent": "{code} habría dado la misma respuesta en cada turno",
    "lesson.counterexample": "{claim}: no es seguro, porque {code} es posible",
    "lesson.part": "{feedback}: {codes}",
    "lesson.all-apart": "Cada respuesta a {guess} deja un solo código:",
    "lesson.not-apart": "si la respuesta a {guess} es {feedback}, quedan estos: {codes}",
    "lesson.smallest": "{guess} nunca deja más de {largest}:",
    "lesson.not-smallest": "{guess} puede dejar {largest}: {codes}",
    "lesson.largest": "La parte más grande tiene {largest}:",
    "lesson.larger": "solo {feedback} deja ya estos: {codes}",
    "lesson.none-as-large": "ninguna respuesta a {guess} deja tantos",
    # In the terminal
    "learn.head": "Lección {number} de {all}: {title}",
    "learn.prompt": "respuesta>",
    "learn.next": "Intro para la siguiente lección, o q.",
    "learn.next-task": "Otra vez.",
    "learn.skip": "La respuesta: {answer}. {why}",
    "learn.all-done": "Esas eran todas las lecciones. Ahora descifra un código: keypeg play.",
    "learn.help": "Escribe la respuesta, skip para verla, o q para salir.",
    "learn.list": "{number:>2}. {title}",
    "learn.list-done": "{number:>2}. {title} (hecha)",
    "learn.left": "Sigue con keypeg learn {number}.",
    "error.no-lesson": "{name!q} no es una lección: usa un número del 1 al {number}, o una de {names}",
    "error.no-task": "la lección {title!q} tiene {number:# tarea|# tareas}",
    "error.no-option": "{text!q} no está entre las {number:# opción|# opciones}: escribe su letra",
    "error.no-number": "{text!q} no es un número",
}
