"""Main program of a worker: `python -m blockloom.runtime.worker.service ABOUT`.

The parent is at stdin and stdout. ABOUT is a JSON object: `state`, the file that preserves the values of variables, or
null; `catalogue`, the cache file of the catalogue; `ops`, libraries to load. The worker reads requests and sends
heartbeats while it imports TensorFlow.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from pathlib import Path

from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.runtime.protocol.events import UnusableEvent
from blockloom.runtime.worker import catalogue_cache, op_libraries
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
    trial = None if known else op_libraries.LibraryTrial(libraries)
    with gc_paused():  # TensorFlow's objects are permanent: collecting garbage would take an eighth of the import time
        try:
            importlib.import_module("tensorflow")
        except Exception as error:  # an import may raise any exception
            channel.tell(UnusableEvent(op_libraries.tensorflow_import_error(str(error)).args[0]))
            return
        from blockloom.runtime.worker.worker import RequestHandler, configure_tensorflow

        configure_tensorflow()
    try:
        if trial is not None:
            trial.wait()
        if libraries:
            op_libraries.load_op_libraries(libraries, known)
    except BadEnvironment as error:
        channel.tell(UnusableEvent(error.args[0]))
        return
    handler = RequestHandler(channel, about["state"], about["catalogue"])
    if not known:
        handler.write_catalogue()  # with a written catalogue, later workers skip the trial of the libraries
    handler.serve()


if __name__ == "__main__":
    main()
