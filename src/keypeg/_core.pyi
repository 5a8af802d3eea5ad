# The compiled core: arrays in, arrays out.
#
# A code is a row of uint8 colors counted from 0; a feedback is its ordinal (`rules.Feedback.ordinal`). The variant is
# `(pegs, colors, repeats)`. Long calls release the GIL, stop on Ctrl-C, and use all cores for `threads=0`.

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Variant: TypeAlias = tuple[int, int, bool]
Codes: TypeAlias = NDArray[np.uint8]
Progress: TypeAlias = Callable[[int, int], object] | None

MAX_PEGS: int
MAX_COLORS: int
MAX_OPENING_PEGS: int
BATCH_CODES: int
BATCH_GAMES: int
BATCH_GUESSES: int
BUILD: str
EXACT_PEGS: int
EXACT_CODES: int
NO_LIMIT: int
NO_TOTAL: int

def instruction_sets() -> list[str]: ...
def instruction_set() -> str: ...
def use_instruction_set(name: str) -> None: ...
def thread_count(threads: int) -> int: ...
def all_codes(variant: Variant) -> Codes: ...
def score_matrix(variant: Variant, a: Codes, b: Codes) -> NDArray[np.uint16]: ...
def partition_sizes(
    variant: Variant, guesses: Codes, candidates: Codes, threads: int = 0, progress: Progress = None
) -> NDArray[np.uint32]: ...
def find_candidates(
    variant: Variant,
    guesses: Codes,
    blacks: NDArray[np.uint8],
    totals: NDArray[np.uint8],
    after: NDArray[np.uint8] | None,
    limit: int,
    nodes: int,
) -> tuple[Codes, bool]: ...
def count_candidates(
    variant: Variant, guesses: Codes, blacks: NDArray[np.uint8], totals: NDArray[np.uint8], nodes: int
) -> tuple[int, bool]: ...
def walk_candidates(
    variant: Variant,
    guesses: Codes,
    blacks: NDArray[np.uint8],
    totals: NDArray[np.uint8],
    count: int,
    steps: int,
    seed: int,
    few: float = 0.0,
) -> tuple[Codes, bool, Codes, int, float, float]: ...
def climb(variant: Variant, sample: Codes, complete: bool, evaluations: int, seconds: float, seed: int) -> Codes: ...
def breed(
    variant: Variant, mothers: Codes, fathers: Codes, rates: tuple[float, float, float, float], seed: int
) -> Codes: ...
def evolve(
    variant: Variant,
    guesses: Codes,
    blacks: NDArray[np.uint8],
    totals: NDArray[np.uint8],
    *,
    seed: int,
    population: int,
    generations: int,
    eligible: int,
    harvest: int,
    populations: int,
    patience: int,
    black_weight: float,
    rates: tuple[float, float, float, float],
) -> tuple[Codes, Codes]: ...
def class_representatives(variant: Variant, earlier: Codes) -> Codes: ...
def opening_sizes(variant: Variant, guesses: Codes) -> NDArray[np.float64]: ...
def distinct_codes(variant: Variant, earlier: Codes, codes: Codes) -> Codes: ...

class Chooser:
    def __init__(self, variant: Variant, candidates_only: bool) -> None: ...
    def choose(
        self, rule: str, earlier: Codes, candidates: Codes, threads: int = 0, progress: Progress = None
    ) -> Codes: ...
    def grow_tree(
        self,
        rule: str,
        earlier: Codes,
        candidates: Codes,
        first: NDArray[np.uint8] | None = None,
        threads: int = 0,
        progress: Progress = None,
    ) -> tuple[Codes, NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint8]]: ...

# Games played at once, one guess each per step. The properties are views of what the last step found out; they are
# empty for what is not kept. A mask has a bit for each code in order, from the lowest bit of its first word. A step
# begins a new game where one was over.
class Batch:
    history: NDArray[np.uint8]
    blacks: NDArray[np.uint8]
    whites: NDArray[np.uint8]
    rewards: NDArray[np.float64]
    over: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    turns: NDArray[np.uint32]
    candidates: NDArray[np.uint32]
    masks: NDArray[np.uint64]

    def __init__(
        self,
        variant: Variant,
        games: int,
        guesses: int,
        reward: str = "win",
        history: bool = True,
        candidates: bool = False,
        adversary: bool = False,
    ) -> None: ...
    def seed(self, seeds: NDArray[np.uint64], which: NDArray[np.bool_] | None = None) -> None: ...
    def reset(self, which: NDArray[np.bool_] | None = None) -> None: ...
    def set_secrets(self, secrets: Codes) -> None: ...
    def secrets(self) -> Codes: ...
    def step(self, guesses: Codes, threads: int = 1) -> None: ...
    def write_masks(self, out: NDArray[np.int8]) -> None: ...

class ExactMemory:
    def __init__(self, variant: Variant, size: int) -> None: ...

class ExactSearch:
    lower: int
    upper: int
    sets: int
    guesses: int
    seconds: float
    memory: int
    first_guesses: int
    first_guesses_done: int
    def __init__(self, memory: ExactMemory, earlier: Codes, candidates: Codes, ideas: int = ...) -> None: ...
    def least_total(self, limit: int = ..., below: int = ..., threads: int = 0, progress: Progress = None) -> int: ...
    def least_cost(self, guesses: Codes, below: int = ..., threads: int = 0, progress: Progress = None) -> int: ...
    def ranked(self, below: int = ..., by_members: bool = False) -> tuple[Codes, NDArray[np.int32]]: ...
    def least_by_sizes(self, below: int = ...) -> int: ...
    def costs(self) -> tuple[Codes, NDArray[np.int32]]: ...
    def cheapest(self) -> Codes: ...
    def fits(self, turns: int, threads: int = 0, progress: Progress = None) -> bool: ...
    def tree(
        self, limit: int = ..., by_turns: bool = False, first: NDArray[np.uint8] | None = None
    ) -> tuple[Codes, NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint8]]: ...
    def snapshot(self, most: int) -> NDArray[np.uint64]: ...
    def restore(self, words: NDArray[np.uint64]) -> None: ...
