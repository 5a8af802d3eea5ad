"""The words that all sentences are made of: feedback, turns, counts, amounts, lists."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce

from keypeg.candidates import Count
from keypeg.game import Outcome
from keypeg.render import Look
from keypeg.rules import Feedback, Turn
from keypeg.words.language import LONG, has, number, power_of_ten, text


def feedback(feedback: Feedback, look: Look) -> str:
    """Say feedback as it is read aloud: `1 black, 2 white`, or `1 bull, 2 cows`."""
    key = "feedback-bulls" if look.palette.bulls else "feedback"
    return text(key, blacks=feedback.blacks, whites=feedback.whites)


def turn(number: int, turn: Turn, look: Look) -> str:
    """Say a turn for a screen reader or a script, without any drawing."""
    return text("turn", number=number, guess=look.code(turn.guess), feedback=feedback(turn.feedback, look))


def count(count: Count) -> str:
    """Say how many there are: `208`, `about 1.2 × 10⁶`, `at least 3`, `unknown`."""
    if count.is_exact and count.value < LONG:
        return number(count.value)
    if not count.is_exact and not count.is_estimate:
        return text("count.at-least", number=number(count.value)) if count.is_known else text("count.unknown")
    return text("count.about", number=rounded(count.value))


def rounded(estimate: float) -> str:
    """Write an estimate with the two digits that may be right: `5,500`, `1.2 × 10⁶`."""
    short = float(f"{estimate:.2g}")
    return number(short, ",.0f") if short < 10**6 else power_of_ten(estimate)


def codes(counted: Count) -> str:
    """Say how many codes there are: `1 code`, `about 5,500 codes`."""
    if not counted.is_known:
        return text("codes.unknown")
    if counted.is_exact and counted.value < LONG:
        return text("codes.exactly", number=counted.value)
    return text("codes.about", number=count(counted))


def possible(counted: Count, *, still: bool = False) -> str:
    """Say how many codes are possible, or still possible."""
    one = counted.is_exact and counted.value == 1
    key = "possible.still" if still else "possible.now"
    return text(key, codes=codes(counted), number=1 if one else 2)


def left(mean: float) -> str:
    """Say how many codes are left on average."""
    return text("codes.one") if mean == 1 else text("codes.mean", number=mean)


def outcome(outcome: Outcome) -> str:
    """Say how a game stands or ended."""
    return text(f"outcome.{outcome.replace(' ', '-')}")


def color(name: str) -> str:
    """Say the name of a color. English needs no other words for it, and no language has any for people's own colors."""
    key = f"color.{name}"
    return text(key) if has(key) else name


def named(look: Look) -> Look:
    """Return a look whose colors have their names in the language in use: for people, and not to be read back."""
    own = [shown.name for shown in look.colors]
    names = [color(name) for name in own]
    if names == own or len({*names}) < len(names):  # somebody may have given the same name to another color
        return look
    colors = tuple(replace(shown, name=name) for shown, name in zip(look.colors, names, strict=True))
    return Look(look.variant, replace(look.palette, colors=colors), numbered=look.numbered)


def day(date: str) -> str:
    """Say a date that is written as `2026-01-05`."""
    year, month, number_of_day = map(int, date.split("-"))
    return text("date", year=year, month=month, day=number_of_day)


def moment(time: str) -> str:
    """Say a date and the time of day, written as `2026-01-05 12:00`."""
    date, clock = time.split(" ")
    hour, minute = map(int, clock.split(":"))
    return text("time", date=day(date), hour=hour, minute=minute)


def listed(items: Sequence[str]) -> str:
    """Join items: `red, green and blue`."""
    *most, last = items
    return text("list.and", items=", ".join(most), last=last) if most else last


def either(choices: Iterable[str]) -> str:
    """Join alternatives: `red or green or blue`."""
    return reduce(lambda one, other: text("list.or", one=one, other=other), choices)


def sentence(words: str) -> str:
    """Make a sentence of a message, whose first word may be a quotation."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
