"""Hints in words, what the turns say about a guess, and why a strategy prefers one."""

import math

from keypeg.hints import LAST_STEP, Check, ColorFacts, Hint
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn, score
from keypeg.strategies import abilities_of
from keypeg.study import Advice, Note, Promise
from keypeg.words import plain
from keypeg.words.language import has, text


def hint(hint: Hint, look: Look) -> str:
    """Say a hint."""
    if hint.advice is not None:
        return _advice(hint.advice, look)
    possible = plain.possible(hint.count, still=True)
    if hint.step == LAST_STEP:
        return text("hint.none-found", possible=possible)
    if hint.colors is None:
        return text("hint.count", possible=possible)
    return text("hint.colors", possible=possible, facts=_colors(hint.colors, look))


def _colors(facts: ColorFacts, look: Look) -> str:
    said = [
        text(key, colors=plain.listed([look.label(color) for color in colors]), number=len(colors))
        for key, colors in (("hint.sure", facts.sure), ("hint.absent", facts.absent))
        if colors
    ]
    if not said:
        return text("hint.no-color" if facts.complete else "hint.colors-unknown")
    words = said[0] if len(said) == 1 else text("hint.both", sure=said[0], absent=said[1])
    return words if facts.complete else text("hint.colors-partly", facts=words)


def _advice(advice: Advice, look: Look) -> str:
    best = advice.best
    key = "hint.try" if best.can_win else "hint.try-blind"
    guess = look.code(best.guess)
    said = text(key, guess=guess) if best.left is None else text(f"{key}-left", guess=guess, left=plain.left(best.left))
    return text("hint.with-note", hint=said, note=note(advice.note)) if advice.note else said


def note(found: Note | None) -> str:
    """Say how a guess was found, if there is something to say."""
    if found is None:
        return ""
    key = "note.sampled-instead" if found.kind == "sampled" and found.instead else f"note.{found.kind}"
    return text(key, number=found.number, turn_count=found.turn_count, strategy=found.instead, by=found.by)


def check(check: Check, look: Look) -> str:
    """Say whether a guess can be right."""
    guess = look.code(check.guess)
    if check.contradicted is not None and check.turn is not None:
        return text("check.cannot", guess=guess, why=clash(check.guess, check.contradicted, check.turn, look))
    if check.left is None:
        return text("check.can", guess=guess)
    return text("check.can-left", guess=guess, left=plain.left(check.left))


def clash(guess: Code, number: int, turn: Turn, look: Look) -> str:
    """Say why a guess can't be right, by the turn (counted from 0) that it contradicts."""
    return text(
        "clash",
        number=number + 1,
        guess=look.code(turn.guess),
        would=plain.feedback(score(guess, turn.guess), look),
        got=plain.feedback(turn.feedback, look),
    )


def hard_mode(guess: Code, number: int, turn: Turn, look: Look) -> str:
    """Say why hard mode refuses a guess."""
    return text("error.hard-mode", guess=look.code(guess), why=clash(guess, number, turn, look))


def wrong_feedback(feedback: Feedback, guess: Code, right: Feedback, look: Look) -> str:
    """Say what feedback the secret gives to a guess instead."""
    shown, expected = look.feedback(feedback), look.feedback(right)
    return text("error.wrong-feedback", feedback=shown, guess=look.code(guess), right=expected)


def why(advice: Advice, look: Look) -> str:
    """Say in a sentence or two why a strategy prefers its guess."""
    best, count = advice.best, advice.study.count
    if count.is_exact and count.value == 1 and best.can_win:
        return text("why.only", guess=look.code(best.guess))
    worth = _worth(advice, best) or _unranked(advice, best)
    said = [text("why.worth", guess=look.code(best.guess), worth=worth)]
    if best.can_win:
        said.append(text("why.chance", count=plain.count(count)))
    elif abilities_of(advice.by).errs:
        said += _mistake(advice.study.position, best.guess, look)
    elif (other := advice.alternative()) is not None:
        said.append(_beside(advice, other, look))
    if advice.note is not None:
        said.append(plain.sentence(note(advice.note)))
    return " ".join(said)


def _beside(advice: Advice, other: Promise, look: Look) -> str:
    """Compare a guess that can't be right with the best one that can, if both are known."""
    if not (worth := _worth(advice, other)):
        return text("why.blind")
    total = _total(advice, other)
    is_equal = total is not None and total == _total(advice, advice.best)
    return text("why.equal" if is_equal else "why.other", guess=look.code(other.guess), worth=worth)


def _mistake(position: Position, guess: Code, look: Look) -> list[str]:
    """Say which turn was overlooked by a guess that can't be right."""
    number = position.first_contradicted(guess)
    if number is None:
        return []
    return [text("check.cannot", guess=look.code(guess), why=clash(guess, number, position.turns[number], look))]


def _worth(advice: Advice, promise: Promise) -> str:
    """Say what a guess is worth by the rule that its strategy goes by; nothing if none is within reach."""
    abilities, parts = abilities_of(advice.by), promise.partition
    if (total := _total(advice, promise)) is not None:
        return text("worth.exact", guesses=total / advice.study.count.value)
    key = "" if abilities.rule is None else f"worth.{abilities.rule.name}"
    if has(key):
        return text(
            key,
            largest=parts.largest,
            total=parts.total,
            left=parts.expected_size,
            bits=parts.bits,
            missing=math.log2(parts.total),
            parts=len(parts),
        )
    return text("worth.sampled", bits=promise.bits) if abilities.ranks else ""


def _total(advice: Advice, promise: Promise) -> int | None:
    """Return how many guesses all candidates take after a guess, if the strategy goes by that and it is known."""
    goes_by_totals = abilities_of(advice.by).stand_in is not None
    return advice.study.total_of(promise.guess) if goes_by_totals else None


def _unranked(advice: Advice, promise: Promise) -> str:
    """Say what is known of a guess whose strategy compares none."""
    name = advice.by.name
    if promise.left is None:
        return text("worth.unknown", strategy=name)
    return text("worth.other", strategy=name, left=promise.left)
