"""What is written on a page that is too far away for the texts on its blocks: ids at the feet of blocks, and titles of
frames, all in one size, no id over a block that it does not belong to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.paint.monitor_parts import LOW
from blockloom.app.canvas.scene.block_layout import fonts
from blockloom.app.canvas.scene.categories import category
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import Theme, colour, faded
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
