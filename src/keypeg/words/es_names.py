"""Spanish: what is English in the data itself: names of colors, how strategies guess, what their parameters mean."""

_CANDIDATES = "Esta forma solo prueba candidatos."
_KNUTH = "Minimiza el mayor número de candidatos que pueden quedar (Knuth 1977), para protegerse de la peor respuesta."
_EXPECTED_SIZE = (
    "Minimiza el número de candidatos que quedan de media (Irving 1978): la suma de los cuadrados de los grupos."
)
_ENTROPY = "Maximiza la información que da la respuesta de media, en bits (Neuwirth 1982)."
_MOST_PARTS = "Maximiza el número de respuestas distintas posibles (Kooi 2005). Es la más sencilla de estas reglas."

MESSAGES = {
    "color.red": "rojo",
    "color.green": "verde",
    "color.blue": "azul",
    "color.yellow": "amarillo",
    "color.orange": "naranja",
    "color.purple": "morado",
    "color.cyan": "cian",
    "color.magenta": "magenta",
    "color.white": "blanco",
    "color.black": "negro",
    "color.brown": "marrón",
    "color.lime": "lima",
    "color.gray": "gris",
    "color.pink": "rosa",
    "color.navy": "azul marino",
    "color.sky": "celeste",
    "color.teal": "verde azulado",
    "color.blank": "vacío",
    "strategy.first": (
        "Prueba el primer código por orden (1111 antes que 1112) que encaja con todas las respuestas. Es la solución "
        "del ejercicio clásico: no hay nada que calcular, a cambio de más de un intento por partida."
    ),
    "strategy.random": (
        "Prueba un código al azar que encaja con todas las respuestas, como hace casi todo el mundo. El sorteo "
        "depende solo de la semilla y de la posición, así que una partida se puede repetir."
    ),
    "strategy.knuth": f"{_KNUTH} En p4c6 necesita como mucho cinco intentos.",
    "strategy.expected-size": f"{_EXPECTED_SIZE} En p4c6 es de media la segunda, tras most-parts.",
    "strategy.entropy": f"{_ENTROPY} En p5c8 es de media la mejor de estas reglas.",
    "strategy.most-parts": f"{_MOST_PARTS} En p4c6 es de media la mejor.",
    "strategy.knuth-candidates": f"{_KNUTH} {_CANDIDATES}",
    "strategy.expected-size-candidates": f"{_EXPECTED_SIZE} {_CANDIDATES}",
    "strategy.entropy-candidates": f"{_ENTROPY} {_CANDIDATES}",
    "strategy.most-parts-candidates": f"{_MOST_PARTS} {_CANDIDATES}",
    "strategy.entropy-win": (
        "Maximiza la información que da la respuesta de media, en bits, más la probabilidad de que el intento "
        "acierte: la medida con que valora el entrenador. En p4c6 necesita entre todos los códigos cinco intentos "
        "menos que entropy."
    ),
    "strategy.optimal": (
        "Minimiza el número de intentos entre todos los códigos, por búsqueda exacta. Para las variantes habituales "
        "el árbol demostrado viene incluido o se encuentra al momento. Si no, la búsqueda empieza en cuanto la "
        "posición es lo bastante pequeña (candidatos por códigos, como mucho 2.000.000), y hasta entonces hace el "
        "intento que más información da."
    ),
    "strategy.sampling": (
        "Empieza con el mejor intento según la entropía entre todos los códigos. Después saca una muestra uniforme "
        "de 2000 candidatos y busca el intento cuya respuesta dice más de ellos (entropía): primero entre los propios "
        "candidatos, y luego, desde los mejores, cambiando una clavija o intercambiando dos mientras eso mejore. "
        "Cuando se conocen todos los candidatos y no son más de 1000, juega el resto de la partida con los intentos "
        "más prometedores. Con 20 clavijas y 20 colores un intento tarda menos de un segundo."
    ),
    "strategy.genetic": (
        "Cría códigos por cruce y pequeños cambios hasta que encajan con todas las respuestas, reúne los que encajan "
        "y prueba el que deja de media menos de los otros (Berghman, Goossens y Leus 2009). Juega con cualquier "
        "tamaño sin listar los códigos. Los sorteos dependen solo de la semilla y de la posición."
    ),
    "strategy.human": (
        "Juega como una persona, con un nivel de 1 a 5. Pasa por alto algunos de los turnos anteriores, se queda con "
        "los colores que ya ha probado, toma el primer código que parece posible y de vez en cuando cambia dos "
        "clavijas de sitio. Con cada nivel recuerda más y se despista menos; en el nivel 5 no pasa nada por alto y "
        "compara varios códigos. Los sorteos dependen solo de la semilla y de la posición."
    ),
    "parameter.human.level": "lo bien que juega, de 1 para principiantes a 5 para expertos",
    "parameter.sampling.evaluations": ("cuántos intentos se juzgan con 1000 candidatos cada uno; más si son menos"),
    "parameter.sampling.seconds": (
        "cuánto tiempo juzgar intentos en vez de eso, si no es 0; esas partidas no se repiten igual"
    ),
    "parameter.genetic.population": "cuántos códigos evolucionan juntos",
    "parameter.genetic.generations": "cuánto vive como mucho una población",
    "parameter.genetic.eligible": "la evolución acaba cuando se han encontrado más candidatos que estos",
    "parameter.genetic.black_weight": "el peso de un negro errado en la aptitud; el de un blanco es 1",
    "parameter.genetic.one_point": "la probabilidad de cruzar por un punto; si no, por dos",
    "parameter.genetic.mutation": "la probabilidad de que una clavija al azar reciba un color al azar",
    "parameter.genetic.permutation": "la probabilidad de que dos clavijas intercambien sus colores",
    "parameter.genetic.inversion": "la probabilidad de que se inviertan las clavijas entre dos sitios",
    "parameter.genetic.harvest": "cuántos candidatos encuentra una población antes de que la releve otra",
    "parameter.genetic.populations": "cuántas poblaciones hay como mucho",
    "parameter.genetic.patience": (
        "cuántas poblaciones seguidas pueden no encontrar nada nuevo; diez veces más antes del primer hallazgo"
    ),
}
