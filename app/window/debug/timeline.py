"""The timeline below the page: the steps of a run on an axis, with the loss, snapshots and non-finite values."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontInfo,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.plain import Label, as_is
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.plots import axes
from blockloom.runtime.protocol.replies import HistoryReply

# Pixels: width left of the axis for values of the loss, width right of it, height of the line.
_GUTTER, _RIGHT, _PLOT = 54, 16, 29
_SMALL = 0.77  # size of the numbers, relative to the font
_APART = 10  # least pixels between two diamonds or triangles
_LABELS = 52  # least pixels between two numbers of steps
_LEAST = 260  # least pixels of the axis if a text is at its right
_FAR = 50.0  # if the loss falls by more than this factor, the scale is logarithmic
_NOTHING = HistoryReply(0, np.zeros((0, 2), np.int64), np.zeros(0), np.zeros((0, 2)), np.zeros(0))


class StepAxis(QWidget):
    """The recorded steps on an axis, the latest on the right.

    A press or drag selects a step, and so do the keys: Left and Right, Page Up and Page Down by ten, Home for the
    first, End and Escape for the latest. `step_wanted` emits the step, 0 for the latest.
    """

    step_wanted = Signal(int)
    hovered = Signal()  # `hovered_step` has changed

    def __init__(self, colours: Callable[[], Colours]):
        super().__init__()
        self._colours = colours
        self.history = _NOTHING
        self.shown = 0  # shown step, 0 for the latest
        self.has_paused = False  # whether the latest step is paused, and not recorded yet
        self.hovered_step = 0  # step below the pointer, 0 for none
        self._pointer: float | None = None  # x of the pointer while it is over the axis
        self._drawn: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Steps of the run"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(max(9, round(QFontInfo(font).pixelSize() * _SMALL)))
        return font

    def _room(self) -> tuple[float, float]:
        """Return the y of the top of the plot, and of the axis."""
        top = QFontMetrics(self._small()).height() + 2
        return top, top + _PLOT

    def sizeHint(self) -> QSize:
        return QSize(300, round(self._room()[1]) + QFontMetrics(self._small()).height() + 7)

    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    def show_history(self, history: HistoryReply | None) -> None:
        """Show the recorded steps, None for none."""
        self.history = history or _NOTHING
        self.setCursor(Qt.CursorShape.PointingHandCursor if self.last else Qt.CursorShape.ArrowCursor)
        self._hover()
        self.draw_again()

    def show_paused(self, has_paused: bool) -> None:
        """Show whether the latest step is paused."""
        if has_paused != self.has_paused:
            self.has_paused = has_paused
            self._hover()
            self.draw_again()

    def show_step(self, step: int) -> None:
        """Mark the step that is shown, 0 for the latest."""
        self.shown = step
        self.update()

    def draw_again(self) -> None:
        """Draw everything again, after a change of the steps, the size or the colours."""
        self._drawn = None
        self.update()

    @property
    def last(self) -> int:
        """The latest step, 0 if there are no steps."""
        known = len(self.history.replayable_spans) or self.has_paused and self.history is not _NOTHING
        return self.history.step + self.has_paused if known else 0

    @property
    def first(self) -> int:
        """The first step that can be shown or has a loss."""
        spans, points = self.history.replayable_spans, self.history.loss_points
        return int(min(spans[:1, 0].min(initial=self.last), *points[:1, 0], self.last))

    def _scale(self) -> float:
        """Return the pixels from one step to the next."""
        return max(1, self.width() - _GUTTER - _RIGHT) / max(1, self.last - self.first)

    def places(self, steps: np.ndarray) -> np.ndarray:
        """Return the x of steps, in pixels."""
        return _GUTTER + (steps - self.first) * self._scale()

    def _place(self, step: float) -> float:
        return float(self.places(np.array([step]))[0])

    def nearest(self, step: float) -> int:
        """Return the nearest step that can be shown, 0 if there is none."""
        spans = self.history.replayable_spans
        if self.has_paused and step > self.last - 0.5:
            return self.last
        if not len(spans):
            return 0
        inside = np.clip(round(step), spans[:, 0], spans[:, 1])
        return int(inside[np.abs(inside - step).argmin()])

    def step_at(self, x: float) -> int:
        """Return the step nearest to a position."""
        return self.nearest(self.first + (x - _GUTTER) / self._scale())

    def step_after(self, by: int) -> int:
        """Return the step that is `by` steps after or before the shown one, without steps that cannot be shown."""
        step, spans = (self.shown or self.last) + by, self.history.replayable_spans
        if by < 0 and len(spans):
            before = spans[spans[:, 0] <= step]
            return int(min(before[-1, 1], step)) if len(before) else int(spans[0, 0])
        after = spans[spans[:, 1] >= step]
        return int(max(after[0, 0], step)) if len(after) else 0

    def is_finite(self, step: int) -> bool:
        """Return whether all shown values of a step were finite."""
        return not (self.history.nonfinite_steps == step).any()

    def describe(self, step: int) -> str:
        """Return the number of a step, its loss and its marks, as one line."""
        loss = self.history.loss_points[self.history.loss_points[:, 0] == step]
        return self._description(
            step,
            loss[0, 1] if len(loss) else np.nan,
            self.is_finite(step),
            bool((self.history.snapshot_steps == step).any()),
        )

    def empty_text(self) -> str:
        """Return why there are no steps to show."""
        if not self.history.step:
            return self.tr("No steps yet. Each step that a run completes can be shown again here.")
        # An edit had the page compiled again.
        text = self.tr("The page was compiled again after step {0}: the steps that follow can be shown again here.")
        return text.format(f"{self.history.step:,}")

    def longest(self) -> str:
        """Return a description that is as long as any."""
        return self._description(self.last, -1.23456e-10 if self.history.loss else np.nan, True, True)

    def _description(self, step: int, loss: float, is_finite: bool, has_snapshot: bool) -> str:
        parts = [self.tr("Step {0}").format(f"{step:,}")]
        if np.isfinite(loss):
            parts.append(self.tr("loss {0}").format(f"{loss:.6g}"))
        if not is_finite:
            parts.append(self.tr("not finite"))
        if has_snapshot:
            parts.append(self.tr("snapshot"))
        return " · ".join(parts)

    def ask(self, step: int) -> None:
        """Emit `step_wanted` for a step, and describe it, not the one below the pointer, until the pointer moves."""
        if self.last:
            self._pointer = None
            self._hover()
            self.step_wanted.emit(0 if step >= self.last else step)

    def _hover(self) -> None:
        """Find the step below the pointer, after it moved or the steps moved below it."""
        step = self.step_at(self._pointer) if self._pointer is not None and self.last else 0
        if step != self.hovered_step:
            self.hovered_step = step
            self.hovered.emit()
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.ask(self.step_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position().x()
        self._hover()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.ask(self.hovered_step)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._pointer = None
        self._hover()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, keys = event.key(), Qt.Key
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not self.last:
            super().keyPressEvent(event)
        elif key in (keys.Key_Left, keys.Key_Right, keys.Key_PageUp, keys.Key_PageDown):
            by = 10 if key in (keys.Key_PageUp, keys.Key_PageDown) else 1
            self.ask(self.step_after(-by if key in (keys.Key_Left, keys.Key_PageUp) else by) or self.last)
        elif key == keys.Key_Home:
            self.ask(self.nearest(self.first))
        elif key == keys.Key_End or key == keys.Key_Escape and self.shown:
            self.ask(self.last)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hover()
        self._drawn = None

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._drawn is None or self._drawn.devicePixelRatio() != ratio:
            self._drawn = QPixmap((self.size() * ratio).expandedTo(QSize(1, 1)))
            self._drawn.setDevicePixelRatio(ratio)
            self._drawn.fill(Qt.GlobalColor.transparent)
            with QPainter(self._drawn) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setFont(self._small())
                (self._draw if self.last else self._draw_empty)(painter)
        colours = self._colours()
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._drawn)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self._small())
            if self.hasFocus():
                painter.setPen(QPen(QColor(colours.focus), 1))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            if self.last:
                if self.hovered_step:
                    painter.setPen(QPen(QColor(colours.dim), 1, Qt.PenStyle.DashLine))
                    x = self._place(self.hovered_step)
                    painter.drawLine(QPointF(x, self._room()[0]), QPointF(x, self._room()[1]))
                self._draw_plate(painter, colours)

    def _draw_plate(self, painter: QPainter, colours: Colours) -> None:
        """Draw a line at the shown step, with its number on a plate."""
        step, (_, foot) = self.shown or self.last, self._room()
        ink = QColor(colours.text if self.is_finite(step) else colours.error)
        x, text, metrics = self._place(step), f"{step:,}", painter.fontMetrics()
        wide, high = metrics.horizontalAdvance(text) + 12, metrics.height() + 1
        painter.setPen(QPen(ink, 1.5))
        painter.drawLine(QPointF(x, high), QPointF(x, foot))
        plate = QRectF(min(max(x - wide / 2, 0), self.width() - wide), 0, wide, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawRoundedRect(plate, 4, 4)
        painter.setPen(QColor(colours.base))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)

    def _draw_empty(self, painter: QPainter) -> None:
        colours, (_, foot) = self._colours(), self._room()
        painter.setPen(QPen(QColor(colours.dim), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(_GUTTER, foot), QPointF(self.width() - _RIGHT, foot))
        painter.setFont(self.font())
        painter.setPen(QColor(colours.dim))
        room = QRectF(_GUTTER, 0, max(1, self.width() - _GUTTER - _RIGHT), foot)
        text = painter.fontMetrics().elidedText(self.empty_text(), Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    def _draw(self, painter: QPainter) -> None:
        colours, (top, foot) = self._colours(), self._room()
        self._draw_axis(painter, colours, foot)
        self._draw_loss(painter, colours, top, foot)
        self._draw_nonfinite(painter, QColor(colours.error), top, foot)
        painter.setPen(QPen(QColor(colours.base), 1))
        painter.setBrush(QColor(colours.gold))
        snapshots = self.history.snapshot_steps
        for x in _spaced(self.places(snapshots[(snapshots >= self.first) & (snapshots <= self.last)])):
            corners = ((x, foot - 4.5), (x + 4.5, foot), (x, foot + 4.5), (x - 4.5, foot))
            painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))

    def _draw_axis(self, painter: QPainter, colours: Colours, foot: float) -> None:
        """Draw the axis with numbers of steps, and a bar for the steps that can be shown."""
        ink = QColor(colours.dim)
        ink.setAlphaF(0.75)
        right = self.width() - _RIGHT
        painter.setPen(QPen(ink, 1))
        painter.drawLine(QPointF(_GUTTER, foot), QPointF(right, foot))
        for low, high in _joined(self.history.replayable_spans, 1 / self._scale()):
            a, b = self._place(low), self._place(high)
            painter.fillRect(QRectF(a - 1, foot - 1.5, max(2.0, b - a + 2), 3), QColor(colours.dim))
        first, last = self.first, self.last
        steps = axes.ticks(first, last, (right - _GUTTER) // _LABELS)
        metrics = painter.fontMetrics()
        for step in (first, *(step for step in steps if step == int(step))):
            if step > first and self._place(step) - _GUTTER < _LABELS / 2:
                continue
            x, text = self._place(step), f"{int(step):,}"
            painter.setPen(QPen(ink, 1))
            painter.drawLine(QPointF(x, foot + 2), QPointF(x, foot + 5))
            wide = metrics.horizontalAdvance(text)
            left = min(x - wide / 2, self.width() - wide)
            painter.setPen(QColor(colours.dim))
            painter.drawText(QPointF(left, foot + 6 + metrics.ascent()), text)

    def _draw_loss(self, painter: QPainter, colours: Colours, top: float, foot: float) -> None:
        """Draw the loss as a line, with its name, and its least and greatest value in the gutter."""
        points = self.history.loss_points
        points = points[np.isfinite(points[:, 1])]
        if not len(points):
            return
        least, most = points[:, 1].min(), points[:, 1].max()
        is_log = least > 0 and most > _FAR * least
        metrics, ink = painter.fontMetrics(), QColor(colours.blue)
        painter.setPen(ink)
        name = self.tr("{0} (log)").format(self.history.loss) if is_log else self.history.loss
        painter.drawText(QPointF(_GUTTER - 4, top - 2 - metrics.descent()), name)
        painter.setPen(QColor(colours.dim))
        for value, y in ((most, top + metrics.ascent()), (least, foot - 2)) if most > least else ((most, foot - 2),):
            text = f"{value:.3g}"
            painter.drawText(QPointF(_GUTTER - 8 - metrics.horizontalAdvance(text), y), text)
        if len(points) < 2:
            return
        points = axes.thinned(points, max(1, self.width()))
        values = np.log(points[:, 1]) if is_log else points[:, 1]
        span = values.max() - values.min()
        part = (values - values.min()) / span if span > 0 else np.full(len(values), 0.5)
        places, heights = self.places(points[:, 0]).tolist(), (foot - 4 - (foot - top - 5) * part).tolist()
        line = [QPointF(*one) for one in zip(places, heights, strict=True)]
        area = QPainterPath(QPointF(places[0], foot))
        for point in line:
            area.lineTo(point)
        area.lineTo(places[-1], foot)
        shade = QColor(ink)
        shade.setAlphaF(0.13)
        painter.fillPath(area, shade)
        painter.setPen(QPen(ink, 1.5))
        painter.drawPolyline(QPolygonF(line))

    def _draw_nonfinite(self, painter: QPainter, ink: QColor, top: float, foot: float) -> None:
        """Draw a red line with a triangle at the first step of each range of steps that are not finite."""
        steps = self.history.nonfinite_steps
        steps = steps[(steps >= self.first) & (steps <= self.last)]
        shade = QColor(ink)
        shade.setAlphaF(0.25)
        starts = list[float]()
        for low, high in _joined(np.stack((steps, steps), 1), 3 / self._scale()):
            a, b = self._place(low), self._place(high)
            painter.fillRect(QRectF(a, top, b - a, foot - top), shade)
            painter.fillRect(QRectF(a - 1, top, 2, foot - top), ink)
            starts.append(a)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for x in _spaced(np.array(starts)):
            painter.drawPolygon(QPolygonF([QPointF(x - 4, top), QPointF(x + 4, top), QPointF(x, top + 6)]))


def _spaced(places: np.ndarray) -> list[float]:
    """Return ascending positions without those that are too near to the one before."""
    found = list[float]()
    for x in places.tolist():
        if not found or x - found[-1] >= _APART:
            found.append(x)
    return found


def _joined(spans: np.ndarray, gap: float) -> list[tuple[int, int]]:
    """Return spans, joining those that are at most `gap` steps apart."""
    found = list[tuple[int, int]]()
    if len(spans):
        first = np.flatnonzero(np.diff(spans[:, 0], prepend=-(1 << 60)) > 0)
        spans = spans[first]
        breaks = np.flatnonzero(spans[1:, 0] - spans[:-1, 1] > max(1.0, gap)) + 1
        for part in np.split(spans, breaks):
            found.append((int(part[0, 0]), int(part[-1, 1])))
    return found


class Timeline(QWidget):
    """The axis of steps, with the shown step as a text, and buttons for a past step."""

    def __init__(self, colours: Colours, go_on: Callable[[], object], hide: Callable[[], object]):
        super().__init__()
        self.colours = colours
        self._now = ""
        self.axis = StepAxis(lambda: self.colours)
        self.position_label = Label(objectName="dim")
        self.go_on = qt.button(self.tr("Rewind to This Step"), go_on)
        self.latest = qt.button(
            self.tr("Latest"), lambda: self.axis.ask(self.axis.last), self.tr("Show the latest step (Esc)")
        )
        self.cross = QToolButton(autoRaise=True, objectName="cross")
        said = self.tr("Hide the timeline: View > Timeline shows it again")
        qt.with_name(self.cross, said, as_is(said)).clicked.connect(lambda: hide())
        right = qt.column(None, self.position_label, qt.line(self.go_on, self.latest, None, space=6), None, space=2)
        qt.line((self.axis, 1), right, self.cross, of=self, margins=(0, 0, 6, 0), space=6)
        for part in (self.go_on, self.latest):
            part.setObjectName("small")
        self.axis.hovered.connect(self._show_text)
        self.setFixedHeight(self.axis.sizeHint().height())
        self.setFocusProxy(self.axis)
        self.setAccessibleName(self.tr("Steps of the run"))
        self.set_colours(colours)
        self.show_step(0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.setFixedHeight(self.axis.sizeHint().height())
            self.axis.draw_again()
            self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Keep the axis in place while texts and buttons change; in a narrow window, show the axis only."""
        last, measure = f"{self.axis.last:,}", self.position_label.fontMetrics().horizontalAdvance
        wide = max(measure(text) for text in (self.axis.longest(), self.tr("Step {0} of {0}").format(last))) + 4
        is_narrow = self.width() - wide - self.cross.sizeHint().width() < _LEAST
        self.position_label.setVisible(not is_narrow)
        self.position_label.setFixedWidth(wide)
        for part in (self.go_on, self.latest):
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(not is_narrow)
            part.setSizePolicy(policy)

    def set_colours(self, colours: Colours) -> None:
        """Draw the timeline in the colours of a theme."""
        self.colours = colours
        self.cross.setIcon(icon("cross", colours))
        self.axis.draw_again()

    def show_history(self, history: HistoryReply | None) -> None:
        """Show the recorded steps, None for none."""
        self.axis.show_history(history)
        self._make_room()
        self.show_step(self.axis.shown, self._now)

    def show_step(self, step: int, now: str = "") -> None:
        """Show which step is shown.

        Args:
            step: The step, 0 for the latest.
            now: The text for a latest step that did not complete.
        """
        self._now = now
        self.axis.show_step(step)
        self._show_text()
        if not step and (self.go_on.hasFocus() or self.latest.hasFocus()):
            self.axis.setFocus()
        self.go_on.setVisible(bool(step))
        self.latest.setVisible(bool(self.axis.last and (step or now and not self.axis.has_paused)))

    def _show_text(self) -> None:
        axis, last = self.axis, f"{self.axis.last:,}"
        if axis.hovered_step:
            text = axis.describe(axis.hovered_step)
        elif axis.shown:
            text = self.tr("Step {0} of {1}").format(f"{axis.shown:,}", last)
        else:
            text = self._now or (self.tr("Step {0}").format(last) if axis.last else "")
        self.position_label.setText(
            self.position_label.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.position_label.width())
        )
        axis.setAccessibleDescription(text if axis.last else ". ".join(filter(None, (text, axis.empty_text()))))
