"""Replay the steps of one session of a page in a separate TensorFlow session without side effects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.protobuf import config_pb2

from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.program import DescribedResult, Program, Results, SessionProgram
from blockloom.runtime.replay.isolated_graph import IsolatedGraph, copied_graph, node_of
from blockloom.runtime.run.external_input_recorder import Tape
from blockloom.runtime.run.run_history import Values
from blockloom.runtime.run.session_calls import taking
from blockloom.runtime.run.step_fetches import as_array, names, tensor_array, writes_anywhere
from blockloom.runtime.run.variable_state import pieces

NOT_REACHED = DescribedResult(phrase("not reached"))
NOT_KNOWN = DescribedResult(phrase("cannot be replayed"))
_MOST = 32  # most callables of a session; releasing only some could delete functions of loops that others run


class ReplaySession:
    """A TensorFlow session that replays steps; methods raise the errors of TensorFlow.

    Ops that are added to `graph` before the first step can be fetched as well.

    Args:
        copied: The graph of the steps, with the names of the page's graph.
        graph: A graph with all these nodes; None for a new one.
        in_order: Whether ops run one after the other, always in the same order.
    """

    def __init__(
        self,
        program: Program,
        own: SessionProgram,
        copied: IsolatedGraph | None = None,
        graph: tf.Graph | None = None,
        in_order: bool = False,
    ):
        self.own = own
        self.copied = copied or copied_graph(program.graph, own)
        self.graph = graph or tf.Graph()
        with self.graph.as_default():
            if graph is None:
                tf.graph_util.import_graph_def(self.copied.definition, name="")
        self._in_order = in_order
        self._copies = writes_anywhere(program.graph) or any(not v.key.resource for v in own.variables)
        self._variables = {v.block: v for v in own.variables}
        self._session: tf.compat.v1.Session | None = None
        self._holds: set[str] = set()
        self._callables: dict[tuple[Any, ...], Any] = {}

    def close(self) -> None:
        """Close the session; `load` begins another one."""
        if self._session is not None:
            self._session.close()
        self._session, self._holds, self._callables = None, set(), {}

    def end(self) -> None:
        """Cancel the run in another thread, which then raises an error; the session is unusable afterwards."""
        if self._session is not None:
            self._session.close()

    def load(self, values: Values) -> None:
        """Initialise the variables with these values, and leave others uninitialised."""
        if self._session is None or len(self._callables) > _MOST or not self._holds <= values.keys():
            self.close()
            self._session = tf.compat.v1.Session(graph=self.graph, config=_config(self._in_order))
        there = [self._variables[block] for block in values if block in self._variables]
        for some in pieces(there, lambda v: values[v.block].nbytes):
            self.run([], [v.restore for v in some], {v.feed: values[v.block] for v in some})
        self._holds = set(values)

    def advance(self, tape: Tape, fetch: Sequence[str] = ()) -> Sequence[Any]:
        """Replay a step for its effects on the variables, and return the values of the tensors to fetch."""
        return self.run(fetch, self.targets(tape), self.fed(tape))

    def results(
        self, tape: Tape, given: Mapping[str, Any] | None = None, unreached: Collection[str] = frozenset()
    ) -> Results:
        """Replay a step for all its results, including those that were not fetched originally.

        Args:
            tape: The external inputs.
            given: Other values for tensors.
            unreached: Nodes that the step did not reach.
        """
        own, given = self.own, dict(given or {})
        gone = {*self.unknown(tape), *unreached}
        names = [
            name for name in self._shown() if node_of(name) not in gone and name not in own.feeds.keys() | given.keys()
        ]
        got: dict[str, Any] = {**own.feeds, **given}
        targets = [name for name in (*own.targets, *self.copied.extra_targets) if name not in gone]
        got |= zip(names, self.run(names, targets, self.fed(tape) | given))
        got |= {name: NOT_REACHED for name in self._shown() if node_of(name) in unreached}
        held = self.variables()
        by_read = {v.read: held[v.block] for v in own.variables if v.block in held}
        shown = {at: {pin: self._value(one, got) for pin, one in pins.items()} for at, pins in own.sources.items()}
        for at, pins in own.reads.items():
            row = shown.setdefault(at, {})
            row |= {pin: by_read.get(read, DescribedResult(phrase("not initialised"))) for pin, read in pins.items()}
        return shown

    def variables(self, blocks: Iterable[str] | None = None) -> dict[str, np.ndarray]:
        """Return the present values of initialised variables, by `Variable.block`."""
        asked = [self._variables[block] for block in (self._variables if blocks is None else blocks)]
        has = self.run([v.is_initialized for v in asked])
        there = [v for v, yes in zip(asked, has) if yes]
        values = self.run([v.read for v in there])
        return {v.block: as_array(value, DTYPES[v.key.dtype].label) for v, value in zip(there, values)}

    def targets(self, tape: Tape) -> list[str]:
        """Return the nodes to run for a step, without those that need inputs that were not recorded."""
        gone = self.unknown(tape)
        return [name for name in (*self.own.targets, *self.copied.extra_targets) if name not in gone]

    def unknown(self, tape: Tape) -> Collection[str]:
        """Return the nodes that can never be computed, or that need external inputs which the step did not read."""
        missing = [
            node_of(slot.tensor) for slot in self.own.external_inputs.slots if slot.sure and slot.tensor not in tape
        ]
        return self.copied.downstream(missing) | self.copied.unavailable.keys() if missing else self.copied.unavailable

    def fed(self, tape: Tape) -> dict[str, Any]:
        """Return the values to feed in a replay; unread external inputs get values that no node uses."""
        return self.own.feeds | {
            placeholder: tape[tensor] if tensor in tape else anything(self.graph.get_tensor_by_name(placeholder))
            for tensor, placeholder in self.copied.fed.items()
        }

    def run(
        self, fetch: Sequence[str], targets: Sequence[str] = (), feeds: Mapping[str, Any] | None = None
    ) -> Sequence[Any]:
        """Run nodes once, with tensors fed, and return the fetched values."""
        if not fetch and not targets:
            return []
        assert self._session is not None
        feeds = feeds or {}
        session, options = self._session, {"feed": list(feeds), "fetch": list(fetch), "target": list(targets)}
        key = tuple(fetch), tuple(targets), tuple(feeds)
        if key not in self._callables:
            self._callables[key] = taking(session, config_pb2.CallableOptions(**options))
        found = self._callables[key](*feeds.values())
        return [np.array(value) if isinstance(value, np.ndarray) and self._copies else value for value in found]

    def _shown(self) -> list[str]:
        """Return the shown tensors, each once, and the tensors that state whether these have a value."""
        alive, found = self.own.alive, dict.fromkeys(names(self.own.sources))
        return [*found, *dict.fromkeys(alive[name] for name in found if name in alive)]

    def _value(self, source: Any, got: Mapping[str, Any]) -> Any:
        if isinstance(source, list):
            return [self._value(one, got) for one in source]
        if isinstance(source, DescribedResult):
            return source
        if source not in got:
            return NOT_KNOWN
        if isinstance(got[source], DescribedResult):
            return got[source]
        alive = self.own.alive.get(source)
        if alive is not None and got[alive] != 0:
            return None
        return tensor_array(self.graph, source, got[source])


def anything(tensor: tf.Tensor) -> np.ndarray:
    """Return some value for a tensor that was not read, and that no node uses."""
    dims = [dim or 0 for dim in tensor.shape.as_list()] if tensor.shape.rank is not None else []
    return np.full(dims, b"", object) if tensor.dtype == tf.string else np.zeros(dims, tensor.dtype.as_numpy_dtype)


def _config(in_order: bool) -> Any:
    """Return a configuration without graph optimizers.

    Optimized graphs may differ in the last bit, and optimizing takes longer than a step.
    """
    config = tf.compat.v1.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = config_pb2.OptimizerOptions.L0
    if in_order:
        config.use_per_session_threads, config.inter_op_parallelism_threads = True, 1
    return config
