"""A slice of a tensor as a grid of cells, of any size: only the tiles on screen are asked of the worker."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget

from blockloom.app.canvas.paint.forms import shade
from blockloom.app.plain import as_is
from blockloom.app.window.results.pagedtable import PagedTable
from blockloom.blocks.plots.chunk_cache import Pieces
from blockloom.runtime.protocol import messages
from blockloom.runtime.run.textdiff import differ

HIGH, WIDE = 64, 32  # of a tile
_KEPT = 400  # tiles
CHANGED = "#2E7D32"  # behind what differs from the run before
# asks for cells: (row, row end), (column, column end), of the run before, and a callback that gets them or None
Ask = Callable[[tuple[int, int], tuple[int, int], bool, Callable[[np.ndarray | None], None]], None]


class Tiles:
    """Cells of a slice, as far as they arrived. `changed` is called when more arrive."""

    def __init__(self, ask: Ask, before: bool, changed: Callable[[], None]):
        self._ask, self._before = ask, before
        self._tiles = Pieces(_KEPT, self._fetch, lambda tile: changed())
        self.rows = self.columns = 0

    def set_size(self, rows: int, columns: int, keep: bool) -> None:
        """There are new values, (rows, columns); `keep` shows the old ones until they arrive."""
        self._tiles.renew(keep and (rows, columns) == (self.rows, self.columns))
        self.rows, self.columns = rows, columns

    def value(self, row: int, column: int) -> object:
        """A cell; None while it is on its way, or where there is none."""
        tile = self._tiles.get((row // HIGH, column // WIDE))
        if tile is None or row % HIGH >= tile.shape[0] or column % WIDE >= tile.shape[1]:
            return None
        return tile[row % HIGH, column % WIDE]

    def _fetch(self, key: tuple[int, int], got: Callable[[np.ndarray | None], None]) -> None:
        r, c = key[0] * HIGH, key[1] * WIDE
        self._ask((r, min(r + HIGH, self.rows)), (c, min(c + WIDE, self.columns)), self._before, got)


class GridView(PagedTable):
    """Shows a slice as a table."""

    def __init__(self, ask: Ask, parent: QWidget | None = None):
        super().__init__(parent)
        self.tiles = Tiles(ask, False, self.viewport().update)
        self.before = Tiles(ask, True, self.viewport().update)
        self.compare = False
        self._chars = 8  # of the widest cell so far

    def set_values(self, rows: int, columns: int, keep: bool) -> None:
        """Show other values: rows x columns of them. With `keep` the old ones stay until those are here."""
        if not keep:
            self._chars = 8
        self.tiles.set_size(rows, columns, keep)
        self.before.set_size(rows, columns, keep)
        self.set_size(rows, columns)

    def set_compare(self, on: bool) -> None:
        """Mark what differs from the run before, and show what it was."""
        self.compare, self._chars = on, 8
        self.viewport().update()

    @property
    def _width(self) -> int:
        return self.fontMetrics().horizontalAdvance("0") * min(self._chars + 2, 40)

    @property
    def head(self) -> int:
        return self.fontMetrics().horizontalAdvance(str(max(self.rows - 1, 0))) + 16

    def fitting(self) -> tuple[int, int]:
        return (
            max(1, (self.viewport().height() - self.row_height) // self.row_height),
            max(1, (self.viewport().width() - self.head) // self._width),
        )

    def column_at(self, x: int) -> int:
        return self.horizontalScrollBar().value() + (x - self.head) // self._width

    def spans(self, rows: range) -> dict[int, tuple[int, int]]:
        first = self.horizontalScrollBar().value()

        def shown() -> range:
            return range(first, min(first + (self.viewport().width() - self.head) // self._width + 2, self.columns))

        widest = min(max((len(self.text(r, c)[0]) for r in rows for c in shown()), default=8), 38)
        if widest > self._chars:
            self._chars = widest
            self.set_bars()
        return {column: (self.head + (column - first) * self._width, self._width) for column in shown()}

    def text(self, row: int, column: int) -> tuple[str, str]:
        value = self.tiles.value(row, column)
        if value is None:
            return "...", ""
        said, behind = messages.element(value), shade(value)
        if self.compare:
            was = self.before.value(row, column)
            if was is not None and differ(value, was):
                return f"{said} ({messages.element(was)})", behind or CHANGED
        return said, behind

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row, column = self.cell_at(event.pos())
            if 0 <= row < self.rows and 0 <= column < self.columns:
                QToolTip.showText(event.globalPos(), as_is(f"[{row}, {column}]  {self.text(row, column)[0]}"), self)
            return True
        return super().viewportEvent(event)
