"""Run > Run Until: asks for the condition that ends the run."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QDialog, QDialogButtonBox, QFormLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from blockloom.app.canvas.lineedit import LineEdit
from blockloom.app.canvas.words import translated
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.conditions import Condition, ConditionError, testable
from blockloom.blocks.document import Page
from blockloom.blocks.run_modes import RunMode


class RunUntil(QDialog):
    """The dialog. What is typed is checked at once; the condition that a page ran with is there again next time."""

    chosen = Signal(object)     # the RunMode

    def __init__(self, page: Page, catalogue: Catalogue, text: str, most: int, parent: QWidget):
        """`text` and `most` are what the page ran until last."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Run Until"))
        self.page, self.catalogue = page, catalogue
        self.edit = LineEdit(placeholderText=self.tr("BLOCK.PIN < 0.01, or BLOCK.PIN is not finite"))
        self.edit.setMinimumWidth(self.edit.fontMetrics().horizontalAdvance("n" * 40))
        names = QCompleter(QStringListModel(self._names(), self), self)
        names.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        names.setFilterMode(Qt.MatchFlag.MatchContains)
        self.edit.setCompleter(names)
        self.most = QSpinBox(minimum=0, maximum=1_000_000_000, accelerated=True, groupSeparatorShown=True)
        self.most.setSpecialValueText(self.tr("until it holds"))
        self.told = QLabel(objectName="dim", wordWrap=True)
        self.told.setMinimumHeight(2 * self.told.fontMetrics().lineSpacing())
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton(self.tr("&Run"), QDialogButtonBox.ButtonRole.AcceptRole)
        form = QFormLayout()
        form.addRow(self.tr("&Condition"), self.edit)
        form.addRow(self.tr("&Steps at most"), self.most)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.told)
        column.addWidget(self.buttons)
        self.edit.typed.connect(self._check)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.edit.setText(text)
        self.edit.selectAll()
        self.most.setValue(most)
        self._check()
        self.edit.setFocus()

    def _names(self) -> list[str]:
        """The outputs that can be tested, those that sessions fetch first."""
        page, catalogue = self.page, self.catalogue
        names = []
        for block in page.blocks.values():
            pins = testable(catalogue.get(block.type))
            names += [f"{block.id}.{pin}" for pin in pins] if len(pins) > 1 else [block.id] * len(pins)
        fetched = {w.source for pins in page.into.values() for w in pins.get("fetch_outputs", ())}
        return sorted(names, key=lambda name: (name.partition(".")[0] not in fetched, name))

    def _condition(self) -> Condition:
        return Condition.typed(self.edit.whole(), self.page, self.catalogue)

    def _check(self) -> None:
        try:
            condition = self._condition()
        except ConditionError as error:
            self.go.setEnabled(False)
            self.told.setText(translated(error) if self.edit.whole().strip() else self.tr(
                "The run ends with the first step for which the condition holds for every element: "
                "LOSS < 0.01, W.value[0] >= 2, STEP == 100, LOSS is not finite."))
        else:
            self.go.setEnabled(True)
            self.told.setText(self.tr("Tests {0} after every step, and fetches all of each step for that.").format(
                f"{condition.block}.{condition.pin}"))

    def accept(self) -> None:
        """Run."""
        mode = RunMode(self.most.value(), self._condition(), " ".join(self.edit.text().split()))
        super().accept()
        self.chosen.emit(mode)
