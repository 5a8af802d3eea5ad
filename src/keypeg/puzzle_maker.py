"""Makes puzzles of a wanted kind and grade, for any variant, by a seed."""

import itertools
import random

from keypeg import given
from keypeg.candidates import Candidates
from keypeg.errors import NotAllowed, TooLarge
from keypeg.puzzles import Puzzle, PuzzleKind, graded, is_puzzle, parse_kind
from keypeg.reasons import GRADES
from keypeg.rules import Code, Feedback, Turn, Variant, score

_TRIES = 5000
_MOST_TURNS = 40
_ENOUGH = 15  # more possible codes than this are too many for a puzzle in which a guess tells them apart


def make(variant: Variant | str, kind: PuzzleKind = "code", grade: int | None = None, seed: int = 0) -> Puzzle:
    """Make a puzzle; the same arguments always make the same one. Without a grade, it is the first that is found.

    Raises TooLarge if none is found in many tries: not every variant has puzzles of every grade.
    """
    variant, kind = Variant.of(variant), parse_kind(kind)
    if grade is not None and given.whole(grade, GRADES[0], GRADES[-1]) is None:
        raise NotAllowed("puzzle-grade", grade=grade, most=GRADES[-1])
    source = random.Random(f"{kind} {grade} {variant} {given.seed(seed)}")  # noqa: S311
    for _ in range(_TRIES):
        turns = _reduced(kind, variant, _drawn(kind, variant, source), source)
        found = graded(kind, variant, turns, GRADES[-1] if grade is None else grade) if turns else None
        if found is not None and grade in (None, found):
            return Puzzle(kind, found, variant, turns)
    raise TooLarge("puzzle-not-found", asked=kind, grade=grade, variant=variant, tries=_TRIES)


def _drawn(kind: PuzzleKind, variant: Variant, source: random.Random) -> tuple[Turn, ...]:
    """Draw turns that may be a puzzle; none if they are not."""
    secret, turns = _code(variant, source), tuple[Turn, ...]()
    few = source.randint(min(2, variant.pegs), variant.pegs)  # guesses of few colors make easy puzzles
    while len(turns) < _MOST_TURNS:
        guess = _code(variant, source, few)
        if guess == secret:
            continue
        turns = (*turns, Turn(guess, score(secret, guess)))
        left = len(list(itertools.islice(Candidates(variant, turns), _ENOUGH)))
        if kind == "win" and left < _ENOUGH and is_puzzle(kind, variant, turns):
            return turns
        if left == 1:
            return turns if kind == "code" else () if kind == "win" else _with_slip(variant, turns, source)
    return ()


def _code(variant: Variant, source: random.Random, few: int | None = None) -> Code:
    """Draw a code, of no more than a few colors if they may repeat."""
    colors = range(1, variant.colors + 1)
    if not variant.repeats:
        return Code(source.sample(colors, variant.pegs))
    some = colors if few is None else source.choices(colors, k=few)
    return Code(source.choices(some, k=variant.pegs))


def _with_slip(variant: Variant, turns: tuple[Turn, ...], source: random.Random) -> tuple[Turn, ...]:
    """Change the feedback of a turn by one key peg, as people do; none if the slip can't be found."""
    number = source.randrange(len(turns))
    guess, right = turns[number].guess, turns[number].feedback
    blacks, whites = source.choice([(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])
    try:
        slip = variant.check_feedback(Feedback(right.blacks + blacks, right.whites + whites))
    except NotAllowed:
        return ()
    changed = (*turns[:number], Turn(guess, slip), *turns[number + 1 :])
    return changed if is_puzzle("wrong", variant, changed) else ()


def _reduced(kind: PuzzleKind, variant: Variant, turns: tuple[Turn, ...], source: random.Random) -> tuple[Turn, ...]:
    """Leave out turns, in any order, as long as what is left is a puzzle."""
    for turn in source.sample(turns, len(turns)):
        rest = tuple(other for other in turns if other is not turn)
        if is_puzzle(kind, variant, rest):
            turns = rest
    return turns
