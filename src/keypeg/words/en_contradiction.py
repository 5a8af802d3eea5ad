"""What is said about turns that can't all be true."""

MESSAGES = {
    "contradiction.message": "no code is consistent with all feedback in {position!q}: {slips}",
    "contradiction.untried": "{message} ({turn_count:turn 1 was|turns 1 to # were} not looked at)",
    "contradiction.no-idea": (
        "the feedback of at least {wrong:# turn|# turns} is wrong: take back some of the last turns"
    ),
    "contradiction.several": "the feedback of at least {wrong:# turn|# turns} is wrong: turns {sets}",
    "contradiction.or": "{one}, or {other}",
    "contradiction.and": "{one} and {other}",
    "contradiction.other-sets": "{sets}, or {number:# other set|# other sets}",
    "contradiction.slip": "turn {number} ({guess}) could be {choices} and not {feedback}",
    "contradiction.or-slip": "{one}; or {other}",
    "contradiction.choice": "{feedback} ({left:,} left)",
    "contradiction.choice-about": "{feedback} (about {left:,} left)",
    "contradiction.perhaps-another": "{choices} or perhaps another",
    "contradiction.others": "{choices} or {number:another|# others}",
    "contradiction.line": "turn {number} ({guess}): {feedback} could have been {choices}",
    "contradiction.line-choice": "{feedback} ({left:# code|# codes} left)",
    "contradiction.line-choice-about": "{feedback} (about {left:# code|# codes} left)",
    "contradiction.line-another": "{choices} or another",
    "contradiction.line-wrong": "the feedback of turn {sets} can't be right",
    "contradiction.line-several": "the feedback of more than one turn is wrong: turns {sets}",
}
