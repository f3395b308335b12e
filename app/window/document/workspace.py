"""The open document and its catalogue, shared by the panels; and the central widget of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.document.tabs import PageTabs
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Edit, EditError
from blockloom.blocks.infer.incremental import Inferences
from blockloom.blocks.infer.inference import BlockTypes

if TYPE_CHECKING:
    from blockloom.app.window.document.startpage import StartPage


_PIECE = 5_000  # blocks or wires of a closed document that are freed at once
_PAUSE = 20  # milliseconds between two pieces


class PageName:
    """An attribute with the name of a page, "" for none, which follows the page while the document is edited.

    Its owner has a `workspace`. After the page is removed, the attribute is not a name of a page.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._uid = f"_uid_of_{name}"

    def __get__(self, owner: Any, of: type | None = None) -> str:
        return owner.workspace.history.names.page(getattr(owner, self._uid, ""))

    def __set__(self, owner: Any, name: str) -> None:
        setattr(owner, self._uid, owner.workspace.history.names.uid(name))


class Workspace(QObject):
    """The document of a window with its undo stack, for panels that show and change it.

    `followers` get each edit, in order: those that store edits before those that show them.
    """

    edited = Signal(object)  # emitted with an edit, after the followers were called
    replaced = Signal()  # emitted when another document is open, with another `history`
    catalogue_changed = Signal()
    mixed = Signal()  # emitted when parts of another document were added to this one
    libraries_changed = Signal()  # emitted when the catalogue offers other library pages
    typing_ends = Signal()  # emitted to let open editors store their texts in the document
    status_message = Signal(str)  # a temporary message for the status bar
    refused = Signal(str)  # why a command was refused: shown at the pointer too
    message_added = Signal(str, str, str)  # a permanent message: its text, "error" or "warning" or "", details
    messages_wanted = Signal()  # the panel of messages is to be shown

    def __init__(self, catalogue: Catalogue, parent: QObject | None = None):
        super().__init__(parent)
        self.history = UndoStack(new_document())
        self.catalogue = catalogue.with_pages(self.document)  # pages are also block types
        self.followers: list[Callable[[Edit], None]] = []
        self.shifting = False  # whether undo or redo is applying an edit

    @property
    def document(self) -> Document:
        """The document that is open."""
        return self.history.document

    @property
    def inferences(self) -> Inferences:
        """The inferences of the document's pages."""
        return self.history.inferences(self.catalogue)

    def types_of(self, page: str, block: str) -> BlockTypes | None:
        """Return the known types of a block; None if there is no such block or type."""
        return self.inferences.types_of(page, block)

    def replace(self, document: Document, history: UndoStack | None = None) -> None:
        """Replace the open document, with its undo stack if there is one."""
        self.history.listeners.clear()
        self._free(self.document)
        self.history = history or UndoStack(document)
        self.catalogue = self.catalogue.with_pages(self.document)
        self.history.inferences(self.catalogue)  # creates the inferences, which update the catalogue after edits
        self.history.listeners += [*self.followers, self.edited.emit]
        self.replaced.emit()

    def _free(self, document: Document) -> None:
        """Free the memory of a closed document in pieces, because freeing a large one at once stops the window."""
        dicts = [part for page in document.pages.values() for part in (page.blocks, page.into, page.out)]
        held: list[Any] = []
        timer = QTimer(self, interval=_PAUSE)

        def free_some() -> None:
            if held:
                del held[-_PIECE:]
            elif dicts:
                held.extend(dicts.pop().values())
            else:
                timer.stop()
                timer.deleteLater()

        timer.timeout.connect(free_some)
        timer.start()

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Set the catalogue of block types."""
        self.catalogue = catalogue.base.with_pages(self.document)
        self.history.inferences(self.catalogue)
        self.catalogue_changed.emit()

    def do(self, edit: Edit, label: str, complete: bool = False) -> bool:
        """Apply an edit. Return False, with a message, if it does not fit the document.

        `complete`: it already has its consequences on other pages.
        """
        try:
            self.history.do(edit, label, complete=complete)
        except EditError as error:
            self.refuse(str(error))
            return False
        return True

    def undo(self) -> None:
        """Undo the last edit."""
        self._shift(self.history.undo)

    def redo(self) -> None:
        """Redo the last undone edit."""
        self._shift(self.history.redo)

    def travel(self, steps: int) -> None:
        """Undo (negative) or redo (positive) a number of edits."""
        for _ in range(abs(steps)):
            (self.redo if steps > 0 else self.undo)()

    def _shift(self, do: Callable[[], object]) -> None:
        self.typing_ends.emit()
        self.shifting = True
        try:
            do()
        finally:
            self.shifting = False

    def say(self, text: str) -> None:
        """Show a temporary message in the status bar."""
        # Translate here, because a signal would convert a phrase to plain text.
        self.status_message.emit(translated(text))

    def refuse(self, text: str) -> None:
        """Show why a command was refused, in the status bar and at the pointer."""
        self.refused.emit(translated(text))

    def tell(self, text: str, severity: str = "", details: str = "", seen: bool = False) -> None:
        """Add a line to the panel of messages; with `seen`, show the panel."""
        self.message_added.emit(translated(text), severity, details)
        if seen:
            self.messages_wanted.emit()


class DoubleClickFilter(QObject):
    """Ignores the second click of a double click that opened a document from the start page."""

    def __init__(self, canvas: QWidget):
        super().__init__(canvas)
        canvas.installEventFilter(self)
        QTimer.singleShot(QApplication.doubleClickInterval(), self, self.deleteLater)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class Centre(QStackedWidget):
    """The central widget: the pages, or the start page, for which the docks are hidden."""

    def __init__(self, tabs: PageTabs, docks: Docks, make: Callable[[], StartPage]):
        super().__init__()
        self.tabs, self._docks, self._make = tabs, docks, make
        self.addWidget(tabs)

    @property
    def start(self) -> StartPage | None:
        """The start page, None if not shown."""
        page: Any = self.widget(1)
        return page

    def show_start(self) -> None:
        """Show the start page."""
        self.leave_start()
        self._docks.put_away()
        start = self._make()
        self.addWidget(start)
        self.setCurrentWidget(start)
        start.fill()
        start.setFocus()
        if self.window().isVisible():
            start.draw()

    def leave_start(self) -> None:
        """Remove the start page, and show the pages."""
        start = self.start
        if start is not None:
            start.leave()
            self.removeWidget(start)
            start.deleteLater()
            self._docks.bring_back()
            canvas = self.tabs.canvas()
            canvas.setFocus()
            DoubleClickFilter(canvas)
