"""A study: what can be known of a position at a given effort, found out once for everybody.

All that show something about a position (hint, solve, the game's own hints, the explorer, the coach, the server) ask
here, so that they name the same guess, with the same figures and the same note. How much work that may take is an
`Effort`, and nothing else decides whether candidates are listed, compared or sampled.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, Self

import numpy as np

from keypeg import _core, given, openings, strategies
from keypeg.candidates import Codes, Count, core_key, scores, to_array, to_code
from keypeg.effort import QUICK, Effort
from keypeg.errors import NotAllowed, TooLarge
from keypeg.exact import Search
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Code
from keypeg.strategies import Abilities, Strategy, abilities_of, is_within_reach
from keypeg.strategies.optimal import SEARCH_MEMORY, is_searchable, planned_total, searched
from keypeg.tree import Progress

ADVISER = "optimal"
"""The strategy that gives advice unless another one is named."""

WARY_ADVISER = "knuth"
"""The strategy that gives advice against an adversary, which always leaves the most candidates."""

_COMPARED = 200  # how many drawn candidates are compared where the guess must be a candidate
_CANDIDATES_FORM = "entropy-candidates"


@dataclass(frozen=True, slots=True)
class Promise:
    """What a guess promises before its feedback is known.

    `partition` splits all candidates, or a sample of them. `left` is how many candidates remain on average, `chance`
    how likely the guess is right, and `guesses` how many guesses the secret takes on average from here, this one
    included, with best play after it. What could not be computed is None.
    """

    partition: Partition
    left: float | None
    chance: float
    guesses: float | None = None

    @property
    def guess(self) -> Code:
        return self.partition.guess

    @property
    def can_win(self) -> bool:
        return self.partition.can_win

    @property
    def bits(self) -> float:
        """How much the feedback tells on average."""
        return self.partition.bits

    @property
    def sure_bits(self) -> float:
        """How much the feedback tells at least."""
        return math.log2(self.partition.total / self.partition.largest)

    @property
    def parts(self) -> int:
        """How many kinds of feedback are possible."""
        return len(self.partition)

    @property
    def worth(self) -> float:
        """The coach's measure in bits; more is better."""
        return self.bits + self.chance

    def as_json(self) -> dict[str, Any]:
        return {
            "guess": str(self.guess),
            "can_win": self.can_win,
            "bits": self.bits,
            "left": self.left,
            "parts": self.parts,
            "largest": self.partition.largest if self.parts else None,
            "chance": self.chance,
            "guesses": self.guesses,
        }


class Study:
    """A position under study at a given effort. Whatever has been found out is kept."""

    def __init__(self, position: Position | str, effort: Effort = QUICK, threads: int = 0) -> None:
        self.position = Position.of(position)
        self.effort = Effort.of(effort)
        self.threads = given.threads(threads)
        self._promises: dict[Code, Promise] = {}
        self._totals: dict[Code, int] = {}

    @cached_property
    def count(self) -> Count:
        """How many candidates there are."""
        return self.position.candidates.count()

    @property
    def is_opening(self) -> bool:
        """Whether this is a start at which guesses split all codes without a list of them (`keypeg.openings`)."""
        return openings.is_opening(self.position)

    @cached_property
    def is_listed(self) -> bool:
        """Whether all candidates are at hand as rows."""
        return self.count.is_exact and self.count.value <= self.effort.listed

    @property
    def is_all(self) -> bool:
        """Whether partitions split all candidates, not just a sample."""
        return self.is_listed or self.is_opening

    @cached_property
    def rows(self) -> Codes:
        """The candidates at hand: all of them, or a sample; raises TooLarge if none is found."""
        return self.position.candidates.array if self.is_listed else self.position.candidates.pool.rows

    @property
    def are_rows_found(self) -> bool:
        """Whether any candidate is at hand."""
        return self.is_all or self.position.candidates.are_found

    @property
    def sample(self) -> int | None:
        """How many candidates the partitions split, or None if they split all of them."""
        return None if self.is_all else len(self.rows)

    def promise(self, guess: Code | str) -> Promise:
        """Return what a guess promises."""
        code = self.position.variant.code(guess)
        if code not in self._promises:
            partition = self._partition(code)
            chance = 1 / self.count.value if partition.can_win and self.is_measured else 0.0
            self._promises[code] = Promise(partition, self._left(partition), chance)
        return self._promises[code]

    @property
    def is_measured(self) -> bool:
        """Whether the number of candidates is known, at least as an estimate."""
        return self.count.is_exact or self.count.is_estimate

    def _partition(self, guess: Code) -> Partition:
        variant = self.position.variant
        if self.is_opening:
            return openings.partition(variant, guess)
        if self.is_listed:
            sizes = _core.partition_sizes(core_key(variant), to_array([guess]), self.rows, self.threads)[0]
            return Partition.of_counts(variant, guess, sizes.tolist())
        counts = np.bincount(scores(variant, guess, self.rows)).tolist()
        return Partition.of_counts(variant, guess, counts, can_win=guess in self.position.candidates)

    def _left(self, partition: Partition) -> float | None:
        """Return how many candidates remain on average: from a sample, an unbiased estimate."""
        total = partition.total
        if total == self.count.value:
            return partition.expected_size
        if not self.is_measured or total < 2:
            return None
        pairs = sum(size * (size - 1) for size in partition.values())  # of drawn candidates with the same feedback
        return 1 + (self.count.value - 1) * (pairs / (total * (total - 1)))

    @cached_property
    def distinct_guesses(self) -> int | None:
        """How many guesses differ by more than a renaming of pegs and colors; None if counting them takes too long."""
        return len(self.position.distinct_rows) if self.effort.allows_comparing(self.position.variant) else None

    def price(self, *, candidates_only: bool) -> int:
        """Return how many pairs, at most, are scored to compare all guesses, or all candidates."""
        number, codes = self.count.value, self.position.variant.size
        guesses = number if candidates_only else codes
        if number * guesses > self.effort.pairs and self.distinct_guesses is not None:
            guesses = min(guesses, self.distinct_guesses)
        return number * guesses

    @cached_property
    def is_searchable(self) -> bool:
        """Whether the exact search is within the effort."""
        return is_searchable(self.position, self.effort)

    @property
    def least_total(self) -> int | None:
        """The fewest guesses over all candidates, with best play; None if that is out of reach."""
        return searched(self.position).summary.total if self.is_searchable else None

    def total_of(self, guess: Code) -> int | None:
        """Return the guesses over all candidates if this one comes first, with best play; None if that is not known.

        Where the search doesn't reach, it is known of the guess of a proven tree alone.
        """
        if not self.is_searchable:
            return planned_total(self.position, guess)
        if guess not in self._totals:
            self._totals[guess] = self._search.total_of(guess, 1)
        return self._totals[guess]

    @cached_property
    def _search(self) -> Search:
        return Search(self.position, memory=SEARCH_MEMORY)

    def measured(self, promise: Promise) -> Promise:
        """Add how many guesses the secret takes on average from here, where the exact search reaches."""
        total = self.total_of(promise.guess)
        return promise if total is None else replace(promise, guesses=total / self.count.value)


@dataclass(frozen=True, slots=True)
class Note:
    """What should be said about how a guess was found.

    `sampled`: it was judged by `number` drawn candidates. `nearest`: no candidate was found in time, and this code is
    consistent with `number` of `turn_count` turns. `stand-in`: the position is out of the strategy's reach, and its
    stand-in compared all guesses. `instead`: they are too many to compare. The strategy `by` chose; `instead` is the
    one that was asked for, if that is another.
    """

    kind: Literal["sampled", "nearest", "stand-in", "instead"]
    number: int = 0
    turn_count: int = 0
    instead: str | None = None
    by: str | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "number": self.number,
            "turns": self.turn_count,
            "instead": self.instead,
            "by": self.by,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(data["kind"], data["number"], data["turns"], data["instead"], data.get("by"))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess, and what should be said about how it was found."""

    guess: Code
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """The best guesses of a position by a strategy, best first.

    `by` is the strategy that chose: the one that was asked for, or its stand-in if the position is too large for it.
    `all_compared` says that every guess was considered, not just some.
    """

    study: Study
    asked: Strategy
    by: Strategy
    ranking: tuple[Promise, ...]
    note: Note | None = None
    all_compared: bool = False

    @property
    def best(self) -> Promise:
        return self.ranking[0]

    @property
    def suggestion(self) -> Suggestion:
        return Suggestion(self.best.guess, self.note)

    def alternative(self) -> Promise | None:
        """Return the best guess that can be right, found in the same way, if the best of all can't be."""
        if self.best.can_win:
            return None
        adviser = _Adviser(self.study, self.by, 1, None)
        other = (adviser.guess_that_can_win() if self.all_compared else adviser.drawn_guess()).best
        return other if other.can_win else None


def advise(
    study: Study | Position | str,
    strategy: Strategy | str = ADVISER,
    top: int = 1,
    *,
    hard: bool = False,
    progress: Progress | None = None,
) -> Advice:
    """Ask a strategy for its best `top` guesses; in hard mode, only for guesses that can be right.

    A position, or the text of one, is studied at the usual effort.
    If the position is too large for the strategy at the study's effort, another one stands in for it.
    """
    top = strategies.check_top(top)
    if not isinstance(study, Study):
        study = Study(study)
    if study.position.is_won:
        raise NotAllowed("code-found", position=study.position)
    asked = strategies.player(strategy)
    adviser = _Adviser(study, asked, top, progress)
    return adviser.guess_that_can_win() if hard else adviser.guess()


def chooser(study: Study, strategy: Strategy | str, *, hard: bool = False) -> Strategy:
    """Return the strategy that is to choose: the one that is asked, or its stand-in if the position is out of reach.

    In hard mode it is their closest relative that guesses only candidates.
    """
    player = strategies.player(strategy)
    stand_in = abilities_of(player).stand_in
    if stand_in is not None and not is_within_reach(player, study.position, study.effort):
        player = strategies.strategy(stand_in)
    return _candidates_form(player) if hard else player


@dataclass(frozen=True, slots=True)
class _Adviser:
    """One question about a position."""

    study: Study
    asked: Strategy
    top: int
    progress: Progress | None

    def guess(self) -> Advice:
        """Let the strategy choose among all guesses."""
        player = chooser(self.study, self.asked)
        if abilities_of(player).candidates_only:
            return self.guess_that_can_win()
        return self._ranked(player) or self._sampled()

    def guess_that_can_win(self) -> Advice:
        """Let the strategy, or its closest relative that guesses only candidates, choose among the candidates."""
        player = chooser(self.study, self.asked, hard=True)
        return self._ranked(player) or self.drawn_guess()

    def _ranked(self, player: Strategy) -> Advice | None:
        """Let a strategy rank the guesses, or choose one if it compares none; None if that takes too long."""
        abilities = abilities_of(player)
        if not self._is_affordable(abilities):
            return None
        try:
            guesses = self._guesses(player, abilities)
        except TooLarge:
            return None
        if abilities.ranks and abilities.rule is None:
            return self._judged(player, guesses)
        compares = abilities.rule is not None or abilities.stand_in is not None
        stands_in = player.name == abilities_of(self.asked).stand_in
        note = Note("stand-in", instead=self.asked.name, by=player.name) if stands_in else None
        return self._advice(player, guesses, note, all_compared=compares)

    def _guesses(self, player: Strategy, abilities: Abilities) -> list[Code]:
        position, threads = self.study.position, self.study.threads if abilities.threads else 0
        if abilities.ranks and self.top > 1:
            return [parts.guess for parts in strategies.rank(player, position, self.top, threads, self.progress)]
        return self._with_others(player, strategies.next_guess(player, position, threads, self.study.effort))

    def _is_affordable(self, abilities: Abilities) -> bool:
        study, variant = self.study, self.study.position.variant
        if abilities.rule is None or (study.is_opening and openings.is_exact(variant)):
            return True
        if not study.is_listed or not (abilities.candidates_only or study.effort.allows_comparing(variant)):
            return False
        return study.price(candidates_only=abilities.candidates_only) <= study.effort.pairs

    def _with_others(self, player: Strategy, chosen: Code) -> list[Code]:
        """Return the guess of an exact search, then the most informative others, sorted by their exact totals."""
        study, stand_in = self.study, abilities_of(player).stand_in
        if self.top == 1 or stand_in is None or not study.is_searchable:
            return [chosen]
        ranked = strategies.rank(strategies.strategy(stand_in), study.position, self.top, study.threads)
        others = [parts.guess for parts in ranked if parts.guess != chosen]
        return [chosen, *sorted(others, key=lambda guess: study.total_of(guess) or 0)]

    def _sampled(self) -> Advice:
        """Let `sampling` choose."""
        study, player = self.study, strategies.strategy("sampling")
        if not study.are_rows_found:
            return self._nearest(player)
        return self._judged(player, self._guesses(player, abilities_of(player)))

    def drawn_guess(self) -> Advice:
        """Choose among some drawn candidates, by the rule of the strategy's closest relative."""
        player = chooser(self.study, self.asked, hard=True)
        position, rule = self.study.position, abilities_of(player).rule
        if self.study.is_opening:  # every code is a candidate
            return self._sampled()
        if not self.study.are_rows_found:
            return self._nearest(player)
        pool = position.candidates.pool.rows
        drawn = pool[:_COMPARED]
        if rule is not None:
            sizes = _core.partition_sizes(core_key(position.variant), drawn, pool, self.study.threads)
            drawn = drawn[np.argsort(rule.costs(sizes.astype(np.float64)), kind="stable")]
        return self._judged(player, [to_code(row) for row in drawn])

    def _nearest(self, player: Strategy) -> Advice:
        """Fall back on the code that comes nearest to being a candidate, if none is found in time."""
        position = self.study.position
        code = position.candidates.nearest()
        number = sum(turn.is_consistent(code) for turn in position.turns)
        promise = Promise(Partition(position.variant, code, {}, can_win=number == len(position.turns)), None, 0.0)
        note = Note("nearest", number, len(position.turns), self._instead(player), player.name)
        return Advice(self.study, self.asked, player, (promise,), note)

    def _judged(self, player: Strategy, guesses: Sequence[Code]) -> Advice:
        """Return advice based on a sample, or on all candidates if they are at hand."""
        study, instead = self.study, self._instead(player)
        note = None if instead is None else Note("instead", instead=instead, by=player.name)
        if not study.is_opening and not study.position.candidates.pool.complete:
            note = Note("sampled", len(study.position.candidates.pool.rows), instead=instead, by=player.name)
        first, *others = guesses[: self.top]
        others.sort(key=lambda guess: -study.promise(guess).bits)  # over all candidates, if they are at hand
        return self._advice(player, [first, *others], note)

    def _advice(
        self, player: Strategy, guesses: Sequence[Code], note: Note | None = None, *, all_compared: bool = False
    ) -> Advice:
        ranking = tuple(map(self.study.promise, guesses[: self.top]))
        return Advice(self.study, self.asked, player, ranking, note, all_compared=all_compared)

    def _instead(self, player: Strategy) -> str | None:
        return None if player.name == self.asked.name else self.asked.name


def _candidates_form(player: Strategy) -> Strategy:
    """Return the strategy, or its closest relative that guesses only candidates."""
    abilities = abilities_of(player)
    if abilities.candidates_only:
        return player
    return strategies.strategy(abilities.candidates_form or _CANDIDATES_FORM)
