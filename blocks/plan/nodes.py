"""What a plan is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.infer.inference import Inference
from blockloom.blocks.plan.outputs import Outputs, Ref
from blockloom.blocks.problems import Problem

In = TypeVar("In")


@dataclass(slots=True)
class Node(Generic[In]):
    """One op, made of what is at `address`. `inputs` are tensors by name, and in a plan (Node[Ref]) outputs of steps as
    well; `after` are the nodes, and the steps or outputs of steps, that it waits for. `attrs` are (type, value) pairs,
    values as `Inference` has them; those that are not given have their defaults. Nodes may share them."""

    name: str
    op: str
    address: Address
    inputs: list[In] = field(default_factory=list)
    attrs: dict[str, tuple[str, Any]] = field(default_factory=dict)
    after: list[In] = field(default_factory=list)
    device: str = ""


@dataclass(slots=True)
class Step:
    """A composite block, `kind` its type: how many ops it becomes is known only when its inputs are there. `inputs`
    are what is wired to each pin, `literals` what is typed in; all that it creates lies in the scope `name`."""

    block: str
    kind: str
    name: str
    inputs: dict[str, list[Ref]]
    literals: Mapping[str, tuple[Value, ...]]
    attrs: Mapping[str, Any]
    after: list[Ref]
    device: str


@dataclass(eq=False, slots=True)
class Given:
    """An initial value that is fed when a session begins. Each is another one than any other."""

    value: Value


class VariableKey(NamedTuple):
    """What must be unchanged for the value of a variable to survive a recompilation: what holds it, whether it is a
    resource, its dtype (DT_FLOAT), and its shape, None where that is not known."""

    holder: str
    resource: bool
    dtype: str
    shape: tuple[int | None, ...] | None


class Variable(NamedTuple):
    """Something that holds a value between steps. Names are of nodes; `init` is "" where the page initialises it.

    `origin` tells what its initial value is made of; "" where that is not known. `shared` is the shared_name. An
    initial value that is weights is `given`: `init` takes it by the `feed`.
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
    given: Given | None = None


@dataclass
class Plan:
    """`nodes` and `steps` are by block; `order` has those blocks, each after what it depends on, ways back of loops
    apart. `places` has the address that every node comes from, by name, with those of the names that are reserved for
    blocks in `names`. `reserved` are further names that blocks give to nodes between themselves and others.

    `left_out` has the blocks that are not in the plan because something is wrong with them, or with what they hang on:
    that block. `problems` are those found while planning. With `bare` the plan holds the page's own ops only.
    Of a page that is a function all nodes lie in the `scope` of the function's name.
    """

    page: Page
    catalogue: Catalogue
    inference: Inference
    names: dict[str, str]
    outputs: Outputs
    bare: bool = False
    scope: str = ""
    order: list[str] = field(default_factory=list)
    nodes: dict[str, list[Node[Ref]]] = field(default_factory=dict)
    steps: dict[str, Step] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    places: dict[str, Address] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    reserved: Set[str] = frozenset()

    def free(self, name: str) -> str:
        """A name that no node has, nor will be given by a block: this one, or this one with _ behind."""
        while name in self.places or name in self.reserved:
            name += "_"
        return name

    def sources(self, block: str) -> Iterator[str]:
        """The blocks that a block depends on, by wires of any kind; one may come several times."""
        return (wire.source for wires in self.page.into.get(block, {}).values() for wire in wires)

    def functions(self, block: str) -> Iterator[str]:
        """The pages that a block names as functions."""
        for node in self.nodes.get(block, ()):
            for type_, value in node.attrs.values():
                if type_ in ("func", "list(func)"):
                    yield from [value] if type_ == "func" else value

    def holder(self, block: Block) -> Block:
        """A variable under the id by which its value is kept and shared: on a page that is a function, one of its own
        for all pages that use it."""
        return block._replace(id=f"/{self.page.name}/{block.id}") if self.scope else block

    def users(self, block: str) -> Iterator[str]:
        """The blocks that depend on a block."""
        return (wire.target for wire in self.page.out.get(block, ()))
