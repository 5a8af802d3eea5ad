"""Numbers that are given: any kind of whole number is taken as an int, and whatever else is refused."""

import operator

from keypeg.errors import NotAllowed

MOST = 10**9 - 1
"""The largest number of anything: numbers are written with up to nine digits."""

SEED_DIGITS = 100
"""How many digits a seed may have."""


def as_int(number: object) -> int:
    """Return any kind of whole number, such as NumPy's, as an int; raise TypeError if it is not one."""
    if isinstance(number, bool):
        raise TypeError
    return operator.index(number)  # type: ignore[arg-type] # what is no whole number says so


def whole(number: object, low: int = 0, high: int | None = MOST) -> int | None:
    """Return any kind of whole number as an int; None if it is not one, or out of bounds."""
    try:
        value = number if type(number) is int else as_int(number)
    except TypeError:
        return None
    return value if low <= value and (high is None or value <= high) else None


def keep_ints(value: object, **numbers: int) -> None:
    """Let a frozen value hold ints where it was given whole numbers of another kind."""
    for name, number in numbers.items():
        if getattr(value, name) is not number:
            object.__setattr__(value, name, number)


def seed(number: object) -> int:
    """Return a seed if it is a whole number that can be written and read back."""
    largest = 10**SEED_DIGITS - 1
    value = whole(number, -largest, largest)
    if value is None:
        raise NotAllowed("seed-value", given=repr(number), most=SEED_DIGITS)
    return value


def threads(number: object) -> int:
    """Return a number of threads if it is one; 0 stands for one on each core."""
    value = whole(number)
    if value is None:
        raise NotAllowed("threads-value", given=repr(number))
    return value
