"""The parent's side of a worker: start it, ask it, notice when it dies. No TensorFlow and no Qt here.

The window and `blockloom run` both use this. A worker can be killed at any time: documents are in the parent, and the
values of variables are in a file of the parent's.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.runtime.protocol import requests, scratch
from blockloom.runtime.protocol.deadlines import REACT, STOPPED
from blockloom.runtime.protocol.events import Event, SilentEvent
from blockloom.runtime.protocol.replies import CatalogueWrittenReply
from blockloom.runtime.protocol.requests import RUNS, R, Request, StopRequest
from blockloom.runtime.worker import catalogue_cache, environment
from blockloom.runtime.worker.errors import NoTensorFlow, WorkerDied, WorkerError
from blockloom.runtime.worker.process import Process

_DRAIN = 10.0  # seconds for what a process has printed to be told after its end
_GONE = 5.0  # for a process that was killed to be gone


class Worker:
    """A process that runs pages, one at a time; `start` starts a new one after a death. `with Worker() as worker:` ends
    it with the block.

    `on_event` gets what it says unasked, `on_death` the reason when the process ends unasked, and `on_output` what ops
    print: one or more whole lines. All are called from threads of this object. events.Silent says, each second, that
    there is no word from the process, and with 0 seconds that there is one again. With `keep_state`, variables survive
    the process. `command` is the program, if not a worker of the TensorFlow that was chosen: see `environment`.
    """

    def __init__(
        self,
        on_event: Callable[[Event], None] = lambda event: None,
        on_death: Callable[[str], None] = lambda reason: None,
        on_output: Callable[[str], None] = lambda text: None,
        keep_state: bool = True,
        command: Sequence[str] | None = None,
    ):
        self._on_event, self._on_death, self._on_output = on_event, on_death, on_output
        self._folder = scratch.make_temporary_folder() if keep_state else None
        self._command = command
        self._process: Process | None = None
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._run: int | None = None
        self._closing = False

    def __enter__(self) -> Worker:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

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
        WorkerDied where the system starts no more processes, say, and BadEnvironment where there is no TensorFlow.
        """
        old = self._process
        if old is not None and not old.alive:
            old.over.wait(_GONE)
        with self._lock:
            if self.alive:
                return
            if self._process is not None:
                self._process.forget()  # what it may still say is not of the new one
            self._closing = False
            if not catalogue_cache.is_installed():
                raise NoTensorFlow(environment.missing())
            command, variables = (self._command, None) if self._command else environment.command(self._about())
            where = "" if self._command else str(environment.chosen())
            try:
                self._process = Process(command, self._on_event, self._on_output, self._over, variables, where)
            except OSError as error:
                raise WorkerDied(phrase("the worker cannot be started: {}", file_error_reason(error))) from error

    def _about(self) -> dict[str, Any]:
        """What the process is told: see runtime.worker.service."""
        state = str(self._folder / "state") if self._folder is not None else None
        return {"state": state, "catalogue": str(catalogue_cache.cache_path()), "ops": environment.chosen().ops}

    def send(self, request: Request[R], within: float | None = None, stopped: float | None = None) -> Future[R]:
        """Ask without waiting, whatever the process does. The answer comes from a thread of this object: the reply, or
        WorkerError; WorkerDied where the process ends, also because it is closed or replaced; or WorkerTimeout, after
        `within` seconds, else when the deadline of such a request is over, or when the process was stopped by a signal
        for `stopped` seconds. What the request holds is the worker's from then on. Raises WorkerDied where none was
        started.
        """
        process, number = self._process, next(self._numbers)
        if process is None:
            raise WorkerDied(phrase("the worker was not started"))
        answer = process.ask(number, request, within=within, stopped=stopped)
        if isinstance(request, RUNS):
            self._run = number
        elif isinstance(request, StopRequest):
            process.hurry(self._run, REACT)
        return answer

    def call(self, request: Request[R], within: float | None = None) -> R:
        """Ask and wait; raises as `send`. A process that was stopped by a signal is waited for STOPPED seconds, or
        `within` if that is less.
        """
        answer = self.send(request, within, STOPPED if within is None else min(within, STOPPED))
        answered = threading.Event()  # ten times as fast as futures.wait
        answer.add_done_callback(lambda _: answered.set())
        while not answered.wait(0.2):  # in slices, so that Ctrl-C is heard on every system
            pass
        return answer.result()

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
            scratch.remove_temporary_folder(self._folder)

    # --- from a thread of the process -----------------------------------------------------------------------------

    def _over(self, process: Process, reason: str) -> None:
        with self._lock:  # one that ends at once does so before `start` knows it
            unasked = process is self._process and not self._closing
        if unasked:  # without the lock: it may start another one
            self._on_death(reason)


@contextlib.contextmanager
def lent(
    worker: Worker | None = None,
    on_event: Callable[[Event], None] = lambda event: None,
    on_output: Callable[[str], None] = lambda text: None,
) -> Iterator[Worker]:
    """The worker that is given, started, or one that ends with it. Who interrupts ends either: what it was asked would
    go on there, and keep it from all else; who starts it again gets a new process.
    """
    own = worker is None
    worker = worker or Worker(on_event, on_output=on_output, keep_state=False)
    worker.start()
    try:
        yield worker
    except (KeyboardInterrupt, SystemExit):
        worker.kill()
        raise
    finally:
        if own:
            worker.close()


def silence_told(say: Callable[[str], None]) -> Callable[[Event], None]:
    """An `on_event` that says once, each time, why nothing is heard from a worker."""
    silent = False

    def hear(event: Event) -> None:
        nonlocal silent
        if isinstance(event, SilentEvent):
            if event.text and not silent:
                say(event.text)
            silent = bool(event.text)

    return hear


def ensure_catalogue() -> Catalogue:
    """The catalogue of the TensorFlow that workers run, where there is none that of the TensorFlow that Blockloom was
    tested with; the first time a worker reads it, which takes some seconds.

    Raises WorkerDied or WorkerError where TensorFlow cannot be read, BadEnvironment where one was chosen that is not
    there.
    """
    catalogue = catalogue_cache.cached_catalogue()
    if catalogue is None and not catalogue_cache.is_installed():
        return catalogue_cache.shipped_catalogue()
    if catalogue is None:
        worker = Worker(keep_state=False)
        worker.start()
        try:
            catalogue = catalogue_of(worker.call(requests.WriteCatalogueRequest()))
        finally:
            worker.close()
    return catalogue


def catalogue_of(reply: CatalogueWrittenReply) -> Catalogue:
    """The catalogue that a worker's answer means."""
    if reply.types is not None:
        return Catalogue(reply.types, PageInference, reply.tensorflow)
    catalogue = catalogue_cache.cached_catalogue(Path(reply.path))
    if catalogue is None:
        raise WorkerError(phrase("the catalogue at {} cannot be read", reply.path))
    return catalogue
