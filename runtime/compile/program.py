"""What the compiler makes of a page: a TensorFlow graph, and which node belongs to which block and pin."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.plan.nodes import Variable as Variable
from blockloom.blocks.problems import ERROR, Problem

HOLDER = re.compile(r"(?:/[^/]+/)?[^.]*")      # of the id by which state is kept: OPT of OPT.momentum:W


class About(NamedTuple):
    """A result that is described instead of fetched (a resource, an op inside a loop)."""

    text: str
    dtype: str = ""


# What a step gave, by the Address.owner of a block: output pin -> array, list of such, None (dead) or About.
Results = dict[Address, dict[str, Any]]


class Probe(NamedTuple):
    """How to ask a blocking block what it has: fetch `has` (and `needs`, `limit`) on the side while it blocks.

    `spills` is the block whose elements are lost where the op, having taken some of those it needs, is cancelled.
    """

    block: str
    has: str
    needs: str | int
    unit: str
    room: int | None = None
    spills: str = ""


class StepCancel(NamedTuple):
    """Names: nodes `targets` to run along with every step, `stop` to end it. A step that was ended may have left some
    numbers in the queue: tensor `left` tells how many, `take` takes one."""

    targets: list[str]
    stop: str
    left: str
    take: str


class Accumulator(NamedTuple):
    """The blocks of one accumulator, and the ops that move what it holds; `key` must be unchanged for that."""

    blocks: tuple[str, ...]
    key: tuple[Any, ...]
    handle: str
    count: str  # type: ignore[assignment]   # tuples have a method of this name, which nobody calls
    need: str
    take: list[str]
    set_step: str
    step: str
    apply: str
    gradient: list[str]  # dense: the value; sparse: indices and values


@dataclass
class Created:
    """What a block created that a session with it has to look after: `shown` are (block, pin, variable)."""

    shown: list[tuple[str, str, Variable]] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)   # nodes that are run, in this order, once variables have values
    threads: list[str] = field(default_factory=list)  # nodes that are run over and over, in threads of their own
    probes: list[Probe] = field(default_factory=list)


def size_of(value: Any) -> int:
    """The bytes that a result takes: of strings also what they hold, not only where that lies."""
    if isinstance(value, list):
        return sum(map(size_of, value))
    if not isinstance(value, np.ndarray):
        return 0
    return value.nbytes + (sum(map(sys.getsizeof, value.flat)) if value.dtype.hasobject else 0)


class Function(NamedTuple):
    """A page as a function, `name` in the library of the graph. `args` are the nodes that stand for its Args, `outputs`
    the tensors of its Retvals, `effects` the nodes that have to be run, `nodes` all but the Args; `places` says what
    these are made of. `definitions` are what the library needs for it: itself and the functions that it uses.
    `variables` are those of all these, which the nodes of `state` make; they belong into the graph itself. `takes` and
    `gives` are the shapes of Args and Retvals."""

    name: str
    args: list[str]
    outputs: list[str]
    effects: list[str]
    nodes: list[NodeDef]
    definitions: dict[str, Any]
    places: dict[str, Address]
    variables: list[Variable]
    state: list[NodeDef]
    takes: list[tf.TensorShape]
    gives: list[tf.TensorShape]


@dataclass
class SessionProgram:
    """One Session block's share. Tensors by name: `shown[block][pin]` is a tensor name, a list of them, or About,
    where `block` is an Address.owner; `reads` is likewise of what is read after the step."""

    id: str
    fetched: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)    # of `fetched`: what the session or the user names
    targets: list[str] = field(default_factory=list)
    shown: dict[Address, dict[str, Any]] = field(default_factory=dict)
    reads: dict[Address, dict[str, str]] = field(default_factory=dict)
    feeds: dict[str, np.ndarray] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)
    stateful: set[str] = field(default_factory=set)
    starts: list[str] = field(default_factory=list)   # nodes that are run, in order, once variables have values
    renews: list[str] = field(default_factory=list)   # nodes of starts by which data begins anew
    ends: list[str] = field(default_factory=list)     # nodes that are run at the end of each run
    waits: dict[str, list[str]] = field(default_factory=dict)   # node -> those that take data, for which it waits
    threads: list[str] = field(default_factory=list)  # nodes that are run over and over, in threads of their own
    cancel: StepCancel | None = None
    accumulators: list[Accumulator] = field(default_factory=list)
    alive: dict[str, str] = field(default_factory=dict)  # tensor -> the tensor that is 0 where it has a value


@dataclass
class Program:
    """A compiled page. `problems` hold every error and warning; with an error, `sessions` is empty."""

    page: str
    graph: tf.Graph
    problems: list[Problem]
    places: dict[str, Address] = field(default_factory=dict)
    target: str = ""        # the address where it runs, "": here
    callers: dict[str, tuple[str, str]] = field(default_factory=dict)   # see runtime.compile.loops_in_place.InPlace
    names: dict[str, str] = field(default_factory=dict)     # of the node of each block, by ids of the flattened page
    sessions: list[SessionProgram] = field(default_factory=list)
    reference: list[str] = field(default_factory=list)  # blocks that run by the CPU reference
    taps: list[Any] = field(default_factory=list)       # taps.Tap, of the functions that are looked into
    emitter: Any = None     # the runtime.compile.emitter.Emitter that made the graph

    @property
    def ok(self) -> bool:
        return not any(p.severity == ERROR for p in self.problems)

    def place(self, node: str) -> Address | None:
        """The block and pin of a node, or of the nearest enclosing scope of it that a block made."""
        return place_of(self.places, node)

    def way(self, node: str, function: str = "") -> list[Address]:
        """The calls in whose place a node stands, the outermost first, and what it is made of itself; of a node of a
        function that runs in place, also those of this."""
        if function in self.callers:
            of, by = self.callers[function]
            return [*self.way(by, of), *self.way(node)]
        for at, sign in enumerate(node):
            if sign == "/" and node[:at] in self.places and node[at + 1:] in self.places:
                return [self.places[node[:at]], *self.way(node[at + 1:])]
        place = self.place(node)
        return [] if place is None else [place]

    def told(self, block: str) -> str:
        """The text of the address of a block by the id that it has on the flattened page, or by which its state is
        kept."""
        return str(inside(self.page, next(HOLDER.finditer(block))[0]).told_on(self.page))

    def telling(self, blocks: Iterable[str]) -> list[str]:
        """As `told`, each once, in order."""
        return sorted(set(map(self.told, blocks)))


def place_of(places: Mapping[str, Address], node: str) -> Address | None:
    """The block and pin of a node, or of the nearest scope around it that a block made. What a function runs may have
    the names of those that call it before its own."""
    name = node
    while name:
        if name in places:
            return places[name]
        name = name.rpartition("/")[0]
    return None
