"""Which call of a function a canvas shows: what its blocks show is of that."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class CallChooser(QObject):
    """Chooses which call of a function is shown: number `call`, from 0, of `count`, 0 where it was not run while it was
    looked into.
    """

    changed = Signal()
    wanted = Signal(int)  # another call is to be shown

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.call, self.count = -1, 0

    def show(self, call: int, count: int) -> None:
        """Show this call."""
        if (call, count) != (self.call, self.count):
            self.call, self.count = call, count
            self.changed.emit()
