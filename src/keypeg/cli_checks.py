"""Refuses command lines whose parts don't go together, before any work begins: nothing that is given is ignored."""

# ruff: noqa: PLC0415 - imports inside functions keep --help instant

import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

import click

from keypeg.errors import NotAllowed

_SAVED = (
    *("variant", "guesses", "codemaker", "strategy", "seconds", "seed", "secret"),
    *("ask", "show_secret", "hard", "palette", "rounds", "bonus", "level", "rating"),
)
"""The options that a saved game brings along."""


def refuse(kind: str, **facts: Any) -> NoReturn:
    """Refuse a command line; the message points to the help of the command."""
    from keypeg.words import text

    raise click.UsageError(text(f"usage.{kind}", **facts), click.get_current_context())


def check_play() -> None:
    """Refuse what one of the options of `play` would make another one ignore."""
    _check_resumed_alone()
    _check_view()
    codemaker = str(_value("codemaker")).strip().lower()
    for one, other in (("secret", "seed"), ("secret", "codemaker")):
        if _is_given(one) and _is_given(other):
            refuse("apart", one=_name(one), other=_name(other))
    if codemaker in ("adversary", "person") and _is_given("seed"):
        refuse("secret-not-drawn", other=f"--codemaker {codemaker}")
    if codemaker == "adversary" and _is_given("show_secret"):
        refuse("no-secret-to-show")
    if codemaker == "person" and _is_given("json"):
        refuse("apart", one="--codemaker person", other="--json")


def check_solve() -> None:
    """Refuse what one of the options of `solve` would make another one ignore."""
    from keypeg.strategies import abilities_of, strategy

    _check_resumed_alone()
    _check_view()
    _check_watch()
    secret = _value("secret")
    for option in ("ask", "show_secret"):
        if _is_given(option) and secret is None:
            refuse("secret-missing", option=_name(option))
    if not _is_given("seed") or str(secret).strip().lower() == "random":
        return
    player = str(_value("strategy"))
    if not abilities_of(strategy(player)).seeded:
        refuse("nothing-drawn" if secret is None else "secret-not-drawn", other=_name("secret"))
    if player.partition(":")[2][:1].isdecimal():
        refuse("seed-in-strategy", strategy=player)


def _check_watch() -> None:
    """Refuse what watching has no use for, and a code that nobody can be asked for."""
    if not _is_given("watch"):
        if _is_given("delay"):
            refuse("watch-missing")
        return
    for one, other in (("watch", "ask"), ("watch", "resume"), ("watch", "new"), ("delay", "json")):
        if _is_given(one) and _is_given(other):
            refuse("apart", one=_name(one), other=_name(other))
    if _value("secret") is None and (_is_given("json") or not sys.stdin.isatty()):
        refuse("secret-missing", option=_name("watch"))


def check_match() -> None:
    """Refuse what one of the options of `match` would make another one ignore."""
    _check_resumed_alone()
    _check_view()
    for one, other in (("strategy", "level"), ("strategy", "rating"), ("level", "rating")):
        if _is_given(one) and _is_given(other):
            refuse("apart", one=_name(one), other=_name(other))


def _check_resumed_alone() -> None:
    """Refuse options beside --resume that the saved game would silently override."""
    given = [_name(name) for name in _SAVED if _is_given(name)]
    if _is_given("resume") and given:
        from keypeg.errors import NotAllowed

        raise NotAllowed("resume-options", options=", ".join(given))
    if _is_given("resume") and _is_given("new"):
        refuse("apart", one=_name("resume"), other=_name("new"))


def names_game() -> bool:
    """Return whether the command line says which game it wants: a new one, whatever was left."""
    return any(map(_is_given, _SAVED))


def _check_view() -> None:
    for option in ("plain", "new"):  # a program is never asked about a game that was left
        if _is_given(option) and _is_given("json"):
            refuse("apart", one=_name(option), other="--json")


_PUZZLE = ("variant", "kind", "grade", "seed")


def names_puzzle() -> bool:
    """Return whether the command line says which puzzle it wants: a new one, whatever was left."""
    return any(map(_is_given, (*_PUZZLE, "daily", "date")))


def names_variant() -> bool:
    """Return whether the command line names a variant."""
    return _is_given("variant")


def check_puzzle() -> None:
    """Refuse what one of the options of `puzzle` would make another one ignore."""
    _check_view()
    printed = ("export", "benchmark")
    alone = {
        "daily": (*_PUZZLE, "date"),
        "date": _PUZZLE,
        "resume": (*_PUZZLE, "daily", "date", "palette", "new"),
        "export": ("benchmark", "json", "plain", "resume", "new"),
        "benchmark": ("json", "plain", "resume", "new"),
    }
    for one, others in alone.items():
        for other in others:
            if _is_given(one) and _is_given(other):
                refuse("apart", one=_name(one), other=_name(other))
    if _is_given("count") and not any(map(_is_given, printed)):
        refuse("count-missing")


def check_explain() -> None:
    """Refuse cases for all that follows beside a claim, for which they are distinguished anyway."""
    if _is_given("claim") and _is_given("cases"):
        refuse("apart", one="--claim", other="--cases")


def check_learn() -> None:
    """Refuse a lesson, and what it takes to show one, beside the list of lessons, which is what JSON is for."""
    for listing in filter(_is_given, ("list", "json")):
        for name in filter(_is_given, ("lesson", "palette", "plain")):
            refuse("apart", one=_name(name), other=_name(listing))


def check_tree() -> None:
    """Refuse what one of the options of `tree` would make another one ignore."""
    for one, others in {
        "cluster": ("workers", "threads", "device", "instruction_set"),
        "workers": ("threads", "device", "instruction_set"),
    }.items():
        for other in others:
            if _is_given(one) and _is_given(other):
                refuse("apart", one=_name(one), other=_name(other))


def check_exact() -> None:
    output, checkpoint = _value("output"), _value("checkpoint")
    if output is not None and checkpoint is not None and output.resolve() == checkpoint.resolve():
        refuse("same-file", one="--output", other="--checkpoint")


def check_prove() -> None:
    """Refuse what one of the options of `prove` would make another one ignore."""
    output, ledger = _value("output"), _value("ledger")
    if output is not None and output.resolve() == ledger.resolve():
        refuse("same-file", one="--output", other="--ledger")
    here = str(_value("cluster")) == "local"
    for option in ("workers", "threads"):
        if _is_given(option) and not here:
            refuse("apart", one="--cluster", other=_name(option))
    if 0 < _value("threads") < _value("workers"):
        refuse("threads-few", workers=_value("workers"))
    for option in ("cluster", "workers", "threads", "memory", "task_seconds"):
        if _is_given(option) and _value("every_step"):
            refuse("apart", one="--every-step", other=_name(option))


def check_tree_verified() -> None:
    """Refuse the options that only a ledger has a use for."""
    for option in ("share", "begin", "seed", "threads", "memory"):
        if _is_given(option):
            refuse("ledger-only", option=_name(option))


def check_tournament() -> None:
    from keypeg.console import check_ending

    if _is_given("seed") and not _is_given("games"):
        refuse("games-missing")
    if _is_given("workers") and str(_value("cluster")) != "local":
        refuse("apart", one="--cluster", other="--workers")
    if _is_given("device") and _is_given("games"):  # only whole trees are written out on a GPU
        refuse("apart", one="--games", other="--device")
    if (table := _value("csv")) is not None:
        check_ending(table, ["csv"])
    for plot in _value("plot") or ():
        check_ending(plot, ["png", "svg"])
    check_distinct(str(path) for path in _value("plot") or ())


def check_history() -> None:
    """Refuse what a review, or an export, would ignore."""
    filters = ("kind", "variant", "outcome", "since", "until", "daily")
    alone = {"number": (*filters, "limit", "export"), "export": ("limit", "json")}
    for one, others in alone.items():
        for other in others:
            if _is_given(one) and _is_given(other):
                refuse("apart", one=_name(other), other="N" if one == "number" else _name(one))
    if (path := _value("export")) is not None:
        from keypeg.console import check_ending

        check_ending(path, ["json"])


_DATABASE = {
    "info": (),
    "check": (),
    "vacuum": (),
    "backup": ("file", "force"),
    "restore": ("file", "force"),
    "expire": ("unplayed", "left", "finished", "dry_run"),
}
"""What can be done with a database, and which arguments and options go with it."""


def check_database() -> None:
    """Refuse what an action would ignore, and one that lacks what it needs."""
    action = _value("action")
    if action not in _DATABASE:
        raise NotAllowed("database-action", action=action, actions=", ".join(_DATABASE))
    for other in ("file", "force", "unplayed", "left", "finished", "dry_run"):
        if other not in _DATABASE[action] and _is_given(other):
            refuse("apart", one=action, other=_name(other))
    if "file" in _DATABASE[action] and not _is_given("file"):
        raise NotAllowed("database-file", action=action)
    if action == "expire" and not any(map(_is_given, ("unplayed", "left", "finished"))):
        raise NotAllowed("database-days")


def check_distinct(names: Iterable[str]) -> None:
    """Refuse a name that comes twice."""
    for name, times in Counter(names).items():
        if times > 1:
            refuse("named-twice", name=name)


def _is_given(name: str) -> bool:
    """Return whether an option is on the command line; one that the command doesn't have is not."""
    return click.get_current_context().get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _value(name: str) -> Any:
    return click.get_current_context().params[name]


def _name(name: str) -> str:
    """Return an option, or an argument, as it is written."""
    for parameter in click.get_current_context().command.params:
        if parameter.name == name and isinstance(parameter, click.Option):
            return parameter.opts[0]
    return name.upper()
