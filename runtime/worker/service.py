"""The worker process: `python -m blockloom.runtime.worker.service ABOUT`, its parent at stdin and stdout.

ABOUT is a JSON object: `state`, the file in which variables outlive this process, if any; `catalogue`, the file of the
catalogue; `ops`, libraries to load. Requests are read, and the parent hears that the process is there, while TensorFlow
is imported.
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
    """The channel to the parent, and nothing else of this process at its ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is meant for the parent
    end_with_parent()
    streams = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb", buffering=0)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)  # an op that reads must not take away requests
    os.close(null)
    os.dup2(2, 1)  # nor may one that prints write between messages
    return Channel(*streams)


def main() -> None:
    """Serve the parent until it goes."""
    about, channel = json.loads(sys.argv[1]), connect()
    libraries = about["ops"]
    known = not libraries or catalogue_cache.cached_catalogue(Path(about["catalogue"])) is not None
    trial = None if known else op_libraries.LibraryTrial(libraries)
    with gc_paused():  # what TensorFlow brings stays: to walk it again and again takes an eighth of its import
        try:
            importlib.import_module("tensorflow")
        except Exception as error:  # whatever is wrong there
            channel.tell(UnusableEvent(op_libraries.not_imported(str(error)).args[0]))
            return
        from blockloom.runtime.worker.worker import RequestHandler, prepare

        prepare()
    try:
        if trial is not None:
            trial.wait()
        if libraries:
            op_libraries.load(libraries, known)
    except BadEnvironment as error:
        channel.tell(UnusableEvent(error.args[0]))
        return
    handler = RequestHandler(channel, about["state"], about["catalogue"])
    if not known:
        handler.write_catalogue()  # with that, nobody tries its libraries again
    handler.serve()


if __name__ == "__main__":
    main()
