"""Gestures that wire by blocks and outputs: from block to block wherever they are pressed, all wires of an output."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPainter

from blockloom.app.canvas.look.hits import hit as hit_at
from blockloom.app.canvas.mouse.gesture import Gesture, Parts
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.paint.wire_painter import rubber
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.blocks import operations
from blockloom.blocks.document.pages import CONTROL, Wire
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.wire_rules import WireEnd, WireFit
from blockloom.blocks.operations import PageChange

_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Tie(Gesture):
    """Alt and the right button: drag from block to block, and the pins that fit best are wired."""

    cursor = Qt.CursorShape.CrossCursor

    def begin(self, event: QMouseEvent) -> None:
        self.at, self.target = self.start, ""
        self.fit: WireFit | None = None

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        parts, self.at = self.parts, at
        target = hit_at(parts.scene, at, parts.view.scale).id
        target = target if target in parts.scene.slot and target != self.hit.id else ""
        if target != self.target:
            self.target, self.fit = (
                target,
                (operations.best_wire(parts.open_page.rules(), self.hit.id, target) if target else None),
            )
            if target:
                parts.say(
                    tr("No output of {0} fits a free input of {1}").format(self.hit.id, target)
                    if self.fit is None
                    else str(self.fit.wire)
                )
        parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        if self.target:
            self.parts.editing.run(operations.wire_blocks, self.parts.open_page.rules(), self.hit.id, self.target)
        self.parts.repaint.all()

    def cancel(self) -> None:
        self.parts.repaint.all()

    def paint(self, p: QPainter) -> None:
        parts, theme = self.parts, self.parts.painter.theme
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.fit is not None and self.fit.wire is not None:
            rubber_wire(parts, p, self.fit.wire)
        elif self.moved:
            text = theme.error if self.target else theme.selection
            rubber(p, parts.view.to_widget(self.start), parts.view.to_widget(self.at), text, parts.view.scale, True)
        for name in {self.hit.id, self.target} & parts.scene.slot.keys():
            slot = parts.scene.slot[name]
            p.setPen(pen_of(theme.error if self.target and self.fit is None else theme.accept, 2.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRoundedRect(parts.view.rect_to_widget(parts.scene.box(slot).adjusted(-4, -4, 4, 4)), 5, 5)


class Carry(Gesture):
    """Shift on an output: take all its wires to another output."""

    cursor = Qt.CursorShape.CrossCursor

    def begin(self, event: QMouseEvent) -> None:
        parts, pin = self.parts, self.hit.spot.name
        control = self.hit.what == "control"
        self.rules = parts.open_page.rules()
        follow = parts.followers({self.hit.id})  # what shows the block's own results goes on doing so
        self.wires = [
            w
            for w in parts.page.wires_from(self.hit.id)
            if w.target not in follow and (w.kind == CONTROL if control else w.source_pin == pin)
        ]
        self.kind = CONTROL if control else ""
        self.at = self.start
        self.over: tuple[str, PageChange | None] | None = None

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        parts, self.at, self.over = self.parts, at, None
        hit = hit_at(parts.scene, at, parts.view.scale)
        spot = hit.spot
        if self.kind == CONTROL and hit.id in parts.scene.slot and hit.id != self.hit.id:
            self.over = self._fits(WireEnd(hit.id, "", "output", CONTROL))
        elif (
            self.kind != CONTROL
            and hit.what in ("pin", "result")
            and spot.role in ("output", "result")
            and (hit.id, spot.name) != (self.hit.id, self.hit.spot.name)
        ):
            self.over = self._fits(WireEnd(hit.id, spot.name, "output", getattr(spot.pin, "kind", "")))
        if self.over is not None and self.over[0]:
            parts.say(self.over[0])
        parts.repaint.all()

    def _fits(self, end: WireEnd) -> tuple[str, PageChange | None]:
        """Why the wires cannot begin there, or what lets them."""
        try:
            return "", operations.begin_elsewhere(self.rules, self.wires, end)
        except EditError as error:
            return translated(error), None

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        parts = self.parts
        parts.repaint.all()
        if self.over is None or not self.moved:
            return
        reason, change = self.over
        if reason:
            parts.say(tr("Not wired: {0}").format(reason))
        elif change is not None:
            parts.editing.do(change)

    def cancel(self) -> None:
        self.parts.repaint.all()

    def paint(self, p: QPainter) -> None:
        parts, theme = self.parts, self.parts.painter.theme
        text = theme.selection if self.over is None else theme.error if self.over[0] else theme.accept
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        for wire in self.wires:
            rubber_wire(parts, p, wire, text, parts.view.to_widget(self.at))


def rubber_wire(parts: Parts, p: QPainter, wire: Wire, text: str = "", start: QPointF | None = None) -> None:
    """Paint a wire that does not exist yet, unless it ends at nothing visible."""
    scene, ends = parts.scene, []
    for name, pin, outlet in ((wire.source, wire.source_pin, True), (wire.target, wire.target_pin, False)):
        slot = scene.slot.get(name)
        if slot is None:
            return
        x, y = scene.layouts[slot].outlet(pin) if outlet else scene.layouts[slot].inlet(pin)
        end = QPointF(scene.pos[slot, 0] + x, scene.pos[slot, 1] + y)
        if scene.fold[slot]:  # it is not seen: the edge of the frame that conceals it
            frame = scene.seen(slot)
            end = QPointF(frame.right() if outlet else frame.left(), frame.center().y())
        ends.append(parts.view.to_widget(end))
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    rubber(p, start or ends[0], ends[1], text or parts.painter.theme.accept, parts.view.scale, wire.kind == CONTROL)
