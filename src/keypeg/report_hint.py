"""The `hint` command: the best next guesses, what each is worth, and why."""

import math
from collections.abc import Sequence
from typing import Any

from keypeg import strategies
from keypeg.candidates import Count
from keypeg.console import Bar, progress_bar, show, show_json, table
from keypeg.errors import TooLarge
from keypeg.exact import Search
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Code
from keypeg.strategies import Strategy, abilities_of
from keypeg.strategies.onestep import CODE_LIMIT
from keypeg.strategies.optimal import is_searchable

_MOMENT = 1 << 20
"""Codes that entropy compares in a moment, whatever the position."""

_WIDE = 10**9
"""From here on the size of a part has three digits and an exponent."""


def hint(position: Position, player: Strategy | None, top: int, threads: int, *, as_json: bool) -> int:
    """Show the best next guesses, what each is worth, and why the first is the best."""
    with progress_bar("comparing guesses") as progress:
        player, ranked, note = _ranked(position, player, top, threads, progress)
    count = position.candidates.count()
    sampled = ranked[0].total if not count.is_exact or count.value > ranked[0].total else None
    why = f"{reason(position, player, ranked[0], count)} {note}".rstrip()
    totals = exact_totals(position, [parts.guess for parts in ranked])
    if as_json:
        show_json(
            {
                "position": str(position),
                "strategy": player.name,
                "version": player.version,
                "candidates": count.value,
                **({} if sampled is None else _sampled_json(count, sampled)),
                "guesses": [
                    _partition_json(parts) | ({} if total is None else {"exact_total": total})
                    for parts, total in zip(ranked, totals, strict=True)
                ],
                "why": why,
            }
        )
        return 0
    numbers = ("parts", "largest part", "expected size", "bits", "exact total")
    rows = table("guess", *numbers, "can win now", numbers=numbers)
    for parts, total in zip(ranked, totals, strict=True):
        worth = (len(parts), _amount(parts.largest, 0), _amount(parts.expected_size, 2), f"{parts.bits:.3f}")
        rows.add_row(str(parts.guess), *map(str, worth), str(total or "-"), "yes" if parts.can_win else "no")
    judged = "" if sampled is None else f", judged by {sampled:,} of them"
    show(
        f"{count} candidate{'' if count == Count(1, 1, 1) else 's'} in {position}{judged}, by {player.name}:", rows, why
    )
    return 0


def _ranked(
    position: Position, player: Strategy | None, top: int, threads: int, progress: Bar | None
) -> tuple[Strategy, list[Partition], str]:
    """Rank guesses by a strategy, or by sampling where it can't, and where none was asked for and entropy is slow."""
    if player is None and position.turns and _MOMENT < position.variant.size <= CODE_LIMIT:
        why = f"to compare {position.variant.size:,} codes may take minutes (--strategy entropy does)"
    else:
        player = player or strategies.strategy("entropy")
        try:
            return player, strategies.rank(player, position, top, threads, progress), ""
        except TooLarge as error:
            why = str(error)
    sampling = strategies.strategy("sampling")
    return sampling, strategies.rank(sampling, position, top), f"By sampling, because {why}."


def _amount(number: float, digits: int) -> str:
    """Write the size of a part so that it fits its column."""
    return f"{number:.{digits}f}" if number < _WIDE else f"{number:.2e}"


def exact_totals(position: Position, guesses: Sequence[Code]) -> list[int | None]:
    """Return how many guesses all candidates need together after each guess and best play; None if out of reach."""
    if not is_searchable(position):
        return [None] * len(guesses)
    search = Search(position)
    return [search.total_of(guess) for guess in guesses]


def reason(position: Position, player: Strategy, best: Partition, count: Count) -> str:
    """Say in a sentence or two why a strategy prefers its guess."""
    if best.total == 1 and count.is_exact:
        return f"{best.guess} is the only code left."
    words = [f"{best.guess}: {_worth(player, best)}."]
    if best.can_win:
        words.append(f"It is the secret with 1 chance in {count}.")
    elif form := abilities_of(player).candidates_form:
        other = strategies.rank(strategies.strategy(form), position, 1)[0]
        words.append(
            f"It can't be the secret, but is better by this rule than the best guess that can, {other.guess}: "
            f"{_worth(player, other)}."
        )
    return " ".join(words)


def _worth(player: Strategy, parts: Partition) -> str:
    can = abilities_of(player)
    match can.rule.name if can.rule else "":
        case "largest":
            return f"at most {parts.largest:,} of {parts.total:,} candidates are left, whatever the answer"
        case "expected-size":
            return f"{parts.expected_size:,.2f} of {parts.total:,} candidates are left on average"
        case "entropy":
            return f"the answer tells {parts.bits:.3f} of the {math.log2(parts.total):.3f} bits that are missing"
        case "most-parts":
            return f"{len(parts)} different answers can come"
        case _ if can.ranks:
            return f"the answer tells about {parts.bits:.2f} bits"
        case _:
            return f"{player.name} compares no guesses; {parts.expected_size:,.2f} candidates are left on average"


def _sampled_json(count: Count, sampled: int) -> dict[str, Any]:
    interval = {} if count.is_exact else {"candidates_low": count.low, "candidates_high": count.high}
    return {"candidates_exact": count.is_exact, **interval, "sampled": sampled}


def _partition_json(parts: Partition) -> dict[str, Any]:
    return {
        "guess": str(parts.guess),
        "parts": len(parts),
        "largest": parts.largest,
        "expected_size": parts.expected_size,
        "bits": parts.bits,
        "can_win": parts.can_win,
        "partition": {str(feedback): size for feedback, size in parts.items()},
    }
