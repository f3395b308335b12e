"""What is written on a page that is too far away for the texts on its blocks: ids of blocks and titles of frames, all
in one size, no id over a block that it does not belong to."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from blockloom.app.canvas.page.view import NEAR, View
from blockloom.app.canvas.scene.block_layout import fonts
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import Theme, colour
from blockloom.blocks.routing import ranges

SIZE, LINE = 10, 12.0  # of the letters, and from line to line, in widget pixels
WIDEST = 160.0  # of an id above its block
MOST = 400  # blocks in sight that have their ids; more of them have no room
TITLED = 0.85  # the scale below which titles of frames keep their size
_LEAST = 4  # letters of an id that is cut: fewer say nothing
_PIECES = re.compile(r"(?<=_)|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[A-Z][a-z])")


class Lines(NamedTuple):
    """The lines of an id, centred in its block, or a single one above it from its left edge."""

    texts: tuple[str, ...]
    above: bool = False


def wrapped(name: str, width: float, most: int, advance: Callable[[str], float]) -> tuple[str, ...]:
    """A name in at most so many lines of a width, broken between its words only; () where it does not fit."""
    lines = [""]
    for piece in _PIECES.split(name):
        if lines[-1] and advance(lines[-1] + piece) > width:
            lines.append("")
        lines[-1] += piece
    return tuple(lines) if len(lines) <= most and all(advance(line) <= width for line in lines) else ()


def chopped(name: str, width: float, most: int, advance: Callable[[str], float]) -> tuple[str, ...]:
    """As much of a name as at most so many lines of a width hold, broken anywhere, then an ellipsis."""
    lines = [""]
    for i, letter in enumerate(name):
        last = len(lines) == most and advance(name[i - len(lines[-1]) :]) > width
        if advance(lines[-1] + letter + "…" * last) > width:
            if last:
                return *lines[:-1], lines[-1] + "…"
            lines.append("")
        lines[-1] += letter
    return tuple(lines)


def rooms(boxes: np.ndarray, others: np.ndarray) -> np.ndarray:
    """How wide a line above each box can be, 0 to WIDEST: what keeps it from that are `others` (the boxes among them),
    with the line above each of these. (n, 4) and (m, 4) x0 y0 x1 y1."""
    others = others[np.argsort(others[:, 0], kind="stable")]
    (left, top), widest = boxes.T[:2], (others[:, 2] - others[:, 0]).max(initial=0.0)
    first = np.searchsorted(others[:, 0], left - widest - 1)  # those that begin further left end before it
    count = np.searchsorted(others[:, 0], left + WIDEST + 4) - first
    i, j = ranges(first, count)
    y0, x1, y1 = others[j, 1:].T
    near = (y0 - LINE < top[i]) & (y1 > top[i] - LINE) & (x1 > left[i])
    i, j = i[near], j[near]
    other = (others[j] != boxes[i]).any(-1)
    i, j = i[other], j[other]
    room = np.full(len(boxes), WIDEST)
    np.minimum.at(room, i, np.clip(others[j, 0] - left[i] - 4, 0, WIDEST))
    return room


class Names:
    """Places and paints them with the fonts of the window's thread."""

    def __init__(self, scene: Scene, view: View):
        self.scene, self.view = scene, view
        self.font = QFont(fonts().title)
        self.font.setPixelSize(SIZE)
        self.metrics = QFontMetricsF(self.font)
        # Not the method itself: lru_cache copies its docstring, for which PySide parses the signatures of all of Qt.
        self._advance = lru_cache(20_000)(lambda text: self.metrics.horizontalAdvance(text))
        self._wrapped = lru_cache(20_000)(lambda name, width, most: wrapped(name, width, most, self._advance))

    def place(self, names: Sequence[str], boxes: np.ndarray, others: np.ndarray) -> list[Lines | None]:
        """Where ids stand: in the block where it has room, else above it, else cut; None where nothing has room. Boxes
        are those of `rooms`, in widget pixels."""
        places: list[Lines | None] = []
        for name, box, room in zip(names, boxes.tolist(), rooms(boxes, others).tolist(), strict=True):
            width, high = int(box[2] - box[0]) - 4, int((box[3] - box[1] - 2) / LINE)
            inside = self._wrapped(name, width, high) if high and width > 8 else ()
            if inside:
                places.append(Lines(inside))
            elif room >= self._advance(name):
                places.append(Lines((name,), True))
            elif high and width > max(room / 2, 18):
                places.append(Lines(chopped(name, width, high, self._advance)))
            else:
                text = self.metrics.elidedText(name, Qt.TextElideMode.ElideRight, room) if room > 12 else ""
                places.append(Lines((text,), True) if len(text) > _LEAST else None)
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
        slots = slots[~scene.monitor[slots]]
        names = [
            layout.title if (layout := scene.layouts[slot]).shape else scene.blocks[slot].id for slot in slots.tolist()
        ]  # of a symbol nothing else is shown close up
        p.setFont(self.font)
        p.setPen(colour(theme.title))
        boxes, notes = self._boxes(slots), [scene.rect_of(note) for note in scene.notes.values() if note.text]
        texts = np.array([view.rect_to_widget(box).getCoords() for box in notes]).reshape(-1, 4)
        places = self.place(names, boxes, np.concatenate((self._boxes(others), texts)))
        for lines, (x0, y0, x1, y1) in zip(places, boxes.tolist(), strict=True):
            if lines is not None and lines.above:
                p.drawText(QPointF(x0, y0 - 3), lines.texts[0])
            elif lines is not None:
                y = (y0 + y1 - LINE * len(lines.texts)) / 2 + LINE - 3
                for i, text in enumerate(lines.texts):
                    p.drawText(QPointF((x0 + x1 - self._advance(text)) / 2, y + i * LINE), text)

    def _boxes(self, slots: np.ndarray) -> np.ndarray:
        corner = self.view.widget(self.scene.pos[slots])
        return np.hstack((corner, corner + self.scene.size[slots] * self.view.scale))

    def paint_titles(self, p: QPainter, theme: Theme) -> None:
        """The titles of the frames in sight: in their title bars, from half size on above them. Of those that would run
        into one another the larger frame's is there."""
        seen = self.view.area()
        ground = QColor(colour(theme.canvas))
        ground.setAlpha(190)
        taken: list[QRectF] = []
        p.setFont(self.font)
        p.setPen(colour(theme.frame_title))
        for frame in self.scene.boxes_at(seen.left(), seen.top(), seen.right(), seen.bottom())[0][:MOST]:
            box = self.view.rect_to_widget(self.scene.rect_of(frame))
            title = frame.title or frame.id
            if self.view.scale >= NEAR:
                x, y = box.left() + 26 * self.view.scale, box.top() + 13 * self.view.scale
            else:
                x, y = box.left() + 2, box.top() - LINE / 2
            text = self.metrics.elidedText(title, Qt.TextElideMode.ElideRight, max(box.right() - x, 40.0))
            line = QRectF(x - 2, y - LINE / 2, self._advance(text) + 4, LINE)
            if box.width() < 16 or any(map(line.intersects, taken)):
                continue
            taken.append(line)
            if self.view.scale < NEAR:
                p.fillRect(line, ground)
            p.drawText(QPointF(x, y + SIZE * 0.36), text)
