"""Spanish: what both games in a terminal say: boards, pages, commands, settings."""

MESSAGES = {
    # The board and the pages
    "terminal.go-on": "Pulsa Intro para seguir",
    "terminal.go-back": "Pulsa Intro para volver al tablero",
    "terminal.slip-here": "¿un descuido aquí?",
    "terminal.slip": "¿descuido?",
    "terminal.earlier-turns": "{number:# turno anterior|# turnos anteriores}: escribe turns",
    # The rules
    "rules.about": (
        "El código secreto es una fila de {pegs:# clavija|# clavijas} en {colors:# color|# colores}; un color puede "
        "aparecer más de una vez. {codes:Hay # código así|Hay # códigos así}. Cada intento recibe pines:"
    ),
    "rules.about-no-repeats": (
        "El código secreto es una fila de {pegs:# clavija|# clavijas} en {colors:# color|# colores}; ningún color "
        "aparece dos veces. {codes:Hay # código así|Hay # códigos así}. Cada intento recibe pines:"
    ),
    "rules.black": "{sign} negro: una clavija del color correcto en el sitio correcto",
    "rules.white": "{sign} blanco: una clavija del color correcto en un sitio equivocado",
    "rules.about-bulls": (
        "El código secreto son {pegs:# cifra|# cifras} de entre {colors}, todas distintas. "
        "{codes:Hay # código así|Hay # códigos así}. Cada intento recibe toros y vacas:"
    ),
    "rules.black-bulls": "{sign} toro: una cifra en su sitio",
    "rules.white-bulls": "{sign} vaca: una cifra del código secreto en un sitio equivocado",
    "rules.counting-bulls": "Su orden no dice de qué cifra se trata.",
    "rules.some-digits": "el 1 está en su sitio, el 3 está pero en otro",
    "rules.all-digits-elsewhere": "las cuatro cifras, ninguna en su sitio",
    "rules.counting": (
        "Su orden no dice de qué clavija se trata. Una clavija del código secreto cuenta como mucho para una del "
        "intento: un color solo cuenta tantas veces como aparece en ambos. Primero se cuentan los negros."
    ),
    "rules.example": "secreto {secret}  intento {guess}  {key_pegs}  {feedback}",
    "rules.third-red": "dos rojos y un azul están en su sitio; el tercer rojo no encuentra un tercer rojo",
    "rules.one-red": "un rojo está en su sitio; para los demás no queda ningún rojo, así que no hay blancos",
    "rules.elsewhere": "los dos verdes están pero en otro sitio, y un rojo: tres blancos",
    "rules.all-elsewhere": "los cuatro colores, ninguno en su sitio",
    # A game from its beginning to its end
    "terminal.colors": "Colores: {colors}.",
    "terminal.digits": "Cifras: {colors}.",
    "terminal.luck": (
        "Hace falta suerte: en menos de {least:# intento|# intentos} nadie puede descifrar con seguridad un código de "
        "{variant}."
    ),
    "terminal.no-limit": "sin límite",
    "terminal.guesses-left": "{number:queda # intento|quedan # intentos}",
    "terminal.did-you-mean": "¿Querías decir {command}?",
    "terminal.new-game": "Una partida nueva.",
    "terminal.restarted": "Desde el principio.",
    "terminal.restarted-same": "Desde el principio, con el mismo código.",
    "terminal.restarted-new": "Desde el principio, con un código nuevo.",
    "terminal.restarted-no-code": "Desde el principio. El código que había puesto ya no se usa.",
    "terminal.drop": "Esto descarta la partida tras {number:# intento|# intentos}. ¿Seguro? [s/N]",
    "terminal.goes-on": "La partida sigue.",
    "terminal.no-turns": "Aún no hay turnos.",
    "terminal.candidates": "{possible}, desde {code}",
    "terminal.few-candidates": "{possible}: {codes}",
    "terminal.left-game": "Dejaste esta partida de {variant} tras {number:# intento|# intentos}.",
    "terminal.go-on-with": "¿Seguir con ella? n la descarta. [S/n]",
    "terminal.yes-or-no": "Escribe s o n.",
    "terminal.overwrite": "{name!q} es otra partida. ¿Sobrescribirla? [s/N]",
    "terminal.overwrite-changed": "{name!q} se cambió en otro sitio. ¿Sobrescribirla? [s/N]",
    "terminal.not-saved": "No se ha guardado.",
    "terminal.saved": "Guardada en {name}. Para seguir: keypeg {program} --resume {path}",
    "terminal.cannot-keep": (
        "La partida se perderá cuando salgas, porque no se puede conservar: save ARCHIVO la guarda."
    ),
    "terminal.set-aside": ("una partida que dejaste no se puede leer ({error}); queda apartada como {path}"),
    "terminal.afterwards": "También puedes escribir review o {command}.",
    "terminal.another-game": "¿otra partida? [s/N]",
    "terminal.goodbye": "Hasta la próxima.",
    "terminal.left-early": "Has salido tras {number:# intento|# intentos}.",
    "terminal.left-kept": (
        "Has salido tras {number:# intento|# intentos}. keypeg {program} --resume sigue con la partida."
    ),
    "terminal.left-lost": ("Has salido tras {number:# intento|# intentos}. La partida no se pudo conservar."),
    # Settings
    "settings.how": (
        "set NOMBRE VALOR cambia uno: palette y show-secret al momento, los demás antes del primer turno, "
        "o si no para la próxima partida"
    ),
    "settings.now-and-then": "{now} (próxima partida: {then})",
    "settings.changed": "{name} es ahora {value}; por lo demás la partida es la misma.",
    "settings.code-none": "ninguno",
    "settings.code-hidden": "oculto",
    "settings.variant": "{variant} (p: clavijas, c: colores; n al final: sin repeticiones)",
    "settings.secret-none": "ninguno",
    "settings.secret-set": "puesto",
    "settings.secret-random": "al azar, uno nuevo en cada partida",
    "settings.palette-changed": "La paleta ha cambiado.",
    "settings.secret-shown": "El código secreto se ve.",
    "settings.secret-hidden": "El código secreto está oculto.",
    "settings.next-game": "Vale para la próxima partida: escribe new para empezarla.",
    # What each command does
    "command.help": "esta página",
    "command.rules": "las reglas, y cómo cuentan los blancos con colores repetidos",
    "command.rules-bulls": "las reglas, y cómo se cuentan los toros y las vacas",
    "command.turns": "todos los turnos hasta ahora",
    "command.candidates": "los códigos que aún son posibles",
    "command.settings": "cómo está configurada esta partida; set NOMBRE VALOR lo cambia",
    "command.save": "guardar la partida: save ARCHIVO",
    "command.new": "una partida nueva; new p5c8 para otro tamaño",
    "command.quit": "salir (también q)",
    # Errors
    "error.no-game": "no ha empezado ninguna partida: escribe new",
    "error.setting-unknown": "{name!q} no es un ajuste: da un valor a {most} o {last}",
    "error.on-off-text": "{text!q} no es on ni off",
    "error.nothing-left": "no se dejó ninguna partida de keypeg {program} sin acabar: quita --resume",
    "error.other-game": ("{path!q} es una partida de keypeg {program}: sigue con keypeg {program} --resume {file}"),
}
