"""Data from ...: a dialog that inspects a file and asks how it is used, and the blocks that it makes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QFrame,
    QProgressBar,
    QScrollArea,
    QSpinBox,
    QStackedWidget,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.command_table import plain
from blockloom.app.plain import Label
from blockloom.app.window.data.columnspage import ColumnsPage
from blockloom.app.window.dialogs.waiting import Job, WaitCancelled, wait_for
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.widgets.style import roomy
from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.choices import Choices, suggested
from blockloom.blocks.datasets.data_page import facts_of, refusal
from blockloom.blocks.datasets.data_scan import READERS, Found, Pictures, ScanCancelledError, scan_file
from blockloom.blocks.datasets.dataset_blocks import UNITS, add_data
from blockloom.blocks.datasets.table_scan import TableFile
from blockloom.blocks.document.pages import free_page_name
from blockloom.blocks.edits import EditError
from blockloom.blocks.lower.structure import has_session


class BatchesPage(QWidget):
    """Asks for sizes, the split, the seed, order and scale."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.batch = QSpinBox(minimum=1, maximum=65536, accelerated=True)
        self.share = QSpinBox(minimum=1, maximum=90, suffix=" %")
        self.seed = QSpinBox(minimum=0, maximum=2**31 - 1)
        self.mixed = QCheckBox(self.tr("In a different &order in each epoch"))
        self.scaled = QCheckBox(self.tr("S&cale inputs"))
        self.how = Label(objectName="dim", wordWrap=True)
        self.split = Label(wordWrap=True)
        form = QFormLayout()
        form.setVerticalSpacing(12)
        seeds = self.tr("The same seed gives the same split and the same order; 0 gives another order each time")
        for name, box, text in (
            (self.tr("&Rows of a batch"), self.batch, ""),
            (self.tr("For &validation"), self.share, self.tr("of the rows, not used for training")),
            (self.tr("&Seed"), self.seed, seeds),
        ):
            qt.with_name(box, plain(name))
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
        """Return the choices with those of this page."""
        return choices._replace(
            batch=self.batch.value(),
            share=self.share.value() / 100,
            seed=self.seed.value(),
            shuffled=self.mixed.isChecked(),
            scaled=self.scaled.isChecked(),
        )

    def tell(self, held: Found, choices: Choices) -> None:
        """Show how the rows are split and used."""
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


_EVERY = 100  # milliseconds between two progress reports


class FileInspection(QObject):
    """Inspects one file at a time; a new inspection cancels the previous one."""

    contents_found = Signal(object, object)  # contents of the file, array of its labels or None
    failed = Signal(str)
    share = Signal(float)  # share that was read, from 0 to 1

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.job: Job | None = None
        self._stop = threading.Event()
        self._share = 0.0
        self._timer = qt.timer(self, self._tell, _EVERY)

    @property
    def busy(self) -> bool:
        """True while a file is being read."""
        return self.job is not None

    def begin(self, path: Path, separator: str | None = None, header: bool | None = None) -> None:
        """Look at a file or folder, and at the labels that belong to it."""

        def work() -> tuple[Found, Array | None]:
            held = scan_file(path, separator, header, going)
            beside = (
                scan_file(held.labels, going=going, alone=True) if isinstance(held, Array) and held.labels else None
            )
            return held, beside if isinstance(beside, Array) else None

        going = self._going()
        self._start(Job(work))

    def begin_labels(self, path: Path, held: Found) -> None:
        """Read the labels of an array that was read before."""
        going = self._going()

        def work() -> tuple[Found, Array | None]:
            labels = scan_file(path, going=going, alone=True)
            return held, labels if isinstance(labels, Array) else None

        self._start(Job(work))

    def end(self) -> None:
        """Cancel the inspection."""
        self._stop.set()
        self.job = None
        self._timer.stop()

    def _going(self) -> Callable[[float], None]:
        """Return the function that reading calls with its progress."""
        self.end()
        stop = self._stop = threading.Event()
        self._share = 0.0

        def going(share: float) -> None:
            if stop.is_set():
                raise ScanCancelledError
            self._share = share

        return going

    def _start(self, job: Job) -> None:
        self.job = job
        self._timer.start()
        job.when_done(self._over)

    def _tell(self) -> None:
        self.share.emit(self._share)
        self._timer.start()

    def _over(self) -> None:
        job = self.job
        if job is None or not job.over.is_set():  # the inspection was cancelled
            return
        self.job = None
        self._timer.stop()
        try:
            held, labels = job.result()
        except ScanCancelledError:
            return
        except ValueError as error:
            self.failed.emit(str(error))
            return
        self.contents_found.emit(held, labels)


FILE, COLUMNS, BATCHES, MODEL = range(4)  # numbers of the pages


class DataDialog(QDialog):
    """A dialog that reads a file or folder and asks how to make batches of it.

    `confirmed` emits the contents, the choices, whether to add a model, and whether to add all this to a new page.
    """

    confirmed = Signal(object, object, bool, bool)

    def __init__(self, folder: str, trains: bool, placed: bool, parent: QWidget):
        """Create.

        Args:
            folder: where files are looked for first
            trains: the page has a Session, and takes no other model
            placed: the user has chosen a place on the page
            parent: the window
        """
        super().__init__(parent, windowTitle=self.tr("Data from…"), objectName="data_from")
        self.folder, self.trains = folder, trains
        self.path: Path | None = None
        self.contents: Found | None = None
        self.choices = Choices()
        self.looking = FileInspection(self)
        self.title, self.summary = Label(objectName="heading"), Label(objectName="dim", wordWrap=True)
        self.new_page = QCheckBox(self.tr("On a ne&w page, with a model"), checked=trains and not placed)
        self.new_page.setVisible(trains)
        self.new_page.toggled.connect(self._turn_page)
        self.message = Label(objectName="error", wordWrap=True)
        self.bar = qt.with_name(QProgressBar(maximum=1000, textVisible=False), self.tr("Reading"))
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
        qt.column(
            self.title, self.summary, self.new_page, self.bar, (self.pages, 1), self.message, buttons, of=self, space=8
        )
        self.looking.contents_found.connect(self._found)
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
        self.choose_file = qt.button(self.tr("A &File…"), self._choose_file, default=True)
        self.choose_folder = qt.button(self.tr("A F&older of Pictures…"), self._choose_folder, default=True)
        titles = (f"{translated(reader.title)} ({', '.join(reader.suffixes)})" for reader in READERS)
        files = self.tr(", or ").join(titles)
        rows = []
        for button, text in (
            (
                self.choose_file,
                self.tr("{}. The labels of an array may be in another array in the same folder.").format(files),
            ),
            (
                self.choose_folder,
                self.tr("A folder with a folder of pictures for each class: .png, .jpg, .gif, .bmp."),
            ),
        ):
            button.setMinimumSize(230, 44)
            rows.append(qt.line(button, (Label(text, wordWrap=True, objectName="dim"), 1), space=16))
        qt.column(None, *rows, None, of=page, space=18)
        return page

    def _model_page(self) -> QWidget:
        page = QWidget()
        self.with_model = QCheckBox(self.tr("Add a starting &model after the data"), checked=self.takes_model)
        self.with_model.setEnabled(self.takes_model)
        self.model_told = Label(wordWrap=True)
        qt.column(self.with_model, self.model_told, None, of=page, margins=(0, 12, 0, 0), space=14)
        return page

    @property
    def takes_model(self) -> bool:
        """True if a model can be added where the data is added."""
        return not self.trains or self.new_page.isChecked()

    def _turn_page(self) -> None:
        self.with_model.setEnabled(self.takes_model)
        self.with_model.setChecked(self.takes_model)
        self._refresh()

    def _choose_file(self) -> None:
        kinds = self.tr("Tables and arrays ({})").format(
            " ".join(f"*{suffix}" for reader in READERS for suffix in reader.suffixes)
        )
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Data from a file"), self.folder, kinds)
        if path:
            self.look(Path(path))

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("Data from a folder of pictures"), self.folder)
        if path:
            self.look(Path(path))

    def look(self, path: Path, separator: str | None = None, header: bool | None = None) -> None:
        """Look at a file or folder."""
        self.path, self.contents = path, None
        self.message.setText("")
        self.looking.begin(path, separator, header)
        self._refresh()

    def _look_at_labels(self, path: Path) -> None:
        if self.contents is not None:
            self.message.setText("")
            self.looking.begin_labels(path, self.contents)
            self._refresh()

    def _failed(self, why: str) -> None:
        self._refresh()
        self.message.setText(translated(why))
        self.message.show()

    def _found(self, held: Found, labels: Array | None) -> None:
        """Show likely choices for the contents; choices about batches stay."""
        choices = suggested(held, labels)
        self.choices = self.batches.chosen(choices) if self.pages.currentIndex() != FILE else choices
        self.contents = held
        self.columns.fill(held, self.choices)
        self.batches.fill(held, self.choices)
        self._show(max(COLUMNS, self.pages.currentIndex()))

    def _changed(self) -> None:
        if self.contents is not None:
            self.choices = self.batches.chosen(self.columns.chosen(self.choices))
            self._refresh()

    def _show(self, page: int) -> None:
        self.pages.setCurrentIndex(page)
        self._refresh()
        {FILE: self.choose_file, MODEL: self.finish}.get(page, self.next).setFocus()

    def _refresh(self) -> None:
        """Update the dialog to the contents of the file and the choices."""
        held, page, busy = self.contents, self.pages.currentIndex(), self.looking.busy
        why = refusal(held, self.choices) if held is not None else ""
        self.message.setText(translated(why) if not busy else "")
        self.message.setVisible(bool(self.message.text()))
        able = held is not None and not why and not busy
        self.bar.setVisible(busy)
        self.pages.setEnabled(not busy)
        self.back.setVisible(page > FILE)
        self.next.setVisible(page < MODEL)
        self.next.setEnabled(able)
        self.finish.setEnabled(able)
        self.finish.setVisible(page > FILE)
        self.title.setText(self.path.name if self.path is not None else self.tr("From a file to a trained model"))
        self.summary.setText(self._summary())
        if able and held is not None:
            self.batches.tell(held, self.choices)
            self.model_told.setText(self._model(held))

    def _summary(self) -> str:
        held = self.contents
        if self.looking.busy:
            return self.tr("Reading…")
        if isinstance(held, TableFile):
            text = self.tr("A table of {0} rows and {1} columns.").format(f"{held.rows:,}", len(held.columns))
            return text if held.complete else text + " " + self.tr("The file is larger: only this part of it was read.")
        if isinstance(held, Array):
            shape = " x ".join(map(str, held.shape))
            return self.tr("An array of {0}, {1}.").format(shape, held.dtype.removeprefix("DT_").lower())
        if isinstance(held, Pictures):
            text = self.tr("{0} pictures in {1} classes.").format(f"{held.rows:,}", len(held.classes))
            return text if held.alike else text + " " + self.tr("They are of several sizes.")
        if self.trains:
            return self.tr("This page already has a Session. To add a model, use a new page.")
        return self.tr("Blocks read the file, and a model on this page can learn from it. You can change both later.")

    def _model(self, held: Found) -> str:
        if not self.takes_model:
            return self.tr("This page already has a Session: wire the data to its blocks.")
        facts = facts_of(held, self.choices)
        layers = (
            self.tr("Two convolutions with pooling, followed by a dense layer.")
            if len(facts.shape) == 3
            else self.tr("A dense layer of {0} units, followed by another one.").format(UNITS)
        )
        goal = (
            self.tr("For {0} classes: the loss is their cross entropy, the metric is accuracy.").format(
                len(facts.classes)
            )
            if facts.classes
            else self.tr("For a number: the loss is the mean square error, the metric the mean absolute error.")
        )
        trained = self.tr(
            "Adam trains the model. After each epoch, it is tested on the validation rows. A chart shows both losses."
        )
        return "\n\n".join((layers, goal, trained, self.tr("Run > Fit the Model… trains it.")))

    def accept(self) -> None:
        """Add it to the page."""
        if self.contents is not None and self.finish.isEnabled():
            super().accept()
            self.confirmed.emit(self.contents, self.choices, self.with_model.isChecked(), self.new_page.isChecked())

    def done(self, result: int) -> None:
        self.looking.end()
        super().done(result)
        self.deleteLater()


_MARGIN = 60.0  # canvas pixels from the corner of the view


class Making(QObject):
    """Adds the blocks at a place of the current page (None: in view), or on a new page."""

    def __init__(self, workspace: Workspace, tabs: PageTabs, at: QPointF | None):
        super().__init__(tabs)
        self.workspace, self.tabs, self.position = workspace, tabs, at

    def make(self, found: Found, choices: Choices, model: bool, new_page: bool) -> None:
        """Add blocks for batches of a file, and with `model` a model that uses them, as one undo entry."""
        canvas, document, catalogue = self.tabs.canvas(), self.workspace.document, self.workspace.catalogue
        page = free_page_name("model", document.pages) if new_page else canvas.open_page.name
        empty = new_page or not document.pages[page].blocks
        at = self.position or canvas.view.area().topLeft() + QPointF(_MARGIN, _MARGIN)
        place = (0.0, 0.0) if new_page or empty and self.position is None else (at.x(), at.y())
        self.deleteLater()
        try:
            change = wait_for(
                lambda: add_data(document, catalogue, page, found, choices, place, model, translated),
                self.tr("Adding {}…").format(found.path.name),
                self.tabs.window(),
            )
        except WaitCancelled:
            return
        except EditError as error:
            self.workspace.refuse(str(error))
            return
        if canvas.open_page.do(change.edit, translated(change.label)):
            self.tabs.show_page(page)
            canvas = self.tabs.canvas()
            canvas.selection.choose(change.selection or ())
            if empty:
                canvas.fit()
            else:
                canvas.navigation.show(*(change.selection or ()))
            canvas.setFocus()


def ask(workspace: Workspace, tabs: PageTabs, file: DocumentFile, path: str = "", at: QPointF | None = None) -> None:
    """Ask how a block makes batches of a file, and add the block to the page in front.

    Args:
        path: the file; "" asks for one
        at: where the block is placed
    """
    workspace.typing_ends.emit()
    dialog = DataDialog(file.folder(), has_session(tabs.canvas().page), at is not None, tabs.window())
    dialog.confirmed.connect(Making(workspace, tabs, at).make)
    dialog.open()
    if path:
        dialog.look(Path(path))
