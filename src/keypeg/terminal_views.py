"""Views of a terminal: one that repaints the board, and one of plain lines."""

import getpass
import os
import shutil
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

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
        self._ahead = ""
        self._is_stale = False
        self._keyboard = _Keyboard(self._go_away, self._come_back, is_quiet=True)
        self._keyboard.heed({"SIGTERM": _exit, "SIGHUP": _exit, "SIGWINCH": self._be_resized})
        self._console.set_alt_screen(True)

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
        if self._is_stale:
            self._repaint()
        return self._keyboard.ask(f" {prompt}", hidden=hidden)

    def close(self, board: Board | None, text: str) -> None:
        self._keyboard.close()
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
        from rich.text import Text  # noqa: PLC0415 - plain lines do without

        for line in lines:
            self._console.print(Text.from_ansi(line), no_wrap=True, overflow="crop")

    def _be_resized(self, _number: int, _frame: object) -> None:
        """Paint anew, and what has been typed so far, but not in the middle of painting."""
        self._is_stale = not self._keyboard.is_asking
        if not self._is_stale:
            with suppress(OSError):  # a terminal that is gone says so when it is read
                self._repaint()
                self._keyboard.repeat()

    def _go_away(self) -> None:
        _write_at_once(_FIRST_SCREEN)

    def _come_back(self) -> None:
        _write_at_once(_SECOND_SCREEN)
        os.kill(os.getpid(), signal.SIGWINCH)  # the size may have changed


class _Keyboard:
    """Reads lines from a person at a terminal.

    A program that is stopped (Ctrl-Z) hands the terminal back as it was, after it has gone `away` from the screen, and
    comes `back` to the line that it was reading. A quiet one doesn't show what is typed between two lines.
    """

    def __init__(self, away: Callable[[], None], back: Callable[[], None], *, is_quiet: bool) -> None:
        self._prompt = ""
        self._modes = _Modes()
        self._away, self._back = away, back
        self._is_quiet = is_quiet
        self._before: dict[int, Any] = {}
        self.heed({"SIGTSTP": self._stop, "SIGCONT": self._go_on})

    def heed(self, reactions: Mapping[str, Callable[[int, object], None]]) -> None:
        """React to signals, if the system has them and they are not to be ignored."""
        for name, react in reactions.items():
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, react)

    @property
    def is_asking(self) -> bool:
        return bool(self._prompt)

    def ask(self, prompt: str, *, hidden: bool) -> str:
        self._prompt = prompt
        with suppress(ImportError):  # not before: readline calls the reaction to a new size that it finds
            import readline  # noqa: F401, PLC0415 - lets the arrow keys edit and recall lines, if the system can
        self._modes.echo(on=True)
        try:
            return _unseen(prompt) if hidden else input(prompt)
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        finally:
            self._modes.echo(on=not self._is_quiet)
            self._prompt = ""

    def repeat(self) -> None:
        """Write the prompt again, and what has been typed so far."""
        sys.stdout.write(self._prompt + _typed_so_far())
        sys.stdout.flush()

    def close(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._modes.restore()

    def _stop(self, number: int, frame: object) -> None:
        self._modes.leave()
        self._away()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:  # where nobody could continue it, it wasn't stopped
            self._go_on(number, frame)

    def _go_on(self, _number: int, _frame: object) -> None:
        signal.signal(signal.SIGTSTP, self._stop)
        self._modes.come_back()
        self._back()


class _Modes:
    """The modes of the terminal: as they were found, and as they are in the game.

    Nothing typed is ever thrown away: changes wait for the output only.
    """

    def __init__(self) -> None:
        self._found = self._get()
        self._in_game: list[Any] = []

    def echo(self, *, on: bool) -> None:
        """Show what is typed, or not: between two prompts it would be written somewhere, and once more when read."""
        if sys.platform != "win32" and (modes := self._get()):
            modes[3] = modes[3] | termios.ECHO if on else modes[3] & ~termios.ECHO
            self._set(modes)

    def leave(self) -> None:
        self._in_game = self._get()
        self.restore()

    def come_back(self) -> None:
        self._set(self._in_game)
        self._in_game = []

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
        self._keyboard: _Keyboard | None = None

    def show(self, board: Board, reply: Reply) -> None:  # noqa: ARG002
        if reply.spoken:
            self._write(reply.spoken)

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        if self.stays:
            self._keyboard = self._keyboard or _Keyboard(lambda: None, self._come_back, is_quiet=False)
            try:
                return self._keyboard.ask(prompt, hidden=hidden)
            except (EOFError, KeyboardInterrupt):
                write("")  # what comes next begins on a line of its own
                raise
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def close(self, board: Board | None, text: str) -> None:
        if self._keyboard is not None:
            self._keyboard.close()
        if text and board is None:  # how a game ended was said when it ended
            self._write(text)

    def _come_back(self) -> None:
        if self._keyboard is not None:
            with suppress(OSError):
                self._keyboard.repeat()

    def _write(self, text: str) -> None:
        """Write lines: whole ones for a program, for a person as wide as the terminal."""
        if sys.stdout.isatty():
            width = shutil.get_terminal_size().columns
            text = "\n".join(wrapped(text, width - 1, hanging=_HANGING, whole=True))
        write(text)


def choose_view(*, plain: bool) -> View:
    """Repaint if a person sits at a terminal that can, and write plain lines otherwise."""
    able = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return Painted() if able and not plain else Plain()


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


def _typed_so_far() -> str:
    with suppress(ImportError):
        import readline  # noqa: PLC0415

        return readline.get_line_buffer()
    return ""
