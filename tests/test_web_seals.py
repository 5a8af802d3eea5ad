"""Text that only the server can read or write."""

import base64

from hypothesis import given
from hypothesis import strategies as st

from keypeg.web.seals import Seal


@given(st.text())
def test_what_was_sealed_is_opened_with_the_same_key_and_no_other(text: str) -> None:
    sealed = Seal("one").close(text)
    assert Seal("one").open(sealed) == text
    assert Seal("two").open(sealed) is None
    assert Seal("one").close(text) != sealed


@given(st.text(), st.integers(0), st.integers(1, 255))
def test_a_change_is_noticed(text: str, place: int, change: int) -> None:
    data = bytearray(base64.urlsafe_b64decode(Seal("one").close(text)))
    data[place % len(data)] ^= change
    assert Seal("one").open(base64.urlsafe_b64encode(data).decode()) is None


@given(st.text(max_size=60))
def test_what_is_no_seal_is_not_opened(text: str) -> None:
    assert Seal("one").open(text) is None


def test_it_can_not_be_read() -> None:
    sealed = base64.urlsafe_b64decode(Seal("one").close("p4c6 codemaker=random:3 " * 9))
    assert b"codemaker" not in sealed
    assert len({sealed[at : at + 24] for at in range(16, len(sealed) - 24, 24)}) > 7
