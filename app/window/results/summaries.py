"""Summaries of tensors as rows of a table, and the base of windows for results."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.theme import theme_of_window
from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.canvas.scene.translation import translated
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.values.dtypes import dtype_text
from blockloom.runtime.protocol.replies import TensorStatisticsReply


class ResultRow(NamedTuple):
    """One line of a table. `element` is the place in a list output; `shape` is None if no table can be opened."""

    type: str
    name: str
    value: str
    pin: str = ""
    element: int | None = None
    shape: tuple[int, ...] | None = None

    def address_of(self, block: Address) -> Address:
        """Return the address of the tensor of this line, for a block."""
        return block._replace(pin=self.pin, element=self.element)


def dims(shape: Any) -> str:
    """Return a shape as enuSpace writes it behind a name: `[2][2]`."""
    return "".join(f"[{n}]" for n in shape)


def rows_of(pin: str, summary: Any) -> list[ResultRow]:
    """Return the rows of one output: several for a list output, else one."""
    if isinstance(summary, dict) and "list" in summary:
        rows = [_row(f"{pin}[{i}]", pin, i, one) for i, one in enumerate(summary["list"])]
        return rows or [ResultRow("list", pin, _tr("empty list"), pin)]
    return [_row(pin, pin, None, summary)]


def _row(name: str, pin: str, element: int | None, summary: Any) -> ResultRow:
    if summary is None:
        return ResultRow("", name, _tr("no value"), pin, element)
    if "about" in summary:
        return ResultRow(dtype_text(summary.get("dtype", "")), name, translated(summary["about"]), pin, element)
    shape = tuple(summary.get("shape", ()))
    return ResultRow(
        dtype_text(summary.get("dtype", "")), name + dims(shape), summary.get("text", ""), pin, element, shape
    )


def statistics(dtype: str, count: int, stats: TensorStatisticsReply | None) -> str:
    """Return a line on a whole tensor: counts of non-finite elements come first, as a link."""
    size = _tr("1 element") if count == 1 else _tr("{} elements").format(f"{count:,}")
    if stats is None or not stats.numbers:
        return f"{dtype_text(dtype)}, {size}"
    bad = [
        f"{number:,} {name}"
        for number, name in ((stats.nan, "NaN"), (stats.inf, "+Inf"), (stats.minus_inf, "-Inf"))
        if number
    ]
    text = f"{dtype_text(dtype)}, {size}"
    if stats.count > 1:
        text += "; " + _tr("{:.6g} to {:.6g}, mean {:.6g}, std {:.6g}").format(
            stats.min, stats.max, stats.mean, stats.std
        )
    return (
        f"<a href='odd' style='color:{theme_of_window().error}'><b>{', '.join(bad)}</b></a> &nbsp; " if bad else ""
    ) + text


def unravel(row: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the indices of the row-th element in row-major order."""
    index = []
    for size in reversed(shape):
        row, place = divmod(row, size)
        index.append(place)
    return tuple(reversed(index))


_KIND = Qt.WindowType.Dialog | Qt.WindowType.WindowMinMaxButtonsHint | Qt.WindowType.WindowCloseButtonHint


class WindowBefore(QWidget):
    """A window that stays in front of its parent, and that Escape closes. `gone` is emitted when it closes."""

    closed = Signal(object)

    def __init__(self, title: str, parent: QWidget):
        # Window managers keep a window of this kind in front of its parent.
        super().__init__(parent, _KIND, objectName="view_result")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setWindowIcon(parent.windowIcon())
        qt.closes_by_escape(self)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close:
            self.closed.emit(self)
        return super().event(event)
