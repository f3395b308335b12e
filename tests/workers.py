"""One worker process for all tests that do not mind what it did before: TensorFlow takes seconds to start."""

import atexit
import itertools

from blockloom.runtime.worker import client

Real = client.Worker    # tests put `Lent` in its place


class Lent:
    """Looks like a new `client.Worker` to who makes it. Its process is the one that all tests of this process share,
    unless somebody has that; one that is killed is started again, for its holder or the next."""

    _shared: Real | None = None
    _holder: "Lent | None" = None
    _documents = itertools.count(1)     # of two holders, none has the sessions of the other

    def __init__(self, on_message=None, on_death=None, on_output=None, keep_state=True, command=None):
        self.on_message, self.on_death, self.on_output = on_message, on_death, on_output
        self._worker, self._first = None, 1000 * next(self._documents)

    def start(self):
        if self._worker is None:
            self._worker = self._take()
        worker = self._worker
        warm = worker.alive and worker.ready_at is not None
        worker.on_message = lambda *told: self.on_message and self.on_message(*told)
        worker.on_death = lambda *told: self.on_death and self.on_death(*told)
        worker.on_output = lambda *told: self.on_output and self.on_output(*told)
        worker.start()
        if warm:
            worker.on_message({"event": "ready"}, [])

    def _take(self):
        if Lent._holder is not None:
            return Real()
        if Lent._shared is None:
            Lent._shared = Real()
            atexit.register(Lent._shared.close)
        Lent._holder = self
        return Lent._shared

    def send(self, do, arrays=None, **fields):
        return self._worker.send(do, arrays, **self._own(do, fields))

    def call(self, do, arrays=None, **fields):
        return self._worker.call(do, arrays, **self._own(do, fields))

    def _own(self, do, fields):
        return fields | {"owner": self._first + fields.get("owner", 0)} if do in ("open", "own") else fields

    def kill(self):
        self._worker.kill()

    def close(self):
        worker, self._worker = self._worker, None
        if worker is None:
            return
        worker.on_message = worker.on_death = worker.on_output = None
        if worker is not Lent._shared:
            worker.close()
            return
        Lent._holder = None
        try:    # nothing of what was opened is left; a run that goes on refuses to end so
            worker.call("own", owner=-1)
        except (client.WorkerDied, client.WorkerError):
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
