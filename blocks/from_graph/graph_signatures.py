"""Signatures of a model: the nodes of each, and signatures with equal nodes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from blockloom.blocks.catalogue.block_types import PREPARES
from blockloom.blocks.catalogue.op_traits import prepared_pin, traits_of
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.from_graph.graph import Graph, PartOutput
from blockloom.blocks.from_graph.model import NOWHERE, Endpoints
from blockloom.blocks.plan.node_names import ascii_name
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.similar_names import natural
from blockloom.blocks.walks import reached


class Piece(NamedTuple):
    """The nodes of a signature, with the Placeholders of its inputs and the tensors of its outputs by name.

    `fed` are inputs for which the model has no Placeholder, and which got one.
    """

    nodes: list[Node[str]]
    inputs: dict[str, str]
    outputs: dict[str, str]
    fed: list[str]


def piece(graph: Graph, endpoints: Endpoints) -> Piece:
    """Return the nodes that a signature's outputs depend on, back to its inputs, with initialisers of its tables.

    Raises:
        ValueError: if the signature names missing nodes.
    """
    ends = {name: graph.end(endpoints.inputs[name]) for name in sorted(endpoints.inputs, key=natural)}
    outputs = {name: endpoints.outputs[name] for name in sorted(endpoints.outputs, key=natural)}
    needed = _needed(graph, map(graph.end, outputs.values()), set(ends.values()))
    inputs: dict[str, str] = {}
    placed: dict[PartOutput, str] = {}  # tensor -> its new Placeholder
    placeholders: list[Node[str]] = []
    fed = []
    for name, end in ends.items():
        part = graph.parts[end.part]
        if end not in placed and _is_fed(graph, end):
            placed[end] = inputs[name] = part.key
            _add(graph, needed, [part.key], set())
            continue
        free, dtype = ascii_name(name), graph.dtype(end)
        while free in graph.parts or free in inputs.values():
            free += "_"
        placeholders.append(Node(free, "Placeholder", NOWHERE, attrs={"dtype": ("type", dtype)} if dtype else {}))
        inputs[name] = free
        placed.setdefault(end, free)
        fed.append(name)
    instead = {end: name for end, name in placed.items() if end.part != name}
    nodes = [graph.parts[key].node for key in graph.parts if key in needed]
    if instead:
        nodes = [replace(node, inputs=[instead.get(graph.end(ref), ref) for ref in node.inputs]) for node in nodes]
        outputs = {name: instead.get(graph.end(tensor), tensor) for name, tensor in outputs.items()}
    return Piece(nodes + placeholders, inputs, outputs, fed)


def _is_fed(graph: Graph, end: PartOutput) -> bool:
    """Return whether an output is that of a Placeholder, which may have a constant for a default."""
    part = graph.parts[end.part]
    constant = all(
        one is not None and graph.parts[one.part].type == "Const" and not graph.parts[one.part].control_inputs
        for one in part.inputs
    )
    return traits_of(part.type).fed in ("must", "may") and not end.number and not part.control_inputs and constant


def _needed(graph: Graph, ends: Iterable[PartOutput], given: set[PartOutput]) -> set[str]:
    found: set[str] = set()
    _add(graph, found, [end.part for end in ends if end not in given], given)
    fill = [
        (part, pin)
        for part in graph.parts.values()
        if part.key not in graph.users and (pin := prepared_pin(part.type, PREPARES in part.node.attrs))
    ]
    while new := [
        part
        for part, pin in fill
        if part.key not in found
        and any(end is not None and end.part in found for end, taken in zip(part.inputs, part.pins) if taken.pin == pin)
    ]:
        _add(graph, found, [part.key for part in new], given)
    return found


def _add(graph: Graph, found: set[str], begin: Iterable[str], given: set[PartOutput]) -> None:

    def sources(key: str) -> list[str]:
        part = graph.parts[key]
        before = (*(end.part for end in part.ends if end not in given), *part.control_inputs)
        return [source for source in before if source not in found]

    found.update(reached((key for key in begin if key not in found), sources))


def alike(graph: Graph, one: Endpoints, other: Endpoints) -> dict[str, str] | None:
    """Return input of `other` -> input of `one` for two signatures with the same outputs and input tensors, or None."""

    def ends(tensors: dict[str, str]) -> dict[str, PartOutput]:
        return {name: graph.end(tensor) for name, tensor in tensors.items()}

    mine = {end: name for name, end in ends(one.inputs).items()}
    theirs = ends(other.inputs)
    if (
        ends(one.outputs) != ends(other.outputs)
        or {*theirs.values()} != mine.keys()
        or not (len(mine) == len(theirs) == len(one.inputs))
    ):
        return None
    return {name: mine[end] for name, end in theirs.items()}


def equal(one: object, other: object) -> bool:
    """Return whether two values of node attrs are equal; arrays are compared element by element."""
    if isinstance(one, Value) and isinstance(other, Value):
        return (
            one.array is other.array
            or one.dtype == other.dtype
            and one.array.shape == other.array.shape
            and bool(np.all(one.array == other.array))
        )
    return one == other
