"""What the research commands say, where it takes more than a message."""

from typing import TYPE_CHECKING

from keypeg._core import NO_TOTAL
from keypeg.exact import Bounds
from keypeg.tree import StrategyTree
from keypeg.words.language import text

if TYPE_CHECKING:
    from keypeg.tournament import Row


def duration(seconds: float) -> str:
    """Say how long something took."""
    if seconds < 1:
        return text("duration.milliseconds", number=seconds * 1000)
    return text("duration.seconds", number=seconds)


def bounds(bounds: Bounds) -> str:
    """Say between which numbers the optimum lies."""
    if bounds.is_proven:
        return text("exact.proven", bound=bounds.upper)
    if bounds.upper >= NO_TOTAL:
        return text("exact.at-least", lower=bounds.lower)
    return text("exact.between", lower=bounds.lower, upper=bounds.upper)


def tree(tree: StrategyTree) -> str:
    """Sum up a strategy that is written out."""
    summary = tree.summary
    return text(
        "tree.summary",
        strategy=tree.strategy,
        position=tree.position,
        guess=tree.guess(0),
        codes=summary.codes,
        average=summary.average,
        depth=summary.depth,
    )


def tournament_title(row: "Row") -> str:
    """Say what the rows of one variant were played over."""
    return text(
        "tournament.drawn" if row.is_sampled else "tournament.all",
        variant=row.variant,
        codes=row.variant.size,
        games=row.summary.codes,
        seed=row.seed,
    )
