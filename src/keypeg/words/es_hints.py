"""Spanish: what hints say, and how a guess was found."""

MESSAGES = {
    "hint.count": "{possible}.",
    "hint.colors": "{possible}: {facts}.",
    "hint.none-found": "{possible}, pero no se encontró ninguno a tiempo.",
    "hint.sure": "{colors} {number:está|están} en todos",
    "hint.absent": "{colors} no {number:está|están} en ninguno",
    "hint.both": "{sure}, {absent}",
    "hint.no-color": "ningún color es seguro ni está descartado",
    "hint.colors-unknown": "no se ha calculado qué tienen en común",
    "hint.colors-partly": "{facts}; de los demás colores no se ha calculado nada",
    "hint.try": "prueba {guess}: puede ser el código.",
    "hint.try-left": "prueba {guess}: puede ser el código y deja {left} de media.",
    "hint.try-blind": "prueba {guess}, aunque no puede ser el código.",
    "hint.try-blind-left": (
        "prueba {guess}: no puede ser el código, pero deja solo {left} de media; su respuesta es la que más ayuda."
    ),
    "hint.with-note": "{hint} ({note})",
    "check.can": "{guess} puede ser el código: encaja con todos los turnos.",
    "check.can-left": "{guess} puede ser el código: encaja con todos los turnos y deja {left} de media.",
    "check.cannot": "{guess} no puede ser el código: {why}.",
    "error.hard-mode": "modo difícil: {guess} no puede ser el código: {why}",
    "clash": "si lo fuera, el turno {number} ({guess}) habría recibido {would}, y no {got}",
    "hint.comparing": "comparando intentos",
    "hint.head": "{possible} posibles en {position}, según {strategy}:",
    "hint.head-sampled": "{possible} posibles en {position}, juzgados por {sample:,} de ellos, según {strategy}:",
    "hint.guess": "intento",
    "hint.parts": "grupos",
    "hint.largest": "grupo mayor",
    "hint.left": "quedan de media",
    "hint.bits": "bits",
    "hint.total": "total exacto",
    "hint.can-win": "puede acertar",
    "note.sampled": "juzgado con {number:# código|# códigos} de los que quedan, {number:sacado|sacados} al azar",
    "note.nearest": (
        "no se encontró a tiempo ningún código posible: este encaja con {number} de {turn_count:# turno|# turnos}"
    ),
    "note.sampled-instead": (
        "elegido por {by}, juzgado con {number:# código|# códigos} de los que quedan, {number:sacado|sacados} al "
        "azar: hay demasiados códigos para {strategy}"
    ),
    "note.stand-in": "elegido por {by}: la posición es demasiado grande para {strategy}",
    "note.instead": "elegido por {by}: hay demasiados códigos para {strategy}",
    "why.only": "{guess} es el único código que queda.",
    "why.worth": "{guess}: {worth}.",
    "why.chance": "Es el código secreto en 1 de cada {count} casos.",
    "why.other": (
        "No puede ser el código secreto, pero según esta regla es mejor que el mejor intento que sí puede serlo, "
        "{guess}: {worth}."
    ),
    "why.equal": (
        "No puede ser el código secreto. El mejor intento que sí puede serlo, {guess}, es igual de bueno según esta "
        "regla."
    ),
    "why.blind": "No puede ser el código secreto.",
    "worth.largest": (
        "{largest:queda|quedan} como mucho {largest:,} de {total:# candidato|# candidatos}, sea cual sea la respuesta"
    ),
    "worth.expected-size": "quedan de media {left:,.2f} de {total:# candidato|# candidatos}",
    "worth.entropy": "la respuesta da {bits:.3f} de los {missing:.3f} bits que faltan",
    "worth.most-parts": "{parts:hay # respuesta posible|hay # respuestas posibles}",
    "worth.sampled": "la respuesta da unos {bits:.2f} bits",
    "worth.exact": "desde aquí el código se encuentra en {guesses:.3f} intentos de media",
    "worth.other": "{strategy} no ordena los intentos; quedan {left:,.2f} candidatos de media",
    "worth.unknown": "{strategy} no ordena los intentos",
}
