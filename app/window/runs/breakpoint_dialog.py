"""The dialog of Debug > Conditional Breakpoint: asks for the condition on a block."""

from __future__ import annotations

import contextlib

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import Label
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.rununtil import ConditionEdit
from blockloom.blocks import operations
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import PAUSE_BEFORE, Page
from blockloom.blocks.infer.breakpoint_text import alone, pauses
from blockloom.blocks.results.breakpoints import kept_text, of_block
from blockloom.blocks.results.condition_words import ConditionWords
from blockloom.blocks.results.conditions import NOT_FINITE, Condition, ConditionError, testable


class ConditionalBreakpointDialog(QDialog):
    """The dialog. What is typed is checked at once; `chosen` gives the text that the block keeps."""

    chosen = Signal(str, bool)  # the text, and whether it holds in the instance alone that is looked at

    def __init__(self, page: Page, catalogue: Catalogue, block: str, pin: str, at: Address, parent: QWidget):
        """`pin` is the output that is asked about, "" for any; `at` the instance through which the page is seen."""
        super().__init__(parent, windowTitle=self.tr("Conditional Breakpoint"), objectName="pause_when")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.page, self.catalogue, self.block, self.pin = page, catalogue, block, pin
        self.alone = alone(catalogue, at)
        self.edit = ConditionEdit(ConditionWords(page, catalogue), placeholderText=self.tr("max(abs(BLOCK.PIN)) > 10"))
        self.edit.setMinimumWidth(self.edit.fontMetrics().horizontalAdvance("n" * 40))
        self.edit.setAccessibleName(self.tr("Condition"))
        self.told = Label(objectName="dim", wordWrap=True)
        self.told.setMinimumHeight(2 * self.told.fontMetrics().lineSpacing())
        self.buttons = qt.buttons(self, QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton(self.tr("Set &Breakpoint"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.one = QCheckBox(self.tr("Only in the instance {0}").format(at.shown.replace("&", "&&")))
        self.one.setVisible(bool(at.path))
        self.one.setChecked(block in self.alone)
        qt.column(self.edit, self.one, (self.told, 1), self.buttons, of=self)
        self.edit.typed.connect(self._check)
        self.edit.setText(self._known())
        self.edit.selectAll()
        self._check()
        self.edit.setFocus()

    def _known(self) -> str:
        """The condition that the block has, else one that it may have."""
        block = self.page.blocks[self.block]
        pins = testable(self.catalogue.get(block.type))
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
            with contextlib.suppress(ConditionError):  # a pin may be of the block itself: y > 10
                if (found := self._kept(self.block, text.strip())) is not None:
                    return found
            raise
        self._kept(condition.block, kept_text(condition))  # what is kept can be read again
        return condition

    def _kept(self, block: str, text: str) -> Condition | None:
        if block not in self.page.blocks:  # it was removed while the dialog is open
            return None
        return of_block(self.page.blocks[block], text, self.page, self.catalogue).condition

    def _check(self) -> None:
        try:
            condition = self._condition()
        except ConditionError as error:
            self.go.setEnabled(False)
            self.told.setText(translated(error) if self.edit.whole().strip() else "")
        else:
            self.go.setEnabled(True)
            told = (
                self.tr("Runs pause at a step in which an element of {0} is not finite.")
                if condition.test == NOT_FINITE
                else self.tr("Runs pause at a step in which this is true for every element of {0}.")
            )
            self.told.setText(told.format(f"{condition.block}.{condition.pin}"))

    def accept(self) -> None:
        """Let runs pause there."""
        try:
            condition = self._condition()
        except ConditionError:
            return
        self.block = condition.block
        self.chosen.emit(kept_text(condition), self.one.isChecked())
        super().accept()


def ask(workspace: Workspace, tabs: PageTabs, block: str = "", pin: str = "") -> None:
    """Ask for the condition of a breakpoint.

    Args:
        block: where runs pause; "" is the selected block
        pin: the output that the condition is about; "" is any
    """
    workspace.typing_ends.emit()
    page, at, catalogue = tabs.page(), tabs.canvas().open_page.place, workspace.catalogue
    block = block or min(tabs.canvas().selection() & page.blocks.keys(), default="")
    if not block:
        workspace.refuse(tr("Select the blocks at which runs are to pause"))
        return
    dialog = ConditionalBreakpointDialog(page, catalogue, block, pin, at, tabs.window())

    def chosen(text: str, one: bool) -> None:
        change = operations.pause_when(catalogue, page, dialog.block, text, at, one)
        workspace.do(change.edit, translated(change.label))

    dialog.chosen.connect(chosen)
    dialog.open()
