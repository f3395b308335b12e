"""The dialog that asks for a document to compare or merge with, and the tasks of `edit --compare` and `--merge`."""

from __future__ import annotations

import argparse
import glob
import os
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import Label, as_is
from blockloom.app.sides import Sides, Tell, is_nothing
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.pages import Document
from blockloom.blocks.document.uids import with_uids_by_id
from blockloom.blocks.files import documents, git_files
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.git_files import Commit
from blockloom.blocks.files.kept_runs import KeptRun
from blockloom.blocks.io.git import Revision, parse_revision
from blockloom.blocks.text.phrases import plural

if TYPE_CHECKING:
    from blockloom.app.window.mainwindow import MainWindow

_DAY = 86_400  # seconds of a day


class Choice(NamedTuple):
    """A document to compare with: its name, and a text about it.

    `begin` starts to read it: the job returns a Document, or a Read with one, and raises FileError. `revision` is that
    of a document in git.
    """

    name: str
    about: str
    begin: Callable[[], Job]
    revision: str = ""


def as_opened(workspace: Workspace) -> Choice:
    """Return the open document as it was opened, or at the oldest state that undo reaches."""
    return Choice(
        tr("the document as it was opened"),
        "",
        lambda: _done(workspace.history.as_opened(lambda document: document.copy())),
    )


def on_disk(file: DocumentFile) -> Choice:
    """Return the open document as stored in its file."""
    return Choice(tr("the file on disk"), "", lambda: Job(lambda: documents.load(file.path)))


def of_page(workspace: Workspace, page: str, name: str) -> Choice:
    """Return the open document with a page replaced by another, so that the two pages are compared."""
    count = len(workspace.document.pages[name].blocks)
    about = plural("a page of this document, with {0:,} block", "a page of this document, with {0:,} blocks", count)

    def swapped() -> Document:
        document, another = (workspace.document.copy() for _ in range(2))
        document.pages[page] = with_uids_by_id(another.pages[name], document.pages[page])
        document.pages[page].name = page
        return document

    return Choice(name, translated(about), lambda: _done(swapped()))


def of_run(run: KeptRun, folder: str) -> Choice:
    """Return the document of a saved run, in its state at that time."""
    about = plural("saved run of {1}, {0:,} step", "saved run of {1}, {0:,} steps", run.steps, run.page)
    return Choice(run.name, translated(about), lambda: Job(lambda: documents.loads(run.text(), folder)))


def of_file(file: DocumentFile, path: str) -> Choice:
    """Return a document or model in a file."""
    name, folder = os.path.basename(path), os.path.basename(os.path.dirname(os.path.abspath(path)))
    if name == os.path.basename(file.path):
        name = os.path.join(folder, name)

    return Choice(name, "", lambda: file.make_reading_job(path, shown=False))


def of_commit(path: str, commit: Commit) -> Choice:
    """Return a document in a commit."""
    about = f"{commit.subject} · {commit.author}, {ago(commit.when)}"
    return Choice(
        revision_title(path, commit.short),
        about,
        lambda: Job(lambda: _whole(path, commit.revision, commit.name)),
        commit.revision,
    )


def of_branch(path: str, last: Commit) -> Choice:
    """Return a document in the last commit of a branch."""
    about = f"{last.subject} · {last.author}, {ago(last.when)}"
    return of_revision(path, last.name)._replace(about=about)


def of_revision(path: str, revision: str) -> Choice:
    """Return a document in a typed revision: a commit, a branch, `HEAD~2`."""
    return Choice(revision_title(path, revision), "", lambda: Job(lambda: _whole(path, revision)), revision)


def of_side(text: str) -> Choice:
    """Return a document named as on the command line: a file, REV:PATH of git, /dev/null for none."""

    def look(tell: Tell) -> Document:
        with Sides(tell) as sides:
            return sides.read(text)

    name = text if parse_revision(text) is not None else os.path.basename(text)
    return Choice(name, "", lambda: Job(look, lambda: None))


def base_of(path: str, revision: str) -> Choice:
    """Return the document in the common ancestor of HEAD and a revision; an empty one if both added it."""

    def look() -> Document:
        base = git_files.merge_base(path, "HEAD", revision)
        if not base:
            return Document()
        names = {commit.revision: commit.name for commit in git_files.log(path)}
        return _whole(path, base, names.get(base, ""))

    return Choice(tr("common ancestor"), "", lambda: Job(look))


def nothing() -> Choice:
    """Return a document with no pages."""
    return Choice("", "", lambda: _done(Document()))


def revision_title(path: str, revision: str) -> str:
    """Return the title of a document in a revision."""
    return tr("{0} at {1}").format(os.path.basename(path), revision)


def read(path: str, commit: Commit) -> Document:
    """Return the document of a file in a commit, without arrays.

    Raises:
        FileError: the commit has no such document.
    """
    return documents.loads(git_files.at_revision(path, commit.revision, commit.name), str(Path(path).parent))


def ago(when: float) -> str:
    """Return a time as the number of days since then, or as the date."""
    past = time.time() - when
    days = int(past // _DAY)
    if 1 < days < 60:
        return tr("{} days ago").format(days)
    moment = QDateTime.fromSecsSinceEpoch(int(when))
    form = QLocale.FormatType.ShortFormat
    return QLocale().toString(moment, form) if days <= 1 else QLocale().toString(moment.date(), form)


def _whole(path: str, revision: str, name: str = "") -> Document:
    """Return the document of a file in a revision, with its arrays, even if only that revision has them.

    Args:
        path: the file today.
        revision: a revision of git.
        name: the path in that revision, from the top of the repository; "" if it is the same.

    Raises:
        FileError: the revision has no such document.
    """
    folder, own = os.path.split(path)
    with Sides() as sides:
        return sides.read_revision(Revision(revision, name or f"./{own}"), folder)


def _done(document: Document) -> Job:
    return Job(lambda: document)


_CHOICE = Qt.ItemDataRole.UserRole


class ChooseOther(QDialog):
    """A dialog that chooses a document. `chosen` emits a Choice, and for a merge that of the common ancestor."""

    chosen = Signal(object, object)

    def __init__(
        self,
        workspace: Workspace,
        file: DocumentFile,
        page: str,
        runs: Iterable[KeptRun],
        merges: bool,
        parent: QWidget,
    ):
        """Create the dialog; `page` is the current page, `runs` are the saved runs of the document."""
        title = self.tr("Merge") if merges else self.tr("Compare")
        super().__init__(parent, windowTitle=title, objectName="merge_with" if merges else "compare_with")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workspace, self._file, self._merges = workspace, file, merges
        self.list = qt.with_name(QTreeWidget(rootIsDecorated=False, uniformRowHeights=True), title)
        self.list.setHeaderLabels([self.tr("Document"), self.tr("About")])
        self.list.itemActivated.connect(lambda *_: self.accept())
        self.list.currentItemChanged.connect(lambda *_: self._follow())
        self.edit = qt.with_name(QLineEdit(), self.tr("A file or a revision"))
        self.edit.setPlaceholderText(self.tr("A file, or a revision of this one: main, HEAD~2…"))
        self.edit.setToolTip(as_is(self.edit.placeholderText()))
        self.edit.textChanged.connect(self._follow)
        browse = qt.button(self.tr("&File…"), self._browse)
        self.base = qt.with_name(QComboBox(), self.tr("Common ancestor"))
        self.base.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        label = Label(self.tr("&Common ancestor:"))
        label.setBuddy(self.base)
        base = QWidget()
        base.setVisible(merges)
        qt.line(label, (self.base, 1), of=base, margins=0)
        ok = qt.buttons(self, *qt.OK)
        self.accepts = ok.buttons()[0]
        self.accepts.setText(self.tr("&Merge") if merges else self.tr("&Compare"))
        qt.column(
            Label(self.tr("{} and:").format(file.name())),
            (self.list, 1),
            qt.line((self.edit, 1), browse),
            base,
            ok,
            of=self,
        )
        self.resize(self.fontMetrics().averageCharWidth() * 95, self.fontMetrics().height() * 26)
        if not merges:
            self._add(as_opened(workspace))
        if file.path and os.path.exists(file.path):
            self._add(on_disk(file))
        for name in () if merges else workspace.document.pages:
            if name != page:
                self._add(of_page(workspace, page, name))
        for run in () if merges else runs:
            if run.packed:
                self._add(of_run(run, workspace.document.folder))
        self._waits = QTreeWidgetItem(self.list, [self.tr("Asking git…")])  # last item until git answers
        self._waits.setDisabled(True)
        self._choose_first()
        self._log = Job(partial(_known, file.path, merges))
        self._log.when_done(self._listed)
        self._follow()

    def _add(self, choice: Choice) -> None:
        item = QTreeWidgetItem(self.list, [choice.name, choice.about])
        item.setData(0, _CHOICE, choice)
        for column, text in enumerate((choice.name, choice.about)):
            item.setToolTip(column, as_is(text))

    def _listed(self) -> None:
        """List the commits that git found, or show the reason why there are none."""
        if self._waits.isHidden():
            return
        self._waits.setHidden(True)
        try:
            found, why = self._log.result(), ""
        except FileError as error:
            found, why = [], translated(error)
        for choice in found:
            self._add(choice)
        if not found:
            why = why or (
                self.tr("The document is not saved in a file: git has no commits of it.")
                if not self._file.path
                else self.tr("git has no other branch with this file.")
                if self._merges
                else self.tr("git has no commit of this file.")
            )
            item = QTreeWidgetItem(self.list, [why])
            item.setDisabled(True)
            item.setFirstColumnSpanned(True)
        self._choose_first()

    def _choose_first(self) -> None:
        """Select the first document if none is selected, and make room for the names."""
        items = map(self.list.topLevelItem, range(self.list.topLevelItemCount()))
        self.list.resizeColumnToContents(0)
        self.list.setColumnWidth(0, min(self.list.columnWidth(0), self.width() * 3 // 5))
        first = next((item for item in items if item is not None and item.data(0, _CHOICE) is not None), None)
        if first is not None and (self.list.currentItem() or self._waits) is self._waits:
            self.list.setCurrentItem(first)

    def choice(self) -> Choice | None:
        """Return the document that is typed, or else chosen in the list."""
        text = self.edit.text().strip()
        if text:
            # Paths are relative to the folder of the document, if it has one.
            path = os.path.abspath(os.path.join(self._workspace.document.folder, os.path.expanduser(text)))
            if os.path.exists(path) or not self._file.path:
                return of_file(self._file, path)
            return of_revision(self._file.path, text)
        item = self.list.currentItem()
        return item.data(0, _CHOICE) if item is not None else None

    def _follow(self) -> None:
        choice = self.choice()
        self.accepts.setEnabled(choice is not None)
        if self._merges:
            offered = [self.tr("Found by git")] if choice is not None and choice.revision else []
            offered += [self.tr("As it was opened"), self.tr("None: there is no common version"), self.tr("A file…")]
            if offered != [self.base.itemText(at) for at in range(self.base.count())]:
                self.base.clear()
                self.base.addItems(offered)

    def _browse(self) -> None:
        path = self._ask()
        if path:
            self.edit.setText(path)

    def _ask(self) -> str:
        from blockloom.app.window.document.documentfile import filters

        folder = os.path.dirname(self._file.path)
        return QFileDialog.getOpenFileName(self, self.windowTitle(), folder, filters("read"))[0]

    def accept(self) -> None:
        choice = self.choice()
        if choice is None:
            return
        base = None
        if self._merges:
            text = self.base.currentText()
            if text == self.tr("Found by git"):
                base = base_of(self._file.path, choice.revision)
            elif text == self.tr("As it was opened"):
                base = as_opened(self._workspace)
            elif text == self.tr("A file…"):
                path = self._ask()
                if not path:
                    return
                base = of_file(self._file, path)
            else:
                base = nothing()
        super().accept()
        self.chosen.emit(choice, base)


def _known(path: str, merges: bool) -> list[Choice]:
    """Return the documents that git has of a file: branches, and for a comparison the commits that lead to it.

    Raises:
        FileError: git cannot read the repository.
    """
    if not path:
        return []
    branches = [of_branch(path, last) for last in git_files.branches(path)]
    return branches if merges else [*(of_commit(path, commit) for commit in git_files.log(path)), *branches]


class StartupTask:
    """A task of the command line: `file` is opened ("" for none), then `begin` is called, and `code` at the end."""

    file = ""

    def begin(self, window: MainWindow) -> None:
        """Begin the task in the window."""

    def code(self) -> int:
        """Return the exit code of the program."""
        return 0


class CompareTask(StartupTask):
    """Open a document and compare it with another one, which may be in a revision."""

    def __init__(self, other: str, file: str):
        self.file, self._other = "" if is_nothing(file) else file, other

    def begin(self, window: MainWindow) -> None:
        if window.file.path or not self.file:
            window.comparisons.compare(of_side(self._other))


class MergeTask(StartupTask):
    """Merge three versions, to be saved as `out`.

    The program exits with code 0 if the merge was saved without unresolved conflicts, else with 1.
    """

    def __init__(self, base: str, ours: str, theirs: str, out: str):
        self._sides, self._out, self._saved = (base, ours, theirs), os.path.abspath(out), False

    def begin(self, window: MainWindow) -> None:
        comparisons = window.comparisons
        found: list[Any] = [comparisons.read(of_side(side), tr("Cannot merge")) for side in self._sides]
        base, ours, theirs = found
        if base is None or ours is None or theirs is None:
            return
        window.file.take(ours, self._out)
        ours.weights.open_sidecar(os.path.dirname(self._out))
        window.file.written.connect(lambda: self._written(window))
        comparisons.merge_documents(base, theirs, os.path.basename(self._sides[2]))
        window.history.mark_unsaved()  # the file at `out` is out of date even if the merge changed nothing of ours
        window.file.changed.emit()

    def _written(self, window: MainWindow) -> None:
        self._saved = os.path.abspath(window.file.path) == self._out and not window.workspace.document.conflicts

    def code(self) -> int:
        return 0 if self._saved else 1


def task(args: argparse.Namespace) -> StartupTask:
    """Return the task of the options of `blockloom edit`.

    Raises:
        ValueError: the options contradict each other, or name folders without a model.
    """
    if args.merge is not None:
        if args.out is None or args.file is not None or args.compare is not None:
            raise ValueError("--merge BASE OURS THEIRS wants -o OUT, and nothing else")
        return MergeTask(*args.merge, args.out)
    if args.out is not None:
        raise ValueError("-o OUT goes with --merge")
    words = [*args.compare, *([args.file] if args.file is not None else [])]
    if len(words) != 2:
        raise ValueError("--compare wants two documents: --compare OTHER FILE, or FILE --compare OTHER")
    if any(os.path.isdir(word) and not glob.glob("saved_model.pb*", root_dir=word) for word in words):
        raise ValueError("folders are not compared: name two documents. `git difftool` without --dir-diff does so")
    return CompareTask(*words)
