"""What a page holds and computes: the parameters in its variables, and the floating point operations of a step.

Multiplications with their additions count as two operations each, in products of matrices and convolutions (the trait
`flops`); all else is small beside these, and counts as none. A first size that is unknown, that of a batch, counts as
one: the numbers are for one example. Functions, which run as often as their op says, are not counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import inside
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.infer.inference import Inference, Known
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.lower.muting import active

Shape = Sequence[int | None] | None


class Cost(NamedTuple):
    """`parameters`: elements of variables; `flops`: of a step. `unknown` are the blocks, as `INSTANCE/BLOCK` where they
    are inside one, that would count if their shapes were known."""

    parameters: int
    flops: int
    unknown: tuple[str, ...]


def cost(
    page: Page,
    catalogue: Catalogue,
    shape_of: Callable[[str, str], Shape],
    names: Collection[str] | None = None,
    inferred: Callable[[str], Known | None] | None = None,
) -> Cost:
    """Count what some blocks of a page hold and compute, None: all of it, with what is inside of instances. `shape_of`
    gives the shape of an output (block, pin), as far as it is known; `inferred` what is known of the page's own
    blocks, which is found anew without it."""
    lowered = lower(active(page, catalogue), catalogue)
    native = lowered.page
    wanted = [b for b in native.blocks.values() if names is None or inside("", b.id).top in names]
    wanted = [b for b in wanted if traits_of(b.type).flops or traits_of(b.type).variable]
    if not wanted:
        return Cost(0, 0, ())
    own = inferred is not None and all(page.blocks.get(b.id) is b for b in wanted)
    known = (
        {b.id: inferred(b.id) for b in wanted} if inferred is not None and own else Inference(native, catalogue).known
    )

    def output(block: str, pin: str) -> Shape:
        return shape_of(block, lowered.pin(block, pin))

    parameters, flops, unknown = 0, 0, []
    for block in wanted:
        here = known.get(block.id) or Known({}, {}, {})
        traits, kind = traits_of(block.type), catalogue.get(block.type)
        ins, outs = ([p.name for p in pins] for pins in ((kind.inputs, kind.outputs) if kind is not None else ((), ())))
        if traits.variable:
            size = _elements(_variable(block, here, outs, output))
            parameters += size or 0
        else:
            shapes = [shape for pin in ins for shape in _inputs(native, here, block.id, pin, output)]
            size = _RULES[traits.flops](shapes, output(block.id, outs[0]) if outs else None, here)
            flops += 2 * size if size else 0
        if size is None:
            unknown.append(block.id)
    return Cost(parameters, flops, tuple(unknown))


def _variable(block: Block, known: Known, outputs: Sequence[str], output: Callable[[str, str], Shape]) -> Shape:
    """The shape of a variable: typed, that of its initial value, or what TensorFlow knows of its value."""
    typed, value = known.attrs.get("shape"), known.value("initvalues")
    if "shape" in block.values and typed is not None and all(size is not None and size >= 0 for size in typed):
        return typed
    if value is not None:
        return value.array.shape
    return output(block.id, outputs[-1]) if outputs and traits_of(block.type).with_value else None


def _inputs(page: Page, known: Known, block: str, pin: str, output: Callable[[str, str], Shape]) -> list[Shape]:
    """The shapes of what is wired to a pin, or typed into it."""
    wires = page.wires_into(block, pin)
    if wires:
        return [output(wire.source, wire.source_pin) for wire in wires]
    return [value.array.shape for value in known.literals.get(pin, ())] or [None]


def _elements(shape: Shape) -> int | None:
    """The number of elements, of one example where the first size is unknown; None where it is not known."""
    if shape is None:
        return None
    sizes = [1 if size is None and not axis else size for axis, size in enumerate(shape)]
    return None if None in sizes else math.prod(size for size in sizes if size is not None)


def _times(*factors: int | None) -> int | None:
    return None if None in factors else math.prod(factor for factor in factors if factor is not None)


def _dot(inputs: list[Shape], output: Shape, known: Known) -> int | None:
    """Each element of the output is a sum over the rows, or columns, of the first matrix."""
    first = inputs[0]
    turned = known.attrs.get("transpose_a") or known.attrs.get("adj_x")
    return _times(_elements(output), first[-2 if turned else -1] if first is not None and len(first) > 1 else None)


def _per_output(filter_: Shape) -> int | None:
    """The elements of a convolution's filter (its sizes, channels in, channels out) that make one of its outputs."""
    return math.prod(filter_[:-1]) if filter_ and None not in filter_ else None  # type: ignore[arg-type]


def _conv(inputs: list[Shape], output: Shape, known: Known) -> int | None:
    return _times(_elements(output), _per_output(inputs[1]))


def _depthwise(inputs: list[Shape], output: Shape, known: Known) -> int | None:
    """Filters are (height, width, channels, filters for each)."""
    filter_ = inputs[1]
    return _times(_elements(output), _per_output(filter_[:3]) if filter_ and len(filter_) == 4 else None)


def _conv_input(inputs: list[Shape], output: Shape, known: Known) -> int | None:
    """The gradient by the input, which is a transposed convolution: as many as of the convolution."""
    return _times(_elements(inputs[2]), _per_output(inputs[1]))


def _conv_filter(inputs: list[Shape], output: Shape, known: Known) -> int | None:
    return _times(_elements(inputs[2]), _per_output(output))


def _einsum(inputs: list[Shape], output: Shape, known: Known) -> int | None:
    """One for each combination of indices."""
    equation = known.attrs.get("equation")
    terms = (equation.decode() if isinstance(equation, bytes) else str(equation or "")).split("->")[0].split(",")
    sizes: dict[str, int | None] = {}
    for term, shape in zip(terms, inputs, strict=False):
        if shape is None or len(term) != len(shape):  # an ellipsis stands for several
            return None
        for axis, (index, size) in enumerate(zip(term, shape, strict=True)):
            sizes[index] = sizes.get(index) or size or (1 if not axis else None)
    return _times(*sizes.values()) if sizes else None


_RULES: dict[str, Callable[[list[Shape], Shape, Known], int | None]] = {
    "dot": _dot,
    "conv": _conv,
    "depthwise": _depthwise,
    "conv_input": _conv_input,
    "conv_filter": _conv_filter,
    "einsum": _einsum,
}
