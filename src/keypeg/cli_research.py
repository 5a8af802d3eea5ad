"""The commands for research: strategies over all codes, exact searches, proofs, tournaments, and this build's speed."""

# ruff: noqa: PLC0415, PLR0913 - imports inside commands keep --help instant; the options of a command are its arguments

import sys
from pathlib import Path

from keypeg import cli_checks, cli_options, cli_options_research
from keypeg.errors import NotAllowed, TooLarge


def tree(
    position: cli_options.Position,
    *,
    strategy: cli_options_research.TreeStrategy = None,
    first: cli_options_research.First = None,
    log: cli_options_research.Log = False,
    format: cli_options_research.Format = None,  # noqa: A002
    depth: cli_options_research.Depth = None,
    output: cli_options_research.Output = None,
    threads: cli_options.Threads = 0,
    workers: cli_options_research.TreeWorkers = 0,
    cluster: cli_options_research.Cluster = "local",
    device: cli_options.Device = "cpu",
    instruction_set: cli_options.InstructionSet = None,
    json: cli_options.Json = False,
) -> int:
    """Write out a strategy over all codes, or from a position on."""
    from keypeg import report_exact, report_tree, strategies
    from keypeg.position import Position
    from keypeg.tree_forms import TreeForm

    cli_checks.check_tree()
    form = TreeForm.of(format, log=log, depth=depth, output=output, as_json=json)
    use_instruction_set(instruction_set)
    here = Position.parse(" ".join(position))
    if form.format == "log" and strategy is None:
        if first is not None:
            raise NotAllowed("first-log")
        if workers or cluster != "local":
            raise NotAllowed("shared-log")
        if device != "cpu":
            raise NotAllowed("device-log")
        one = threads or 1  # several threads may find another strategy each time, with as many turns
        try:
            return report_exact.exact(here, report_exact.ExactOptions("worst", form, one, as_json=json))
        except TooLarge as error:
            raise TooLarge("log-too-large", error=error) from None
    player = strategies.on_device(loaded(strategy or "entropy"), device)
    code = None if first is None else here.variant.code(first)
    share = report_tree.Share(threads, workers, cluster)
    return report_tree.tree(here, player, code, form, share, as_json=json)


def verify(
    file: cli_options_research.VerifiedFile,
    *,
    share: cli_options_research.Share = 10,
    begin: cli_options_research.Begin = 0,
    seed: cli_options_research.ShareSeed = 0,
    threads: cli_options.Threads = 0,
    memory: cli_options_research.Memory = 1024,
    json: cli_options.Json = False,
) -> int:
    """Check a tree against every code, or a ledger line by line. The exit code is 0 if it is good and 1 if not."""
    from keypeg import report_verify
    from keypeg.console import read_file
    from keypeg.ledger import is_begun

    written = report_verify.large_tree(file) or read_file(file)
    if not isinstance(written, str) or not written or not is_begun(written):
        cli_checks.check_tree_verified()
        return report_verify.verify_file(file, written, as_json=json)
    from keypeg import report_prove
    from keypeg.audit import Effort

    effort = Effort(share / 100, seed, threads, memory << 20, begin / 100)
    return report_prove.verify_ledger(file, written, effort, as_json=json)


def convert(
    file: cli_options_research.TreeFile,
    *,
    format: cli_options_research.ConvertedFormat = None,  # noqa: A002
    depth: cli_options_research.Depth = None,
    output: cli_options_research.Output = None,
) -> int:
    """Write a tree file as a log, a picture, Graphviz or text."""
    from keypeg import report_verify
    from keypeg.tree_forms import TreeForm

    if format is None and output is None:
        format = "text"  # noqa: A001
    return report_verify.convert_file(file, TreeForm.of(format, depth=depth, output=output))


def exact(
    position: cli_options.Position,
    *,
    objective: cli_options_research.Objective = "average",
    memory: cli_options_research.Memory = 1024,
    checkpoint: cli_options_research.Checkpoint = None,
    log: cli_options_research.Log = False,
    output: cli_options_research.Output = None,
    threads: cli_options.Threads = 0,
    instruction_set: cli_options.InstructionSet = None,
    json: cli_options.Json = False,
) -> int:
    """Find the best possible strategy, with proof. Ctrl-C keeps the best one found so far."""
    from typing import cast

    from keypeg import report_exact
    from keypeg.exact import Objective
    from keypeg.position import Position
    from keypeg.tree_forms import TreeForm

    cli_checks.check_exact()
    form = TreeForm.of(log=log, output=output, as_json=json)
    use_instruction_set(instruction_set)
    here = Position.parse(" ".join(position))
    options = report_exact.ExactOptions(
        cast(Objective, objective), form, threads, memory << 20, checkpoint, as_json=json
    )
    return report_exact.exact(here, options)


def prove(
    position: cli_options.Position,
    *,
    ledger: cli_options_research.Ledger,
    cluster: cli_options_research.Cluster = "local",
    workers: cli_options_research.ProofWorkers = 0,
    threads: cli_options.Threads = 0,
    memory: cli_options_research.Memory = 1024,
    task_seconds: cli_options_research.TaskSeconds = 60,
    every_step: cli_options_research.EveryStep = False,
    log: cli_options_research.Log = False,
    output: cli_options_research.Output = None,
    json: cli_options.Json = False,
) -> int:
    """Prove the best average step by step, in a file. Stop it and go on at any time, on any machine."""
    from keypeg import report_prove
    from keypeg.position import Position
    from keypeg.tree_forms import TreeForm

    cli_checks.check_prove()
    form = TreeForm.of(log=log, output=output, as_json=json)
    here = Position.parse(" ".join(position))
    options = report_prove.ProveOptions(
        ledger, form, cluster, workers, threads, memory << 20, task_seconds, every_step=every_step, as_json=json
    )
    return report_prove.prove(here, options)


def tournament(
    variants: cli_options_research.Variants,
    *,
    strategies: cli_options_research.Strategies = "all",
    games: cli_options_research.Games = None,
    seed: cli_options_research.SecretsSeed = 0,
    csv: cli_options_research.Csv = None,
    plot: cli_options_research.Plot = None,
    seconds: cli_options.Seconds = None,
    workers: cli_options_research.Workers = 0,
    cluster: cli_options_research.Cluster = "local",
    device: cli_options.Device = "cpu",
    json: cli_options.Json = False,
) -> int:
    """Compare strategies over all codes, or over random secrets. All of them play the same secrets."""
    from keypeg import report_tournament
    from keypeg.parameters import split_names
    from keypeg.rules import Variant
    from keypeg.strategies import on_device

    cli_checks.check_tournament()
    for name in split_names(strategies):
        loaded(name)
    rules = [Variant.parse(variant) for variant in variants]
    players = [on_device(player, device) for player in report_tournament.players(strategies, seconds)]
    cli_checks.check_distinct(map(str, rules))
    cli_checks.check_distinct(player.name for player in players)
    options = report_tournament.TournamentOptions(
        rules, players, games, seed, workers, cluster, csv, plot or [], as_json=json
    )
    return report_tournament.run_tournament(options)


def evaluate(
    variant: cli_options.Variant = "p4c6",
    *,
    player: cli_options_research.Player,
    games: cli_options_research.EvaluatedGames = 100,
    seed: cli_options_research.SecretsSeed = 0,
    guesses: cli_options_research.EvaluateGuesses = 10,
    timeout: cli_options_research.Timeout = 10,
    beside: cli_options_research.Beside = "optimal,entropy,random,first",
    json: cli_options.Json = False,
) -> int:
    """Measure programs that guess against best play. All players break the same codes, drawn by a seed."""
    from keypeg import report_evaluate
    from keypeg.parameters import split_names
    from keypeg.rules import Variant

    for name in split_names(beside):
        loaded(name)
    rules, others = Variant.parse(variant), report_evaluate.beside(beside, seed)
    options = report_evaluate.EvaluateOptions(rules, player, others, games, seed, guesses, timeout, as_json=json)
    return report_evaluate.run(options)


def bench(*, threads: cli_options.Threads = 0, json: cli_options.Json = False) -> int:
    """Show the signatures and the speed of this build."""
    from keypeg import report_bench

    return report_bench.bench(threads, as_json=json)


def loaded(strategy: str) -> str:
    """Load a strategy `module:name`, whose module may be in the current folder; return any other as it is."""
    from keypeg import strategies

    if strategies.names_module(strategy):
        sys.path.insert(0, str(Path.cwd()))
        strategies.load(strategy)
    return strategy


def use_instruction_set(name: str | None) -> None:
    """Compute with this instruction set; None keeps the best one that the machine has."""
    from keypeg import _core

    if name is None:
        return
    if name not in _core.instruction_sets():
        raise NotAllowed("instruction-set", name=name, names=", ".join(_core.instruction_sets()))
    _core.use_instruction_set(name)
