"""Bars of pages: the tab bar, the trail to a page that was opened through a block, and removed pages."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QSizePolicy, QSlider, QTabBar, QTabWidget, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas.page.open_page import CallChooser, OpenPage
from blockloom.app.plain import Label
from blockloom.app.window.widgets.flow_layout import Flow, NumberBox
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.edits import Edit
from blockloom.blocks.results.breakpoints import Trail

HEIGHT = 32  # least height of a tab in pixels


class PageBar(QTabBar):
    """A tab bar with dragging, renaming in place, and one close button, on the tab below the pointer.

    With a close button on each tab, Qt would lay out all tabs once for each of the buttons.
    """

    dropped = Signal()
    renamed = Signal(int, str)
    close_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._editor: QLineEdit | None = None
        self._pressed = False
        self.cross = qt.with_name(QToolButton(self, objectName="cross", autoRaise=True), self.tr("Close the tab"))
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
        """Draw the close button in the colours of a theme."""
        self.cross.setIcon(icon("cross", colours))

    def _point(self, at: QPoint | None) -> None:
        """Show the close button on the tab at a position."""
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
        """Edit a tab's name in place. Enter renames the page, Escape cancels."""
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


class RemovedBar(QFrame):
    """The bar at the top of the pages that offers to restore removed pages, the last one first.

    `bring_back` is called with the name of the page and the edit that restores it.
    """

    def __init__(self, parent: QTabWidget, bring_back: Callable[[str, Edit], object]):
        super().__init__(parent, objectName="removed", autoFillBackground=True, frameShape=QFrame.Shape.StyledPanel)
        self._over = parent
        self.removed: list[tuple[str, Edit, str]] = []
        self._bring_back = bring_back
        self.text = Label()
        self.undo = qt.button(self.tr("Undo"), self._undone)
        self.close_ = qt.with_name(
            QToolButton(autoRaise=True, objectName="quiet"), self.tr("Dismiss"), self.tr("Dismiss")
        )
        self.close_.clicked.connect(self._dismissed)
        qt.line(self.text, self.undo, self.close_, of=self, margins=(12, 5, 5, 5))
        self.hide()

    def set_colours(self, colours: Colours) -> None:
        """Draw the close button in the colours of a theme."""
        self.close_.setIcon(icon("cross", colours))

    def offer(self, page: str, back: Edit, users: str = "") -> None:
        """Offer to restore a removed page.

        Args:
            page: The name of the page.
            back: The edit that restores the page.
            users: The blocks that still use the page, as a text.
        """
        self.removed.append((page, back, users))
        self._show()

    def drop_existing(self, names: Collection[str]) -> None:
        """Drop offers for pages that exist again."""
        self.removed = [row for row in self.removed if row[0] not in names]
        self._show()

    def clear(self) -> None:
        """Drop all offers, because another document is open."""
        self.removed.clear()
        self._show()

    def _undone(self) -> None:
        self._bring_back(*self.removed[-1][:2])

    def _dismissed(self) -> None:
        self.removed.pop()
        self._show()

    def _show(self) -> None:
        if self.removed:
            name, _, users = self.removed[-1]
            text = self.tr("Page “{}” was deleted.").format(name)
            if users:
                text += " " + self.tr("It is used by {}.").format(users)
            self.text.setText(text)
            self.setAccessibleName(text)
        self.setVisible(bool(self.removed))
        self.place()

    def place(self) -> None:
        """Move the bar to the middle of the top of the pages."""
        parent, layout = self._over, self.layout()
        for widget in (self.text, self.undo, self.close_):
            widget.ensurePolished()
        if layout is not None:
            layout.invalidate()
            self.resize((layout.sizeHint() + QSize(6, 0)).boundedTo(parent.size()))
        self.move((parent.width() - self.width()) // 2, parent.tabBar().geometry().bottom() + 10)
        self.raise_()


class CallBox(QWidget):
    """The chooser of a function's call: `Call [7] of 1000` and a slider, counted from 1."""

    def __init__(self, calls: CallChooser):
        super().__init__()
        self._calls = calls
        self.label = Label(objectName="dim")
        self.number, self.slider = NumberBox(keyboardTracking=False), QSlider(Qt.Orientation.Horizontal)
        self.slider.setFixedWidth(180)
        for part in (self.number, self.slider):
            qt.with_name(part, self.tr("The call whose values are shown"))
            part.valueChanged.connect(lambda number: calls.call_wanted.emit(number - 1))
        self.count = Label(objectName="dim")
        qt.line(self.label, self.number, self.count, self.slider, of=self, margins=0)
        calls.changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        call, count = self._calls.call, self._calls.count
        for part in (self.number, self.count, self.slider):
            part.setVisible(count > 0)
        self.label.setText(self.tr("Call") if count else self.tr("A function: run to see the values of its calls"))
        self.count.setText(self.tr("of {0}").format(f"{count:,}"))
        for part in (self.number, self.slider):
            with QSignalBlocker(part):
                part.setRange(1, max(1, count))
                part.setValue(call + 1)


class TrailBar(QWidget):
    """The trail to the page: `main › S (outer) › T (inner)`.

    `go` is called with the trail to a clicked page, its name, and the block on it that the trail goes through.
    """

    def __init__(self, open_page: OpenPage, go: Callable[[Trail, str, str], object]):
        super().__init__()
        self._open_page, self._go = open_page, go
        self.setAccessibleName(self.tr("Path to this page"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.row = Flow(self, 2)
        self.row.setContentsMargins(6, 2, 6, 2)
        open_page.instance_changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        """Show the current trail."""
        qt.empty(self.row)
        trail, page = self._open_page.trail, self._open_page.name
        self.setVisible(bool(trail))
        if not trail:
            return
        up = qt.with_name(QToolButton(text="↑", autoRaise=True), self.tr("Up"), self.tr("Up (Backspace)"))
        up.clicked.connect(self.up)
        self.row.addWidget(up)
        named = ("", *(step.block for step in trail))
        for depth, step in enumerate(trail):
            crumb = QToolButton(text=_name(named[depth], step.page).replace("&", "&&"), autoRaise=True)
            crumb.clicked.connect(lambda _=False, depth=depth: self._to(depth))
            self.row.addWidget(crumb)
            self.row.addWidget(Label("›", objectName="dim"))
        here = Label(_name(named[-1], page), objectName="name")
        self.row.addWidget(here)
        self.row.addWidget(
            CallBox(self._open_page.calls)
            if self._open_page.function
            else Label(self.tr("The values are those of this instance"), objectName="dim", indent=12)
        )

    def up(self) -> None:
        """Go to the page above, if there is one."""
        if self._open_page.trail:
            self._to(len(self._open_page.trail) - 1)

    def _to(self, depth: int) -> None:
        trail = self._open_page.trail
        self._go(trail[:depth], trail[depth].page, trail[depth].block)


def _name(block: str, page: str) -> str:
    return f"{block} ({page})" if block else page
