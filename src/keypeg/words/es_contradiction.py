"""Spanish: what is said about turns that can't all be true."""

MESSAGES = {
    "contradiction.message": "ningún código encaja con todas las respuestas de {position!q}: {slips}",
    "contradiction.untried": (
        "{message} ({turn_count:el turno 1 no se ha mirado|los turnos del 1 al # no se han mirado})"
    ),
    "contradiction.no-idea": (
        "al menos {wrong:una respuesta es incorrecta|# respuestas son incorrectas}: deshaz algunos de los últimos "
        "turnos"
    ),
    "contradiction.several": (
        "al menos {wrong:una respuesta es incorrecta|# respuestas son incorrectas}: las de los turnos {sets}"
    ),
    "contradiction.or": "{one}, o {other}",
    "contradiction.and": "{one} y {other}",
    "contradiction.other-sets": "{sets}, u {number:otro grupo|otros # grupos}",
    "contradiction.slip": "el turno {number} ({guess}) podría ser {choices} en vez de {feedback}",
    "contradiction.or-slip": "{one}; o {other}",
    "contradiction.choice": "{feedback} (deja {left:,})",
    "contradiction.choice-about": "{feedback} (deja unos {left:,})",
    "contradiction.perhaps-another": "{choices} o quizá otra cosa",
    "contradiction.others": "{choices} u {number:otra más|otras #}",
    "contradiction.line": "turno {number} ({guess}): {feedback} podría haber sido {choices}",
    "contradiction.line-choice": "{feedback} (deja {left:# código|# códigos})",
    "contradiction.line-choice-about": "{feedback} (deja {left:# código|unos # códigos})",
    "contradiction.line-another": "{choices} u otra cosa",
    "contradiction.line-wrong": "la respuesta del turno {sets} no puede ser correcta",
    "contradiction.line-several": "la respuesta de más de un turno es incorrecta: turnos {sets}",
}
