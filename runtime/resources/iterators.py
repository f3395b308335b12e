"""Iterators over datasets, and their positions in the same dataset."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.walks import reached
from blockloom.runtime.resources.resource import (
    CapturedResource,
    Resource,
    SessionRunner,
    UnrestorableError,
    attrs_of,
    v1,
)
from blockloom.runtime.resources.upstream_signature import NotReproducibleError, place_loss_input, upstream_hash

_OPEN = b"::CSV:pos"  # key in the state of an iterator over a CSV file, which may lose its position


class Position(NamedTuple):
    """Position of an iterator.

    Attributes:
        state: the state that TensorFlow serialises, None if the data restarts with the next step.
        start_count: how often the data has started.
        random_numbers: random numbers of the last start.
    """

    state: bytes | None
    start_count: int
    random_numbers: tuple[np.ndarray, ...] = ()


class Iterator(Resource):
    """Iterator that one op starts, or none (a OneShotIterator).

    Args:
        steps: the ops that steps run.
        begins: nodes that start the data of the session.
        fed: values of fed tensors.
    """

    def __init__(
        self,
        blocks: tuple[str, ...],
        op: tf.Operation,
        steps: Collection[tf.Operation],
        begins: Collection[str],
        fed: Mapping[str, np.ndarray],
    ):
        super().__init__(blocks, op)
        self.steps, self.fed = steps, fed
        makers = [user for user in op.outputs[0].consumers() if traits_of(user.type).renews]
        self.maker = makers[0] if len(makers) == 1 else None
        self.clear = len(makers) < 2 and not any(maker in steps for maker in makers)
        # The data of a validation restarts with each validation.
        self.goes_on = self.maker is None or self.maker.name in begins
        with self.adding():
            state = tf.raw_ops.SerializeIterator(resource_handle=op.outputs[0], external_state_policy=1)
            self.state = tf.raw_ops.SerializeTensor(tensor=state).name
            given = v1.placeholder(tf.string, [], "given")
            parsed = tf.raw_ops.ParseTensor(serialized=given, out_type=tf.variant)
            self.restore_op = tf.raw_ops.DeserializeIterator(resource_handle=op.outputs[0], serialized=parsed).name
            self.given = given.name
            # A restart uses the recorded random numbers, so that the session does not draw them again.
            self.random_tensors = (
                [op.outputs[0] for op in _upstream(self.maker) if traits_of(op.type).counts] if self.maker else []
            )
            self.slots = [self._slot(tensor) for tensor in self.random_tensors]

    def _slot(self, tensor: tf.Tensor) -> str:
        """Return the name of a tensor with the value that `tensor` had when the data last started."""
        handle = tf.raw_ops.VarHandleOp(dtype=tensor.dtype, shape=None, shared_name=f"{self.op.name}/{tensor.op.name}")
        assert self.maker is not None
        self.maker._add_control_input(tf.raw_ops.AssignVariableOp(resource=handle, value=tensor))
        return str(tf.raw_ops.ReadVariableOp(resource=handle, dtype=tensor.dtype).name)

    @cached_property
    def _header(self) -> tf.Tensor | None:
        """Input that marks the header of a CSV file, None if the iterator keeps its position.

        A restored iterator skips the header line a second time, and so misses a row. Restored without a header, it
        finds its position; that is possible for a single file that is read once.
        """
        op = self.maker.inputs[0].op if self.maker is not None else None
        while op is not None and not traits_of(op.type).loses_place:
            sources = [tensor.op for tensor in op.inputs if tensor.dtype == tf.variant]
            op = sources[0] if len(sources) == 1 and not traits_of(op.type).repeats else None
        if op is None:
            return None
        header, (names, *_) = place_loss_input(op), op.inputs
        is_own = len(header.consumers()) == 1 and header.name not in self.fed
        return header if is_own and names.shape.num_elements() == 1 and tf.get_static_value(header) else None

    @cached_property
    def _known(self) -> tuple[Any, list[str]]:
        """Key, and the random nodes that run when the data starts, in a fixed order."""
        random_ops: list[tf.Operation] = []
        try:
            if not self.clear or self.maker is None and not self.op.node_def.attr["dataset_factory"].HasField("func"):
                raise NotReproducibleError
            dataset = self.maker.inputs[:1] if self.maker is not None else ()
            header = self._header
            csv = header.consumers()[0] if header is not None else None
            signature = upstream_hash(dataset, self.op, exact=True, fed=self.fed, random_ops=random_ops, resumable=csv)
            if any(op in self.steps for op in random_ops):
                raise NotReproducibleError  # steps use the same random sequence
            if random_ops and csv is not None:
                raise NotReproducibleError  # a restart would draw other random numbers
        except NotReproducibleError:
            return None, []
        return (*attrs_of(self.op), signature), [op.name for op in random_ops]

    @property
    def key(self) -> Any:
        return self._known[0]

    def goes_back(self, calls: SessionRunner, content: Position) -> bool:
        """Return whether the data from here on equals the captured data.

        The random numbers of a start cannot be drawn again in the same session.
        """
        return not self._known[1] or self.maker is None or calls.start_counts[self.maker.name] == content.start_count

    def capture(self, calls: SessionRunner, ends: bool) -> CapturedResource:
        begun = calls.start_counts[self.maker.name] if self.maker is not None else 0
        if not self.goes_on:
            return CapturedResource(self.key, Position(None, begun), True, False)
        try:
            state, *drew = calls.fetch(self.state, *self.slots)
        except tf.errors.FailedPreconditionError:  # the iterator is not initialised yet
            return CapturedResource(self.key, Position(None, begun), True, False)
        if self.key is None:
            raise UnrestorableError
        state = bytes(state[()] if isinstance(state, np.ndarray) else state)
        return CapturedResource(self.key, Position(state, begun, tuple(map(np.array, drew))))

    def prepare(self, calls: SessionRunner, content: Position) -> None:
        """Draw the random numbers of the earlier starts of the data."""
        if self.maker is None:
            return
        before = content.start_count - (content.state is not None)
        if self._known[1]:
            draw = calls.function((), self._known[1], ())
            for _ in range(before):
                draw()
        calls.start_counts[self.maker.name] = max(before, 0)

    def restore(self, calls: SessionRunner, content: Position) -> None:
        if content.state is None:
            return
        again = (
            self.random_tensors
            and self.maker is not None
            and calls.start_counts[self.maker.name] != content.start_count
        )
        if again or self._header is not None:
            self._begin(calls, content)
        given = {self.given: np.array(content.state, object)}
        try:
            calls.run(self.restore_op, given)
        except tf.errors.FailedPreconditionError:
            if self.maker is None:
                raise
            self._begin(calls, content)
            calls.run(self.restore_op, given)

    def _begin(self, calls: SessionRunner, content: Position) -> None:
        """Start the data with the recorded random numbers, without the header that was read."""
        assert self.maker is not None
        given = {tensor.name: value for tensor, value in zip(self.random_tensors, content.random_numbers)}
        if self._header is not None and _OPEN in (content.state or b""):
            given[self._header.name] = np.array(False)
        calls.run(self.maker.name, {**self.fed, **given})
        calls.start_counts[self.maker.name] = content.start_count


def _upstream(op: tf.Operation) -> set[tf.Operation]:
    return {*reached([op], lambda one: [tensor.op for tensor in one.inputs])}
