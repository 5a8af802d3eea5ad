"""What the command line says about how it was called: options that don't go together, where to read more."""

MESSAGES = {
    "usage.see-help": "{message} (see {command} --help)",
    "usage.number-least": "{number} is too small: write {low} or more",
    "usage.number-range": "{number} is out of range: write a number from {low} to {high}",
    "usage.option-twice": "{option} is given twice",
    "usage.apart": "{one} and {other} contradict each other: leave out one of them",
    "usage.secret-not-drawn": "--seed is for a secret that is drawn: leave out --seed or {other}",
    "usage.nothing-drawn": "--seed is for what is drawn: give --secret random or a strategy that draws",
    "usage.seed-in-strategy": "{strategy!q} has its own seed: leave out --seed",
    "usage.secret-missing": "{option} is for a secret that is known: give --secret CODE or --secret random",
    "usage.no-secret-to-show": "--show-secret is for a secret: the adversary has none",
    "usage.games-missing": "--seed draws secrets: give --games N too, or leave it out to play all codes",
    "usage.named-twice": "{name!q} is named twice",
    "usage.file-name": "{name!q} is not the name of a file",
    "usage.ledger-only": "{option} is for ledgers",
    "usage.threads-few": "{workers} processes need a thread each: write --threads {workers} or more",
    "usage.same-file": "{one} and {other} are the same file",
    "usage.command-unknown": "{name!q} is not a command: use {names}",
    "usage.command-meant": "{name!q} is not a command. Did you mean {names}?",
    "usage.shell-unknown": "{name!q} is not a shell that can be completed: use {names}",
    "usage.watch-missing": "--delay is for watching: give --watch too",
}
