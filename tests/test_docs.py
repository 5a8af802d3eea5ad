"""Every example a reader can see is run: in the pages, in the docstrings, and the example scripts."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^( *)```(?:python|pycon)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def with_sessions(*patterns: str) -> list[Path]:
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return [path for path in paths if ">>>" in path.read_text(encoding="utf-8")]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")


PAGES = with_sessions("*.md", "docs/*.md")
MODULES = [module_name(path) for path in with_sessions("src/keypeg/**/*.py")]
EXAMPLES = sorted(ROOT.glob("examples/*.py"))


def sessions(page: str) -> str:
    """Return the interactive sessions of a page, each at its line, with a blank line where its fence ends."""
    lines = [""] * (page.count("\n") + 1)
    for match in FENCE.finditer(page):
        first = page.count("\n", 0, match.start(2))
        block = match[2].splitlines()
        if any(line.lstrip().startswith(">>>") for line in block):
            lines[first : first + len(block)] = block
    return "\n".join(lines)


def failures(test: doctest.DocTest) -> str:
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    return "".join(report)


def page_test(text: str, name: str) -> doctest.DocTest:
    return doctest.DocTestParser().get_doctest(sessions(text), {}, name, name, 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_are_true(page: Path) -> None:
    test = page_test(page.read_text(encoding="utf-8"), page.name)
    assert test.examples, "its sessions must stand between ```python and ```"
    assert failures(test) == ""


def test_a_wrong_example_of_a_page_is_seen() -> None:
    page = "Sums:\n\n```python\n>>> 1 + 1\n2\n```\n\nand\n\n```pycon\n>>> 1 + 1\n3\n```\n"
    assert len(page_test(page, "page").examples) == 2
    assert re.search(r'"page", line 11,.*Expected:\s+3\s+Got:\s+2\s', failures(page_test(page, "page")), re.DOTALL)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_are_true(name: str) -> None:
    module = importlib.import_module(name)
    tests = [test for test in doctest.DocTestFinder().find(module, name) if test.examples]
    assert tests
    assert [report for test in tests if (report := failures(test))] == []


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: str(script.name))
def test_an_example_script_runs(script: Path) -> None:
    command = [sys.executable, "-W", "error", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert not done.stderr
