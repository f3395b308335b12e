"""Cost of a page: the parameters in its variables, and the floating point operations of a step.

An unknown first size, that of a batch, counts as one: the numbers are for one example. Functions, which run as often as
their op decides, and the ops of composite blocks are not counted. `operations` has a formula for each kind of op, by
its trait `flops` or `flops_each`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import inside
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.infer.inference import BlockTypes, PageInference
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.lower.muting import active
from blockloom.blocks.values.dtypes import DTYPES


class Cost(NamedTuple):
    """Numbers of `parameters`, the elements of variables, and of `flops` of a step.

    `unknown` are the blocks, as `INSTANCE/BLOCK` inside instances, that would count if their shapes were known.
    """

    parameters: int
    flops: int
    unknown: tuple[str, ...]


def cost(
    page: Page,
    catalogue: Catalogue,
    shape_of: Callable[[str, str], Shape],
    names: Collection[str] | None = None,
    inferred: Callable[[str], BlockTypes | None] | None = None,
) -> Cost:
    """Count the parameters and operations of blocks of a page, including the content of instances.

    Args:
        catalogue: the block types.
        shape_of: returns the shape of an output (block, pin), as far as it is known.
        names: the blocks to count; None for all.
        inferred: returns the inferred types of the page's own blocks; without it they are inferred here.
    """
    lowered = lower(active(page, catalogue), catalogue)
    native = lowered.page
    wanted = [b for b in native.blocks.values() if names is None or inside("", b.id).top in names]
    wanted = [b for b in wanted if _counts(b.type)]
    if not wanted:
        return Cost(0, 0, ())
    own = inferred is not None and all(page.blocks.get(b.id) is b for b in wanted)
    known = (
        {b.id: inferred(b.id) for b in wanted}
        if inferred is not None and own
        else PageInference(native, catalogue).known
    )

    def output(block: str, pin: str) -> Shape:
        return shape_of(block, lowered.pin(block, pin))

    parameters, flops, unknown = 0, 0, []
    for block in wanted:
        here = known.get(block.id) or BlockTypes({}, {}, {})
        traits, kind = traits_of(block.type), catalogue.get(block.type)
        ins, outs = ([p.name for p in pins] for pins in ((kind.inputs, kind.outputs) if kind is not None else ((), ())))
        if traits.variable:
            size = elements(_variable(block, here, outs, output))
            parameters += size or 0
        else:
            shapes = [shape for pin in ins for shape in _inputs(native, here, block.id, pin, output)]
            size = operations(block.type, shapes, [output(block.id, pin) for pin in outs[:1]], here.attrs)
            flops += size or 0
        if size is None:
            unknown.append(block.id)
    return Cost(parameters, flops, tuple(unknown))


def _counts(op: str) -> bool:
    traits = traits_of(op)
    return bool(traits.flops or traits.flops_each or traits.variable)


def _variable(block: Block, known: BlockTypes, outputs: Sequence[str], output: Callable[[str, str], Shape]) -> Shape:
    """Return the shape of a variable: typed, that of its initial value, or TensorFlow's shape of its value."""
    typed, value = known.attrs.get("shape"), known.value("initvalues")
    if "shape" in block.values and typed is not None and all(size is not None and size >= 0 for size in typed):
        return typed
    if value is not None:
        return value.array.shape
    return output(block.id, outputs[-1]) if outputs and traits_of(block.type).with_value else None


def _inputs(page: Page, known: BlockTypes, block: str, pin: str, output: Callable[[str, str], Shape]) -> list[Shape]:
    """Return the shapes of the values that are wired to a pin, or typed into it."""
    wires = page.wires_into(block, pin)
    if wires:
        return [output(wire.source, wire.source_pin) for wire in wires]
    return [value.array.shape for value in known.literals.get(pin, ())] or [None]


_EXACT = frozenset(name for name, dtype in DTYPES.items() if dtype.family in "iub")
Shape = Sequence[int | None] | None
_Rule = Callable[[Sequence[Shape], Sequence[Shape], Mapping[str, Any]], int | None]


def operations(op: str, inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    """Return the number of floating point operations of an op.

    The result is 0 for ops without any, and None if a shape is unknown. An unknown first size, that of a batch, counts
    as one.

    Args:
        op: the type of the op.
        inputs: shapes of its inputs.
        outputs: shapes of its outputs.
        attrs: with dtypes as DT_ names.
    """
    traits = traits_of(op)
    if attrs.get("T") in _EXACT:
        return 0
    if traits.flops_each:
        return _times(_largest([*inputs, *outputs]), traits.flops_each)
    return _RULES[traits.flops](inputs, outputs, attrs) if traits.flops else 0


def elements(shape: Shape) -> int | None:
    """Return the number of elements, of one example if the first size is unknown; None if another size is."""
    if shape is None:
        return None
    sizes = [1 if size is None and not axis else size for axis, size in enumerate(shape)]
    return None if None in sizes else math.prod(size for size in sizes if size is not None)


def _times(*factors: int | None) -> int | None:
    return None if None in factors else math.prod(factor for factor in factors if factor is not None)


def _largest(shapes: Sequence[Shape]) -> int | None:
    """Return the number of elements of the largest shape: the output of a broadcast, the input of a reduction."""
    sizes = [elements(shape) for shape in shapes]
    return None if None in sizes else max((size for size in sizes if size is not None), default=0)


def _dot(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    """Count for each element of the output a sum over the rows, or columns, of the first matrix."""
    first = inputs[0]
    turned = attrs.get("transpose_a") or attrs.get("adj_x")
    summed = first[-2 if turned else -1] if first is not None and len(first) > 1 else None
    return _times(2, elements(outputs[0]), summed)


def _per_output(filter_: Shape) -> int | None:
    """Return the elements of a convolution's filter (sizes, channels in, channels out) for each output element."""
    return math.prod(filter_[:-1]) if filter_ and None not in filter_ else None  # type: ignore[arg-type]


def _area(filter_: Shape) -> int | None:
    """Return the pixels of a depthwise filter: (height, width, channels, filters for each)."""
    return _times(*filter_[:2]) if filter_ and len(filter_) == 4 else None


def _conv(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    return _times(2, elements(outputs[0]), _per_output(inputs[1]))


def _depthwise(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    return _times(2, elements(outputs[0]), _area(inputs[1]))


# The gradient of a convolution by its input, and that by its filter, take as many operations as the convolution.


def _conv_input(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    return _times(2, elements(inputs[2]), _per_output(inputs[1]))


def _conv_filter(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    return _times(2, elements(inputs[2]), _per_output(outputs[0]))


def _depthwise_input(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    return _times(2, elements(inputs[2]), _area(inputs[1]))


def _depthwise_filter(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    return _times(2, elements(inputs[2]), _area(outputs[0]))


def _einsum(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    """Count one multiplication, with its addition, for each combination of indices."""
    equation = attrs.get("equation")
    terms = (equation.decode() if isinstance(equation, bytes) else str(equation or "")).split("->")[0].split(",")
    sizes: dict[object, int] = {}
    for term, shape in zip(terms, inputs, strict=False):
        before, dots, after = (part.strip() for part in term.partition("..."))
        several = len(shape) - len(before) - len(after) if shape is not None else -1
        if shape is None or several < 0 or several and not dots:
            return None
        # The axes of an ellipsis are aligned from the right.
        for axis, (index, size) in enumerate(zip([*before, *range(-several, 0), *after], shape, strict=True)):
            known = sizes.get(index, 1)
            size = known if size is None and (index in sizes or not axis) else size
            if size is None or 1 not in (size, known) and size != known:
                return None
            sizes[index] = max(size, known)
    return 2 * math.prod(sizes.values()) if sizes else None


def _normalise(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    """Return operations of a normalisation: a factor and a shift per element; in training, statistics too."""
    return _times(elements(inputs[0]), 6 if attrs.get("is_training", True) else 2)


def _normalise_gradient(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    """Return the operations of the gradients of a normalisation.

    The gradients by shift and factor are sums, of 1 and 3 for each element; that by the input has 5 in training, where
    mean and variance depend on it, else 1.
    """
    return _times(elements(inputs[0]), 9 if attrs.get("is_training", True) else 5)


def _window(attrs: Mapping[str, Any]) -> int | None:
    sizes = attrs.get("ksize")
    return math.prod(sizes) if sizes and all(isinstance(size, int) for size in sizes) else None


def _pool(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    return _times(elements(outputs[0]), _window(attrs))


def _pool_gradient(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    return _times(elements(inputs[-1]), _window(attrs))


def _sum(inputs: Sequence[Shape], outputs: Sequence[Shape], attrs: Mapping[str, Any]) -> int | None:
    return _times(elements(outputs[0]), len(inputs) - 1)


_RULES: dict[str, _Rule] = {
    "dot": _dot,
    "conv": _conv,
    "depthwise": _depthwise,
    "conv_input": _conv_input,
    "conv_filter": _conv_filter,
    "depthwise_input": _depthwise_input,
    "depthwise_filter": _depthwise_filter,
    "einsum": _einsum,
    "normalise": _normalise,
    "normalise_gradient": _normalise_gradient,
    "pool": _pool,
    "pool_gradient": _pool_gradient,
    "sum": _sum,
}
