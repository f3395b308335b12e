"""The status bar: the state of the run, where it runs, whether edits are autosaved, the zoom, and news for a while."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.widgets.style import Colours

_LEAST = 24  # letters of the state of the run that always have room


class _Cut(Label):
    """A text whose end is left out where there is no room for it: it does not make the window wider."""

    def minimumSizeHint(self) -> QSize:
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), self.fontMetrics().horizontalAdvance("n" * _LEAST)), whole.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        text, metrics, box = self.text(), self.fontMetrics(), self.contentsRect()
        if metrics.horizontalAdvance(text) <= box.width():
            super().paintEvent(event)
            return
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading), cut)


class StatusBar(QStatusBar):
    """The status bar; `target` is the button for where pages run."""

    def __init__(self, target: QWidget, colours: Colours, parent: QWidget | None = None):
        super().__init__(parent)
        self.colours, self._hint = colours, ""
        self.state, self.zoom = _Cut(), Label("100 %")
        self.version, self.autosave = Label(objectName="dim"), Label(objectName="dim")
        self.hint = Label(objectName="dim")  # what a click does where the pointer is
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.addWidget(self.hint, 1)
        for label, name in (
            (self.hint, self.tr("What a click does")),
            (self.state, self.tr("State of the run")),
            (self.autosave, self.tr("Autosave")),
            (self.zoom, self.tr("Zoom")),
            (self.version, self.tr("TensorFlow version")),
        ):
            label.setAccessibleName(name)
        for part in (self.state, target, self.autosave, self.zoom, self.version):
            self.addPermanentWidget(part)

    def show_hint(self, text: str) -> None:
        """Show what a click does, as much of it as there is room for."""
        self._hint = text
        metrics = self.hint.fontMetrics()
        room = self.hint.contentsRect().width() - 16  # the padding of the bar's labels
        self.hint.setText(metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.show_hint(self._hint)

    def show_autosave(self, word: str, meaning: str) -> None:
        """Show the state of the journal in a word, with its meaning on hovering."""
        self.autosave.setText(word)
        self.autosave.setToolTip(as_is(meaning))

    def show_version(self, version: str) -> None:
        """Show TensorFlow's version."""
        self.version.setText(f"TensorFlow {version}" if version else "")

    def show_zoom(self, zoom: float) -> None:
        """Show the zoom, 1.0 for 100 %."""
        self.zoom.setText(f"{zoom * 100:.0f} %")

    def show_state(self, text: str, severity: str) -> None:
        """Show what the run does; `severity` names a colour, or is ""."""
        colour = f"color: {getattr(self.colours, severity)}" if severity else ""
        if colour != self.state.styleSheet():  # it takes a while, and a run says much
            self.state.setStyleSheet(colour)
        self.state.setText(text if len(text) < 110 else text[:107] + "...")
        self.state.setToolTip(as_is(text))

    def say(self, text: str) -> None:
        """One line, for a while."""
        self.showMessage(translated(text), 8000)
