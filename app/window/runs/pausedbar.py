"""What says where a run is paused, and what can be done there: over the top of the pages while it is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QFrame, QLineEdit

from blockloom.app import qt
from blockloom.app.plain import Label
from blockloom.app.window.commands import mnemonics
from blockloom.app.window.document.tabs import PageTabs


class PausedBar(QFrame):
    """`does` has what its buttons do, by name, and `tries` takes the text of a value for the output that is named."""

    def __init__(self, parent: PageTabs, does: dict[str, Callable[[], object]], tries: Callable[[str], object]):
        super().__init__(parent, objectName="paused", autoFillBackground=True, frameShape=QFrame.Shape.StyledPanel)
        self._over = parent
        self.text, self._full = Label(objectName="name"), ""
        self.go_on = qt.button(self.tr("&Go On"), does["go_on"], self.tr("Make the step, and run on"))
        self.back = qt.button(self.tr("&Back"), does["back"], self.tr("Look before the block that ran last"))
        self.step = qt.button(self.tr("&Step"), does["step"], self.tr("Look behind the next block"))
        self.here = qt.button(self.tr("Run to &Here"), does["here"], self.tr("Look before the selected block"))
        self.next = qt.button(
            self.tr("&Next Call"), does["next"], self.tr("Look at the next call in which the run is to pause")
        )
        self.give_up = qt.button(self.tr("Give &Up"), does["give_up"], self.tr("Let all be as before the step"))
        self.output = Label()
        self.value = QLineEdit()
        self.value.setClearButtonEnabled(True)
        self.tried = qt.button(self.tr("Go On &with It"), does["go_on_tried"], self.tr("Make the step with this value"))
        self.drop = qt.button(self.tr("&Drop It"), does["drop"], self.tr("The values are again what they were"))
        self.value.returnPressed.connect(lambda: tries(self.value.text()))
        self._row = qt.line(self.text, qt.line(self.go_on, self.back, self.step, self.here, self.next, self.give_up))
        below = qt.line(self.output, (self.value, 1), self.tried, self.drop)
        qt.column(self._row, below, of=self, margins=(12, 6, 8, 6))
        parent.installEventFilter(self)
        mnemonics.keep_apart(self)
        parent.currentChanged.connect(lambda _: self.place())
        parent.looked.connect(lambda _: self.place())
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self.place()
        return False

    def show_at(
        self, text: str, output: str, about: str, tried: bool, done: bool, may: tuple[bool, bool], inside: bool
    ) -> None:
        """Show where the run is paused, and the name of the output of which another value may be tried, "": none. It
        `may` be looked at further back, and further on. `inside`: of a function."""
        self._full = text
        self.setAccessibleName(text)
        self.output.setText(self.tr("What if {0} =").format(output))
        for part in (self.output, self.value):
            part.setVisible(bool(output))
        self.value.setPlaceholderText(about)
        self.value.setAccessibleName(self.output.text())
        self.tried.setVisible(tried and not done)
        self.drop.setVisible(tried)
        self.back.setEnabled(may[0])
        self.step.setEnabled(may[1])
        self.next.setVisible(inside)
        self.setEnabled(True)
        self.show()
        self.place()

    def rest(self) -> None:
        """Let nothing be done for now. The keyboard is the page's."""
        self._leave()
        self.setEnabled(False)

    def hide(self) -> None:
        self._leave()
        super().hide()

    def _leave(self) -> None:
        """Give the keyboard to the page in front, if it is here: else it goes to whatever comes next in the window."""
        canvas = self._over.canvas()
        if canvas is not None and self.isAncestorOf(self.window().focusWidget()):
            canvas.setFocus()

    def place(self) -> None:
        """Move to the middle of the top of the pages, below the way that leads to the one in front."""
        parent, layout = self._over, self.layout()
        self.text.ensurePolished()
        if layout is not None:
            qt.fit_row(self._row, self.text, self._full, layout, parent.width() - 6)
            self.resize((layout.sizeHint() + QSize(6, 0)).boundedTo(parent.size()))
        self.move((parent.width() - self.width()) // 2, qt.top_of_page(parent) + 8)
        self.raise_()
