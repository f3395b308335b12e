"""Opening the inline editors of a canvas."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QMenu, QWidget

from blockloom.app.canvas.commands.framing import DEVICES
from blockloom.app.canvas.geometry import Spot, can_type
from blockloom.app.canvas.lineedit import LONGEST
from blockloom.app.canvas.words import tr, translated
from blockloom.blocks.catalogue import Attr, Pin
from blockloom.blocks.document import ID
from blockloom.blocks.edits import EditError, Replace, rename

if TYPE_CHECKING:
    from blockloom.app.canvas.inline_editors import LineEditor, NoteEditor
    from blockloom.app.canvas.widget import Canvas

READABLE = 11   # pixels: an editor's text is at least this large, however small the zoom


class Editing:
    """Mixed into the canvas. At most one editor is open."""

    editor: LineEditor | NoteEditor | None = None
    open_text: Callable[[str, str], object] | None = None   # opens a value of many lines (block, pin) elsewhere

    def can_edit(self: Canvas, block: str, pin: str) -> bool:
        """Whether a value can be typed there: an attr, or an unwired pin whose tensor has a spelling."""
        have = self.page.blocks.get(block)
        type_ = have and self.catalogue.get(have.type)
        if have is None:
            return False
        if pin in have.values and not self.page.wires_into(block, pin):
            return True
        if type_ is None or self.page.wires_into(block, pin):
            return False
        return can_type(type_.input(pin) or type_.attr(pin))

    def edit_value(self: Canvas, block: str, pin: str) -> None:
        """Open the editor of a pin's typed-in value. Says why where there is none to edit."""
        from blockloom.app.canvas.inline_editors import (  # with the first value that is typed
            LineEditor,
            NoteEditor,
            check_value,
            choices,
        )
        if not self.can_edit(block, pin):
            wired = self.page.wires_into(block, pin) if block in self.page.blocks else []
            text = (self.tr("{0} is wired: take the wire off to type a value") if wired
                    else self.tr("{0} takes a wire, not a value"))
            self.said.emit(text.format(f"{block}.{pin}"))
            return
        slot = self.scene.slot[block]
        spot = self.scene.layouts[slot].spot(pin, "input", "attr", "unknown")
        type_ = self.catalogue.get(self.page.blocks[block].type)
        kind = type_ and (type_.input(pin) or type_.attr(pin))
        dtype = self._wanted(block, kind)
        pages = [name for name in self.history.document.pages if name != self.page_name]

        def commit(text: str) -> str:
            reason = check_value(kind, text, dtype) if text.strip() and kind is not None else ""
            if not reason:
                self.set_value(block, pin, text if text.strip() else None)
            return reason

        self.close_editor()
        self.choose({block})
        self._show(block)
        text = self.page.blocks[block].values.get(pin, "")
        box, font = self.view.rect_to_widget(self._field(slot, spot)), self._scaled(self.fonts.value)
        many = "\n" in text or pin == "config" or len(text) > LONGEST
        if many and self.open_text is not None:
            self.open_text(block, pin)
        elif many:
            self.editor = NoteEditor(self, self._roomy(box), text, font, self.theme, commit, self._closed)
            self.said.emit(self.tr("Ctrl+Enter keeps the text, Escape leaves it as it was"))
        else:
            self.editor = LineEditor(self, box, text, font, self.theme, commit, self._closed,
                                     lambda step: self._next_field(block, pin, step), choices(kind, pages))

    def edit_attrs(self: Canvas, block: str) -> None:
        """The attributes behind a symbol's pin `attrs`, to choose which to edit."""
        layout, values = self.scene.layouts[self.scene.slot[block]], self.page.blocks[block].values
        menu = QMenu(self)
        for attr in layout.others():
            text = values.get(attr.name, "" if attr.default is None else str(attr.default))
            shown = self.fontMetrics().elidedText(" ".join(text[:200].split()), Qt.TextElideMode.ElideRight, 240)
            menu.addAction(f"{attr.name} = {shown}", lambda name=attr.name: self.edit_value(block, name))
        if menu.isEmpty():
            self.said.emit(self.tr("{0} has no other attributes").format(block))
            menu.deleteLater()
            return
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(self.view.to_widget(self.pointer).toPoint()))

    def _roomy(self: Canvas, box: QRectF) -> QRectF:
        """Where a text of many lines is edited: below the field, as far as the widget reaches."""
        wide, high = min(480.0, self.width() - 8.0), min(340.0, self.height() - 8.0)
        return QRectF(max(4.0, min(box.x(), self.width() - wide - 4)), max(4.0, min(box.y(), self.height() - high - 4)),
                      wide, high)

    def _field(self: Canvas, slot: int, spot: Spot | None) -> QRectF:
        """Where the value is drawn, in canvas coordinates; for one that is not shown, the block's title."""
        layout = self.scene.layouts[slot]
        box = spot.field if spot is not None else None
        if box is None and spot is not None and layout.shape is not None:
            box = QRectF(min(spot.x + 8, layout.width - 70), spot.y - 8, 70, 16)
        elif box is None:
            box = QRectF(spot.x + 60, spot.y - 8, layout.width - spot.x - 64, 16) if spot is not None else (
                QRectF(10, 24, layout.width - 20, 16))
        return box.translated(*self.scene.pos[slot])

    def _wanted(self: Canvas, block: str, pin: Pin | Attr | None) -> str | None:
        """The dtype that a value must have, where that is known before it is typed."""
        if not isinstance(pin, Pin):
            return None
        if pin.dtype or not pin.type_attr:
            return pin.dtype
        typed = pin.type_attr in self.page.blocks[block].values
        type_ = self.catalogue[self.page.blocks[block].type]
        others = any(p.type_attr == pin.type_attr and self.page.wires_into(block, p.name) for p in type_.inputs)
        known = self.rules().inference.known.get(block)
        found = known.attrs.get(pin.type_attr) if known and (typed or others) else None
        return found if isinstance(found, str) else None

    def _next_field(self: Canvas, block: str, pin: str, step: int) -> None:
        names = self._fields(block)
        if not names:
            self.setFocus()
            return
        i = names.index(pin) + step if pin in names else 0
        if 0 <= i < len(names):
            self.edit_value(block, names[i])
        else:
            self.setFocus()

    def _fields(self: Canvas, block: str) -> list[str]:
        """The pins of a block that can be typed into, from the top."""
        layout = self.scene.layouts[self.scene.slot[block]]
        return [s.name for s in layout.spots if s.role in ("input", "attr", "unknown") and self.can_edit(block, s.name)]

    def edit_first(self: Canvas) -> bool:
        """Edit the first value of the selected block. False unless exactly one thing is selected."""
        names = self.selection()
        name = next(iter(names), "") if len(names) == 1 else ""
        if name in self.scene.notes:
            self.edit_note(name)
        elif name in self.scene.frames:
            self.edit_frame(name)
        elif name:
            fields = self._fields(name)
            if fields:
                self.edit_value(name, fields[0])
            else:
                self.said.emit(self.tr("{0} has no value to type").format(name))
        return bool(name)

    def rename_first(self: Canvas) -> bool:
        """Edit the name of the selected block, the title of the frame, the text of the note. False unless exactly one
        of them is selected."""
        names = self.selection()
        name = next(iter(names), "") if len(names) == 1 else ""
        if name in self.scene.slot:
            self.edit_name(name)
            return True
        return self.edit_first()

    def edit_name(self: Canvas, block: str) -> None:
        """Rename a block where its title stands."""
        from blockloom.app.canvas.inline_editors import LineEditor

        def commit(text: str) -> str:
            text = text.strip()
            if text == block:
                return ""
            if not ID.fullmatch(text):
                return self.tr("A name has letters, digits, _ and - only")
            try:
                self.history.do(rename(self.page, block, text), tr("Rename {0} to {1}").format(block, text))
            except EditError as error:
                return translated(error)
            return ""

        self.close_editor()
        self.choose({block})
        self._show(block)
        slot = self.scene.slot[block]
        box = QRectF(10, 6, self.scene.layouts[slot].width - 20, 18).translated(*self.scene.pos[slot])
        self.editor = LineEditor(self, self.view.rect_to_widget(box), block, self._scaled(self.fonts.title), self.theme,
                                 commit, self._closed)

    def edit_frame(self: Canvas, name: str, what: str = "title") -> None:
        """Edit a frame's title in place, or its device; Tab goes from one to the other."""
        from blockloom.app.canvas.inline_editors import LineEditor
        frame = self.page.frames[name]
        text = getattr(frame, what)

        def commit(text: str) -> str:
            have = self.page.frames.get(name)
            if have is not None and text.strip() != getattr(have, what):
                label = tr("Set the device of {0}") if what == "device" else tr("Set the title of {0}")
                self.do(Replace(self.page_name, have._replace(**{what: text.strip()})), label.format(name))
            return ""

        self.close_editor()
        self.choose({name})
        rect = self.scene.rect_of(frame)
        box = QRectF(rect.x() + 24, rect.y() + 4, rect.width() - 34, 20)
        other = "device" if what == "title" else "title"
        self.editor = LineEditor(self, self.view.rect_to_widget(box), text, self._scaled(self.fonts.note), self.theme,
                                 commit, self._closed, lambda _: self.edit_frame(name, other),
                                 DEVICES if what == "device" else ())
        self.editor.setPlaceholderText(self.tr("Device, as /device:GPU:0") if what == "device" else self.tr("Title"))

    def edit_note(self: Canvas, name: str) -> None:
        """Edit a note's text in place."""
        from blockloom.app.canvas.inline_editors import NoteEditor
        note = self.page.notes[name]

        def commit(text: str) -> str:
            have = self.page.notes.get(name)
            if have is not None and text != have.text:
                self.do(Replace(self.page_name, have._replace(text=text)), tr("Write {0}").format(name))
            return ""

        self.close_editor()
        box = QRectF(note.x, note.y, note.width, note.height)
        self.editor = NoteEditor(self, self.view.rect_to_widget(box), note.text, self._scaled(self.fonts.note),
                                 self.theme, commit, self._closed)

    def _scaled(self: Canvas, font: QFont) -> QFont:
        font = QFont(font)
        font.setPixelSize(max(READABLE, round(font.pixelSize() * self.view.scale)))
        return font

    def _show(self: Canvas, block: str) -> None:
        """Bring a block into view unless it is."""
        slot = self.scene.slot[block]
        box = self.view.rect_to_widget(QRectF(*self.scene.pos[slot], *self.scene.size[slot]))
        if not QRectF(self.rect()).contains(box):
            self.center_on(QRectF(*self.scene.pos[slot], *self.scene.size[slot]).center())

    def close_editor(self) -> None:
        """Close the open editor, keeping what was typed where it is valid."""
        if self.editor is not None:
            self.editor.leave()

    def _closed(self: Canvas) -> None:
        had: QWidget | None = self.editor
        self.editor = None
        if had is not None and had.hasFocus():
            self.setFocus()
