"""Threads that fill the queues of a session, by TensorFlow's QueueRunner and Coordinator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import tensorflow as tf
from tensorflow.core.protobuf.queue_runner_pb2 import QueueRunnerDef
from tensorflow.python.training.queue_runner_impl import QueueRunner
from tensorflow.python.util import deprecation

from blockloom.runtime.run.session_calls import SessionCalls

_CLOSED = (tf.errors.OutOfRangeError, tf.errors.CancelledError)  # errors at the end of a thread's data
_GRACE = 1  # seconds to wait for threads to end


class QueueRunners:
    """The queue runners of one session. A thread that fails calls `failed` with its error."""

    def __init__(
        self,
        session: tf.compat.v1.Session,
        calls: SessionCalls,
        feeds: Mapping[str, Any],
        failed: Callable[[Exception], None],
    ):
        self.graph = session.graph
        self._calls, self._feeds, self._failed = calls, feeds, failed
        self._coordinator = tf.compat.v1.train.Coordinator()

    def start(self, runners: Iterable[QueueRunnerDef]) -> None:
        """Start the threads."""
        with self.graph.as_default(), deprecation.silence():
            for runner in runners:
                QueueRunner(queue_runner_def=runner).create_threads(self, self._coordinator, daemon=True, start=True)

    def stop(self) -> None:
        """Ask the threads to end, and cancel their operations."""
        self._coordinator.request_stop()

    def join(self) -> None:
        """Wait for the threads, for a moment."""
        self._coordinator.join(stop_grace_period_secs=_GRACE, ignore_live_threads=True)

    # --- methods of a session that a QueueRunner calls ----------------------------------------------------------------

    def make_callable(self, operation: tf.Operation) -> Callable[[], None]:
        """Return a function that runs an operation with the feeds of the session."""
        run = self._calls.apart(targets=[operation.name], feeds=list(self._feeds))

        def once() -> None:
            try:
                run(*self._feeds.values())
            except _CLOSED:
                raise
            except Exception as error:
                if not self._coordinator.should_stop():
                    self._failed(error)
                raise

        return once

    def run(self, operation: tf.Operation) -> None:
        """Run an operation that closes a queue."""
        self._calls.run_once(targets=[operation.name], feeds={}, aside=True)
