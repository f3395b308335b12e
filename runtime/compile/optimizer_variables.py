"""Variables of blocks as optimizers require them, and variables that optimizers create."""

from __future__ import annotations

import re
from collections.abc import Mapping

import tensorflow as tf
from tensorflow.core.framework import variable_pb2
from tensorflow.python.ops import ref_variable, resource_variable_ops

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.program import Variable, place_of

v1 = tf.compat.v1


def scope_of(name: str) -> str:
    """Return a shared_name as a valid op name."""
    name = re.sub(r"[^A-Za-z0-9_.\-/]", lambda c: "_" if c[0].isascii() else f"x{ord(c[0]):x}", name)
    return name if name[0].isalnum() or name[0] == "." else f"v{name}"


class OptimizerVariables:
    """The variables of blocks as tf.Variables, and the records of variables that optimizers create.

    Args:
        graph: The graph, to which ops are added.
        page: The name of the page.
        variables: The variables of the graph, by block.
        places: The addresses of nodes, to which those of new nodes are added.
        bare: Whether the graph has no ops that restore values.
    """

    def __init__(
        self, graph: tf.Graph, page: str, variables: Mapping[str, Variable], places: dict[str, Address], bare: bool
    ):
        self._graph, self._page, self._variables, self._places, self._bare = graph, page, variables, places, bare
        self._wrapped: dict[str, tf.Variable] = {}  # block -> its tf.Variable
        self._records: dict[str, Variable] = {}  # BLOCK.PIN of the optimizer -> the variable

    def block_of(self, tensor: tf.Tensor) -> str | None:
        """Return the variable block whose reference, handle or value a tensor is; None if there is none."""
        op = tensor.op.inputs[0].op if tensor.op.type == "ReadVariableOp" else tensor.op
        place = self._places.get(op.name)
        known = self._variables.get(place.block) if place else None
        return known.block if known is not None and known.node == op.name else None

    def block_of_variable(self, variable: tf.Variable) -> str:
        """Return the block of a variable that `wrapped` returned."""
        return next(block for block, other in self._wrapped.items() if other is variable)

    def wrapped(self, block: str) -> tf.Variable:
        """Return the tf.Variable of a variable block, one for each block."""
        if block not in self._wrapped:
            self._wrapped[block] = self._wrap(self._variables[block])
        return self._wrapped[block]

    def read(self, known: Variable) -> str:
        """Return the value of a resource variable, and create the op if the page uses only the handle."""
        name = known.read.partition(":")[0]
        try:
            self._graph.get_operation_by_name(name)
        except KeyError:
            op = self._graph.get_operation_by_name(known.node)
            tf.raw_ops.ReadVariableOp(resource=op.outputs[0], dtype=op.get_attr("dtype"), name=f"{name}/")
            place = place_of(self._places, known.node) or Address(self._page, known.node)
            self._places[name] = place._replace(pin="value")
        return known.read

    def record(self, owner: Block, pin: str, variable: tf.Variable) -> tuple[str, str, Variable]:
        """Return the record of a variable that an optimizer created, with ops that restore it; cached."""
        key = f"{owner.id}.{pin}"
        if key not in self._records:
            node, resource = variable.op.name, traits_of(variable.op.type).variable == "resource"
            dtype, shape = variable.dtype.base_dtype, variable.shape
            self._places[node] = Address(self._page, owner.id, pin)
            restore = feed = ready = ""
            if not self._bare:
                graph = self._graph
                with graph.name_scope(f"{node}/"), tf.control_dependencies(None), graph.colocate_with(variable.op):
                    value = v1.placeholder(dtype, shape, "restore_value")
                    if resource:
                        assign = tf.raw_ops.AssignVariableOp(resource=variable.handle, value=value, name="restore")
                        has = tf.raw_ops.VarIsInitializedOp(resource=variable.handle, name="is_initialized")
                    else:
                        ref = variable._ref()
                        assign = tf.raw_ops.Assign(
                            ref=ref, value=value, validate_shape=shape.is_fully_defined(), name="restore"
                        ).op
                        has = tf.raw_ops.IsVariableInitialized(ref=ref, name="is_initialized")
                restore, feed, ready = assign.name, value.name, has.name
            read = variable._graph_element.name if resource else f"{node}:0"
            self._records[key] = Variable(
                key,
                node,
                variable.initializer.name,
                variable.initial_value.name,
                read,
                restore,
                feed,
                ready,
                VariableKey(
                    f"{owner.type}.{pin}",
                    resource,
                    name_of(dtype.as_datatype_enum),
                    tuple(shape.as_list()) if shape.rank is not None else None,
                ),
            )
        return owner.id, pin, self._records[key]

    def _wrap(self, known: Variable) -> tf.Variable:
        graph = self._graph
        op = graph.get_operation_by_name(known.node)
        # If the page initialises the variable itself, it has no initializer op, but TensorFlow requires one.
        with graph.name_scope(f"{known.node}/"), tf.control_dependencies(None), tf.device(op.device or None):
            initializer = known.init or tf.no_op("no_initializer").name
            read = self.read(known) if known.key[1] else tf.identity(op.outputs[0], "read").name
        proto = variable_pb2.VariableDef(
            variable_name=f"{known.node}:0",
            initializer_name=initializer,
            initial_value_name=known.initial,
            snapshot_name=read,
            is_resource=known.key[1],
            trainable=known.trainable,
        )
        name = f"{scope_of(known.shared)}:0"
        if known.key[1]:
            variable = resource_variable_ops.ResourceVariable(variable_def=proto)
            variable._handle_name = name  # TensorFlow derives the names of slots and accumulators from this name
        else:
            variable = ref_variable.RefVariable(variable_def=proto)
            variable._name = name
        return variable
