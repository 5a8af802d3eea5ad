"""Views of a terminal: one that repaints the board, and one of plain lines."""

import getpass
import os
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

from rich.text import Text

from keypeg import words
from keypeg.lines import wrapped
from keypeg.terminal import LEAST_BOARD, Board, Reply, View, board_lines, console, write

if sys.platform != "win32":
    import termios

_FIRST_SCREEN, _SECOND_SCREEN = b"\x1b[?1049l", b"\x1b[?1049h\x1b[H"
_HANGING = 2


class Painted:
    """A view that repaints the board on the terminal's alternate screen, and leaves the last board on the main one.

    Until it is closed, a signal that ends the program is raised as SystemExit, so that it can leave that screen. A
    program that is stopped (Ctrl-Z) leaves it too, and comes back to it; then, and when the size of the terminal has
    changed, everything is painted anew.
    """

    stays = True

    def __init__(self) -> None:
        self._console = console()
        self._draw: Callable[[], None] = lambda: None
        self._prompt = self._ahead = ""
        self._is_stale = False
        self._modes = _Modes()
        self._handlers = {number: signal.signal(number, handler) for number, handler in self._reactions().items()}
        _edit_lines()  # after the handlers: readline has one of its own for a new size, which calls this one
        self._console.set_alt_screen(True)

    def _reactions(self) -> dict[int, Callable[[int, Any], None]]:
        named = {
            "SIGTERM": _exit,
            "SIGHUP": _exit,
            "SIGWINCH": self._be_resized,
            "SIGTSTP": self._stop,
            "SIGCONT": self._go_on,
        }
        known = {getattr(signal, name): act for name, act in named.items() if hasattr(signal, name)}
        return {number: act for number, act in known.items() if signal.getsignal(number) is not signal.SIG_IGN}

    def show(self, board: Board, reply: Reply) -> None:
        if reply.page or len(self._wrapped(reply.text)) > self._console.height - 2 - LEAST_BOARD:
            self._turn_pages(reply.text)
            reply = Reply()
        self._draw = partial(self._draw_board, board, reply)
        self._repaint()

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        if self._ahead and not hidden:
            line, self._ahead = self._ahead, ""
            return line
        self._prompt = f" {prompt}"
        try:
            if self._is_stale:
                self._repaint()
            self._modes.echo(on=True)
            return _typed(self._prompt, hidden=hidden)
        finally:
            self._modes.echo(on=False)
            self._prompt = ""

    def close(self, board: Board | None, text: str) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._modes.restore()
        self._console.set_alt_screen(False)
        if board is not None:
            rows = replace(board, guesses=None) if board.pending is None else board
            self._print(board_lines(rows, self._console.width, 10_000, legend=False, spare=0))
        self._print(self._wrapped(text))

    def _turn_pages(self, text: str) -> None:
        """Show text page by page; what is typed instead of Enter is a line for the game."""
        start, more = 0, True
        while more and not self._ahead:
            self._draw = partial(self._draw_page, text, start)
            self._repaint()
            more = start + self._page_height < len(self._wrapped(text))
            self._ahead = self.ask(f"{words.text('terminal.go-on' if more else 'terminal.go-back')} ").strip()
            start += self._page_height

    @property
    def _page_height(self) -> int:
        return max(self._console.height - 2, 1)

    def _draw_page(self, text: str, start: int) -> None:
        self._print([*self._wrapped(text)[start : start + self._page_height], ""])

    def _draw_board(self, board: Board, reply: Reply) -> None:
        width, height = self._console.size
        message = self._wrapped(reply.text)
        self._print([*board_lines(board, width, height - len(message) - 2), *message])

    def _wrapped(self, text: str) -> list[str]:
        return wrapped(text, self._console.width - 2, margin=1)

    def _repaint(self) -> None:
        self._is_stale = False
        self._console.clear()
        self._draw()

    def _print(self, lines: list[str]) -> None:
        for line in lines:
            self._console.print(Text.from_ansi(line), no_wrap=True, overflow="crop")

    def _be_resized(self, _number: int, _frame: object) -> None:
        """Paint anew, and what has been typed so far, but not in the middle of painting."""
        self._is_stale = not self._prompt
        if self._prompt:
            with suppress(OSError):  # a terminal that is gone says so when it is read
                self._repaint()
                sys.stdout.write(self._prompt + _typed_so_far())
                sys.stdout.flush()

    def _stop(self, number: int, frame: object) -> None:
        """Hand the terminal back as it was, and stop; where nobody could continue the program, it isn't stopped."""
        self._modes.leave()
        _write_at_once(_FIRST_SCREEN)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        self._go_on(number, frame)

    def _go_on(self, _number: int, _frame: object) -> None:
        signal.signal(signal.SIGTSTP, self._stop)
        self._modes.come_back()
        _write_at_once(_SECOND_SCREEN)
        os.kill(os.getpid(), signal.SIGWINCH)  # the size may have changed


class _Modes:
    """The modes of the terminal: as they were found, and as they are in the game.

    Nothing typed is ever thrown away: changes wait for the output only.
    """

    def __init__(self) -> None:
        self._found = self._in_game = self._get()

    def echo(self, *, on: bool) -> None:
        """Show what is typed, or not: between two prompts it would be written across the board."""
        if sys.platform != "win32" and (modes := self._get()):
            modes[3] = modes[3] | termios.ECHO if on else modes[3] & ~termios.ECHO
            self._set(modes)

    def leave(self) -> None:
        self._in_game = self._get()
        self.restore()

    def come_back(self) -> None:
        self._set(self._in_game)

    def restore(self) -> None:
        self._set(self._found)

    def _get(self) -> list[Any]:
        """Return the modes; none if the terminal is gone."""
        if sys.platform != "win32":
            with suppress(termios.error):
                return termios.tcgetattr(sys.stdin.fileno())
        return []

    def _set(self, modes: list[Any]) -> None:
        if sys.platform != "win32" and modes:
            with suppress(termios.error):
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, modes)


def _write_at_once(data: bytes) -> None:
    """Write past the stream, which may be in the middle of a line, if the terminal is still there."""
    with suppress(OSError):
        os.write(sys.stdout.fileno(), data)


def _exit(number: int, _frame: object) -> NoReturn:
    raise SystemExit(128 + number)


class Plain:
    """A view of plain lines, each written once, with prompts only if a person types."""

    def __init__(self) -> None:
        self.stays = sys.stdin.isatty()

    def show(self, board: Board, reply: Reply) -> None:  # noqa: ARG002
        if reply.spoken:
            self._write(reply.spoken)

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        if self.stays:
            try:
                return _typed(prompt, hidden=hidden)
            except (EOFError, KeyboardInterrupt):
                write("")  # what comes next begins on a line of its own
                raise
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def close(self, board: Board | None, text: str) -> None:
        if text and board is None:  # how a game ended was said when it ended
            self._write(text)

    def _write(self, text: str) -> None:
        """Write lines: whole ones for a program, for a person as wide as the terminal."""
        if sys.stdout.isatty():
            width = shutil.get_terminal_size().columns
            text = "\n".join(wrapped(text, width - 1, hanging=_HANGING, whole=True))
        write(text)


def choose_view(*, plain: bool) -> View:
    """Repaint if a person sits at a terminal that can, and write plain lines otherwise."""
    able = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if able and not plain:
        return Painted()
    if sys.stdin.isatty():
        _edit_lines()
    return Plain()


def _typed(prompt: str, *, hidden: bool) -> str:
    """Read a line from the terminal; bytes that are not text are read as characters without a meaning."""
    try:
        return _unseen(prompt) if hidden else input(prompt)
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


def _unseen(prompt: str) -> str:
    """Read a line that is not shown; unlike getpass, keep what has been typed already."""
    if sys.platform == "win32":
        return getpass.getpass(prompt)
    modes = _Modes()
    modes.echo(on=False)
    try:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        write("")
    finally:
        modes.restore()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _edit_lines() -> None:
    """Let the arrow keys edit and recall typed lines, if the system can."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415


def _typed_so_far() -> str:
    with suppress(ImportError):
        import readline  # noqa: PLC0415

        return readline.get_line_buffer()
    return ""
