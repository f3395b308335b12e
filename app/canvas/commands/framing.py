"""Frames as scopes: blocks dragged in and out of them, collapsed and expanded, their title and device."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from blockloom.app.canvas.words import tr
from blockloom.blocks.document import Block, Frame
from blockloom.blocks.edits import Edit, Enclose, Many, Replace

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

DEVICES = ("/device:CPU:0", "/device:GPU:0", "/device:TPU:0", "/job:worker/task:0", "/job:ps/task:0")


class Framing:
    """Mixed into the canvas."""

    def frame_at(self: Canvas, at: QPointF, box: QRectF | None = None, but: Iterable[str] = ()) -> str:
        """The innermost frame at a point, or around a box; "" where there is none."""
        scene = self.scene
        rects = ((scene.rect_of(f), f.id) for f in scene.boxes_at(at.x(), at.y(), at.x(), at.y())[0] if f.id not in but)
        found = [(rect.width() * rect.height(), name) for rect, name in rects
                 if rect.contains(at) and (box is None or rect.contains(box))]
        return min(found)[1] if found else ""

    def housed(self: Canvas, item: Block | Frame) -> Block | Frame:
        """A new block or frame, in the frame that it lies in."""
        if not self.scene.frames:
            return item
        if isinstance(item, Frame):
            box = QRectF(item.x, item.y, item.width, item.height)
            return item._replace(frame=self.frame_at(box.center(), box))
        layout = self.scene.geometry.layout(item, {}, [])
        return item._replace(frame=self.frame_at(QPointF(item.x + layout.width / 2, item.y + layout.height / 2)))

    def home_at(self: Canvas, name: str, moving: set[str], shift: np.ndarray) -> str:
        """The frame that a block or frame would be in, were it moved with others, members of frames included, by so
        much."""
        page, scene = self.page, self.scene
        frame = page.frames.get(name)
        if frame is not None:
            box = QRectF(frame.x, frame.y, frame.width, frame.height).translated(*shift.tolist())
            return self.frame_at(box.center(), box, moving)
        block = page.blocks.get(name)
        if block is None:
            return ""
        width, height = scene.size[scene.slot[name]].tolist()
        return self.frame_at(QPointF(block.x + shift[0] + width / 2, block.y + shift[1] + height / 2), None, moving)

    def members(self: Canvas, names: Iterable[str]) -> set[str]:
        """These with everything in the frames among them."""
        names, page = set(names), self.page
        todo = names & page.frames.keys()
        if todo:
            inside: dict[str, list[str]] = {}
            for item in (*page.blocks.values(), *page.frames.values()):
                if item.frame:
                    inside.setdefault(item.frame, []).append(item.id)
            while todo:
                fresh = set(inside.get(todo.pop(), ())) - names
                names |= fresh
                todo |= fresh
        return names

    def drop(self: Canvas, dragged: set[str], names: list[str], dx: float, dy: float) -> None:
        """Move what was dragged with all that goes along, into and out of frames as it lies then: one step."""
        from blockloom.app.canvas.commands.actions import moved, several
        page, homes = self.page, {}
        if page.frames:
            moving = self.members(dragged)
            for name in dragged:
                item = page.blocks.get(name) or page.frames.get(name)
                if item is None or item.frame in dragged:
                    continue    # a note; or it goes along with its frame
                # What lay outside its frame all along stays in it.
                home, was = (self.home_at(name, moving, np.array(by)) for by in ((dx, dy), (0.0, 0.0)))
                if home not in (was, item.frame):
                    homes[name] = home
        items = {**page.blocks, **page.frames, **page.notes}
        move: Edit = moved(self.page_name, items, names, dx, dy)
        if homes:
            move = Many((move, Enclose(self.page_name, homes)))
        self.do(move, several(names, tr("Move {0}"), tr("Move {0} items")))

    def take_out(self: Canvas) -> None:
        """Take the selected blocks and frames out of their frame, into the one around it."""
        page = self.page
        homes = {}
        for name in self.selection():
            item = page.blocks.get(name) or page.frames.get(name)
            if item is not None and item.frame:
                outer = page.frames.get(item.frame)
                homes[name] = outer.frame if outer is not None else ""
        if homes:
            from blockloom.app.canvas.commands.actions import several
            self.do(Enclose(self.page_name, homes), several(homes, tr("Take {0} out"), tr("Take {0} items out")))

    # --- collapsed frames ------------------------------------------------------------------------------------

    def toggle_fold(self: Canvas, name: str) -> None:
        """Collapse a frame, or expand it."""
        self._collapse({name}, name not in self.scene.folded)

    def fold_selection(self: Canvas) -> None:
        """Collapse the selected frames; where all are collapsed, expand them."""
        frames = self.selection() & self.page.frames.keys()
        if not frames:
            self.said.emit(self.tr("Select the frame that is to be collapsed"))
            return
        self._collapse(frames, not frames <= self.scene.folded)

    def _collapse(self: Canvas, names: set[str], collapsed: bool) -> None:
        from blockloom.app.canvas.commands.actions import several
        self.close_editor()
        self.scene.opened -= names
        frames = (self.page.frames[name] for name in sorted(names))
        edits = tuple(Replace(self.page_name, frame._replace(collapsed=collapsed)) for frame in frames
                      if frame.collapsed != collapsed)
        if edits:
            label = (tr("Collapse {0}"), tr("Collapse {0} frames")) if collapsed else (
                tr("Expand {0}"), tr("Expand {0} frames"))
            self.do(edits[0] if len(edits) == 1 else Many(edits), several([e.item.id for e in edits], *label))
        else:   # it was only shown expanded
            self._refold()

    def unfold(self: Canvas, name: str) -> None:
        """Show whatever frames conceal a block or frame expanded, until the page is opened anew: looking for something
        does not change the document."""
        page = self.page
        item, seen = page.blocks.get(name) or page.frames.get(name), set()
        while item is not None and item.frame in page.frames and item.frame not in seen:
            seen.add(item.frame)
            item = page.frames[item.frame]
        if seen & self.scene.folded:
            self.scene.opened |= seen
            self._refold()

    def _refold(self: Canvas) -> None:
        self.scene.refold(self.page)
        self.look_again()
