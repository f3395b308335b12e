"""Boxes at a block: its problems with a fix for each, and the origin of a non-finite value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QSizePolicy, QWidget

from blockloom.app import qt
from blockloom.app.canvas.page.marks import described
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.widgets.icons import icon, pixmap
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.problems import ERROR, Problem
from blockloom.runtime.protocol.replies import NonFiniteOriginReply, NonFiniteValueMessage

if TYPE_CHECKING:
    from blockloom.blocks.quickfixes import QuickFix


WIDTH, LEAST, HEIGHT, GAP = 430, 300, 460, 12  # most and least width, most height of the box; distance from its block
_MATTERS = 4  # weight of the block itself, relative to other items, when the box looks for free space
_NEXT: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Tab: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Backtab: -1}


class FixOffer(NamedTuple):
    """A fix and its effect: `after` in a few words, `bad` if another problem follows."""

    fix: QuickFix | InitialiseFix
    effect: str = ""
    bad: bool = False


class InitialiseFix(NamedTuple):
    """A fix that edits nothing: the session initialises the variable."""

    label: str
    block: str
    sure: bool = True


class FixBox(QFrame):
    """A box next to a block on the canvas, until a fix is chosen (`chosen`), Escape is pressed or the focus leaves."""

    chosen = Signal(object)
    dismissed = Signal()  # emitted when a key closes the box: the focus returns
    closed = Signal()

    def __init__(self, parent: QWidget, colours: Colours, title: str):
        super().__init__(parent, objectName="box", focusPolicy=Qt.FocusPolicy.StrongFocus)
        self._over, self.colours = parent, colours
        self.setAccessibleName(self.tr("Problems and fixes of {0}").format(title))
        self.setStyleSheet(
            f"QPushButton {{ text-align: left; padding: 5px 8px; border: 1px solid {colours.border};"
            f" border-radius: 6px; background: {colours.raised}; }}"
            f"QPushButton:hover, QPushButton:focus {{ border-color: {colours.focus}; background: {colours.select};"
            f" color: {colours.selected_text}; }}"
        )
        self.head = Label(title, objectName="heading")
        self.busy = Label(self.tr("Trying fixes…"), objectName="dim")
        self.foot = Label(self.tr("Enter: fix · ↑ ↓: choose · Esc: close"), objectName="dim")
        self.area = QScrollArea(
            widgetResizable=True, frameShape=QFrame.Shape.NoFrame, focusPolicy=Qt.FocusPolicy.NoFocus
        )
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        qt.column(self.head, self.area, self.busy, self.foot, of=self, margins=(10, 8, 10, 8), space=6)
        self.buttons: list[QPushButton] = []
        self._beside, self._turned = QRect(), False
        self._clear: list[QRect] = []
        qt.application().focusChanged.connect(self._focus)

    def show_rows(self, rows: list[tuple[Problem, list[FixOffer]]], busy: bool) -> None:
        """Show each problem with its fixes; `busy` while more fixes are searched. The selected fix stays selected."""
        before = next((b.text() for b in self.buttons if b.hasFocus()), "") if self._turned else ""
        inside = QWidget()
        column = qt.column(of=inside, margins=0, space=4)
        self.buttons = []
        for number, (problem, offers) in enumerate(rows):
            if number:
                column.addSpacing(8)
            self._say(column, problem)
            for offer in offers:
                self._add(column, offer)
        if not self.buttons and not busy:
            column.addWidget(self._label(self.tr("Blockloom knows no fix for this."), "dim"))
        column.addStretch()
        self.area.setWidget(inside)
        self.busy.setVisible(busy)
        self.foot.setVisible(bool(self.buttons))
        self._fit()
        first = next((b for b in self.buttons if b.text() == before), self.buttons[0] if self.buttons else None)
        (first or self).setFocus(Qt.FocusReason.PopupFocusReason)

    def _say(self, column: QBoxLayout, problem: Problem) -> None:
        sign = qt.with_name(Label(), problem.severity)
        ratio = self.devicePixelRatioF()
        picture = pixmap("error" if problem.severity == ERROR else "warning", self.colours, round(16 * ratio))
        picture.setDevicePixelRatio(ratio)
        sign.setPixmap(picture)
        sign.setAlignment(Qt.AlignmentFlag.AlignTop)
        text = translated(problem.message)
        named = not problem.pin or text.startswith(problem.pin)
        column.addLayout(qt.line(sign, (self._label(text if named else f"{problem.pin}: {text}"), 1)))
        if problem.remedy:
            column.addWidget(self._label(translated(problem.remedy), "dim"))

    def _label(self, text: str, name: str = "") -> QLabel:
        label = Label(text, objectName=name, wordWrap=True)
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        return label

    def _add(self, column: QBoxLayout, offer: FixOffer) -> None:
        text = translated(offer.fix.label)
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, WIDTH - 80)
        button = QPushButton(icon("fix", self.colours), shown.replace("&", "&&"), autoDefault=True)
        button.setToolTip(as_is("\n".join(filter(None, (text if shown != text else "", offer.effect)))))
        button.setAccessibleName(text)
        button.setAccessibleDescription(offer.effect)
        button.clicked.connect(lambda: self.chosen.emit(offer.fix))
        self.buttons.append(button)
        column.addWidget(button)
        if offer.effect:
            after = self._label(offer.effect, "error" if offer.bad else "dim")
            after.setContentsMargins(32, 0, 0, 2)
            column.addWidget(after)

    def open(self, beside: QRect, clear: Iterable[QRect] = ()) -> None:
        """Show the box next to a block, at this rectangle, where it hides as little as possible of `clear`."""
        self._beside, self._clear = beside, list(clear)
        self._fit()
        self.show()
        self.raise_()

    def _fit(self) -> None:
        """Fit the box to its content, within the canvas.

        It is right or left of the block, else below or above it, else in a corner.
        """
        room, at = self._over.rect().adjusted(6, 6, -6, -6), self._beside
        for child in self.findChildren(QWidget):
            child.ensurePolished()  # otherwise the size would not include the style
        right, left = room.right() - at.right() - GAP, at.left() - GAP - room.left()
        found = list[QRect]()
        if right >= LEAST:
            found.append(QRect(QPoint(at.right() + GAP, at.top()), self._size(right)))
        if left >= LEAST:
            size = self._size(left)
            found.append(QRect(QPoint(at.left() - GAP - size.width(), at.top()), size))
        size = self._size(room.width())
        for y in (at.bottom() + GAP, at.top() - GAP - size.height()):
            found.append(QRect(QPoint(at.left(), y), size))
        for x, y in ((room.right(), room.bottom()), (0, room.bottom()), (room.right(), 0), (0, 0)):
            found.append(QRect(QPoint(x, y), size))
        for box in found:
            box.moveLeft(max(room.left(), min(box.left(), room.right() - box.width())))
            box.moveTop(max(room.top(), min(box.top(), room.bottom() - box.height())))
        least = min(map(self._covered, found))
        best = next(
            box for box in found if self._covered(box) <= 1.25 * least
        )  # prefer a place that is nearer to one that hides slightly less
        if (inside := self.area.widget()) is not None:
            inside.setFixedHeight(self._content(best.width()))  # otherwise, labels that wrap would take more height
        self.setGeometry(best)

    def _covered(self, box: QRect) -> int:
        """Return how many pixels the box hides of the `clear` rectangles, and of the block, which counts more."""
        hidden = (box.intersected(one) for one in (*[self._beside] * _MATTERS, *self._clear))
        return sum(one.width() * one.height() for one in hidden)

    def _content(self, width: int) -> int:
        """Return the height of the content in a box of this width."""
        inside, bar = self.area.widget(), self.area.verticalScrollBar().sizeHint().width()
        layout = inside.layout() if inside is not None else None
        return layout.totalHeightForWidth(width - 24 - bar) if layout is not None else 40

    def _size(self, most: int) -> QSize:
        """Return the size of the box, in a space of this width."""
        width = min(WIDTH, most)
        rest = [w for w in (self.head, self.busy, self.foot) if not w.isHidden()]
        height = self._content(width) + sum(w.sizeHint().height() + 6 for w in rest) + 22
        return QSize(width, min(height, HEIGHT, self._over.rect().height() - 12))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # keys belong to the box while it is open
            return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        self._turn(1 if forward else -1)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            self.dismissed.emit()
        elif event.key() in _NEXT:
            self._turn(_NEXT[event.key()])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            chosen = next((b for b in self.buttons if b.hasFocus()), None)
            if chosen is not None:
                chosen.click()

    def _turn(self, by: int) -> None:
        if self.buttons:
            self._turned = True
            at = next((i for i, b in enumerate(self.buttons) if b.hasFocus()), -1 if by > 0 else 0)
            chosen = self.buttons[(at + by) % len(self.buttons)]
            chosen.setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(chosen, 0, 20)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()  # the page must not scroll when the list is at its end

    def _focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self.isVisible() and new is not None and new is not self and not self.isAncestorOf(new):
            self.close()


class WhyBox(FixBox):
    """A FixBox with the values of the block.

    `places` are texts of other places, each with the argument of `place_wanted`.
    """

    place_wanted = Signal(object)

    def __init__(
        self,
        parent: QWidget,
        colours: Colours,
        title: str,
        origin: NonFiniteOriginReply,
        places: Sequence[tuple[str, object]],
    ):
        super().__init__(parent, colours, title)
        self._origin, self._places = origin, places
        self.foot.setText(self.tr("Enter: choose · Esc: close"))

    def _say(self, column: QBoxLayout, problem: Problem) -> None:
        super()._say(column, problem)
        grid = QGridLayout(horizontalSpacing=10, verticalSpacing=2)
        grid.setColumnStretch(1, 1)
        origin = self._origin
        rows: list[tuple[str, NonFiniteValueMessage]] = [("", one) for one in origin.inputs]
        rows += [("→ ", one) for one in origin.outputs]
        for row, (sign, one) in enumerate(rows):
            name = translated(origin.pin_text(one["pin"]))
            grid.addWidget(Label(f"{sign}{name}", objectName="dim"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._label(described(one["value"]), "error" if one["is_nonfinite"] else ""), row, 1)
        column.addLayout(grid)
        for index, value, beside in origin.elements:
            of = ", ".join(f"{one['pin']} = {text}" for one, text in zip(origin.inputs, beside) if text)
            at = f"[{', '.join(map(str, index))}] = " if index else ""
            column.addWidget(self._label(f"{at}{value}    {of}", "dim"))
        if origin.count > len(origin.elements) > 0:
            column.addWidget(
                self._label(self.tr("and {0} more").format(f"{origin.count - len(origin.elements):,}"), "dim")
            )
        for read in origin.file_numbers[1:]:
            column.addWidget(self._label(translated(read["sentence"]), "dim"))
        if origin.file_number_count > len(origin.file_numbers):
            more = self.tr("and {0} more").format(f"{origin.file_number_count - len(origin.file_numbers):,}")
            column.addWidget(self._label(more, "dim"))
        for growth in origin.growth:
            column.addWidget(self._label(translated(growth["sentence"])))
        for text, place in self._places:
            button = QPushButton(text.replace("&", "&&"), autoDefault=True)
            button.clicked.connect(lambda _=False, place=place: self.place_wanted.emit(place))
            self.buttons.append(button)
            column.addWidget(button)
