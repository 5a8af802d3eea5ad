"""German: what the command `database` says."""

MESSAGES = {
    "database.place": "Datenbank",
    "database.step": "Tabellen",
    "database.new-step": "{step}: Eine neuere Version von Keypeg hat sie angelegt",
    "database.old-step": "{step}: Der nächste Server, der startet, bringt sie auf den neuesten Stand",
    "database.no-tables": "noch keine",
    "database.size": "Größe",
    "database.free": "davon frei",
    "database.games": "Spiele",
    "database.puzzles": "Rätsel",
    "database.rooms": "Räume",
    "database.room-players": "Spieler in Räumen",
    "database.settings": "Einstellungen",
    "database.open-games": "offene Spiele",
    "database.oldest": "ältestes Spiel begonnen",
    "database.newest": "letzter Zug",
    "database.checking": "prüfe",
    "database.good": "Alles ist lesbar.",
    "database.problems": "{number:# Problem|# Probleme} gefunden.",
    "database.vacuumed": "Die Datenbank belegte {before} und belegt jetzt {after}.",
    "database.backing-up": "sichere",
    "database.backed-up": "{path} enthält die Datenbank, wie sie zu Beginn war ({bytes}).",
    "database.restoring": "stelle wieder her",
    "database.restored": "{database} enthält jetzt, was in {path} ist.",
    "database.expiring": "lösche",
    "database.expired": "Gelöscht: {games:# Spiel|# Spiele}, {puzzles:# Rätsel|# Rätsel}, {rooms:# Raum|# Räume}.",
    "database.would-expire": (
        "Das würde {games:# Spiel|# Spiele}, {puzzles:# Rätsel|# Rätsel} und {rooms:# Raum|# Räume} löschen."
    ),
    "error.database-action": "{action!q} lässt sich mit einer Datenbank nicht machen: Nimm {actions}",
    "error.database-file": "{action} braucht den Namen einer Datei",
    "error.database-days": (
        "expire muss wissen, was zu löschen ist: Gib --unplayed, --left oder --finished mit einer Zahl von Tagen an"
    ),
    "error.database-missing": "unter {database!q} gibt es keine Datenbank",
    "error.database-foreign": "{database!q} ist keine Datenbank von Keypeg",
    "error.database-backup-exists": (
        "{path!q} gibt es schon: Nimm einen anderen Namen, oder ersetze die Datei mit --force"
    ),
    "error.database-not-empty": (
        "{database!q} hat {games:# Spiel|# Spiele}, die verloren gingen: Sichere sie erst, dann stell mit --force "
        "wieder her"
    ),
    "error.database-no-backup": "{path!q} ist keine Sicherung einer solchen Datenbank",
    "error.database-damaged": "{path!q} ist beschädigt: {reason}",
    "error.database-in-use": "{database!q} wird benutzt: Halte erst die Server an, und starte sie danach wieder",
    "error.database-program": (
        "{program} ist hier nicht installiert: Installiere die Programme von PostgreSQL, oder führ dies dort aus, "
        "wo es sie gibt: {command}"
    ),
    "error.database-program-failed": "{program} ist gescheitert: {reason}",
}
