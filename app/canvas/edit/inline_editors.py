"""Editors that open on the canvas: a pin's value, a block's name, a note's text, a slider's ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QFont, QGuiApplication, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QPlainTextEdit, QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.editing import Editing
from blockloom.app.canvas.scene import lineedit
from blockloom.app.canvas.scene.lineedit import LineEdit, choose
from blockloom.app.canvas.scene.theme import Theme
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import Label
from blockloom.blocks import operations
from blockloom.blocks.edits import EditError

Commit = Callable[[str], str]  # function that stores a text, and returns "" or why the text is refused
_UNDO = QKeySequence("Ctrl+Z"), QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")
if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object  # the second base class of each editor is its widget class


class Editor(_Widget):
    """The common part of inline editors: they commit once, however they are closed."""

    def setup(self, parent: QWidget, commit: Commit, closed: Callable[[], None], theme: Theme) -> None:
        """Set the editor up.

        Args:
            parent: the canvas.
            commit: takes the text and returns "" or why it is refused.
            closed: is called when the editor has closed.
            theme: the colours.
        """
        self._over, self._commit, self._closed, self._done = parent, commit, closed, False
        self.hint = Label(parent)
        self.hint.setStyleSheet(f"background: {theme.error}; color: white; padding: 2px 6px; border-radius: 3px;")
        self.hint.hide()

    def content(self) -> str:
        """Return the typed text."""
        raise NotImplementedError

    def try_commit(self) -> bool:
        """Commit and close; if the text is refused, show the reason and stay open."""
        if self._done:
            return True
        QGuiApplication.inputMethod().commit()
        reason = self._commit(self.content())
        if reason:
            self.hint.setText(reason)
            self.hint.adjustSize()
            area = self._over.rect()
            x = max(0, min(self.x(), area.width() - self.hint.width()))
            self.hint.move(x, min(self.geometry().bottom() + 3, area.height() - self.hint.height()))
            self.hint.show()
            self.hint.raise_()
            return False
        self.close_editor()
        return True

    def close_editor(self) -> None:
        """Close without committing."""
        if not self._done:
            self._done = True
            self.hint.hide()
            self.hint.deleteLater()
            self.hide()
            self.deleteLater()
            self._closed()

    def is_key_of_page(self, event: QKeyEvent) -> bool:
        """Return whether a key that the text does not use is not for a command of the window, but would edit the page.

        These are the keys of the page, of Undo and Redo on any platform, and Enter.
        """
        around, taken = self.parentWidget(), list(_UNDO)
        while around is not None:
            context = Qt.ShortcutContext.WidgetWithChildrenShortcut
            of_page = (action for action in around.actions() if action.shortcutContext() == context)
            taken += (keys for action in of_page for keys in action.shortcuts())
            around = around.parentWidget()
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return is_enter or QKeySequence(event.keyCombination()) in taken

    def leave(self) -> None:
        """Commit if the text is accepted, and close, since the focus goes elsewhere."""
        if not self._done and not self.try_commit():
            self.close_editor()


class LineEditor(Editor, LineEdit):
    """One line over a field. Enter commits, Escape cancels, Tab commits and asks for the next field."""

    def __init__(
        self,
        parent: QWidget,
        box: QRectF,
        text: str,
        font: QFont,
        theme: Theme,
        commit: Commit,
        closed: Callable[[], None],
        next_field: Callable[[int], None] | None = None,
        words: Sequence[str] = (),
    ):
        LineEdit.__init__(self, parent)
        self.setup(parent, commit, closed, theme)
        self._next = next_field
        self.setMaxLength(10_000_000)
        self.setFont(font)
        self.setText(text.replace("\n", " "))
        self.setFrame(False)
        self.setStyleSheet(
            f"QLineEdit {{ background: {theme.field}; color: {theme.value}; padding: 0 3px;"
            f" border: 1px solid {theme.selection}; border-radius: 3px; }}"
        )
        if words:
            choose(self, words)
            self.completer().activated.connect(lambda _: self.try_commit(), Qt.ConnectionType.QueuedConnection)
        self._box = box
        self._fit()
        self.typed.connect(self._fit)
        self.selectAll()
        self.show()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if words:
            self.completer().complete()

    def content(self) -> str:
        return self.whole()

    def _fit(self) -> None:
        wanted = self.fontMetrics().horizontalAdvance(self.whole()) + 24
        height = max(self._box.height() + 4, self.fontMetrics().height() + 4)
        x = self._box.x() - 3
        width = min(max(self._box.width() + 8, wanted, 70), max(120.0, self._over.width() - x - 8))
        self.setGeometry(round(x), round(self._box.center().y() - height / 2), round(width), round(height))
        self.hint.hide()

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        ):
            forward = 1 if event.key() == Qt.Key.Key_Tab else -1
            if self.try_commit() and self._next:
                self._next(forward)
            return True
        done = QLineEdit.event(self, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self.is_key_of_page(event):
            event.accept()
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.try_commit()
        elif event.key() == Qt.Key.Key_Escape:
            self.close_editor()
        elif self.completer() is not None or not lineedit.pressed(self, event):
            QLineEdit.keyPressEvent(self, event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step a number by the wheel."""
        if self.completer() is None and event.angleDelta().y():
            lineedit.step(self, 1 if event.angleDelta().y() > 0 else -1)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        QLineEdit.focusOutEvent(self, event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.leave()


class NoteEditor(Editor, QPlainTextEdit):
    """Several lines. Ctrl+Enter or leaving commits, Escape cancels."""

    def __init__(
        self,
        parent: QWidget,
        box: QRectF,
        text: str,
        font: QFont,
        theme: Theme,
        commit: Commit,
        closed: Callable[[], None],
    ):
        QPlainTextEdit.__init__(self, parent)
        self.setup(parent, commit, closed, theme)
        self.setFont(font)
        self.setPlainText(text)
        self.setStyleSheet(
            f"QPlainTextEdit {{ background: {theme.note}; color: {theme.note_text};"
            f" border: 1px solid {theme.selection}; }}"
        )
        self.setTabChangesFocus(False)
        self.setGeometry(
            box.toAlignedRect().adjusted(0, 0, max(0, 120 - round(box.width())), max(0, 48 - round(box.height())))
        )
        self.selectAll()
        self.show()
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def content(self) -> str:
        block, text = self.textCursor().block(), self.toPlainText()
        at = block.position() + block.layout().preeditAreaPosition()
        return text[:at] + block.layout().preeditAreaText() + text[at:]  # includes the text of an input method

    def event(self, event: QEvent) -> bool:
        done = QPlainTextEdit.event(self, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self.is_key_of_page(event):
            event.accept()
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.close_editor()
        elif ctrl and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.try_commit()
        else:
            QPlainTextEdit.keyPressEvent(self, event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        QPlainTextEdit.focusOutEvent(self, event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.leave()


class SliderBox(QDialog):
    """Asks for the three numbers of a slider, and shows why they are refused.

    They start as those of the value's slider, or as defaults for the value.
    """

    def __init__(self, parent: QWidget, editing: Editing, block: str, pin: str):
        super().__init__(parent)
        self.setObjectName("slider")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Slider of {0}").format(f"{block}.{pin}"))
        self._editing, self._at = editing, (block, pin)
        have = editing.page.blocks[block]
        self._whole = operations.is_whole(editing.open_page.rules(), block, pin)
        slider = have.sliders.get(pin) or operations.default_slider(have.values.get(pin, ""), self._whole)
        form = QFormLayout(self)
        self.edits = [QLineEdit(f"{number:.15g}") for number in slider]
        for edit, name in zip(self.edits, (tr("Minimum"), tr("Maximum"), tr("Step, 0 for any number")), strict=True):
            form.addRow(name, edit)
        self.message = Label(wordWrap=True)
        form.addRow(self.message)
        self.message.hide()
        form.addRow(qt.buttons(self, *qt.OK))
        self.edits[0].selectAll()

    def accept(self) -> None:
        """Set the slider, or show why the numbers are refused."""
        try:
            least, most, step = (edit.text() for edit in self.edits)
            slider = operations.typed_slider(least, most, step, self._whole)
        except EditError as error:
            self.message.setText(translated(error))
            self.message.show()
            return
        self._editing.set_slider(*self._at, slider)
        super().accept()
