"""What is said about why something is true of a code."""

MESSAGES = {
    # From what a step begins, and how it goes on
    "reason.alone": "{ground}: {claims}",
    "reason.known": "{ground}, and {given}: {claims}",
    "reason.impossible": "{ground}, and {given}: that is impossible",
    "reason.impossible-alone": "{ground}: that is impossible",
    "reason.suppose": "suppose {claim}",
    "reason.then": "- {step}",
    "reason.so": "so {claims}",
    "reason.contradiction": "{claims}: that is a contradiction",
    "reason.no-color": "no color is left for place {place}: that is impossible",
    "reason.no-color-bulls": "no digit is left for place {place}: that is impossible",
    "reason.other-feedback": "{why}",
    "reason.no-match": "turn {turn} has no key peg",
    "reason.no-match-bulls": "turn {turn} has no bull and no cow",
    "reason.all-match": "turn {turn} has a key peg for every peg",
    "reason.all-match-bulls": "turn {turn} has a bull or a cow for every digit",
    "reason.no-black": "turn {turn} has no black",
    "reason.no-black-bulls": "turn {turn} has no bull",
    "reason.key-pegs": "turn {turn} has {total:# key peg|# key pegs}",
    "reason.key-pegs-bulls": "turn {turn} has {blacks:# bull|# bulls} and {whites:# cow|# cows}",
    "reason.blacks": "turn {turn} has {blacks:# black|# blacks}",
    "reason.blacks-bulls": "turn {turn} has {blacks:# bull|# bulls}",
    "reason.no-white": "turn {turn} has {blacks:# black|# blacks} and no white",
    "reason.no-white-bulls": "turn {turn} has {blacks:# bull|# bulls} and no cow",
    "reason.black-white": "turn {turn} has {blacks:# black|# blacks} and {whites:# white|# whites}",
    "reason.black-white-bulls": "turn {turn} has {blacks:# bull|# bulls} and {whites:# cow|# cows}",
    "reason.colors-added": (
        "turns {turns} have {total:# key peg|# key pegs} together, for the code's {pegs:# peg|# pegs}"
    ),
    "reason.colors-added-bulls": (
        "turns {turns} have {total:# bull or cow|# bulls and cows} together, for the code's {pegs:# digit|# digits}"
    ),
    "reason.places-added": "turns {turns} have {total:# black|# blacks} together, for {pegs:# place|# places}",
    "reason.places-added-bulls": "turns {turns} have {total:# bull|# bulls} together, for {pegs:# place|# places}",
    "reason.colors-compared": (
        "{turn_count:turn|turns} {turns} {turn_count:has|have} {difference:# key peg|# key pegs} more "
        "than {other_count:turn|turns} {others}"
    ),
    "reason.colors-compared-bulls": (
        "{turn_count:turn|turns} {turns} {turn_count:has|have} {difference:# bull or cow|# bulls and "
        "cows} more than {other_count:turn|turns} {others}"
    ),
    "reason.colors-same": (
        "{turn_count:turn|turns} {turns} {turn_count:has|have} as many key pegs as {other_count:turn|turns} {others}"
    ),
    "reason.colors-same-bulls": (
        "{turn_count:turn|turns} {turns} {turn_count:has|have} as many bulls and cows as "
        "{other_count:turn|turns} {others}"
    ),
    "reason.places-compared": (
        "{turn_count:turn|turns} {turns} {turn_count:has|have} {difference:# black|# blacks} more than "
        "{other_count:turn|turns} {others}"
    ),
    "reason.places-compared-bulls": (
        "{turn_count:turn|turns} {turns} {turn_count:has|have} {difference:# bull|# bulls} more than "
        "{other_count:turn|turns} {others}"
    ),
    "reason.places-same": (
        "{turn_count:turn|turns} {turns} {turn_count:has|have} as many blacks as {other_count:turn|turns} {others}"
    ),
    "reason.places-same-bulls": (
        "{turn_count:turn|turns} {turns} {turn_count:has|have} as many bulls as {other_count:turn|turns} {others}"
    ),
    "reason.last-color": "only {color} is left for {number:place|places} {places}",
    "reason.last-places": "only {number:place|places} {places} {number:is|are} left for {color}",
    "reason.few-places": "{color} has only {number:# place|# places} left: {claims}",
    "reason.no-places": "{color} has too few places left: that is impossible",
    "reason.all-placed": "{color} is fully placed: {claims}",
    "reason.places-gone": "{color} has no place left: {claims}",
    "reason.peg-count": "the code has {pegs:# peg|# pegs}",
    "reason.sets": "the places left are just enough",
    # What a step concludes
    "claim.out": "{colors} {number:is|are} out",
    "claim.most": "{colors} {number:comes|each come} at most {times:once|# times}",
    "claim.in": "{colors} {number:is|are} in it",
    "claim.least": "{colors} {number:comes|each come} at least {times:once|# times}",
    "claim.exactly": "{colors} {number:comes|each come} exactly {times:once|# times}",
    "claim.is": "{number:place|places} {places} {number:is|are} {colors}",
    "claim.not": "{number:place|places} {places} {number:is|are} not {colors}",
    "claim.impossible": "{code} is impossible",
    "claim.only": "{code} is the only code",
    # How hard it is, and by which techniques
    "grade.0": "nothing to deduce",
    "grade.1": "easy",
    "grade.2": "moderate",
    "grade.3": "hard",
    "grade.4": "very hard",
    "grade.5": "expert",
    "grade.6": "master",
    "technique.other-feedback": "the code would have got other feedback",
    "technique.no-match": "a turn without key pegs",
    "technique.all-match": "a turn with a key peg for every peg",
    "technique.no-black": "a turn without blacks",
    "technique.key-pegs": "the key pegs of one turn",
    "technique.last-color": "the last color for a place",
    "technique.last-places": "the last places for a color",
    "technique.all-placed": "a color with all its places",
    "technique.peg-count": "counting the pegs of the code",
    "technique.key-pegs-known": "key pegs and what is known",
    "technique.blacks-known": "blacks and what is known",
    "technique.no-white": "a turn without whites",
    "technique.whites-known": "blacks and whites, color by color",
    "technique.sets": "just enough places for some colors",
    "technique.colors-added": "the key pegs of two turns added",
    "technique.colors-compared": "the key pegs of two turns compared",
    "technique.places-added": "the blacks of two turns added",
    "technique.places-compared": "the blacks of two turns compared",
    "technique.colors-added-three": "the key pegs of three turns added",
    "technique.colors-compared-three": "the key pegs of three turns compared",
    "technique.places-added-three": "the blacks of three turns added",
    "technique.places-compared-three": "the blacks of three turns compared",
    "technique.suppose": "case distinction",
    "technique.suppose-deep": "cases within cases",
    # The command
    "explain.head": "{position}: {possible}.",
    "explain.only": "{code} is the only code left.",
    "explain.nothing": "Nothing more follows from the turns.",
    "explain.partly": (
        "More may follow: there are too many possible codes to list, so cases are not distinguished, and what is "
        "concluded is checked against some of them."
    ),
    "explain.cases": "Case distinction shows more: --cases shows that too, and --claim shows one thing.",
    "explain.grade": "Grade {grade} ({name}). What it takes: {techniques}.",
    # Errors
    "error.claim-value": "{given} is not a claim: write 'in 3', or Claim('in', 3, number=1)",
    "error.claim-text": (
        "{text!q} is not a claim: write in 3, in 3 2 (twice or more), out 3, most 3 1, peg 2 is 3, peg 2 not 3, "
        "not 1123, or only 1123"
    ),
    "error.claim-color": "{variant} has {colors:# color|# colors}, not a color {color}",
    "error.claim-peg": "{variant} has {pegs:# peg|# pegs}, not a peg {peg}",
    "error.claim-open": "{claim!q} does not follow from {position!q}: {code} is possible",
    "error.claim-undecided": "no reason for {claim!q} was found in {position!q}: there are too many possible codes",
    "error.too-many-to-reason": "{position!q} has too many possible codes to grade",
}
