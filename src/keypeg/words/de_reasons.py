"""German: what is said about why something is true of a code."""

MESSAGES = {
    # From what a step begins, and how it goes on
    "reason.alone": "{ground}: {claims}",
    "reason.known": "{ground}, und {given}: {claims}",
    "reason.impossible": "{ground}, und {given}: Das ist unmöglich",
    "reason.impossible-alone": "{ground}: Das ist unmöglich",
    "reason.suppose": "angenommen, {claim}",
    "reason.then": "- {step}",
    "reason.so": "also: {claims}",
    "reason.contradiction": "{claims}: Das ist ein Widerspruch",
    "reason.no-color": "für Platz {place} bleibt keine Farbe: Das ist unmöglich",
    "reason.no-color-bulls": "für Platz {place} bleibt keine Ziffer: Das ist unmöglich",
    "reason.other-feedback": "{why}",
    "reason.no-match": "Zug {turn} hat keinen Wertungsstift",
    "reason.no-match-bulls": "Zug {turn} hat keinen Bullen und keine Kuh",
    "reason.all-match": "Zug {turn} hat für jeden Stift einen Wertungsstift",
    "reason.all-match-bulls": "Zug {turn} hat für jede Ziffer einen Bullen oder eine Kuh",
    "reason.no-black": "Zug {turn} hat keinen schwarzen Stift",
    "reason.no-black-bulls": "Zug {turn} hat keinen Bullen",
    "reason.key-pegs": "Zug {turn} hat {total:# Wertungsstift|# Wertungsstifte}",
    "reason.key-pegs-bulls": "Zug {turn} hat {blacks:# Bullen|# Bullen} und {whites:# Kuh|# Kühe}",
    "reason.blacks": "Zug {turn} hat {blacks:# schwarzen Stift|# schwarze Stifte}",
    "reason.blacks-bulls": "Zug {turn} hat {blacks:# Bullen|# Bullen}",
    "reason.no-white": "Zug {turn} hat {blacks:# schwarzen Stift|# schwarze Stifte} und keinen weißen",
    "reason.no-white-bulls": "Zug {turn} hat {blacks:# Bullen|# Bullen} und keine Kuh",
    "reason.black-white": "Zug {turn} hat {blacks:# schwarzen|# schwarze} und {whites:# weißen Stift|# weiße Stifte}",
    "reason.black-white-bulls": "Zug {turn} hat {blacks:# Bullen|# Bullen} und {whites:# Kuh|# Kühe}",
    "reason.colors-added": (
        "die Züge {turns} haben zusammen {total:# Wertungsstift|# Wertungsstifte}, der Code hat {pegs:# Stift|# Stifte}"
    ),
    "reason.colors-added-bulls": (
        "die Züge {turns} haben zusammen {total:# Treffer|# Treffer}, der Code hat {pegs:# Ziffer|# Ziffern}"
    ),
    "reason.places-added": (
        "die Züge {turns} haben zusammen {total:# schwarzen Stift|# schwarze Stifte} für {pegs:# Platz|# Plätze}"
    ),
    "reason.places-added-bulls": (
        "die Züge {turns} haben zusammen {total:# Bullen|# Bullen} für {pegs:# Platz|# Plätze}"
    ),
    "reason.colors-compared": (
        "{turn_count:Zug|die Züge} {turns} {turn_count:hat|haben} {difference:# Wertungsstift|# "
        "Wertungsstifte} mehr als {other_count:Zug|die Züge} {others}"
    ),
    "reason.colors-compared-bulls": (
        "{turn_count:Zug|die Züge} {turns} {turn_count:hat|haben} {difference:# Treffer|# Treffer} mehr "
        "als {other_count:Zug|die Züge} {others}"
    ),
    "reason.colors-same": (
        "{turn_count:Zug|die Züge} {turns} {turn_count:hat|haben} so viele Wertungsstifte wie "
        "{other_count:Zug|die Züge} {others}"
    ),
    "reason.colors-same-bulls": (
        "{turn_count:Zug|die Züge} {turns} {turn_count:hat|haben} so viele Treffer wie "
        "{other_count:Zug|die Züge} {others}"
    ),
    "reason.places-compared": (
        "{turn_count:Zug|die Züge} {turns} {turn_count:hat|haben} {difference:# schwarzen Stift|# schwarze Stifte} "
        "mehr als {other_count:Zug|die Züge} {others}"
    ),
    "reason.places-compared-bulls": (
        "{turn_count:Zug|die Züge} {turns} {turn_count:hat|haben} {difference:# Bullen|# Bullen} mehr "
        "als {other_count:Zug|die Züge} {others}"
    ),
    "reason.places-same": (
        "{turn_count:Zug|die Züge} {turns} {turn_count:hat|haben} so viele schwarze Stifte wie "
        "{other_count:Zug|die Züge} {others}"
    ),
    "reason.places-same-bulls": (
        "{turn_count:Zug|die Züge} {turns} {turn_count:hat|haben} so viele Bullen wie "
        "{other_count:Zug|die Züge} {others}"
    ),
    "reason.last-color": "für {number:Platz|die Plätze} {places} bleibt nur {color}",
    "reason.last-places": "für {color} {number:bleibt nur Platz|bleiben nur die Plätze} {places}",
    "reason.few-places": "für {color} {number:bleibt nur # Platz|bleiben nur # Plätze}: {claims}",
    "reason.no-places": "für {color} bleiben zu wenige Plätze: Das ist unmöglich",
    "reason.all-placed": "{color} ist vollständig platziert: {claims}",
    "reason.places-gone": "für {color} bleibt kein Platz: {claims}",
    "reason.peg-count": "der Code hat {pegs:# Stift|# Stifte}",
    "reason.sets": "die Plätze reichen gerade aus",
    # What a step concludes
    "claim.out": "{colors} {number:ist|sind} nicht dabei",
    "claim.most": "{colors} {number:ist|sind je} höchstens {times:einmal|#-mal} dabei",
    "claim.in": "{colors} {number:ist|sind} dabei",
    "claim.least": "{colors} {number:ist|sind je} mindestens {times:einmal|#-mal} dabei",
    "claim.exactly": "{colors} {number:ist|sind je} genau {times:einmal|#-mal} dabei",
    "claim.is": "{number:Platz|die Plätze} {places} {number:ist|sind} {colors}",
    "claim.not": "{number:Platz|die Plätze} {places} {number:ist|sind} nicht {colors}",
    "claim.impossible": "{code} ist unmöglich",
    "claim.only": "{code} ist der einzige Code",
    # How hard it is, and by which techniques
    "grade.0": "nichts zu schließen",
    "grade.1": "leicht",
    "grade.2": "mittel",
    "grade.3": "schwer",
    "grade.4": "sehr schwer",
    "grade.5": "Experte",
    "grade.6": "Meister",
    "technique.other-feedback": "der Code hätte eine andere Antwort ergeben",
    "technique.no-match": "ein Zug ohne Wertungsstift",
    "technique.all-match": "ein Zug mit einem Wertungsstift für jeden Stift",
    "technique.no-black": "ein Zug ohne Schwarz",
    "technique.key-pegs": "die Wertungsstifte eines Zugs",
    "technique.last-color": "die letzte Farbe für einen Platz",
    "technique.last-places": "die letzten Plätze für eine Farbe",
    "technique.all-placed": "eine Farbe mit allen ihren Plätzen",
    "technique.peg-count": "die Stifte des Codes zählen",
    "technique.key-pegs-known": "Wertungsstifte und was bekannt ist",
    "technique.blacks-known": "Schwarz und was bekannt ist",
    "technique.no-white": "ein Zug ohne Weiß",
    "technique.whites-known": "Schwarz und Weiß, Farbe für Farbe",
    "technique.sets": "gerade genug Plätze für einige Farben",
    "technique.colors-added": "Wertungsstifte von zwei Zügen addiert",
    "technique.colors-compared": "Wertungsstifte von zwei Zügen verglichen",
    "technique.places-added": "Schwarz von zwei Zügen addiert",
    "technique.places-compared": "Schwarz von zwei Zügen verglichen",
    "technique.colors-added-three": "Wertungsstifte von drei Zügen addiert",
    "technique.colors-compared-three": "Wertungsstifte von drei Zügen verglichen",
    "technique.places-added-three": "Schwarz von drei Zügen addiert",
    "technique.places-compared-three": "Schwarz von drei Zügen verglichen",
    "technique.suppose": "Fallunterscheidung",
    "technique.suppose-deep": "Fälle in Fällen",
    # The command
    "explain.head": "{position}: {possible}.",
    "explain.only": "{code} ist der einzige Code, der bleibt.",
    "explain.nothing": "Mehr folgt nicht aus den Zügen.",
    "explain.partly": (
        "Vielleicht folgt noch mehr: Es gibt zu viele mögliche Codes, um sie aufzulisten; deshalb werden keine Fälle "
        "unterschieden, und geprüft wird an einigen von ihnen."
    ),
    "explain.cases": "Mit Fallunterscheidung folgt mehr: --cases zeigt auch das, --claim eine Sache.",
    "explain.grade": "Grad {grade} ({name}). Das braucht es: {techniques}.",
    # Errors
    "error.claim-value": "{given} ist keine Behauptung: Schreib 'in 3' oder Claim('in', 3, number=1)",
    "error.claim-text": (
        "{text!q} ist keine Behauptung: Schreib in 3, in 3 2 (mindestens zweimal), out 3, most 3 1, peg 2 is 3, "
        "peg 2 not 3, not 1123 oder only 1123"
    ),
    "error.claim-color": "{variant} hat {colors:# Farbe|# Farben}, keine Farbe {color}",
    "error.claim-peg": "{variant} hat {pegs:# Stift|# Stifte}, keinen Stift {peg}",
    "error.claim-open": "{claim!q} folgt nicht aus {position!q}: {code} ist möglich",
    "error.claim-undecided": "für {claim!q} wurde in {position!q} kein Grund gefunden: Es gibt zu viele mögliche Codes",
    "error.too-many-to-reason": "{position!q} hat zu viele mögliche Codes, um den Grad zu bestimmen",
}
