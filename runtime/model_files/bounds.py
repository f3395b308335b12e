"""What a model's file may become is bounded by its own size: the arrays in it as a sum, and the memory and the time of
who reads it.

A number takes a byte in a file at least, and eight in memory at most; so what is in a file one by one is never beyond
`TIMES` its size. Only what stands for more than itself is: one value for a whole tensor, a layer with its size, chunks
that are not there, an archive. Of that, there may be `FREE` bytes.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.io.bounded_io import MIB
from blockloom.blocks.text.phrases import phrase

FREE, TIMES = 256 * MIB, 8  # bytes of arrays, and as many times what a file takes
NODE = 512  # bytes that a node takes, of those that a function has in the place of its calls
# Of the process: TensorFlow's and Keras's own; for an array one that is read, one that is held and one that is written.
_MEMORY_FREE, _MEMORY_TIMES = 1280 * MIB, 3 * TIMES
_SECONDS, _SECONDS_MORE = 120.0, 2.0  # for any model, and for each MB
_THREAD = 64 * MIB  # for the threads of each core, whose stacks and heaps count before they are used
_PARTS = 10_000  # of a file with holes that are looked at
_LIMITED = threading.Lock()  # the limit is one of the process
_LOOK = 0.05  # seconds between two looks at what the process takes


class ModelTooLargeError(FileError):
    """A model would take more memory than the size of its file allows."""


class Budget:
    """The bytes that the arrays of a model may take."""

    def __init__(self, size: int):
        self.left = FREE + TIMES * size
        self.size = size

    def add(self, path: str | Path) -> None:
        """Count another file of the model, which raises the limit."""
        size = size_of(path)
        self.left += TIMES * size
        self.size += size

    def take(self, count: int) -> None:
        """Take so many bytes of the budget. Raises ModelTooLargeError."""
        self.left -= count
        if self.left < 0:
            raise ModelTooLargeError(
                phrase(
                    "with it the model would take more than {:,} MiB, and its file takes {:,} KiB: it is "
                    "made to fill the memory, or damaged",
                    (FREE + TIMES * self.size) // MIB,
                    -(-self.size // 1024),
                )
            )


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextlib.contextmanager
def budgeted(path: Path) -> Iterator[None]:
    """Context manager in which the model of a file is read: `take` counts against its budget."""
    before = _budget.set(Budget(size_of(path)))
    try:
        yield
    finally:
        _budget.reset(before)


def take(count: int) -> None:
    """Take bytes of the budget of the model being read. Raises ModelTooLargeError."""
    if (budget := _budget.get()) is not None:
        budget.take(count)


def add(path: str | Path) -> None:
    """Count another file to the model being read, which raises its limit."""
    if (budget := _budget.get()) is not None:
        budget.add(path)


def size_of(path: str | Path) -> int:
    """The bytes of a file without holes; 0 for a missing one."""
    try:
        size = os.stat(path).st_size
        if not hasattr(os, "SEEK_HOLE") or not os.path.isfile(path):
            return size
        number = os.open(path, os.O_RDONLY)
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return 0
    held, end = 0, 0
    try:
        for _ in range(_PARTS):
            begin = os.lseek(number, end, os.SEEK_DATA)
            end = os.lseek(number, begin, os.SEEK_HOLE)
            held += end - begin
    except OSError:  # ENXIO: no data is left
        pass
    finally:
        os.close(number)
    return held


def of_model(path: Path) -> int:
    """The bytes of a model's file or folder, with the values of variables beside it."""
    folder, own = (path, "*") if path.is_dir() else (path.parent, "*.data-?????-of-?????")
    return sum(map(size_of, {path, *folder.glob(own), *folder.glob("variables/*")}))


def seconds(path: Path) -> float:
    """How many seconds the reading of a model may take."""
    return _SECONDS + _SECONDS_MORE * of_model(path) / 1e6


def memory(path: Path) -> int:
    """How many more bytes the process may take while it reads a model."""
    return _MEMORY_FREE + _MEMORY_TIMES * of_model(path)


# --- of the process ---------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def limited(more: int) -> Iterator[None]:
    """Context manager in which this process may take at most `more` more bytes. Beyond that a MemoryError is raised,
    or, where the system has no such limit, the process ends.
    """
    if sys.platform != "linux":
        with watched(more):
            yield
        return
    import resource

    with _LIMITED:
        before = resource.getrlimit(resource.RLIMIT_DATA)
        most = _taken_on_linux() + more + _THREAD * (os.cpu_count() or 1)
        if before[0] == resource.RLIM_INFINITY or before[0] > most:
            resource.setrlimit(resource.RLIMIT_DATA, (most, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_DATA, before)


@contextlib.contextmanager
def watched(more: int) -> Iterator[None]:
    """As `limited`, by a thread that looks at the process's memory."""
    over, most = threading.Event(), _peak() + more

    def look() -> None:
        while not over.wait(_LOOK):
            if _peak() > most:
                print(f"it takes more than {more // MIB} MiB of memory", file=sys.stderr, flush=True)
                time.sleep(_LOOK)  # for the parent to hear it
                os._exit(1)

    threading.Thread(target=look, daemon=True, name="memory").start()
    try:
        yield
    finally:
        over.set()


def _taken_on_linux() -> int:
    with open("/proc/self/status", encoding="ascii", errors="replace") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmData:"))


def _peak() -> int:
    """The most bytes that this process has had."""
    if os.name == "nt":
        import ctypes
        from ctypes import wintypes

        class Counters(ctypes.Structure):
            _fields_ = [
                ("cb", wintypes.DWORD),
                ("faults", wintypes.DWORD),
                *(
                    (name, ctypes.c_size_t)
                    for name in ("peak", "now", "peak_paged", "paged", "peak_other", "other", "file", "peak_file")
                ),
            ]

        counters = Counters(cb=ctypes.sizeof(Counters))
        process = ctypes.windll.kernel32.GetCurrentProcess  # type: ignore[attr-defined]
        process.restype = wintypes.HANDLE
        ask = ctypes.windll.psapi.GetProcessMemoryInfo  # type: ignore[attr-defined]
        ask.argtypes = wintypes.HANDLE, ctypes.POINTER(Counters), wintypes.DWORD
        ask(process(), ctypes.byref(counters), counters.cb)
        return counters.peak_file
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
