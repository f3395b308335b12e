"""Limit the memory and time for reading a model by the size of its file.

A number takes at least one byte in a file, and at most eight in memory; so contents that are listed one by one never
exceed `TIMES` the size of the file. Only compact contents do: one value for a whole tensor, a layer with its size,
missing chunks, an archive. These may take up to `FREE` bytes.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.io.bounded_io import MIB
from blockloom.blocks.text.phrases import phrase

FREE, TIMES = 256 * MIB, 8  # most bytes of arrays: this number, or this multiple of the size of the file
NODE = 512  # assumed bytes of each node that inlining adds
# Most memory of the process: TensorFlow and Keras themselves; for each array, copies that are read, stored and written.
_MEMORY_FREE, _MEMORY_TIMES = 1280 * MIB, 3 * TIMES
_SECONDS, _SECONDS_MORE = 120.0, 2.0  # seconds for any model, and additional seconds for each MB
_THREAD = 64 * MIB  # memory for the threads of each core: their stacks and heaps count before they are used
_PARTS = 10_000  # most parts of a sparse file that are counted
_LIMITED = threading.Lock()  # the memory limit applies to the whole process
_LOOK = 0.05  # seconds between two checks of the memory of the process


class ModelTooLargeError(FileError):
    """Raised if a model would take more memory than the size of its file allows."""


class Budget:
    """The remaining bytes for the arrays of a model."""

    def __init__(self, size: int):
        self.left = FREE + TIMES * size
        self.size = size

    def add(self, path: str | Path) -> None:
        """Count another file of the model, which raises the limit."""
        size = size_of(path)
        self.left += TIMES * size
        self.size += size

    def take(self, count: int) -> None:
        """Take bytes of the budget.

        Raises:
            ModelTooLargeError: The budget is exceeded.
        """
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
    """Take bytes of the budget of the model being read.

    Raises:
        ModelTooLargeError: The budget is exceeded.
    """
    if (budget := _budget.get()) is not None:
        budget.take(count)


def add(path: str | Path) -> None:
    """Count another file to the model being read, which raises its limit."""
    if (budget := _budget.get()) is not None:
        budget.add(path)


def size_of(path: str | Path) -> int:
    """Return the bytes of a file without holes; 0 for a missing one."""
    try:
        size = os.stat(path).st_size
        if not hasattr(os, "SEEK_HOLE") or not os.path.isfile(path):
            return size
        number = os.open(path, os.O_RDONLY)
    except (OSError, ValueError):  # ValueError: the name is not valid for a file
        return 0
    held, end = 0, 0
    try:
        for _ in range(_PARTS):
            begin = os.lseek(number, end, os.SEEK_DATA)
            end = os.lseek(number, begin, os.SEEK_HOLE)
            held += end - begin
    except OSError:  # ENXIO: the rest of the file is a hole
        pass
    finally:
        os.close(number)
    return held


def of_model(path: Path) -> int:
    """Return the bytes of a model's file or folder, including the values of its variables."""
    folder, own = (path, "*") if path.is_dir() else (path.parent, "*.data-?????-of-?????")
    return sum(map(size_of, {path, *folder.glob(own), *folder.glob("variables/*")}))


def seconds(path: Path) -> float:
    """Return the seconds that reading a model may take."""
    return _SECONDS + _SECONDS_MORE * of_model(path) / 1e6


def memory(path: Path) -> int:
    """Return the additional bytes that the process may take while it reads a model."""
    return _MEMORY_FREE + _MEMORY_TIMES * of_model(path)


@contextlib.contextmanager
def limited(more: int) -> Iterator[None]:
    """Context manager in which this process may take at most `more` additional bytes.

    Beyond that, a MemoryError is raised or, on systems without such a limit, the process ends.
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
    """Context manager as `limited`, with a thread that checks the process's memory."""
    over, most = threading.Event(), _peak() + more

    def look() -> None:
        while not over.wait(_LOOK):
            if _peak() > most:
                print(f"it takes more than {more // MIB} MiB of memory", file=sys.stderr, flush=True)
                time.sleep(_LOOK)  # gives the parent time to read the message
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
    """Return the most bytes that this process has used."""
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


# Function that receives the current activity and its progress from 0.0 to 1.0. It may raise an exception to cancel
# reading.
Tell = Callable[[str, float], None]


def nobody(what: str, done: float) -> None:
    """Ignore the progress."""
