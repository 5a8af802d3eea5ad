"""How much the tests notice: small changes in a module, one at a time, and whether its tests fail.

    python benchmarks/mutants.py rules game [--most 60] [--seed 1] [--minutes 20]

Each change (a mutant) is compiled from the module's syntax tree and loaded in place of the module by an import hook, in
the tests and in every Python process that they start; no file of the package is touched. A mutant is killed if a test
fails or takes far too long. Otherwise it survives: then either a test is missing, or the change makes no difference.
Results go to a file, so a run that was stopped or ran out of minutes continues where it was, as long as neither the
module nor its tests have changed. Ctrl-C and SIGTERM end a run after the mutants under way, with a table of what is
known by then.
"""

import argparse
import ast
import copy
import hashlib
import importlib.util
import json
import marshal
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any, Literal

ROOT = Path(__file__).parents[1]
Result = Literal["killed", "timed out", "survived"]

TESTS = {  # besides test_MODULE.py and test_MODULE_*.py, those most likely to fail first
    "rules": ["test_requirements.py"],
    "candidates": ["test_sat.py", "test_contradiction.py", "test_position.py", "test_golden_games.py"],
    "contradiction": ["test_position.py"],
    "position": ["test_golden_games.py"],
    "partition": ["test_position.py", "test_hints.py", "test_strategies.py"],
    "palette": ["test_rules.py", "test_render.py"],
    "study": ["test_hints.py"],
    "history": ["test_session.py"],
    "session_base": ["test_session.py"],
    "session_break": ["test_session.py"],
    "session_solve": ["test_session.py"],
    "coach": ["test_report_analyze.py"],
    **{module: ["test_reasons.py"] for module in ("claims", "deduction", "knowledge", "techniques")},
    **{module: ["test_puzzles.py"] for module in ("puzzle_maker", "puzzle_record", "puzzle_session")},
    "room": ["test_match.py"],
    "session_match": ["test_match.py", "test_terminal_match.py"],
}
PLUGINS = ("xdist.plugin", "pytest_timeout", "_hypothesis_pytestplugin", "no:cacheprovider")
PYTEST = ["-m", "pytest", "-x", "-q", *(f"-p{plugin}" for plugin in PLUGINS), "-n", "0"]
SETTINGS = {"CI": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # the same examples each time, and a faster start
MEMORY = 6 << 30

# In a folder of PYTHONPATH, every Python process imports this when it starts.
HOOK = """
import importlib.machinery, importlib.util, marshal, resource, sys

class Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, name):
        with open({code!r}, "rb") as file:
            return marshal.load(file)

class Finder:
    @staticmethod
    def find_spec(name, path, target=None):
        if name != {module!r}:
            return None
        places = [{folder!r}] if {is_package!r} else None
        loader = Loader(name, {source!r})
        return importlib.util.spec_from_file_location(name, loader=loader, submodule_search_locations=places)

sys.meta_path.insert(0, Finder)
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
"""


# What is changed

COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
NO_MATTER = {"strict", "slots", "maxsize", "bound"}  # keywords whose effect no test could see
NOT_RUN = {"annotation", "returns", "decorator_list"}
ERRORS = {"InconsistentFeedback", "NotAllowed", "TooLarge", "UnreadableText"}
"""Errors keep all their facts: test_words.py misses one by reading the source, which a mutant doesn't change."""


def _comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    for number, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            yield ast.Compare(node.left, [*node.ops[:number], other(), *node.ops[number + 1 :]], node.comparators)


def _constants(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))


def _conditions(node: ast.If | ast.IfExp) -> Iterator[ast.AST]:
    """Negate a condition, unless it is a comparison or a `not`, which have mutants of their own."""
    if not isinstance(node.test, ast.Compare | ast.UnaryOp):
        other = copy.copy(node)
        other.test = ast.UnaryOp(ast.Not(), node.test)
        yield other


def _arithmetic(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in ARITHMETIC:
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)


def _and_or(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def _without_not(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not):
        yield node.operand


def _returns(node: ast.Return) -> Iterator[ast.AST]:
    if node.value is not None and not isinstance(node.value, ast.Constant):
        yield ast.Return(ast.Constant(None))


def _without(node: ast.stmt) -> Iterator[ast.AST]:
    if not isinstance(node, ast.Expr) or isinstance(node.value, ast.Call):
        yield ast.Pass()


def _calls(call: ast.Call) -> Iterator[ast.AST]:
    if isinstance(call.func, ast.Name) and call.func.id in FUNCTIONS:
        yield ast.Call(ast.Name(FUNCTIONS[call.func.id], ast.Load()), call.args, call.keywords)
    if isinstance(call.func, ast.Name) and call.func.id in ERRORS:
        return
    for keyword in call.keywords:
        if keyword.arg is not None and keyword.arg not in NO_MATTER:
            yield ast.Call(call.func, call.args, [other for other in call.keywords if other is not keyword])


def _slices(part: ast.Slice) -> Iterator[ast.AST]:
    """Move an end by one, unless it is a number, which has mutants of its own."""
    for name in ("lower", "upper"):
        end = getattr(part, name)
        if end is not None and not isinstance(end, ast.Constant):
            for op in (ast.Add(), ast.Sub()):
                other = copy.copy(part)
                setattr(other, name, ast.BinOp(end, op, ast.Constant(1)))
                yield other


REPLACEMENTS: dict[type[ast.AST], Callable[[Any], Iterator[ast.AST]]] = {
    ast.Compare: _comparisons,
    ast.Constant: _constants,
    ast.If: _conditions,
    ast.IfExp: _conditions,
    ast.BinOp: _arithmetic,
    ast.BoolOp: _and_or,
    ast.UnaryOp: _without_not,
    ast.Return: _returns,
    ast.Call: _calls,
    ast.Slice: _slices,
    **dict.fromkeys((ast.Expr, ast.Raise, ast.AugAssign, ast.Break, ast.Continue), _without),
}
"""What a node can be replaced by."""


@dataclass(frozen=True)
class Place:
    """The place of a node in a syntax tree, where another can be put."""

    parent: ast.AST
    field: str
    index: int | None

    def put(self, node: Any) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def places(parent: ast.AST) -> Iterator[tuple[Place, ast.AST]]:
    """Yield all nodes that are executed, in the order of the source."""
    for field, value in ast.iter_fields(parent):
        if field in NOT_RUN:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and getattr(child, "arg", None) not in NO_MATTER:
                yield Place(parent, field, index), child
                yield from places(child)


@dataclass(frozen=True)
class Mutant:
    """A compiled module with one change, and the number of this mutant among all of the module."""

    number: int
    line: int
    change: str
    code: CodeType


def mutants(source: str, path: str) -> list[Mutant]:
    """Make every mutant of a module."""
    tree, lines = ast.parse(source), source.splitlines()
    made: list[Mutant] = []
    for place, node in list(places(tree)):
        for other in REPLACEMENTS.get(type(node), lambda _: iter(()))(node):
            place.put(ast.fix_missing_locations(ast.copy_location(other, node)))
            line = getattr(node, "lineno", 0) or getattr(place.parent, "lineno", 0)
            change = described(node, other, lines[line - 1].strip())
            made.append(Mutant(len(made), line, change, compile(tree, path, "exec")))
            place.put(node)
    return made


def described(node: ast.AST, other: ast.AST, line: str) -> str:
    """Say what is changed, and in which line if that is not obvious."""
    if isinstance(other, ast.Pass):
        return f"without: {_short(ast.unparse(node))}"
    if isinstance(node, ast.If | ast.IfExp) and isinstance(other, ast.If | ast.IfExp):
        return f"if {_short(ast.unparse(node.test))} -> if not"
    change = f"{_short(ast.unparse(node))} -> {_short(ast.unparse(other))}"
    return f"{change} in: {_short(line)}" if isinstance(node, ast.Constant) else change


def _short(text: str) -> str:
    line = re.sub(r"\s+", " ", text)
    return line if len(line) <= 60 else f"{line[:57]}..."


# Whether it is noticed


@dataclass(frozen=True)
class Case:
    """A module and its tests."""

    module: str
    path: Path
    tests: tuple[Path, ...]

    @classmethod
    def of(cls, module: str) -> "Case":
        spec = importlib.util.find_spec(f"keypeg.{module}")
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            sys.exit(f"there is no module keypeg.{module}")
        folder, name = ROOT / "tests", module.replace(".", "_")
        own = [folder / f"test_{name}.py", *sorted(folder.glob(f"test_{name}_*.py"))]
        tests = [path for path in [*own, *(folder / other for other in TESTS.get(module, []))] if path.exists()]
        if not tests:
            sys.exit(f"keypeg.{module} has no tests of its own: name some in TESTS")
        return cls(module, Path(spec.origin), tuple(dict.fromkeys(tests)))

    @property
    def key(self) -> str:
        """A hash of all that a verdict depends on."""
        paths = (self.path, *self.tests, Path(__file__))
        return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:16]

    def run(self, code: CodeType, limit: float | None = None) -> tuple[Result, str]:
        """Run the tests on the compiled module; return how that ended, and their output."""
        with tempfile.TemporaryDirectory() as folder:
            self.write_hook(Path(folder), code)
            pythonpath = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])
            output = Path(folder) / "output"
            with output.open("w", encoding="utf-8") as file:
                process = subprocess.Popen(  # noqa: S603
                    [sys.executable, *PYTEST, *map(str, self.tests)],
                    cwd=ROOT,
                    env=os.environ | SETTINGS | {"PYTHONPATH": pythonpath},
                    stdout=file,
                    stderr=file,
                    start_new_session=True,  # so that processes started by the tests end with them
                )
            try:
                ended = process.wait(limit)
            except subprocess.TimeoutExpired:
                return "timed out", ""
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            return ("survived" if ended == 0 else "killed"), output.read_text(encoding="utf-8", errors="replace")

    def write_hook(self, folder: Path, code: CodeType) -> None:
        (folder / "code").write_bytes(marshal.dumps(code))
        is_package = self.path.name == "__init__.py"
        values = {"code": str(folder / "code"), "module": f"keypeg.{self.module}", "source": str(self.path)}
        hook = HOOK.format(**values, folder=str(self.path.parent), is_package=is_package, memory=MEMORY)
        (folder / "sitecustomize.py").write_text(hook, encoding="utf-8")


@dataclass(frozen=True)
class Verdict:
    """A line of the results file; `by` is the first test that failed."""

    key: str
    number: int
    module: str
    line: int
    change: str
    result: Result
    by: str = ""


class Ledger:
    """Verdicts in a file, one JSON object per line, each added as soon as it is known."""

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        verdicts = [Verdict(**json.loads(line)) for line in lines]
        self._known = {(verdict.key, verdict.number): verdict for verdict in verdicts}

    def find(self, key: str, mutant: Mutant) -> Verdict | None:
        return self._known.get((key, mutant.number))

    def add(self, verdict: Verdict) -> None:
        self._known[verdict.key, verdict.number] = verdict
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(asdict(verdict))}\n")


def checked_limit(case: Case, source: str) -> float:
    """Make sure that the tests pass and see the mutants; return the time after which a run is given up."""
    begin = time.monotonic()
    result, output = case.run(compile(source, str(case.path), "exec"))
    seconds = time.monotonic() - begin
    if result != "survived":
        sys.exit(f"the tests of {case.module} fail without any change:\n{output[-2000:]}")
    result, _ = case.run(compile("raise ImportError", str(case.path), "exec"))
    if result == "survived":
        sys.exit(f"the tests of {case.module} don't load it")
    print(f"{case.module}: tests take {seconds:.0f} s", file=sys.stderr, flush=True)
    return 20 + 4 * seconds


def judge(case: Case, mutant: Mutant, limit: float, end: float) -> Verdict | None:
    """Run the tests on a mutant; nothing is known if the time of the whole run ends first."""
    left = end - time.monotonic()
    result, output = case.run(mutant.code, min(limit, max(left, 0)))
    if result == "timed out" and left < limit:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    by = failed[1] if failed and result == "killed" else ""
    return Verdict(case.key, mutant.number, case.module, mutant.line, mutant.change, result, by)


def judge_all(
    judge_one: Callable[[Mutant], Verdict | None], chosen: Sequence[Mutant], end: float, workers: int
) -> Iterator[Verdict]:
    """Judge one mutant after another until all are done or the time is up."""
    waiting, running = list(chosen), set[Future[Verdict | None]]()
    with ThreadPoolExecutor(workers) as pool:
        while True:
            while waiting and len(running) < workers and time.monotonic() < end:
                running.add(pool.submit(judge_one, waiting.pop(0)))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from filter(None, (future.result() for future in done))


def _line(verdict: Verdict) -> str:
    return f"{verdict.module}:{verdict.line:<5}{verdict.result:10}{verdict.change}"


def report(made: dict[str, int], verdicts: dict[str, list[Verdict]]) -> str:
    """Write the table and the list of survivors."""
    rows = [f"{'module':16}{'mutants':>8}{'tried':>7}{'killed':>8}{'timed out':>11}{'survived':>10}{'killed':>9}"]
    for module, known in verdicts.items():
        counts = Counter(verdict.result for verdict in known)
        share = f"{1 - counts['survived'] / len(known):.0%}" if known else ""
        cells = f"{counts['killed']:>8}{counts['timed out']:>11}{counts['survived']:>10}{share:>9}"
        rows.append(f"{module:16}{made[module]:>8}{len(known):>7}{cells}")
    survivors = [
        verdict
        for known in verdicts.values()
        for verdict in sorted(known, key=lambda verdict: verdict.line)
        if verdict.result == "survived"
    ]
    return "\n".join([*rows, *(["", "survived:", *map(_line, survivors)] if survivors else [])])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="+", help="modules of keypeg, as in: rules game web.moves")
    parser.add_argument("--most", type=int, default=60, help="mutants of a module; more are drawn from (0: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--minutes", type=float, default=30, help="stop after this time")
    parser.add_argument("--workers", type=int, default=1, help="runs at the same time")
    parser.add_argument("--ledger", type=Path, default=ROOT / "build" / "mutants.jsonl", help="the file of results")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    ledger, end = Ledger(options.ledger), time.monotonic() + 60 * options.minutes
    made: dict[str, int] = {}
    known: dict[str, list[Verdict]] = {}
    with suppress(KeyboardInterrupt):
        for case in [Case.of(module) for module in options.modules]:
            source = case.path.read_text(encoding="utf-8")
            every = mutants(source, str(case.path))
            few = random.Random(options.seed).sample(every, min(options.most or len(every), len(every)))  # noqa: S311
            found = {mutant.number: ledger.find(case.key, mutant) for mutant in few}
            made[case.module] = len(every)
            known[case.module] = [verdict for verdict in found.values() if verdict is not None]
            unknown = [mutant for mutant in few if found[mutant.number] is None]
            if unknown and time.monotonic() < end:
                judge_one = partial(judge, case, limit=checked_limit(case, source), end=end)
                for verdict in judge_all(judge_one, unknown, end, options.workers):
                    ledger.add(verdict)
                    known[case.module].append(verdict)
                    print(_line(verdict), file=sys.stderr, flush=True)
    print(report(made, known))


if __name__ == "__main__":
    main()
