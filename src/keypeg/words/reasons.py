"""Reasons in words: each step of a deduction as a sentence."""

from collections.abc import Sequence

from keypeg.reasons import Claim, Explanation, Step
from keypeg.render import Look
from keypeg.rules import Code, Turn
from keypeg.words import plain
from keypeg.words.hints import clash
from keypeg.words.language import text

_GROUNDS = {"key-pegs-known": "key-pegs", "blacks-known": "blacks", "whites-known": "black-white"}
"""Techniques that begin from the same as others."""


def explanation(found: Explanation, look: Look) -> list[str]:
    """Say a whole deduction, a line for each step; what is supposed is set in."""
    return lines(found.steps, found.position.turns, look)


def lines(steps: Sequence[Step], turns: Sequence[Turn], look: Look) -> list[str]:
    """Say steps, numbered from 1."""
    said = []
    for number, one in enumerate(steps, 1):
        first, *more = step(one, turns, look)
        said += [f"{number:>2}. {first}", *(f"    {line}" for line in more)]
    return said


def step(step: Step, turns: Sequence[Turn], look: Look) -> list[str]:
    """Say a step: in one line, or if something is supposed, in several."""
    if step.supposed is None:
        return [plain.sentence(_sentence(step, turns, look))]
    inner = [f"  {line}" for one in step.inner if one.technique != "supposed" for line in _inner(one, turns, look)]
    supposed = plain.sentence(text("reason.suppose", claim=claim(step.supposed, look)))
    return [supposed, *inner, plain.sentence(text("reason.so", claims=claims(step.concludes, look)))]


def _inner(step_inside: Step, turns: Sequence[Turn], look: Look) -> list[str]:
    first, *more = step(step_inside, turns, look)
    return [text("reason.then", step=first), *more]


def _sentence(step: Step, turns: Sequence[Turn], look: Look) -> str:
    found = step.concludes[0] if step.concludes else None
    if step.technique == "other-feedback" and found is not None and found.code is not None:
        [number] = step.turns
        return text("reason.other-feedback", why=clash(found.code, number, turns[number], look))
    if step.technique == "contradiction":
        return _contradiction(step.given, look)
    if step.technique in ("last-color", "last-places", "all-placed"):
        return _bookkeeping(step, look)
    ground = _ground(step, turns, look)
    if not step.concludes and not step.given:
        return text("reason.impossible-alone", ground=ground)
    if not step.concludes:
        return text("reason.impossible", ground=ground, given=claims(step.given, look))
    if not step.given:
        return text("reason.alone", ground=ground, claims=claims(step.concludes, look))
    return text("reason.known", ground=ground, given=claims(step.given, look), claims=claims(step.concludes, look))


def _contradiction(given: Sequence[Claim], look: Look) -> str:
    """Say that no color is left for a place, or what can't both be true."""
    colors = {*range(1, look.variant.colors + 1)}
    colors -= {one.color for one in given if one.kind == "most" and one.number == 0}
    for place in range(1, look.variant.pegs + 1):
        if all(any(_rules_out(one, place, color, look) for one in given) for color in colors):
            return text(_in_words_of(look, "reason.no-color"), place=place)
    return text("reason.contradiction", claims=claims(given, look))


def _rules_out(one: Claim, place: int, color: int, look: Look) -> bool:
    """Return whether a claim rules out a color at a place."""
    if one.kind == "not":
        return (one.peg, one.color) == (place, color)
    return one.kind == "is" and one.peg != place and one.color == color and not look.variant.repeats


def _bookkeeping(step: Step, look: Look) -> str:
    """Say what everybody sees on a board where what is known is marked, without repeating all that."""
    if not step.concludes:
        needed = next(one.color for one in step.given if one.kind in ("in", "is"))
        return text("reason.no-places", color=color_name(needed, look))
    first = step.concludes[0]
    color = color_name(first.color, look)
    if step.technique == "all-placed":
        return text("reason.all-placed", color=color, claims=claims(step.concludes, look))
    if first.kind == "most":
        key = "reason.few-places" if first.number else "reason.places-gone"
        return text(key, color=color, number=first.number, claims=claims(step.concludes, look))
    places = [str(one.peg) for one in step.concludes]
    return text(f"reason.{step.technique}", places=plain.listed(places), number=len(places), color=color)


def _ground(step: Step, turns: Sequence[Turn], look: Look) -> str:
    """Say from what a step begins: the feedback of its turns, or a rule."""
    if not step.turns:
        return text(f"reason.{step.technique}", pegs=look.variant.pegs)
    if len(step.turns) > 1:
        return _together(step, turns, look)
    [number] = step.turns
    feedback, name = turns[number].feedback, _GROUNDS.get(step.technique, step.technique)
    if name == "blacks" and feedback.blacks == 0:
        name = "no-black"
    elif name == "key-pegs" and feedback.total == 0:
        name = "no-match"
    key, facts = _in_words_of(look, f"reason.{name}"), {"blacks": feedback.blacks, "whites": feedback.whites}
    return text(key, turn=number + 1, total=feedback.total, **facts)


def _together(step: Step, turns: Sequence[Turn], look: Look) -> str:
    """Say what several turns have together, or how many more some have than others."""
    what, how = step.technique.removesuffix("-three").split("-")
    keys = [turns[one].feedback.total if what == "colors" else turns[one].feedback.blacks for one in step.turns]
    if how == "added":
        key = _in_words_of(look, f"reason.{what}-added")
        return text(key, turns=_numbers(step.turns), total=sum(keys), pegs=look.variant.pegs)
    more = [number for number in step.turns if number not in step.against]
    fewer = list(step.against)
    difference = sum(-key if number in fewer else key for number, key in zip(step.turns, keys, strict=True))
    if difference < 0:
        more, fewer = fewer, more
    key = _in_words_of(look, f"reason.{what}-compared" if difference else f"reason.{what}-same")
    return text(
        key,
        turns=_numbers(more),
        turn_count=len(more),
        others=_numbers(fewer),
        other_count=len(fewer),
        difference=abs(difference),
    )


def _numbers(turns: Sequence[int]) -> str:
    return plain.listed([str(number + 1) for number in turns])


def _in_words_of(look: Look, key: str) -> str:
    """Return the key of a message about key pegs, or of the same about bulls and cows."""
    return f"{key}-bulls" if look.palette.bulls else key


def claims(claims: Sequence[Claim], look: Look) -> str:
    """Say several claims, those that are alike in one."""
    codes = [text(f"claim.{one.kind}", code=look.code(one.code)) for one in claims if one.code is not None]
    return plain.listed([*codes, *_counts(claims, look), *_places("is", claims, look), *_places("not", claims, look)])


def claim(claim: Claim, look: Look) -> str:
    """Say a claim."""
    return claims([claim], look)


def _counts(claims: Sequence[Claim], look: Look) -> list[str]:
    """Say how often colors occur; if the least and the most are the same, in one."""
    least = {one.color: one.number for one in claims if one.kind == "in"}
    most = {one.color: one.number for one in claims if one.kind == "most"}
    exact = {color for color, number in least.items() if most.get(color) == number}
    alike: dict[tuple[str, int], list[str]] = {}
    for color, number in most.items():
        if color not in exact:
            key = "claim.out" if number == 0 else "claim.most"
            alike.setdefault((key, number), []).append(color_name(color, look))
    for color, number in least.items():
        key = "claim.exactly" if color in exact else "claim.in" if number == 1 else "claim.least"
        alike.setdefault((key, number), []).append(color_name(color, look))
    return [
        text(key, colors=plain.listed(names), number=len(names), times=number)
        for (key, number), names in sorted(alike.items(), key=lambda item: _ORDER.index(item[0][0]))
    ]


_ORDER = ("claim.out", "claim.most", "claim.in", "claim.least", "claim.exactly")


def _places(kind: str, claims: Sequence[Claim], look: Look) -> list[str]:
    """Say which colors places have, or don't have; places of which the same is true in one."""
    colors: dict[int, list[int]] = {}
    for one in claims:
        if one.kind == kind:
            colors.setdefault(one.peg, []).append(one.color)
    alike: dict[tuple[int, ...], list[str]] = {}
    for peg in sorted(colors):
        alike.setdefault(tuple(sorted(colors[peg])), []).append(str(peg))
    said = []
    for group, pegs in alike.items():
        *names, last = [color_name(color, look) for color in group]
        listed = text("list.or", one=", ".join(names), other=last) if names else last
        said.append(text(f"claim.{kind}", places=plain.listed(pegs), number=len(pegs), colors=listed))
    return said


def color_name(color: int, look: Look) -> str:
    """Name a color: by its name where it is known by that, otherwise as codes are written."""
    if look.numbered or look.palette.has_digits or look.palette.labels(look.variant.colors) is None:
        return look.label(color)
    return plain.named(look).colors[color - 1].name


def grade(grade: int) -> str:
    """Say how hard something is."""
    return text(f"grade.{grade}")


def technique(name: str) -> str:
    """Say what a technique does."""
    return text(f"technique.{name}")


def only_code(found: Explanation) -> Code | None:
    """Return the code that a deduction ends with, if no other is left."""
    pegs = {one.peg: one.color for step in found.steps for one in step.concludes if one.kind == "is"}
    if len(pegs) < found.position.variant.pegs:
        return None
    return Code([pegs[peg] for peg in sorted(pegs)])
