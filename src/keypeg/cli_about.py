"""What every command line has: a language, help, completion, the version, and messages that point to the help."""

import os
import sys
from collections.abc import Iterable
from typing import Annotated

import click
from click.shell_completion import get_completion_class, shell_complete

from keypeg import __version__, languages
from keypeg.cli_command import Argument, Commands
from keypeg.exit_codes import SUCCESS

SHELLS = ("bash", "zsh", "fish")

_NAME = "keypeg"
_ASKED = "_KEYPEG_COMPLETE"
"""What the script of a shell sets to ask for what may follow."""


def commands(about: str) -> Commands:
    """Return a program that has no commands yet."""
    version = click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_version,
        help="Show the version and exit.",
    )
    language = click.Option(
        ["--language"],
        metavar="NAME",
        is_eager=True,
        expose_value=False,
        callback=_speak,
        shell_complete=lambda _context, _parameter, begun: [
            name for name in languages.LANGUAGES if name.startswith(begun)
        ],
        help="en, de or es: the language of what is printed, other than this help.",
    )
    settings = {"help_option_names": ["-h", "--help"]}
    return Commands(_NAME, help=about, params=[language, version], context_settings=settings)


def _speak(context: click.Context, _parameter: click.Parameter, name: str | None) -> None:
    if name is not None and not context.resilient_parsing:
        languages.in_use.set(languages.checked(name))


def speak_as_asked() -> None:
    """Use the language that is set for the commands, or that of the system.

    `KEYPEG_LANGUAGE` decides. Without it, a person at a terminal reads the language of the system; what goes into a
    file or a pipe stays English, so that a script reads the same everywhere.
    """
    if named := os.environ.get("KEYPEG_LANGUAGE"):
        languages.in_use.set(languages.checked(named))
    elif sys.stdout.isatty():
        system = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
        languages.in_use.set(languages.preferred([system or ""]) or "en")


def _show_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(f"{_NAME} {__version__}")
        context.exit()


def run(app: Commands, words: list[str]) -> int:
    """Run a command and return its exit code, or suggest what may follow if a shell asks for that."""
    speak_as_asked()
    asked = os.environ.get("_KEYPEG_COMPLETE")
    if asked:
        return shell_complete(app, {}, _NAME, _ASKED, asked)
    try:
        with app.make_context(_NAME, words or ["--help"]) as context:
            code: int = app.invoke(context)
            return code
    except click.exceptions.Exit as end:  # after --help and --version
        return end.exit_code


def usage_message(error: click.UsageError) -> str:
    """Say what is wrong with a command line, and where to read what would be right."""
    from keypeg.words import text  # noqa: PLC0415 - only where something is refused

    message = error.format_message().rstrip(".")
    command = error.ctx.command_path if error.ctx else _NAME
    return text("usage.see-help", message=message[:1].lower() + message[1:], command=command)


def _refused(kind: str, name: str, names: Iterable[str]) -> click.UsageError:
    from keypeg.words import text  # noqa: PLC0415 - only where something is refused

    return click.UsageError(text(f"usage.{kind}", name=name, names=", ".join(names)), click.get_current_context())


def _commands(_begun: str = "") -> list[str]:
    root = click.get_current_context().find_root()
    return root.command.list_commands(root) if isinstance(root.command, Commands) else []


def completion(
    shell: Annotated[str, Argument(metavar="SHELL", help="bash, zsh or fish.", complete=lambda _: SHELLS)],
) -> int:
    """Print a script that makes a shell complete commands.

    Put this line into ~/.bashrc: eval "$(keypeg completion bash)", or the same for zsh into ~/.zshrc. For fish, write
    the script to ~/.config/fish/completions/keypeg.fish.
    """
    script = get_completion_class(shell) if shell in SHELLS else None
    if script is None:
        raise _refused("shell-unknown", shell, SHELLS)
    click.echo(script(click.get_current_context().find_root().command, {}, _NAME, _ASKED).source())
    return SUCCESS


def help_(
    command: Annotated[
        str | None, Argument(metavar="COMMAND", help="The command to explain.", complete=_commands)
    ] = None,
) -> int:
    """Show what Keypeg can do, or the options of a command."""
    root = click.get_current_context().find_root()
    if command is not None and command not in _commands():
        from difflib import get_close_matches  # noqa: PLC0415 - only where something is refused

        near = get_close_matches(command, _commands())
        raise _refused("command-meant" if near else "command-unknown", command, near or _commands())
    found = root.command.get_command(root, command) if command and isinstance(root.command, Commands) else None
    asked = root if found is None else click.Context(found, info_name=command, parent=root)
    click.echo(asked.get_help())
    return SUCCESS
