"""Data from ...: a dialog of four pages that looks at a file, says what is in it, and asks how it is to be used."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QFrame,
    QProgressBar,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label
from blockloom.app.window.data.batchespage import BatchesPage
from blockloom.app.window.data.columnspage import ColumnsPage
from blockloom.app.window.data.file_inspection import FileInspection
from blockloom.app.window.widgets.style import roomy
from blockloom.blocks.datasets import READ
from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.choices import Choices, suggested
from blockloom.blocks.datasets.data_page import facts_of, refusal
from blockloom.blocks.datasets.file_scan import Found
from blockloom.blocks.datasets.image_scan import Pictures
from blockloom.blocks.datasets.starting_model import UNITS
from blockloom.blocks.datasets.table_scan import TableFile

FILE, COLUMNS, BATCHES, MODEL = range(4)  # the pages


class DataDialog(QDialog):
    """Looks at a file or folder, which may be chosen here, and asks how batches are made of it. `made` gives what was
    found, what was chosen, and whether a model is wanted.
    """

    made = Signal(object, object, bool)

    def __init__(self, folder: str, trains: bool, parent: QWidget):
        """`folder` is where files are looked for first; `trains`: the page has a Session, and takes no other model."""
        super().__init__(parent, windowTitle=self.tr("Data from ..."), objectName="data_from")
        self.folder, self.trains = folder, trains
        self.path: Path | None = None
        self.held: Found | None = None
        self.choices = Choices()
        self.looking = FileInspection(self)
        self.title, self.summary = Label(objectName="heading"), Label(objectName="dim", wordWrap=True)
        self.told = Label(objectName="error", wordWrap=True)
        self.bar = qt.named(QProgressBar(maximum=1000, textVisible=False), self.tr("Reading"))
        self.bar.setFixedHeight(6)
        self.columns, self.batches = ColumnsPage(), BatchesPage()
        self.pages = QStackedWidget()
        for page in (self._file_page(), self.columns, self.batches, self._model_page()):
            area = QScrollArea(frameShape=QFrame.Shape.NoFrame, widgetResizable=True)
            area.setWidget(page)
            self.pages.addWidget(area)
        self.back = qt.button(self.tr("< &Back"), lambda: self._show(self.pages.currentIndex() - 1), default=True)
        self.next = qt.button(self.tr("&Next >"), lambda: self._show(self.pages.currentIndex() + 1), default=True)
        self.finish = qt.button(self.tr("&Add to the Page"), self.accept, default=True)
        self.cancel = qt.button(self.tr("Cancel"), self.reject, default=True)
        buttons = qt.line(None, self.back, self.next, self.finish, self.cancel)
        qt.column(self.title, self.summary, self.bar, (self.pages, 1), self.told, buttons, of=self, space=8)
        self.looking.found.connect(self._found)
        self.looking.failed.connect(self._failed)
        self.looking.share.connect(lambda share: self.bar.setValue(int(1000 * share)))
        self.columns.read_wanted.connect(lambda *how: self.look(self.path, *how) if self.path is not None else None)
        self.columns.labels_wanted.connect(self._look_at_labels)
        for part in (self.columns, self.batches):
            part.changed.connect(self._changed)
        self.resize(roomy(self, 96, 30))
        self._show(FILE)

    def _file_page(self) -> QWidget:
        page = QWidget()
        self.choose_file = qt.button(self.tr("A &File ..."), self._choose_file, default=True)
        self.choose_folder = qt.button(self.tr("A F&older of Pictures ..."), self._choose_folder, default=True)
        rows = []
        for button, text in (
            (
                self.choose_file,
                self.tr("A table (.csv, .tsv) or an array (.npy), whose labels may lie beside it in another one."),
            ),
            (
                self.choose_folder,
                self.tr("A folder that holds one for each class, with its pictures: .png, .jpg, .gif, .bmp."),
            ),
        ):
            button.setMinimumSize(230, 44)
            rows.append(qt.line(button, (Label(text, wordWrap=True, objectName="dim"), 1), space=16))
        qt.column(None, *rows, None, of=page, space=18)
        return page

    def _model_page(self) -> QWidget:
        page = QWidget()
        self.with_model = QCheckBox(self.tr("Put a starting &model behind the data"), checked=not self.trains)
        self.with_model.setEnabled(not self.trains)
        self.model_told = Label(wordWrap=True)
        qt.column(self.with_model, self.model_told, None, of=page, margins=(0, 12, 0, 0), space=14)
        return page

    # --- which file -----------------------------------------------------------------------------------------------

    def _choose_file(self) -> None:
        kinds = self.tr("Tables and arrays ({})").format(" ".join(f"*{suffix}" for suffix in READ))
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Data from a file"), self.folder, kinds)
        if path:
            self.look(Path(path))

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("Data from a folder of pictures"), self.folder)
        if path:
            self.look(Path(path))

    def look(self, path: Path, separator: str | None = None, header: bool | None = None) -> None:
        """Look at a file or folder."""
        self.path, self.held = path, None
        self.told.setText("")
        self.looking.begin(path, separator, header)
        self._refresh()

    def _look_at_labels(self, path: Path) -> None:
        if self.held is not None:
            self.told.setText("")
            self.looking.begin_labels(path, self.held)
            self._refresh()

    def _failed(self, why: str) -> None:
        self._refresh()
        self.told.setText(translated(why))
        self.told.show()

    def _found(self, held: Found, labels: Array | None) -> None:
        """Show what is likely meant; what was said of batches stays."""
        choices = suggested(held, labels)
        self.choices = self.batches.chosen(choices) if self.pages.currentIndex() != FILE else choices
        self.held = held
        self.columns.fill(held, self.choices)
        self.batches.fill(held, self.choices)
        self._show(max(COLUMNS, self.pages.currentIndex()))

    def _changed(self) -> None:
        if self.held is not None:
            self.choices = self.batches.chosen(self.columns.chosen(self.choices))
            self._refresh()

    # --- what is shown --------------------------------------------------------------------------------------------

    def _show(self, page: int) -> None:
        self.pages.setCurrentIndex(page)
        self._refresh()
        {FILE: self.choose_file, MODEL: self.finish}.get(page, self.next).setFocus()

    def _refresh(self) -> None:
        """Everything that follows from what was found and chosen."""
        held, page, busy = self.held, self.pages.currentIndex(), self.looking.busy
        why = refusal(held, self.choices) if held is not None else ""
        self.told.setText(translated(why) if not busy else "")
        self.told.setVisible(bool(self.told.text()))
        able = held is not None and not why and not busy
        self.bar.setVisible(busy)
        self.pages.setEnabled(not busy)
        self.back.setVisible(page > FILE)
        self.next.setVisible(page < MODEL)
        self.next.setEnabled(able)
        self.finish.setEnabled(able)
        self.finish.setVisible(page > FILE)
        self.title.setText(self.path.name if self.path is not None else self.tr("From a file to a model that trains"))
        self.summary.setText(self._summary())
        if able and held is not None:
            self.batches.tell(held, self.choices)
            self.model_told.setText(self._model(held))

    def _summary(self) -> str:
        held = self.held
        if self.looking.busy:
            return self.tr("Reading ...")
        if isinstance(held, TableFile):
            text = self.tr("A table of {0} rows and {1} columns.").format(f"{held.rows:,}", len(held.columns))
            return text if held.complete else text + " " + self.tr("The file is larger: so much of it was looked at.")
        if isinstance(held, Array):
            shape = " x ".join(map(str, held.shape))
            return self.tr("An array of {0}, {1}.").format(shape, held.dtype.removeprefix("DT_").lower())
        if isinstance(held, Pictures):
            text = self.tr("{0} pictures in {1} classes.").format(f"{held.rows:,}", len(held.classes))
            return text if held.alike else text + " " + self.tr("They are of several sizes.")
        return self.tr("Blocks read the file; all of them can be opened and changed later.")

    def _model(self, held: Found) -> str:
        if self.trains:
            return self.tr("The page has a Session, and takes no second model: wire the data to what is there.")
        facts = facts_of(held, self.choices)
        layers = (
            self.tr("Two convolutions with pooling, and a dense layer behind them.")
            if len(facts.shape) == 3
            else self.tr("A dense layer of {0} units, and one behind it.").format(UNITS)
        )
        goal = (
            self.tr("For {0} classes: the loss is their cross entropy, the metric is accuracy.").format(
                len(facts.classes)
            )
            if facts.classes
            else self.tr("For a number: the loss is the mean square error, the metric the mean absolute error.")
        )
        trained = self.tr(
            "Adam trains it; after each epoch the validation rows tell how well it does on what it has not seen. "
            "A chart shows both."
        )
        return "\n\n".join((layers, goal, trained, self.tr("Run > Fit the Model ... trains it.")))

    def accept(self) -> None:
        """Add it to the page."""
        if self.held is not None and self.finish.isEnabled():
            super().accept()
            self.made.emit(self.held, self.choices, self.with_model.isChecked())

    def done(self, result: int) -> None:
        self.looking.end()
        super().done(result)
        self.deleteLater()
