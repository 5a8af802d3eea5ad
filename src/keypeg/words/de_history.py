"""German: what the terminal says about past games: the list, a game in it, statistics."""

MESSAGES = {
    "history.number": "Nr.",
    "history.when": "wann",
    "history.who": "wer riet",
    "history.variant": "Variante",
    "history.result": "Ergebnis",
    "history.daily": "Code des Tages",
    "history.where": "wo",
    "history.break": "du",
    "history.solve": "der Computer",
    "history.set": "jemand anders",
    "history.won": "in {turn_count:# Versuch|# Versuchen} gefunden",
    "history.lost": "in {turn_count:# Versuch|# Versuchen} nicht gefunden",
    "history.given-up": "nach {turn_count:# Versuch|# Versuchen} aufgegeben",
    "history.terminal": "Terminal",
    "history.web": "Seite",
    "history.import": "importiert",
    "history.none": ("Es gibt noch keine Spiele: Spiel eins zu Ende, mit keypeg play oder auf der Seite im Browser."),
    "history.no-match": "{games:Das eine Spiel ist nicht so|Keins von # Spielen ist so}.",
    "history.shown": (
        "{shown:# Spiel|# Spiele} von {games}, die neuesten zuerst. keypeg history {number} analysiert eins; "
        "--limit {games} zeigt alle."
    ),
    "history.all-shown": ("{games:# Spiel|# Spiele}, die neuesten zuerst. keypeg history {number} analysiert eins."),
    "history.exported": "{games:# Spiel|# Spiele} geschrieben: {path}",
    "history.game": "{variant}, {when}, {result}. Wer riet: {who}.",
    "stats.games": (
        "{games:# Spiel|# Spiele}. Geraten hast du in {broken}: {won} gefunden, {lost} nicht gefunden, "
        "{given_up} aufgegeben."
    ),
    "stats.streak": "In Folge gefunden: jetzt {current}, längste Serie {longest}.",
    "stats.daily": (
        "Codes des Tages: {won} von {played} gefunden; jetzt {current:# Tag|# Tage} in Folge, längste Serie {longest}."
    ),
    "stats.break": "{variant}, du hast geraten: {games:# Spiel|# Spiele}",
    "stats.solve": "{variant}, der Computer hat geraten: {games:# Spiel|# Spiele}",
    "stats.set": "{variant}, jemand anders hat geraten: {games:# Spiel|# Spiele}",
    "stats.average": "im Schnitt {average:.2f} Versuche, bestenfalls {best}",
    "stats.not-found": "nicht gefunden",
    "stats.grading": "bewerten",
    "stats.skill": (
        "Können {games:im letzten Spiel|in den letzten # Spielen}: im Schnitt {mean} von 100. Die ältesten zuerst."
    ),
    "stats.skill-group": "{number:# Spiel|# Spiele}",
    "error.history-number": "es gibt kein Spiel {number}: {games:es gibt nur Spiel 1|es gibt die Spiele 1 bis #}",
    "error.history-empty": "es gibt kein Spiel {number}: noch keins ist zu Ende gespielt",
    "error.export-nothing": "kein Spiel ist so: {path!q} wird nicht geschrieben",
    "error.export-other-file": "{path!q} gibt es schon und ist kein Export von Spielen: Wähl einen anderen Namen",
    "error.history-kind": "{text!q} ist keine Art von Spiel: Nimm {names}",
    "error.history-outcome": "{text!q} ist kein Ausgang eines Spiels: Nimm {names}",
    "error.history-date": "{text!q} ist kein Datum: Schreib es als 2026-01-05",
    "error.history-dates": "kein Tag liegt zwischen {since} und {until}",
}
