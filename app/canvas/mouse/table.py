"""The gesture that a press of a mouse button begins.

Many window managers reserve Alt with a mouse button: X, held, acts as Alt in all gestures (`Gestures.hold`).
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.mouse.gesture import Gesture, Parts
from blockloom.app.canvas.mouse.moving import (
    BadgeClick,
    BundleClick,
    CloseClick,
    Drag,
    FoldClick,
    Pan,
    Resize,
    ResizeMonitor,
    Slide,
    ToggleClick,
)
from blockloom.app.canvas.mouse.selecting import BoxSelect, Click, Copy, Cut, Detach, GoneClick, Lasso, Reroute
from blockloom.app.canvas.mouse.wire_gestures import Carry, Tie, WireDrag
from blockloom.blocks.document.pages import CONTROL

_CTRL, _SHIFT, _ALT = (getattr(Qt.KeyboardModifier, f"{name}Modifier") for name in ("Control", "Shift", "Alt"))

# Item under the pointer -> gesture of the left button.
START: dict[str, type[Gesture]] = {
    "empty": BoxSelect,
    "pin": WireDrag,
    "port": WireDrag,
    "rays": WireDrag,
    "control": WireDrag,
    "source-end": WireDrag,
    "target-end": WireDrag,
    "wire": Reroute,
    "body": Drag,
    "title": Drag,
    "field": Drag,
    "toggle": ToggleClick,
    "slider": Slide,
    "result": Drag,
    "note": Drag,
    "frame": Drag,
    "grip": Resize,
    "fold": FoldClick,
    "bundle": BundleClick,
    "close": CloseClick,
    "badge": BadgeClick,
    "gone": GoneClick,
}


def start(
    parts: Parts, hit: CanvasHit, at: QPointF, event: QMouseEvent, panning: bool, cutting: bool
) -> Gesture | None:
    """Return the gesture that a press on `hit` begins, or None; `panning`, `cutting`: keys are pressed."""
    kind = _of_press(parts, hit, event, panning, cutting)
    return kind(parts, hit, at, event) if kind is not None else None


def _of_press(parts: Parts, hit: CanvasHit, event: QMouseEvent, panning: bool, cutting: bool) -> type[Gesture] | None:
    button, keys = event.button(), event.modifiers()
    left, right = button == Qt.MouseButton.LeftButton, button == Qt.MouseButton.RightButton
    if button == Qt.MouseButton.MiddleButton or panning and left:
        return Pan
    if left and cutting or right and keys & _CTRL:
        return Cut
    if right and keys & _ALT and hit.id in parts.scene.slot:
        return Tie
    if not left:
        return None
    what = hit.kind
    if what == "pin" and hit.spot.role in ("scope", "attr"):
        what = "body"
    elif what == "result" and hit.spot.role == "result":
        what = "pin"
    kind = START[what]
    if what == "wire" and hit.wire in parts.scene.bundles:
        return Click
    if kind in (ToggleClick, Slide) and keys:
        kind = Drag
    if what == "grip" and hit.id in parts.scene.slot:
        return ResizeMonitor
    if kind is BoxSelect and keys & _ALT:
        return Lasso
    if kind is Drag and keys & _CTRL:
        return Copy
    if kind is Drag and keys & _ALT and hit.id in parts.scene.slot:
        return Detach
    if kind is WireDrag and what != "port" and keys & _SHIFT and _gives(parts, hit):
        return Carry
    return kind


def _gives(parts: Parts, found: CanvasHit) -> bool:
    """Return whether wires begin at the item, except those to pinned monitors."""
    wires = parts.page.wires_from(found.id)
    if found.kind == "control":
        return found.side == "out" and any(w.kind == CONTROL for w in wires)
    follow = parts.followers({found.id})
    return found.spot.role in ("output", "result") and any(
        w.source_pin == found.spot.name and w.target not in follow for w in wires
    )
