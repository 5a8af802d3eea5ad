import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest
from hypothesis import settings

from keypeg import _core

# Whoever started the tests in the background may have had Ctrl-C ignored, and children would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("keypeg", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("keypeg")


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test on each instruction set of this machine, and leave the one in use as it was."""
    before = _core.instruction_set()
    _core.use_instruction_set(request.param)
    yield request.param
    _core.use_instruction_set(before)


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Any]:
    """Give a function that starts a command on a terminal of its own, and end what it started."""
    children: list[pexpect.spawn[str]] = []

    def start(*words: str, **environment: str) -> "pexpect.spawn[str]":
        inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LINES", "COLUMNS")}
        settings: Any = inherited | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | environment
        child = pexpect.spawn(
            sys.executable,
            ["-c", "import sys; from keypeg.cli import main; sys.exit(main())", *words],
            encoding="utf-8",
            timeout=20,
            dimensions=(24, 80),
            cwd=str(tmp_path),
            env=settings,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)
