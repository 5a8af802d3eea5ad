"""German: what hints say, and how a guess was found."""

MESSAGES = {
    "hint.count": "{possible}.",
    "hint.colors": "{possible}: {facts}.",
    "hint.none-found": "{possible}, aber in der Zeit wurde keiner gefunden.",
    "hint.sure": "{colors} {number:kommt|kommen} in allen vor",
    "hint.absent": "{colors} {number:kommt|kommen} in keinem vor",
    "hint.both": "{sure}, {absent}",
    "hint.no-color": "Keine Farbe ist sicher, keine ausgeschlossen",
    "hint.colors-unknown": "Was sie gemeinsam haben, ist nicht ermittelt",
    "hint.colors-partly": "{facts}; mehr ist über die Farben nicht ermittelt",
    "hint.try": "versuch es mit {guess}: Das kann stimmen.",
    "hint.try-left": "versuch es mit {guess}: Das kann stimmen und lässt im Schnitt {left} übrig.",
    "hint.try-blind": "versuch es mit {guess}, auch wenn das nicht stimmen kann.",
    "hint.try-blind-left": (
        "versuch es mit {guess}: Das kann zwar nicht stimmen, lässt aber im Schnitt nur {left} übrig; die Antwort "
        "darauf hilft am meisten."
    ),
    "hint.with-note": "{hint} ({note})",
    "check.can": "{guess} kann stimmen: Das passt zu allen Zügen.",
    "check.can-left": "{guess} kann stimmen: Das passt zu allen Zügen und lässt im Schnitt {left} übrig.",
    "check.cannot": "{guess} kann nicht stimmen: {why}.",
    "error.hard-mode": "schwerer Modus: {guess} kann nicht stimmen: {why}",
    "clash": "Wäre das der Geheimcode, hätte Zug {number} ({guess}) {would} ergeben, nicht {got}",
    "hint.comparing": "Versuche vergleichen",
    "hint.head": "{possible} möglich in {position}, nach {strategy}:",
    "hint.head-sampled": "{possible} möglich in {position}, beurteilt anhand von {sample:,} davon, nach {strategy}:",
    "hint.guess": "Versuch",
    "hint.parts": "Teile",
    "hint.largest": "größter Teil",
    "hint.left": "im Schnitt übrig",
    "hint.bits": "Bit",
    "hint.total": "exakte Summe",
    "hint.can-win": "kann stimmen",
    "note.sampled": "beurteilt anhand von {number:# zufällig gezogenen Code|# zufällig gezogenen Codes}",
    "note.nearest": (
        "in der Zeit wurde kein möglicher Code gefunden: Dieser passt zu {number} von {turn_count:# Zug|# Zügen}"
    ),
    "note.sampled-instead": (
        "gewählt von {by}, beurteilt anhand von {number:# zufällig gezogenen Code|# zufällig gezogenen Codes}: "
        "Für {strategy} sind es zu viele Codes"
    ),
    "note.stand-in": "gewählt von {by}: Für {strategy} ist die Stellung zu groß",
    "note.instead": "gewählt von {by}: Für {strategy} sind es zu viele Codes",
    "why.only": "{guess} ist der einzige Code, der noch möglich ist.",
    "why.worth": "{guess}: {worth}.",
    "why.chance": "In einem von {count} Fällen ist das der Geheimcode.",
    "why.other": (
        "Der Geheimcode kann das nicht sein, aber nach dieser Regel ist es besser als der beste Versuch, der es sein "
        "kann, {guess}: {worth}."
    ),
    "why.equal": (
        "Der Geheimcode kann das nicht sein. Der beste Versuch, der es sein kann, {guess}, ist nach dieser Regel "
        "genauso gut."
    ),
    "why.blind": "Der Geheimcode kann das nicht sein.",
    "worth.largest": (
        "Höchstens {largest:,} von {total:,} Kandidaten {largest:bleibt|bleiben} übrig, egal wie die Antwort lautet"
    ),
    "worth.expected-size": "Im Schnitt bleiben {left:,.2f} von {total:,} Kandidaten übrig",
    "worth.entropy": "Die Antwort verrät {bits:.3f} der {missing:.3f} Bit, die noch fehlen",
    "worth.most-parts": "{parts:# Antwort ist|# verschiedene Antworten sind} möglich",
    "worth.sampled": "Die Antwort verrät etwa {bits:.2f} Bit",
    "worth.exact": "Von hier an ist der Code im Schnitt nach {guesses:.3f} Versuchen gefunden",
    "worth.other": "{strategy} ordnet Versuche nicht; im Schnitt bleiben {left:,.2f} Kandidaten übrig",
    "worth.unknown": "{strategy} ordnet Versuche nicht",
}
