"""The list of what operations print."""

from __future__ import annotations

from collections import deque

from PySide6.QtGui import QContextMenuEvent, QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.window.runs.engine import LINES

_FEW = 500  # lines that are appended; to write all anew is quicker than to append more and let as many go


class Printed(QPlainTextEdit):
    """The last LINES lines, newest last. It stays at the end while the end is in sight."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent, readOnly=True, undoRedoEnabled=False)
        self.setAccessibleName(self.tr("Output"))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setMaximumBlockCount(LINES)
        self._lines: deque[str] = deque(maxlen=LINES)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))

    def add(self, text: str) -> None:
        """Append one or more lines."""
        lines = text.split("\n")
        self._lines.extend(lines)
        if len(lines) <= _FEW:
            self.appendPlainText(text)
            return
        bar = self.verticalScrollBar()
        place, at_end = bar.value(), bar.value() >= bar.maximum()
        self.setPlainText("\n".join(self._lines))
        bar.setValue(bar.maximum() if at_end else place)

    def clear(self) -> None:
        """Forget them."""
        self._lines.clear()
        super().clear()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu(event.pos())
        menu.addAction(self.tr("Clear"), self.clear)
        menu.exec(event.globalPos())
        menu.deleteLater()
