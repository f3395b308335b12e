"""How nodes are run in a session: as callables, with or without TensorFlow's graph optimizer."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.protobuf import config_pb2

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.program import Program
from blockloom.runtime.run.step_fetches import kept

_LARGE = 200  # nodes
_READERS_KEPT = 8  # callables for different sets of variables that are kept
# TensorFlow has one setting of its graph optimizer (Grappler) for all of a session, and sessions share no state. But
# where a pass of it fails, TensorFlow runs the graph as it is, if it is told to do so (fail_on_optimizer_errors). Where
# a callable has this target, the first pass fails at once: the node is in every graph that runs, where it does nothing,
# and in no GraphDef, which is what the optimizer is given.
UNOPTIMIZED = "_SOURCE"
_ASIDE = tf.compat.v1.RunOptions(timeout_in_ms=1000, inter_op_thread_pool=-1)  # in the thread of the caller


class SessionCalls:
    """Runs nodes beside the steps of a session, which is on a target if `remote`. `optimizes`: it has a graph
    optimizer; `fed` are tensors with what they are fed where nothing else is said.
    """

    def __init__(self, session: tf.compat.v1.Session, optimizes: bool, remote: bool, fed: Mapping[str, Any]):
        self._session, self.optimizes, self._remote, self._fed = session, optimizes, remote, fed
        self._readers: dict[tuple[str, ...], Any] = {}  # the latest last
        self._asking = threading.Lock()

    def reading(self, tensors: list[str]) -> Any:
        """What gives these tensors as they lie in memory; of a page that is small in the thread that calls."""
        return self.apart(tensors, aside=True, within=0)

    def apart(
        self,
        fetches: Sequence[str] = (),
        targets: Sequence[str] = (),
        feeds: Sequence[str] = (),
        aside: bool = False,
        within: int = _ASIDE.timeout_in_ms,
    ) -> Any:
        """What runs something beside the steps, as a function of what is fed: the graph optimizer is kept out, which of
        a large page takes longer than that. `aside`: in the thread that calls, for so many milliseconds; 0: for any
        time.
        """
        options = config_pb2.CallableOptions(
            feed=feeds, fetch=fetches, target=[*targets, *([UNOPTIMIZED] if self.optimizes else [])]
        )
        if aside:
            options.run_options.inter_op_thread_pool = -1
            options.run_options.timeout_in_ms = within
        return taking(self._session, options)

    def once(
        self,
        fetches: Sequence[str] = (),
        targets: Sequence[str] = (),
        feeds: Mapping[str, Any] | None = None,
        aside: bool = False,
    ) -> Sequence[Any]:
        """Run something once beside the steps; gives what is fetched."""
        feeds = self._fed if feeds is None else feeds
        if self._remote:
            graph = self._session.graph
            return self._session.run([list(fetches), [graph.get_operation_by_name(one) for one in targets]], feeds)[0]
        return self.apart(fetches, targets, list(feeds), aside)(*feeds.values())

    def read(self, tensors: tuple[str, ...], feeds: Mapping[str, Any] = MappingProxyType({})) -> Sequence[Any]:
        """These tensors, while a step may be under way; what a variable may write in place is not copied."""
        if self._remote:
            return self._session.run(tensors, dict(feeds))
        with self._asking:  # steps, and who looks meanwhile
            run = kept(
                self._readers, tensors, lambda: self.apart(tensors, feeds=list(feeds), aside=True), _READERS_KEPT
            )
        return run(*feeds.values())


def is_large(program: Program) -> bool:
    """Whether a page has so many nodes that fetching and optimizing all of it takes too long."""
    return len(program.places) >= _LARGE


def only_computes(graph: tf.Graph) -> bool:
    """Whether no op of a graph waits, loops or calls functions, so that the step can run in a single thread."""
    return not any(
        (traits := traits_of(op.type)).waits
        or traits.flow == "next_iteration"
        or any(attr.type in ("func", "list(func)") for attr in op.op_def.attr)
        for op in graph.get_operations()
    )


def session_config(optimizes: bool, holding: int) -> Any:
    """The settings of a session: whether there is a graph optimizer, and for how many ops that hold a thread while they
    wait.
    """
    config = tf.compat.v1.ConfigProto(inter_op_parallelism_threads=(os.cpu_count() or 1) + 2 + holding)
    rewriting = config.graph_options.rewrite_options
    rewriting.disable_meta_optimizer = not optimizes
    rewriting.fail_on_optimizer_errors = True  # see UNOPTIMIZED
    if optimizes:
        # TensorFlow's older optimizer folds constants by recursion: a chain of 10,000 overflows the stack.
        config.graph_options.optimizer_options.opt_level = config_pb2.OptimizerOptions.L0
    return config


def taking(session: tf.compat.v1.Session, options: config_pb2.CallableOptions) -> Any:
    """The callable of these options, as a function of what is fed. Of quantized dtypes it takes numpy's integers."""
    run = session._make_callable_from_options(options)
    dtypes = [session.graph.get_tensor_by_name(name).dtype.base_dtype for name in options.feed]
    if not any(dtype.is_quantized for dtype in dtypes):
        return run
    views = [np.dtype(dtype.as_numpy_dtype) if dtype.is_quantized else None for dtype in dtypes]

    def converted(*values: Any, **more: Any) -> Any:
        fed = (value if view is None else np.asarray(value).view(view) for view, value in zip(views, values))
        return run(*fed, **more)

    return converted
