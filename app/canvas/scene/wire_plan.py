"""What the routes of a scene's wires depend on."""

from __future__ import annotations

import numpy as np

from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.layout.collapsed_frames import WIDTH
from blockloom.blocks.routing import RoutingPlan

FEET = 6.0  # how far pins at the foot of a block stand out, in canvas pixels


def plan_of(scene: Scene) -> RoutingPlan:
    """The plan of a scene as it is now. Boxes are its blocks by their slots, room for blocks to come, so that few
    numbers change, then collapsed frames, notes and titles of frames; notes that are drawings are in nobody's way.
    """
    n, m, room = scene.count, scene.wcount, len(scene.alive)
    seen = scene.alive[:n] & (scene.fold[:n] == 0)
    blocks = np.full((room, 4), np.nan)
    blocks[:n][seen] = np.hstack((scene.pos[:n], scene.pos[:n] + scene.size[:n]))[seen]
    blocks[:n, 3] += np.where(scene.monitor[:n], 0, FEET)
    corners = [(scene.frames[name].x, scene.frames[name].y, fold.height) for name, fold in scene.folds.items()]
    folds = [(x, y, x + WIDTH, y + height) for x, y, height in corners]
    notes = [
        (note.x, note.y, note.x + note.width, note.y + note.height) for note in scene.notes.values() if not note.shape
    ]
    ws = np.arange(m)
    tabs = [
        box.getCoords()
        for frame in scene.frames.values()
        if frame.id not in scene.folds and frame.id not in scene.concealed and (box := scene.geometry.tab(frame))
    ]
    source, target = scene.wsrc[:m].astype(np.intp), scene.wdst[:m].astype(np.intp)
    left_alone = ~scene.walive[:m] | scene.inner[:m] | scene.hidden[:m] | (source < 0) | (target < 0)
    left_alone[[w for w in scene.bends if w < m and w not in scene.crossing]] = True
    net = np.where(left_alone, -1, scene.nets(ws))
    source, target = (np.where(scene.fold[at] > 0, room + scene.fold[at] - 1, at) for at in (source, target))
    boxes = np.concatenate((blocks, np.array(folds + notes + tabs, float).reshape(-1, 4)))
    return RoutingPlan(boxes, scene.e1[:m].copy(), scene.e2[:m].copy(), source, target, net, scene.foot[:m].copy())
