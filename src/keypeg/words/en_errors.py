"""What went wrong, and what to do instead: the errors of the library, by kind."""

MESSAGES = {
    # Feedback, codes, turns and variants
    "error.feedback-counts": (
        "feedback counts pegs, by two whole numbers from 0, not {blacks!r} blacks and {whites!r} whites"
    ),
    "error.feedback-text": "{text!q} is not feedback: write 1b2w, 1,2, BWW or 1A2B, and - for none",
    "error.feedback-digits": (
        "{text!q} can be read in two ways with ten pegs or more: write {blacks}b{whites}w or {text},0"
    ),
    "error.feedback-only-b": "{text!q} can be bulls or cows: write {number}A0B or 0A{number}B",
    "error.feedback-value": "{given} is not feedback: write Feedback(1, 2) or '1b2w'",
    "error.feedback-total": "{feedback} is {total:# key peg|# key pegs}, a code has only {pegs:# peg|# pegs}",
    "error.feedback-last-peg": (
        "{feedback} can't be: if all other pegs are right, the last one has no other place to be"
    ),
    "error.code-empty": "a code has at least one peg",
    "error.code-value": "a code is a row of colors counted from 1, not {given}: write Code('1122')",
    "error.code-letters": (
        "{text!q} has letters of a palette, which only a variant reads: write Variant(4, 6).code({text!q}), "
        "or the colors by their numbers"
    ),
    "error.code-length": "a code has {pegs:# peg|# pegs}, {code!q} has {length:,}",
    "error.code-repeats": "{variant} has no repeats, {code!q} has color {color} more than once",
    "error.color-number": "colors are counted from 1, not {color}",
    "error.color-too-large": "colors are counted up to {most:,}, and {color} is more",
    "error.color-text": ("{word!q} in {text!q} is not a color: colors are 1 to 9, then letters from a, or numbers"),
    "error.color-unknown": "{color!q} is not a color of {variant}: use {colors:|1 to }{last}",
    "error.letter-unknown": "{color!q} is not a color of {variant}: use {colors:|1 to }{last}, or {letters}",
    "error.digit-unknown": "{color!q} is not a digit of {variant}: use {digits}",
    "error.turn-text": (
        "{text!q} is not a turn: write the guess, =, and the feedback, as in 1122=1b1w, or 1122=- for none"
    ),
    "error.turn-value": "{given} is not a turn: write Turn.parse('1122=1b1w')",
    "error.guess-length": "a guess has as many pegs as the secret, {guess} has {length} and not {pegs}",
    "error.variant-counts": "a variant has 1 or more pegs and colors, up to {most:,}, not {pegs!r} and {colors!r}",
    "error.variant-repeats": "a variant allows repeats or not, True or False, not {given}",
    "error.variant-colors": "without repeats {pegs} pegs need as many colors, not {colors}",
    "error.variant-value": "{given} is not a variant: write Variant(4, 6) or 'p4c6'",
    "error.variant-text": (
        "{text!q} is not a variant: write p4c6 for 4 pegs and 6 colors, p4c10n for no repeats, 6x6, or {names}"
    ),
    # Palettes
    "error.palette-given": "{given} is not a palette: write 'classic', or its colors, such as 'red,sky=#88ccff'",
    "error.palette-empty": "a palette has at least one color",
    "error.palette-twice": "a palette names each color once, {palette!q} has {color!q} twice",
    "error.palette-color": "{name!q} in palette {text!q} is not a color name: use the letters a to z",
    "error.palette-value": (
        "{name!q} in palette {text!q} needs a value such as {name}=#88ccff; palettes: {palettes}; "
        "named colors: {colors}"
    ),
    # Parameters of strategies
    "error.parameter-whole": "{name}={text!q} is not possible: write a whole number from {low} to {high}",
    "error.parameter-number": "{name}={text!q} is not possible: write a number from {low} to {high}",
    "error.parameter-text": "{text!q} is not a parameter of {strategy}: write name=value",
    "error.parameter-unknown": "{name!q} is not a parameter of {strategy}: use {names}",
    "error.parameter-none": "{name!q} is not a parameter of {strategy}: it has none",
    "error.parameter-twice": "{name!q} is given twice in {strategy}:{settings}",
    "error.seed-unused": "{text!q} has a seed, and {strategy} draws nothing: write {strategy}",
    "error.seed-text": "{text!q} is not a seed: write a whole number from 0 on, as in {strategy}:7",
    # The classic exercise
    "error.colors-value": "{given} is not a code: write a list of colors, such as [Red, Green, Blue, Yellow]",
    "error.color-value": "{given} is not a color: use {names} from keypeg.classic",
    "error.codes-value": "{given} is not a list of codes: write [[Red, Blue], [Red, Green]] or all_codes(2)",
    "error.length-value": "a code has 0 or more pegs, not {given}: write a whole number, as in all_codes(4)",
    "error.length-too-large": "codes of {length} pegs are too many to list: use up to {most} pegs",
    "error.move-value": "{given} is not a move: write Move([Red, Red, Blue, Green], 1, 1) or use get_move",
    "error.move-counts": (
        "a guess of length {pegs} can't have {exact} exact and {nonexact} non-exact matches: write two whole numbers, "
        "0 or more, that add up to no more than {pegs}"
    ),
    "error.move-last-peg": (
        "a guess of length {pegs} can't have {exact} exact and 1 non-exact match: if all other pegs are right, the "
        "last one has no other place to be"
    ),
    "error.move-length": "a guess is as long as the secret, which has {pegs:# peg|# pegs}, not {length:,}",
    # Positions and their candidates
    "error.position-value": "{given} is not a position: write 'p4c6 1122=1b1w'",
    "error.position-for-variant": "{text!q} is a position, not a variant: write Position.parse({text!q})",
    "error.turn-index": (
        "there is no position before turn {number} of {position!q}: turns are counted from 0, so write 0 to {most}"
    ),
    "error.no-consistent-code": "no code is consistent with all turns of {position!q}",
    "error.position-empty": "'' is not a position: write a variant and the turns, as in p4c6 1122=1b1w",
    "error.variant-size": "{variant} is out of reach: at most {pegs} pegs and {colors} colors",
    "error.sat-package": (
        "this position of a large game needs a package that is not installed ({package}): pip install 'keypeg[large]'"
    ),
    "error.too-many-codes": "{codes:,} codes are too many to list (limit {limit:,}) in {variant}",
    "error.too-many-candidates": "more than {limit:,} candidates, or too long to list them, in {position}",
    "error.no-candidate": "no candidate was found in time in {position}",
    "error.no-further-candidate": "no further candidate was found within {limit:,} steps in {position}",
    "error.code-found": "the code is found in {position!q}",
    "error.effort": "an effort is a whole number of pairs, 1 or more, not {pairs}",
    "error.effort-value": "{given} is not an effort: write Effort(10**9), or QUICK or PATIENT from keypeg.effort",
    "error.top": "ask for 1 to {most:,} guesses, not {top}",
    "error.threads-value": "{given} is not a number of threads: write 1 or more, or 0 for one on each core",
    "error.seed-value": "{given} is not a seed: write a whole number of at most {most} digits",
    "error.hint-step": "a hint has the steps 1 to {last}, not {step}",
    "error.turns-after-win": "turn {number} found the code in {position!q}: leave out the turns after it",
    "error.too-few-candidates": (
        "only {found:# candidate was|# candidates were} found in time in {position}: too few to grade a guess by"
    ),
    # The exact search
    "error.memory-value": "{given} is not a number of bytes: write a whole number, such as 1 << 30",
    "error.objective": "{objective!q} is not an objective: use {names}",
    "error.snapshot": "not a snapshot of a search in {position}: begin without it",
    "error.exact-pegs": "the exact search takes up to {limit} pegs; {variant} has {pegs}",
    "error.exact-codes": "the exact search takes up to {limit:,} codes; {variant} has {codes:~}",
    "error.exact-turns": "the exact search counts up to {limit} turns, and {position} may need {turn_count}",
    "error.exact-guesses": (
        "the exact search counts up to {limit:,} guesses over all codes, and {position} may need {guesses:,}"
    ),
    # Proofs
    "error.ledger-columns": "a line of a ledger has {expected} columns, separated by tabs; this one has {columns}",
    "error.ledger-text": "not a position as a ledger has it: {position!q}; write p4c6 1122=1b1w",
    "error.ledger-number": "not a lower bound, an upper bound and seconds: {lower!q}, {upper!q}, {seconds!q}",
    "error.ledger-bounds": "{position}: an upper bound of {upper} needs a strategy",
    "error.ledger-spaces": "{position}: guesses are separated by one space each",
    "error.ledger-line": "line {number}: {reason}",
    "error.ledger-empty": "there is no line in it",
    "error.ledger-variants": "its lines are about several variants: {variants}",
    "error.ledger-contradiction": "{position} would need at least {lower} guesses, and no more than {upper}",
    "error.ledger-strategy": "no strategy is known for {position}",
    "error.ledger-file": "{path} is not a valid ledger: {reason}",
    "error.ledger-none": "{path} is not a ledger",
    "error.ledger-busy": "another process is adding to {path}",
    "error.ledger-gone": (
        "another file has taken the place of {path}; what was in the ledger, and found since, is in {kept}"
    ),
    "error.ledger-position": "{path} is a proof about {found}, not about {position}",
    "error.strategy-short": "the guesses end before {position}",
    "error.strategy-long": "there are more guesses than {position} needs",
    "error.strategy-useless": "{guess} tells no candidates apart in {position}",
    "error.worker-play": (
        "the build of {worker} plays differently: keypeg bench gives {play} there, and {expected} here"
    ),
    "error.worker-proof": (
        "the build of {worker} can't be trusted: {position} needs {found} guesses there, and {expected} is right"
    ),
    "error.workers-gone": "there is nobody left to do the work: {reason}",
    "error.task-failed": "a task failed too often: {position}: {reason}",
    "error.cluster-packages": "a cluster needs the package {package}: pip install 'keypeg[cluster]'",
    "error.cluster-address": "no cluster answers at {address!q}: {reason}",
    "error.cluster-lost": "the cluster at {address} is gone: {reason}",
    # Trees
    "error.tree-format": "not a tree of format {format!q}",
    "error.tree-text": "a tree needs {name!q} as text, not {given}",
    "error.tree-node": "not a node of a tree: {entry}",
    "error.tree-feedback": "a node of a tree has the same feedback twice: {feedbacks}",
    "error.tree-position": "the tree is for {own!q}, not for {position!q}",
    "error.tree-path": "the tree does not go through {turn!q} in {position!q}",
    "error.tree-size": "more than {limit:,} codes are too many to write {strategy} out in {position}",
    "error.tree-pairs": "a tree of {strategy} would score {pairs:~} pairs a turn (limit {limit:~})",
    "error.tree-replay": "{variant} has {codes:~} codes, too many to replay (limit {limit:,})",
    "error.tree-depth": "a tree with more than {limit:# guess|# guesses} after each other is not read",
    "error.flaw-few": "{guesses:# guess|# guesses} can't find all of the more than {codes:,} codes in {position}",
    "error.flaw-root": "at the root: {error}",
    "error.flaw-node": "after {turns}: {error}",
    "error.flaw-first-branch": "at the root {guess}: no code gets {feedback}",
    "error.flaw-branch": "after {turns} {guess}: no code gets {feedback}",
    "error.flaw-end": "after {turns}: nothing follows, so it does not find {codes}",
    "error.flaw-end-more": "after {turns}: nothing follows, so it does not find {codes} and {more:,} more",
    "error.flaw-claim": "it claims {name} {claimed}, the replay counts {counted}",
    "error.flaw-bound": "it claims that at least {lower} is needed, and needs {counted} itself",
    # Strategies
    "error.strategy-unknown": "{name!q} is not a strategy: use {names}",
    "error.strategy-value": "{given} is not a strategy: write strategy('knuth'), or a name as text",
    "error.strategy-nameless": "a session keeps its strategy by name, and {name!q} is another one: write a name",
    "error.strategy-colon": "{name!q} is not a strategy: write parameters behind a colon, genetic:population=300",
    "error.strategy-no-module": "{text!q} is not a strategy: there is no module {module!q} here",
    "error.strategy-no-name": "{text!q} is not a strategy: the module {module!q} has no {name!q}",
    "error.strategy-incomplete": "strategy {source} has no {names}",
    "error.strategy-abilities": (
        "strategy {source} declares abilities whose methods are missing or take too few arguments: {names}"
    ),
    "error.strategy-failed": "strategy {source} failed: {reason}",
    "error.strategy-seedless": "strategy {source} takes no seed: write {text}",
    "error.strategy-broken": "strategy {source} can't be loaded: {reason}",
    "error.strategy-codes": (
        "{strategy} looks at all codes, and {variant} has {codes:~} (limit {limit:,}); {strategy}-candidates plays "
        "on once fewer than {limit:,} candidates are left"
    ),
    "error.strategy-pairs": "{strategy} would score {pairs:~} pairs (limit {limit:~}) in {position}",
    "error.one-thread": "{strategy} plays on one thread: don't ask for more",
    "error.device": "{name!q} is not a device: use {names}",
    "error.device-strategy": "{strategy} does not work on a GPU: leave out --device",
    "error.gpu-driver": "there is no GPU to use here: the driver of an NVIDIA GPU is not installed",
    "error.gpu-none": "there is no GPU to use here: the driver finds none",
    "error.gpu-compiler": "a GPU needs CUDA's compiler NVRTC, which is not installed: pip install 'keypeg[gpu]'",
    "error.gpu-compile": "the kernels of the GPU can't be compiled: {log}",
    "error.gpu-failed": "the GPU failed: {call}, {error}",
    "error.gpu-memory": "the GPU has too little memory for this",
    "error.gpu-variant": "{variant} is too large for the GPU's kernels: use --device cpu",
    "error.guess-illegal": "{strategy} guesses {given}, which is no code of the variant, in {position!q}",
    "error.guess-repeated": "{strategy} guesses {guess!q} a second time in {position!q}",
    "error.guess-useless": "{strategy} guesses {guess!q}, which tells nothing, in {position!q}",
    # Tournaments
    "error.tournament-after": "a tournament can begin after 0 secrets or more, not after {after}",
    "error.tournament-games": "a tournament has 1 game or more, not {games}",
    "error.rows-unlike": "{one} and {other} did not play the same secrets",
    "error.row-left-out": "{strategy} {variant} is left out: {error}",
    "error.work-unsendable": "this can't be sent to another process, use one worker: {reason}",
    "error.worker-ended": (
        "{strategy} {variant}: a worker ended before its work was done; perhaps it ran out of memory"
    ),
    "error.plot-empty": "no finished rows to plot",
    "error.plot-format": "{format!q} is not a format of plots: use {names}",
    "error.plot-library": "plots need matplotlib, which is not installed: pip install 'keypeg[plot]'",
    # Games and sessions
    "error.codemaker-text": "{text!q} is not a codemaker: write random:SEED, adversary or fixed:CODE",
    "error.veiled-text": "{text!q} is not a veiled code: the line was changed or cut",
    "error.codemaker-value": (
        "{given} is not a codemaker: write Fixed('1122'), Drawn(7), Adversary(), or text such as 'fixed:1122'"
    ),
    "error.game-guesses": "a game has 1 guess or more, up to {most:,}, not {guesses}; None is no limit",
    "error.game-over": "the game is over ({outcome}): start a new one",
    "error.session-value": "{given} is not a session: write its line, as in 'p4c6 guesses=10 codemaker=random:3'",
    "error.session-empty": "'' is not a session: write a variant, settings and turns",
    "error.session-long": "a session of {words:,} words is too long: at most {limit:,} are read",
    "error.session-word": "{word!q} in {text!q} is not a turn or a setting of this kind of session",
    "error.session-number": "{name}={text!q} is not a number",
    "error.guesses-text": "{text!q} is not a number of guesses: write 1 to {most:,}, or none for no limit",
    "error.turn-changed": "turn {number} ({turn}) is not what the codemaker answers: {text!q} was changed",
    "error.no-guess-to-undo": "nothing to undo: no guess has been made",
    "error.no-guess-to-redo": "nothing to redo: no guess was undone since the last one",
    "error.no-feedback-to-undo": "nothing to undo: no feedback has been given",
    "error.no-feedback-to-redo": "nothing to redo: nothing was undone since the last feedback",
    "error.no-turns-yet": "there is no turn {number}: there are no turns yet",
    "error.no-such-turn": "there is no turn {number}: {turn_count:only turn 1|turns 1 to #} can be corrected",
    "error.wrong-feedback": "{feedback} is not right: with your secret, {guess} gets {right}",
    "error.feedback-contradicts": "your answers contradict each other: correct one or undo first",
    "error.secret-unknown": "the secret is not known: answer the guess yourself, or set a secret",
    "error.language": "{text!q} is not a language that Keypeg speaks: use {names}",
    # Files and databases
    "error.file-save": "can't save to {path!q}: {reason}",
    "error.file-read": "can't read {path!q}: {reason}",
    "error.file-too-large": "{path!q} is too long: at most {limit:,} bytes are read",
    "error.file-taken": "{path!q} is there already and is not a saved session: choose another name",
    "error.file-changed": "{path!q} was changed elsewhere since this game was read or saved: choose another name",
    "error.file-other-game": "{path!q} is another game: choose another name",
    "error.file-no-session": "{path!q} is not a saved session: its first line should be {head!q}",
    "error.file-no-checkpoint": "{path!q} is not a checkpoint: choose another name",
    "error.checkpoint-task": "{path!q} is a checkpoint of {found!q}, not of {task!q}",
    "error.checkpoint-foreign": (
        "{path!q} was not written with this user's key, {key!q}: copy the key along, or begin anew in another file"
    ),
    "error.checkpoint-key": "{path!q} is not a key for checkpoints: remove it and begin anew",
    "error.serve-workers": (
        "several workers need Linux, not {system}: start several servers on different ports, with a proxy before them"
    ),
    "error.rate-setting": "{text!q} is not a number of requests a minute: write KEYPEG_RATE=1200",
    "error.database-url": (
        "{text!q} is not the URL of a database: write sqlite:///FILE or postgresql://USER@HOST/NAME"
    ),
    "error.database-kind": "{name!q} is not a database that Keypeg knows: use sqlite or postgresql",
    "error.database-driver": "PostgreSQL needs a driver: pip install 'keypeg[postgres]'",
    "error.database-memory": "a database in memory would lose every game: name a file, as in sqlite:///games.db",
    "error.database-open": "can't open the database {database!q}: {reason}",
    "error.database-newer": (
        "the database was changed by a newer version of Keypeg (step {step!q}; "
        "this version knows {known!q}): update Keypeg"
    ),
    "error.database-unavailable": "can't use the database now ({fault}): {reason}",
    "error.database-unsure": (
        "the connection to the database was lost while something was being stored ({fault}): {reason}"
    ),
}
