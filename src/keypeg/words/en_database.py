"""English: what the command `database` says."""

MESSAGES = {
    "database.place": "database",
    "database.step": "tables",
    "database.new-step": "{step}: a newer version of Keypeg has made them",
    "database.old-step": "{step}: the next server that starts brings them up to date",
    "database.no-tables": "none yet",
    "database.size": "size",
    "database.free": "of it free",
    "database.games": "games",
    "database.puzzles": "puzzles",
    "database.rooms": "rooms",
    "database.room-players": "players in rooms",
    "database.settings": "settings",
    "database.open-games": "open games",
    "database.oldest": "oldest game begun",
    "database.newest": "last move",
    "database.checking": "checking",
    "database.good": "Everything can be read.",
    "database.problems": "{number:# problem|# problems} found.",
    "database.vacuumed": "The database took {before} and takes {after} now.",
    "database.backing-up": "backing up",
    "database.backed-up": "{path} has the database as it was when this began ({bytes}).",
    "database.restoring": "restoring",
    "database.restored": "{database} is what {path} has.",
    "database.expiring": "deleting",
    "database.expired": "Deleted: {games:# game|# games}, {puzzles:# puzzle|# puzzles}, {rooms:# room|# rooms}.",
    "database.would-expire": (
        "This would delete {games:# game|# games}, {puzzles:# puzzle|# puzzles}, {rooms:# room|# rooms}."
    ),
    "error.database-action": "{action!q} is not something to do with a database: choose {actions}",
    "error.database-file": "{action} needs the name of a file",
    "error.database-days": (
        "expire needs to know what to delete: give --unplayed, --left or --finished, each with a number of days"
    ),
    "error.database-missing": "there is no database at {database!q}",
    "error.database-foreign": "{database!q} is not a database of Keypeg",
    "error.database-backup-exists": "{path!q} exists: choose another name, or replace it with --force",
    "error.database-not-empty": (
        "{database!q} has {games:# game|# games}, which would be lost: back it up first, then restore with --force"
    ),
    "error.database-no-backup": "{path!q} is not a backup of such a database",
    "error.database-damaged": "{path!q} is damaged: {reason}",
    "error.database-in-use": "{database!q} is in use: stop the servers first, and start them again after the restore",
    "error.database-program": (
        "{program} is not installed here: install the programs of PostgreSQL, or run this where they are: {command}"
    ),
    "error.database-program-failed": "{program} failed: {reason}",
}
