"""What is selected on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.document.pages import Wire


class Selection(QObject):
    """The selected blocks, frames and notes, by id, and wires. The scene stores them, and follows edits."""

    changed = Signal()

    def __init__(self, scene: Scene, update: Callable[[], None], parent: QObject | None = None):
        super().__init__(parent)
        self._scene, self._update = scene, update

    def __call__(self) -> set[str]:
        """The ids of the selected blocks, frames and notes."""
        return self._scene.selection()

    def wires(self) -> list[Wire]:
        """The selected wires."""
        return self._scene.selected_wires()

    def wire_slots(self) -> list[int]:
        """The selected wires, by their slots in the scene."""
        return np.flatnonzero(self._scene.wselected).tolist()

    def there(self) -> tuple[bool, bool]:
        """Whether any block, frame or note is selected, and whether any wire is."""
        scene = self._scene
        return bool(scene.selected[: scene.count].any() or scene.chosen), bool(scene.wselected[: scene.wcount].any())

    def choose(self, ids: Iterable[str], wires: Iterable[int] = (), keep_wires: bool = False) -> None:
        """Select these ids and wires (by slot), and nothing else; `keep_wires`: besides the wires that are selected.
        Ids that the page does not have are skipped.
        """
        if self._scene.select(ids, self.wire_slots() if keep_wires else wires):
            self._update()
            self.changed.emit()

    def toggle_wire(self, slot: int) -> None:
        """Select a wire, or deselect it."""
        self._scene.wselected[slot] ^= True
        self._update()
        self.changed.emit()

    def all(self) -> None:
        """Select every block, frame and note."""
        if self._scene.select_all():
            self._update()
            self.changed.emit()
