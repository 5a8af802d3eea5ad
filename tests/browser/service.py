"""A server as people start it: `keypeg serve` in a process of its own, which can be killed and started again."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Self

_READY = re.compile(r"Keypeg is at (http://\S+?)/ ")


class Service:
    """`keypeg serve` on a port that stays the same, over a database in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        """Start the server and wait until it says where it is."""
        options = [
            "--port",
            str(self._port),
            "--database",
            f"sqlite:///{self._folder / 'games.db'}",
            "--rate",
            "1000000",
        ]
        code = "import sys; from keypeg.cli import main; sys.exit(main())"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, "serve", *options],
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"KEYPEG_DATA": str(self._folder)},
        )
        assert self._process.stderr is not None
        lines = iter(self._process.stderr.readline, "")
        ready = next(filter(None, map(_READY.search, lines)), None)
        assert ready, "the server ended before it was ready"
        self.url = ready[1]

    def kill(self) -> None:
        """End the server as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()
