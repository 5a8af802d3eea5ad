"""Spanish: what the coach says about a turn and about a game."""

MESSAGES = {
    "coach.only-code": "Solo quedaba un código, y era {guess}.",
    "coach.right": "{guess} era correcto, de {codes} que eran posibles.",
    "coach.nothing-new": "{guess} no podía recibir otra respuesta, así que no dijo nada nuevo: {possible}.",
    "coach.told": "{guess}: {told}.",
    "coach.left": "{guess} dejó {after} de {before}: {told}.",
    "coach.left-adversary": "{guess} dejó {after} de {before}: el adversario deja tantos como puede.",
    "coach.bits": "la respuesta dio {bits:.2f} bits; se esperaban {expected:.2f}{luck}",
    "coach.bits-about": "la respuesta dio unos {bits:.2f} bits; se esperaban unos {expected:.2f}{luck}",
    "coach.lucky": ", así que hubo suerte",
    "coach.unlucky": ", así que hubo mala suerte",
    "coach.rarely-fewer": ", aunque quedan menos códigos menos de una vez de cada tres",
    "coach.rarely-more": ", aunque quedan más códigos menos de una vez de cada tres",
    "coach.same-guess": "Ya era el intento del turno {number}.",
    "coach.impossible": "No podía ser el código: {why}.",
    "coach.none-better": "Ningún intento era mejor.",
    "coach.none-better-hard": "Ningún intento que pudiera acertar era mejor.",
    "coach.none-found": "No se encontró un intento mejor.",
    "coach.was-only": "{guess} era el único código que quedaba.",
    "coach.good": "Buena elección. {more}",
    "coach.guesses": ("Tras {best} hacen falta desde aquí {least:.2f} intentos de media; tras este, {own:.2f}."),
    "coach.guess-lost": (
        "Tras {best} hacen falta desde aquí {least:.2f} intentos de media; tras este, {own:.2f}: lo que dijo no "
        "ahorra ningún intento después, así que costó uno entero."
    ),
    "coach.worst": "{best} deja como mucho {least:# código|# códigos}; este, {own:,}.",
    "coach.more-bits": "{best} da {bits:.2f} bits de media.",
    "coach.could-be-right": "{best} dice lo mismo y podría haber acertado.",
    "coach.in-bits": "{bits:.2f} bits",
    "coach.in-guesses": "{guesses:.2f} intentos",
    "coach.in-codes": "{codes:queda como mucho # código|quedan como mucho # códigos}",
    "coach.why": ("Su respuesta distingue los códigos mejor que la de {other}, que sí podría acertar ({figure})."),
    "coach.why-best": (
        "{best} no podía acertar, pero su respuesta distingue los códigos mejor que la de {other}, que sí podría "
        "({figure})."
    ),
    "coach.estimated": "(Estimado con {number:# código sacado|# códigos sacados} al azar.)",
    "review.nothing-yet": "Aún no hay ningún intento, así que no hay nada que valorar: {possible}.",
    "review.nothing": "No hubo ningún intento, así que no hay nada que valorar: {possible}.",
    "review.found": "El código se encontró en {guesses:# intento|# intentos}.",
    "review.found-best": (
        "El código se encontró en {guesses:# intento|# intentos}. El juego óptimo necesita {best:.2f} de media."
    ),
    "review.not-found": ("El código no se encontró en {guesses:# intento|# intentos}; aún eran posibles {codes}."),
    "review.open": "El código aún no se ha encontrado: tras {guesses:# intento|# intentos}, {possible}.",
    "review.scores": "Habilidad: {skill} sobre 100; suerte: {luck} (50 es lo normal).",
    "review.mean-scores": "Habilidad media: {skill} sobre 100; suerte: {luck} (50 es lo normal).",
    "review.scores-adversary": (
        "Habilidad: {skill} sobre 100, según el peor caso. Contra un adversario no hay suerte."
    ),
    "review.mean-scores-adversary": (
        "Habilidad media: {skill} sobre 100, según el peor caso. Contra un adversario no hay suerte."
    ),
    "review.hard": "En el modo difícil un intento solo se compara con los que podían acertar.",
    "review.more-bits": "Las respuestas dieron {bits:.2f} bits más de lo esperado.",
    "review.fewer-bits": "Las respuestas dieron {bits:.2f} bits menos de lo esperado.",
    "review.saved": (
        "Frente al juego óptimo, las decisiones costaron {lost:.2f} intentos y las respuestas ahorraron {fortune:.2f}."
    ),
    "review.cost": (
        "Frente al juego óptimo, las decisiones costaron {lost:.2f} intentos y las respuestas, {fortune:.2f}."
    ),
    "review.look-again": "Merece otra mirada: {turns}.",
    "review.turn": "turno {number} ({guess})",
    "review.ungraded": ("Sin valorar: turno {numbers}. Se encontraron a tiempo demasiado pocos códigos posibles."),
    # How well a game was played (well, fair or loose), and how lucky its feedback was
    "headline.well-lucky": "Bien pensada, y con un poco de suerte",
    "headline.well-even": "Bien pensada",
    "headline.well-unlucky": "Bien pensada, con algo de mala suerte",
    "headline.well-adversary": "Bien pensada contra un adversario",
    "headline.fair-lucky": "Juego sólido, con ayuda de la suerte",
    "headline.fair-even": "Juego sólido, con margen de mejora",
    "headline.fair-unlucky": "Juego sólido, con algo de mala suerte",
    "headline.fair-adversary": "Juego sólido contra un adversario",
    "headline.loose-lucky": "Respuestas afortunadas, pero algunos intentos flojos",
    "headline.loose-even": "Algunos intentos dijeron menos de lo que podían",
    "headline.loose-unlucky": "Algunos intentos flojos, y poca suerte",
    "headline.loose-adversary": "Algunos intentos flojos, y un adversario nunca perdona",
}
