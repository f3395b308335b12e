"""The result of the compiler: a TensorFlow graph, the block and pin of each node, and how to cancel a step."""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.protobuf.queue_runner_pb2 import QueueRunnerDef

from blockloom.blocks import walks
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.lower.supplies import Supply
from blockloom.blocks.plan.plan_nodes import Variable as Variable
from blockloom.blocks.problems import ERROR, Problem
from blockloom.runtime.compile.deadness import Deadness
from blockloom.runtime.resources.resource import Resource

HOLDER = re.compile(r"(?:/[^/]+/)?[^.]*")  # the block in the key of a state: OPT of OPT.momentum:W


class DescribedResult(NamedTuple):
    """A result that is described instead of fetched: a resource, or an op inside a loop."""

    text: str
    dtype: str = ""


# Results of a step, by the `Address.owner` of a block: output pin -> array, list, None (dead) or `DescribedResult`.
Results = dict[Address, dict[str, Any]]


class Probe(NamedTuple):
    """Tensors that show why a block is blocked.

    Attributes:
        block: The block; "" for an op in a function.
        has: The tensor with the number of elements that it has.
        required: The number that it needs: a tensor's name, a known number, or None if reading it would have an effect.
        spills: The block that loses elements if the op is cancelled after it took some.
        accumulator: The node of an accumulator whose global step changes only by takes, the op's among them.
        take_count: The number of these takes in a step.
        local_steps: The constant local steps of the accumulator's gradients.
        supply: The blocks that add the elements.
        nodes: For an op in a function, the nodes of the calls that lead to it, and its own node.
    """

    block: str
    has: str
    required: str | int | None
    unit: str
    room: int | None = None
    spills: str = ""
    accumulator: str = ""
    take_count: int = 1
    local_steps: tuple[int, ...] = ()
    supply: Supply | None = None
    nodes: tuple[str, ...] = ()


class StepCancel(NamedTuple):
    """Names of nodes and tensors that cancel a step.

    Attributes:
        targets: Nodes that run with every step.
        stop: The node that cancels the step.
        remaining: The tensor with the number of elements that a cancelled step left in the queue.
        take: The tensor that removes one of them.
    """

    targets: list[str]
    stop: str
    remaining: str
    take: str


class InputSlot(NamedTuple):
    """Names of tensors and nodes that store an output of a source of external inputs.

    Attributes:
        tensor: The output.
        keep: The node that stores the output.
        stored: The tensor that reads the stored value.
        has: The tensor that states whether a value is stored.
        sure: Whether each completed step stores a value.
    """

    tensor: str
    keep: str
    stored: str
    has: str
    sure: bool


@dataclass
class ExternalInputs:
    """External inputs of a step (see `external_inputs`).

    Attributes:
        slots: The slots of the recorded outputs.
        lost: The nodes whose outputs cannot be recorded, with the reason: in a `loop` of dataflow, or `opaque`
            (handles, variants).
        calls: The nodes of slots that record a draw inside a call, with the call.
        sizes: The calls, with the tensor of the slot with the bytes that the call drew.
    """

    slots: list[InputSlot] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)
    calls: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, str] = field(default_factory=dict)


@dataclass
class CreatedVariables:
    """Variables, start nodes, queue runners and probes that a block created for its session.

    Attributes:
        variables: The variables as (block, pin, variable).
    """

    variables: list[tuple[str, str, Variable]] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)  # nodes to run, in this order, after variables are initialised
    runners: list[QueueRunnerDef] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)


def size_of(value: Any) -> int:
    """Return the size of a result in bytes, including the content of strings."""
    if isinstance(value, list):
        return sum(map(size_of, value))
    if not isinstance(value, np.ndarray):
        return 0
    return value.nbytes + (sum(map(sys.getsizeof, value.flat)) if value.dtype.hasobject else 0)


class CompiledFunction(NamedTuple):
    """A page as a function in the library.

    Attributes:
        name: The name in the library.
        args: The nodes of its Args.
        outputs: The tensors of its Retvals.
        effects: Nodes that must run.
        nodes: All nodes except the Args.
        definitions: The definitions of the function and of all functions that it uses.
        places: The addresses of the nodes.
        variables: The variables of the functions, which belong to the outer graph.
        state: The nodes that create the variables.
        input_shapes: The shapes of the Args.
        output_shapes: The shapes of the Retvals.
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
    input_shapes: list[tf.TensorShape]
    output_shapes: list[tf.TensorShape]


@dataclass
class SessionProgram:
    """The program of one Session block, with tensors by name.

    Attributes:
        sources: The results by `Address.owner` and pin: a name, a list of names, or a `DescribedResult`.
        reads: As `sources`, for values that are read after the step.
    """

    id: str
    fetched: list[str] = field(default_factory=list)
    requested: dict[str, str] = field(default_factory=dict)  # requested tensor -> its block
    targets: list[str] = field(default_factory=list)
    sources: dict[Address, dict[str, Any]] = field(default_factory=dict)
    reads: dict[Address, dict[str, str]] = field(default_factory=dict)
    side_sources: dict[Address, dict[str, Any]] = field(
        default_factory=dict
    )  # like `sources`, for blocks that no session needs
    side_inputs: dict[str, dict[str, str]] = field(
        default_factory=dict
    )  # side tensor -> step tensor to feed -> tensor to fetch
    watched: set[str] = field(default_factory=set)  # blocks of variables that only monitors need
    feeds: dict[str, np.ndarray] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)
    stateful: set[str] = field(default_factory=set)
    starts: list[str] = field(default_factory=list)  # nodes to run, in this order, after variables are initialised
    renews: list[str] = field(default_factory=list)  # nodes of `starts` that restart data
    iterators: set[str] = field(default_factory=set)  # those of `stateful` that output that data
    ends: list[str] = field(default_factory=list)  # nodes to run at the end of each run
    waits: dict[str, list[str]] = field(default_factory=dict)  # node -> the nodes for which it waits and that take data
    runners: list[QueueRunnerDef] = field(default_factory=list)
    cancel: StepCancel | None = None
    resources: list[Resource] = field(default_factory=list)  # resources of `stateful` that have contents
    # Start node -> blocks that it prepares, but does not run.
    prepares: dict[str, set[str]] = field(default_factory=dict)
    alive: dict[str, str] = field(default_factory=dict)  # tensor -> a tensor that is 0 if it is alive
    idle: set[str] = field(default_factory=set)  # blocks that do not run, since their outputs are pinned
    within: str | None = None  # for a Validation: the Session block whose session and variables it uses
    shared: list[Variable] = field(default_factory=list)  # the variables of that session that the Validation needs
    external_inputs: ExternalInputs = field(default_factory=ExternalInputs)
    each_epoch: list[Variable] = field(default_factory=list)  # variables that are initialised again when data restarts

    @property
    def filled(self) -> set[str]:
        """The nodes of the queues that queue runners fill."""
        return {runner.queue_name.partition(":")[0] for runner in self.runners}

    def takes_queued(self, operation: tf.Operation) -> bool:
        """Return whether an operation takes from a queue that a queue runner fills."""
        takes = traits_of(operation.type).waits == "queue"
        return takes and any(source.op.name in self.filled for source in operation.inputs)


class ValidationPlan(NamedTuple):
    """The effects of a Validation block after each epoch.

    Attributes:
        session: The id of the Validation block.
        monitor: The output to monitor, as address and pin.
        patience: The number of epochs without improvement after which the run ends; 0 for never.
        higher: Whether a higher monitored number is better.
        keep_best: Whether to restore the variables of the best epoch.
        reported: The outputs in the history: name, address and pin.
    """

    session: str
    monitor: tuple[Address, str] | None
    patience: int
    higher: bool
    keep_best: bool
    reported: list[tuple[str, Address, str]]


@dataclass
class Program:
    """A compiled page with its errors and warnings; `sessions` is empty if there are errors."""

    page: str
    graph: tf.Graph
    problems: list[Problem]
    places: dict[str, Address] = field(default_factory=dict)
    target: str = ""  # address of the target that runs the program; "" for this process
    callers: dict[str, tuple[str, str]] = field(default_factory=dict)  # see `LoopInlining`
    names: dict[str, str] = field(default_factory=dict)  # ids of blocks of the flattened page -> names of their nodes
    sessions: list[SessionProgram] = field(default_factory=list)
    reference: list[str] = field(default_factory=list)  # blocks that run by the CPU reference
    validation: ValidationPlan | None = None
    taps: list[Any] = field(default_factory=list)  # taps of the functions whose values are shown
    emitter: Any = None  # the runtime.compile.emitter.Emitter that built the graph

    @property
    def ok(self) -> bool:
        """True if the program has no errors."""
        return not any(p.severity == ERROR for p in self.problems)

    def place(self, node: str) -> Address | None:
        """Return the address of a node, or of the innermost enclosing scope of a block; None if there is none."""
        return place_of(self.places, node)

    def way(self, node: str, function: str = "") -> list[Address]:
        """Return the calls that lead to a node, the outermost first, and the address of the node.

        For an inlined function, this includes the calls of the function.
        """
        if function in self.callers:
            of, by = self.callers[function]
            return [*self.way(by, of), *self.way(node)]
        for at, sign in enumerate(node):
            if sign == "/" and node[:at] in self.places and node[at + 1 :] in self.places:
                return [self.places[node[:at]], *self.way(node[at + 1 :])]
        place = self.place(node)
        return [] if place is None else [place]

    def address_text(self, block: str) -> str:
        """Return the address, as text, of a block by its id on the flattened page, or by the id of its state."""
        return str(inside(self.page, next(HOLDER.finditer(block))[0]).owner_on(self.page))

    def address_texts(self, blocks: Iterable[str]) -> list[str]:
        """Return the addresses of several blocks as sorted texts, each once."""
        return sorted(set(map(self.address_text, blocks)))


def place_of(places: Mapping[str, Address], node: str) -> Address | None:
    """Return the address of a node, or of the innermost enclosing scope of a block; None if there is none.

    Names of calling functions in front of the name of a node are ignored.
    """
    name = node
    while name:
        if name in places:
            return places[name]
        name = name.rpartition("/")[0]
    return None


@dataclass
class Expansion:
    """The ops of an expanded block, and the data that sessions and scripts need of it.

    Attributes:
        outputs: The names of tensors of each pin, or a compile-time object.
        ends: The nodes that a control wire from the block waits for.
        variable: The variable of a block that is one.
        extra_variables: Variables that the block needs other than blocks; may grow until the graph is complete.
        created: Variables and ops that the block creates for its session.
        probe: The probe of a block that can block.
        has_state: Whether the block has a state that ends with the session.
        loss: The tensor of which the block computes gradients.
        trained: The blocks of the variables for which it computes gradients.
        pairs: These gradients, with the variables.
        descriptions: Texts for tensors that are not fetched.
    """

    outputs: dict[str, Any] = field(default_factory=dict)
    ends: list[str] = field(default_factory=list)
    variable: Variable | None = None
    extra_variables: list[Variable] | None = None
    created: CreatedVariables | None = None
    probe: Probe | None = None
    has_state: bool = False
    loss: str = ""
    trained: list[str] = field(default_factory=list)
    pairs: list[tuple[Any, tf.Variable]] = field(default_factory=list)
    descriptions: dict[str, str] = field(default_factory=dict)


# TensorFlow can only close a whole session, or fail a step. So every step of a session with ops that may block also
# waits for a separate queue, which the step itself fills once none of these ops blocks any more. To cancel the step,
# another thread puts a 1 there: an Assert fails, TensorFlow cancels the blocked ops, and the session continues.


v1 = tf.compat.v1


def make_step_cancel(
    graph: tf.Graph, targets: Iterable[str], fed: Container[str], deadness: Deadness | None
) -> StepCancel | None:
    """Add ops to the default graph that cancel a step with the nodes `targets` and the tensors `fed`.

    Returns:
        None if no op blocks, or none can be cancelled.
    """
    ops = [op for op in reached(graph, targets, fed) if traits_of(op.type).waits_on_handle]
    if deadness is not None:  # an op that may be dead could prevent the end of the step
        ops = [op for op in ops if not deadness.op_may_die(op) and not deadness.op_in_loop(op)]
    if not ops:
        return None
    with v1.name_scope("end_of_step"):
        queue = v1.FIFOQueue(-1, [tf.int32], [[]])
        asked = queue.dequeue()
        check = v1.debugging.Assert(tf.equal(asked, 0), ["the step was ended"])
        with tf.control_dependencies(sorted(ops, key=lambda op: op.name)):
            release = queue.enqueue(0)
        return StepCancel([check.name, release.name], queue.enqueue(1).name, queue.size().name, asked.name)


def reached(graph: tf.Graph, targets: Iterable[str], fed: Container[str]) -> set[tf.Operation]:
    """Return the ops that run for `targets`, with the tensors `fed`."""

    def sources(op: tf.Operation) -> list[tf.Operation]:
        return [*(t.op for t in op.inputs if t.name not in fed), *op.control_inputs]

    return {*walks.reached(map(graph.get_operation_by_name, targets), sources)}
