"""Odd, contradictory and malicious command lines: each is refused in one clear line, before any work begins."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from keypeg.cli import main

TABLE = (Path(__file__).parent / "odd_commands.txt").read_text(encoding="utf-8")
LINES = [line for line in TABLE.splitlines() if line and not line.startswith("# ")]
SIGNS = {"\\0": "\0", "\\n": "\n", "\\e": "\x1b", "\\u202e": "\u202e"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Give what stands for the names in braces."""
    folder = tmp_path_factory.mktemp("odd")
    (folder / "text").write_text("neither a game nor a tree\n", encoding="utf-8")
    (folder / "bytes").write_bytes(b"\xff\xfe\x00")
    (folder / "saved").write_text("keypeg session 1\np4c6 guesses=10 codemaker=random:3\n", encoding="utf-8")
    (folder / "solving").write_text("keypeg session 1\np4c6 strategy=knuth guesses=10\n", encoding="utf-8")
    (folder / "tree").write_text("{}", encoding="utf-8")
    (folder / "loop").symlink_to(folder / "loop")
    names = ("text", "bytes", "saved", "solving", "tree", "loop", "missing")
    return {"folder": str(folder), "longname": "x" * 300, "nines": "9" * 5000} | {
        name: str(folder / name) for name in names
    }


def words_of(line: str, files: dict[str, str]) -> list[str]:
    def filled(word: str) -> str:
        for sign, meant in SIGNS.items():
            word = word.replace(sign, meant)
        for name, meant in files.items():
            word = word.replace(f"{{{name}}}", meant)
        return word

    lexer = shlex.shlex(line, posix=True, punctuation_chars="")
    lexer.whitespace_split, lexer.commenters, lexer.escape = True, "", ""
    return [filled(word) for word in lexer]


@pytest.fixture(autouse=True)
def _nothing_typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Be nobody at the keyboard, and a data folder of its own."""
    with Path("/dev/null").open(encoding="utf-8") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        yield


@pytest.mark.parametrize("line", LINES)
def test_it_is_refused_in_one_line(line: str, files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(Path(files["folder"]).iterdir())
    assert main(words_of(line, files)) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.startswith("keypeg: ")
    assert written.err.endswith("\n")
    assert written.err[:-1].isprintable()
    assert len(written.err) < 1000
    assert sorted(Path(files["folder"]).iterdir()) == before


def test_there_are_many_and_each_is_another() -> None:
    assert len(set(LINES)) == len(LINES) >= 300
