"""Past steps: showing them, and continuing from one of them."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QToolButton, QToolTip, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.controller import RunController
from blockloom.app.window.run.saved_runs import SavedRuns
from blockloom.app.window.run.worker_session import IDLE, OFF, RUNNING, WorkerSession
from blockloom.app.window.user_settings import settings
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.plots.axes import thinned
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import HistoryReply, ShowPastStepReply

HIGH = 36  # pixels
_SIDE, _TOP, _BOTTOM = 8, 5, 11  # pixels around the line; below it are the ticks
_APART = 4  # pixels: ticks nearer than that are drawn as a bar, dots nearer than twice that are left out
_FAR = 50.0  # a loss that falls by more than that is drawn by its logarithm


class Ticks(QWidget):
    """The steps that are kept, the latest on the right. A press or drag asks for a step, and so do the keys: left and
    right, Page Up and Down by ten, Home for the first, End and Esc for the latest. `wanted` emits it, 0: the latest.
    """

    wanted = Signal(int)

    def __init__(self, colours: Callable[[], Colours]):
        super().__init__()
        self._colours = colours
        self.kept: HistoryReply | None = None
        self.at = 0  # the step that is shown, 0: the latest
        self.ahead = False  # the latest is one that is paused, behind those that are kept
        self._steps = np.zeros((0, 2), np.int64)  # spans
        self._points = np.zeros((0, 2))
        self._drawn: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Steps of the run"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(200, HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, HIGH)

    def show_past(self, kept: HistoryReply | None) -> None:
        """Show what is kept."""
        self.kept = kept
        self._steps = kept.replayable_spans if kept is not None else np.zeros((0, 2), np.int64)
        self._points = kept.loss_points if kept is not None else np.zeros((0, 2))
        self.draw_again()

    def show_ahead(self, ahead: bool) -> None:
        """Show that the latest step is paused."""
        if ahead != self.ahead:
            self.ahead = ahead
            self.draw_again()

    def show_step(self, step: int) -> None:
        """Show which step is looked at."""
        self.at = step
        self.update()

    def draw_again(self) -> None:
        """Colours or steps are others."""
        self._drawn = None
        self.update()

    # --- where steps are ------------------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The latest step."""
        return self.kept.step + self.ahead if self.kept is not None else 0

    @property
    def first(self) -> int:
        """The first step of which something is known."""
        return int(min(self._steps[:1, 0].min(initial=self.last), *self._points[:1, 0], self.last))

    def _scale(self) -> float:
        """Pixels from one step to the next."""
        return max(1, self.width() - 2 * _SIDE) / max(1, self.last - self.first)

    def places(self, steps: np.ndarray) -> np.ndarray:
        """Where steps are drawn, in pixels."""
        return _SIDE + (steps - self.first) * self._scale()

    def nearest(self, step: float) -> int:
        """The step that can be shown and is nearest; 0 where there is none."""
        if not len(self._steps):
            return 0
        if self.ahead and step > self.last - 0.5:
            return self.last
        inside = np.clip(round(step), self._steps[:, 0], self._steps[:, 1])
        return int(inside[np.abs(inside - step).argmin()])

    def step_at(self, x: float) -> int:
        """The step that is nearest to a place."""
        return self.nearest(self.first + (x - _SIDE) / self._scale())

    def beside(self, by: int) -> int:
        """The step that is shown after so many steps on, or back."""
        step = (self.at or self.last) + by
        if by < 0 and len(self._steps):  # over what is not kept
            before = self._steps[self._steps[:, 0] <= step]
            return int(min(before[-1, 1], step)) if len(before) else int(self._steps[0, 0])
        after = self._steps[self._steps[:, 1] >= step]
        return int(max(after[0, 0], step)) if len(after) else 0

    # --- hands ----------------------------------------------------------------------------------------------------

    def ask(self, step: int) -> None:
        """Ask for a step; the latest is what is shown as a rule."""
        if self.kept is not None:
            self.wanted.emit(0 if step >= self.last else step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.kept is not None:
            self.ask(self.step_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self.kept is not None:
            self.ask(self.step_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, keys = event.key(), Qt.Key
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or self.kept is None:
            super().keyPressEvent(event)
        elif key in (keys.Key_Left, keys.Key_Right, keys.Key_PageUp, keys.Key_PageDown):
            by = 10 if key in (keys.Key_PageUp, keys.Key_PageDown) else 1
            self.ask(self.beside(-by if key in (keys.Key_Left, keys.Key_PageUp) else by) or self.last)
        elif key == keys.Key_Home:
            self.ask(self.nearest(self.first))
        elif key == keys.Key_End or key == keys.Key_Escape and self.at:
            self.ask(self.last)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.kept is not None:
            QToolTip.showText(event.globalPos(), as_is(self.tip(self.step_at(event.pos().x()))), self)
            return True
        return super().event(event)

    def tip(self, step: int) -> str:
        """What is known of a step."""
        if self.kept is None:
            return ""
        lines = [self.tr("Step {0}").format(f"{step:,}")]
        loss = self.kept.loss_points[self.kept.loss_points[:, 0] == step]
        if len(loss):
            lines.append(f"{self.kept.loss} {loss[0, 1]:.6g}")
        if (self.kept.nonfinite_steps == step).any():
            lines.append(self.tr("not finite"))
        if (self.kept.snapshot_steps == step).any():
            lines.append(self.tr("what variables held is kept"))
        return "\n".join(lines)

    # --- painting -------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._drawn = None

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._drawn is None or self._drawn.devicePixelRatio() != ratio:
            self._drawn = QPixmap((self.size() * ratio).expandedTo(QSize(1, 1)))
            self._drawn.setDevicePixelRatio(ratio)
            self._drawn.fill(Qt.GlobalColor.transparent)
            with QPainter(self._drawn) as painter:
                self._draw(painter)
        colours = self._colours()
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._drawn)
            if self.hasFocus():
                painter.setPen(QPen(QColor(colours.focus), 1))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 1.5, -0.5, -1.5), 4, 4)
            if self.kept is not None and self.last:
                self._draw_place(painter, colours)

    def _draw_place(self, painter: QPainter, colours: Colours) -> None:
        """A line with a knob where the step is that is shown."""
        x = float(self.places(np.array([self.at or self.last]))[0])
        ink = QColor(colours.warning if self.at else colours.dim)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 2 if self.at else 1))
        painter.drawLine(QPointF(x, 2), QPointF(x, self.height() - 2))
        if self.at:
            painter.setBrush(ink)
            painter.drawEllipse(QPointF(x, 4), 3.5, 3.5)

    def _draw(self, painter: QPainter) -> None:
        kept, colours, foot = self.kept, self._colours(), self.height() - _BOTTOM
        if kept is None or not self.last:
            return
        apart = self._scale()
        tick = QColor(colours.dim)
        for low, high in _joined(kept.replayable_spans, 1 / apart):
            if apart < _APART:
                a, b = self.places(np.array([low, high])).tolist()
                painter.fillRect(QRectF(a, foot + 2, max(1.0, b - a), 2), tick)
            else:
                for x in self.places(np.arange(low, high + 1)).tolist():
                    painter.fillRect(QRectF(x - 0.5, foot + 1, 1, 4), tick)
        for x in np.unique(np.round(self.places(kept.nonfinite_steps[kept.nonfinite_steps <= self.last]))).tolist():
            painter.fillRect(QRectF(x - 1, _TOP, 2, self.height() - _TOP - 3), QColor(colours.error))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_line(painter, kept.loss_points, QColor(colours.blue))
        painter.setPen(Qt.PenStyle.NoPen)
        dots = self.places(kept.snapshot_steps[kept.snapshot_steps >= self.first])
        painter.setBrush(QColor(colours.text if len(dots) * 2 * _APART < self.width() else colours.dim))
        before = -_APART * 2.0
        for x in dots.tolist():
            if x - before >= 2 * _APART:
                painter.drawEllipse(QPointF(x, foot + 6.5), 1.5, 1.5)
                before = x

    def _draw_line(self, painter: QPainter, points: np.ndarray, ink: QColor) -> None:
        points = points[np.isfinite(points[:, 1])]
        if len(points) < 2:
            return
        points = thinned(points, max(1, self.width()))
        values = points[:, 1]
        if values.min() > 0 and values.max() > _FAR * values.min():
            values = np.log(values)
        low, span = values.min(), values.max() - values.min()
        room = self.height() - _TOP - _BOTTOM - 2
        y = _TOP + room * (1 - ((values - low) / span if span > 0 else 0.5 * np.ones(len(values))))
        painter.setPen(QPen(ink, 1.4))
        painter.drawPolyline(QPolygonF([QPointF(*one) for one in zip(self.places(points[:, 0]).tolist(), y.tolist())]))


def _joined(spans: np.ndarray, gap: float) -> list[tuple[int, int]]:
    """Spans, those as one that lie nearer than so many steps."""
    found = list[tuple[int, int]]()
    if len(spans):
        first = np.flatnonzero(np.diff(spans[:, 0], prepend=-(1 << 60)) > 0)
        spans = spans[first]
        breaks = np.flatnonzero(spans[1:, 0] - spans[:-1, 1] > max(1.0, gap)) + 1
        for part in np.split(spans, breaks):
            found.append((int(part[0, 0]), int(part[-1, 1])))
    return found


class Timeline(QWidget):
    """The strip: ticks, which step is shown, and what can be done there. `hidden` is emitted where it is not wanted."""

    def __init__(self, colours: Colours, go_on: Callable[[], object], hide: Callable[[], object]):
        super().__init__()
        self.colours = colours
        self.ticks, self._now = Ticks(lambda: self.colours), ""
        self.where = Label(objectName="dim")
        self.go_on = qt.button(self.tr("Continue from Here"), go_on)
        self.go_on.setObjectName("small")
        self.latest = qt.button(
            self.tr("Latest"), lambda: self.ticks.ask(self.ticks.last), self.tr("Back to the latest step (Esc)")
        )
        self.cross = QToolButton(autoRaise=True, objectName="cross")
        said = self.tr("Hide the timeline: View > Timeline shows it again")
        qt.named(self.cross, said, as_is(said)).clicked.connect(lambda: hide())
        self.beside = QWidget()
        qt.line(self.where, self.go_on, self.latest, None, self.cross, of=self.beside, margins=0, space=6)
        self.row = qt.line((self.ticks, 1), self.beside, of=self, margins=(6, 1, 6, 1), space=6)
        for part in (self.go_on, self.latest):  # what is dragged stays where it is when they come
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            part.setSizePolicy(policy)
        self.setFixedHeight(HIGH + 2)
        self.setFocusProxy(self.ticks)
        self.setAccessibleName(self.tr("Steps of the run"))
        self.set_colours(colours)
        self.show_step(0)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where little is left for the ticks they have a line of their own."""
        super().resizeEvent(event)
        beside = self.beside.sizeHint()
        below = self.width() < 2 * beside.width()
        self.row.setDirection(QBoxLayout.Direction.TopToBottom if below else QBoxLayout.Direction.LeftToRight)
        self.setFixedHeight(HIGH + 2 + (beside.height() + self.row.spacing() if below else 0))

    def set_colours(self, colours: Colours) -> None:
        """Draw it in these."""
        self.colours = colours
        self.cross.setIcon(icon("cross", colours))
        self.ticks.draw_again()

    def show_past(self, kept: HistoryReply | None) -> None:
        """Show what is kept; hidden where that is nothing."""
        self.ticks.show_past(kept)
        self.setVisible(kept is not None and len(kept.replayable_spans) > 0)
        self.show_step(self.ticks.at, self._now)

    def show_step(self, step: int, now: str = "") -> None:
        """Show which step is looked at, 0: the latest, or the one of which `now` tells, which did not end."""
        self._now = now
        self.ticks.show_step(step)
        last = f"{self.ticks.last:,}"
        widest = self.tr("Step {0} of {1}").format(last, last)
        self.where.setMinimumWidth(self.where.fontMetrics().horizontalAdvance(widest) + 4)
        looked = self.tr("Step {0} of {1}").format(f"{step:,}", last) if step else ""
        self.where.setText(looked or now or self.tr("Step {0}").format(last))
        if not step and (self.go_on.hasFocus() or self.latest.hasFocus()):
            self.ticks.setFocus()
        self.go_on.setVisible(bool(step))
        self.latest.setVisible(bool(step or now and not self.ticks.ahead))


_TOLD_MS = 300  # milliseconds between two requests for the history of a running run
_PATIENT = 0.15  # seconds until a request for a step is replaced by the next one


class TimeTravel(QObject):
    """Shows the timeline of the current page, and the steps that are selected in it, one at a time.

    `on` shows or hides the timeline, and is stored in the settings.
    """

    toggled = Signal(bool)

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        runs: RunController,
        keeping: SavedRuns,
        colours: Colours,
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker, self.runs, self.keeping = workspace, tabs, worker, runs, keeping
        self.on = settings().value("timeline", True) in (True, "true")
        runs.watches_loss = self.on
        self.timeline = Timeline(colours, self.go_on, self.toggle)
        self.page = ""  # the page of the timeline
        self.kept: HistoryReply | None = None
        self._wanted = 0  # the step to show, 0: the latest
        self.asked = 0.0  # time of the request for a step that has no reply yet
        self._ticket = 0
        self._soon = QTimer(self, singleShot=True, interval=_TOLD_MS, timeout=self._ask)
        self.timeline.ticks.wanted.connect(self.look)
        worker.progressed.connect(lambda _: self._soon.isActive() or self._soon.start())
        worker.ended.connect(lambda _: self._ask())
        worker.opened.connect(lambda _: self.forget())
        worker.was_reset.connect(self.forget)
        worker.died.connect(lambda _: self.forget())
        worker.state_changed.connect(self._state)
        workspace.replaced.connect(self.forget)
        tabs.current_changed.connect(self._show)
        tabs.looked.connect(lambda _: self._show())
        runs.failed.came.connect(self._leave)
        runs.failed.left.connect(self._show_step)
        runs.paused.paused.connect(self._pause)
        runs.paused.back_wanted.connect(lambda: self.look(0))

    @property
    def shown_step(self) -> int:
        """The step that is shown, 0: the latest."""
        return self._wanted

    def toggle(self) -> None:
        """Show the timeline, or hide it."""
        self.on = self.runs.watches_loss = not self.on
        settings().setValue("timeline", self.on)
        self.toggled.emit(self.on)
        if not self.on and self._wanted:
            self.look(0)
        self._show()
        self._ask()

    def forget(self) -> None:
        """Forget all steps."""
        self._soon.stop()
        self.kept, self.page, self._wanted, self.asked = None, "", 0, 0.0
        self._ticket += 1
        self._show()

    # --- history --------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        page = self.runs.result_page
        if not self.on or not page or self.worker.state not in (IDLE, RUNNING):
            return

        def told(reply: HistoryReply | None) -> None:
            if reply is not None and page == self.runs.result_page:
                self.page, self.kept = page, reply
                self._show()

        self.worker.ask(requests.GetHistoryRequest(), told)

    def _show(self) -> None:
        front = self.tabs.count() and self.tabs.top() == (self.runs.result_page or None)
        self.timeline.show_past(self.kept if self.on and front and self.page == self.runs.result_page else None)
        self._show_step()

    def _show_step(self) -> None:
        failed, paused, now = self.runs.failed, self.runs.paused, ""
        if failed.shows and failed.page == self.page:
            now = self.tr("Step {0}, failed").format(f"{failed.step:,}")
        ahead = paused.at is not None and paused.page == self.page
        if ahead and paused.at is not None:
            now = self.tr("Step {0}, paused").format(f"{paused.at.step:,}")
        self.timeline.ticks.show_ahead(ahead)
        self.timeline.show_step(self._wanted, now)

    def _pause(self) -> None:
        """Show the latest step when a run pauses or continues."""
        self.runs.leave_looked()
        self._leave()

    def _state(self, state: str) -> None:
        if state == RUNNING:  # from now on, the latest steps are shown
            self.runs.leave_looked()
            self._leave()
        elif state == OFF:
            self.forget()

    def _leave(self) -> None:
        """Mark the latest step as the one that is shown."""
        self._ticket += 1
        self._wanted, self.asked = 0, 0.0
        self._show_step()

    # --- past steps -----------------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Show the step that is `by` steps after or before the shown one."""
        self.look(self.timeline.ticks.beside(by) if self.kept is not None else 0)

    def look(self, step: int) -> None:
        """Show a past step, 0: the latest."""
        if self.kept is None or self.worker.state != IDLE:
            self.workspace.refuse(
                self.tr("A run is under way: stop it first.")
                if self.worker.state not in (IDLE, OFF)
                else self.tr("No past step is recorded: run the page first.")
            )
            return
        self._wanted = 0 if step >= self.timeline.ticks.last else step
        self._show_step()
        if not self.asked or time.monotonic() - self.asked > _PATIENT:
            self._send()

    def _send(self) -> None:
        step = self._wanted
        self._ticket += 1
        ticket, self.asked = self._ticket, time.monotonic()

        def shown(reply: ShowPastStepReply | None) -> None:
            if ticket != self._ticket:
                return
            self.asked = 0.0
            if reply is not None and not reply.refusal and self.kept is not None:
                self.runs.show_looked(self.worker.names.translate_step(reply.shown), self.timeline.ticks.last)
            if self._wanted != step:
                self._send()
            elif reply is not None and reply.refusal:
                self.workspace.refuse(translated(reply.refusal))

        self.worker.ask(requests.ShowPastStepRequest(step=step), shown)

    def go_on(self) -> None:
        """Continue from the step that is shown. The run until now is saved for comparison."""
        if not self._wanted or self.kept is None or self.worker.state != IDLE:
            self.workspace.refuse(self.tr("Select a past step first: drag in the timeline below the page."))
            return
        self.keeping.keep_as(self.page, self.tr("until step {0}").format(self.kept.step))
        self.runs.go_back(self._wanted)
