"""Blocks that are too small for everything on them, and names on a page that is far away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from blockloom.app.canvas.page.marks import Marks, not_finite, short, type_chip, why
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.paint.blockpaint import LEFT_OUT, BlockPainter, pen_of
from blockloom.app.canvas.paint.monitor_parts import LOW
from blockloom.app.canvas.paint.shapes import paint_category, paint_tile
from blockloom.app.canvas.paint.statemarks import DASHES, hatch, paint_box, paint_mark, paint_rays, rounded
from blockloom.app.canvas.scene.block_layout import Layout, category, fonts
from blockloom.app.canvas.scene.geometry import type_of, unknown
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import Theme, colour, faded, is_dark
from blockloom.blocks.document.pages import Block
from blockloom.blocks.problems import ERROR
from blockloom.blocks.routing import ranges

SIZE, LINE = 10, 13.0  # of the letters, and height of their line, in widget pixels
BEYOND = 13.0  # by how much an id may reach past each side of its block
WIDEST = 2 * BEYOND  # how far from a block what is beside it may change its id
MOST = 400  # blocks in sight that have their ids; more of them have no room
TAB = 15.0  # height of the tab with a frame's title
TITLED = 0.8  # the scale below which titles of frames keep their size
_LEAST = 3  # letters of an id that is cut: fewer say nothing


class NamePlate(NamedTuple):
    """An id as it is drawn: its text, and how far its plate reaches past each side of its block."""

    text: str
    beyond: float = 0.0


def rooms(boxes: np.ndarray, others: np.ndarray) -> np.ndarray:
    """How far past each of its sides the line at the foot of each box may reach, 0 to BEYOND: half way to the nearest
    of `others` (the boxes among them) beside it; -1 where one lies beneath it. (n, 4) and (m, 4) x0 y0 x1 y1.
    """
    others = others[np.argsort(others[:, 0], kind="stable")]
    widest = (others[:, 2] - others[:, 0]).max(initial=0.0)
    left, _, right, foot = boxes.T
    first = np.searchsorted(others[:, 0], left - widest - 2 * BEYOND)  # those that begin further left end before it
    count = np.searchsorted(others[:, 0], right + 2 * BEYOND) - first
    i, j = ranges(first, count)
    x0, y0, x1, y1 = others[j].T
    beside = (np.minimum(y0, y1 - LINE) < foot[i]) & (y1 > foot[i] - LINE) & (others[j] != boxes[i]).any(-1)
    gap = np.where((x0 + x1) >= (left[i] + right[i]), x0 - right[i], left[i] - x1)[beside]
    room = np.full(len(boxes), BEYOND)
    np.minimum.at(room, i[beside], np.where(gap < 0, -1.0, np.clip(gap / 2 - 1, 0, BEYOND)))
    return room


def cut_id(metrics: QFontMetricsF, text: str, width: float) -> str:
    """An id in a width: cut in the middle where it has parts or a number, so that those that begin alike differ."""
    parts = "_" in text or text[-1:].isdigit()
    mode = Qt.TextElideMode.ElideMiddle if parts else Qt.TextElideMode.ElideRight
    return metrics.elidedText(text, mode, max(0.0, width))


class NamePainter:
    """Places and paints them with the fonts of the window's thread."""

    def __init__(self, scene: Scene, view: View):
        self.scene, self.view = scene, view
        self.font = QFont(fonts().title)
        self.font.setPixelSize(SIZE)
        self.metrics = QFontMetricsF(self.font)
        # Not the method itself: lru_cache copies its docstring, for which PySide parses the signatures of all of Qt.
        self._advance = lru_cache(20_000)(lambda text: self.metrics.horizontalAdvance(text))

    def place(self, names: Sequence[str], boxes: np.ndarray, others: np.ndarray) -> list[NamePlate | None]:
        """The ids at the feet of their blocks, cut where they have no room; None where nothing has. Boxes are those of
        `rooms`, in widget pixels.
        """
        places: list[NamePlate | None] = []
        for name, box, room in zip(names, boxes.tolist(), rooms(boxes, others).tolist(), strict=True):
            if room < 0:
                places.append(None)
                continue
            width = box[2] - box[0]
            wanted = self._advance(name) + 4
            beyond = min(max(0.0, (wanted - width) / 2), room)
            text = name if wanted <= width + 2 * beyond + 0.5 else cut_id(self.metrics, name, width + 2 * beyond - 4)
            places.append(NamePlate(text, beyond) if len(text) > _LEAST or text == name else None)
        return places

    def paint_ids(self, p: QPainter, area: QRectF, theme: Theme) -> None:
        """The ids of the blocks in an area of the page."""
        scene, view = self.scene, self.view
        seen = view.area()
        if len(scene.visible(seen.left(), seen.top(), seen.right(), seen.bottom())) > MOST:
            return
        across, down = WIDEST / view.scale, LINE / view.scale  # an id in the area may be of a block beside it

        def around(times: int) -> np.ndarray:
            return scene.visible(
                area.left() - times * across,
                area.top() - times * down,
                area.right() + times * across,
                area.bottom() + times * down,
            )

        others, slots = around(2), around(1)
        names = [
            layout.title if (layout := scene.layouts[slot]).shape else scene.blocks[slot].id for slot in slots.tolist()
        ]  # of a symbol nothing else is shown close up
        boxes = self._boxes(slots)
        p.setFont(self.font)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = self.place(names, boxes, self._boxes(others))
        for slot, line, (x0, y0, x1, y1) in zip(slots.tolist(), places, boxes.tolist(), strict=True):
            monitor = bool(scene.monitor[slot])
            if line is None or monitor and y1 - y0 >= LOW:  # which has its title in its head
                continue
            foot = (y0 + y1 + LINE) / 2 if monitor else y1
            if line.beyond or monitor or y1 - y0 < LINE:
                p.setPen(Qt.PenStyle.NoPen)
                p.setBrush(colour(self._plate(slot, theme)))
                p.drawRoundedRect(QRectF(x0 - line.beyond, foot - LINE, x1 - x0 + 2 * line.beyond, LINE), 3, 3)
            p.setPen(colour(theme.name_text if not scene.dim[slot] else theme.muted))
            p.drawText(QPointF((x0 + x1 - self._advance(line.text)) / 2, foot - 3), line.text)
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
        """The titles of the expanded frames in sight, each in a tab that stands on its frame. Of those that would run
        into one another the larger frame's is there.
        """
        seen = self.view.area()
        taken: list[QRectF] = []
        p.setFont(self.font)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        for frame in self.scene.boxes_at(seen.left(), seen.top(), seen.right(), seen.bottom())[0][:MOST]:
            if frame.id in self.scene.folds:  # which have theirs on them
                continue
            box = self.view.rect_to_widget(self.scene.rect_of(frame))
            title = frame.title or frame.id
            text = self.metrics.elidedText(title, Qt.TextElideMode.ElideRight, max(box.width() - 10, 40.0))
            tab = QRectF(box.left(), box.top() - TAB, self._advance(text) + 10, TAB)
            if box.width() < 16 or any(map(tab.intersects, taken)):
                continue
            taken.append(tab)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(faded(theme.frame, theme.canvas, 0.22)))
            p.drawRoundedRect(tab, 3, 3)
            p.setPen(colour(theme.frame_title))
            p.drawText(QPointF(tab.x() + 5, tab.bottom() - 4), text)
        p.setRenderHint(QPainter.RenderHint.Antialiasing, False)


# Pixels of the screen.
STRIP, FIRST, SECOND = 17.0, 14.0, 29.0  # height of the strip, baselines of id and type
TITLE, TYPE, VALUE, LEAST = 12, 11, 11, 10
MARK, PIN, BADGE = 12.0, 3.0, 6.0
NAME = 13.0  # room for an id at the foot of a tile
LARGEST = 15.0  # the mark of a tile
_AT_END = Qt.TextElideMode.ElideRight


class _Font(NamedTuple):
    font: QFont
    metrics: QFontMetricsF


class SmallPainter:
    """Paints blocks at zooms where their texts keep their size on the screen. `scale` is that of the view."""

    def __init__(self, blocks: BlockPainter):
        self.blocks, self.theme, self.geometry = blocks, blocks.theme, blocks.geometry
        self._fonts: dict[tuple[int, bool], _Font] = {}

    def _font(self, size: int, bold: bool = False) -> _Font:
        """The font of so many pixels of the screen."""
        if (size, bold) not in self._fonts:
            font = QFont(self.geometry.fonts.title if bold else self.geometry.fonts.type)
            font.setPixelSize(size)
            self._fonts[size, bold] = _Font(font, QFontMetricsF(font))
        return self._fonts[size, bold]

    def middle(self, p: QPainter, block: Block, layout: Layout, marks: Marks, scale: float) -> None:
        """Paint a block with id, type and value."""
        out = marks.dims(block.id)
        if out:
            self.blocks.ground(p, layout)
            p.setOpacity(LEFT_OUT[block.mode])
        p.save()
        p.scale(1 / scale, 1 / scale)  # from here on in pixels of the screen
        self._middle(p, block, layout, marks, scale)
        p.restore()
        if out:
            p.setOpacity(1.0)
            self.blocks.mode(p, layout.width - 9 / scale, 9 / scale, block.mode, 0.8 / scale)

    def _middle(self, p: QPainter, block: Block, layout: Layout, marks: Marks, scale: float) -> None:
        theme, kind = self.theme, category(layout.type)
        wide, high = layout.width * scale, layout.height * scale
        state = marks.state(block.id) or (ERROR if layout.type is None else "")
        head, radius = theme.head(kind), 8 * min(1.0, scale + 0.2)
        strip = high - STRIP if layout.results and high > STRIP + FIRST else high
        edge = self.blocks.edge(layout, state, block.color)
        paint_box(p, theme, head, wide, high, radius)
        if block.id in marks.unreached:
            top = SECOND + 6 if strip >= SECOND + 12 else FIRST + 4
            hatch(p, theme, QRectF(0, top, wide, high - top), radius, 7)
        if strip < high:
            p.setBrush(colour(theme.strip))
            p.drawPath(rounded(QRectF(0, strip, wide, high - strip), radius, False, True))
        pen = pen_of(edge, 2.0 if state and state != "stale" else 1.0)
        if state == "stale" or layout.type is None:
            pen.setDashPattern(DASHES)
        p.setPen(pen)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRoundedRect(QRectF(0.5, 0.5, wide - 1, high - 1), radius, radius)
        if layout.type is not None and layout.type.traits.functional:
            p.drawRoundedRect(QRectF(2.5, 2.5, wide - 5, high - 5), radius - 1, radius - 1)
        marked = self._names(p, block, layout, wide, strip, strip < high, state)
        if strip < high:
            box = QRectF(8, strip, wide - 14, high - strip)
            self._strip(p, block, layout, marks, box, "" if marked else kind)
        self._pins(p, layout, scale, marks.results_of(block.id))
        if state:
            paint_mark(p, theme, state, wide - 9, 9, BADGE / 7.5)

    def _names(
        self, p: QPainter, block: Block, layout: Layout, wide: float, strip: float, has_strip: bool, state: str
    ) -> bool:
        """The id, and below it mark and type; beside each other where there is one line. Gives whether the mark is
        there: it leaves an id that has no room beside it its place, for one in the strip.
        """
        theme, two = self.theme, strip >= SECOND + 3
        room = wide - (24 if state or block.mode else 10)
        beside = MARK + 4
        least = self._font(LEAST, True).metrics.horizontalAdvance(block.id)
        marked = two or not has_strip or least <= room - beside
        aside = beside if marked and not two else 0.0
        p.setPen(colour(theme.title))
        self._text(p, 6 + aside, FIRST, block.id, room - aside, TITLE, True)
        if marked:
            paint_tile(p, theme, category(layout.type), QRectF(6, (SECOND if two else FIRST) - MARK + 2, MARK, MARK))
        if two:
            text = layout.title if layout.type is not None else f"{unknown()} {layout.title}"
            p.setPen(colour(theme.type if layout.type is not None else getattr(theme, state)))
            self._text(p, 21, SECOND, text, wide - 25, TYPE)
        return marked

    def _text(self, p: QPainter, x: float, y: float, text: str, room: float, size: int, name: bool = False) -> None:
        """A text on its baseline, smaller and then cut where it has no room; ids are bold, and cut as `cut_id` says."""
        while (font := self._font(size, name)).metrics.horizontalAdvance(text) > room and size > LEAST:
            size -= 1
        p.setFont(font.font)
        cut = cut_id(font.metrics, text, room) if name else font.metrics.elidedText(text, _AT_END, room)
        p.drawText(QPointF(x, y), cut)

    def _strip(self, p: QPainter, block: Block, layout: Layout, marks: Marks, box: QRectF, kind: str) -> None:
        """The value of the first output that has one, else its dtype and shape; or what is wrong or waited for. The
        mark of `kind` stands at its end, where it leaves it room.
        """
        theme = self.theme
        results, told = marks.results_of(block.id), why(block.id, marks)
        name = next((n for n in layout.results if results.get(n)), next(iter(layout.results)))
        if told:
            text, ink = told, getattr(theme, marks.state(block.id) or "muted")
        elif name in results:
            text, fresh = short(results[name]), marks.fresh(block.id, name)
            finite = not_finite(results[name]) is None
            ink = (theme.result if fresh else theme.muted) if finite else theme.not_finite
        else:
            pin = layout.type.output(name) if layout.type else None
            dtype = layout.results[name][1] or marks.dtypes.get(block.id, {}).get(type_of(pin), "")
            text, ink = type_chip(None, marks.types.get(block.id, {}).get(name), dtype)[0], theme.muted
        text, room = " ".join(text[:200].split()), box.width() - MARK - 2
        if kind and self._font(LEAST).metrics.horizontalAdvance(text) <= room:
            paint_tile(p, theme, kind, QRectF(box.right() - MARK, box.center().y() - MARK / 2, MARK, MARK))
        else:
            room = box.width()
        p.setPen(colour(ink))
        self._text(p, box.x(), box.bottom() - 5, text, room, VALUE)

    def _pins(self, p: QPainter, layout: Layout, scale: float, results: Mapping[str, Any]) -> None:
        session = category(layout.type) == "session"
        for spot in layout.spots:
            p.setPen(pen_of(self.theme.pins["input"][1], 0.8))
            if spot.role in ("input", "output", "unknown"):
                role = spot.name if session and spot.name in self.theme.pins else spot.role
                p.setBrush(colour(self.theme.pins[role][0]))
                reach = PIN + max(0, spot.wires - 1) * 4 * scale
                p.drawRoundedRect(
                    QRectF(spot.x * scale - PIN, spot.y * scale - reach, 2 * PIN, 2 * reach), PIN / 2, PIN / 2
                )
            if spot.role == "output" and not_finite(results.get(spot.name)) is not None:
                paint_rays(p, self.theme, spot.x * scale - 2, spot.y * scale)

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
