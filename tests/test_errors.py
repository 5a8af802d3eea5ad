import copy
import pickle

import pytest

from keypeg import errors
from keypeg.errors import InconsistentFeedback, KeypegError, NotAllowed, TooLarge, Unavailable, UnreadableText
from keypeg.position import Position

KINDS = [UnreadableText, NotAllowed, TooLarge, InconsistentFeedback, Unavailable]


def contradiction() -> InconsistentFeedback:
    with pytest.raises(InconsistentFeedback) as caught:
        Position.parse("p4c6 1111=2b0w 1111=3b0w")
    return caught.value


def test_there_is_one_base_and_it_is_a_value_error() -> None:
    found = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert set(found) == {KeypegError, *KINDS}
    assert all(issubclass(kind, KeypegError) for kind in found)
    assert issubclass(KeypegError, ValueError)


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_is_a_kind_of_another(kind: type[KeypegError]) -> None:
    assert kind.__mro__[1] is KeypegError


def test_the_report_of_a_contradiction_can_be_replayed() -> None:
    error = contradiction()
    assert repr(error.contradiction.position_text) in str(error)
    with pytest.raises(InconsistentFeedback) as again:
        Position.parse(error.contradiction.position_text)
    assert str(again.value) == str(error)
    assert again.value.contradiction.drops == error.contradiction.drops == ((0,), (1,))


@pytest.mark.parametrize("kind", [UnreadableText, NotAllowed, TooLarge])
def test_plain_errors_survive_pickles(kind: type[KeypegError]) -> None:
    error = kind("color-number", color=3)
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is kind
    assert (twin.kind, twin.facts) == ("color-number", {"color": 3})
    assert str(twin) == str(error)


def test_a_contradiction_survives_pickles_and_copies() -> None:
    error = contradiction()
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert str(twin) == str(error)
        assert twin.contradiction.drops == error.contradiction.drops
        assert twin.contradiction == error.contradiction
