import pytest

from keypeg.lines import wrapped
from keypeg.render import Look
from keypeg.words.terminal import rules_page
from typist import P4C6, played, solved


def test_columns_hang_below_their_text() -> None:
    rows = ["  undo   take the last guess back", "  hint CODE   can this guess be right?"]
    assert wrapped("\n".join([*rows, "1. RRGG left 256 of 1,296 codes."]), 26) == [
        "  undo   take the last",
        "         guess back",
        "  hint CODE   can this",
        "              guess be",
        "              right?",
        "1. RRGG left 256 of 1,296",
        "   codes.",
    ]


def test_other_lines_hang_as_far_as_is_asked_for() -> None:
    assert wrapped("one two three four five six", 20, hanging=2) == ["one two three four", "  five six"]
    assert wrapped("one two three four five six", 20, margin=1) == [" one two three four", " five six"]
    assert wrapped("  one two three four five", 20) == ["  one two three four", "    five"]


def test_a_row_of_several_columns_is_broken_between_them() -> None:
    row = "  secret RRBB  guess RRRB  ●●●·  3 black, 0 white"
    assert wrapped(row, 38) == ["  secret RRBB  guess RRRB  ●●●·", "               3 black, 0 white"]
    assert wrapped(row, 80) == [row]


def test_a_long_word_is_left_whole_or_broken() -> None:
    assert wrapped("knuth-candidates is a name\n\nmore", 10, whole=True) == [
        "knuth-candidates",
        "is a name",
        "",
        "more",
    ]
    assert wrapped("a " + "b" * 30, 20, whole=True) == ["a", "b" * 30]
    assert max(map(len, wrapped("a " + "b" * 30, 20))) == 20


@pytest.mark.parametrize("width", [38, 78, 198])
def test_no_word_of_any_page_is_broken(width: int) -> None:
    pages = [rules_page(Look(P4C6)), *played("help", "settings", "rrgg", "hint", "hint")[1].said]
    pages += solved("help", "settings", "2b0w", "0b2w", "2b1w")[1].said
    for page in pages:
        lines = wrapped(page, width, margin=1, hanging=2)
        assert " ".join(" ".join(lines).split()) == " ".join(page.split())
        assert max(map(len, lines)) <= width
