"""Gestures that take blocks or wires along: copies and blocks out of their wires, a wire from block to block wherever
they are pressed, all wires of an output."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter

from blockloom.app.canvas.commands.actions import several
from blockloom.app.canvas.grid import snapped
from blockloom.app.canvas.mouse.gestures import Drag, Gesture
from blockloom.app.canvas.mouse.hits import hit as hit_at
from blockloom.app.canvas.mouse.strokes import placed
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.paint.painting import rubber
from blockloom.app.canvas.words import tr, translated
from blockloom.blocks.document import CONTROL, Placed, Wire
from blockloom.blocks.edits import Insert, Many, Remove
from blockloom.blocks.wire_rules import End, Fit

_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Copy(Gesture):
    """Ctrl: drag a copy of the selection to its place; with Shift too, wired to what feeds the originals. A click adds
    to the selection, or takes away."""

    cursor = Qt.CursorShape.DragCopyCursor

    def begin(self, event: QMouseEvent) -> None:
        self.wired = bool(event.modifiers() & _SHIFT)
        self.names: set[str] = set()
        self.boxes: list[QRectF] = []
        self.shift = QPointF()

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        canvas, page, scene = self.canvas, self.canvas.page, self.canvas.scene
        if not self.names:
            if self.hit.id not in canvas.selection():
                canvas.choose({self.hit.id})
            self.names = canvas.members(canvas.selection())
            items = [page.blocks.get(n) or page.frames.get(n) or page.notes[n] for n in self.names]
            self.corner = QPointF(min(i.x for i in items), min(i.y for i in items))
            slots = [scene.slot[n] for n in self.names & scene.slot.keys()]
            self.boxes = [QRectF(*scene.pos[s], *scene.size[s]) for s in slots if not scene.fold[s]]
            self.boxes += [scene.rect_of(i) for i in items if i.id not in scene.slot and i.id not in scene.concealed]
        away = self.corner + at - self.start
        self.shift = QPointF(snapped(away.x()), snapped(away.y())) - self.corner
        canvas.update()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        canvas = self.canvas
        canvas.update()
        if not self.moved:
            canvas.choose(canvas.selection() ^ {self.hit.id}, keep_wires=True)
        elif not self.shift.isNull():
            canvas.copy_to(self.names, self.corner + self.shift, self.wired)

    def cancel(self) -> None:
        self.canvas.update()

    def paint(self, p: QPainter) -> None:
        canvas = self.canvas
        fill = QColor(canvas.theme.selection)
        fill.setAlpha(48)
        p.setPen(pen_of(canvas.theme.selection, 1.5))
        p.setBrush(fill)
        for box in self.boxes:
            p.drawRoundedRect(canvas.view.rect_to_widget(box.translated(self.shift)), 4, 4)


class Detach(Drag):
    """Alt: drag the selected blocks out of their wires, which then lead around them. A lone block may be dropped on
    another wire. Alt held since the press does not take it off the grid: pressed later it does."""

    def begin(self, event: QMouseEvent) -> None:
        super().begin(event)
        self.bridges: list[Placed] = []
        self.cut = np.empty(0, np.intp)
        self.free = False

    def _take(self) -> None:
        super()._take()
        scene = self.canvas.scene
        self.blocks = {scene.blocks[s].id for s in self.slots.tolist()}
        self.bridges = self.canvas.bridges(self.blocks)
        mine = np.isin(scene.wsrc[self.wires], self.slots) & np.isin(scene.wdst[self.wires], self.slots)
        self.cut = self.wires[~mine & ~scene.hidden[self.wires]]
        scene.hidden[self.cut] = True
        self.canvas.update()

    def _off_grid(self, event: QMouseEvent) -> bool:
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        self.free = self.free or not alt     # Alt was let go: from now on it means what it does in any drag
        return alt and self.free

    def _lone(self) -> bool:
        return len(self.slots) == 1 and not self.boxes

    def _wire_under(self, at: QPointF) -> int | None:
        canvas = self.canvas
        wire = canvas.scene.wire_at(at.x(), at.y(), self.reach()) if self._lone() else None
        if wire is None or wire in self.wires:
            return None
        return wire if canvas.fits_on_wire(min(self.blocks), canvas.scene.wires[wire], True) else None

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        canvas = self.canvas
        if self.slots is None:
            super().finish(at, event)
            return
        self._back()
        into, out = canvas.outer_wires(self.blocks) if self.shift.any() else ([], [])
        if not into and not out:
            super().finish(at, event)
            return
        with canvas.one_step(several(self.names, tr("Detach {0}"), tr("Detach {0} blocks"))):
            if into:
                canvas.do(Remove(canvas.page_name, wires=placed(canvas.page, into)), "")
            super().finish(at, event)
            if out:
                canvas.do(Remove(canvas.page_name, wires=placed(canvas.page, out)), "")
            if self.bridges:
                canvas.do(Insert(canvas.page_name, wires=tuple(self.bridges)), "")
        canvas.update()

    def _back(self) -> None:
        self.canvas.scene.hidden[self.cut] = False
        self.cut = self.cut[:0]

    def cancel(self) -> None:
        if self.slots is not None:
            self._back()
            self.canvas.update()
        super().cancel()

    def paint(self, p: QPainter) -> None:
        for wire, _ in self.bridges:
            _rubber(self.canvas, p, wire)
        super().paint(p)


class Tie(Gesture):
    """Alt and the right button: drag from block to block, and the pins that fit best are wired."""

    cursor = Qt.CursorShape.CrossCursor

    def begin(self, event: QMouseEvent) -> None:
        self.at, self.fit, self.target = self.start, None, ""

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        canvas, self.at = self.canvas, at
        target = hit_at(canvas.scene, at, canvas.view.scale).id
        target = target if target in canvas.scene.slot and target != self.hit.id else ""
        if target != self.target:
            self.target, self.fit = target, canvas.best_wire(self.hit.id, target) if target else None
            if target:
                canvas.said.emit(tr("No output of {0} fits a free input of {1}").format(self.hit.id, target)
                                 if self.fit is None else str(self.fit.wire))
        canvas.update()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        if self.target:
            self.canvas.wire_up(self.hit.id, self.target)
        self.canvas.update()

    def cancel(self) -> None:
        self.canvas.update()

    def paint(self, p: QPainter) -> None:
        canvas = self.canvas
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.fit is not None:
            _rubber(canvas, p, self.fit.wire)
        elif self.moved:
            text = canvas.theme.error if self.target else canvas.theme.selection
            rubber(p, canvas.view.to_widget(self.start), canvas.view.to_widget(self.at), text, canvas.view.scale, True)
        for name in {self.hit.id, self.target} & canvas.scene.slot.keys():
            slot = canvas.scene.slot[name]
            p.setPen(pen_of(canvas.theme.error if self.target and self.fit is None else canvas.theme.accept, 2.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRoundedRect(canvas.view.rect_to_widget(
                QRectF(*canvas.scene.pos[slot], *canvas.scene.size[slot]).adjusted(-4, -4, 4, 4)), 5, 5)


class Carry(Gesture):
    """Shift on an output: take all its wires to another output."""

    cursor = Qt.CursorShape.CrossCursor

    def begin(self, event: QMouseEvent) -> None:
        canvas, pin = self.canvas, self.hit.spot.name if self.hit.spot is not None else ""
        control = self.hit.what == "control"
        self.rules = canvas.rules()
        follow = canvas.followers({self.hit.id})    # what shows the block's own results goes on doing so
        self.wires = [w for w in canvas.page.wires_from(self.hit.id) if w.target not in follow
                      and (w.kind == CONTROL if control else w.source_pin == pin)]
        self.kind = CONTROL if control else ""
        self.at, self.over = self.start, None

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        canvas, self.at, self.over = self.canvas, at, None
        hit = hit_at(canvas.scene, at, canvas.view.scale)
        spot = hit.spot
        if self.kind == CONTROL and hit.id in canvas.scene.slot and hit.id != self.hit.id:
            self.over = self._fits(End(hit.id, "", "output", CONTROL))
        elif self.kind != CONTROL and spot is not None and hit.what in ("pin", "result") and \
                spot.role in ("output", "result") and (hit.id, spot.name) != (self.hit.id, self.hit.spot.name):
            self.over = self._fits(End(hit.id, spot.name, "output", getattr(spot.pin, "kind", "")))
        if self.over is not None and self.over[0]:
            canvas.said.emit(self.over[0])
        canvas.update()

    def _fits(self, end: End) -> tuple[str, list[Wire]]:
        """Why the wires cannot begin there, or how they would."""
        found = []
        for wire in self.wires:
            fit: Fit = self.rules.fit(end, End(wire.target, wire.target_pin, "input", wire.kind))
            if fit.reason or fit.element:
                return translated(fit.reason) or tr("{0} is a list: wire its elements one by one").format(end.pin), []
            found.append(fit.wire._replace(look=wire.look._replace(route=())))
        return "", found

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        canvas = self.canvas
        canvas.update()
        if self.over is None or not self.moved:
            return
        reason, new = self.over
        if reason:
            canvas.said.emit(tr("Not wired: {0}").format(reason))
        else:
            had = placed(canvas.page, self.wires)
            insert = tuple(Placed(w, p.index) for w, p in zip(new, had, strict=True))
            canvas.do(Many((Remove(canvas.page_name, wires=had), Insert(canvas.page_name, wires=insert))),
                      several(map(str, new), tr("Move {0}"), tr("Move {0} wires")))

    def cancel(self) -> None:
        self.canvas.update()

    def paint(self, p: QPainter) -> None:
        canvas = self.canvas
        text = canvas.theme.selection if self.over is None else canvas.theme.error if self.over[0] else \
            canvas.theme.accept
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        for wire in self.wires:
            _rubber(canvas, p, wire, text, canvas.view.to_widget(self.at))


def _rubber(canvas, p: QPainter, wire: Wire, text: str = "", start: QPointF | None = None) -> None:
    """A wire that is not there yet; one that ends at nothing that is seen is not drawn."""
    scene, ends = canvas.scene, []
    for name, pin, outlet in ((wire.source, wire.source_pin, True), (wire.target, wire.target_pin, False)):
        slot = scene.slot.get(name)
        if slot is None:
            return
        x, y = scene.layouts[slot].outlet(pin) if outlet else scene.layouts[slot].inlet(pin)
        end = QPointF(scene.pos[slot, 0] + x, scene.pos[slot, 1] + y)
        if scene.fold[slot]:    # it is not seen: the edge of the frame that conceals it
            frame = scene.rect_of(scene.frames[list(scene.folds)[scene.fold[slot] - 1]])
            end = QPointF(frame.right() if outlet else frame.left(), frame.center().y())
        ends.append(canvas.view.to_widget(end))
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    rubber(p, start or ends[0], ends[1], text or canvas.theme.accept, canvas.view.scale, wire.kind == CONTROL)
