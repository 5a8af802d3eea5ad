import errno
import fcntl
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg import __version__, store
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.ledger import HEADER, VERSION, Facts, Line, parse

LINES = [
    Line("p4c6", 5625),
    Line("p4c6 1122=1b1w", 700, 712, 12.25, "0.1.0", "1134 1325 1415"),
    Line("p4c10n 1234=0b1w", 3000, None, 0.0, "0.1.0", "1567 5678"),
    Line("p2c40 12=0b0w 39,40=1b0w", 5, 5, None, "", "38,39"),
]
GUESSES = st.lists(st.from_regex(r"[1-6]{4}", fullmatch=True), min_size=1, max_size=4).map(" ".join)


def text_of(*lines: Line) -> str:
    return "".join(f"{line}\n" for line in (HEADER, *lines))


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.position)
def test_a_line_can_be_read_back(line: Line) -> None:
    assert Line.parse(str(line)) == line
    assert parse(text_of(line)) == [line]


@given(
    st.integers(1, 9999),
    st.none() | st.integers(0, 99),
    st.none() | st.integers(0, 10**7).map(lambda n: n / 100),
    st.sampled_from(["", "0.1.0"]),
    GUESSES,
)
def test_any_line_can_be_read_back(
    lower: int, more: int | None, seconds: float | None, version: str, guesses: str
) -> None:
    line = Line("p4c6 1122=0b0w", lower, None if more is None else lower + more, seconds, version, guesses)
    assert Line.parse(str(line)) == line


def test_a_line_is_six_columns() -> None:
    assert str(LINES[1]) == "p4c6 1122=1b1w\t700\t712\t12.25\t0.1.0\t1134 1325 1415"
    assert str(LINES[0]) == "p4c6\t5625\t-\t-\t-\t-"


@pytest.mark.parametrize(("line", "is_about_guesses"), [*zip(LINES, [False, False, True, False], strict=True)])
def test_guesses_without_an_upper_bound_are_what_a_line_is_about(line: Line, is_about_guesses: bool) -> None:
    assert line.is_about_guesses == is_about_guesses


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        ("p4c6\t5625\t-\t-\t-", "ledger-columns"),
        ("p4c6\t5625\t-\t-\t-\t-\t-", "ledger-columns"),
        ("p4c6 5625 - - - -", "ledger-columns"),
        ("p4c6\tmany\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t-\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t5625\t5.5\t-\t-\t1122", "ledger-number"),
        ("p4c6\t5625\t-\tlong\t-\t-", "ledger-number"),
        ("p4c6\t5625\t-\tnan\t-\t-", "ledger-number"),
        ("p4c6\t5625\t-\tinf\t-\t-", "ledger-number"),
        ("p4c6\t5625\t-\t-1\t-\t-", "ledger-number"),
        ("p4c6\t5625\t-\t1e308\t-\t-", "ledger-number"),
        ("p4c6\t5625\t-\t9999999999999\t-\t-", "ledger-number"),
        ("p4c6\t5_625\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t+5625\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t 5625\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t\u0665625\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t" + "9" * 5000 + "\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t0\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t-5\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t5625\t5624\t-\t-\t1122", "ledger-number"),
        ("p4c6\t1048575\t-\t-\t-\t-", "ledger-number"),
        ("p4c6\t5625\t1048575\t-\t-\t1122", "ledger-number"),
        ("p4c6\t5625\t5625\t-\t-\t-", "ledger-bounds"),
        ("classic\t5625\t-\t-\t-\t-", "ledger-text"),
        ("p4c6  1122=0b0w\t5\t-\t-\t-\t-", "ledger-text"),
        ("p4c6 1122=0,0\t5\t-\t-\t-\t-", "ledger-text"),
        ("p4c6 1122\t5\t-\t-\t-\t-", "ledger-text"),
        ("p04c6\t5\t-\t-\t-\t-", "ledger-text"),
        ("p4c6" + " 1122=0b0w" * 200_000 + "\t5\t-\t-\t-\t-", "ledger-text"),
        ("p4c6\t5\t-\t-\t-\t1122  1123", "ledger-spaces"),
        ("p4c6\t5\t9\t-\t-\t1122 ", "ledger-spaces"),
        ("p4c6\t5\t9\t-\t-\t ", "ledger-spaces"),
        ("p4c6 1122=00b1w\t5\t-\t-\t-\t-", "ledger-text"),
        ("p\u0664c6\t5\t-\t-\t-\t-", "ledger-text"),
        ("\t5\t-\t-\t-\t-", "ledger-text"),
    ],
)
def test_what_is_no_fact_is_refused_with_its_number(bad: str, kind: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        Line.parse(bad)
    assert refused.value.kind == kind
    with pytest.raises(UnreadableText, match=r"^line 3: ") as refused:
        parse(f"{text_of(LINES[0])}{bad}\n{LINES[1]}\n")
    assert refused.value.kind == "ledger-line"


def test_the_largest_bounds_are_read() -> None:
    assert Line.parse("p4c6\t1\t1048574\t-\t-\t1122").upper == 1048574
    assert Line.parse("p4c6\t1048574\t-\t-\t-\t-").lower == 1048574


def test_an_unfinished_last_line_is_ignored() -> None:
    text = text_of(*LINES)
    for length in range(len(text) - len(f"{LINES[-1]}\n"), len(text)):
        assert parse(text[:length]) == LINES[:-1]
    assert parse(text) == LINES


def test_comments_blank_lines_and_foreign_line_ends_are_passed_over() -> None:
    assert parse(f"# one\n\n{LINES[0]}\r\n   \n# two\n{LINES[1]}\n") == LINES[:2]
    assert parse("") == []


# ---- facts


def facts_about(*positions: str) -> Facts:
    return Facts(Line(position, 1) for position in positions)


@pytest.mark.parametrize(
    ("positions", "root"),
    [
        (["p4c6"], "p4c6"),
        (["p4c6", "p4c6 1122=0b0w"], "p4c6"),
        (["p4c6 1122=0b0w"], "p4c6 1122=0b0w"),
        (["p4c6 1122=0b0w", "p4c6 1122=0b1w"], "p4c6"),
        (["p4c6 1122=0b0w 3344=0b0w", "p4c6 1122=0b0w"], "p4c6 1122=0b0w"),
        (["p4c6 1122=0b0w 3344=0b0w", "p4c6 1122=0b0w 3344=0b1w 1111=0b0w"], "p4c6 1122=0b0w"),
    ],
)
def test_a_proof_is_about_what_its_lines_have_in_common(positions: list[str], root: str) -> None:
    assert facts_about(*positions).root == root


def test_there_is_no_root_without_lines_or_of_two_variants() -> None:
    with pytest.raises(NotAllowed) as refused:
        _ = Facts().root
    assert refused.value.kind == "ledger-empty"
    with pytest.raises(NotAllowed, match=r"p4c6, p4c7$") as refused:
        _ = facts_about("p4c7 1122=0b0w", "p4c6").root
    assert refused.value.kind == "ledger-variants"


def test_a_position_is_divided_by_lines_about_guesses_or_what_they_lead_to() -> None:
    facts = facts_about("p4c6 1122=0b0w 3344=0b0w", "p4c6 1122=0b1w", "p4c6 1123=0b1w")
    assert facts.divided_guesses("p4c6") == {"1122", "1123"}
    assert facts.divided_guesses("p4c6 1122=0b0w") == {"3344"}
    assert facts.divided_guesses("p4c6 1122=0b1w") == set()
    assert [facts.is_divided(position) for position in ("p4c6", "p4c6 1122=0b0w", "p4c6 1122=0b1w")] == [
        *(True, True, False)
    ]
    facts.add(Line("p4c6 1122=0b1w", 9, guesses="1134"))
    assert facts.is_divided("p4c6 1122=0b1w")
    assert facts.divided_guesses("p4c6 1122=0b1w") == set()  # nothing is said of what 1134 leads to


def test_the_same_line_counts_once() -> None:
    facts = Facts([LINES[0], LINES[1], LINES[0]])
    assert len(facts) == 2
    assert list(facts) == [LINES[0], LINES[1]]
    assert facts.about("p4c6") == [LINES[0]]
    facts.add(Line("p4c6", 5625, version="0.2.0"))
    assert len(facts) == 3
    assert len(facts.about("p4c6")) == 2
    assert facts.about("p4c6 6666=0b0w") == []


def test_ledgers_are_merged_by_writing_one_after_the_other() -> None:
    one, other = text_of(*LINES[:2]), text_of(*LINES[1:2], LINES[0])
    merged = Facts(parse(one + other))
    assert set(merged) == set(Facts(parse(other + one))) == set(LINES[:2])


# ---- the file


def test_a_file_is_continued_after_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "a.ledger"
    for torn in ("", HEADER[:7], text_of(LINES[0])[:-3], text_of(LINES[0]), text_of(LINES[0]) + "p4c6\t56"):
        path.write_text(torn)
        kept = parse(torn)
        with store.LedgerFile(path) as file:
            file.append([LINES[1]])
        assert path.read_text() == text_of(*kept, LINES[1])
        assert store.read_ledger(path) == [*kept, LINES[1]]


def test_a_file_that_is_written_anew_is_never_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every step of the way, another process is refused, or would be heard."""
    path = tmp_path / "a.ledger"
    refused = 0

    def another_comes(*_: object) -> None:
        nonlocal refused
        with pytest.raises(NotAllowed, match="another process"), store.LedgerFile(path):
            pass
        refused += 1

    with store.LedgerFile(path) as file:
        file.append(LINES)
        waiting = store.LedgerFile(path)  # has opened the old file
        for name in ("replace", "open"):
            usual = getattr(Path, name)

            def then(self: Path, *words: Any, usual: Callable[..., Any] = usual, **more: Any) -> Any:
                done = usual(self, *words, **more)
                if self != path:
                    another_comes()
                return done

            monkeypatch.setattr(Path, name, then)
        file.replace(LINES[:1])
        monkeypatch.undo()
        assert refused >= 3
        another_comes()
        file.append(LINES[1:2])
        assert store.read_ledger(path) == LINES[:2]
    with pytest.raises(NotAllowed, match="another process"), waiting:
        pass
    with store.LedgerFile(path) as file:
        file.append(LINES[2:3])
    assert store.read_ledger(path) == LINES[:3]


def test_a_file_system_without_locks_is_no_hindrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with store.LedgerFile(tmp_path / "a.ledger") as file:
        file.append(LINES)
    assert store.read_ledger(tmp_path / "a.ledger") == LINES


def test_lines_name_the_sources_of_the_core_that_found_them() -> None:
    """Also: the core was built from the sources that are here."""
    core = Path(__file__).parents[1] / "core"
    sources = sorted(path for path in core.iterdir() if path.suffix in {".cpp", ".hpp"})
    sums = "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in sources)
    build = hashlib.sha256(sums.encode()).hexdigest()[:8]
    assert f"{__version__}+{build}" == VERSION
