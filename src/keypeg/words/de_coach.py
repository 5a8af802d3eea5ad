"""German: what the coach says about a turn and about a game."""

MESSAGES = {
    "coach.only-code": "Nur ein Code war noch möglich, und {guess} war es.",
    "coach.right": "{guess} war richtig, einer von {codes}, die möglich waren.",
    "coach.nothing-new": "Auf {guess} gab es nur eine mögliche Antwort, also verriet sie nichts Neues: {possible}.",
    "coach.told": "{guess}: {told}.",
    "coach.left": "{guess} ließ {after} von {before} übrig: {told}.",
    "coach.left-adversary": "{guess} ließ {after} von {before} übrig: Der Gegenspieler lässt so viele, wie er kann.",
    "coach.bits": "Die Antwort verriet {bits:.2f} Bit; {expected:.2f} waren zu erwarten{luck}",
    "coach.bits-about": "Die Antwort verriet etwa {bits:.2f} Bit; etwa {expected:.2f} waren zu erwarten{luck}",
    "coach.lucky": ", das war Glück",
    "coach.unlucky": ", das war Pech",
    "coach.rarely-fewer": ", obwohl seltener als in einem von drei Fällen weniger Codes übrig bleiben",
    "coach.rarely-more": ", obwohl seltener als in einem von drei Fällen mehr Codes übrig bleiben",
    "coach.same-guess": "Das war schon der Versuch von Zug {number}.",
    "coach.impossible": "Der Code konnte das nicht sein: {why}.",
    "coach.none-better": "Kein Versuch war besser.",
    "coach.none-better-hard": "Kein Versuch, der stimmen konnte, war besser.",
    "coach.none-found": "Ein besserer Versuch wurde nicht gefunden.",
    "coach.was-only": "{guess} war der einzige noch mögliche Code.",
    "coach.good": "Eine gute Wahl. {more}",
    "coach.guesses": ("Nach {best} braucht man von hier an im Schnitt {least:.2f} Versuche, nach diesem {own:.2f}."),
    "coach.guess-lost": (
        "Nach {best} braucht man von hier an im Schnitt {least:.2f} Versuche, nach diesem {own:.2f}: Was er verriet, "
        "spart später keinen Versuch, er hat also einen ganzen gekostet."
    ),
    "coach.worst": "{best} lässt höchstens {least:# Code|# Codes} übrig, dieser Versuch {own:,}.",
    "coach.more-bits": "{best} verrät im Schnitt {bits:.2f} Bit.",
    "coach.could-be-right": "{best} verrät ebenso viel und hätte stimmen können.",
    "coach.in-bits": "{bits:.2f} Bit",
    "coach.in-guesses": "{guesses:.2f} Versuche",
    "coach.in-codes": "höchstens {codes:# Code|# Codes} übrig",
    "coach.why": (
        "Die Antwort darauf unterscheidet die Codes besser als die auf {other}, was stimmen könnte ({figure})."
    ),
    "coach.why-best": (
        "{best} konnte selbst nicht stimmen, aber die Antwort darauf unterscheidet die Codes besser als die auf "
        "{other}, was stimmen könnte ({figure})."
    ),
    "coach.estimated": "(Geschätzt anhand von {number:# zufällig gezogenen Code|# zufällig gezogenen Codes}.)",
    "review.nothing-yet": "Noch gibt es keinen Versuch und damit nichts zu bewerten: {possible}.",
    "review.nothing": "Es gab keinen Versuch und damit nichts zu bewerten: {possible}.",
    "review.found": "Der Code wurde in {guesses:# Versuch|# Versuchen} gefunden.",
    "review.found-best": (
        "Der Code wurde in {guesses:# Versuch|# Versuchen} gefunden. Bestes Spiel braucht im Schnitt {best:.2f}."
    ),
    "review.not-found": (
        "Der Code wurde in {guesses:# Versuch|# Versuchen} nicht gefunden; möglich waren noch {codes}."
    ),
    "review.open": "Der Code ist noch nicht gefunden: Nach {guesses:# Versuch|# Versuchen} gilt: {possible}.",
    "review.scores": "Können {skill} von 100, Glück {luck} (50 ist Durchschnitt).",
    "review.mean-scores": "Können im Schnitt {skill} von 100, Glück {luck} (50 ist Durchschnitt).",
    "review.scores-adversary": (
        "Können {skill} von 100, gemessen am schlimmsten Fall. Gegen einen Gegenspieler gibt es kein Glück."
    ),
    "review.mean-scores-adversary": (
        "Können im Schnitt {skill} von 100, gemessen am schlimmsten Fall. Gegen einen Gegenspieler gibt es kein Glück."
    ),
    "review.hard": "Im schweren Modus wird ein Versuch nur mit denen verglichen, die stimmen konnten.",
    "review.more-bits": "Die Antworten verrieten {bits:.2f} Bit mehr, als zu erwarten war.",
    "review.fewer-bits": "Die Antworten verrieten {bits:.2f} Bit weniger, als zu erwarten war.",
    "review.saved": (
        "Gegenüber bestem Spiel kosteten die Entscheidungen {lost:.2f} Versuche, die Antworten sparten {fortune:.2f}."
    ),
    "review.cost": (
        "Gegenüber bestem Spiel kosteten die Entscheidungen {lost:.2f} Versuche, die Antworten kosteten {fortune:.2f}."
    ),
    "review.look-again": "Einen zweiten Blick wert: {turns}.",
    "review.turn": "Zug {number} ({guess})",
    "review.ungraded": "Nicht bewertet: Zug {numbers}. In der Zeit wurden zu wenige mögliche Codes gefunden.",
    # How well a game was played (well, fair or loose), and how lucky its feedback was
    "headline.well-lucky": "Gut überlegt, und ein wenig Glück dabei",
    "headline.well-even": "Gut überlegt",
    "headline.well-unlucky": "Gut überlegt, mit ein wenig Pech",
    "headline.well-adversary": "Gut überlegt gegen einen Gegenspieler",
    "headline.fair-lucky": "Solide gespielt, mit etwas Glück",
    "headline.fair-even": "Solide gespielt, mit Luft nach oben",
    "headline.fair-unlucky": "Solide gespielt, mit ein wenig Pech",
    "headline.fair-adversary": "Solide gespielt gegen einen Gegenspieler",
    "headline.loose-lucky": "Glückliche Antworten, aber einige schwache Versuche",
    "headline.loose-even": "Einige Versuche verrieten weniger, als sie konnten",
    "headline.loose-unlucky": "Einige schwache Versuche, und wenig Glück",
    "headline.loose-adversary": "Einige schwache Versuche, und ein Gegenspieler verzeiht nie",
}
