"""Plots of tournaments, as the bytes of a PNG or SVG file. Only this module uses matplotlib, which is an extra.

Nothing is conveyed by color alone: each strategy has its own row, or its own marker and line style. The same rows give
the same SVG, byte for byte.
"""

import io
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from keypeg.errors import NotAllowed
from keypeg.rules import Variant
from keypeg.tournament import Row
from keypeg.words import text
from keypeg.words.language import number as written

FORMATS = ("png", "svg")

_INK, _QUIET, _BAR, _MEAN = "#222222", "#777777", "#56a0d3", "#c44e00"
# Okabe and Ito's colors without yellow and black, which are hard to see as thin lines on white.
_LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")
_DASHES = ("-", "--", ":", "-.")
_STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": _INK,
    "axes.edgecolor": _QUIET,
    "axes.labelcolor": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "svg.hashsalt": "keypeg",
    "svg.fonttype": "path",
}


def draw(rows: Sequence[Row], format: str) -> bytes:  # noqa: A002
    """Draw a tournament: the distributions side by side and, for several numbers of colors, the means against them."""
    if not rows:
        raise NotAllowed("plot-empty")
    check_format(format)
    mpl = _matplotlib()
    with mpl.rc_context(_STYLE):
        figure = _figure(mpl, rows)
        data = io.BytesIO()
        figure.savefig(data, format=format, dpi=150, metadata={"Date": None} if format == "svg" else {"Software": None})
    return data.getvalue()


def check_format(format: str) -> None:  # noqa: A002
    """Refuse a format that can't be drawn here, so that nobody plays a long tournament for nothing."""
    if format not in FORMATS:
        raise NotAllowed("plot-format", format=format, names=", ".join(FORMATS))
    _matplotlib()


def _matplotlib() -> Any:
    try:
        import matplotlib as mpl  # noqa: PLC0415 - the extra may be absent
        import matplotlib.figure  # noqa: PLC0415
    except ImportError:
        raise NotAllowed("plot-library") from None
    return mpl


def _figure(mpl: Any, rows: Sequence[Row]) -> Any:
    strategies = list(dict.fromkeys(row.strategy for row in rows))
    variants = list(dict.fromkeys(row.variant for row in rows))
    families = [family for family in _families(variants) if len(family) > 1]
    width = max(6.4, 2.2 + 2.9 * len(variants))
    upper, lower = 1.3 + 0.62 * len(strategies), 3.6 if families else 0.0
    figure = mpl.figure.Figure(figsize=(width, upper + lower), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.08)
    if not families:
        _distributions(figure, rows, strategies, variants)
        return figure
    top, bottom = figure.subfigures(2, 1, height_ratios=(upper, lower))
    _distributions(top, rows, strategies, variants)
    _means(bottom, rows, strategies, families)
    return figure


def _distributions(figure: Any, rows: Sequence[Row], strategies: Sequence[str], variants: Sequence[Variant]) -> None:
    """Draw the percentage of games that take 1, 2, 3 … guesses, with a row per strategy and a column per variant."""
    by_place = {(row.strategy, row.variant): row for row in rows}
    axes = figure.subplots(len(strategies), len(variants), sharex="col", sharey="col", squeeze=False)
    figure.suptitle(text("plot.distributions"), fontsize=11)
    for (line, strategy), (column, variant) in itertools.product(enumerate(strategies), enumerate(variants)):
        place = axes[line, column]
        place.set_yticks([])
        place.spines["left"].set_visible(False)
        place.tick_params(axis="x", length=0)
        if column == 0:
            place.set_ylabel(strategy, rotation=0, ha="right", va="center", labelpad=8)
        if line == 0:
            place.set_title(_variant_title(by_place, variant, strategies), fontsize=9.5)
        if row := by_place.get((strategy, variant)):
            _bars(place, row)
    for column, variant in enumerate(variants):
        depth = max(row.summary.depth for row in rows if row.variant == variant)
        bottom = axes[-1, column]
        bottom.set_xticks(range(1, depth + 1))
        bottom.set_xlim(0.3, depth + 2.2)
        bottom.set_xlabel(text("plot.guesses"))


def _bars(place: Any, row: Row) -> None:
    summary = row.summary
    shares = [100 * codes / summary.codes for codes in summary.histogram]
    bars = place.bar(range(1, len(shares) + 1), shares, width=0.86, color=_BAR)
    labels = [f"{share:.0f}%" if share >= 1 else "" for share in shares]
    halo = {"facecolor": "white", "edgecolor": "none", "pad": 0.4}
    place.bar_label(bars, labels, fontsize=6.5, color=_QUIET, padding=1, zorder=5, bbox=halo)
    place.axvline(summary.average, color=_MEAN, linewidth=1.4)
    place.margins(y=0.3)
    place.annotate(
        f"{written(summary.average, '.3f')}\n± {written(row.ci95, '.3f')}"
        if row.is_sampled
        else written(summary.average, ".4f"),
        xy=(1, 0.5),
        xycoords="axes fraction",
        ha="right",
        va="center",
        color=_MEAN,
    )


def _variant_title(by_place: dict[tuple[str, Variant], Row], variant: Variant, strategies: Sequence[str]) -> str:
    row = next(row for strategy in strategies if (row := by_place.get((strategy, variant))))
    key = "plot.drawn" if row.is_sampled else "plot.all"
    return text(key, variant=variant, games=row.summary.codes, codes=variant.size)


def _means(figure: Any, rows: Sequence[Row], strategies: Sequence[str], families: Sequence[list[Variant]]) -> None:
    """Draw the mean against the number of colors, with a panel per number of pegs and a line per strategy."""
    panels = figure.subplots(1, len(families), squeeze=False)[0]
    figure.suptitle(text("plot.means"), fontsize=11)
    for panel, family in zip(panels, families, strict=True):
        for number, strategy in enumerate(strategies):
            line = [row for variant in family for row in rows if (row.strategy, row.variant) == (strategy, variant)]
            panel.errorbar(
                [row.variant.colors for row in line],
                [row.summary.average for row in line],
                yerr=[row.ci95 for row in line] if any(row.is_sampled for row in line) else None,
                color=_LINES[number % len(_LINES)],
                marker=_MARKERS[number % len(_MARKERS)],
                linestyle=_DASHES[number // len(_LINES) % len(_DASHES)],
                linewidth=1.4,
                markersize=5,
                capsize=3,
                label=strategy,
            )
        panel.set_xticks(sorted({variant.colors for variant in family}))
        panel.set_xlabel(text("plot.colors"))
        panel.set_title(_family_name(family[0]), fontsize=9.5)
        panel.grid(axis="y", color="#dddddd", linewidth=0.7)
    panels[0].set_ylabel(text("plot.mean"))
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right center", frameon=False)


def _family_name(variant: Variant) -> str:
    return text("plot.pegs" if variant.repeats else "plot.pegs-no-repeats", pegs=variant.pegs)


def _families(variants: Iterable[Variant]) -> list[list[Variant]]:
    """Group variants that differ only in their colors."""
    groups: dict[tuple[int, bool], list[Variant]] = {}
    for variant in sorted(variants, key=lambda variant: variant.colors):
        groups.setdefault((variant.pegs, variant.repeats), []).append(variant)
    return list(groups.values())
