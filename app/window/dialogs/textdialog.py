"""A dialog for a value of many lines, with what is wrong with it while it is typed."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QColor, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QListWidgetItem, QMessageBox, QSplitter, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.lineedit import LONGEST
from blockloom.app.plain import Label
from blockloom.app.window.widgets.codeedit import CodeEdit, Finding
from blockloom.app.window.widgets.style import Colours, roomy
from blockloom.blocks.problems import ERROR
from blockloom.blocks.values.config_completion import Completion

_PAUSE = 250  # milliseconds without a key before the text is checked
LARGE = 300_000  # characters of a text that is no longer checked while it is typed, and comes in pieces of so many
_BREAK = 1000  # characters from which on a line of numbers goes on in the next: one of a megabyte takes seconds
_AT = Qt.ItemDataRole.UserRole
# Takes the text and, now or later, gives the findings; None where nothing can check it now, for the reason given.
Check = Callable[[str, Callable[[list[Finding] | None, str], None]], None]


def breakable(text: str) -> bool:
    """Whether a text is an array too long for a line, in which blanks between elements mean nothing: text in quotes, or
    none of numbers, stays as it is.
    """
    return (
        len(text) > LONGEST
        and re.match(r"\s*[\[{(]|[\d\s,;.+\-eEf]*$", text) is not None
        and not ('"' in text or "'" in text)
    )


def broken(text: str) -> str:
    """An array in lines that an editor can show."""
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
        self._checked: str | int | None = None  # the text, see `_stamp`, that the list of findings is about
        self._leaving = False  # OK was pressed, and the check of this text is under way
        self.edit = qt.named(CodeEdit(colours, offers), title)
        self._broken, self._drafted, self._rest = breakable(text), draft is not None, ""
        self._first = self._piece(text) if len(text) < LARGE else text
        self._load(text if draft is None else draft)
        self.list = qt.named(QListWidget(wordWrap=True), self.tr("What is wrong with the text"))
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        self.place = qt.named(Label(objectName="dim"), self.tr("Place of the cursor"))
        self.told = Label(objectName="dim", wordWrap=True)
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
        qt.column(*above, (self.split, 1), qt.line((self.told, 1), self.place), self.buttons, of=self)
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
        """The text as it is now."""
        return self.edit.toPlainText()

    # --- a long text comes piece by piece -------------------------------------------------------------------------

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
        """Whether the text is as it was when the dialog opened."""
        if self._rest:
            return True
        if self.edit.document().characterCount() < LARGE:
            return self.text() == self._first
        return not self.edit.document().isModified() and not self._drafted

    # --- what is wrong --------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        if self.edit.document().characterCount() < LARGE:
            self._later.start()
        else:
            self._later.stop()
            self.told.setText(self.tr("A text as long as this is checked when OK is pressed"))

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
                return  # a later check tells
        except RuntimeError:
            return  # the dialog is closed
        if findings is None and self._strict:
            self._leaving = False  # it is checked when it is let go
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
        self.told.setText(
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

    # --- the end --------------------------------------------------------------------------------------------------

    def accept(self) -> None:
        """Pass the text to `keep`, after checking it where errors forbid that."""
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
        """Close without keeping anything; asks where that loses something."""
        if self._same() or drops(self):
            super().reject()


def drops(dialog: QDialog) -> bool:
    """Ask whether what was changed in a dialog may be lost."""
    button = QMessageBox.StandardButton
    box = QMessageBox(
        QMessageBox.Icon.Question,
        dialog.windowTitle(),
        QCoreApplication.translate("TextDialog", "Drop what you changed?"),
        button.Discard | button.Cancel,
        dialog,
    )
    return box.exec() == button.Discard
