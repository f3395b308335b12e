"""Channel of a worker to its parent. It works before TensorFlow is imported."""

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
from blockloom.runtime.protocol import messages
from blockloom.runtime.protocol.events import Event, HeartbeatEvent
from blockloom.runtime.protocol.records import Record
from blockloom.runtime.protocol.requests import Request, StopRequest

_HEARTBEAT_INTERVAL = 1.0  # seconds between two heartbeats


class Channel:
    """Connection to the parent with threads that read requests and send heartbeats.

    `requests` contains the numbered requests of the parent. None only wakes a thread that waits for one.
    """

    def __init__(self, stream: BinaryIO, out: BinaryIO):
        self._stream, self._out, self._lock = stream, out, threading.Lock()
        self.requests: queue.Queue[tuple[int, Request[Any]] | None] = queue.Queue()
        for work in (self._listen, self._beat):
            threading.Thread(target=work, daemon=True).start()

    def tell(self, event: Event) -> None:
        """Send an event. Any thread may call this method, `answer` and `refuse`."""
        self._write(messages.encode_event(event))

    def answer(self, number: int, reply: Record) -> None:
        """Answer the request with this number."""
        self._write(messages.encode_reply(number, reply))

    def refuse(self, number: int, error: str) -> None:
        """Answer the request with this number with an error."""
        self._write(messages.encode_failure(number, error))

    def _write(self, parts: list[bytes]) -> None:
        with self._lock:
            for part in parts:
                view = memoryview(part)
                while view:
                    view = view[self._out.write(view) :]

    def _listen(self) -> None:
        try:
            while (got := messages.read_message(self._stream)) is not None:
                number, request = messages.parse_request(*got)
                if isinstance(request, str):
                    self.refuse(number, request)
                    continue
                if isinstance(request, StopRequest):
                    self._withdraw()
                self.requests.put((number, request))
        except Exception as error:  # a malformed message, or not enough memory for it
            reason = str(error) or type(error).__name__
            print("a message of the parent cannot be read:", reason, file=sys.stderr, flush=True)
        finally:
            os._exit(0)  # the parent has ended or closed the channel

    def _withdraw(self) -> None:
        """Refuse the waiting requests that a StopRequest cancels."""
        with self.requests.mutex:
            waiting = self.requests.queue
            withdrawn = [item for item in waiting if item is not None and item[1].ended_by is StopRequest]
            self.requests.queue = deque(item for item in waiting if item is None or item[1].ended_by is not StopRequest)
        for number, _ in withdrawn:
            self.refuse(number, phrase("it was stopped before it started"))

    def _beat(self) -> None:
        """Send a heartbeat every second, so that the parent notices when this process stops working."""
        with contextlib.suppress(OSError):  # the parent has ended
            while True:
                self.tell(HeartbeatEvent())
                time.sleep(_HEARTBEAT_INTERVAL)


def end_with_parent() -> None:
    """Arrange for the system to end this process when its parent ends, even if the process is busy.

    The parent has the other end of a socket that carries no data. On Linux, the system reports the closing of the other
    end by SIGKILL. On other systems the reading thread notices, as soon as no operation keeps Python's lock.
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
            os._exit(0)  # the parent has already ended
    end.detach()  # keeps the socket open until this process ends
