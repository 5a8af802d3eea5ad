"""Spanish: what the command line says about how it was called."""

MESSAGES = {
    "usage.see-help": "{message} (mira {command} --help)",
    "usage.number-least": "{number} es demasiado poco: escribe {low} o más",
    "usage.number-range": "{number} se sale del rango: escribe un número de {low} a {high}",
    "usage.option-twice": "{option} aparece dos veces",
    "usage.apart": "{one} y {other} se contradicen: quita uno de los dos",
    "usage.secret-not-drawn": "--seed es para un código secreto sacado al azar: quita --seed o {other}",
    "usage.nothing-drawn": ("--seed es para lo que se saca al azar: da --secret random o una estrategia que sortee"),
    "usage.seed-in-strategy": "{strategy!q} tiene su propia semilla: quita --seed",
    "usage.secret-missing": ("{option} es para un código secreto conocido: da --secret CODE o --secret random"),
    "usage.no-secret-to-show": "--show-secret es para un código secreto: el adversario no tiene ninguno",
    "usage.games-missing": (
        "--seed saca códigos secretos: da también --games N, o quítalo para jugar todos los códigos"
    ),
    "usage.count-missing": "--count es para acertijos que se imprimen: añade --export o --benchmark",
    "usage.named-twice": "{name!q} se nombra dos veces",
    "usage.file-name": "{name!q} no es un nombre de archivo",
    "usage.ledger-only": "{option} es para registros",
    "usage.threads-few": "{workers} procesos necesitan un hilo cada uno: escribe --threads {workers} o más",
    "usage.same-file": "{one} y {other} son el mismo archivo",
    "usage.command-unknown": "{name!q} no es un comando: usa {names}",
    "usage.command-meant": "{name!q} no es un comando. ¿Querías decir {names}?",
    "usage.shell-unknown": "{name!q} no es un intérprete de comandos que se pueda completar: usa {names}",
    "usage.watch-missing": "--delay es para mirar: añade --watch",
    "usage.no-memory": "no hay memoria suficiente para esto: da más, o pide menos",
}
