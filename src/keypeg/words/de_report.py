"""German: what the research commands print: headings, summaries, notes, the names of progress bars, plots."""

MESSAGES = {
    "duration.milliseconds": "{number:.1f} ms",
    "duration.seconds": "{number:.2f} s",
    # analyze
    "analyze.grading": "bewerten",
    "analyze.interrupted-after": "abgebrochen nach {done} von {turn_count:# Zug|# Zügen}",
    "analyze.interrupted": "Die Analyse wurde abgebrochen.",
    "analyze.hard": "{position}, schwerer Modus",
    "analyze.turn": "Zug",
    "analyze.guess": "Versuch",
    "analyze.feedback": "Antwort",
    "analyze.before": "vorher",
    "analyze.after": "danach",
    "analyze.bits": "Bit",
    "analyze.mean": "Mittel",
    "analyze.best": "bester",
    "analyze.best-mean": "bestenfalls",
    "analyze.lost": "verloren",
    "analyze.skill": "Können",
    "analyze.luck": "Glück",
    "analyze.legend": (
        "vorher, danach: mögliche Codes. Bit: was die Antwort verriet; Mittel: was sie im Schnitt verrät; bestenfalls: "
        "was die Antwort auf den besten Versuch im Schnitt verrät. Ein Bit halbiert die Codes. verloren: Versuche, "
        "die die Entscheidung im Schnitt kostete. Können: 100, wo kein Versuch besser ist, 0, wo ein ganzer Versuch "
        "verloren geht. Glück: 50 ist Durchschnitt."
    ),
    # bench
    "bench.measuring": "messen",
    "bench.time": "Zeit für {variant}",
    "bench.speed": "{pairs:.2f} G/s",
    "bench.one-core": "{instruction_set}, Paare, ein Kern",
    "bench.play": "Spiel {number}",
    # exact
    "exact.proven": "{bound}, bewiesen",
    "exact.at-least": "mindestens {lower}; noch ist keine Strategie bekannt",
    "exact.between": "zwischen {lower} und {upper}",
    "exact.watch": "{position} {objective}: {bounds}, {seconds:.0f} s",
    "exact.watch-guesses": (
        "{position} {objective}: {bounds}, {done} von {guesses} ersten Versuchen erledigt, {seconds:.0f} s"
    ),
    "exact.guesses": "{position}, {objective}: {bounds} (Versuche über alle Codes).",
    "exact.turns": "{position}, {objective}: {bounds} (so viele Züge reichen immer).",
    "exact.tree": "erster Versuch {guess}, Signatur {signature}, im Schnitt {average:.4f} Versuche",
    "exact.work": (
        "{sets:# Menge|# Mengen} und {partitions:# Aufteilung|# Aufteilungen} in {seconds:.2f} s, "
        "{memory:.0f} MiB gemerkt"
    ),
    # prove
    "prove.dashboard": "was der Cluster gerade tut: {link}",
    "prove.waiting": "warte auf Prozesse",
    "prove.watch": (
        "{position}: {bounds}; {tasks:# Aufgabe|# Aufgaben} erledigt, {lines:# Zeile|# Zeilen} im Register, "
        "{seconds:.0f} s"
    ),
    "prove.goal": "{position}: weniger als {below}?",
    "prove.goal-guesses": "{position}: {guesses:# Versuch|# Versuche}, weniger als {below}?",
    "prove.interrupted": "Unterbrochen. Derselbe Befehl macht hier weiter.",
    "prove.lost": (
        "Was das Register von {position} sagt, folgt nicht aus den anderen Zeilen: Es fehlen welche, oder sie sind "
        "falsch. {lines:# Zeile entfällt, die|# Zeilen entfallen, die} aus anderen {lines:folgte|folgten}; was gesucht "
        "wurde, bleibt, und der Rest wird neu erschlossen. Das Register, wie es war, ist in {kept}."
    ),
    "prove.ledger": "{path}: {lines:# Zeile|# Zeilen}, {seconds:,.0f} s Prozessorzeit",
    # strategies
    "strategies.strategy": "Strategie",
    "strategies.version": "Version",
    "strategies.how": "wie sie rät",
    "strategies.broken": "kaputt: {error}",
    "strategies.parameter": "{name}={default}: {meaning} ({low} bis {high})",
    # tournament
    "tournament.playing": "Turnier",
    "tournament.interrupted": "abgebrochen nach {done} von {rows:# Zeile|# Zeilen}",
    "tournament.all": "{variant}, {codes:# Code|# Codes}: alle Codes",
    "tournament.drawn": (
        "{variant}, {codes:# Code|# Codes}: {games:# Geheimcode|# Geheimcodes}, gezogen mit Startwert {seed}"
    ),
    "tournament.strategy": "Strategie",
    "tournament.mean": "Mittel",
    "tournament.interval": "± 95 %",
    "tournament.difference": "zur besten",
    "tournament.depth": "Tiefe",
    "tournament.histogram": "Verteilung",
    "tournament.time": "ms je Versuch",
    # plots of tournaments
    "plot.distributions": "Versuche, bis der Code gefunden ist, Anteil der Spiele; die Linie ist das Mittel",
    "plot.guesses": "Versuche",
    "plot.all": "{variant}: {codes:der einzige Code|alle # Codes}",
    "plot.drawn": "{variant}: {games:# gezogener Geheimcode|# gezogene Geheimcodes}",
    "plot.means": "Versuche im Mittel, nach der Zahl der Farben",
    "plot.colors": "Farben",
    "plot.mean": "Versuche im Mittel",
    "plot.pegs": "{pegs:# Stift|# Stifte}",
    "plot.pegs-no-repeats": "{pegs:# Stift|# Stifte}, keine Wiederholungen",
    # tree and verify
    "tree.summary": (
        "{strategy} in {position}, erster Versuch {guess}: {codes:# Code|# Codes}, im Mittel {average:.4f} Versuche, "
        "höchstens {depth}"
    ),
    "tree.writing": "{path} wird geschrieben",
    "tree.signature": "Signatur {signature}, {duration}",
    "tree.log-depth": (
        "{strategy} braucht höchstens {turn_count:# Zug|# Züge}; keypeg tree {position} --log beweist, wie viele "
        "immer reichen"
    ),
    "verify.reading": "{path} wird gelesen",
    "verify.replaying": "nachspielen",
    "verify.good": "gut: Jeder Code wird gefunden, Signatur {signature}",
    "verify.bad": "schlecht: {path}",
    "verify.searching": "noch einmal suchen",
    "verify.ledger": (
        "gut: {lines:# Zeile|# Zeilen}; {following:# folgt|# folgen} aus anderen oder aus den Größen von Teilen, "
        "{searched:# beruht|# beruhen} auf einer Suche, und {again:# wurde|# wurden} noch einmal gesucht"
    ),
    "verify.interrupted": "Unterbrochen. Derselbe Befehl mit {options} macht hier weiter.",
    "verify.unused": "{lines:# Zeile wird|# Zeilen werden} von diesem Beweis nicht benutzt",
    "verify.flaw-strategy": "{where}: Die Strategie für {upper} lässt sich nicht spielen: {reason}",
    "verify.flaw-upper": "{where}: Die Strategie für {upper} braucht {found}",
    "verify.flaw-lower": "{where}: Behauptet wird mindestens {lower}, aber {found} genügt",
    "verify.flaw-unsupported": "{where}: Mindestens {lower} folgt nicht aus den anderen Zeilen",
    # Errors
    "error.review-unfinished": "eine Analyse gibt es, wenn das Spiel vorbei ist",
    "error.strategies-missing": "nenn mindestens eine Strategie: {names}, oder all",
    "error.seconds-unused": "--seconds-per-guess ist für sampling, das nicht unter den Strategien ist",
    "error.seconds-parameter": "--seconds-per-guess ist für sampling: {strategy} hat keinen Parameter seconds",
    "error.log-format": "--log ist ein eigenes Format: Lass --format {format} weg",
    "error.device-log": "nenn eine Strategie für --device: Das Protokoll ohne eine wird auf dem Prozessor gesucht",
    "error.shared-log": "nenn eine Strategie für --workers und --cluster: Das Protokoll ohne eine wird hier gesucht",
    "error.tree-file-format": "{format!q} ist kein Format für Bäume: Nimm {formats}",
    "error.game-tree-missing": (
        "es gibt noch kein Protokoll des Spiels: Ruf erst compute(True) auf Tree({pegs}, {colors}) auf"
    ),
    "error.file-ending": "{path!q} sollte auf {endings} enden",
    "error.log-too-large": "{error}; --strategy NAME protokolliert eine Strategie ohne Beweis",
    "error.first-log": ("nenn eine Strategie für --first: Das Protokoll ohne Strategie ist das der wenigsten Züge"),
    "error.tree-incomplete": ("{path!q} findet {found:,} von {codes:,} Codes: keypeg verify sagt, wo der Baum endet"),
    "error.depth-format": "--depth ist 1 oder mehr, für die Formate text, dot und svg",
    "error.json-format": (
        "--json gibt die Zusammenfassung aus: Gib --output eine Datei für den Baum, oder lass eins davon weg"
    ),
    "error.tree-file": "{path!q} ist keine Baumdatei: {reason}",
    "error.tree-file-json": "{path!q} ist keine Baumdatei: Sie ist kein JSON",
    "error.name-twice": "ein Name steht zweimal in einem Objekt",
    "error.write-folder": "{path!q} lässt sich nicht schreiben: Es ist ein Ordner",
    "error.write-nowhere": "{path!q} lässt sich nicht schreiben: Diesen Ordner gibt es nicht",
    "error.file-write": "{path!q} lässt sich nicht schreiben: {reason}",
    "error.file-no-text": "{path!q} ist keine Textdatei",
    "error.web-packages": (
        "die Seite braucht Pakete, die nicht installiert sind ({package}): pip install 'keypeg[web]'"
    ),
    "error.resume-options": "--resume setzt ein Spiel fort, wie es gespeichert wurde: Lass {options} weg",
    "error.instruction-set": "{name!q} ist hier kein Befehlssatz: Nimm {names}",
}
