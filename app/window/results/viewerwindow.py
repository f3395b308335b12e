"""A viewer in a window of its own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.window.results.viewer import Viewer


class ViewerWindow(QWidget):
    """Escape closes it."""

    gone = Signal(object)

    def __init__(self, viewer: Viewer, parent: QWidget):
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.viewer: Viewer | None = viewer  # None once it is pinned elsewhere
        qt.column(viewer, of=self, margins=0)
        self.setWindowTitle(viewer.title())
        viewer.titled.connect(self.setWindowTitle)
        qt.closes_by_escape(self)
        self.resize(760, 520)

    def closeEvent(self, event) -> None:
        self.gone.emit(self)
        super().closeEvent(event)
