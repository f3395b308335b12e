"""Run > Run Until: asks for the condition that ends the run."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.value_completer import ROWS
from blockloom.app.canvas.page.marks import described
from blockloom.app.canvas.scene.lineedit import LineEdit
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.controller import RunController
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.results.condition_words import ConditionWords
from blockloom.blocks.results.conditions import Condition, ConditionError, about
from blockloom.blocks.results.run_modes import RunMode


class ConditionEdit(LineEdit):
    """A line for a condition. Below it is a list of what may come next; one that is taken brings the list after it, and
    Down brings it any time.
    """

    def __init__(self, words: ConditionWords, **properties):
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
    """The dialog. What is typed is checked at once; the condition that a page ran with is there again next time."""

    chosen = Signal(object)  # the RunMode

    def __init__(
        self,
        page: Page,
        catalogue: Catalogue,
        results: Mapping[Address, Mapping],
        text: str,
        most: int,
        parent: QWidget,
    ):
        """`results` are what blocks of the page show, by address, `text` and `most` what it ran until last."""
        super().__init__(parent, windowTitle=self.tr("Run Until"), objectName="run_until")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.page, self.catalogue, self.results = page, catalogue, results
        self.edit = ConditionEdit(
            ConditionWords(page, catalogue), placeholderText=self.tr("BLOCK.PIN < 0.01, or BLOCK.PIN is not finite")
        )
        self.edit.setMinimumWidth(self.edit.fontMetrics().horizontalAdvance("n" * 40))
        self.most = QSpinBox(minimum=0, maximum=1_000_000_000, accelerated=True, groupSeparatorShown=True)
        self.most.setSpecialValueText(self.tr("until it holds"))
        self.told = Label(objectName="dim", wordWrap=True)
        self.told.setMinimumHeight(2 * self.told.fontMetrics().lineSpacing())
        self.now = Label()
        self.now.setMinimumHeight(self.now.fontMetrics().lineSpacing())
        self.buttons = qt.buttons(self, QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton(self.tr("&Run"), QDialogButtonBox.ButtonRole.AcceptRole)
        form = QFormLayout()
        form.addRow(self.tr("&Condition"), self.edit)
        form.addRow(self.tr("&Steps at most"), self.most)
        # What holds now is above the line: below it the list would cover it. The line stays where its list is, since
        # what is told alone takes what room there is.
        qt.column(self.now, form, (self.told, 1), self.buttons, of=self)
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
            self.told.setText(
                translated(error)
                if self.edit.whole().strip()
                else self.tr(
                    "The run ends with the first step for which the condition holds for every element: "
                    "LOSS < 0.01, W.value[0] >= 2, STEP == 100, LOSS is not finite."
                )
            )
        else:
            self.go.setEnabled(True)
            self.told.setText(
                self.tr("Tests {0} after every step, and fetches all of each step for that.").format(
                    f"{condition.block}.{condition.pin}"
                )
            )

    def _now(self) -> str:
        """What is tested, and what it is now."""
        tested = about(self.edit.whole(), self.page, self.catalogue)
        if tested is None:
            return ""
        name, have = f"{tested.block}.{tested.pin}", self.results.get(tested.owner, {})
        if tested.pin not in have:
            return self.tr("{0}: no result yet").format(name)
        summary = have[tested.pin]
        if summary and "list" in summary:  # the first index is the element
            place = tested.index[0] if tested.index else 0
            name, summary = f"{name}[{place}]", summary["list"][place] if place < len(summary["list"]) else None
        text = f"{name}: {described(summary)}"
        return self.now.fontMetrics().elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, self.edit.width())

    def accept(self) -> None:
        """Run."""
        mode = RunMode(self.most.value(), self._condition(), " ".join(self.edit.text().split()))
        super().accept()
        self.chosen.emit(mode)


def ask(workspace: Workspace, tabs: PageTabs, runs: RunController) -> None:
    """Ask for the condition that ends a run."""
    workspace.typing_ends.emit()
    page = workspace.document.pages[tabs.top()]
    found = runs.pages.of(page.name)
    dialog = RunUntil(page, workspace.catalogue, found.results, *found.condition, tabs.window())
    dialog.chosen.connect(runs.start)
    dialog.open()
