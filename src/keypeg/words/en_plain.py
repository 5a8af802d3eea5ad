"""Words that all sentences are made of."""

MESSAGES = {
    "feedback": "{blacks} black, {whites} white",
    "turn": "{number}. {guess}: {feedback}",
    "turns": "{number:# turn|# turns}",
    "count.about": "about {number}",
    "count.at-least": "at least {number}",
    "count.unknown": "unknown",
    "codes.unknown": "an unknown number of codes",
    "codes.exactly": "{number:# code|# codes}",
    "codes.about": "{number} codes",
    "codes.one": "1 code",
    "codes.mean": "{number:,.1f} codes",
    "possible.now": "{codes} {number:is|are} possible",
    "possible.still": "{codes} {number:is|are} still possible",
    "yes": "yes",
    "no": "no",
    "list.and": "{items} and {last}",
    "list.or": "{one} or {other}",
}
