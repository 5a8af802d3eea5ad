"""The exit codes of the command, each by what it means."""

SUCCESS = 0

FAILURE = 1
"""The command ran, and its answer is no: the code was not broken, the tree file is not good."""

OUTPUT_CLOSED = 1
"""Whoever read the output has stopped reading."""

BAD_INPUT = 2

INTERRUPTED = 130
"""Ctrl-C, as a shell counts it: 128 and the number of the signal."""
