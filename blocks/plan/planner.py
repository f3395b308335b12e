"""From a page to its plan.

Typed-in values become Const nodes, variables get the ops that keep their values (see `variables`), and every other
block of an op is one node with what is wired to it. A composite block is a step.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, MutableMapping
from typing import Any

from blockloom.blocks.catalogue.block_types import BESIDE, DEVICE, GRADIENT_TYPE, INTERNAL_ATTRS
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import types_on
from blockloom.blocks.document import scopes
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.fields import NO_NODE, RESOURCE_VARIABLE
from blockloom.blocks.document.literal_cache import Value, read_attr
from blockloom.blocks.document.pages import Block, Page, Wire
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.lower.structure import in_loops
from blockloom.blocks.plan.node_names import node_names, scoped
from blockloom.blocks.plan.plan_nodes import FedInitialValue, Node, Outputs, PagePlan, PlanStep, Ref, StepOutput
from blockloom.blocks.plan.planned_variables import origin, typed_value, variable, with_state
from blockloom.blocks.problems import make_problem
from blockloom.blocks.text.phrases import phrase, phrase_of_error

_ALWAYS = ("shape", "type")  # types of attrs that may be None: any shape, unknown dtype


def make_plan(
    page: Page,
    catalogue: Catalogue,
    inference: PageInference,
    *,
    expanded: Container[str] = (),
    left_out: MutableMapping[str, str] | None = None,
    bare: bool = False,
    partial: bool = False,
    tick: Callable[[], None] = lambda: None,
) -> PagePlan:
    """Plan a page of native types.

    Args:
        catalogue: the block types.
        inference: the inferred types.
        expanded: ops that become steps, as composites do.
        left_out: blocks that are skipped with all that depends on them, see `leave_out`.
        bare: whether to plan the page's own ops only.
        partial: whether the page may have errors; a block that cannot be planned is left out.
        tick: called now and then; it may raise to stop.
    """
    return Planner(page, catalogue, inference, expanded, left_out or {}, bare, partial).plan(tick)


def leave_out(page: Page, blocks: Collection[str], left_out: MutableMapping[str, str]) -> None:
    """Add blocks, and all that depend on them, to `left_out`: id -> the block that is the reason."""
    for block in set(blocks) - left_out.keys():
        left_out[block] = block
        todo = [block]
        while todo:
            for wire in page.out.get(todo.pop(), ()):
                if wire.target not in left_out and wire.target not in blocks:
                    left_out[wire.target] = block
                    todo.append(wire.target)


def is_step(page: Page, block: Block, catalogue: Catalogue, expanded: Container[str] = ()) -> bool:
    """Return whether a block becomes a step: its ops are known only when its inputs exist."""
    traits = traits_of(block.type)
    if traits.variable:
        return traits.with_value and bool(page.into.get(block.id, {}).get("initvalues"))
    found = catalogue.get(block.type)
    return found is not None and (not found.op and block.type not in NO_NODE or block.type in expanded)


class Planner:
    """Makes the plan of a page, `made`. Arguments as in `make_plan`."""

    def __init__(
        self,
        page: Page,
        catalogue: Catalogue,
        inference: PageInference,
        expanded: Container[str],
        left_out: MutableMapping[str, str],
        bare: bool,
        partial: bool,
        scope: str = "",
    ):
        self.page, self.catalogue, self.inference, self.partial = page, catalogue, inference, partial
        plain = {
            name
            for name in types_on(page)
            if not traits_of(name).variable
            and name not in expanded
            and (name in NO_NODE or name not in catalogue or catalogue[name].op)
        }
        self.steps = {
            b.id for b in page.blocks.values() if b.type not in plain and is_step(page, b, catalogue, expanded)
        }
        names = node_names(page, scope)
        self.refs = Outputs(page, catalogue, inference, names, self.steps)
        self.made = PagePlan(page, catalogue, inference, names, self.refs, bare, scope, left_out=dict(left_out))
        self.made.places = {name: Address(page.name, block) for block, name in names.items()}
        self.made.reserved = {
            scoped(name, scope) for block in page.blocks.values() for pin, name in block.names.items() if pin
        }
        self.shared: dict[str, Node[Ref]] = {}  # name -> node that other blocks may refer to by this name
        self.keeps_random = False  # whether random blocks have their states in variables
        self.devices = scopes.devices(page.frames)
        self.in_loops = in_loops(page)
        # Cache: types of inputs -> attrs of nodes.
        self.alike: dict[tuple[str, ...] | None, dict[str, tuple[str, Any]]] = {}

    def plan(self, tick: Callable[[], None]) -> PagePlan:
        """Plan all blocks, in order, and return the plan."""
        self._plan(self.inference.order, tick)
        return self.made

    def replan(self, blocks: Collection[str]) -> list[str]:
        """Plan these blocks again, in this order, and remove those that the page no longer has from the plan.

        The plan's `order` is not changed.

        Returns:
            The ids of the planned blocks.
        """
        plan, before = self.made, len(self.made.order)
        for name in blocks:
            for node in plan.nodes.pop(name, ()):
                if node.name != plan.names.get(name):
                    plan.places.pop(node.name, None)
            plan.variables.pop(name, None)
            plan.random.pop(name, None)
            plan.calls.discard(name)
            self.refs.forget(name)
        self._plan([name for name in blocks if name in self.page.blocks], lambda: None)
        planned = plan.order[before:]
        del plan.order[before:]
        return planned

    def _plan(self, blocks: Iterable[str], tick: Callable[[], None]) -> None:
        plan, left_out = self.made, self.made.left_out
        for number, name in enumerate(blocks):
            if number % 100 == 0:
                tick()
            block = self.page.blocks[name]
            if block.type in NO_NODE or name in left_out:
                continue
            root = (
                next((left_out[source] for source in plan.sources(name) if source in left_out), None)
                if left_out
                else None
            )
            if root is not None:
                left_out[name] = root
                continue
            try:
                if name in self.steps:
                    self.step(block)
                elif traits_of(block.type).variable:
                    self.variable(block)
                else:
                    self.node(block)
            except Exception as error:
                left_out[name] = name
                if (text := phrase_of_error(error)) is not None:
                    plan.problems.append(
                        make_problem(
                            "refused",
                            address(self.page.name, name),
                            text=text,
                            remedy=phrase("Check what is wired to the block and its attributes"),
                        )
                    )
                elif not self.partial:
                    raise
            else:
                plan.order.append(name)

    def step(self, block: Block) -> None:
        """Plan a block as a step."""
        known, wired = self.inference.known[block.id], self.page.into.get(block.id, {})
        inputs = {
            pin: [ref for wire in wires for ref in self.refs.tensors(wire.source, wire.source_pin)]
            for pin, wires in wired.items()
            if pin
        }
        self.made.steps[block.id] = PlanStep(
            block.id,
            block.type,
            self.made.names[block.id],
            inputs,
            known.literals,
            known.attrs,
            self.control_inputs(block.id),
            self.device(block),
        )

    def variable(self, block: Block) -> None:
        """Plan a variable: its nodes, and its record."""
        name, device = self.made.names[block.id], self.device(block)
        known = self.inference.known[block.id]
        traits = traits_of(block.type)
        shape, initial, consts, has_value = known.attrs.get("shape"), "", [], traits.with_value
        if has_value:
            (typed,) = known.literals["initvalues"]
            typed, shape = typed_value(block, typed, shape)
            if not typed.key:
                consts = [self.const(block, "initvalues", Value(typed.array, known.attrs["dtype"]), device)]
                initial = consts[0].name
        bare, given = self.made.bare, FedInitialValue(typed) if has_value and typed.key else None
        made_of = origin(self.page, self.inference, block.id) if has_value and not bare else ""
        planned = variable(
            self.made.places[name],
            self.made.holder(block),
            name,
            known.attrs,
            initial,
            shape,
            device,
            bare,
            made_of,
            self.made.free,
            given,
        )
        nodes = planned.nodes
        nodes[0].attrs |= self.internal(block)
        if bare or not has_value:  # in a run, a variable is initialised regardless of its control inputs
            nodes[0].control_inputs = self.control_inputs(block.id)
        if bare and not self.partial and traits.variable == "resource" and not self.is_seen(block):
            nodes = [node for node in nodes if node.op != "ReadVariableOp"]
        self.made.nodes[block.id] = [*(const for const in consts if const.address.block == block.id), *nodes]
        self.made.places.update((node.name, node.address) for node in nodes)
        self.made.variables[block.id] = planned.variable
        if planned.outputs is not None:
            self.refs.made[block.id] = planned.outputs

    def is_seen(self, variable: Block) -> bool:
        """Return whether anything uses a resource variable's `value`, read once for all."""
        return "value" in variable.names or any(
            wire.source_pin == "value" and wire.target_pin not in self.page.blocks[wire.target].names
            for wire in self.page.out.get(variable.id, ())
            if wire.target in self.page.blocks
        )

    def device(self, block: Block) -> str:
        """Return the device of a block's node: its own, else that of its frames, else ""."""
        text = block.values.get(DEVICE)
        return self.devices.get(block.frame, "") if text is None else read_attr(text, INTERNAL_ATTRS[DEVICE]).decode()

    def const(self, block: Block, pin: str, value: Value, device: str, number: int | None = None) -> Node[Ref]:
        """Return the Const of a value typed into a pin; `number` is the element of a list pin."""
        name = self.made.free(f"{self.made.names[block.id]}/{pin}" + ("" if number is None else f"_{number}"))
        node: Node[Ref] = Node(
            name,
            "Const",
            Address(self.page.name, block.id, pin),
            device=device,
            attrs={"dtype": ("type", value.dtype), "value": ("tensor", value)},
        )
        return self.between(block, pin if number is None else f"{pin}[{number}]", node)

    def between(self, block: Block, pin: str, node: Node[Ref]) -> Node[Ref]:
        """Return the node that a block makes for a pin, under its name in `block.names`, if any.

        An equal node of that name made for another block is shared.
        """
        if pin in block.names:
            node.name = name = scoped(block.names[pin], self.made.scope)
            same = self.shared.get(name)
            if same is not None and not self.partial and block.id not in self.in_loops and _same(same, node):
                return same
            while node.name in self.made.places:
                node.name += "_"
            self.shared.setdefault(name, node)
        self.made.places[node.name] = node.address
        return node

    def node(self, block: Block) -> None:
        """Plan a block as one node, with Consts for its typed values and reads of the variables wired to it."""
        name, device = self.made.names[block.id], self.device(block)
        block_type, known = self.catalogue[block.type], self.inference.known[block.id]
        wired, literals, typed = self.page.into.get(block.id, {}), known.literals, block.values
        inputs: list[Ref] = []
        consts, of = [], self.refs.tensors
        for pin in block_type.inputs:
            wires = wired.get(pin.name)
            if wires and pin.name in block.names and self.is_read(wires[0]):
                nodes = [self.read(block, pin.name, wires[0])]
                inputs.append(nodes[0].name)
                consts += nodes
            elif wires:
                for source, source_pin, *_ in wires:
                    inputs += of(source, source_pin)
            elif pin.name in literals:
                nodes = [
                    self.const(block, pin.name, value, device, n if pin.list else None)
                    for n, value in enumerate(literals[pin.name])
                ]
                inputs += [const.name for const in nodes]
                consts += nodes
        arrived = self.inference.arrived(block.id)
        attrs = self.alike.get(arrived)
        if attrs is None:
            attrs = {
                attr.name: (attr.type, value)
                for attr in block_type.attrs  # typed or inferred attrs
                if ((value := known.attrs.get(attr.name)) is not attr.default or attr.name in typed)
                and (value is not None or attr.type in _ALWAYS)
            }
            if arrived is not None:
                self.alike[arrived] = attrs
            else:
                attrs |= self.internal(block)
                if any(type_ in ("func", "list(func)") for type_, _ in attrs.values()):
                    self.made.calls.add(block.id)
        node = Node(
            name,
            block_type.op or "",
            self.made.places[name],
            inputs,
            attrs,
            self.control_inputs(block.id) if "" in wired else [],
            device,
        )
        if consts:  # the other constants are planned already
            consts = [const for const in consts if const.address.block == block.id]
        if consts and (block.id in self.in_loops or block_type.traits.flow == "enter"):
            # TensorFlow refuses ops whose inputs are partly in a loop, and a Const without inputs is outside. A control
            # input places it in the loop, also in nested loops. Unlike the output of an Enter, TensorFlow still uses it
            # to infer shapes.
            beside = self.loop_neighbour(block, node, consts)
            if beside:
                for const in consts:
                    const.control_inputs.append(beside)
        made = [node]
        if self.keeps_random and block_type.traits.with_state and block.id not in self.in_loops and not self.made.scope:
            made, state = with_state(node, block_type.traits.with_state, block, self.made.free)
            self.made.places.update((one.name, one.address) for one in made)
            self.made.random[block.id] = state
        self.made.nodes[block.id] = [*made, *consts]

    def is_read(self, wire: Wire) -> bool:
        """Return whether a wire carries the value of a resource variable."""
        source = self.page.blocks.get(wire.source)
        return source is not None and source.type == RESOURCE_VARIABLE and wire.source_pin == "value"

    def read(self, block: Block, pin: str, wire: Wire) -> Node[Ref]:
        """Return the node that reads a resource variable for one pin."""
        dtype = ("type", self.inference.known[wire.source].attrs["dtype"])
        return self.between(
            block,
            pin,
            Node(
                "",
                "ReadVariableOp",
                Address(self.page.name, block.id, pin),
                self.refs.tensors(wire.source, "handle"),
                {"dtype": dtype},
                device=self.device(self.page.blocks[wire.source]),
            ),
        )

    def internal(self, block: Block) -> dict[str, tuple[str, Any]]:
        """Return the attrs of a block's node that are not attrs of its op, such as colocation.

        Names of nodes in them get the plan's scope.
        """
        found = {
            name: (type_, read_attr(block.values[name], type_))
            for name, type_ in INTERNAL_ATTRS.items()
            if name in block.values and name != DEVICE
        }
        if GRADIENT_TYPE in found:
            self.made.calls.add(block.id)
        if self.made.scope and BESIDE in found:
            found[BESIDE] = (
                found[BESIDE][0],
                [one.replace(b"loc:@", f"loc:@{self.made.scope}/".encode(), 1) for one in found[BESIDE][1]],
            )
        return found

    def control_inputs(self, block: str) -> list[Ref]:
        """Return the nodes and steps that a block waits for by control wires."""
        found: list[Ref] = []
        for wire in self.page.into.get(block, {}).get("", ()):
            if wire.source in self.steps:
                found.append(StepOutput(wire.source))
            elif wire.source in self.inference.known and self.page.blocks[wire.source].type not in NO_NODE:
                found.append(self.made.names[wire.source])
        return found

    def loop_neighbour(self, block: Block, node: Node[Ref], consts: Iterable[Node[Ref]]) -> Ref | None:
        """Return an input of a block's node from the same loop, which runs equally often; None if none does.

        This is the first wired input, else a node that it waits for.
        """
        typed = {const.name for const in consts}
        ref = next((ref for ref in (*node.inputs, *node.control_inputs) if ref not in typed), None)
        if ref is None and traits_of(block.type).flow == "enter":
            ref = self.around(block)
        return ref.partition(":")[0] if isinstance(ref, str) else ref

    def around(self, enter: Block) -> Ref | None:
        """Return a tensor of the loop around the one that an Enter leads into, or None.

        This is the input of another Enter of the same loop.
        """
        frame = self.inference.known[enter.id].attrs.get("frame_name")
        for other in self.page.blocks.values():
            if (
                traits_of(other.type).flow == "enter"
                and self.inference.known[other.id].attrs.get("frame_name") == frame
            ):
                for wire in self.page.into.get(other.id, {}).get("data", ()):
                    if wire.source in self.in_loops and wire.source not in self.made.left_out:
                        return self.refs.tensors(wire.source, wire.source_pin)[0]
        return None


def _same(one: Node[Ref], other: Node[Ref]) -> bool:
    """Return whether two nodes made for wires are equal except for their addresses."""
    if (one.op, one.inputs, one.control_inputs, one.device, one.attrs["dtype"]) != (
        other.op,
        other.inputs,
        other.control_inputs,
        other.device,
        other.attrs["dtype"],
    ):
        return False
    if one.op != "Const":
        return True
    mine, theirs = one.attrs["value"][1].array, other.attrs["value"][1].array
    if mine is theirs or mine.shape != theirs.shape:
        return mine is theirs
    if mine.dtype == object:  # the bytes of an object array are pointers
        return mine.tolist() == theirs.tolist()
    return mine.tobytes() == theirs.tobytes()
