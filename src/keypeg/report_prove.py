"""The `prove` command, and `verify` for ledgers: a proof in a file that any number of runs and machines add to."""

import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from keypeg import __version__, audit, cluster, prover, store
from keypeg.console import note, progress_bar, show, show_json
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.exact import MEMORY
from keypeg.exit_codes import FAILURE, INTERRUPTED, SUCCESS
from keypeg.ledger import Facts, parse
from keypeg.lines import one_line
from keypeg.position import Position
from keypeg.proof import Goal, Proof
from keypeg.prover import SECONDS, Crew, Limits, Prover, State
from keypeg.tree_forms import TreeForm
from keypeg.words import report as said
from keypeg.words import text

_NEEDLESS = 2  # a ledger that is this many times too long is written anew
_SHOWN = 4  # goals that a line of progress names


@dataclass(frozen=True, slots=True)
class ProveOptions:
    """What the command was asked for."""

    ledger: Path
    form: TreeForm
    address: str = cluster.LOCAL
    workers: int = 0
    threads: int = 0
    memory: int = MEMORY
    task_seconds: float = SECONDS
    every_step: bool = False
    as_json: bool = False


def prove(position: Position, options: ProveOptions) -> int:
    """Continue a proof until it is complete. Ctrl-C ends it; all that was found is in the ledger."""
    Proof(position)  # refuses what can't be proven before any file is touched
    code = SUCCESS
    with store.LedgerFile(options.ledger) as file:
        proof = _read(position, options.ledger, file)
        known = len(proof.facts)
        try:
            _work(proof, file, options)
        except KeyboardInterrupt:
            code = INTERRUPTED
            note(text("prove.interrupted"))
        except NotAllowed as error:
            if error.kind != "ledger-contradiction":
                raise
            raise UnreadableText("ledger-file", path=options.ledger, reason=error) from None
        if len(proof.facts) > known:
            proof = _tidied(proof, file)
    _show(proof, options)
    return code


def _read(position: Position, path: Path, file: store.LedgerFile) -> Proof:
    facts = Facts(store.read_ledger(path))
    try:
        about = facts.root if len(facts) else str(position)
        if f"{about} ".startswith(f"{position} "):
            return _begun(position, facts, file)
    except (NotAllowed, UnreadableText) as error:
        raise UnreadableText("ledger-file", path=path, reason=error) from None
    raise NotAllowed("ledger-position", path=path, found=about, position=position)


def _begun(position: Position, facts: Facts, file: store.LedgerFile) -> Proof:
    """Return the proof as far as it is. If it has a gap, lines are lost, and what followed from them has to go too."""
    proof = Proof(position, facts)
    if (gap := proof.gap()) is not None:
        searched = [line for line in facts if line.seconds is not None]
        kept = file.keep_beside()
        file.replace(searched)
        note(text("prove.lost", position=gap.position, lines=len(facts) - len(searched), kept=one_line(str(kept))))
        proof = Proof(position, Facts(searched))
    proof.tree()  # its strategy can be read
    return proof


def _work(proof: Proof, file: store.LedgerFile, options: ProveOptions) -> None:
    if options.every_step:
        prover.divide_all(proof, file.append)
        return
    if next(proof.goals(), None) is None and len(proof.facts):
        return
    with cluster.crew(options.address, options.workers, options.threads) as crew, _watched() as tell:
        if link := cluster.dashboard(crew):
            note(text("prove.dashboard", link=link))
        limits = Limits(options.task_seconds, options.memory // max(options.workers, 1))
        Prover(proof, _noting(crew), file.append, limits).run(tell)


def _tidied(proof: Proof, file: store.LedgerFile) -> Proof:
    """Write the ledger anew if most of its lines have become needless, and return what it says then."""
    essential = proof.essential()
    if _NEEDLESS * len(essential) >= len(proof.facts):
        return proof
    file.replace(essential)
    return Proof(proof.position, Facts(essential))


def _noting(crew: Crew) -> Crew:
    """Have it said when a worker is sent away, and when there is none."""
    waits = False

    def dismiss(error: Exception) -> bool:
        is_useless = crew.dismiss(error)
        if is_useless:
            note(str(error))
        return is_useless

    def places() -> int:
        nonlocal waits
        number = crew.places()
        if number == 0 and not waits:
            note(text("prove.waiting"))
        waits = number == 0
        return number

    return replace(crew, dismiss=dismiss, places=places)


@contextmanager
def _watched() -> Iterator[Callable[[State], None]]:
    """Provide a function that shows in a terminal how far the proof is."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    start = time.monotonic()
    from rich.console import Console  # noqa: PLC0415 - only a person watches
    from rich.live import Live  # noqa: PLC0415 - the same

    with Live(console=Console(stderr=True, highlight=False), transient=True, refresh_per_second=4) as live:
        yield lambda state: live.update(_progress(state, time.monotonic() - start))


def _progress(state: State, seconds: float) -> str:
    running = [_goal(goal) for goal in state.running]
    more = [f"+ {len(running) - _SHOWN}"] if len(running) > _SHOWN else []
    line = text(
        "prove.watch",
        position=state.proof.position,
        bounds=said.bounds(state.proof.bounds),
        tasks=state.done,
        lines=len(state.proof.facts),
        seconds=seconds,
    )
    return "\n".join([line, *(f"  {goal}" for goal in (*running[:_SHOWN], *more))])


def _goal(goal: Goal) -> str:
    if not goal.guesses:
        return text("prove.goal", position=goal.position, below=goal.below)
    return text("prove.goal-guesses", position=goal.position, guesses=len(goal.guesses), below=goal.below)


def _show(proof: Proof, options: ProveOptions) -> None:
    tree = proof.tree()
    lines = list(proof.facts)
    seconds = proof.root.seconds
    data = {
        "variant": str(proof.position.variant),
        "position": str(proof.position),
        "objective": "average",
        "proven": proof.bounds.is_proven,
        "lower": proof.bounds.lower,
        "upper": proof.bounds.upper if tree else None,
        **({} if tree is None else tree.summary.as_json()),
        "lines": len(lines),
        "processor_seconds": seconds,
        "keypeg": __version__,
    }
    if tree is not None and options.form.format is not None:
        options.form.write(tree, data)
        if options.form.output is None:
            return
    if options.as_json:
        show_json(data)
        return
    show(text("exact.guesses", position=proof.position, objective="average", bounds=said.bounds(proof.bounds)))
    if tree is not None:
        summary = tree.summary
        show(text("exact.tree", guess=tree.guess(0), signature=summary.signature, average=summary.average))
    show(text("prove.ledger", path=one_line(str(options.ledger)), lines=len(lines), seconds=seconds))


# ---- verify


def verify_ledger(path: Path, written: str, effort: audit.Effort, *, as_json: bool) -> int:
    """Check the text of a ledger, and say what it proves; return 0 if nothing is wrong with it, otherwise 1.

    Ctrl-C ends the searches, and the rest is said as ever, with the options that go on from there.
    """
    try:
        facts = Facts(parse(written))
        with progress_bar(text("verify.searching")) as progress:
            found = audit.check(facts, effort, progress)
    except KeypegError as error:
        raise UnreadableText("ledger-file", path=path, reason=error) from None
    if as_json:
        show_json(_as_json(found, len(facts)))
    else:
        show(*_told(found, path, len(facts)))
    if found.stopped_at is not None:
        note(text("verify.interrupted", options=_rest(found.stopped_at, effort)))
    return FAILURE if found.flaws else SUCCESS if found.stopped_at is None else INTERRUPTED


def _rest(stopped_at: float, effort: audit.Effort) -> str:
    """Return the options for the lines that were not searched again, and perhaps some of the others."""
    begin = _percent(stopped_at)
    share = math.ceil(1000 * min(effort.begin + effort.share, 1) - 10 * begin) / 10
    return f"--from {begin:g} --share {share:g}" + (f" --seed {effort.seed}" if effort.seed else "")


def _percent(stopped_at: float) -> float:
    """Return a share in percent, rounded down to a tenth."""
    return math.floor(1000 * stopped_at) / 10


def _told(found: audit.Audit, path: Path, lines: int) -> Iterable[str]:
    if found.flaws:
        yield text("verify.bad", path=one_line(str(path)))
        yield from (f"  {_flaw(flaw)}" for flaw in found.flaws)
        return
    yield text("exact.guesses", position=found.position, objective="average", bounds=said.bounds(found.bounds))
    if found.tree is not None:
        summary = found.tree.summary
        guess = found.tree.guess(0)
        yield text("exact.tree", guess=guess, signature=summary.signature, average=summary.average)
    yield text(
        "verify.ledger",
        lines=lines,
        following=found.following,
        searched=found.searched,
        again=found.searched_again,
    )
    if found.unused:
        yield text("verify.unused", lines=found.unused)


def _flaw(flaw: audit.Flaw) -> str:
    line = flaw.line
    if line is None:
        return str(flaw.reason)
    return text(
        f"verify.flaw-{flaw.kind}",
        where=f"{line.position} {line.guesses}" if line.is_about_guesses else line.position,
        lower=line.lower,
        upper=line.upper,
        found=flaw.found,
        reason=flaw.reason,
    )


def _as_json(found: audit.Audit, lines: int) -> dict[str, object]:
    return {
        "good": not found.flaws,
        "flaws": [_flaw(flaw) for flaw in found.flaws],
        "position": found.position,
        "proven": found.bounds.is_proven and not found.flaws,
        "lower": found.bounds.lower,
        "upper": found.bounds.upper if found.tree else None,
        "lines": lines,
        "following": found.following,
        "searched": found.searched,
        "searched_again": found.searched_again,
        "unused": found.unused,
        "stopped_at": None if found.stopped_at is None else _percent(found.stopped_at),
    }
