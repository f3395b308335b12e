"""Find the item under a point of the canvas."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QPointF

from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.view import MIDDLE, NEAR
from blockloom.app.canvas.paint.boxpaint import FRAME_TITLE
from blockloom.app.canvas.paint.statemarks import FAR_MARK
from blockloom.app.canvas.scene.block_layout import CLOSE, CONTROL_Y, NO_SPOT, Spot
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.scene_arrays import WIRE_REACH
from blockloom.blocks.layout.block_rows import HEAD
from blockloom.blocks.layout.collapsed_frames import WIDTH, pitch, row
from blockloom.blocks.operations import parse_bool
from blockloom.blocks.results.monitors import follows

PIN_REACH, END_REACH, GRIP, BADGE_REACH = 8.0, 26.0, 14.0, 9.0


class CanvasHit(Struct, frozen=True):
    """The item under a point.

    Attributes:
        kind: pin, result, control, field, toggle (of a truth value), slider, title, body, wire, source-end, target-end,
            frame, fold (the handle that collapses a frame), port (at the edge of a collapsed frame: the pin of a block
            in the frame), bundle (a port for several wires), rays (of a non-finite output), note, grip, close (the
            cross of a pinned monitor), badge (of a block, frame or note with problems), gone (a removed item of a
            compared page) or empty.
        id: the block, frame or note; of a removed wire the block that it ends at.
        spot: the pin.
        wire: the wire's slot, or -1.
        side: in or out, of a control port, a port or a bundle.
        field: wires:PIN for a removed wire; the row of a bundle.
    """

    kind: str
    id: str = ""
    spot: Spot = NO_SPOT
    wire: int = -1
    side: str = ""
    field: str = ""


EMPTY = CanvasHit("empty")
RAYS = 10.0  # half the size of the area where rays are hit, in canvas pixels, or in screen pixels below a zoom of 80 %
_UNDER_RAYS = ("empty", "wire", "source-end", "target-end", "frame", "note")


def hit(
    scene: Scene, at: QPointF, scale: float, problems: Collection[str] = (), marks: Marks | None = None
) -> CanvasHit:
    """Return the topmost item at a canvas point. Tolerances grow in canvas pixels as the zoom shrinks.

    Items in `problems` have a badge, and non-finite outputs of `marks` have rays.
    """
    found = _thing(scene, at, scale)
    if problems:
        found = _badge(scene, at, scale, problems, found)
    return _rays(scene, at, scale, marks, found) if marks is not None else found


def _rays(scene: Scene, at: QPointF, scale: float, marks: Marks, below: CanvasHit) -> CanvasHit:
    """Return the non-finite output whose rays are at a canvas point, else the item `below`.

    Rays have the same size on the screen at each zoom below 80 %, and their target is at least 16 pixels large.
    """
    unit = 1.0 if scale >= NEAR else 1 / scale
    reach = max(RAYS * unit, 8 / scale)
    near_slots = scene.visible(at.x() - 2 * reach, at.y() - reach, at.x() + reach, at.y() + reach)
    for slot in near_slots[::-1].tolist():
        name, box = scene.blocks[slot].id, scene.box(slot)
        if not marks.not_finite(name):
            continue
        for spot in scene.layouts[slot].spots:
            if spot.role != "output" or not marks.not_finite(name, spot.name):
                continue
            x, y = (box.x() + spot.x, box.y() + spot.y) if scale >= MIDDLE else (box.right(), box.center().y())
            near = abs(at.x() - x - RAYS / 2 * unit) <= reach and abs(at.y() - y) <= reach
            if near and (below.kind in _UNDER_RAYS or scale < MIDDLE and below.id == name):
                return CanvasHit("rays", name, spot)
    return below


def _badge(scene: Scene, at: QPointF, scale: float, problems: Collection[str], below: CanvasHit) -> CanvasHit:
    """Return the badge at a canvas point, else the item `below`.

    At a small zoom, badges keep their size, and are at the corners of blocks.
    """
    x, y, near = at.x(), at.y(), scale >= NEAR
    reach = BADGE_REACH if near else BADGE_REACH * FAR_MARK / scale
    for slot in scene.visible(x - reach, y - reach, x + reach, y + reach)[::-1].tolist():
        name, layout = scene.blocks[slot].id, scene.layouts[slot]
        dx, dy = layout.badge if near else (layout.width, 0.0)
        away = max(abs(x - scene.pos[slot, 0] - dx), abs(y - scene.pos[slot, 1] - dy))
        # The badge of a monitor shares its corner with other handles, which are hit first.
        if (
            away <= reach
            and name in problems
            and not layout.monitor
            and (below.id == name or below == EMPTY or not near and (below.wire >= 0 or below.id in scene.frames))
        ):
            return CanvasHit("badge", name)
    if below.kind in ("empty", "wire", "note", "grip", "frame"):  # no block covers a frame or note here
        for item in (scene.notes.get(name) or scene.frames.get(name) for name in problems):
            if item is not None and item.id not in scene.concealed:
                box = scene.rect_of(item)
                if max(abs(x - box.right()), abs(y - box.top())) <= reach:
                    return CanvasHit("badge", item.id)
    return below


def _thing(scene: Scene, at: QPointF, scale: float) -> CanvasHit:
    x, y = at.x(), at.y()
    grow = max(1.0, 0.7 / scale)
    slots = scene.visible(x, y, x, y)[::-1]
    for slot in slots.tolist():
        spot_hit = _on_block(scene, slot, x, y, scale, grow)
        if spot_hit:
            return spot_hit
    port = _port(scene, x, y, PIN_REACH * min(grow, 1.5)) if scene.folds and scale >= MIDDLE else None
    if port:
        return port
    wire = scene.wire_at(x, y, WIRE_REACH * grow)
    if wire is not None:
        for what, end in (("target-end", scene.e2[wire]), ("source-end", scene.e1[wire])):
            if np.abs(end - (x, y)).max() < END_REACH and scale >= MIDDLE and wire not in scene.bundles:
                return CanvasHit(what, wire=wire)
        return CanvasHit("wire", wire=wire)
    notes = sorted(scene.notes.values(), key=lambda b: b.width * b.height)
    for what, boxes in (("note", notes), ("frame", reversed(scene.boxes_at(x, y, x, y)[0]))):
        for box in boxes:
            rect = scene.rect_of(box)
            if rect.contains(at):
                if what == "frame" and x < box.x + FRAME_TITLE and y < box.y + FRAME_TITLE:
                    return CanvasHit("fold", box.id)
                if box.id in scene.folds:
                    return CanvasHit(what, box.id)
                if x > rect.right() - GRIP and y > rect.bottom() - GRIP:
                    return CanvasHit("grip", box.id)
                if what == "note" or y < box.y + FRAME_TITLE:
                    return CanvasHit(what, box.id)
    return EMPTY


def _port(scene: Scene, x: float, y: float, reach: float) -> CanvasHit | None:
    """Return the port of a collapsed frame at a canvas point."""
    for frame in scene.boxes_at(x - reach, y - reach, x + reach, y + reach)[0]:
        fold = scene.folds.get(frame.id)
        for pins, at, role in ((fold.ins, 0.0, "input"), (fold.outs, WIDTH, "output")) if fold else ():
            reach_down = min(reach, max(pitch(len(pins)) / 2, 1.0))
            for i, port in enumerate(pins):
                if abs(x - frame.x - at) <= reach and abs(y - frame.y - row(i, len(pins))) <= reach_down:
                    if port.bundled:
                        return CanvasHit("bundle", frame.id, side="out" if at else "in", field=str(i))
                    ((name, pin),) = port.pins
                    slot = scene.slot[name]
                    spot = scene.layouts[slot].spot(pin, role) if pin else NO_SPOT
                    if spot is not None:
                        return CanvasHit("port", name, spot, side="out" if at else "in")
    return None


def _on_block(scene: Scene, slot: int, x: float, y: float, scale: float, grow: float) -> CanvasHit | None:
    layout, name = scene.layouts[slot], scene.blocks[slot].id
    px, py = x - scene.pos[slot, 0], y - scene.pos[slot, 1]
    if scale >= MIDDLE:
        reach = PIN_REACH * min(grow, 1.5)
        for spot in layout.spots:
            if (px - spot.x) ** 2 + (py - spot.y) ** 2 <= reach * reach:
                return CanvasHit("result" if spot.role == "result" else "pin", name, spot)
        if (
            layout.monitor
            and layout.type is not None
            and layout.type.attr("width")
            and (layout.width - GRIP < px <= layout.width + 3 and layout.height - GRIP < py <= layout.height + 3)
        ):
            return CanvasHit("grip", name)
        if (
            scale >= NEAR
            and layout.monitor
            and max(abs(px - layout.width + CLOSE), abs(py - CLOSE)) <= 8
            and follows(scene.blocks[slot])
        ):  # the cross is not painted at a smaller zoom
            return CanvasHit("close", name)
        if abs(py - CONTROL_Y) <= 7 and not layout.monitor:
            if abs(px) <= 7:
                return CanvasHit("control", name, side="in")
            if abs(px - layout.width) <= 7:
                return CanvasHit("control", name, side="out")
    if not (0 <= px <= layout.width and 0 <= py <= layout.height):
        return None
    for spot in layout.spots if scale >= NEAR else ():  # fields are not painted at a smaller zoom
        if spot.field is not None and spot.field.contains(px, py):
            flag = parse_bool(spot.pin, spot.value) is not None
            return CanvasHit("toggle" if flag else "slider" if spot.slider is not None else "field", name, spot)
    for pin, (box, _) in layout.results.items():
        if box.contains(px, py):
            return CanvasHit("result", name, layout.spot(pin, "output") or NO_SPOT)
    return CanvasHit("title" if py < (layout.shape.head if layout.shape else HEAD) else "body", name)
