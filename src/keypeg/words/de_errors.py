"""German: what went wrong, and what to do instead: the errors of the library, by kind."""

MESSAGES = {
    # Feedback, codes, turns and variants
    "error.feedback-counts": (
        "eine Antwort zählt Stifte, mit zwei ganzen Zahlen ab 0, nicht {blacks!r} Schwarze und {whites!r} Weiße"
    ),
    "error.feedback-text": "{text!q} ist keine Antwort: Schreib 1b2w, 1,2, BWW oder 1A2B, und - für gar nichts",
    "error.feedback-digits": (
        "{text!q} lässt sich bei zehn und mehr Stiften auf zwei Arten lesen: Schreib {blacks}b{whites}w oder {text},0"
    ),
    "error.feedback-only-b": "{text!q} können Bullen oder Kühe sein: Schreib {number}A0B oder 0A{number}B",
    "error.feedback-value": "{given} ist keine Antwort: Schreib Feedback(1, 2) oder '1b2w'",
    "error.feedback-total": (
        "{feedback} {total:ist # Wertungsstift|sind # Wertungsstifte}, ein Code hat nur {pegs:# Stift|# Stifte}"
    ),
    "error.feedback-last-peg": (
        "{feedback} gibt es nicht: Wenn alle anderen Stifte richtig sind, hat der letzte keinen anderen Platz"
    ),
    "error.code-empty": "ein Code hat mindestens einen Stift",
    "error.code-value": "ein Code ist eine Reihe von Farben, gezählt ab 1, nicht {given}: Schreib Code('1122')",
    "error.code-letters": (
        "{text!q} hat Buchstaben einer Palette, die nur eine Variante liest: Schreib Variant(4, 6).code({text!q}) "
        "oder die Farben mit ihren Nummern"
    ),
    "error.code-length": "ein Code hat {pegs:# Stift|# Stifte}, {code!q} hat {length:,}",
    "error.code-repeats": "in {variant} wiederholt sich keine Farbe, {code!q} hat Farbe {color} mehr als einmal",
    "error.color-number": "Farben werden ab 1 gezählt, nicht ab {color}",
    "error.color-too-large": "Farben werden bis {most:,} gezählt, und {color} ist mehr",
    "error.color-text": (
        "{word!q} in {text!q} ist keine Farbe: Farben sind 1 bis 9, dann Buchstaben ab a, oder Zahlen"
    ),
    "error.color-unknown": "{color!q} ist keine Farbe von {variant}: Nimm {colors:|1 bis }{last}",
    "error.letter-unknown": "{color!q} ist keine Farbe von {variant}: Nimm {colors:|1 bis }{last} oder {letters}",
    "error.digit-unknown": "{color!q} ist keine Ziffer von {variant}: Nimm {digits}",
    "error.turn-text": (
        "{text!q} ist kein Zug: Schreib den Versuch, = und die Antwort, wie 1122=1b1w, oder 1122=- für gar nichts"
    ),
    "error.turn-value": "{given} ist kein Zug: Schreib Turn.parse('1122=1b1w')",
    "error.guess-length": ("ein Versuch hat so viele Stifte wie der Geheimcode, {guess} hat {length} und nicht {pegs}"),
    "error.variant-counts": (
        "eine Variante hat mindestens 1 Stift und 1 Farbe, höchstens {most:,}, nicht {pegs!r} und {colors!r}"
    ),
    "error.variant-repeats": "eine Variante erlaubt Wiederholungen oder nicht, True oder False, nicht {given}",
    "error.variant-colors": "ohne Wiederholungen brauchen {pegs} Stifte ebenso viele Farben, nicht {colors}",
    "error.variant-value": "{given} ist keine Variante: Schreib Variant(4, 6) oder 'p4c6'",
    "error.variant-text": (
        "{text!q} ist keine Variante: Schreib p4c6 für 4 Stifte und 6 Farben, p4c10n für keine Wiederholungen, "
        "6x6 oder {names}"
    ),
    # Palettes
    "error.palette-given": (
        "{given} ist keine Palette: Schreib 'classic' oder ihre Farben, zum Beispiel 'red,sky=#88ccff'"
    ),
    "error.palette-empty": "eine Palette hat mindestens eine Farbe",
    "error.palette-twice": "eine Palette nennt jede Farbe einmal, {palette!q} hat {color!q} zweimal",
    "error.palette-color": "{name!q} in der Palette {text!q} ist kein Name einer Farbe: Nimm die Buchstaben a bis z",
    "error.palette-value": (
        "{name!q} in der Palette {text!q} braucht einen Wert wie {name}=#88ccff; Paletten: {palettes}; "
        "Farben mit Namen: {colors}"
    ),
    # Parameters of strategies
    "error.parameter-whole": "{name}={text!q} ist nicht möglich: Schreib eine ganze Zahl von {low} bis {high}",
    "error.parameter-number": "{name}={text!q} ist nicht möglich: Schreib eine Zahl von {low} bis {high}",
    "error.parameter-text": "{text!q} ist kein Parameter von {strategy}: Schreib Name=Wert",
    "error.parameter-unknown": "{name!q} ist kein Parameter von {strategy}: Nimm {names}",
    "error.parameter-none": "{name!q} ist kein Parameter von {strategy}: Die Strategie hat keine",
    "error.parameter-twice": "{name!q} steht zweimal in {strategy}:{settings}",
    "error.seed-unused": "{text!q} hat einen Startwert, aber {strategy} zieht nichts: Schreib {strategy}",
    "error.seed-text": "{text!q} ist kein Startwert: Schreib eine ganze Zahl ab 0, wie in {strategy}:7",
    # The classic exercise
    "error.colors-value": (
        "{given} ist kein Code: Schreib eine Liste von Farben, zum Beispiel [Red, Green, Blue, Yellow]"
    ),
    "error.color-value": "{given} ist keine Farbe: Nimm {names} aus keypeg.classic",
    "error.codes-value": ("{given} ist keine Liste von Codes: Schreib [[Red, Blue], [Red, Green]] oder all_codes(2)"),
    "error.length-value": (
        "ein Code hat 0 oder mehr Stifte, nicht {given}: Schreib eine ganze Zahl, wie in all_codes(4)"
    ),
    "error.length-too-large": (
        "Codes aus {length} Stiften sind zu viele, um sie aufzulisten: Nimm höchstens {most} Stifte"
    ),
    "error.move-value": "{given} ist kein Zug: Schreib Move([Red, Red, Blue, Green], 1, 1) oder nimm get_move",
    "error.move-counts": (
        "ein Versuch der Länge {pegs} kann nicht {exact} genaue und {nonexact} ungenaue Treffer haben: Schreib zwei "
        "ganze Zahlen ab 0, die zusammen höchstens {pegs} ergeben"
    ),
    "error.move-last-peg": (
        "ein Versuch der Länge {pegs} kann nicht {exact} genaue und 1 ungenauen Treffer haben: Wenn alle anderen "
        "Stifte richtig sind, hat der letzte keinen anderen Platz"
    ),
    "error.move-length": (
        "ein Versuch ist so lang wie der Geheimcode, der {pegs:# Stift|# Stifte} hat, nicht {length:,}"
    ),
    # Positions and their candidates
    "error.position-value": "{given} ist keine Stellung: Schreib 'p4c6 1122=1b1w'",
    "error.position-for-variant": ("{text!q} ist eine Stellung, keine Variante: Schreib Position.parse({text!q})"),
    "error.turn-index": (
        "vor Zug {number} von {position!q} gibt es keine Stellung: Züge werden ab 0 gezählt, schreib also 0 bis {most}"
    ),
    "error.no-consistent-code": "kein Code passt zu allen Zügen von {position!q}",
    "error.position-empty": "'' ist keine Stellung: Schreib eine Variante und die Züge, wie p4c6 1122=1b1w",
    "error.variant-size": "{variant} ist außer Reichweite: höchstens {pegs} Stifte und {colors} Farben",
    "error.sat-package": (
        "diese Stellung eines großen Spiels braucht ein Paket, das nicht installiert ist "
        "({package}): pip install 'keypeg[large]'"
    ),
    "error.too-many-codes": ("{codes:,} Codes sind zu viele, um sie aufzulisten (höchstens {limit:,}), in {variant}"),
    "error.too-many-candidates": (
        "mehr als {limit:,} Kandidaten, oder es dauert zu lange, sie aufzulisten, in {position}"
    ),
    "error.no-candidate": "in {position} wurde rechtzeitig kein Kandidat gefunden",
    "error.no-further-candidate": "in {position} wurde in {limit:,} Schritten kein weiterer Kandidat gefunden",
    "error.code-found": "in {position!q} ist der Code gefunden",
    "error.effort": "ein Aufwand ist eine ganze Zahl von Paaren, mindestens 1, nicht {pairs}",
    "error.effort-value": (
        "{given} ist kein Aufwand: Schreib Effort(10**9), oder QUICK oder PATIENT aus keypeg.effort"
    ),
    "error.top": "verlang 1 bis {most:,} Versuche, nicht {top}",
    "error.threads-value": ("{given} ist keine Anzahl von Threads: Schreib 1 oder mehr, oder 0 für einen je Kern"),
    "error.seed-value": "{given} ist kein Startwert: Schreib eine ganze Zahl mit höchstens {most} Ziffern",
    "error.hint-step": "ein Tipp hat die Schritte 1 bis {last}, nicht {step}",
    "error.turns-after-win": "Zug {number} hat den Code in {position!q} gefunden: Lass die Züge danach weg",
    "error.too-few-candidates": (
        "in {position} {found:wurde rechtzeitig nur # Kandidat|wurden rechtzeitig nur # Kandidaten} gefunden: zu "
        "wenige, um einen Versuch daran zu bewerten"
    ),
    # The exact search
    "error.memory-value": "{given} ist keine Anzahl von Bytes: Schreib eine ganze Zahl wie 1 << 30",
    "error.objective": "{objective!q} ist kein Ziel: Nimm {names}",
    "error.snapshot": "kein Zwischenstand einer Suche in {position}: Beginn ohne ihn",
    "error.exact-pegs": "die exakte Suche nimmt bis zu {limit} Stifte; {variant} hat {pegs}",
    "error.exact-codes": "die exakte Suche nimmt bis zu {limit:,} Codes; {variant} hat {codes:~}",
    "error.exact-turns": ("die exakte Suche zählt bis zu {limit} Züge, und {position} braucht vielleicht {turn_count}"),
    "error.exact-guesses": (
        "die exakte Suche zählt über alle Codes bis zu {limit:,} Versuche, und {position} braucht vielleicht "
        "{guesses:,}"
    ),
    # Proofs
    "error.ledger-columns": (
        "eine Zeile eines Registers hat {expected} Spalten mit Tabulatoren dazwischen; diese hat {columns}"
    ),
    "error.ledger-text": "keine Stellung, wie sie in einem Register steht: {position!q}; schreib p4c6 1122=1b1w",
    "error.ledger-number": ("keine untere Schranke, obere Schranke und Sekunden: {lower!q}, {upper!q}, {seconds!q}"),
    "error.ledger-bounds": "{position}: eine obere Schranke von {upper} braucht eine Strategie",
    "error.ledger-spaces": "{position}: zwischen zwei Versuchen steht genau ein Leerzeichen",
    "error.ledger-line": "Zeile {number}: {reason}",
    "error.ledger-empty": "es enthält keine Zeile",
    "error.ledger-variants": "seine Zeilen handeln von mehreren Varianten: {variants}",
    "error.ledger-contradiction": "{position} bräuchte mindestens {lower} Versuche und höchstens {upper}",
    "error.ledger-strategy": "für {position} ist keine Strategie bekannt",
    "error.ledger-file": "{path} ist kein gültiges Register: {reason}",
    "error.ledger-none": "{path} ist kein Register",
    "error.ledger-busy": "ein anderer Prozess schreibt gerade in {path}",
    "error.ledger-gone": (
        "an der Stelle von {path} ist jetzt eine andere Datei; was im Register stand und seitdem gefunden wurde, steht "
        "in {kept}"
    ),
    "error.ledger-position": "{path} ist ein Beweis für {found}, nicht für {position}",
    "error.strategy-short": "die Versuche enden vor {position}",
    "error.strategy-long": "es sind mehr Versuche, als {position} braucht",
    "error.strategy-useless": "{guess} unterscheidet keine Kandidaten in {position}",
    "error.worker-play": (
        "das Programm von {worker} spielt anders: keypeg bench ergibt dort {play} und hier {expected}"
    ),
    "error.worker-proof": (
        "auf {worker} ist kein Verlass: {position} braucht dort {found} Versuche, und richtig sind {expected}"
    ),
    "error.workers-gone": "niemand ist mehr da, der die Arbeit macht: {reason}",
    "error.task-failed": "eine Aufgabe ist zu oft gescheitert: {position}: {reason}",
    "error.cluster-packages": "ein Cluster braucht das Paket {package}: pip install 'keypeg[cluster]'",
    "error.cluster-address": "unter {address!q} antwortet kein Cluster: {reason}",
    "error.cluster-lost": "der Cluster unter {address} ist weg: {reason}",
    # Trees
    "error.tree-format": "kein Baum im Format {format!q}",
    "error.tree-text": "ein Baum braucht {name!q} als Text, nicht {given}",
    "error.tree-node": "kein Knoten eines Baums: {entry}",
    "error.tree-feedback": "ein Knoten eines Baums hat dieselbe Antwort zweimal: {feedbacks}",
    "error.tree-position": "der Baum ist für {own!q}, nicht für {position!q}",
    "error.tree-path": "der Baum führt in {position!q} nicht über {turn!q}",
    "error.tree-size": "mehr als {limit:,} Codes sind zu viele, um {strategy} in {position} auszuschreiben",
    "error.tree-pairs": "ein Baum von {strategy} würde je Zug {pairs:~} Paare vergleichen (höchstens {limit:~})",
    "error.tree-replay": "{variant} hat {codes:~} Codes, zu viele zum Nachspielen (höchstens {limit:,})",
    "error.tree-depth": "ein Baum mit mehr als {limit:# Versuch|# Versuchen} nacheinander wird nicht gelesen",
    "error.flaw-few": (
        "{guesses:# Versuch findet|# Versuche finden} nicht alle der mehr als {codes:,} Codes in {position}"
    ),
    "error.flaw-root": "an der Wurzel: {error}",
    "error.flaw-node": "nach {turns}: {error}",
    "error.flaw-first-branch": "an der Wurzel {guess}: Kein Code erhält {feedback}",
    "error.flaw-branch": "nach {turns} {guess}: Kein Code erhält {feedback}",
    "error.flaw-end": "nach {turns}: Nichts folgt, also wird {codes} nicht gefunden",
    "error.flaw-end-more": "nach {turns}: Nichts folgt, also werden {codes} und {more:,} weitere nicht gefunden",
    "error.flaw-claim": "behauptet wird {name} {claimed}, das Nachspielen zählt {counted}",
    "error.flaw-bound": "behauptet wird, dass mindestens {lower} nötig ist, und selbst braucht er {counted}",
    # Strategies
    "error.strategy-unknown": "{name!q} ist keine Strategie: Nimm {names}",
    "error.strategy-value": "{given} ist keine Strategie: Schreib strategy('knuth') oder einen Namen als Text",
    "error.strategy-nameless": (
        "ein Spielstand merkt sich seine Strategie beim Namen, und {name!q} ist eine andere: Schreib einen Namen"
    ),
    "error.strategy-colon": (
        "{name!q} ist keine Strategie: Schreib Parameter hinter einen Doppelpunkt, genetic:population=300"
    ),
    "error.strategy-no-module": "{text!q} ist keine Strategie: Ein Modul {module!q} gibt es hier nicht",
    "error.strategy-no-name": "{text!q} ist keine Strategie: Das Modul {module!q} hat kein {name!q}",
    "error.strategy-incomplete": "der Strategie {source} fehlt {names}",
    "error.strategy-abilities": (
        "die Strategie {source} gibt Fähigkeiten an, deren Methoden fehlen oder zu wenige Argumente nehmen: {names}"
    ),
    "error.strategy-failed": "die Strategie {source} ist gescheitert: {reason}",
    "error.strategy-seedless": "die Strategie {source} nimmt keinen Startwert: Schreib {text}",
    "error.strategy-broken": "die Strategie {source} lässt sich nicht laden: {reason}",
    "error.strategy-codes": (
        "{strategy} betrachtet alle Codes, und {variant} hat {codes:~} (höchstens {limit:,}); {strategy}-candidates "
        "spielt weiter, sobald weniger als {limit:,} Kandidaten übrig sind"
    ),
    "error.strategy-pairs": "{strategy} würde in {position} {pairs:~} Paare vergleichen (höchstens {limit:~})",
    "error.one-thread": "{strategy} spielt auf einem Thread: Verlang nicht mehr",
    "error.device": "{name!q} ist kein Gerät: Nimm {names}",
    "error.device-strategy": "{strategy} arbeitet nicht auf einer GPU: Lass --device weg",
    "error.gpu-driver": "hier lässt sich keine GPU nutzen: Der Treiber einer NVIDIA-GPU ist nicht installiert",
    "error.gpu-none": "hier lässt sich keine GPU nutzen: Der Treiber findet keine",
    "error.gpu-compiler": "eine GPU braucht CUDAs Compiler NVRTC, der nicht installiert ist: pip install 'keypeg[gpu]'",
    "error.gpu-compile": "die Kernel der GPU lassen sich nicht übersetzen: {log}",
    "error.gpu-failed": "die GPU ist gescheitert: {call}, {error}",
    "error.gpu-memory": "dafür hat die GPU zu wenig Speicher",
    "error.gpu-variant": "{variant} ist zu groß für die Kernel der GPU: Nimm --device cpu",
    "error.guess-illegal": "{strategy} rät in {position!q} {given}, und das ist kein Code der Variante",
    "error.guess-repeated": "{strategy} rät in {position!q} zum zweiten Mal {guess!q}",
    "error.guess-useless": "{strategy} rät in {position!q} {guess!q}, was nichts verrät",
    # Tournaments
    "error.tournament-games": "ein Turnier hat mindestens 1 Spiel, nicht {games}",
    "error.tournament-after": "ein Turnier kann nach 0 oder mehr Geheimcodes beginnen, nicht nach {after}",
    "error.rows-unlike": "{one} und {other} haben nicht dieselben Geheimcodes gespielt",
    "error.row-left-out": "{strategy} {variant} entfällt: {error}",
    "error.work-unsendable": ("das lässt sich nicht an einen anderen Prozess senden, nimm einen einzigen: {reason}"),
    "error.worker-ended": (
        "{strategy} {variant}: Ein Prozess endete, bevor seine Arbeit getan war; vielleicht fehlte ihm Speicher"
    ),
    "error.plot-empty": "keine fertigen Zeilen zum Zeichnen",
    "error.plot-format": "{format!q} ist kein Format für Diagramme: Nimm {names}",
    "error.plot-library": "Diagramme brauchen matplotlib, das nicht installiert ist: pip install 'keypeg[plot]'",
    # Games and sessions
    "error.codemaker-text": "{text!q} ist kein Codierer: Schreib random:SEED, adversary oder fixed:CODE",
    "error.veiled-text": "{text!q} ist kein verschleierter Code: Die Zeile wurde geändert oder abgeschnitten",
    "error.codemaker-value": (
        "{given} ist kein Codierer: Schreib Fixed('1122'), Drawn(7), Adversary() oder Text wie 'fixed:1122'"
    ),
    "error.game-guesses": (
        "ein Spiel hat mindestens 1 Versuch, höchstens {most:,}, nicht {guesses}; None heißt beliebig viele"
    ),
    "error.game-over": "das Spiel ist vorbei ({outcome}): Beginn ein neues",
    "error.session-value": (
        "{given} ist kein Spielstand: Schreib seine Zeile, wie 'p4c6 guesses=10 codemaker=random:3'"
    ),
    "error.session-empty": "'' ist kein Spielstand: Schreib eine Variante, Einstellungen und Züge",
    "error.session-long": "ein Spiel aus {words:,} Wörtern ist zu lang: Höchstens {limit:,} werden gelesen",
    "error.session-word": (
        "{word!q} in {text!q} ist weder ein Zug noch eine Einstellung, die es in dieser Art von Spiel gibt"
    ),
    "error.session-number": "{name}={text!q} ist keine Zahl",
    "error.guesses-text": (
        "{text!q} ist keine Anzahl von Versuchen: Schreib 1 bis {most:,}, oder none für beliebig viele"
    ),
    "error.turn-changed": "Zug {number} ({turn}) ist nicht, was der Codierer antwortet: {text!q} wurde geändert",
    "error.no-guess-to-undo": "nichts zurückzunehmen: Es gibt noch keinen Versuch",
    "error.no-guess-to-redo": "nichts zu wiederholen: Seit dem letzten Versuch wurde keiner zurückgenommen",
    "error.no-feedback-to-undo": "nichts zurückzunehmen: Es gibt noch keine Antwort",
    "error.no-feedback-to-redo": "nichts zu wiederholen: Seit der letzten Antwort wurde nichts zurückgenommen",
    "error.no-turns-yet": "es gibt keinen Zug {number}: Es gibt noch gar keine Züge",
    "error.no-such-turn": (
        "es gibt keinen Zug {number}: {turn_count:Nur Zug 1 lässt sich|Die Züge 1 bis # lassen sich} korrigieren"
    ),
    "error.wrong-feedback": "{feedback} stimmt nicht: Bei deinem Geheimcode erhält {guess} {right}",
    "error.feedback-contradicts": ("deine Antworten widersprechen sich: Korrigier erst eine, oder nimm eine zurück"),
    "error.secret-unknown": (
        "der Geheimcode ist nicht bekannt: Antworte selbst auf den Versuch, oder setz einen Geheimcode"
    ),
    "error.language": "{text!q} ist keine Sprache, die Keypeg spricht: Nimm {names}",
    # Files and databases
    "error.file-save": "{path!q} lässt sich nicht speichern: {reason}",
    "error.file-read": "{path!q} lässt sich nicht lesen: {reason}",
    "error.file-too-large": "{path!q} ist zu lang: Höchstens {limit:,} Bytes werden gelesen",
    "error.file-taken": "{path!q} gibt es schon und ist kein gespeichertes Spiel: Wähl einen anderen Namen",
    "error.file-changed": (
        "{path!q} wurde anderswo geändert, seit dieses Spiel gelesen oder gespeichert wurde: Wähl einen anderen Namen"
    ),
    "error.file-other-game": "{path!q} ist ein anderes Spiel: Wähl einen anderen Namen",
    "error.file-no-session": ("{path!q} ist kein gespeichertes Spiel: Die erste Zeile müsste {head!q} sein"),
    "error.file-no-checkpoint": "{path!q} ist kein Zwischenstand: Wähl einen anderen Namen",
    "error.checkpoint-task": "{path!q} ist ein Zwischenstand von {found!q}, nicht von {task!q}",
    "error.checkpoint-foreign": (
        "{path!q} wurde nicht mit dem eigenen Schlüssel {key!q} geschrieben: "
        "Kopier den Schlüssel mit, oder fang in einer anderen Datei neu an"
    ),
    "error.checkpoint-key": "{path!q} ist kein Schlüssel für Zwischenstände: Lösch die Datei, und fang neu an",
    "error.serve-workers": (
        "mehrere Prozesse brauchen Linux, nicht {system}: "
        "Starte mehrere Server auf verschiedenen Ports hinter einem Proxy"
    ),
    "error.rate-setting": "{text!q} ist keine Zahl von Anfragen in der Minute: Schreib KEYPEG_RATE=1200",
    "error.database-url": (
        "{text!q} ist nicht die URL einer Datenbank: Schreib sqlite:///FILE oder postgresql://USER@HOST/NAME"
    ),
    "error.database-kind": "{name!q} ist keine Datenbank, die Keypeg kennt: Nimm sqlite oder postgresql",
    "error.database-driver": "PostgreSQL braucht einen Treiber: pip install 'keypeg[postgres]'",
    "error.database-memory": (
        "eine Datenbank im Speicher würde jedes Spiel verlieren: Nenn eine Datei, wie in sqlite:///games.db"
    ),
    "error.database-open": "die Datenbank {database!q} lässt sich nicht öffnen: {reason}",
    "error.database-newer": (
        "eine neuere Version von Keypeg hat die Datenbank geändert (Schritt {step!q}, "
        "diese Version kennt {known!q}): Aktualisiere Keypeg"
    ),
    "error.database-unavailable": "die Datenbank ist gerade nicht zu gebrauchen ({fault}): {reason}",
    "error.database-unsure": (
        "die Verbindung zur Datenbank brach ab, als gerade etwas gespeichert wurde ({fault}): {reason}"
    ),
}
