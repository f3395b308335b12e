"""The document's file: new, open, save, recent, and every question that keeps work from being lost."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

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
from blockloom.blocks.document.pages import Document, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Edit
from blockloom.blocks.files import assets, documents, journal, library, relative_paths, sidecar_files
from blockloom.blocks.files.examples import FOLDER
from blockloom.blocks.files.saved_file import KnownFile, WrittenFile, look
from blockloom.blocks.io.stamps import Stamp, stamp
from blockloom.blocks.problems import Problem
from blockloom.blocks.text.phrases import Phrase
from blockloom.blocks.weights.document_weights import format_keys

MERGE, RELOAD, KEEP, OVERWRITE, ELSEWHERE = "merge", "reload", "keep", "overwrite", "elsewhere"
_Role = QMessageBox.ButtonRole


def changed(over: QWidget, name: str, dirty: bool, merges: bool) -> str:
    """The file was changed: MERGE, RELOAD or KEEP. `dirty`: what is open was edited, too; only then there is something
    to merge, where that can be (`merges`).
    """
    reload = tr("Reloading it loses the changes that you made here since you saved it.")
    if not dirty:
        about = tr("You made no changes here since you saved it.")
    elif merges:
        about = " ".join((tr("Merging puts those changes into what is open, as a step that can be undone."), reload))
    else:
        about = reload
    buttons = [(RELOAD, tr("&Reload"), _Role.AcceptRole), (KEEP, tr("&Keep What Is Open"), _Role.RejectRole)]
    if dirty and merges:
        buttons.insert(0, (MERGE, tr("&Merge"), _Role.AcceptRole))
    elif dirty:
        buttons.reverse()
    return _asked(over, tr("{} was changed by another program.").format(name), about, buttons, KEEP)


def overwritten(over: QWidget, name: str, merges: bool) -> str:
    """The file was changed, and saving would write over that: MERGE, OVERWRITE, ELSEWHERE, or "" to do nothing."""
    buttons = [
        ("", tr("Cancel"), _Role.RejectRole),
        (OVERWRITE, tr("Overwrite"), _Role.DestructiveRole),
        (ELSEWHERE, tr("Save As…"), _Role.AcceptRole),
    ]
    if merges:
        buttons.insert(0, (MERGE, tr("&Merge"), _Role.AcceptRole))
    text = tr("{} was changed by another program since it was opened here.").format(name)
    return _asked(over, text, tr("Overwriting it loses those changes."), buttons, "")


def _asked(over: QWidget, text: str, about: str, buttons: list[tuple[str, str, _Role]], escape: str) -> str:
    """What is chosen; Enter takes the first."""
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
    """Translate the notes of an example; those without a translation stay."""
    for page in document.pages.values():
        for name, note in page.notes.items():
            page.notes[name] = note._replace(text=translated(Phrase(note.text)))


def carry(document: Document, folder: str) -> None:
    """Copy the files that an example reads to the document's folder. Existing files stay; a failed copy is noticed in a
    run.
    """
    if document.folder == str(FOLDER) != folder:
        for name in sidecar_files.named(document):
            with contextlib.suppress(OSError), open(os.path.join(folder, name), "xb") as file:
                file.write((FOLDER / name).read_bytes())
    document.folder = folder


Button = QMessageBox.StandardButton
_LATER = 100  # milliseconds until libraries are looked for: a window has other things to do first
OTHER, GONE = Stamp(0, 0, 0), Stamp(0, -1, 0)  # of a file that is known to be another one; that is not there any more


class DocumentFile(QObject):
    """Opens and saves the document. `path` is "" for one that was never saved."""

    changed = Signal()  # the file or its state: what a title says
    opened = Signal(str)  # from this path
    written = Signal()  # the document is saved
    unsaved = Signal()  # the document is in no file any more
    merged = Signal()  # it has what another program changed in its file, or has not after all
    pages_found = Signal(object)  # a Document whose pages are to be added
    troubles_found = Signal(str, object)  # a code, and the Problems of it that the file has now

    def __init__(self, workspace: Workspace, window: QMainWindow):
        super().__init__(window)
        self.workspace, self.window = workspace, window
        self.path = ""
        self.beside = ""  # the folder of the document, or of the file that it was made of
        self.made_here = True  # new, or a copy of an example
        self._name = self.tr("untitled")
        self._known = KnownFile()  # of the file, as it was opened, saved or merged last
        self._told: Stamp | None = None  # the change on disk that the user was told of
        self._asking = False
        self.saving = DocumentSaver(workspace, window)
        self.saving.saved.connect(self.saved)
        self.saving.elsewhere_wanted.connect(lambda: self.save_as(wait=True))
        self._libraries = qt.timer(self, self._look_for_libraries, _LATER)
        for signal in (workspace.replaced, workspace.catalogue_changed, self.written):
            signal.connect(self._libraries.start)
        workspace.edited.connect(self._follow)
        self._drifted: list[Problem] = []  # what is said of pages that came from libraries
        self._merges = FileMerges(workspace, window)

    @property
    def digest(self) -> str:
        """The hash of the file's bytes as they were when it was opened, saved or merged."""
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

    def open_path(self, path: str, copy: bool = False, begun: Job | None = None) -> bool:
        """Open a file, after the question about unsaved changes; a bad file changes nothing. `copy` (an example):
        saving asks for a place. `begun` is already reading it (see `reading`). False where it is not opened.
        """
        if not self.may_leave():
            return False

        def show(found: ReadDocument) -> list[str]:
            if copy:
                translate(found.document)
            self.take(found.document, "" if copy else path, name=os.path.basename(path), known=found.known)
            return found.report

        try:
            report: Any = wait_for(begun or self.reading(path), self.tr("Opening {}…").format(path), self.window, show)
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

    def reading(self, path: str, shown: bool = True) -> Job:
        """The job that reads a file: see filereading."""
        return document_saver.reading(path, self.workspace, shown)

    def import_pages(self) -> None:
        """Ask for a file, and add its pages to the document."""
        path, _ = QFileDialog.getOpenFileName(self.window, self.tr("Import pages"), self.folder(), filters("read"))
        if not path:
            return
        try:
            read: Any = wait_for(self.reading(path, shown=False), self.tr("Opening {}…").format(path), self.window)
        except documents.FileError as error:
            self.complain(str(error))
        except WaitCancelled:
            pass
        else:
            self.pages_found.emit(read.document)
            self.workspace.mixed.emit()
            self.imported(path, read.report)

    def imported(self, path: str, report: list[str]) -> None:
        """Show what an import left out, and ask for Windows folders."""
        if not formats.is_own(path):
            from blockloom.app.window.document import importing  # rarely needed

            importing.tell_report(self.workspace, path, report)
            self.map_folders(os.path.dirname(os.path.abspath(path)), quiet=True)

    def complain(self, why: str, title: str = "") -> None:
        """Say why a file cannot be opened, or what else the title says."""
        QMessageBox.critical(self.window, title or self.tr("Cannot open"), as_is(translated(why)))

    def save(self, wait: bool = False) -> bool:
        """Save the document; False, with a message, where it is not. Without `wait` a slow save goes on."""
        if self.saving.busy and not wait:
            self.saving.again()
            return True
        if self.saving.busy and not self.saving.wait():
            return False
        if not self.path:
            return self.save_as(wait)
        if self._known.stamp is not None and not self.unchanged_on_disk() and os.path.exists(self.path):
            chosen = overwritten(self.window, os.path.basename(self.path), bool(self._known.data))
            if chosen == MERGE:
                before = set(self.workspace.document.conflicts)
                sound = self._merge() and before.issuperset(self.workspace.document.conflicts)
                return sound and self.write(self.path, wait)  # else somebody has to choose first
            if chosen == ELSEWHERE:
                return self.save_as(wait)
            if chosen != OVERWRITE:
                return False
        return self.write(self.path, wait)

    def unchanged_on_disk(self) -> bool:
        """Whether the file is as it was opened or saved."""
        if self._known.stamp is None:
            return False
        now = stamp(self.path)
        if now != self._known.stamp and now is not None and journal.digest(self.path) == self.digest:
            self._known = self._known._replace(stamp=now)  # touched, not changed
        return now == self._known.stamp

    def doubt(self) -> None:
        """The file may not be the one opened: saving asks first."""
        self._known = KnownFile(OTHER)

    def _follow(self, edit: Edit) -> None:
        if any(touched.origin for touched in edit.touched()):
            self._libraries.start()
        known = self._merges.follow(edit)
        if known is not None:
            self._known = known
            self.merged.emit()

    def _look_for_libraries(self) -> None:
        """Offer the pages of the libraries that are there now, and say which copies of such pages are of others."""
        catalogue, document = self.workspace.catalogue, self.workspace.document
        drifted = library.drifted(document, document.pages)
        if drifted or self._drifted:
            self._drifted = drifted
            self.troubles_found.emit("library-drift", drifted)
        libraries = library.types(library.libraries(document.folder, self.path), catalogue.base)
        if libraries.keys() != catalogue.libraries.keys():
            catalogue.libraries = libraries
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
        chosen = changed(self.window, self._name, dirty, bool(self._known.data))
        self._asking = False
        if chosen == MERGE and self._merge():
            return
        if chosen == RELOAD:
            path = self.path
            try:
                wait_for(
                    self.reading(path),
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
        """Put what another program changed in the file into what is open; False, with a message, where that cannot be
        done.
        """
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
        """Whether the document's file is not where it was."""
        return bool(self.path) and self._known.stamp is not None and not self.saving.busy and stamp(self.path) is None

    def _tell_missing(self) -> None:
        if self._known.stamp != GONE:
            self._known = self._known._replace(stamp=GONE)
            self._only_here()
            self.workspace.tell(self._why_missing(), "warning", seen=True)

    def _why_missing(self) -> str:
        return self.tr(
            "{} is not there any more: it was moved or deleted, or its drive is away. Saving writes it again."
        ).format(self.path)

    def _only_here(self) -> None:
        """What is open is in no file: closing asks, and a crash does not lose it."""
        self.workspace.history.mark_unsaved()
        self.changed.emit()
        self.unsaved.emit()

    def save_as(self, wait: bool = False) -> bool:
        """Ask for a file and save there; False where the document is not saved."""
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
        """Whether the document may be closed: it is saved, or the user saves or discards it now."""
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
        """The file's name for titles and questions."""
        return self._name

    def take(
        self,
        document: Document,
        path: str,
        history: UndoStack | None = None,
        name: str = "",
        known: KnownFile | None = None,
    ) -> None:
        """Show this document, read from `path` ("": in no file), with its history, if it was recovered, and what is
        known of its file.
        """
        self.made_here = not path and history is None
        is_own = formats.is_own(path)  # an import is never written over: saving asks for a place
        if not is_own and Path(path).stem == "saved_model":  # the model is the folder that it lies in
            path = os.path.dirname(os.path.abspath(path))
            name = ""
        path = path and os.path.abspath(path)
        self.path, self.beside = path if is_own else "", os.path.dirname(path)
        if is_own:
            document.folder = os.path.dirname(self.path)
        self._name = name or (os.path.basename(path) if path else self.tr("untitled"))
        self._known = (look(path) if known is None else known) if is_own else KnownFile()
        self._merges.forget()
        self.workspace.replace(document, history)

    def write(self, path: str, wait: bool) -> bool:
        self.workspace.typing_ends.emit()
        document = self.workspace.document
        try:
            change = wait_for(
                lambda: assets.carried(document, Path(path)), self.tr("Saving {}…").format(path), self.window
            )
        except documents.FileError as error:
            QMessageBox.critical(self.window, self.tr("Cannot save"), as_is(translated(str(error))))
            return False
        except WaitCancelled:
            return False
        if change is not None:
            self.workspace.do(change, self.tr("Copy the files of the model beside it"))
        return self.saving.save(path, wait)

    def saved(self, written: WrittenFile) -> None:
        """Take note that the document was saved, in the state in which saving began."""
        path = written.path
        was_unsaved = not self.workspace.document.folder
        carry(self.workspace.document, os.path.dirname(path))
        weights = self.workspace.document.weights
        weights.adopt_saved(written.weights)
        weights.open_sidecar(os.path.dirname(path))
        self.path, self._name, self._known = path, os.path.basename(path), written.known
        self._merges.forget()
        self.beside = os.path.dirname(path)
        add_recent(path)
        self.changed.emit()
        self.written.emit()
        self.workspace.say(self.tr("Saved {}").format(path))
        if was_unsaved and (edit := relative_paths.made_relative(self.workspace.document, os.path.dirname(path))):
            self.workspace.do(edit, self.tr("Make paths relative to the document"))
            self.saving.again()
        if missing := written.weights.missing:
            said = self.tr(
                "{0} is saved without its weights {1}, which are nowhere to be found. It is whole again "
                "once the file that holds them is beside it."
            ).format(path, translated(format_keys(missing)))
            self.workspace.tell(said, "warning", seen=True)

    def map_folders(self, beside: str = "", quiet: bool = False) -> None:
        """Ask where Windows folders that the document names are on this machine, maybe beside `beside`."""
        from blockloom.app.window.document import importing

        left = importing.map_folders(self.workspace, self.window, beside or self.folder(), quiet)
        if left is not None:
            self.troubles_found.emit("windows-path", left)

    def folder(self) -> str:
        """Where files are looked for and written first: beside the document, or where the window was started."""
        started = os.curdir if os.access(os.curdir, os.W_OK) and os.getcwd() != os.sep else "~"  # "/": from a menu
        return self.beside or os.path.abspath(os.path.expanduser(started))

    def stem(self, page: str = "") -> str:
        """The path, without its ending, that is offered for what is made of the document, or of one of its pages."""
        stem = os.path.splitext(self.path or os.path.join(self.folder(), self.name()))[0]
        return f"{stem} {page}" if page and len(self.workspace.document.pages) > 1 else stem


def filters(ability: str) -> str:
    """What a dialog offers: all formats with an ability in one, each alone, and all files."""
    patterns: dict[str, str] = {}
    for format_ in formats.which(ability):
        if format_.suffix != formats.FOLDER:
            name = translated(format_.name)
            patterns[name] = f"{patterns[name]} *{format_.suffix}" if name in patterns else f"*{format_.suffix}"
    offered = list(patterns.items())
    if len(offered) > 1:
        offered.insert(0, (_tr("All that Blockloom reads"), " ".join(pattern for _, pattern in offered)))
    return ";;".join(f"{name} ({pattern})" for name, pattern in [*offered, (_tr("All files"), "*")])
