"""Spanish: what went wrong, and what to do instead: the errors of the library, by kind."""

MESSAGES = {
    # Feedback, codes, turns and variants
    "error.feedback-counts": (
        "una respuesta cuenta clavijas, con dos números enteros desde 0, no {blacks!r} negros y {whites!r} blancos"
    ),
    "error.feedback-text": "{text!q} no es una respuesta: escribe 1b2w, 1,2, BWW o 1A2B, y - si no hay nada",
    "error.feedback-digits": (
        "{text!q} se puede leer de dos maneras con diez clavijas o más: escribe {blacks}b{whites}w o {text},0"
    ),
    "error.feedback-only-b": "{text!q} pueden ser toros o vacas: escribe {number}A0B o 0A{number}B",
    "error.feedback-value": "{given} no es una respuesta: escribe Feedback(1, 2) o '1b2w'",
    "error.feedback-total": (
        "{feedback} {total:es # pin|son # pines}, y un código solo tiene {pegs:# clavija|# clavijas}"
    ),
    "error.feedback-last-peg": (
        "{feedback} es imposible: si todas las demás clavijas aciertan, la última no tiene otro sitio"
    ),
    "error.code-empty": "un código tiene al menos una clavija",
    "error.code-value": "un código es una fila de colores contados desde 1, no {given}: escribe Code('1122')",
    "error.code-letters": (
        "{text!q} tiene letras de una paleta, que solo lee una variante: escribe Variant(4, 6).code({text!q}), "
        "o los colores por sus números"
    ),
    "error.code-length": "un código tiene {pegs:# clavija|# clavijas}, {code!q} tiene {length:,}",
    "error.code-repeats": "en {variant} no se repiten colores, {code!q} tiene el color {color} más de una vez",
    "error.color-number": "los colores se cuentan desde 1, no {color}",
    "error.color-too-large": "los colores se cuentan hasta {most:,}, y {color} es más",
    "error.color-text": (
        "{word!q} en {text!q} no es un color: los colores son de 1 a 9, después letras desde la a, o números"
    ),
    "error.color-unknown": "{color!q} no es un color de {variant}: usa {colors:|de 1 a }{last}",
    "error.letter-unknown": "{color!q} no es un color de {variant}: usa {colors:|de 1 a }{last}, o {letters}",
    "error.digit-unknown": "{color!q} no es una cifra de {variant}: usa {digits}",
    "error.turn-text": (
        "{text!q} no es un turno: escribe el intento, = y la respuesta, como 1122=1b1w, o 1122=- si no hay nada"
    ),
    "error.turn-value": "{given} no es un turno: escribe Turn.parse('1122=1b1w')",
    "error.guess-length": (
        "un intento tiene tantas clavijas como el código secreto, {guess} tiene {length} y no {pegs}"
    ),
    "error.variant-counts": ("una variante tiene 1 o más clavijas y colores, hasta {most:,}, no {pegs!r} y {colors!r}"),
    "error.variant-repeats": "una variante permite repeticiones o no, True o False, no {given}",
    "error.variant-colors": "sin repeticiones, {pegs} clavijas necesitan otros tantos colores, no {colors}",
    "error.variant-value": "{given} no es una variante: escribe Variant(4, 6) o 'p4c6'",
    "error.variant-text": (
        "{text!q} no es una variante: escribe p4c6 para 4 clavijas y 6 colores, p4c10n si no se repiten, 6x6, o {names}"
    ),
    # Palettes
    "error.palette-given": ("{given} no es una paleta: escribe 'classic', o sus colores, como 'red,sky=#88ccff'"),
    "error.palette-empty": "una paleta tiene al menos un color",
    "error.palette-twice": "una paleta nombra cada color una vez, {palette!q} tiene {color!q} dos veces",
    "error.palette-color": "{name!q} en la paleta {text!q} no es un nombre de color: usa las letras de la a a la z",
    "error.palette-value": (
        "{name!q} en la paleta {text!q} necesita un valor como {name}=#88ccff; paletas: {palettes}; "
        "colores con nombre: {colors}"
    ),
    # Parameters of strategies
    "error.parameter-whole": "{name}={text!q} no es posible: escribe un número entero de {low} a {high}",
    "error.parameter-number": "{name}={text!q} no es posible: escribe un número de {low} a {high}",
    "error.parameter-text": "{text!q} no es un parámetro de {strategy}: escribe nombre=valor",
    "error.parameter-unknown": "{name!q} no es un parámetro de {strategy}: usa {names}",
    "error.parameter-none": "{name!q} no es un parámetro de {strategy}: no tiene ninguno",
    "error.parameter-twice": "{name!q} aparece dos veces en {strategy}:{settings}",
    "error.seed-unused": "{text!q} tiene una semilla, y {strategy} no sortea nada: escribe {strategy}",
    "error.seed-text": "{text!q} no es una semilla: escribe un número entero desde 0, como en {strategy}:7",
    # The classic exercise
    "error.colors-value": ("{given} no es un código: escribe una lista de colores, como [Red, Green, Blue, Yellow]"),
    "error.color-value": "{given} no es un color: usa {names} de keypeg.classic",
    "error.codes-value": ("{given} no es una lista de códigos: escribe [[Red, Blue], [Red, Green]] o all_codes(2)"),
    "error.length-value": (
        "un código tiene 0 o más clavijas, no {given}: escribe un número entero, como en all_codes(4)"
    ),
    "error.length-too-large": (
        "los códigos de {length} clavijas son demasiados para listarlos: usa hasta {most} clavijas"
    ),
    "error.move-value": "{given} no es una jugada: escribe Move([Red, Red, Blue, Green], 1, 1) o usa get_move",
    "error.move-counts": (
        "un intento de longitud {pegs} no puede tener {exact} aciertos exactos y {nonexact} inexactos: escribe dos "
        "números enteros, de 0 en adelante, que no sumen más de {pegs}"
    ),
    "error.move-last-peg": (
        "un intento de longitud {pegs} no puede tener {exact} aciertos exactos y 1 inexacto: si todas las demás "
        "clavijas aciertan, la última no tiene otro sitio"
    ),
    "error.move-length": (
        "un intento es tan largo como el código secreto, que tiene {pegs:# clavija|# clavijas}, no {length:,}"
    ),
    # Positions and their candidates
    "error.position-value": "{given} no es una posición: escribe 'p4c6 1122=1b1w'",
    "error.position-for-variant": "{text!q} es una posición, no una variante: escribe Position.parse({text!q})",
    "error.turn-index": (
        "no hay posición antes del turno {number} de {position!q}: los turnos se cuentan desde 0, así que escribe de "
        "0 a {most}"
    ),
    "error.no-consistent-code": "ningún código encaja con todos los turnos de {position!q}",
    "error.position-empty": ("'' no es una posición: escribe una variante y los turnos, como en p4c6 1122=1b1w"),
    "error.variant-size": "{variant} queda fuera de alcance: como mucho {pegs} clavijas y {colors} colores",
    "error.sat-package": (
        "esta posición de una partida grande necesita un paquete que no está instalado "
        "({package}): pip install 'keypeg[large]'"
    ),
    "error.too-many-codes": ("{codes:,} códigos son demasiados para listarlos (como mucho {limit:,}) en {variant}"),
    "error.too-many-candidates": "más de {limit:,} candidatos, o se tarda demasiado en listarlos, en {position}",
    "error.no-candidate": "no se encontró a tiempo ningún candidato en {position}",
    "error.no-further-candidate": "no se encontró otro candidato en {limit:,} pasos en {position}",
    "error.code-found": "el código ya está encontrado en {position!q}",
    "error.effort": "un esfuerzo es un número entero de pares, 1 o más, no {pairs}",
    "error.effort-value": ("{given} no es un esfuerzo: escribe Effort(10**9), o QUICK o PATIENT de keypeg.effort"),
    "error.top": "pide de 1 a {most:,} intentos, no {top}",
    "error.threads-value": "{given} no es un número de hilos: escribe 1 o más, o 0 para uno por núcleo",
    "error.seed-value": "{given} no es una semilla: escribe un número entero de {most} cifras como mucho",
    "error.hint-step": "una pista tiene los pasos de 1 a {last}, no {step}",
    "error.turns-after-win": "el turno {number} encontró el código en {position!q}: quita los turnos posteriores",
    "error.too-few-candidates": (
        "solo {found:se encontró # candidato|se encontraron # candidatos} a tiempo en {position}: demasiado pocos "
        "para valorar un intento"
    ),
    # The exact search
    "error.memory-value": "{given} no es un número de bytes: escribe un número entero, como 1 << 30",
    "error.objective": "{objective!q} no es un objetivo: usa {names}",
    "error.snapshot": "no es una instantánea de una búsqueda en {position}: empieza sin ella",
    "error.exact-pegs": "la búsqueda exacta admite hasta {limit} clavijas; {variant} tiene {pegs}",
    "error.exact-codes": "la búsqueda exacta admite hasta {limit:,} códigos; {variant} tiene {codes:~}",
    "error.exact-turns": ("la búsqueda exacta cuenta hasta {limit} turnos, y {position} puede necesitar {turn_count}"),
    "error.exact-guesses": (
        "la búsqueda exacta cuenta hasta {limit:,} intentos entre todos los códigos, y {position} puede necesitar "
        "{guesses:,}"
    ),
    # Proofs
    "error.ledger-columns": (
        "una línea de un registro tiene {expected} columnas separadas por tabuladores; esta tiene {columns}"
    ),
    "error.ledger-text": "no es una posición como las de un registro: {position!q}; escribe p4c6 1122=1b1w",
    "error.ledger-number": (
        "no son una cota inferior, una cota superior y segundos: {lower!q}, {upper!q}, {seconds!q}"
    ),
    "error.ledger-bounds": "{position}: una cota superior de {upper} necesita una estrategia",
    "error.ledger-spaces": "{position}: entre dos intentos va un solo espacio",
    "error.ledger-line": "línea {number}: {reason}",
    "error.ledger-empty": "no contiene ninguna línea",
    "error.ledger-variants": "sus líneas tratan de varias variantes: {variants}",
    "error.ledger-contradiction": ("{position} necesitaría al menos {lower} intentos, y no más de {upper}"),
    "error.ledger-strategy": "no se conoce ninguna estrategia para {position}",
    "error.ledger-file": "{path} no es un registro válido: {reason}",
    "error.ledger-none": "{path} no es un registro",
    "error.ledger-busy": "otro proceso está escribiendo en {path}",
    "error.ledger-gone": (
        "otro archivo ha ocupado el lugar de {path}; lo que había en el registro, y lo hallado desde entonces, está en "
        "{kept}"
    ),
    "error.ledger-position": "{path} es una demostración sobre {found}, no sobre {position}",
    "error.strategy-short": "los intentos acaban antes de {position}",
    "error.strategy-long": "hay más intentos de los que {position} necesita",
    "error.strategy-useless": "{guess} no distingue candidatos en {position}",
    "error.worker-play": (
        "el programa de {worker} juega de otra manera: keypeg bench da {play} allí y {expected} aquí"
    ),
    "error.worker-proof": (
        "la compilación de {worker} no es de fiar: halla que {position} necesita {found} intentos, y son {expected}"
    ),
    "error.workers-gone": "no queda nadie que haga el trabajo: {reason}",
    "error.task-failed": "una tarea falló demasiadas veces: {position}: {reason}",
    "error.cluster-packages": "un clúster necesita el paquete {package}: pip install 'keypeg[cluster]'",
    "error.cluster-address": "ningún clúster responde en {address!q}: {reason}",
    "error.cluster-lost": "el clúster de {address} ya no está: {reason}",
    # Trees
    "error.tree-format": "no es un árbol con el formato {format!q}",
    "error.tree-text": "un árbol necesita {name!q} como texto, no {given}",
    "error.tree-node": "no es un nodo de un árbol: {entry}",
    "error.tree-feedback": "un nodo de un árbol tiene la misma respuesta dos veces: {feedbacks}",
    "error.tree-position": "el árbol es para {own!q}, no para {position!q}",
    "error.tree-path": "el árbol no pasa por {turn!q} en {position!q}",
    "error.tree-size": "más de {limit:,} códigos son demasiados para desarrollar {strategy} en {position}",
    "error.tree-pairs": "un árbol de {strategy} compararía {pairs:~} pares por turno (como mucho {limit:~})",
    "error.tree-replay": "{variant} tiene {codes:~} códigos, demasiados para repetirlos (como mucho {limit:,})",
    "error.tree-depth": "no se lee un árbol con más de {limit:# intento|# intentos} seguidos",
    "error.flaw-few": (
        "{guesses:# intento no encuentra|# intentos no encuentran} todos los códigos de {position}, más de {codes:,}"
    ),
    "error.flaw-root": "en la raíz: {error}",
    "error.flaw-node": "tras {turns}: {error}",
    "error.flaw-first-branch": "en la raíz {guess}: ningún código recibe {feedback}",
    "error.flaw-branch": "tras {turns} {guess}: ningún código recibe {feedback}",
    "error.flaw-end": "tras {turns}: no sigue nada, así que no encuentra {codes}",
    "error.flaw-end-more": "tras {turns}: no sigue nada, así que no encuentra {codes} ni {more:,} más",
    "error.flaw-claim": "afirma {name} {claimed}, y al repetirlo salen {counted}",
    "error.flaw-bound": "afirma que se necesita al menos {lower}, y él mismo necesita {counted}",
    # Strategies
    "error.strategy-unknown": "{name!q} no es una estrategia: usa {names}",
    "error.strategy-value": "{given} no es una estrategia: escribe strategy('knuth'), o un nombre como texto",
    "error.strategy-nameless": (
        "una partida guarda su estrategia por el nombre, y {name!q} es otra: escribe un nombre"
    ),
    "error.strategy-colon": (
        "{name!q} no es una estrategia: escribe los parámetros tras dos puntos, genetic:population=300"
    ),
    "error.strategy-no-module": "{text!q} no es una estrategia: aquí no hay ningún módulo {module!q}",
    "error.strategy-no-name": "{text!q} no es una estrategia: el módulo {module!q} no tiene {name!q}",
    "error.strategy-incomplete": "a la estrategia {source} le falta {names}",
    "error.strategy-abilities": (
        "la estrategia {source} declara capacidades cuyos métodos faltan o admiten pocos argumentos: {names}"
    ),
    "error.strategy-failed": "la estrategia {source} falló: {reason}",
    "error.strategy-seedless": "la estrategia {source} no admite semilla: escribe {text}",
    "error.strategy-broken": "la estrategia {source} no se puede cargar: {reason}",
    "error.strategy-codes": (
        "{strategy} mira todos los códigos, y {variant} tiene {codes:~} (como mucho {limit:,}); "
        "{strategy}-candidates sigue jugando cuando quedan menos de {limit:,} candidatos"
    ),
    "error.strategy-pairs": "{strategy} compararía {pairs:~} pares (como mucho {limit:~}) en {position}",
    "error.one-thread": "{strategy} juega en un solo hilo: no pidas más",
    "error.device": "{name!q} no es un dispositivo: usa {names}",
    "error.device-strategy": "{strategy} no trabaja en una GPU: quita --device",
    "error.gpu-driver": "aquí no hay ninguna GPU que usar: el controlador de una GPU de NVIDIA no está instalado",
    "error.gpu-none": "aquí no hay ninguna GPU que usar: el controlador no encuentra ninguna",
    "error.gpu-compiler": (
        "una GPU necesita NVRTC, el compilador de CUDA, que no está instalado: pip install 'keypeg[gpu]'"
    ),
    "error.gpu-compile": "los núcleos de la GPU no se pueden compilar: {log}",
    "error.gpu-failed": "la GPU ha fallado: {call}, {error}",
    "error.gpu-memory": "la GPU tiene poca memoria para esto",
    "error.gpu-variant": "{variant} es demasiado grande para los núcleos de la GPU: usa --device cpu",
    "error.guess-illegal": "{strategy} prueba {given}, que no es un código de la variante, en {position!q}",
    "error.guess-repeated": "{strategy} prueba {guess!q} por segunda vez en {position!q}",
    "error.guess-useless": "{strategy} prueba {guess!q}, que no dice nada, en {position!q}",
    # Tournaments
    "error.tournament-games": "un torneo tiene 1 partida o más, no {games}",
    "error.tournament-after": "un torneo puede empezar tras 0 o más códigos secretos, no tras {after}",
    "error.rows-unlike": "{one} y {other} no jugaron los mismos códigos secretos",
    "error.row-left-out": "se omite {strategy} {variant}: {error}",
    "error.work-unsendable": "esto no se puede enviar a otro proceso, usa uno solo: {reason}",
    "error.worker-ended": (
        "{strategy} {variant}: un proceso acabó antes de terminar su trabajo; quizá se quedó sin memoria"
    ),
    "error.plot-empty": "no hay filas terminadas que dibujar",
    "error.plot-format": "{format!q} no es un formato de gráficos: usa {names}",
    "error.plot-library": "los gráficos necesitan matplotlib, que no está instalado: pip install 'keypeg[plot]'",
    # Games and sessions
    "error.codemaker-text": ("{text!q} no es un creador del código: escribe random:SEED, adversary o fixed:CODE"),
    "error.veiled-text": "{text!q} no es un código velado: la línea se cambió o se cortó",
    "error.codemaker-value": (
        "{given} no es un creador del código: escribe Fixed('1122'), Drawn(7), Adversary(), o texto como 'fixed:1122'"
    ),
    "error.game-guesses": ("una partida tiene 1 intento o más, hasta {most:,}, no {guesses}; None es sin límite"),
    "error.game-over": "la partida ha acabado ({outcome}): empieza otra",
    "error.session-value": (
        "{given} no es una partida: escribe su línea, como en 'p4c6 guesses=10 codemaker=random:3'"
    ),
    "error.session-empty": "'' no es una partida: escribe una variante, ajustes y turnos",
    "error.session-long": "una partida de {words:,} palabras es demasiado larga: se leen como mucho {limit:,}",
    "error.session-word": "{word!q} en {text!q} no es un turno ni un ajuste de este tipo de partida",
    "error.session-number": "{name}={text!q} no es un número",
    "error.guesses-text": ("{text!q} no es un número de intentos: escribe de 1 a {most:,}, o none si no hay límite"),
    "error.turn-changed": (
        "el turno {number} ({turn}) no es lo que responde el creador del código: se cambió {text!q}"
    ),
    "error.no-guess-to-undo": "nada que deshacer: no hay ningún intento",
    "error.no-guess-to-redo": "nada que rehacer: desde el último intento no se ha deshecho ninguno",
    "error.no-feedback-to-undo": "nada que deshacer: no hay ninguna respuesta",
    "error.no-feedback-to-redo": "nada que rehacer: desde la última respuesta no se ha deshecho nada",
    "error.no-turns-yet": "no hay turno {number}: aún no hay turnos",
    "error.no-such-turn": (
        "no hay turno {number}: {turn_count:solo se puede corregir el turno 1|se pueden corregir los turnos 1 a #}"
    ),
    "error.wrong-feedback": "{feedback} no es correcto: con tu código secreto, {guess} recibe {right}",
    "error.feedback-contradicts": "tus respuestas se contradicen: corrige una o deshaz primero",
    "error.secret-unknown": ("no se conoce el código secreto: responde tú al intento, o pon un código secreto"),
    "error.language": "{text!q} no es un idioma que hable Keypeg: usa {names}",
    # Files and databases
    "error.file-save": "no se puede guardar en {path!q}: {reason}",
    "error.file-read": "no se puede leer {path!q}: {reason}",
    "error.file-too-large": "{path!q} es demasiado largo: se leen como mucho {limit:,} bytes",
    "error.file-taken": "{path!q} ya existe y no es una partida guardada: elige otro nombre",
    "error.file-changed": (
        "{path!q} se cambió en otro sitio desde que se leyó o guardó esta partida: elige otro nombre"
    ),
    "error.file-other-game": "{path!q} es otra partida: elige otro nombre",
    "error.file-no-session": "{path!q} no es una partida guardada: su primera línea debería ser {head!q}",
    "error.file-no-checkpoint": "{path!q} no es un punto de control: elige otro nombre",
    "error.checkpoint-task": "{path!q} es un punto de control de {found!q}, no de {task!q}",
    "error.checkpoint-foreign": (
        "{path!q} no se escribió con la clave propia, {key!q}: "
        "copia también la clave, o empieza de nuevo en otro archivo"
    ),
    "error.checkpoint-key": "{path!q} no es una clave de puntos de control: bórrala y empieza de nuevo",
    "error.serve-workers": (
        "varios procesos necesitan Linux, no {system}: inicia varios servidores en puertos distintos tras un proxy"
    ),
    "error.rate-setting": "{text!q} no es un número de peticiones por minuto: escribe KEYPEG_RATE=1200",
    "error.database-url": (
        "{text!q} no es la URL de una base de datos: escribe sqlite:///FILE o postgresql://USER@HOST/NAME"
    ),
    "error.database-kind": ("{name!q} no es una base de datos que Keypeg conozca: usa sqlite o postgresql"),
    "error.database-driver": "PostgreSQL necesita un controlador: pip install 'keypeg[postgres]'",
    "error.database-memory": (
        "una base de datos en memoria perdería todas las partidas: indica un archivo, como en sqlite:///games.db"
    ),
    "error.database-open": "no se puede abrir la base de datos {database!q}: {reason}",
    "error.database-newer": (
        "una versión más nueva de Keypeg ha cambiado la base de datos (paso {step!q}; "
        "esta versión conoce {known!q}): actualiza Keypeg"
    ),
    "error.database-unavailable": "ahora no se puede usar la base de datos ({fault}): {reason}",
    "error.database-unsure": "la conexión con la base de datos se cortó mientras se guardaba algo ({fault}): {reason}",
}
