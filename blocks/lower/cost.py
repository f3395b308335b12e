"""Cost of a page: the parameters in its variables, and the floating point operations of a step.

Operations are those of `flops`. An unknown first size, that of a batch, counts as one: the numbers are for one example.
Functions, which run as often as their op decides, and the ops of composite blocks are not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import inside
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.infer.inference import BlockTypes, PageInference
from blockloom.blocks.lower.flops import Shape, elements, operations
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.lower.muting import active


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
        page: the page.
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
