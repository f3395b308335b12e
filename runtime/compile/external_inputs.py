"""Find and record the external inputs of a step, for its replay.

External inputs are random numbers, elements of queues and iterators, gradients of accumulators, rows of tables, and
outputs of Python functions. Everything else in a step follows from these and from the values of variables. Each output
of an op that reads external inputs is also stored in a slot, a separate variable, which keeps the value if the step
fails.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.op_def_pb2 import OpDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import Traits, has_effect, traits_of
from blockloom.blocks.values.dtypes import ARRAY, STACK, VARIABLE
from blockloom.runtime.compile.deadness import Deadness
from blockloom.runtime.compile.function_defs import function_attrs
from blockloom.runtime.compile.program import InputSlot, SessionProgram, reached
from blockloom.runtime.resources.op_effects import acts_or_reads, definition_of, is_handle, makers, takes_handles

v1 = tf.compat.v1

# The role of an op in a replay. It `computes` its outputs from its inputs and variables, or outputs a `handle`; it
# `draws` external inputs, or `acts` outside; it `tells` (prints) its input, and may output it unchanged.
Role = Literal["computes", "handle", "draws", "acts", "tells"]
_OPAQUE = (tf.resource, tf.variant)
# See `function_recordings`: the scope of its nodes, which a frame may also have; an attr of all these nodes; and an
# attr of the nodes that record.
INNER, INNER_MARK, RECORDS = ".drawn_inside/", "_drawn_inside", "_records"
_INSIDE = {VARIABLE, ARRAY, STACK}  # resources that belong to a session's variables, or only to one step


def role(op: tf.Operation) -> Role:
    """Return the role of an op in a replay; `draws` for a call with a function that draws."""
    if _only_computes(op.type) or is_inner(op):
        return "computes"
    traits = traits_of(op.type)
    data = any(tensor.dtype.base_dtype not in _OPAQUE and not tensor.dtype._is_ref_dtype for tensor in op.outputs)
    if traits.functions and not traits.dataset:
        roles = function_roles(op.graph, op.node_def)
        return "draws" if "draws" in roles and op.outputs else "acts" if "draws" in roles else "computes"
    handles = [tensor for tensor in op.inputs if is_handle(tensor)]
    inside = handles and all(is_inside(maker.type) for handle in handles for maker in makers(handle))
    if inside and not _acts_outside(traits):
        return "computes"
    return _role(op.op_def, bool(handles), data, bool(op.outputs))


def counts(op: tf.Operation) -> bool:
    """Return whether an op, or one of its functions, draws random numbers with their state in a variable."""
    traits = traits_of(op.type)
    return traits.counts or (
        bool(traits.functional)
        and any(tensor.dtype == tf.resource for tensor in op.inputs)
        and any(traits_of(node.op).counts for _, node in function_nodes(op.graph, op.node_def))
    )


def is_inner(op: tf.Operation) -> bool:
    """Return whether an op was added to record the draws inside functions."""
    return op.name.startswith(INNER) and INNER_MARK in op.node_def.attr  # first the name: node_def is slow


def is_inside(maker: str) -> bool:
    """Return whether the resource of an op is a variable of the session, or lives no longer than a step."""
    traits = traits_of(maker)
    return bool(traits.variable) or traits.in_place or traits.makes in _INSIDE


def _role(op: OpDef, handles: bool, data: bool, outputs: bool) -> Role:
    traits = traits_of(op.name)
    if traits.variable or traits.flow or traits.asserts or traits.fed or traits.makes in _INSIDE:
        return "computes"
    if traits.passes_in_training:  # CheckNumerics is stateful only to prevent optimization
        return "computes"
    if traits.only_tells:
        return "tells"
    if traits.read_once:
        return "computes"  # assumes an unchanged file; changes are reported
    if traits.dataset and data or traits.in_python:
        return "draws" if outputs else "acts"
    if not (handles or _acts_outside(traits) or has_effect(op.name, op.is_stateful, handles)):
        return "computes"
    return "draws" if data else "handle" if outputs else "acts"


def function_roles(graph: tf.Graph, call: NodeDef) -> set[Role]:
    """Return the roles of all ops in the functions that a node calls, directly or indirectly."""
    return {node_role(node) for _, node in function_nodes(graph, call)}


def function_nodes(graph: tf.Graph, call: NodeDef) -> Iterator[tuple[str, NodeDef]]:
    """Yield the nodes of the functions that a node calls, directly or indirectly, with the names of the functions."""
    todo, seen = [one.name for one in function_attrs(call)], set[str]()
    while todo:
        name = todo.pop()
        definition = graph._get_function(name) if name not in seen else None
        seen.add(name)
        for node in definition_of(definition).node_def if definition is not None else ():
            yield name, node
            if traits_of(node.op).functional:
                todo += [one.name for one in function_attrs(node)]


def node_role(node: NodeDef) -> Role:
    """Return the role of a node inside a function; a handle is taken for that of a variable if its op allows that."""
    traits, op = traits_of(node.op), op_def_registry.get(node.op)
    if traits.functional or op is None or RECORDS in node.attr:
        return "computes"
    kinds = {kind for things in traits.handle_inputs.values() for kind in things}
    handles = takes_handles(op)
    if handles and kinds <= _INSIDE and not (traits.family or _acts_outside(traits)):
        return "computes"
    gives = [arg for arg in op.output_arg if not arg.type_list_attr or node.attr[arg.type_list_attr].list.type]
    data = any(
        arg.type not in (tf.resource.as_datatype_enum, tf.variant.as_datatype_enum) and not arg.is_ref for arg in gives
    )
    return _role(op, handles, data, bool(gives))


def add_slots(graph: tf.Graph, programs: Iterable[SessionProgram], deadness: Deadness | None) -> None:
    """Add slots for the external inputs of sessions to the default graph, and register them in the programs."""
    if all(_only_computes(name) for name in {op.type for op in graph.get_operations()}):
        return
    made: dict[str, list[InputSlot]] = {}
    inner = defaultdict[str, list[tf.Operation]](list)  # call -> ops that record random numbers drawn inside it
    for op in graph.get_operations():
        if op.name.startswith(INNER) and RECORDS in op.node_def.attr:
            inner[op.get_attr(RECORDS).decode()].append(op)
    for program in programs:
        for op in sorted(reached(graph, program.targets, program.feeds), key=lambda op: op.name):
            taken = [one for one in inner.get(op.name, ()) if traits_of(one.type).waits]
            sizes = [one for one in inner.get(op.name, ()) if one not in taken]
            program.external_inputs.calls |= {one.name: op.name for one in taken}
            if not taken and role(op) != "draws":
                continue
            if op.outputs and all(tensor.name in program.feeds for tensor in op.outputs):
                continue
            if deadness is not None and deadness.op_in_loop(op):
                program.external_inputs.lost[op.name] = "loop"
                continue
            sure = deadness is None or not deadness.op_may_die(op)
            if sizes:
                program.external_inputs.sizes[op.name] = sizes[0].outputs[0].name
            for source in [*taken, *sizes] or [op]:
                if any(one.dtype.base_dtype in _OPAQUE or one.dtype._is_ref_dtype for one in source.outputs):
                    program.external_inputs.lost[op.name] = "opaque"
                    continue
                if source.name not in made:
                    made[source.name] = [_slot(tensor, sure) for tensor in source.outputs]
                program.external_inputs.slots += made[source.name]


@lru_cache(4096)
def _only_computes(name: str) -> bool:
    """Return whether ops of this name compute, wherever they are."""
    traits, op = traits_of(name), op_def_registry.get(name)
    if op is None or traits.functions or traits.dataset or traits.in_python:
        return False
    return not (acts_or_reads(op) or _acts_outside(traits))


def _acts_outside(traits: Traits) -> bool:
    """Return whether an op itself reads or writes files, or sends data, though it may be stateless.

    A dataset does so only while its iterator takes elements.
    """
    return bool(traits.outside) and not traits.dataset


def _slot(tensor: tf.Tensor, sure: bool) -> InputSlot:
    dtype = tensor.dtype
    with v1.name_scope(f"drawn/{tensor.op.name}/"), tf.control_dependencies(None), tf.device("/CPU:0"):
        name = f"{tensor.op.name}_{tensor.value_index}/drawn"
        handle = tf.raw_ops.VarHandleOp(dtype=dtype, shape=None, shared_name=name, name="slot")
        keep = tf.raw_ops.AssignVariableOp(resource=handle, value=tensor, name="keep")
        kept = tf.raw_ops.ReadVariableOp(resource=handle, dtype=dtype, name="kept")
        has = tf.raw_ops.VarIsInitializedOp(resource=handle, name="has")
    return InputSlot(tensor.name, keep.name, kept.name, has.name, sure)
