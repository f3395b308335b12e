"""Windows of their own for results: they stay before the main window, and Escape closes them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.window.results.viewer import Viewer

_KIND = Qt.WindowType.Dialog | Qt.WindowType.WindowMinMaxButtonsHint | Qt.WindowType.WindowCloseButtonHint


class WindowBefore(QWidget):
    """Such a window. `gone` tells that it closes; by its object name help is found."""

    gone = Signal(object)

    def __init__(self, title: str, parent: QWidget):
        # Window managers keep one of this kind before its parent.
        super().__init__(parent, _KIND, objectName="view_result")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setWindowIcon(parent.windowIcon())
        qt.closes_by_escape(self)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close:
            self.gone.emit(self)
        return super().event(event)


class ViewerWindow(WindowBefore):
    """One viewer, which may be pinned elsewhere."""

    def __init__(self, viewer: Viewer, parent: QWidget):
        super().__init__(viewer.title(), parent)
        self.viewer: Viewer | None = viewer  # None once it is pinned
        qt.column(viewer, of=self, margins=0)
        viewer.titled.connect(self.setWindowTitle)
        self.resize(760, 520)
