"""The coach: what each guess of a game was worth and how kind its answer was, skill and luck apart.

A guess is judged by what was known when it was made, never by the secret. With n candidates before it:

- Expected bits: the sum of p·log2(1/p) over the answers it can get, p = size of the answer's part / n.
- Bits: what the answer did tell, log2(n / candidates after it).
- Luck: 100·(P(a less kind answer) + P(one as kind) / 2). Answers are as kind as they leave few candidates, and the
  kindest is that the guess is right. Over the answers a guess can get luck is 50 on average, whatever the guess.
- Skill, measured in guesses: 100·(1 - lost), where lost is how many more guesses the secret takes on average after
  this guess and best play than after the best guess. A guess that can tell nothing loses exactly one, so skill is 0;
  the best guess loses none. It is used where the exact search reaches.
- Skill, measured in bits: 100·worth / the best worth, with worth = expected bits + the chance of being right at once.
  It is used elsewhere, and in hard mode, where a guess is compared only with guesses that could be right.

Where the candidates are too many to list, the same is worked out from some drawn at random. How much is compared is
bounded by a budget of work, not of time, so a game is always graded alike.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.candidates import Codes, Count, core_key, to_array, to_code
from keypeg.errors import NotAllowed, TooLarge
from keypeg.exact import Search
from keypeg.hints import clash_words, codes_fit
from keypeg.openings import Sizes, is_opening, split
from keypeg.position import Position
from keypeg.render import Look, counted
from keypeg.rules import Code, Turn, Variant
from keypeg.strategies.optimal import is_searchable, proven_tree

Measure = Literal["guesses", "bits"]
Method = Literal["exact", "sampled"]
Progress = Callable[[int, int], object]
"""Is told what is done and the whole, often; an exception that it raises ends the work and comes through."""

BUDGET = 1 << 30
"""So many pairs of a guess and a candidate are scored for one turn, unless told otherwise: about a second."""

DRAWN = 2000
"""So many candidates are drawn where they can't be listed."""

_LIST_LIMIT = 1 << 20
_LEAST_DRAWN = 100
_COMPARED = 1000
_CHUNK = 1 << 14
_LONG = 10**12
_EVEN = 1e-9
_SEARCH_COST = 512  # an exact search takes about as long as comparing every code so many times
_SEARCH_MEMORY = 1 << 28
_SURE = 30  # so many of the drawn candidates must be in a part for its share to be trusted
_STEPS = 1000  # of one turn, as progress counts them


@dataclass(frozen=True, slots=True)
class Promise:
    """What a guess promises before it is answered.

    `bits` and `left` are what the answer tells and leaves on average, `parts` how many answers can come, `chance` how
    likely the guess is right, and `guesses` how many the secret takes from here on average, this one counted and best
    play after it. What could not be worked out is None.
    """

    guess: Code
    fits: bool
    bits: float
    left: float | None
    parts: int
    chance: float
    guesses: float | None = None

    @property
    def worth(self) -> float:
        """The measure in bits: one guess is better than another where this is more."""
        return self.bits + self.chance

    def as_json(self) -> dict[str, Any]:
        return {
            "guess": str(self.guess),
            "fits": self.fits,
            "bits": self.bits,
            "left": self.left,
            "parts": self.parts,
            "chance": self.chance,
            "guesses": self.guesses,
        }


@dataclass(frozen=True, slots=True)
class Grade:
    """What one turn was worth: `position` is the one before it, and `bits` is what its answer told.

    `best` is the best guess there, the one made where none is better; where `best` can't be right, `best_fitting` is
    the most informative guess that can. `sample` candidates were looked at and `compared` guesses, which are all that
    differ if `all_compared`. `fortune` is how many guesses the answer saved on average against the average answer.
    """

    position: Position
    turn: Turn
    before: Count
    after: Count
    played: Promise
    best: Promise
    best_fitting: Promise | None
    bits: float
    skill: float
    luck: float
    measure: Measure
    method: Method
    sample: int
    compared: int
    all_compared: bool
    fortune: float | None
    hard: bool = False

    @property
    def number(self) -> int:
        """The number of the turn, from 1."""
        return len(self.position.turns) + 1

    @property
    def is_win(self) -> bool:
        return self.turn.feedback == self.position.variant.win

    @property
    def is_best(self) -> bool:
        return self.best == self.played

    @property
    def conflict(self) -> int | None:
        """The number, from 0, of the first earlier turn by which the guess couldn't be right; None if it could."""
        return self.position.first_contradicted(self.turn.guess)

    @property
    def luck_bits(self) -> float:
        """How much more the answer told than it tells on average."""
        return self.bits - self.played.bits

    @property
    def lost(self) -> float | None:
        """How many more guesses the secret takes on average than after the best guess."""
        if self.played.guesses is None or self.best.guesses is None:
            return None
        # Both are fractions of one denominator, the number of candidates: beyond twelve places is only noise.
        return round(self.played.guesses - self.best.guesses, 12)

    def words(self, look: Look) -> str:
        """Say in a few sentences what happened, and what would have been better if anything."""
        said = [self._answer_words(look), self._conflict_words(look), self._choice_words(look), self._why_words(look)]
        if self.method == "sampled":
            said.append(f"(Estimated from {counted(self.sample, 'code')} drawn at random.)")
        return " ".join(filter(None, said))

    def _answer_words(self, look: Look) -> str:
        code = look.code(self.turn.guess)
        if self.is_win:
            if self.before.value == 1:
                return f"Only one code was left, and {code} it was."
            return f"{code} was right, one of {_codes(self.before)} that fitted."
        if self.played.bits < _EVEN:
            return f"{code} could get no other answer, so it told nothing new: {codes_fit(self.after, 'still')}."
        about = "about " if self.method == "sampled" else ""
        told = f"the answer told {about}{self.bits:.2f} bits; {about}{self.played.bits:.2f} was to be expected"
        if not (self.before.is_known and self.after.is_known):
            return f"{code}: {told}{self._luck_words()}."
        return f"{code} left {count_words(self.after)} of {_codes(self.before)}: {told}{self._luck_words()}."

    def _luck_words(self) -> str:
        """Say whether the answer was kind or hard, as a consequence of the bits only where they say so too."""
        if 33 <= self.luck <= 67:
            return ""
        more = round(self.bits, 2) - round(self.played.bits, 2)  # as they are read
        if self.luck > 67:
            return ", so it was a kind one" if more > 0 else ", though fewer codes are left less than one time in three"
        return ", so it was a hard one" if more < 0 else ", though more codes are left less than one time in three"

    def _conflict_words(self, look: Look) -> str:
        guess, turns, number = self.turn.guess, self.position.turns, self.conflict
        if number is None:
            return ""
        if guess == turns[number].guess:
            return f"It was the guess of turn {number + 1} already."
        return f"It couldn't be the code: {clash_words(guess, number, turns[number], look)}."

    def _choice_words(self, look: Look) -> str:
        if self.is_best:
            if self.before.value == 1:
                return ""
            if self.all_compared:
                return f"No guess {'that fits ' if self.hard else ''}was better."
            return f"Of {counted(self.compared, 'guess')} compared none was better."
        best = look.code(self.best.guess)
        if self.before.value == 1:
            return f"{best} was the only code left."
        praise = "A good choice. " if self.skill >= 90 else ""
        if self.lost is not None:
            return (
                f"{praise}After {best} the code takes {self.best.guesses:.2f} guesses from here on average, "
                f"after this one {self.played.guesses:.2f}."
            )
        if self.best.bits - self.played.bits >= 0.005:
            most = "" if self.all_compared else f", the most of {counted(self.compared, 'guess')} compared"
            return f"{praise}{best} tells {self.best.bits:.2f} bits on average{most}."
        return f"{praise}{best} tells as much and could have been right."

    def _why_words(self, look: Look) -> str:
        """Say why a guess that can't be right is the best."""
        other = self.best_fitting
        if other is None:
            return ""
        figure = f"{other.bits:.2f} bits" if other.guesses is None else f"{other.guesses:.2f} guesses"
        rest = f"tell the codes apart better than those of {look.code(other.guess)}, which could be right ({figure})"
        if self.is_best:
            return f"Its answers {rest}."
        return f"{look.code(self.best.guess)} couldn't be right itself, but its answers {rest}."

    def as_json(self, look: Look | None = None) -> dict[str, Any]:
        number = self.conflict
        return {
            "number": self.number,
            "position": str(self.position),
            "turn": str(self.turn),
            "guess": str(self.turn.guess),
            "feedback": str(self.turn.feedback),
            "before": _count_json(self.before),
            "after": _count_json(self.after),
            "expected_bits": self.played.bits,
            "bits": self.bits,
            "luck_bits": self.luck_bits,
            "skill": self.skill,
            "luck": self.luck,
            "measure": self.measure,
            "method": self.method,
            "sample": self.sample,
            "compared": self.compared,
            "all_compared": self.all_compared,
            "conflict": None if number is None else number + 1,
            "lost": self.lost,
            "fortune": self.fortune,
            "is_best": self.is_best,
            "played": self.played.as_json(),
            "best": self.best.as_json(),
            "best_fitting": None if self.best_fitting is None else self.best_fitting.as_json(),
            "words": self.words(look or Look(self.position.variant)),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A game graded turn by turn. `left` are the candidates at its end, `expected` the guesses of best play.

    `is_over` is whether no guess can follow; of a game that is not won the position alone can't tell.
    """

    position: Position
    hard: bool
    grades: tuple[Grade, ...]
    left: Count
    expected: float | None
    is_over: bool = False

    @property
    def is_won(self) -> bool:
        return self.position.is_won

    @property
    def ungraded(self) -> tuple[int, ...]:
        """The numbers, from 1, of the turns for which too few codes were found in time that fit the turns before."""
        graded = {grade.number for grade in self.grades}
        return tuple(number for number in range(1, len(self.position.turns) + 1) if number not in graded)

    @property
    def skill(self) -> float | None:
        """The mean skill, or None where no turn is graded."""
        return _mean([grade.skill for grade in self.grades])

    @property
    def luck(self) -> float | None:
        return _mean([grade.luck for grade in self.grades])

    @property
    def luck_bits(self) -> float:
        """How much more the answers told than they tell on average, together."""
        return math.fsum(grade.luck_bits for grade in self.grades)

    @property
    def lost(self) -> float | None:
        """How many guesses the choices cost on average against best play; None unless all turns are measured so."""
        return self._sum([grade.lost for grade in self.grades])

    @property
    def fortune(self) -> float | None:
        """How many guesses the answers saved. In a won game guesses = expected + lost - fortune."""
        return self._sum([grade.fortune for grade in self.grades])

    def _sum(self, numbers: Sequence[float | None]) -> float | None:
        known = [number for number in numbers if number is not None]
        return math.fsum(known) if known and len(known) == len(self.position.turns) else None

    @property
    def method(self) -> Method:
        return "sampled" if any(grade.method == "sampled" for grade in self.grades) else "exact"

    def words(self, look: Look) -> list[str]:
        """Sum the game up, a line a thought."""
        if not self.position.turns:
            made = "was made" if self.is_over else "has been made yet"
            return [f"No guess {made}, so there is nothing to grade: {codes_fit(self.left)}."]
        lines = [self._result_words()]
        if self.skill is not None and self.luck is not None:
            lines += [self._scores_words(), self._ledger_words(), *self._advice_words(look)]
        if self.ungraded:
            numbers = ", ".join(map(str, self.ungraded))
            lines.append(f"Not graded: turn {numbers}. Too few codes that fit the turns before were found in time.")
        return lines

    def _result_words(self) -> str:
        guesses = counted(len(self.position.turns), "guess")
        if self.is_won:
            best = "" if self.expected is None else f" Best play takes {self.expected:.2f} on average."
            return f"The code was found in {guesses}.{best}"
        if self.is_over:
            return f"The code was not found in {guesses}; {_codes(self.left)} still fitted."
        return f"The code is not found yet: after {guesses} {codes_fit(self.left, 'still')}."

    def _scores_words(self) -> str:
        skill, luck = score_words(self.skill), score_words(self.luck)
        mean = " on average" if len(self.grades) > 1 else ""
        return f"Skill {skill} of 100{mean}, luck {luck} (50 is average)."

    def _ledger_words(self) -> str:
        """Say what the choices cost and the answers brought: in guesses where that is known, else in bits."""
        if self.lost is None or self.fortune is None:
            more = "more" if self.luck_bits >= 0 else "less"
            return f"The answers told {abs(self.luck_bits):.2f} bits {more} than was to be expected."
        kind = "saved" if self.fortune >= 0 else "cost"
        return (
            f"The choices cost {self.lost:.2f} guesses against best play, the answers {kind} {abs(self.fortune):.2f}."
        )

    def _advice_words(self, look: Look) -> list[str]:
        """Point to the one turn in which most was to be gained, if much was."""
        first = min(self.grades, key=lambda grade: grade.skill)
        if first.skill >= 90:
            return []
        return [f"Worth another look: turn {first.number} ({look.code(first.turn.guess)})."]

    def as_json(self, look: Look | None = None) -> dict[str, Any]:
        look = look or Look(self.position.variant)
        return {
            "position": str(self.position),
            "variant": str(self.position.variant),
            "hard": self.hard,
            "won": self.is_won,
            "guesses": len(self.position.turns),
            "left": _count_json(self.left),
            "expected": self.expected,
            "skill": self.skill,
            "luck": self.luck,
            "luck_bits": self.luck_bits,
            "lost": self.lost,
            "fortune": self.fortune,
            "method": self.method,
            "ungraded": list(self.ungraded),
            "turns": [grade.as_json(look) for grade in self.grades],
            "words": self.words(look),
        }


def score_words(score: float | None) -> str:
    """Write a score as a whole number; 100 and 0 are kept for scores that are just that."""
    if score is None:
        return "-"
    return str(round(score) if score in (0, 100) else min(max(round(score), 1), 99))


def _mean(numbers: Sequence[float]) -> float | None:
    return math.fsum(numbers) / len(numbers) if numbers else None


def _count_json(count: Count) -> dict[str, Any]:
    return {"value": count.value, "low": count.low, "high": count.high, "exact": count.is_exact}


def count_words(count: Count) -> str:
    """Write a count; one of many digits is rounded, so that it can be read."""
    long = count.is_exact and count.value >= _LONG
    return str(Count(count.value, count.value - 1, count.value + 1) if long else count)


def _codes(count: Count) -> str:
    if not count.is_known:
        return "an unknown number of codes"
    return "1 code" if count.is_exact and count.value == 1 else f"{count_words(count)} codes"


def _is_measured(count: Count) -> bool:
    """Say whether a count tells how many candidates there are, at least about, and not only bounds."""
    return count.is_exact or count.value > count.low


# Grading


def review(  # noqa: PLR0913 - what grades takes, and how the game ended
    position: Position,
    *,
    hard: bool = False,
    is_over: bool = False,
    budget: int = BUDGET,
    threads: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Grade every turn of a game, finished or not; in hard mode only against guesses that could be right.

    With `is_over` a game that is not won is lost or given up, and not one that goes on.

    >>> game = Position.parse("p4c6 1122=0b2w 3516=0b2w 2641=4b0w")
    >>> [round(grade.skill) for grade in review(game).grades]
    [94, 99, 100]
    """
    graded = grades(position, hard=hard, budget=budget, threads=threads, progress=progress)
    return sum_up(position, list(graded), hard=hard, is_over=is_over)


def grades(
    position: Position,
    *,
    hard: bool = False,
    budget: int = BUDGET,
    threads: int = 0,
    progress: Progress | None = None,
) -> Iterator[Grade]:
    """Grade a game turn by turn, as they are worked out; one for which too few candidates are found is left out."""
    check_game(position)
    whole = len(position.turns) * _STEPS
    optima = _Optima()
    for number, turn in enumerate(position.turns):
        before = Position(position.variant, position.turns[:number])
        steps = _Steps(_later(progress, number, whole))
        with suppress(TooLarge):
            yield _grade(before, turn, _Settings(hard, budget, threads, steps, optima))


def _later(progress: Progress | None, number: int, whole: int) -> Progress | None:
    """Count the steps of one turn on from those of the turns before it."""
    if progress is None:
        return None
    return lambda done, _: progress(number * _STEPS + done, whole)


def sum_up(position: Position, grades: Sequence[Grade], *, hard: bool = False, is_over: bool = False) -> Review:
    """Put the grades of a game's turns together."""
    check_game(position)
    fresh = Position(position.variant, position.turns)
    left, expected = fresh.candidates.count(), _expected(position.variant, hard=hard)
    return Review(fresh, hard, tuple(grades), left, expected, is_over or position.is_won)


def check_game(position: Position) -> None:
    """Refuse turns after the one that found the code: they are no part of a game."""
    won = next((at for at, turn in enumerate(position.turns, 1) if turn.feedback == position.variant.win), None)
    if won is not None and won < len(position.turns):
        raise NotAllowed(f"turn {won} found the code in {str(position)!r}: leave out the turns after it")


def grade(  # noqa: PLR0913 - all but two are keywords with a default
    position: Position,
    turn: Turn,
    *,
    hard: bool = False,
    budget: int = BUDGET,
    threads: int = 0,
    progress: Progress | None = None,
) -> Grade:
    """Grade one turn; `position` is the one before it. Raises TooLarge where too few candidates are found in time."""
    return _grade(position, turn, _Settings(hard, budget, threads, _Steps(progress), _Optima()))


@dataclass(frozen=True, slots=True)
class _Settings:
    """How to grade, whom to tell, and what the exact search has found in the game so far."""

    hard: bool
    budget: int
    threads: int
    steps: "_Steps"
    optima: "_Optima"


def _grade(position: Position, turn: Turn, settings: _Settings) -> Grade:
    if position.is_won:
        raise NotAllowed(f"the code is found in {str(position)!r}")
    after = Position(position.variant, (*position.turns, position.variant.check_turn(turn)))
    study = _Study.of(position, settings)
    sizes = study.sizes(to_array([turn.guess]))[0]
    choice = study.choose(turn.guess)
    count = after.candidates.count()
    fortune = None
    if choice.played.guesses is not None:
        rest = 0 if after.is_won else study.optimum(after)[0] / count.value
        fortune = choice.played.guesses - 1 - rest
    settings.steps.tell(1)
    return Grade(
        position=study.position,
        turn=turn,
        before=study.count,
        after=count,
        played=choice.played,
        best=choice.best,
        best_fitting=choice.best_fitting,
        bits=study.bits_of(turn, sizes, count),
        skill=choice.skill,
        luck=_luck(sizes, turn.feedback.ordinal, position.variant.win.ordinal),
        measure="bits" if choice.played.guesses is None else "guesses",
        method="exact" if study.is_all else "sampled",
        sample=study.number,
        compared=choice.compared,
        all_compared=choice.all_compared,
        fortune=fortune,
        hard=settings.hard,
    )


def _luck(sizes: Sizes, answer: int, win: int) -> float:
    """Return the chance in percent of a less kind answer, and half that of one as kind."""
    chances = sizes / sizes.sum()
    kindness = -sizes
    kindness[win] = 1
    worse = chances[kindness < kindness[answer]].sum()
    same = chances[kindness == kindness[answer]].sum()
    return float(100 * (worse + same / 2))


class _Steps:
    """What tells how far the grading of one turn is."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done = 0

    def tell(self, share: float) -> None:
        """Say that this share of the turn is done; it never goes back."""
        self._done = max(self._done, int(share * _STEPS))
        if self._progress:
            self._progress(self._done, _STEPS)


_Optima = dict[Position, tuple[int, Code]]
"""The least total of guesses over all candidates of positions, and a guess that begins a game of that total."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """A guess beside the best ones, its skill, and how many guesses were compared: all that differ, or some."""

    played: Promise
    best: Promise
    best_fitting: Promise | None
    skill: float
    compared: int
    all_compared: bool


@dataclass(frozen=True, slots=True)
class _Study:
    """A position under study: all its candidates, or some of them drawn at random.

    First guesses split all codes without a list of them (`keypeg.openings`); then there are no rows.
    """

    position: Position
    count: Count
    rows: Codes
    is_all: bool
    settings: _Settings

    @classmethod
    def of(cls, position: Position, settings: _Settings) -> "_Study":
        settings.steps.tell(0)
        fresh = Position(position.variant, position.turns)  # what was listed before must make no difference
        count = fresh.candidates.count()
        is_listed = count.is_exact and count.value <= min(_LIST_LIMIT, settings.budget)
        if is_listed:
            rows = fresh.candidates.array
        else:
            rows = to_array([] if is_opening(fresh) else _drawn(fresh, count), fresh.variant.pegs)
        settings.steps.tell(0.1)
        return cls(fresh, count, rows, is_listed or not len(rows), settings)

    @property
    def number(self) -> int:
        """How many codes the parts of a guess are of."""
        return len(self.rows) or self.count.value

    def sizes(self, guesses: Codes, progress: Progress | None = None) -> Sizes:
        variant = self.position.variant
        if not len(self.rows):
            return split(variant, guesses)
        sizes = _core.partition_sizes(core_key(variant), guesses, self.rows, self.settings.threads, progress)
        return sizes.astype(np.float64)

    def bits_of(self, turn: Turn, sizes: Sizes, after: Count) -> float:
        """Return what an answer told: by the counts where they are exact, else by its share of those drawn."""
        share = int(sizes[turn.feedback.ordinal])
        exact = self.count.is_exact and after.is_exact
        if exact or (share < _SURE and _is_measured(self.count) and _is_measured(after)):
            return max(math.log2(self.count.value) - math.log2(after.value), 0)
        return math.log2(self.number / max(share, 0.5))

    def choose(self, guess: Code) -> _Choice:
        """Compare a guess with the others."""
        hard = self.settings.hard
        guesses, all_compared = self._guesses()
        worths, fits = self._worths(guesses)
        played, best = self._promise(guess), self._promise(_first_best(guesses, worths))
        fitting = best if best.fits else self._promise(_first_best(guesses[fits], worths[fits]))
        if not hard and self._is_searchable():
            return self._choose_exactly(played, best, fitting, len(guesses))
        if played.worth >= best.worth - _EVEN and (played.fits or not hard):
            best = played
        skill = 100 * min(played.worth / best.worth, 1) if best.worth > 0 else 100
        return _Choice(played, best, _other(best, fitting), skill, len(guesses), all_compared)

    def _guesses(self) -> tuple[Codes, bool]:
        """Return the guesses to compare, in order, and whether they are all that differ."""
        position, number, hard = self.position, len(self.rows), self.settings.hard
        if self.is_all and (not position.turns or position.variant.size <= _LIST_LIMIT):
            guesses = _distinct_guesses(position, candidates_only=hard)
            if len(guesses) * number <= self.settings.budget:  # without rows it is always so
                return guesses, True
        most = max(self.settings.budget // number, 1)
        if not self.is_all:
            most = min(most, _COMPARED)
        rows = np.unique(self.rows, axis=0)
        if len(rows) <= most:
            return rows, hard and self.is_all
        source = random.Random(f"guesses {position}")  # noqa: S311
        return rows[sorted(source.sample(range(len(rows)), most))], False

    def _worths(self, guesses: Codes) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return the worth of each guess, and whether it fits; drawn ones all do."""
        number, whole = self.number, len(guesses)
        bits, fits = np.empty(whole), np.ones(whole, np.bool_)
        for start in range(0, whole, _CHUNK):
            part = slice(start, start + _CHUNK)
            sizes = self.sizes(guesses[part], self._telling(start, whole))
            bits[part] = _bits(sizes, number)
            if self.is_all:
                fits[part] = sizes[:, self.position.variant.win.ordinal] > 0
        return bits + fits * self._chance, fits

    def _telling(self, start: int, whole: int) -> Progress:
        """Return what tells the progress of comparing a chunk of the guesses."""
        return lambda done, every: self.settings.steps.tell(
            0.1 + 0.6 * min(start + _CHUNK * done / every, whole) / whole
        )

    @property
    def _chance(self) -> float:
        """How likely a guess that fits is right."""
        return 1 / self.count.value if _is_measured(self.count) else 0

    def _promise(self, guess: Code) -> Promise:
        sizes = self.sizes(to_array([guess]))[0]
        number = self.number
        squares = float((sizes * sizes).sum())
        left: float | None = None
        if self.is_all:
            left = squares / number
        elif _is_measured(self.count):  # the chance that two drawn candidates get the same answer, without bias
            left = max((squares - number) / (number * max(number - 1, 1)) * self.count.value, 1)
        fits = self.position.first_contradicted(guess) is None
        bits = float(_bits(sizes[None], number)[0])
        return Promise(guess, fits, bits, left, int((sizes > 0).sum()), self._chance if fits else 0)

    def _is_searchable(self) -> bool:
        pairs = self.number * self.position.variant.size
        return self.is_all and pairs * _SEARCH_COST <= self.settings.budget and is_searchable(self.position)

    def _choose_exactly(self, played: Promise, best: Promise, fitting: Promise, compared: int) -> _Choice:
        """Compare a guess with the best that the exact search finds; of several it is one that is known already."""
        least, found = self.optimum(self.position)
        search = Search(self.position, memory=_SEARCH_MEMORY)
        totals = {guess: search.total_of(guess, 1) for guess in (played.guess, fitting.guess, best.guess)}
        chosen = next((guess for guess, total in totals.items() if total == least), found)
        totals[chosen] = least
        number = len(self.rows)
        known = {guess: replace(self._promise(guess), guesses=total / number) for guess, total in totals.items()}
        skill = 100 * (1 - (totals[played.guess] - least) / number)
        other = _other(known[chosen], known[fitting.guess])
        return _Choice(known[played.guess], known[chosen], other, skill, compared, all_compared=True)

    def optimum(self, position: Position) -> tuple[int, Code]:
        """Return the least total of guesses of a position, and a guess that begins it."""
        optima = self.settings.optima
        if position not in optima:
            # One thread: which of several best guesses is found depends on their number.
            search = Search(position, memory=_SEARCH_MEMORY)
            found = search.run(threads=1, report=lambda _: self.settings.steps.tell(0.7))
            optima[position] = found.value, found.tree.guess(0)
        return optima[position]


def _drawn(position: Position, count: Count) -> list[Code]:
    """Draw candidates, the same ones each time; raise TooLarge where too few different ones are found for a grade."""
    codes = position.candidates.sample(DRAWN, random.Random(f"coach {position}"))  # noqa: S311
    found = len(set(codes))
    if found < _LEAST_DRAWN and not (count.is_exact and count.value <= DRAWN):
        raise TooLarge(f"only {found} candidates were found in time in {position}: too few to grade a guess by")
    return codes


def _distinct_guesses(position: Position, *, candidates_only: bool) -> Codes:
    """List the guesses that no renaming of pegs and colors makes equal, or those of them that can be right."""
    key = core_key(position.variant)
    earlier = to_array([turn.guess for turn in position.turns], position.variant.pegs)
    guesses = _core.class_representatives(key, earlier)
    if not candidates_only:
        return guesses
    answers = np.array([turn.feedback.ordinal for turn in position.turns], np.uint16)
    rows: Codes = guesses[(_core.score_matrix(key, earlier, guesses) == answers[:, None]).all(axis=0)]
    return rows


def _bits(sizes: Sizes, number: int) -> NDArray[np.float64]:
    """Return the bits that each row of part sizes tells on average."""
    bits: NDArray[np.float64] = math.log2(number) - (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1) / number
    return np.maximum(bits, 0)


def _first_best(guesses: Codes, worths: NDArray[np.float64]) -> Code:
    return to_code(guesses[np.flatnonzero(worths >= worths.max() - _EVEN)[0]])


def _other(best: Promise, fitting: Promise) -> Promise | None:
    return None if best.fits else fitting


def _expected(variant: Variant, *, hard: bool) -> float | None:
    """Return how many guesses best play takes on average, where a proven tree is at hand."""
    tree = None if hard else proven_tree(variant)
    return None if tree is None else tree.summary.average
