"""Signatures of a model: the nodes that each is made of, and which of them compute the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from blockloom.blocks.from_graph.graph import End, Graph, Part
from blockloom.blocks.from_graph.model import NOWHERE, Endpoints
from blockloom.blocks.from_graph.order import natural
from blockloom.blocks.plan.nodes import Node
from blockloom.blocks.structure import ONCE, PREPARED
from blockloom.blocks.typed_in import Value


class Piece(NamedTuple):
    """The nodes of a signature, with the Placeholders that are its inputs and the tensors that are its outputs, by its
    names for them in their order. `fed` are inputs that are fed to what is no Placeholder in the model, whose place one
    takes here."""

    nodes: list[Node]
    inputs: dict[str, str]
    outputs: dict[str, str]
    fed: list[str]


def piece(graph: Graph, endpoints: Endpoints) -> Piece:
    """What a signature is made of: what its outputs need, back to its inputs, and what fills the tables that are among
    them. Raises ValueError where it names what is not there."""
    ends = {name: graph.end(endpoints.inputs[name]) for name in sorted(endpoints.inputs, key=natural)}
    outputs = {name: endpoints.outputs[name] for name in sorted(endpoints.outputs, key=natural)}
    found = _needed(graph, map(graph.end, outputs.values()), set(ends.values()))
    inputs: dict[str, str] = {}
    placed: dict[End, str] = {}     # the Placeholders of tensors
    made: list[Node] = []
    fed = []
    for name, end in ends.items():
        part = graph.parts[end.part]
        if end not in placed and not end.number and part.type == "Placeholder" and not part.after:
            placed[end] = inputs[name] = part.key
            found.add(part.key)
            continue
        inputs[name] = name
        while inputs[name] in graph.parts or inputs[name] in inputs.values() - {inputs[name]}:
            inputs[name] += "_"
        dtype = graph.dtype(end)
        made.append(Node(inputs[name], "Placeholder", NOWHERE, attrs={"dtype": ("type", dtype)} if dtype else {}))
        placed.setdefault(end, inputs[name])
        fed.append(name)
    instead = {end: name for end, name in placed.items() if end.part != name}
    nodes = [graph.parts[key].node for key in graph.parts if key in found]
    if instead:
        nodes = [replace(node, inputs=[instead.get(graph.end(ref), ref) for ref in node.inputs]) for node in nodes]
        outputs = {name: instead.get(graph.end(tensor), tensor) for name, tensor in outputs.items()}
    return Piece(nodes + made, inputs, outputs, fed)


def _needed(graph: Graph, ends: Iterable[End], given: set[End]) -> set[str]:
    found: set[str] = set()
    _add(graph, found, [end.part for end in ends if end not in given], given)
    fill = [part for part in graph.parts.values() if part.type in ONCE and part.key not in graph.users]
    while new := [part for part in fill if part.key not in found and any(
            end.part in found for end, taken in zip(part.inputs, part.pins) if taken.pin in PREPARED)]:
        _add(graph, found, [part.key for part in new], given)
    return found


def _add(graph: Graph, found: set[str], begin: Iterable[str], given: set[End]) -> None:
    todo = [key for key in begin if key not in found]
    found.update(todo)
    while todo:
        part = graph.parts[todo.pop()]
        for key in (*(end.part for end in part.inputs if end not in given), *part.after):
            if key not in found:
                found.add(key)
                todo.append(key)


def alike(graph: Graph, one: Endpoints, other: Endpoints) -> dict[str, str] | None:
    """The inputs of the one signature by those of the other, where both compute the same for outputs of the same names,
    whatever their nodes are called; None where they do not."""
    if one.outputs.keys() != other.outputs.keys() or len(one.inputs) != len(other.inputs):
        return None
    mine, theirs = ({graph.end(tensor): name for name, tensor in ends.inputs.items()} for ends in (one, other))
    if len(mine) != len(one.inputs) or len(theirs) != len(other.inputs):
        return None
    paired: dict[str, str] = {}     # parts of the other -> those of the one
    back: dict[str, str] = {}
    found: dict[str, str] = {}
    todo = [(graph.end(other.outputs[name]), graph.end(one.outputs[name])) for name in other.outputs]
    while todo:
        b, a = todo.pop()
        if a in mine or b in theirs:
            if a not in mine or b not in theirs or found.setdefault(theirs[b], mine[a]) != mine[a] or not _same(
                    graph.parts[a.part], graph.parts[b.part]):
                return None
            continue
        if a.number != b.number:
            return None
        known = paired.get(b.part), back.get(a.part)
        if known == (a.part, b.part):
            continue
        x, y = graph.parts[a.part], graph.parts[b.part]
        if known != (None, None) or not _same(x, y):
            return None
        paired[y.key], back[x.key] = x.key, y.key
        todo += zip(y.inputs, x.inputs)
        todo += [(End(p, 0), End(q, 0)) for p, q in zip(sorted(y.after, key=natural), sorted(x.after, key=natural))]
    free = [name for name in one.inputs if name not in found.values()]
    unused = [name for name in other.inputs if name not in found]
    return found | dict(zip(sorted(unused, key=natural), sorted(free, key=natural)))


def _same(one: Part, other: Part) -> bool:
    """Whether two nodes are the same but for their names and what they take."""
    a, b = one.node, other.node
    return a is b or (a.op, a.device, len(a.inputs), len(a.after), a.attrs.keys()) == (
        b.op, b.device, len(b.inputs), len(b.after), b.attrs.keys()) and all(
        equal(value, b.attrs[name][1]) for name, (_, value) in a.attrs.items())


def equal(one: object, other: object) -> bool:
    """Whether two attrs of nodes have the same value."""
    if isinstance(one, Value) and isinstance(other, Value):
        return one.array is other.array or one.dtype == other.dtype and one.array.shape == other.array.shape and bool(
            np.all(one.array == other.array))
    return one == other
