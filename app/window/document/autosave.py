"""Autosave: the crash journal of the window's document, and the recovery of unsaved edits after a crash."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTreeWidget, QTreeWidgetItem, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.dialogs.waiting import WaitCancelled, wait_for
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.user_settings import add_recent, recent_files
from blockloom.blocks.document.pages import Document
from blockloom.blocks.editing import recovery
from blockloom.blocks.editing.recovery import CrashJournal
from blockloom.blocks.editing.undo_stack import UndoStack, edit_size
from blockloom.blocks.edits import Edit
from blockloom.blocks.files import documents
from blockloom.blocks.files.journal import Journal
from blockloom.blocks.infer.inference import read_long_values
from blockloom.blocks.weights.document_weights import WeightsError

_MOST = 32_000_000  # most bytes of a journal; then a new one begins with the whole document
_LARGE = 200_000  # writing an edit with more bytes takes noticeable time


class Autosave(QObject):
    """Writes unsaved edits to a journal on disk. `status_changed` emits the state, "" if there are no unsaved edits."""

    status_changed = Signal(str, str)  # word for the status bar, explanation
    # From a thread of a journal: mark of the journal, and the reason why it cannot be written or "".
    _told = Signal(object, object)
    _kept = Signal(str)  # from a thread of a journal: new path of a damaged journal

    def __init__(self, workspace: Workspace, file: DocumentFile, window: QWidget):
        super().__init__(window)
        self.workspace, self.file, self.window = workspace, file, window
        self.journal: Journal | None = None
        self._mark = object()  # mark of the current journal
        self._unwritten: list[Edit] = []
        self._later = qt.timer(self, self._write)
        self._told.connect(self._tell)
        workspace.replaced.connect(self.drop)
        file.opened.connect(self.offer)
        file.written.connect(self.saved)
        file.merged.connect(self.saved)  # the edits of the old journal apply to the file before the merge
        file.unsaved.connect(self.hold)
        self._kept.connect(
            lambda file: workspace.tell(self.tr("The damaged crash journal is kept as {}.").format(file))
        )

    def follow(self, edit: Edit) -> None:
        """Write an edit of the document to the journal, before other listeners get it.

        A large edit is written after all listeners: the thread that formats its text would slow them down by half.
        """
        if not self.workspace.history.dirty:
            return
        self._unwritten.append(edit)
        if len(self._unwritten) == 1 and edit_size(edit) <= _LARGE:
            self._write()
        else:
            self._later.start()

    def _write(self) -> None:
        edits, self._unwritten, journal = self._unwritten, [], self.journal
        if not edits or not self.workspace.history.dirty:
            return
        if journal is None or journal.size > _MOST:
            # If undo restored weights, the file lacks these.
            weights = self.workspace.document.weights
            journal = self._begin(whole=journal is not None or not self.file.unchanged_on_disk() or weights.more)
            if journal.whole:  # the whole document contains these edits
                return
        for edit in edits:
            journal.add(edit)

    def flush(self) -> None:
        """Write all unsaved edits to a journal."""
        self._write()
        if self.workspace.history.dirty and self.journal is None:
            self._begin(whole=True)

    def hold(self) -> None:
        """Begin a journal with the whole document, because no file contains it."""
        if self.workspace.history.dirty and (self.journal is None or not self.journal.whole):
            self._begin(whole=True)

    def _begin(self, whole: bool, then: Callable[[], None] | None = None) -> Journal:
        file, mark = self.file, object()
        self._unwritten = [] if whole else self._unwritten
        document = self.workspace.history.document.copy() if whole else None
        text = "" if document is None else lambda: _whole(document)
        if self.journal is not None:
            then = self.journal.drop
        self._mark = mark
        self.journal = journal = Journal(
            file.path,
            file.name(),
            file.digest,
            text,
            lambda why: self._told.emit(mark, why),
            then,
            self.workspace.document.folder,
        )
        self._say_kept()
        return journal

    def _say_kept(self) -> None:
        self.status_changed.emit(
            self.tr("autosaved"),
            self.tr(
                "Every edit is written to a crash journal within a second, and recovered after a crash.\n"
                "The document's own file changes only when you save it."
            ),
        )

    def saved(self) -> None:
        """Begin a new journal after the document was saved or its file was replaced."""
        self._unwritten = []
        if self.workspace.history.dirty:
            self._begin(whole=True)

    def _tell(self, mark: object, why: str) -> None:
        if mark is not self._mark or self.journal is None:
            return  # the message is from an earlier journal
        if not why:
            self._say_kept()
            self.workspace.tell(self.tr("Edits are autosaved again."))
            return
        why = translated(why)
        self.status_changed.emit(
            self.tr("not autosaved"), self.tr("The crash journal cannot be written: {}").format(why)
        )
        self.workspace.tell(
            self.tr("Edits are not autosaved: the crash journal cannot be written: {}. Save often.").format(why),
            "warning",
        )

    def keep(self) -> bool:
        """Leave unsaved edits on disk when the window closes. Return False if that fails."""
        if not self.workspace.history.dirty:
            self.drop()
            return True
        self.flush()
        if self.journal is not None:
            self.journal.close()
        return self.journal is not None and not self.journal.broken

    def drop(self) -> None:
        """Remove the journal, after the document was saved or discarded."""
        self._unwritten = []
        if self.journal is not None:
            self.journal.drop()
            self.journal = None
        self.status_changed.emit("", "")

    def offer(self, path: str = "", quiet: bool = False) -> None:
        """Offer to recover unsaved edits after a crash.

        Args:
            path: The document, or "" for all.
            quiet: Show no message if there are none.
        """
        path = path and os.path.abspath(path)
        if path and recovery.edited_elsewhere(path):
            said = self.tr("Another window of Blockloom has unsaved changes of {}.").format(path)
            self.workspace.tell(said, "warning", seen=True)
        places = [path] if path else recent_files()
        try:
            leftovers = wait_for(
                lambda: recovery.leftovers(places), self.tr("Looking for edits to recover…"), self.window
            )
        except WaitCancelled:
            return
        leftovers = [f for f in leftovers if path in ("", f.path)]
        if leftovers:
            RecoverDialog(self, leftovers).open()
        elif not path and not quiet:
            self.workspace.refuse(self.tr("No unsaved edits were found."))

    def recover(self, left: CrashJournal) -> bool:
        """Open the document with the edits of a journal.

        Returns:
            False if the document cannot be read, or if the user does not close the open one.
        """
        workspace, file = self.workspace, self.file
        if not file.may_leave():
            return False
        label = self.tr("Recovered edit")

        def recovered() -> tuple[UndoStack, bool, int]:
            """Recover the document, in a thread."""
            history, same, misfits = recovery.recover(left, label)
            read_long_values(history.document, workspace.catalogue)
            return history, same, misfits

        try:
            history, same, misfits = wait_for(recovered, self.tr("Recovering {}…").format(left.name), self.window)
        except documents.FileError as error:
            file.complain(str(error))
            return False
        except WaitCancelled:
            return False
        file.take(history.document, left.path, history, left.name)
        if left.path:
            add_recent(left.path)
        if left.text and left.path and not same:
            file.mark_changed()  # makes saving ask first, because the edits belong to another version of the file
        self._begin(whole=True, then=lambda: self._settle(left))
        workspace.say(self.tr("{} recovered. Save to keep it.").format(left.name))
        if misfits or not (same or left.text):
            workspace.tell(
                self.tr("Another program changed {} after the crash: {} of {} edits no longer apply.").format(
                    left.name, misfits, len(left.edits)
                ),
                "warning",
                seen=True,
            )
        if left.reason:
            said = self.tr("Edits before the first damaged line of the crash journal were recovered.")
            workspace.tell(f"{said} {translated(recovery.unreadable_report(left))}.", "warning", seen=True)
        return True

    def _settle(self, found: CrashJournal) -> None:
        """Remove the old journal, once the thread of the new one has written the recovered edits."""
        kept = recovery.remove_recovered(found)
        if kept is not None:
            with contextlib.suppress(RuntimeError):  # the window was closed
                self._kept.emit(str(kept))


class RecoverDialog(QDialog):
    """The dialog that lists documents to recover."""

    def __init__(self, autosave: Autosave, leftovers: list[CrashJournal]):
        super().__init__(autosave.window, windowTitle=self.tr("Recover edits"), objectName="recover")
        self.autosave = autosave
        first = leftovers[0]
        if len(leftovers) > 1 or not first.edits:
            text = self.tr("These documents have edits that were not saved:")
        elif len(first.edits) == 1:
            text = self.tr("Recover one edit of {} from {}?").format(first.name, _time(first))
        else:
            text = self.tr("Recover {} edits of {} from {}?").format(len(first.edits), first.name, _time(first))
        label = Label(text + "\n" + self.tr("Blockloom ended unexpectedly while they were open."))
        self.list = qt.with_name(
            QTreeWidget(columnCount=3, rootIsDecorated=False, uniformRowHeights=True),
            self.tr("Documents with edits to recover"),
        )
        self.list.setHeaderLabels([self.tr("Document"), self.tr("Edits"), self.tr("Last edit")])
        for f in leftovers:
            edits = str(len(f.edits)) if f.edits else self.tr("whole document") if f.text else self.tr("cannot be read")
            item = QTreeWidgetItem(self.list, [f.name, edits, _time(f)])
            item.setToolTip(0, as_is(f.path or self.tr("never saved")))
            item.setToolTip(1, as_is(translated(recovery.unreadable_report(f))))
            item.setData(0, 256, f)
        qt.stretch(self.list.header(), 0)
        self.list.setCurrentIndex(self.list.model().index(0, 0))
        self.list.itemActivated.connect(lambda *_: self.recover())
        buttons = QDialogButtonBox()
        role = QDialogButtonBox.ButtonRole
        recover = buttons.addButton(self.tr("&Recover"), role.AcceptRole)
        buttons.addButton(self.tr("&Discard"), role.DestructiveRole).clicked.connect(self.discard)
        buttons.addButton(self.tr("&Later"), role.RejectRole)
        buttons.accepted.connect(self.recover)
        buttons.rejected.connect(self.reject)
        recover.setDefault(True)
        qt.column(label, self.list, buttons, of=self)
        self.resize(520, 260)
        self.finished.connect(self.deleteLater)
        recover.setFocus()

    def _chosen(self) -> CrashJournal | None:
        item = self.list.currentItem()
        return item.data(0, 256) if item is not None else None

    def recover(self) -> None:
        """Recover the chosen document."""
        found = self._chosen()
        if found is not None:
            self.accept()
            self.autosave.recover(found)

    def discard(self) -> None:
        """Remove the chosen journal."""
        found = self._chosen()
        if found is not None:
            recovery.discard(found)
            self.list.takeTopLevelItem(self.list.currentIndex().row())
        if not self.list.topLevelItemCount():
            self.reject()


def _whole(document: Document) -> str:
    """Return the text of a document after copying its weights to the folder of journals."""
    with contextlib.suppress(WeightsError):  # even without weights, the text is worth keeping
        document.weights.copy_to_state_folder(document.keys(), document.folder)
    return documents.dumps(document)


def _time(found: CrashJournal) -> str:
    today = time.strftime("%Y-%m-%d") == time.strftime("%Y-%m-%d", time.localtime(found.when))
    return time.strftime("%H:%M:%S" if today else "%Y-%m-%d %H:%M", time.localtime(found.when))
