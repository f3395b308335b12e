"""A block with what arrives at it, and the edits by which fixes change that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import Struct

from blockloom.blocks.catalogue.block_types import BlockType, Pin, id_stem, is_symbol, native
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import CONTROL, TENSOR, Block, Page, Placed, Wire, split_index
from blockloom.blocks.edits import CompositeEdit, Edit, Insert, Remove, SetValue
from blockloom.blocks.infer.compatible_types import InsertableBlock
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.problems import Problem
from blockloom.blocks.values.grammar import ValueSyntaxError, parse

# Dtypes to propose, the likeliest first.
PREFERRED = ("DT_FLOAT", "DT_INT32", "DT_DOUBLE", "DT_INT64", "DT_BOOL", "DT_STRING")
FEW = 3  # most offered choices of one kind
_ZEROS = {"DT_BOOL": "false", "DT_STRING": '""', "DT_DOUBLE": "0.0", "DT_FLOAT": "0.0", "DT_HALF": "0.0"}
_LONGEST = 64  # most elements of a generated value
Types = Mapping[str, Mapping[str, Any]]  # block -> output -> [dtype, shape, reason], or a list of these


class AfterFix(NamedTuple):
    """Action of an editor after a fix: edit the value of a pin, or with `file` ask for a file with the value."""

    block: str
    pin: str
    file: bool = False


class QuickFix(NamedTuple):
    """An edit that may fix a problem, with its label for menus and undo.

    A fix that is not `sure` has to be tried before it is offered.
    """

    label: str
    edit: Edit
    sure: bool = True
    follow_up: AfterFix | None = None


# Fixes of an addition: code of a problem -> function that yields possible fixes at a block.
Fixes = Mapping[str, Callable[[Page, Block, Problem], Iterable[QuickFix]]]


class FixInput(Struct, frozen=True):
    """A tensor at an input pin: by the wire at `index`, or typed.

    `dims` is its shape, with None for unknown sizes, or None if the rank is unknown. `typed` is the place of its typed
    value, (block, pin, text): the pin, or the Const wired to it.
    """

    pin: Pin
    index: int
    wire: Wire | None
    dims: tuple[int | None, ...] | None
    dtype: str | None
    typed: tuple[str, str, str] | None

    @property
    def sizes(self) -> tuple[int | None, ...]:
        """Its `dims`. Raises ValueError if the rank is unknown."""
        if self.dims is None:
            raise ValueError(self.pin.name)
        return self.dims

    @property
    def text(self) -> str:
        """The text of its typed value; "" if it has none."""
        return self.typed[2] if self.typed is not None else ""


class BlockContext:
    """A block with the information that quick fixes need.

    `types` are TensorFlow's dtypes and shapes, as far as known; without `inference` the page is inferred here.
    """

    def __init__(
        self,
        page: Page,
        catalogue: Catalogue,
        block: Block,
        types: Types = MappingProxyType({}),
        inference: PageInference | None = None,
    ):
        self.page, self.catalogue, self.block, self.types = page, catalogue, block, types
        self.type: BlockType = catalogue[block.type]
        self.inference = inference or PageInference(page, catalogue)
        known = self.inference.known.get(block.id)
        self.attrs: dict[str, Any] = known.attrs if known else {}
        self._literals = known.literals if known else {}

    def inputs(self) -> list[FixInput]:
        """Return the tensors at all inputs, in the order of the pins."""
        inputs = []
        for pin in self.type.inputs:
            wires = self.page.wires_into(self.block.id, pin.name)
            for index, wire in enumerate(wires):
                if wire.kind != CONTROL:
                    inputs.append(FixInput(pin, index, wire, self._dims(wire), self._dtype(wire), self.constant(wire)))
            text = self.block.values.get(pin.name)
            literal = self._literals.get(pin.name, ())
            if not wires and text is not None and len(literal) == 1 and not pin.list:
                inputs.append(
                    FixInput(pin, 0, None, literal[0].array.shape, literal[0].dtype, (self.block.id, pin.name, text))
                )
        return inputs

    def _dims(self, wire: Wire) -> tuple[int | None, ...] | None:
        stem, index = split_index(wire.source_pin)
        mine = self.types.get(wire.source, {})
        found = mine.get(wire.source_pin) or mine.get(stem)
        if found and isinstance(found[0], list | tuple):
            found = found[index] if index is not None and index < len(found) else None
        return None if not found or found[1] is None else tuple(found[1])

    def _dtype(self, wire: Wire) -> str | None:
        found = self.inference.wire_dtypes(wire)
        return found[0] if len(found) == 1 else None

    def constant(self, wire: Wire) -> tuple[str, str, str] | None:
        """Return the block, pin and text of the typed value that a wire carries; None if it is computed."""
        source = self.page.blocks.get(wire.source)
        pin = "val" if source is not None and is_symbol(source.type) else "value"
        if source is None or native(source.type) != "Const" or pin not in source.values:
            return None
        return source.id, pin, source.values[pin]

    def set(self, pin: str, text: str | None) -> Edit:
        """Return the edit that types a value into the block; None clears it."""
        return SetValue(self.page.name, self.block.id, pin, text)

    def retype(self, one: FixInput, items: Sequence[str], shape: Sequence[int]) -> tuple[str, Edit] | None:
        """Return the text of these items in this shape, and the edit that replaces an input's typed value by it.

        The result is None if the input has no typed value, or the text is the same.
        """
        if one.typed is None:
            return None
        block, pin, old = one.typed
        text = nested(list(items), list(shape))
        return None if text == old.strip() else (text, SetValue(self.page.name, block, pin, text))

    def through(self, wires: Sequence[tuple[Wire, int]], steps: Sequence[InsertableBlock]) -> Edit | None:
        """Return the edit that puts a chain of blocks into each wire (with its index at its pin).

        The result is None if a type is missing.
        """
        page, taken = self.page, set[str]()
        parts: list[Edit] = []
        for wire, index in wires:
            source = page.blocks.get(wire.source)
            if source is None or any(step.type not in self.catalogue for step in steps):
                return None
            last = wire
            chain: list[Block] = []
            placed: list[Placed] = []
            for number, step in enumerate(steps, 1):
                share = number / (len(steps) + 1)
                name = page.free_id(id_stem(self.catalogue[step.type].title), taken)
                taken.add(name)
                x, y = (source.x + (self.block.x - source.x) * share, source.y + (self.block.y - source.y) * share)
                chain.append(
                    Block(name, step.type, round(x / 5) * 5, round(y / 5) * 5, dict(step.values), self.block.frame)
                )
                placed.append(Placed(last._replace(target=name, target_pin=step.input_pin), 0))
                last = Wire(name, step.output_pin, self.block.id, wire.target_pin, TENSOR)
            placed.append(Placed(last, index))
            parts += [Remove(page.name, wires=(Placed(wire, index),)), Insert(page.name, tuple(chain), tuple(placed))]
        return CompositeEdit(tuple(parts)) if parts else None

    def feed(self, pin: str, type_name: str, out: str, typed: Mapping[str, str]) -> Edit:
        """Return the edit that adds a block whose output `out` is wired to a pin of this one, with `typed` values."""
        output = self.catalogue[type_name].output(out)
        kind = output.kind if output is not None else TENSOR
        name = self.page.free_id(id_stem(self.catalogue[type_name].title))
        row = next((i for i, p in enumerate(self.type.inputs) if p.name == pin), 0)
        made = Block(name, type_name, self.block.x - 240, self.block.y + 90 * row, dict(typed), self.block.frame)
        return Insert(self.page.name, (made,), (Placed(Wire(name, out, self.block.id, pin, kind), 0),))


def nested(items: list[str], shape: list[int]) -> str:
    """Return items as a typed value of a shape: `[[1, 2], [3, 4]]`; the single item for shape []."""
    if not shape:
        return items[0]
    size = len(items) // max(1, shape[0])
    return f"[{', '.join(nested(items[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0]))}]"


def zeros(dtype: str | None, dims: Sequence[int | None]) -> str:
    """Return zeros of a shape as a typed value, with 1 for unknown sizes; "" if it is empty or too long."""
    count = 1
    for size in dims:
        count *= 1 if size is None else size
    if not 0 < count <= _LONGEST:
        return ""
    return nested([_ZEROS.get(dtype or "", "0")] * count, [1 if d is None else d for d in dims])


def leaves(text: str) -> list[str]:
    """Return the elements of a typed value as written; [] if it cannot be read."""
    try:
        return [item.text for item in parse(text).items]
    except ValueSyntaxError:
        return []
