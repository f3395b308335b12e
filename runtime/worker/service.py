"""The worker process: `python -m blockloom.runtime.worker.service [FILE OF THE STATE]`, its parent at stdin and stdout.

Requests are read, and the parent hears that the process is there, while TensorFlow is imported.
"""

from __future__ import annotations

import os
import signal
import sys

from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.runtime.worker.channel import Channel, end_with_parent


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
    channel = connect()
    with gc_paused():  # what TensorFlow brings stays: to walk it again and again takes an eighth of its import
        from blockloom.runtime.worker.worker import RequestHandler, prepare

        prepare()
    RequestHandler(channel, sys.argv[1] if len(sys.argv) > 1 else None).serve()


if __name__ == "__main__":
    main()
