"""Pinned monitors: a fitting monitor next to a block, wired, which moves with it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from blockloom.blocks.catalogue.block_types import id_stem
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.monitor_types import HEAT_MAP, IMAGE, KINDS, LINES, MONITORS, TABLE, TREND
from blockloom.blocks.document.pages import LIST, REF, TENSOR, Block, Page, Placed, Wire, split_index
from blockloom.blocks.edits import CompositeEdit, EditError, Insert, Remove
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.plots.pixels import TILES, tile_corners
from blockloom.blocks.results.monitors import size
from blockloom.blocks.text.phrases import phrase

# Distances from the side of the block, from its bottom, and from other items.
_BESIDE, _BELOW, _APART = 40.0, 30.0, 20.0
_ELEMENTS = 24  # most offered elements of a list output
_NOT_REAL = ("string", "complex64", "complex128", "resource", "variant")


class OutputInfo(NamedTuple):
    """Known properties of an output to show.

    Attributes:
        dtype: A label (`float32`), "" if unknown.
        shape: None if unknown, with None for unknown sizes.
    """

    dtype: str = ""
    shape: Sequence[int | None] | None = None


def monitor_kinds(shown: OutputInfo) -> list[str]:
    """Return the types of monitors that can show an output, the best first."""
    shape, real = shown.shape, shown.dtype not in _NOT_REAL
    rank = 9 if shape is None else len(shape)
    count = math.inf if shape is None or None in shape else math.prod(n or 0 for n in shape)
    possible = [
        name
        for name, kind in KINDS.items()
        if kind.pinned and (real or not kind.real) and rank >= kind.rank and count >= kind.count
    ]
    best = TABLE
    if not real:
        return possible
    if rank == 0:
        best = TREND
    elif shape and rank == 1 and count > 24:
        best = LINES
    elif shape and rank == 2 and count > 100:
        best = HEAT_MAP
    elif shape and (rank == 4 or rank > 2 and shape[-1] in (1, 3, 4)) and all(n is None or n > 3 for n in shape[-3:-1]):
        best = IMAGE
    return [best, *(kind for kind in possible if kind != best)]


def monitor_name(kind: str) -> str:
    """Return the name of a type of monitor in menus."""
    return KINDS[kind].name


def _sized(kind: str, shape: Sequence[int | None] | None) -> dict[str, str]:
    """Return the size for a result, and its shown part, as values of a monitor."""
    known = [n or 1 for n in shape or ()]
    if kind == TABLE and known:
        rows, columns = (known[0], 1) if len(known) == 1 else known[-2:]
        lines = rows + (len(known) > 1)  # the heading has column numbers
        return {"width": str(min(360, max(180, 50 + 58 * columns))), "height": str(min(230, 48 + 16 * lines))}
    if kind in (IMAGE, HEAT_MAP) and len(known) > 1:
        colours = kind == IMAGE and (len(known) > 3 or len(known) == 3 and known[-1] <= 4)
        high, wide = known[-3:-1] if colours else known[-2:]
        if colours and known[-1] > 4:
            tiles = tile_corners(high, wide, min(known[-1], TILES))
            high, wide = max(y for y, _ in tiles) + high, max(x for _, x in tiles) + wide
        width = min(300, max(170, round(200 * math.sqrt(min(max(wide / max(high, 1), 0.25), 4)) / 10) * 10))
        height = round((width - 16) * high / max(wide, 1) / 10) * 10 + 36
        part = {"index": str([0] * (len(known) - 2))} if kind == HEAT_MAP and len(known) > 2 else {}
        return {"width": str(width), "height": str(min(300, max(110, height))), **part}
    return {"index": str([0] * len(known))} if kind == TREND and known else {}


def pinnable_outputs(
    page: Page, catalogue: Catalogue, block: str, output: str = "", elements: Mapping[str, int] | None = None
) -> list[str]:
    """Return the outputs of a block that a monitor can show, or only `output`.

    Args:
        elements: The number of elements of each list output; each element is an output.
    """
    placed = page.blocks.get(block)
    type_ = catalogue.get(placed.type) if placed is not None and placed.type not in MONITORS else None
    outputs = []
    for pin in type_.outputs if type_ is not None else ():
        if pin.kind in (TENSOR, REF, LIST) and output in ("", pin.name):
            count = min(max((elements or {}).get(pin.name, 0), 1), _ELEMENTS)
            outputs += [f"{pin.name}[{i}]" for i in range(count)] if pin.list else [pin.name]
    return outputs


def add_pinned_monitor(
    page: Page,
    catalogue: Catalogue,
    block: str,
    output: str,
    measures: Measures,
    shown: OutputInfo | None = None,
    kind: str = "",
    values: Mapping[str, str] | None = None,
    lines: int = 1,
) -> PageChange:
    """Add a monitor for an output next to its block.

    Args:
        kind: The type of the monitor, the best for `shown` if "".
        values: Values of attrs.
        lines: The number of lines of a CHART that show the output.

    Raises:
        EditError: The output cannot be pinned.
    """
    insert = _pinned(page, catalogue, block, output, measures, shown, kind, values, lines)
    return PageChange(insert, phrase("Pin {0}", f"{block}.{output}"), (insert.blocks[0].id,))


def _pinned(
    page: Page,
    catalogue: Catalogue,
    block: str,
    output: str,
    measures: Measures,
    shown: OutputInfo | None = None,
    kind: str = "",
    values: Mapping[str, str] | None = None,
    lines: int = 1,
    others: Sequence[Block] = (),
) -> Insert:
    """Return the insertion for `add_pinned_monitor`.

    Args:
        others: Monitors that are inserted with it.
    """
    stem, element = split_index(output)
    have = pinnable_outputs(page, catalogue, block, stem)
    if not have or output not in have and element is None:
        raise EditError(phrase("{0} has no result to pin", block))
    shown = shown or OutputInfo()
    kind = kind or monitor_kinds(shown)[0]
    type_ = catalogue[kind]
    typed = {**_sized(kind, shown.shape), **(values or {}), "follows": "true"}
    name = page.free_id(f"{block}_{id_stem(type_.title)}", {other.id for other in others})
    monitor = Block(name, kind, values={k: v for k, v in typed.items() if type_.attr(k) is not None})
    x, y = _place_beside(page, block, monitor, measures, others)
    monitor = measures.housed(monitor._replace(x=x, y=y))
    pin_ = catalogue[page.blocks[block].type].known_output(stem)
    wire = Wire(block, output, name, type_.inputs[0].name, (REF if pin_.ref else TENSOR) if pin_.list else pin_.kind)
    return Insert(page.name, (monitor,), tuple(Placed(wire, i) for i in range(lines)))


def add_pinned_monitors(
    page: Page, catalogue: Catalogue, outputs: Sequence[tuple[str, str, OutputInfo]], measures: Measures
) -> PageChange:
    """Add a monitor for each output (block, output, info), as `add_pinned_monitor` does.

    Raises:
        EditError: There are none.
    """
    monitors: list[Block] = []
    inserts: list[Insert] = []
    for block, output, shown in outputs:
        inserts.append(_pinned(page, catalogue, block, output, measures, shown, others=monitors))
        monitors += inserts[-1].blocks
    if not inserts:
        raise EditError(phrase("Select a block whose result to pin"))
    return PageChange(
        combine_edits(inserts),
        count_label(
            [f"{block}.{output}" for block, output, _ in outputs], phrase("Pin {0}"), phrase("Pin {0} results")
        ),
        tuple(block.id for block in monitors),
    )


def change_monitor_type(
    page: Page, catalogue: Catalogue, name: str, kind: str, shown: OutputInfo | None = None
) -> PageChange:
    """Replace a monitor by one of another type; wires and attrs that both have stay."""
    old, type_ = page.blocks[name], catalogue[kind]
    wires = page.wires_into(name, catalogue[old.type].inputs[0].name)[:1]
    kept = {k: v for k, v in old.values.items() if type_.attr(k) is not None and k != "index"}
    index = _sized(kind, shown.shape if wires and shown else None).get("index")
    new = old._replace(type=kind, values=kept | ({"index": index} if index else {}))
    placed = tuple(Placed(w._replace(target_pin=type_.inputs[0].name), i) for i, w in enumerate(wires))
    return PageChange(
        CompositeEdit((Remove(page.name, (name,)), Insert(page.name, (new,), placed))),
        phrase("Show {0} as {1}", name, monitor_name(kind)),
        (name,),
    )


def remove_monitor(page: Page, name: str) -> PageChange:
    """Remove a monitor."""
    return PageChange(Remove(page.name, (name,)), phrase("Unpin {0}", name))


def _place_beside(
    page: Page, block: str, monitor: Block, measures: Measures, others: Sequence[Block]
) -> tuple[float, float]:
    """Return the free place nearest to the bottom of a block: below it, or to the right of that.

    Args:
        others: Blocks that are not on the page yet.
    """
    box = measures.box(monitor)
    left, top, wide, high = measures.rect(block)
    right, bottom = left + wide, top + high
    steps = np.arange(-20, 21) * 40.0
    foot = (left + right) / 2 + _BESIDE
    x, y = (
        a.reshape(-1)
        for a in np.meshgrid(
            np.append(foot + steps, right + _BESIDE),
            np.append(bottom + _BELOW + steps, (top, top - box.height - _BELOW)),
        )
    )
    _, rects = measures.blocks
    low, far = (x.min() - _APART, y.min() - _APART), (x.max() + box.width + _APART, y.max() + box.height + _APART)
    near = rects[((rects[:, :2] < far) & (rects[:, :2] + rects[:, 2:] > low)).all(1)]
    more = [(n.x, n.y, n.width, n.height) for n in page.notes.values()] + [(b.x, b.y, *size(b)) for b in others]
    # A wire that goes back (left or up), or behind a block, is worse than a longer one.
    cost = np.hypot(x - foot, y - bottom - _BELOW) + 350.0 * (x < foot - 1) + 150.0 * (y < bottom - box.height / 2)
    for low_x, low_y, wide, high in np.concatenate((near, np.array(more, float).reshape(-1, 4))).tolist():
        high_x, high_y = low_x + wide, low_y + high
        cost[
            (x < high_x + _APART)
            & (x + box.width > low_x - _APART)
            & (y < high_y + _APART)
            & (y + box.height > low_y - _APART)
        ] = math.inf
        if low_x < foot and high_x > foot - _BESIDE and low_y > bottom:
            cost += 250.0 * (y > low_y)
        cost += 120.0 * ((low_y < y + 15) & (high_y > y + 15) & (low_x < x) & (low_x > foot - _BESIDE))
    best = int(cost.argmin())
    return measures.snapped(x[best]), measures.snapped(y[best])
