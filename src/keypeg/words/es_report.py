"""Spanish: what the research commands print: headings, summaries, notes, the names of progress bars, plots."""

MESSAGES = {
    "duration.milliseconds": "{number:.1f} ms",
    "duration.seconds": "{number:.2f} s",
    # analyze
    "analyze.grading": "valorando",
    "analyze.interrupted-after": "interrumpido tras {done} de {turn_count:# turno|# turnos}",
    "analyze.interrupted": "El análisis se ha interrumpido.",
    "analyze.hard": "{position}, modo difícil",
    "analyze.turn": "turno",
    "analyze.guess": "intento",
    "analyze.feedback": "resp.",
    "analyze.before": "antes",
    "analyze.after": "después",
    "analyze.bits": "bits",
    "analyze.mean": "media",
    "analyze.best": "mejor",
    "analyze.best-mean": "óptimo",
    "analyze.lost": "coste",
    "analyze.skill": "habilidad",
    "analyze.luck": "suerte",
    "analyze.legend": (
        "antes, después: códigos posibles. bits: lo que dijo la respuesta; media: lo que dice de media; óptimo: lo "
        "que dice de media la del mejor intento. Un bit reduce los códigos a la mitad. coste: intentos que costó de "
        "media la elección. habilidad: 100 si ningún intento es mejor, 0 si se pierde un intento entero. suerte: 50 "
        "es lo normal."
    ),
    # bench
    "bench.measuring": "midiendo",
    "bench.time": "tiempo de {variant}",
    "bench.speed": "{pairs:.2f} G/s",
    "bench.one-core": "{instruction_set}, pares, un núcleo",
    "bench.play": "juego {number}",
    # exact
    "exact.proven": "{bound}, demostrado",
    "exact.at-least": "al menos {lower}; aún no se conoce ninguna estrategia",
    "exact.between": "entre {lower} y {upper}",
    "exact.watch": "{position} {objective}: {bounds}, {seconds:.0f} s",
    "exact.watch-guesses": (
        "{position} {objective}: {bounds}, {done} de {guesses} primeros intentos hechos, {seconds:.0f} s"
    ),
    "exact.guesses": "{position}, {objective}: {bounds} (intentos entre todos los códigos).",
    "exact.turns": "{position}, {objective}: {bounds} (turnos que siempre bastan).",
    "exact.tree": "primer intento {guess}, firma {signature}, {average:.4f} intentos de media",
    "exact.work": (
        "{sets:# conjunto|# conjuntos} y {partitions:# reparto|# repartos} en {seconds:.2f} s, "
        "{memory:.0f} MiB recordados"
    ),
    # prove
    "prove.dashboard": "qué está haciendo el clúster: {link}",
    "prove.waiting": "esperando a los procesos",
    "prove.watch": (
        "{position}: {bounds}; {tasks:# tarea hecha|# tareas hechas}, {lines:# línea|# líneas} en el registro, "
        "{seconds:.0f} s"
    ),
    "prove.goal": "{position}: ¿menos de {below}?",
    "prove.goal-guesses": "{position}: {guesses:# intento|# intentos}, ¿menos de {below}?",
    "prove.interrupted": "Interrumpido. La misma orden sigue desde aquí.",
    "prove.lost": (
        "Lo que el registro dice de {position} no se sigue de sus demás líneas: faltan algunas o son falsas. "
        "Se {lines:descarta # línea que se seguía|descartan # líneas que se seguían} de otras; lo que se buscó se "
        "conserva, y el resto se deduce de nuevo. El registro tal como era está en {kept}."
    ),
    "prove.ledger": "{path}: {lines:# línea|# líneas}, {seconds:,.0f} s de procesador",
    # strategies
    "strategies.strategy": "estrategia",
    "strategies.version": "versión",
    "strategies.how": "cómo adivina",
    "strategies.broken": "no funciona: {error}",
    "strategies.parameter": "{name}={default}: {meaning} (de {low} a {high})",
    # tournament
    "tournament.playing": "torneo",
    "tournament.interrupted": "interrumpido tras {done} de {rows:# fila|# filas}",
    "tournament.all": "{variant}, {codes:# código|# códigos}: todos los códigos",
    "tournament.drawn": (
        "{variant}, {codes:# código|# códigos}: {games:# secreto sacado|# secretos sacados} con la semilla {seed}"
    ),
    "tournament.strategy": "estrategia",
    "tournament.mean": "media",
    "tournament.interval": "± 95 %",
    "tournament.difference": "a la mejor",
    "tournament.depth": "máximo",
    "tournament.histogram": "histograma",
    "tournament.time": "ms por intento",
    # plots of tournaments
    "plot.distributions": "Intentos hasta encontrar el código, proporción de partidas; la línea es la media",
    "plot.guesses": "intentos",
    "plot.all": "{variant}: {codes:el único código|los # códigos}",
    "plot.drawn": "{variant}: {games:# secreto sacado|# secretos sacados} al azar",
    "plot.means": "Media de intentos según el número de colores",
    "plot.colors": "colores",
    "plot.mean": "media de intentos",
    "plot.pegs": "{pegs:# clavija|# clavijas}",
    "plot.pegs-no-repeats": "{pegs:# clavija|# clavijas}, sin repeticiones",
    # tree and verify
    "tree.summary": (
        "{strategy} en {position}, primer intento {guess}: {codes:# código|# códigos}, media de {average:.4f} "
        "intentos, como mucho {depth}"
    ),
    "tree.writing": "escribiendo {path}",
    "tree.signature": "firma {signature}, {duration}",
    "tree.log-depth": (
        "{strategy} necesita como mucho {turn_count:# turno|# turnos}; keypeg tree {position} --log demuestra los "
        "menos que siempre bastan"
    ),
    "verify.reading": "leyendo {path}",
    "verify.replaying": "repitiendo",
    "verify.good": "bien: encuentra todos los códigos, firma {signature}",
    "verify.bad": "mal: {path}",
    "verify.searching": "buscando otra vez",
    "verify.ledger": (
        "bien: {lines:# línea|# líneas}; {following:# se sigue|# se siguen} de otras o del tamaño de las partes, "
        "{searched:# se apoya|# se apoyan} en una búsqueda y {again:# se buscó|# se buscaron} otra vez"
    ),
    "verify.interrupted": "Interrumpido. La misma orden con {options} sigue desde aquí.",
    "verify.unused": "hay {lines:# línea|# líneas} que esta demostración no usa",
    "verify.flaw-strategy": "{where}: la estrategia para {upper} no se puede jugar: {reason}",
    "verify.flaw-upper": "{where}: la estrategia para {upper} necesita {found}",
    "verify.flaw-lower": "{where}: se afirma al menos {lower}, pero basta con {found}",
    "verify.flaw-unsupported": "{where}: al menos {lower} no se sigue de las demás líneas",
    # Errors
    "error.review-unfinished": "hay un análisis cuando acaba la partida",
    "error.strategies-missing": "nombra una estrategia o más: {names}, o all",
    "error.seconds-unused": "--seconds-per-guess es para sampling, que no está entre las estrategias",
    "error.seconds-parameter": "--seconds-per-guess es para sampling: {strategy} no tiene el parámetro seconds",
    "error.log-format": "--log es un formato propio: quita --format {format}",
    "error.device-log": "nombra una estrategia para --device: la bitácora sin ella se busca en el procesador",
    "error.shared-log": "nombra una estrategia para --workers y --cluster: la bitácora sin ella se busca aquí",
    "error.tree-file-format": "{format!q} no es un formato de árboles: usa {formats}",
    "error.game-tree-missing": (
        "aún no hay bitácora de la partida: llama antes a compute(True) en Tree({pegs}, {colors})"
    ),
    "error.file-ending": "{path!q} debería acabar en {endings}",
    "error.log-too-large": "{error}; --strategy NAME escribe la bitácora de una estrategia sin demostración",
    "error.first-log": ("nombra una estrategia para --first: la bitácora sin estrategia es la de menos turnos"),
    "error.tree-incomplete": ("{path!q} encuentra {found:,} de {codes:,} códigos: keypeg verify dice dónde se acaba"),
    "error.depth-format": "--depth es 1 o más, para los formatos text, dot y svg",
    "error.json-format": ("--json imprime el resumen: da a --output un archivo para el árbol, o quita uno de los dos"),
    "error.tree-file": "{path!q} no es un archivo de árbol: {reason}",
    "error.tree-file-json": "{path!q} no es un archivo de árbol: no es JSON",
    "error.name-twice": "un nombre aparece dos veces en un mismo objeto",
    "error.write-folder": "no se puede escribir {path!q}: es una carpeta",
    "error.write-nowhere": "no se puede escribir {path!q}: no existe la carpeta",
    "error.file-write": "no se puede escribir {path!q}: {reason}",
    "error.file-no-text": "{path!q} no es un archivo de texto",
    "error.web-packages": (
        "la página necesita paquetes que no están instalados ({package}): pip install 'keypeg[web]'"
    ),
    "error.resume-options": "--resume sigue con una partida tal como se guardó: quita {options}",
    "error.instruction-set": "{name!q} no es aquí un juego de instrucciones: usa {names}",
}
