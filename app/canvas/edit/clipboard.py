"""Copying by the clipboard, duplicating, and pasting of other documents, values and files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF
from PySide6.QtGui import QGuiApplication

from blockloom.app import qt
from blockloom.app.canvas.edit.block_placement import Placing
from blockloom.app.canvas.edit.editing import Editing
from blockloom.app.canvas.look.navigation import Navigation
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Document, Page, Placed
from blockloom.blocks.edits import EditError, Insert
from blockloom.blocks.edits.edit_json import from_json, to_json
from blockloom.blocks.files import documents, sidecar_files
from blockloom.blocks.io import bounded_io
from blockloom.blocks.results.monitors import followers
from blockloom.blocks.text.phrases import file_error_reason, phrase

MIME = "application/x-blockloom"  # MIME type of a fragment, which is also on the clipboard as plain text
WIRES_MIME = "application/x-blockloom-wires"  # MIME type of the edit that adds the wires from outside into the fragment
CSV = "text/csv"
LARGEST = 100_000_000  # most pixels of a picture that is saved
MANY = 10_000  # most items without a progress dialog


class Clipboard:
    """Copies the selection, and pastes."""

    # The last fragment copied from any canvas: its weights exist as long as this document.
    copied: Document | None = None

    def __init__(
        self,
        editing: Editing,
        view: View,
        navigation: Navigation,
        placing: Placing,
        pointer: Callable[[], QPointF | None],
    ):
        """Create. `pointer` returns the canvas point under the mouse, None if the mouse is elsewhere."""
        self.editing, self.view, self.navigation, self.placing = editing, view, navigation, placing
        self.pointer = pointer

    @property
    def page(self) -> Page:
        return self.editing.page

    def copy(self) -> str:
        """Put the selection on the clipboard, and return its text.

        Returns:
            The text; "" if nothing is selected, or the user cancels.
        """
        names = self.editing.whole_selection()
        if not names:
            return ""

        def excerpt() -> tuple[Document, str]:
            fragment = operations.copy_items(self.page, names, self.editing.open_page.catalogue)
            return fragment, documents.dumps(fragment)

        copied = self.editing.open_page.wait(excerpt, tr("Copying…"))
        if copied is None:
            return ""
        Clipboard.copied, text = copied
        data = QMimeData()
        data.setText(text)
        data.setData(MIME, text.encode("utf-8"))
        data.setData(WIRES_MIME, json.dumps(to_json(operations.copied_wires(self.page, names))).encode())
        QGuiApplication.clipboard().setMimeData(data)
        return text

    def cut(self) -> None:
        """Copy the selection, then delete it with its pinned monitors."""
        names = self.editing.whole_selection()
        self.editing.selection.choose(names | followers(self.page, names), keep_wires=True)
        if self.copy():
            self.editing.delete_selection((phrase("Cut {0}"), phrase("Cut {0} items")))

    def paste(self, text: str, at: QPointF | None = None, comma: bool = False) -> bool:
        """Insert the blocks of a document's text, or a Const block of a value.

        Args:
            text: a document, or a value for `operations.parse_pasted_text`.
            at: the top left corner; None: next to the originals or in view.
            comma: commas separate the cells of a table.

        Returns:
            False, with a message, if the text is neither.
        """
        middle = self.view.area().center().toTuple()

        def read() -> Document:
            try:
                return documents.loads(text)
            except documents.FileError:
                return operations.const_document(text, middle, comma)

        try:
            return bool(self.editing.open_page.wait(read, tr("Pasting…"), lambda document: self.insert(document, at)))
        except EditError as error:
            self.editing.say(str(error))
            return False

    def paste_clipboard(self, at: QPointF | None = None) -> bool:
        """Paste the content of the clipboard: blocks, a value, or blocks that read the copied files.

        Without `at`, files are pasted at the pointer, and blocks next to their originals or in view.
        """
        data = copied()
        paths = local_files(data)
        if paths:
            return self.placing.read_files(paths, at or self.pointer() or self.view.area().center())
        if data.hasImage() and not data.hasText():
            self.editing.say(
                phrase(
                    "The clipboard contains a picture, not a file. Right-click the page to save the picture in the "
                    "folder of the document and to add a block that reads it."
                )
            )
            return False
        if data.hasFormat(CSV) and "\t" not in data.text():  # otherwise the plain text has cells separated by tabs
            return self.paste(bytes(data.data(CSV).data()).decode("utf-8", "replace"), at, comma=True)
        return self.paste(data.text(), at)

    def paste_wired(self) -> bool:
        """Paste, with wires from the sources of the originals, if these are on this page."""
        clipboard, page = QGuiApplication.clipboard(), self.page
        try:
            document = documents.loads(clipboard.text())
            data = bytes(clipboard.mimeData().data(WIRES_MIME).data())
            wires = from_json(bounded_io.parsed(data)) if data else Insert(page.name)
            if not isinstance(wires, Insert):
                raise ValueError(wires)
        except ValueError:  # also raised as FileError and EditError
            self._none()
            return False
        blocks = next(iter(document.pages.values())).blocks
        return self.insert(
            document, None, outside=[p for p in wires.wires if p.wire.source in page.blocks and p.wire.target in blocks]
        )

    def insert(
        self,
        document: Document,
        at: QPointF | None,
        label: tuple[str, str] | None = None,
        outside: Iterable[Placed] = (),
        exact: bool = False,
    ) -> bool:
        """Insert a document's first page, and bring it into view: see `operations.paste`."""
        change = self.editing.run(
            operations.paste,
            self.page,
            document,
            self.editing.measures(),
            at.toTuple() if at is not None else None,
            self.view.area().getRect(),
            outside,
            label or operations.PASTED,
            exact,
        )
        if change is not None:
            self.navigation.show(*(change.selection or ()))
        return change is not None

    def duplicate(self) -> bool:
        """Insert a copy of the selection, a little to the lower right; the clipboard is unchanged."""
        return self.copy_to(self.editing.whole_selection(), None, False)

    def duplicate_wired(self) -> bool:
        """Duplicate as `duplicate` does, with wires from the sources of the originals."""
        return self.copy_to(self.editing.whole_selection(), None, True)

    def copy_to(self, names: set[str], corner: QPointF | None, wired: bool) -> bool:
        """Insert copies of these items.

        Args:
            names: the items.
            corner: the upper left corner; None: a little to the lower right of the originals.
            wired: add wires from the sources of the originals.
        """
        if not names:
            return False
        outside = operations.incoming_wires(self.page, names) if wired else ()
        label = phrase("Duplicate {0}"), phrase("Duplicate {0} items")
        return bool(
            self.editing.open_page.wait(
                lambda: documents.excerpt(self.page, names),
                tr("Duplicating…"),
                lambda document: self.insert(document, corner, label, outside, corner is not None),
                long=len(names) > MANY,
            )
        )

    def save_picture(self, at: QPointF) -> bool:
        """Save the picture on the clipboard in the folder of the document, and add blocks that read it.

        Returns:
            False, with a message, on failure.
        """
        folder, picture = self.editing.open_page.history.document.folder, QGuiApplication.clipboard().image()
        if not folder:
            self.editing.say(phrase("Save the document first: the picture is saved in the same folder"))
            return False
        if picture.width() * picture.height() > LARGEST:
            self.editing.say(phrase("The picture is too large: {0} x {1} pixels", picture.width(), picture.height()))
            return False
        try:
            path = sidecar_files.write_new(folder, "picture.png", qt.png(picture))
        except OSError as error:
            self.editing.say(
                phrase("{0}: cannot be saved: {1}", os.path.join(folder, "picture.png"), file_error_reason(error))
            )
            return False
        return self.placing.read_files([path], at)

    def _none(self) -> None:
        self.editing.say(phrase("The clipboard contains no blocks"))


def copied() -> QMimeData:
    """Return the content of the clipboard."""
    return QGuiApplication.clipboard().mimeData() or QMimeData()  # mimeData() is None if nothing was ever copied


def local_files(data: QMimeData) -> list[Path]:
    """Return the local files that are dropped or pasted; [] if they include anything else."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return paths if len(paths) == len(data.urls()) else []
