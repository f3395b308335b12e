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
from tensorflow.core.protobuf.queue_runner_pb2 import QueueRunnerDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.plan.plan_nodes import Variable as Variable
from blockloom.blocks.problems import ERROR, Problem
from blockloom.runtime.resources.resource import Resource

HOLDER = re.compile(r"(?:/[^/]+/)?[^.]*")  # of the id by which state is kept: OPT of OPT.momentum:W


class DescribedResult(NamedTuple):
    """A result that is described instead of fetched: a resource, or an op inside a loop."""

    text: str
    dtype: str = ""


# What a step gave, by the Address.owner of a block: output pin -> array, list of such, None (dead) or About.
Results = dict[Address, dict[str, Any]]


class Probe(NamedTuple):
    """Tensors to fetch while a block is blocked: the number that it `has`, and the number that it `needs`.

    `needs` is a tensor's name, a known number, or None if reading it would have an effect. `spills` is the block that
    loses elements if the op is cancelled after it took some.
    """

    block: str
    has: str
    needs: str | int | None
    unit: str
    room: int | None = None
    spills: str = ""


class StepCancel(NamedTuple):
    """What ends a step, as names: nodes `targets` run with every step, node `stop` ends it. Tensor `left` is how many
    numbers an ended step left in the queue, `take` removes one.
    """

    targets: list[str]
    stop: str
    left: str
    take: str


class InputSlot(NamedTuple):
    """Where an output of a source is kept, in names: the tensor, the node that keeps it, tensors that read it and tell
    whether there is one. `sure`: it has a value in each step that comes to its end.
    """

    tensor: str
    keep: str
    kept: str
    has: str
    sure: bool


@dataclass
class ExternalInputs:
    """What a step draws from outside (see `sources`). `lost` are nodes whose outputs cannot be kept, and why: they are
    in a `loop` of dataflow, or `opaque`, handles or variants. `calls` are nodes of slots and the calls in which was
    drawn what they give (see `inner_draws`), `sizes` the tensors of slots that tell of such a call how much that was,
    in bytes.
    """

    slots: list[InputSlot] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)
    calls: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, str] = field(default_factory=dict)


@dataclass
class CreatedVariables:
    """What a block created for its session: `shown` are (block, pin, variable); ops to start with, queue runners and
    probes.
    """

    shown: list[tuple[str, str, Variable]] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)  # nodes that are run, in this order, once variables have values
    runners: list[QueueRunnerDef] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)


def size_of(value: Any) -> int:
    """The bytes of a result, with the content of strings."""
    if isinstance(value, list):
        return sum(map(size_of, value))
    if not isinstance(value, np.ndarray):
        return 0
    return value.nbytes + (sum(map(sys.getsizeof, value.flat)) if value.dtype.hasobject else 0)


class CompiledFunction(NamedTuple):
    """A page as a function in the library, called `name`. `args` are the nodes of its Args, `outputs` the tensors of
    its Retvals, `effects` nodes that must run, `nodes` all but the Args. `definitions` are its own and those of
    functions that it uses; their `variables`, made by the nodes `state`, belong to the outer graph. `takes` and `gives`
    are shapes.
    """

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
    """What one Session block runs, with tensors by name. `shown[block][pin]` is a name, a list of names, or About,
    where `block` is an Address.owner; `reads` likewise of what is read after the step.
    """

    id: str
    fetched: list[str] = field(default_factory=list)
    asked: dict[str, str] = field(default_factory=dict)  # what the session or the user names: tensor -> its block
    targets: list[str] = field(default_factory=list)
    shown: dict[Address, dict[str, Any]] = field(default_factory=dict)
    reads: dict[Address, dict[str, str]] = field(default_factory=dict)
    beside: dict[Address, dict[str, Any]] = field(default_factory=dict)  # as `shown`, of what it does not need
    takes: dict[str, dict[str, str]] = field(default_factory=dict)  # tensor of that -> of the step: fed -> fetched
    watched: set[str] = field(default_factory=set)  # blocks of variables that nothing but monitors needs
    feeds: dict[str, np.ndarray] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)
    stateful: set[str] = field(default_factory=set)
    starts: list[str] = field(default_factory=list)  # nodes that are run, in order, once variables have values
    renews: list[str] = field(default_factory=list)  # nodes of starts by which data begins anew
    iterators: set[str] = field(default_factory=set)  # blocks, of `stateful`, that give that data
    ends: list[str] = field(default_factory=list)  # nodes that are run at the end of each run
    waits: dict[str, list[str]] = field(default_factory=dict)  # node -> those that take data, for which it waits
    runners: list[QueueRunnerDef] = field(default_factory=list)
    cancel: StepCancel | None = None
    resources: list[Resource] = field(default_factory=list)  # of `stateful`, what holds something beside variables
    prepares: dict[str, set[str]] = field(default_factory=dict)  # node of starts that only prepares these -> blocks
    alive: dict[str, str] = field(default_factory=dict)  # tensor -> the tensor that is 0 where it has a value
    idle: set[str] = field(default_factory=set)  # blocks that do not run, since what they would give is pinned
    within: str | None = None  # of a Validation: the session whose TensorFlow session, with its variables, it uses
    shared: list[Variable] = field(default_factory=list)  # these variables, as far as it needs them
    drawn: ExternalInputs = field(default_factory=ExternalInputs)
    each_epoch: list[Variable] = field(default_factory=list)  # those that are initialised anew where data begins anew

    @property
    def filled(self) -> set[str]:
        """The nodes of the queues that queue runners fill."""
        return {runner.queue_name.partition(":")[0] for runner in self.runners}

    def takes_queued(self, operation: tf.Operation) -> bool:
        """Return whether an operation takes from a queue that a queue runner fills."""
        takes = traits_of(operation.type).waits == "queue"
        return takes and any(source.op.name in self.filled for source in operation.inputs)


class ValidationPlan(NamedTuple):
    """What follows from a Validation block after each epoch: the run ends after `patience` epochs (0: never) in which
    the number `monitor` got no lower, or `higher`; the variables of the best epoch are kept with `keep_best`. `told`
    are the outputs of which the history tells: name, address and pin.
    """

    session: str
    monitor: tuple[Address, str] | None
    patience: int
    higher: bool
    keep_best: bool
    told: list[tuple[str, Address, str]]


@dataclass
class Program:
    """A compiled page. `problems` are its errors and warnings; with an error, `sessions` is empty."""

    page: str
    graph: tf.Graph
    problems: list[Problem]
    places: dict[str, Address] = field(default_factory=dict)
    target: str = ""  # the address where it runs, "": here
    callers: dict[str, tuple[str, str]] = field(default_factory=dict)  # see runtime.compile.inlined_loops.InPlace
    names: dict[str, str] = field(default_factory=dict)  # of the node of each block, by ids of the flattened page
    sessions: list[SessionProgram] = field(default_factory=list)
    reference: list[str] = field(default_factory=list)  # blocks that run by the CPU reference
    validation: ValidationPlan | None = None
    taps: list[Any] = field(default_factory=list)  # taps.Tap, of the functions that are looked into
    emitter: Any = None  # the runtime.compile.emitter.Emitter that made the graph

    @property
    def ok(self) -> bool:
        """Whether the program has no errors."""
        return not any(p.severity == ERROR for p in self.problems)

    def place(self, node: str) -> Address | None:
        """The address of a node, or of the innermost scope around it that a block made; None where there is none."""
        return place_of(self.places, node)

    def way(self, node: str, function: str = "") -> list[Address]:
        """The calls that lead to a node, the outermost first, then its own address; in a function that runs in place,
        with the calls of that.
        """
        if function in self.callers:
            of, by = self.callers[function]
            return [*self.way(by, of), *self.way(node)]
        for at, sign in enumerate(node):
            if sign == "/" and node[:at] in self.places and node[at + 1 :] in self.places:
                return [self.places[node[:at]], *self.way(node[at + 1 :])]
        place = self.place(node)
        return [] if place is None else [place]

    def told(self, block: str) -> str:
        """The address, as text, of a block given by its id on the flattened page, or by the id under which its state is
        kept.
        """
        return str(inside(self.page, next(HOLDER.finditer(block))[0]).told_on(self.page))

    def telling(self, blocks: Iterable[str]) -> list[str]:
        """As `told`, for several blocks: sorted, each once."""
        return sorted(set(map(self.told, blocks)))


def place_of(places: Mapping[str, Address], node: str) -> Address | None:
    """The address of a node, or of the innermost scope around it that a block made, also behind the names of calling
    functions; None where there is none.
    """
    name = node
    while name:
        if name in places:
            return places[name]
        name = name.rpartition("/")[0]
    return None
