"""Results pinned to the canvas: a monitor of the fitting kind beside the block, wired, that goes along with it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from blockloom.app.canvas.grid import snapped
from blockloom.app.canvas.words import tr
from blockloom.blocks.catalogue import Pin, id_stem
from blockloom.blocks.document import LIST, REF, TENSOR, Block, Placed, Wire, split_index
from blockloom.blocks.edits import Insert, Many, Remove
from blockloom.blocks.monitors import (
    CHART,
    FORMS,
    HEAT_MAP,
    HISTOGRAM,
    IMAGE,
    LINES,
    MONITORS,
    TABLE,
    TREND,
    size,
)
from blockloom.blocks.tiles import TILES, corners

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

_BESIDE, _BELOW, _APART = 40.0, 30.0, 20.0   # from the block's foot, and from everything else
_ELEMENTS = 24          # of a list output that are offered
SWITCHED = FORMS | {TREND, HEAT_MAP}    # take one output each
_NOT_REAL = ("string", "complex64", "complex128", "resource", "variant")


def pins_as(dtype: str, shape: Sequence[int | None] | None) -> list[str]:
    """The monitors that can show an output, the best first. A shape of None, or of None in it: unknown."""
    if dtype in _NOT_REAL:
        return [TABLE]
    rank = 9 if shape is None else len(shape)
    size = math.inf if shape is None or None in shape else math.prod(shape)
    found = [TABLE, TREND] + [HISTOGRAM] * (size > 1) + [LINES] * (rank > 0) + [HEAT_MAP, IMAGE] * (rank > 1)
    best = TABLE
    if rank == 0:
        best = TREND
    elif shape and rank == 1 and size > 24:
        best = LINES
    elif shape and rank == 2 and size > 100:
        best = HEAT_MAP
    elif shape and (rank == 4 or rank > 2 and shape[-1] in (1, 3, 4)) and all(n is None or n > 3 for n in shape[-3:-1]):
        best = IMAGE
    return [best, *(kind for kind in found if kind != best)]


def name_of(kind: str) -> str:
    """What a kind of monitor is called in menus."""
    return {TABLE: tr("Table"), TREND: tr("Number over steps"), LINES: tr("Lines"), HEAT_MAP: tr("Heat map"),
            IMAGE: tr("Image"), HISTOGRAM: tr("Histogram"), CHART: tr("Chart over steps")}[kind]


def _sized(kind: str, shape: Sequence[int | None] | None) -> dict[str, str]:
    """The size that shows a result well, and which part of it is shown, as values of a monitor."""
    known = [n or 1 for n in shape or ()]
    if kind == TABLE and known:
        rows, columns = (known[0], 1) if len(known) == 1 else known[-2:]
        lines = rows + (len(known) > 1)     # with the numbers of the columns
        return {"width": str(min(360, max(180, 50 + 58 * columns))), "height": str(min(230, 48 + 16 * lines))}
    if kind in (IMAGE, HEAT_MAP) and len(known) > 1:
        colours = kind == IMAGE and (len(known) > 3 or len(known) == 3 and known[-1] <= 4)
        high, wide = known[-3:-1] if colours else known[-2:]
        if colours and known[-1] > 4:
            tiles = corners(high, wide, min(known[-1], TILES))
            high, wide = max(y for y, _ in tiles) + high, max(x for _, x in tiles) + wide
        width = min(300, max(170, round(200 * math.sqrt(min(max(wide / max(high, 1), 0.25), 4)) / 10) * 10))
        height = round((width - 16) * high / max(wide, 1) / 10) * 10 + 36
        part = {"index": str([0] * (len(known) - 2))} if kind == HEAT_MAP and len(known) > 2 else {}
        return {"width": str(width), "height": str(min(300, max(110, height))), **part}
    return {"index": str([0] * len(known))} if kind == TREND and known else {}


class Pinning:
    """Mixed into the canvas."""

    def pinnable(self: Canvas, block: str, pin: str = "") -> list[str]:
        """The outputs of a block that can be pinned, or that one alone: of a list each element, as far as known."""
        there = self.page.blocks.get(block)
        type_ = self.catalogue.get(there.type) if there is not None and there.type not in MONITORS else None
        found = []
        for output in type_.outputs if type_ is not None else ():
            if output.kind in (TENSOR, REF, LIST) and pin in ("", output.name):
                count = len(self._elements(block, output)) if output.list else 0
                found += [f"{output.name}[{i}]" for i in range(min(max(count, 1), _ELEMENTS))] if output.list else [
                    output.name]
        return found

    def _elements(self: Canvas, block: str, output: Pin) -> list:
        summary = self.marks.results_of(block).get(output.name)
        types = self.marks.types.get(block, {}).get(output.name)
        if summary and "list" in summary:
            return summary["list"]
        return types if types and isinstance(types[0], (list, tuple)) else []

    def _known(self: Canvas, block: str, pin: str) -> tuple[str, Sequence[int | None] | None]:
        """The dtype and shape of an output: of its last result, else as inferred."""
        stem, element = split_index(pin)
        summary = self.marks.results_of(block).get(stem)
        if summary and "list" in summary:
            summary = dict(enumerate(summary["list"])).get(element or 0)
        if summary and "shape" in summary:
            return summary.get("dtype", ""), summary["shape"]
        types = self.marks.types.get(block, {}).get(stem) or (None, None)
        if isinstance(types[0], (list, tuple)):
            types = types[element or 0] if (element or 0) < len(types) else (None, None)
        return types[0] or "", types[1]

    def pins_as(self: Canvas, block: str, pin: str) -> list[str]:
        """The monitors that can show an output, the one that fits best first."""
        return pins_as(*self._known(block, pin))

    def pin_result(self: Canvas, block: str, pin: str, kind: str = "", values: Mapping[str, str] | None = None,
                   lines: int = 1) -> str:
        """Pin an output to the canvas: a monitor of a kind (of the best without one) beside its block, as one step.
        `values` are for its attrs, `lines` how often a CHART has the output. Gives its id, "" where that cannot be."""
        edit = self._pinned(block, pin, kind, values, lines)
        if edit is None:
            self.said.emit(tr("{0} has no result that could be pinned").format(block))
            return ""
        if not self.do(edit, tr("Pin {0}").format(f"{block}.{pin}")):
            return ""
        name = edit.blocks[0].id
        self.choose({name})
        slot = self.scene.slot[name]
        box = QRectF(*self.scene.pos[slot], *self.scene.size[slot])
        if not self.view.rect_to_canvas(QRectF(self.rect())).contains(box):
            own = self.scene.slot[block]
            self.center_on(box.united(QRectF(*self.scene.pos[own], *self.scene.size[own])).center())
        self.said.emit(tr("{0} is pinned: it shows what each run gives, and moves with {1}").format(
            f"{block}.{pin}", block))
        return name

    def _pinned(self: Canvas, block: str, pin: str, kind: str = "", values: Mapping[str, str] | None = None,
                lines: int = 1, others: Sequence[Block] = ()) -> Insert | None:
        """The edit of `pin_result`, `others` being monitors that come with it. None where that cannot be."""
        if pin not in self.pinnable(block, split_index(pin)[0]) and split_index(pin)[1] is None:
            return None
        kind = kind or self.pins_as(block, pin)[0]
        type_, page = self.catalogue[kind], self.page
        typed = {**_sized(kind, self._known(block, pin)[1]), **(values or {}), "follows": "true"}
        name = page.free_id(f"{block}_{id_stem(type_.title)}", {other.id for other in others})
        made = Block(name, kind, values={k: v for k, v in typed.items() if type_.attr(k) is not None})
        at = self._place_beside(block, made, others)
        made = self.housed(made._replace(x=at.x(), y=at.y()))
        output = self._pin_of(block, split_index(pin)[0])
        wire = Wire(block, pin, name, type_.inputs[0].name, (REF if output.ref else TENSOR) if output.list else
                    output.kind)
        return Insert(self.page_name, (made,), tuple(Placed(wire, i) for i in range(lines)))

    def pin_selection(self: Canvas) -> None:
        """Pin the first output of each selected block, as one step."""
        found = [(name, pins[0]) for name in sorted(self.selection()) if (pins := self.pinnable(name))]
        if len(found) == 1:
            self.pin_result(*found[0])
            return
        edits: list[Insert] = []
        for name, pin in found:
            edits.append(self._pinned(name, pin, others=[edit.blocks[0] for edit in edits]))
        if not edits:
            self.said.emit(tr("Select a block whose result is to be pinned"))
        elif self.do(Many(tuple(edits)), tr("Pin {0} results").format(len(edits))):
            self.choose(edit.blocks[0].id for edit in edits)

    def show_as(self: Canvas, name: str, kind: str) -> None:
        """Put a monitor of another kind in the place of one; what it has in common stays."""
        page, old, type_ = self.page, self.page.blocks[name], self.catalogue[kind]
        wires = page.wires_into(name, self.catalogue[old.type].inputs[0].name)[:1]
        kept = {k: v for k, v in old.values.items() if type_.attr(k) is not None and k != "index"}
        shape = self._known(wires[0].source, wires[0].source_pin)[1] if wires else None
        index = _sized(kind, shape).get("index")
        new = old._replace(type=kind, values=kept | ({"index": index} if index else {}))
        wires = tuple(Placed(w._replace(target_pin=type_.inputs[0].name), i) for i, w in enumerate(wires))
        self.do(Many((Remove(self.page_name, (name,)), Insert(self.page_name, (new,), wires))),
                tr("Show {0} as {1}").format(name, name_of(kind)))
        self.choose({name})

    def _place_beside(self: Canvas, block: str, made: Block, others: Sequence[Block]) -> QPointF:
        """The free place nearest to the foot of a block, where the wire begins: below it, and to the right of that.
        `others` are blocks that are not on the page yet."""
        scene, slot = self.scene, self.scene.slot[block]
        layout = scene.geometry.layout(made, {}, [])
        left, top = scene.pos[slot].tolist()
        right, bottom = left + scene.size[slot, 0], top + scene.size[slot, 1]
        steps = np.arange(-20, 21) * 40.0
        foot = (left + right) / 2 + _BESIDE
        x, y = (a.reshape(-1) for a in np.meshgrid(np.append(foot + steps, right + _BESIDE), np.append(
            bottom + _BELOW + steps, (top, top - layout.height - _BELOW))))
        near = scene.visible(x.min() - _APART, y.min() - _APART, x.max() + layout.width + _APART,
                             y.max() + layout.height + _APART)
        boxes = np.concatenate((scene.pos[near], scene.pos[near] + scene.size[near]), 1)
        more = [(n.x, n.y, n.x + n.width, n.y + n.height) for n in scene.notes.values()]
        more += [(b.x, b.y, b.x + size(b)[0], b.y + size(b)[1]) for b in others]
        boxes = np.concatenate((boxes, np.array(more).reshape(-1, 4)))
        # A wire that turns back, to the left or up, or runs behind a block, is worse than one that is longer.
        cost = np.hypot(x - foot, y - bottom - _BELOW) + 350.0 * (x < foot - 1) + 150.0 * (
            y < bottom - layout.height / 2)
        for low_x, low_y, high_x, high_y in boxes.tolist():
            cost[(x < high_x + _APART) & (x + layout.width > low_x - _APART)
                 & (y < high_y + _APART) & (y + layout.height > low_y - _APART)] = math.inf
            if low_x < foot and high_x > foot - _BESIDE and low_y > bottom:
                cost += 250.0 * (y > low_y)
            cost += 120.0 * ((low_y < y + 15) & (high_y > y + 15) & (low_x < x) & (low_x > foot - _BESIDE))
        best = int(cost.argmin())
        return QPointF(snapped(x[best]), snapped(y[best]))


def menu_entries(canvas: Canvas, block: str, pin: str) -> list[tuple[str, list[tuple[str, Any]]]]:
    """What a menu offers for an output, or for all of a block: titles with what is below; what has no name is done by
    the title itself."""
    pins = canvas.pinnable(block, split_index(pin)[0] if pin else "")
    if len(pins) > 1:
        return [(tr("Pin to the canvas"), [(name, lambda n=name: canvas.pin_result(block, n)) for name in pins])]
    if not pins:
        return []
    kinds = canvas.pins_as(block, pins[0])
    below = [(name_of(kind), lambda k=kind: canvas.pin_result(block, pins[0], k)) for kind in kinds]
    return [(tr("Pin to the canvas"), [("", lambda: canvas.pin_result(block, pins[0]))]),
            *([(tr("Pin to the canvas as"), below)] if len(kinds) > 1 else [])]


def kind_entries(canvas: Canvas, name: str) -> list[tuple[str, list[tuple[str, Any]]]]:
    """What a menu offers for a monitor: the viewer, other kinds in its place."""
    block, watched = canvas.page.blocks[name], canvas.marks.watching.get(name)
    if block.type not in SWITCHED or not watched:
        return []
    wire = canvas.page.wires_into(name, "value")[0]
    kinds = [k for k in canvas.pins_as(wire.source, wire.source_pin) if k != block.type]
    return [(tr("Open in a viewer"), [("", lambda: canvas.requests.viewer_wanted.emit(watched[0].block, watched[0].pin,
                                                                            block.type))]),
            *([(tr("Show as"), [(name_of(k), lambda k=k: canvas.show_as(name, k)) for k in kinds])] if kinds else [])]
