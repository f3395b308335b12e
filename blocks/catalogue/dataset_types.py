"""Elements of datasets: `output_types` and `output_shapes` of the ops of tf.data, along variant wires.

An element is a list of tensors, each with a dtype and a shape: None for an unknown rank, -1 for an unknown size. The
Retvals of a function's page have its results. An iterator has the elements of the dataset that is wired to its
MakeIterator. The facts about a block that outputs a dataset, an iterator or an optional contain both lists, as
`output_types` and `output_shapes`, even if its op has no attrs of these names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

from msgspec import Struct

from blockloom.blocks.catalogue import tensor_shapes
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.tensor_shapes import Shape, ShapeInference
from blockloom.blocks.document.literal_cache import read_tensor
from blockloom.blocks.document.pages import Block, Page, Wire
from blockloom.blocks.values import literals

ATTRS = ("output_types", "output_shapes")
_OF_OTHERS, _OF_ITERATORS = frozenset(ATTRS), frozenset({*ATTRS, "shared_name", "container"})
_MOST = 1000  # most tensors of an element: each block can double their number
_MOST_SIZES = 254  # most dimensions of a tensor in TensorFlow
_VARIANT, _STRING, _INT64 = "DT_VARIANT", "DT_STRING", "DT_INT64"


class DatasetElement(Struct, frozen=True):
    """The dtypes and shapes of the tensors in one element of a dataset."""

    types: list[str]
    shapes: list[Shape]


class RetvalType(Struct, frozen=True):
    """The dtype and shape of a Retval, and the element of a dataset; each is None if unknown."""

    dtype: str | None
    shape: Shape
    element: DatasetElement | None


class DatasetBlock:
    """A block with dataset elements, and its known attrs."""

    def __init__(self, inference: ShapeInference, block: Block, block_type: Any, attrs: dict[str, Any]):
        self.inference, self.block, self.type, self.attrs = inference, block, block_type, attrs

    def arriving(self, pin: str) -> list[DatasetElement | None]:
        """Return the elements of the datasets wired to a pin, one for each wire; None for an unknown one."""
        return [
            element(self.inference, wire.source, wire.source_pin)
            for wire in self.inference.page.into.get(self.block.id, {}).get(pin, ())
        ]

    def first_element(self) -> DatasetElement | None:
        """Return the element of the dataset wired to the block's first pin; None if unknown."""
        found = self.arriving(self.type.inputs[0].name) if self.type.inputs else []
        return found[0] if found else None

    def typed(self, pin: str) -> Any:
        """Return the number or flag typed into a pin; None if there is no readable one."""
        text = self.block.values.get(pin)
        wanted = self.type.input(pin)
        try:
            found = read_tensor(text, wanted.dtype).array if text is not None and wanted is not None else None
        except literals.ValueSyntaxError:
            return None
        return found.item() if found is not None and found.size == 1 else None

    def results_of(self, attr: str) -> list[RetvalType]:
        """Return the types of the Retvals of the function in an attr: see `Catalogue.retval_types`."""
        name = self.attrs.get(attr)
        name = name[0] if isinstance(name, list) and name else name
        return self.inference.catalogue.retval_types(name) if isinstance(name, str) and name else []


Rule = Callable[[DatasetBlock], DatasetElement | None]


def _fixed(*types: str) -> Rule:
    return lambda at: DatasetElement(list(types), [[] for _ in types])


def _passed(at: DatasetBlock) -> DatasetElement | None:
    return at.first_element()


def _batched(at: DatasetBlock) -> DatasetElement | None:
    """Return elements with an additional first dimension."""
    found = at.first_element()
    return _in_batches(at, found) if found is not None else None


def _in_batches(at: DatasetBlock, found: DatasetElement) -> DatasetElement:
    size = at.typed("batch_size") if at.typed("drop_remainder") else None
    return DatasetElement(found.types, [None if shape is None else [size or -1, *shape] for shape in found.shapes])


def _padded(at: DatasetBlock) -> DatasetElement | None:
    first = at.first_element()
    if first is None:
        return None
    try:
        wanted = [array.tolist() for array, _ in literals.tensors(at.block.values.get("padded_shapes", ""), _INT64)]
    except (literals.ValueSyntaxError, AttributeError):
        wanted = []
    if len(wanted) != len(first.types) or not all(isinstance(shape, list) for shape in wanted):
        wanted = [None if shape is None else [-1] * len(shape) for shape in first.shapes]
    return _in_batches(at, DatasetElement(first.types, wanted))


def _windows(at: DatasetBlock) -> DatasetElement | None:
    """Return elements with a dataset for each tensor."""
    found = at.first_element()
    return found and DatasetElement([_VARIANT] * len(found.types), [[]] * len(found.types))


def _sliding(at: DatasetBlock) -> DatasetElement | None:
    found = at.first_element()
    size = at.typed("window_size") if at.attrs.get("drop_remainder", True) else None
    return found and DatasetElement(found.types, [None if s is None else [size or -1, *s] for s in found.shapes])


def _unbatched(at: DatasetBlock) -> DatasetElement | None:
    found = at.first_element()
    return found and DatasetElement(found.types, [shape and shape[1:] for shape in found.shapes])


def _rebatched(at: DatasetBlock) -> DatasetElement | None:
    found = at.first_element()
    return found and DatasetElement(found.types, [shape and [-1, *shape[1:]] for shape in found.shapes])


def _zipped(at: DatasetBlock) -> DatasetElement | None:
    found = at.arriving("input_datasets")
    known = [one for one in found if one is not None]
    if not found or len(known) < len(found) or sum(len(one.types) for one in known) > _MOST:
        return None
    return DatasetElement([t for one in known for t in one.types], [s for one in known for s in one.shapes])


def _alternative(*pins: str) -> Rule:
    """Return the rule for either of the datasets at these pins; shapes are what they have in common."""

    def rule(at: DatasetBlock) -> DatasetElement | None:
        elements = [one for pin in pins for one in at.arriving(pin)]
        known = [arrived for arrived in elements if arrived is not None]
        if not elements or len(known) < len(elements):
            return None
        types, shapes = known[0].types, known[0].shapes
        if all(element.types == types for element in known):
            shapes = [tensor_shapes.common(*alike) for alike in zip(*(one.shapes for one in known))]
        return DatasetElement(types, shapes)

    return rule


def _mapped(attr: str, batched: bool = False) -> Rule:
    """Return the rule for the results of a function, in batches if `batched`.

    The state of a function with a state precedes its results, and is skipped.
    """

    def rule(at: DatasetBlock) -> DatasetElement | None:
        given = at.results_of(attr)[len(at.attrs.get("Tstate") or ()) :]
        types = [one.dtype for one in given if one.dtype is not None]
        if not given or len(types) < len(given):
            return None
        found = DatasetElement(types, [one.shape for one in given])
        return _in_batches(at, found) if batched else found

    return rule


def _flat(attr: str) -> Rule:
    """Return the rule for the elements of the dataset that a function returns."""

    def rule(at: DatasetBlock) -> DatasetElement | None:
        given = at.results_of(attr)
        return given[0].element if given else None

    return rule


def _tensors(number: str) -> Rule:
    """Return the rule for the input tensors without their first `number` dimensions."""
    cut = int(number)

    def rule(at: DatasetBlock) -> DatasetElement | None:
        types = next((at.attrs[a] for a in ("Toutput_types", "output_types", "input_types") if at.attrs.get(a)), None)
        shapes = tensor_shapes.input_shapes(at.inference, at.block.id, at.type.inputs[0].name)
        if not types or None in types:
            return None
        if len(shapes) != len(types):
            shapes = [None] * len(types)
        return DatasetElement(types, [shape[cut:] if shape else shape for shape in shapes])

    return rule


def _sparse_slices(at: DatasetBlock) -> DatasetElement | None:
    dtype = at.attrs.get("Tvalues")
    return DatasetElement([_INT64, dtype, _INT64], [[-1, -1], [-1], [-1]]) if dtype else None


def _rows(at: DatasetBlock) -> DatasetElement | None:
    types = at.attrs.get("output_types")
    return DatasetElement(types, [[] for _ in types]) if types else None


def _parsed(at: DatasetBlock) -> DatasetElement | None:
    """Return a dictionary of features in the order of their keys: dense ones as tensors, others as variants."""
    attrs = at.attrs
    dense, types, shapes = (attrs.get(name) or [] for name in ("dense_keys", "Tdense", "dense_shapes"))
    if "Tdense" not in attrs or not len(dense) == len(types) == len(shapes):
        return None
    features = {
        key: (dtype, None if shape is None else [-1, *shape]) for key, dtype, shape in zip(dense, types, shapes)
    }
    features |= {key: (_VARIANT, None) for name in ("sparse_keys", "ragged_keys") for key in attrs.get(name) or ()}
    order = sorted(features, key=lambda key: key if isinstance(key, bytes) else key.encode())
    by_key = [features[key] for key in order]
    return DatasetElement([dtype for dtype, _ in by_key], [shape for _, shape in by_key])


def _reduced(at: DatasetBlock) -> DatasetElement | None:
    types = at.attrs.get("Tstate")
    return DatasetElement(types, [None] * len(types)) if types else None


def _made(at: DatasetBlock) -> DatasetElement | None:
    """Return the element of an iterator: that of the dataset at its MakeIterator."""
    return next(
        (
            found
            for wire in feeders(at.inference.page, at.block.id)
            for found in [element(at.inference, wire.source, wire.source_pin)]
            if found is not None
        ),
        None,
    )


# First word of the trait `elements` -> rule. A second table has the rules that use the other words of the trait.
_RULES: dict[str, Rule] = {
    "passed": _passed,
    "elsewhere": _passed,
    "batched": _batched,
    "padded": _padded,
    "windows": _windows,
    "sliding": _sliding,
    "unbatched": _unbatched,
    "rebatched": _rebatched,
    "zipped": _zipped,
    "made": _made,
    "variant": lambda at: DatasetElement([_VARIANT], [None]),
    "rows": _rows,
    "sparse_slices": _sparse_slices,
    "reduced": _reduced,
    "parsed": _parsed,
}
_RULES_FOR: dict[str, Callable[..., Rule]] = {
    "fixed": _fixed,
    "alternative": _alternative,
    "mapped": _mapped,
    "flat": _flat,
    "tensors": _tensors,
    "mapped_in_batches": partial(_mapped, batched=True),
}
# Rules for which typed values determine the dtypes.
_FROM_TENSORS = frozenset({"tensors", "rows", "sparse_slices", "reduced", "parsed"})


@lru_cache(4096)
def _rule(op: str, typed: bool) -> Rule | None:
    name, *given = traits_of(op).elements.split() or [""]
    if not name or (name in _FROM_TENSORS) != typed:
        return None
    return _RULES_FOR[name](*given) if given else _RULES[name]


def fill(inference: ShapeInference, block: Block, block_type: Any, attrs: dict[str, Any], typed: bool) -> None:
    """Add the known facts about elements, such as output_types and output_shapes, to the attrs of a block.

    Args:
        inference: The inference of the page.
        block_type: The type of the block.
        attrs: The attrs of the block. Known ones do not change.
        typed: Whether the values typed into its pins have been read.
    """
    rule = _rule(block_type.op or "", typed)
    if rule is None:
        return
    elements = rule(DatasetBlock(inference, block, block_type, attrs))
    types_attr = next((name for name in ("Toutput_types", "input_types", "output_types") if attrs.get(name)), None)
    if elements is None and types_attr is not None:
        elements = DatasetElement(attrs[types_attr], [None] * len(attrs[types_attr]))
    if elements is None:
        return
    for name in ("Toutput_types", "output_types"):
        if name == "output_types" or block_type.attr(name) is not None:
            attrs.setdefault(name, attrs.get("Toutput_types", elements.types))
    shapes = [None if shape is not None and len(shape) > _MOST_SIZES else shape for shape in elements.shapes]
    shapes = shapes if len(shapes) == len(attrs["output_types"]) else [None] * len(attrs["output_types"])
    attrs.setdefault("output_shapes", shapes)
    for name in inferred(block_type.op or "") - {*ATTRS}:
        if block_type.attr(name) is not None:
            attrs.setdefault(name, "")


def inferred(op: str) -> frozenset[str]:
    """Return the attrs of an op that follow from dataset elements, and the names of an iterator.

    The set is empty for an op that reads its elements from elsewhere.
    """
    elements = traits_of(op).elements
    if not elements or elements == "elsewhere":
        return frozenset()
    return _OF_ITERATORS if elements == "made" else _OF_OTHERS


def element(inference: ShapeInference, block: str, pin: str) -> DatasetElement | None:
    """Return the element of an output that is a dataset, iterator or optional; None if unknown."""
    page = inference.page.blocks.get(block)
    if page is not None and page.type.startswith("page:"):
        given = inference.catalogue.retval_types(page.type.removeprefix("page:"), pin)
        return given[0].element if given else None
    known = inference.known.get(block)
    types, shapes = (known.maker.get(name) for name in ATTRS) if known is not None else (None, None)
    return (
        DatasetElement(types, shapes) if types and shapes and None not in types and len(types) == len(shapes) else None
    )


def feeds(type_: str) -> str:
    """Return the pin of the iterator that blocks of a type initialise; "" for any other type."""
    traits = traits_of(type_)
    return traits.prepares if traits.renews else ""


def feeders(page: Page, iterator: str) -> Iterator[Wire]:
    """Yield the wires from a dataset to an iterator: those into the blocks that initialise it."""
    for wire in page.out.get(iterator, ()):
        maker = page.blocks.get(wire.target)
        if maker is not None and feeds(maker.type) == wire.target_pin:
            yield from page.into.get(wire.target, {}).get("dataset", ())


def fed_iterators(page: Page, maker: str) -> Iterator[str]:
    """Yield the iterators that a block initialises.

    The elements of such an iterator depend on the block's dataset, which no wire to the iterator shows.
    """
    block = page.blocks.get(maker)
    if block is not None and (pin := feeds(block.type)):
        yield from (wire.source for wire in page.into.get(maker, {}).get(pin, ()))
