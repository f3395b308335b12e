"""The values that several selected blocks have in common, in the inspector: a change sets them in all blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import documented, tr, translated
from blockloom.app.window.adding import describe
from blockloom.app.window.docks.form_fields import FieldForm, ValueField
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import LIST, TENSOR, Block, Page
from blockloom.blocks.edits import CompositeEdit, SetValue
from blockloom.blocks.operations import normalize_value, parse_bool, value_choices, value_error


class CommonItems(NamedTuple):
    """The inputs without a wire and the attrs that all of some blocks have, as those of the first block."""

    inputs: tuple[Pin, ...] = ()
    attrs: tuple[Attr, ...] = ()

    @property
    def every(self) -> list[Pin | Attr]:
        """Return the inputs, then the attrs."""
        return [*self.inputs, *self.attrs]


def common_items(page: Page, blocks: Sequence[Block], catalogue: Catalogue) -> CommonItems:
    """Return the values that can be set in all of the blocks."""
    first, *others = dict.fromkeys(block.type for block in blocks)
    types = [catalogue.get(name) for name in (first, *others)]
    known = [one for one in types if one is not None]
    if len(known) < len(types):
        return CommonItems()
    wired = {pin for block in blocks for pin, wires in page.into.get(block.id, {}).items() if wires}

    def is_common(item: Pin | Attr) -> bool:
        found = [one.input(item.name) if isinstance(item, Pin) else one.attr(item.name) for one in known]
        return all(one is not None and _sort(one) == _sort(item) for one in found)

    return CommonItems(
        tuple(
            pin for pin in known[0].inputs if pin.kind in (TENSOR, LIST) and pin.name not in wired and is_common(pin)
        ),
        tuple(attr for attr in known[0].attrs if "func" not in attr.type and is_common(attr)),
    )


def _sort(item: Pin | Attr) -> object:
    """Return the sort of values that an item takes."""
    return (item.kind, item.list) if isinstance(item, Pin) else item.type


class CommonForm(QWidget):
    """A form with the common values of blocks. A field is empty if the values differ: Del clears them."""

    edited = Signal(object, str)  # edit, label

    def __init__(
        self,
        blocks: Sequence[str],
        items: CommonItems,
        page: Callable[[], Page],
        catalogue: Catalogue,
        attrs_of: Callable[[Block], dict[str, Any]],
        metrics: QFontMetrics,
    ):
        """Create the form.

        Args:
            blocks: the ids of the blocks.
            items: their common items.
            page: returns the present page.
            catalogue: the block types.
            attrs_of: returns the known attrs of a block.
            metrics: the metrics of the texts.
        """
        super().__init__()
        self._ids, self._items, self._page, self._catalogue, self._attrs_of = blocks, items, page, catalogue, attrs_of
        self.fields: dict[str, ValueField] = {}
        column = qt.column(of=self, margins=0, space=6)
        for title, some in ((self.tr("Common inputs"), items.inputs), (self.tr("Common attributes"), items.attrs)):
            if some:
                form = FieldForm(column, metrics, title)
                self.fields |= {item.name: self._field(form, item) for item in some}

    def fill(self, page: Page) -> None:
        """Show the values of the blocks."""
        blocks = self._blocks(page)
        for item in self._items.every:
            texts = {block.values.get(item.name, "") for block in blocks}
            field = self.fields[item.name]
            if len(texts) == 1:
                field.set_placeholder(describe.default_text(item.default, item.type) if isinstance(item, Attr) else "")
                field.set_text(*texts)
            else:
                field.set_placeholder(self.tr("(several values)"))
                field.set_several()

    def _blocks(self, page: Page) -> list[Block]:
        return [page.blocks[name] for name in self._ids if name in page.blocks]

    def _field(self, form: FieldForm, item: Pin | Attr) -> ValueField:
        name = item.name

        def item_of(block: Block) -> tuple[BlockType | None, Pin | Attr | None]:
            type_ = self._catalogue.get(block.type)
            return type_, type_ and (type_.input(name) if isinstance(item, Pin) else type_.attr(name))

        def check(text: str) -> str:
            page = self._page()
            for block in self._blocks(page):
                why, _ = value_error(page, block, item_of(block)[0], self._attrs_of(block), name, text)
                if why:
                    return tr("{0}: {1}").format(block.id, translated(why))
            return ""

        def commit(text: str | None) -> None:
            page = self._page()
            edits = [
                SetValue(page.name, block.id, name, text and normalize_value(item_of(block)[1], text))
                for block in self._blocks(page)
                if block.values.get(name) != text
            ]
            self.edited.emit(CompositeEdit(tuple(edits)), self.tr("Set {} of {} blocks").format(name, len(edits)))

        choices = [value_choices(item_of(block)[1]) for block in self._blocks(self._page())]
        shared = [choice for choice in choices[0] if all(choice in other for other in choices[1:])]
        about = describe.attr_line(item, False) if isinstance(item, Attr) else f"{name}: {describe.pin_type(item)}"
        clears = self.tr("Del clears several values")
        tip = " · ".join(filter(None, (about, describe.plain(documented(item.doc)), clears)))
        flag = None if parse_bool(item, "") is None else lambda text: parse_bool(item, text)
        if flag is not None and not isinstance(item, Attr):
            shared = []  # a tensor of bools may also have several
        field = form.field(name, shared, tip, check, commit, flag)
        field.has_dialog = False
        return field
