import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from keypeg import _core

settings.register_profile("keypeg", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("keypeg")


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test on each instruction set of this machine, and leave the one in use as it was."""
    before = _core.instruction_set()
    _core.use_instruction_set(request.param)
    yield request.param
    _core.use_instruction_set(before)
