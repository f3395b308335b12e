"""The base of windows for results, which stay in front of the main window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from blockloom.app import qt

_KIND = Qt.WindowType.Dialog | Qt.WindowType.WindowMinMaxButtonsHint | Qt.WindowType.WindowCloseButtonHint


class WindowBefore(QWidget):
    """A window that stays in front of its parent, and that Escape closes. `gone` is emitted when it closes."""

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
