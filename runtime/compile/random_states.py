"""The state of random ops in functions is a variable, as that of random blocks: see `blocks/plan/random_state.py`.

A function that stands in the place of its call has ops of its own there, each with numbers of its own: so each has a
variable of its own, whose handle is an Arg behind those of the function.
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
from blockloom.blocks.plan.random_state import with_state
from blockloom.blocks.values.dtypes import name_of
from blockloom.runtime.compile.protos import node_def

for _op in ops_with("with_state").values():
    with contextlib.suppress(KeyError):  # TensorFlow has registered it
        ops.NotDifferentiable(_op)  # as those are that keep their state themselves


class RandomStates:
    """Adds variables to random ops. `free` turns a wanted name into one that no node of the graph has; `container` is
    where they are kept. `take` what was made.
    """

    def __init__(self, free: Callable[[str], str], container: str):
        self._free, self._container = free, container
        self._nodes: list[NodeDef] = []
        self._states: list[Variable] = []

    def take(self) -> tuple[list[NodeDef], list[Variable]]:
        """The nodes that belong into the graph, and the variables, since the last call."""
        found = self._nodes, self._states
        self._nodes, self._states = [], []
        return found

    def beside(self, node: NodeDef, at: Address) -> NodeDef:
        """The node of the graph in the place of a random one, which belongs to a block."""
        drawn, *others = self._made(node, node.name, at)
        self._nodes += others
        return drawn

    def inside(self, function: FunctionDef, path: str, at: Address) -> list[NodeDef]:
        """Let the random nodes of a function that one node calls have variables; `path` tells it from other ones of the
        block. Gives the nodes of the graph with their handles, which the function has copies of.
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
        """The node that draws, and those beside it."""
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
            inputs = [*map(str, one.inputs), *(f"^{ref}" for ref in one.after)]
            made.append(node_def(one.name, one.op, inputs, one.device, one.attrs))
            if traits_of(one.op).variable == "resource" and self._container:
                made[-1].attr["container"].s = self._container.encode()
        return made
