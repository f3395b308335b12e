"""A frame or a note in the inspector."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPlainTextEdit, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.window.docks.form_fields import FieldForm, ValueField
from blockloom.app.window.docks.framefacts import FrameFacts, Types
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Frame, Note, Page
from blockloom.blocks.edits import Replace
from blockloom.blocks.infer.inference import BlockTypes


class BoxForm(QWidget):
    """Its id; the title and device of a frame, with what lies inside; the text of a note."""

    edited = Signal(object, str)  # edit, label
    goto = Signal(str)  # a block that is wanted on the canvas

    def __init__(self, item: Frame | Note, page: Callable[[], Page], metrics: QFontMetrics):
        """`page` gives the page of the item as it is now, `metrics` are those of the texts."""
        super().__init__()
        self._page, self._item = page, item
        column = qt.column(of=self, margins=0, space=6)
        form = FieldForm(column, metrics, self.tr("Frame") if isinstance(item, Frame) else self.tr("Note"))
        self.fields: dict[str, ValueField] = {"": form.id_field(item.id, page, self.edited.emit)}
        if isinstance(item, Frame):
            for key, label, tip in (
                ("title", self.tr("title"), self.tr("Prefixes the names of the blocks inside.")),
                ("device", self.tr("device"), self.tr("Where the blocks inside run, such as /CPU:0.")),
            ):
                self.fields[key] = form.field(label, [], tip, lambda text: "", partial(self._set, key))
            self.facts = FrameFacts()
            self.facts.goto.connect(self.goto)
            column.addWidget(self.facts)
            return
        self._text = qt.named(QPlainTextEdit(item.text, tabChangesFocus=True), self.tr("Text of the note"))
        column.addWidget(self._text)
        apply = QToolButton(text=self.tr("Apply"))
        apply.clicked.connect(lambda: self._change(text=self._text.toPlainText()))
        column.addLayout(qt.line(None, apply))

    def _set(self, key: str, text: str | None) -> None:
        self._change(**{key: text or ""})

    def _change(self, **fields: Any) -> None:
        page, name = self._page(), self._item.id
        box = (page.frames if isinstance(self._item, Frame) else page.notes).get(name)
        if box is not None:
            self.edited.emit(Replace(page.name, box._replace(**fields)), self.tr("Change {}").format(name))

    def fill(
        self,
        page: Page,
        item: Frame | Note,
        catalogue: Catalogue,
        known: Callable[[str], BlockTypes | None],
        types: Types,
    ) -> None:
        """Show the item as it is: see FrameFacts."""
        for key, field in self.fields.items():
            field.set_text(getattr(item, key) if key else item.id)
        if isinstance(item, Frame):
            self.facts.fill(page, item.id, catalogue, known, types)
        elif self._text.toPlainText() != item.text and not self._text.hasFocus():
            self._text.setPlainText(item.text)
