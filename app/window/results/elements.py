"""The elements of one tensor, a row each, of any size: only the rows on screen are asked of the worker."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLineEdit, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.words import tr
from blockloom.app.plain import Label
from blockloom.app.window.results.pagedtable import LEFT, RIGHT, PagedTable
from blockloom.app.window.results.resultwindow import WhiteWindow
from blockloom.app.window.results.summaries import dims
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.plots.chunk_cache import Pieces
from blockloom.blocks.values.dtypes import shown
from blockloom.runtime.protocol.replies import Elements as TensorElements

PAGE = 1000  # rows per request
_KEPT = 60  # pages kept
_MOST_COPIED = 100_000
TYPE, NAME, VALUE = range(3)  # the columns
# asks for rows: start, count, and a callback that gets the reply or None
Ask = Callable[[int, int, Callable[[TensorElements | None], None]], None]


def unravel(row: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The indices of the row-th element in row-major order."""
    index = []
    for size in reversed(shape):
        row, place = divmod(row, size)
        index.append(place)
    return tuple(reversed(index))


class Elements:
    """The elements of a tensor as text, as far as they arrived. `changed` is called when more arrive."""

    def __init__(self, name: str, dtype: str, shape: tuple[int, ...], ask: Ask, changed: Callable[[], None]):
        self.name = name
        self._ask, self._changed = ask, changed
        self._pages = Pieces(_KEPT, self._fetch, self._got)
        self.set_shape(dtype, shape)

    def set_shape(self, dtype: str, shape: tuple[int, ...]) -> None:
        """Begin anew with a tensor of this dtype and shape."""
        self.dtype, self.shape, self.count = shown(dtype), shape, math.prod(shape)

    def refresh(self, dtype: str, shape: tuple[int, ...]) -> None:
        """A new result of this dtype and shape: shown values stay until new ones arrive."""
        self._pages.renew(keep=shape == self.shape)
        self.set_shape(dtype, shape)

    @property
    def gone(self) -> bool:
        """Whether the worker has no such result any more."""
        return self._pages.lost

    def lose(self) -> None:
        """The worker no longer has the result."""
        self._pages.lost = True

    def label(self, row: int) -> str:
        """`values[0][1]`."""
        return self.name + dims(unravel(row, self.shape))

    def value(self, row: int) -> str | None:
        """The element's text; None while it is on its way."""
        page = self._pages.get(row // PAGE)
        return None if page is None or row % PAGE >= len(page.values) else page.values[row % PAGE]

    def _fetch(self, number: int, got: Callable[[TensorElements | None], None]) -> None:
        self._ask(
            number * PAGE,
            min(PAGE, self.count - number * PAGE),
            lambda reply: got(reply if reply is not None and reply.dtype else None),
        )

    def _got(self, reply: TensorElements | None) -> None:
        if reply is not None and tuple(reply.shape) != self.shape:
            self.set_shape(reply.dtype, tuple(reply.shape))
        self._changed()


class ElementsView(PagedTable):
    """The table of type, name and value: black on white in every theme, as enuSpace's."""

    whole = True

    def __init__(self, elements: Elements, parent: QWidget | None = None):
        super().__init__(parent)
        self.elements = elements
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        palette, role, group = self.palette(), QPalette.ColorRole, QPalette.ColorGroup
        for part, color in (
            (role.Base, "#FFFFFF"),
            (role.Text, "#000000"),
            (role.Mid, "#F0F0F0"),
            (role.Button, "#FFFFFF"),
            (role.ButtonText, "#000000"),
        ):
            palette.setColor(part, QColor(color))
        for state, behind, ink in ((group.Active, "#3399FF", "#FFFFFF"), (group.Inactive, "#9CC9F5", "#000000")):
            palette.setColor(state, role.Highlight, QColor(behind))
            palette.setColor(state, role.HighlightedText, QColor(ink))
        self.setPalette(palette)
        self.refresh()

    def refresh(self) -> None:
        """The rows changed in number or value."""
        self.set_size(self.elements.count, 3)

    def sizeHint(self) -> QSize:
        return QSize(360, self.row_height * (min(self.elements.count, 18) + 1) + 4)

    def text(self, row: int, column: int) -> tuple[str, str]:
        if column == VALUE:
            value = self.elements.value(row)
            return "..." if value is None else value, ""
        return (self.elements.dtype if column == TYPE else self.elements.label(row)), ""

    def title(self, column: int) -> str:
        return (self.tr("Type"), self.tr("Name"), self.tr("Value"))[column]

    def described(self, row: int, column: int) -> str:
        return f"{self.elements.label(row)} {self.elements.value(row) or ''}"

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        return RIGHT if column == VALUE else LEFT

    def spans(self, rows: range) -> dict[int, tuple[int, int]]:
        advance = self.fontMetrics().horizontalAdvance
        types = advance(max(self.elements.dtype, self.title(TYPE), key=len)) + 18
        names = max([advance(self.elements.label(row)) for row in rows] + [80]) + 18
        return {
            TYPE: (0, types),
            NAME: (types, names),
            VALUE: (types + names, max(0, self.viewport().width() - types - names)),
        }

    def fitting(self) -> tuple[int, int]:
        return max(1, self.viewport().height() // self.row_height - 1), 3

    def column_at(self, x: int) -> int:
        return 0

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(QColor("#828790"))
        painter.drawLine(0, self.row_height - 1, self.viewport().width(), self.row_height - 1)


class ElementsWindow(WhiteWindow):
    """The window of one tensor: the output `at` of a page that is known."""

    viewer_wanted = Signal()

    def __init__(self, at: Address, dtype: str, shape: tuple[int, ...], ask: Ask, icon: QIcon, parent: QWidget):
        self.at = at
        super().__init__(at.shown + dims(shape), icon, parent)
        self._ask = ask
        self.elements = Elements(at.end, dtype, shape, ask, self._changed)
        self.view = qt.named(ElementsView(self.elements), self.tr("Elements of {}").format(self.windowTitle()))
        self.count = Label()
        self.place = qt.named(QLineEdit(placeholderText=self.tr("go to, e.g. 3 1")), self.tr("Go to element"))
        self.place.returnPressed.connect(self._go)
        self.place.setMaximumWidth(140)
        see = qt.button(
            self.tr("Plots ..."), lambda: self.viewer_wanted.emit(), self.tr("As a grid, plots or an image")
        )
        self.column.addWidget(self.view, 1)
        self.column.addLayout(qt.line((self.count, 1), self.place, see, margins=(4, 3, 4, 3)))
        qt.action(self.view, self.tr("Copy rows"), self.copy, QKeySequence.StandardKey.Copy)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._changed()
        self.view.setFocus()

    def refresh(self, dtype: str, shape: tuple[int, ...]) -> None:
        """A new result has this dtype and shape."""
        self.elements.refresh(dtype, shape)
        self._changed()

    def follow(self, at: Address) -> None:
        """The output has this address now."""
        if at != self.at:
            self.at = at
            self._changed()

    def lose(self) -> None:
        """There is no such result any more."""
        self.elements.lose()
        self._changed()

    def _changed(self) -> None:
        elements = self.elements
        self.setWindowTitle(self.at.shown + dims(elements.shape))
        self.count.setText(
            self.tr("The worker holds this result no longer: run again.")
            if elements.gone
            else tr("1 element")
            if elements.count == 1
            else self.tr("{} elements").format(f"{elements.count:,}")
        )
        self.view.refresh()

    def _go(self) -> None:
        numbers = [int(n) for n in re.findall(r"\d+", self.place.text())]
        shape = self.elements.shape
        if not numbers or len(numbers) > len(shape) or any(n >= size for n, size in zip(numbers, shape, strict=False)):
            wanted = dims(shape) or self.tr("a scalar")
            self.count.setText(self.tr("There is no such element: the shape is {}").format(wanted))
            return
        row = 0
        for size, n in zip(shape, numbers + [0] * (len(shape) - len(numbers)), strict=True):
            row = row * size + n
        self.view.go(row)
        self.view.setFocus()

    def copy(self) -> None:
        """The selected rows to the clipboard (columns apart by tabs), asking the worker for those that are not here."""
        (rows, _), elements = self.view.selected(), self.elements
        if len(rows) > _MOST_COPIED:
            self.count.setText(self.tr("At most {} rows can be copied at once").format(f"{_MOST_COPIED:,}"))
            return

        def done(reply: TensorElements | None) -> None:
            if reply is None or not reply.dtype:
                self.lose()
                return
            QGuiApplication.clipboard().setText(
                "\n".join(
                    f"{elements.dtype}\t{elements.label(row)}\t{value}"
                    for row, value in zip(rows, reply.values, strict=False)
                )
            )
            self.count.setText(self.tr("{} rows copied").format(f"{len(rows):,}"))

        self._ask(rows.start, len(rows), done)
