"""The document's file: new, open, save, import, and the questions that prevent loss of work."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMessageBox, QWidget

from blockloom.app import formats, qt
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.plain import as_is
from blockloom.app.window.dialogs.waiting import Job, WaitCancelled, wait_for
from blockloom.app.window.document import document_saver
from blockloom.app.window.document.document_saver import DocumentSaver, FileMerges, ReadDocument
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.user_settings import add_recent
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Edit
from blockloom.blocks.files import documents, file_kinds, journal, library, sidecar_files
from blockloom.blocks.files.examples import FOLDER
from blockloom.blocks.files.journal import KnownFile, WrittenFile, look
from blockloom.blocks.io.locks import Stamp, stamp
from blockloom.blocks.problems import Problem
from blockloom.blocks.text.phrases import Phrase
from blockloom.blocks.weights.document_weights import format_keys

MERGE, RELOAD, KEEP, OVERWRITE, ELSEWHERE = "merge", "reload", "keep", "overwrite", "elsewhere"
_Role = QMessageBox.ButtonRole


def ask_reload(over: QWidget, name: str, dirty: bool, merges: bool) -> str:
    """Ask about a file that another program changed. Return MERGE, RELOAD or KEEP.

    Args:
        over: The parent of the question.
        name: The name of the file.
        dirty: Whether the open document has unsaved edits.
        merges: Whether the file can be merged with these edits.
    """
    reload = tr("Reloading it loses the changes that you made here since you saved it.")
    if not dirty:
        about = tr("You made no changes here since you saved it.")
    elif merges:
        about = " ".join((tr("Merging adds those changes to the open document, as one undo step."), reload))
    else:
        about = reload
    buttons = [(RELOAD, tr("&Reload"), _Role.AcceptRole), (KEEP, tr("&Keep What Is Open"), _Role.RejectRole)]
    if dirty and merges:
        buttons.insert(0, (MERGE, tr("&Merge"), _Role.AcceptRole))
    elif dirty:
        buttons.reverse()
    return _ask(over, tr("Another program changed {}.").format(name), about, buttons, KEEP)


def ask_overwrite(over: QWidget, name: str, merges: bool) -> str:
    """Ask before saving over a file that another program changed.

    Returns:
        MERGE, OVERWRITE, ELSEWHERE, or "" to cancel.
    """
    buttons = [
        ("", tr("Cancel"), _Role.RejectRole),
        (OVERWRITE, tr("Overwrite"), _Role.DestructiveRole),
        (ELSEWHERE, tr("Save As…"), _Role.AcceptRole),
    ]
    if merges:
        buttons.insert(0, (MERGE, tr("&Merge"), _Role.AcceptRole))
    text = tr("Another program changed {} since it was opened here.").format(name)
    return _ask(over, text, tr("Overwriting it loses those changes."), buttons, "")


def _ask(over: QWidget, text: str, about: str, buttons: list[tuple[str, str, _Role]], escape: str) -> str:
    """Ask a question, and return the name of the selected button. The first button is the default."""
    box = QMessageBox(
        QMessageBox.Icon.Warning, tr("Changed on disk"), as_is(text), QMessageBox.StandardButton.NoButton, over
    )
    box.setInformativeText(as_is(about))
    made = {name: box.addButton(label, role) for name, label, role in buttons}
    box.setDefaultButton(next(iter(made.values())))
    box.setEscapeButton(made[escape])
    box.exec()
    chosen = box.clickedButton()
    box.deleteLater()
    return next((name for name, button in made.items() if button is chosen), escape)


def translate(document: Document) -> None:
    """Translate the notes of an example, if translations exist."""
    for page in document.pages.values():
        for name, note in page.notes.items():
            page.notes[name] = note._replace(text=translated(Phrase(note.text)))


def carry(document: Document, folder: str) -> None:
    """Copy the files that an example reads to the document's folder.

    Existing files are kept. Errors are ignored here, because a run reports missing files.
    """
    if document.folder == str(FOLDER) != folder:
        for name in sidecar_files.named_files(document):
            with contextlib.suppress(OSError), open(os.path.join(folder, name), "xb") as file:
                file.write((FOLDER / name).read_bytes())
    document.folder = folder


Button = QMessageBox.StandardButton
_LATER = 100  # milliseconds until libraries are searched, so that a new document is shown first
# Stand for stamps of a file that differs from the document, and of a missing file.
OTHER, GONE = Stamp(0, 0, 0), Stamp(0, -1, 0)


class DocumentFile(QObject):
    """Opens and saves the document. `path` is "" for one that was never saved."""

    changed = Signal()  # emitted when the file or its state changes, and so the title of the window
    opened = Signal(str)  # emitted with the path of an opened file
    written = Signal()  # emitted when the document is saved
    unsaved = Signal()  # emitted when no file contains the document anymore
    merged = Signal()  # emitted when changes of another program were merged, or the merge was undone
    pages_found = Signal(object)  # emitted with a Document whose pages are to be added
    troubles_found = Signal(str, object)  # emitted with a code, and the current problems of the file with this code

    def __init__(self, workspace: Workspace, window: QMainWindow):
        super().__init__(window)
        self.workspace, self.window = workspace, window
        self.path = ""
        self.source_folder = ""  # folder of the document, or of the imported file
        self.made_here = True  # whether the document is new, or a copy of an example
        self._name = self.tr("untitled")
        self._known = KnownFile()  # state of the file when it was last opened, saved or merged
        self._told: Stamp | None = None  # stamp of the last change on disk that was reported
        self._asking = False
        self.saving = DocumentSaver(workspace, window)
        self.saving.saved.connect(self.saved)
        self.saving.elsewhere_wanted.connect(lambda: self.save_as(wait=True))
        self._libraries = qt.timer(self, self._look_for_libraries, _LATER)
        workspace.edited.connect(self._follow)
        self._drifted: list[Problem] = []  # problems of pages that differ from their libraries
        # The libraries that were found last, the catalogue without pages at that time, and the types of their pages.
        self._found: list[library.BlockLibrary] = []
        self._base: Catalogue | None = None
        self._library_types: library.LibraryTypes = {}
        self._merges = FileMerges(workspace, window)

    @property
    def digest(self) -> str:
        """The hash of the file's bytes when it was last opened, saved or merged."""
        return self._known.digest

    def new(self) -> None:
        """Open an empty document, after the question about unsaved changes."""
        if self.may_leave():
            self.take(new_document(), "")

    def open(self) -> None:
        """Ask for a file and open it."""
        path, _ = QFileDialog.getOpenFileName(self.window, self.tr("Open"), self.folder(), filters("read"))
        if path:
            self.open_path(path)

    def open_path(self, path: str, copy: bool = False, job: Job | None = None) -> bool:
        """Open a file, after the question about unsaved changes. Return whether the file was opened.

        Args:
            copy: Open a copy (of an example), so that saving asks for a path.
            job: A job of `make_reading_job` that already reads the file.
        """
        if not self.may_leave():
            return False

        def show(read_document: ReadDocument) -> list[str]:
            if copy or os.path.dirname(os.path.abspath(path)) == str(FOLDER):
                translate(read_document.document)
            self.take(
                read_document.document, "" if copy else path, name=os.path.basename(path), known=read_document.known
            )
            return read_document.report

        try:
            report: Any = wait_for(
                job or self.make_reading_job(path), self.tr("Opening {}…").format(path), self.window, show
            )
        except documents.FileError as error:
            self.complain(str(error))
            return False
        except WaitCancelled:
            return False
        self.imported(path, report)
        if not copy:
            add_recent(path)
            self.opened.emit(path)
        return True

    def make_reading_job(self, path: str, shown: bool = True) -> Job:
        """Return a job that reads a file, see `document_saver.make_reading_job`."""
        return document_saver.make_reading_job(path, self.workspace, shown)

    def import_pages(self) -> None:
        """Ask for a file, and add its pages to the document."""
        path, _ = QFileDialog.getOpenFileName(self.window, self.tr("Import pages"), self.folder(), filters("read"))
        if not path:
            return
        try:
            read: Any = wait_for(
                self.make_reading_job(path, shown=False), self.tr("Opening {}…").format(path), self.window
            )
        except documents.FileError as error:
            self.complain(str(error))
        except WaitCancelled:
            pass
        else:
            self.pages_found.emit(read.document)
            self.workspace.mixed.emit()
            self.imported(path, read.report)

    def imported(self, path: str, report: list[str]) -> None:
        """Show the report of an import, and ask for Windows folders."""
        if not formats.is_own(path):
            from blockloom.app.window.document import importing  # late, because it is rarely needed

            importing.tell_report(self.workspace, path, report)
            self.map_folders(os.path.dirname(os.path.abspath(path)), quiet=True)

    def complain(self, why: str, title: str = "") -> None:
        """Show an error message, by default that a file cannot be opened."""
        QMessageBox.critical(self.window, title or self.tr("Cannot open"), as_is(translated(why)))

    def save(self, wait: bool = False) -> bool:
        """Save the document. Return False, with a message, if that fails or is cancelled.

        Without `wait`, a slow save continues after the return.
        """
        if self.saving.busy and not wait:
            self.saving.save_again()
            return True
        if self.saving.busy and not self.saving.wait():
            return False
        if not self.path:
            return self.save_as(wait)
        if self._known.stamp is not None and not self.unchanged_on_disk() and os.path.exists(self.path):
            chosen = ask_overwrite(self.window, os.path.basename(self.path), bool(self._known.data))
            if chosen == MERGE:
                before = set(self.workspace.document.conflicts)
                sound = self._merge() and before.issuperset(self.workspace.document.conflicts)
                return sound and self.write(self.path, wait)  # does not write if the user must resolve conflicts first
            if chosen == ELSEWHERE:
                return self.save_as(wait)
            if chosen != OVERWRITE:
                return False
        return self.write(self.path, wait)

    def unchanged_on_disk(self) -> bool:
        """Return whether the file is unchanged since it was opened or saved."""
        if self._known.stamp is None:
            return False
        now = stamp(self.path)
        if now != self._known.stamp and now is not None and journal.digest(self.path) == self.digest:
            self._known = replace(self._known, stamp=now)  # only the time has changed, not the content
        return now == self._known.stamp

    def mark_changed(self) -> None:
        """Mark the file as changed, so that saving asks first."""
        self._known = KnownFile(OTHER)

    def _follow(self, edit: Edit) -> None:
        if any(touched.origin for touched in edit.touched()):
            self._libraries.start()
        known = self._merges.follow(edit)
        if known is not None:
            self._known = known
            self.merged.emit()

    def follow_libraries(self) -> None:
        """Search the libraries now, and after each change of document, catalogue or file."""
        for signal in (self.workspace.replaced, self.workspace.catalogue_changed, self.written):
            signal.connect(self._libraries.start)
        self._libraries.start()

    def _look_for_libraries(self) -> None:
        """Update the library pages in the catalogue, and report pages that differ from their library."""
        catalogue, document = self.workspace.catalogue, self.workspace.document
        drifted = library.drifted(document, document.pages)
        if drifted or self._drifted:
            self._drifted = drifted
            self.troubles_found.emit("library-drift", drifted)
        found = library.libraries(document.folder, self.path)
        if found != self._found or catalogue.base is not self._base:  # otherwise their types are still the same
            self._found, self._base = found, catalogue.base
            self._library_types = library.types(found, catalogue.base)
        if self._library_types.keys() != catalogue.libraries.keys():
            catalogue.libraries = self._library_types
            self.workspace.libraries_changed.emit()

    def look_at_disk(self) -> None:
        """Check whether another program changed the file."""
        self._libraries.start()
        now = stamp(self.path) if self.path and not self.saving.busy else None
        if self._missing():
            self._tell_missing()
            return
        if self._asking or now in (None, self._told) or self.unchanged_on_disk():
            return
        self._told, self._asking = now, True
        dirty = self.workspace.history.dirty
        chosen = ask_reload(self.window, self._name, dirty, bool(self._known.data))
        self._asking = False
        if chosen == MERGE and self._merge():
            return
        if chosen == RELOAD:
            path = self.path
            try:
                wait_for(
                    self.make_reading_job(path),
                    self.tr("Opening {}…").format(path),
                    self.window,
                    lambda read: self.take(read.document, path, known=read.known),
                )
                return
            except documents.FileError as error:
                self.complain(str(error))
            except WaitCancelled:
                pass
        self._only_here()

    def _merge(self) -> bool:
        """Merge another program's changes of the file. Return False, with a message, if that fails."""
        try:
            self._known = self._merges.merge(self.path, self._known)
        except documents.FileError as error:
            self.complain(str(error), self.tr("Cannot merge"))
            return False
        except WaitCancelled:
            return False
        self.merged.emit()
        self.changed.emit()
        return True

    def _missing(self) -> bool:
        """Return whether the document's file was moved or deleted."""
        return bool(self.path) and self._known.stamp is not None and not self.saving.busy and stamp(self.path) is None

    def _tell_missing(self) -> None:
        if self._known.stamp != GONE:
            self._known = replace(self._known, stamp=GONE)
            self._only_here()
            self.workspace.tell(self._why_missing(), "warning", seen=True)

    def _why_missing(self) -> str:
        return self.tr(
            "{} is missing: it was moved or deleted, or its drive is not connected. Saving writes it again."
        ).format(self.path)

    def _only_here(self) -> None:
        """Mark the document as unsaved, so that closing asks and a journal contains the document."""
        self.workspace.history.mark_unsaved()
        self.changed.emit()
        self.unsaved.emit()

    def save_as(self, wait: bool = False) -> bool:
        """Ask for a path and save the document there. Return False if it is not saved."""
        begin = self.path or os.path.join(self.folder(), os.path.splitext(self._name)[0] + formats.OWN.suffix)
        path, _ = QFileDialog.getSaveFileName(self.window, self.tr("Save As"), begin, filters("save"))
        if not path:
            return False
        if not os.path.splitext(path)[1]:
            path += formats.OWN.suffix
            if (
                os.path.exists(path)
                and QMessageBox.question(
                    self.window, self.tr("Save As"), as_is(self.tr("{} exists. Overwrite it?").format(path))
                )
                != Button.Yes
            ):
                return False
        return self.write(os.path.abspath(path), wait)

    def may_leave(self) -> bool:
        """Ask to save or discard unsaved changes. Return False if the document stays open."""
        self.workspace.typing_ends.emit()
        if self.saving.busy and not self.saving.wait():
            return False
        if self._missing():
            self._tell_missing()
        if not self.workspace.history.dirty:
            return True
        box = QMessageBox(
            QMessageBox.Icon.Question,
            self.tr("Unsaved changes"),
            as_is(self.tr("Save the changes to {}?").format(self.name())),
            Button.Save | Button.Discard | Button.Cancel,
            self.window,
        )
        if self._known.stamp == GONE:
            box.setInformativeText(as_is(self._why_missing()))
        box.setDefaultButton(Button.Save)
        answer = box.exec()
        return self.save(wait=True) if answer == Button.Save else answer == Button.Discard

    def name(self) -> str:
        """Return the file's name for titles and questions."""
        return self._name

    def take(
        self,
        document: Document,
        path: str,
        history: UndoStack | None = None,
        name: str = "",
        known: KnownFile | None = None,
    ) -> None:
        """Show a document.

        Args:
            path: The file that contains the document, "" if none.
            history: The undo stack of a recovered document.
            name: The name for the title if the path has none.
            known: The state of the file.
        """
        self.made_here = not path and history is None
        is_own = formats.is_own(path)  # an imported file is never overwritten: saving asks for a path
        if not is_own and Path(path).stem == "saved_model":  # the folder of this file is the model
            path = os.path.dirname(os.path.abspath(path))
            name = ""
        path = path and os.path.abspath(path)
        self.path, self.source_folder = path if is_own else "", os.path.dirname(path)
        if is_own:
            document.folder = os.path.dirname(self.path)
        self._name = name or (os.path.basename(path) if path else self.tr("untitled"))
        self._known = (look(path) if known is None else known) if is_own else KnownFile()
        self._merges.forget()
        self.workspace.replace(document, history)

    def write(self, path: str, wait: bool) -> bool:
        """Save the document to a path, with the files of its models. Return False if it is not saved."""
        self.workspace.typing_ends.emit()
        document = self.workspace.document
        try:
            change = wait_for(
                lambda: sidecar_files.carried(document, Path(path)), self.tr("Saving {}…").format(path), self.window
            )
        except documents.FileError as error:
            QMessageBox.critical(self.window, self.tr("Cannot save"), as_is(translated(str(error))))
            return False
        except WaitCancelled:
            return False
        if change is not None:
            self.workspace.do(change, self.tr("Copy the files of the model"))
        return self.saving.save(path, wait)

    def saved(self, written: WrittenFile) -> None:
        """Update the state after the document was saved, as it was when saving began."""
        path = written.path
        was_unsaved = not self.workspace.document.folder
        carry(self.workspace.document, os.path.dirname(path))
        weights = self.workspace.document.weights
        weights.adopt_saved(written.weights)
        weights.open_sidecar(os.path.dirname(path))
        self.path, self._name, self._known = path, os.path.basename(path), written.state
        self._merges.forget()
        self.source_folder = os.path.dirname(path)
        add_recent(path)
        self.changed.emit()
        self.written.emit()
        self.workspace.say(self.tr("Saved {}").format(path))
        if was_unsaved and (edit := sidecar_files.made_relative(self.workspace.document, os.path.dirname(path))):
            self.workspace.do(edit, self.tr("Make paths relative to the document"))
            self.saving.save_again()
        if missing := written.weights.missing:
            said = self.tr(
                "{0} is saved without the weights {1}, which were not found. To complete the document, copy "
                "the file that contains them into the same folder."
            ).format(path, translated(format_keys(missing)))
            self.workspace.tell(said, "warning", seen=True)

    def map_folders(self, folder: str = "", quiet: bool = False) -> None:
        """Ask where the document's Windows folders are on this machine.

        Args:
            folder: The folder to search first, "" for the folder of the document.
            quiet: Show no message if the document names no Windows folders.
        """
        from blockloom.app.window.document import importing

        left = importing.map_folders(self.workspace, self.window, folder or self.folder(), quiet)
        if left is not None:
            self.troubles_found.emit("windows-path", left)

    def folder(self) -> str:
        """Return the default folder of file dialogs: the document's, or that in which the window was started."""
        # A desktop menu starts programs in "/".
        started = os.curdir if os.access(os.curdir, os.W_OK) and os.getcwd() != os.sep else "~"
        return self.source_folder or os.path.abspath(os.path.expanduser(started))

    def stem(self, page: str = "") -> str:
        """Return the suggested path, without extension, for exports of the document or of one page."""
        stem = os.path.splitext(self.path or os.path.join(self.folder(), self.name()))[0]
        return f"{stem} {page}" if page and len(self.workspace.document.pages) > 1 else stem


def filters(ability: str) -> str:
    """Return the filters of a file dialog: all formats with an ability, each format alone, and all files."""
    patterns: dict[str, str] = {}
    for format_ in formats.formats_that(ability):
        if format_.suffix != file_kinds.FOLDER:
            name = translated(format_.name)
            patterns[name] = f"{patterns[name]} *{format_.suffix}" if name in patterns else f"*{format_.suffix}"
    offered = list(patterns.items())
    if len(offered) > 1:
        offered.insert(0, (_tr("All supported files"), " ".join(pattern for _, pattern in offered)))
    return ";;".join(f"{name} ({pattern})" for name, pattern in [*offered, (_tr("All files"), "*")])
