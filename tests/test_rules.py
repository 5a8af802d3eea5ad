import copy
import dataclasses
import pickle
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import generate
import reference
from keypeg import rules
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.palette import BOARD, BULLS, CLASSIC, DIGITS, SYMBOLS, Palette, PegColor
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score

some_codes = generate.variants().flatmap(generate.codes)
some_turns = generate.variants().flatmap(generate.turns)
some_feedbacks = st.builds(Feedback, st.integers(0, 200), st.integers(0, 200))
values = st.one_of(generate.variants(), some_codes, some_feedbacks, some_turns, generate.palettes())
pairs = generate.variants().flatmap(lambda variant: st.tuples(*[generate.codes(variant)] * 2))


@given(values)
def test_every_value_reads_its_own_text(value: Variant | Code | Feedback | Turn | Palette) -> None:
    assert type(value).parse(str(value)) == value


@given(values)
def test_every_value_is_what_its_repr_builds(value: object) -> None:
    assert eval(repr(value), vars(rules)) == value


@given(values)
def test_every_value_survives_copies_and_pickles_and_keeps_its_hash(value: object) -> None:
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert twin == value
        assert type(twin) is type(value)
        assert hash(twin) == hash(value)


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (Variant(4, 6), "pegs"),
        (Feedback(1, 2), "blacks"),
        (Turn(Code("1122"), Feedback(1, 1)), "guess"),
        (CLASSIC, "colors"),
        (CLASSIC.colors[0], "name"),
    ],
)
def test_values_are_frozen(value: object, field: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, field, 1)


def test_a_code_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Code("12").pegs = 3  # type: ignore[attr-defined]


# Scoring.


@given(pairs)
def test_score_agrees_with_crossing_off_pegs_and_is_symmetric(pair: tuple[Code, Code]) -> None:
    secret, guess = pair
    feedback = score(secret, guess)
    assert (feedback.blacks, feedback.whites) == reference.score(secret, guess)
    assert score(guess, secret) == feedback


def test_score_refuses_codes_of_different_lengths() -> None:
    with pytest.raises(NotAllowed, match="as many pegs as the secret, 112 has 3 and not 4"):
        score(Code("1122"), Code("112"))


def test_a_turn_fits_the_codes_that_would_answer_it_so() -> None:
    turn = Turn.parse("1122=1b1w")
    assert turn.is_consistent(Code("1314"))
    assert not turn.is_consistent(Code("1122"))


# Feedback.


@pytest.mark.parametrize(
    ("text", "feedback"),
    [
        ("1b2w", Feedback(1, 2)),
        (" 1B2W ", Feedback(1, 2)),
        ("1b 2w", Feedback(1, 2)),
        ("3b", Feedback(3, 0)),
        ("2w", Feedback(0, 2)),
        ("1,2", Feedback(1, 2)),
        ("1 2", Feedback(1, 2)),
        ("[1, 2]", Feedback(1, 2)),
        ("BWW", Feedback(1, 2)),
        ("wbw", Feedback(1, 2)),
        ("black white white", Feedback(1, 2)),
        ("Black, White", Feedback(1, 1)),
        ("-", Feedback(0, 0)),
        ("0", Feedback(0, 0)),
        ("", Feedback(0, 0)),
        ("1 black, 2 white", Feedback(1, 2)),
        ("1 black and 2 whites", Feedback(1, 2)),
        ("2 whites, 1 black", Feedback(1, 2)),
        ("(2,0)", Feedback(2, 0)),
        ("12", Feedback(1, 2)),
        ("1A2B", Feedback(1, 2)),
        ("0a4b", Feedback(0, 4)),
        ("AAB", Feedback(2, 1)),
        ("1 bull 2 cows", Feedback(1, 2)),
        ("2 bulls", Feedback(2, 0)),
        ("1B2C", Feedback(1, 2)),
        ("cow, cow", Feedback(0, 2)),
    ],
)
def test_feedback_is_read_in_every_form(text: str, feedback: Feedback) -> None:
    assert Feedback.parse(text) == feedback


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "1",
        "123",
        "1b2b",
        "1bw",
        "(1,2",
        "1x2y",
        "a cow jumps",
        "1b2",
        "b1w2",
        "1,2,3",
        "-1,2",
        "1b-2w",
        ",",
        ";",
        "²b",
        "٣b",
        "1,",
        "--",
    ],
)
def test_what_is_no_feedback_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText, match="is not feedback: write 1b2w"):
        Feedback.parse(text)


def test_two_digits_are_refused_where_they_could_be_one_number() -> None:
    assert Variant(9, 9).feedback("12") == Feedback(1, 2)
    with pytest.raises(UnreadableText, match=r"'12' can be read in two ways with ten pegs or more: write 1b2w or 12,0"):
        Variant(14, 9).feedback("12")


def test_bulls_and_cows_are_read_in_digits_and_their_own_words() -> None:
    bulls = Variant.parse("bulls")
    assert bulls.palette is BULLS
    assert bulls.turn("0123=1A2B") == Turn(Code([10, 1, 2, 3]), Feedback(1, 2))
    with pytest.raises(UnreadableText, match="'2B' can be bulls or cows: write 2A0B or 0A2B"):
        bulls.feedback("2B")
    assert bulls.feedback("2b0w") == Variant(4, 6).feedback("2B") == Feedback(2, 0)


def test_a_feedback_counts() -> None:
    with pytest.raises(NotAllowed, match="-1 blacks"):
        Feedback(-1, 0)


@given(st.integers(1, 30))
def test_ordinals_number_the_feedbacks_by_total_then_blacks(pegs: int) -> None:
    feedbacks = [Feedback(*pair) for pair in reference.feedbacks(pegs)]
    assert [feedback.ordinal for feedback in feedbacks] == list(range(len(feedbacks)))
    assert [Feedback.from_ordinal(number) for number in range(len(feedbacks))] == feedbacks


@pytest.mark.parametrize(("feedback", "pegs"), [(Feedback(1, 2), "BWW"), (Feedback(0, 0), "-"), (Feedback(2, 0), "BB")])
def test_key_pegs_read_back(feedback: Feedback, pegs: str) -> None:
    assert feedback.key_pegs == pegs
    assert Feedback.parse(pegs) == feedback


# Codes.


@pytest.mark.parametrize(
    ("text", "colors"),
    [
        ("1122", [1, 1, 2, 2]),
        ("9ab", [9, 10, 11]),
        ("9az", [9, 10, 35]),
        ("1 1 2 2", [1, 1, 2, 2]),
        ("1,1,2,2", [1, 1, 2, 2]),
        ("[1, 1, 2, 2]", [1, 1, 2, 2]),
        ("1, 36, a", [1, 36, 10]),
        ("36,", [36]),
        ("[36]", [36]),
        ("7", [7]),
    ],
)
def test_codes_are_read_in_every_form(text: str, colors: list[int]) -> None:
    assert list(Code(text)) == colors


@pytest.mark.parametrize("text", ["1!2", "[1,2", "1.5", "é", "1,x y,hello", "1234567890123,", "²"])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText, match="is not a color"):
        Code(text)


@pytest.mark.parametrize("pegs", ["", "  ", "[]", [], "0", [0, 1], [-3]])
def test_codes_have_pegs_and_colors_from_1(pegs: str | list[int]) -> None:
    with pytest.raises(NotAllowed, match=r"at least one peg|counted from 1"):
        Code(pegs)


def test_the_35th_color_is_the_last_with_a_symbol() -> None:
    assert len(SYMBOLS) == len(set(SYMBOLS)) == 35
    assert str(Code([1, 35])) == "1z"
    assert str(Code([1, 36])) == "1,36"


# Variants.


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("p4c6", Variant(4, 6)),
        ("P4C10N", Variant(4, 10, repeats=False)),
        ("6x8", Variant(6, 8)),
        ("classic", Variant(4, 6)),
        ("Super", Variant(5, 8)),
        ("bulls", Variant(4, 10, repeats=False)),
    ],
)
def test_variants_are_read_in_every_form(text: str, variant: Variant) -> None:
    assert Variant.parse(text) == variant


@pytest.mark.parametrize("text", ["", "p4", "c6", "p4c", "p4c6m", "4c6", "p-1c6", "p٤c6", "p1234567890c6", "4x"])
def test_what_is_no_variant_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText, match="is not a variant: write p4c6"):
        Variant.parse(text)


@pytest.mark.parametrize("text", ["p0c6", "p4c0", "0x0", "p4c3n"])
def test_variants_that_no_code_fits_are_refused(text: str) -> None:
    with pytest.raises(NotAllowed, match=r"1 or more pegs and colors|need as many colors"):
        Variant.parse(text)


@given(generate.variants(max_size=2000))
def test_a_variant_lists_its_codes_in_order(variant: Variant) -> None:
    key = (variant.pegs, variant.colors, variant.repeats)
    assert [tuple(color - 1 for color in code) for code in variant] == reference.all_codes(key)
    assert variant.size == len(list(variant))
    assert all(code in variant for code in variant)


@pytest.mark.parametrize("code", ["112", "11223", "1127"])
def test_a_variant_does_not_hold_the_codes_of_others(code: str) -> None:
    assert Code(code) not in Variant(4, 6)
    assert Code("1123") not in Variant(4, 6, repeats=False)
    assert code not in Variant(4, 6)


@pytest.mark.parametrize("text", ["p1c2", "p2c3", "p3c4", "p3c6n"])
def test_the_feedbacks_of_a_variant_are_those_that_come(text: str) -> None:
    variant = Variant.parse(text)
    seen = {score(secret, guess) for secret in variant for guess in variant}
    assert set(variant.feedbacks()) == seen
    assert variant.win in seen


@pytest.mark.parametrize(
    ("text", "code", "palette"),
    [
        ("red green blue yellow", "1234", None),
        ("Red, Red, Orange, Purple", "1156", None),
        ("red-red-blue-blue", "1133", None),
        ("rgby", "1234", None),
        ("r 2 BLUE 4", "1234", None),
        ("[1, 1, 2, 2]", "1122", None),
        ("rbyg", "1234", BOARD),
        ("white black white black", "5656", BOARD),
    ],
)
def test_a_variant_reads_colors_by_name_letter_and_number(text: str, code: str, palette: Palette | None) -> None:
    assert Variant(4, 6).code(text, palette) == Code(code)


def test_letters_are_colors_up_to_ten_and_numbers_from_eleven_on() -> None:
    assert Variant(10, 10).code("RRRRRRRRRR") == Code([1] * 10)
    assert Variant(10, 10).code("rgbyopcmwk") == Code(range(1, 11))
    assert Variant(4, 10).code("a129") == Code([10, 1, 2, 9])
    assert Variant(4, 12).code("bbaa") == Code([11, 11, 10, 10])
    assert Variant(1, 6).code("orange") == Code("5")


@given(st.data(), generate.variants(max_pegs=6), st.one_of(st.none(), generate.palettes()))
def test_a_variant_reads_the_text_of_its_codes_whatever_the_palette(
    data: st.DataObject, variant: Variant, palette: Palette | None
) -> None:
    code = data.draw(generate.codes(variant))
    assert variant.code(str(code), palette) == code


def test_a_color_with_a_name_of_one_letter_does_not_hide_the_color_of_that_symbol() -> None:
    palette = Palette.parse("a=#000000,bb=#ffffff")
    assert Variant(2, 12).code("a1", palette) == Code([10, 1])
    assert Variant(2, 2).code("a2", palette) == Code([1, 2])


@pytest.mark.parametrize(
    ("variant", "text", "message"),
    [
        ("p4c6", "112", "a code has 4 pegs, '112' has 3"),
        ("p1c6", "112", "a code has 1 peg, '112' has 3"),
        ("p4c6", "1127", "'7' is not a color of p4c6: use 1 to 6, or r g b y o p"),
        ("p4c6", "red red red pink", "'pink' is not a color of p4c6: use 1 to 6, or r g b y o p"),
        ("p4c6", "1120", "'0' is not a color of p4c6"),
        ("p4c6", "-1 2 3 4", "'-1' is not a color of p4c6"),
        ("p4c12", "112z", "'z' is not a color of p4c12: use 1 to c"),
        ("p2c1", "12", "'2' is not a color of p2c1: use 1, or r"),
        ("p4c10n", "1123", "p4c10n has no repeats, '1123' has color 1 more than once"),
        ("p4c10n", "0012", "p4c10n has no repeats, '0012' has color 0 more than once"),
        ("p4c10n", "xyzw", "'x' is not a digit of p4c10n: use 1 2 3 4 5 6 7 8 9 0"),
        ("p4c6n", "R red G B", "p4c6n has no repeats, 'R red G B' has color r more than once"),
    ],
)
def test_a_wrong_code_is_refused_in_the_words_of_the_player(variant: str, text: str, message: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        Variant.parse(variant).code(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("112", "a code has 4 pegs, '112' has 3"),
        ("1127", "'7' is not a color of p4c6: use 1 to 6"),
        ("112z", "'z' is not a color of p4c6: use 1 to 6"),
    ],
)
def test_a_code_of_another_variant_is_refused(code: str, message: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        Variant(4, 6).check_code(Code(code))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3b2w", "3b2w is 5 key pegs, a code has only 4 pegs"),
        ("3b1w", "3b1w can't be: if all other pegs are right, the last one has no other place to be"),
    ],
)
def test_a_feedback_that_can_not_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        Variant(4, 6).feedback(text)
    assert str(caught.value) == message
    with pytest.raises(NotAllowed):
        Turn(Code("1122"), Feedback.parse(text))
    with pytest.raises(NotAllowed):
        Turn.parse(f"1122={text}")


# Turns.


@pytest.mark.parametrize("text", ["", "1122", "=1b1w", "  =1b", "1122-1b1w"])
def test_what_is_no_turn_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText, match="is not a turn: write the guess, =, and the feedback"):
        Turn.parse(text)


def test_a_variant_reads_turns_by_color_names() -> None:
    assert Variant(4, 6).turn("red red green green = BW") == Turn.parse("1122=1b1w")


# Palettes.


def test_a_palette_reads_names_and_values() -> None:
    palette = Palette.parse("sky=#88CCFF, red")
    assert [(color.name, color.letter, color.hex) for color in palette.colors] == [
        ("sky", "s", "#88ccff"),
        ("red", "r", "#d7263d"),
    ]
    assert Palette.parse("board") == BOARD
    assert str(CLASSIC) == "classic"


def test_palettes_of_the_same_colors_are_equal_whatever_their_name() -> None:
    assert Palette.parse("red,green,blue,yellow,orange,purple") == CLASSIC
    assert Palette.parse("red,white") == Palette.parse("RED white")
    assert Palette.parse("red,white") != Palette.parse("white,red")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "at least one color"),
        ("red,red", "names each color once"),
        ("1", "is not a color name: use the letters a to z"),
        ("taupe", "needs a value such as taupe=#88ccff"),
        ("red=blue", "needs a value"),
        ("red=#12345", "needs a value"),
        ("red=#12345g", "needs a value"),
    ],
)
def test_what_is_no_palette_is_refused(text: str, message: str) -> None:
    with pytest.raises(KeypegError, match=message):
        Palette.parse(text)


def test_a_palette_names_each_color_once() -> None:
    red = PegColor("red", "r", "#ff0000", "●")
    with pytest.raises(NotAllowed, match="'mine' has 'red' twice"):
        Palette("mine", (red, red))


@pytest.mark.parametrize("palette", [CLASSIC, BOARD])
@pytest.mark.parametrize("count", [1, 6, 9, 17, 60])
def test_a_palette_goes_on_with_distinct_colors(palette: Palette, count: int) -> None:
    colors = palette.extended(count).colors
    assert len(colors) == count
    assert colors[:6] == palette.colors[:count]
    assert len({color.name for color in colors}) == len({color.hex for color in colors}) == count


@pytest.mark.parametrize("palette", [CLASSIC, BOARD, DIGITS, BULLS])
def test_letters_that_may_be_typed_are_distinct_and_shapes_tell_colors_apart(palette: Palette) -> None:
    shown = palette.extended(10).colors
    assert len({color.letter for color in shown}) == len({color.shape for color in shown}) == len(shown)


# Bad text.

PARSERS: list[Callable[[str], object]] = [
    Variant.parse,
    Code.parse,
    Feedback.parse,
    Turn.parse,
    Palette.parse,
    Variant(4, 6).code,
    Variant(1, 40).code,
    Variant(3, 12, repeats=False).turn,
    Variant(4, 6).feedback,
]
near_misses = generate.near_misses(st.one_of(values, generate.positions()))


@settings(max_examples=500)
@given(st.one_of(st.text(), near_misses))
@example("²")
@example("İ")
@example("p4c6 " + "9" * 5000)
@example("\x00")
@example("\ud800")
def test_bad_text_raises_a_keypeg_error_and_nothing_else(text: str) -> None:
    for parse in PARSERS:
        with suppress(KeypegError):
            parse(text)


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=40), generate.near_misses(generate.positions())))
@example("p4c6 1122=")
@example("p999999999c999999999")
def test_a_bad_position_raises_a_keypeg_error_and_nothing_else(text: str) -> None:
    with suppress(KeypegError):
        Position.parse(text)


@pytest.mark.parametrize(
    "build",
    [
        lambda: Feedback(1.5, 0),  # type: ignore[arg-type]
        lambda: Feedback(True, 0),
        lambda: Feedback(10**10, 0),
        lambda: Variant(4.0, 6),  # type: ignore[arg-type]
        lambda: Variant(4, 6, "no"),  # type: ignore[arg-type]
        lambda: Code([1.5]),  # type: ignore[list-item]
        lambda: Code([10**12, 1]),
        lambda: Code([True]),
        lambda: Turn(1, Feedback(0, 0)),  # type: ignore[arg-type]
        lambda: Turn(Code("11"), (0, 0)),  # type: ignore[arg-type]
    ],
)
def test_values_of_another_kind_are_refused(build: Callable[[], object]) -> None:
    with pytest.raises(NotAllowed):
        build()


def test_no_number_has_more_than_nine_digits() -> None:
    most = 999_999_999
    assert Feedback.parse(str(Feedback(most, most))) == Feedback(most, most)
    assert Variant.parse(str(Variant(most, most))) == Variant(most, most)
    assert Code(str(Code([most]))) == Code([most])
    for build in (lambda: Feedback(most + 1, 0), lambda: Variant(most + 1, 1), lambda: Code([most + 1])):
        with pytest.raises(NotAllowed):
            build()
    with pytest.raises(UnreadableText, match="'1000000000' in '1000000000,' is not a color"):
        Code("1000000000,")


def test_whole_numbers_of_another_kind_are_taken() -> None:
    assert Code(np.array([1, 2, 3], np.uint8)) == Code("123")
    feedback, variant = Feedback(np.int64(1), np.uint8(2)), Variant(np.int64(4), np.uint8(6))  # type: ignore[arg-type]
    assert (feedback, variant) == (Feedback(1, 2), Variant(4, 6))
    numbers = (feedback.blacks, feedback.whites, variant.pegs, variant.colors)
    assert {type(number) for number in numbers} == {int}


@pytest.mark.parametrize(
    ("text", "turns"),
    [("p1c1", 1), ("p1c9", 9), ("p2c2", 2), ("p4c6", 4), ("p4c10n", 5), ("p10c10", 7), ("p20c20", 13)],
)
def test_least_turns_are_those_in_which_every_code_could_have_its_own_answers(text: str, turns: int) -> None:
    assert Variant.parse(text).least_turns == turns


def test_least_turns_rise_where_the_ways_of_a_game_are_used_up() -> None:
    """Each of 13 feedbacks goes on: one way to win at once, 13 in the second turn, 169 in the third."""
    ways = [0, 1, 1 + 13, 1 + 13 + 169]
    assert [Variant(4, 6).least_turns_for(codes) for codes in ways] == [0, 1, 2, 3]
    assert [Variant(4, 6).least_turns_for(codes + 1) for codes in ways] == [1, 2, 3, 4]


@pytest.mark.parametrize("text", ["RGBY", "1A", "RRGG"])
def test_a_code_alone_does_not_guess_what_letters_mean(text: str) -> None:
    with pytest.raises(UnreadableText, match="only a variant reads"):
        Code(text)


def test_score_takes_text_and_says_what_it_does_not_take() -> None:
    assert score("1123", "1211") == score(Code("1123"), Code("1211"))
    for bad in (None, 3, [None]):
        with pytest.raises(NotAllowed, match=r"write Code\('1122'\)"):
            score("1122", bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [None, 3, (1, 1)])
def test_a_variant_says_what_it_takes_for_a_feedback_and_for_a_turn(bad: object) -> None:
    with pytest.raises(NotAllowed, match="is not feedback"):
        Variant(4, 6).feedback(bad)  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match="is not a turn"):
        Variant(4, 6).turn(bad)  # type: ignore[arg-type]
