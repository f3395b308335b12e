"""Parts of a plan: nodes, steps, variables, and the tensors that an output of a block stands for."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Block, Page, split_index
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.problems import Problem

In = TypeVar("In")


@dataclass(slots=True)
class Node(Generic[In]):
    """One op, made for the pin or block at `address`.

    `inputs` are tensor names, in a plan (Node[Ref]) outputs of steps as well; `control_inputs` are nodes, steps or
    outputs of steps that it waits for. `attrs` are (type, value), with values as in `PageInference`; missing ones have
    their defaults. Nodes may share these dicts.
    """

    name: str
    op: str
    address: Address
    inputs: list[In] = field(default_factory=list)
    attrs: dict[str, tuple[str, Any]] = field(default_factory=dict)
    control_inputs: list[In] = field(default_factory=list)
    device: str = ""


@dataclass(slots=True)
class PlanStep:
    """A composite block, whose ops are known only when its inputs exist; `kind` is its type.

    `inputs` are the outputs wired to each pin, `literals` the typed values, `name` the scope of all that it creates.
    """

    block: str
    kind: str
    name: str
    inputs: dict[str, list[Ref]]
    literals: Mapping[str, tuple[Value, ...]]
    attrs: Mapping[str, Any]
    control_inputs: list[Ref]
    device: str


@dataclass(eq=False, slots=True)
class FedInitialValue:
    """An initial value that is fed when a session begins. Two are never equal, even with the same value."""

    value: Value


class VariableKey(NamedTuple):
    """Properties of a variable that must be unchanged for its value to survive a recompilation.

    These are its holder, whether it is a resource, its dtype (DT_FLOAT), and its shape, None if unknown.
    """

    holder: str
    resource: bool
    dtype: str
    shape: tuple[int | None, ...] | None


class Variable(NamedTuple):
    """A variable of the graph.

    Fields name nodes; `init` is "" if the page initialises the variable itself. `origin` is a digest of the initial
    value, "" if unknown. `shared` is the shared_name. Weights as initial value are a `fed_value`, fed to `init` by
    `feed`. With `each_epoch`, the variable is initialised again for each epoch. With `counts`, it is the state of
    random numbers, and not a variable of the page.
    """

    block: str
    node: str
    init: str
    initial: str
    read: str
    restore: str
    feed: str
    is_initialized: str
    key: VariableKey
    origin: str = ""
    shared: str = ""
    trainable: bool = True
    fed_value: FedInitialValue | None = None
    each_epoch: bool = False
    counts: bool = False


@dataclass
class PagePlan:
    """A page as nodes and steps, without TensorFlow.

    `nodes` and `steps` are by block, `order` has the blocks, sources first, apart from back edges of loops. `places`
    are the addresses of nodes by name, including names that `names` reserves for blocks; `random` are the states of
    random blocks; `reserved` are further names that blocks ask for; `calls` are the blocks whose nodes name pages as
    functions, or the gradient of the node. `left_out` are blocks that are not in the plan: id -> the faulty block that
    is the reason. With `bare` the plan has the page's own ops only. `scope` is the function's name if the page is one.
    """

    page: Page
    catalogue: Catalogue
    inference: PageInference
    names: dict[str, str]
    outputs: Outputs
    bare: bool = False
    scope: str = ""
    order: list[str] = field(default_factory=list)
    nodes: dict[str, list[Node[Ref]]] = field(default_factory=dict)
    steps: dict[str, PlanStep] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    random: dict[str, Variable] = field(default_factory=dict)
    places: dict[str, Address] = field(default_factory=dict)
    calls: set[str] = field(default_factory=set)
    left_out: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    reserved: Set[str] = frozenset()

    @cached_property
    def scopes(self) -> set[str]:
        """The scopes of the names of blocks."""
        scopes = set[str]()
        for name in self.names.values():
            while (name := name.rpartition("/")[0]) and name not in scopes:
                scopes.add(name)
        return scopes

    def rename(self, names: Mapping[str, str]) -> None:
        """Replace the node names of blocks. Blocks that had one before must have the same."""
        for block, name in names.items() - self.names.items():
            self.places[name] = Address(self.page.name, block)
        self.names.clear()
        self.names.update(names)
        vars(self).pop("scopes", None)

    def free(self, name: str) -> str:
        """Return `name` with as many _ appended as needed for no node or block to have it."""
        while name in self.places or name in self.reserved:
            name += "_"
        return name

    def sources(self, block: str) -> Iterator[str]:
        """Return the blocks that a block depends on, by wires of any kind; a block may occur several times."""
        return (wire.source for wires in self.page.into.get(block, {}).values() for wire in wires)

    def functions(self, block: str) -> Iterator[str]:
        """Yield the pages that a block uses as functions, by its nodes' attrs."""
        for node in self.nodes[block] if block in self.calls else ():
            for type_, value in node.attrs.values():
                if type_ in ("func", "list(func)"):
                    yield from [value] if type_ == "func" else value

    def holder(self, block: Block) -> Block:
        """Return the block under the id that identifies its variable's value.

        On a page that is a function, this is `/PAGE/BLOCK`, one for all pages that use it.
        """
        return block._replace(id=f"/{self.page.name}/{block.id}") if self.scope else block

    def users(self, block: str) -> Iterator[str]:
        """Return the blocks that depend on a block."""
        return (wire.target for wire in self.page.out.get(block, ()))


class StepOutput(NamedTuple):
    """An output of a step, which is any number of tensors; pin "" is the end of the step."""

    block: str
    pin: str = ""


Ref = str | StepOutput  # name of a tensor, `NODE` or `NODE:1`, or an output of a step


T = TypeVar("T")


class Outputs:
    """The tensors of the outputs of a page's blocks; `made` has those that are not outputs of the block's node."""

    def __init__(
        self,
        page: Page,
        catalogue: Catalogue,
        inference: PageInference,
        names: Mapping[str, str],
        steps: Container[str],
    ):
        self.page, self.catalogue, self.inference, self.names, self.steps = page, catalogue, inference, names, steps
        self.made: dict[str, dict[str, list[Ref]]] = {}
        self._found: dict[str, dict[str, list[Ref]]] = {}
        self._endings: dict[str, dict[str, str]] = {}

    def tensors(self, block: str, pin: str) -> list[Ref]:
        """Return the tensors of an output, `NODE` or `NODE:1`, several for a list.

        If the block is a step, the result is a `StepOutput`.

        Raises:
            KeyError: if there is no such output.
        """
        mine = self._found.get(block)
        if mine is None:
            mine = self._found[block] = {}
        refs = mine.get(pin)
        if refs is None:
            if block in self.made:
                return picked(self.made[block], pin)
            if block in self.steps:
                refs = [StepOutput(block, pin)]
            else:
                ends = self._ends(self.page.blocks[block].type)
                refs = [self.names[block] + ends[pin]] if ends and pin in ends else self._counted(block, pin)
            mine[pin] = refs
        return refs

    def forget(self, block: str) -> None:
        """Remove the cached outputs of a block."""
        self.made.pop(block, None)
        self._found.pop(block, None)

    def _ends(self, type_: str) -> dict[str, str]:
        """Return the suffix of a node's name for each output of a type that has no lists."""
        found = self._endings.get(type_)
        if found is None:
            pins = self.catalogue[type_].outputs
            found = (
                {}
                if any(pin.list for pin in pins)
                else {pin.name: f":{number}" if number else "" for number, pin in enumerate(pins)}
            )
            self._endings[type_] = found
        return found

    def _counted(self, block: str, pin: str) -> list[Ref]:
        """Return the same as `tensors`, by counting the tensors of the outputs before the pin."""
        name, at, attrs = self.names[block], 0, self.inference.known[block].attrs
        stem, index = pin, None
        pins = self.catalogue[self.page.blocks[block].type].outputs
        if all(out.name != pin for out in pins):
            stem, index = split_index(pin)
        for out in pins:
            many = attrs[out.number_attr or out.type_list_attr or ""] if out.list else 1
            count: int = len(many) if isinstance(many, list) else many
            if out.name == stem:
                if index is not None:
                    at, count = at + index, 1
                return [f"{name}:{at + i}" for i in range(count)] if at or count != 1 else [name]
            at += count
        raise KeyError(pin)


def picked(made: Mapping[str, list[T]], pin: str) -> list[T]:
    """Return the tensors of an output of a step, or the single one of `pin[2]`.

    Raises:
        KeyError: if there is no such output.
    """
    if pin in made:
        return made[pin]
    stem, index = split_index(pin)
    if index is None:
        raise KeyError(pin)
    return [made[stem][index]]
