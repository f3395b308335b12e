"""The fields of Preferences that say whose TensorFlow runs, and with which libraries of custom ops."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import Label, as_is
from blockloom.app.window.runs.tensorflow_choice import TensorFlowChoice
from blockloom.runtime.worker import environment


class TensorFlowFields(QObject):
    """`python` and `ops` are rows, of a field and a button each, and `told` says how a choice goes. What is typed is
    taken once that is done.
    """

    def __init__(self, dialog: QWidget, whose: TensorFlowChoice):
        super().__init__(dialog)
        self._dialog, self._whose = dialog, whose
        self.path = QLineEdit(placeholderText=tr("Blockloom's own"), clearButtonEnabled=True)
        qt.named(self.path, tr("TensorFlow of"), tr("The folder of an environment, or its Python"))
        self.libraries = QLineEdit(placeholderText=tr("none"), clearButtonEnabled=True)
        qt.named(self.libraries, tr("Custom ops"), tr("Libraries as tf.load_op_library loads them (.so)"))
        for field in (self.path, self.libraries):
            field.editingFinished.connect(self._take)
        self.python = self._row(self.path, qt.button(tr("Browse ..."), self._browse))
        self.ops = self._row(self.libraries, qt.button(tr("Add ..."), self._add))
        self.told = Label(objectName="dim", wordWrap=True)
        self.told.hide()
        self._show()
        whose.told.connect(self._tell)

    @staticmethod
    def _row(*parts: QWidget) -> QWidget:
        row = QWidget()
        qt.column(*parts, of=row, margins=0, down=False)
        return row

    def _show(self) -> None:
        now = environment.chosen()
        self.path.setText(now.python)
        self.libraries.setText(os.pathsep.join(now.ops))

    def _take(self) -> None:
        self.told.hide()  # it was about what was typed before
        ops = [path.strip() for path in self.libraries.text().split(os.pathsep)]
        self._whose.choose(self.path.text().strip(), [path for path in ops if path])

    def _browse(self) -> None:
        begin = self.path.text() or os.path.expanduser("~")
        if folder := QFileDialog.getExistingDirectory(self._dialog, tr("Environment with TensorFlow"), begin):
            self.path.setText(folder)
            self._take()

    def _add(self) -> None:
        found, _ = QFileDialog.getOpenFileNames(
            self._dialog, tr("Custom ops"), "", tr("Libraries") + " (*.so *.dylib *.dll)"
        )
        if found:
            self.libraries.setText(os.pathsep.join(filter(None, (self.libraries.text(), *found))))
            self._take()

    def _tell(self, text: str, failed: bool) -> None:
        self.told.setText(text)
        self.told.setVisible(bool(text))
        self.told.setToolTip(as_is(text))
        QTimer.singleShot(0, self._dialog, self._fit)  # once its layout has heard of the text
        for row in (self.python, self.ops):
            row.setEnabled(not self._whose.trying)
        if not self._whose.trying and not failed:
            self._show()

    def _fit(self) -> None:
        """Make the dialog as high as it needs to be: adjustSize() takes two thirds of the screen at most."""
        if layout := self._dialog.layout():
            width = self._dialog.width()
            self._dialog.resize(width, max(self._dialog.height(), layout.totalHeightForWidth(width)))
