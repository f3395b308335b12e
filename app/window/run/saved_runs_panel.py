"""The dock of saved runs."""

from __future__ import annotations

import os

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QGridLayout,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.run.saved_runs import SavedRuns
from blockloom.blocks.files import documents, kept_runs
from blockloom.blocks.files.kept_runs import COLOURS, KeptRun

_RUN = Qt.ItemDataRole.UserRole


class SavedRunsPanel(QWidget):
    """The dock of saved runs. Enter or F2 renames a run, Space shows or hides it in charts, Delete removes it."""

    def __init__(self, keeping: SavedRuns):
        super().__init__()
        self.keeping = keeping
        self.list = _List(self)
        self.empty = Label(
            self.tr(
                "Run a page with a chart, then save the run under a name: charts and plots over steps show it together "
                "with later runs."
            ),
            objectName="dim",
            wordWrap=True,
        )
        self.keep = qt.button(self.tr("&Save Run…"), keeping.keep)
        self.colour = qt.button(self.tr("C&olour"))
        self.save = qt.button(
            self.tr("&Save .csv…"), self.ask_path, self.tr("Save the selected runs, or all, a row for each point")
        )
        self.drop = qt.button(self.tr("Re&move"), self.remove)
        menu = QMenu(self.colour)
        for ink in COLOURS:
            menu.addAction(_patch(ink), ink, lambda ink=ink: self._paint(ink))
        self.colour.setMenu(menu)
        buttons = QGridLayout()
        for place, button in enumerate((self.keep, self.colour, self.save, self.drop)):
            buttons.addWidget(button, place // 2, place % 2)
        qt.column(self.empty, (self.list, 1), buttons, of=self, margins=8)
        self.setFocusProxy(self.list)
        self.list.itemChanged.connect(self._edited)
        self.list.itemSelectionChanged.connect(self._enable)
        self._soon = qt.timer(self, self.fill)  # later, because a row may be in use
        keeping.pages.kept_changed.connect(self._soon.start)
        self.fill()

    def fill(self) -> None:
        """Update the list of runs."""
        chosen = {id(run) for run in self.chosen()}
        current = self.list.currentItem()
        now = current.data(0, _RUN) if current is not None else None
        with QSignalBlocker(self.list):
            self.list.clear()
            for run in self.keeping.runs.runs:
                item = QTreeWidgetItem(self.list, [run.name, run.page, f"{run.steps:,}"])
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(0, Qt.CheckState.Checked if run.is_shown else Qt.CheckState.Unchecked)
                item.setIcon(0, _patch(run.colour))
                item.setData(0, _RUN, run)
                item.setToolTip(0, as_is("\n".join(map(kept_runs.output, list(run.series)[:12]))))
                if run is now:
                    self.list.setCurrentItem(item)
                item.setSelected(id(run) in chosen)
        self.empty.setVisible(not self.keeping.runs.runs)
        self._enable()

    def chosen(self) -> list[KeptRun]:
        """Return the selected runs."""
        return [item.data(0, _RUN) for item in self.list.selectedItems()]

    def _enable(self) -> None:
        some = bool(self.list.selectedItems())
        self.colour.setEnabled(some)
        self.drop.setEnabled(some)
        self.save.setEnabled(bool(self.keeping.runs.runs))

    def _edited(self, item: QTreeWidgetItem, _column: int) -> None:
        run = item.data(0, _RUN)
        run.is_shown = item.checkState(0) == Qt.CheckState.Checked
        if item.text(0) != run.name and item.text(0).strip():
            self.keeping.runs.rename(run, item.text(0))
        self.keeping.save_changes()

    def _paint(self, ink: str) -> None:
        for run in self.chosen():
            run.colour = ink
        self.keeping.save_changes()

    def remove(self) -> None:
        """Remove the selected runs."""
        for run in self.chosen():
            self.keeping.runs.remove(run)
        self.keeping.save_changes()

    def ask_path(self) -> None:
        """Ask for a path, and save the selected runs, or all, as CSV."""
        folder = os.path.dirname(self.keeping.file.path)
        path, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the runs"), os.path.join(folder, "runs.csv"), self.tr("Comma-separated values (*.csv)")
        )
        if path:
            self.write(path if path.lower().endswith(".csv") else f"{path}.csv")

    def write(self, path: str) -> None:
        """Save the selected runs, or all, as CSV."""
        runs = self.chosen() or self.keeping.runs.runs
        try:
            documents.write_atomic(path, kept_runs.as_csv(runs).encode("utf-8", "replace"))
        except documents.FileError as error:
            self.keeping.workspace.tell(translated(error), "error", seen=True)
        else:
            self.keeping.workspace.say(self.tr("{0} saved").format(path))


class _List(QTreeWidget):
    """The list of the dock."""

    def __init__(self, panel: SavedRunsPanel):
        super().__init__(columnCount=3, rootIsDecorated=False, uniformRowHeights=True)
        self._panel = panel
        self.setHeaderLabels([self.tr("Run"), self.tr("Page"), self.tr("Steps")])
        self.setAccessibleName(self.tr("Saved runs"))
        qt.stretch(self.header(), 0)
        qt.show_whole_texts(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)  # only `editItem` starts editing, for names
        self.itemDoubleClicked.connect(lambda item, _: self.editItem(item, 0))
        self.setMinimumHeight(5 * self.fontMetrics().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() == Qt.Key.Key_Delete:
            self._panel.remove()
        elif item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.editItem(item, 0)
        else:
            super().keyPressEvent(event)


def _patch(ink: str) -> QIcon:
    pixmap = QPixmap(12, 12)
    pixmap.fill(QColor(ink))
    return QIcon(pixmap)
