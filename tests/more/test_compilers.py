"""The core by other compilers, and for another processor: compiled without a warning, and with the same answers."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core"
SOURCES = [path for path in sorted(CORE.glob("*.cpp")) if not path.name.startswith(("module", "kernels"))]
LIBRARY = "-stdlib=libc++"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]

ANSWERS = """\
p4c6 rule 0: 5801:5:694
p4c6 rule 1: 5696:6:3
p4c6 rule 2: 5722:6:12
p4c6 rule 3: 5668:6:7
p5c6 rule 2: 37087:7:2
p4c5 least total: 2463
p3c7 least total: 1474
"""


def needed(*names: str) -> str:
    """Return the first of some programs that is there."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip(f"no {names[0]} on this machine: make test-more installs it where it may")
    return found


def run(*command: str | Path) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def compile_smoke_test(compiler: str, folder: Path, sets: dict[str, list[str]], macros: list[str]) -> Path:
    """Compile the core and its smoke test, the kernels once for each instruction set."""
    jobs = [(source, source.stem, macros) for source in [*SOURCES, ROOT / "tests" / "more" / "smoke.cpp"]]
    jobs += [
        (CORE / "kernels.cpp", f"kernels_{name}", [f"-DKEYPEG_SET={name}", *flags]) for name, flags in sets.items()
    ]
    objects = [folder / f"{name}.o" for _, name, _ in jobs]

    def compile_one(number: int) -> None:
        source, _, flags = jobs[number]
        head = [compiler, "-std=c++20", "-O1", f"-I{CORE}", *WARNINGS, "-Wno-maybe-uninitialized"]
        run(*head, "-Wno-unknown-warning-option", *flags, "-c", source, "-o", objects[number])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_one, range(len(jobs))))
    program = folder / "smoke"
    run(compiler, "-static", "-pthread", *objects, "-o", program)
    return program


def test_the_standard_library_of_clang_has_all_that_the_core_needs() -> None:
    """It is the library of macOS, and lacks for years what that of gcc has."""
    clang = needed("clang++")
    nothing = [clang, LIBRARY, "-fsyntax-only", "-x", "c++", "-include", "vector", os.devnull]
    if subprocess.run(nothing, check=False, capture_output=True).returncode != 0:
        pytest.skip("no libc++ on this machine: make test-more installs it where it may")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda source: run(clang, LIBRARY, "-std=c++20", "-fsyntax-only", *WARNINGS, source), SOURCES))


def test_arm_processors_have_the_same_trees_and_proofs(tmp_path: Path) -> None:
    compiler = needed("aarch64-linux-gnu-g++")
    emulator = needed("qemu-aarch64", "qemu-aarch64-static")
    sets = {"plain": [], "neon": ["-DKEYPEG_NEON=1"]}
    program = compile_smoke_test(compiler, tmp_path, sets, ["-DKEYPEG_X86=0", "-DKEYPEG_ARM64=1"])
    assert run(emulator, program) == "".join(f"instruction set {name}\n{ANSWERS}" for name in sets)


def test_clang_compiles_the_core_and_it_gives_the_same_number(tmp_path: Path) -> None:
    needed("clang++")
    assert importlib.util.find_spec("nanobind"), "it is in the environment of every build"
    options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DKEYPEG_WERROR=ON", "-DCMAKE_CXX_COMPILER=clang++"]
    bin_folder = Path(sys.executable).parent
    run(
        bin_folder / "cmake",
        "-S",
        ROOT,
        "-B",
        tmp_path,
        *options,
        f"-DPython_EXECUTABLE={sys.executable}",
        f"-DCMAKE_MAKE_PROGRAM={bin_folder / 'ninja'}",
    )
    run(bin_folder / "ninja", "-C", tmp_path)
    (built,) = tmp_path.glob("_core*.so")
    ask = (
        "import importlib.util, sys\n"
        "spec = importlib.util.spec_from_file_location('keypeg._core', sys.argv[1])\n"
        "sys.modules['keypeg._core'] = core = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(core)\n"
        "from keypeg import Position, grow, strategy\n"
        "print(grow(strategy('knuth'), Position.parse('p4c6')).summary.signature, core.__file__)\n"
    )
    assert run(sys.executable, "-c", ask, built) == f"5801:5:694 {built}\n"


def test_the_compiler_for_windows_knows_the_options_of_the_build() -> None:
    """An option that clang-cl ignores costs nothing but a warning, and the speed that it was for."""
    compiler = needed("clang++")
    options = re.findall(r"\s((?:\$\{clang\})?-[mOW][\w=-]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    assert {"-mavx2", "${clang}-O3", "${clang}-Wall", "-Wextra"} <= {*options}
    head = [compiler, "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "-###", "/c", "/O2"]
    given = [option.replace("${clang}", "/clang:") for option in options]
    source = CORE / "codes.cpp"  # after --, since a path that begins with /w would be taken for an option
    done = subprocess.run([*head, *given, "--", source], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "warning:" not in done.stderr
    taken = re.findall(r'"([^"]+)"', done.stderr)
    assert {"+avx512bitalg", "-O3", "-Wall", "-mprefer-vector-width=512"} <= {*taken}
    assert "-Weverything" not in taken
