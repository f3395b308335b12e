"""Requirements of an op for the pages of its functions.

The table is in `function_signatures`; the dtypes are those of wires, the shapes those of typed values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from blockloom.blocks.catalogue.function_signatures import SignaturePart, lines
from blockloom.blocks.catalogue.parameters import PREFIX
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Block
from blockloom.blocks.infer.inference import PageInference

Shape = Sequence[int | None] | None  # None if the rank may be any
_TYPES = ("output_types", "Toutput_types", "component_types")  # attrs of datasets with the dtypes of their elements
_SHAPED = {"Tout": "output_shapes", "output_types": "output_shapes"}  # attr with dtypes -> attr with their shapes


class ContractPin(Struct, frozen=True):
    """An Arg or Retval that a function must have.

    Attributes:
        name: Its name.
        dtype: Its dtype; "" if unknown.
        shape: Its shape; None if unknown.
        passes: The number of the loop variable's Arg of which this Retval is the next value.
    """

    name: str
    dtype: str = ""
    shape: Shape = None
    passes: int | None = None


class FunctionContract(Struct, frozen=True):
    """The Args and Retvals that a function must have, in order.

    `args_open` and `results_open`: more can follow, which are unknown.
    """

    args: tuple[ContractPin, ...]
    results: tuple[ContractPin, ...]
    args_open: bool = False
    results_open: bool = False


def function_contract(
    inference: PageInference, block: str, attr: str, shape_of: Callable[[str, str], Shape] | None = None
) -> FunctionContract | None:
    """Return the requirements for a page that an attr of a block names; None if the attr is not a function.

    Args:
        inference: The inference of the block's page.
        block: The id of the block.
        attr: The name of the attr.
        shape_of: Returns the shape of a pin of a block from another source, such as TensorFlow.
    """
    return _Wants(inference, inference.page.blocks[block], shape_of).contract(attr)


def dtypes_given(inference: PageInference, block: str, attr: str, page: str) -> dict[str, str]:
    """Return the dtype parameters of a page that follow from the inputs of a function and differ from the defaults."""
    catalogue = inference.catalogue
    if page not in catalogue.document.pages:
        return {}
    pins, slots = catalogue[PREFIX + page].inputs, function_contract(inference, block, attr)
    default = {parameter.id: parameter.values.get("default") for parameter in catalogue.signature(page).parameters}
    found = {
        pin.type_attr: slot.dtype
        for pin, slot in zip(pins, slots.args if slots is not None else ())
        if pin.type_attr and slot.dtype
    }
    return {name: dtype for name, dtype in found.items() if dtype != default[name]}


class _Wants:
    """The requirements of a block."""

    def __init__(self, inference: PageInference, block: Block, shape_of: Callable[[str, str], Shape] | None):
        self.inference, self.block, self.catalogue = inference, block, inference.catalogue
        self.type = self.catalogue[block.type]
        known = inference.known.get(block.id)
        self.attrs: dict[str, Any] = known.attrs if known is not None else {}
        self.literals = known.literals if known is not None else {}
        self.wired = inference.page.into.get(block.id, {})
        self.shape_of = shape_of or self._typed_shape

    def contract(self, attr: str) -> FunctionContract | None:
        contract = lines(self.type.op).get(attr)
        if contract is None:
            return None
        args, first, open_ = list[ContractPin](), dict[SignaturePart, int](), False
        for part in contract.args:
            slots = self._slots(part)
            first.setdefault(part, len(args))
            open_ |= slots is None
            args += slots or ()
        results, results_open = list[ContractPin](), False
        for part in contract.results:
            slots = self._slots(part)
            results_open |= slots is None
            at = first.get(part) if part.kind == "pin" else None
            results += [
                slot if at is None else replace(slot, passes=at + number) for number, slot in enumerate(slots or ())
            ]
        return FunctionContract(tuple(_distinct(args)), tuple(_distinct(results)), open_, results_open)

    def _slots(self, part: SignaturePart) -> list[ContractPin] | None:
        """Return the pins of a part of a line; None if unknown."""
        kind, name = part.kind, part.name
        if kind == "any":
            return None
        if kind == "attr":
            return self._listed(name)
        if kind == "of":
            return self._given(name)
        if kind == "element":
            return self._elements(name)
        if kind.startswith("DT_"):
            return [ContractPin(name, kind, [])]
        slots = list(self._pin(name))
        if kind == "rows":
            return [replace(slot, shape=slot.shape[1:] if slot.shape else None) for slot in slots]
        if kind in ("scalar", "pairs"):
            slots = [replace(slot, shape=[]) for slot in slots]
        return [slot for slot in slots for _ in range(2)] if kind == "pairs" else slots

    def _pin(self, pin: str) -> Iterator[ContractPin]:
        """Yield the tensors of an input."""
        wires = self.wired.get(pin)
        for wire in wires or ():
            dtypes, several = self.inference.wire_dtypes(wire), wire.kind == "list"
            for number, dtype in enumerate(dtypes):
                source = f"{wire.source_pin}[{number}]" if several else wire.source_pin
                yield ContractPin(self._name(wire.source, source), dtype or "", self.shape_of(wire.source, source))
        if not wires:
            for value in self.literals.get(pin, ()):
                yield ContractPin(pin, value.dtype, value.array.shape)

    def _name(self, block: str, pin: str) -> str:
        """Return the name of an Arg for an output: that of its block, with the pin if there are several."""
        type_ = (
            self.catalogue.get(self.inference.page.blocks[block].type) if block in self.inference.page.blocks else None
        )
        one = type_ is None or len(type_.outputs) == 1 and not type_.outputs[0].list
        return (block if one else f"{block}_{pin}").replace("[", "_").replace("]", "").rpartition("/")[2].lower()

    def _typed_shape(self, block: str, pin: str) -> Shape:
        """Return the shape of an output if it is typed at its block, or that of a typed value."""
        known = self.inference.known.get(block)
        if known is None:
            return None
        value = known.attrs.get("value")
        if isinstance(value, Value):
            return value.array.shape
        typed = known.attrs.get("shape")
        if typed is None and "initvalues" in known.literals and pin == "value":
            return known.literals["initvalues"][0].array.shape
        return _sizes(typed) if pin in ("output", "value") else None

    def _elements(self, pin: str) -> list[ContractPin] | None:
        """Return the components of an element of the dataset that is wired to an input."""
        wires = self.wired.get(pin, ())
        known = self.inference.known.get(wires[0].source) if wires else None
        types = next((found for name in _TYPES if known is not None and (found := known.attrs.get(name))), None)
        if not types:
            return None
        shapes = known.attrs.get("output_shapes") if known is not None else None
        shapes = shapes if isinstance(shapes, list) and len(shapes) == len(types) else [None] * len(types)
        return [ContractPin("element", dtype, _sizes(shape)) for dtype, shape in zip(types, shapes)]

    def _listed(self, attr: str) -> list[ContractPin] | None:
        """Return the pins that an attr such as Tout lists."""
        types = self.attrs.get(attr)
        if types is None:
            return None
        types = types if isinstance(types, list) else [types]
        shapes = self.attrs.get(_SHAPED.get(attr, "")) or [None] * len(types)
        return [ContractPin("result", dtype, _sizes(shape)) for dtype, shape in zip(types, shapes)]

    def _given(self, attr: str) -> list[ContractPin] | None:
        """Return the results of the page that another attr, `attr`, names."""
        page = self.attrs.get(attr)
        type_ = self.catalogue.get(PREFIX + page) if page else None
        return [ContractPin(pin.name, pin.dtype or "") for pin in type_.outputs] if type_ is not None else None


def _sizes(shape: Sequence[int] | None) -> Shape:
    return None if shape is None else [None if size is None or size < 0 else size for size in shape]


def _distinct(slots: Sequence[ContractPin]) -> Iterator[ContractPin]:
    """Yield the pins with unique names: `x`, `x_2`."""
    taken: set[str] = set()
    for slot in slots:
        name, number = slot.name, 1
        while name in taken:
            number += 1
            name = f"{slot.name}_{number}"
        taken.add(name)
        yield replace(slot, name=name)
