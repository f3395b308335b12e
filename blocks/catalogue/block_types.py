"""Block types and their pins and attrs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from blockloom.blocks.additions import load_parts
from blockloom.blocks.catalogue import dataset_types
from blockloom.blocks.catalogue.entries import Row
from blockloom.blocks.catalogue.op_traits import Traits, has_effect, traits_of
from blockloom.blocks.document.fields import SESSION, VALIDATION
from blockloom.blocks.document.pages import OPERATION, REF, TENSOR, WIRE_KINDS, Block, Document, split_index
from blockloom.blocks.text.phrases import Json, phrase


class AddedType(Protocol):
    """A block type of an addition. `type` is the native type that it stands for; "" if none."""

    type: str


class AddedTypes(Struct, frozen=True):
    """The block types of an addition.

    Attributes:
        prefix: The beginning of their names.
        sessions: Those that are sessions.
        query: A query that matches this at its beginning searches only these types.
        entries: Returns their rows, from the entries of native types.
        symbol: Returns the symbol of a type; None if the addition has no such type.
    """

    prefix: str
    sessions: frozenset[str]
    query: re.Pattern[str]
    entries: Callable[[Mapping[str, Json]], list[Row]]
    symbol: Callable[[str], AddedType | None]


ADDED: tuple[AddedTypes, ...] = load_parts("block_types")
SESSIONS = frozenset({SESSION, VALIDATION}.union(*(one.sessions for one in ADDED)))
_PREFIXES = tuple(one.prefix for one in ADDED)
_TYPE = itemgetter(Block._fields.index("type"))
# Attrs that TensorFlow adds to those of an op. Most of them do not matter when a graph is built again. `_device` is the
# device of the block's node, and precedes that of its frame. Blockloom adds `_prepares`: a block that fills a table
# then runs once when a session begins, not in each step.
INTERNAL_ATTRS: Mapping[str, str] = {
    "_class": "list(string)",
    "_device": "string",
    "_gradient_op_type": "string",
    "_kernel": "string",
    "_lower_using_switch_merge": "bool",
    "_num_original_outputs": "int",
    "_prepares": "bool",
    "_read_only_resource_inputs": "list(int)",
    "_stateful_parallelism": "bool",
}
DEVICE, BESIDE, PREPARES = "_device", "_class", "_prepares"
# The attr that names the gradient of a node, and two attrs that Blockloom adds to IdentityN.
GRADIENT_TYPE, GRADIENT, GRADIENT_OF = "_gradient_op_type", "_gradient", "_gradient_of"


class Pin(Struct, frozen=True):
    """An input or output of a block type.

    Attributes:
        dtype: Its dtype, if fixed.
        type_attr: The attr that has its dtype.
        type_list_attr: The attr that has the dtypes of the elements of a list of tensors.
        number_attr: The attr that counts the elements of a list.
        list: True for several wires.
        default: The value of an optional pin without wire and value, for people.
    """

    name: str
    kind: str
    dtype: str | None = None
    type_attr: str | None = None
    type_list_attr: str | None = None
    number_attr: str | None = None
    list: bool = False
    ref: bool = False
    optional: bool = False
    doc: str = ""
    default: str = ""


class Attr(Struct, frozen=True):
    """An attr of a block type.

    Attributes:
        type: As in an OpDef: type, shape, int, float, bool, string, tensor, func or list(...).
        default: JSON data. A `required` attr has no default.
        allowed: The values that TensorFlow accepts; None for any.
        minimum: The least number, or the least length of a list.
        unit: The unit of a parameter of a page.
    """

    name: str
    type: str
    default: Any = None
    allowed: tuple[Any, ...] | None = None
    minimum: int | None = None
    required: bool = False
    doc: str = ""
    unit: str = ""


class BlockType(Struct, frozen=True):
    """A block type of the catalogue.

    Attributes:
        op: The TensorFlow op; None for a composite.
        devices: The devices that have a kernel for it.
        reference: True if the CPU reference runs it without a kernel.
        kernels: The values of attrs that each kernel accepts, by device; ops whose kernels accept all values are
            missing.
    """

    name: str
    title: str
    op: str | None
    category: str
    inputs: tuple[Pin, ...]
    outputs: tuple[Pin, ...]
    attrs: tuple[Attr, ...]
    devices: tuple[str, ...]
    doc: str
    deprecated: str
    stateful: bool
    reference: bool = False
    kernels: Mapping[str, list[dict[str, list[Any]]]] = MappingProxyType({})

    def input(self, name: str) -> Pin | None:
        """Return the input pin of this name; None if the type has none."""
        return next((p for p in self.inputs if p.name == name), None)

    def output(self, name: str) -> Pin | None:
        """Return the output pin of this name; None if the type has none.

        `output[1]` is an element of the list pin `output`. Every op has the pin `operation`, which is not among its
        `outputs` if it has others.
        """
        pin = next((p for p in self.outputs if p.name == name), None)
        if pin is None:
            stem, index = split_index(name)
            pin = next((p for p in self.outputs if p.name == stem and p.list), None) if index is not None else None
            if pin is not None:
                pin = replace(pin, name=name, kind=REF if pin.ref else TENSOR, list=False)
        return _OF_OP if pin is None and name == OPERATION and self.op else pin

    def outputs_at(self, pin: str) -> list[Pin]:
        """Return the output pins of a request for `pin`: all for "", and for `output[1]` the list pin `output`."""
        return [one for one in self.outputs if pin in ("", one.name) or split_index(pin)[0] == one.name]

    @property
    def has_effect(self) -> bool:
        """Return whether another run of the op can change state or draw another value.

        See `op_traits.has_effect`.
        """
        return has_effect(self.op or "", self.stateful, self.takes_handle)

    @property
    def takes_handle(self) -> bool:
        """True if an input is a resource handle or a reference."""
        return any(pin.kind == REF or pin.dtype == "DT_RESOURCE" for pin in self.inputs)

    def known_input(self, name: str) -> Pin:
        """Return the input pin of this name.

        Raises:
            KeyError: The type has no such pin.
        """
        return _known(self.input(name), name)

    def known_output(self, name: str) -> Pin:
        """Return the output pin of this name.

        Raises:
            KeyError: The type has no such pin.
        """
        return _known(self.output(name), name)

    def attr(self, name: str) -> Attr | None:
        """Return the attr of this name; None if the type has none."""
        return next((a for a in self.attrs if a.name == name), None)

    @property
    def traits(self) -> Traits:
        """The traits of its op, of the composite itself, or of the native type of a symbol."""
        return traits_of(self.op or native(self.name))

    @property
    def inferred(self) -> frozenset[str]:
        """The names of attrs that follow from wires. Some may not be attrs of the op."""
        return frozenset(
            n for p in self.inputs for n in (p.type_attr, p.type_list_attr, p.number_attr) if n
        ) | dataset_types.inferred(self.op or "")


_OF_OP = Pin(OPERATION, OPERATION)


def _known(pin: Pin | None, name: str) -> Pin:
    if pin is None:
        raise KeyError(name)
    return pin


def _pin(data: Mapping[str, Any]) -> Pin:
    return Pin(**{key: data[key] for key in Pin.__struct_fields__ if key in data})


def block_type(data: Mapping[str, Any]) -> BlockType:
    """Return a block type from its JSON object."""
    attrs = (
        Attr(
            a["name"],
            a["type"],
            a.get("default"),
            tuple(a["allowed"]) if a.get("allowed") is not None else None,
            a.get("minimum"),
            a.get("required", False),
            a.get("doc", ""),
        )
        for a in data["attrs"]
    )
    return BlockType(
        data["name"],
        data.get("title") or data["name"],
        data["op"],
        data["category"],
        tuple(map(_pin, data["inputs"])),
        tuple(map(_pin, data["outputs"])),
        tuple(attrs),
        tuple(data["devices"]),
        data.get("doc", ""),
        data.get("deprecated", ""),
        data.get("stateful", False),
        data.get("reference", False),
        data.get("kernels", {}),
    )


def is_symbol(block_type: str) -> bool:
    """Return whether a type is a symbol of an addition, known or not."""
    return block_type.startswith(_PREFIXES)


def uses_symbols(document: Document) -> bool:
    """Return whether a document has a block that is a symbol."""
    return any(is_symbol(name) for page in document.pages.values() for name in set(map(_TYPE, page.blocks.values())))


def symbol(block_type: str) -> AddedType | None:
    """Return the symbol of a block type of an addition; None for all other types."""
    return next((one.symbol(block_type) for one in ADDED if block_type.startswith(one.prefix)), None)


@lru_cache(4096)
def native(block_type: str) -> str:
    """Return the native type of a symbol, and any other type unchanged."""
    found = symbol(block_type)
    return found.type if found is not None and found.type else block_type


def id_stem(title: str) -> str:
    """Return the id of a new block of a type, before a number is added.

    For example ADD for `AddV2`, MATMUL for `MatMul`, DEQUEUE_MANY for `QueueDequeueManyV2`.
    """
    words = re.findall(r"[A-Z]+\d*(?![a-z])|[A-Z]?[a-z]+(?:\d+D?)?|\d+", re.sub(r"V\d+$|_", "", title))
    whole = "".join(words)
    return (whole if len(words) < 3 or len(whole) <= 12 else "_".join(words[-2:])).upper() or title.upper()


@lru_cache(4096)
def made_of(name: str, title: str) -> bool:
    """Return whether a block's id is the automatic one of a new block of the type."""
    return re.fullmatch(rf"{re.escape(id_stem(title))}(_\d+)?", name) is not None


class Typed(Protocol):
    """An object with a kind and a dtype: a pin, or the requirement at an end of a wire."""

    @property
    def kind(self) -> str: ...

    @property
    def dtype(self) -> str | None: ...


def wire_error(source: Typed, target: Typed) -> str:
    """Return why an output cannot feed an input by kind and dtype; "" if it can.

    An unknown dtype fits.
    """
    if source.kind not in WIRE_KINDS[target.kind].accepts:
        return phrase("a {} output does not fit a {} pin", source.kind, target.kind)
    if source.dtype and target.dtype and source.dtype != target.dtype:
        return phrase("{} does not fit {}", source.dtype, target.dtype)
    return ""
