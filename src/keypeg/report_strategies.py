"""The `strategies` command: what there is to choose from, and how each guesses."""

import textwrap
from dataclasses import asdict
from typing import Any

from keypeg import strategies
from keypeg.console import Column, room, show, show_json, table
from keypeg.errors import KeypegError
from keypeg.words import strategies as said
from keypeg.words import text

_WIDE = 60
"""From this width on there is room for a table."""


def list_strategies(*, as_json: bool) -> int:
    listed = [_described(name) for name in strategies.names()]
    if as_json:
        show_json(listed)
        return 0
    if room() < _WIDE:
        show(*(f"{one['name']}\n{textwrap.indent(_with_parameters(one), '  ')}" for one in listed))
        return 0
    columns = [
        Column(text("strategies.strategy")),
        Column(text("strategies.version"), 1, right=True),
        Column(text("strategies.how"), wraps=True),
    ]
    show(table(columns, [[one["name"], str(one["version"]), _with_parameters(one)] for one in listed]))
    return 0


def _described(name: str) -> dict[str, Any]:
    try:
        player, parameters = strategies.strategy(name), strategies.parameters(name)
    except KeypegError as error:
        return {"name": name, "version": "-", "explanation": text("strategies.broken", error=error), "parameters": []}
    return {
        "name": player.name,
        "version": player.version,
        "explanation": said.explanation(name, player),
        "parameters": [asdict(parameter) | {"meaning": said.meaning(name, parameter)} for parameter in parameters],
    }


def _with_parameters(player: dict[str, Any]) -> str:
    """Put a line for each parameter under the explanation."""
    lines = [
        text(
            "strategies.parameter",
            name=one["name"],
            default=one["default"],
            meaning=one["meaning"],
            low=one["low"],
            high=one["high"],
        )
        for one in player["parameters"]
    ]
    return "\n".join([player["explanation"], *(f"  {line}" for line in lines)])
