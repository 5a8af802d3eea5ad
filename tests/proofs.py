"""Small proofs for the tests of ledgers, made in several ways."""

import random
from collections.abc import Iterator

from keypeg import prover
from keypeg.exact import Search, greedy_tree
from keypeg.ledger import Line
from keypeg.position import Position
from keypeg.preorder import write
from keypeg.proof import MOST_SECONDS, Goal, Proof

MEMORY = 1 << 20


def search(position: Position | str) -> Search:
    return Search(position, memory=MEMORY)


def optimum(position: Position | str) -> int:
    return search(position).run(threads=1).value


def searched(position: Position | str, seconds: float = 0.01) -> Line:
    """Return what a search says about a position."""
    found = search(position).run(threads=1)
    return Line(str(position), found.value, found.value, seconds, guesses=write(found.tree))


def greedy(position: Position | str) -> Line:
    """Return a line with a strategy that may not be the best, and no lower bound to speak of."""
    tree = greedy_tree(Position.of(position))
    return Line(str(position), 1, tree.summary.total, 0.0, guesses=write(tree))


def every_step(position: Position | str) -> list[Line]:
    """Prove without any search."""
    lines: list[Line] = []
    prover.divide_all(Proof(position), lines.extend)
    return lines


def drive(proof: Proof, seed: int, dividing: float = 0.3) -> list[Line]:
    """Prove in an order and with means drawn at random; `dividing` is how often a goal is divided without need."""
    drawn = random.Random(seed)
    lines: list[Line] = []
    while goals := list(proof.goals(share=drawn.randint(1, 3))):
        goal = drawn.choice(goals)
        found = [] if drawn.random() < dividing else [*_found(goal, drawn)]
        for line in found or _divided(proof, goal, drawn):
            lines += [line, *proof.add(line)]
        if not found and goal.guesses:
            lines += proof.divide_guess(proof.nodes[str(goal.position)], goal.guesses[0])
    return lines


def _found(goal: Goal, drawn: random.Random) -> Iterator[Line]:
    """Reach a goal; not if single guesses are asked for, and one of them is better than what is known."""
    seconds = drawn.choice([0.01, MOST_SECONDS * 0.6])
    if not goal.guesses:
        line = searched(goal.position, seconds)
        enough = drawn.randint(goal.below, max(goal.below, line.lower))
        yield line if line.lower < goal.below else Line(line.position, enough, None, seconds)
        return
    lower = min(search(goal.position).total_of(guess, threads=1) for guess in goal.guesses)
    if lower >= goal.below:
        yield Line(str(goal.position), lower, None, seconds, guesses=" ".join(map(str, goal.guesses)))


def _divided(proof: Proof, goal: Goal, drawn: random.Random) -> Iterator[Line]:
    """Divide a position, and yield some strategy for it now and then."""
    proof.divide(proof.nodes[str(goal.position)])
    if drawn.random() < 0.5:
        yield greedy(goal.position)
