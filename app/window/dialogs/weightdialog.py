"""A value of many numbers as a table that can be edited, as plots and as an image."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QPushButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.dialogs.textdialog import drops
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.results.tensorfile import exact
from blockloom.app.window.results.viewer import Viewer
from blockloom.app.window.results.viewermode import STEPS
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.operations.paste_text import cells
from blockloom.blocks.values import literals
from blockloom.blocks.values.grammar import ValueSyntaxError
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import Record
from blockloom.runtime.protocol.replies import NonfiniteReply
from blockloom.runtime.protocol.requests import R, Request
from blockloom.runtime.run import slices

_COPIED = 256 << 20  # bytes of an array, at most, that is read at once


class WeightDialog(QDialog):
    """Shows and edits an array, the value at an address. `keep` gets it at OK; `imported` and `exported` are the
    actions of its buttons.
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
        self._own = array.nbytes <= _COPIED  # the array is this dialog's, and may be written to
        self.array, self.dtype, self._keep = np.array(array) if self._own else array, dtype, keep
        self._undo: list[tuple[tuple, np.ndarray]] = []  # places, what was there
        self.changed = False
        self._waiting: list[tuple[Job, Callable[[Any], None]]] = []
        self.viewer = Viewer(at, dtype, array.shape, self._ask)
        for widget in (self.viewer.compare, self.viewer.pin, self.viewer.save):
            widget.hide()
        self.viewer.kind.removeItem(self.viewer.kind.findData(STEPS))
        self.setWindowTitle(self.viewer.title())
        self.editor: QLineEdit | None = None
        self._place = 0, 0  # the row and the column that it is for
        grid = self.grid = self.viewer.grid
        grid.installEventFilter(self)
        grid.viewport().installEventFilter(self)
        grid.setToolTip(
            self.tr(
                "Double click, F2 or typing edits an element; Ctrl+V pastes a table, Ctrl+Z takes the last change back"
            )
        )
        buttons, role = qt.buttons(self, *qt.OK), QDialogButtonBox.ButtonRole.ActionRole
        buttons.addButton(qt.button(self.tr("&Import ..."), lambda: imported(self)), role)
        buttons.addButton(qt.button(self.tr("&Export ..."), lambda: exported(self.array)), role)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        qt.column((self.viewer, 1), buttons, of=self)
        self.resize(820, 560)
        grid.setFocus()

    # --- what the viewer asks -----------------------------------------------------------------------------------------

    def _ask(self, request: Request[R], done: Callable[[R | None], None]) -> None:
        array = self.array
        match request:
            case requests.GetSliceRequest(before=False):
                part = slices.cut(array, request.at)
                QTimer.singleShot(0, self, lambda: done(part))
            case requests.GetStatisticsRequest(before=False):
                self._work(lambda: slices.statistics(array), done)
            case requests.FindNonFiniteRequest():
                self._work(lambda: NonfiniteReply(slices.next_nonfinite(array, request.after)), done)
            case _:
                done(None)

    def _work(self, work: Callable[[], Record], done: Callable[[Any], None]) -> None:
        job = Job(work)
        self._waiting.append((job, done))
        job.then(self._answer)

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

    # --- editing ------------------------------------------------------------------------------------------------------

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
        editor.installEventFilter(self)  # Enter goes no further: the table would open the next editor
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
        """Set what was typed, also where the keyboard goes elsewhere, to OK say; what is no number stays to be mended,
        which gives False.
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
            rows = [row for row in cells(text.splitlines(), "\t" if "\t" in text else ",") if row]
        except ValueError as error:
            self.viewer.note.setText(translated(error))
            return
        (row, column), (other_row, other_column) = self.grid.current, self.grid.anchor
        self.set(min(row, other_row), min(column, other_column), rows)

    def set(self, row: int, column: int, rows: list[list[str]]) -> bool:
        """Type texts into cells from (row, column) on, as far as there are cells. False, with a message, where one is
        no number.
        """
        places, new = [], []
        try:
            for down, texts in enumerate(rows):
                for across, text in enumerate(texts):
                    if row + down < self.grid.rows and column + across < self.grid.columns:
                        places.append(self.viewer.picker.place(row + down, column + across))
                        number = literals.by_grammar(text, self.dtype)[0]
                        if number.ndim:
                            raise ValueSyntaxError(self.tr("one number is wanted"))
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

    # --- the end ------------------------------------------------------------------------------------------------------

    def accept(self) -> None:
        """Pass the edited array to `keep`, and close."""
        if not self._take():
            return
        if self.changed and self._keep(self.array) is False:
            return
        super().accept()

    def reject(self) -> None:
        """Close without keeping anything; asks where that loses something."""
        if self.editor is not None:
            self._close_editor()
            self.grid.setFocus()
            return
        if not self.changed or drops(self):
            super().reject()
