"""A viewer in a window of its own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from blockloom.app.window.results.viewer import Viewer


class ViewerWindow(QWidget):
    """Escape closes it."""

    gone = Signal(object)

    def __init__(self, viewer: Viewer, parent: QWidget):
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.viewer = viewer
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(viewer)
        self.setWindowTitle(viewer.title())
        viewer.titled.connect(self.setWindowTitle)
        close = QAction(self, shortcut=QKeySequence(Qt.Key.Key_Escape))
        close.triggered.connect(self.close)
        self.addAction(close)
        self.resize(760, 520)

    def closeEvent(self, event) -> None:
        self.gone.emit(self)
        super().closeEvent(event)
