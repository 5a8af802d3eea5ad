"""What is played in an environment: checked once, and turned into spaces and a batch of games."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, cast, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from keypeg import _core, given, render
from keypeg.candidates import core_key, to_array
from keypeg.errors import NotAllowed, TooLarge
from keypeg.game import DEFAULT_GUESSES
from keypeg.rules import Code, Feedback, Turn, Variant

Reward = Literal["win", "turns", "information"]
Codemaker = Literal["random", "adversary"]
Actions = Literal["pegs", "codes"]

Observation = NDArray[np.uint8]
Mask = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules of an environment, which are never invalid. `candidates` says whether those of each game are kept."""

    variant: Variant
    guesses: int
    reward: Reward
    codemaker: Codemaker
    actions: Actions
    candidates: bool

    @classmethod
    def of(  # noqa: PLR0913 - what an environment takes
        cls,
        variant: Variant | str = "p4c6",
        guesses: int = DEFAULT_GUESSES,
        *,
        reward: Reward = "win",
        codemaker: Codemaker = "random",
        actions: Actions = "pegs",
        candidates: bool | None = None,
    ) -> "Terms":
        """Check what is asked for; candidates are kept if they can be, unless `candidates` says otherwise."""
        variant = Variant.of(variant)
        if variant.pegs > _core.MAX_PEGS or variant.colors > _core.MAX_COLORS:
            raise TooLarge("env-size", variant=variant, pegs=_core.MAX_PEGS, colors=_core.MAX_COLORS)
        number = given.whole(guesses, 1, _core.BATCH_GUESSES)
        if number is None:
            raise NotAllowed("env-guesses", given=repr(guesses), most=_core.BATCH_GUESSES)
        choices = (("reward", reward, Reward), ("codemaker", codemaker, Codemaker), ("actions", actions, Actions))
        for name, choice, kinds in choices:
            if choice not in get_args(kinds):
                raise NotAllowed("env-choice", name=name, given=repr(choice), choices=", ".join(get_args(kinds)))
        if candidates not in (None, True, False):
            raise NotAllowed("env-choice", name="candidates", given=repr(candidates), choices="True, False, None")
        is_small = variant.size <= _core.BATCH_CODES
        if actions == "codes" and not is_small:
            raise TooLarge("env-codes", variant=variant, codes=variant.size, most=_core.BATCH_CODES)
        needed = reward == "information" or codemaker == "adversary" or candidates
        if needed and not is_small:
            raise TooLarge("env-candidates", variant=variant, codes=variant.size, most=_core.BATCH_CODES)
        return cls(variant, number, reward, codemaker, actions, is_small if candidates is None else bool(needed))

    def batch(self, games: int) -> _core.Batch:
        """Set up games, which are yet to be seeded and reset."""
        if given.whole(games, 1, _core.BATCH_GAMES) is None:
            raise NotAllowed("env-games", given=repr(games), most=_core.BATCH_GAMES)
        is_adversary = self.codemaker == "adversary"
        try:
            return _core.Batch(
                core_key(self.variant),
                games,
                self.guesses,
                self.reward,
                candidates=self.candidates,
                adversary=is_adversary,
            )
        except (ValueError, MemoryError):  # all else was checked
            raise TooLarge("env-turns", variant=self.variant, games=games, guesses=self.guesses) from None

    @property
    def has_masks(self) -> bool:
        """Whether the possible codes are given as a mask of actions."""
        return self.candidates and self.actions == "codes"

    def observation_space(self, more_rows: int = 0) -> "spaces.Space[Observation]":
        """Return the space of a row for each turn: colors from 1, blacks and whites, and 0 for turns to come."""
        row = [self.variant.colors] * self.variant.pegs + [self.variant.pegs] * 2
        most = np.tile(np.array(row, np.uint8), (self.guesses + more_rows, 1))
        space: Any = spaces.Box(np.zeros_like(most), most, dtype=np.uint8)
        return cast("spaces.Space[Observation]", space)

    def action_space(self) -> "spaces.Space[Any]":
        """Return the space of guesses: a color from 0 for each peg, or the number of a code in order."""
        if self.actions == "codes":
            return spaces.Discrete(self.variant.size)
        return spaces.MultiDiscrete([self.variant.colors] * self.variant.pegs)

    def rows(self, actions: Any, games: int | None = None) -> NDArray[np.uint8]:
        """Return an action, or one for each game, as rows of colors; raise NotAllowed if one of them is no code."""
        try:
            given_actions = np.asarray(actions)
        except ValueError:  # rows of several lengths
            given_actions = np.asarray(None)
        by_code, pegs = self.actions == "codes", self.variant.pegs
        shape = (() if games is None else (games,)) + (() if by_code else (pegs,))
        if given_actions.shape != shape or given_actions.dtype.kind not in "iu":
            raise NotAllowed("env-action-shape", shape=shape, given=given_actions.shape, type=given_actions.dtype)
        low, high = int(given_actions.min()), int(given_actions.max())
        most = (self.variant.size if by_code else self.variant.colors) - 1
        if low < 0 or high > most:
            raise NotAllowed("env-action", most=most, given=low if low < 0 else high)
        if by_code:
            return codes_of(self.variant).take(given_actions.reshape(-1), axis=0)
        return np.ascontiguousarray(given_actions, np.uint8).reshape(-1, pegs)

    def secret(self, options: dict[str, Any] | None) -> NDArray[np.uint8] | None:
        """Return the secret that a reset asks for, as a row of colors; None if it asks for none."""
        if not options or "secret" not in options:
            return None
        if self.codemaker == "adversary":
            raise NotAllowed("env-secret")
        return to_array([self.variant.code(options["secret"])])

    def turns(self, observation: Observation) -> list[Turn]:
        """Read the turns of an observation; a guess that was not allowed is left out."""
        pegs, made = self.variant.pegs, observation[observation[:, 0] > 0]
        codes = [Code(row[:pegs].tolist()) for row in made]
        answers = [Feedback(int(row[pegs]), int(row[pegs + 1])) for row in made]
        return [Turn(code, answer) for code, answer in zip(codes, answers, strict=True) if code in self.variant]

    def board(self, observation: Observation) -> str:
        """Draw the turns of an observation as plain text."""
        return render.turns_text(self.turns(observation), render.Look(self.variant, numbered=True))


def masks_of(batch: _core.Batch, terms: Terms, games: int) -> Mask:
    """Return for each game 1 for each code that is possible, and 0 for each other."""
    if not terms.candidates:
        raise NotAllowed("env-masks")
    masks = np.empty((games, terms.variant.size), np.int8)
    batch.write_masks(masks)
    return masks


@lru_cache(maxsize=8)
def codes_of(variant: Variant) -> NDArray[np.uint8]:
    """Return all codes in order, as rows of colors from 0."""
    return _core.all_codes(core_key(variant))


def stream(seed: int) -> int:
    """Return the seed of a game's source of secrets: any whole number, as one of 64 bits."""
    return given.seed(seed) % (1 << 64)
