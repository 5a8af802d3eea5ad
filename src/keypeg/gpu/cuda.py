"""The door to an NVIDIA GPU: its driver and NVRTC, CUDA's compiler as a library, both loaded when first asked for.

Nothing of CUDA is needed to build or install Keypeg. The driver comes with the GPU. NVRTC comes with a CUDA toolkit,
with packages that use one (CuPy, PyTorch), or alone by `pip install nvidia-cuda-nvrtc`.
"""

import ctypes
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from keypeg.errors import KeypegError, NotAllowed, TooLarge

_OUT_OF_MEMORY = 2
_MAJOR, _MINOR, _PROCESSORS, _KILOHERTZ = 75, 76, 16, 13  # attributes of a device
_ALIGNED = 16  # bytes, the most that a thread loads at once: arrays begin at a multiple of it
_KEEP_FREED = 4  # attribute of a memory pool: how much freed memory it keeps for later

_DRIVERS = ("libcuda.so.1", "nvcuda.dll")
_COMPILERS = (
    *("libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"),
    *("/usr/local/cuda/lib64/libnvrtc.so", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll"),
)
_PLACES = ("lib", "bin", "bin/x86_64")  # of libraries that pip installs, on Linux and on Windows


class Memory(Protocol):
    """Memory of a device."""

    @property
    def address(self) -> int: ...


class Part(NamedTuple):
    """Memory that is the rest of other memory, which stays for as long as this does."""

    address: int
    whole: Memory

    @classmethod
    def of(cls, memory: Memory, start: int) -> "Part":
        """Return the memory from a byte on."""
        return cls(memory.address + start, memory)


class Kernels(Protocol):
    """Compiled kernels, by name."""

    def launch(self, name: str, grid: tuple[int, int], threads: int, *arguments: Memory | int) -> None:
        """Start a kernel; a number is passed as 32 bits."""
        ...


class Device(Protocol):
    """What the engine asks of a device. Calls take effect in order, and a download waits for those before it."""

    def compile(self, source: str, macros: Mapping[str, int]) -> Kernels: ...

    def empty(self, size: int) -> Memory:
        """Take memory for this many bytes, which is given back with the object."""
        ...

    def zeros(self, size: int) -> Memory: ...

    def upload(self, *arrays: NDArray[Any]) -> list[Memory]:
        """Copy arrays to memory of their own, all at once."""
        ...

    def download(self, memory: Memory, start: int, array: NDArray[Any]) -> None:
        """Fill an array with what is in the memory, from a byte on."""
        ...


def _load(names: Sequence[str]) -> ctypes.CDLL | None:
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def _installed_compilers() -> Iterator[str]:
    """Find the libraries that pip has installed."""
    try:
        folders = [folder / place for folder in resources.files("nvidia").iterdir() for place in _PLACES]
    except (ModuleNotFoundError, NotADirectoryError):
        return
    for folder in folders:
        if folder.is_dir():
            yield from (str(file) for file in folder.iterdir() if _is_compiler(file.name))


def _is_compiler(name: str) -> bool:
    return name.startswith(("libnvrtc.so", "nvrtc64_")) and ".alt." not in name


@cache
def compiler() -> "Compiler | None":
    """Return NVRTC, or None if it is not found. It compiles without a GPU, too."""
    library = _load((*_installed_compilers(), *_COMPILERS))
    return None if library is None else Compiler(library)


class Compiler:
    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library

    def compile(self, source: str, architecture: int, macros: Mapping[str, int]) -> bytes:
        """Return machine code for an architecture: 90 for compute capability 9.0."""
        options = [f"--gpu-architecture=sm_{architecture}", "--std=c++17"]
        options += [f"--define-macro={name}={value}" for name, value in macros.items()]
        program = c_void_p()
        self._check("Create", byref(program), source.encode(), b"kernels.cu", 0, None, None)
        try:
            listed = (c_char_p * len(options))(*(option.encode() for option in options))
            if self._library.nvrtcCompileProgram(program, len(options), listed) != 0:
                log = self._text(program, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog").decode(errors="replace")
                raise NotAllowed("gpu-compile", log=_first_error(log.strip("\0")))
            return self._text(program, "nvrtcGetCUBINSize", "nvrtcGetCUBIN")
        finally:
            self._check("Destroy", byref(program))

    def _text(self, program: c_void_p, size_of: str, get: str) -> bytes:
        size = c_size_t()
        getattr(self._library, size_of)(program, byref(size))
        text = ctypes.create_string_buffer(size.value)
        getattr(self._library, get)(program, text)
        return text.raw

    def _check(self, call: str, *arguments: Any) -> None:
        result = getattr(self._library, f"nvrtc{call}Program")(*arguments)
        if result != 0:
            raise NotAllowed("gpu-compile", log=f"nvrtc{call}Program: {result}")


def _first_error(log: str) -> str:
    """Return the line of a compiler's log that says what is wrong; warnings and quoted source come before it."""
    lines = [" ".join(line.split()) for line in log.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), next(iter(lines), ""))


class _Driver:
    """Calls of the driver, checked. The context belongs to a thread, and is made current in each that calls."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        self._context: c_void_p | None = None
        self._threads = threading.local()

    def use(self, context: c_void_p) -> None:
        self._context = context

    def __call__(self, name: str, *arguments: Any) -> None:
        if self._context is not None and not hasattr(self._threads, "is_ready"):
            self._threads.is_ready = True
            self("cuCtxSetCurrent", self._context)
        result = getattr(self._library, name)(*arguments)
        if result == _OUT_OF_MEMORY:
            raise TooLarge("gpu-memory")
        if result != 0:
            said = c_char_p()
            self._library.cuGetErrorName(result, byref(said))
            raise NotAllowed("gpu-failed", call=name, error=(said.value or str(result).encode()).decode())


@cache
def gpu() -> "Gpu":
    """Return the first GPU, or say in one line why there is none."""
    library = _load(_DRIVERS)
    if library is None:
        raise NotAllowed("gpu-driver")
    found = compiler()
    if found is None:
        raise NotAllowed("gpu-compiler")
    driver, count = _Driver(library), c_int()
    if library.cuInit(0) != 0 or library.cuDeviceGetCount(byref(count)) != 0 or count.value == 0:
        raise NotAllowed("gpu-none")
    return Gpu(driver, found)


class _Allocated:
    """Memory of the GPU, given back with the object."""

    def __init__(self, driver: _Driver, pointer: c_uint64) -> None:
        self._driver, self._pointer = driver, pointer
        self.address = pointer.value

    def __del__(self) -> None:
        with suppress(KeypegError):  # a GPU that has failed refuses this too, which has been told
            self._driver("cuMemFreeAsync", self._pointer, None)


class _Loaded:
    """A module of kernels on the GPU."""

    def __init__(self, driver: _Driver, code: bytes) -> None:
        self._driver, self._module = driver, c_void_p()
        self._functions: dict[str, c_void_p] = {}
        driver("cuModuleLoadData", byref(self._module), code)

    def launch(self, name: str, grid: tuple[int, int], threads: int, *arguments: Memory | int) -> None:
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = c_void_p()
            self._driver("cuModuleGetFunction", byref(function), self._module, name.encode())
        # Each has eight bytes, of which a kernel takes the first four for a number.
        values = (c_uint64 * len(arguments))(*(x if isinstance(x, int) else x.address for x in arguments))
        start = ctypes.addressof(values)
        pointers = (c_void_p * len(arguments))(*range(start, start + ctypes.sizeof(values), ctypes.sizeof(c_uint64)))
        self._driver("cuLaunchKernel", function, *grid, 1, threads, 1, 1, 0, None, pointers, None)


class Gpu:
    """The first GPU of this machine."""

    def __init__(self, driver: _Driver, compiler: Compiler) -> None:
        self._driver, self._compiler = driver, compiler
        device, context, pool, everything = c_int(), c_void_p(), c_void_p(), c_uint64(2**64 - 1)
        driver("cuDeviceGet", byref(device), 0)
        driver("cuDevicePrimaryCtxRetain", byref(context), device)
        driver.use(context)
        driver("cuDeviceGetDefaultMemPool", byref(pool), device)
        driver("cuMemPoolSetAttribute", pool, _KEEP_FREED, byref(everything))
        self._device = device

    @property
    def name(self) -> str:
        text = ctypes.create_string_buffer(100)
        self._driver("cuDeviceGetName", text, len(text), self._device)
        return text.value.decode()

    def memory(self) -> tuple[int, int]:
        """Return how many bytes are free, and how many there are."""
        free, whole = c_size_t(), c_size_t()
        self._driver("cuMemGetInfo_v2", byref(free), byref(whole))
        return free.value, whole.value

    def speed(self) -> tuple[int, float]:
        """Return the number of multiprocessors, and their clock in Hz."""
        return self._attribute(_PROCESSORS), 1e3 * self._attribute(_KILOHERTZ)

    @property
    def multiplies_bits(self) -> bool:
        """Whether its tensor cores multiply matrices of bits, as all do from compute capability 8.0 on."""
        return self._attribute(_MAJOR) >= 8

    def _attribute(self, number: int) -> int:
        value = c_int()
        self._driver("cuDeviceGetAttribute", byref(value), number, self._device)
        return value.value

    def compile(self, source: str, macros: Mapping[str, int]) -> Kernels:
        architecture = 10 * self._attribute(_MAJOR) + self._attribute(_MINOR)
        return _Loaded(self._driver, self._compiler.compile(source, architecture, macros))

    def empty(self, size: int) -> Memory:
        pointer = c_uint64()
        self._driver("cuMemAllocAsync", byref(pointer), c_size_t(max(size, 1)), None)
        return _Allocated(self._driver, pointer)

    def zeros(self, size: int) -> Memory:
        memory = self.empty(size)
        self._driver("cuMemsetD8Async", c_uint64(memory.address), 0, c_size_t(size), None)
        return memory

    def upload(self, *arrays: NDArray[Any]) -> list[Memory]:
        data = [np.ascontiguousarray(array) for array in arrays]
        gaps = [bytes(-array.nbytes % _ALIGNED) for array in data]
        starts = [0, *accumulate(array.nbytes + len(gap) for array, gap in zip(data, gaps, strict=True))]
        memory = self.empty(starts.pop())
        if len(data) > 1:
            pieces = [piece for array, gap in zip(data, gaps, strict=True) for piece in (array.data, gap)]
            data = [np.frombuffer(b"".join(pieces), np.uint8)]
        source, size = c_void_p(data[0].ctypes.data), c_size_t(data[0].nbytes)
        self._driver("cuMemcpyHtoD_v2", c_uint64(memory.address), source, size)
        return [Part.of(memory, start) for start in starts]

    def download(self, memory: Memory, start: int, array: NDArray[Any]) -> None:
        place = c_uint64(memory.address + start)
        self._driver("cuMemcpyDtoH_v2", c_void_p(array.ctypes.data), place, c_size_t(array.nbytes))
