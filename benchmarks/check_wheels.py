"""Source distribution and wheels of this machine: built as a user's pip does, looked through, and tried out.

    python benchmarks/check_wheels.py [PYTHON ...]

Builds the source distribution, then for each Python a wheel of it, unless one of the stable ABI is there already; then
installs the wheel and its dependencies in a fresh environment, and runs tests/wheel there. With no argument, takes
every python3.11 to python3.15 on the PATH. `make wheels` installs what this needs: build, auditwheel, abi3audit, twine.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUT = ROOT / "dist"


def run(*command: str | Path) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-3000:]}"
    return done.stdout


def build_sdist() -> Path:
    shutil.rmtree(OUT, ignore_errors=True)
    run(sys.executable, "-m", "build", "--sdist", "--outdir", OUT, ROOT)
    (sdist,) = OUT.glob("*.tar.gz")
    print(f"{sdist.name}: {sdist.stat().st_size / 2**20:.1f} MiB", flush=True)
    return sdist


def tag_of(python: str) -> str:
    """Return the tag of the wheel that a Python takes."""
    version = run(python, "-c", "import sys; print(*sys.version_info[:2])").split()
    return "cp311-cp311" if version == ["3", "11"] else "cp312-abi3"


def wheel_for(python: str, sdist: Path, environment: Path) -> Path:
    """Return the wheel for a Python, built by it from the source distribution if there is none yet."""
    there = list(OUT.glob(f"*-{tag_of(python)}-*.whl"))
    if there:
        return there[0]
    start = time.monotonic()
    run(environment / "bin" / "python", "-m", "pip", "wheel", "--no-deps", "--wheel-dir", OUT, sdist)
    (wheel,) = OUT.glob(f"*-{tag_of(python)}-*.whl")
    size = wheel.stat().st_size / 2**20
    print(f"{wheel.name}: {size:.1f} MiB, built from source in {time.monotonic() - start:.0f} s", flush=True)
    return wheel


def look_through(wheels: list[Path], sdist: Path) -> None:
    """Check the metadata, the symbols of the stable ABI, and on which systems the wheels run."""
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, *wheels)
    print("twine: no objection")
    for wheel in wheels:
        if "abi3" in wheel.name:
            run(sys.executable, "-m", "abi3audit", "--strict", wheel)
            print(f"abi3audit: {wheel.name} keeps to the stable ABI")
        shown = run(sys.executable, "-m", "auditwheel", "show", wheel)
        tag = next(line for line in shown.splitlines() if "platform tag" in line)
        print(f"auditwheel: {tag.strip()}", flush=True)


def try_out(python: str, wheel: Path, environment: Path) -> None:
    inside = environment / "bin" / "python"
    run(inside, "-m", "pip", "install", "--quiet", wheel, "pytest")
    last = run(inside, "-I", "-m", "pytest", "-q", ROOT / "tests" / "wheel").strip().splitlines()[-1]
    print(f"{run(python, '--version').strip()} with {wheel.name}: {last}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    found = filter(None, (shutil.which(f"python3.{minor}") for minor in range(11, 16)))
    pythons = parser.parse_args().pythons or list(found)
    sdist = build_sdist()
    with tempfile.TemporaryDirectory() as folder:
        environments = {python: Path(folder) / str(number) for number, python in enumerate(pythons)}
        for python, environment in environments.items():
            run(python, "-m", "venv", environment)
        wheels = {python: wheel_for(python, sdist, environments[python]) for python in pythons}
        look_through(sorted(set(wheels.values())), sdist)
        for python, environment in environments.items():
            try_out(python, wheels[python], environment)


if __name__ == "__main__":
    main()
