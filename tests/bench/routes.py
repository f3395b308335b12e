"""Wires on real pages and random graphs: what they run beneath, how near they come to each other, how often they
cross, and how long it takes to find their ways."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from blockloom.blocks.routing import Plan

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "assets" / "examples"


def scene_plan(scene) -> Plan:
    """The plan of what a canvas shows: its blocks and notes, and the wires without a route of their own."""
    n, m = scene.count, scene.wcount
    notes = [(x.x, x.y, x.x + x.width, x.y + x.height) for x in scene.notes.values() if not x.shape]
    blocks = np.hstack((scene.pos[:n], scene.pos[:n] + scene.size[:n]))
    blocks[~scene.alive[:n]] = np.nan
    nets: dict = {}
    net = np.array([nets.setdefault((w.source, w.source_pin), len(nets)) for w in scene.wires[:m]], int)
    net[[w for w in range(m) if w in scene.bends or not scene.walive[w]]] = -1
    return Plan(np.vstack((blocks, np.array(notes, float).reshape(-1, 4))), scene.e1[:m].copy(), scene.e2[:m].copy(),
                scene.wsrc[:m].astype(int), scene.wdst[:m].astype(int), net, scene.foot[:m].copy())


def scenes():
    """(name, scene) of each example as saved, and of each enuSpace sample after Arrange."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from blockloom.app.canvas.geometry import Geometry
    from blockloom.app.canvas.layout_boxes import boxes
    from blockloom.app.canvas.scene import Scene
    from blockloom.app.formats import open_document
    from blockloom.blocks.layout import arrange
    from blockloom.runtime.client import ensure_catalogue
    from tests.blocks.layouts import SAMPLES

    _qt, catalogue = QApplication.instance() or QApplication([]), ensure_catalogue()
    more = SAMPLES.parent / "examples"
    for path in (*sorted(EXAMPLES.glob("*.loom")), *sorted(SAMPLES.rglob("*.svg")), *sorted(more.glob("*.svg"))):
        if path.parent.name == "global":
            continue
        document = open_document(path)
        for page in document.pages.values():
            if not page.wire_count():
                continue
            if path.suffix == ".svg":
                edit = arrange(page, boxes(page, catalogue)).edit(page)
                if edit is not None:
                    edit.apply(document)
            scene = Scene(Geometry(catalogue))
            scene.load(page)
            yield f"{path.stem}/{page.name}", scene
