"""The tf.Variables of variable blocks, as optimizers require them, and variables created by optimizers."""

from __future__ import annotations

import re

import tensorflow as tf
from tensorflow.core.framework import variable_pb2
from tensorflow.python.ops import ref_variable, resource_variable_ops

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.program import Variable

v1 = tf.compat.v1


def variable_of(emitter: Emitter, tensor: tf.Tensor) -> str | None:
    """Return the variable block whose reference, handle or value a tensor is; None if there is none."""
    op = tensor.op.inputs[0].op if tensor.op.type == "ReadVariableOp" else tensor.op
    place = emitter.places.get(op.name)
    known = emitter.variables.get(place.block) if place else None
    return known.block if known is not None and known.node == op.name else None


def wrapped(emitter: Emitter, block: str) -> tf.Variable:
    """Return the tf.Variable of a variable block, one for each block."""
    found = emitter.wrapped.get(block)
    if found is None:
        found = emitter.wrapped[block] = _wrap(emitter, emitter.variables[block])
    return found


def _wrap(emitter: Emitter, known: Variable) -> tf.Variable:
    graph = emitter.graph
    op = graph.get_operation_by_name(known.node)
    # If the page itself initialises the variable, no op is its initializer, but TensorFlow requires one.
    with graph.name_scope(f"{known.node}/"), tf.control_dependencies(None), tf.device(op.device or None):
        initializer = known.init or tf.no_op("no_initializer").name
        read = read_of(emitter, known, op) if known.key[1] else tf.identity(op.outputs[0], "read").name
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
        variable._handle_name = name  # slots and accumulators derive their names from it
    else:
        variable = ref_variable.RefVariable(variable_def=proto)
        variable._name = name
    return variable


def read_of(emitter: Emitter, known: Variable, op: tf.Operation) -> str:
    """Return the value of a resource variable, and create the op if the page uses only the handle."""
    name = known.read.partition(":")[0]
    try:
        emitter.graph.get_operation_by_name(name)
    except KeyError:
        tf.raw_ops.ReadVariableOp(resource=op.outputs[0], dtype=op.get_attr("dtype"), name=f"{name}/")
        emitter.places[name] = emitter.place(known.node)._replace(pin="value")
    return known.read


def scope_of(name: str) -> str:
    """Return a shared_name as a valid op name."""
    name = re.sub(r"[^A-Za-z0-9_.\-/]", lambda c: "_" if c[0].isascii() else f"x{ord(c[0]):x}", name)
    return name if name[0].isalnum() or name[0] == "." else f"v{name}"


def record(emitter: Emitter, owner: Block, pin: str, variable: tf.Variable) -> tuple[str, str, Variable]:
    """Return the record of a variable that an optimizer created, with ops that restore it; created once."""
    key = f"{owner.id}.{pin}"
    if key not in emitter.records:
        node, resource = variable.op.name, traits_of(variable.op.type).variable == "resource"
        dtype, shape = variable.dtype.base_dtype, variable.shape
        emitter.places[node] = Address(emitter.page.name, owner.id, pin)
        restore = feed = ready = ""
        if not emitter.bare:
            graph = emitter.graph
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
        emitter.records[key] = Variable(
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
    return owner.id, pin, emitter.records[key]
