"""Spanish: what is said about why something is true of a code."""

MESSAGES = {
    # From what a step begins, and how it goes on
    "reason.alone": "{ground}: {claims}",
    "reason.known": "{ground}, y {given}: {claims}",
    "reason.impossible": "{ground}, y {given}: eso es imposible",
    "reason.impossible-alone": "{ground}: eso es imposible",
    "reason.suppose": "supongamos: {claim}",
    "reason.then": "- {step}",
    "reason.so": "por tanto, {claims}",
    "reason.contradiction": "{claims}: es una contradicción",
    "reason.no-color": "para el lugar {place} no queda ningún color: eso es imposible",
    "reason.no-color-bulls": "para el lugar {place} no queda ninguna cifra: eso es imposible",
    "reason.other-feedback": "{why}",
    "reason.no-match": "el turno {turn} no tiene ningún pin",
    "reason.no-match-bulls": "el turno {turn} no tiene toros ni vacas",
    "reason.all-match": "el turno {turn} tiene un pin por cada clavija",
    "reason.all-match-bulls": "el turno {turn} tiene un toro o una vaca por cada cifra",
    "reason.no-black": "el turno {turn} no tiene negros",
    "reason.no-black-bulls": "el turno {turn} no tiene toros",
    "reason.key-pegs": "el turno {turn} tiene {total:# pin|# pines}",
    "reason.key-pegs-bulls": "el turno {turn} tiene {blacks:# toro|# toros} y {whites:# vaca|# vacas}",
    "reason.blacks": "el turno {turn} tiene {blacks:# negro|# negros}",
    "reason.blacks-bulls": "el turno {turn} tiene {blacks:# toro|# toros}",
    "reason.no-white": "el turno {turn} tiene {blacks:# negro|# negros} y ningún blanco",
    "reason.no-white-bulls": "el turno {turn} tiene {blacks:# toro|# toros} y ninguna vaca",
    "reason.black-white": "el turno {turn} tiene {blacks:# negro|# negros} y {whites:# blanco|# blancos}",
    "reason.black-white-bulls": "el turno {turn} tiene {blacks:# toro|# toros} y {whites:# vaca|# vacas}",
    "reason.colors-added": (
        "los turnos {turns} suman {total:# pin|# pines}, y el código tiene {pegs:# clavija|# clavijas}"
    ),
    "reason.colors-added-bulls": (
        "los turnos {turns} suman {total:# toro o vaca|# toros y vacas}, y el código tiene {pegs:# cifra|# cifras}"
    ),
    "reason.places-added": "los turnos {turns} suman {total:# negro|# negros} para {pegs:# lugar|# lugares}",
    "reason.places-added-bulls": "los turnos {turns} suman {total:# toro|# toros} para {pegs:# lugar|# lugares}",
    "reason.colors-compared": (
        "{turn_count:el turno|los turnos} {turns} {turn_count:tiene|tienen} {difference:# pin|# pines} "
        "más que {other_count:el turno|los turnos} {others}"
    ),
    "reason.colors-compared-bulls": (
        "{turn_count:el turno|los turnos} {turns} {turn_count:tiene|tienen} {difference:# toro o vaca|# "
        "toros y vacas} más que {other_count:el turno|los turnos} {others}"
    ),
    "reason.colors-same": (
        "{turn_count:el turno|los turnos} {turns} {turn_count:tiene|tienen} tantos pines como "
        "{other_count:el turno|los turnos} {others}"
    ),
    "reason.colors-same-bulls": (
        "{turn_count:el turno|los turnos} {turns} {turn_count:tiene|tienen} tantos toros y vacas como "
        "{other_count:el turno|los turnos} {others}"
    ),
    "reason.places-compared": (
        "{turn_count:el turno|los turnos} {turns} {turn_count:tiene|tienen} {difference:# negro|# "
        "negros} más que {other_count:el turno|los turnos} {others}"
    ),
    "reason.places-compared-bulls": (
        "{turn_count:el turno|los turnos} {turns} {turn_count:tiene|tienen} {difference:# toro|# toros} "
        "más que {other_count:el turno|los turnos} {others}"
    ),
    "reason.places-same": (
        "{turn_count:el turno|los turnos} {turns} {turn_count:tiene|tienen} tantos negros como "
        "{other_count:el turno|los turnos} {others}"
    ),
    "reason.places-same-bulls": (
        "{turn_count:el turno|los turnos} {turns} {turn_count:tiene|tienen} tantos toros como "
        "{other_count:el turno|los turnos} {others}"
    ),
    "reason.last-color": "para {number:el lugar|los lugares} {places} solo queda {color}",
    "reason.last-places": "para {color} solo {number:queda el lugar|quedan los lugares} {places}",
    "reason.few-places": "para {color} solo {number:queda # lugar|quedan # lugares}: {claims}",
    "reason.no-places": "para {color} quedan muy pocos lugares: eso es imposible",
    "reason.all-placed": "{color} ya está en todos sus lugares: {claims}",
    "reason.places-gone": "para {color} no queda lugar: {claims}",
    "reason.peg-count": "el código tiene {pegs:# clavija|# clavijas}",
    "reason.sets": "los lugares que quedan bastan justo",
    # What a step concludes
    "claim.out": "{colors} no {number:está|están}",
    "claim.most": "{colors} {number:sale|salen} como mucho {times:una vez|# veces}{number:| cada uno}",
    "claim.in": "{colors} {number:está|están}",
    "claim.least": "{colors} {number:sale|salen} al menos {times:una vez|# veces}{number:| cada uno}",
    "claim.exactly": "{colors} {number:sale|salen} justo {times:una vez|# veces}{number:| cada uno}",
    "claim.is": "en {number:el lugar|los lugares} {places} va {colors}",
    "claim.not": "en {number:el lugar|los lugares} {places} no va {colors}",
    "claim.impossible": "{code} es imposible",
    "claim.only": "{code} es el único código",
    # How hard it is, and by which techniques
    "grade.0": "nada que deducir",
    "grade.1": "fácil",
    "grade.2": "medio",
    "grade.3": "difícil",
    "grade.4": "muy difícil",
    "grade.5": "experto",
    "grade.6": "maestro",
    "technique.other-feedback": "el código habría recibido otra respuesta",
    "technique.no-match": "un turno sin pines",
    "technique.all-match": "un turno con un pin por cada clavija",
    "technique.no-black": "un turno sin negros",
    "technique.key-pegs": "los pines de un turno",
    "technique.last-color": "el último color para un lugar",
    "technique.last-places": "los últimos lugares para un color",
    "technique.all-placed": "un color con todos sus lugares",
    "technique.peg-count": "contar las clavijas del código",
    "technique.key-pegs-known": "los pines y lo que se sabe",
    "technique.blacks-known": "los negros y lo que se sabe",
    "technique.no-white": "un turno sin blancos",
    "technique.whites-known": "negros y blancos, color por color",
    "technique.sets": "lugares justos para unos colores",
    "technique.colors-added": "los pines de dos turnos sumados",
    "technique.colors-compared": "los pines de dos turnos comparados",
    "technique.places-added": "los negros de dos turnos sumados",
    "technique.places-compared": "los negros de dos turnos comparados",
    "technique.colors-added-three": "los pines de tres turnos sumados",
    "technique.colors-compared-three": "los pines de tres turnos comparados",
    "technique.places-added-three": "los negros de tres turnos sumados",
    "technique.places-compared-three": "los negros de tres turnos comparados",
    "technique.suppose": "distinción de casos",
    "technique.suppose-deep": "casos dentro de casos",
    # The command
    "explain.head": "{position}: {possible}.",
    "explain.only": "{code} es el único código que queda.",
    "explain.nothing": "De los turnos no se sigue nada más.",
    "explain.partly": (
        "Puede que se siga algo más: hay demasiados códigos posibles para listarlos, así que no se distinguen casos, y "
        "lo deducido se comprueba con algunos de ellos."
    ),
    "explain.cases": "Distinguiendo casos se sigue más: --cases también lo muestra, y --claim muestra una sola cosa.",
    "explain.grade": "Grado {grade} ({name}). Hace falta: {techniques}.",
    # Errors
    "error.claim-value": "{given} no es una afirmación: escribe 'in 3' o Claim('in', 3, number=1)",
    "error.claim-text": (
        "{text!q} no es una afirmación: escribe in 3, in 3 2 (dos veces o más), out 3, most 3 1, peg 2 is 3, "
        "peg 2 not 3, not 1123 u only 1123"
    ),
    "error.claim-color": "{variant} tiene {colors:# color|# colores}, no un color {color}",
    "error.claim-peg": "{variant} tiene {pegs:# clavija|# clavijas}, no una clavija {peg}",
    "error.claim-open": "{claim!q} no se sigue de {position!q}: {code} es posible",
    "error.claim-undecided": "no se encontró una razón para {claim!q} en {position!q}: hay demasiados códigos posibles",
    "error.too-many-to-reason": "{position!q} tiene demasiados códigos posibles para darle un grado",
}
