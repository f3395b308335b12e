"""The bar of the pages' tabs: dragged, renamed in place, closed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QTabBar, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours

HEIGHT = 32  # pixels of a tab, at least


class PageBar(QTabBar):
    """A tab bar that tells when a dragged tab was dropped, renames in place, and has one cross, on the tab below the
    pointer: Qt would place all tabs for each of as many crosses as tabs.
    """

    dropped = Signal()
    renamed = Signal(int, str)
    close_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._editor: QLineEdit | None = None
        self._pressed = False
        self.cross = qt.named(QToolButton(self, objectName="cross", autoRaise=True), self.tr("Close the tab"))
        self.cross.setToolTip(self.tr("Close the tab: the page stays in the document"))
        self.cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cross.clicked.connect(lambda: self.close_wanted.emit(self.tabAt(self.cross.geometry().center())))
        self.cross.hide()
        self.setMovable(True)
        self.setDocumentMode(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setObjectName("pages")
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setAccessibleName(self.tr("Pages"))
        self.setMouseTracking(True)

    def set_colours(self, colours: Colours) -> None:
        """Draw the cross in the colours of a theme."""
        self.cross.setIcon(icon("cross", colours))

    def _point(self, at: QPoint | None) -> None:
        """Show the cross on the tab at a place."""
        index = self.tabAt(at) if at is not None and self.count() > 1 else -1
        rect = self.tabRect(index)
        self.cross.setVisible(index >= 0)
        self.cross.setGeometry(rect.right() - 21, rect.center().y() - 8, 18, 18)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point(None if self._pressed else event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(None)

    def tabSizeHint(self, index: int) -> QSize:
        return super().tabSizeHint(index).expandedTo(QSize(0, HEIGHT))

    def tabLayoutChange(self) -> None:
        super().tabLayoutChange()
        at = self.mapFromGlobal(QCursor.pos())
        self._point(at if self.rect().contains(at) else None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._pressed = True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._pressed = False
        if event.button() == Qt.MouseButton.MiddleButton:
            self.close_wanted.emit(self.tabAt(event.position().toPoint()))
        else:
            self.dropped.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.tabAt(event.position().toPoint())
        if index >= 0:
            self.rename(index)

    def rename(self, index: int) -> None:
        """Edit a tab's name where it stands: Enter takes it, Escape leaves it."""
        self._done(False)
        editor = self._editor = QLineEdit(self.tabText(index), self)
        editor.setAccessibleName(self.tr("Name of the page"))
        editor.setProperty("tab", index)
        rect = self.tabRect(index)
        editor.setGeometry(rect.adjusted(1, 1, max(0, 110 - rect.width()), -1))
        editor.selectAll()
        editor.installEventFilter(self)
        editor.editingFinished.connect(lambda: self._done(True))
        editor.show()
        editor.setFocus()

    def _done(self, take: bool) -> None:
        editor, self._editor = self._editor, None
        if editor is not None:
            editor.hide()
            editor.deleteLater()
            if take:
                self.renamed.emit(editor.property("tab"), editor.text().strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self._editor
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            self._done(False)
            return True
        return super().eventFilter(watched, event)
