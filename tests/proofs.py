"""Small proofs for the tests of ledgers, made in several ways."""

import random
from dataclasses import replace

from keypeg import prover
from keypeg.exact import Search
from keypeg.ledger import Line
from keypeg.position import Position
from keypeg.preorder import write
from keypeg.proof import Goal, Proof

MEMORY = 1 << 20


def search(position: Position | str) -> Search:
    return Search(position, memory=MEMORY)


def optimum(position: Position | str) -> int:
    return search(position).run(threads=1).value


def searched(position: Position | str, seconds: float = 0.01) -> Line:
    """Return what a search says about a position."""
    found = search(position).run(threads=1)
    return Line(str(position), found.value, found.value, seconds, guesses=write(found.tree))


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
        found = [] if drawn.random() < dividing else _found(goal)
        for line in found:
            lines += [line, *proof.add(line)]
        if not found:
            lines += _divide(proof, goal)
    return lines


def _found(goal: Goal) -> list[Line]:
    """Return a line for a goal; none if single guesses are asked for and one of them is better than what is known."""
    if not goal.guesses:
        line = searched(goal.position)
        return [line if line.lower < goal.below else replace(line, upper=None, guesses="")]
    lower = min(search(goal.position).total_of(guess, threads=1) for guess in goal.guesses)
    guesses = " ".join(map(str, goal.guesses))
    return [Line(str(goal.position), lower, None, 0.01, guesses=guesses)] if lower >= goal.below else []


def _divide(proof: Proof, goal: Goal) -> list[Line]:
    node = proof.nodes[str(goal.position)]
    if goal.guesses:
        return proof.divide_guess(node, goal.guesses[0])
    proof.divide(node)
    return []
