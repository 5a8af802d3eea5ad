"""The palette `safe`: its colors stay apart for the three kinds of color blindness, by simulation."""

import itertools
import math

import pytest

from keypeg.palette import CLASSIC, SAFE

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# What people without one kind of cone see, in linear RGB: Machado, Oliveira and Fernandes (2009), full severity.
SIGHTS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ: Matrix = ((0.412456, 0.357576, 0.180438), (0.212673, 0.715152, 0.072175), (0.019334, 0.119192, 0.950304))
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix: Matrix, vector: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def linear(value: str) -> Triple:
    red, green, blue = (int(value[start : start + 2], 16) / 255 for start in (1, 3, 5))

    def unbend(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    return unbend(red), unbend(green), unbend(blue)


def lab(value: str, sight: str) -> Triple:
    """Return a color as it is seen, in CIELAB, where distances are as large as they look."""
    red, green, blue = (min(max(part, 0), 1) for part in times(SIGHTS[sight], linear(value)))
    xyz = times(TO_XYZ, (red, green, blue))

    def bend(part: float) -> float:
        return math.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116

    x, y, z = (bend(part / white) for part, white in zip(xyz, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def least_distance(colors: list[str], sight: str) -> float:
    return min(math.dist(lab(one, sight), lab(other, sight)) for one, other in itertools.combinations(colors, 2))


@pytest.mark.parametrize("sight", SIGHTS)
def test_colors_stay_apart(sight: str) -> None:
    colors = [color.hex for color in SAFE.colors]
    assert len(colors) == 8
    assert least_distance(colors[:6], sight) >= 30
    assert least_distance(colors, sight) >= 20


def test_the_simulation_tells_colors_that_are_easily_confused() -> None:
    colors = [color.hex for color in CLASSIC.colors]
    assert least_distance(colors, "protanopia") < 10 < least_distance(colors, "usual")
