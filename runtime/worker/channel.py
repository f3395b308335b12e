"""A worker's end of the channel to its parent: it reads and beats from the start, before TensorFlow is imported."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import socket
import sys
import threading
import time
from collections import deque
from typing import Any, BinaryIO

from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.protocol import messages, wire
from blockloom.runtime.protocol.events import Event, HeartbeatEvent
from blockloom.runtime.protocol.records import Record
from blockloom.runtime.protocol.requests import Request, StopRequest

_BEAT = 1.0  # seconds


class Channel:
    """`requests` holds what the parent asked, by numbers; None only wakes who waits for one."""

    def __init__(self, stream: BinaryIO, out: BinaryIO):
        self._stream, self._out, self._lock = stream, out, threading.Lock()
        self.requests: queue.Queue[tuple[int, Request[Any]] | None] = queue.Queue()
        for work in (self._listen, self._beat):
            threading.Thread(target=work, daemon=True).start()

    def tell(self, event: Event) -> None:
        """Say something unasked; from any thread, as the answers are given."""
        self._write(wire.encode_event(event))

    def answer(self, number: int, reply: Record) -> None:
        """Answer the request of this number."""
        self._write(wire.encode_reply(number, reply))

    def refuse(self, number: int, why: str) -> None:
        """Say why a request is not answered."""
        self._write(wire.encode_failure(number, why))

    def _write(self, parts: list[bytes]) -> None:
        with self._lock:
            for part in parts:
                view = memoryview(part)
                while view:
                    view = view[self._out.write(view) :]

    def _listen(self) -> None:
        try:
            while (got := messages.read_message(self._stream)) is not None:
                number, request = wire.parse_request(*got)
                if isinstance(request, str):
                    self.refuse(number, request)
                    continue
                if isinstance(request, StopRequest):
                    self._withdraw()
                self.requests.put((number, request))
        except Exception as error:  # Garbage, or no memory for it
            print("the parent's words cannot be read:", str(error) or type(error).__name__, file=sys.stderr, flush=True)
        finally:
            os._exit(0)  # the parent is gone, or speaks to nobody any more

    def _withdraw(self) -> None:
        """What was to be stopped and has not begun will not begin."""
        with self.requests.mutex:
            waiting = self.requests.queue
            begins = [got for got in waiting if got is not None and got[1].ended_by is StopRequest]
            self.requests.queue = deque(got for got in waiting if got is None or got[1].ended_by is not StopRequest)
        for number, _ in begins:
            self.refuse(number, phrase("it was stopped before it began"))

    def _beat(self) -> None:
        """Say every second that this process is there: the parent notices when it is not."""
        with contextlib.suppress(OSError):  # the parent is gone
            while True:
                self.tell(HeartbeatEvent())
                time.sleep(_BEAT)


def end_with_parent() -> None:
    """Have the system end this process when its parent ends, however busy it is: the parent holds the other end of a
    socket to which nothing is sent, and what happens at this end is, on Linux, reported by SIGKILL. Elsewhere the
    reading thread notices, once no operation holds Python's lock.
    """
    number = os.environ.pop("BLOCKLOOM_LIFELINE", "")
    if not number:
        return
    end = socket.socket(fileno=int(number))
    end.set_inheritable(False)
    if sys.platform == "linux":
        import fcntl

        fcntl.fcntl(end, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(end, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(end, fcntl.F_SETFL, fcntl.fcntl(end, fcntl.F_GETFL) | os.O_ASYNC)
        end.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            end.recv(1)
            os._exit(0)  # it was gone before that
    end.detach()  # as long as this process lives
