"""Possible fixes for a block that TensorFlow rejects because of shapes. Each is tried before it is offered."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.tensor_shapes import shape_text
from blockloom.blocks.document.pages import Wire
from blockloom.blocks.edits import CompositeEdit, Edit, SetValue
from blockloom.blocks.infer.compatible_types import InsertableBlock
from blockloom.blocks.problems import Problem
from blockloom.blocks.quickfixes.context import BlockContext, FixInput, QuickFix, leaves
from blockloom.blocks.text.phrases import phrase

Guess = tuple[str, Edit | None]  # (label, edit); the edit is None if it is impossible

MOST = 32  # most guesses for one problem
_LONGEST = 64  # most elements of a typed value that is changed
_AXES = frozenset({"axis", "dim", "concat_dim", "split_dim", "dimension", "reduction_indices"})
_ABOUT_SHAPES = _AXES | {"shape", "perm", "begin", "size", "multiples", "paddings"}
_RANKS = frozenset({"rank", "same-rank", "same-rank-of"})  # cases of problems.about_shapes about ranks
_WINDOWS = frozenset({"strides", "ksize", "dilations"})


def guesses(context: BlockContext, problem: Problem) -> list[QuickFix]:
    """Return edits of shapes that may fix TensorFlow's error at a block or pin, the likeliest first, at most MOST."""
    found = {label: QuickFix(label, edit, False) for label, edit in _all(context, problem) if edit is not None}
    return list(found.values())[:MOST]


def labels(context: BlockContext) -> list[QuickFix]:
    """Return conversions of the labels of a loss between their two forms, class numbers and one-hot rows."""
    known = [i for i in context.inputs() if i.dims is not None]
    return [QuickFix(label, edit, False) for label, edit in _labels(context, known) if edit is not None]


def _all(context: BlockContext, problem: Problem) -> Iterator[Guess]:
    pin = problem.pin
    inputs = context.inputs()
    known = [i for i in inputs if i.dims is not None]
    named = next((i for i in known if i.pin.name == pin), None)
    attr = context.type.attr(pin)
    if attr is not None and attr.name in context.block.values:
        yield from _windows(context)
        if not attr.required:
            yield phrase("Clear {}.{}", context.block.id, pin), context.set(pin, None)
        return
    if named is not None and pin in _AXES:
        yield from _axis(context, named, known)
        yield from _sources(context, inputs, known)
    elif named is not None and pin == "perm":
        yield from _perm(context, named, known)
    elif named is not None and pin == "shape":
        yield from _sizes(context, named)
    elif pin in ("begin", "size"):
        yield from _corners(context, known)
    elif named is not None and pin in ("multiples", "paddings"):
        yield from _rows(context, named, known)
    elif any(i.pin.name == "labels" for i in inputs):
        yield from _labels(context, known)
        yield from _sources(context, inputs, known)
        yield from _ranks(context, [i for i in known if i.pin.name == "labels"], _of_ranks(problem))
    else:
        yield from _plain(context, problem, inputs, known)


def _of_ranks(problem: Problem) -> bool:
    """Return whether a problem is about numbers of dimensions."""
    return problem.case in _RANKS or bool(problem.fact("ranks"))


def _plain(context: BlockContext, problem: Problem, inputs: list[FixInput], known: list[FixInput]) -> Iterator[Guess]:
    yield from _flags(context)
    yield from _choices(context)
    yield from _ranks(context, [i for i in known if i.pin.name == problem.pin] or known, _of_ranks(problem))
    for tensor in known:
        if tensor.typed is not None and tensor.pin.name not in _ABOUT_SHAPES:
            yield from _length(context, tensor, known)
    yield from _sources(context, inputs, known)
    yield from _turned(context, known)
    yield from _flat(context, known, problem.fact("wanted") if _of_ranks(problem) else None)


def _flags(context: BlockContext) -> Iterator[Guess]:
    """Yield the transposition of a matrix by an attr, without a block."""
    for attr in reversed(context.type.attrs):
        if attr.type == "bool" and attr.name in ("transpose_a", "transpose_b", "adj_x", "adj_y"):
            on = not context.attrs.get(attr.name)
            yield (
                phrase("Set {} of {} to {}", attr.name, context.block.id, "true" if on else "false"),
                context.set(attr.name, "true" if on else None),
            )


def _choices(context: BlockContext) -> Iterator[Guess]:
    """Yield SAME padding for a window that does not fit."""
    attr = context.type.attr("padding")
    if attr is not None and "SAME" in (attr.allowed or ()) and context.attrs.get("padding") in ("VALID", b"VALID"):
        yield phrase("Set {} of {} to {}", "padding", context.block.id, "SAME"), context.set("padding", "SAME")


def _windows(context: BlockContext) -> Iterator[Guess]:
    """Yield strides (or other windows) of four sizes for an attr that has only those of height and width."""
    for attr in context.type.attrs:
        value = context.attrs.get(attr.name)
        if attr.name in _WINDOWS and isinstance(value, list) and len(value) in (1, 2):
            text = f"[1, {value[0]}, {value[-1]}, 1]"
            yield phrase("Set {} of {} to {}", attr.name, context.block.id, text), context.set(attr.name, text)


def _typed(context: BlockContext, one: FixInput, items: list[str], shape: list[int]) -> Iterator[Guess]:
    made = context.retype(one, items, shape)
    if made is not None and one.typed is not None:
        yield phrase("Set {}.{} to {}", *one.typed[:2], made[0]), made[1]


def _axis(context: BlockContext, one: FixInput, known: list[FixInput]) -> Iterator[Guess]:
    """Yield other axes of the largest input."""
    ranks = [len(i.sizes) for i in known if i is not one and i.dims]
    if one.typed is not None and ranks and len(leaves(one.text)) == 1:
        for axis in range(max(ranks)):
            yield from _typed(context, one, [str(axis)], [1] * len(one.sizes))


def _perm(context: BlockContext, one: FixInput, known: list[FixInput]) -> Iterator[Guess]:
    rank = next((len(i.sizes) for i in known if i is not one), 0)
    if one.typed is not None and rank > 1:
        yield from _typed(context, one, [*map(str, range(rank - 2)), str(rank - 1), str(rank - 2)], [rank])
        yield from _typed(context, one, [str(n) for n in reversed(range(rank))], [rank])


def _sizes(context: BlockContext, one: FixInput) -> Iterator[Guess]:
    """Yield shapes in which one size is computed from the others."""
    items = leaves(one.text)
    if items and not one.dims:
        yield from _typed(context, one, items, [1])
        return
    for i in reversed(range(len(items))):
        yield from _typed(context, one, [*items[:i], "-1", *items[i + 1 :]], [len(items)])
    if items:
        yield from _typed(context, one, ["-1"], [1])


def _corners(context: BlockContext, known: list[FixInput]) -> Iterator[Guess]:
    """Yield the begin and size of a slice with a number for each axis: from 0 on, and all of an added axis."""
    rank = max((len(i.sizes) for i in known), default=0)
    edits, texts = [], []
    for tensor, more in ((i, "0" if i.pin.name == "begin" else "-1") for i in known if i.pin.name in ("begin", "size")):
        items = leaves(tensor.text)
        retyped = context.retype(tensor, [*items[:rank], *[more] * (rank - len(items))], [rank]) if items else None
        if retyped is not None:
            texts.append(f"{tensor.pin.name} {retyped[0]}")
            edits.append(retyped[1])
    if edits:
        yield phrase("Set {} of {}", ", ".join(texts), context.block.id), CompositeEdit(tuple(edits))


def _rows(context: BlockContext, one: FixInput, known: list[FixInput]) -> Iterator[Guess]:
    """Yield values with a number, or a row of two, for each axis; added ones leave their axis as it is."""
    rank = max((len(i.sizes) for i in known if i is not one), default=0)
    items = leaves(one.text)
    wide = 1 if one.pin.name == "multiples" else 2
    more = ["1" if wide == 1 else "0"] * (rank * wide - len(items))
    shape = [rank] if wide == 1 else [rank, 2]
    if items and rank:
        for made in ([*items[: rank * wide], *more], [*more, *items[: rank * wide]]):
            yield from _typed(context, one, made, shape)


def _length(context: BlockContext, tensor: FixInput, known: list[FixInput]) -> Iterator[Guess]:
    """Yield a value with the length of a side of another input; a number with or without brackets."""
    items = leaves(tensor.text)
    if not items or len(items) > _LONGEST or tensor.dtype == "DT_STRING":
        return
    if len(items) == 1:
        for shape in ([], [1]):
            yield from _typed(context, tensor, items, shape)
    elif len(tensor.sizes) == 1:
        more = items[0] if len(set(items)) == 1 else "0"
        for length in dict.fromkeys(
            n for i in known if i is not tensor for n in reversed(i.sizes) if n and n <= _LONGEST and n != len(items)
        ):
            yield from _typed(context, tensor, [*items[:length], *[more] * (length - len(items))], [length])


def _sources(context: BlockContext, inputs: list[FixInput], known: list[FixInput]) -> Iterator[Guess]:
    """Yield other sizes for a typed shape of an input: of a placeholder, a variable's random numbers, or a Tile."""
    for tensor in reversed(inputs):  # prefer changing weights, which come last, to changing data
        source = _shape_of(context, tensor.wire)
        if source is None:
            continue
        block, pin, sizes = source
        held = [
            context.types.get(i.wire.source, {}).get("value") for i in inputs if i.wire is not None and i is not tensor
        ]
        shapes: list[Sequence[int | None]] = [i.sizes for i in known if i is not tensor]
        shapes += [h[1] for h in held if h and isinstance(h[1], list)]
        same = context.type.traits.misfit == "variable"  # whether both inputs must have the same shape
        texts = [shape_text(dims) for dims in shapes if same and dims and len(dims) != len(sizes) and None not in dims]
        for place in range(len(sizes)):
            texts += [
                f"[{', '.join([*sizes[:place], str(size), *sizes[place + 1 :]])}]"
                for dims in shapes
                for size in dims
                if size and str(size) != sizes[place]
            ]
        for text in dict.fromkeys(texts):
            yield phrase("Set {}.{} to {}", block, pin, text), SetValue(context.page.name, block, pin, text)


def _shape_of(context: BlockContext, wire: Wire | None) -> tuple[str, str, list[str]] | None:
    """Return the block and pin at which the shape of a wire's value is typed, and its sizes."""
    page, seen = context.page, set[str]()
    while wire is not None and wire.source in page.blocks and wire.source not in seen:
        block = page.blocks[wire.source]
        seen.add(block.id)
        for pin in ("shape", "dims", "multiples"):
            wired = next((w for w in page.wires_into(block.id, pin)), None)
            typed = context.constant(wired) if wired else (block.id, pin, block.values.get(pin, ""))
            if typed and leaves(typed[2]):
                return typed[0], typed[1], leaves(typed[2])
        kind = context.catalogue.get(block.type)
        if not traits_of(block.type).keeps_sizes or kind is None:
            return None
        wire = next((w for p in kind.inputs for w in page.wires_into(block.id, p.name)), None)
    return None


def _into(context: BlockContext, one: FixInput, label: str, *steps: InsertableBlock) -> Iterator[Guess]:
    if one.wire is not None:
        yield label, context.through([(one.wire, one.index)], steps)


def _name(one: FixInput) -> str:
    return f"{one.pin.name}[{one.index}]" if one.pin.list else one.pin.name


def _ranks(context: BlockContext, known: list[FixInput], rank_said: bool) -> Iterator[Guess]:
    """Yield a dimension of size 1 more for the inputs of the lowest rank, or one less for others."""
    plain = [i for i in known if (i.dims or len(known) == 1) and i.pin.name not in _ABOUT_SHAPES]
    ranks = {len(i.sizes) for i in plain}
    for tensor in plain:
        if len(tensor.sizes) == min(ranks) < 5 and (rank_said or len(ranks) > 1):
            for axis in (0, len(tensor.sizes)):
                dims = [*tensor.sizes[:axis], 1, *tensor.sizes[axis:]]
                if tensor.wire is None:
                    yield from _typed(context, tensor, leaves(tensor.text), _whole(dims))
                yield from _into(
                    context,
                    tensor,
                    phrase(
                        "Insert an ExpandDims before {}: {} becomes {}",
                        _name(tensor),
                        shape_text(tensor.sizes),
                        shape_text(dims),
                    ),
                    InsertableBlock("ExpandDims", "input", "output", {"dim": "-1" if axis else "0"}),
                )
    for tensor in plain:
        for axis in (i for i, size in enumerate(tensor.sizes) if size == 1):
            dims = [*tensor.sizes[:axis], *tensor.sizes[axis + 1 :]]
            yield from _into(
                context,
                tensor,
                phrase(
                    "Insert a Squeeze before {}: {} becomes {}",
                    _name(tensor),
                    shape_text(tensor.sizes),
                    shape_text(dims),
                ),
                InsertableBlock("Squeeze", "input", "output", {"squeeze_dims": f"[{axis}]"}),
            )


def _turned(context: BlockContext, known: list[FixInput]) -> Iterator[Guess]:
    if any(a.name in ("transpose_a", "adj_x") for a in context.type.attrs):
        return
    for one in reversed(known):
        if len(one.sizes) == 2:
            yield from _into(
                context,
                one,
                phrase(
                    "Insert a Transpose before {}: {} becomes {}",
                    _name(one),
                    shape_text(one.sizes),
                    shape_text(one.sizes[::-1]),
                ),
                InsertableBlock("Transpose", "x", "y", {"perm": "[1, 0]"}),
            )


def _flat(context: BlockContext, known: list[FixInput], rank: int | None) -> Iterator[Guess]:
    """Yield reshapes to the wanted rank (rows kept, one list, one picture), or to the shape of another input."""
    for tensor in (i for i in known if i.dims and i.wire is not None):
        sizes = tensor.sizes
        count, row = _count(sizes), _count(sizes[1:])
        wanted: list[list[int]] = []
        if rank == 2 and len(sizes) > 2 and row is not None:
            wanted.append([-1, row])
        if rank == 1 and len([n for n in sizes if n != 1]) > 1:
            wanted.append([-1])
        if count is not None:
            if rank == 4 and len(sizes) == 2:
                wanted.append([1, *_whole(sizes), 1])
            wanted += [
                _whole(i.dims)
                for i in known
                if i is not tensor and i.dims and i.dims != sizes and _count(i.dims) == count > 1
            ]
        for dims in wanted:
            yield from _into(
                context,
                tensor,
                phrase(
                    "Insert a Reshape before {}: {} becomes {}, in the same order",
                    _name(tensor),
                    shape_text(sizes),
                    shape_text([_rest(count, dims) if d == -1 else d for d in dims]),
                ),
                InsertableBlock("Reshape", "tensor", "output", {"shape": str(dims)}),
            )


def _whole(sizes: Iterable[int | None]) -> list[int]:
    """Return the known sizes."""
    return [size for size in sizes if size is not None]


def _count(sizes: Sequence[int | None]) -> int | None:
    """Return the number of elements; None if unknown."""
    return None if None in sizes else math.prod(_whole(sizes))


def _rest(count: int | None, dims: list[int]) -> int | None:
    """Return the size that a -1 among the sizes of that many elements stands for."""
    return None if count is None else count // math.prod(d for d in dims if d != -1)


def _labels(context: BlockContext, known: list[FixInput]) -> Iterator[Guess]:
    """Yield conversions of class numbers to one-hot rows, and the reverse."""
    features = next((i for i in known if i.pin.name == "features" and len(i.sizes) == 2), None)
    labels = next((i for i in known if i.pin.name == "labels"), None)
    if features is None or labels is None:
        return
    if context.type.traits.misfit == "class_numbers" and len(labels.sizes) == 2 and labels.sizes[1] != 1:
        yield from _into(
            context,
            labels,
            phrase("Insert an ArgMax before {}: one-hot rows become class numbers", "labels"),
            InsertableBlock("ArgMax", "input", "output", {"dimension": "1"}),
        )
    if context.type.traits.misfit == "one_hot" and len(labels.sizes) == 1 and features.sizes[1]:
        # OneHot takes its dtype from the spelling of these numbers
        one, zero = ("1.0", "0.0") if features.dtype == "DT_DOUBLE" else ("1.0f", "0.0f")
        steps = [
            InsertableBlock(
                "OneHot", "indices", "output", {"depth": str(features.sizes[1]), "on_value": one, "off_value": zero}
            )
        ]
        if labels.dtype not in ("DT_UINT8", "DT_INT8", "DT_INT32", "DT_INT64"):
            steps.insert(0, InsertableBlock("Cast", "x", "y", {"DstT": "DT_INT32"}))
        yield from _into(
            context, labels, phrase("Insert a OneHot before {}: class numbers become one-hot rows", "labels"), *steps
        )
