"""The question what the open document is compared or merged with: a file, a commit of it, or what it was."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.comparison import compare_sources
from blockloom.app.window.comparison.compare_sources import Choice
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.files import git_files
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.kept_runs import KeptRun

_CHOICE = Qt.ItemDataRole.UserRole


class ChooseOther(QDialog):
    """`chosen` emits a Choice, and that of what both came from, which a comparison has no use for: None."""

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
        """`page` is the one in front; `runs` are those that are kept of the document."""
        title = self.tr("Merge") if merges else self.tr("Compare")
        super().__init__(parent, windowTitle=title, objectName="merge_with" if merges else "compare_with")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workspace, self._file, self._merges = workspace, file, merges
        self.list = qt.named(QTreeWidget(rootIsDecorated=False, uniformRowHeights=True), title)
        self.list.setHeaderLabels([self.tr("Document"), self.tr("About")])
        self.list.itemActivated.connect(lambda *_: self.accept())
        self.list.currentItemChanged.connect(lambda *_: self._follow())
        self.edit = qt.named(QLineEdit(), self.tr("A file or a revision"))
        self.edit.setPlaceholderText(self.tr("A file, or a revision of this one: main, HEAD~2 ..."))
        self.edit.setToolTip(as_is(self.edit.placeholderText()))
        self.edit.textChanged.connect(self._follow)
        browse = qt.button(self.tr("&File ..."), self._browse)
        self.base = qt.named(QComboBox(), self.tr("What both came from"))
        self.base.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        label = Label(self.tr("What &both came from:"))
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
            self._add(compare_sources.opened(workspace))
        if file.path and os.path.exists(file.path):
            self._add(compare_sources.on_disk(file))
        for name in () if merges else workspace.document.pages:
            if name != page:
                self._add(compare_sources.of_page(workspace, page, name))
        for run in () if merges else runs:
            if run.packed:
                self._add(compare_sources.of_run(run, workspace.document.folder))
        self._waits = QTreeWidgetItem(self.list, [self.tr("Asking git ...")])  # the last one meanwhile
        self._waits.setDisabled(True)
        self._choose_first()
        self._log = Job(partial(_known, file.path, merges))
        self._log.then(self._listed)
        self._follow()

    def _add(self, choice: Choice) -> None:
        item = QTreeWidgetItem(self.list, [choice.name, choice.about])
        item.setData(0, _CHOICE, choice)
        for column, text in enumerate((choice.name, choice.about)):
            item.setToolTip(column, as_is(text))

    def _listed(self) -> None:
        """Git said which commits the file has, or why not."""
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
                self.tr("The document is in no file: git has no commits of it.")
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
        """One of the documents is chosen, and their names have room."""
        items = map(self.list.topLevelItem, range(self.list.topLevelItemCount()))
        self.list.resizeColumnToContents(0)
        self.list.setColumnWidth(0, min(self.list.columnWidth(0), self.width() * 3 // 5))
        first = next((item for item in items if item is not None and item.data(0, _CHOICE) is not None), None)
        if first is not None and (self.list.currentItem() or self._waits) is self._waits:
            self.list.setCurrentItem(first)

    def choice(self) -> Choice | None:
        """What is typed, or else chosen in the list."""
        text = self.edit.text().strip()
        if text:
            # As a path from the folder of the document, where it has one.
            path = os.path.abspath(os.path.join(self._workspace.document.folder, os.path.expanduser(text)))
            if os.path.exists(path) or not self._file.path:
                return compare_sources.of_file(self._file, path)
            return compare_sources.of_revision(self._file.path, text)
        item = self.list.currentItem()
        return item.data(0, _CHOICE) if item is not None else None

    def _follow(self) -> None:
        choice = self.choice()
        self.accepts.setEnabled(choice is not None)
        if self._merges:
            offered = [self.tr("Found by git")] if choice is not None and choice.revision else []
            offered += [self.tr("As it was opened"), self.tr("Nothing: both began anew"), self.tr("A file ...")]
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
                base = compare_sources.base_of(self._file.path, choice.revision)
            elif text == self.tr("As it was opened"):
                base = compare_sources.opened(self._workspace)
            elif text == self.tr("A file ..."):
                path = self._ask()
                if not path:
                    return
                base = compare_sources.of_file(self._file, path)
            else:
                base = compare_sources.nothing()
        super().accept()
        self.chosen.emit(choice, base)


def _known(path: str, merges: bool) -> list[Choice]:
    """What git has of a file: branches, and unless one is to be merged, the commits that lead to it. Raises
    FileError.
    """
    if not path:
        return []
    branches = [compare_sources.of_branch(path, last) for last in git_files.branches(path)]
    return (
        branches
        if merges
        else [*(compare_sources.of_commit(path, commit) for commit in git_files.log(path)), *branches]
    )
