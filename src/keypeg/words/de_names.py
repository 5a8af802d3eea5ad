"""German: what is English in the data itself: names of colors, how strategies guess, what their parameters mean."""

_CANDIDATES = "Diese Form rät nur Kandidaten."
_KNUTH = (
    "Hält die größte Zahl von Kandidaten, die übrig bleiben können, so klein wie möglich (Knuth 1977), zum Schutz vor "
    "der schlimmsten Antwort."
)
_EXPECTED_SIZE = (
    "Hält die Zahl der Kandidaten, die im Schnitt übrig bleiben, so klein wie möglich (Irving 1978): die Summe der "
    "Quadrate der Teile."
)
_ENTROPY = "Holt aus der Antwort im Schnitt so viel Information wie möglich, in Bit (Neuwirth 1982)."
_MOST_PARTS = "Lässt so viele verschiedene Antworten zu wie möglich (Kooi 2005). Die einfachste dieser Regeln."

MESSAGES = {
    "color.red": "rot",
    "color.green": "grün",
    "color.blue": "blau",
    "color.yellow": "gelb",
    "color.orange": "orange",
    "color.purple": "lila",
    "color.cyan": "türkis",
    "color.magenta": "magenta",
    "color.white": "weiß",
    "color.black": "schwarz",
    "color.brown": "braun",
    "color.lime": "hellgrün",
    "color.gray": "grau",
    "color.pink": "rosa",
    "color.navy": "dunkelblau",
    "color.sky": "himmelblau",
    "color.teal": "petrol",
    "color.blank": "leer",
    "strategy.first": (
        "Rät den ersten Code der Reihe nach (1111 vor 1112), der zu allen bisherigen Antworten passt. So löst ihn die "
        "klassische Übungsaufgabe: Zu rechnen gibt es nichts, dafür kostet es mehr als einen Versuch pro Spiel."
    ),
    "strategy.random": (
        "Rät einen zufälligen Code, der zu allen bisherigen Antworten passt, wie die meisten Menschen. Gezogen wird "
        "allein nach Startwert und Stellung, ein Spiel lässt sich also wiederholen."
    ),
    "strategy.knuth": f"{_KNUTH} Bei p4c6 genügen immer fünf Versuche.",
    "strategy.expected-size": f"{_EXPECTED_SIZE} Bei p4c6 ist sie im Schnitt nach most-parts die zweitbeste.",
    "strategy.entropy": f"{_ENTROPY} Bei p5c8 ist sie im Schnitt die beste dieser Regeln.",
    "strategy.most-parts": f"{_MOST_PARTS} Bei p4c6 ist sie im Schnitt die beste.",
    "strategy.knuth-candidates": f"{_KNUTH} {_CANDIDATES}",
    "strategy.expected-size-candidates": f"{_EXPECTED_SIZE} {_CANDIDATES}",
    "strategy.entropy-candidates": f"{_ENTROPY} {_CANDIDATES}",
    "strategy.most-parts-candidates": f"{_MOST_PARTS} {_CANDIDATES}",
    "strategy.entropy-win": (
        "Holt aus der Antwort im Schnitt so viel Information wie möglich, in Bit, zuzüglich der Chance, dass der "
        "Versuch stimmt: das Maß, nach dem der Coach bewertet. Bei p4c6 braucht sie über alle Codes fünf Versuche "
        "weniger als entropy."
    ),
    "strategy.optimal": (
        "Braucht über alle Codes die wenigsten Versuche, durch exakte Suche. Für die üblichen Varianten liegt der "
        "bewiesene Baum bei oder ist sofort gefunden. Sonst beginnt die Suche, sobald die Stellung klein genug ist "
        "(Kandidaten mal Codes höchstens 2.000.000); bis dahin macht sie den Versuch, der am meisten verrät."
    ),
    "strategy.sampling": (
        "Beginnt mit dem Versuch, der nach Entropie über alle Codes der beste ist. Danach zieht sie eine gleichmäßige "
        "Stichprobe von 2.000 Kandidaten und sucht den Versuch, dessen Antwort am meisten über sie verrät (Entropie): "
        "erst unter den Kandidaten selbst, dann von den besten aus, indem sie einen Stift ändert oder zwei vertauscht, "
        "solange das hilft. Sobald alle Kandidaten bekannt und höchstens 1.000 sind, spielt sie den Rest des Spiels "
        "für die aussichtsreichsten Versuche durch. Bei 20 Stiften und 20 Farben dauert ein Versuch weniger als eine "
        "Sekunde."
    ),
    "strategy.genetic": (
        "Züchtet Codes durch Kreuzung und kleine Änderungen, bis sie zu jeder Antwort passen, sammelt die passenden "
        "und rät den, der von den anderen im Schnitt die wenigsten übrig lässt (Berghman, Goossens und Leus 2009). "
        "Sie spielt jede Größe, ohne Codes aufzulisten. Gezogen wird allein nach Startwert und Stellung."
    ),
    "strategy.human": (
        "Spielt wie ein Mensch, auf einer Stufe von 1 bis 5. Sie übersieht manche der früheren Züge, bleibt bei den "
        "Farben, die sie schon probiert hat, nimmt den ersten Code, der möglich scheint, und vertauscht gelegentlich "
        "zwei Stifte. Mit jeder Stufe behält sie mehr im Kopf und vertut sich seltener; auf Stufe 5 übersieht sie "
        "nichts und vergleicht mehrere Codes. Gezogen wird allein nach Startwert und Stellung."
    ),
    "parameter.human.level": "wie gut sie spielt, von 1 für Anfänger bis 5 für Könner",
    "parameter.sampling.evaluations": (
        "wie viele Versuche sie anhand von je 1.000 Kandidaten beurteilt; mehr, wenn es weniger sind"
    ),
    "parameter.sampling.seconds": (
        "wie lange sie stattdessen Versuche beurteilt, wenn nicht 0; solche Spiele lassen sich nicht wiederholen"
    ),
    "parameter.genetic.population": "wie viele Codes sich gemeinsam entwickeln",
    "parameter.genetic.generations": "wie lange eine Population höchstens lebt",
    "parameter.genetic.eligible": "die Entwicklung endet, sobald mehr Kandidaten als das gefunden sind",
    "parameter.genetic.black_weight": "das Gewicht eines falschen Schwarzen in der Fitness; das eines Weißen ist 1",
    "parameter.genetic.one_point": "die Chance, dass an einer Stelle gekreuzt wird; sonst an zweien",
    "parameter.genetic.mutation": "die Chance, dass ein zufälliger Stift eine zufällige Farbe bekommt",
    "parameter.genetic.permutation": "die Chance, dass zwei Stifte ihre Farben tauschen",
    "parameter.genetic.inversion": "die Chance, dass die Stifte zwischen zwei Plätzen umgedreht werden",
    "parameter.genetic.harvest": "wie viele Kandidaten eine Population findet, bevor eine neue übernimmt",
    "parameter.genetic.populations": "wie viele Populationen es höchstens gibt",
    "parameter.genetic.patience": (
        "wie viele Populationen hintereinander nichts Neues finden dürfen; vor dem ersten Fund zehnmal so viele"
    ),
}
