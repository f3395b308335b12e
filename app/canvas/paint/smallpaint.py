"""Paint blocks that are too small for everything on them, and names on a page that is far away.

Nothing on a block is cut: a text is whole or left out.

copy     head with mark and id, names of pins, type, and the strip with value or shape
diagram  mark, id and one more line on a ground in the colour of the category
tile     the colour and the mark of the category; NamePainter paints the ids
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from blockloom.app.canvas.page.marks import Marks, not_finite, reason_text, type_chip
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.paint.blockpaint import LEFT_OUT, BlockPainter, pen_of
from blockloom.app.canvas.paint.monitor_parts import LOW
from blockloom.app.canvas.paint.painted_shapes import paint_category, paint_tile
from blockloom.app.canvas.paint.statemarks import DASHES, hatch, paint_box, paint_mark, paint_rays, rounded
from blockloom.app.canvas.paint.text_fitting import TIGHT_IDS, FittedText, FontStyle, TextFitter, shorter_numbers
from blockloom.app.canvas.scene.block_layout import Layout, Spot, category, fonts
from blockloom.app.canvas.scene.geometry import type_of, unknown
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import Theme, colour, faded, family, is_dark
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.document.pages import TENSOR, Block
from blockloom.blocks.layout.block_rows import HEAD
from blockloom.blocks.problems import ERROR
from blockloom.blocks.routing import ranges

SIZE, LINE = 10, 13.0  # size of letters and height of lines, in widget pixels
BEYOND = 13.0  # most widget pixels that an id extends beyond each side of its block
WIDEST = 2 * BEYOND  # most distance of other blocks that affect an id
MOST = 400  # most visible blocks with ids
TAB = 15.0  # height of the tab with a frame's title
WIDEST_TITLE = 120.0  # width of a title above a frame that is narrower
TITLED = 0.8  # below this scale, titles of frames keep their size
_PLATES = FontStyle(SIZE, True), *TIGHT_IDS  # of an id at the foot of a tile
_TWO_LINES = 2 * TIGHT_IDS[-1].size + 4.0


class NamePlate(Struct, frozen=True):
    """An id as it is drawn: its text, and how far its plate reaches past each side of its block."""

    text: FittedText
    beyond: float = 0.0

    @property
    def height(self) -> float:
        """The height of the plate."""
        return LINE if len(self.text.lines) == 1 else _TWO_LINES


def rooms(boxes: np.ndarray, others: np.ndarray, high: float = LINE) -> np.ndarray:
    """Return the lengths by which an id at the foot of each box may exceed its sides, 0 to BEYOND.

    The length is half the distance to the nearest of `others` in the same row; -1 if one is below the box.

    Args:
        boxes: boxes with ids, (n, 4) x0 y0 x1 y1.
        others: boxes to avoid, which include `boxes`, (m, 4).
        high: the height of an id.
    """
    others = others[np.argsort(others[:, 0], kind="stable")]
    widest = (others[:, 2] - others[:, 0]).max(initial=0.0)
    left, _, right, foot = boxes.T
    # Boxes that begin farther left end before this one.
    first = np.searchsorted(others[:, 0], left - widest - 2 * BEYOND)
    count = np.searchsorted(others[:, 0], right + 2 * BEYOND) - first
    i, j = ranges(first, count)
    x0, y0, x1, y1 = others[j].T
    beside = (np.minimum(y0, y1 - high) < foot[i]) & (y1 > foot[i] - high) & (others[j] != boxes[i]).any(-1)
    gap = np.where((x0 + x1) >= (left[i] + right[i]), x0 - right[i], left[i] - x1)[beside]
    room = np.full(len(boxes), BEYOND)
    np.minimum.at(room, i[beside], np.where(gap < 0, -1.0, np.clip(gap / 2 - 1, 0, BEYOND)))
    return room


class NamePainter:
    """Places and paints ids and titles with the fonts of the window's thread."""

    def __init__(self, scene: Scene, view: View):
        self.scene, self.view = scene, view
        self.texts = TextFitter(lambda _: fonts().title)
        # A lambda, because lru_cache copies the docstring of a method, for which PySide parses the signatures of all of
        # Qt.
        self._advance = lru_cache(20_000)(lambda text: self.texts.width(text, _PLATES[0]))

    def place(self, names: Sequence[str], boxes: np.ndarray, others: np.ndarray) -> list[NamePlate | None]:
        """Return the ids at the feet of their blocks, whole, if necessary narrow or in two lines; None without room.

        Args:
            names: the ids.
            boxes: the boxes of their blocks, as in `rooms`, in widget pixels.
            others: the boxes to avoid.
        """
        widths = (boxes[:, 2] - boxes[:, 0]).tolist()
        places = list(map(self._plate_in, names, widths, rooms(boxes, others).tolist(), repeat(1)))
        missing = [at for at, place in enumerate(places) if place is None]
        for at, room in zip(missing, rooms(boxes[missing], others, _TWO_LINES).tolist(), strict=True):
            places[at] = self._plate_in(names[at], widths[at], room, 2)
        return places

    def _plate_in(self, name: str, width: float, room: float, lines: int) -> NamePlate | None:
        """Return an id that reaches at most `room` past each side of a block of this width; None if it is wider."""
        if room < 0:
            return None
        wide = width + 2 * room - 3.5
        whole = self._advance(name) <= wide
        text = FittedText((name,), _PLATES[0]) if whole else self.texts.fit(name, wide, _PLATES[1:], lines)
        if text is None:
            return None
        wanted = 4 + max(self.texts.width(line, text.style) for line in text.lines)
        return NamePlate(text, min(max(0.0, (wanted - width) / 2), room))

    def paint_ids(self, p: QPainter, area: QRectF, theme: Theme) -> None:
        """Paint the ids of the blocks in an area of the page."""
        scene, view = self.scene, self.view
        seen = view.area()
        if len(scene.visible(seen.left(), seen.top(), seen.right(), seen.bottom())) > MOST:
            return
        across, down = WIDEST / view.scale, LINE / view.scale  # include blocks near the area, whose ids may be in it

        def around(times: int) -> np.ndarray:
            return scene.visible(
                area.left() - times * across,
                area.top() - times * down,
                area.right() + times * across,
                area.bottom() + times * down,
            )

        others, slots = around(2), around(1)
        names = [
            layout.title if (layout := scene.layouts[slot]).shape else scene.geometry.title_of(scene.blocks[slot])
            for slot in slots.tolist()
        ]  # symbols show only a title, and only at a large zoom
        boxes = self._boxes(slots)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = self.place(names, boxes, self._boxes(others))
        for slot, line, (x0, y0, x1, y1) in zip(slots.tolist(), places, boxes.tolist(), strict=True):
            monitor = bool(scene.monitor[slot])
            if line is None or monitor and y1 - y0 >= LOW:  # its head shows its title
                continue
            style, lines, high = line.text.style, line.text.lines, line.height
            foot = (y0 + y1 + high) / 2 if monitor else y1
            if line.beyond or monitor or y1 - y0 < high or len(lines) > 1:
                p.setPen(Qt.PenStyle.NoPen)
                p.setBrush(colour(self._plate(slot, theme)))
                p.drawRoundedRect(QRectF(x0 - line.beyond, foot - high, x1 - x0 + 2 * line.beyond, high), 3, 3)
            p.setFont(self.texts.font(style))
            p.setPen(colour(theme.name_text if not scene.dim[slot] else theme.muted))
            for row, text in enumerate(reversed(lines)):
                at = QPointF((x0 + x1 - self.texts.width(text, style)) / 2, foot - 3 - row * (style.size + 1))
                p.drawText(at, text)
        p.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _plate(self, slot: int, theme: Theme) -> str:
        layout = self.scene.layouts[slot]
        if layout.type is None:
            return faded(theme.error, theme.block)
        tint = theme.far(category(layout.type))
        return faded(tint, theme.canvas, 0.4) if self.scene.dim[slot] else tint

    def _boxes(self, slots: np.ndarray) -> np.ndarray:
        corner = self.view.widget(self.scene.pos[slots])
        return np.hstack((corner, corner + self.scene.size[slots] * self.view.scale))

    def paint_titles(self, p: QPainter, theme: Theme) -> None:
        """Paint the titles of the visible expanded frames that are whole, each in a tab above its frame.

        If titles overlap, only that of the larger frame is painted.
        """
        seen = self.view.area()
        taken: list[QRectF] = []
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        for frame in self.scene.boxes_at(seen.left(), seen.top(), seen.right(), seen.bottom())[0][:MOST]:
            if frame.id in self.scene.folds:  # collapsed frames show their titles inside
                continue
            box = self.view.rect_to_widget(self.scene.rect_of(frame))
            title = self.scene.geometry.title_of(frame)
            text = self.texts.fit(title, max(box.width() - 10, WIDEST_TITLE), _PLATES)
            if text is None or box.width() < 16:
                continue
            tab = QRectF(box.left(), box.top() - TAB, self.texts.width(title, text.style) + 10, TAB)
            if any(map(tab.intersects, taken)):
                continue
            taken.append(tab)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(faded(theme.frame, theme.canvas, 0.22)))
            p.drawRoundedRect(tab, 3, 3)
            p.setFont(self.texts.font(text.style))
            p.setPen(colour(theme.frame_title))
            p.drawText(QPointF(tab.x() + 5, tab.bottom() - 4), title)
        p.setRenderHint(QPainter.RenderHint.Antialiasing, False)


COPY, NAMED = 0.45, 0.6  # scales from which blocks are small copies, and show names of pins
# The following numbers are screen pixels.
RADIUS, LEAST_HEAD = 5.0, 18.0
# Heights of the strip in low and in tall blocks, and least height of a tall block.
LOW_STRIP, STRIP, TALL = 15.0, 17.0, 70.0
MARK, BADGE = 12.0, 6.0
PIN, OPEN_PIN = 2.8, 2.2  # radius of a wired pin, and of an unwired input
NAME = 13.0  # height for an id at the bottom of a tile
LARGEST = 15.0  # largest size of the mark of a tile
_LEFT, _RIGHT, _CENTRE = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter
_LARGE, _SMALL = FontStyle(11), FontStyle(10)
_TEXTS = (_LARGE, _SMALL)
_IDS = tuple(FontStyle(size, True) for size in range(15, 9, -1))


class _Strip(Struct, frozen=True):
    """The text of a strip, its colour, and whether it is a shape only."""

    text: FittedText
    ink: str
    is_shape: bool = False


class SmallPainter:
    """Paints blocks at zooms where their texts keep their size on the screen. `scale` is that of the view."""

    def __init__(self, blocks: BlockPainter):
        self.blocks, self.theme = blocks, blocks.theme
        self.texts = blocks.texts

    def middle(self, p: QPainter, block: Block, layout: Layout, marks: Marks, scale: float) -> None:
        """Paint a block with its id and the other texts that are whole in it."""
        out = marks.dims(block.id)
        if out:
            self.blocks.ground(p, layout)
            p.setOpacity(LEFT_OUT[block.mode])
        p.save()
        p.scale(1 / scale, 1 / scale)  # from here on, units are screen pixels
        self._middle(p, block, layout, marks, scale)
        p.restore()
        if out:
            p.setOpacity(1.0)
            self.blocks.mode(p, layout.width - 9 / scale, 9 / scale, block.mode, 0.8 / scale)

    def _middle(self, p: QPainter, block: Block, layout: Layout, marks: Marks, scale: float) -> None:
        wide, high = layout.width * scale, layout.height * scale
        state = marks.state(block.id) or (ERROR if layout.type is None else "")
        ground = self.theme.block if scale >= COPY else self.theme.head(category(layout.type))
        paint_box(p, self.theme, ground, wide, high, RADIUS)
        if scale >= COPY:
            self._copy(p, block, layout, marks, scale, state)
        else:
            self._diagram(p, block, layout, marks, QRectF(0, 0, wide, high))
        self._edge(p, block, layout, marks.outline(block.id) or state, wide, high)
        self._pins(p, block, layout, marks, scale)
        if state:
            paint_mark(p, self.theme, state, wide - 7, 7, BADGE / 7.5)

    def _edge(self, p: QPainter, block: Block, layout: Layout, state: str, wide: float, high: float) -> None:
        pen = pen_of(self.blocks.edge(layout, state, block.color), 2.0 if state and state != "stale" else 1.0)
        if state == "stale" or layout.type is None:
            pen.setDashPattern(DASHES)
        p.setPen(pen)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRoundedRect(QRectF(0.5, 0.5, wide - 1, high - 1), RADIUS, RADIUS)
        if layout.type is not None and layout.type.traits.functional:
            p.drawRoundedRect(QRectF(2.5, 2.5, wide - 5, high - 5), RADIUS - 1, RADIUS - 1)

    # Methods for small copies of blocks.

    def _copy(self, p: QPainter, block: Block, layout: Layout, marks: Marks, scale: float, state: str) -> None:
        theme, kind = self.theme, category(layout.type)
        wide, high = layout.width * scale, layout.height * scale
        head = min(max(LEAST_HEAD, HEAD * scale), high)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(theme.head(kind)))
        p.drawPath(rounded(QRectF(0, 0, wide, head), RADIUS, True, head >= high))
        named = list(self._pin_names(layout, scale, wide)) if scale >= NAMED else []
        top = max([head, *(box.bottom() for box, *_ in named)])
        thick = STRIP if high >= TALL else LOW_STRIP
        strip = self._strip(block, layout, marks, wide - 8) if high - head >= thick else None
        type_ = self._type(block, layout, wide - 8, high - top - (thick if strip else 0.0))
        if type_ is None and strip is not None and strip.is_shape:
            without = self._type(block, layout, wide - 8, high - top)
            type_, strip = (without, None) if without is not None else (None, strip)
        if strip is not None:
            box = QRectF(0, high - thick, wide, thick)
            p.setBrush(colour(theme.strip))
            p.drawPath(rounded(box, RADIUS, False, True))
            self._paint(p, strip.text, box, strip.ink)
        foot = high - (thick if strip else 0.0)
        if block.id in marks.unreached:
            hatch(p, theme, QRectF(0, head, wide, foot - head), 0.0 if strip else RADIUS, 7)
        for box, align, name in named:
            p.setFont(self.texts.font(_SMALL))
            p.setPen(colour(theme.label))
            p.drawText(box, int(align | Qt.AlignmentFlag.AlignVCenter), name)
        if type_ is not None:
            ink = theme.type if layout.type is not None else theme.error
            self._paint(p, type_, QRectF(4, top, wide - 8, foot - top), ink)
        aside = self._type(block, layout, wide, head, lines=1, styles=(_SMALL,)) if type_ is None else None
        self._head(p, block, kind, QRectF(0, 0, wide, head), 18.0 if state or block.mode else 4.0, aside)

    def _head(self, p: QPainter, block: Block, kind: str, box: QRectF, right: float, aside: FittedText | None) -> None:
        """Paint the mark and the id, and the type at the right if it has no room in the body."""
        size = MARK if box.height() < 22 else MARK + 2
        x = 6.0 + size + 4
        room = box.width() - x - right
        lines = 2 if box.height() >= 22 else 1
        name = self.blocks.geometry.title_of(block)
        fitted = self.texts.fit(name, room, _IDS) or self.texts.fit(name, room + 2, TIGHT_IDS, lines)
        left = 6.0
        if fitted is None:  # leaves out the mark, because the id is more important
            size, x = 0.0, 4.0
            fitted = self.texts.fit(name, box.width() - 4 - right, TIGHT_IDS, int(box.height() // 10))
            if fitted is None:  # the whole type says more than a part of the id
                fitted, aside = aside, None
            if fitted is None:
                return
        elif fitted.style in TIGHT_IDS:
            left, x = 4.0, x - 2
        if size:
            paint_tile(p, self.theme, kind, QRectF(left, (box.height() - size) / 2, size, size))
        self._paint(p, fitted, QRectF(x, 0, box.width() - x, box.height()), self.theme.title, _LEFT)
        if aside is not None:
            taken = max(self.texts.width(line, fitted.style) for line in fitted.lines)
            wide = self.texts.width(aside.lines[0], aside.style)
            if x + taken + 6 + wide + right <= box.width():
                area = QRectF(0, 0, box.width() - right - 2, box.height())
                self._paint(p, aside, area, self.theme.type, _RIGHT)

    def _first_whole(self, texts: Iterable[str], room: float) -> FittedText | None:
        """Return the first of these texts that is whole in one line."""
        return next(filter(None, (self.texts.fit(text, room, _TEXTS) for text in texts)), None)

    def _type(
        self,
        block: Block,
        layout: Layout,
        room: float,
        height: float,
        lines: int = 2,
        styles: tuple[FontStyle, ...] = _TEXTS,
    ) -> FittedText | None:
        """Return the type if it is whole, and differs from the id."""
        title = layout.title if layout.type is not None else f"{unknown()} {layout.title}"
        name = self.blocks.geometry.title_of(block)
        if layout.type is not None and re.sub(r"[_\d]+", "", name).lower() == re.sub(r"[_\d]+", "", title).lower():
            return None
        fitted = self.texts.fit(title, room, styles, lines)
        return fitted if fitted is not None and fitted.height + 2 <= height else None

    def _pin_names(self, layout: Layout, scale: float, wide: float) -> Iterator[tuple[QRectF, Qt.AlignmentFlag, str]]:
        """Yield the box, the alignment and the text of each name of a pin that is whole."""
        rows: dict[int, float] = {}  # height on the block -> right end of the name of an input
        high = _SMALL.size + 2.0
        for spot in sorted(layout.spots, key=lambda spot: spot.role == "output"):
            if spot.role not in ("input", "output") or spot.wires > 1:
                continue
            width, y = self.texts.width(spot.name, _SMALL), spot.y * scale - high / 2
            if y < HEAD * scale - 1:
                continue
            taken = rows.get(round(spot.y), 0.0)
            if spot.role == "input" and width <= wide - 14:
                rows[round(spot.y)] = 7 + width
                yield QRectF(7, y, width + 1, high), _LEFT, spot.name
            elif spot.role == "output" and width <= wide - 7 - (taken + 9 if taken else 7):
                yield QRectF(wide - 8 - width, y, width + 1, high), _RIGHT, spot.name

    # Methods for tiles without texts of pins.

    def _diagram(self, p: QPainter, block: Block, layout: Layout, marks: Marks, box: QRectF) -> None:
        """Paint mark, id and one more line below each other, as many as there is room for."""
        theme, kind = self.theme, category(layout.type)
        room = box.width() - 6
        title = self.blocks.geometry.title_of(block)
        name = self.texts.fit(title, room, _IDS) or self.texts.fit(title, room, (*_IDS[2:], *TIGHT_IDS), 2)
        if name is None or name.height > box.height():
            name = self.texts.fit(title, room, TIGHT_IDS, max(1, int(box.height() // 10)))
        high = name.height if name is not None else 0.0
        rest = box.height() - high - 2
        strip = self._strip(block, layout, marks, room)
        ink = strip.ink if strip is not None else theme.type
        second = strip.text if strip is not None and not strip.is_shape else None
        if second is None:
            second, ink = self._type(block, layout, room, rest, 3), theme.type
        if second is not None and second.height > rest:
            second = None
        size = 18.0 if min(box.width(), box.height()) >= 60 else MARK + 1
        rest -= second.height if second is not None else 0.0
        size = size if rest >= size + 2 else 9.0 if rest >= 9 else 0.0
        parts = size + high + (second.height if second is not None else 0.0)
        y = (box.height() - parts) / 2
        if size:
            paint_tile(p, theme, kind, QRectF((box.width() - size) / 2, y, size, size))
        if name is not None:
            self._paint(p, name, QRectF(0, y + size, box.width(), high), theme.title)
        if second is not None:
            self._paint(p, second, QRectF(0, y + size + high, box.width(), second.height), ink)
        if block.id in marks.unreached:
            top = y + size + high
            hatch(p, theme, QRectF(0, top, box.width(), box.height() - top), RADIUS, 7)

    # Methods for both.

    def _strip(self, block: Block, layout: Layout, marks: Marks, room: float) -> _Strip | None:
        """Return the first whole text of: error or reason for waiting, value, dtype and shape."""
        theme, state = self.theme, marks.state(block.id)
        told = reason_text(block.id, marks)
        if told:
            brief = {"waiting": tr("waiting"), ERROR: tr("error")}.get(state, "")
            reason = self._first_whole((told, brief), room)
            if reason is not None:
                return _Strip(reason, getattr(theme, state or "muted"))
        results = marks.results_of(block.id)
        name = _main_output(layout, results)
        if name is None:
            return None
        summary = results.get(name)
        fresh, bad = marks.fresh(block.id, name), not_finite(summary) is not None
        ink = theme.not_finite if bad else theme.result if fresh else theme.muted
        if name in marks.pinned.get(block.id, ()):
            ink = theme.pin_stale if block.id in marks.pin_stale else theme.pinned
        value = self._first_whole(_values(summary), room)
        if value is not None:
            return _Strip(value, ink)
        pin = layout.type.output(name) if layout.type else None
        dtype = layout.results[name][1] or marks.dtypes.get(block.id, {}).get(type_of(pin), "")
        full, shape = type_chip(summary, marks.types.get(block.id, {}).get(name), dtype)
        if summary and summary.get("about") or full in ("resource", "variant"):
            return None  # users do not need the value of a handle
        type_ = self._first_whole((full, shape, shape.replace(" ", "")), room)
        return _Strip(type_, theme.muted, True) if type_ is not None else None

    def _paint(self, p: QPainter, text: FittedText, box: QRectF, ink: str, align: Qt.AlignmentFlag = _CENTRE) -> None:
        """Paint lines in the middle of a box."""
        line = text.style.size + 1.0
        top = box.top() + (box.height() - line * len(text.lines)) / 2
        p.setFont(self.texts.font(text.style))
        p.setPen(colour(ink))
        flags = int(align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine)
        for row, words in enumerate(text.lines):
            p.drawText(QRectF(box.left(), top + row * line, box.width(), line), flags, words)

    def _pins(self, p: QPainter, block: Block, layout: Layout, marks: Marks, scale: float) -> None:
        """Paint a dot at each pin that can have a wire, a ring at an unwired input, rays at a non-finite one."""
        results = marks.results_of(block.id)
        for spot in layout.spots:
            x, y = spot.x * scale, spot.y * scale
            if spot.role == "input" and spot.state != "wired":
                if scale >= COPY:
                    p.setPen(pen_of(self.theme.edge, 1.0))
                    p.setBrush(colour(self.theme.canvas))
                    p.drawEllipse(QPointF(x, y), OPEN_PIN, OPEN_PIN)
            elif spot.role in ("input", "output", "unknown"):
                reach = PIN + max(0, spot.wires - 1) * 4 * scale
                p.setPen(pen_of(self.theme.canvas, 1.2))
                p.setBrush(colour(self._pin_ink(spot, block, marks)))
                p.drawRoundedRect(QRectF(x - PIN, y - reach, 2 * PIN, 2 * reach), PIN, PIN)
            if spot.role == "output" and not_finite(results.get(spot.name)) is not None:
                paint_rays(p, self.theme, x - 2, y)

    def _pin_ink(self, spot: Spot, block: Block, marks: Marks) -> str:
        """Return the colour of the wires of an output whose type is known; for other pins that of tensors."""
        types = marks.types.get(block.id, {}).get(spot.name) if spot.role == "output" else None
        dtype = types[0] if types and isinstance(types[0], str) else None
        return self.theme.wires.get(family(dtype)) or self.theme.wires[TENSOR]

    def tile(self, p: QPainter, layout: Layout, scale: float, mode: str | None = None) -> None:
        """Paint a block as a tile. `mode` is that of a left-out block, None for others."""
        theme, kind = self.theme, category(layout.type)
        wide, high = layout.width * scale, layout.height * scale
        p.save()
        p.scale(1 / scale, 1 / scale)
        if mode is not None:
            p.setOpacity(LEFT_OUT[mode])
        ground = theme.far(kind) if layout.type is not None else faded(theme.error, theme.block)
        p.setPen(pen_of(theme.accents[kind] if layout.type is not None else theme.error, 1.0))
        p.setBrush(colour(ground))
        radius = max(2.0, 8 * scale)
        p.drawRoundedRect(QRectF(0.5, 0.5, wide - 1, high - 1), radius, radius)
        size = min(LARGEST, high - NAME - 2, wide - 6)
        if size >= 7 and layout.type is not None:
            accent = theme.accents[kind]
            ink = accent if is_dark(ground) else faded(accent, "#000000", 0.75)
            box = QRectF((wide - size) / 2, max(2.0, (high - NAME - size) / 2), size, size)
            paint_category(p, kind, box, colour(faded(ink, "#FFFFFF", 0.8) if is_dark(ground) else ink))
        p.setOpacity(1.0)
        if mode:
            self.blocks.mode(p, wide - 7, 7, mode, 0.8)
        p.restore()


def _main_output(layout: Layout, results: Mapping[str, Any]) -> str | None:
    """Return the output that represents a block: the first floating-point value, else the first value."""
    valued = [name for name in layout.results if (results.get(name) or {}).get("shape") is not None]
    floats = (name for name in valued if "float" in results[name].get("dtype", ""))
    return next(floats, valued[0] if valued else next(iter(layout.results), None))


def _values(summary: Any) -> Iterator[str]:
    """Yield the whole value of a summary, and a scalar in fewer digits."""
    if not summary or "text" not in summary or summary.get("about"):
        return
    text = " ".join(str(summary["text"])[:200].split())
    if "..." not in text and "…" not in text:
        yield text
    if summary.get("shape") == []:
        yield from shorter_numbers(text)
