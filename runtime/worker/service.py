"""Main program of a worker: `python -m blockloom.runtime.worker.service ABOUT`.

The parent is at stdin and stdout. ABOUT is a JSON object: `state`, the file that preserves the values of variables, or
null; `catalogue`, the cache file of the catalogue; `ops`, libraries to load. The worker reads requests and sends
heartbeats while it imports TensorFlow.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import Phrase, phrase
from blockloom.runtime.protocol.events import UnusableEvent
from blockloom.runtime.worker import catalogue_cache
from blockloom.runtime.worker.channel import Channel, end_with_parent
from blockloom.runtime.worker.errors import BadEnvironment


def connect() -> Channel:
    """Return the channel to the parent, and detach stdin and stdout from the rest of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    end_with_parent()
    streams = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb", buffering=0)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)  # an op that reads stdin must not consume requests
    os.close(null)
    os.dup2(2, 1)  # an op that prints must not write between messages
    return Channel(*streams)


def main() -> None:
    """Serve the parent until it ends."""
    about, channel = json.loads(sys.argv[1]), connect()
    libraries = about["ops"]
    known = not libraries or catalogue_cache.cached_catalogue(Path(about["catalogue"])) is not None
    trial = None if known else LibraryTrial(libraries)
    with gc_paused():  # TensorFlow's objects are permanent: collecting garbage would take an eighth of the import time
        try:
            importlib.import_module("tensorflow")
        except Exception as error:  # an import may raise any exception
            channel.tell(UnusableEvent(tensorflow_import_error(str(error)).args[0]))
            return
        from blockloom.runtime.worker.worker import RequestHandler, configure_tensorflow

        configure_tensorflow()
    try:
        if trial is not None:
            trial.wait()
        if libraries:
            load_op_libraries(libraries, known)
    except BadEnvironment as error:
        channel.tell(UnusableEvent(error.args[0]))
        return
    handler = RequestHandler(channel, about["state"], about["catalogue"])
    if not known:
        handler.write_catalogue()  # with a written catalogue, later workers skip the trial of the libraries
    handler.serve()


if __name__ == "__main__":
    main()


# A library that has never been loaded is tried in a separate process first, because it may kill the process.


_PATIENCE = 100  # most seconds for the trial, including the import of TensorFlow
# The program prints each path before it loads the library, so the last one names a library that failed or killed the
# process. A library may print lines itself, and may block Python's signal handlers; hence the alarm.
_TRIAL = f"""
import json, signal, sys
if hasattr(signal, "alarm"):
    signal.alarm({_PATIENCE})
import tensorflow as tf
for path in sys.argv[1:]:
    print(json.dumps(path), flush=True)
    tf.load_op_library(path)
"""


class LibraryTrial:
    """Process that loads libraries; its start is immediate."""

    def __init__(self, paths: Sequence[str]):
        self._paths = paths
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _TRIAL, *paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def wait(self) -> None:
        """Wait for the end of the process.

        Raises:
            BadEnvironment: A library could not be loaded.
        """
        output, errors = (text.decode("utf-8", "replace") for text in self._process.communicate())
        code = self._process.returncode
        if not code:
            return
        if code > 0:
            why = (errors.strip().splitlines() or [""])[-1].rpartition("Error: ")[2]
        elif -code == getattr(signal, "SIGALRM", None):
            why = phrase("it does not finish in time")
        else:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
            why = phrase("it ends the process with {}", name)
        lines = output.split("\n")
        begun = [path for path in self._paths if json.dumps(path) in lines]
        if not begun:  # importing TensorFlow itself failed
            raise tensorflow_import_error(why)
        raise library_error(begun[-1], why)


def tensorflow_import_error(why: str) -> BadEnvironment:
    """Return the error for a TensorFlow that cannot be imported.

    It contains the line of `why` that names the error.
    """
    lines = why.strip().splitlines() or [""]
    named = next((line for line in reversed(lines) if re.match(r"\w+Error: ", line)), lines[0])
    return BadEnvironment(phrase("{}: TensorFlow cannot be imported: {}", sys.executable, named))


def library_error(path: str, why: str) -> BadEnvironment:
    """Return the error for a library that cannot be loaded."""
    reason = why if isinstance(why, Phrase) else why.removeprefix(f"{path}: ")
    if "undefined symbol" in reason:
        reason = phrase("most likely it was built for another TensorFlow ({})", reason)
    return BadEnvironment(phrase("the ops of {} cannot be loaded: {}", path, reason))


def load_op_libraries(paths: Iterable[str], known: bool) -> None:
    """Load libraries into this process, once, and add their ops to `op_registry.LIBRARIES`.

    Args:
        known: whether an earlier worker has loaded the libraries, so that checks are skipped. TensorFlow itself accepts
            libraries without ops and duplicate ops silently.

    Raises:
        BadEnvironment: A library cannot be loaded, has no ops, or defines an op that already exists.
    """
    import tensorflow as tf

    from blockloom.runtime.compile import op_registry

    def kernels() -> Counter[str]:
        return Counter(kernel.op for kernel in (() if known else op_registry.registered_kernels()))

    ops = {op.name for op in op_registry.registered_ops()}
    for path in paths:
        before, known_ops = kernels(), ops
        try:
            tf.load_op_library(path)
        except Exception as error:
            raise library_error(path, str(error).splitlines()[0] if str(error) else type(error).__name__) from None
        after, ops = kernels(), {op.name for op in op_registry.registered_ops()}
        if duplicates := sorted(op for op in known_ops if after[op] > before[op]):
            raise library_error(path, phrase("an op {} exists already: rename the op in this library", duplicates[0]))
        if not known and ops == known_ops:
            raise library_error(path, phrase("it has no ops"))
        op_registry.LIBRARIES.update(dict.fromkeys(ops - known_ops, path))
