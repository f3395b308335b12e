"""Colours of blocks (their outline) and notes (their ground), from a menu. Each change is one edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QColorDialog, QMenu

from blockloom.app.canvas.commands.actions import several
from blockloom.app.canvas.words import tr
from blockloom.blocks.edits import Edit, Many, Paint, Replace

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas


def _colours() -> list[tuple[str, str]]:
    """Names and colours that can be told apart on light and dark ground."""
    return [(tr("Red"), "#e05c5c"), (tr("Orange"), "#e08e3c"), (tr("Yellow"), "#d0b83c"), (tr("Green"), "#4caf50"),
            (tr("Turquoise"), "#2fb5a5"), (tr("Blue"), "#4a90e0"), (tr("Purple"), "#9a6fd8"), (tr("Grey"), "#9a9a9a")]


class Colouring:
    """Mixed into the canvas."""

    def colour_menu(self: Canvas) -> QMenu:
        """The colours that the selection can have. Showing it is the caller's."""
        menu = QMenu(tr("Colour"), self)
        for name, text in _colours():
            swatch = QPixmap(16, 16)
            swatch.fill(QColor(text))
            menu.addAction(QIcon(swatch), name, lambda t=text: self.paint_selection(t))
        menu.addSeparator()
        menu.addAction(tr("Another …"), self._ask_colour)
        menu.addAction(tr("That of the theme"), lambda: self.paint_selection(""))
        return menu

    def choose_colour(self: Canvas) -> None:
        """Ask which colour the selection is to have."""
        if not self._paintable():
            self.said.emit(self.tr("Select the blocks or notes that are to have a colour"))
            return
        menu = self.colour_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(QPointF(self.rect().center()).toPoint()))

    def _paintable(self: Canvas) -> list[str]:
        return sorted(n for n in self.members(self.selection()) if n in self.page.blocks or n in self.page.notes)

    def _ask_colour(self: Canvas) -> None:
        blocks = [self.page.blocks[n] for n in self._paintable() if n in self.page.blocks]
        color = QColorDialog.getColor(QColor(blocks[0].color if blocks else ""), self, tr("Colour"))
        if color.isValid():
            self.paint_selection(color.name())

    def paint_selection(self: Canvas, color: str) -> None:
        """Give the selected blocks and notes, and those in selected frames, a colour `#rrggbb`; "": the theme's."""
        page, names = self.page, self._paintable()
        blocks = [n for n in names if n in page.blocks and page.blocks[n].color != color]
        parts: list[Edit] = [Paint(self.page_name, dict.fromkeys(blocks, color))] if blocks else []
        parts += [Replace(self.page_name, page.notes[n]._replace(fill=color)) for n in names
                  if n in page.notes and page.notes[n].fill != color]
        if parts:
            self.do(parts[0] if len(parts) == 1 else Many(tuple(parts)),
                    several(names, tr("Colour {0}"), tr("Colour {0} items")))
