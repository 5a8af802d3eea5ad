"""German: what the command line says about how it was called."""

MESSAGES = {
    "usage.see-help": "{message} (siehe {command} --help)",
    "usage.number-least": "{number} ist zu klein: Schreib {low} oder mehr",
    "usage.number-range": "{number} liegt außerhalb: Schreib eine Zahl von {low} bis {high}",
    "usage.option-twice": "{option} steht zweimal da",
    "usage.apart": "{one} und {other} widersprechen sich: Lass eins davon weg",
    "usage.secret-not-drawn": "--seed ist für einen gezogenen Geheimcode: Lass --seed oder {other} weg",
    "usage.nothing-drawn": (
        "--seed ist für das, was gezogen wird: Gib --secret random an oder eine Strategie, die zieht"
    ),
    "usage.seed-in-strategy": "{strategy!q} hat einen eigenen Startwert: Lass --seed weg",
    "usage.secret-missing": ("{option} ist für einen bekannten Geheimcode: Gib --secret CODE oder --secret random an"),
    "usage.no-secret-to-show": "--show-secret ist für einen Geheimcode: Der Gegenspieler hat keinen",
    "usage.games-missing": (
        "--seed zieht Geheimcodes: Gib auch --games N an, oder lass es weg, um alle Codes zu spielen"
    ),
    "usage.count-missing": "--count ist für Rätsel, die ausgegeben werden: Gib auch --export oder --benchmark an",
    "usage.named-twice": "{name!q} ist zweimal genannt",
    "usage.file-name": "{name!q} ist kein Name einer Datei",
    "usage.ledger-only": "{option} ist für Register",
    "usage.threads-few": "{workers} Prozesse brauchen je einen Thread: Schreib --threads {workers} oder mehr",
    "usage.same-file": "{one} und {other} sind dieselbe Datei",
    "usage.command-unknown": "{name!q} ist kein Befehl: Nimm {names}",
    "usage.command-meant": "{name!q} ist kein Befehl. Meintest du {names}?",
    "usage.shell-unknown": "{name!q} ist keine Shell, die vervollständigt werden kann: Nimm {names}",
    "usage.watch-missing": "--delay ist zum Zuschauen: gib auch --watch an",
    "usage.no-memory": "dafür reicht der Speicher nicht: Gib mehr davon, oder verlang weniger",
}
