"""The arguments and options of the commands, with their help."""

from pathlib import Path
from typing import Annotated

from keypeg import cli_complete
from keypeg.cli_command import Argument, Option

# what several commands take

Variant = Annotated[
    str,
    Argument(
        metavar="VARIANT",
        help="Pegs and colors, as in p4c6 or 4x6; p4c10n has no repeats. Some have names: classic, super, bulls.",
        complete=cli_complete.variants,
    ),
]
Position = Annotated[
    list[str],
    Argument(
        metavar="POSITION",
        help="The variant and the turns so far, as in p4c6 1122=1b1w 1134=0b2w.",
        complete=cli_complete.variants,
    ),
]
Json = Annotated[bool, Option("--json", help="Print JSON, for programs.")]
Threads = Annotated[int, Option(metavar="N", min=0, max=256, help="How many threads to use; 0 for all cores.")]
InstructionSet = Annotated[
    str | None,
    Option(
        metavar="NAME",
        help="Compute with plain, neon, avx2, avx512bw or avx512.",
        show_default="the best there is",
        complete=cli_complete.instruction_sets,
    ),
]
Device = Annotated[
    str,
    Option(
        metavar="NAME",
        help="Work on the cpu, on a GPU (cuda), or on a GPU where it pays (auto).",
        complete=cli_complete.devices,
    ),
]
Strategy = Annotated[
    str,
    Option(
        metavar="NAME",
        help="How to guess: see keypeg strategies; or module:name, one of your own.",
        complete=cli_complete.strategies,
    ),
]
Seconds = Annotated[
    float | None,
    Option(
        "--seconds-per-guess",
        metavar="S",
        min=0.001,
        max=86_400,
        help="How long sampling compares guesses; drawing codes takes a moment more.",
        show_default=False,
    ),
]

# the games: play and solve

Guesses = Annotated[
    str, Option(metavar="N", help="How many guesses are allowed; none for no limit.", complete=cli_complete.guesses)
]
Seed = Annotated[
    int | None, Option(metavar="N", help="Draw the secret with this seed; the same seed draws the same one.")
]
Palette = Annotated[
    str | None,
    Option(
        metavar="NAME",
        help="classic, board, digits, bulls, or colors of your own: red,white,sky=#88ccff; as many as the variant has "
        "are used, and others are added if these are too few.",
        show_default="classic, and bulls for bulls and cows",
        complete=cli_complete.palettes,
    ),
]
ShowSecret = Annotated[bool, Option("--show-secret", help="Show the secret from the start.")]
Plain = Annotated[bool, Option("--plain", help="Print plain lines instead of painting a board.")]
Resume = Annotated[
    str | None,
    Option(
        metavar="[FILE]",
        help="Go on with a saved game, or without FILE with the one that was left last.",
        show_default=False,
        alone="",
    ),
]
New = Annotated[bool, Option("--new", help="Begin a new game without asking about one that was left.")]
Codemaker = Annotated[
    str,
    Option(
        metavar="WHO",
        help="random, adversary (commits to no code), or person (who types the code unseen).",
        complete=cli_complete.codemakers,
    ),
]
Secret = Annotated[str | None, Option(metavar="CODE", help="Set the secret, to try things out.", show_default=False)]
Hard = Annotated[bool, Option("--hard", help="Hard mode: refuse guesses that contradict earlier feedback.")]
BrokenSecret = Annotated[
    str | None,
    Option(
        metavar="CODE",
        help="The code to break, or random; print the turns and exit.",
        show_default=False,
        complete=cli_complete.secrets,
    ),
]
Ask = Annotated[
    bool,
    Option("--ask", help="Give the feedback yourself although the secret is known; mistakes are pointed out."),
]

Watch = Annotated[
    bool, Option("--watch", help="Show what the strategy thinks, step by step; without --secret, you are asked for it.")
]
Delay = Annotated[
    float | None,
    Option(metavar="S", min=0, max=3600, help="When watching, go on after S seconds.", show_default="with Enter"),
]

# match

Opponent = Annotated[
    str,
    Option(
        "--strategy",
        metavar="NAME",
        help="Whom to play against: see keypeg strategies; or module:name, one of your own.",
        complete=cli_complete.strategies,
    ),
]
Level = Annotated[
    int | None,
    Option(
        metavar="N",
        min=1,
        max=5,
        help="Play against human at this level, from 1 to 5.",
        show_default="3, if human plays",
    ),
]
Rating = Annotated[
    int | None,
    Option(
        metavar="N",
        min=0,
        max=9999,
        help="Play against human at the level nearest to this rating.",
        show_default="1500, if human plays",
    ),
]
Rounds = Annotated[int, Option(metavar="N", min=2, max=100, help="How many rounds to play, an even number.")]
Bonus = Annotated[int, Option(metavar="N", min=0, max=100, help="How many points more a code brings that isn't found.")]
RoundGuesses = Annotated[
    int, Option("--guesses", metavar="N", min=1, max=999_999_999, help="How many guesses are allowed in a round.")
]
MatchSeed = Annotated[
    int | None, Option("--seed", metavar="N", help="Draw with this seed: my codes, and what my strategy draws.")
]

# puzzle

PuzzleKind = Annotated[
    str | None,
    Option(
        metavar="KIND",
        help="code (the only code left), win (the guess after which the next one wins) or wrong (which turn is).",
        show_default="any",
        complete=cli_complete.puzzle_kinds,
    ),
]
PuzzleGrade = Annotated[
    int | None, Option(metavar="N", min=1, max=6, help="How hard it is, from 1 to 6.", show_default="near your rating")
]
PuzzleDaily = Annotated[bool, Option("--daily", help="The puzzle of the day, the same for everybody.")]
PuzzleDate = Annotated[str | None, Option(metavar="DATE", help="The puzzle of another day.", show_default=False)]
PuzzleSeed = Annotated[
    int | None,
    Option(metavar="N", help="Make a new puzzle with this seed; the same seed makes the same one.", show_default=False),
]
ResumePuzzle = Annotated[bool, Option("--resume", help="Go on with the puzzle that was left last.")]
PuzzleExport = Annotated[
    str | None,
    Option(
        metavar="FORMAT",
        help="Print puzzles with their answers, as text or json, instead of playing.",
        show_default=False,
        complete=cli_complete.puzzle_formats,
    ),
]
PuzzleBenchmark = Annotated[
    bool, Option("--benchmark", help="Print prompts, answers and grades, to measure language models.")
]
PuzzleCount = Annotated[
    int | None,
    Option(metavar="N", min=1, max=10_000, help="How many puzzles to print.", show_default="1; all for --benchmark"),
]

# hint and analyze

HintHard = Annotated[bool, Option("--hard", help="Suggest only guesses that can be right.")]
Patient = Annotated[
    bool, Option("--patient", help="Compare all guesses, or search exactly, even if that takes minutes.")
]
Top = Annotated[int, Option(metavar="N", help="How many guesses to show.")]
WasHard = Annotated[bool, Option("--hard", help="Hard mode: compare only with guesses that could be right.")]
Letters = Annotated[
    str | None,
    Option(
        "--palette",
        metavar="NAME",
        help="Read and write codes in the letters of this palette.",
        show_default="numbers",
        complete=cli_complete.palettes,
    ),
]

# explain

Claim = Annotated[
    str | None,
    Option(
        metavar="CLAIM",
        help="Show only why this is true: in 3, out 3, peg 2 is 3, peg 2 not 3, not 1123, only 1123.",
        show_default="all that follows",
    ),
]

Cases = Annotated[
    bool, Option("--cases", help="Distinguish cases even if several codes are left, which may take many steps.")
]

# learn

Lesson = Annotated[
    str | None, Argument(metavar="LESSON", help="A lesson by its number or name; the first one that is not done.")
]
ListLessons = Annotated[bool, Option("--list", help="Name the lessons, and say which are done.")]

# history and stats

GameNumber = Annotated[int | None, Argument(metavar="N", help="The number of the game to review; 1 is the newest.")]
GameKind = Annotated[
    str | None,
    Option(
        metavar="KIND",
        help="Only games in which you guessed (break), the computer did (solve), or another person did (set).",
        show_default=False,
        complete=cli_complete.game_kinds,
    ),
]
GameVariant = Annotated[
    str | None,
    Option(metavar="VARIANT", help="Only games of this variant.", show_default=False, complete=cli_complete.variants),
]
GameOutcome = Annotated[
    str | None,
    Option(
        metavar="OUTCOME",
        help="Only games that were won, lost or given-up.",
        show_default=False,
        complete=cli_complete.outcomes,
    ),
]
Since = Annotated[str | None, Option(metavar="DATE", help="Only games from this day on.", show_default=False)]
Until = Annotated[str | None, Option(metavar="DATE", help="Only games up to this day.", show_default=False)]
Daily = Annotated[bool, Option("--daily", help="Only codes of the day.")]
Limit = Annotated[int, Option(metavar="N", min=1, help="List at most N games.")]
Export = Annotated[
    Path | None, Option(metavar="FILE", help="Write the games to a JSON file, for the page.", show_default=False)
]
Graded = Annotated[int, Option(metavar="N", min=0, max=1000, help="Grade the newest N games for the chart of skill.")]

# serve

Host = Annotated[str, Option(metavar="HOST", help="The address to listen on; 0.0.0.0 lets other computers in.")]
Port = Annotated[int, Option(metavar="N", min=0, max=65535, help="The port to listen on; 0 for any free one.")]
Database = Annotated[
    str | None,
    Option(
        metavar="URL",
        help="Where to keep the games: sqlite:///FILE or postgresql://USER@HOST/NAME.",
        show_default="a file in your data folder",
    ),
]
Proxies = Annotated[
    list[str] | None,
    Option("--proxy", metavar="ADDRESS", help="A proxy to believe, or a network of them: 127.0.0.1 or 10.0.0.0/8."),
]
Observers = Annotated[
    list[str] | None,
    Option("--metrics", metavar="ADDRESS", help="Who may read /metrics, an address or a network; nobody else may."),
]
LogForm = Annotated[str, Option("--log", metavar="FORM", help="How events are logged: as lines of text or of json.")]
AccessLog = Annotated[bool, Option("--access-log", help="Log every request, too.")]
Rate = Annotated[int, Option(metavar="N", min=1, max=10**9, help="How many requests a minute one address may send.")]
Stored = Annotated[
    int, Option(metavar="N", min=1, max=10**9, help="How many games and puzzles a day are kept from one address.")
]
KeepDays = Annotated[
    int | None,
    Option(
        metavar="N", min=1, max=36500, help="For how many days games that are over are kept.", show_default="for ever"
    ),
]
ServeWorkers = Annotated[
    int, Option("--workers", metavar="N", min=1, max=256, help="Serve with N processes, on Linux; two for two cores.")
]
Open = Annotated[bool, Option("--open", help="Open the page in your browser.")]

# database

DatabaseAction = Annotated[
    str,
    Argument(
        metavar="ACTION",
        help="info, check, vacuum, backup FILE, restore FILE or expire.",
        complete=cli_complete.database_actions,
    ),
]
BackupFile = Annotated[Path | None, Argument(metavar="FILE", help="The backup to write or to restore.")]
Unplayed = Annotated[
    int | None,
    Option(metavar="N", min=0, max=36500, help="With expire: what was begun N days ago or earlier, and never played."),
]
Left = Annotated[
    int | None,
    Option(metavar="N", min=0, max=36500, help="With expire: what is not over, and was not touched for N days."),
]
Finished = Annotated[
    int | None, Option(metavar="N", min=0, max=36500, help="With expire: what was over N days ago or earlier.")
]
DryRun = Annotated[bool, Option("--dry-run", help="With expire: only count what would be deleted.")]
Force = Annotated[bool, Option("--force", help="Replace the backup, or with restore the games that are there.")]
