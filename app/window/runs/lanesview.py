"""One timed step as lanes: each op a bar from its begin to its end, and below them the memory that the step had."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from blockloom.app.canvas.paint.figures import spelled
from blockloom.app.canvas.scene.categories import CATEGORIES
from blockloom.app.canvas.scene.theme import Theme
from blockloom.app.plain import as_is
from blockloom.blocks.document.addresses import spelled as shown
from blockloom.blocks.plots.lanes import lanes
from blockloom.runtime.protocol.steps import StepTrace

_HIGH, _LOW = 22, 4  # pixels of a lane
_AXIS, _MEMORY = 18, 40  # pixels of the axis of times, and of the line of memory
_NEAREST = 100.0  # nanoseconds that are seen at least
_ZOOM = 1.25


class LanesView(QWidget):
    """The bars have the colours of categories. The wheel zooms at the pointer, a drag moves, 0 shows all; left and
    right go from op to op. `chosen` emits the text of a block's address.
    """

    chosen = Signal(str)

    def __init__(self, theme: Callable[[], Theme]):
        super().__init__()
        self._theme = theme
        self.trace: StepTrace | None = None
        self.at: int | None = None  # the event that is chosen
        self._lane = self._begin = self._end = np.zeros(0)
        self._kinds: list[str] = []  # of nodes
        self._lanes = 1
        self._seen = (0.0, 1.0)  # nanoseconds
        self._pressed: tuple[float, tuple[float, float]] | None = None
        self._moved = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(200, _AXIS + _MEMORY + 2 * _HIGH)
        self.setAccessibleName(self.tr("Ops of the step in lanes"))

    def show_trace(self, trace: StepTrace | None, kinds: list[str]) -> None:
        """Show a step; `kinds` are the categories of its nodes."""
        self.trace, self._kinds, self.at = trace, kinds, None
        if trace is not None and len(trace.events):
            self._begin = trace.events[:, 2].astype(float)
            self._end = self._begin + trace.events[:, 3]
            self._lane, first = np.zeros(len(trace.events), np.int64), 0
            for device in range(len(trace.devices)):
                here = trace.events[:, 1] == device
                if here.any():
                    self._lane[here] = first + lanes(self._begin[here], self._end[here])
                    first = int(self._lane[here].max()) + 1
            self._lanes = max(1, first)
        self.show_all()

    def show_all(self) -> None:
        """See the whole step."""
        self._seen = (0.0, max(float(self._end.max(initial=0.0)), _NEAREST))
        self.update()

    # --- where things are -----------------------------------------------------------------------------------------

    def _high(self) -> float:
        room = self.height() - _AXIS - _MEMORY
        return max(_LOW, min(_HIGH, room / self._lanes))

    def _x(self, when: np.ndarray) -> np.ndarray:
        begin, end = self._seen
        return (when - begin) * (self.width() / (end - begin))

    def _when(self, x: float) -> float:
        begin, end = self._seen
        return begin + x * (end - begin) / max(1, self.width())

    def under(self, at: QPointF) -> int | None:
        """The event at a place; of several that lie within a pixel the longest."""
        if self.trace is None or at.y() < _AXIS:
            return None
        lane, slack = int((at.y() - _AXIS) / self._high()), (self._seen[1] - self._seen[0]) / max(1, self.width())
        when = self._when(at.x())
        found = np.flatnonzero(
            (self._lane == lane) & (self._begin - slack <= when) & (np.maximum(self._end, self._begin) + slack >= when)
        )
        return int(found[np.argmax((self._end - self._begin)[found])]) if len(found) else None

    def bar(self, event: int) -> QRectF:
        """Where an event is drawn."""
        x0, x1 = (float(self._x(times[event])) for times in (self._begin, self._end))
        high = self._high()
        wide = x1 - x0 - (x1 - x0 > 4)  # a line between two that follow each other
        return QRectF(x0, _AXIS + self._lane[event] * high, max(1.0, wide), max(1.0, high - 1))

    def _name(self, event: int) -> str:
        if self.trace is None:
            return ""
        name, _, block = self.trace.nodes[int(self.trace.events[event, 0])]
        return shown(block) if block else name

    def tip(self, event: int) -> str:
        """What an event is."""
        if self.trace is None:
            return ""
        node, device, begin, took, allocated = self.trace.events[event].tolist()
        op = self.trace.nodes[node][1]
        return "\n".join(
            [
                f"{self._name(event)} ({op})" if op else self._name(event),
                self.tr("begins at {0}, takes {1}").format(spelled(begin / 1000), spelled(took / 1000)),
                self.tr("allocates {:,} bytes").format(allocated),
                self.trace.devices[device],
            ]
        )

    # --- painting -------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        p, theme, pen = QPainter(self), self._theme(), self.palette().windowText().color()
        p.fillRect(QRectF(self.rect()), QColor(theme.canvas))
        if self.trace is None or not len(self.trace.events):
            return
        self._paint_axis(p, pen)
        p.setPen(QColor(theme.canvas))
        for at in self._drawn():
            bar, kind = self.bar(at), self._kinds[int(self.trace.events[at, 0])]
            p.fillRect(bar, QColor(theme.accents[kind] if kind in CATEGORIES else theme.note_bar))
            seen = bar.intersected(QRectF(self.rect())).adjusted(4, 0, -4, 0)
            if seen.width() > 24 and seen.height() >= 14:
                text = p.fontMetrics().elidedText(self._name(at), Qt.TextElideMode.ElideRight, int(seen.width()))
                p.drawText(seen, Qt.AlignmentFlag.AlignVCenter, text)
        self._paint_memory(p, pen)
        if self.at is not None:
            p.setPen(pen)
            p.drawRect(self.bar(self.at).adjusted(-1, -1, 0, 0))

    def _drawn(self) -> list[int]:
        """The events that are seen; of those that begin in the same pixel of a lane the longest."""
        seen = np.flatnonzero((self._end >= self._seen[0]) & (self._begin <= self._seen[1]))
        longest = seen[np.argsort(-(self._end - self._begin)[seen], kind="stable")]
        places = self._lane[longest] * 100_000 + np.clip(self._x(self._begin[longest]), -1, 99_998).astype(np.int64)
        return [int(longest[first]) for first in np.unique(places, return_index=True)[1]]

    def _paint_axis(self, p: QPainter, text: QColor) -> None:
        p.setPen(text)
        for part in range(4):
            x = self.width() * part / 4
            p.drawText(
                QRectF(x + 4, 0, self.width() / 4 - 8, _AXIS),
                Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                spelled(self._when(x) / 1000),
            )
            p.drawLine(QPointF(x, 2), QPointF(x, _AXIS))

    def _paint_memory(self, p: QPainter, text: QColor) -> None:
        if self.trace is None or not len(self.trace.memory):
            return
        most, bottom = max(1, int(self.trace.memory[:, 2].max())), self.height() - 2.0
        p.setPen(text)
        for device in range(len(self.trace.devices)):
            points = self.trace.memory[self.trace.memory[:, 0] == device]
            x = np.clip(self._x(points[:, 1].astype(float)), -1, self.width()).astype(np.int64)
            at, starts = np.unique(x, return_index=True)  # of each pixel the most
            y = bottom - np.maximum.reduceat(points[:, 2], starts) / most * (_MEMORY - 16) if len(at) else ()
            p.drawPolyline(QPolygonF([QPointF(a, b) for a, b in zip(at, y, strict=True)]))
        said = self.tr("Memory of the step: at most {:,} bytes").format(most)
        p.drawText(QRectF(4, bottom - _MEMORY, self.width() - 8, 16), Qt.AlignmentFlag.AlignLeft, said)

    # --- mouse and keys -------------------------------------------------------------------------------------------

    def zoom(self, factor: float, x: float) -> None:
        """See a part that is by a factor smaller, with the same time at x."""
        at = self._when(x)
        begin, end = (at + (edge - at) / factor for edge in self._seen)
        if end - begin >= _NEAREST:
            self._look(begin, end)

    def _look(self, begin: float, end: float) -> None:
        whole = max(float(self._end.max(initial=0.0)), _NEAREST)
        size = min(end - begin, whole)
        begin = min(max(0.0, begin), whole - size)
        self._seen = begin, begin + size
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(_ZOOM ** (event.angleDelta().y() / 120), event.position().x())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed, self._moved = (event.position().x(), self._seen), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None:
            x, (begin, end) = self._pressed
            by = (event.position().x() - x) * (end - begin) / max(1, self.width())
            if self._moved or abs(event.position().x() - x) > 3:
                self._moved = True
                self._look(begin - by, end - by)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and not self._moved:
            self.choose(self.under(event.position()))
        self._pressed = None

    def choose(self, event: int | None) -> None:
        """Mark an event, and tell its block."""
        self.at = event
        self.update()
        if event is not None and self.trace is not None:
            self.setAccessibleDescription(self.tip(event))
            if block := self.trace.nodes[int(self.trace.events[event, 0])][2]:
                self.chosen.emit(block)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if by is not None and len(self._begin):
            at = -1 if self.at is None else self.at
            self.choose(min(max(0, at + by), len(self._begin) - 1))
        elif event.text() in ("+", "-") and len(self._begin):
            middle = self.bar(self.at).center().x() if self.at is not None else self.width() / 2
            self.zoom(_ZOOM if event.text() == "+" else 1 / _ZOOM, middle)
        elif event.text() == "0":
            self.show_all()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.under(QPointF(event.pos()))
            if found is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), as_is(self.tip(found)), self)
            return True
        return super().event(event)
