"""The second engine, on machines without a GPU: its kernels run on the processor, thread by thread."""

import ctypes
import itertools
import json
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from numpy.typing import NDArray

from keypeg import _core, cli, gpu, strategies
from keypeg.candidates import core_key, to_array
from keypeg.errors import KeypegError, NotAllowed, TooLarge
from keypeg.gpu import cuda
from keypeg.gpu.engine import RULES, Engine, Sets, _starts, source
from keypeg.gpu.shape import Shape
from keypeg.position import Position
from keypeg.rules import Variant
from keypeg.strategies.onestep import FACTORIES, Compared, OneStep, _order
from keypeg.tree import StrategyTree

STRATEGIES = ("knuth", "expected-size", "entropy", "most-parts")


class Bytes:
    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array
        self.address = array.ctypes.data


class Emulated:
    """Kernels compiled for the processor, whose threads take turns."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library

    def launch(self, name: str, grid: tuple[int, int], threads: int, *arguments: cuda.Memory | int) -> None:
        values = [given if isinstance(given, int) else given.address for given in arguments]
        listed = (ctypes.c_uint64 * len(values))(*values)
        kernel = ctypes.cast(self.library[name], ctypes.c_void_p)
        self.library.emulate(kernel, *grid, threads, listed, len(values))


class Emulator:
    """A device made of this processor."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def compile(self, source: str, macros: Mapping[str, int]) -> Emulated:
        compiler = shutil.which("c++")
        if compiler is None:
            pytest.skip("no C++ compiler is installed")
        (self.folder / "kernels.cpp").write_text(source, encoding="utf-8")
        shim = Path(__file__).with_name("emulator.hpp")
        options = ["-std=c++20", "-O0", "-w", "-shared", "-fPIC", "-include", str(shim)]
        options += [f"-D{name}={value}" for name, value in macros.items()]
        library = self.folder / "kernels.so"
        subprocess.run([compiler, *options, str(self.folder / "kernels.cpp"), "-o", str(library)], check=True)
        return Emulated(ctypes.CDLL(str(library)))

    def empty(self, size: int) -> Bytes:
        return Bytes(np.full(size + 1, 0xA5, np.uint8))  # what was there before must not matter

    def zeros(self, size: int) -> Bytes:
        return Bytes(np.zeros(size + 1, np.uint8))

    def upload(self, *arrays: NDArray[Any]) -> list[cuda.Memory]:
        return [Bytes(np.ascontiguousarray(array).copy()) for array in arrays]

    def download(self, memory: cuda.Memory, start: int, array: NDArray[Any]) -> None:
        ctypes.memmove(array.ctypes.data, memory.address + start, array.nbytes)


EnginePair = Callable[[str, int], Engine]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> EnginePair:
    made: dict[tuple[str, int], Engine] = {}

    def get(text: str, few: int) -> Engine:
        if (text, few) not in made:
            device = Emulator(tmp_path_factory.mktemp("kernels"))
            made[text, few] = Engine(device, Shape(Variant.parse(text), few, many=10))
        return made[text, few]

    return get


def tree(engine: Engine, line: str, name: str, first: str | None = None) -> StrategyTree:
    """Write a strategy out as `OneStep.grow` does, by this engine."""
    position = Position.parse(line)
    earlier = np.array([turn.guess for turn in position.turns], np.uint8).reshape(-1, position.variant.pegs) - 1
    rule = RULES[STRATEGIES.index(name)]
    row = None if first is None else to_array([position.variant.code(first)])[0]
    nodes = engine.grow_tree(rule, earlier.astype(np.uint8), position.candidates.array, row)
    return StrategyTree(position, name, *nodes)


def test_a_search_that_ends_early_lists_no_more_guesses(engine: EnginePair, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it does by Ctrl-C: at p8c8, the guesses for all parts take many seconds to list."""
    codes, one, number = _core.all_codes((3, 4, True)), np.ones(30, np.uint32), np.arange(30, dtype=np.uint32)
    listed: list[int] = []

    def list_slowly(*_: object) -> NDArray[np.uint8]:
        time.sleep(0.01)
        listed.append(1)
        return codes

    monkeypatch.setattr(_core, "class_representatives", list_slowly)
    monkeypatch.setattr(_core, "thread_count", lambda _: 1)
    sets = Sets(Bytes(codes), one, _starts(one), number, [])
    groups = engine("p3c4", 5)._groups(sets, dict.fromkeys(range(30), codes[:1]))
    next(groups)
    groups.close()  # type: ignore[attr-defined]
    assert len(listed) < 5


def test_distinct_guesses_are_listed_only_for_what_is_compared_with_them(
    engine: EnginePair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A set of few candidates is compared with all codes, however many that are."""
    position = Position.parse("p3c4 112=1b1w")
    codes, few = position.candidates.array, engine("p3c4", 5)
    expected = few.choose("entropy", codes[:1], codes[:5])
    monkeypatch.setattr(_core, "class_representatives", None)
    assert np.array_equal(few.choose("entropy", codes[:1], codes[:5]), expected)
    with pytest.raises(TypeError):
        few.choose("entropy", codes[:1], codes[:6])


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize(("line", "few"), [("p3c4", 5), ("p3c5n", 6), ("p4c4 1122=1b1w", 64), ("p6c2", 64)])
def test_the_kernels_grow_the_trees_of_the_core(engine: EnginePair, line: str, few: int, name: str) -> None:
    grown, expected = tree(engine(line.split(maxsplit=1)[0], few), line, name), strategies.grow(name, line)
    assert grown.as_json() == expected.as_json()
    assert [*grown.json_pieces()] == [*expected.json_pieces()]


@pytest.mark.parametrize("first", ["112", "444", "123"])
@pytest.mark.parametrize("turns", ["", " 112=1b1w", " 111=0b0w 222=0b0w", " 111=0b0w 222=0b0w 333=0b0w"])
def test_a_first_guess_is_made_however_many_candidates_there_are(engine: EnginePair, turns: str, first: str) -> None:
    grown, expected = (
        tree(engine("p3c4", 5), f"p3c4{turns}", "knuth", first),
        strategies.grow("knuth", f"p3c4{turns}", first),
    )
    assert grown.as_json() == expected.as_json()


@pytest.mark.parametrize(("text", "few"), [("p3c4", 5), ("p3c5n", 6), ("p4c4", 64)])
def test_the_kernels_count_the_parts_of_the_core(engine: EnginePair, text: str, few: int) -> None:
    key = core_key(Variant.parse(text))
    codes = _core.all_codes(key)
    for candidates in (codes[:1], codes[3:40], codes):
        sizes = engine(text, few).partition_sizes(codes, candidates)
        assert np.array_equal(sizes, _core.partition_sizes(key, codes, candidates))


def test_progress_ends_where_it_was_to_end(engine: EnginePair) -> None:
    told: list[tuple[float, float]] = []
    codes = _core.all_codes((3, 4, True))
    engine("p3c4", 5).grow_tree("entropy", codes[:0], codes, progress=lambda done, whole: told.append((done, whole)))
    assert told == sorted(told)
    assert 0.5 < told[-1][0] / told[-1][1] <= 1


@pytest.mark.parametrize(
    "text", ["p1c1", "p4c6", "p5c8", "p6c9", "p7c10", "p8c8", "p6c15", "p10c10", "p4c10n", "p5c30"]
)
def test_packed_codes_are_in_order_and_can_be_unpacked(text: str) -> None:
    shape = Shape(Variant.parse(text))
    shape.check()
    random = np.random.default_rng(7)
    rows = random.integers(0, shape.variant.colors, (50, shape.variant.pegs)).astype(np.uint8)
    packed = shape.pack(rows)
    assert np.array_equal(shape.unpack(packed), rows)
    assert [rows[i].tolist() for i in np.argsort(packed, kind="stable")] == sorted(rows.tolist())


@pytest.mark.parametrize("text", ["p11c2", "p10c65", "p5c100"])
def test_a_variant_that_the_kernels_can_not_hold_is_refused(text: str) -> None:
    with pytest.raises(TooLarge, match=text):
        Shape(Variant.parse(text)).check()


def test_a_tile_leaves_room_for_what_its_block_shares_besides() -> None:
    """A block has 48 KiB; beside its tile, `choose_large` has 1,025 rough scores and the best guesses of four warps."""
    counted = set()
    for pegs, colors, repeats in itertools.product(range(1, 11), range(1, 200), (True, False)):
        if repeats or pegs <= colors:
            shape = Shape(Variant(pegs, colors, repeats))
            with suppress(TooLarge):
                shape.check()
                counted.add(shape.tile)
                assert 4 * shape.planes * (shape.tile + 2) + 4 * 1025 + 4 * 16 <= 48 << 10, shape.variant
    assert counted == {8, 32}


@pytest.mark.parametrize("text", ["p4c6", "p8c8", "p4c10n", "p4c43"])
def test_the_kernels_compile_for_a_gpu(text: str) -> None:
    compiler = cuda.compiler()
    if compiler is None:
        pytest.skip("NVRTC is not installed (pip install nvidia-cuda-nvrtc)")
    assert compiler.compile(source(), 90, Shape(Variant.parse(text)).macros())[:4] == b"\x7fELF"


@pytest.mark.parametrize(
    "place", ["cu13/lib/libnvrtc.so.13", "cu13/bin/x86_64/nvrtc64_130_0.dll", "cuda_nvrtc/bin/nvrtc64_120_0.dll"]
)
def test_the_compiler_is_found_where_pip_installs_it(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / place).parent.mkdir(parents=True)
    for name in (Path(place).name, "libnvrtc-builtins.so.13.0", "nvrtc-builtins64_130.dll", "nvrtc64_120_0.alt.dll"):
        (tmp_path / place).with_name(name).touch()
    monkeypatch.setattr("importlib.resources.files", {"nvidia": tmp_path}.get)
    assert [*cuda._installed_compilers()] == [str(tmp_path / place)]


def test_a_mistake_in_the_kernels_is_told() -> None:
    compiler = cuda.compiler()
    if compiler is None:
        pytest.skip("NVRTC is not installed (pip install nvidia-cuda-nvrtc)")
    with pytest.raises(KeypegError, match="identifier") as told:
        compiler.compile("#warning not this\n__global__ void f() {\n  undeclared;\n}", 90, {})
    assert "\n" not in str(told.value)
    assert "not this" not in str(told.value)


@pytest.fixture
def no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "_DRIVERS", ())
    monkeypatch.setattr(cuda, "gpu", cuda.gpu.__wrapped__)
    gpu.engine_for.cache_clear()


@pytest.mark.usefixtures("no_driver")
def test_without_a_gpu_one_line_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tree", "p4c6", "--device", "cuda"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("keypeg: there is no GPU to use here: the driver of an NVIDIA GPU is not installed")
    assert said.count("\n") == 1


@pytest.mark.usefixtures("no_driver")
def test_auto_does_without_a_gpu(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "PAYS", 0)
    assert cli.main(["tree", "p3c4", "--strategy", "knuth", "--device", "auto", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["signature"] == "216:4:29"


def test_auto_does_without_a_gpu_for_which_nothing_can_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is with a GPU that is newer than the compiler."""
    device = Emulator(Path())
    monkeypatch.setattr(device, "compile", Mock(side_effect=NotAllowed("gpu-compile", log="sm_999")))
    monkeypatch.setattr(gpu, "engine_for", lambda variant: Engine(device, Shape(variant)))
    monkeypatch.setattr(gpu, "PAYS", 0)
    assert strategies.grow(strategies.on_device("knuth", "auto"), "p3c4").summary.signature == "216:4:29"
    with pytest.raises(NotAllowed, match="sm_999"):
        strategies.grow(strategies.on_device("knuth", "cuda"), "p3c4")


@pytest.mark.usefixtures("no_driver")
def test_without_a_compiler_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "_DRIVERS", ("libc.so.6",))
    monkeypatch.setattr(cuda, "compiler", lambda: None)
    with pytest.raises(KeypegError, match=r"keypeg\[gpu\]"):
        cuda.gpu()


class FakeLibrary:
    """A driver that says yes to everything."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int]] = []
        self.copied: list[bytes] = []

    def __getattr__(self, name: str) -> Callable[..., int]:
        def call(*arguments: object) -> int:
            self.calls.append((name, threading.get_ident()))
            if name == "cuMemcpyHtoD_v2":
                self.copied.append(ctypes.string_at(arguments[1], arguments[2].value))  # type: ignore[arg-type, attr-defined]
            return 2 if name == "cuMemAllocAsync" and arguments[1].value > 10**12 else 0  # type: ignore[attr-defined]

        return call


def test_every_thread_has_the_context_of_the_gpu_and_gives_memory_back() -> None:
    library = FakeLibrary()
    device = cuda.Gpu(cuda._Driver(library), None)  # type: ignore[arg-type]
    for _ in range(2):
        device.empty(100)
    thread = threading.Thread(target=device.empty, args=(100,))
    thread.start()
    thread.join()
    threads = [thread for name, thread in library.calls if name == "cuCtxSetCurrent"]
    assert len(threads) == len(set(threads)) == 2
    names = [name for name, _ in library.calls]
    assert names.count("cuMemAllocAsync") == names.count("cuMemFreeAsync") == 3
    with pytest.raises(TooLarge, match="too little memory"):
        device.empty(10**13)


def test_a_gpu_that_has_failed_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a failure the driver refuses every call, also those that give memory back."""
    has_failed, library = False, FakeLibrary()
    unheard: list[object] = []
    answer = FakeLibrary.__getattr__
    monkeypatch.setattr(
        FakeLibrary, "__getattr__", lambda own, name: (lambda *_: 700) if has_failed else answer(own, name)
    )
    monkeypatch.setattr("sys.unraisablehook", unheard.append)
    device = cuda.Gpu(cuda._Driver(library), None)  # type: ignore[arg-type]
    memory = device.empty(100)
    has_failed = True
    with pytest.raises(KeypegError, match="the GPU failed: cuMemAllocAsync, 700"):
        device.empty(100)
    del memory
    assert unheard == []


def test_arrays_go_to_the_gpu_by_one_call_and_begin_where_a_thread_can_load_them() -> None:
    library = FakeLibrary()
    device = cuda.Gpu(cuda._Driver(library), None)  # type: ignore[arg-type]
    arrays: list[NDArray[Any]] = [
        np.arange(5, dtype=np.uint32),
        np.arange(6, dtype=np.uint64)[::2],
        np.arange(3, dtype=np.uint8),
    ]
    places = [memory.address for memory in device.upload(*arrays)]
    assert [place - places[0] for place in places] == [0, 32, 64]
    (copied,) = library.copied
    for place, array in zip(places, arrays, strict=True):
        start = place - places[0]
        assert copied[start : start + array.nbytes] == array.tobytes()


def test_a_single_guess_has_to_be_more_work_than_the_processor_does_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "engine_for", lambda _: Mock())
    variant, threads = Variant(8, 8), _core.thread_count(0)
    assert gpu.pays(variant, gpu.PAYS, once=False)
    assert not gpu.pays(variant, gpu.PAYS_ONCE * threads - 1, once=True)
    assert gpu.pays(variant, gpu.PAYS_ONCE * threads, once=True)


def test_auto_counts_the_guesses_of_a_hint_up_to_symmetry(monkeypatch: pytest.MonkeyPatch) -> None:
    position, asked = Position.parse("p4c6 1122=1b1w"), []  # 39 kinds of guesses, 208 candidates

    def pays(_: Variant, pairs: int, *, once: bool) -> bool:
        asked.append((pairs, once))
        return False

    monkeypatch.setattr(gpu, "pays", pays)
    strategies.next_guess(strategies.on_device("entropy", "auto"), position)
    strategies.rank(strategies.on_device("entropy", "auto"), position, 3)
    assert asked == [(39 * 208, True)] * 2


@pytest.mark.parametrize("device", ["cuda", "auto"])
def test_a_tree_comes_from_the_device_that_is_asked_for(
    engine: EnginePair, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    monkeypatch.setattr(gpu, "engine_for", lambda _: engine("p3c4", 5))
    monkeypatch.setattr(gpu, "PAYS", 0)
    monkeypatch.setattr("keypeg.strategies.onestep._chooser", None)
    placed = strategies.on_device("entropy", device)
    assert placed == strategies.strategy("entropy")
    assert strategies.grow(placed, "p3c4").summary.signature == "208:4:23"
    assert strategies.grow(placed, "p3c4", "111").guess(0) == Variant(3, 4).code("111")


def test_a_tournament_writes_out_trees_on_the_device(
    engine: EnginePair, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gpu, "engine_for", lambda _: engine("p3c4", 5))
    monkeypatch.setattr("keypeg.strategies.onestep._chooser", None)
    assert cli.main(["tournament", "p3c4", "--strategies", "knuth,entropy", "--device", "cuda", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["signature"] for row in rows] == ["216:4:29", "208:4:23"]


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("line", ["p3c4 112=0b1w", "p3c4 112=0b1w 233=1b1w", "p3c4 112=2b0w 113=2b0w"])
def test_a_hint_comes_from_the_device_that_is_asked_for(
    engine: EnginePair, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, line: str
) -> None:
    commands = [["hint", *line.split(), "--strategy", name, "--top", top, "--json"] for top in ("1", "4")]
    for command in commands:
        assert cli.main(command) == 0
    by_core = capsys.readouterr().out
    monkeypatch.setattr(gpu, "engine_for", lambda _: engine("p3c4", 5))
    monkeypatch.setattr("keypeg.strategies.onestep._chooser", None)
    monkeypatch.setattr(Compared, "_part_sizes", None)
    for command in commands:
        assert cli.main([*command, "--device", "cuda"]) == 0
    assert capsys.readouterr().out == by_core


def test_a_gpu_plays_no_single_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tournament", "p3c4", "--games", "5", "--device", "cuda"]) == 2
    assert "--games and --device" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["first", "knuth-candidates", "optimal", "sampling"])
def test_other_strategies_are_refused_on_a_gpu(name: str) -> None:
    assert strategies.on_device(name, "cpu") == strategies.on_device(name, "auto") == strategies.strategy(name)
    with pytest.raises(KeypegError, match=f"{name} does not work on a GPU"):
        strategies.on_device(name, "cuda")


def test_the_rules_of_both_engines_have_the_same_names() -> None:
    made = [FACTORIES[name](0) for name in STRATEGIES]
    assert [one.rule.name for one in made if isinstance(one, OneStep)] == list(RULES)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("count", [520, 1296])
def test_runs_of_guesses_are_compared_for_candidates_of_any_number(engine: EnginePair, rule: str, count: int) -> None:
    key = (4, 6, True)
    codes = _core.all_codes(key)
    candidates = np.sort(np.random.default_rng(count).permutation(1296)[:count])
    guesses = np.sort(np.random.default_rng(7).permutation(1296)[:300])
    rows, some = np.ascontiguousarray(codes[candidates]), np.ascontiguousarray(codes[guesses])
    sizes = _core.partition_sizes(key, some, rows)
    one_step = FACTORIES[STRATEGIES[RULES.index(rule)]](0)
    assert isinstance(one_step, OneStep)
    best = _order(one_step.rule, sizes, sizes[:, -1] > 0)[0]
    assert np.array_equal(engine("p4c6", 64).choose_among(rule, some, rows), some[best])
