"""A field for text of many lines: line numbers, marks of errors, completion."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, QStringListModel, Qt
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QCompleter, QPlainTextEdit, QTextEdit, QWidget

from blockloom.app import qt
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.problems import ERROR
from blockloom.blocks.values.prototext import Completion

_INDENT = 2
_MOST_ROWS = 12


class Finding(NamedTuple):
    """An error in a text; `line` and `column` count from 1, and are 0 for the whole text."""

    severity: str
    line: int
    column: int
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        where = f"{self.line}:{self.column}: " if self.line else ""
        return where + self.message + (f". {self.remedy}" if self.remedy else "")


class _Numbers(QWidget):
    """The line numbers at the left."""

    def __init__(self, edit: CodeEdit):
        super().__init__(edit)
        self.edit = edit

    def sizeHint(self) -> QSize:
        return QSize(self.edit.gutter(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        edit, painter = self.edit, QPainter(self)
        painter.fillRect(event.rect(), QColor(edit.colours.window))
        block = edit.firstVisibleBlock()
        top = edit.blockBoundingGeometry(block).translated(edit.contentOffset()).top()
        height = edit.fontMetrics().height()
        while block.isValid() and top <= event.rect().bottom():
            number = block.blockNumber() + 1
            bad = [f.severity for f in edit.findings if f.line == number]
            colour = edit.colours.dim if not bad else edit.colours.error if ERROR in bad else edit.colours.warning
            painter.setPen(QColor(colour))
            painter.drawText(QRectF(0, top, self.width() - 6, height), Qt.AlignmentFlag.AlignRight, str(number))
            top += edit.blockBoundingRect(block).height()
            block = block.next()
        painter.end()


class CodeEdit(QPlainTextEdit):
    """Monospaced text. Tab leaves it; Enter keeps the indentation; Ctrl+Space asks `offers` for completions."""

    def __init__(
        self,
        colours: Colours,
        offers: Callable[[str, int], tuple[str, list[Completion]]] | None = None,
        parent: QWidget | None = None,
    ):
        super().__init__(parent)
        self.colours, self._ask, self._offers = colours, offers, dict[str, Completion]()
        self.findings: list[Finding] = []
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.numbers = _Numbers(self)
        self._names = QStringListModel(self)
        self.completer = QCompleter(self._names, self)
        self.completer.setWidget(self)
        self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.completer.setMaxVisibleItems(_MOST_ROWS)
        self.completer.activated.connect(self._complete)
        qt.list_of(self.completer).setAccessibleName(self.tr("Completions"))
        self.blockCountChanged.connect(lambda _: self._lay_out())
        self.updateRequest.connect(self._follow)
        self.cursorPositionChanged.connect(self._mark)
        self._lay_out()

    def gutter(self) -> int:
        """Return the width of the line numbers in pixels."""
        return 16 + self.fontMetrics().horizontalAdvance("9") * max(2, len(str(self.blockCount())))

    def _lay_out(self) -> None:
        self.setViewportMargins(self.gutter(), 0, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        box = self.contentsRect()
        self.numbers.setGeometry(QRect(box.left(), box.top(), self.gutter(), box.height()))

    def _follow(self, rect: QRect, dy: int) -> None:
        if dy:
            self.numbers.scroll(0, dy)
        else:
            self.numbers.update(0, rect.y(), self.numbers.width(), rect.height())
        self.numbers.resize(self.gutter(), self.numbers.height())

    def set_findings(self, findings: list[Finding]) -> None:
        """Mark these errors in the text."""
        self.findings = findings
        self._mark()
        self.numbers.update()

    def _mark(self) -> None:
        marks = []
        line = QTextEdit.ExtraSelection()
        line.format.setBackground(QColor(self.colours.raised))
        line.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        line.cursor = self.textCursor()
        line.cursor.clearSelection()
        marks.append(line)
        for finding in self.findings:
            if finding.line:
                mark = QTextEdit.ExtraSelection()
                mark.cursor = self._cursor_at(finding.line, finding.column)
                mark.cursor.select(QTextCursor.SelectionType.WordUnderCursor)
                if not mark.cursor.hasSelection():
                    mark.cursor.select(QTextCursor.SelectionType.LineUnderCursor)
                mark.format.setUnderlineStyle(mark.format.UnderlineStyle.WaveUnderline)
                mark.format.setUnderlineColor(
                    QColor(self.colours.error if finding.severity == ERROR else self.colours.warning)
                )
                marks.append(mark)
        self.setExtraSelections(marks)

    def _cursor_at(self, line: int, column: int) -> QTextCursor:
        block = self.document().findBlockByNumber(min(line, self.blockCount()) - 1)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(max(0, column - 1), max(0, block.length() - 1)))
        return cursor

    def go_to(self, line: int, column: int) -> None:
        """Move the cursor to a line and column."""
        if line:
            self.setTextCursor(self._cursor_at(line, column))
            self.centerCursor()
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        popup, key = qt.list_of(self.completer), event.key()
        if popup.isVisible() and key in (
            Qt.Key.Key_Return,
            Qt.Key.Key_Enter,
            Qt.Key.Key_Escape,
            Qt.Key.Key_Tab,
            Qt.Key.Key_Backtab,
        ):
            event.ignore()  # this key belongs to the list
            return
        ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if ctrl and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()  # this key belongs to the dialog
        elif ctrl and key == Qt.Key.Key_Space:
            self.offer()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._new_line()
        elif event.text() == "}" and not self._before().strip():
            cursor = self.textCursor()
            for _ in range(min(_INDENT, len(self._before()))):
                cursor.deletePreviousChar()
            cursor.insertText("}")
        else:
            super().keyPressEvent(event)
            if event.text().isidentifier() or event.text() == "@" or popup.isVisible():
                self.offer(self._typed())

    def _before(self) -> str:
        cursor = self.textCursor()
        return cursor.block().text()[: cursor.positionInBlock()]

    def _typed(self) -> bool:
        return self._before()[-1:].isidentifier() or self._before()[-1:] in ("@", "_")

    def _new_line(self) -> None:
        before = self._before()
        after = self.textCursor().block().text()[len(before) :]
        indent = before[: len(before) - len(before.lstrip())]
        inside = before.rstrip().endswith(("{", "[", "<"))
        cursor = self.textCursor()
        cursor.insertText("\n" + indent + " " * _INDENT * inside)
        if inside and after.lstrip()[:1] in ("}", "]", ">") and after.strip():
            at = cursor.position()
            cursor.insertText("\n" + indent)
            cursor.setPosition(at)
            self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def offer(self, wanted: bool = True) -> None:
        """Show the completions at the cursor, if there are any."""
        popup = qt.list_of(self.completer)
        if self._ask is None or not wanted:
            popup.hide()
            return
        word, offers = self._ask(self.toPlainText(), self.textCursor().position())
        if not offers or [o.name for o in offers] == [word]:
            popup.hide()
            return
        self._word, self._offers = word, {o.name: o for o in offers}
        self._names.setStringList(list(self._offers))
        box = self.cursorRect()
        box.translate(self.gutter(), 0)
        box.setWidth(popup.sizeHintForColumn(0) + popup.verticalScrollBar().sizeHint().width() + 24)
        self.completer.complete(box)
        popup.setCurrentIndex(self.completer.completionModel().index(0, 0))

    def _complete(self, name: str) -> None:
        offer = self._offers.get(name)
        if offer is None:
            return
        cursor = self.textCursor()
        cursor.beginEditBlock()
        for _ in self._word:
            cursor.deletePreviousChar()
        indent = self._before()[: len(self._before()) - len(self._before().lstrip())]
        cursor.insertText(offer.prefix.replace("\n", "\n" + indent))
        at = cursor.position()
        cursor.insertText(offer.suffix.replace("\n", "\n" + indent))
        cursor.setPosition(at)
        cursor.endEditBlock()
        self.setTextCursor(cursor)
