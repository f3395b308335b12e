"""Frames of a canvas: collapsed and expanded, blocks taken out of them."""

from __future__ import annotations

from collections.abc import Callable

from blockloom.app.canvas.edit.editing import Editing
from blockloom.blocks import operations
from blockloom.blocks.document.scopes import inherited
from blockloom.blocks.text.phrases import phrase


class Frames:
    """Collapses and expands frames. `changed` is called where the page looks different without an edit."""

    def __init__(self, editing: Editing, changed: Callable[[], None]):
        self.editing, self._changed = editing, changed

    def take_out(self) -> None:
        """Take the selected blocks and frames out of their frame, into the one around it."""
        self.editing.run(operations.unframe, self.editing.page, self.editing.selection())

    def toggle(self, name: str) -> None:
        """Collapse a frame, or expand it."""
        self._collapse({name}, name not in self.editing.scene.folded)

    def toggle_selection(self) -> None:
        """Collapse the selected frames; where all are collapsed, expand them."""
        frames = self.editing.selection() & self.editing.page.frames.keys()
        if not frames:
            self.editing.say(phrase("Select the frame that is to be collapsed"))
            return
        self._collapse(frames, not frames <= self.editing.scene.folded)

    def expand_level(self) -> None:
        """Expand all frames that are seen collapsed; what is in them stays as it is."""
        self._level(set(self.editing.scene.folds), False)

    def collapse_level(self) -> None:
        """Collapse the expanded frames that lie deepest, the other way round than `expand_level`."""
        frames = self.editing.page.frames
        depth = inherited(frames, 0, lambda frame, outer: outer + 1)
        opened = frames.keys() - self.editing.scene.folded
        deepest = max((depth[name] for name in opened), default=0)
        self._level({name for name in opened if depth[name] == deepest}, True)

    def _level(self, names: set[str], collapsed: bool) -> None:
        if names:
            self._collapse(names, collapsed)
        else:
            self.editing.say(
                phrase("There is no frame to collapse") if collapsed else phrase("There is no collapsed frame")
            )

    def _collapse(self, names: set[str], collapsed: bool) -> None:
        self.editing.scene.opened -= names
        if self.editing.run(operations.collapse, self.editing.page, names, self.editing.measures(), collapsed) is None:
            self._refold()  # it was only shown expanded

    def unfold(self, name: str, makes_room: bool = True) -> bool:
        """Show the frames around a block or frame expanded until the page is opened again. That changes the document
        where others have to make room; False, with nothing done, if they must not.
        """
        page, scene = self.editing.page, self.editing.scene
        item, seen = page.blocks.get(name) or page.frames.get(name), set()
        while item is not None and item.frame in page.frames and item.frame not in seen:
            seen.add(item.frame)
            item = page.frames[item.frame]
        hidden, measures = seen & scene.folded, self.editing.measures()
        if operations.crowded(page, hidden, measures):  # those that are only shown expanded make room as well
            if not makes_room:
                return False
            self._collapse(seen & (scene.folded | scene.opened), False)
        elif hidden:
            scene.opened |= hidden
            self._refold()
        return True

    def _refold(self) -> None:
        self.editing.scene.refold(self.editing.page)
        self._changed()
