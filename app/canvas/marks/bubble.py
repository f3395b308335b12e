"""A line at the pointer that says why something was not done: the status bar is far from where people look."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.theme import Theme
from blockloom.app.plain import Label

LASTS, WIDEST, APART, EDGE = 8000, 380, 14, 6  # milliseconds; widget pixels: its width, from the place, from the edge


class Bubble(Label):
    """A message over the canvas that takes no events. It goes after a time, with the next key or press, or by
    `hide`.
    """

    def __init__(self, parent: QWidget):
        super().__init__(parent, objectName="bubble")
        self._over = parent
        self.setWordWrap(True)
        self.setMargin(6)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = qt.timer(self, self.hide, LASTS)
        self.hide()

    def tell(self, text: str, at: QRect | QPoint, theme: Theme) -> None:
        """Show a text below a point of the widget, or beside a block's box; above where there is no room."""
        box, area = QRect(at, at) if isinstance(at, QPoint) else at, self._over.rect()
        self.setStyleSheet(
            f"QLabel#bubble {{ background: {theme.block}; color: {theme.label}; "
            f"border: 1px solid {theme.selection}; border-radius: 5px; }}"
        )
        self.ensurePolished()
        self.setText(text)
        self.ensurePolished()  # its height takes the style into account
        room = max(60, min(WIDEST, area.width() - 2 * EDGE))
        self.setFixedWidth(min(room, self.fontMetrics().horizontalAdvance(text) + 28))
        self.setFixedHeight(self.heightForWidth(self.width()))
        x = max(EDGE, min(box.left() + APART, area.right() - EDGE - self.width()))
        y = box.bottom() + APART
        if y + self.height() > area.bottom() - EDGE:
            y = max(EDGE, box.top() - APART - self.height())
        self.move(x, y)
        self.show()
        self.raise_()
        self._timer.start()

    def stay(self) -> None:
        """Be whole in the widget, after the page was moved and this with it."""
        area = self._over.rect()
        x = max(EDGE, min(self.x(), area.right() - EDGE - self.width()))
        y = max(EDGE, min(self.y(), area.bottom() - EDGE - self.height()))
        self.move(x, y)
