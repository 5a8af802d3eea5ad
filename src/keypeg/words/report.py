"""What the research commands say, where it takes more than a message."""

from keypeg._core import NO_TOTAL
from keypeg.exact import Bounds
from keypeg.words.language import text


def duration(seconds: float) -> str:
    """Say how long something took."""
    if seconds < 1:
        return text("duration.milliseconds", number=seconds * 1000)
    return text("duration.seconds", number=seconds)


def bounds(bounds: Bounds) -> str:
    """Say between which numbers the optimum lies."""
    if bounds.is_proven:
        return text("exact.proven", bound=bounds.upper)
    if bounds.upper >= NO_TOTAL:
        return text("exact.at-least", lower=bounds.lower)
    return text("exact.between", lower=bounds.lower, upper=bounds.upper)
