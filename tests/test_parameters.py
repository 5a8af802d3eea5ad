"""Parameters of strategies: read, refused, and written so that they are read back."""

import string
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg import strategies
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.parameters import Parameter, full_name, read_settings, split_names
from keypeg.position import Position
from keypeg.report_strategies import list_strategies
from keypeg.report_tournament import players
from keypeg.rules import Code
from keypeg.strategies import foreign, strategy

SIZE = Parameter("size", 150, 2, 10_000, "how many")
RATE = Parameter("rate", 0.5, 0.0, 1.0, "how often")
BOTH = (SIZE, RATE)


def read(text: str) -> tuple[int, dict[str, int | float]]:
    return read_settings("plain", text, BOTH)


@pytest.mark.parametrize(
    ("text", "seed", "values"),
    [
        ("7", 7, {}),
        ("size=3", 0, {"size": 3}),
        ("7,size=3", 7, {"size": 3}),
        (" 7 , rate = 0.25e0", 7, {"rate": 0.25}),
        ("rate=1,size=10000", 0, {"rate": 1.0, "size": 10_000}),
        ("rate=1e-3", 0, {"rate": 0.001}),
    ],
)
def test_settings_are_read(text: str, seed: int, values: dict[str, int | float]) -> None:
    assert read(text) == (seed, values)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a seed: write a whole number from 0 on, as in plain:7"),
        ("x", "'x' is not a seed"),
        ("1" * 19, "is not a seed"),
        ("size=3,7", "'7' is not a parameter of plain: write name=value"),
        ("7,", "'' is not a parameter of plain: write name=value"),
        ("speed=3", "'speed' is not a parameter of plain: use size, rate"),
        ("size=3,size=4", "'size' is given twice in plain:size=3,size=4"),
        ("size=1", "size='1' is not possible: write a whole number from 2 to 10000"),
        ("size=10001", "size='10001' is not possible"),
        ("size=2.5", "size='2.5' is not possible"),
        ("size=-3", "size='-3' is not possible"),
        ("size=", "size='' is not possible"),
        ("rate=1.01", "rate='1.01' is not possible: write a number from 0.0 to 1.0"),
        ("rate=nan", "rate='nan' is not possible"),
        ("rate=1e999", "rate='1e999' is not possible"),
        ("size=\N{ARABIC-INDIC DIGIT THREE}", "is not possible"),
    ],
)
def test_what_is_not_possible_is_said_with_what_is(text: str, message: str) -> None:
    with pytest.raises((NotAllowed, UnreadableText)) as caught:
        read(text)
    assert message in str(caught.value)


def test_a_strategy_without_parameters_says_so() -> None:
    with pytest.raises(NotAllowed, match="'size' is not a parameter of knuth: it has none"):
        strategy("knuth:size=3")


@given(st.integers(0, 10**18 - 1), st.integers(2, 10_000), st.floats(0, 1))
def test_a_written_name_is_read_back(seed: int, size: int, rate: float) -> None:
    values = {"size": size, "rate": abs(rate)}
    text = full_name("plain", seed, BOTH, values)
    name, colon, rest = text.partition(":")
    assert name == "plain"
    got_seed, got = read(rest) if colon else (0, {})
    assert (got_seed, {"size": 150, "rate": 0.5, **got}) == (seed, values)
    assert split_names(f"knuth,{text},first") == ["knuth", text, "first"]


def test_only_what_is_not_a_default_is_written() -> None:
    assert full_name("plain", 0, BOTH, {"size": 150, "rate": 0.5}) == "plain"
    assert full_name("plain", 7, BOTH, {"size": 150, "rate": 0.5}) == "plain:7"
    assert full_name("plain", 0, BOTH, {"size": 3, "rate": 0.5}) == "plain:size=3"
    assert full_name("plain", 7, BOTH, {"size": 3, "rate": 0.25}) == "plain:7,size=3,rate=0.25"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("knuth", ["knuth"]),
        (" , knuth,,", [" knuth"]),
        ("a:7,x=3,y=2,b,c:x=1", ["a:7,x=3,y=2", "b", "c:x=1"]),
        ("x=3,a", ["x=3", "a"]),
    ],
)
def test_names_with_parameters_are_split_at_the_right_commas(text: str, names: list[str]) -> None:
    assert split_names(text) == names


@given(st.text(st.sampled_from(f"{string.digits}abk:,=.e- "), max_size=20))
def test_any_text_is_a_strategy_or_an_error_of_ours(text: str) -> None:
    for line in (text, f"knuth{text}", f"random:{text}"):
        try:
            made = strategy(line)
        except KeypegError:
            continue
        assert strategy(made.name).name == made.name


def test_parameters_before_the_colon_are_pointed_behind_it() -> None:
    with pytest.raises(UnreadableText, match=r"'random,size=3' is not a strategy: write parameters behind a colon"):
        strategy("random,size=3")


@dataclass(frozen=True)
class Middle:
    """A strategy of another package that has parameters."""

    seed: int
    size: int = 150
    rate: float = 0.5
    version: ClassVar[int] = 1
    explanation: ClassVar[str] = "Guesses the code in the middle."
    parameters: ClassVar[tuple[Parameter, ...]] = BOTH

    @property
    def name(self) -> str:
        return full_name("middle", self.seed, BOTH, {"size": self.size, "rate": self.rate})

    def choose(self, position: Position) -> Code:
        return position.candidates[len(position.candidates) // 2]


@pytest.fixture
def _middle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(strategies._OWN, "middle", Middle)
    monkeypatch.setitem(strategies._factories(), "middle", Middle)


@pytest.mark.usefixtures("_middle")
def test_a_strategy_gets_its_parameters_and_is_named_by_them() -> None:
    made = strategy(" Middle:7, Rate=0.25")
    assert (made, made.name) == (Middle(7, rate=0.25), "middle:7,rate=0.25")
    assert strategy(made.name) == made
    assert strategy("middle") == Middle(0)
    assert strategies.parameters("middle") == BOTH
    assert [player.name for player in players("middle:size=3,rate=1,knuth")] == ["middle:size=3,rate=1.0", "knuth"]


def test_a_strategy_of_another_package_may_have_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("centre", f"{__name__}:Middle", "keypeg.strategies")
    monkeypatch.setitem(strategies._factories(), "centre", foreign.Entry(entry))
    assert strategies.parameters("centre") == BOTH
    assert strategy("centre:7,size=3").name == Middle(7, size=3).name
    with pytest.raises(NotAllowed, match="'width' is not a parameter of centre: use size, rate"):
        strategy("centre:width=3")


@pytest.mark.usefixtures("_middle")
def test_parameters_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    list_strategies(as_json=False)
    assert "size=150: how many (2 to 10000)" in capsys.readouterr().out
    list_strategies(as_json=True)
    assert '"meaning": "how often"' in capsys.readouterr().out
