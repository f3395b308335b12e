"""The parent's side of a worker: start it, ask it, notice when it dies. No TensorFlow and no Qt here.

The window and `blockloom run` both use this. A worker can be killed at any time: documents are in the parent, and the
values of variables are in a file of the parent's.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.infer.inference import Inference
from blockloom.blocks.text import programs
from blockloom.blocks.text.phrases import phrase, why
from blockloom.runtime.protocol import scratch
from blockloom.runtime.protocol.deadlines import REACT, RUNS, STOPPED
from blockloom.runtime.worker import catalogue_cache
from blockloom.runtime.worker.process import Process, Reply, Request

_DRAIN = 10.0   # seconds for what a process has printed to be told after its end
_GONE = 5.0     # for a process that was killed to be gone


class WorkerDied(RuntimeError):
    """The worker process ended while it was asked something, or cannot be started; the text says how."""


class WorkerTimeout(WorkerDied, TimeoutError):
    """The worker did not answer in time, and was ended: nothing else would have helped."""


class WorkerError(RuntimeError):
    """The worker refused a request; the text says why."""


class Worker:
    """One worker process at a time; `start` makes a new one after a death.

    `on_message` gets every message that no `call` waits for, `on_death` the reason when the process ends unasked, and
    `on_output` what ops print: one or more whole lines. All are called from threads of this object. {"event": "silent",
    "seconds", "text"} says, each second, that there is no word from the process, and with 0 seconds that there is one
    again. With `keep_state`, variables survive the process. `command` is the program, if not TensorFlow's worker.
    """

    def __init__(self, on_message: Callable[[dict, list[np.ndarray]], None] | None = None,
                 on_death: Callable[[str], None] | None = None, on_output: Callable[[str], None] | None = None,
                 keep_state: bool = True, command: Sequence[str] | None = None):
        self.on_message, self.on_death, self.on_output = on_message, on_death, on_output
        self._folder = scratch.make() if keep_state else None
        state = [str(self._folder / "state")] if self._folder is not None else []
        self._command = command or programs.python("blockloom.runtime.worker.service", *state)
        self._process: Process | None = None
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._run: int | None = None
        self._closing = False

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.alive

    @property
    def pid(self) -> int | None:
        return self._process.popen.pid if self._process is not None else None

    @property
    def ready_at(self) -> float | None:
        """When TensorFlow was imported, by time.monotonic(); None: it is not yet."""
        return self._process.ready_at if self._process is not None else None

    def start(self) -> None:
        """Start the process, unless one is alive. Returns at once; TensorFlow is imported meanwhile. Raises
        WorkerDied where the system starts no more processes, say."""
        old = self._process
        if old is not None and not old.alive:
            old.over.wait(_GONE)
        with self._lock:
            if self.alive:
                return
            if self._process is not None:
                self._process.forget()  # what it may still say is not of the new one
            self._closing = False
            try:
                self._process = Process(self._command, self._hear, self._print, self._over)
            except OSError as error:
                raise WorkerDied(phrase("the worker cannot be started: {}", why(error))) from error

    def send(self, do: str, arrays: list[np.ndarray] | None = None, **fields: Any) -> int:
        """Ask without waiting, whatever the process does; the answer comes to `on_message` as {"reply": number, ...}.
        Fields and arrays are the worker's from then on. Raises WorkerDied."""
        request = self._ask(do, arrays, fields)
        if isinstance(request.answer, str):
            raise WorkerDied(request.answer)
        return request.number

    def call(self, do: str, arrays: list[np.ndarray] | None = None, *, within: float | None = None,
             **fields: Any) -> Reply:
        """Ask and wait. Raises WorkerError; WorkerDied where the process ends, also because it is closed or replaced;
        WorkerTimeout after `within` seconds, else when the deadline of such a request is over
        (runtime.protocol.deadlines), or when the process was stopped by a signal for STOPPED seconds, or `within` if
        that is less."""
        stopped = STOPPED if within is None else min(within, STOPPED)
        request = self._ask(do, arrays, fields, waited_for=True, within=within, stopped=stopped)
        while not request.answered.wait(0.2):   # in slices, so that Ctrl-C is heard on every system
            pass
        if request.answer is None or isinstance(request.answer, str):
            raise (WorkerTimeout if request.late else WorkerDied)(request.answer)
        message, data = request.answer
        if "failed" in message:
            raise WorkerError(message["failed"])
        return message, data

    def _ask(self, do: str, arrays: list[np.ndarray] | None, fields: dict, **how: Any) -> Request:
        process, number = self._process, next(self._numbers)
        if process is None:
            raise WorkerDied(phrase("the worker was not started"))
        request = process.ask(number, do, fields, arrays, **how)
        if do in RUNS:
            self._run = number
        elif do == "stop":
            process.hurry(self._run, REACT)
        return request

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the process for good; `on_death` is not called."""
        self._closing = True
        process = self._process
        if process is not None:
            process.kill()
            process.over.wait(_GONE)
            process.join(_DRAIN)
        if self._folder is not None:
            scratch.remove(self._folder)

    # --- from the threads of the process --------------------------------------------------------------------------

    def _hear(self, message: dict, arrays: list[np.ndarray]) -> None:
        if self.on_message is not None:
            self.on_message(message, arrays)

    def _print(self, text: str) -> None:
        if self.on_output is not None:
            self.on_output(text)

    def _over(self, process: Process, reason: str) -> None:
        with self._lock:    # one that ends at once does so before `start` knows it
            unasked = process is self._process and not self._closing
        if unasked and self.on_death is not None:   # without the lock: it may start another one
            self.on_death(reason)


@contextlib.contextmanager
def lent(worker: Worker | None = None, on_message: Callable[[dict, list[np.ndarray]], None] | None = None,
         on_output: Callable[[str], None] | None = None) -> Iterator[Worker]:
    """The worker that is given, started, or one that ends with it. Who interrupts ends either: what it was asked would
    go on there, and keep it from all else; who starts it again gets a new process."""
    own = worker is None
    worker = worker or Worker(on_message, on_output=on_output, keep_state=False)
    worker.start()
    try:
        yield worker
    except (KeyboardInterrupt, SystemExit):
        worker.kill()
        raise
    finally:
        if own:
            worker.close()


def silence_told(say: Callable[[str], None]) -> Callable[[dict, list[np.ndarray]], None]:
    """An `on_message` that says once, each time, why nothing is heard from a worker."""
    silent = False

    def hear(message: dict, arrays: list[np.ndarray]) -> None:
        nonlocal silent
        if message.get("event") == "silent":
            if message["text"] and not silent:
                say(message["text"])
            silent = bool(message["text"])
    return hear


def ensure_catalogue() -> Catalogue:
    """The catalogue of the installed TensorFlow; the first time a worker reads it, which takes some seconds.

    Raises WorkerDied or WorkerError where TensorFlow cannot be read.
    """
    catalogue = catalogue_cache.cached_catalogue()
    if catalogue is None:
        worker = Worker(keep_state=False)
        worker.start()
        try:
            catalogue = catalogue_of(worker.call("catalogue")[0])
        finally:
            worker.close()
    return catalogue


def catalogue_of(reply: dict) -> Catalogue:
    """The catalogue that a worker's answer to "catalogue" means."""
    if reply["types"] is not None:
        return Catalogue(reply["types"], Inference, reply["tensorflow"])
    catalogue = catalogue_cache.cached_catalogue()
    if catalogue is None:
        raise WorkerError(phrase("the catalogue at {} cannot be read", reply["path"]))
    return catalogue
