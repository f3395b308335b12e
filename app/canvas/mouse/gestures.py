"""Mouse events of a canvas: one gesture at a time, and hints on clicks in the status bar."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QInputDevice, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from blockloom.app.canvas.look.hits import EMPTY, CanvasHit
from blockloom.app.canvas.mouse.gesture import Gesture, Parts
from blockloom.app.canvas.mouse.moving import Pan
from blockloom.app.canvas.page.view import NOTCH
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.symbolshape import ATTRS_PIN
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.catalogue.parameters import instances


def hint(hit: CanvasHit, scene: Scene) -> str:
    """Return the hint for the hit item; "" if a click does nothing."""
    wire = tr("Drag: wire it to another pin")
    typed = tr("Double click: type a value")
    return {
        "empty": tr("Drag: select · double click or Tab: add a block · middle button: move the page"),
        "pin": _pin(hit, typed),
        "port": tr("Drag: wire · double click: its result") if hit.side == "out" else tr("Drag: wire"),
        "rays": tr("Click: find the origin of the non-finite value"),
        "control": tr("Drag to another block: set which one runs first"),
        "field": typed,
        "toggle": tr("Click: true or false"),
        "slider": tr("Drag: change the value"),
        "title": tr("Drag: move · double click: rename"),
        "body": tr("Drag: move · double click: results · right button: more"),
        "result": tr("Double click: results"),
        "wire": tr("Double click: add a block in between · drag: change the route · Del: delete"),
        "source-end": wire,
        "target-end": wire,
        "frame": tr("Drag: move it with its blocks · double click: expand")
        if hit.id in scene.folds
        else tr("Drag: move it with its blocks · double click: edit the title"),
        "fold": tr("Click: collapse or expand"),
        "bundle": tr("Click: show each pin · drag: move the frame with its blocks"),
        "note": tr("Drag: move · double click: edit the text"),
        "grip": tr("Drag: change the size"),
        "close": tr("Click: unpin"),
        "badge": tr("Click: show fixes"),
        "gone": tr("Click: select it in the list of changes"),
    }.get(hit.kind, "")


def _pin(hit: CanvasHit, typed: str) -> str:
    role = hit.spot.role
    if role == "attr":
        return typed
    if role in ("output", "result"):
        return tr("Drag: wire · double click: its result")
    return tr("Drag: wire · double click: type a value") if role == "input" else ""


SCROLL = 80  # widget pixels per notch of the wheel
# Dragging scrolls within these widget pixels from the edge, with these milliseconds between steps.
EDGE, DRIFT = 24.0, 30

_CURSORS = {
    "pin": Qt.CursorShape.CrossCursor,
    "port": Qt.CursorShape.CrossCursor,
    "rays": Qt.CursorShape.PointingHandCursor,
    "control": Qt.CursorShape.CrossCursor,
    "grip": Qt.CursorShape.SizeFDiagCursor,
    "field": Qt.CursorShape.IBeamCursor,
    "wire": Qt.CursorShape.PointingHandCursor,
    "fold": Qt.CursorShape.PointingHandCursor,
    "bundle": Qt.CursorShape.PointingHandCursor,
    "close": Qt.CursorShape.PointingHandCursor,
    "badge": Qt.CursorShape.PointingHandCursor,
    "toggle": Qt.CursorShape.PointingHandCursor,
    "slider": Qt.CursorShape.SizeHorCursor,
    "source-end": Qt.CursorShape.CrossCursor,
    "target-end": Qt.CursorShape.CrossCursor,
}


class Gestures:
    """Handles the mouse events of a canvas. The widget is used only for its cursor and tooltips."""

    def __init__(self, parts: Parts, widget: QWidget):
        self.parts, self._widget = parts, widget
        self.current: Gesture | None = None
        self.hover = EMPTY
        self.pointer = QPointF()  # position of the mouse on the canvas
        self._pan_key = self._cut_key = False
        self.alt_key = False  # whether a key that acts as Alt is pressed
        self._drift = QTimer(widget)
        self._drift.timeout.connect(self._drift_on)

    @property
    def paints_nothing(self) -> bool:
        """True if no gesture paints anything over the page."""
        return self.current is None or isinstance(self.current, Pan)

    @property
    def hovering(self) -> bool:
        """True if the pointer is over the widget."""
        return self._widget.underMouse()

    def press(self, event: QMouseEvent) -> None:
        """Begin the gesture of a press."""
        if self.current is not None:
            return
        event = self._with_alt(event)
        from blockloom.app.canvas.mouse.table import start  # late, because it imports all gestures

        at = self.parts.view.to_canvas(event.position())
        self.current = start(self.parts, self._hit(at), at, event, self._pan_key, self._cut_key)
        if self.current is not None:
            QToolTip.hideText()
            self._widget.setCursor(self.current.cursor)

    def move(self, event: QMouseEvent) -> None:
        """Move the gesture, or hover."""
        self.pointer = at = self.parts.view.to_canvas(event.position())
        if self.current is not None:
            event = self._with_alt(event)
            self.current.mouse_moved(at, event)
            self._near_edge(event)
        else:
            self.hover_over(self._hit(at))

    def _hit(self, at: QPointF) -> CanvasHit:
        """Return the item at a canvas point, including removed items of a compared page."""
        found, layers = self.parts.hit(at), self.parts.painter.layers
        item, field = layers.gone_at(at) if layers is not None and found == EMPTY else ("", "")
        return CanvasHit("gone", item, field=field) if item else found

    def release(self, event: QMouseEvent) -> None:
        """Finish the gesture."""
        gesture = self.current
        if gesture is None or event.button() != gesture.button:
            return
        event = self._with_alt(event)
        self.pointer = at = self.parts.view.to_canvas(event.position())
        gesture.mouse_moved(at, event)
        self.current = None
        self._widget.unsetCursor()
        gesture.finish(at, event)
        pin, block = gesture.hit.spot.name, gesture.hit.id
        if (
            gesture.hit.kind in ("pin", "port", "rays")
            and not gesture.moved
            and event.button() == Qt.MouseButton.LeftButton
            and not event.modifiers()
        ):
            if self.parts.marks.severity(block, pin):
                self.parts.requests.fixes_wanted.emit(block, pin)
            elif gesture.hit.spot.role == "output" and self.parts.marks.not_finite(block, pin):
                self.parts.requests.why_wanted.emit(block, pin)
        self.parts.repaint.all()

    def _with_alt(self, event: QMouseEvent) -> QMouseEvent:
        """Return an event for a gesture, with Alt if a key that acts as Alt is pressed."""
        if not self.alt_key:
            return event
        return QMouseEvent(
            event.type(),
            event.position(),
            event.globalPosition(),
            event.button(),
            event.buttons(),
            event.modifiers() | Qt.KeyboardModifier.AltModifier,
        )

    def cancel(self) -> bool:
        """Cancel the gesture; return False if there is none."""
        if self.current is None:
            return False
        gesture, self.current = self.current, None
        self._widget.unsetCursor()
        gesture.cancel()
        self.parts.repaint.all()
        return True

    def page_edited(self) -> None:
        """End the gesture, since another edit changed the page."""
        if self.current is not None and not self.current.editing:
            gesture, self.current = self.current, None
            gesture.lost()

    def hold(self, panning: bool | None = None, cutting: bool | None = None, alt: bool | None = None) -> None:
        """Set the keys with which the left button pans or cuts wires, or which act as Alt. None: unchanged.

        Window managers reserve Alt.
        """
        if alt is not None:
            self.alt_key = alt
            return
        if panning is not None:
            self._pan_key = panning
        if cutting is not None:
            self._cut_key = cutting
        if self.current is None:
            if panning or cutting:
                self._widget.setCursor(Qt.CursorShape.OpenHandCursor if panning else Qt.CursorShape.CrossCursor)
            else:
                self._widget.unsetCursor()

    def forget_keys(self) -> None:
        """Treat all such keys as released."""
        self._pan_key = self._cut_key = self.alt_key = False

    def _near_edge(self, event: QMouseEvent) -> None:
        """Scroll the page while something is dragged at the edge of the widget."""
        if (
            self.current is None
            or isinstance(self.current, Pan)
            or not self.current.moved
            or self._inner().contains(event.position())
        ):
            self._drift.stop()
        else:
            self._drift_from = event.position(), event.globalPosition(), event.buttons(), event.modifiers()
            self._drift.start(DRIFT)

    def _inner(self) -> QRectF:
        return QRectF(self.parts.view.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)

    def _drift_on(self) -> None:
        if self.current is None:
            self._drift.stop()
            return
        at, everywhere, buttons, modifiers = self._drift_from
        inside = self._inner()
        dx = min(0.0, at.x() - inside.left()) + max(0.0, at.x() - inside.right())
        dy = min(0.0, at.y() - inside.top()) + max(0.0, at.y() - inside.bottom())
        self.parts.view.scroll(-round(max(-EDGE, min(EDGE, dx))), -round(max(-EDGE, min(EDGE, dy))))
        self.move(QMouseEvent(QEvent.Type.MouseMove, at, everywhere, Qt.MouseButton.NoButton, buttons, modifiers))

    def hover_over(self, hit: CanvasHit) -> None:
        """Update cursor, hint and picture for the item under the pointer."""
        if hit == self.hover:
            return
        scene, repaint = self.parts.scene, self.parts.repaint
        for under in (self.hover, hit):
            slot = scene.slot.get(under.id)
            if under.wire >= 0 or under.kind == "bundle":
                repaint.all()
            elif slot is not None:
                repaint.area(scene.visible_rect(slot).adjusted(-12, -12, 12, 12))
        self.hover = hit
        self.parts.requests.pointed.emit(hint(hit, scene))
        wireable = hit.kind != "pin" or hit.spot.role not in ("scope", "attr")
        arrow = Qt.CursorShape.ArrowCursor
        self._widget.setCursor(_CURSORS.get(hit.kind, arrow) if wireable else arrow)

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom, or scroll the page."""
        view, ctrl = self.parts.view, event.modifiers() & Qt.KeyboardModifier.ControlModifier
        touch = event.device() is not None and event.device().type() == QInputDevice.DeviceType.TouchPad
        if (touch or not event.pixelDelta().isNull()) and not ctrl:
            delta = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 4
            view.scroll(delta.x(), delta.y())
        elif not ctrl and (sideways := _sideways(event)):
            view.scroll(round(sideways * SCROLL / 120), 0)
        elif self.parts.settings.wheel_scrolls and not ctrl:
            view.scroll(0, round(event.angleDelta().y() * SCROLL / 120))
        else:
            notches = (event.angleDelta().y() or event.angleDelta().x()) / 120
            view.zoom_to(view.scale * NOTCH**notches, event.position())
        event.accept()

    def double_click(self, event: QMouseEvent) -> None:
        """Edit the item, show its result, or ask for a block."""
        if event.button() != Qt.MouseButton.LeftButton or self._pan_key:
            self.press(event)
            return
        self.cancel()
        parts, inline, requests = self.parts, self.parts.inline, self.parts.requests
        at = parts.view.to_canvas(event.position())
        hit = self._hit(at)
        if hit.kind == "toggle":  # a double click toggles twice
            parts.editing.toggle(hit.id, hit.spot.name)
        elif hit.kind == "empty":
            requests.add_wanted.emit(at, None)
        elif hit.wire >= 0:
            wire = parts.scene.wires[hit.wire]
            bent = wire.look.route and hit.wire not in parts.scene.crossing
            if not (bent and parts.editing.route(wire)):
                requests.add_wanted.emit(at, wire)
        elif hit.kind == "note":
            inline.note(hit.id)
        elif hit.kind in ("frame", "bundle") and hit.id in parts.scene.folds:
            parts.frames.toggle(hit.id)
        elif hit.kind == "frame":
            inline.frame(hit.id)
        elif (
            hit.kind in ("title", "body")
            and self.enter(hit.id)
            or hit.spot.role == "attr"
            and self.enter(hit.id, hit.spot.name)
        ):
            pass
        elif hit.kind == "title":
            inline.name(hit.id)
        elif hit.kind == "result" or hit.kind in ("pin", "port", "rays") and hit.spot.role == "output":
            requests.results_wanted.emit(hit.id, hit.spot.name)
        elif hit.kind == "pin" and hit.spot.role == "attr" and hit.spot.pin is None:
            inline.attrs(hit.id)
        elif hit.kind in ("field", "slider") or hit.kind == "pin" and inline.can_edit(hit.id, hit.spot.name):
            inline.value(hit.id, hit.spot.name)
        elif hit.kind in ("body", "control"):
            self._open_block(hit.id, self._row(hit.id, at))

    def enter(self, block: str, attr: str = "") -> bool:
        """Ask for the page of an instance, or of a block's function. Return False if there is none."""
        parts = self.parts
        pages = parts.open_page.within(block, attr)
        if not pages or not attr and not instances([parts.page.blocks[block]]):
            return False
        parts.menus.enter(block, pages)
        return True

    def _open_block(self, name: str, row: str) -> None:
        """Edit the value of a row of a block if possible; else show the results of the block or monitor."""
        parts, requests = self.parts, self.parts.requests
        watched = parts.marks.watching.get(name)
        if row and parts.inline.can_edit(name, row):
            parts.inline.value(name, row)
        elif row == ATTRS_PIN:
            parts.inline.attrs(name)
        elif watched:
            requests.viewer_wanted.emit(watched[0].address.block, watched[0].address.end, name)
        else:
            requests.results_wanted.emit(name, "")

    def _row(self, name: str, at: QPointF) -> str:
        """Return the left pin whose label is at a point."""
        scene = self.parts.scene
        slot = scene.slot[name]
        x, y = at.x() - scene.pos[slot, 0], at.y() - scene.pos[slot, 1]
        for spot in scene.layouts[slot].spots:
            if (
                spot.role in ("input", "attr", "unknown")
                and spot.label
                and abs(y - spot.y) < 8
                and (x < spot.x + 9 + scene.geometry.metrics.label.horizontalAdvance(spot.label))
            ):
                return spot.name
        return ""


def _sideways(event: QWheelEvent) -> int:
    """Return the sideways movement of a wheel: tilted, or turned with Shift or Alt (as Qt does)."""
    angle = event.angleDelta()
    return angle.y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not angle.x() else angle.x()
