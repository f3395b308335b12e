"""Gestures that draw wires, from pins, blocks and outputs; pins that fit light up meanwhile."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QMouseEvent, QPainter

from blockloom.app.canvas.look.hits import hit as hit_at
from blockloom.app.canvas.mouse.gesture import Gesture, Parts
from blockloom.app.canvas.paint.blockpaint import control_ports, pen_of
from blockloom.app.canvas.paint.wire_painter import rubber
from blockloom.app.canvas.scene.block_layout import PIN, Spot
from blockloom.app.canvas.scene.theme import colour
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.blocks import edits, operations
from blockloom.blocks.catalogue.block_types import Pin
from blockloom.blocks.document.pages import CONTROL, OPERATION, TENSOR, Wire, split_index
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.wire_rules import WireEnd, WireFit
from blockloom.blocks.operations import PageChange


class WireDrag(Gesture):
    """Drag a wire from a pin, in either direction, or an end of an existing wire."""

    cursor = Qt.CursorShape.CrossCursor

    def begin(self, event: QMouseEvent) -> None:
        parts, hit, page = self.parts, self.hit, self.parts.page
        self.rules = parts.open_page.rules()
        self.old: Wire | None = None
        self.over: tuple[WireEnd, WireFit, QPointF] | None = None
        self.marks: list[tuple[QPointF, bool]] = []
        self.at = self.start
        if hit.wire >= 0:
            self.old = parts.scene.wires[hit.wire]
            side = "input" if hit.kind == "source-end" else "output"
        elif hit.kind == "control" or hit.kind == "port" and not hit.spot.name:
            self.fixed = WireEnd(hit.id, "", "output" if hit.side == "out" else "input", CONTROL)
        elif hit.spot.role in ("output", "result") or hit.spot.role == "unknown" and hit.spot.x > 20:
            self.fixed = WireEnd(hit.id, hit.spot.name, "output", self._kind(hit.spot))
        else:
            self.fixed = WireEnd(hit.id, hit.spot.name, "input", self._kind(hit.spot))
            wires = page.wires_into(hit.id, hit.spot.name)
            if wires and not hit.spot.many:
                self.old, side = wires[-1], "output"
        if self.old is not None:
            wire = self.old
            self.fixed = (
                WireEnd(wire.source, wire.source_pin, "output", wire.kind)
                if side == "output"
                else WireEnd(wire.target, wire.target_pin, "input", wire.kind)
            )
            if hit.wire >= 0:
                parts.selection.choose((), wires=[hit.wire])
        elif not event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._seen not in parts.selection():
            parts.selection.choose({self._seen})

    @property
    def _seen(self) -> str:
        """The item where the drag began: the block, or the collapsed frame around it."""
        return self.parts.scene.outermost(self.hit.id)

    @staticmethod
    def _kind(spot: Spot) -> str:
        return spot.pin.kind if isinstance(spot.pin, Pin) else TENSOR

    def _fit(self, other: WireEnd) -> WireFit:
        if other.side == self.fixed.side:
            return WireFit(
                tr("connect an output to an input")
                if self.fixed.side == "output"
                else tr("connect an input to an output")
            )
        ends = (self.fixed, other) if self.fixed.side == "output" else (other, self.fixed)
        fit = self.rules.fit(*ends)
        return replace(fit, reason=translated(fit.reason))

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        parts, scene = self.parts, self.parts.scene
        if not self.marks:
            self._light_up()
        self.at = at
        self.over = None
        hit = hit_at(scene, at, parts.view.scale)
        if hit.kind in ("pin", "port") and hit.spot.role in ("input", "output", "attr", "scope", "unknown"):
            self._over_pin(hit.id, hit.spot)
        elif hit.kind == "control" and hit.side == "out" and self.fixed.side == "input":
            self._over_control(hit.id)
        elif hit.kind in ("body", "title", "field", "toggle", "slider", "control", "result"):
            self._over_block(hit.id, at)
        if self.over and self.over[1].reason:
            parts.say(self.over[1].reason)
        elif self.over:
            end = self.over[0]
            parts.say(tr("{0} and {1} fit").format(self.fixed.block, f"{end.block}.{end.pin}".rstrip(".")))
        parts.repaint.all()

    def _over_pin(self, name: str, spot: Spot) -> None:
        at = self._place(name, spot)
        if spot.role in ("attr", "scope"):
            self.over = WireEnd(name, spot.name, "input"), WireFit(tr("{0} accepts no wire").format(spot.name)), at
            return
        if self._of_block and not self._runs(WireEnd(name, spot.name, "input", self._kind(spot))):
            self._over_block(name, at)
            return
        side = "output" if spot.role in ("output", "result") or spot.role == "unknown" and spot.x > 20 else "input"
        end = WireEnd(name, spot.name, side, self._kind(spot))
        self.over = end, self._fit(end), at

    def _over_block(self, name: str, at: QPointF) -> None:
        """Find the pin for a wire over a block's body: the control port, or the nearest pin that fits."""
        layout = self.parts.scene.layouts[self.parts.scene.slot[name]]
        side = "input" if self.fixed.side == "output" else "output"
        if self._of_block:
            self._over_control(name)
            if not self._fit(WireEnd(name, "", side, CONTROL)).reason:
                return
        wired = self.parts.page.into.get(name, {})
        best = None
        for spot in layout.spots:
            if spot.role == side and (side == "output" or spot.many or spot.name not in wired):
                end = WireEnd(name, spot.name, side, self._kind(spot))
                fit = self._fit(end)
                away = abs(self._place(name, spot).y() - at.y())
                if not fit.reason and (best is None or away < best[0]):
                    best = away, end, fit, self._place(name, spot)
        self.over = best[1:] if best else self.over

    def _over_control(self, name: str) -> None:
        """Find the control port for a wire over a block."""
        slot = self.parts.scene.slot[name]
        side = "input" if self.fixed.side == "output" else "output"
        port = control_ports(self.parts.scene.layouts[slot])[side == "output"]
        end = WireEnd(name, "", side, CONTROL)
        self.over = end, self._fit(end), QPointF(*self.parts.scene.pos[slot]) + port

    @property
    def _of_block(self) -> bool:
        """True for a wire of a whole block: from or to its control port, or from its `operation`."""
        return self.fixed.kind == CONTROL or self.fixed.kind == OPERATION and self.fixed.side == "output"

    def _runs(self, end: WireEnd) -> bool:
        """Return whether a wire to this pin runs the block at which the drag began."""
        return self.fixed.side == "output" and not self._fit(end).reason

    def _place(self, name: str, spot: Spot) -> QPointF:
        at = self.parts.scene.port(name, spot.name, spot.role == "output")
        if at is not None:
            return QPointF(*at)
        pos = self.parts.scene.pos[self.parts.scene.slot[name]]
        return QPointF(pos[0] + spot.x, pos[1] + spot.y)

    def _light_up(self) -> None:
        """Find the visible pins that fit the wire."""
        scene, parts = self.parts.scene, self.parts
        box = parts.view.area()
        for slot in scene.visible(box.left(), box.top(), box.right(), box.bottom())[-400:].tolist():
            name, layout = scene.blocks[slot].id, scene.layouts[slot]
            if self._of_block:
                side = "input" if self.fixed.side == "output" else "output"
                port = control_ports(layout)[side == "output"]
                fit = self._fit(WireEnd(name, "", side, CONTROL))
                self.marks.append((QPointF(*scene.pos[slot]) + port, not fit.reason))
                for spot in layout.spots:
                    if spot.role == "input" and self._runs(WireEnd(name, spot.name, "input", self._kind(spot))):
                        self.marks.append((self._place(name, spot), True))
                continue
            for spot in layout.spots:
                if spot.role in ("input", "output"):
                    fit = self._fit(WireEnd(name, spot.name, spot.role, self._kind(spot)))
                    if not (name == self.fixed.block and spot.name == self.fixed.pin and spot.role == self.fixed.side):
                        self.marks.append((self._place(name, spot), not fit.reason))
        for fold in scene.folds.values():
            for role, pins in (("input", fold.ins), ("output", fold.outs)):
                for name, pin in (port.pins[0] for port in pins if not port.bundled):
                    spot = scene.layouts[scene.slot[name]].spot(pin, role) if pin else None
                    if spot is not None and (name, pin, role) != (self.fixed.block, self.fixed.pin, self.fixed.side):
                        place = self._place(name, spot)
                        if box.contains(place):
                            fit = self._fit(WireEnd(name, pin, role, self._kind(spot)))
                            self.marks.append((place, not fit.reason))

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        parts = self.parts
        parts.repaint.all()
        if not self.moved:
            if self.hit.wire < 0:
                parts.selection.choose({self._seen})
            return
        if self.over:
            end, fit, _ = self.over
            if fit.reason:
                parts.say(tr("Not wired: {0}").format(fit.reason))
                if end.side != self.fixed.side:
                    ends = (self.fixed, end) if end.side == "input" else (end, self.fixed)
                    parts.menus.offer_fixes(*ends, fit.reason)
            elif fit.wire is not None:
                old = self.old
                same = old is not None and (old.source, split_index(old.source_pin)[0]) == (
                    fit.wire.source,
                    split_index(fit.wire.source_pin)[0],
                )
                if old is not None and same and fit.element:  # the wire already carries an element of that output
                    parts.editing.put_wire(fit.wire._replace(source_pin=old.source_pin), old)
                elif fit.element:
                    parts.menus.choose_element(self._source(end), fit.wire, old)
                else:
                    parts.editing.put_wire(fit.wire, old)
        elif self.old:
            placed = parts.page.placed(self.old)
            parts.open_page.do(edits.Remove(parts.open_page.name, wires=(placed,)), tr("Unwire {0}").format(self.old))
        elif hit_at(parts.scene, at, parts.view.scale).kind in ("empty", "frame", "wire", "note"):
            parts.requests.add_wanted.emit(at, self.fixed)

    def _source(self, end: WireEnd) -> WireEnd:
        return self.fixed if self.fixed.side == "output" else end

    def cancel(self) -> None:
        self.parts.repaint.all()

    def paint(self, p: QPainter) -> None:
        if not self.moved:
            return
        theme, view = self.parts.painter.theme, self.parts.view
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        dim = QColor(theme.block)
        dim.setAlpha(190)
        radius = PIN * view.scale
        for ok in (False, True):
            p.setPen(pen_of(theme.accept, 2.0) if ok else Qt.PenStyle.NoPen)
            p.setBrush(Qt.BrushStyle.NoBrush if ok else dim)
            for at, fitting in self.marks:
                if fitting == ok:
                    size = radius + (3 if ok else 1)
                    p.drawEllipse(view.to_widget(at), size, size)
        start = self._start()
        end, text = view.to_widget(self.at), theme.wires[self.fixed.kind]
        if self.over:
            end = view.to_widget(self.over[2])
            text = theme.error if self.over[1].reason else theme.accept
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(text))
            p.drawEllipse(end, radius + 2, radius + 2)
        ends = (start, end) if self.fixed.side == "output" else (end, start)
        rubber(p, *ends, text, view.scale, self.fixed.kind == CONTROL)
        if self.over and self.over[1].reason:
            self._say(p, view.to_widget(self.at), self.over[1].reason)

    def _say(self, p: QPainter, at: QPointF, reason: str) -> None:
        """Paint the reason for a refusal, next to the pointer and within the widget."""
        parts, size = self.parts, self.parts.view.size
        p.setFont(QGuiApplication.font())
        box = QRectF(p.fontMetrics().boundingRect(reason)).adjusted(-8, -4, 8, 4)
        x = max(4.0, min(at.x() + 16, size.width() - box.width() - 4))
        y = at.y() + 20 if at.y() + 24 + box.height() < size.height() else at.y() - 20 - box.height()
        box.moveTopLeft(QPointF(x, y))
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(parts.painter.theme.error))
        p.drawRoundedRect(box, 4, 4)
        p.setPen(colour("#FFFFFF"))
        p.drawText(box, Qt.AlignmentFlag.AlignCenter, reason)

    def _start(self) -> QPointF:
        scene, view = self.parts.scene, self.parts.view
        slot = scene.slot.get(self.fixed.block)
        if slot is None:
            return view.to_widget(self.start)
        port = scene.port(self.fixed.block, self.fixed.pin, self.fixed.side == "output")
        if port is not None:
            return view.to_widget(QPointF(*port))
        layout = scene.layouts[slot]
        x, y = layout.outlet(self.fixed.pin) if self.fixed.side == "output" else layout.inlet(self.fixed.pin)
        if self.hit.spot.role == "result":
            x, y = layout.foot(self.fixed.pin) or (x, y)
        return view.to_widget(QPointF(scene.pos[slot, 0] + x, scene.pos[slot, 1] + y))


_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Tie(Gesture):
    """Wire the best pins of two blocks by a drag with Alt and the right button."""

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
    """Move all wires of an output to another output (Shift)."""

    cursor = Qt.CursorShape.CrossCursor

    def begin(self, event: QMouseEvent) -> None:
        parts, pin = self.parts, self.hit.spot.name
        control = self.hit.kind == "control"
        self.rules = parts.open_page.rules()
        follow = parts.followers({self.hit.id})  # monitors that follow the block keep their source
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
            and hit.kind in ("pin", "result")
            and spot.role in ("output", "result")
            and (hit.id, spot.name) != (self.hit.id, self.hit.spot.name)
        ):
            self.over = self._fits(WireEnd(hit.id, spot.name, "output", getattr(spot.pin, "kind", "")))
        if self.over is not None and self.over[0]:
            parts.say(self.over[0])
        parts.repaint.all()

    def _fits(self, end: WireEnd) -> tuple[str, PageChange | None]:
        """Return why the wires cannot begin there, or the change that moves them."""
        try:
            return "", operations.change_sources(self.rules, self.wires, end)
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
    """Paint a wire that does not exist yet, unless an end does not exist."""
    scene, ends = parts.scene, []
    for name, pin, outlet in ((wire.source, wire.source_pin, True), (wire.target, wire.target_pin, False)):
        slot = scene.slot.get(name)
        if slot is None:
            return
        x, y = scene.layouts[slot].outlet(pin) if outlet else scene.layouts[slot].inlet(pin)
        end = QPointF(scene.pos[slot, 0] + x, scene.pos[slot, 1] + y)
        if scene.fold[slot]:  # a collapsed frame hides the block: the wire ends at the edge of the frame
            frame = scene.visible_rect(slot)
            end = QPointF(frame.right() if outlet else frame.left(), frame.center().y())
        ends.append(parts.view.to_widget(end))
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    rubber(p, start or ends[0], ends[1], text or parts.painter.theme.accept, parts.view.scale, wire.kind == CONTROL)
