"""Let TensorFlow run the functions of loops and branches inline.

A While that calls its functions takes twice the time of one with inlined functions, as `tf.while_loop` has them at run
time: TensorFlow inlines the functions of nodes with `_lower_using_switch_merge`. The graph itself is unchanged, and so
are gradients and messages about it. The results are the same, under these conditions:

- A call ends when all its ops have run. Inlined, its ops are separate ops, so all that follows, including the next
  iteration, waits for those ops whose time matters.
- All calls share one function. Inlined, each call has separate ops with separate names: a function with an op that
  shares a resource by the name of its node is called, and so is one with references.
- An error names a node, its function and the callers, except for inlined ops. So each inlined call has a separate
  function, whose caller is known.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence

import tensorflow as tf
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import function, op_def_registry, ops

from blockloom.blocks.catalogue.op_traits import ops_with, traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan.plan_nodes import Node, Ref, Variable
from blockloom.blocks.plan.planned_variables import with_state
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.deadness import may_die
from blockloom.runtime.compile.function_defs import Key, function_attrs, handles, key_of, with_added_args
from blockloom.runtime.compile.protos import node_def
from blockloom.runtime.resources.op_effects import acts_or_reads, definition_of

_ATTR = "_lower_using_switch_merge"
_MOST = 10_000  # most inlined nodes, since loops may be deeply nested


def is_control(op: str) -> bool:
    """Return whether an op is a loop or a branch with functions."""
    return traits_of(op).functional in ("loop", "branch")


class LoopInlining:
    """The functions of loops and branches that TensorFlow inlines.

    Args:
        random: Gives random ops inside the functions a state, if not None.

    Attributes:
        callers: For each function, the function that calls it ("" for the graph) and the name of the calling node.
    """

    def __init__(self, graph: tf.Graph, random: RandomStates | None = None):
        self._graph, self._random = graph, random
        self._room = _MOST
        self._at, self._states = Address(), dict[Key, NodeDef]()  # current place; states of random ops in functions
        self._acting: dict[str, bool] = {}  # function -> whether its calls have effects, so that their order matters
        self.callers: dict[str, tuple[str, str]] = {}

    def inline(self, node: NodeDef, at: Address) -> list[NodeDef]:
        """Inline a loop or branch of a block, if the results are the same and its attrs allow it.

        Returns:
            The nodes that it takes as further inputs.
        """
        self._at = at
        return self._put(node, "", node.name)

    def _put(self, node: NodeDef, caller: str, path: str) -> list[NodeDef]:
        functions = list(function_attrs(node))
        plain = [self._definition(attr.name) for attr in functions]
        size = sum(len(attr.node_def) for attr in plain if attr is not None)
        if (
            None in plain
            or size > self._room
            or node.device
            or _ATTR in node.attr
            and not node.attr[_ATTR].b
            or not _is_asked(node, plain)
            or not all(map(_can_be, plain))
        ):
            return []
        self._room -= size
        made = [self._made(one, caller, node, number, f"{path}/{number}") for number, one in enumerate(plain)]
        found = {key for one in made for key in handles(one.node_def)}
        states = {key: handle for key, handle in self._states.items() if key in found}
        for number, (attr, one) in enumerate(zip(functions, made)):
            attr.name = one.signature.name
            if states:
                loops = traits_of(node.op).functional == "loop" and number == 1
                one.CopyFrom(definition_of(with_added_args(one, states, loops=loops)))
                one.signature.name = attr.name
            self._graph._add_function(function._from_definition(one))
        more = _given(node, states.values(), bool(caller))
        node.attr[_ATTR].b = True
        if "Tcond" not in node.attr:
            return more
        truth = _truth(f"{node.name}/truth", node.input[0])
        node.input[0] = f"{truth.name}:output:0" if caller else truth.name
        return [*more, truth]

    def _definition(self, name: str) -> FunctionDef | None:
        found = self._graph._get_function(name)
        return definition_of(found) if isinstance(found, function._DefinedFunction) else None

    def _made(self, plain: FunctionDef, caller: str, by: NodeDef, number: int, path: str) -> FunctionDef:
        """Return a separate function for the call of function `number` by a node."""
        copy = FunctionDef()
        copy.CopyFrom(plain)
        stem, signature = plain.signature.name, copy.signature
        signature.name = f"{stem}.{len(self.callers)}"
        self.callers[signature.name] = caller, by.name
        for node in list(copy.node_def):
            if is_control(node.op):
                copy.node_def.extend(self._put(node, signature.name, f"{path}/{node.name}"))
        if self._random is not None:
            self._states |= {key_of(one): one for one in self._random.add_states(copy, path, self._at)}
        acting = [node.name for node in copy.node_def if self._acts(node)]
        if traits_of(by.op).functional == "loop" and not number:
            _give(copy, 0, _truth(f"{stem}/truth", ""), acting)
        elif traits_of(by.op).functional == "branch" and acting:
            for place, out in enumerate(signature.output_arg):
                given = NodeDef(name=f"{stem}/given_{place}", op="Identity")
                given.attr["T"].type = out.type
                _give(copy, place, given, acting)
        copy.control_ret.clear()
        copy.control_ret.update({name: name for name in acting})
        signature.control_output[:] = acting
        return copy

    def _acts(self, node: NodeDef) -> bool:
        """Return whether the time at which a node runs matters."""
        if is_control(node.op):
            return any(self._call_acts(one.name) for one in function_attrs(node))
        return acts_or_reads(op_def_registry.get(node.op))

    def _call_acts(self, name: str) -> bool:
        if name not in self._acting:  # cached, because nested loops name each function repeatedly
            plain = self._definition(name)
            self._acting[name] = plain is None or not _can_be(plain) or any(map(self._acts, plain.node_def))
        return self._acting[name]


def _is_asked(node: NodeDef, functions: Sequence[FunctionDef]) -> bool:
    """Return whether a loop or branch has a bool as its condition, and at least one input."""
    asks = (
        functions[0].signature.output_arg[0].type
        if traits_of(node.op).functional == "loop"
        else node.attr["Tcond"].type
        if "Tcond" in node.attr
        else tf.bool.as_datatype_enum
    )
    return asks == tf.bool.as_datatype_enum and any(name[0] != "^" for name in node.input)


def _can_be(one: FunctionDef) -> bool:
    """Return whether a function can be inlined.

    It must not share resources by the names of its nodes, run an op several times, or output references, which may be
    read at any time.
    """
    for node in one.node_def:
        op = op_def_registry.get(node.op)
        if (
            op is None
            or may_die(node.op)
            or any(arg.is_ref for arg in op.output_arg)
            or any(attr.name == "shared_name" for attr in op.attr)
            and not node.attr["shared_name"].s
        ):
            return False
    return True


def _given(node: NodeDef, states: Iterable[NodeDef], inside: bool) -> list[NodeDef]:
    """Pass the handles of states to the functions of a node, which is in the graph or `inside` a function.

    Returns:
        The nodes that the node takes the handles from.
    """
    more, names = list[NodeDef](), list[str]()
    for number, handle in enumerate(states):
        names.append(handle.name)
        if inside:
            copy = NodeDef()
            copy.CopyFrom(handle)
            copy.name = f"{node.name}/state_{number}"
            more.append(copy)
            names[-1] = f"{copy.name}:resource:0"
    values = [name for name in node.input if name[0] != "^"]
    node.input[:] = [*values, *names, *(name for name in node.input if name[0] == "^")]
    loops = traits_of(node.op).functional == "loop"
    node.attr["T" if loops else "Tin"].list.type.extend([tf.resource.as_datatype_enum] * len(names))
    if loops and node.attr["output_shapes"].list.shape:
        node.attr["output_shapes"].list.shape.extend([tf.TensorShape([]).as_proto()] * len(names))
    return more


def _truth(name: str, source: str) -> NodeDef:
    """Return a node for the truth value of a tensor: While and If treat a non-scalar as true if it has elements."""
    made = NodeDef(name=name, op="ToBool", input=[source])
    made.attr["T"].type = tf.bool.as_datatype_enum
    return made


def _give(made: FunctionDef, number: int, node: NodeDef, after: Iterable[str]) -> None:
    """Insert a node that waits for others before an output of a function."""
    name = made.signature.output_arg[number].name
    node.input[:] = [made.ret[name], *(f"^{one}" for one in after)]
    made.node_def.append(node)
    made.ret[name] = f"{node.name}:output:0"


# A function that replaces its call has separate ops there, each with separate random numbers. So each op has a
# separate variable, whose handle is an Arg after those of the function.


for _op in ops_with("with_state").values():
    with contextlib.suppress(KeyError):  # raised if TensorFlow has registered the op
        ops.NotDifferentiable(_op)  # the ops that store their own state have no gradient either


class RandomStates:
    """Variables for the states of random ops.

    Args:
        free: Returns a name that no node of the graph has, for a wanted name.
        container: The container of the variables.
    """

    def __init__(self, free: Callable[[str], str], container: str):
        self._free, self._container = free, container
        self._nodes: list[NodeDef] = []
        self._states: list[Variable] = []

    def take(self) -> tuple[list[NodeDef], list[Variable]]:
        """Return the new nodes for the graph, and the new variables, since the last call."""
        found = self._nodes, self._states
        self._nodes, self._states = [], []
        return found

    def stateful_node(self, node: NodeDef, at: Address) -> NodeDef:
        """Return the node of the graph that replaces a random node of a block."""
        drawn, *others = self._made(node, node.name, at)
        self._nodes += others
        return drawn

    def add_states(self, function: FunctionDef, path: str, at: Address) -> list[NodeDef]:
        """Add variables for the states of the random nodes of a function.

        Args:
            function: The function, which only one node calls.
            path: The path that identifies the function in the block.
            at: The address of the block.

        Returns:
            The nodes of the graph with the handles, of which the function has copies.
        """
        found = list[NodeDef]()
        for node in [one for one in function.node_def if traits_of(one.op).with_state]:
            drawn, *others = self._made(node, f"{path}/{node.name}", at)
            self._nodes += others
            beside = [next(one for one in others if one.name == name) for name in drawn.input[:2]]
            found.append(beside[0])
            inputs = [f"{node.name}/state:resource:0", f"{node.name}/algorithm:output:0", *node.input]
            for name, one in zip(inputs, beside):
                copy = function.node_def.add()
                copy.CopyFrom(one)
                copy.name = name.partition(":")[0]
            drawn.name, drawn.input[:] = node.name, inputs
            node.CopyFrom(drawn)
        return found

    def _made(self, node: NodeDef, name: str, at: Address) -> list[NodeDef]:
        """Return the node that draws, followed by the nodes that it needs."""
        attrs = {attr: ("int", node.attr[attr].i) for attr in ("seed", "seed2")}
        kinds = {attr: ("type", name_of(node.attr[attr].type)) for attr in ("dtype", "Tout", "T") if attr in node.attr}
        given: list[Ref] = [one for one in node.input if one[0] != "^"]
        waits: list[Ref] = [one[1:] for one in node.input if one[0] == "^"]
        planned, state = with_state(
            Node(name, node.op, at, given, attrs | kinds, waits, node.device),
            traits_of(node.op).with_state,
            Block(f"{at.block}.{name}", node.op),
            self._free,
        )
        self._states.append(state)
        made = []
        for one in planned:
            inputs = [*map(str, one.inputs), *(f"^{ref}" for ref in one.control_inputs)]
            made.append(node_def(one.name, one.op, inputs, one.device, one.attrs))
            if traits_of(one.op).variable == "resource" and self._container:
                made[-1].attr["container"].s = self._container.encode()
        return made
