"""Spanish: what the terminal says about past games: the list, a game in it, statistics."""

MESSAGES = {
    "history.number": "n.º",
    "history.when": "cuándo",
    "history.who": "quién adivinaba",
    "history.variant": "variante",
    "history.result": "resultado",
    "history.daily": "código del día",
    "history.where": "dónde",
    "history.break": "tú",
    "history.solve": "la máquina",
    "history.set": "otra persona",
    "history.won": "encontrado en {turn_count:# intento|# intentos}",
    "history.lost": "no encontrado en {turn_count:# intento|# intentos}",
    "history.given-up": "abandonada tras {turn_count:# intento|# intentos}",
    "history.terminal": "terminal",
    "history.web": "página",
    "history.import": "importada",
    "history.none": "Aún no hay partidas: termina una, con keypeg play o en la página.",
    "history.no-match": "{games:La única partida no es así|Ninguna de las # partidas es así}.",
    "history.shown": (
        "{shown:# partida|# partidas} de {games}, primero las más recientes. keypeg history {number} analiza una; "
        "--limit {games} las muestra todas."
    ),
    "history.all-shown": (
        "{games:# partida|# partidas}, primero las más recientes. keypeg history {number} analiza una."
    ),
    "history.exported": "{games:# partida escrita|# partidas escritas} en {path}",
    "history.game": "{variant}, {when}, {result}. Quién adivinaba: {who}.",
    "stats.games": (
        "{games:# partida|# partidas}. Adivinabas tú en {broken}. Códigos encontrados: {won}; no "
        "encontrados: {lost}; abandonados: {given_up}."
    ),
    "stats.streak": "Encontrados seguidos: ahora {current}, mejor racha {longest}.",
    "stats.daily": (
        "Códigos del día: {won} de {played} encontrados; ahora {current:# día seguido|# días seguidos}, mejor racha "
        "{longest}."
    ),
    "stats.break": "{variant}, adivinabas tú: {games:# partida|# partidas}",
    "stats.solve": "{variant}, adivinaba la máquina: {games:# partida|# partidas}",
    "stats.set": "{variant}, adivinaba otra persona: {games:# partida|# partidas}",
    "stats.average": "{average:.2f} intentos de media, {best} en la mejor",
    "stats.not-found": "no encontrado",
    "stats.grading": "valorando",
    "stats.skill": (
        "Habilidad en {games:la última partida|las últimas # partidas}: {mean} sobre 100 de media. Primero las más "
        "antiguas."
    ),
    "stats.skill-group": "{number:# partida|# partidas}",
    "error.history-number": ("no hay partida {number}: {games:solo hay la partida 1|hay las partidas de la 1 a la #}"),
    "error.history-empty": "no hay partida {number}: aún no se ha terminado ninguna",
    "error.export-nothing": "ninguna partida es así: no se escribe {path!q}",
    "error.export-other-file": "{path!q} ya existe y no es una exportación de partidas: elige otro nombre",
    "error.history-kind": "{text!q} no es un tipo de partida: usa {names}",
    "error.history-outcome": "{text!q} no es un final de partida: usa {names}",
    "error.history-date": "{text!q} no es una fecha: escríbela como 2026-01-05",
    "error.history-dates": "no hay ningún día entre {since} y {until}",
}
