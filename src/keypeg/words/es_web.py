"""Spanish: what the server says: why it refuses a request, and where the page is."""

MESSAGES = {
    # Limits
    "error.web-variant-size": (
        "{variant} es demasiado grande para esta página: como mucho {pegs} clavijas y {colors} colores"
    ),
    "error.web-variant-codes": (
        "{variant} tiene {codes:,} códigos, demasiados para esta página (como mucho {limit:,})"
    ),
    "error.web-player-codes": (
        "{variant} tiene {codes:,} códigos, demasiados para {player} en esta página (como mucho {limit:,})"
    ),
    "error.web-guesses": "una partida tiene de 1 a {limit} intentos, o sin límite, no {guesses}",
    "error.web-turns": "{turn_count:,} turnos son demasiados para esta página (como mucho {limit:,})",
    "error.web-palette": (
        "una paleta de {colors:,} colores es demasiado grande para esta página (como mucho {limit:,})"
    ),
    "error.web-parameters": (
        "{text!q} tiene parámetros, que en esta página no se pueden ajustar: usa {strategy}, o {strategy}:7 con una "
        "semilla"
    ),
    "error.web-games": ("aquí tienes {limit:,} partidas, las más que se guardan: borra algunas antes de empezar otra"),
    "error.web-streams": "estás viendo demasiadas partidas a la vez: como mucho {limit:,}",
    "error.web-body-size": "la petición es demasiado grande: como mucho {limit:,} bytes",
    "error.web-held": "estás enviando demasiado a la vez: como mucho {limit:,} bytes",
    "error.web-connections": "demasiadas conexiones desde tu dirección: como mucho {limit:,} a la vez",
    "error.web-head-size": (
        "la cabecera de la petición es demasiado grande: como mucho {limit:,} bytes y {count:,} campos"
    ),
    "error.web-target-size": "la dirección de la petición es demasiado larga: como mucho {limit:,} bytes",
    "error.web-head-slow": "la petición llegó demasiado despacio: su cabecera puede tardar {limit:g} segundos",
    "error.web-body-slow": (
        "la petición llegó demasiado despacio: su contenido necesita al menos {limit:,} bytes por segundo"
    ),
    "error.web-not-http": "no es una petición HTTP legible",
    "error.web-stored": (
        "de tu dirección se guardan {limit:,} partidas y acertijos al día, y ya están gastados: inténtalo de nuevo en "
        "{wait:# minuto|# minutos}"
    ),
    "error.web-requests": (
        "demasiadas peticiones: como mucho {limit:,} por minuto, prueba otra vez dentro de {wait:# segundo|# segundos}"
    ),
    "error.web-at-once": "pides demasiado a la vez: como mucho {limit:# petición|# peticiones} al mismo tiempo",
    "error.web-work": (
        "has gastado tus {limit:g} segundos de cálculo por minuto: prueba otra vez dentro de "
        "{wait:# segundo|# segundos}"
    ),
    "error.web-crowded": "demasiada gente pide a la vez: prueba otra vez en un momento",
    "error.web-slow": "esto ha tardado más de {limit:g} segundos: pide algo más pequeño",
    "error.web-unavailable": "el servidor no puede llegar ahora a sus partidas: prueba otra vez en un momento",
    "error.web-unsure": (
        "la conexión con las partidas se cortó justo al guardarlo: envíalo otra vez, solo se hará una vez"
    ),
    # Games
    "error.web-no-game": "no existe esa partida, o no es tuya",
    "error.web-game-unreadable": ("esta partida no se puede leer: la hizo otra versión, o se cambió a mano"),
    "error.web-look-counts": (
        "en una partida sin terminar los códigos posibles son una pista: pídelos con POST, y cuenta como una"
    ),
    "error.web-game-stale": (
        "esta partida tiene {turn_count:# turno|# turnos}, no {seen:,}: se cambió en otro sitio, mírala otra vez"
    ),
    "error.web-game-changing": "esta partida se está cambiando en otro sitio: prueba otra vez",
    "error.web-game-started": "esta partida empezó en otro sitio en el mismo momento: mírala otra vez",
    "error.web-computer-guesses": "en esta partida adivina la máquina: responde a su intento",
    "error.web-no-corrections": "solo se corrigen respuestas en las partidas en que adivina la máquina",
    "error.web-breaker-guesses": "en esta partida solo prueba quien descifra, y tú has puesto el código",
    "error.web-codemaker-answers": "en esta partida solo responde quien puso el código, y tú lo descifras",
    "error.web-review-open": "el entrenador analiza una partida cuando ha acabado",
    # Games of two people
    "error.web-duel-secret": ("una partida de dos personas necesita un código secreto: pon el que hay que descifrar"),
    "error.web-duel-help": "en una partida de dos personas no se deshace ni hay ayuda",
    "error.web-duel-pending": "aún no han respondido a tu último intento",
    "error.web-duel-no-guess": "no hay ningún intento al que responder: espera a que la otra persona pruebe",
    "error.web-duel-server-answers": "en esta partida el servidor responde a los intentos",
    "error.web-duel-delete": "solo quien puso el código puede borrar esta partida: ríndete para acabarla",
    "error.web-next-open": "la próxima partida puede empezar cuando acabe esta partida de dos personas",
    "error.web-next-alone": "no queda nadie con quien jugar: la otra persona ha borrado esta partida",
    "error.web-next-taken": "la otra persona ya ha empezado la próxima partida: te toca descifrar su código",
    # Duelos
    "error.web-match-kind": ("un duelo contra la máquina empieza con un código suyo al azar, que descifras tú"),
    "error.web-match-guesses": "un duelo necesita un límite de intentos: cada intento es un punto",
    "error.web-match-none": "esta partida no es parte de un duelo",
    "error.web-match-open": "el duelo no ha acabado: empieza la ronda siguiente",
    "error.web-match-turn": "ahora pone el código tu rival: el último lo pusiste tú",
    "error.web-match-help": "en un duelo, quien descifra no puede deshacer ni recibe ayuda",
    "error.web-match-counted": "la ronda siguiente ha empezado: esta cuenta tal como está",
    "error.web-match-delete": "esta ronda cuenta en su duelo y no se puede borrar sola",
    "error.web-match-end": "quien puso el código no puede acabar una ronda: le daría puntos",
    # Salas
    # Puzzles
    "error.web-no-puzzle": "no hay ningún acertijo así que no hayas hecho ya",
    "error.web-puzzle-begun": "ese acertijo ya está empezado",
    "error.web-puzzles": "puedes guardar como mucho {limit:,} acertijos: borra tus datos para hacer sitio",
    "error.web-import-puzzle": "{puzzle!q} no es un acertijo de Keypeg",
    "error.web-puzzle-gone": "aquí no hay tal acertijo",
    "error.web-room-gone": (
        "este enlace no lleva a ninguna sala: se borró, o el enlace está incompleto; pide uno nuevo"
    ),
    "error.web-room-name": "un nombre tiene de 1 a 24 letras",
    "error.web-room-full": "esta sala está llena: {limit} personas como máximo",
    "error.web-room-rounds": "una sala tiene {limit} rondas como máximo: abre otra",
    "error.web-room-stranger": "aún no estás en esta sala: entra antes con un nombre",
    "error.web-room-opener": "solo quien abrió la sala empieza la ronda siguiente",
    "error.web-room-help": "en una sala no se puede deshacer ni hay ayuda: el código es el mismo para todos",
    "error.web-room-delete": "esta partida cuenta en su sala y no se puede borrar sola",
    "error.web-rooms": "has abierto {limit} salas, las que se guardan como máximo",
    "error.web-challenge-game": (
        "solo una partida acabada y con código propio puede ser un reto: ni un código del día, ni el código de un "
        "adversario o de otra persona"
    ),
    "error.web-challenge-own": "este es tu propio reto: envía el enlace a quien deba superarte",
    "error.web-link-dead": (
        "este enlace no lleva a ninguna partida: se borró, o el enlace está incompleto; pide uno nuevo"
    ),
    "error.web-link-own": "esta partida es tuya: envía el enlace a quien deba descifrar tu código",
    "error.web-link-taken": "otra persona ya se ha unido a esta partida: pide un enlace para ti",
    "error.web-link-over": "esta partida ha acabado: pide una nueva",
    # The code of the day
    "error.web-date": "{text!q} no es una fecha: escríbela como 2026-01-05",
    "error.web-daily-delete": "un código del día no se puede borrar solo: se podría volver a jugar",
    "error.web-day": "el {day} no tiene código del día: elige un día del {first} al {last}",
    "error.web-daily-undo": "en el código del día no se deshace: todos tienen los mismos intentos",
    # Past games
    "error.web-cursor": ("{text!q} no es donde empieza una página: envía lo que la página anterior tiene como next"),
    "error.web-time": "{text!q} no es una hora: escríbela como 2026-01-05T12:00:00Z",
    "error.web-import-file": "este no es un archivo de partidas exportado por Keypeg",
    "error.web-import-row": "no está escrita como Keypeg exporta una partida",
    "error.web-import": "partida {number:,}: {error}",
    "error.web-import-open": "no está terminada: solo se pueden importar partidas terminadas",
    "error.web-import-daily": (
        "no puede ser el código del {day}: un código del día es {variant} con {guesses:# intento|# intentos}"
    ),
    "error.web-import-count": "{games:,} partidas son demasiadas a la vez: como mucho {limit:,}",
    "error.web-import-full": "con estas tendrías aquí más de {limit:,} partidas: borra antes algunas",
    "error.web-import-slow": ("comprobar estas partidas lleva demasiado tiempo: importa como mucho {games:,} a la vez"),
    # Requests
    "error.web-json": "la petición necesita un objeto JSON como contenido",
    "error.web-field-missing": "falta {field!q}",
    "error.web-field-unknown": "{field!q} no es un campo de esta petición",
    "error.web-field-long": "{field!q} es demasiado largo: como mucho {limit:,} caracteres",
    "error.web-field-choice": "{field!q} tiene que ser uno de estos: {choices}",
    "error.web-field-least": "{field!q} tiene que ser al menos {limit:,}",
    "error.web-field-most": "{field!q} tiene que ser como mucho {limit:,}",
    "error.web-field-number": "{field!q} debe ser un número entero",
    "error.web-field-switch": "{field!q} debe ser true o false",
    "error.web-field-text": "{field!q} debe ser texto",
    "error.web-field-date": "{field!q} debe ser una fecha: escríbela como 2026-01-05",
    "error.web-keep-own": (
        "--keep-days es para un servidor con su propia --database: lo que hay en tu carpeta de datos se "
        "guarda para siempre"
    ),
    "error.web-nul": "la petición contiene el carácter NUL, que no aparece en ningún texto",
    "error.web-path": "no hay nada en {path!q}",
    "error.web-method": "{method} no se puede usar en {path!q}",
    "error.web-status": "no se puede atender la petición (estado {status})",
    "error.web-internal": "algo ha fallado en el servidor: los detalles están en su registro",
    "error.web-other-site": ("esto lo envió la página de otro sitio: las partidas solo se pueden cambiar desde este"),
    "error.web-log": "{text!q} no es una forma de registro: text o json",
    "error.web-network": "{text!q} no es una dirección ni una red: escríbela como 127.0.0.1 o 10.0.0.0/8",
    "error.web-proxied": (
        "este servidor es solo para su propio ordenador, y esta petición ha llegado a través de un proxy: inícialo con "
        "--proxy y la dirección del proxy para dejar entrar a otros"
    ),
    "error.web-other-host": (
        "este servidor es solo para el equipo en que funciona: arráncalo con --host 0.0.0.0 para dejar entrar a "
        "otros, o con una --database detrás de un proxy"
    ),
    # What a link to the page shows elsewhere
    "preview.text": (
        "Mastermind: descifra un código, pon uno a la máquina y aprende con un entrenador cuánto valió cada intento."
    ),
    "preview.missing": "Aquí no hay nada · Keypeg",
    "preview.room": "Un código para todos · Keypeg",
    "preview.room-text": "Varias personas descifran el mismo código, cada una en su tablero. Únete.",
    "preview.join": "Descifra mi código · Keypeg",
    "preview.join-text": "Alguien ha puesto un código para ti. ¿Puedes descifrarlo?",
    "preview.daily": "Código del día {number} · Keypeg",
    "preview.daily-text": (
        "El mismo código para todos, cada día otro. ¿Puedes descifrarlo en {guesses:# intento|# intentos}?"
    ),
    "preview.challenge": "Supera mi resultado · Keypeg",
    "preview.challenge-won": "He encontrado este código en {turn_count:# intento|# intentos}. ¿Puedes hacerlo mejor?",
    "preview.challenge-lost": "No he encontrado este código. ¿Y tú?",
    "preview.picture": "Un tablero con tres intentos y sus pines",
    # The server as a process
    "web.ready": "Keypeg está en {url} (Ctrl-C lo termina). Las partidas se guardan en {database}",
    "error.web-host": "no se puede escuchar en {host!q}: usa 127.0.0.1, o 0.0.0.0 para todos",
    "error.web-port-taken": (
        "el puerto {port} de {host} está ocupado: termina lo que escucha ahí, o elige otro con --port"
    ),
    "error.web-port": "no se puede escuchar en el puerto {port} de {host}: {reason}",
}
