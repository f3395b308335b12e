"""What the mouse, the keyboard and drops do on a canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QInputDevice,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from blockloom.app.canvas import tooltips
from blockloom.app.canvas.commands.growing import Lasso
from blockloom.app.canvas.commands.menu import context_menu
from blockloom.app.canvas.commands.pinning import CloseClick
from blockloom.app.canvas.keyboard_layouts import digit, letter
from blockloom.app.canvas.monitors import ResizeMonitor
from blockloom.app.canvas.mouse.badges import BadgeClick
from blockloom.app.canvas.mouse.gestures import BoxSelect, Drag, FoldClick, Gesture, Pan, Resize
from blockloom.app.canvas.mouse.hits import EMPTY, Hit, hit
from blockloom.app.canvas.mouse.linking import Carry, Copy, Detach, Tie
from blockloom.app.canvas.mouse.strokes import Cut, Reroute, reset_route
from blockloom.app.canvas.mouse.wiring import WireDrag
from blockloom.app.canvas.symbolshape import ATTRS_PIN
from blockloom.app.canvas.view import NOTCH
from blockloom.blocks.document import BYPASS, MUTE

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

SCROLL = 80             # widget pixels per notch
EDGE, DRIFT = 24.0, 30  # widget pixels from the edge in which dragging scrolls; milliseconds between steps
NUDGE = 10.0            # canvas pixels per arrow key; with Shift a tenth

# What a press of the left button begins, by what lies under it.
START: dict[str, type[Gesture]] = {
    "empty": BoxSelect, "pin": WireDrag, "control": WireDrag, "source-end": WireDrag, "target-end": WireDrag,
    "wire": Reroute, "body": Drag, "title": Drag, "field": Drag, "result": Drag, "note": Drag, "frame": Drag,
    "grip": Resize, "fold": FoldClick, "close": CloseClick, "badge": BadgeClick}
_CURSORS = {
    "pin": Qt.CursorShape.CrossCursor, "control": Qt.CursorShape.CrossCursor, "grip": Qt.CursorShape.SizeFDiagCursor,
    "field": Qt.CursorShape.IBeamCursor, "wire": Qt.CursorShape.PointingHandCursor,
    "fold": Qt.CursorShape.PointingHandCursor, "close": Qt.CursorShape.PointingHandCursor,
    "badge": Qt.CursorShape.PointingHandCursor,
    "source-end": Qt.CursorShape.CrossCursor, "target-end": Qt.CursorShape.CrossCursor}
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_KEY = QKeySequence.StandardKey
_LASSO = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_SET = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier     # with a digit: a bookmark


class Events:
    """Mixed into the canvas: the virtual methods of QWidget that bring input."""

    wheel_scrolls = False   # the wheel moves the page, and zooms with Ctrl; else it zooms

    def hit(self: Canvas, at: QPointF) -> Hit:
        """What lies under a canvas point."""
        return self.badge_at(at, hit(self.scene, at, self.view.scale))

    def mousePressEvent(self: Canvas, event: QMouseEvent) -> None:
        self.close_editor()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self.gesture is not None:
            return
        at = self.view.to_canvas(event.position())
        found = self.hit(at)
        if event.button() == Qt.MouseButton.MiddleButton or self._space and event.button() == Qt.MouseButton.LeftButton:
            self.gesture = Pan(self, found, at, event)
        elif event.button() == Qt.MouseButton.LeftButton and self._knife or (
                event.button() == Qt.MouseButton.RightButton
                and event.modifiers() & Qt.KeyboardModifier.ControlModifier):
            self.gesture = Cut(self, found, at, event)
        elif event.button() == Qt.MouseButton.RightButton and event.modifiers() & Qt.KeyboardModifier.AltModifier \
                and found.id in self.scene.slot:
            self.gesture = Tie(self, found, at, event)
        elif event.button() == Qt.MouseButton.LeftButton:
            what = found.what
            if what == "pin" and found.spot.role in ("scope", "attr"):
                what = "body"
            elif what == "result" and found.spot.role == "result":
                what = "pin"
            self.gesture = self._gesture(what, found, event)(self, found, at, event)
        if self.gesture is not None:
            QToolTip.hideText()
            self.setCursor(self.gesture.cursor)

    def _gesture(self: Canvas, what: str, found: Hit, event: QMouseEvent) -> type[Gesture]:
        kind, keys = START[what], event.modifiers()
        if what == "grip" and found.id in self.scene.slot:
            return ResizeMonitor
        if kind is BoxSelect and keys & _LASSO == _LASSO:
            return Lasso
        if kind is Drag and keys & Qt.KeyboardModifier.ControlModifier:
            return Copy
        if kind is Drag and keys & Qt.KeyboardModifier.AltModifier and found.id in self.scene.slot:
            return Detach
        if kind is WireDrag and keys & Qt.KeyboardModifier.ShiftModifier and self.gives(found):
            return Carry
        return kind

    def mouseMoveEvent(self: Canvas, event: QMouseEvent) -> None:
        self.pointer = at = self.view.to_canvas(event.position())
        if self.gesture is not None:
            self.gesture.mouse_moved(at, event)
            self._near_edge(event)
        else:
            self._hover(self.hit(at))

    def _near_edge(self: Canvas, event: QMouseEvent) -> None:
        """While something is dragged at the edge of the widget, the page scrolls on."""
        inside = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        if isinstance(self.gesture, Pan) or not self.gesture.moved or inside.contains(event.position()):
            self._drift.stop()
        else:
            self._drift_from = event.position(), event.globalPosition(), event.buttons(), event.modifiers()
            self._drift.start(DRIFT)

    def _drift_on(self: Canvas) -> None:
        if self.gesture is None:
            self._drift.stop()
            return
        at, everywhere, buttons, modifiers = self._drift_from
        inside = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        dx = min(0.0, at.x() - inside.left()) + max(0.0, at.x() - inside.right())
        dy = min(0.0, at.y() - inside.top()) + max(0.0, at.y() - inside.bottom())
        self.scroll_by(-round(max(-EDGE, min(EDGE, dx))), -round(max(-EDGE, min(EDGE, dy))))
        self.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, at, everywhere, Qt.MouseButton.NoButton, buttons,
                                        modifiers))

    def mouseReleaseEvent(self: Canvas, event: QMouseEvent) -> None:
        gesture = self.gesture
        if gesture is None or event.button() != gesture.button:
            return
        self.pointer = at = self.view.to_canvas(event.position())
        gesture.mouse_moved(at, event)
        self.gesture = None
        self.unsetCursor()
        gesture.finish(at, event)
        self.clicked(gesture, event)
        self.update()

    def mouseDoubleClickEvent(self: Canvas, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._space:
            self.mousePressEvent(event)
            return
        self.cancel()
        at = self.view.to_canvas(event.position())
        found = self.hit(at)
        if found.what == "empty":
            self.add_wanted.emit(at, None)
        elif found.wire >= 0:
            wire = self.scene.wires[found.wire]
            if not (wire.look.route and reset_route(self, wire)):
                self.add_wanted.emit(at, wire)
        elif found.what == "note":
            self.edit_note(found.id)
        elif found.what == "frame":
            self.edit_frame(found.id)
        elif found.what == "title":
            self.edit_name(found.id)
        elif found.what == "result" or found.what == "pin" and found.spot.role == "output":
            self.results_wanted.emit(found.id, found.spot.name)
        elif found.what == "pin" and found.spot.role == "attr" and found.spot.pin is None:
            self.edit_attrs(found.id)
        elif found.what == "field" or found.what == "pin" and self.can_edit(found.id, found.spot.name):
            self.edit_value(found.id, found.spot.name)
        elif found.what in ("body", "control"):
            row = self._row(found.id, at)
            watched = self.marks.watching.get(found.id)
            if row and self.can_edit(found.id, row):
                self.edit_value(found.id, row)
            elif row == ATTRS_PIN:
                self.edit_attrs(found.id)
            elif watched and watched[0].matrix:
                self.viewer_wanted.emit(watched[0].block, watched[0].pin, self.page.blocks[found.id].type)
            elif watched:
                self.results_wanted.emit(watched[0].block, watched[0].pin)
            else:
                self.results_wanted.emit(found.id, "")

    def _row(self: Canvas, name: str, at: QPointF) -> str:
        """The left pin whose label lies at a point."""
        slot = self.scene.slot[name]
        x, y = at.x() - self.scene.pos[slot, 0], at.y() - self.scene.pos[slot, 1]
        for spot in self.scene.layouts[slot].spots:
            if spot.role in ("input", "attr", "unknown") and spot.label and abs(y - spot.y) < 8 and (
                    x < spot.x + 9 + self.scene.geometry.metrics.label.horizontalAdvance(spot.label)):
                return spot.name
        return ""

    def _hover(self: Canvas, found: Hit) -> None:
        if found == self.hover:
            return
        for one in (self.hover, found):
            slot = self.scene.slot.get(one.id)
            if one.wire >= 0:
                self.update()
            elif slot is not None:
                self._update(QRectF(*self.scene.pos[slot], *self.scene.size[slot]).adjusted(-12, -12, 12, 12))
        self.hover = found
        wireable = found.what != "pin" or found.spot.role not in ("scope", "attr")
        self.setCursor(_CURSORS.get(found.what, Qt.CursorShape.ArrowCursor) if wireable else Qt.CursorShape.ArrowCursor)

    def leaveEvent(self: Canvas, event: QEvent) -> None:
        if self.gesture is None:
            self._hover(EMPTY)

    def wheelEvent(self: Canvas, event: QWheelEvent) -> None:
        ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        touch = event.device() is not None and event.device().type() == QInputDevice.DeviceType.TouchPad
        if (touch or not event.pixelDelta().isNull()) and not ctrl:
            delta = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 4
            self.scroll_by(delta.x(), delta.y())
        elif not ctrl and (sideways := _sideways(event)):
            self.scroll_by(round(sideways * SCROLL / 120), 0)
        elif self.wheel_scrolls and not ctrl:
            self.scroll_by(0, round(event.angleDelta().y() * SCROLL / 120))
        else:
            notches = (event.angleDelta().y() or event.angleDelta().x()) / 120
            self.zoom_to(self.view.scale * NOTCH ** notches, event.position())
        event.accept()

    def contextMenuEvent(self: Canvas, event: QContextMenuEvent) -> None:
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        if self.gesture is not None or not keyboard and event.modifiers() & (
                Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return      # a stroke that cuts wires, or a wire from block to block
        self.close_editor()
        at = self.view.to_canvas(QPointF(event.pos()))
        names, place = self.selection(), event.globalPos()
        if keyboard and names:
            found = Hit("body", min(names))
            if found.id in self.scene.slot:     # the menu stands on the block, not in the middle of the page
                self._show(found.id)
                corner = self.view.widget(self.scene.pos[self.scene.slot[found.id]])
                place = self.mapToGlobal(QPointF(*corner.tolist()).toPoint() + QPoint(20, 20))
        else:
            found = self.hit(at)
        if found.wire >= 0:
            if not self.scene.wselected[found.wire]:
                self.choose((), wires=[found.wire])
        elif found.id and found.id not in names:
            self.choose({found.id})
        context_menu(self, found, at).popup(place)

    def cancel(self: Canvas) -> bool:
        """Give up the gesture under way. False where there is none."""
        if self.gesture is None:
            return False
        gesture, self.gesture = self.gesture, None
        self.unsetCursor()
        gesture.cancel()
        self.update()
        return True

    # --- keyboard ------------------------------------------------------------------------------------------

    def event(self: Canvas, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ToolTip:
            self._tool_tip(event)
            return True
        if kind == QEvent.Type.ShortcutOverride and self._sets_bookmark(event):
            event.accept()
            return True
        if kind == QEvent.Type.NativeGesture and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_to(self.view.scale * (1 + event.value()), event.position())
            return True
        return QWidget.event(self, event)

    def focusNextPrevChild(self: Canvas, forward: bool) -> bool:
        return False    # Tab adds a block

    def keyPressEvent(self: Canvas, event: QKeyEvent) -> None:
        if not self._key(event):
            QWidget.keyPressEvent(self, event)

    @staticmethod
    def _sets_bookmark(event: QKeyEvent) -> bool:
        """Whether a bookmark is to be set where Shift also makes the digit: there Ctrl+Shift+1 is Ctrl+1 as well."""
        return event.modifiers() == _SET and event.key() - Qt.Key.Key_0 in range(1, 10)

    def _key(self: Canvas, event: QKeyEvent) -> bool:
        key, shift = letter(event), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Escape:
            if not self.cancel():
                self.choose(())
            return True
        if key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._space = True
                if self.gesture is None:
                    self.setCursor(Qt.CursorShape.OpenHandCursor)
            return True
        if key == Qt.Key.Key_Y and not event.modifiers():
            if not event.isAutoRepeat():
                self._knife = True
                if self.gesture is None:
                    self.setCursor(Qt.CursorShape.CrossCursor)
            return True
        if self.gesture is not None:
            return True     # a gesture under way is finished or cancelled first
        for sequence, do in ((_KEY.Undo, self.history.undo), (_KEY.Redo, self.history.redo),
                             (_KEY.SelectAll, self.select_all), (_KEY.Copy, self.copy), (_KEY.Cut, self.cut),
                             (_KEY.Paste, self.paste_clipboard), (_KEY.Delete, self.delete_selection)):
            if event.matches(sequence):
                do()
                return True
        number = digit(event)
        if number and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier in (_SET, Qt.KeyboardModifier(0)):
            (self.set_bookmark if shift else self.go_bookmark)(number)
            return True
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if key == Qt.Key.Key_D and shift:
                self.duplicate_wired()
                return True
            if key == Qt.Key.Key_B and shift:
                self.set_mode(BYPASS)
                return True
            do = {Qt.Key.Key_D: self.duplicate, Qt.Key.Key_G: self.frame_selection,
                  Qt.Key.Key_M: lambda: self.set_mode(MUTE),
                  Qt.Key.Key_0: lambda: self.zoom_to(1.0), Qt.Key.Key_Plus: self.zoom_in,
                  Qt.Key.Key_Equal: self.zoom_in, Qt.Key.Key_Minus: self.zoom_out,
                  Qt.Key.Key_Y: self.history.redo}.get(key)
            if key == Qt.Key.Key_Z and shift:
                do = self.history.redo
            if do:
                do()
            return do is not None
        if key in _ARROWS and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.step(*_ARROWS[key], shift)
            return True
        if key in _ARROWS:
            step = NUDGE / 10 if shift else NUDGE
            self.nudge(*(step * part for part in _ARROWS[key]))
            return True
        if key == Qt.Key.Key_Backspace:
            self.delete_selection()
        elif key in (Qt.Key.Key_F, Qt.Key.Key_Home):
            self.fit()
        elif key == Qt.Key.Key_M:
            self.toggle_map()
        elif key == Qt.Key.Key_C:
            self.fold_selection()
        elif key == Qt.Key.Key_B:
            self.add_bookmark()
        elif key == Qt.Key.Key_F2:
            return self.rename_first()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self.edit_first()
        elif key == Qt.Key.Key_Tab:
            pointed = self.underMouse() and self.hit(self.pointer).what in ("empty", "frame")
            self.add_wanted.emit(self.pointer if pointed else self.beside(), None)
        else:
            return False
        return True

    def keyReleaseEvent(self: Canvas, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            if self.gesture is None:
                self.unsetCursor()
        elif letter(event) == Qt.Key.Key_Y and not event.isAutoRepeat():
            self._knife = False
            if self.gesture is None:
                self.unsetCursor()
        else:
            QWidget.keyReleaseEvent(self, event)

    def focusOutEvent(self: Canvas, event: QFocusEvent) -> None:
        self._space = self._knife = False     # their release will not be heard here
        QWidget.focusOutEvent(self, event)

    # --- tooltips ------------------------------------------------------------------------------------------

    def _tool_tip(self: Canvas, event: QHelpEvent) -> None:
        found = self.hit(self.view.to_canvas(QPointF(event.pos())))
        text = tooltips.tip(found, self.scene, self.page, self.marks, self.rules().inference) if found != EMPTY else ""
        if text and self.gesture is None and self.editor is None:
            QToolTip.showText(event.globalPos(), text, self)
        else:
            QToolTip.hideText()


def _sideways(event: QWheelEvent) -> int:
    """How far a wheel goes to the side: one that tilts, or turns with Shift, or with Alt (Qt calls that sideways)."""
    angle = event.angleDelta()
    return angle.y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not angle.x() else angle.x()
