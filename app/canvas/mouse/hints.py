"""What a click does on what lies under the pointer, in a line for the status bar."""

from __future__ import annotations

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.translation import tr


def hint(hit: CanvasHit, scene: Scene) -> str:
    """The line for what was hit; "" where a click does nothing."""
    wire = tr("Drag: wire it to another pin")
    typed = tr("Double click: type a value")
    return {
        "empty": tr("Drag: select · double click or Tab: add a block · middle button: move the page"),
        "pin": _pin(hit, typed),
        "port": tr("Drag: wire · double click: its result") if hit.side == "out" else tr("Drag: wire"),
        "control": tr("Drag to another block, to say which runs first"),
        "field": typed,
        "toggle": tr("Click: true or false"),
        "slider": tr("Drag: another value"),
        "title": tr("Drag: move · double click: rename"),
        "body": tr("Drag: move · double click: results · right button: more"),
        "result": tr("Double click: results"),
        "wire": tr("Double click: a block in between · drag: lead it elsewhere · Del: delete"),
        "source-end": wire,
        "target-end": wire,
        "frame": tr("Drag: move it with its blocks · double click: expand")
        if hit.id in scene.folds
        else tr("Drag: move it with its blocks · double click: edit the title"),
        "fold": tr("Click: collapse or expand"),
        "note": tr("Drag: move · double click: edit the text"),
        "grip": tr("Drag: another size"),
        "close": tr("Click: unpin"),
        "badge": tr("Click: what mends it"),
        "gone": tr("Click: choose it in the list of changes"),
    }.get(hit.what, "")


def _pin(hit: CanvasHit, typed: str) -> str:
    role = hit.spot.role
    if role == "attr":
        return typed
    if role in ("output", "result"):
        return tr("Drag: wire · double click: its result")
    return tr("Drag: wire · double click: type a value") if role == "input" else ""
