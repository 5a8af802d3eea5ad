"""One-step strategies on an NVIDIA GPU, with the same choices as the core: a second engine behind one seam.

`engine_for` gives the calls of the core, arrays in and arrays out. Nobody else knows that there is a GPU.
"""

from functools import lru_cache

from keypeg.errors import KeypegError
from keypeg.gpu import cuda
from keypeg.gpu.engine import Engine
from keypeg.gpu.shape import Shape
from keypeg.rules import Variant

__all__ = ["PAYS", "Engine", "engine_for", "pays"]

PAYS = 2 * 10**10
"""From this many pairs per turn on, a GPU is faster in spite of its start, which takes a second."""


@lru_cache(maxsize=2)
def engine_for(variant: Variant) -> Engine:
    """Return the engine for a variant, or say in one line why there is none."""
    device = cuda.gpu()
    return Engine(device, Shape(variant, multiplies_bits=device.multiplies_bits))


def pays(variant: Variant, pairs: int) -> bool:
    """Return whether there is a GPU that would be faster than the core."""
    try:
        return pairs >= PAYS and engine_for(variant) is not None
    except KeypegError:
        return False
