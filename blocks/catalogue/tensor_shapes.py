"""Shapes of tensors, as far as known without TensorFlow: None for an unknown rank, -1 for an unknown size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import Page, split_index

Shape = list[int] | None


class ShapeInference(Protocol):
    """The part of `PageInference` that this module uses, whose module imports this one."""

    @property
    def page(self) -> Page: ...

    @property
    def catalogue(self) -> Any: ...

    @property
    def known(self) -> Mapping[str, Any]: ...

    def dtype(self, block: str, pin: str) -> str | list[str | None] | None: ...


_DEEPEST = 20  # most blocks to go back along wires


def input_shapes(inference: ShapeInference, block: str, pin: str) -> list[Shape]:
    """Return the shapes of the tensors wired to or typed into a pin; None for an unknown shape."""
    return _Question(inference).arriving(block, pin, 0)


def output_shape(inference: ShapeInference, block: str, pin: str) -> Shape:
    """Return the shape of an output, -1 for an unknown size; None if unknown."""
    return _Question(inference).shape_of(block, pin, 0)


def common(*shapes: Shape) -> Shape:
    """Return the shape that several shapes share: -1 for different sizes; None if ranks differ or are unknown."""
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes) or len({len(shape) for shape in known}) != 1:
        return None
    return [sizes[0] if len(set(sizes)) == 1 else -1 for sizes in zip(*known)]


class _Question:
    """A query for shapes that finds each shape once, independently of the number of wires to it."""

    def __init__(self, inference: ShapeInference):
        self.inference = inference
        self._found: dict[tuple[str, str, int], Shape] = {}

    def arriving(self, block: str, pin: str, depth: int) -> list[Shape]:
        inference = self.inference
        wires = inference.page.into.get(block, {}).get(pin, ())
        shapes: list[Shape] = []
        for wire in wires:
            dtypes = inference.dtype(wire.source, wire.source_pin)
            several = range(len(dtypes)) if isinstance(dtypes, list) else ()
            pins = [f"{wire.source_pin}[{index}]" for index in several] or [wire.source_pin]
            shapes += [self.shape_of(wire.source, source_pin, depth + 1) for source_pin in pins]
        if not wires:
            known = inference.known.get(block)
            shapes = [list(value.array.shape) for value in (known.literals.get(pin, ()) if known is not None else ())]
        return shapes

    def shape_of(self, block: str, pin: str, depth: int) -> Shape:
        key = block, pin, depth
        if key not in self._found:
            self._found[key] = self._of(block, pin, depth)
        return self._found[key]

    def _of(self, block: str, pin: str, depth: int) -> Shape:
        inference = self.inference
        known, source = inference.known.get(block), inference.page.blocks.get(block)
        if known is None or source is None or depth > _DEEPEST:
            return None
        stem, index = split_index(pin)
        if source.type == "Const":
            value = known.attrs.get("value")
            return list(value.array.shape) if value is not None else None
        told = traits_of(source.type).shape
        if told == "attr":
            shape = known.attrs.get("shape")
            values = known.literals.get("initvalues", ())
            return list(shape) if shape is not None else list(values[0].array.shape) if values else None
        inputs = inference.catalogue[source.type].inputs
        if stem == "components" and index is not None:
            shapes = known.attrs.get("output_shapes") or ()
            return shapes[index] if index < len(shapes) else None
        if stem == "dense_values" and index is not None:
            shapes = known.attrs.get("dense_shapes") or ()
            batch = self._first(block, inputs[0].name, depth)
            shape = shapes[index] if index < len(shapes) else None
            return None if batch is None or shape is None else [*batch, *shape]
        if told == "same":
            return self._first(block, inputs[0].name, depth)
        if told == "broadcast":
            first, other = (self._first(block, pin.name, depth) for pin in inputs[:2])
            return first if other == [] or first is not None and first == other else other if first == [] else None
        if source.type == "Pack" and not known.attrs.get("axis"):
            shapes = self.arriving(block, "values", depth)
            shape = common(*shapes) if shapes else None
            return None if shape is None else [len(shapes), *shape]
        return None

    def _first(self, block: str, pin: str, depth: int) -> Shape:
        found = self.arriving(block, pin, depth)
        return found[0] if found else None


def shape_text(dims: Sequence[int | None]) -> str:
    """Return a shape as pages show it, with `?` for an unknown size: `[2, ?]`."""
    return f"[{', '.join('?' if d is None else str(d) for d in dims)}]"
