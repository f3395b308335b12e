"""A page of the help as it is read: Markdown in the colours of the theme, with pictures as wide as there is room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QImage,
    QMouseEvent,
    QResizeEvent,
    Qt,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from blockloom.app import qt
from blockloom.app.help import help_pages
from blockloom.app.window.widgets.theming import Theming

_MARGIN, _CELL = 18.0, 5.0  # pixels
# Of a table right behind code, Qt takes the first cell for code.
_APART = re.compile(r"(?m)^(`{3,}\n\n)(?=\|)")
_FENCE, _LEVEL = QTextFormat.Property.BlockCodeFence, QTextFormat.Property.BlockQuoteLevel


class HelpText(QTextBrowser):
    """Shows a page. Nothing is fetched for it: pictures are those that are shipped. `turned` tells of the buttons of
    a mouse that go back (-1) and forward (1).
    """

    turned = Signal(int)

    def __init__(self, theming: Theming):
        super().__init__(openLinks=False, frameShape=QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Page of the help"))
        self._theming, self._shown, self._html, self._pictures = theming, "", False, False
        self._wide = qt.timer(self, self.colour, 100)
        self.document().setDocumentMargin(_MARGIN)
        # Always there: one that comes and goes changes how wide pictures are, and so whether it is needed.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def show_page(self, text: str, slug: str = "", html: bool = False) -> None:
        """Show Markdown or HTML from its beginning, or from one of its headings."""
        self._shown, self._html, self._pictures = text, html, False
        self.document().clear()
        if html:
            self.setHtml(text)
        else:
            self.setMarkdown(_APART.sub("\\1\u200b\n\n", text))
        self._dress()
        self.go_to(slug)

    def go_to(self, slug: str) -> None:
        """Scroll to a heading, where there is one; else to the top."""
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)
        found = next((block for block, name in self._headings() if name == slug), None) if slug else None
        if found is not None:
            self.setTextCursor(QTextCursor(found))
            top = self.document().documentLayout().blockBoundingRect(found).top()
            self.verticalScrollBar().setValue(int(top - _MARGIN / 2))

    def colour(self) -> None:
        """Show the same again, where it was: the theme or the width is another one."""
        at = self.verticalScrollBar().value()
        self.show_page(self._shown, html=self._html)
        self.verticalScrollBar().setValue(at)

    def _blocks(self) -> Iterator[QTextBlock]:
        block = self.document().begin()
        while block.isValid():
            yield block
            block = block.next()

    def _headings(self) -> Iterator[tuple[QTextBlock, str]]:
        """Headings with what links call them."""
        slugs = help_pages.Slugs()
        for block in self._blocks():
            if block.blockFormat().headingLevel():
                yield block, slugs.of(block.text())

    def _dress(self) -> None:
        """Grounds behind code and notes, lines around cells."""
        colours, cursor = self._theming.colours, QTextCursor(self.document())
        ground = QColor(colours.field)
        fixed = QTextCharFormat()
        fixed.setFontFamilies(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families())
        cursor.beginEditBlock()
        for block in self._blocks():
            form = block.blockFormat()
            fenced, noted = form.hasProperty(_FENCE), form.intProperty(_LEVEL) > 0
            if fenced or noted:
                form.setBackground(ground if fenced else QColor(colours.raised))
                form.setLeftMargin(_MARGIN / 2)
                form.setRightMargin(_MARGIN / 2)
                form.setNonBreakableLines(False)  # long lines are read without scrolling
                cursor.setPosition(block.position())
                cursor.setBlockFormat(form)
            elif form.headingLevel() > 1:
                form.setTopMargin(_MARGIN)
                form.setBottomMargin(_MARGIN / 3)
                cursor.setPosition(block.position())
                cursor.setBlockFormat(form)
            if fenced:
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(fixed)
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                table = frame.format().toTableFormat()
                table.setBorder(1)
                table.setBorderBrush(QColor(colours.border))
                table.setBorderStyle(table.BorderStyle.BorderStyle_Solid)
                table.setBorderCollapse(True)
                table.setCellPadding(_CELL)
                table.setTopMargin(_CELL)
                table.setBottomMargin(_CELL)
                table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
                frame.setFormat(table)
        cursor.endEditBlock()

    def loadResource(self, kind: int, url: QUrl | str) -> object:
        """A picture of the documentation, at most as wide as the text; nothing else."""
        url = QUrl(url)
        path = Path(url.toLocalFile()) if url.isLocalFile() else None
        if kind != QTextDocument.ResourceType.ImageResource or path is None or help_pages.ROOT not in path.parents:
            return QImage()
        self._pictures = True
        picture = QImage(str(path))
        room = self.viewport().width() - 2 * _MARGIN - 4
        if picture.width() > room > 0:
            ratio = self.devicePixelRatio()
            picture = picture.scaledToWidth(int(room * ratio), Qt.TransformationMode.SmoothTransformation)
            picture.setDevicePixelRatio(ratio)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._pictures and event.size().width() != event.oldSize().width():
            self._wide.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        by = {Qt.MouseButton.BackButton: -1, Qt.MouseButton.ForwardButton: 1}.get(event.button(), 0)
        if by:
            self.turned.emit(by)
        else:
            super().mouseReleaseEvent(event)
