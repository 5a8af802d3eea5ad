"""How much processor time each command takes to its first output, and how much `import keypeg` takes. For Linux.

    python benchmarks/time_commands.py [--runs 5] [COMMAND ...]

The `keypeg` beside the interpreter is started, with its output in a pipe and an empty data folder, and stopped as soon
as it has written something; the least and the most of the runs are printed. Whoever measures should do nothing else
meanwhile. `bench` is left out: in a pipe it writes nothing before it has measured.
"""

import argparse
import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KEYPEG = str(Path(sys.executable).with_name("keypeg"))
IMPORT = "import keypeg"
FOR_ASSISTANTS = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
    '"capabilities":{},"clientInfo":{"name":"time_commands","version":"1"}}}\n'
)
COMMANDS = {
    "--version": "",
    "--help": "",
    "play": "--new --seed 1",
    "solve": "--new",
    "match": "--new --seed 1",
    "puzzle": "--new --seed 1",
    "hint": "p4c6 1122=1b1w",
    "analyze": "p4c6 1122=1b1w 1344=0b1w 3526=1b2w",
    "explain": "p4c6 1122=1b1w",
    "learn": "",
    "tree": "p4c6",
    "verify": "tree.json",
    "convert": "tree.json",
    "exact": "p3c4",
    "prove": "p3c4 --ledger p3c4.ledger",
    "tournament": "p4c6 --strategies first --games 20 --workers 1",
    "evaluate": "p3c4 --player cat --games 1 --timeout 1",
    "strategies": "",
    "history": "",
    "stats": "",
    "serve": "--port 0 --database sqlite:///games.db",
    "database": "info --database sqlite:///games.db",
    "mcp": "",
    "completion": "bash",
    "help": "",
}


def to_first_output(words: list[str], folder: str) -> float:
    """Start a program, and return the processor time that it has taken when it writes for the first time."""
    settings = {**os.environ, "KEYPEG_DATA": f"{folder}/data"}
    reading, writing = os.pipe()
    process = subprocess.Popen(  # noqa: S603 - Keypeg itself
        words, cwd=folder, env=settings, stdin=subprocess.PIPE, stdout=writing, stderr=writing
    )
    with process, os.fdopen(reading):
        os.close(writing)
        if "mcp" in words and process.stdin is not None:
            process.stdin.write(FOR_ASSISTANTS.encode())
            process.stdin.flush()
        select.select([reading], [], [])
        taken = time.clock_gettime((~process.pid << 3) | 2)  # the clock of the process with this number
        process.kill()
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help="measure these alone")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make_tree = [KEYPEG, "tree", "p4c6", "--output", "tree.json"]
        subprocess.run(make_tree, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        to_first_output([KEYPEG, "serve", *COMMANDS["serve"].split()], folder)  # makes the database
        programs = {name: [KEYPEG, name, *words.split()] for name, words in COMMANDS.items()}
        programs[IMPORT] = [sys.executable, "-c", f"{IMPORT}; print(flush=True)"]
        print(f"{'':16}{'least':>9}{'most':>9}")
        for name in options.commands or programs:
            taken = sorted(to_first_output(programs[name], folder) for _ in range(options.runs))
            print(f"{name:16}{taken[0]:>7.3f} s{taken[-1]:>7.3f} s", flush=True)


if __name__ == "__main__":
    main()
