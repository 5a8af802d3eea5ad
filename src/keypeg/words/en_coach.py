"""What the coach says about a turn and about a game."""

MESSAGES = {
    "coach.only-code": "Only one code was left, and {guess} it was.",
    "coach.right": "{guess} was right, one of {codes} that were possible.",
    "coach.nothing-new": "{guess} could get no other feedback, so it told nothing new: {possible}.",
    "coach.told": "{guess}: {told}.",
    "coach.left": "{guess} left {after} of {before}: {told}.",
    "coach.left-adversary": "{guess} left {after} of {before}: the adversary leaves as many as it can.",
    "coach.bits": "the feedback told {bits:.2f} bits; {expected:.2f} was to be expected{luck}",
    "coach.bits-about": "the feedback told about {bits:.2f} bits; about {expected:.2f} was to be expected{luck}",
    "coach.lucky": ", so it was lucky",
    "coach.unlucky": ", so it was unlucky",
    "coach.rarely-fewer": ", though fewer codes are left less than one time in three",
    "coach.rarely-more": ", though more codes are left less than one time in three",
    "coach.same-guess": "It was the guess of turn {number} already.",
    "coach.impossible": "It couldn't be the code: {why}.",
    "coach.none-better": "No guess was better.",
    "coach.none-better-hard": "No guess that could be right was better.",
    "coach.none-found": "No better guess was found.",
    "coach.was-only": "{guess} was the only code left.",
    "coach.good": "A good choice. {more}",
    "coach.guesses": (
        "After {best} the code takes {least:.2f} guesses from here on average, after this one {own:.2f}."
    ),
    "coach.guess-lost": (
        "After {best} the code takes {least:.2f} guesses from here on average, after this one {own:.2f}: what it told "
        "saves no guess later, so it cost a whole one."
    ),
    "coach.more-bits": "{best} tells {bits:.2f} bits on average.",
    "coach.worst": "{best} leaves at most {least:# code|# codes}, this one {own:,}.",
    "coach.could-be-right": "{best} tells as much and could have been right.",
    "coach.in-bits": "{bits:.2f} bits",
    "coach.in-guesses": "{guesses:.2f} guesses",
    "coach.in-codes": "at most {codes:# code|# codes} left",
    "coach.why": "Its feedback tells the codes apart better than that of {other}, which could be right ({figure}).",
    "coach.why-best": (
        "{best} couldn't be right itself, but its feedback tells the codes apart better than that of {other}, "
        "which could be right ({figure})."
    ),
    "coach.estimated": "(Estimated from {number:# code|# codes} drawn at random.)",
    "review.nothing-yet": "No guess has been made yet, so there is nothing to grade: {possible}.",
    "review.nothing": "No guess was made, so there is nothing to grade: {possible}.",
    "review.found": "The code was found in {guesses:# guess|# guesses}.",
    "review.found-best": ("The code was found in {guesses:# guess|# guesses}. Best play takes {best:.2f} on average."),
    "review.not-found": "The code was not found in {guesses:# guess|# guesses}; {codes} were still possible.",
    "review.open": "The code is not found yet: after {guesses:# guess|# guesses} {possible}.",
    "review.scores": "Skill {skill} of 100, luck {luck} (50 is average).",
    "review.mean-scores": "Skill {skill} of 100 on average, luck {luck} (50 is average).",
    "review.scores-adversary": "Skill {skill} of 100 by the worst case. Against an adversary there is no luck.",
    "review.mean-scores-adversary": (
        "Skill {skill} of 100 on average, by the worst case. Against an adversary there is no luck."
    ),
    "review.hard": "In hard mode a guess is compared only with guesses that could be right.",
    "review.more-bits": "The feedback told {bits:.2f} bits more than was to be expected.",
    "review.fewer-bits": "The feedback told {bits:.2f} bits less than was to be expected.",
    "review.saved": "The choices cost {lost:.2f} guesses against best play, the feedback saved {fortune:.2f}.",
    "review.cost": "The choices cost {lost:.2f} guesses against best play, the feedback cost {fortune:.2f}.",
    "review.look-again": "Worth another look: {turns}.",
    "review.turn": "turn {number} ({guess})",
    "review.ungraded": "Not graded: turn {numbers}. Too few possible codes were found in time.",
    # How well a game was played (well, fair or loose), and how lucky its feedback was
    "headline.well-lucky": "Well reasoned, and a little lucky",
    "headline.well-even": "Well reasoned",
    "headline.well-unlucky": "Well reasoned, a little unlucky",
    "headline.well-adversary": "Well reasoned against an adversary",
    "headline.fair-lucky": "Solid play, helped by some luck",
    "headline.fair-even": "Solid play, with room to improve",
    "headline.fair-unlucky": "Solid play, a little unlucky",
    "headline.fair-adversary": "Solid play against an adversary",
    "headline.loose-lucky": "Lucky feedback, but some loose guesses",
    "headline.loose-even": "Some guesses told less than they could have",
    "headline.loose-unlucky": "Some loose guesses, and little luck",
    "headline.loose-adversary": "Some loose guesses, which an adversary never forgives",
}
