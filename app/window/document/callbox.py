"""In the bar above a function's page: which of its calls the blocks show."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QSlider, QWidget

from blockloom.app import qt
from blockloom.app.canvas.page.calls import CallChooser
from blockloom.app.plain import Label
from blockloom.app.window.widgets.numberbox import NumberBox


class CallBox(QWidget):
    """`Call [7] of 1000`, and a slider. Calls are counted from 1 here."""

    def __init__(self, calls: CallChooser):
        super().__init__()
        self._calls = calls
        self.said = Label(objectName="dim")
        self.number, self.slider = NumberBox(keyboardTracking=False), QSlider(Qt.Orientation.Horizontal)
        self.slider.setFixedWidth(180)
        for part in (self.number, self.slider):
            qt.named(part, self.tr("The call whose values are shown"))
            part.valueChanged.connect(lambda number: calls.wanted.emit(number - 1))
        self.count = Label(objectName="dim")
        qt.line(self.said, self.number, self.count, self.slider, of=self, margins=0)
        calls.changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        call, count = self._calls.call, self._calls.count
        for part in (self.number, self.count, self.slider):
            part.setVisible(count > 0)
        self.said.setText(self.tr("Call") if count else self.tr("A function: run to see the values of its calls"))
        self.count.setText(self.tr("of {0}").format(f"{count:,}"))
        for part in (self.number, self.slider):
            with QSignalBlocker(part):
                part.setRange(1, max(1, count))
                part.setValue(call + 1)
