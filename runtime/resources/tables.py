"""Lookup tables: mutable tables and tables that are filled once."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.values.dtypes import fetched_array
from blockloom.runtime.resources.resource import (
    CapturedResource,
    Resource,
    SessionRunner,
    UnrestorableError,
    attrs_of,
    raw,
    v1,
)
from blockloom.runtime.resources.upstream_signature import NotReproducibleError, upstream_hash

Rows = list[np.ndarray]  # [keys, values] of a table


class LookupTable(Resource):
    """Table whose rows can be replaced."""

    def __init__(self, blocks: tuple[str, ...], op: tf.Operation):
        super().__init__(blocks, op)
        dtypes = [tf.as_dtype(op.get_attr(name)) for name in ("key_dtype", "value_dtype")]
        with self.adding():
            exported = raw("LookupTableExport", op)(table_handle=op.outputs[0], Tkeys=dtypes[0], Tvalues=dtypes[1])
            self.rows = [t.name for t in exported]
            self.fed = [v1.placeholder(dtype, None, "fed") for dtype in dtypes]
            self.size = raw("LookupTableSize", op)(table_handle=op.outputs[0]).name
            self.fill = self._filling().name
        self.names = [t.name for t in self.fed]

    def _filling(self) -> tf.Operation:
        keys, values = self.fed
        return raw("LookupTableImport", self.op)(table_handle=self.op.outputs[0], keys=keys, values=values)

    @property
    def key(self) -> Any:
        own = [attr.name for attr in self.op.op_def.attr if attr.name.startswith(("key_", "value_"))]
        return attrs_of(self.op, *own)

    def capture(self, calls: SessionRunner, ends: bool) -> CapturedResource:
        (size,) = calls.fetch(self.size)
        if not size:
            return CapturedResource(self.key, [], True)
        if self.key is None:
            raise UnrestorableError
        return CapturedResource(self.key, self._exported(calls))

    def _exported(self, calls: SessionRunner) -> Rows:
        return [fetched_array(value) for value in calls.fetch(*self.rows)]

    def restore(self, calls: SessionRunner, content: Rows) -> None:
        if content:
            calls.run(self.fill, dict(zip(self.names, content)))
            return
        keys, values = self._exported(calls)
        calls.run(self.fill, dict(zip(self.names, [keys[:0], values[:0]])))


class FilledTable(LookupTable):
    """Table that is filled once.

    Content fits only a table that is filled in the same way; otherwise the page's own rows fill the table.
    """

    def __init__(self, blocks: tuple[str, ...], op: tf.Operation):
        self.fillers = [user for user in op.outputs[0].consumers() if traits_of(user.type).table == "fills"]
        super().__init__(blocks, op)

    def _filling(self) -> tf.Operation:
        keys, values = self.fed
        return raw("InitializeTable", self.op)(table_handle=self.op.outputs[0], keys=keys, values=values)

    @property
    def key(self) -> Any:
        try:
            return super().key, sorted(upstream_hash(filler.inputs[1:], filler) for filler in self.fillers)
        except NotReproducibleError:
            return None

    def restore(self, calls: SessionRunner, content: Rows) -> None:
        (size,) = calls.fetch(self.size)
        if content and not size:  # the table is empty unless another initialiser has filled it
            calls.run(self.fill, dict(zip(self.names, content)))


class DenseTable(LookupTable):
    """Table with special keys for empty and deleted slots.

    TensorFlow's export contains rows with these keys, and there is no import.
    """

    def __init__(self, blocks: tuple[str, ...], op: tf.Operation):
        super().__init__(blocks, op)
        with self.adding():
            self.drop = tf.raw_ops.LookupTableRemoveV2(table_handle=op.outputs[0], keys=self.fed[0]).name
        self.special_keys = [t.name for t in op.inputs]

    def _filling(self) -> tf.Operation:
        keys, values = self.fed
        return tf.raw_ops.LookupTableInsertV2(table_handle=self.op.outputs[0], keys=keys, values=values)

    @property
    def key(self) -> Any:
        try:
            return super().key, upstream_hash(self.op.inputs, exact=True)
        except NotReproducibleError:
            return None

    def _exported(self, calls: SessionRunner) -> Rows:
        keys, values, *special_keys = map(fetched_array, calls.fetch(*self.rows, *self.special_keys))
        shape = [d.size for d in self.op.get_attr("value_shape").dim]
        keys, values = keys.reshape(-1, *special_keys[0].shape), values.reshape(-1, *shape)
        used = np.ones(len(keys), bool)
        for key in special_keys:
            used &= (keys != key).reshape(len(keys), -1).any(1)
        return [keys[used], values[used]]

    def restore(self, calls: SessionRunner, content: Rows) -> None:
        have = self._exported(calls)
        if len(have[0]):
            calls.run(self.drop, {self.names[0]: have[0]})
        if content:
            calls.run(self.fill, dict(zip(self.names, content)))
