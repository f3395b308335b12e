"""Parent's side of a worker: start it, send requests, and notice its death. No TensorFlow and no Qt.

The window and `blockloom run` use this module. A worker may be killed at any time: documents are in the parent, and the
values of variables are in a file of the parent.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.runtime.protocol import requests, scratch
from blockloom.runtime.protocol.events import BuildProgressEvent, Event, SilentEvent
from blockloom.runtime.protocol.records import REACT, STOPPED
from blockloom.runtime.protocol.replies import CatalogueWrittenReply
from blockloom.runtime.protocol.requests import (
    RUNS,
    CheckPageRequest,
    ExportRequest,
    OpenRequest,
    R,
    Request,
    StopRequest,
    WriteScriptRequest,
)
from blockloom.runtime.worker import catalogue_cache, environment
from blockloom.runtime.worker.errors import NoTensorFlow, WorkerDied, WorkerError
from blockloom.runtime.worker.process import Process

_DRAIN = 10.0  # most seconds to read the output of a process that has ended
_GONE = 5.0  # most seconds for a killed process to end


class Worker:
    """One worker process at a time; `start` creates a new one after a death.

    All callbacks are called from threads of this object.

    Args:
        on_event: gets events. A SilentEvent comes every second while the process is silent, and with 0 seconds when it
            answers again.
        on_death: gets the reason when the process ends unexpectedly.
        on_output: gets the output of ops, one or more whole lines at a time.
        keep_state: whether the values of variables survive the process.
        command: the program; None for a worker with the selected TensorFlow, see `environment`.
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
        """Time of the import of TensorFlow, by time.monotonic(); None if it is not imported yet."""
        return self._process.ready_at if self._process is not None else None

    def start(self) -> None:
        """Start the process unless one is alive. Return at once; the process imports TensorFlow meanwhile.

        Raises:
            WorkerDied: The system cannot start a process.
            BadEnvironment: There is no TensorFlow.
        """
        old = self._process
        if old is not None and not old.alive:
            old.over.wait(_GONE)
        with self._lock:
            if self.alive:
                return
            if self._process is not None:
                self._process.forget()  # late messages of the old process do not concern the new one
            self._closing = False
            if not catalogue_cache.is_installed():
                raise NoTensorFlow(environment.missing_tensorflow_text())
            command, variables = (self._command, None) if self._command else environment.worker_command(self._about())
            where = "" if self._command else str(environment.selected_environment())
            try:
                self._process = Process(command, self._on_event, self._on_output, self._over, variables, where)
            except OSError as error:
                raise WorkerDied(phrase("the worker cannot be started: {}", file_error_reason(error))) from error

    def _about(self) -> dict[str, Any]:
        """Return the argument of the process: see `runtime.worker.service`."""
        state = str(self._folder / "state") if self._folder is not None else None
        return {
            "state": state,
            "catalogue": str(catalogue_cache.cache_path()),
            "ops": environment.selected_environment().ops,
        }

    def send(self, request: Request[R], within: float | None = None, stopped: float | None = None) -> Future[R]:
        """Send a request without waiting, in any state of the process.

        A thread of this object sets the result of the future: the reply or an error. The worker owns the content of the
        request from then on.

        Args:
            within: seconds for the answer, None for the deadline of the request.
            stopped: seconds that a signal may stop the process meanwhile, None for no limit.

        Returns:
            A future that raises WorkerError for a refusal; WorkerDied if the process ends, is closed or replaced;
            WorkerTimeout after a time limit.

        Raises:
            WorkerDied: No process was started.
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
        """Send a request and wait for the reply; raise the errors of `send`.

        A process that a signal has stopped gets STOPPED seconds to continue, or `within` if that is less.
        """
        answer = self.send(request, within, STOPPED if within is None else min(within, STOPPED))
        answered = threading.Event()  # an event is ten times as fast as futures.wait
        answer.add_done_callback(lambda _: answered.set())
        while not answered.wait(0.2):  # waits in slices, so that Ctrl-C works on every system
            pass
        return answer.result()

    def kill(self) -> None:
        """Kill the process."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Kill the process for good, without calling `on_death`."""
        self._closing = True
        process = self._process
        if process is not None:
            process.kill()
            process.over.wait(_GONE)
            process.join(_DRAIN)
        if self._folder is not None:
            scratch.remove_temporary_folder(self._folder)

    def _over(self, process: Process, reason: str) -> None:
        with self._lock:  # a process may end before `start` has assigned it
            is_unexpected = process is self._process and not self._closing
        if is_unexpected:  # call it without the lock, because the callback may start another process
            self._on_death(reason)


@contextlib.contextmanager
def borrow_worker(
    worker: Worker | None = None,
    on_event: Callable[[Event], None] = lambda event: None,
    on_output: Callable[[str], None] = lambda text: None,
) -> Iterator[Worker]:
    """Context manager that starts the given worker, or a temporary one.

    An interrupt kills either, because its request would continue and block all others. The next start creates a new
    process.
    """
    is_temporary = worker is None
    worker = worker or Worker(on_event, on_output=on_output, keep_state=False)
    worker.start()
    try:
        yield worker
    except (KeyboardInterrupt, SystemExit):
        worker.kill()
        raise
    finally:
        if is_temporary:
            worker.close()


def report_silence(show: Callable[[str], None]) -> Callable[[Event], None]:
    """Return an `on_event` callback that shows, once for each silence, why a worker does not answer."""
    is_silent = False

    def on_event(event: Event) -> None:
        nonlocal is_silent
        if isinstance(event, SilentEvent):
            if event.text and not is_silent:
                show(event.text)
            is_silent = bool(event.text)

    return on_event


def ensure_catalogue() -> Catalogue:
    """Return the catalogue of the TensorFlow of workers, or the shipped one without TensorFlow.

    The first time, a worker reads the ops, which takes some seconds.

    Raises:
        WorkerDied: The worker ended.
        WorkerError: The worker cannot read TensorFlow.
        BadEnvironment: The selected environment does not exist.
    """
    catalogue = catalogue_cache.cached_catalogue()
    if catalogue is None and not catalogue_cache.is_installed():
        return catalogue_cache.shipped_catalogue()
    if catalogue is None:
        worker = Worker(keep_state=False)
        worker.start()
        try:
            catalogue = catalogue_from_reply(worker.call(requests.WriteCatalogueRequest()))
        finally:
            worker.close()
    return catalogue


def catalogue_from_reply(reply: CatalogueWrittenReply) -> Catalogue:
    """Return the catalogue to which a reply refers."""
    if reply.types is not None:
        return Catalogue(reply.types, PageInference, reply.tensorflow)
    catalogue = catalogue_cache.cached_catalogue(Path(reply.path))
    if catalogue is None:
        raise WorkerError(phrase("the catalogue at {} cannot be read", reply.path))
    return catalogue


def find_suspect(
    reason: str,
    request: CheckPageRequest | OpenRequest | ExportRequest | WriteScriptRequest,
    within: float | None = None,
) -> Problem | None:
    """Return the problem of the block whose processing killed a worker with `reason`.

    Another worker gets the same request, with a limit of `within` seconds, and reports each block before TensorFlow
    gets it.

    Returns:
        None if the worker died without a block, or answers this time.
    """
    address = Address()

    def on_event(event: Event) -> None:
        nonlocal address
        if isinstance(event, BuildProgressEvent):
            address = parse(event.block)

    worker = Worker(on_event, keep_state=False)
    worker.start()
    try:
        careful: Request[Any] = replace(request, careful=True)
        worker.call(careful, within)
    except WorkerDied:
        return make_problem("kills-worker", address, why=reason) if address.block else None
    except WorkerError:
        pass
    finally:
        worker.close()
    return None
