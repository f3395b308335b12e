"""Parent's view of a worker process, which it kills after a time limit. No TensorFlow and no Qt.

Four threads serve a process: they write requests, read answers, read its output, and watch the time. So the caller
never waits until the process reads, and every request gets an answer: from the process, or because a limit has passed
or the process has ended.
"""

from __future__ import annotations

import contextlib
import io
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import IO, Any, TypeVar

from blockloom.blocks.text import programs
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.protocol import messages
from blockloom.runtime.protocol.events import (
    Event,
    HeartbeatEvent,
    ReadyEvent,
    SaveProgressEvent,
    SilentEvent,
    UnusableEvent,
)
from blockloom.runtime.protocol.records import BUSY, LIVE, MAIN, NOW, SILENT, START, Record
from blockloom.runtime.protocol.replies import RunEndedReply
from blockloom.runtime.protocol.requests import RUNS, Request
from blockloom.runtime.worker.errors import BadEnvironment, WorkerDied, WorkerError, WorkerTimeout

_TICK = 0.2  # seconds between two checks of the time
_LATE = 1.0  # most seconds that count of a tick: a longer one means that this process was stopped or the machine asleep
_FLOW = 1 << 16  # an answer with at least this many bytes per tick counts as being transferred
_LAST_WORDS = 1.0  # most seconds to wait for the last messages and output of a process that has ended
_R = TypeVar("_R", bound=Record)


@dataclass(eq=False)
class Pending:
    """Request that is not answered yet.

    `limit` is the seconds that it may take, `stopped` the seconds that a signal may stop the process meanwhile; None
    for no limit.
    """

    number: int
    kind: type[Request[Any]]
    job: int  # number of the job in SaveProgressEvent, 0 if the request has none
    limit: float | None
    stopped: float | None
    answer: Future[Any]
    clock: float = 0.0  # seconds that the process has spent on the request
    late: bool = False  # whether the time limit of the request has passed

    def fail(self, reason: str, is_unusable: bool = False) -> None:
        """Set the error of the request. `is_unusable`: no process can run in this environment."""
        kind = BadEnvironment if is_unusable else WorkerTimeout if self.late else WorkerDied
        self.answer.set_exception(kind(reason))


class Process:
    """Worker process, started at once. Threads of this object call the callbacks.

    Args:
        heard: gets events.
        said: gets printed output, one or more whole lines at a time.
        ended: gets the reason for the end of the process, after all other calls.
        variables: environment variables that differ from those of this process.
        where: name of the selected TensorFlow, "" for Blockloom's own.

    Raises:
        OSError: The process cannot be started.
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
        self._killed, self._why = False, ""  # whether and why the parent killed the process
        self.reason = ""  # reason for the end of the process
        self._where, self._unusable = where, False  # whether the environment cannot run a process
        self.over = threading.Event()
        self.ready_at: float | None = None  # time.monotonic() after the import of TensorFlow
        self._bytes = 0  # bytes received so far
        self._calls: dict[int, object] = {}  # thread -> the callback that it is running
        self._silence = self._told = self._starting = self._stopped = 0.0
        self._open(command, variables or {"PYTHONPATH": programs.python_path()})
        self._threads = [
            threading.Thread(target=work, daemon=True, name=f"worker {work.__name__}")
            for work in (self._write, self._listen_errors, self._listen, self._watch)
        ]
        for thread in self._threads:
            thread.start()

    def _open(self, command: Sequence[str], variables: Mapping[str, str]) -> None:
        """Start the process with sockets, or pipes on Windows.

        Ops cannot open sockets by their names in `/proc/self/fd`.
        """
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
        self._lifeline, end = socket.socketpair()  # carries no data: it closes when this process ends
        with theirs, end:
            # The worker has its own process group, because the parent handles Ctrl-C.
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
        """Send a request without waiting. Another thread writes it, so the caller must not change its content.

        Args:
            within: see `Pending.limit`; None for the deadline of the request.
            stopped: see `Pending`.
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
            pending.fail(reason, self._unusable)
        else:
            self._outbox.put((pending, request))
        return answer

    def hurry(self, number: int | None, seconds: float) -> None:
        """Limit the remaining time of a request to `seconds`."""
        with self._lock:
            pending = self._pending.get(number) if number is not None else None
            if pending is not None:
                pending.limit = min(pending.clock + seconds, pending.limit or float("inf"))

    def kill(self, why: str = "") -> None:
        """Kill the process."""
        self._killed, self._why = True, self._why or why
        with contextlib.suppress(OSError):
            self.popen.kill()

    def forget(self) -> None:
        """Drop the callbacks; pending requests still get answers."""
        self._heard, self._said, self._ended = lambda event: None, lambda text: None, lambda process, reason: None

    def join(self, seconds: float) -> None:
        """Wait for the last messages and output of a process that has ended.

        Threads of this object must not call this method.
        """
        end = time.monotonic() + seconds
        for thread in self._threads[1:3]:
            if thread is not threading.current_thread():
                thread.join(max(end - time.monotonic(), 0))

    def _write(self) -> None:
        while (item := self._outbox.get()) is not None:
            pending, request = item
            del item
            try:
                data = b"".join(messages.encode_request(pending.number, request))
            except Exception as error:  # only the caller of this request gets the error
                self._take(messages.WorkerAnswer(pending.number, {}, [], phrase("{}: {}", type(error).__name__, error)))
                continue
            finally:
                del request  # frees the document and its arrays, because the answer may take hours
            try:
                view = memoryview(data)
                while view:
                    view = view[self._to.write(view) :]
            except (OSError, ValueError):
                return  # the process has ended, which the reading thread notices too

    def _listen(self) -> None:
        try:
            while (got := messages.read_message(self)) is not None:
                self._take(messages.parse_worker_message(*got))
        except OSError:
            pass
        except Exception as error:  # a malformed message, or not enough memory for it
            reason = error if str(error) else type(error).__name__
            self.kill(phrase("the worker process sent an invalid message, and was ended: {}", reason))
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(_LAST_WORDS)
        if self.popen.poll() is None:
            self.kill(phrase("the worker process does not answer"))
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.popen.wait(_LAST_WORDS)
        self._threads[1].join(_LAST_WORDS)
        if self.ready_at is None and self._where and not self._why:
            self._unusable, self._why = True, phrase("{}: TensorFlow does not start: {}", self._where, self._how())
        with self._lock:
            self.reason = self._why or self._how()
            unanswered, self._pending = list(self._pending.values()), {}
        self.over.set()
        self._outbox.put(None)
        for pending in unanswered:
            self._call(pending.fail, self.reason, self._unusable)
        for end in (self._channel, self._lifeline):
            if end is not None:
                end.close()
        self._call(self._ended, self, self.reason)

    def read(self, count: int) -> bytes:
        """Read for `messages.read_message`, and count the bytes."""
        data = self._from.read(count) or b""
        self._bytes += len(data)
        return data

    def _take(self, message: Event | messages.WorkerAnswer) -> None:
        self._silence = 0.0
        if isinstance(message, messages.WorkerAnswer):
            pending = self._pending.get(message.number)
            if pending is not None:
                self._take_answer(pending, message)
            return
        if isinstance(message, ReadyEvent):
            self.ready_at = time.monotonic()
        if isinstance(message, UnusableEvent):
            self._unusable, self._why = True, message.reason
            return
        if isinstance(message, SaveProgressEvent):
            with self._lock:
                for pending in self._pending.values():
                    if pending.job == message.job:
                        pending.clock = 0.0
        if not isinstance(message, HeartbeatEvent):
            self._call(self._heard, message)

    def _take_answer(self, pending: Pending, answer: messages.WorkerAnswer) -> None:
        reply = None if answer.error else answer.read(pending.kind.reply)
        if isinstance(reply, RunEndedReply) and reply.is_stuck:
            # The process is about to end: callbacks of this answer must see that, and may start another one.
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.popen.wait(2)
        with self._lock:
            if self._pending.pop(pending.number, None) is None:
                return
        if answer.error:
            self._call(pending.answer.set_exception, WorkerError(answer.error))
        else:
            self._call(pending.answer.set_result, reply)

    def _call(self, listener: Callable[..., None], *arguments: Any) -> None:
        self._calls[threading.get_ident()] = object()
        try:
            listener(*arguments)
        except Exception:  # an error in a callback must not end this thread
            threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
        finally:
            del self._calls[threading.get_ident()]

    def _listen_errors(self) -> None:
        assert self.popen.stderr is not None
        for text in self._printed.read(self.popen.stderr):
            self._call(self._said, text)

    def _watch(self) -> None:
        last, seen, calls, ended = time.monotonic(), 0, set[object](), 0.0
        while not self.over.wait(_TICK):
            now = time.monotonic()
            passed, last = min(now - last, _LATE), now
            flows, seen = self._bytes - seen >= _FLOW, self._bytes
            now_in = set(self._calls.copy().values())
            ours, calls = not calls.isdisjoint(now_in), now_in  # a slow callback does not count against the process
            if self._killed or self.popen.poll() is not None:
                ended += passed
                # Otherwise the channel stays open, since another process has its other end.
                if ended > _LAST_WORDS and self._channel is not None:
                    with contextlib.suppress(OSError):
                        self._channel.shutdown(socket.SHUT_RDWR)
                continue
            self._silence = 0.0 if flows or ours else self._silence + passed
            stopped = self._silence > SILENT / 2 and _stopped(self.popen.pid)
            self._stopped = self._stopped + passed if stopped else 0.0
            if self.ready_at is None:
                self._starting += passed
            self._report_silence(stopped)
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
                    name, seconds = pending.kind.wire_name, round(pending.limit, 1)
                    why = phrase("the worker did not answer {!r} within {:g} s, and was ended", name, seconds)
                    late = pending
                elif pending.stopped is not None and self._stopped > pending.stopped:
                    text = "the worker process was stopped by a signal (SIGSTOP) for {:.0f} s, and was ended"
                    late, why = pending, phrase(text, pending.stopped)
        if late is not None:
            late.late = True
            self.kill(why)
        elif self._starting > START:
            self.kill(phrase("TensorFlow was not imported within {:.0f} s: the worker was ended", START))

    def _report_silence(self, stopped: bool) -> None:
        """Send a SilentEvent every second of a silence, and one when it ends."""
        if self._silence < (SILENT if stopped else BUSY) or self.ready_at is None and not stopped:
            if self._told and not self._silence > self._told:
                self._told = 0.0
                self._call(self._heard, SilentEvent(0, ""))
        elif self._silence - self._told >= 1:
            self._told, seconds = self._silence, round(self._silence)
            text = (
                phrase(
                    "the worker process was stopped by a signal and has not answered for {} s: "
                    "continue it with `kill -CONT {}`",
                    seconds,
                    self.popen.pid,
                )
                if stopped
                else phrase("the worker has not answered for {} s: an operation is running", seconds)
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
    """Return the environment variables of a worker."""
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    environment.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    # Use pages of 2 MB if Linux grants them: a step that allocates and frees 100 MB of arrays then takes a third of the
    # time. Other systems ignore the variable.
    environment.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")
    # TensorFlow's own allocator reuses the memory of arrays. The C library's allocator fragments it: 1.8 times the
    # memory, and slower steps, for ResNet50 by a fifth.
    environment.setdefault("TF_CPU_ALLOCATOR_USE_BFC", "true")
    environment.setdefault("TF_CPU_BFC_MEM_LIMIT_IN_MB", str(1 << 20))  # a limit of 1 TB instead of 64 GB
    return environment


def _stopped(pid: int) -> bool:
    """Return whether a signal has stopped a process; False on other systems than Linux."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] == b"T"
    except (OSError, IndexError):
        return False


_LONGEST = 1 << 20  # most bytes of a line; longer lines are split
# Lines that TensorFlow prints at every start.
_NOISE = re.compile(
    r"^(?:[IW]\d{4} [\d:.]+ +\d+ \S+\] |\d{4}-\d\d-\d\d [\d:.]+: [IW] \S+\] |WARNING: All log messages"
    r"|To enable the following instructions:|WARNING:tensorflow:|Instructions for updating:"
    r"|(?:E\d{4} [\d:.]+ +\d+ |\d{4}-\d\d-\d\d [\d:.]+: E )"
    r"(?:(?=.*cu(?:da|Init))\S+\] |\S+\] oneDNN supports "
    r"|.*: Graph does not contain terminal node _SOURCE)"  # see runtime.run.session_calls
    r"|non-resource variables are not supported).*\n",
    re.MULTILINE,
)
# The beginning of a fatal error. Lines that look like a stack trace are removed only after such a line.
_FATAL = re.compile(
    r"^(?:F\d{4} [\d:.]+ +\d+ \S+\] |\d{4}-\d\d-\d\d [\d:.]+: F \S+\] "
    r"|(?=\*\*\* (?:SIG[A-Z]+ received at |Check failure stack trace: )))",
    re.MULTILINE,
)
_STACK = re.compile(r"^(?:\*\*\* |    @ |PC: @).*\n|[^\S\n]+$|^\n", re.MULTILINE)


class OutputReader:
    """Reads the output of a process. `last` is the last line that is not empty."""

    def __init__(self) -> None:
        self.last = ""
        self._fatal = False  # whether the output contains a fatal error

    def read(self, stream: IO[bytes]) -> Iterator[str]:
        """Yield the output, one or more whole lines at a time, until the process closes the stream."""
        rest = b""
        while data := stream.read(1 << 16):
            whole, newline, after = data.rpartition(b"\n")
            if newline or len(rest) > _LONGEST:
                yield from self._filter(rest + whole if newline else rest)
                rest = after if newline else data
            else:
                rest += data
        if rest:
            yield from self._filter(rest)

    def _filter(self, data: bytes) -> Iterator[str]:
        text, before = _NOISE.sub("", data.decode("utf-8", "replace") + "\n"), ""
        if not self._fatal and (match := _FATAL.search(text)):
            self._fatal = True
            before, text = text[: match.start()], text[match.start() :]
        for part in (before, _STACK.sub("", _FATAL.sub("", text)) if self._fatal else text):
            if part:
                self.last = next(filter(str.strip, reversed(part[-20_000:].split("\n")[-20:])), self.last)
                yield part[:-1]
