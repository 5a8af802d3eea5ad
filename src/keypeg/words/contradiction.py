"""Contradictions in words: which feedback may be wrong, and what it could have been."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from keypeg.contradiction import Contradiction
from keypeg.render import Look
from keypeg.rules import Feedback
from keypeg.words import plain
from keypeg.words.language import text

_SETS, _LINE_SETS = 5, 6
_CHOICES, _LINE_CHOICES = 4, 5


def message(found: Contradiction) -> str:
    """Say in one line what is wrong with the turns."""
    said = text("contradiction.message", position=found.position_text, slips=_slips(found))
    return text("contradiction.untried", message=said, turn_count=found.untried) if found.untried else said


def lines(found: Contradiction, look: Look) -> list[str]:
    """Say what each turn that may be the only wrong one could have been, on a line for each."""
    key = "contradiction.line-choice" if found.complete else "contradiction.line-choice-about"
    said = [
        text(
            "contradiction.line",
            number=number + 1,
            guess=look.code(found.turns[number].guess),
            feedback=look.feedback(found.turns[number].feedback),
            choices=_line_choices(feedbacks, key, look),
        )
        for number, feedbacks in found.corrections.items()
    ]
    rest = [drop for drop in found.drops if not set(drop) & found.corrections.keys()]
    if rest:
        sets = plain.either(map(_set_words, rest[:_LINE_SETS]))
        said.append(text("contradiction.line-wrong" if len(rest[0]) == 1 else "contradiction.line-several", sets=sets))
    return said


def _line_choices(feedbacks: Mapping[Feedback, int], key: str, look: Look) -> str:
    few = itertools.islice(feedbacks.items(), _LINE_CHOICES)
    choices = plain.either(text(key, feedback=look.feedback(feedback), left=left) for feedback, left in few)
    return text("contradiction.line-another", choices=choices) if len(feedbacks) > _LINE_CHOICES else choices


def _slips(found: Contradiction) -> str:
    if not found.drops:
        return text("contradiction.no-idea", wrong=found.wrong)
    if not found.corrections:
        sets = _joined("contradiction.or", map(_set_words, found.drops[:_SETS]))
        if len(found.drops) > _SETS:
            sets = text("contradiction.other-sets", sets=sets, number=len(found.drops) - _SETS)
        return text("contradiction.several", wrong=len(found.drops[0]), sets=sets)
    return _joined("contradiction.or-slip", (_slip(found, number) for number in found.corrections))


def _slip(found: Contradiction, number: int) -> str:
    feedbacks, turn = found.corrections[number], found.turns[number]
    key = "contradiction.choice" if found.complete else "contradiction.choice-about"
    few = itertools.islice(feedbacks.items(), _CHOICES)
    choices = ", ".join(text(key, feedback=feedback, left=left) for feedback, left in few)
    if not found.complete:  # a sample may not have shown them all
        choices = text("contradiction.perhaps-another", choices=choices)
    elif len(feedbacks) > _CHOICES:
        choices = text("contradiction.others", choices=choices, number=len(feedbacks) - _CHOICES)
    return text("contradiction.slip", number=number + 1, guess=turn.guess, choices=choices, feedback=turn.feedback)


def _set_words(dropped: Sequence[int]) -> str:
    return _joined("contradiction.and", (str(number + 1) for number in dropped))


def _joined(key: str, parts: Iterable[str]) -> str:
    return reduce(lambda one, other: text(key, one=one, other=other), parts)
