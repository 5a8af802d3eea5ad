"""German: what the server says: why it refuses a request, and where the page is."""

MESSAGES = {
    # Limits
    "error.web-variant-size": "{variant} ist zu groß für diese Seite: höchstens {pegs} Stifte und {colors} Farben",
    "error.web-variant-codes": "{variant} hat {codes:,} Codes, zu viele für diese Seite (höchstens {limit:,})",
    "error.web-player-codes": (
        "{variant} hat {codes:,} Codes, zu viele für {player} auf dieser Seite (höchstens {limit:,})"
    ),
    "error.web-guesses": "ein Spiel hat 1 bis {limit} Versuche oder beliebig viele, nicht {guesses}",
    "error.web-turns": "{turn_count:,} Züge sind zu viele für diese Seite (höchstens {limit:,})",
    "error.web-palette": ("eine Palette von {colors:,} Farben ist zu groß für diese Seite (höchstens {limit:,})"),
    "error.web-parameters": (
        "{text!q} hat Parameter, die sich auf dieser Seite nicht einstellen lassen: Nimm {strategy}, oder "
        "{strategy}:7 mit einem Startwert"
    ),
    "error.web-games": (
        "du hast hier {limit:,} Spiele, mehr werden nicht aufgehoben: Lösch einige, bevor du ein neues beginnst"
    ),
    "error.web-streams": "du schaust zu vielen Spielen zugleich zu: höchstens {limit:,}",
    "error.web-body-size": "die Anfrage ist zu groß: höchstens {limit:,} Bytes",
    "error.web-held": "du sendest zu viel auf einmal: höchstens {limit:,} Bytes",
    "error.web-connections": "zu viele Verbindungen von deiner Adresse: höchstens {limit:,} zugleich",
    "error.web-head-size": "der Kopf der Anfrage ist zu groß: höchstens {limit:,} Bytes und {count:,} Felder",
    "error.web-target-size": "die Adresse der Anfrage ist zu lang: höchstens {limit:,} Bytes",
    "error.web-head-slow": "die Anfrage kam zu langsam: ihr Kopf darf {limit:g} Sekunden brauchen",
    "error.web-body-slow": "die Anfrage kam zu langsam: ihr Inhalt braucht mindestens {limit:,} Bytes pro Sekunde",
    "error.web-not-http": "das ist keine lesbare HTTP-Anfrage",
    "error.web-stored": (
        "von deiner Adresse werden {limit:,} Spiele und Rätsel am Tag aufgehoben, und die sind verbraucht: Versuch es "
        "in {wait:# Minute|# Minuten} wieder"
    ),
    "error.web-requests": (
        "zu viele Anfragen: höchstens {limit:,} in der Minute, versuch es in {wait:# Sekunde|# Sekunden} wieder"
    ),
    "error.web-at-once": "du verlangst zu viel auf einmal: höchstens {limit:# Anfrage|# Anfragen} zugleich",
    "error.web-work": (
        "deine {limit:g} Sekunden Rechenzeit pro Minute sind verbraucht: Versuch es in {wait:# Sekunde|# Sekunden} "
        "wieder"
    ),
    "error.web-crowded": "zu viele Leute fragen gerade: Versuch es gleich noch einmal",
    "error.web-slow": "das hat länger als {limit:g} Sekunden gedauert: Frag nach etwas Kleinerem",
    "error.web-unavailable": "der Server kommt gerade nicht an seine Spiele: Versuch es gleich noch einmal",
    "error.web-unsure": (
        "die Verbindung zu den Spielen brach ab, als das gerade gespeichert wurde: "
        "Schick es noch einmal, es geschieht nur einmal"
    ),
    # Games
    "error.web-no-game": "dieses Spiel gibt es nicht, oder es gehört dir nicht",
    "error.web-game-unreadable": (
        "dieses Spiel ist nicht lesbar: Eine andere Version hat es gemacht, oder es wurde von Hand geändert"
    ),
    "error.web-look-counts": (
        "in einem offenen Spiel sind die möglichen Codes ein Tipp: Frag mit POST nach ihnen, dann zählt es als einer"
    ),
    "error.web-game-stale": (
        "dieses Spiel hat {turn_count:# Zug|# Züge}, nicht {seen:,}: Es wurde anderswo geändert, sieh es dir noch "
        "einmal an"
    ),
    "error.web-game-changing": "dieses Spiel wird gerade anderswo geändert: Versuch es noch einmal",
    "error.web-game-started": ("dieses Spiel wurde im selben Moment anderswo begonnen: Sieh es dir noch einmal an"),
    "error.web-computer-guesses": "in diesem Spiel rät der Computer: Antworte auf seinen Versuch",
    "error.web-no-corrections": "korrigieren lassen sich Antworten nur in Spielen, in denen der Computer rät",
    "error.web-breaker-guesses": "in diesem Spiel rät nur der Rater, und du bist der Codierer",
    "error.web-codemaker-answers": "in diesem Spiel antwortet nur der Codierer, und du bist der Rater",
    "error.web-review-open": "der Coach analysiert ein Spiel, wenn es vorbei ist",
    # Games of two people
    "error.web-duel-secret": "ein Spiel zu zweit braucht einen Geheimcode: Setz den Code, der zu knacken ist",
    "error.web-duel-help": "in einem Spiel zu zweit gibt es kein Zurücknehmen und keine Hilfe",
    "error.web-duel-pending": "der Codierer hat auf deinen letzten Versuch noch nicht geantwortet",
    "error.web-duel-no-guess": "es gibt keinen Versuch, auf den du antworten könntest: Warte auf den Rater",
    "error.web-duel-server-answers": "in diesem Spiel antwortet der Server auf die Versuche",
    "error.web-duel-delete": "nur der Codierer kann dieses Spiel löschen: Gib auf, um es zu beenden",
    "error.web-next-open": "das nächste Spiel kann beginnen, wenn dieses Spiel zu zweit vorbei ist",
    "error.web-next-alone": "es ist niemand mehr da: Die andere Person hat dieses Spiel gelöscht",
    "error.web-next-taken": "die andere Person hat das nächste Spiel schon begonnen: Jetzt knackst du ihren Code",
    # Wettkämpfe
    "error.web-match-kind": (
        "ein Wettkampf gegen den Computer beginnt mit einem zufälligen Code von ihm, den du knackst"
    ),
    "error.web-match-guesses": "ein Wettkampf braucht eine Höchstzahl von Versuchen: Jeder Versuch ist ein Punkt",
    "error.web-match-none": "dieses Spiel gehört zu keinem Wettkampf",
    "error.web-match-open": "der Wettkampf ist nicht zu Ende: Beginne seine nächste Runde",
    "error.web-match-turn": "jetzt setzt dein Gegenüber den Code: Den letzten hast du gesetzt",
    "error.web-match-help": "wer in einem Wettkampf den Code knackt, kann nichts zurücknehmen und bekommt keine Hilfe",
    "error.web-match-counted": "die nächste Runde hat begonnen: Diese zählt, wie sie ist",
    "error.web-match-delete": "diese Runde zählt in ihrem Wettkampf und lässt sich nicht einzeln löschen",
    "error.web-match-end": "wer den Code gesetzt hat, kann eine Runde nicht beenden: Das brächte Punkte",
    # Räume
    # Puzzles
    "error.web-no-puzzle": "es gibt kein solches Rätsel, das du noch nicht gelöst hast",
    "error.web-puzzle-begun": "dieses Rätsel ist schon begonnen",
    "error.web-puzzles": "du kannst höchstens {limit:,} Rätsel behalten: lösche deine Daten, um Platz zu machen",
    "error.web-import-puzzle": "{puzzle!q} ist keines von Keypegs Rätseln",
    "error.web-puzzle-gone": "hier gibt es kein solches Rätsel",
    "error.web-room-gone": (
        "dieser Link führt zu keinem Raum: Er wurde gelöscht, oder der Link ist unvollständig; bitte um einen neuen"
    ),
    "error.web-room-name": "ein Name hat 1 bis 24 Zeichen",
    "error.web-room-full": "dieser Raum ist voll: höchstens {limit} Personen",
    "error.web-room-rounds": "ein Raum hat höchstens {limit} Runden: Öffne einen anderen",
    "error.web-room-stranger": "du bist noch nicht in diesem Raum: Tritt ihm erst unter einem Namen bei",
    "error.web-room-opener": "nur wer den Raum geöffnet hat, beginnt die nächste Runde",
    "error.web-room-help": "in einem Raum gibt es weder Zurücknehmen noch Hilfe: Alle haben denselben Code",
    "error.web-room-delete": "dieses Spiel zählt in seinem Raum und lässt sich nicht einzeln löschen",
    "error.web-rooms": "du hast {limit} Räume geöffnet, mehr werden nicht aufgehoben",
    "error.web-challenge-game": (
        "nur ein beendetes Spiel mit eigenem Code kann eine Herausforderung sein: kein Code des Tages, und nicht der "
        "Code eines Gegenspielers oder einer anderen Person"
    ),
    "error.web-challenge-own": "das ist deine eigene Herausforderung: Schick den Link jemandem, der dich schlagen soll",
    "error.web-link-dead": (
        "dieser Link führt zu keinem Spiel: Es wurde gelöscht, oder der Link ist unvollständig; bitte um einen neuen"
    ),
    "error.web-link-own": "das ist dein eigenes Spiel: Schick den Link dem, der deinen Code knacken soll",
    "error.web-link-taken": "bei diesem Spiel ist schon jemand dabei: Bitte um einen eigenen Link",
    "error.web-link-over": "dieses Spiel ist vorbei: Bitte um ein neues",
    # The code of the day
    "error.web-date": "{text!q} ist kein Datum: Schreib es als 2026-01-05",
    "error.web-daily-delete": "ein Code des Tages lässt sich nicht einzeln löschen: Man könnte ihn noch einmal spielen",
    "error.web-day": "{day} hat keinen Code des Tages: Wähl einen Tag von {first} bis {last}",
    "error.web-daily-undo": "beim Code des Tages gibt es kein Zurücknehmen: Alle haben gleich viele Versuche",
    # Past games
    "error.web-cursor": "{text!q} ist nicht, wo eine Seite beginnt: Sende, was die vorige Seite als next hat",
    "error.web-time": "{text!q} ist keine Zeit: Schreib sie als 2026-01-05T12:00:00Z",
    "error.web-import-file": "das ist keine Datei mit Spielen, die Keypeg exportiert hat",
    "error.web-import-row": "es steht nicht so da, wie Keypeg ein Spiel exportiert",
    "error.web-import": "Spiel {number:,}: {error}",
    "error.web-import-open": "es ist nicht zu Ende: Nur beendete Spiele lassen sich importieren",
    "error.web-import-daily": (
        "es kann nicht der Code vom {day} sein: Ein Code des Tages ist {variant} mit {guesses:# Versuch|# Versuchen}"
    ),
    "error.web-import-count": "{games:,} Spiele sind zu viele auf einmal: höchstens {limit:,}",
    "error.web-import-full": "damit hättest du hier mehr als {limit:,} Spiele: Lösch erst einige",
    "error.web-import-slow": ("diese Spiele zu prüfen dauert zu lange: Importier höchstens {games:,} auf einmal"),
    # Requests
    "error.web-json": "die Anfrage braucht ein JSON-Objekt als Inhalt",
    "error.web-field-missing": "{field!q} fehlt",
    "error.web-field-unknown": "{field!q} ist kein Feld dieser Anfrage",
    "error.web-field-long": "{field!q} ist zu lang: höchstens {limit:,} Zeichen",
    "error.web-field-choice": "{field!q} muss eins davon sein: {choices}",
    "error.web-field-least": "{field!q} muss mindestens {limit:,} sein",
    "error.web-field-most": "{field!q} darf höchstens {limit:,} sein",
    "error.web-field-number": "{field!q} muss eine ganze Zahl sein",
    "error.web-field-switch": "{field!q} muss true oder false sein",
    "error.web-field-text": "{field!q} muss Text sein",
    "error.web-field-date": "{field!q} muss ein Datum sein: Schreib es als 2026-01-05",
    "error.web-keep-own": (
        "--keep-days ist für einen Server mit eigener --database: Was in deinem Datenordner liegt, bleibt für immer"
    ),
    "error.web-nul": "die Anfrage enthält das Zeichen NUL, das in keinem Text vorkommt",
    "error.web-path": "unter {path!q} gibt es nichts",
    "error.web-method": "{method} geht bei {path!q} nicht",
    "error.web-status": "die Anfrage lässt sich nicht beantworten (Status {status})",
    "error.web-internal": "auf dem Server ist etwas schiefgegangen: Sein Protokoll weiß mehr",
    "error.web-other-site": (
        "das kam von der Seite einer anderen Website: Spiele lassen sich nur von dieser aus ändern"
    ),
    "error.web-log": "{text!q} ist keine Form des Protokolls: text oder json",
    "error.web-network": "{text!q} ist keine Adresse und kein Netz: Schreib es wie 127.0.0.1 oder 10.0.0.0/8",
    "error.web-proxied": (
        "dieser Server ist nur für seinen eigenen Rechner, und diese Anfrage kam durch einen Proxy: Starte ihn mit "
        "--proxy und der Adresse des Proxys, um andere hereinzulassen"
    ),
    "error.web-other-host": (
        "dieser Server ist nur für den Computer, auf dem er läuft: Starte ihn mit --host 0.0.0.0, um andere "
        "einzulassen, oder mit einer --database hinter einem Proxy"
    ),
    # What a link to the page shows elsewhere
    "preview.text": (
        "Mastermind: Knack einen Code, setz dem Computer einen, und lern von einem Coach, was jeder Versuch wert war."
    ),
    "preview.missing": "Hier ist nichts · Keypeg",
    "preview.room": "Ein Code für uns alle · Keypeg",
    "preview.room-text": "Mehrere knacken denselben Code, alle auf dem eigenen Brett. Mach mit.",
    "preview.join": "Knack meinen Code · Keypeg",
    "preview.join-text": "Jemand hat einen Code für dich gesetzt. Kannst du ihn knacken?",
    "preview.daily": "Code des Tages {number} · Keypeg",
    "preview.daily-text": (
        "Derselbe Code für alle, jeden Tag ein anderer. Knackst du ihn in {guesses:# Versuch|# Versuchen}?"
    ),
    "preview.challenge": "Schlag mein Ergebnis · Keypeg",
    "preview.challenge-won": (
        "Ich habe diesen Code in {turn_count:# Versuch|# Versuchen} gefunden. Schaffst du es besser?"
    ),
    "preview.challenge-lost": "Ich habe diesen Code nicht gefunden. Findest du ihn?",
    "preview.picture": "Ein Brett mit drei Versuchen und ihren Wertungsstiften",
    # The server as a process
    "web.ready": "Keypeg läuft unter {url} (Strg-C beendet es). Die Spiele liegen in {database}",
    "error.web-host": "unter {host!q} kann der Server nicht lauschen: Nimm 127.0.0.1, oder 0.0.0.0 für alle",
    "error.web-port-taken": (
        "Port {port} von {host} ist belegt: Beende, was dort läuft, oder wähl mit --port einen anderen"
    ),
    "error.web-port": "auf Port {port} von {host} kann der Server nicht lauschen: {reason}",
}
