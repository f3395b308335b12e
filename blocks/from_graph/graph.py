"""The nodes of a graph, with their inputs by the pins of their ops.

Each node, Arg and Retval is a `GraphPart`, which may become a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import Struct

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG, RETVAL
from blockloom.blocks.document.pages import LIST, OPERATION, REF, TENSOR
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.text.similar_names import natural

_OP = re.compile(r"[A-Za-z0-9_][\w>-]*", re.A)
_UNTIL = re.compile(r"(.+):(\d{1,9})", re.S)


class PartOutput(NamedTuple):
    """An output of a part, by number."""

    part: str
    number: int


class InputPin(Struct, frozen=True):
    """The pin that takes an input; `index` is the place in a list pin, None for others."""

    pin: str
    index: int | None


@dataclass(slots=True)
class GraphPart:
    """A part of a graph that may become a block.

    `key` is its node's name (for a part without a node a free one), `type` the block type, `pins` the pin of each of
    its `inputs`, `control_inputs` the parts of its control edges. `values` and `names` are those of the block, without
    attrs of the node. An input that became a typed value is None.
    """

    key: str
    node: Node[str]
    type: str
    inputs: list[PartOutput | None]
    pins: list[InputPin]
    control_inputs: list[str]
    values: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def ends(self) -> list[PartOutput]:
        """The inputs that are still wired."""
        return [end for end in self.inputs if end is not None]


class Graph:
    """The parts of a graph by key.

    `users`: part -> (user, number of its input); `waiters`: part -> parts that wait for it.
    """

    def __init__(self, nodes: Iterable[Node[str]], catalogue: Catalogue):
        """Read nodes.

        Raises:
            ValueError: if they do not form a graph: two have one name, or inputs are missing.
        """
        self.catalogue = catalogue
        self.parts: dict[str, GraphPart] = {}
        self.users: dict[str, list[tuple[str, int]]] = {}
        self.waiters: dict[str, list[str]] = {}
        self._pins: dict[tuple[object, ...], list[InputPin]] = {}
        nodes = list(nodes)
        named = {node.name: node for node in nodes}
        if len(named) != len(nodes):
            once: set[str] = set()
            for node in nodes:
                if node.name in once:
                    raise ValueError(phrase("two nodes of the graph are called {:.200}", node.name))
                once.add(node.name)
        for node in nodes:
            inputs: list[PartOutput | None] = [self._end(node, ref, named) for ref in node.inputs]
            for name in node.control_inputs:
                if name not in named:
                    raise _missing(node, name)
            if not _OP.fullmatch(node.op):
                raise ValueError(phrase("the node {:.200} has {!r:.60} for an op", node.name, node.op))
            self.add(
                GraphPart(
                    node.name, node, node.op, inputs, self.pins(node, node.op, len(inputs)), list(node.control_inputs)
                )
            )
        for end in {end for part in self.parts.values() for end in part.ends if end.number}:
            self.output(end)

    def _end(self, node: Node[str], ref: str, named: Mapping[str, Node[str]]) -> PartOutput:
        if ref in named:
            return PartOutput(ref, 0)
        found = _UNTIL.fullmatch(ref)
        if found is None or found[1] not in named:
            raise _missing(node, ref)
        return PartOutput(found[1], int(found[2]))

    def end(self, ref: str) -> PartOutput:
        """Return the output that a tensor's name means.

        Raises:
            ValueError: if there is none.
        """
        match = _UNTIL.fullmatch(ref)
        end = PartOutput(ref, 0) if ref in self.parts or match is None else PartOutput(match[1], int(match[2]))
        if end.part not in self.parts:
            raise ValueError(phrase("the graph has no node {:.200}", end.part))
        return end

    def add(self, part: GraphPart) -> None:
        """Add a part; the parts at its inputs may be added later."""
        self.parts[part.key] = part
        for number, end in enumerate(part.inputs):
            if end is not None:
                self.users.setdefault(end.part, []).append((part.key, number))
        for name in part.control_inputs:
            self.waiters.setdefault(name, []).append(part.key)

    def sources(self, key: str) -> list[str]:
        """Return the parts that a part takes from or waits for."""
        part = self.parts[key]
        return [*(end.part for end in part.inputs if end is not None), *part.control_inputs]

    def followers(self, key: str) -> list[str]:
        """Return the parts that take from a part or wait for it."""
        return [*(user for user, _ in self.users.get(key, ())), *self.waiters.get(key, ())]

    def pins(self, node: Node[str], type_: str, count: int) -> list[InputPin]:
        """Return the pins at which the inputs of a node arrive; `input_0`, ... for an unknown op.

        Raises:
            ValueError: if the number of inputs does not fit the op.
        """
        block_type = self.catalogue.get(type_)
        if block_type is None:
            return [InputPin(f"input_{number}", None) for number in range(count)]
        pins = block_type.inputs
        if len(pins) == count and not any(pin.list for pin in pins):
            counts = [1] * len(pins)
        else:
            counts = self._counts(node, block_type, count)
        key = type_, *counts
        taken = self._pins.get(key)
        if taken is None:
            if sum(counts) != count:
                raise self._wrong_count(node, type_, count, sum(counts))
            taken = self._pins[key] = [
                InputPin(pin.name, index if pin.list else None)
                for pin, many in zip(pins, counts)
                for index in range(many)
            ]
        if len(taken) != count:
            raise self._wrong_count(node, type_, count, len(taken))
        return taken

    @staticmethod
    def _wrong_count(node: Node[str], type_: str, count: int, takes: int) -> ValueError:
        return ValueError(phrase("the node {:.200} has {} inputs: a {} takes {}", node.name, count, type_, takes))

    def _counts(self, node: Node[str], type_: BlockType, count: int) -> list[int]:
        """Return the number of inputs of each pin."""
        counts = [self.count(node, type_, pin) if pin.list else 1 for pin in type_.inputs]
        known = sum(many for many in counts if many is not None)
        if counts.count(None) == 1:  # the remaining inputs, if a node does not state the number
            counts = [max(0, count - known) if many is None else many for many in counts]
        return [1 if many is None else max(0, many) for many in counts]

    @staticmethod
    def count(node: Node[str], type_: BlockType, pin: Any) -> int | None:
        """Return the number of tensors of a node's list pin; None if the attrs do not state it."""
        value = attr_of(node, type_, pin.number_attr or pin.type_list_attr)
        return len(value) if isinstance(value, list | tuple) else value if isinstance(value, int) else None

    def output(self, end: PartOutput) -> tuple[str, str]:
        """Return the pin of an output, and the kind of its wires.

        Raises:
            ValueError: if there is no such output.
        """
        part = self.parts[end.part]
        type_ = self.catalogue.get(part.type)
        if type_ is None:
            return f"output_{end.number}", TENSOR
        at = end.number
        for pin in type_.outputs:
            if pin.kind == OPERATION:
                break
            many = self.count(part.node, type_, pin) if pin.list else 1
            if many is None or at < many:
                return (f"{pin.name}[{at}]", REF if pin.ref else TENSOR) if pin.list else (pin.name, pin.kind)
            at -= many
        raise ValueError(phrase("the node {:.200} has no output {}", end.part, end.number))

    def dtype(self, end: PartOutput) -> str | None:
        """Return the dtype of an output; None if the node's attrs do not determine it."""
        part = self.parts[end.part]
        type_ = self.catalogue.get(part.type)
        at = end.number
        for pin in type_.outputs if type_ is not None else ():
            many = (self.count(part.node, type_, pin) or 0) if pin.list else 1
            if at < many:
                listed = attr_of(part.node, type_, pin.type_list_attr)
                return listed[at] if listed else pin.dtype or attr_of(part.node, type_, pin.type_attr)
            at -= many
        return None

    def whole_list(self, ends: list[PartOutput | None], at: int) -> int:
        """Return the number of inputs from `at` on that are all elements of one list output, in order; or 0."""
        first = ends[at]
        part = self.parts[first.part] if first is not None and not first.number else None
        type_ = self.catalogue.get(part.type) if part is not None else None
        if part is None or type_ is None or len(type_.outputs) != 1 or type_.outputs[0].kind != LIST:
            return 0
        many = self.count(part.node, type_, type_.outputs[0]) or 0
        return (
            many
            if 1 < many <= len(ends) - at and all(ends[at + number] == (part.key, number) for number in range(many))
            else 0
        )


def attr_of(node: Node[str], type_: BlockType, name: str | None) -> Any:
    """Return the value of a node's attr, else the default; None for an unknown attr."""
    if name in node.attrs:
        return node.attrs[name][1]
    attr = type_.attr(name) if name else None
    return attr.default if attr is not None else None


def _missing(node: Node[str], name: str) -> ValueError:
    return ValueError(phrase("the node {:.200} takes {:.200}, which the graph does not have", node.name, name))


# Control inputs without an effect on the order. Freezing a TensorFlow 2 graph leaves an Identity for each read of a
# variable, which is now a Const, and a NoOp at the end that waits for all of them. If a node waits for a node without
# state and effect, and all of its inputs are the same, then it waits for nothing. The page contains such wires, but
# hides them.


def idle(graph: Graph, keys: Iterable[str]) -> set[str]:
    """Return the parts for which no other part has to wait.

    These are without state, outside loops and branches, and depend on such parts only.

    Args:
        keys: of all parts, each after those that it depends on.
    """
    idle_parts: set[str] = set()
    for key in keys:
        part = graph.parts[key]
        type_ = graph.catalogue.get(part.type)
        # Parts in loops and branches may have no value or several in a step, which affects the order of others.
        plain = part.type in (ARG, RETVAL) or type_ is not None and not type_.stateful and not type_.traits.flow
        if (
            plain
            and all(end is None or end.part in idle_parts for end in part.inputs)
            and all(name in idle_parts for name in part.control_inputs)
        ):
            idle_parts.add(key)
    return idle_parts


def ordered(graph: Graph, roots: Iterable[str]) -> list[str]:
    """Return the keys of parts, each after those that it depends on, except in loops.

    The parts that the roots need come first, then the rest by name.
    """
    parts = graph.parts
    order: dict[str, None] = {}
    seen: set[str] = set()
    begin = list(roots)
    while True:
        todo: list[tuple[str, bool]] = [(key, False) for key in reversed(begin)]
        while todo:
            key, done = todo.pop()
            if done:
                order[key] = None
            elif key not in seen:
                seen.add(key)
                part = parts[key]
                todo.append((key, True))
                before = [end.part for end in part.inputs if end is not None] + sorted(part.control_inputs, key=natural)
                todo += [(name, False) for name in reversed(before) if name not in seen]
        left = [key for key in parts if key not in seen]
        if not left:
            return list(order)
        ends = [key for key in left if key not in graph.users and key not in graph.waiters]
        begin = sorted(ends or left, key=natural)  # without ends, the rest consists of cycles
