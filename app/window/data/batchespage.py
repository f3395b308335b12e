"""How batches are made of the rows: a page of "Data from ..."."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QSpinBox, QWidget

from blockloom.app import qt
from blockloom.app.command_table import plain
from blockloom.app.plain import Label
from blockloom.blocks.datasets.choices import Choices
from blockloom.blocks.datasets.file_scan import Found
from blockloom.blocks.datasets.image_scan import Pictures


class BatchesPage(QWidget):
    """Asks for sizes, the split, the seed, order and scale."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.batch = QSpinBox(minimum=1, maximum=65536, accelerated=True)
        self.share = QSpinBox(minimum=1, maximum=90, suffix=" %")
        self.seed = QSpinBox(minimum=0, maximum=2**31 - 1)
        self.mixed = QCheckBox(self.tr("In another &order in each epoch"))
        self.scaled = QCheckBox(self.tr("S&cale inputs"))
        self.how = Label(objectName="dim", wordWrap=True)
        self.split = Label(wordWrap=True)
        form = QFormLayout()
        form.setVerticalSpacing(12)
        seeds = self.tr("the same split and the same order for the same seed; with 0 another order each time")
        for name, box, text in (
            (self.tr("&Rows of a batch"), self.batch, ""),
            (self.tr("For &validation"), self.share, self.tr("of the rows, which are not learned from")),
            (self.tr("&Seed"), self.seed, seeds),
        ):
            qt.named(box, plain(name))
            box.setFixedWidth(box.fontMetrics().horizontalAdvance("0") * 16)
            box.valueChanged.connect(self.changed)
            row = QWidget()
            row.setFocusProxy(box)
            qt.line(box, (Label(text, objectName="dim", wordWrap=True), 1), of=row, margins=0, space=12)
            form.addRow(name, row)
        for check in (self.mixed, self.scaled):
            check.clicked.connect(self.changed)
            form.addRow("", check)
        form.addRow("", self.how)
        qt.column(form, self.split, None, of=self, margins=(0, 12, 0, 0), space=18)

    def fill(self, held: Found, choices: Choices) -> None:
        """Show what is chosen."""
        self.blockSignals(True)
        self.batch.setValue(choices.batch)
        self.share.setValue(round(100 * choices.share))
        self.seed.setValue(choices.seed)
        self.mixed.setChecked(choices.shuffled)
        self.scaled.setChecked(choices.scaled)
        self.blockSignals(False)
        self.scaled.setVisible(not isinstance(held, Pictures))

    def chosen(self, choices: Choices) -> Choices:
        """With what is chosen here."""
        return choices._replace(
            batch=self.batch.value(),
            share=self.share.value() / 100,
            seed=self.seed.value(),
            shuffled=self.mixed.isChecked(),
            scaled=self.scaled.isChecked(),
        )

    def tell(self, held: Found, choices: Choices) -> None:
        """Say what becomes of it."""
        rows, validation = held.rows, max(1, round(choices.share * held.rows))
        steps = -(-(rows - validation) // choices.batch)
        self.split.setText(
            self.tr("Of {0} rows about {1} are for training, in {2} steps an epoch, and {3} for validation.").format(
                f"{rows:,}", f"{rows - validation:,}", f"{steps:,}", f"{validation:,}"
            )
        )
        self.how.setText(
            self.tr("Pictures get values from 0 to 1.")
            if choices.picture is not None
            else self.tr("Each column gets the mean 0 and the deviation 1.")
        )
