"""What a shell suggests while a command is typed. What has to be looked up is imported when it is asked for."""

# ruff: noqa: PLC0415 - imports inside functions keep --help instant

from collections.abc import Iterable


def variants(_begun: str) -> Iterable[str]:
    """Suggest those that have names, and sizes that people often play."""
    return ("classic", "super", "bulls", "p4c6", "p4c8", "p5c8", "p4c10n", "4x4", "6x6", "8x8", "10x10")


def strategies(_begun: str) -> Iterable[str]:
    from keypeg.strategies import names

    return names()


def strategy_lists(begun: str) -> Iterable[str]:
    """Suggest the last of several strategies separated by commas."""
    before, comma, _ = begun.rpartition(",")
    named = before.split(",")
    free = [name for name in strategies(begun) if name not in named]
    return [f"{before}{comma}{name}" for name in (*free, *([] if comma else ["all"]))]


def palettes(_begun: str) -> Iterable[str]:
    from keypeg.palette import PALETTES

    return PALETTES


def codemakers(_begun: str) -> Iterable[str]:
    from keypeg.terminal_play import CODEMAKERS

    return CODEMAKERS


def guesses(_begun: str) -> Iterable[str]:
    return ("8", "10", "12", "none")


def secrets(_begun: str) -> Iterable[str]:
    return ("random",)


def tree_formats(_begun: str) -> Iterable[str]:
    from keypeg.tree_forms import TREE_FORMATS

    return TREE_FORMATS


def objectives(_begun: str) -> Iterable[str]:
    from keypeg.exact import OBJECTIVES

    return OBJECTIVES


def game_kinds(_begun: str) -> Iterable[str]:
    from keypeg.report_history import KINDS

    return KINDS


def outcomes(_begun: str) -> Iterable[str]:
    from keypeg.report_history import OUTCOMES

    return OUTCOMES


def puzzle_kinds(_begun: str) -> Iterable[str]:
    from keypeg.puzzles import KINDS

    return KINDS


def puzzle_formats(_begun: str) -> Iterable[str]:
    return ("text", "json")


def devices(_begun: str) -> Iterable[str]:
    from keypeg.strategies import DEVICES

    return DEVICES


def instruction_sets(_begun: str) -> Iterable[str]:
    from keypeg import _core

    return _core.instruction_sets()


def database_actions(_begun: str) -> Iterable[str]:
    return ("info", "check", "vacuum", "backup", "restore", "expire")
