"""The arguments and options of the commands of research, with their help."""

from pathlib import Path
from typing import Annotated

from keypeg import cli_complete
from keypeg.cli_command import Argument, Option

# tree, verify and exact

TreeStrategy = Annotated[
    str | None,
    Option(
        "--strategy",
        metavar="NAME",
        help="How to guess: see keypeg strategies; or module:name, one of your own.",
        show_default="entropy; for the log, the one with the fewest turns",
        complete=cli_complete.strategies,
    ),
]
First = Annotated[str | None, Option(metavar="CODE", help="Begin with this guess.", show_default=False)]
Log = Annotated[bool, Option("--log", help="Print the research log: one line per code.")]
Format = Annotated[
    str | None,
    Option(
        metavar="FORMAT",
        help="text, json, dot, svg or log.",
        show_default="a summary",
        complete=cli_complete.tree_formats,
    ),
]
Depth = Annotated[int | None, Option(metavar="N", help="Show only the first N guesses.", show_default=False)]
Output = Annotated[
    Path | None,
    Option(metavar="FILE", help="Write the tree to this file: .txt, .json, .dot, .svg or .log.", show_default=False),
]
TreeFile = Annotated[Path, Argument(metavar="FILE", help="A tree, as keypeg tree --format json writes it.")]
VerifiedFile = Annotated[
    Path, Argument(metavar="FILE", help="A tree, as keypeg tree --format json writes it, or a ledger of keypeg prove.")
]
Share = Annotated[
    float,
    Option(metavar="PERCENT", min=0, max=100, help="Search this share of a ledger's lines again, chosen at random."),
]
Begin = Annotated[
    float,
    Option(
        "--from",
        metavar="PERCENT",
        min=0,
        max=100,
        help="Begin after this share of them, which an earlier run has searched.",
    ),
]
ShareSeed = Annotated[int, Option("--seed", metavar="N", help="Choose these lines with this seed.")]
Ledger = Annotated[
    Path, Option(metavar="FILE", help="Keep the proof in this file, and continue what is there.", show_default=False)
]
Cluster = Annotated[
    str, Option(metavar="ADDRESS", help="Work on a Dask cluster, such as tcp://host:8786; or local, this machine.")
]
ProofWorkers = Annotated[
    int,
    Option(
        "--workers",
        metavar="N",
        min=0,
        max=256,
        help="Work in N processes with a memory each; 0 for threads that share one.",
    ),
]
TaskSeconds = Annotated[
    float, Option(metavar="S", min=0.01, max=86400, help="Divide a task that takes longer than this.")
]
EveryStep = Annotated[
    bool, Option("--every-step", help="Write down every step instead of searching; for small variants only.")
]
Objective = Annotated[
    str, Option(metavar="NAME", help="average, worst, or average-within-worst.", complete=cli_complete.objectives)
]
ConvertedFormat = Annotated[
    str | None,
    Option(
        "--to",
        metavar="FORMAT",
        help="text, json, dot, svg or log.",
        show_default="by the output file, or text",
        complete=cli_complete.tree_formats,
    ),
]
Memory = Annotated[
    int, Option(metavar="MIB", min=1, max=1 << 20, help="How much memory the search may use for its table.")
]
Checkpoint = Annotated[
    Path | None, Option(metavar="FILE", help="Save progress here, and continue from it.", show_default=False)
]

# tournament

Variants = Annotated[
    list[str],
    Argument(metavar="VARIANT...", help="One or more variants, as in p4c6 p5c8.", complete=cli_complete.variants),
]
Strategies = Annotated[
    str, Option(metavar="NAMES", help="Strategies, separated by commas; or all.", complete=cli_complete.strategy_lists)
]
Games = Annotated[
    int | None, Option(metavar="N", min=1, max=10**7, help="Draw N secrets at random.", show_default="all codes")
]
SecretsSeed = Annotated[int, Option("--seed", metavar="N", help="Draw the secrets with this seed.")]
Csv = Annotated[Path | None, Option(metavar="FILE", help="Write the table to a CSV file.", show_default=False)]
Plot = Annotated[
    list[Path] | None,
    Option(metavar="FILE", help="Draw a plot, .png or .svg; can be given several times.", show_default=False),
]
TreeWorkers = Annotated[
    int, Option("--workers", metavar="N", min=0, max=256, help="Work in N processes; 0 for threads of this one.")
]
Workers = Annotated[
    int, Option(metavar="N", min=0, max=256, help="How many processes share the games; 0 for one per core.")
]

# evaluate

Player = Annotated[
    list[str],
    Option(
        metavar="COMMAND",
        help="A program that reads a position per line and writes a guess per line; can be given several times.",
        show_default=False,
    ),
]
EvaluatedGames = Annotated[int, Option("--games", metavar="N", min=1, max=10**6, help="How many games to play.")]
EvaluateGuesses = Annotated[
    int, Option("--guesses", metavar="N", min=1, max=1000, help="How many guesses are allowed in a game.")
]
Timeout = Annotated[
    float, Option(metavar="S", min=0.01, max=86_400, help="How long a program may take for a guess, in seconds.")
]
Beside = Annotated[
    str,
    Option(
        metavar="NAMES",
        help="Strategies to compare with, separated by commas; or none.",
        complete=cli_complete.strategy_lists,
    ),
]
