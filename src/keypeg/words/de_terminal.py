"""German: what both games in a terminal say: boards, pages, commands, settings."""

MESSAGES = {
    # The board and the pages
    "terminal.go-on": "Weiter mit Enter",
    "terminal.go-back": "Mit Enter zurück zum Brett",
    "terminal.slip-here": "hier ein Versehen?",
    "terminal.slip": "Versehen?",
    "terminal.earlier-turns": "{number:# früherer Zug|# frühere Züge}: tippe turns",
    # The rules
    "rules.about": (
        "Der Geheimcode ist eine Reihe aus {pegs:# Stift|# Stiften} in {colors:# Farbe|# Farben}; eine Farbe kann "
        "mehrmals vorkommen. {codes:Es gibt # solchen Code|Es gibt # solche Codes}. Jeder Versuch erhält "
        "Wertungsstifte:"
    ),
    "rules.about-no-repeats": (
        "Der Geheimcode ist eine Reihe aus {pegs:# Stift|# Stiften} in {colors:# Farbe|# Farben}; keine Farbe kommt "
        "zweimal vor. {codes:Es gibt # solchen Code|Es gibt # solche Codes}. Jeder Versuch erhält Wertungsstifte:"
    ),
    "rules.black": "{sign} schwarz: ein Stift in der richtigen Farbe am richtigen Platz",
    "rules.white": "{sign} weiß: ein Stift in der richtigen Farbe am falschen Platz",
    "rules.about-bulls": (
        "Der Geheimcode besteht aus {pegs:# Ziffer|# Ziffern} von {colors}, alle verschieden. "
        "{codes:Es gibt # solchen Code|Es gibt # solche Codes}. Jeder Versuch erhält Bullen und Kühe:"
    ),
    "rules.black-bulls": "{sign} Bulle: eine Ziffer am richtigen Platz",
    "rules.white-bulls": "{sign} Kuh: eine Ziffer des Geheimcodes am falschen Platz",
    "rules.counting-bulls": "Ihre Reihenfolge sagt nicht, welche Ziffer gemeint ist.",
    "rules.some-digits": "1 steht am richtigen Platz, 3 kommt vor, aber anderswo",
    "rules.all-digits-elsewhere": "alle vier Ziffern, keine am richtigen Platz",
    "rules.counting": (
        "Ihre Reihenfolge sagt nicht, welcher Stift gemeint ist. Ein Stift des Geheimcodes zählt für höchstens einen "
        "Stift des Versuchs: Eine Farbe zählt nur so oft, wie sie in beiden vorkommt. Schwarz wird zuerst gezählt."
    ),
    "rules.example": "Geheimcode {secret}  Versuch {guess}  {key_pegs}  {feedback}",
    "rules.third-red": "zweimal Rot und einmal Blau stehen richtig; das dritte Rot findet kein drittes Rot",
    "rules.one-red": "einmal Rot steht richtig; für die anderen ist kein Rot mehr übrig, also kein Weiß",
    "rules.elsewhere": "zweimal Grün kommt vor, aber anderswo, und einmal Rot: drei Weiße",
    "rules.all-elsewhere": "alle vier Farben, keine am richtigen Platz",
    # A game from its beginning to its end
    "terminal.colors": "Farben: {colors}.",
    "terminal.digits": "Ziffern: {colors}.",
    "terminal.luck": (
        "Dazu gehört Glück: In weniger als {least:# Versuch|# Versuchen} lässt sich ein Code von {variant} nicht mit "
        "Sicherheit knacken."
    ),
    "terminal.no-limit": "beliebig viele Versuche",
    "terminal.guesses-left": "noch {number:# Versuch|# Versuche}",
    "terminal.did-you-mean": "Meintest du {command}?",
    "terminal.new-game": "Ein neues Spiel.",
    "terminal.restarted": "Von vorn.",
    "terminal.restarted-same": "Von vorn, mit demselben Code.",
    "terminal.restarted-new": "Von vorn, mit einem neuen Code.",
    "terminal.restarted-no-code": "Von vorn. Der gesetzte Code gilt nicht mehr.",
    "terminal.drop": "Damit ist das Spiel nach {number:# Versuch|# Versuchen} weg. Trotzdem? [j/N]",
    "terminal.goes-on": "Das Spiel geht weiter.",
    "terminal.no-turns": "Es gibt noch keine Züge.",
    "terminal.candidates": "{possible}, von {code} an",
    "terminal.few-candidates": "{possible}: {codes}",
    "terminal.left-game": "Dieses Spiel ({variant}) hast du nach {number:# Versuch|# Versuchen} verlassen.",
    "terminal.go-on-with": "Weiterspielen? n verwirft es. [J/n]",
    "terminal.yes-or-no": "Tippe j oder n.",
    "terminal.overwrite": "{name!q} ist ein anderes Spiel. Überschreiben? [j/N]",
    "terminal.overwrite-changed": "{name!q} wurde anderswo geändert. Überschreiben? [j/N]",
    "terminal.not-saved": "Nicht gespeichert.",
    "terminal.saved": "Gespeichert: {name}. Weiter geht es mit: keypeg {program} --resume {path}",
    "terminal.cannot-keep": (
        "Das Spiel geht verloren, wenn du gehst, denn es lässt sich nicht aufheben: save DATEI speichert es."
    ),
    "terminal.set-aside": "ein verlassenes Spiel ist nicht lesbar ({error}); es liegt jetzt unter {path}",
    "terminal.afterwards": "Du kannst auch review oder {command} tippen.",
    "terminal.another-game": "Noch ein Spiel? [j/N]",
    "terminal.goodbye": "Auf Wiedersehen.",
    "terminal.left-early": "Verlassen nach {number:# Versuch|# Versuchen}.",
    "terminal.left-kept": (
        "Verlassen nach {number:# Versuch|# Versuchen}. Mit keypeg {program} --resume geht das Spiel weiter."
    ),
    "terminal.left-lost": ("Verlassen nach {number:# Versuch|# Versuchen}. Das Spiel ließ sich nicht aufheben."),
    # Settings
    "settings.how": (
        "set NAME WERT ändert eine: palette und show-secret sofort, die anderen vor dem ersten Zug, "
        "sonst für das nächste Spiel"
    ),
    "settings.now-and-then": "{now} (nächstes Spiel: {then})",
    "settings.changed": "{name} ist jetzt {value}; sonst bleibt das Spiel, wie es ist.",
    "settings.code-none": "keiner",
    "settings.code-hidden": "verdeckt",
    "settings.variant": "{variant} (p: Stifte, c: Farben; n am Ende: keine Wiederholungen)",
    "settings.secret-none": "keiner",
    "settings.secret-set": "gesetzt",
    "settings.secret-random": "zufällig, in jedem Spiel ein neuer",
    "settings.palette-changed": "Die Palette ist geändert.",
    "settings.secret-shown": "Der Geheimcode wird gezeigt.",
    "settings.secret-hidden": "Der Geheimcode ist verdeckt.",
    "settings.next-game": "Gilt ab dem nächsten Spiel: Tippe new, um es zu beginnen.",
    # What each command does
    "command.help": "diese Seite",
    "command.rules": "die Regeln, und wie Weiße bei mehrfachen Farben zählen",
    "command.rules-bulls": "die Regeln, und wie Bullen und Kühe gezählt werden",
    "command.turns": "alle Züge bisher",
    "command.candidates": "die Codes, die noch möglich sind",
    "command.settings": "wie dieses Spiel eingestellt ist; set NAME WERT ändert es",
    "command.save": "das Spiel speichern: save DATEI",
    "command.new": "ein neues Spiel; new p5c8 für eine andere Größe",
    "command.quit": "verlassen (auch q)",
    # Errors
    "error.no-game": "noch hat kein Spiel begonnen: Tippe new",
    "error.setting-unknown": "{name!q} ist keine Einstellung: Setz {most} oder {last} auf einen Wert",
    "error.on-off-text": "{text!q} ist weder on noch off",
    "error.nothing-left": "kein Spiel von keypeg {program} wurde unfertig verlassen: Lass --resume weg",
    "error.other-game": "{path!q} ist ein Spiel von keypeg {program}: Weiter mit keypeg {program} --resume {file}",
}
