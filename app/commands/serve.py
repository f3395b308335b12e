"""`blockloom serve`: be a task of a cluster."""

from __future__ import annotations

import argparse
import contextlib
import errno
import socket
import sys
import threading

from blockloom.app.commands.failing import fail
from blockloom.blocks import cluster as clusters
from blockloom.blocks.text.terminal import BAD, FAILED, INTERRUPTED, echo, say

_START = 120.0  # most seconds for importing TensorFlow and starting its server
EXPOSED = """\
TensorFlow's server listens on every network interface of this machine and asks nobody who they are: whoever can
connect to port {port} can run any graph here, which includes reading and writing files. Close the port to all machines
but those of the cluster with a firewall, or keep the cluster in a network namespace of its own (blockloom help
reference/clusters has recipes for both); then say so with --expose."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the cluster, and the task of this process."""
    parser.add_argument(
        "--cluster",
        required=True,
        metavar="FILE",
        help='a file with jobs and the addresses of their tasks: {"ps": ["localhost:2222"], "worker": [...]}',
    )
    parser.add_argument("--job", required=True, metavar="NAME", help="the job of this task")
    parser.add_argument("--index", type=int, default=0, metavar="N", help="the number of this task in its job, from 0")
    parser.add_argument(
        "--expose",
        action="store_true",
        help="start even though the server listens on every interface and authenticates nobody",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C, and return the exit code.

    It is 130 after Ctrl-C, 1 if the server cannot start or dies, and 2 for a bad cluster file or without --expose.
    """
    from blockloom.runtime.protocol.requests import ServeClusterTaskRequest
    from blockloom.runtime.worker.client import Worker
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    try:
        cluster = clusters.load(args.cluster)
        task = clusters.task(cluster, args.job, args.index)
    except clusters.ClusterError as error:
        return fail(error, BAD)
    port = clusters.split_address(task.address)[1]
    if not args.expose:
        return _say("not started.\n" + EXPOSED.format(port=port), BAD)
    if reason := _taken(port):
        return _say(f"{task} cannot start: {reason}", FAILED)
    died: list[str] = []
    ended = threading.Event()

    def on_death(reason: str) -> None:
        died.append(reason)
        ended.set()

    worker = Worker(on_death=on_death, on_output=echo, keep_state=False)
    try:
        worker.start()
        worker.call(ServeClusterTaskRequest(cluster, task.job, task.index), _START)
        _say(f"{task.name} is ready: port {port}, on every interface. Ctrl-C ends it")
        while not ended.wait(0.5):  # waits in slices, so that Ctrl-C works on every system
            pass
        return _say(f"{task} has ended: {died[0]}", FAILED)
    except KeyboardInterrupt:
        return _say(f"{task.name} is ended", INTERRUPTED)
    except (WorkerDied, WorkerError, TimeoutError) as error:
        return _say(f"{task} cannot start: {_taken(port) or error}", FAILED)
    finally:
        worker.close()


def _taken(port: int) -> str:
    """Return the reason why no server can listen on a port; "" if one can."""
    with contextlib.closing(socket.socket()) as probe:
        if sys.platform != "win32":  # on Windows, this option would let two processes share the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
            probe.listen()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"port {port} is in use by another process: end that one, or give the task another address"
            return f"port {port} cannot be listened on: {error.strerror or error}"
    return ""


def _say(text: str, code: int = 0) -> int:
    say(f"blockloom: {text}")
    return code
