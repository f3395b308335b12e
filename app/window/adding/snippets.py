"""Snippets: selections that are stored under a name in the user's data folder, and inserted on any page.

Each is a document, and so are the snippets that come with Blockloom, and the examples, which can be inserted as well.
"""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QPointF, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QMessageBox

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import as_is
from blockloom.app.window.dialogs.waiting import troubles_told
from blockloom.app.window.document.documentfile import translate
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks import operations
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.catalogue.type_search import COMMAND
from blockloom.blocks.files import documents, examples, sidecar_files
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.text.similar_names import natural
from blockloom.blocks.weights import document_weights

# Prefixes of names in the quick-add box for entries that are not block types.
PREFIX, SHIPPED, EXAMPLE = "snippet:", "shipped:", "example:"
_NAME = re.compile(r"[\w(][\w .,()+-]{0,59}")
_SIZE = QSize(240, 180)
# Titles of the snippets in assets/snippets, for the translators.
_TITLES = (
    phrase("Accuracy"),
    phrase("CSV file"),
    phrase("Dense layer"),
    phrase("Random batches"),
)


def folder() -> Path:
    """Return the folder of the snippets, which need not exist yet."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("blockloom", appauthor=False)) / "snippets"


def names() -> list[str]:
    """Return the names of all snippets, sorted."""
    try:
        return sorted((path.stem for path in folder().glob("*.loom")), key=lambda name: natural(name.casefold()))
    except OSError:
        return []


def pieces() -> dict[str, str]:
    """Return the titles of snippets and examples, by their prefixed names, snippets first."""
    shipped = sorted(path.stem for path in (ASSETS / "snippets").glob("*.loom"))
    return {PREFIX + name: name for name in names()} | {
        kind + name: translated(examples.titled(name))
        for kind, some in ((SHIPPED, shipped), (EXAMPLE, examples.names()))
        for name in some
    }


def is_piece(name: str) -> bool:
    """Return whether an offered name is a snippet, an example or a command."""
    return name.startswith((PREFIX, SHIPPED, EXAMPLE, COMMAND))


def path_of(name: str) -> Path:
    """Return the file of a snippet or example."""
    kind, _, stem = name.partition(":")
    return {PREFIX: folder(), SHIPPED: ASSETS / "snippets", EXAMPLE: examples.FOLDER}[f"{kind}:"] / f"{stem}.loom"


def picture(name: str, catalogue: Catalogue, theme: str) -> QImage | None:
    """Return the picture of a snippet or example; None if it cannot be read."""
    from blockloom.app.window.document.thumbnails import sketch

    return sketch(path_of(name), catalogue, theme, _SIZE)


class Snippets(QObject):
    """Saves selections as snippets, and inserts them."""

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self.tabs = workspace, tabs

    def keep(self) -> None:
        """Ask for a name, and save the selection under it."""
        window, canvas = self.tabs.window(), self.tabs.canvas()
        chosen = operations.with_frame_members(canvas.page, canvas.selection())
        if not chosen:
            self.workspace.refuse(self.tr("Select the blocks to save"))
            return
        name = problem = text = ""
        while not name:
            text, ok = QInputDialog.getText(
                window, self.tr("Save as snippet"), as_is(problem + self.tr("Name:")), QLineEdit.EchoMode.Normal, text
            )
            if not ok:
                return
            name = text.strip() if _NAME.fullmatch(text.strip()) else ""
            problem = self.tr("A name has letters, digits, spaces and . , ( ) + - only.") + "\n"
        path = folder() / f"{name}.loom"
        if (
            path.exists()
            and QMessageBox.question(
                window,
                self.tr("Save as snippet"),
                as_is(self.tr("A snippet {} exists. Replace it?").format(name)),
            )
            != QMessageBox.StandardButton.Yes
        ):
            return
        with troubles_told(window, self.tr("Save as snippet"), OSError, documents.FileError):
            path.parent.mkdir(parents=True, exist_ok=True)
            documents.save(operations.copy_items(canvas.page, chosen, self.workspace.catalogue), path)
            self.workspace.say(
                self.tr("{} is saved: Insert Snippet and the box that adds blocks offer it").format(name)
            )

    def insert(self, name: str, at: QPointF | None = None) -> bool:
        """Insert a snippet or example with its upper left corner at a point, or in view. Return whether that worked."""
        canvas = self.tabs.canvas()
        try:
            document = documents.load(path_of(name))
        except documents.FileError as error:
            self.workspace.refuse(translated(error))
            return False
        if not name.startswith(PREFIX):
            translate(document)
            sidecar_files.whole_paths(document)
        canvas.setFocus()
        if at is None:
            at = canvas.view.to_canvas(QPointF(canvas.rect().center())) - QPointF(120, 60)
        return canvas.clipboard.insert(document, at, (phrase("Insert {0}"), phrase("Insert {0} items")))

    def ask(self) -> None:
        """Show a menu for inserting and removing snippets."""
        window, snippets = self.tabs.window(), names()
        menu = QMenu(window)
        for kind in (PREFIX, SHIPPED):
            if menu.actions():
                menu.addSeparator()
            for name, title in pieces().items():
                if name.startswith(kind):
                    menu.addAction(title.replace("&", "&&"), qt.call(self.insert, name))
        if snippets:
            menu.addSeparator()
            remove = menu.addMenu(self.tr("Remove"))
            for name in snippets:
                remove.addAction(name.replace("&", "&&"), qt.call(self.remove, name))
        else:
            menu.addAction(self.tr("You have no snippets yet: select blocks and choose Save as Snippet")).setEnabled(
                False
            )
        qt.popup(menu, self.tabs.mapToGlobal(QPoint(24, 24)), menu.actions()[0])

    def remove(self, name: str) -> None:
        """Remove a snippet's file, after a question, since there is no undo."""
        window = self.tabs.window()
        if (
            QMessageBox.question(
                window, self.tr("Remove snippet"), as_is(self.tr("Remove the snippet {}?").format(name))
            )
            != QMessageBox.StandardButton.Yes
        ):
            return
        with troubles_told(window, self.tr("Remove snippet"), OSError):
            for suffix in (".loom", document_weights.SUFFIX):
                (folder() / f"{name}{suffix}").unlink(missing_ok=True)
