"""Spanish: what the command `database` says."""

MESSAGES = {
    "database.place": "base de datos",
    "database.step": "tablas",
    "database.new-step": "{step}: las ha creado una versión más nueva de Keypeg",
    "database.old-step": "{step}: el próximo servidor que arranque las pondrá al día",
    "database.no-tables": "todavía ninguna",
    "database.size": "tamaño",
    "database.free": "de ello libre",
    "database.games": "partidas",
    "database.puzzles": "acertijos",
    "database.rooms": "salas",
    "database.room-players": "jugadores en salas",
    "database.settings": "ajustes",
    "database.open-games": "partidas abiertas",
    "database.oldest": "partida más antigua",
    "database.newest": "última jugada",
    "database.checking": "comprobando",
    "database.good": "Todo se puede leer.",
    "database.problems": "{number:# problema encontrado|# problemas encontrados}.",
    "database.vacuumed": "La base de datos ocupaba {before} y ahora ocupa {after}.",
    "database.backing-up": "copiando",
    "database.backed-up": "{path} tiene la base de datos tal como era al empezar ({bytes}).",
    "database.restoring": "restaurando",
    "database.restored": "{database} tiene ahora lo que hay en {path}.",
    "database.expiring": "borrando",
    "database.expired": (
        "Se han borrado {games:# partida|# partidas}, {puzzles:# acertijo|# acertijos} y {rooms:# sala|# salas}."
    ),
    "database.would-expire": (
        "Esto borraría {games:# partida|# partidas}, {puzzles:# acertijo|# acertijos} y {rooms:# sala|# salas}."
    ),
    "error.database-action": "{action!q} no es algo que se haga con una base de datos: elige {actions}",
    "error.database-file": "{action} necesita el nombre de un archivo",
    "error.database-days": (
        "expire necesita saber qué borrar: da --unplayed, --left o --finished, cada uno con un número de días"
    ),
    "error.database-missing": "no hay ninguna base de datos en {database!q}",
    "error.database-foreign": "{database!q} no es una base de datos de Keypeg",
    "error.database-backup-exists": "{path!q} ya existe: elige otro nombre, o reemplázalo con --force",
    "error.database-not-empty": (
        "{database!q} tiene {games:# partida|# partidas} que se perderían: haz antes una copia, y luego restaura "
        "con --force"
    ),
    "error.database-no-backup": "{path!q} no es una copia de una base de datos así",
    "error.database-damaged": "{path!q} está dañado: {reason}",
    "error.database-in-use": "{database!q} está en uso: para antes los servidores, y arráncalos de nuevo después",
    "error.database-program": (
        "{program} no está instalado aquí: instala los programas de PostgreSQL, o ejecuta esto donde estén: {command}"
    ),
    "error.database-program-failed": "{program} ha fallado: {reason}",
}
