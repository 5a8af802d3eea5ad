"""What the research commands print: headings, summaries, notes, the names of progress bars, plots."""

MESSAGES = {
    "duration.milliseconds": "{number:.1f} ms",
    "duration.seconds": "{number:.2f} s",
    # analyze
    "analyze.grading": "grading",
    "analyze.interrupted-after": "interrupted after {done} of {turn_count:# turn|# turns}",
    "analyze.interrupted": "The review was interrupted.",
    "analyze.hard": "{position}, hard mode",
    "analyze.turn": "turn",
    "analyze.guess": "guess",
    "analyze.feedback": "got",
    "analyze.before": "before",
    "analyze.after": "after",
    "analyze.bits": "bits",
    "analyze.mean": "mean",
    "analyze.best": "best",
    "analyze.best-mean": "at best",
    "analyze.lost": "lost",
    "analyze.skill": "skill",
    "analyze.luck": "luck",
    "analyze.legend": (
        "before, after: possible codes. bits: what the feedback told; mean: what it tells on average; at best: what "
        "the best guess tells on average. A bit halves the codes. lost: guesses that the choice cost on average. "
        "skill: 100 where no guess is better, 0 where a whole guess is lost. luck: 50 is average."
    ),
    # bench
    "bench.measuring": "bench",
    "bench.time": "{variant} time",
    "bench.speed": "{pairs:.2f} G/s",
    "bench.one-core": "{instruction_set}, pairs, one core",
    "bench.play": "play {number}",
    # exact
    "exact.proven": "{bound}, proven",
    "exact.at-least": "at least {lower}; no strategy is known yet",
    "exact.between": "between {lower} and {upper}",
    "exact.watch": "{position} {objective}: {bounds}, {seconds:.0f} s",
    "exact.watch-guesses": (
        "{position} {objective}: {bounds}, {done} of {guesses} first guesses done, {seconds:.0f} s"
    ),
    "exact.guesses": "{position}, {objective}: {bounds} (guesses over all codes).",
    "exact.turns": "{position}, {objective}: {bounds} (turns always suffice).",
    "exact.tree": "first guess {guess}, signature {signature}, {average:.4f} guesses on average",
    "exact.work": (
        "{sets:# set|# sets} and {partitions:# partition|# partitions} in {seconds:.2f} s, {memory:.0f} MiB remembered"
    ),
    # prove
    "prove.dashboard": "what the cluster is doing: {link}",
    "prove.waiting": "waiting for workers",
    "prove.watch": (
        "{position}: {bounds}; {tasks:# task|# tasks} done, {lines:# line|# lines} in the ledger, {seconds:.0f} s"
    ),
    "prove.goal": "{position}: fewer than {below}?",
    "prove.goal-guesses": "{position}: {guesses:# guess|# guesses}, fewer than {below}?",
    "prove.interrupted": "Interrupted. The same command goes on from here.",
    "prove.lost": (
        "What the ledger says of {position} doesn't follow from its other lines: some are missing, or wrong. "
        "{lines:# line is|# lines are} dropped that followed from others; what was searched for stays, and the rest is "
        "worked out again. The ledger as it was is in {kept}."
    ),
    "prove.ledger": "{path}: {lines:# line|# lines}, {seconds:,.0f} s of processor time",
    # strategies
    "strategies.strategy": "strategy",
    "strategies.version": "version",
    "strategies.how": "how it guesses",
    "strategies.broken": "broken: {error}",
    "strategies.parameter": "{name}={default}: {meaning} ({low} to {high})",
    # tournament
    "tournament.playing": "tournament",
    "tournament.interrupted": "interrupted after {done} of {rows:# row|# rows}",
    "tournament.all": "{variant}, {codes:# code|# codes}: all codes",
    "tournament.drawn": "{variant}, {codes:# code|# codes}: {games:# secret|# secrets} drawn by seed {seed}",
    "tournament.strategy": "strategy",
    "tournament.mean": "mean",
    "tournament.interval": "± 95%",
    "tournament.difference": "to the best",
    "tournament.depth": "depth",
    "tournament.histogram": "histogram",
    "tournament.time": "ms a guess",
    # plots of tournaments
    "plot.distributions": "Guesses to find the code, share of games; the line is the mean",
    "plot.guesses": "guesses",
    "plot.all": "{variant}: {codes:the only code|all # codes}",
    "plot.drawn": "{variant}: {games:# drawn secret|# drawn secrets}",
    "plot.means": "Mean guesses against the number of colors",
    "plot.colors": "colors",
    "plot.mean": "mean guesses",
    "plot.pegs": "{pegs:# peg|# pegs}",
    "plot.pegs-no-repeats": "{pegs:# peg|# pegs}, no repeats",
    # tree and verify
    "tree.summary": (
        "{strategy} in {position}, first guess {guess}: {codes:# code|# codes}, mean {average:.4f} guesses, "
        "at most {depth}"
    ),
    "tree.writing": "writing {path}",
    "tree.signature": "signature {signature}, {duration}",
    "tree.log-depth": (
        "{turn_count:# turn is|# turns are} the most that {strategy} needs; keypeg tree {position} --log proves the "
        "fewest that always suffice"
    ),
    "verify.reading": "reading {path}",
    "verify.replaying": "replaying",
    "verify.good": "good: every code is found, signature {signature}",
    "verify.bad": "bad: {path}",
    "verify.searching": "searching again",
    "verify.ledger": (
        "good: {lines:# line|# lines}; {following:# follows|# follow} from other lines or sizes of parts, "
        "{searched:# rests|# rest} on a search, and {again:# was|# were} searched again"
    ),
    "verify.interrupted": "Interrupted. The same command with {options} goes on from here.",
    "verify.unused": "{lines:# line is|# lines are} not used by this proof",
    "verify.flaw-strategy": "{where}: the strategy for {upper} can't be played: {reason}",
    "verify.flaw-upper": "{where}: the strategy for {upper} needs {found}",
    "verify.flaw-lower": "{where}: at least {lower} is claimed, but {found} is enough",
    "verify.flaw-unsupported": "{where}: at least {lower} doesn't follow from the other lines",
    # Errors
    "error.review-unfinished": "there is a review once the game is over",
    "error.strategies-missing": "name one strategy or more: {names}, or all",
    "error.seconds-unused": "--seconds-per-guess is for sampling, which is not among the strategies",
    "error.seconds-parameter": "--seconds-per-guess is for sampling: {strategy} has no parameter seconds",
    "error.log-format": "--log is a format of its own: leave out --format {format}",
    "error.tree-file-format": "{format!q} is not a format of trees: use {formats}",
    "error.game-tree-missing": "there is no game log yet: call compute(True) on Tree({pegs}, {colors}) first",
    "error.file-ending": "{path!q} should end in {endings}",
    "error.log-too-large": "{error}; --strategy NAME logs a strategy without a proof",
    "error.device-log": "name a strategy for --device: the log without one is searched for on the processor",
    "error.shared-log": "name a strategy for --workers and --cluster: the log without one is searched for here",
    "error.first-log": "name a strategy for --first: the log without one is that of the fewest turns",
    "error.tree-incomplete": "{path!q} finds {found:,} of {codes:,} codes: keypeg verify says where it ends",
    "error.depth-format": "--depth is 1 or more, for the formats text, dot and svg",
    "error.json-format": "--json prints the summary: give --output a file for the tree, or leave out one of them",
    "error.tree-file": "{path!q} is not a tree file: {reason}",
    "error.tree-file-json": "{path!q} is not a tree file: it is not JSON",
    "error.name-twice": "a name stands twice in one object",
    "error.write-folder": "can't write {path!q}: it is a folder",
    "error.write-nowhere": "can't write {path!q}: no such folder",
    "error.file-write": "can't write {path!q}: {reason}",
    "error.file-no-text": "{path!q} is not a text file",
    "error.web-packages": "the page needs packages that are not installed ({package}): pip install 'keypeg[web]'",
    "error.resume-options": "--resume goes on with a game as it was saved: leave out {options}",
    "error.instruction-set": "{name!q} is not an instruction set here: use {names}",
}
