"""A box for a number that stands among other things: a click is meant for all of it."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QSpinBox


class NumberBox(QSpinBox):
    """What is typed after a click takes the place of the number."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self.selectAll)  # after the click, which puts the cursor where it is
