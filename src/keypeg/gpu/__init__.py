"""One-step strategies on an NVIDIA GPU, with the same choices as the core: a second engine behind one seam.

`engine_for` gives the calls of the core, arrays in and arrays out. Nobody else knows that there is a GPU.
"""

from functools import lru_cache

from keypeg import _core
from keypeg.errors import KeypegError
from keypeg.gpu import cuda
from keypeg.gpu.engine import Engine
from keypeg.gpu.shape import Shape
from keypeg.rules import Variant

__all__ = ["PAYS", "PAYS_ONCE", "Engine", "engine_for", "pays"]

PAYS = 2 * 10**10
"""From this many pairs per turn on, a GPU writes out a tree faster in spite of its start, which takes a second."""

PAYS_ONCE = 10**11
"""The same for a single guess, and for each thread that the processor has."""


@lru_cache(maxsize=2)
def engine_for(variant: Variant) -> Engine:
    """Return the engine for a variant, or say in one line why there is none."""
    device = cuda.gpu()
    return Engine(device, Shape(variant, multiplies_bits=device.multiplies_bits))


def pays(variant: Variant, pairs: int, *, once: bool) -> bool:
    """Return whether there is a GPU that would be faster than the core: for a tree, or `once` for a single guess."""
    if pairs < (PAYS_ONCE * _core.thread_count(0) if once else PAYS):
        return False
    try:
        engine_for(variant).compile()
    except KeypegError:
        return False
    return True
