"""The dialogs of Run Until, Fit and Conditional Breakpoint."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QCompleter, QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QWidget

from blockloom.app import qt
from blockloom.app.canvas.page.marks import described
from blockloom.app.canvas.scene.lineedit import ROWS, LineEdit
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import Label
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.controller import RunController
from blockloom.blocks import operations
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import PAUSE_BEFORE, Page
from blockloom.blocks.infer.breakpoint_text import alone, pauses
from blockloom.blocks.operations import read_fit_settings
from blockloom.blocks.results.breakpoints import kept_text, of_block
from blockloom.blocks.results.conditions import (
    NOT_FINITE,
    Condition,
    ConditionError,
    ConditionWords,
    partial_condition,
    testable_outputs,
)
from blockloom.blocks.results.run_modes import RunMode


class ConditionEdit(LineEdit):
    """A line for a condition, with a list of completions, which Down opens too."""

    def __init__(self, words: ConditionWords, **properties: Any):
        super().__init__(**properties)
        self._words, self._model = words, QStringListModel(self)
        completer = QCompleter(self._model, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setMaxVisibleItems(ROWS)
        self.setCompleter(completer)
        self.textEdited.connect(lambda _: self._fill())
        completer.activated.connect(lambda _: QTimer.singleShot(0, self, self._offer))

    def _fill(self) -> None:
        self._model.setStringList(self._words.completions(self.text(), self.cursorPosition()))

    def _offer(self) -> None:
        self._fill()
        if self._model.rowCount():
            self.completer().complete()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not qt.list_of(self.completer()).isVisible():
            self._offer()
        else:
            super().keyPressEvent(event)


class RunUntil(QDialog):
    """The dialog Run Until. The condition is checked while it is typed, and remembered for the page."""

    chosen = Signal(object)  # emitted with the RunMode

    def __init__(
        self,
        page: Page,
        catalogue: Catalogue,
        results: Mapping[Address, Mapping[str, Any]],
        text: str,
        most: int,
        parent: QWidget,
    ):
        """Create the dialog; `text` and `most` are the last condition and number of steps."""
        super().__init__(parent, windowTitle=self.tr("Run Until"), objectName="run_until")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.page, self.catalogue, self.results = page, catalogue, results
        self.edit = ConditionEdit(
            ConditionWords(page, catalogue), placeholderText=self.tr("BLOCK.PIN < 0.01, or BLOCK.PIN is not finite")
        )
        self.edit.setMinimumWidth(self.edit.fontMetrics().horizontalAdvance("n" * 40))
        self.most = QSpinBox(minimum=0, maximum=1_000_000_000, accelerated=True, groupSeparatorShown=True)
        self.most.setSpecialValueText(self.tr("no limit"))
        self.message = Label(objectName="dim", wordWrap=True)
        self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
        self.now = Label()
        self.now.setMinimumHeight(self.now.fontMetrics().lineSpacing())
        self.buttons = qt.buttons(self, QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton(self.tr("&Run"), QDialogButtonBox.ButtonRole.AcceptRole)
        form = QFormLayout()
        form.addRow(self.tr("&Condition"), self.edit)
        form.addRow(self.tr("&Steps at most"), self.most)
        # The current value is above the line, because the list would cover it below. The line keeps its position above
        # its list, because only the message below it takes the free space.
        qt.column(self.now, form, (self.message, 1), self.buttons, of=self)
        self.edit.typed.connect(self._check)
        self.edit.setText(text)
        self.edit.selectAll()
        self.most.setValue(most)
        self._check()
        self.edit.setFocus()

    def _condition(self) -> Condition:
        return Condition.typed(self.edit.whole(), self.page, self.catalogue)

    def _check(self) -> None:
        self.now.setText(self._now())
        try:
            condition = self._condition()
        except ConditionError as error:
            self.go.setEnabled(False)
            self.message.setText(
                translated(error)
                if self.edit.whole().strip()
                else self.tr(
                    "The run ends with the first step in which the condition is true for every element: "
                    "LOSS < 0.01, W.value[0] >= 2, STEP == 100, LOSS is not finite."
                )
            )
        else:
            self.go.setEnabled(True)
            self.message.setText(self.tr("Tests {0} after every step.").format(f"{condition.block}.{condition.pin}"))

    def _now(self) -> str:
        """Return the tested output with its present value, as a text."""
        tested = partial_condition(self.edit.whole(), self.page, self.catalogue)
        if tested is None:
            return ""
        name, have = f"{tested.block}.{tested.pin}", self.results.get(tested.owner, {})
        if tested.pin not in have:
            return self.tr("{0}: no result yet").format(name)
        summary = have[tested.pin]
        if summary and "list" in summary:  # the first index selects an element of the list
            place = tested.index[0] if tested.index else 0
            name, summary = f"{name}[{place}]", summary["list"][place] if place < len(summary["list"]) else None
        text = f"{name}: {described(summary)}"
        return self.now.fontMetrics().elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, self.edit.width())

    def accept(self) -> None:
        """Run with the condition."""
        mode = RunMode(self.most.value(), self._condition(), " ".join(self.edit.text().split()))
        super().accept()
        self.chosen.emit(mode)


def ask_condition(workspace: Workspace, tabs: PageTabs, runs: RunController) -> None:
    """Open the dialog Run Until."""
    workspace.typing_ends.emit()
    page = workspace.document.pages[tabs.top()]
    found = runs.pages.run_of(page.name)
    dialog = RunUntil(page, workspace.catalogue, found.results, *found.condition, tabs.window())
    dialog.chosen.connect(runs.start)
    dialog.open()


class ConditionalBreakpointDialog(QDialog):
    """The dialog Conditional Breakpoint. The condition is checked while it is typed."""

    chosen = Signal(str, bool)  # condition in the form that the block stores, whether it is for the shown instance only

    def __init__(self, page: Page, catalogue: Catalogue, block: str, pin: str, at: Address, parent: QWidget):
        """`pin` is the output of the condition, "" for any; `at` is the address of the shown instance."""
        super().__init__(parent, windowTitle=self.tr("Conditional Breakpoint"), objectName="pause_when")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.page, self.catalogue, self.block, self.pin = page, catalogue, block, pin
        self.alone = alone(catalogue, at)
        self.edit = ConditionEdit(ConditionWords(page, catalogue), placeholderText=self.tr("max(abs(BLOCK.PIN)) > 10"))
        self.edit.setMinimumWidth(self.edit.fontMetrics().horizontalAdvance("n" * 40))
        self.edit.setAccessibleName(self.tr("Condition"))
        self.message = Label(objectName="dim", wordWrap=True)
        self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
        self.buttons = qt.buttons(self, QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton(self.tr("Set &Breakpoint"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.instance_box = QCheckBox(self.tr("Only in the instance {0}").format(at.display_text.replace("&", "&&")))
        self.instance_box.setVisible(bool(at.path))
        self.instance_box.setChecked(block in self.alone)
        qt.column(self.edit, self.instance_box, (self.message, 1), self.buttons, of=self)
        self.edit.typed.connect(self._check)
        self.edit.setText(self._known())
        self.edit.selectAll()
        self._check()
        self.edit.setFocus()

    def _known(self) -> str:
        """Return the condition of the block's breakpoint, or a suggestion if there is none."""
        block = self.page.blocks[self.block]
        pins = testable_outputs(self.catalogue.get(block.type))
        pin = self.pin if self.pin in pins else pins[0] if pins else ""
        kept = pauses(block.pause).get("") or self.alone.get(self.block, PAUSE_BEFORE)
        if kept != PAUSE_BEFORE:
            try:
                condition = of_block(block, kept, self.page, self.catalogue).condition
            except ConditionError:
                condition = None
            if condition is not None and self.pin in ("", condition.pin):
                text = kept_text(condition)
                return text.replace(condition.pin, f"{self.block}.{condition.pin}", 1)
        return f"{self.block}.{pin} is not finite" if pin else ""

    def _condition(self) -> Condition:
        text = self.edit.whole()
        try:
            condition = Condition.typed(text, self.page, self.catalogue)
        except ConditionError:
            with contextlib.suppress(ConditionError):  # the condition may lack the block, such as `y > 10`
                if (found := self._kept(self.block, text.strip())) is not None:
                    return found
            raise
        self._kept(condition.block, kept_text(condition))  # raises an exception if the stored text cannot be read
        return condition

    def _kept(self, block: str, text: str) -> Condition | None:
        if block not in self.page.blocks:  # the block was removed while the dialog is open
            return None
        return of_block(self.page.blocks[block], text, self.page, self.catalogue).condition

    def _check(self) -> None:
        try:
            condition = self._condition()
        except ConditionError as error:
            self.go.setEnabled(False)
            self.message.setText(translated(error) if self.edit.whole().strip() else "")
        else:
            self.go.setEnabled(True)
            told = (
                self.tr("Runs pause at a step in which an element of {0} is not finite.")
                if condition.test == NOT_FINITE
                else self.tr("Runs pause at a step in which this is true for every element of {0}.")
            )
            self.message.setText(told.format(f"{condition.block}.{condition.pin}"))

    def accept(self) -> None:
        """Set the breakpoint."""
        try:
            condition = self._condition()
        except ConditionError:
            return
        self.block = condition.block
        self.chosen.emit(kept_text(condition), self.instance_box.isChecked())
        super().accept()


def ask_breakpoint(workspace: Workspace, tabs: PageTabs, block: str = "", pin: str = "") -> None:
    """Open the dialog Conditional Breakpoint.

    Args:
        block: The block of the breakpoint, "" for the selected one.
        pin: The output of the condition, "" for any.
    """
    workspace.typing_ends.emit()
    page, at, catalogue = tabs.page(), tabs.canvas().open_page.place, workspace.catalogue
    block = block or min(tabs.canvas().selection() & page.blocks.keys(), default="")
    if not block:
        workspace.refuse(tr("Select the block that gets a breakpoint"))
        return
    dialog = ConditionalBreakpointDialog(page, catalogue, block, pin, at, tabs.window())

    def chosen(text: str, one: bool) -> None:
        change = operations.set_conditional_breakpoint(catalogue, page, dialog.block, text, at, one)
        workspace.do(change.edit, translated(change.label))

    dialog.chosen.connect(chosen)
    dialog.open()


class FitDialog(QDialog):
    """The dialog Fit. It shows and changes the settings of the page's Validation block."""

    chosen = Signal(object)  # emitted with the RunMode
    settings = Signal(int, bool)  # patience of the Validation block, whether to restore the best variables

    def __init__(self, page: Page, epochs: int, add: Callable[[], bool], parent: QWidget):
        """Create the dialog; `epochs` is the last number of epochs, `add` adds a Validation block."""
        super().__init__(parent, windowTitle=self.tr("Fit"), objectName="fit_model")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.page, self._add = page, add
        self.epochs = QSpinBox(minimum=1, maximum=1_000_000_000, accelerated=True, groupSeparatorShown=True)
        self.epochs.setValue(epochs)
        self.patience = QSpinBox(minimum=0, maximum=1_000_000, accelerated=True)
        self.patience.setSpecialValueText(self.tr("never"))
        self.keep = QCheckBox(self.tr("Restore &best variables"))
        self.message = Label(objectName="dim", wordWrap=True)
        self.add = qt.button(self.tr("&Validate After Each Epoch"), self._added)
        self.buttons = qt.buttons(self, QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton(self.tr("&Run"), QDialogButtonBox.ButtonRole.AcceptRole)
        form = QFormLayout()
        form.addRow(self.tr("&Epochs"), self.epochs)
        form.addRow(self.tr("&Stop after epochs without improvement"), self.patience)
        form.addRow(self.keep)
        qt.column(form, (self.message, 1), qt.line(self.add, None), self.buttons, of=self)
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance("n" * 56))
        self.message.setMinimumHeight(3 * self.message.fontMetrics().lineSpacing())
        self._show()
        self.epochs.selectAll()
        self.epochs.setFocus()

    def _show(self) -> None:
        found = read_fit_settings(self.page)
        for part in (self.patience, self.keep):
            part.setEnabled(bool(found and found.monitored))
        self.add.setVisible(found is None)
        if found is None:
            self.message.setText(self.tr("This page has no Validation block. Each epoch runs to the end of the data."))
            return
        self.patience.setValue(found.patience)
        self.keep.setChecked(found.keep_best)
        self.message.setText(
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
        """Add a Validation block and show its settings."""
        if self._add():
            self._show()

    def accept(self) -> None:
        """Run for the epochs."""
        super().accept()
        if self.patience.isEnabled():
            self.settings.emit(self.patience.value(), self.keep.isChecked())
        self.chosen.emit(RunMode(0, epochs=self.epochs.value()))


def ask_epochs(workspace: Workspace, tabs: PageTabs, runs: RunController) -> None:
    """Open the dialog Fit."""
    workspace.typing_ends.emit()
    page = workspace.document.pages[tabs.top()]

    def add() -> bool:
        tabs.canvas().placing.validate_epochs()
        return read_fit_settings(page) is not None

    def changed(patience: int, keep_best: bool) -> None:
        change = operations.change_fit_settings(page, patience, keep_best)
        if change is not None:
            workspace.do(change.edit, translated(change.label))

    dialog = FitDialog(page, runs.pages.run_of(page.name).epochs, add, tabs.window())
    dialog.settings.connect(changed)
    dialog.chosen.connect(runs.start)
    dialog.open()
