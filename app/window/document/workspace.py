"""What panels share: the open document and its catalogue; and the middle of the window."""

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


_PIECE = 5_000  # blocks or wires of a document that is gone, which are freed in one go
_PAUSE = 20  # milliseconds between two of them


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
    """The document of a window with its history, for panels that show and change it. `followers` get each edit, in
    order: those that store edits before those that show them.
    """

    edited = Signal(object)  # the edit, once the followers have heard it
    replaced = Signal()  # another document is open: `history` is another one
    catalogue_changed = Signal()
    mixed = Signal()  # parts of another document have come into this one
    libraries_changed = Signal()  # the catalogue offers others
    typing_ends = Signal()  # what is being typed has to be in the document when this returns
    said = Signal(str)  # one line for the status bar, for a while
    refused = Signal(str)  # why something was not done: seen at the pointer as well
    told = Signal(str, str, str)  # a message that stays: its text, "error" or "warning" or "", details
    messages_wanted = Signal()  # the messages are to be seen

    def __init__(self, catalogue: Catalogue, parent: QObject | None = None):
        super().__init__(parent)
        self.history = UndoStack(new_document())
        self.catalogue = catalogue.with_pages(self.document)  # its pages are types, too
        self.followers: list[Callable[[Edit], None]] = []
        self.shifting = False  # an edit comes from undo or redo

    @property
    def document(self) -> Document:
        """The document that is open."""
        return self.history.document

    @property
    def inferences(self) -> Inferences:
        """The inferences of the document's pages."""
        return self.history.inferences(self.catalogue)

    def known(self, page: str, block: str) -> BlockTypes | None:
        """Return the known types of a block; None if there is no such block or type."""
        return self.inferences.known(page, block)

    def replace(self, document: Document, history: UndoStack | None = None) -> None:
        """Open another document, with its history."""
        self.history.listeners.clear()
        self._free(self.document)
        self.history = history or UndoStack(document)
        self.catalogue = self.catalogue.with_pages(self.document)
        self.history.inferences(self.catalogue)  # which tell the catalogue of edits
        self.history.listeners += [*self.followers, self.edited.emit]
        self.replaced.emit()

    def _free(self, document: Document) -> None:
        """Hold what a document consists of, and let go of it in pieces: all of a large one at once stops the window,
        which first paints what comes instead.
        """
        dicts = [part for page in document.pages.values() for part in (page.blocks, page.into, page.out)]
        held: list = []
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
        """Take over the catalogue of block types."""
        self.catalogue = catalogue.base.with_pages(self.document)
        self.history.inferences(self.catalogue)
        self.catalogue_changed.emit()

    def do(self, edit: Edit, label: str) -> bool:
        """Apply an edit. One that does not fit gives False, and why is said."""
        try:
            self.history.do(edit, label)
        except EditError as error:
            self.refuse(str(error))
            return False
        return True

    def undo(self) -> None:
        """Undo the last step."""
        self._shift(self.history.undo)

    def redo(self) -> None:
        """Redo the step undone last."""
        self._shift(self.history.redo)

    def travel(self, steps: int) -> None:
        """Undo (below 0) or redo so many steps."""
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
        """Show a line in the status bar."""
        self.said.emit(translated(text))  # a phrase would arrive as a plain text

    def refuse(self, text: str) -> None:
        """Show why something was not done."""
        self.refused.emit(translated(text))

    def tell(self, text: str, severity: str = "", details: str = "", seen: bool = False) -> None:
        """Add a line to the messages; `seen` brings them to the front."""
        self.told.emit(translated(text), severity, details)
        if seen:
            self.messages_wanted.emit()


class DoubleClickFilter(QObject):
    """Swallows the second click of a double click that opened a document from the start page."""

    def __init__(self, canvas: QWidget):
        super().__init__(canvas)
        canvas.installEventFilter(self)
        QTimer.singleShot(QApplication.doubleClickInterval(), self, self.deleteLater)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class Centre(QStackedWidget):
    """Shows the pages, or the start page, during which the docks are hidden."""

    def __init__(self, tabs: PageTabs, docks: Docks, make: Callable[[], StartPage]):
        super().__init__()
        self.tabs, self._docks, self._make = tabs, docks, make
        self.addWidget(tabs)

    @property
    def start(self) -> StartPage | None:
        """The start page, while it is there."""
        page: Any = self.widget(1)
        return page

    def show_start(self) -> None:
        """Show the start page until something is opened or done."""
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
        """Show the pages."""
        start = self.start
        if start is not None:
            start.leave()
            self.removeWidget(start)
            start.deleteLater()
            self._docks.bring_back()
            canvas = self.tabs.canvas()
            canvas.setFocus()
            DoubleClickFilter(canvas)
