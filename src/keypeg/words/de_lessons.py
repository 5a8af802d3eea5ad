"""Was in Lektionen gesagt wird."""

MESSAGES = {
    # What each lesson is about, and what it leaves one with
    "lesson.feedback.title": "Schwarz und Weiß",
    "lesson.feedback.intro": (
        "Diesmal liegt der Code offen. Ein schwarzer Stift steht für eine Farbe an ihrem Platz, ein weißer für eine "
        "Farbe, die im Code vorkommt, aber an einem anderen Platz."
    ),
    "lesson.feedback.end": "Mehr erfährt man nie. Der Rest ist Nachdenken.",
    "lesson.duplicates.title": "Farben, die doppelt vorkommen",
    "lesson.duplicates.intro": (
        "Jeder Stift des Codes zählt höchstens einmal: erst für Schwarz, was übrig bleibt für Weiß. Eine Farbe, die "
        "der Versuch dreimal hat und der Code zweimal, bringt zwei Antwortstifte, nie drei."
    ),
    "lesson.duplicates.end": "Die meisten falschen Antworten am Brett entstehen hier.",
    "lesson.possible.title": "Was eine Antwort ausschließt",
    "lesson.possible.intro": (
        "Ein Code ist möglich, wenn er in jedem Zug dieselbe Antwort ergeben hätte. Um das zu prüfen, bewerte den "
        "Versuch, als wäre jener Code das Geheimnis."
    ),
    "lesson.possible.end": "Eine Antwort, und von {all:,} Codes sind {left:,} übrig.",
    "lesson.nothing.title": "Gutes an schlechten Antworten",
    "lesson.nothing.intro": (
        "Gar kein Antwortstift ist eine der besten Antworten: Alle Farben dieses Versuchs scheiden aus. Und ein Zug "
        "ohne Schwarz sagt, wo seine Farben nicht sind."
    ),
    "lesson.nothing.end": "Sieh dir solche Züge zuerst an.",
    "lesson.everything.title": "Alle Farben gefunden",
    "lesson.everything.intro": (
        "Ein Zug mit einem Antwortstift für jeden Stift enthält alle Farben des Codes. Nur ihre Plätze fehlen noch."
    ),
    "lesson.everything.end": "Von {all:,} Codes auf {left:,}: Weiß kann so viel wert sein wie Schwarz.",
    "lesson.compare.title": "Zwei Züge nebeneinander",
    "lesson.compare.intro": (
        "Zwei Versuche, die sich in einem Stift unterscheiden, sagen, was dieser Stift wert ist: Vergleiche ihre "
        "Antwortstifte und frage, woher der Unterschied kommt."
    ),
    "lesson.compare.end": (
        "Versuche, die wenig ändern, lassen sich leicht vergleichen. Versuche, die viel ändern, verraten mehr."
    ),
    "lesson.only.title": "Nur noch ein Code",
    "lesson.only.intro": (
        "Drei Züge, und nur ein Code ist möglich. Beginne mit dem Zug, der am meisten sagt, und kehre mit dem, was du "
        "dann weißt, zu den anderen zurück."
    ),
    "lesson.only.end": "Ganz ohne Raten: Das ist ein Rätsel.",
    "lesson.sacrifice.title": "Ein Versuch, der nicht stimmen kann",
    "lesson.sacrifice.intro": (
        "{left} Codes sind übrig. Einer der Versuche unten unterscheidet sie alle, sodass du mit dem nächsten "
        "gewinnst, wie die Antwort auch ausfällt."
    ),
    "lesson.sacrifice.end": "Er konnte nicht sofort gewinnen. Der beste Versuch ist er trotzdem.",
    "lesson.parts.title": "Was ein Versuch übrig lässt",
    "lesson.parts.intro": (
        "{left} Codes sind übrig. Bewerte einen Versuch gegen jeden von ihnen und lege die mit derselben "
        "Antwort zusammen: Das sind die Teile des Versuchs. Einer davon bleibt übrig."
    ),
    "lesson.parts.end": "Je gleichmäßiger die Teile, desto mehr verrät ein Versuch, wie die Antwort auch ausfällt.",
    "lesson.knuth.title": "Wie Knuth wählt",
    "lesson.knuth.intro": (
        "Donald Knuths Regel von 1977: Sieh dir von jedem Versuch den größten Teil an und nimm den Versuch, dessen "
        "größter Teil am kleinsten ist. Dieselben {left} Codes sind übrig."
    ),
    "lesson.knuth.end": (
        "Mit dieser Regel braucht niemand mehr als fünf Versuche bei vier Stiften und sechs Farben. Keypegs Strategie "
        "knuth spielt nach ihr."
    ),
    # What is asked
    "lesson.ask.score": "Der Code ist {secret}. Wie wird der Versuch {guess} bewertet?",
    "lesson.ask.judge": "Was davon ist sicher?",
    "lesson.ask.find": "Wie lautet der Code?",
    "lesson.ask.pick-possible": "Welcher davon kann der Code sein?",
    "lesson.ask.pick-sure": "Nach welchem Versuch gewinnst du sicher mit dem nächsten?",
    "lesson.ask.pick-best": "Welchen davon zieht die Regel vor?",
    "lesson.ask.count": "Du versuchst {guess}. Wie viele Codes hat der größte Teil?",
    "lesson.left": "Übrig sind {codes}.",
    "lesson.option": "{letter}) {option}",
    # How a try comes out
    "lesson.right": "Richtig. {why}",
    "lesson.wrong": "Nicht ganz. {why}",
    "lesson.blacks": "{number:Platz|die Plätze} {places} {number:hat|haben} in beiden dieselbe Farbe: {number} Schwarz",
    "lesson.no-blacks": "kein Platz hat in beiden dieselbe Farbe: kein Schwarz",
    "lesson.white": "{color} an Platz {place} des Versuchs passt zu Platz {other} des Codes",
    "lesson.whites": "{matches}: {number} Weiß",
    "lesson.no-whites": "sonst passt nichts zusammen: kein Weiß",
    "lesson.whites-counted-once": "jeder Stift des Codes zählt nur einmal",
    "lesson.clash": "{code} kann es nicht sein: {why}",
    "lesson.consistent": "{code} hätte in jedem Zug dieselbe Antwort ergeben",
    "lesson.counterexample": "{claim}: Das ist nicht sicher, denn {code} ist möglich",
    "lesson.part": "{feedback}: {codes}",
    "lesson.all-apart": "Jede Antwort auf {guess} lässt einen einzigen Code übrig:",
    "lesson.not-apart": "ist die Antwort auf {guess} {feedback}, bleiben diese übrig: {codes}",
    "lesson.smallest": "{guess} lässt nie mehr als {largest} übrig:",
    "lesson.not-smallest": "{guess} kann {largest} übrig lassen: {codes}",
    "lesson.largest": "Der größte Teil hat {largest}:",
    "lesson.larger": "allein {feedback} lässt diese übrig: {codes}",
    "lesson.none-as-large": "keine Antwort auf {guess} lässt so viele übrig",
    # In the terminal
    "learn.head": "Lektion {number} von {all}: {title}",
    "learn.prompt": "Antwort>",
    "learn.next": "Enter für die nächste Lektion, oder q.",
    "learn.next-task": "Noch einmal.",
    "learn.skip": "Die Antwort: {answer}. {why}",
    "learn.all-done": "Das waren alle Lektionen. Nun knacke einen Code: keypeg play.",
    "learn.help": "Tippe die Antwort, skip für die Lösung, oder q zum Aufhören.",
    "learn.list": "{number:>2}. {title}",
    "learn.list-done": "{number:>2}. {title} (erledigt)",
    "learn.left": "Weiter geht es mit keypeg learn {number}.",
    "error.no-lesson": "{name!q} ist keine Lektion: nimm eine Nummer von 1 bis {number}, oder eine von {names}",
    "error.no-task": "die Lektion {title!q} hat {number:# Aufgabe|# Aufgaben}",
    "error.no-option": "{text!q} steht nicht zur Wahl: tippe einen der {number:# Buchstaben|# Buchstaben}",
    "error.no-number": "{text!q} ist keine Zahl",
}
