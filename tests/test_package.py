"""The package's surface: what `import keypeg` gives to people, to tools, and how fast."""

import pydoc
import re
import rlcompleter
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import keypeg

STUB = Path(keypeg.__file__).with_name("__init__.pyi")
HEAVY = {"rich", "click", "matplotlib", "fastapi", "sqlalchemy", "dask"}


def modules_after(code: str) -> set[str]:
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_package_is_light() -> None:
    assert not (HEAVY | {"numpy", "pathlib"}) & (modules_after("import keypeg") - modules_after("pass"))


def test_the_public_names_need_no_terminal_plot_or_web_library() -> None:
    assert not HEAVY & modules_after("import keypeg; [getattr(keypeg, name) for name in keypeg.__all__]")


@pytest.mark.parametrize("name", keypeg.__all__)
def test_every_public_name_is_where_it_says(name: str) -> None:
    assert getattr(keypeg, name).__name__ == name


def test_the_readme_says_how_to_install_every_extra() -> None:
    root = Path(__file__).parents[1]
    extras = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r'^pip install "\.\[(\w+)\]"', readme, re.MULTILINE)) == set(extras)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'keypeg' has no attribute 'nonsense'"):
        _ = keypeg.nonsense  # type: ignore[attr-defined]


def test_dir_and_tab_completion_know_the_public_names() -> None:
    assert {*keypeg.__all__, "__version__"} <= {*dir(keypeg)}
    others = [name for name in dir(keypeg) if not name.startswith("_") and name not in keypeg.__all__]
    assert [name for name in others if getattr(keypeg, name) is not import_module(f"keypeg.{name}")] == []
    assert rlcompleter.Completer({"keypeg": keypeg}).complete("keypeg.Posit", 0) == "keypeg.Position("


def test_the_modules_that_a_type_checker_takes_for_loaded_are_loaded_when_used() -> None:
    used = "".join(f"{line.split()[1]}\n" for line in STUB.read_text().splitlines() if line.startswith("from "))
    assert "keypeg.tournament\n" in used
    assert "keypeg.tournament" not in modules_after("import keypeg")
    assert "keypeg.tournament" in modules_after(f"import keypeg\n{used}")
    assert not HEAVY & modules_after(f"import keypeg\n{used}")


def test_help_describes_the_public_names() -> None:
    text = pydoc.plain(pydoc.render_doc(keypeg))
    assert [name for name in keypeg.__all__ if f"class {name}(" not in text and f"    {name}(" not in text] == []


def test_a_type_checker_sees_a_misspelt_name(tmp_path: Path) -> None:
    mypy = pytest.importorskip("mypy.api")
    snippet = tmp_path / "snippet.py"
    snippet.write_text("import keypeg\nkeypeg.Position\nkeypeg.Positon\nfrom keypeg import Code, Coed\n")
    options = ["--strict", "--config-file=", "--follow-imports=skip", f"--cache-dir={tmp_path / 'cache'}"]
    package = tmp_path / "keypeg"
    package.symlink_to(STUB.parent)  # beside other installed packages, mypy would take these for modules of ours
    said, _, _ = mypy.run([*options, str(package / STUB.name), str(snippet)])
    assert [line.split("error: ")[1] for line in said.splitlines() if "error: " in line] == [
        'Module has no attribute "Positon"  [attr-defined]',
        'Module "keypeg" has no attribute "Coed"  [attr-defined]',
    ]


def test_the_command_runs_as_a_module() -> None:
    for arguments, output, code in ((["--version"], f"keypeg {keypeg.__version__}\n", 0), (["hint", "p4c6 12"], "", 2)):
        command = [sys.executable, "-m", "keypeg", *arguments]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (run.stdout, run.returncode) == (output, code)


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make")
def test_the_first_start_says_what_takes_so_long(tmp_path: Path) -> None:
    folder = Path(__file__).parents[1]
    command = ["make", "--dry-run", "play", f"VENV={tmp_path / 'none'}"]
    steps = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    said = [
        steps.index(words) for words in ("First start, 1 of 2: setting up", "-m venv", "2 of 2: compiling the core")
    ]
    assert sorted(said) == said
    assert steps.index('--editable ".[large]"') > said[-1]
