"""A worker process as its parent sees it: started, asked, heard, and ended when it answers too late. No TensorFlow and
no Qt here.

Four threads serve it: one writes requests, one reads answers, one reads what it prints, one watches the clock. So who
asks never waits until the process reads, and every request is answered: by the process, or because its time is up or
the process has ended.
"""

from __future__ import annotations

import contextlib
import io
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import IO, Any, TypeVar

from blockloom.blocks.text import programs
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.protocol import messages, wire
from blockloom.runtime.protocol.deadlines import BUSY, LIVE, MAIN, NOW, SILENT, START
from blockloom.runtime.protocol.events import (
    Event,
    HeartbeatEvent,
    ReadyEvent,
    SaveProgressEvent,
    SilentEvent,
    UnusableEvent,
)
from blockloom.runtime.protocol.records import Record
from blockloom.runtime.protocol.replies import RunEndedReply
from blockloom.runtime.protocol.requests import RUNS, Request
from blockloom.runtime.worker.errors import BadEnvironment, WorkerDied, WorkerError, WorkerTimeout
from blockloom.runtime.worker.output_reader import OutputReader

_TICK = 0.2  # seconds between two looks at the clock
_LATE = 1.0  # of a longer tick only this counts: this process was stopped itself, or the machine slept
_FLOW = 1 << 16  # bytes in a tick that are an answer on its way
_LAST_WORDS = 1.0  # seconds for what a process that ended has said to arrive
_R = TypeVar("_R", bound=Record)


@dataclass(eq=False)
class Pending:
    """A request that is not answered yet. `limit` and `stopped` are the seconds that it may take, and that the process
    may be stopped by a signal meanwhile; None: as long as it takes.
    """

    number: int
    kind: type[Request[Any]]
    job: int  # of what events.Saving tells, else 0
    limit: float | None
    stopped: float | None
    answer: Future[Any]
    clock: float = 0.0  # seconds that the process had for it
    late: bool = False  # its time was up

    def died(self, reason: str, unfit: bool = False) -> None:
        """There will be no answer. `unfit`: where it is, no process could give one."""
        self.answer.set_exception((BadEnvironment if unfit else WorkerTimeout if self.late else WorkerDied)(reason))


class Process:
    """A process that is started at once. `heard` gets what it says unasked, `said` what is printed (one or more whole
    lines), `ended` the reason when the process is over, as the last of all. They are called from threads of this
    object. `variables` are those of its environment that are other than here. `where` names the TensorFlow that was
    chosen, "" for our own. Raises OSError where the process cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        heard: Callable[[Event], None],
        said: Callable[[str], None],
        ended: Callable[[Process, str], None],
        variables: Mapping[str, str] | None = None,
        where: str = "",
    ):
        self._heard, self._said, self._ended = heard, said, ended
        self._lock = threading.Lock()
        self._pending: dict[int, Pending] = {}
        self._outbox: queue.SimpleQueue[tuple[Pending, Request[Any]] | None] = queue.SimpleQueue()
        self._printed = OutputReader()
        self._killed, self._why = False, ""  # by this side, and why
        self.reason = ""  # why it is over
        self._where, self._unfit = where, False  # no process could do it there
        self.over = threading.Event()
        self.ready_at: float | None = None  # time.monotonic() when TensorFlow was there
        self._bytes = 0  # received so far
        self._calls: dict[int, object] = {}  # thread -> the call of a listener that it is in
        self._silence = self._told = self._starting = self._stopped = 0.0
        self._open(command, variables or {"PYTHONPATH": programs.python_path()})
        self._threads = [
            threading.Thread(target=work, daemon=True, name=f"worker {work.__name__}")
            for work in (self._write, self._listen_errors, self._listen, self._watch)
        ]
        for thread in self._threads:
            thread.start()

    def _open(self, command: Sequence[str], variables: Mapping[str, str]) -> None:
        """Sockets and no pipes where there are some: what `/proc/self/fd` names them, operations cannot open."""
        environment = {**worker_environment(), **variables}
        self._channel: socket.socket | None = None
        self._lifeline: socket.socket | None = None
        if os.name != "posix":
            self.popen = process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                bufsize=0,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
            assert process.stdin is not None and process.stdout is not None
            self._to: io.RawIOBase | IO[bytes] = process.stdin
            self._from: io.RawIOBase | IO[bytes] = process.stdout
            return
        self._channel, theirs = socket.socketpair()
        self._lifeline, end = socket.socketpair()  # nothing is ever sent: its end is that of this process
        with theirs, end:
            # A group of its own: Ctrl-C is the parent's to handle.
            self.popen = subprocess.Popen(
                command,
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                pass_fds=[end.fileno()],
                env=environment | {"BLOCKLOOM_LIFELINE": str(end.fileno())},
            )
        self._to, self._from = self._channel.makefile("wb", buffering=0), self._channel.makefile("rb", buffering=0)

    @property
    def alive(self) -> bool:
        return not self._killed and not self.over.is_set() and self.popen.poll() is None

    def ask(
        self, number: int, request: Request[_R], *, within: float | None = None, stopped: float | None = None
    ) -> Future[_R]:
        """Ask without waiting: what the request holds is written by another thread, so nobody may change it. For
        `within` and `stopped` see Pending.limit; without `within` it is the deadline of such a request.
        """
        answer: Future[_R] = Future()
        pending = Pending(
            number,
            type(request),
            getattr(request, "job", 0),
            request.time_limit() if within is None else within,
            stopped,
            answer,
        )
        with self._lock:
            reason = self.reason
            if not reason:
                self._pending[number] = pending
        if reason:
            pending.died(reason, self._unfit)
        else:
            self._outbox.put((pending, request))
        return answer

    def hurry(self, number: int | None, seconds: float) -> None:
        """A request has this long from now on, and no longer than it had."""
        with self._lock:
            pending = self._pending.get(number) if number is not None else None
            if pending is not None:
                pending.limit = min(pending.clock + seconds, pending.limit or float("inf"))

    def kill(self, why: str = "") -> None:
        """End it at once."""
        self._killed, self._why = True, self._why or why
        with contextlib.suppress(OSError):
            self.popen.kill()

    def forget(self) -> None:
        """Nobody listens any more; who waits for an answer gets one all the same."""
        self._heard, self._said, self._ended = lambda event: None, lambda text: None, lambda process, reason: None

    def join(self, seconds: float) -> None:
        """Until all was heard of a process that has ended, its last printed line, too; not from its own threads."""
        end = time.monotonic() + seconds
        for thread in self._threads[1:3]:
            if thread is not threading.current_thread():
                thread.join(max(end - time.monotonic(), 0))

    # --- threads --------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        while (asked := self._outbox.get()) is not None:
            pending, request = asked
            del asked
            try:
                data = b"".join(wire.encode_request(pending.number, request))
            except Exception as error:  # no such thing can be said: only who asked it is concerned
                self._take(wire.WorkerAnswer(pending.number, {}, [], phrase("{}: {}", type(error).__name__, error)))
                continue
            finally:
                del request  # a document and arrays, which the answer may take hours to follow
            try:
                view = memoryview(data)
                while view:
                    view = view[self._to.write(view) :]
            except (OSError, ValueError):
                return  # it has ended: the reading thread finds that out, too

    def _listen(self) -> None:
        try:
            while (got := messages.read_message(self)) is not None:
                self._take(wire.parse_worker_message(*got))
        except OSError:
            pass
        except Exception as error:  # Garbage, or no memory for it: whoever waits for an answer gets one below
            self.kill(
                phrase(
                    "the worker process wrote what cannot be read, and was ended: {}",
                    error if str(error) else type(error).__name__,
                )
            )
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(_LAST_WORDS)
        if self.popen.poll() is None:
            self.kill(phrase("the worker process does not answer"))
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.popen.wait(_LAST_WORDS)
        self._threads[1].join(_LAST_WORDS)
        if self.ready_at is None and self._where and not self._why:
            self._unfit, self._why = True, phrase("{}: TensorFlow does not start: {}", self._where, self._how())
        with self._lock:
            self.reason = self._why or self._how()
            left, self._pending = list(self._pending.values()), {}
        self.over.set()
        self._outbox.put(None)
        for pending in left:
            self._call(pending.died, self.reason, self._unfit)
        for end in (self._channel, self._lifeline):
            if end is not None:
                end.close()
        self._call(self._ended, self, self.reason)

    def read(self, count: int) -> bytes:
        """For messages.read: it counts."""
        data = self._from.read(count) or b""
        self._bytes += len(data)
        return data

    def _take(self, told: Event | wire.WorkerAnswer) -> None:
        self._silence = 0.0
        if isinstance(told, wire.WorkerAnswer):
            pending = self._pending.get(told.number)
            if pending is not None:
                self._take_answer(pending, told)
            return
        if isinstance(told, ReadyEvent):
            self.ready_at = time.monotonic()
        if isinstance(told, UnusableEvent):
            self._unfit, self._why = True, told.reason
            return
        if isinstance(told, SaveProgressEvent):
            with self._lock:
                for pending in self._pending.values():
                    if pending.job == told.job:
                        pending.clock = 0.0
        if not isinstance(told, HeartbeatEvent):
            self._call(self._heard, told)

    def _take_answer(self, pending: Pending, told: wire.WorkerAnswer) -> None:
        reply = None if told.error else told.read(pending.kind.reply)
        if isinstance(reply, RunEndedReply) and reply.is_stuck:
            # It ends now: who gets this answer must find it dead, and may start another one.
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.popen.wait(2)
        with self._lock:
            if self._pending.pop(pending.number, None) is None:
                return
        if told.error:
            self._call(pending.answer.set_exception, WorkerError(told.error))
        else:
            self._call(pending.answer.set_result, reply)

    def _call(self, listener: Callable[..., None], *arguments: Any) -> None:
        self._calls[threading.get_ident()] = object()
        try:
            listener(*arguments)
        except Exception:  # of whoever listens: this thread goes on
            threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
        finally:
            del self._calls[threading.get_ident()]

    def _listen_errors(self) -> None:
        assert self.popen.stderr is not None
        for text in self._printed.read(self.popen.stderr):
            self._call(self._said, text)

    # --- the clock ------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        last, seen, calls, ended = time.monotonic(), 0, set[object](), 0.0
        while not self.over.wait(_TICK):
            now = time.monotonic()
            passed, last = min(now - last, _LATE), now
            flows, seen = self._bytes - seen >= _FLOW, self._bytes
            now_in = set(self._calls.copy().values())
            ours, calls = not calls.isdisjoint(now_in), now_in  # a listener does not come back: no fault of the process
            if self._killed or self.popen.poll() is not None:
                ended += passed
                if ended > _LAST_WORDS and self._channel is not None:  # somebody else holds the other end
                    with contextlib.suppress(OSError):
                        self._channel.shutdown(socket.SHUT_RDWR)
                continue
            self._silence = 0.0 if flows or ours else self._silence + passed
            stopped = self._silence > SILENT / 2 and _stopped(self.popen.pid)
            self._stopped = self._stopped + passed if stopped else 0.0
            if self.ready_at is None:
                self._starting += passed
            self._tell_silence(stopped)
            self._count(passed, not (flows or ours or self.ready_at is None and not stopped))

    def _count(self, passed: float, works: bool) -> None:
        with self._lock:
            lanes, late, why = set[str](), None, ""
            for pending in self._pending.values():
                lane = pending.kind.deadline.lane
                if lane in lanes:
                    continue
                if lane == MAIN and not issubclass(pending.kind, RUNS) or lane == LIVE:
                    lanes.add(lane)
                if works or lane == NOW:
                    pending.clock += passed
                if pending.limit is not None and pending.clock > pending.limit:
                    late, why = (
                        pending,
                        phrase(
                            "the worker did not answer {!r} within {:g} s, and was ended",
                            pending.kind.wire_name,
                            round(pending.limit, 1),
                        ),
                    )
                elif pending.stopped is not None and self._stopped > pending.stopped:
                    late, why = (
                        pending,
                        phrase(
                            "the worker process was stopped by a signal (SIGSTOP) for {:.0f} s, and was ended",
                            pending.stopped,
                        ),
                    )
        if late is not None:
            late.late = True
            self.kill(why)
        elif self._starting > START:
            self.kill(phrase("TensorFlow was not imported within {:.0f} s: the worker was ended", START))

    def _tell_silence(self, stopped: bool) -> None:
        """A message a second while there is no word from it: whether that is news, and whose, is not told here."""
        if self._silence < (SILENT if stopped else BUSY) or self.ready_at is None and not stopped:
            if self._told and not self._silence > self._told:
                self._told = 0.0
                self._call(self._heard, SilentEvent(0, ""))
        elif self._silence - self._told >= 1:
            self._told, seconds = self._silence, round(self._silence)
            text = (
                phrase(
                    "the worker process was stopped by a signal and has not answered for {} s: "
                    "`kill -CONT {}` lets it go on",
                    seconds,
                    self.popen.pid,
                )
                if stopped
                else phrase("the worker has not answered for {} s: an operation keeps it busy", seconds)
            )
            self._call(self._heard, SilentEvent(seconds, text))

    def _how(self) -> str:
        code = self.popen.poll()
        if code is None:
            how = phrase("the worker process does not answer")
        elif code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
            how = phrase("the worker process was ended by {}", name)
        else:
            how = phrase("the worker process ended with exit code {}", code)
        return phrase("{}: {}", how, self._printed.last) if self._printed.last else how


def worker_environment() -> dict[str, str]:
    """The environment that a worker begins with."""
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    environment.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    # Memory in pages of 2 MB where Linux gives them to who asks: a step that makes 100 MB of arrays, and gives them up,
    # takes a third of the time. Other systems pass over it.
    environment.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")
    # TensorFlow keeps the memory of arrays for the next ones. What the C library gives and takes back has holes between
    # that fit no other array: 1.8 times the memory. Steps are faster, of ResNet50 by a fifth.
    environment.setdefault("TF_CPU_ALLOCATOR_USE_BFC", "true")
    environment.setdefault("TF_CPU_BFC_MEM_LIMIT_IN_MB", str(1 << 20))  # whatever there is, and not 64 GB
    return environment


def _stopped(pid: int) -> bool:
    """Whether a signal has stopped a process. Only Linux tells."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] == b"T"
    except (OSError, IndexError):
        return False
