"""The script that changes modules: what it changes, and that the change is what a program then loads."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def load() -> Any:
    path = Path(__file__).parents[1] / "benchmarks" / "mutants.py"
    spec = importlib.util.spec_from_file_location("mutants", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutants"] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


script = load()


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("a < b", ["a < b -> a <= b", "a < b -> a >= b"]),
        ("a == b", ["a == b -> a != b"]),
        ("a in b", ["a in b -> a not in b"]),
        ("x = 3", ["3 -> 4 in: x = 3", "3 -> 2 in: x = 3"]),
        ("x = True", ["True -> False in: x = True"]),
        ("a and b", ["a and b -> a or b"]),
        ("not a", ["not a -> a"]),
        ("if a: pass", ["if a -> if not"]),
        ("f(a)", ["without: f(a)"]),
        ("raise a", ["without: raise a"]),
        ("a += b", ["without: a += b"]),
        ("def f(): return a", ["return a -> return None"]),
        ("x = f(a, b=c)", ["f(a, b=c) -> f(a)"]),
        ("x = NotAllowed(a, b=c)", []),
        ("x = max(a, key=b)", ["max(a, key=b) -> min(a, key=b)", "max(a, key=b) -> max(a)"]),
        ("x = a + b", ["a + b -> a - b"]),
        ("x = a[:b]", [":b -> :b + 1", ":b -> :b - 1"]),
        ("x = zip(a, strict=True)", []),
        ('"""Words."""', []),
        ("def f(a: Literal[1]) -> Literal[2]: ...", []),
        ("@lru_cache(maxsize=9)\ndef f(): ...", []),
    ],
)
def test_each_change_is_made_once(source: str, changes: list[str]) -> None:
    assert [mutant.change for mutant in script.mutants(source, "source.py")] == changes


def test_one_change_is_made_at_a_time() -> None:
    values = []
    for mutant in script.mutants("x = 1 + 2", "source.py"):
        names: dict[str, int] = {}
        exec(mutant.code, names)
        values.append(names["x"])
    assert values == [-1, 4, 2, 4, 2]


@pytest.mark.parametrize("module", ["parameters", "rules", "strategies", "strategies.simple"])
def test_a_program_loads_the_mutant_and_nothing_else_changes(module: str, tmp_path: Path) -> None:
    spec = importlib.util.find_spec(f"keypeg.{module}")
    assert spec is not None
    assert spec.origin is not None
    case = script.Case(module, Path(spec.origin), ())
    case.write_hook(tmp_path, compile(f"{Path(spec.origin).read_text()}\nmark = 'changed'", spec.origin, "exec"))
    program = f"import keypeg.{module} as it, keypeg.strategies.genetic; print(it.mark, it.__file__, it.__name__)"
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == f"changed {spec.origin} keypeg.{module}\n", done.stderr


def test_a_verdict_is_found_again(tmp_path: Path) -> None:
    (mutant,) = script.mutants("not a", "source.py")
    verdict = script.Verdict("key", mutant.number, "rules", mutant.line, mutant.change, "survived")
    script.Ledger(tmp_path / "build" / "mutants.jsonl").add(verdict)
    ledger = script.Ledger(tmp_path / "build" / "mutants.jsonl")
    assert ledger.find("key", mutant) == verdict
    assert ledger.find("another", mutant) is None
    shown = script.report({"rules": 7}, {"rules": [verdict]}).splitlines()
    assert shown[1].split() == ["rules", "7", "1", "0", "0", "1", "0%"]
    assert shown[-1].split() == ["rules:1", "survived", "not", "a", "->", "a"]
