"""Run nodes in a session as callables, with or without TensorFlow's graph optimizer."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.protobuf import config_pb2
from tensorflow.core.protobuf.queue_runner_pb2 import QueueRunnerDef
from tensorflow.python.training.queue_runner_impl import QueueRunner
from tensorflow.python.util import deprecation

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.program import Program
from blockloom.runtime.run.step_fetches import cached

_LARGE = 200  # graphs with more nodes count as large
_READERS_KEPT = 8  # most callables in the cache, one for each set of variables

# TensorFlow sets its graph optimizer (Grappler) per session, and sessions share no state. But if the first pass of the
# optimizer fails, TensorFlow can run the graph unchanged (fail_on_optimizer_errors). A callable with this target makes
# the first pass fail at once: every graph that runs contains the node and ignores it, but no GraphDef contains it, and
# the optimizer gets a GraphDef.
UNOPTIMIZED = "_SOURCE"
_ASIDE = tf.compat.v1.RunOptions(timeout_in_ms=1000, inter_op_thread_pool=-1)  # runs ops in the calling thread


class SessionCalls:
    """Runs nodes of a session apart from its steps.

    Args:
        optimizes: whether the session has a graph optimizer.
        remote: whether the session is on a target.
        fed: default feeds.
    """

    def __init__(self, session: tf.compat.v1.Session, optimizes: bool, remote: bool, fed: Mapping[str, Any]):
        self._session, self.optimizes, self._remote, self._fed = session, optimizes, remote, fed
        self._readers: dict[tuple[str, ...], Any] = {}  # in order of use
        self._asking = threading.Lock()

    def reading(self, tensors: list[str]) -> Any:
        """Return a callable that returns these tensors without copies, in the calling thread."""
        return self.apart(tensors, aside=True, within=0)

    def apart(
        self,
        fetches: Sequence[str] = (),
        targets: Sequence[str] = (),
        feeds: Sequence[str] = (),
        aside: bool = False,
        within: int = _ASIDE.timeout_in_ms,
    ) -> Any:
        """Return a callable that runs nodes apart from the steps, as a function of the feeds.

        The graph optimizer, which takes longer than most of these runs, is skipped. `aside` means in the calling
        thread, for at most `within` milliseconds; 0 for any time.
        """
        options = config_pb2.CallableOptions(
            feed=feeds, fetch=fetches, target=[*targets, *([UNOPTIMIZED] if self.optimizes else [])]
        )
        if aside:
            options.run_options.inter_op_thread_pool = -1
            options.run_options.timeout_in_ms = within
        return taking(self._session, options)

    def run_once(
        self,
        fetches: Sequence[str] = (),
        targets: Sequence[str] = (),
        feeds: Mapping[str, Any] | None = None,
        aside: bool = False,
    ) -> Sequence[Any]:
        """Run nodes once apart from the steps; return the fetched values."""
        feeds = self._fed if feeds is None else feeds
        if self._remote:
            graph = self._session.graph
            return self._session.run([list(fetches), [graph.get_operation_by_name(one) for one in targets]], feeds)[0]
        return self.apart(fetches, targets, list(feeds), aside)(*feeds.values())

    def read(self, tensors: tuple[str, ...], feeds: Mapping[str, Any] = MappingProxyType({})) -> Sequence[Any]:
        """Return tensors, also during a step; variables that are written in place are not copied."""
        if self._remote:
            return self._session.run(tensors, dict(feeds))
        with self._asking:  # two threads may read at the same time
            run = cached(
                self._readers, tensors, lambda: self.apart(tensors, feeds=list(feeds), aside=True), _READERS_KEPT
            )
        return run(*feeds.values())


def is_large(program: Program) -> bool:
    """Return whether fetching and optimizing all nodes of a page takes too long."""
    return len(program.places) >= _LARGE


def only_computes(graph: tf.Graph) -> bool:
    """Return whether no op of a graph waits, loops or calls functions, so that a single thread can run the step."""
    return not any(
        (traits := traits_of(op.type)).waits
        or traits.flow == "next_iteration"
        or any(attr.type in ("func", "list(func)") for attr in op.op_def.attr)
        for op in graph.get_operations()
    )


def session_config(optimizes: bool, holding: int) -> Any:
    """Return the configuration of a session.

    Args:
        optimizes: whether the session has a graph optimizer.
        holding: the number of ops that occupy a thread while they wait.
    """
    config = tf.compat.v1.ConfigProto(inter_op_parallelism_threads=(os.cpu_count() or 1) + 2 + holding)
    rewriting = config.graph_options.rewrite_options
    rewriting.disable_meta_optimizer = not optimizes
    rewriting.fail_on_optimizer_errors = True  # see UNOPTIMIZED
    if optimizes:
        # Switch off TensorFlow's older optimizer: it folds constants by recursion, and a chain of 10,000 overflows the
        # stack.
        config.graph_options.optimizer_options.opt_level = config_pb2.OptimizerOptions.L0
    return config


def taking(session: tf.compat.v1.Session, options: config_pb2.CallableOptions) -> Any:
    """Return the callable for these options as a function of feeds; quantized dtypes are numpy integers."""
    run = session._make_callable_from_options(options)
    dtypes = [session.graph.get_tensor_by_name(name).dtype.base_dtype for name in options.feed]
    if not any(dtype.is_quantized for dtype in dtypes):
        return run
    views = [np.dtype(dtype.as_numpy_dtype) if dtype.is_quantized else None for dtype in dtypes]

    def converted(*values: Any, **more: Any) -> Any:
        fed = (value if view is None else np.asarray(value).view(view) for view, value in zip(views, values))
        return run(*fed, **more)

    return converted


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
