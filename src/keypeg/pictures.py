"""The pictures as which values show themselves in a notebook (`keypeg.notebook`).

They have the colors of the classic palette, and on each peg the symbol that its color has in the text of a code; in
bulls and cows, its digit.
"""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from html import escape

import numpy as np

from keypeg import render, words
from keypeg.coach import Grade, Review
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Variant
from keypeg.tournament import Row, Tournament
from keypeg.tree import StrategyTree
from keypeg.words import report as said
from keypeg.words.language import text

ROWS, COLUMNS = 40, 6
"""The most rows and columns that the picture of a tree has: it ends at the last guess up to which there are no more."""

_TABLE = "border-collapse:collapse;font-size:13px;color:inherit"
_CELL = "padding:3px 10px;text-align:{align};border:none;white-space:nowrap;vertical-align:middle"
_HEAD = "font-weight:600;border-bottom:1px solid #8888"


@singledispatch
def draw(value: object) -> str:
    """Draw a value as SVG or HTML, as its class says."""
    raise NotImplementedError(type(value).__name__)


@draw.register
def _code(code: Code) -> str:
    look = Look(Variant(len(code), max(code)), numbered=True)
    look = words.named(look)
    return render.code_svg(code, look, look.names(code))


def _look(variant: Variant) -> Look:
    return Look(variant, variant.palette, numbered=not variant.palette.has_digits)


@draw.register
def _position(position: Position) -> str:
    look = _look(position.variant)
    guesses = len(position.turns)
    if position.is_won:
        below = text("review.found", guesses=guesses)
    else:
        below = words.sentence(words.possible(position.candidates.count(), still=guesses > 0))
        guesses += 1
    return words.board_svg(position.turns, look, guesses=guesses, title=str(position), below=below)


@draw.register
def _tree(tree: StrategyTree) -> str:
    ends = np.bincount(tree.parents[1:], minlength=len(tree)) == 0
    levels = range(1, min(tree.summary.depth, COLUMNS) + 1)
    rows = [int(((tree.depths == level) | (ends & (tree.depths < level))).sum()) for level in levels]
    depth = max([level for level, number in zip(levels, rows, strict=True) if number <= ROWS], default=1)
    return tree.svg(depth, caption=said.tree(tree))


@draw.register
def _review(review: Review) -> str:
    look = _look(review.position.variant)
    game = words.review(review, look)
    if not review.grades:
        return _paragraphs(game)
    columns = ("turn", "guess", "feedback", "before", "after", "bits", "best", "lost", "skill", "luck")
    heads = [text(f"analyze.{column}") for column in columns]
    title = text("analyze.hard", position=review.position) if review.hard else str(review.position)
    rows = [_grade(grade, look) for grade in review.grades]
    notes = [f"{grade.number}. {words.grade(grade, look)}" for grade in review.grades]
    return _table(title, heads, rows, left={1, 2, 6, 8, 9}) + _paragraphs([*game, *notes])


def _grade(grade: Grade, look: Look) -> list[str]:
    return [
        str(grade.number),
        _pegs(grade.turn.guess, look),
        _key_pegs(grade.turn.feedback, look),
        escape(words.count(grade.before)),
        escape(words.count(grade.after)),
        words.number(grade.bits, ".2f"),
        "✓" if grade.is_best else _pegs(grade.best.guess, look),
        "–" if grade.lost is None else words.number(grade.lost, ".2f"),  # noqa: RUF001
        _meter(grade.skill, "#2e9e4f"),
        _meter(grade.luck, "#2364d2"),
    ]


@draw.register
def _tournament(tournament: Tournament) -> str:
    variants = dict.fromkeys(row.variant for row in tournament)
    return "".join(_standings([row for row in tournament if row.variant == variant]) for variant in variants)


def _standings(rows: Sequence[Row]) -> str:
    """Lay out the rows of one variant, best mean first."""
    best = sorted(rows, key=lambda row: row.summary.average)
    names = ["strategy", "mean", *(["interval"] if best[0].is_sampled else []), "depth", "histogram"]
    deepest = max(row.summary.depth for row in best)
    cells = [
        [
            escape(row.strategy),
            words.number(row.summary.average, ".4f"),
            *([words.number(row.ci95, ".4f")] if row.is_sampled else []),
            str(row.summary.depth),
            _histogram(row, deepest),
        ]
        for row in best
    ]
    heads = [text(f"tournament.{name}") for name in names]
    return _table(said.tournament_title(best[0]), heads, cells, left={0, len(names) - 1})


def _histogram(row: Row, deepest: int) -> str:
    """Draw the share of games that took each number of guesses, with the number below each bar."""
    most, width, height = max(row.summary.histogram), 26, 34
    parts = []
    for number, games in enumerate(row.summary.histogram):
        tall = games / most * height
        parts.append(
            f"<g><title>{number + 1}: {words.number(games)}</title>"
            f'<rect x="{number * width + 2}" y="{height - tall:.1f}" width="{width - 4}" height="{tall:.1f}" rx="2" '
            f'fill="#2364d2"/><text x="{number * width + width / 2:g}" y="{height + 12}">{number + 1}</text></g>'
        )
    return (
        f'<svg width="{deepest * width}" height="{height + 15}" role="img" font-size="10" text-anchor="middle" '
        f'fill="currentColor"><title>{" ".join(map(str, row.summary.histogram))}</title>{"".join(parts)}</svg>'
    )


def _pegs(code: Code, look: Look) -> str:
    pegs = "".join(render.pegs_svg(code, look, 10.5, 11, radius=9, step=21))
    return (
        f'<svg width="{21 * len(code)}" height="22" role="img" font-family="system-ui, sans-serif" '
        f'style="vertical-align:middle"><title>{look.names(code)}</title>{pegs}</svg>'
    )


def _key_pegs(feedback: Feedback, look: Look) -> str:
    counts = escape(words.feedback(feedback, look))
    return f'<span title="{counts}" style="letter-spacing:2px">{render.key_pegs(feedback, look.variant.pegs)}</span>'


def _meter(score: float | None, color: str) -> str:
    """Draw a score from 0 to 100 as a bar with the number behind it; a dash if there is none."""
    if score is None:
        return words.score(score)
    return (
        f'<svg width="92" height="14" role="img" font-size="12" fill="currentColor" style="vertical-align:middle">'
        f'<rect y="3" width="60" height="8" rx="4" fill="#8884"/>'
        f'<rect y="3" width="{0.6 * score:.1f}" height="8" rx="4" fill="{color}"/>'
        f'<text x="66" y="11.5">{words.score(score)}</text></svg>'
    )


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], left: set[int]) -> str:
    """Make a table that looks the same in every notebook, light or dark."""

    def cell(tag: str, number: int, content: str, more: str = "") -> str:
        style = _CELL.format(align="left" if number in left else "right") + more
        return f'<{tag} style="{style}">{content}</{tag}>'

    head = "".join(cell("th", number, escape(name), f";{_HEAD}") for number, name in enumerate(heads))
    body = "".join(f"<tr>{''.join(cell('td', *pair) for pair in enumerate(row))}</tr>" for row in rows)
    caption = f'<caption style="text-align:left;padding:3px 10px;font-weight:600">{escape(title)}</caption>'
    table = f'<table style="{_TABLE}">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div style="overflow-x:auto;font-family:system-ui, sans-serif;font-size:13px">{table}</div>'


def _paragraphs(lines: Iterable[str]) -> str:
    inner = "".join(f'<p style="margin:4px 10px">{escape(line)}</p>' for line in lines)
    return f'<div style="font-family:system-ui, sans-serif;font-size:13px;max-width:46em">{inner}</div>'
