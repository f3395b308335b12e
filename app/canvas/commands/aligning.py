"""Selected blocks in line and evenly apart. Each is one edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from blockloom.app.canvas.grid import snapped
from blockloom.app.canvas.words import tr
from blockloom.blocks import files
from blockloom.blocks.document import Placed
from blockloom.blocks.edits import Move

MANY = 10_000       # what is done to more items than this is said to be going on

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

# How each alignment moves one box to the box around all.
_ALIGN = {"left": lambda box, all_: (all_.left(), box.y()),
          "right": lambda box, all_: (all_.right() - box.width(), box.y()),
          "top": lambda box, all_: (box.x(), all_.top()),
          "bottom": lambda box, all_: (box.x(), all_.bottom() - box.height()),
          "centre": lambda box, all_: (all_.center().x() - box.width() / 2, box.y()),
          "middle": lambda box, all_: (box.x(), all_.center().y() - box.height() / 2)}


class Aligning:
    """Mixed into the canvas."""

    def _boxes(self: Canvas) -> dict[str, QRectF]:
        """The selected things that move by themselves, and where they are: what is in a selected frame goes with it."""
        chosen, page, scene = self.selection(), self.page, self.scene
        inside = {member for f in chosen & page.frames.keys() for member in self.members({f}) - {f}}
        found = {}
        for name in chosen - inside:
            item = page.blocks.get(name) or page.frames.get(name) or page.notes[name]
            slot = scene.slot.get(name)
            found[name] = (scene.rect_of(item) if slot is None else
                           QRectF(item.x, item.y, *scene.size[slot].tolist()))
        return found

    def _put(self: Canvas, places: dict[str, tuple[float, float]], label: str) -> None:
        """Move things to their places, frames with what is in them, blocks with what is pinned to them; places that are
        taken already are no step."""
        page = self.page
        items = {**page.blocks, **page.frames, **page.notes}
        moves = {}
        for name, (x, y) in places.items():
            dx, dy = x - items[name].x, y - items[name].y
            if dx or dy:
                members = self.members({name})
                for one in members | self.followers(members) - places.keys():
                    moves[one] = items[one].x + dx, items[one].y + dy
        if moves:
            self.do(Move(self.page_name, moves), label)

    def align(self: Canvas, how: str) -> None:
        """Bring the selection in line: left, right, top, bottom, centre (one below the other), middle (in a row)."""
        boxes = self._boxes()
        if len(boxes) < 2:
            self.said.emit(self.tr("Select two or more blocks to bring in line"))
            return
        around = QRectF()
        for box in boxes.values():
            around = around.united(box)
        self._put({name: _ALIGN[how](box, around) for name, box in boxes.items()},
                  tr("Align {0} items").format(len(boxes)))

    def distribute(self: Canvas, down: bool) -> None:
        """Equal gaps between the selected things, across or down; the outermost two stay."""
        boxes = self._boxes()
        if len(boxes) < 3:
            self.said.emit(self.tr("Select three or more blocks to space evenly"))
            return
        rows = sorted(boxes, key=lambda name: (boxes[name].center().y() if down else boxes[name].center().x(), name))
        sizes = [boxes[name].height() if down else boxes[name].width() for name in rows]
        first, last = boxes[rows[0]], boxes[rows[-1]]
        start, end = (first.top(), last.bottom()) if down else (first.left(), last.right())
        gap, at, places = (end - start - sum(sizes)) / (len(rows) - 1), start, {}
        for name, size in zip(rows, sizes, strict=True):
            places[name] = (boxes[name].x(), at) if down else (at, boxes[name].y())
            at += size + gap
        self._put(places, tr("Space {0} items").format(len(rows)))

    def straighten(self: Canvas) -> None:
        """Move the selected blocks up or down so that wires between them run level: each block by the first wire from
        one on its left, where it then lies on no other. Of selected wires, the blocks that they end at."""
        scene, n = self.scene, self.scene.wcount
        chosen = np.zeros(len(scene.alive) + 1, bool)      # [-1] stands for a block that does not exist
        chosen[[scene.slot[name] for name in self.selection() if name in scene.slot]] = True
        source, target = scene.wsrc[:n], scene.wdst[:n]
        wires = np.flatnonzero(scene.walive[:n] & (source >= 0) & (target >= 0) & (scene.e1[:n, 0] < scene.e2[:n, 0])
                               & ~scene.foot[:n] & (scene.fold[target] == 0)
                               & (scene.wselected[:n] | chosen[source] & chosen[target]))
        wires = wires[np.lexsort((scene.e2[wires, 1], scene.e2[wires, 0]))].tolist()
        pos, placed = scene.pos[:scene.count].copy(), set()
        for w in wires:
            s, t = int(source[w]), int(target[w])
            if t not in placed:
                placed |= {s, t}
                y = pos[t, 1] + scene.e1[w, 1] - scene.e2[w, 1] + pos[s, 1] - scene.pos[s, 1]
                if self._room_for(t, y, pos):
                    pos[t, 1] = y
        if not wires:
            self.said.emit(self.tr("Select blocks that are wired to each other, from left to right"))
            return
        moved = np.flatnonzero(pos[:, 1] != scene.pos[:len(pos), 1])
        self._put({scene.blocks[slot].id: tuple(pos[slot].tolist()) for slot in moved.tolist()},
                  tr("Straighten {0} wires").format(len(wires)))

    def _room_for(self: Canvas, slot: int, y: float, pos: np.ndarray) -> bool:
        """Whether a block at this height would lie on no other, these where they are to be."""
        scene, n = self.scene, len(pos)
        low = np.array((pos[slot, 0], y))
        hit = (scene.alive[:n] & (scene.fold[:n] == 0) & (pos < low + scene.size[slot]).all(1)
               & (pos + scene.size[:n] > low).all(1))
        hit[slot] = False
        return not hit.any()

    def snap(self: Canvas) -> None:
        """Put the selection on the grid."""
        boxes = self._boxes()
        self._put({n: (snapped(b.x()), snapped(b.y())) for n, b in boxes.items()},
                  tr("Snap {0} items").format(len(boxes)))

    def duplicate_wired(self: Canvas) -> bool:
        """The selection once more, its inputs wired to what the originals' are wired to."""
        names = self.selection()
        return bool(names) and self.copy_to(names, None, True)

    def copy_to(self: Canvas, names: set[str], corner: QPointF | None, wired: bool) -> bool:
        """These once more, with their upper left corner there (without one, a little to the lower right); `wired`: also
        to what the originals are wired to."""
        outside = self.incoming(names) if wired else []
        label = tr("Duplicate {0}"), tr("Duplicate {0} items")
        return bool(self.wait(lambda: files.excerpt(self.page, names), tr("Duplicating ..."),
                              lambda document: self._insert(document, corner, label, outside=outside),
                              long=len(names) > MANY))

    def incoming(self: Canvas, names: set[str]) -> list[Placed]:
        """The wires into these blocks from others."""
        page = self.page
        return [Placed(w, i) for name in names & page.blocks.keys() for wires in page.into.get(name, {}).values()
                for i, w in enumerate(wires) if w.source not in names]
