"""The parent's side of a worker: start it, ask it, notice when it dies. No TensorFlow and no Qt here.

The window and `blockloom run` both use this. A worker can be killed at any time: documents are in the parent, and the
values of variables are in a file of the parent's.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from blocks.catalogue import Catalogue
from blocks.phrases import phrase
from runtime import catalogue_cache, messages, scratch

_REACT = 3.0  # seconds for a worker to end a run that it was told to end, before it is killed
# What TensorFlow says on every start, which is no news to a user.
_NOISE = re.compile(r"^[IW]\d{4} |^[IWE]\d{4} .*cu(?:da|Init)|^\d{4}-\d\d-\d\d .*: [IW] |^WARNING: All log messages"
                    r"|^To enable the following|^WARNING:tensorflow:|^Instructions for updating|^non-resource variables"
                    r"|^\*\*\* |^    @ |^PC: @|^\s*$")
_FATAL = re.compile(r"^F\d{4} [\d:.]+ +\d+ \S+\] |^\d{4}-\d\d-\d\d [\d:.]+ F \S+ \S+\] ")

Reply = tuple[dict, list[np.ndarray]]


class WorkerDied(RuntimeError):
    """The worker process ended while it was asked something; the text says how."""


class WorkerError(RuntimeError):
    """The worker refused a request; the text says why."""


class Worker:
    """One worker process at a time; `start` makes a new one after a death.

    `on_message` gets every message that no `call` waits for, `on_death` the reason when the process ends unasked, and
    `on_output` each line that ops print. All are called from threads of this object. With `keep_state`, variables
    survive the process.
    """

    def __init__(self, on_message: Callable[[dict, list[np.ndarray]], None] | None = None,
                 on_death: Callable[[str], None] | None = None, on_output: Callable[[str], None] | None = None,
                 keep_state: bool = True):
        self.on_message, self.on_death, self.on_output = on_message, on_death, on_output
        self._process: subprocess.Popen | None = None
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._answers: dict[int, Any] = {}
        self._said: collections.deque[str] = collections.deque(maxlen=20)
        self._run: int | None = None
        self._closing = False
        self._folder = scratch.make() if keep_state else None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def start(self) -> None:
        """Start the process, unless one is alive. Returns at once; TensorFlow is imported meanwhile."""
        if self.alive:
            return
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        environment.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
        environment.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")  # the same digits on every machine
        root = str(Path(__file__).resolve().parent.parent)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (root, environment.get("PYTHONPATH"))))
        # A group of its own: Ctrl-C is the parent's to handle.
        own_group: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {
            "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        state = [str(self._folder / "state")] if self._folder is not None else []
        self._closing = False
        self._run = None
        self._said.clear()
        self._process = process = subprocess.Popen(
            [sys.executable, "-m", "runtime.worker", *state], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment, bufsize=0, **own_group)
        talk = threading.Thread(target=self._listen_errors, args=(process,), daemon=True)
        talk.start()
        threading.Thread(target=self._listen, args=(process, talk), daemon=True).start()

    def send(self, do: str, arrays: list[np.ndarray] | None = None, **fields: Any) -> int:
        """Ask without waiting; the answer comes to `on_message` as {"reply": number, ...}. Raises WorkerDied."""
        number = next(self._numbers)
        if do == "run":
            self._run = number
        self._write(number, do, fields, arrays)
        if do == "stop":
            self._see_to_end(self._run, _REACT)
        elif do == "run" and fields.get("timeout") is not None:
            self._see_to_end(number, fields["timeout"] + _REACT)
        return number

    def call(self, do: str, arrays: list[np.ndarray] | None = None, *, within: float | None = None,
             **fields: Any) -> Reply:
        """Ask and wait. Raises WorkerDied, WorkerError, or TimeoutError after `within` seconds."""
        number = next(self._numbers)
        done = threading.Event()
        with self._lock:
            self._answers[number] = done
        if do == "run":
            self._run = number
        try:
            self._write(number, do, fields, arrays)
            if do == "run" and fields.get("timeout") is not None:
                self._see_to_end(number, fields["timeout"] + _REACT)
            # In slices, so that Ctrl-C is heard on every system.
            end = None if within is None else time.monotonic() + within
            while not done.wait(0.2):
                if end is not None and time.monotonic() > end:
                    raise TimeoutError(phrase("the worker did not answer within {:g} s", within))
        finally:
            with self._lock:
                answer = self._answers.pop(number, None)
        if isinstance(answer, str):
            raise WorkerDied(answer)
        message, data = answer
        if "failed" in message:
            raise WorkerError(message["failed"])
        return message, data

    def kill(self) -> None:
        """End the process at once."""
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()

    def close(self) -> None:
        """End the process for good; `on_death` is not called."""
        self._closing = True
        process = self._process
        if process is not None:
            process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
        if self._folder is not None:
            scratch.remove(self._folder)

    # --- threads --------------------------------------------------------------------------------------------------

    def _write(self, number: int, do: str, fields: dict, arrays: list[np.ndarray] | None) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise WorkerDied(phrase("the worker was not started"))
        data = b"".join(messages.encode({"id": number, "do": do, **fields}, arrays))
        try:
            with self._lock:
                view = memoryview(data)
                while view:
                    view = view[process.stdin.write(view):]
        except (OSError, ValueError):
            raise WorkerDied(self._reason(process)) from None

    def _see_to_end(self, run: int | None, seconds: float) -> None:
        """Kill the worker where a run has not ended by then: it may hang where not even its own watch gets through."""
        process = self._process

        def look() -> None:
            if self._run == run and process is self._process and process is not None and process.poll() is None:
                process.kill()
        if run is not None:
            timer = threading.Timer(seconds, look)
            timer.daemon = True
            timer.start()

    def _listen(self, process: subprocess.Popen, talk: threading.Thread) -> None:
        assert process.stdout is not None
        while True:
            try:
                got = messages.read(process.stdout)
            except (OSError, ValueError):
                got = None
            if got is None:
                break
            if got[0].get("stuck"):  # it ends now: who gets this answer must find it dead, and may start another one
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(2)
            number = got[0].get("reply")
            if number is not None and number == self._run:
                self._run = None
            with self._lock:
                waiting = self._answers.get(number) if number is not None else None
                if waiting is not None:
                    self._answers[number] = got
            if waiting is not None:
                waiting.set()
            elif self.on_message is not None:
                self.on_message(*got)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        talk.join(2)
        if process is not self._process:
            return
        reason = self._reason(process)
        self._run = None
        with self._lock:
            left = [(n, e) for n, e in self._answers.items() if isinstance(e, threading.Event)]
            self._answers.update((n, reason) for n, _ in left)
        for _, event in left:
            event.set()
        if self.on_death is not None and not self._closing:
            self.on_death(reason)

    def _listen_errors(self, process: subprocess.Popen) -> None:
        assert process.stderr is not None
        for raw in process.stderr:
            line = _FATAL.sub("", raw.decode("utf-8", "replace").rstrip())
            if not _NOISE.search(line):
                self._said.append(line)
                if self.on_output is not None:
                    self.on_output(line)

    def _reason(self, process: subprocess.Popen) -> str:
        code = process.poll()
        if code is None:
            how = phrase("the worker process does not answer")
        elif code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
            how = phrase("the worker process was ended by {}", name)
        else:
            how = phrase("the worker process ended with exit code {}", code)
        return phrase("{}: {}", how, self._said[-1]) if self._said else how


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
        return Catalogue(reply["types"], reply["tensorflow"])
    catalogue = catalogue_cache.cached_catalogue()
    if catalogue is None:
        raise WorkerError(phrase("the catalogue at {} cannot be read", reply["path"]))
    return catalogue
