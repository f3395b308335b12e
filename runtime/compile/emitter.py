"""Build the TensorFlow graph of a plan.

The result is the graph with a map from its nodes to blocks and pins. Nodes are written as one GraphDef and imported in
one call (`import_nodes`), so that TensorFlow's C++ code checks everything, and ops that Python hides are available.
Steps need live tensors (gradients) and split the plan into waves: the nodes of a wave are imported, then its steps are
expanded, and the nodes that depend on them are in the next wave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.block_types import BESIDE
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan.plan_nodes import Node, PagePlan, Ref, StepOutput, Variable, picked
from blockloom.blocks.problems import make_problem
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES, dtype_text, label_of
from blockloom.runtime.compile.compilation import Compilation, CompileOptions
from blockloom.runtime.compile.constant_folding import Folding
from blockloom.runtime.compile.error_problems import import_problem, node_named
from blockloom.runtime.compile.function_calls import FunctionCalls
from blockloom.runtime.compile.function_defs import handles
from blockloom.runtime.compile.gradient_loops import add_shapes
from blockloom.runtime.compile.optimizer_variables import OptimizerVariables
from blockloom.runtime.compile.page_gradients import refuse_wires
from blockloom.runtime.compile.program import CompiledFunction, Expansion, place_of
from blockloom.runtime.compile.protos import add_node, attr_value, groups, import_nodes, led_to, node_def
from blockloom.runtime.compile.wire_gradients import CompiledWireGradients

Wave = dict[str, NodeDef]
NOT_RUN = CompileOptions(runs=False)
_NOT_EXPANDED = Expansion()
_RETRIES = 8  # most imports of a wave, each without one more bad node, before nodes are imported one by one


class Emitter:
    """Builder of the graph of a plan.

    Args:
        expanders: Functions that create the ops of each kind of step. They return None if they report a problem, and
            raise ValueError with a text for the user.
        tell: Gets the address of each block before TensorFlow gets it, an empty one after the last.
        functions: The pages used as functions, by name.
        pinned: Outputs that are fed, with a value for each tensor.
    """

    def __init__(
        self,
        compilation: Compilation,
        plan: PagePlan,
        expanders: Mapping[str, Callable[[Any, Block], Expansion | None]],
        tell: Callable[[Address], None] | None = None,
        functions: Mapping[str, CompiledFunction] = MappingProxyType({}),
        options: CompileOptions = NOT_RUN,
        pinned: Mapping[tuple[str, str], list[np.ndarray]] = MappingProxyType({}),
        wire_gradients: CompiledWireGradients | None = None,
    ):
        self.compilation, self.plan, self.expanders, self.tell = compilation, plan, expanders, tell
        self.page, self.catalogue, self.inference = plan.page, plan.catalogue, plan.inference
        self.target, self.bare = compilation.target, plan.bare
        self.problems, self.left_out = compilation.problems, compilation.left_out
        self.graph = tf.Graph()
        self.folding = Folding(self.graph)
        self.functions = functions
        self.calls = FunctionCalls(self.graph, plan, functions, options)
        self.places = dict(plan.places)
        self.inner: dict[str, Address] = {}  # inlined nodes -> their addresses
        self.outputs: dict[str, dict[str, Any]] = dict(plan.outputs.made)  # pin -> tensors, or a compile-time object
        self.expansions: dict[str, Expansion] = {}  # block -> the expansion of its step
        self.variables: dict[str, Variable] = dict(plan.variables)
        self.optimizer_variables = OptimizerVariables(
            self.graph, plan.page.name, self.variables, self.places, plan.bare
        )
        self.held: dict[str, list[Variable]] = {
            block: [state] for block, state in plan.random.items()
        }  # block -> variables that it needs and that are not blocks
        self.wire_gradients, self.pinned = wire_gradients, pinned
        self.fed: dict[str, np.ndarray] = {}  # placeholder -> its value
        self._placeholders: dict[str, str] = {}  # tensor of a pinned output -> its placeholder
        self._finishers: list[Callable[[], None]] = []
        self._folder, self._container = options.folder, options.container
        self._added: Wave = {}  # nodes that the current step adds
        self._inputs: dict[str, list[str]] = {}  # written nodes -> their inputs
        self.anchors: set[str] = set()  # nodes that wait for a node without outputs
        self._levels: dict[str, int] = {}

    def name(self, block: str) -> str:
        """Return the name of a block's node, or of the scope of its expansion."""
        return self.plan.names[block]

    def place(self, node: str) -> Address:
        """Return the address of the block or pin for which a node was created."""
        return place_of(self.places, node) or Address(self.page.name, node)

    def place_inside(self, node: str) -> Address:
        """Return the address of a node, including nodes of functions."""
        found = next(
            (
                found
                for one in (self.inner, *(one.places for one in self.functions.values()))
                if (found := one.get(node)) is not None
            ),
            None,
        )
        return found or self.place(node)

    def refs(self, block: str, pin: str) -> list[str]:
        """Return the tensor names of an output, as inputs of a NodeDef; several for a list."""
        made = self.outputs.get(block)
        return (
            self._taken([*picked(made, pin)])
            if made is not None
            else self._names(self.plan.outputs.tensors(block, pin))
        )

    def ends(self, block: str) -> list[str]:
        """Return the nodes that a control wire from a block waits for."""
        return self.expansion(block).ends or [self.name(block)]

    def expansion(self, block: str) -> Expansion:
        """Return the expansion of a block; an empty one for a block that is a single op."""
        return self.expansions.get(block, _NOT_EXPANDED)

    def tensor(self, ref: str) -> tf.Tensor:
        """Return the tensor of this name; `NODE` is its output 0."""
        return self.graph.get_tensor_by_name(ref if ":" in ref else f"{ref}:0")

    def add_finisher(self, finish: Callable[[], None]) -> None:
        """Call a function when all blocks are in the graph."""
        self._finishers.append(finish)

    @property
    def has_finishers(self) -> bool:
        """True if functions are called when all blocks are in the graph."""
        return bool(self._finishers)

    def run(self) -> None:
        self.calls.add_definitions()
        if not self.plan.scope:
            self._add_state()
        if self.plan.steps:
            # Reserve all names before the first op is created: TensorFlow would silently rename `W` to `W_1`.
            for name in self.plan.names.values():
                self.graph.unique_name(name)
        for block, pin in self.pinned:
            if block not in self.plan.steps and block in self.plan.nodes:
                self._pin(block, pin, self._names(self.plan.outputs.tensors(block, pin)))
        for level, blocks in enumerate(self._waves()):
            wave: Wave = {}
            for block in blocks:
                if block not in self.plan.steps and not self._is_left_out(block):
                    self._write(block, level, wave)
            self._import(wave)
            with self.graph.as_default():
                for block in blocks:
                    if block in self.plan.steps and not self._is_left_out(block):
                        self._expand(self.page.blocks[block])
        self._begin(Address(self.page.name))
        with self.graph.as_default():
            for finish in self._finishers:
                finish()

    def _add_state(self) -> None:
        """Add the variables of functions, which the blocks that use these need."""
        for block in self.plan.order if self.functions else ():
            used = [self.functions[page] for page in self.plan.functions(block) if page in self.functions]
            if any(function.variables for function in used):
                self.held[block] = list(dict.fromkeys(v for function in used for v in function.variables))
        nodes = {node.name: node for function in self.functions.values() for node in function.state}
        if nodes:
            self.calls.handles = dict(handles(nodes.values()))
            self.variables |= {variable.block: variable for held in self.held.values() for variable in held}
            self.folding.mark(nodes, {name: list(node.input) for name, node in nodes.items()})
            self._contain(nodes.values())
            import_nodes(self.graph, nodes.values(), {})

    def _contain(self, nodes: Iterable[NodeDef]) -> None:
        """Set the container of the graph on nodes with resources."""
        for node in nodes if self._container else ():
            op = op_def_registry.get(node.op)
            if op is not None and any(attr.name == "container" for attr in op.attr) and not node.attr["container"].s:
                node.attr["container"].s = self._container.encode()

    def _waves(self) -> list[list[str]]:
        """Return the blocks of each wave."""
        steps, levels = self.plan.steps, self._levels
        if not steps:
            return [self.plan.order]
        waves: list[list[str]] = []
        for block in self.plan.order:
            level = levels[block] = max(
                (levels[source] + (source in steps) for source in self.plan.sources(block) if source in levels),
                default=0,
            )
            while len(waves) <= level:
                waves.append([])
            waves[level].append(block)
        self._split_loops()
        return waves

    def _split_loops(self) -> None:
        """Leave out loops that span several waves, since an import cannot leave an input open."""
        for block, level in self._levels.items():
            if traits_of(self.page.blocks[block].type).flow == "next_iteration" and any(
                self._levels.get(user, level) < level for user in self.plan.users(block)
            ):
                self.problems.append(make_problem("split-loop", address(self.page.name, block)))
                self.compilation.leave_out({block})

    def _is_left_out(self, block: str) -> bool:
        left_out = self.left_out
        if left_out and block not in left_out:
            root = next((left_out[source] for source in self.plan.sources(block) if source in left_out), None)
            if root is not None:
                left_out[block] = root
        return block in left_out

    def _begin(self, place: Address) -> None:
        """Report the address of the block that comes next."""
        if self.tell is not None:
            self.tell(place)

    def _write(self, block: str, level: int, wave: Wave) -> None:
        """Add the nodes of a block to a wave."""
        try:
            made = [one for node in self.plan.nodes[block] for one in self._made(node, level, block in self.plan.calls)]
        except ValueError as error:
            self.problems.append(import_problem(error, self.plan, self.place(self.name(block))))
            self.left_out[block] = block
        else:
            for one in made:
                wave[one.name] = one

    def _made(self, node: Node[Ref], level: int, calls: bool) -> list[NodeDef]:
        """Return the nodes for a node of the plan.

        A call of a page becomes the nodes of the page; a loop or a branch gets the nodes that its gradient needs.

        Args:
            level: The wave of the node.
            calls: Whether the node may name pages or a gradient.
        """
        used: list[CompiledFunction] = []
        if calls:
            refuse_wires(node.attrs, self.page.out.get(node.address.block, ()))
            used = self.calls.functions_of(node)
            node = replace(node, attrs=self.calls.with_function_names(node.attrs))
        node_def = self._node_def(node, level)
        led = led_to(self._folder, node_def) if self._folder else []
        for new in led:
            self._inputs[new.name] = list(new.input)
            self.places[new.name] = self.places[node_def.name]
        if led:
            self._inputs[node_def.name] = list(node_def.input)
        if not used:
            return [*led, node_def]
        functional, at = traits_of(node.op).functional, self.places[node_def.name]
        if functional != "call":
            add_shapes(node_def, used)
        if self.calls.keeps_calls:
            return [node_def]
        nodes, state = self.calls.nodes(node_def, used, at)
        if state:
            self.held[at.block] = [*self.held.get(at.block, ()), *state]
        for new in nodes:
            self._inputs[new.name] = list(new.input)
            self.places[new.name] = at
            inner_name = new.name.removeprefix(f"{node_def.name}/")
            if functional == "call" and inner_name in used[0].places:
                self.inner[new.name] = used[0].places[inner_name]
        return nodes

    def _node_def(self, node: Node[Ref], level: int) -> NodeDef:
        inputs = self._names(node.inputs)
        if node.control_inputs:
            inputs += [name for ref in node.control_inputs for name in self.control(ref, level)]
        self._inputs[node.name] = inputs
        return node_def(node.name, node.op, inputs, node.device, node.attrs)

    def _names(self, refs: Iterable[Ref]) -> list[str]:
        """Return the tensor names of references, including outputs of steps."""
        names: list[str] = []
        for ref in refs:
            if isinstance(ref, str):
                names.append(ref)
            else:
                names += picked(self.outputs[ref.block], ref.pin)
        return self._taken(names)

    def _taken(self, names: list[str]) -> list[str]:
        """Return tensor names with pinned outputs replaced by their placeholders."""
        if not self._placeholders:
            return names
        return [self._placeholders.get(name.removesuffix(":0"), name) for name in names]

    def _pin(self, block: str, pin: str, names: Iterable[str]) -> None:
        """Replace an output that is fed by placeholders.

        The ops before the output are disconnected from the rest, and gradients do not reach them.
        """
        with self.graph.as_default(), tf.control_dependencies(None), tf.device("/CPU:0"):
            for name, value in zip(names, self.pinned[block, pin]):
                dtype = tf.as_dtype(DTYPES[dtype_text(label_of(value))].number)
                name_here = self.plan.free(f"pinned_{len(self.fed)}")
                made = tf.raw_ops.Placeholder(dtype=dtype, shape=value.shape, name=name_here)
                self.places[made.op.name] = Address(self.page.name, block, pin)
                self._placeholders[name.removesuffix(":0")] = made.op.name
                self.fed[made.name] = value

    def _nodes(self, ref: str | StepOutput) -> list[str]:
        """Return the nodes to wait for."""
        if isinstance(ref, str):
            return [ref]
        if ref.pin:
            return [name.partition(":")[0] for name in self._names([ref])]
        return self.ends(ref.block)

    def control(self, ref: str | StepOutput, level: int) -> list[str]:
        """Return the control inputs `^NODE` that wait for `ref`, for a node of the wave `level`."""
        return [f"^{name if self._is_in(name, level) else self._anchor(name)}" for name in self._nodes(ref)]

    def _is_in(self, node: str, level: int) -> bool:
        block = self.place(node).block
        return not self._levels or self._levels.get(block) == level and block not in self.plan.steps

    def _anchor(self, node: str) -> str:
        """Return an op with an output that follows `node`.

        An import cannot map a control input to an op without outputs.
        """
        operation = self.graph.get_operation_by_name(node)
        if operation.outputs:
            return node
        name = f"{node}/anchor"
        if name not in self.anchors:
            with self.graph.as_default(), tf.control_dependencies([operation]):
                self.anchors.add(name)
                anchor = self.graph.create_op(
                    "Const",
                    [],
                    [tf.int32],
                    name=f"{name}/",
                    attrs={
                        "dtype": attr_value("type", "DT_INT32"),
                        "value": attr_value("tensor", Value(np.zeros(0, np.int32), "DT_INT32")),
                    },
                )
            self.places[anchor.name] = self.place(node)
        return name

    def _import(self, wave: Wave) -> None:
        """Import a wave.

        Every node that TensorFlow refuses becomes a problem, and the nodes that depend on it are left out.
        """
        for _ in range(_RETRIES if self.tell is None and not self._alike(wave) else 0):
            if not wave:
                return
            try:
                self._import_nodes(wave)
                return
            except Exception as error:  # TensorFlow may raise any class for a bad node
                bad = node_named(str(error), wave)
                if bad is None:
                    break
                self._refuse(wave, bad, error)
        self._import_groups(wave)

    def _import_groups(self, wave: Wave) -> None:
        """Import a wave node by node."""
        alike = self._alike(wave)
        for group in groups(wave, alike) if wave else ():
            if all(name in wave for name in group):
                self._begin(self.place(group[0]))
                try:
                    self._import_nodes({name: wave[name] for name in group}, alike.issuperset(group))
                except Exception as error:
                    self._refuse(wave, group[0], error, group)

    def _alike(self, wave: Wave) -> set[str]:
        """Return the nodes of a wave whose name is a scope, such as of a frame, that exists in the graph."""
        named = self.plan.scopes & wave.keys() if self.graph.version else set()
        return {name for name in named if any(op.name.startswith(f"{name}/") for op in self.graph.get_operations())}

    def _import_nodes(self, nodes: Wave, alike: bool = False) -> None:
        """Import nodes; a single node that is `alike` is added without an import, which would rename it."""
        outside = {}
        for node in nodes.values():
            if BESIDE in node.attr:  # TensorFlow refuses to colocate a node with one outside the import
                beside = node.attr[BESIDE].list.s
                beside[:] = [
                    entry for entry in beside if entry[:5] != b"loc:@" or entry[5:].decode("utf-8", "replace") in nodes
                ]
                if not beside:
                    del node.attr[BESIDE]
        if self.graph.version:
            for node in nodes.values():
                for name in node.input:
                    stem = name.lstrip("^").partition(":")[0]
                    if stem not in nodes:
                        outside[name] = self.tensor(f"{self._anchor(stem)}:0" if name[0] == "^" else name)
        self.folding.mark(nodes, self._inputs)
        self._contain(nodes.values())
        if alike and len(nodes) == 1:
            add_node(self.graph, next(iter(nodes.values())), outside)
        else:
            import_nodes(self.graph, nodes.values(), outside)

    def _refuse(self, wave: Wave, bad: str, error: Exception, group: Iterable[str] = ()) -> None:
        """Add a problem for a refused node, and leave out its `group` and all nodes that depend on them."""
        place = self.places.get(bad) or Address(self.page.name, bad)
        root = self.place(bad).block
        refusal = import_problem(error, self.plan, place, wave[bad])
        if bad in self.inner:  # the called page does not accept an input
            refusal = make_problem(
                "refused",
                refusal.address,
                text=phrase("{}: {}", self.inner[bad].display_text, refusal.message),
                remedy=refusal.fact("remedy") or phrase("Check what is wired to the block"),
            )
        self.problems.append(refusal)
        gone = {bad, *group}
        while gone:  # also remove all nodes of this wave that depend on these
            for name in gone:
                wave.pop(name, None)
                self.left_out.setdefault(self.places[name].block, root)
            gone = {
                name for name, node in wave.items() if any(i.lstrip("^").partition(":")[0] in gone for i in node.input)
            }

    def tensors(self, block: str, pin: str) -> list[tf.Tensor]:
        """Return the tensors wired to an input of a step."""
        return [self.tensor(name) for name in self._names(self.plan.steps[block].inputs.get(pin, ()))]

    def objects(self, block: str, pin: str) -> list[Any]:
        """Return the compile-time objects, optimizers or gradients, wired to an input of a step."""
        return [
            self.outputs[ref.block][ref.pin]
            for ref in self.plan.steps[block].inputs.get(pin, ())
            if isinstance(ref, StepOutput)
        ]

    def add(self, nodes: Iterable[Node[Ref]]) -> None:
        """Add nodes to those that the current step creates."""
        for node in nodes:
            self._added[node.name] = self._node_def(node, -1)
            self.places[node.name] = node.address

    def register(self, block: str, made: Expansion) -> None:
        """Register the expansion of a block."""
        self.expansions[block] = made
        if made.variable is not None:
            self.variables[block] = made.variable
        if made.variable is None or made.outputs:  # otherwise the outputs are in the plan
            self.outputs[block] = made.outputs
        if made.extra_variables is not None:
            self.held[block] = made.extra_variables

    def _expand(self, block: Block) -> None:
        self._begin(Address(self.page.name, block.id))
        before, step = len(self.graph.get_operations()), self.plan.steps[block.id]
        self._added = {}
        after = [
            self.graph.get_operation_by_name(name[1:]) for ref in step.control_inputs for name in self.control(ref, -1)
        ]
        try:
            with (
                self.graph.container(self._container),
                self.graph.name_scope(f"{step.name}/"),
                tf.control_dependencies(after),
                self.graph.device(step.device or None),
            ):
                made = self.expanders[step.kind](self, block)
            if made is not None:
                self.register(block.id, made)
            for node in self._added.values():
                node.input.extend(f"^{op.name}" for op in after)
            self._import(self._added)
            for _, pin in [end for end in self.pinned if end[0] == block.id]:
                self._pin(block.id, pin, picked(self.outputs[block.id], pin))
        except Exception as error:
            self.problems.append(import_problem(error, self.plan, Address(self.page.name, block.id)))
            self.left_out.setdefault(block.id, block.id)
        for operation in self.graph.get_operations()[before:]:
            self.places.setdefault(operation.name, Address(self.page.name, block.id))
