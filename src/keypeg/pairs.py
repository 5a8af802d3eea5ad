"""Guesses and codes scored pair by pair in plain NumPy, so that what the core made can be checked without it."""

import numpy as np
from numpy.typing import NDArray

from keypeg.candidates import Codes


def paired_scores(guesses: Codes, codes: Codes, colors: int) -> NDArray[np.uint16]:
    """Return the ordinal of the feedback to each guess for the code beside it; one guess may be for all codes."""
    each_guess, each_code = np.ascontiguousarray(guesses.T), np.ascontiguousarray(codes.T)  # a row for each peg
    blacks = (each_guess == each_code).sum(axis=0, dtype=np.uint16)
    totals = np.zeros(len(codes), np.uint16)
    for color in range(colors):
        both = [(pegs == color).sum(axis=0, dtype=np.uint8) for pegs in (each_guess, each_code)]
        totals += np.minimum(*both)
    ordinals: NDArray[np.uint16] = totals * (totals + np.uint16(1)) // np.uint16(2) + blacks
    return ordinals
