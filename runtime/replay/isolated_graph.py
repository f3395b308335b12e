"""A copy of the graph of a step that is isolated from the outside.

External inputs of the step are fed, and ops with effects outside do nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import tensorflow as tf
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.graph_pb2 import GraphDef
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks import walks
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.external_inputs import RECORDS, counts, node_role, role
from blockloom.runtime.compile.function_recordings import draws_again, filled
from blockloom.runtime.compile.program import SessionProgram, reached
from blockloom.runtime.resources.op_effects import writes
from blockloom.runtime.run.step_fetches import names

IN_PLACE = "_lower_using_switch_merge"


@dataclass
class IsolatedGraph:
    """A copy of the graph of a step; nodes keep their names.

    Attributes:
        fed: The placeholders of external inputs, by the tensor that they replace.
        unavailable: The nodes that cannot be computed, each with the node that is the reason.
        users: For each node, the nodes that use its outputs or wait for it.
        extra_targets: Nodes that a step runs in addition to its targets, since they write.
        is_identical: Whether the copy is identical to the page's graph.
    """

    definition: GraphDef
    fed: dict[str, str] = field(default_factory=dict)
    unavailable: dict[str, str] = field(default_factory=dict)
    users: dict[str, list[str]] = field(default_factory=dict)
    extra_targets: list[str] = field(default_factory=list)
    is_identical: bool = True

    def upstream(self, nodes: Iterable[str]) -> set[str]:
        """Return these nodes, and all nodes that they depend on."""
        inputs = {node.name: node.input for node in self.definition.node}
        return {*walks.reached(nodes, lambda name: map(node_of, inputs.get(name, ())))}

    def downstream(self, nodes: Iterable[str]) -> set[str]:
        """Return these nodes, and all nodes that depend on them."""
        return {*walks.reached(nodes, lambda name: self.users.get(name, ()))}


def copied_graph(
    graph: tf.Graph,
    own: SessionProgram,
    hears: Collection[bytes] = (),
) -> IsolatedGraph:
    """Return an isolated copy of the graph of a session's steps, including all shown outputs.

    Args:
        hears: The tokens of taps that stay active in the copy.
    """
    whole = graph.as_graph_def()
    by_name = {node.name: node for node in whole.node}
    slots: dict[str, dict[str, bool]] = {}
    for slot in own.external_inputs.slots:
        slots.setdefault(node_of(slot.tensor), {})[slot.tensor] = slot.sure
    copied = IsolatedGraph(GraphDef(versions=whole.versions))
    steps = {op.name: op for op in reached(graph, own.targets, own.feeds)}
    writing = [name for name, op in sorted(steps.items()) if any(True for _ in writes(op))]
    hearing = [name for name in sorted(steps) if hears and _hears(by_name[name], hears)]
    takes: dict[str, list[str]] = {}  # call -> nodes that provide the recorded draws inside it
    for taken, call in own.external_inputs.calls.items():
        takes.setdefault(call, []).append(taken)
    todo, seen = [*roots(own), *writing, *hearing], set[str]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        nodes = _made(graph, by_name[name], slots.get(name), copied, _hears(by_name[name], hears), name in takes)
        if name in own.external_inputs.calls:
            nodes += filled(by_name[name])
        for one in takes.get(name, ()):
            nodes[-1].input.append(f"^{filled(by_name[one])[-1].name}")
            todo.append(one)
        copied.is_identical = copied.is_identical and [node.op for node in nodes] == [by_name[name].op]
        for one in nodes:
            copied.definition.node.append(one)
            for source in map(node_of, one.input):
                copied.users.setdefault(source, []).append(one.name)
                if source in by_name:
                    todo.append(source)
    # Nothing in the copy waits for some of these: they only led to external inputs, which are fed.
    besides = {*writing, *hearing}
    copied.extra_targets = sorted(besides - copied.upstream(own.targets)) if besides else []
    # Random ops that no step needs ran whenever they were shown: their number of draws is unknown.
    shown = (node.name for node in copied.definition.node if node.name in by_name and node.name not in steps)
    moving = [name for name in shown if counts(graph.get_operation_by_name(name))]
    for source in [node for node in (*own.external_inputs.lost, *copied.unavailable, *moving) if node in seen]:
        copied.unavailable |= dict.fromkeys(copied.downstream([source]), source)
    _keep_dead(copied.definition.node)
    _copy_functions(whole, copied.definition, hears)
    copied.is_identical = copied.is_identical and not (copied.unavailable or len(whole.library.function))
    return copied


def roots(own: SessionProgram) -> list[str]:
    """Return the nodes of everything that a session runs and shows."""
    variables = [*own.variables, *own.shared]
    nodes = [name for v in variables for name in (v.read, v.restore, v.is_initialized, v.feed) if name]
    return [node_of(name) for name in (*own.targets, *own.fetched, *names(own.sources), *own.alive.values(), *nodes)]


def node_of(name: str) -> str:
    """Return the node of a tensor or of a control input."""
    return name.lstrip("^").partition(":")[0]


def _made(
    graph: tf.Graph, node: NodeDef, slots: Mapping[str, bool] | None, copied: IsolatedGraph, acts: bool, again: bool
) -> list[NodeDef]:
    """Return the nodes that replace a node.

    Args:
        slots: The slots of its outputs, if any.
        copied: The copy under construction.
        acts: Whether the node keeps its effects.
        again: Whether the node repeats the recorded draws inside its functions.
    """
    op = graph.get_operation_by_name(node.name)
    if slots is not None and RECORDS in node.attr:  # without inputs: they come from the call, which now waits for it
        return _fed(op, NodeDef(name=node.name), dict.fromkeys(slots, True), copied)
    if slots is not None:
        return _fed(op, node, slots, copied)
    known = role(op) if not (acts or again) else "computes"
    if known == "draws":  # without a slot, nothing records its draws
        copied.unavailable[node.name] = node.name
    if known == "acts" or known == "tells" and not node.input:
        return [NodeDef(name=node.name, op="NoOp", input=[_waits(name) for name in node.input])]
    if known == "tells":
        return [_passing(node)]
    made = NodeDef()
    made.CopyFrom(node)
    made.attr.pop("_class", None)  # the nodes that it is colocated with may be replaced here
    if traits_of(node.op).functional and not acts:
        made.attr.pop(IN_PLACE, None)
    return [made]


def _fed(op: tf.Operation, node: NodeDef, slots: Mapping[str, bool], copied: IsolatedGraph) -> list[NodeDef]:
    """Return placeholders, and a node with their values that is dead whenever the original node would be."""
    waits = [name for name in node.input if name[0] == "^"]
    if not all(slots.values()):
        waits += [_waits(name) for name in node.input if name[0] != "^"]
    made = NodeDef(name=node.name, op="IdentityN")
    placeholders = []
    for number, tensor in enumerate(op.outputs):
        name = f"{node.name}/drawn_{number}"
        placeholder = NodeDef(name=name, op="Placeholder")
        placeholder.attr["dtype"].type = tensor.dtype.as_datatype_enum
        placeholder.attr["shape"].shape.CopyFrom(tensor.shape.as_proto())
        placeholders.append(placeholder)
        made.attr["T"].list.type.append(tensor.dtype.as_datatype_enum)
        copied.fed[tensor.name] = f"{name}:0"
    made.input.extend([*(placeholder.name for placeholder in placeholders), *dict.fromkeys(waits)])
    return [*placeholders, made]


def unchecked(copied: IsolatedGraph) -> IsolatedGraph:
    """Return the graph without ops that stop a step: asserts are removed, and non-finite values are passed on."""
    stops = [node for node in copied.definition.node if _stops(node)]
    inside = [(one, node) for one in copied.definition.library.function for node in one.node_def if _stops(node)]
    for node in stops:
        node.CopyFrom(_passing(node))
    for function, node in inside:
        arguments = {arg.name for arg in function.signature.input_arg}
        made = _passing(node)
        waits = [name for name in made.input if name[0] != "^" or node_of(name) not in arguments]
        made.input[:] = waits
        node.CopyFrom(made)
    _keep_dead(copied.definition.node)
    for function in copied.definition.library.function if inside else ():
        _keep_dead(function.node_def)
    copied.is_identical = copied.is_identical and not stops
    return copied


def _stops(node: NodeDef) -> bool:
    traits = traits_of(node.op)
    return traits.asserts and traits.only_tells or traits.checks


def _waits(name: str) -> str:
    """Return the control input that replaces an input, `^NODE:NUMBER`, until `_keep_dead` resolves it."""
    return name if name[0] == "^" else f"^{name}" if ":" in name else f"^{name}:0"


def _keep_dead(nodes: Any) -> None:
    """Make each node that waits for an output of a Switch wait for an Identity of that output.

    The Identity is dead if the output is; the Switch itself never is.
    """
    by_name, passed = {node.name: node for node in nodes}, dict[str, NodeDef]()
    for node in nodes:
        names = [name for name in node.input if name[0] == "^" and ":" in name]
        for name in names:
            source = by_name.get(node_of(name))
            if name not in passed and source is not None and traits_of(source.op).flow == "switch":
                kind = "RefIdentity" if source.op == "RefSwitch" else "Identity"
                passed[name] = NodeDef(name=f"{name[1:].replace(':', '/passed_')}", op=kind, input=[name[1:]])
                passed[name].attr["T"].CopyFrom(source.attr["T"])
        if names:
            waits = (f"^{passed[name].name if name in passed else node_of(name)}" for name in names)
            node.input[:] = [*(name for name in node.input if name not in names), *dict.fromkeys(waits)]
    nodes.extend(passed.values())


def _passing(node: NodeDef) -> NodeDef:
    """Return a node that passes on the first input of a node, or does nothing."""
    if "T" not in node.attr or node.op == "Assert":
        return NodeDef(name=node.name, op="NoOp", input=list(dict.fromkeys(map(_waits, node.input))))
    made = NodeDef(name=node.name, op="Identity", input=[node.input[0]])
    made.attr["T"].CopyFrom(node.attr["T"])
    made.input.extend(dict.fromkeys(_waits(name) for name in node.input[1:]))
    return made


def _copy_functions(whole: GraphDef, into: GraphDef, hears: Collection[bytes]) -> None:
    """Copy the functions, in which ops with effects outside do nothing."""
    into.library.CopyFrom(whole.library)
    for function in into.library.function:
        quiet(function, hears)
        draws_again(function)


def _hears(node: NodeDef, hears: Collection[bytes]) -> bool:
    """Return whether a node is one of these taps."""
    return "token" in node.attr and node.attr["token"].s in hears


def quiet(function: FunctionDef, hears: Collection[bytes] = ()) -> None:
    """Make the nodes of a function that act outside do nothing, except for taps with the tokens `hears`."""
    arguments = {arg.name for arg in function.signature.input_arg}
    for node in function.node_def:
        known = node_role(node)
        if known not in ("acts", "tells") or _hears(node, hears):
            continue
        waits = dict.fromkeys(_waits(name) for name in node.input if node_of(name) not in arguments)
        passed = [node.input[0]] if known == "tells" and "T" in node.attr else []
        made = NodeDef(name=node.name, op="Identity" if passed else "NoOp", input=[*passed, *waits])
        if passed:
            made.attr["T"].CopyFrom(node.attr["T"])
        node.CopyFrom(made)
    _keep_dead(function.node_def)
