"""Pictures of blocks, kept on a few large pixmaps so that a frame draws them all by one call per pixmap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

SHEET = 2048, 1024  # device pixels
SHEETS = 8  # more than this and the atlas starts again
PAD = 12.0  # canvas pixels around a block that its picture holds: pins and rings stick out


class Atlas:
    """Cached pictures by number (a block's slot, or its look) at one scale. `paint(painter, number)` paints one at (0,
    0).
    """

    def __init__(self, paint: Callable[[QPainter, int], None]):
        self.paint = paint
        self.scale = 0.0
        self.clear()
        self._fragments = np.zeros((0, 10))
        self._first: QPainter.PixmapFragment | None = None

    def clear(self) -> None:
        """Forget all pictures."""
        self.sheets: list[QPixmap] = []
        self._x = self._y = self._row = 0
        self._have = np.full(256, -1, np.int32)  # number -> sheet; -1: none; -2 - sheet: there, but out of date
        self._place = np.zeros((256, 4))  # number -> x, y, width, height on it, in device pixels

    def drop(self, numbers: Iterable[int]) -> None:
        """Have these painted again when they are next drawn."""
        ix = np.fromiter(numbers, np.intp)
        ix = ix[ix < len(self._have)]
        self._have[ix] = np.where(self._have[ix] >= 0, -2 - self._have[ix], self._have[ix])

    def draw(
        self, p: QPainter, numbers: np.ndarray, corner: np.ndarray, size: np.ndarray, scale: float, ratio: float
    ) -> None:
        """Draw pictures with their top left corners at `corner` ((n, 2) device pixels, whole), of blocks of `size`."""
        if not len(numbers):
            return
        if scale * ratio != self.scale or len(self.sheets) > SHEETS:
            self.scale = scale * ratio
            self.clear()
        if numbers.max() >= len(self._have):
            grow = max(int(numbers.max()) + 1, 2 * len(self._have))
            self._have = np.concatenate((self._have, np.full(grow - len(self._have), -1, np.int32)))
            self._place = np.concatenate((self._place, np.zeros((grow - len(self._place), 4))))
        missing = np.flatnonzero(self._have[numbers] < 0)
        if len(missing):
            each = list(dict(zip(numbers[missing].tolist(), missing.tolist(), strict=True)).values())
            self._add(numbers[each], size[each])
        pad = round(PAD * self.scale)
        sheet, place = self._have[numbers], self._place[numbers]
        n = len(numbers)
        if n > len(self._fragments):
            self._fragments = np.zeros((2 * n, 10))
            self._fragments[:, 9] = 1.0
        f = self._fragments
        f[:n, 6:8] = 1 / ratio
        # Order within a sheet is kept; blocks on different sheets seldom overlap.
        start = 0
        for i in np.flatnonzero(np.bincount(sheet[sheet >= 0])).tolist():
            mine = sheet == i
            end = start + int(mine.sum())
            at = place[mine]
            f[start:end, 0:2] = (corner[mine] - pad + at[:, 2:4] / 2) / ratio
            f[start:end, 2:6] = at
            first: Any = shiboken6.wrapInstance(f.ctypes.data + 80 * start, QPainter.PixmapFragment)
            p.drawPixmapFragments(first, end - start, self.sheets[i])
            start = end

    def _add(self, numbers: np.ndarray, sizes: np.ndarray) -> None:
        pad = round(PAD * self.scale)
        boxes = np.ceil(sizes * self.scale).astype(int) + 2 * pad + 2
        painters: dict[int, QPainter] = {}
        try:
            for number, (width, height) in zip(numbers.tolist(), boxes.tolist(), strict=True):
                sheet = self._find_room(number, width, height)
                p = painters.get(sheet)
                if p is None:
                    p = painters[sheet] = QPainter(self.sheets[sheet])
                    p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
                x, y, width, height = self._place[number].tolist()
                p.save()
                p.setClipRect(QRectF(x, y, width, height))
                p.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                p.fillRect(QRectF(x, y, width, height), Qt.GlobalColor.transparent)
                p.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
                p.translate(x + pad, y + pad)
                p.scale(self.scale, self.scale)
                self.paint(p, number)
                p.restore()
        finally:
            for p in painters.values():
                p.end()

    def _find_room(self, number: int, width: int, height: int) -> int:
        """The sheet for a picture of this size; its place is noted. One that is out of date keeps its place."""
        before = int(self._have[number])
        if before < -1 and (self._place[number, 2:] == (width, height)).all():
            self._have[number] = -2 - before
            return -2 - before
        if self._x + width > SHEET[0] and self._x:
            self._x, self._y, self._row = 0, self._y + self._row, 0
        if not self.sheets or self._y + height > self.sheets[-1].height():
            sheet = QPixmap(max(SHEET[0], width), max(SHEET[1], height))
            sheet.fill(Qt.GlobalColor.transparent)
            self.sheets.append(sheet)
            self._x = self._y = self._row = 0
        self._have[number] = len(self.sheets) - 1
        self._place[number] = self._x, self._y, width, height
        self._x += width
        self._row = max(self._row, height)
        return len(self.sheets) - 1
