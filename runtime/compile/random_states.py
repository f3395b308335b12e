"""Store the state of random ops in functions in variables, as `blocks/plan/planned_variables.py` does for blocks.

A function that replaces its call has separate ops there, each with separate random numbers. So each op has a separate
variable, whose handle is an Arg after those of the function.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import ops

from blockloom.blocks.catalogue.op_traits import ops_with, traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan.outputs import Ref
from blockloom.blocks.plan.plan_nodes import Node, Variable
from blockloom.blocks.plan.planned_variables import with_state
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.protos import node_def

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
