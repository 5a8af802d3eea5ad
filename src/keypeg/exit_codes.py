"""The exit codes of the command."""

SUCCESS = 0

FAILURE = 1
"""The command ran, and the result is negative: the code was not broken, the tree file is not good."""

OUTPUT_CLOSED = 1
"""The reader of the output has stopped reading."""

BAD_INPUT = 2

OUT_OF_MEMORY = 2

INTERRUPTED = 130
"""Ctrl-C, as shells report it: 128 plus the number of the signal."""
