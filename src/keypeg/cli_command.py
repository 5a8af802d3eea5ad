"""Commands made from functions: an annotated parameter of the function is an argument or an option of the command.

What click takes as it comes is refused here where something would be ignored: of an option given twice, one value.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import click
from click.shell_completion import CompletionItem

from keypeg.errors import NotAllowed, UnreadableText

Completer = Callable[[str], Iterable[str]]
"""Suggests what may stand in place of what has been typed so far."""

Function = TypeVar("Function", bound=Callable[..., int])


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """What the help says of an argument, and how a shell completes it."""

    metavar: str
    help: str
    complete: Completer | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """What the help says of an option, within which bounds its number is, and how a shell completes it.

    A flag has no metavar. The name is that of the parameter if none is given. If the option may stand without a value,
    `alone` is what it means then.
    """

    name: str | None = None
    metavar: str | None = None
    help: str = ""
    show_default: bool | str = True
    min: float | None = None
    max: float | None = None
    complete: Completer | None = None
    alone: str | None = None


class Command(click.Command):
    """A command that refuses an option given twice or by an empty name, and whose help describes its arguments too.

    What it refuses, it refuses with a pointer to that help.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            if not ctx.resilient_parsing:
                self._refuse_odd_values(ctx, list(args))
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # what click's parser raises doesn't know its command
            raise

    def _refuse_odd_values(self, ctx: click.Context, args: list[str]) -> None:
        values, _, given = self.make_parser(ctx).parse_args(args)
        once = [one for one in given if isinstance(one, click.Option) and not (one.is_flag or one.multiple)]
        for option in dict.fromkeys(once):
            if once.count(option) > 1:
                raise click.UsageError(_text("usage.option-twice", option=option.opts[-1]), ctx)
            if option.flag_value == "" == values[str(option.name)]:  # which would be the same as no value
                raise click.UsageError(_text("usage.file-name", name=""), ctx)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; of what is wrong with its arguments, the message points to its help.

        An error that has a cause is about something else: a file, a database, somebody's strategy.
        """
        try:
            return super().invoke(ctx)
        except (UnreadableText, NotAllowed) as error:
            if error.__cause__ is not None:
                raise
            raise click.UsageError(str(error), ctx) from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(str(one.metavar), one.told) for one in self.get_params(ctx) if isinstance(one, _Argument)]
        if rows:
            with formatter.section("Arguments"):
                formatter.write_dl(rows)
        super().format_options(ctx, formatter)


def _text(key: str, **facts: Any) -> str:
    from keypeg.words import text  # noqa: PLC0415 - only where something is refused

    return text(key, **facts)


class Commands(click.Group):
    """The commands of a program, listed in the order in which they are added. Each is made when it is asked for."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._functions: dict[str, Callable[..., int]] = {}

    def add(self, function: Function) -> Function:
        """Let a function be a command: its name without a trailing underscore, and its docstring as the help."""
        self._functions[function.__name__.rstrip("_")] = function
        return function

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._functions and cmd_name not in self.commands:
            self.add_command(_command(cmd_name, self._functions[cmd_name]))
        return super().get_command(ctx, cmd_name)

    def all(self) -> dict[str, click.Command]:
        """Make all commands, and return them by name."""
        for name in self._functions:
            self.get_command(click.Context(self), name)
        return {name: self.commands[name] for name in self._functions}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click calls it
        return list(self._functions)


def _command(name: str, function: Callable[..., int]) -> Command:
    hints = get_type_hints(function, include_extras=True)
    parameters = [
        _parameter(parameter, hints[parameter.name]) for parameter in inspect.signature(function).parameters.values()
    ]
    return Command(name, callback=function, params=parameters, help=function.__doc__)


class _Argument(click.Argument):
    """An argument that the help describes."""

    def __init__(self, *args: Any, told: str, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.told = told

    def make_metavar(self, ctx: click.Context) -> str:  # noqa: ARG002 - as click calls it
        return str(self.metavar) if self.required else f"[{self.metavar}]"

    def get_error_hint(self, ctx: click.Context | None) -> str:  # noqa: ARG002 - as click calls it
        return f"'{self.metavar}'"


def _parameter(parameter: inspect.Parameter, hint: Any) -> click.Parameter:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{parameter.name} is neither an option nor an argument")
    annotation, told = get_args(hint)[:2]
    kind, several = _kind(annotation)
    complete, default = _completion(told.complete), parameter.default
    required = default is parameter.empty
    if isinstance(told, Argument):
        return _Argument(
            [parameter.name],
            type=_reader(kind),
            nargs=-1 if several else 1,
            required=required,
            metavar=told.metavar,
            shell_complete=complete,
            told=told.help if required or default is None else f"{told.help}  [default: {default}]",
            **({} if required else {"default": default}),
        )
    return click.Option(
        [told.name or f"--{parameter.name.replace('_', '-')}", parameter.name],
        type=None if kind is bool else _reader(kind, told.min, told.max),
        is_flag=kind is bool,
        **({} if told.alone is None else {"flag_value": told.alone}),
        multiple=several,
        required=required,
        **({} if required else {"default": default}),
        show_default=told.show_default,
        metavar=told.metavar,
        help=told.help,
        shell_complete=complete,
    )


def _kind(annotation: Any) -> tuple[type, bool]:
    """Return the type of a value, and whether there may be several."""
    union = get_args(annotation) if NoneType in get_args(annotation) else [annotation]
    [kind] = [one for one in union if one is not NoneType]
    return (get_args(kind)[0], True) if get_origin(kind) is list else (kind, False)


def _reader(kind: type, low: Any = None, high: Any = None) -> Any:
    if kind is float:
        return _Number(low, high)
    if kind is int:
        return _AnyWholeNumber() if low is None and high is None else _WholeNumber(low, high)
    return _FileName(path_type=Path) if kind is Path else click.STRING


class _AnyWholeNumber(click.types.IntParamType):
    name = "whole number"  # click would say "integer"


class _WholeNumber(click.IntRange):
    """A whole number that is not too small, and not too large if there is a limit."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number: int = _AnyWholeNumber().convert(value, param, ctx)
        _check_bounds(self, number, param, ctx)
        return number


class _Number(click.FloatRange):
    """A number from the least to the largest that is allowed."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = click.FLOAT.convert(value, param, ctx)
        _check_bounds(self, number, param, ctx)
        return number


def _check_bounds(bounds: Any, number: float, param: click.Parameter | None, ctx: click.Context | None) -> None:
    low, high = bounds.min, bounds.max
    if low <= number and (high is None or number <= high):
        return
    key = "usage.number-least" if high is None else "usage.number-range"
    bounds.fail(_text(key, number=number, low=low, high=high), param, ctx)


class _FileName(click.Path):
    """The name of a file, which is not looked at before the command begins."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if "\0" in str(value):
            self.fail(_text("usage.file-name", name=value), param, ctx)
        return Path(value)


def _completion(complete: Completer | None) -> Any:
    if complete is None:
        return None

    def suggest(context: click.Context, _parameter: click.Parameter, begun: str) -> list[Any]:
        with context.scope(cleanup=False):
            return [CompletionItem(word) for word in complete(begun) if word.startswith(begun)]

    return suggest
