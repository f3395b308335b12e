"""Run > Fit: how many epochs, when to end earlier, and what is kept."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.controller import RunController
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Page
from blockloom.blocks.operations import fit_of
from blockloom.blocks.results.run_modes import RunMode


class FitDialog(QDialog):
    """The dialog. What it says of the Validation of a page is what that block has, which gets what is changed here."""

    chosen = Signal(object)  # the RunMode
    settings = Signal(int, bool)  # of the Validation: its patience, and whether the best variables are kept

    def __init__(self, page: Page, epochs: int, add: Callable[[], bool], parent: QWidget):
        """`epochs` are those that the page ran last; `add` adds a Validation to it, and says whether it could."""
        super().__init__(parent, windowTitle=self.tr("Fit"), objectName="fit_model")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.page, self._add = page, add
        self.epochs = QSpinBox(minimum=1, maximum=1_000_000_000, accelerated=True, groupSeparatorShown=True)
        self.epochs.setValue(epochs)
        self.patience = QSpinBox(minimum=0, maximum=1_000_000, accelerated=True)
        self.patience.setSpecialValueText(self.tr("never"))
        self.keep = QCheckBox(self.tr("&Keep the variables of the best epoch"))
        self.told = Label(objectName="dim", wordWrap=True)
        self.add = qt.button(self.tr("&Validate After Each Epoch"), self._added)
        self.buttons = qt.buttons(self, QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton(self.tr("&Run"), QDialogButtonBox.ButtonRole.AcceptRole)
        form = QFormLayout()
        form.addRow(self.tr("&Epochs"), self.epochs)
        form.addRow(self.tr("&End after epochs that were no better"), self.patience)
        form.addRow(self.keep)
        qt.column(form, (self.told, 1), qt.line(self.add, None), self.buttons, of=self)
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance("n" * 56))
        self.told.setMinimumHeight(3 * self.told.fontMetrics().lineSpacing())
        self._show()
        self.epochs.selectAll()
        self.epochs.setFocus()

    def _show(self) -> None:
        found = fit_of(self.page)
        for part in (self.patience, self.keep):
            part.setEnabled(bool(found and found.monitored))
        self.add.setVisible(found is None)
        if found is None:
            self.told.setText(
                self.tr("Nothing on this page is validated: it runs to the end of its data so many times.")
            )
            return
        self.patience.setValue(found.patience)
        self.keep.setChecked(found.keep_best)
        self.told.setText(
            (
                self.tr("{0} validates after each epoch, and watches {1}: higher is better.")
                if found.higher
                else self.tr("{0} validates after each epoch, and watches {1}: lower is better.")
            ).format(found.block, found.monitored)
            if found.monitored
            else self.tr("{0} validates after each epoch. Wire a number to its monitor to end earlier.").format(
                found.block
            )
        )

    def _added(self) -> None:
        """A Validation is wanted."""
        if self._add():
            self._show()

    def accept(self) -> None:
        """Run."""
        super().accept()
        if self.patience.isEnabled():
            self.settings.emit(self.patience.value(), self.keep.isChecked())
        self.chosen.emit(RunMode(0, epochs=self.epochs.value()))


def ask(workspace: Workspace, tabs: PageTabs, runs: RunController) -> None:
    """Ask for the epochs of a run, and when it ends earlier."""
    workspace.typing_ends.emit()
    page = workspace.document.pages[tabs.top()]

    def add() -> bool:
        tabs.canvas().placing.validate_epochs()
        return fit_of(page) is not None

    def changed(patience: int, keep_best: bool) -> None:
        change = operations.set_fit(page, patience, keep_best)
        if change is not None:
            workspace.do(change.edit, translated(change.label))

    dialog = FitDialog(page, runs.pages.of(page.name).epochs, add, tabs.window())
    dialog.settings.connect(changed)
    dialog.chosen.connect(runs.start)
    dialog.open()
