"""Dialogs for values of many lines or numbers, which are checked while they are typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QSplitter,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.lineedit import LONGEST
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.results.viewer import Viewer, exact
from blockloom.app.window.results.viewermode import STEPS
from blockloom.app.window.widgets.codeedit import CodeEdit, Finding
from blockloom.app.window.widgets.style import Colours, roomy
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.operations.paste_text import split_table
from blockloom.blocks.problems import ERROR
from blockloom.blocks.values import literals
from blockloom.blocks.values.grammar import ValueSyntaxError
from blockloom.blocks.values.prototext import Completion
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import Record
from blockloom.runtime.protocol.replies import NonfiniteReply
from blockloom.runtime.protocol.requests import R, Request
from blockloom.runtime.run import slices

_PAUSE = 250  # milliseconds without a key before the text is checked
LARGE = 300_000  # longer texts are not checked while they are typed, and are shown in pieces of this many characters
_BREAK = 1000  # most characters of a line of numbers: a line of a megabyte would take seconds
_AT = Qt.ItemDataRole.UserRole
# Function that checks a text and, now or later, passes (findings, "") to a callback, or (None, reason) if nothing can
# check it now.
Check = Callable[[str, Callable[[list[Finding] | None, str], None]], None]


def breakable(text: str) -> bool:
    """Return whether `broken` may add line breaks to a text: it is long, looks like an array, and has no quotes."""
    return (
        len(text) > LONGEST
        and re.match(r"\s*[\[{(]|[\d\s,;.+\-eEf]*$", text) is not None
        and not ('"' in text or "'" in text)
    )


def broken(text: str) -> str:
    """Return an array with line breaks, so that an editor can show it."""
    return re.sub(rf"([^\n]{{{_BREAK}}}[^\n,;]*[,;])[ \t]*(?=[^\s])", r"\1\n", text)


class TextDialog(QDialog):
    """Edits a long text; `keep` takes it at OK. `strict`: not while it has errors."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        colours: Colours,
        check: Check,
        keep: Callable[[str], None],
        strict: bool = True,
        offers: Callable[[str, int], tuple[str, list[Completion]]] | None = None,
        draft: str | None = None,
        help_: str = "",
    ):
        super().__init__(parent, windowTitle=title, objectName="value")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setSizeGripEnabled(True)
        self._check, self._keep, self._strict, self._look = check, keep, strict, colours
        self._checked: str | int | None = None  # stamp of the text that was checked last, see `_stamp`
        self._leaving = False  # whether OK was pressed, and the check is in progress
        self.edit = qt.with_name(CodeEdit(colours, offers), title)
        self._broken, self._drafted, self._rest = breakable(text), draft is not None, ""
        self._first = self._piece(text) if len(text) < LARGE else text
        self._load(text if draft is None else draft)
        self.list = qt.with_name(QListWidget(wordWrap=True), self.tr("Errors in the text"))
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        self.place = qt.with_name(Label(objectName="dim"), self.tr("Position of the cursor"))
        self.message = Label(objectName="dim", wordWrap=True)
        self.buttons = qt.buttons(self, *qt.OK)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setToolTip(self.tr("Ctrl+Enter"))
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self.accept)
        QShortcut(QKeySequence("F8"), self, self.next_finding)
        self.split = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        self.split.addWidget(self.edit)
        self.split.addWidget(self.list)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes([480, 90])
        self.resize(roomy(self, 90, 44))
        above = [Label(help_, objectName="dim", wordWrap=True)] if help_ else []
        qt.column(*above, (self.split, 1), qt.line((self.message, 1), self.place), self.buttons, of=self)
        self._later = qt.timer(self, self.check, _PAUSE)
        self.edit.textChanged.connect(self._changed)
        self.edit.cursorPositionChanged.connect(self._show_place)
        self._show_place()
        self._changed()
        if self._later.isActive():
            self.check()
        self.edit.setFocus()
        if self._rest:
            self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(False)
            self._go_on()

    def text(self) -> str:
        """Return the present text."""
        return self.edit.toPlainText()

    def _load(self, text: str) -> None:
        self._rest = text[LARGE:]
        self.edit.setPlainText(self._piece(text[:LARGE]))
        self.edit.setReadOnly(bool(self._rest))
        self.edit.setUndoRedoEnabled(not self._rest)
        self.edit.document().setModified(False)

    def _piece(self, text: str) -> str:
        return broken(text) if self._broken else text

    def _go_on(self) -> None:
        piece, self._rest = self._rest[:LARGE], self._rest[LARGE:]
        cursor = QTextCursor(self.edit.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(self._piece(piece))
        if self._rest:
            QTimer.singleShot(0, self, self._go_on)
            return
        self.edit.setReadOnly(False)
        self.edit.setUndoRedoEnabled(True)
        self.edit.document().setModified(False)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(True)

    def _same(self) -> bool:
        """Return whether the text is as when the dialog opened."""
        if self._rest:
            return True
        if self.edit.document().characterCount() < LARGE:
            return self.text() == self._first
        return not self.edit.document().isModified() and not self._drafted

    def _changed(self) -> None:
        if self.edit.document().characterCount() < LARGE:
            self._later.start()
        else:
            self._later.stop()
            self.message.setText(self.tr("A text of this length is checked when you press OK"))

    def check(self) -> None:
        """Check the text now."""
        self._later.stop()
        stamp = self._stamp()
        self._check(self.text(), lambda found, why: self._found(stamp, found, why))

    def _stamp(self) -> str | int:
        """Return the text, or the revision of a large document, in which highlighting counts as a revision."""
        document = self.edit.document()
        return self.text() if document.characterCount() < LARGE else document.revision()

    def _found(self, stamp: str | int, findings: list[Finding] | None, why: str) -> None:
        try:
            if stamp != self._stamp():
                return  # the text has changed: a later check shows the result
        except RuntimeError:
            return  # the dialog is closed
        if findings is None and self._strict:
            self._leaving = False  # the text is checked when the mouse button is released
        else:
            self._checked = stamp
        self.edit.set_findings(findings or [])
        self.list.clear()
        for finding in findings or ():
            item = QListWidgetItem(str(finding))
            item.setData(_AT, finding)
            item.setForeground(QColor(self._look.error if finding.severity == ERROR else self._look.warning))
            self.list.addItem(item)
        self.list.setVisible(bool(findings))
        errors = sum(f.severity == ERROR for f in findings or ())
        self.message.setText(
            why
            or (
                self.tr("No errors")
                if not errors
                else self.tr("1 error: F8 goes there")
                if errors == 1
                else self.tr("{} errors: F8 goes to the next").format(errors)
            )
        )
        if self._leaving:
            self.accept()

    def _go(self, item: QListWidgetItem) -> None:
        finding = item.data(_AT)
        self.edit.go_to(finding.line, finding.column)

    def next_finding(self) -> None:
        """Go to the first finding behind the cursor, or to the first of all."""
        cursor = self.edit.textCursor()
        here = cursor.blockNumber() + 1, cursor.positionInBlock() + 1
        places = sorted((f.line, f.column) for f in self.edit.findings if f.line)
        if places:
            self.edit.go_to(*next((p for p in places if p > here), places[0]))

    def _show_place(self) -> None:
        cursor = self.edit.textCursor()
        self.place.setText(self.tr("line {}, column {}").format(cursor.blockNumber() + 1, cursor.positionInBlock() + 1))

    def accept(self) -> None:
        """Pass the text to `keep`; if errors prevent that, check it first."""
        if self._rest:
            return
        if self._strict and not (self._broken and self._same()):
            if self._checked != self._stamp():
                if not self._leaving:
                    self._leaving = True
                    self.check()
                return
            self._leaving = False
            first = next((f for f in self.edit.findings if f.severity == ERROR), None)
            if first is not None:
                self.edit.go_to(first.line, first.column)
                return
        if not self._same():
            self._keep(self.text())
        super().accept()

    def reject(self) -> None:
        """Close without keeping anything, after a question if changes would be lost."""
        if self._same() or drops(self):
            super().reject()


def drops(dialog: QDialog) -> bool:
    """Ask whether what was changed in a dialog may be lost."""
    button = QMessageBox.StandardButton
    box = QMessageBox(
        QMessageBox.Icon.Question,
        dialog.windowTitle(),
        QCoreApplication.translate("TextDialog", "Discard your changes?"),
        button.Discard | button.Cancel,
        dialog,
    )
    return box.exec() == button.Discard


_COPIED = 256 << 20  # most bytes of an array that is copied into memory


class WeightDialog(QDialog):
    """A dialog that shows and edits an array, the value at an address.

    `keep` gets the array at OK; `imported` and `exported` are the actions of its buttons.
    """

    def __init__(
        self,
        parent: QWidget,
        at: Address,
        array: np.ndarray,
        dtype: str,
        keep: Callable[[np.ndarray], object],
        imported: Callable[[WeightDialog], object],
        exported: Callable[[np.ndarray], object],
    ):
        super().__init__(parent, objectName="weights")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._own = array.nbytes <= _COPIED  # whether the array is a copy that may be changed
        self.array, self.dtype, self._keep = np.array(array) if self._own else array, dtype, keep
        self._undo: list[tuple[tuple[Any, ...], np.ndarray]] = []  # (positions, former values) of each edit
        self.changed = False
        self._waiting: list[tuple[Job, Callable[[Any], None]]] = []
        self.viewer = Viewer(at, dtype, array.shape, self._ask)
        for widget in (self.viewer.compare, self.viewer.pin, self.viewer.save):
            widget.hide()
        self.viewer.kind.removeItem(self.viewer.kind.findData(STEPS))
        self.setWindowTitle(self.viewer.title())
        self.editor: QLineEdit | None = None
        self._place = 0, 0  # (row, column) that the editor is for
        grid = self.grid = self.viewer.grid
        grid.installEventFilter(self)
        grid.viewport().installEventFilter(self)
        grid.setToolTip(
            self.tr("Double click, F2 or typing edits an element; Ctrl+V pastes a table, Ctrl+Z undoes the last change")
        )
        buttons, role = qt.buttons(self, *qt.OK), QDialogButtonBox.ButtonRole.ActionRole
        buttons.addButton(qt.button(self.tr("&Import…"), lambda: imported(self)), role)
        buttons.addButton(qt.button(self.tr("&Export…"), lambda: exported(self.array)), role)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        qt.column((self.viewer, 1), buttons, of=self)
        self.resize(820, 560)
        grid.setFocus()

    def _ask(self, request: Request[R], done: Callable[[R | None], None]) -> None:
        array = self.array
        match request:
            case requests.GetSliceRequest(previous_run=False):
                part = slices.cut(array, request.index)
                QTimer.singleShot(0, self, lambda: done(part))
            case requests.GetStatisticsRequest(previous_run=False):
                self._work(lambda: slices.statistics(array), done)
            case requests.FindNonFiniteRequest():
                self._work(lambda: NonfiniteReply(slices.next_nonfinite(array, request.after_index)), done)
            case _:
                done(None)

    def _work(self, work: Callable[[], Record], done: Callable[[Any], None]) -> None:
        job = Job(work)
        self._waiting.append((job, done))
        job.when_done(self._answer)

    def _answer(self) -> None:
        for one in [one for one in self._waiting if one[0].over.is_set()]:
            self._waiting.remove(one)
            job, done = one
            done(job.result())

    def replace(self, array: np.ndarray) -> None:
        """Replace the array by another of its dtype."""
        self._close_editor()
        self._undo.append(((), self.array))
        self.array, self._own, self.changed = array, True, True
        self.viewer.refresh(self.dtype, array.shape)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        grid = self.grid
        if event.type() == QEvent.Type.MouseButtonDblClick and watched is grid.viewport():
            self.edit()
            return True
        if (
            event.type() == QEvent.Type.KeyPress
            and watched is self.editor
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            self._enter()
            return True
        if event.type() == QEvent.Type.KeyPress and watched is grid and isinstance(event, QKeyEvent):
            plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
            if event.key() in (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.edit()
            elif event.matches(QKeySequence.StandardKey.Paste):
                self.paste(QGuiApplication.clipboard().text())
            elif event.matches(QKeySequence.StandardKey.Undo):
                self.undo()
            elif plain and event.text() and event.text() in "0123456789+-.tfni":
                self.edit(event.text())
            else:
                return False
            return True
        return super().eventFilter(watched, event)

    def edit(self, text: str | None = None) -> None:
        """Open an editor on the current cell, with `text` in it, or the cell's value."""
        self._close_editor()
        grid, (row, column) = self.grid, self.grid.current
        if not self.array.size:
            return
        grid.go(row, column)
        editor = self.editor = QLineEdit(grid.viewport())
        editor.setAccessibleName(self.tr("Element {}").format(list(self.viewer.picker.place(row, column))))
        editor.setGeometry(grid.cell_rect(row, column))
        editor.setText(exact(self._plain(row, column)) if text is None else text)
        if text is None:
            editor.selectAll()
        self._place = row, column
        editor.installEventFilter(self)  # the table must not get Enter, which would open the next editor
        editor.editingFinished.connect(self._take)
        editor.show()
        editor.setFocus()

    def _plain(self, row: int, column: int) -> object:
        found = slices.cut(self.array, list(self.viewer.picker.place(row, column))).array
        assert found is not None
        return found[()]

    def _enter(self) -> None:
        if self._take():
            self.grid.setFocus()
            self.grid.go(self._place[0] + 1, self._place[1])

    def _take(self) -> bool:
        """Set the typed number, also when the focus moves elsewhere, for example to OK.

        Returns:
            False if the text is not a number: the editor stays open.
        """
        if self.editor is not None:
            text = self.editor.text()
            if text != exact(self._plain(*self._place)) and not self.set(*self._place, [[text]]):
                return False
            self._close_editor()
        return True

    def _close_editor(self) -> None:
        editor, self.editor = self.editor, None
        if editor is not None:
            editor.hide()
            editor.deleteLater()

    def paste(self, text: str) -> None:
        """Paste a table of numbers from the current cell on."""
        try:
            rows = [row for row in split_table(text.splitlines(), "\t" if "\t" in text else ",") if row]
        except ValueError as error:
            self.viewer.note.setText(translated(error))
            return
        (row, column), (other_row, other_column) = self.grid.current, self.grid.anchor
        self.set(min(row, other_row), min(column, other_column), rows)

    def set(self, row: int, column: int, rows: list[list[str]]) -> bool:
        """Set texts in the cells from (row, column) on; texts outside the table are ignored.

        Returns:
            False, after a message, if a text is not a number.
        """
        places, new = [], []
        try:
            for down, texts in enumerate(rows):
                for across, text in enumerate(texts):
                    if row + down < self.grid.rows and column + across < self.grid.columns:
                        places.append(self.viewer.picker.place(row + down, column + across))
                        number = literals.by_grammar(text, self.dtype)[0]
                        if number.ndim:
                            raise ValueSyntaxError(self.tr("enter one number"))
                        new.append(number[()])
        except ValueSyntaxError as error:
            self.viewer.note.setText(translated(error))
            return False
        if places:
            at = tuple(np.array(axis) for axis in zip(*places)) if self.array.ndim else ()
            if not self._own:
                self.array, self._own = np.array(self.array), True
            self._undo.append((at, np.array(self.array[at])))
            self.array[at] = new if self.array.ndim else new[0]
            self._shown()
        return True

    def undo(self) -> None:
        """Undo the last change in this dialog."""
        if self._undo:
            at, old = self._undo.pop()
            if at or not self.array.ndim:
                self.array[at] = old
            else:
                self.array = old
            self._shown()

    def _shown(self) -> None:
        self.changed = bool(self._undo)
        self.viewer.note.setText("")
        self.viewer.refresh(self.dtype, self.array.shape)

    def accept(self) -> None:
        """Pass the edited array to `keep`, and close."""
        if not self._take():
            return
        if self.changed and self._keep(self.array) is False:
            return
        super().accept()

    def reject(self) -> None:
        """Close without keeping anything, after a question if changes would be lost."""
        if self.editor is not None:
            self._close_editor()
            self.grid.setFocus()
            return
        if not self.changed or drops(self):
            super().reject()
