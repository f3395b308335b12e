"""Opens editors on a canvas: values, names, titles and devices of frames, texts of notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QMenu, QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.editing import Editing
from blockloom.app.canvas.look.navigation import Navigation
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.paint.painting import Painter
from blockloom.app.canvas.scene.block_layout import Spot
from blockloom.app.canvas.scene.lineedit import LONGEST
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import Attr, Pin
from blockloom.blocks.document.pages import Page
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.page_uses import usable_on
from blockloom.blocks.layout.block_rows import can_type
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.weights.document_weights import key_of

OpenText = Callable[[str, str], object]  # (block, pin)
READABLE = 11  # least size of an editor's text in pixels, at any zoom
DEVICES = ("/device:CPU:0", "/device:GPU:0", "/device:TPU:0", "/job:worker/task:0", "/job:ps/task:0")


def new_page() -> str:
    """Return the choice that makes a page for a func attr."""
    return tr("New page…")


def with_new_page(kind: Pin | Attr | None, choices: list[str]) -> list[str]:
    """Return the choices for a value; for a func attr, a new page is one of them."""
    return [*choices, new_page()] if isinstance(kind, Attr) and kind.type in ("func", "list(func)") else choices


if TYPE_CHECKING:
    from blockloom.app.canvas.edit.inline_editors import Editor, LineEditor


class InlineEditing:
    """Edits values, names and texts in place; at most one `editor` is open.

    `pointer` returns the mouse position on the screen. `open_text` edits long values elsewhere, None: here.
    """

    def __init__(
        self,
        widget: QWidget,
        editing: Editing,
        view: View,
        painter: Painter,
        navigation: Navigation,
        pointer: Callable[[], QPoint],
        open_text: OpenText | None = None,
    ):
        self._widget, self._editing, self._view, self._painter = widget, editing, view, painter
        self._navigation, self._pointer, self._fonts = navigation, pointer, editing.scene.geometry.fonts
        self.editor: Editor | None = None
        self._open_text = open_text

    @property
    def _page(self) -> Page:
        return self._editing.page

    def can_edit(self, block: str, pin: str) -> bool:
        """Return whether a value can be typed: into an attr, or an unwired pin whose dtype has literals."""
        placed_block = self._page.blocks.get(block)
        if placed_block is None or self._page.wires_into(block, pin):
            return False
        return pin in placed_block.values or can_type(self._pin_type(block, pin))

    def _pin_type(self, block: str, pin: str) -> Pin | Attr | None:
        block_type = self._editing.open_page.catalogue.get(self._page.blocks[block].type)
        return block_type and (block_type.input(pin) or block_type.attr(pin))

    def value(self, block: str, pin: str) -> None:
        """Open the editor of a pin's typed-in value, or show why there is none."""
        if not self.can_edit(block, pin):
            wires = self._page.wires_into(block, pin) if block in self._page.blocks else []
            self._editing.say(
                phrase("{0} is wired: remove the wire to type a value", f"{block}.{pin}")
                if wires
                else phrase("{0} accepts a wire, not a value", f"{block}.{pin}")
            )
            return
        pin_type, open_page = self._pin_type(block, pin), self._editing.open_page
        pages = usable_on(open_page.catalogue, open_page.name)

        def commit(text: str) -> str:
            if text == new_page():
                self._editing.page_for(block, pin)
                return ""
            have, known = self._page.blocks.get(block), open_page.inference.current().known.get(block)
            if have is None:  # the block was removed while its value was edited
                return ""
            reason, _ = (
                operations.value_error(
                    self._page, have, open_page.catalogue.get(have.type), known.attrs if known else {}, pin, text
                )
                if text.strip()
                else ("", 0)
            )
            if not reason:
                self._editing.set_value(
                    block, pin, operations.normalize_value(pin_type, text) if text.strip() else None
                )
            return translated(reason)

        self._begin(block)
        slot = self._editing.scene.slot[block]
        spot = self._editing.scene.layouts[slot].spot(pin, "input", "attr", "unknown")
        text, box, font = self._page.blocks[block].values.get(pin, ""), self._field(slot, spot), self._fonts.value
        many = "\n" in text or pin == "config" or len(text) > LONGEST or key_of(text) is not None
        if many and self._open_text is not None:
            self._open_text(block, pin)
        elif many:
            self._text(self._enlarged(self._view.rect_to_widget(box)), text, font, commit)
            self._editing.say(phrase("Ctrl+Enter: apply · Esc: cancel"))
        else:
            self._line(
                box,
                text,
                font,
                commit,
                lambda step: self._next_field(block, pin, step),
                with_new_page(pin_type, operations.value_choices(pin_type, pages, self._inferred_value(block, pin))),
            )

    def _inferred_value(self, block: str, attr: str) -> object:
        """Return the value that the wires of a block determine for an attr."""
        known = self._editing.open_page.inference.current().known.get(block)
        return known.attrs.get(attr) if known is not None else None

    def attrs(self, block: str) -> None:
        """Show a menu of the attributes behind a symbol's pin `attrs`, to choose which to edit."""
        layout = self._editing.scene.layouts[self._editing.scene.slot[block]]
        values, menu = self._page.blocks[block].values, QMenu(self._widget)
        for attr in layout.unlisted_attrs():
            text = values.get(attr.name, "" if attr.default is None else str(attr.default))
            text = " ".join(text[:200].split())
            shown = self._widget.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, 240)
            menu.addAction(f"{attr.name} = {shown}", qt.call(self.value, block, attr.name))
        if menu.isEmpty():
            self._editing.say(phrase("{0} has no other attributes", block))
            menu.deleteLater()
            return
        qt.popup(menu, self._pointer())

    def _field(self, slot: int, spot: Spot | None) -> QRectF:
        """Return the rectangle of a value, in canvas coordinates; of one that is not shown, the title."""
        layout = self._editing.scene.layouts[slot]
        box = spot.field if spot is not None else None
        if box is None and spot is not None and layout.shape is not None:
            box = QRectF(min(spot.x + 8, layout.width - 70), spot.y - 8, 70, 16)
        elif box is None:
            box = (
                QRectF(spot.x + 60, spot.y - 8, layout.width - spot.x - 64, 16)
                if spot is not None
                else (QRectF(10, 24, layout.width - 20, 16))
            )
        return box.translated(*self._editing.scene.pos[slot])

    def _next_field(self, block: str, pin: str, step: int) -> None:
        names = self._fields(block)
        i = names.index(pin) + step if pin in names else 0
        if 0 <= i < len(names):
            self.value(block, names[i])
        else:
            self._widget.setFocus()

    def _fields(self, block: str) -> list[str]:
        """Return the pins of a block that can be typed into, from the top."""
        layout = self._editing.scene.layouts[self._editing.scene.slot[block]]
        return [s.name for s in layout.spots if s.role in ("input", "attr", "unknown") and self.can_edit(block, s.name)]

    def first(self) -> bool:
        """Edit the first value of the selected block. Return False unless exactly one item is selected."""
        self.close()  # closing an editor may rename the block
        names = self._editing.selection()
        name = next(iter(names), "") if len(names) == 1 else ""
        if name in self._page.notes or name in self._page.frames:
            self.text_of(name)
        elif name:
            fields = self._fields(name)
            if fields:
                self.value(name, fields[0])
            else:
                self._editing.say(phrase("{0} has no value to type", name))
        return bool(name)

    def first_name(self) -> bool:
        """Edit the name of the selected block, the title of the frame, or the text of the note.

        Returns:
            False unless exactly one of them is selected.
        """
        self.close()
        names = self._editing.selection()
        name = next(iter(names), "") if len(names) == 1 else ""
        if name in self._editing.scene.slot:
            self.name(name)
            return True
        return self.first()

    def name(self, block: str) -> None:
        """Open an editor for the name of a block on its title."""

        def commit(text: str) -> str:
            try:
                change = operations.rename(self._page, block, text)
                if change is not None:
                    self._editing.open_page.history.do(change.edit, translated(change.label))
            except EditError as error:
                return translated(error)
            return ""

        self._begin(block)
        slot, scene = self._editing.scene.slot[block], self._editing.scene
        box = QRectF(10, 6, scene.layouts[slot].width - 20, 18).translated(*scene.pos[slot])
        self._line(box, block, self._fonts.title, commit)

    def text_of(self, name: str) -> None:
        """Edit the title of a frame, or the text of a note."""
        if name in self._page.frames:
            self.frame(name)
        else:
            self.note(name)

    def frame(self, name: str, what: str = "title") -> None:
        """Edit a frame's title in place, or its device; Tab switches between them."""
        set_text = operations.set_device if what == "device" else operations.set_title

        def commit(text: str) -> str:
            self._editing.run(set_text, self._page, name, text)
            return ""

        frame = self._page.frames[name]
        self.close()
        self._editing.selection.choose({name})
        rect = self._editing.scene.rect_of(frame)
        other = "device" if what == "title" else "title"
        editor = self._line(
            QRectF(rect.x() + 24, rect.y() + 4, rect.width() - 34, 20),
            getattr(frame, what),
            self._fonts.note,
            commit,
            lambda _: self.frame(name, other),
            DEVICES if what == "device" else (),
        )
        editor.setPlaceholderText(tr("Device, such as /device:GPU:0") if what == "device" else tr("Title"))

    def note(self, name: str) -> None:
        """Edit a note's text in place."""

        def commit(text: str) -> str:
            self._editing.run(operations.set_note_text, self._page, name, text)
            return ""

        note = self._page.notes[name]
        self.close()
        box = self._view.rect_to_widget(QRectF(note.x, note.y, note.width, note.height))
        self._text(box, note.text, self._fonts.note, commit)

    def close(self) -> None:
        """Close the open editor, keeping its text if it is valid."""
        if self.editor is not None:
            self.editor.leave()

    def _begin(self, block: str) -> None:
        """Prepare for editing a part of a block."""
        self.close()
        self._editing.selection.choose({block})
        self._navigation.show(block)

    def _line(
        self,
        box: QRectF,
        text: str,
        font: QFont,
        commit: Callable[[str], str],
        next_field: Callable[[int], None] | None = None,
        words: Sequence[str] = (),
    ) -> LineEditor:
        """Open an editor of one line over an area of the page."""
        # Late, because it is needed only for typed values.
        from blockloom.app.canvas.edit.inline_editors import LineEditor

        self.editor = editor = LineEditor(
            self._widget,
            self._view.rect_to_widget(box),
            text,
            self._scaled(font),
            self._painter.theme,
            commit,
            self._closed,
            next_field,
            words,
        )
        return editor

    def _text(self, box: QRectF, text: str, font: QFont, commit: Callable[[str], str]) -> None:
        """Open an editor of many lines over an area of the widget."""
        from blockloom.app.canvas.edit.inline_editors import NoteEditor

        self.editor = NoteEditor(self._widget, box, text, self._scaled(font), self._painter.theme, commit, self._closed)

    def _enlarged(self, box: QRectF) -> QRectF:
        """Return the rectangle for editing many lines: below the field, within the widget."""
        width, height = self._widget.width(), self._widget.height()
        wide, high = min(480.0, width - 8.0), min(340.0, height - 8.0)
        return QRectF(max(4.0, min(box.x(), width - wide - 4)), max(4.0, min(box.y(), height - high - 4)), wide, high)

    def _scaled(self, font: QFont) -> QFont:
        font = QFont(font)
        font.setPixelSize(max(READABLE, round(font.pixelSize() * self._view.scale)))
        return font

    def _closed(self) -> None:
        had: QWidget | None = self.editor
        self.editor = None
        if had is not None and had.hasFocus():
            self._widget.setFocus()
