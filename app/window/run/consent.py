"""The question before an untrusted document has side effects: on files, servers, or by Python code."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFrame, QListWidget, QToolButton

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label
from blockloom.app.trust_store import acts_to_trust, content_of, is_trusted, trust_content, trust_folder
from blockloom.app.window.commands import actions
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import Edit
from blockloom.blocks.files import documents

if TYPE_CHECKING:
    from blockloom.blocks.lower.outside import Outside

_LINES = 8  # most visible lines of the list


class Consent(QObject):
    """Decides whether the open document may have side effects, and asks in a bar.

    A document may have them if it was created here, if it is trusted, or if it had none when it was opened, since the
    user has then added them.
    """

    def __init__(self, workspace: Workspace, tabs: PageTabs, file: DocumentFile):
        super().__init__(tabs)
        self.workspace, self.tabs, self.file = workspace, tabs, file
        self._trusted: bool | None = True  # whether the document is trusted; None if not checked yet
        self._opened_text = ""  # text of the document when it was opened, if undo cannot restore it
        self._contents: set[str] = set()  # hashes of the contents that the button Run trusts
        self._allowed: set[str] = set()  # hashes of further documents that the user trusts
        self._acts: dict[str | None, list[Outside]] = {}  # page -> actions outside the program, cleared by each edit
        self._again: Callable[[], object] = self._forget
        self._page: str | None = ""  # page that the question is about; None for all pages
        self._others: list[Outside] = []
        self.bar = ConsentBar(self)
        workspace.replaced.connect(self._another_document)
        workspace.edited.connect(self._edited)
        workspace.catalogue_changed.connect(self._acts.clear)
        workspace.mixed.connect(self._doubt)
        file.written.connect(self._saved)

    def may_run(self, again: Callable[[], object], other: Document | None = None, everywhere: bool = False) -> bool:
        """Return whether the current page may run. If not, ask in the bar.

        Args:
            again: The function that the button "Run" calls.
            other: Another document, of which a page runs too.
            everywhere: Whether all pages are to run.
        """
        self._page, self._others = None if everywhere else self.tabs.top(), self._of_other(other)
        acts = self._of_page(self._page)
        if not acts and not self._others:
            self.close()
            return True
        self._again = again
        self.bar.show_acts(acts, self._others, self.file.source_folder if acts else "")
        self.workspace.say(self.bar.text.text())
        return False

    def permits(self, page: str) -> bool:
        """Return whether a page may run, without a question."""
        return not self._of_page(page)

    def allow(self, folder: bool = False) -> None:
        """Trust the content of the question, or with `folder` all documents in the folder, and continue."""
        again = self._again
        if folder:
            trust_folder(self.file.source_folder)
        for content in self._contents if not folder else ():
            trust_content(content)
        self._allowed |= self._contents
        self._trusted = True
        self.close()
        again()

    def close(self) -> None:
        """Close the bar without running."""
        self._again = self._forget
        self.bar.hide()

    def show_act(self, act: Outside) -> None:
        """Show the block of a side effect, if it is in the open document."""
        if act not in self._others:
            self.tabs.goto_address(act.address)

    def _forget(self) -> None:
        """Do nothing, because no question is open."""

    def _of_page(self, page: str | None) -> list[Outside]:
        """Return the side effects of a page that are not trusted; None stands for all pages."""
        if self._trusted or page is not None and page not in self.workspace.document.pages:
            return []
        if page not in self._acts:
            self._acts[page] = self._to_trust(self.workspace.document, page)
        if self._acts[page] and self._trusted is None:
            self._trusted = self._opened_trusted()
        return [] if self._trusted else self._acts[page]

    def _of_other(self, other: Document | None) -> list[Outside]:
        self._contents -= self._allowed
        if other is None:
            return []
        acts = acts_to_trust(other, self.workspace.catalogue.base, None, [other.folder])
        content = content_of(other) if acts else ""
        if not acts or content in self._allowed or is_trusted(content, other.folder):
            return []
        self._contents.add(content)
        return acts

    def _to_trust(self, document: Document, page: str | None) -> list[Outside]:
        catalogue = self.workspace.catalogue.base
        # Without TensorFlow's ops, the functions that a page calls are unknown.
        page = page if catalogue.version else None
        return acts_to_trust(document, catalogue, page, [self.file.source_folder])

    def _opened_trusted(self) -> bool:
        """Return whether the document as it was opened is trusted or had no side effects."""
        text = self._opened_text or self.workspace.history.as_opened(documents.dumps)
        self._contents.add(hashlib.sha256(text.encode()).hexdigest())
        if any(is_trusted(content, self.file.source_folder) for content in self._contents):
            return True
        return not self._to_trust(documents.loads(text, self.workspace.document.folder), None)

    def _another_document(self) -> None:
        self._acts.clear()
        self._trusted = True if self.file.made_here else None
        # Whether edits came from a journal, which others may have written.
        recovered = bool(self.workspace.history.labels()[0])
        self._opened_text = documents.dumps(self.workspace.document) if recovered else ""
        self._contents = {self.file.digest} if self.file.digest and not recovered else set()
        self.close()

    def _doubt(self) -> None:
        """Ask again, because parts of another document were added."""
        self._trusted = False
        self._contents.clear()

    def _edited(self, edit: Edit) -> None:
        self._acts.clear()
        if self.bar.isVisible():
            acts = self._of_page(self._page)
            if acts or self._others:
                self.bar.show_acts(acts, self._others, self.file.source_folder if acts else "")
            else:
                self.close()

    def _saved(self) -> None:
        """Trust the saved content if the open document is trusted."""
        if self._trusted is None:
            self._trusted = self._opened_trusted()
        from blockloom.blocks.lower.outside import may_act

        if self._trusted and may_act(self.workspace.document, self.workspace.catalogue.base):
            trust_content(self.file.digest)


class ConsentBar(QFrame):
    """The bar above the pages with the side effects of a page, and the choices."""

    def __init__(self, consent: Consent):
        super().__init__(objectName="consent", autoFillBackground=True, frameShape=QFrame.Shape.StyledPanel)
        self._consent = consent
        self._acts: Sequence[Outside] = ()
        self.text = Label(objectName="name", wordWrap=True)
        self.show_ = qt.button(self.tr("&Show"), self._list_acts, self.tr("List the blocks and their effects"))
        self.show_.setCheckable(True)
        self.run = qt.button(self.tr("&Run"), consent.allow, self.tr("Trust this content and run"))
        self.folder = qt.button(
            self.tr("Trust the &Folder and Run"),
            lambda: consent.allow(folder=True),
            self.tr("Do not ask again for documents in this folder and its subfolders"),
        )
        self.close_ = qt.with_name(
            QToolButton(autoRaise=True, objectName="quiet"), self.tr("Do not run"), self.tr("Do not run")
        )
        self.close_.clicked.connect(consent.close)
        self.list = qt.with_name(QListWidget(), self.tr("Side effects of the page"))
        for signal in (self.list.itemClicked, self.list.itemActivated):
            signal.connect(lambda item: consent.show_act(self._acts[self.list.row(item)]))
        self.list.hide()
        row = Flow()
        for part in (self.show_, self.run, self.folder, self.close_):
            row.addWidget(part)
        qt.column(self.text, row, self.list, of=self, margins=(12, 5, 8, 5), space=4)
        self.setFocusProxy(self.show_)
        actions.keep_apart(self)
        self.hide()

    def set_colours(self, colours: Colours) -> None:
        """Draw the close button in the colours of a theme."""
        self.close_.setIcon(icon("cross", colours))

    def show_acts(self, acts: Sequence[Outside], others: Sequence[Outside], folder: str) -> None:
        """Show side effects.

        Args:
            acts: Those of the open document.
            others: Those of another document.
            folder: The folder that can be trusted, "" for none.
        """
        self._acts = [*acts, *others]
        from blockloom.blocks.lower.outside import summary

        text = self.tr("This document was not made or trusted here.") + " " + translated(summary(self._acts))
        self.text.setText(text)
        self.setAccessibleName(text)
        self.folder.setVisible(bool(folder))
        self.list.clear()
        self.list.addItems([translated(act.message) for act in self._acts])
        lines = min(_LINES, len(self._acts))
        self.list.setFixedHeight(lines * self.list.sizeHintForRow(0) + 2 * self.list.frameWidth())
        self.show()

    def hide(self) -> None:
        """Hide the bar, and give its keyboard focus to the current page."""
        canvas = self._consent.tabs.canvas()
        if canvas is not None and self.isAncestorOf(self.window().focusWidget()):
            canvas.setFocus()
        self.show_.setChecked(False)
        self.list.hide()
        super().hide()

    def _list_acts(self) -> None:
        self.list.setVisible(self.show_.isChecked())
