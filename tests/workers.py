"""One worker process for all tests that do not mind what it did before: TensorFlow takes seconds to start."""

import atexit
import itertools

from msgspec.structs import replace

from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import ReadyEvent
from blockloom.runtime.worker import client
from blockloom.runtime.worker.errors import WorkerDied, WorkerError

Real = client.Worker  # tests put `Lent` in its place


class Lent:
    """A stand-in for a new `client.Worker` that shares one process between all tests of this process.

    A holder has the process until it closes; a killed process is started again, for its holder or the next.
    """

    _shared: Real | None = None
    _holder: "Lent | None" = None
    _documents = itertools.count(1)  # of two holders, none has the sessions of the other

    def __init__(
        self,
        on_event=lambda event: None,
        on_death=lambda reason: None,
        on_output=lambda text: None,
        keep_state=True,
        command=None,
    ):
        self.on_event, self.on_death, self.on_output = on_event, on_death, on_output
        self._worker, self._first = None, 1000 * next(self._documents)

    __enter__, __exit__ = Real.__enter__, Real.__exit__

    def start(self):
        if self._worker is None:
            self._worker = self._take()
        worker = self._worker
        warm = worker.alive and worker.ready_at is not None
        worker.start()
        if warm:
            self.on_event(ReadyEvent())

    def _take(self):
        if Lent._holder is not None:
            return self._real(lambda: self)
        if Lent._shared is None:
            Lent._shared = self._real(lambda: Lent._holder)
            atexit.register(Lent._shared.close)
        Lent._holder = self
        return Lent._shared

    @staticmethod
    def _real(holder):
        """Return a worker whose events go to its holder."""
        return Real(
            lambda event: (one := holder()) and one.on_event(event),
            lambda reason: (one := holder()) and one.on_death(reason),
            lambda text: (one := holder()) and one.on_output(text),
        )

    def send(self, request, within=None, stopped=None):
        return self._worker.send(self._own(request), within, stopped)

    def call(self, request, within=None):
        return self._worker.call(self._own(request), within)

    def _own(self, request):
        own = isinstance(request, requests.OpenRequest | requests.SetDocumentRequest)
        return replace(request, owner=self._first + request.owner) if own else request

    def kill(self):
        self._worker.kill()

    def close(self):
        worker, self._worker = self._worker, None
        if worker is None:
            return
        if worker is not Lent._shared:
            worker.close()
            return
        Lent._holder = None
        try:  # nothing stays open; a run that continues refuses to end this way
            worker.call(requests.SetDocumentRequest(-1))
        except (WorkerDied, WorkerError):
            worker.kill()

    @property
    def alive(self):
        return self._worker is not None and self._worker.alive

    @property
    def pid(self):
        return self._worker.pid if self._worker is not None else None

    @property
    def ready_at(self):
        return self._worker.ready_at if self._worker is not None else None
