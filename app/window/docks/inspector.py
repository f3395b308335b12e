"""The inspector: the selection, every pin and attr with its typed value, and the last results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QSizePolicy, QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.inline_editing import new_page, with_new_page
from blockloom.app.canvas.scene.translation import documented, tr, translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.adding import describe
from blockloom.app.window.docks.common_fields import CommonForm, CommonItems, common_items
from blockloom.app.window.docks.form_fields import FieldForm, LinkLabel, ResultLinks, ValueField, is_config
from blockloom.app.window.docks.interface_panel import Interface
from blockloom.app.window.results.summaries import rows_of
from blockloom.blocks.catalogue.block_types import INTERNAL_ATTRS, SESSIONS, Attr, BlockType, Pin, native
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import Block, Frame, Note, Page, split_index
from blockloom.blocks.edits import SetValue
from blockloom.blocks.infer.inference import BlockTypes
from blockloom.blocks.infer.page_uses import usable_on
from blockloom.blocks.lower.structure import can_be_block
from blockloom.blocks.operations import normalize_value, parse_bool, value_choices, value_error
from blockloom.blocks.text.similar_names import natural
from blockloom.runtime.protocol.records import Summary

MOST = 24  # most lines of a section

Line = tuple[str, str]  # (block, text about it)
Section = tuple[str, list[Line]]
Results = Mapping[str, Mapping[str, Summary | None]]  # block -> output pin -> summary


def _value(results: Results, block: str, pin: str) -> str:
    """Return `pin = value`, or the pin alone if the last run has no value of it."""
    name, element = split_index(pin)
    rows = rows_of(name, results[block][name]) if name in results.get(block, {}) else []
    row = rows[element or 0] if len(rows) > (element or 0) else None
    return f"{pin} = {row.value}" if row is not None else pin


def page_sections(page: Page, selected: tuple[str, ...], catalogue: Catalogue, results: Results) -> list[Section]:
    """Return titled lines about the selected blocks, or if there are none, about results and state of the page."""
    if selected:
        chosen = [page.blocks[name] for name in selected if name in page.blocks]
        lines = [(b.id, f"{b.id}: {catalogue[b.type].title if b.type in catalogue else b.type}") for b in chosen[:MOST]]
        return [(tr("Blocks"), lines + _rest(len(chosen)))] if lines else []
    fetched, kept = [], []
    for block in page.blocks.values():
        if block.type in SESSIONS:
            fetched += [(w.source, w.source_pin) for w in page.into.get(block.id, {}).get("fetch_outputs", ())]
        elif (traits := traits_of(native(block.type))).with_value or traits.variable == "reference":
            pins = [pin for pin in results.get(block.id, {}) if pin != "handle"]
            kept.append((block.id, pins[0] if pins else ""))
    kept.sort(key=lambda line: natural(_named(page, line[0])))
    listed = (tr("Fetched"), list(dict.fromkeys(fetched))), (tr("Variables"), kept)
    return [
        (
            title,
            [(b, f"{_named(page, b)}.{_value(results, b, pin)}" if pin else _named(page, b)) for b, pin in some[:MOST]]
            + _rest(len(some)),
        )
        for title, some in listed
        if some
    ]


def _rest(count: int) -> list[Line]:
    """Return a line with the number of lines that a section of `count` lines leaves out; none if it shows all."""
    return [("", tr("{} more").format(count - MOST))] if count > MOST else []


def _named(page: Page, block: str) -> str:
    """Return the name of a block's node in its model, which is clearer than `kernel_17`, else its id."""
    return page.blocks[block].names.get("", block) if block in page.blocks else block


def counts(page: Page) -> str:
    """Return the numbers of items on a page, as a text."""
    found = (
        (len(page.blocks), tr("1 block"), tr("{} blocks")),
        (page.wire_count(), tr("1 wire"), tr("{} wires")),
        (len(page.frames), tr("1 frame"), tr("{} frames")),
        (len(page.notes), tr("1 note"), tr("{} notes")),
    )
    return " · ".join(
        one if count == 1 else many.format(count)
        for place, (count, one, many) in enumerate(found)
        if count or place < 2
    )


class Overview(QWidget):
    """The overview of the page in front. `goto` emits a block to be shown."""

    goto = Signal(str)

    def __init__(self, heading: str, facts: str, sections: list[Section], parent: QWidget | None = None):
        super().__init__(parent)
        self.facts = Label(facts, objectName="dim", wordWrap=True)
        column = qt.column(Label(heading, objectName="heading", wordWrap=True), self.facts, of=self, margins=0, space=4)
        self._links: list[LinkLabel] = []
        for title, lines in sections:
            column.addWidget(Label(title, objectName="section", indent=0))
            for block, text in lines:
                if not block:
                    column.addWidget(Label(text, objectName="dim", indent=0))
                    continue
                link = LinkLabel(text)
                link.clicked.connect(lambda _=False, b=block: self.goto.emit(b))
                column.addWidget(link)
                self._links.append(link)
        if not sections:
            column.addWidget(
                Label(tr("Select a block to see its pins, attributes and results."), objectName="dim", wordWrap=True)
            )

    def fill(self, facts: str, sections: list[Section]) -> None:
        """Show these facts and sections."""
        self.facts.setText(facts)
        shown = (line for _, lines in sections for line in lines if line[0])
        for link, (block, text) in zip(self._links, shown, strict=True):
            link.show_text(text)
            link.setToolTip(as_is(tr("Go to {}").format(block)))


Types = Mapping[str, Mapping[str, Any]]  # block -> output -> its type before a run


class Inspector(QScrollArea):
    """Shows a block, frame or note with its values. Changes are emitted by `edited`, for the history."""

    edited = Signal(object, str)  # edit, label
    slid = Signal(str, str, float, bool)  # block, pin or attr, value of its slider, whether the same drag continues
    page_wanted = Signal(str, str)  # block, attr: add a page as its function
    goto = Signal(str)  # block to show on the canvas
    table_wanted = Signal(str, str)  # block, output pin: show a table
    refused = Signal(str)  # why a command is refused
    text_wanted = Signal(str, str, object)  # block, pin or attr, refused text: edit the value in a dialog

    def __init__(
        self, catalogue: Catalogue, known: Callable[[str, str], BlockTypes | None], parent: QWidget | None = None
    ):
        """Create the inspector; `known` returns the types of a block of a page."""
        super().__init__(parent)
        self._known = known
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Inspector"))
        self.catalogue = catalogue
        self.page: Page | None = None
        self.selected: tuple[str, ...] = ()
        self.results: Results = {}
        self.instance = ""
        self._types: Types = {}
        self.fields: dict[str, ValueField] = {}
        self._attrs: dict[str, Any] = {}
        self._pages: list[str] = []  # pages that an attr of the block can name as its function
        self._drafts: dict[tuple[str, str, str], str] = {}  # (page, block, pin) -> refused text
        self._built: object = None
        self.interface = Interface(self)
        self.interface.edited.connect(self.edited)
        self.interface.refused.connect(self.refused)
        self.outputs: ResultLinks | None = None
        self._later = qt.timer(self, self._refresh)
        self._refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Go to the first field."""
        first = next((f for key, f in self.fields.items() if key), self.fields.get(""))
        if first is not None:
            first.setFocus()
        else:
            super().focusInEvent(event)

    def show_selection(
        self,
        page: Page | None,
        ids: set[str],
        results: Results,
        instance: str = "",
        types: Types = MappingProxyType({}),
    ) -> None:
        """Show the selection on a page.

        Args:
            page: the page in front.
            ids: the selected items.
            results: {block: {pin: Summary}}, of the `instance` if one is named.
            instance: the instance in which the page is open.
            types: types of outputs before a run.
        """
        self.page, self.selected, self.results, self.instance = page, tuple(sorted(ids, key=natural)), results, instance
        self._types = types
        self._later.start()

    def forget(self) -> None:
        """Drop all typed and refused texts: another document is open."""
        self._drafts.clear()
        self.page, self.selected, self.results = None, (), {}
        self._refresh()

    @property
    def typing(self) -> bool:
        """True if a field with the focus differs from the document."""
        return any(field.edit.hasFocus() and field.edit.text() != field.text for field in self.fields.values())

    def commit(self) -> None:
        """Commit what is being typed."""
        for field in list(self.fields.values()):
            if field.edit.hasFocus():
                field.commit()

    @property
    def shown(self) -> str:
        """The id of the item that is shown."""
        return self._built[1] if self.fields and isinstance(self._built, tuple) else ""

    @property
    def _shown_page(self) -> Page:
        """Page of the shown fields.

        Raises:
            RuntimeError: there is none.
        """
        if self.page is None:
            raise RuntimeError
        return self.page

    def refresh(self) -> None:
        """Show the values of the document after the current events."""
        self._later.start()

    def show_results(self, results: Results) -> None:
        """Show the results of a new step."""
        self.results = results
        if self.outputs is not None and len(self.selected) == 1:
            self.outputs.fill(results.get(self.selected[0], {}))
        elif not self.selected and self.page is not None:
            self._show_overview(self.page)

    def _refresh(self) -> None:
        page = self.page
        if page is None:
            self._rebuild(None, lambda column: None)
            return
        name = self.selected[0] if len(self.selected) == 1 else ""
        item = page.item(name)
        if isinstance(item, Block):
            self._show_block(page, item)
        elif item is not None:
            self._show_box(page, item)
        else:
            self._show_overview(page)

    def _show_overview(self, page: Page) -> None:
        heading = self.tr("{} selected").format(len(self.selected)) if self.selected else page.name
        facts = "" if self.selected else counts(page)
        if self.instance:
            facts = "\n".join(filter(None, (self.tr("Results of {0}").format(self.instance), facts)))
        sections = page_sections(page, self.selected, self.catalogue, self.results)
        chosen = [page.blocks[name] for name in self.selected if name in page.blocks]
        items = common_items(page, chosen, self.catalogue) if len(chosen) > 1 else CommonItems()

        def build(column: QBoxLayout) -> None:
            self._overview = Overview(heading, facts, sections)
            self._overview.goto.connect(self.goto)
            column.addWidget(self._overview)
            if any(items):
                ids = [block.id for block in chosen]
                self._common = CommonForm(
                    ids,
                    items,
                    lambda: self._shown_page,
                    self.catalogue,
                    lambda block: self._known_attrs(self._shown_page, block),
                    self.fontMetrics(),
                )
                self._common.edited.connect(self.edited)
                self.fields = self._common.fields
                column.addWidget(self._common)
            if as_block:
                column.addWidget(self.interface)
                self.interface.show()

        # A page with a Session cannot be a block.
        as_block = not self.selected and (can_be_block(page))
        lines = ((title, tuple(block or text for block, text in lines)) for title, lines in sections)
        self._rebuild((heading, "", as_block, *lines, self.selected if any(items) else (), items), build)
        self._overview.fill(facts, sections)
        if any(items):
            self._common.fill(page)
        if as_block:
            self.interface.fill(page, self.catalogue)

    def _rebuild(self, key: object, build: Callable[[QBoxLayout], None]) -> bool:
        """Replace the widgets unless they are those of `key` already."""
        if key == self._built:
            return False
        self._built, self.fields, self.outputs = key, {}, None
        self.interface.hide()
        self.interface.setParent(self)  # the panel outlives the widgets around it
        content = QWidget()
        column = qt.column(of=content, margins=8, space=6)
        build(column)
        column.addStretch(1)
        self.setWidget(content)
        return True

    def _show_box(self, page: Page, item: Frame | Note) -> None:
        def build(column: QBoxLayout) -> None:
            # Late, because it is needed only for frames and notes.
            from blockloom.app.window.docks.framefacts import BoxForm

            self.box = BoxForm(item, lambda: self._shown_page, self.fontMetrics())
            self.box.edited.connect(self.edited)
            self.box.goto.connect(self.goto)
            self.fields = self.box.fields
            column.addWidget(self.box)

        self._rebuild((page.name, item.id, type(item)), build)
        self.box.fill(page, item, self.catalogue, lambda block: self._known(page.name, block), self._types)

    def _show_block(self, page: Page, block: Block) -> None:
        block_type = self.catalogue.get(block.type)
        into = page.into.get(block.id, {})
        wired = {pin: tuple((w.source, w.source_pin) for w in wires) for pin, wires in into.items()}
        strange = tuple(block.values) if block_type is None else ()
        functions = block_type is not None and any("func" in attr.type for attr in block_type.attrs)
        pages = usable_on(self.catalogue, page.name) if functions else []
        key = page.name, block.id, block.type, tuple(sorted(wired.items())), strange, block_type, self.instance, pages
        attrs = self._known_attrs(page, block)
        self._attrs, self._pages = attrs, pages
        focused = next((name for name, f in self.fields.items() if f.edit.hasFocus()), None)
        new = self._rebuild(key, lambda column: self._build_block(column, block, block_type, wired))
        if new and focused in self.fields:
            self.fields[focused].setFocus()
        for name, field in self.fields.items():
            if name == "":
                field.set_text(block.id)
                continue
            field.set_text(block.values.get(name, ""), self._drafts.get((page.name, block.id, name)))
            field.set_slider(block.sliders.get(name))
            if block_type is not None:
                item = block_type.input(name) or block_type.attr(name)
                if item is not None:
                    field.set_placeholder(self._placeholder(block_type, item, attrs))
        if self.outputs is not None:
            self.outputs.fill(self.results.get(block.id, {}))

    def _known_attrs(self, page: Page, block: Block) -> dict[str, Any]:
        known = self._known(page.name, block.id)
        return known.attrs if known is not None else {}

    def _placeholder(self, block_type: BlockType, item: Pin | Attr, attrs: dict[str, Any]) -> str:
        if isinstance(item, Pin):
            return item.default or self.tr("optional") if item.optional else self.tr("wire, or type a value")
        if item.name in block_type.inferred or (item.required and item.type == "type"):
            value = attrs.get(item.name)
            if value is not None and item.name in attrs:
                return self.tr("inferred: {}").format(describe.default_text(value))
            follows = item.name in block_type.inferred or any(a.type == "tensor" for a in block_type.attrs)
            return self.tr("inferred") if follows else self.tr("required")  # inferred from wires, or from a value
        return self.tr("required") if item.required else describe.default_text(item.default, item.type)

    def _build_block(
        self,
        column: QBoxLayout,
        block: Block,
        block_type: BlockType | None,
        wired: dict[str, tuple[tuple[str, str], ...]],
    ) -> None:
        metrics = self.fontMetrics()
        title = qt.with_name(
            Label(block_type.title if block_type else block.type, objectName="heading"), self.tr("type")
        )
        title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        column.addWidget(title)
        form = FieldForm(column, metrics)
        self.fields[""] = form.id_field(block.id, lambda: self._shown_page, self.edited.emit)
        if block_type is None:
            if self.catalogue.version:
                column.addWidget(
                    Label(
                        self.tr("This TensorFlow has no block type {}.").format(block.type),
                        objectName="error",
                        wordWrap=True,
                    )
                )
            form = FieldForm(column, metrics, self.tr("Values"))
            for name in block.values:
                self._value_field(form, block, name, [], "", lambda text: "")
            return
        title.setToolTip(describe.doc_tooltip(documented(block_type.doc)))
        if not block_type.devices:
            column.addWidget(Label(describe.devices_of(block_type), objectName="dim", wordWrap=True))
        if block_type.deprecated:
            column.addWidget(
                Label(self.tr("Deprecated: {}").format(block_type.deprecated), objectName="error", wordWrap=True)
            )
        if block_type.inputs:
            form = FieldForm(column, metrics, self.tr("Inputs"))
            for pin in block_type.inputs:
                self._pin_row(form, block, block_type, pin, wired.get(pin.name, ()))
        if block_type.attrs:
            form = FieldForm(column, metrics, self.tr("Attributes"))
            for attr in block_type.attrs:
                tip = " · ".join(
                    filter(
                        None,
                        (
                            describe.attr_line(attr, attr.name in block_type.inferred),
                            describe.plain(documented(attr.doc)),
                        ),
                    )
                )
                offered = value_choices(attr, self._pages, self._attrs.get(attr.name))
                self._value_field(
                    form,
                    block,
                    attr.name,
                    with_new_page(attr, offered),
                    self._with_style(tip) if attr.type == "tensor" else tip,
                    self._check(block, block_type, attr.name),
                )
        known = {p.name for p in block_type.inputs} | {a.name for a in block_type.attrs}
        strange = [name for name in block.values if name not in known]
        for text, names in (
            (self.tr("Internal attributes"), [name for name in strange if name in INTERNAL_ATTRS]),
            (self.tr("Not pins of this type"), [n for n in strange if n not in INTERNAL_ATTRS]),
        ):
            if names:
                form = FieldForm(column, metrics, text)
            for name in names:
                self._value_field(form, block, name, [], self.tr("Clear it to remove it."), lambda text: "")
        if block_type.outputs:
            text = (
                self.tr("Results of {0}").format(f"{self.instance}/{block.id}") if self.instance else self.tr("Results")
            )
            column.addWidget(Label(text, objectName="section", indent=0))
            self.outputs = ResultLinks()
            self.outputs.chosen.connect(lambda pin: self.table_wanted.emit(self.selected[0], pin))
            column.addWidget(self.outputs)

    def _check(self, block: Block, block_type: BlockType, pin: str) -> Callable[[str], str]:
        """Return a function that returns the reason why a text cannot be typed into a pin or attr."""
        page = self._shown_page
        return lambda text: translated(
            value_error(page, page.blocks.get(block.id, block), block_type, self._attrs, pin, text)[0]
        )

    def _with_style(self, tip: str) -> str:
        """Return a tooltip with the notation of tensors, if there is room for it."""
        style = self.tr("Typed in: [[1, 2], [3, 4]] or {{1,2},{3,4}}; an empty tensor of any shape: [] (0, 3)")
        return f"{tip} · {style}" if len(tip) < 400 else tip

    def _pin_row(
        self, form: FieldForm, block: Block, block_type: BlockType, pin: Pin, sources: tuple[tuple[str, str], ...]
    ) -> None:
        tip = " · ".join(filter(None, (f"{pin.name}: {describe.pin_type(pin)}", describe.plain(documented(pin.doc)))))
        if not sources and pin.kind in ("tensor", "list"):
            self._value_field(
                form,
                block,
                pin.name,
                value_choices(pin),
                self._with_style(tip),
                self._check(block, block_type, pin.name),
            )
            return
        links = QWidget()
        column = qt.column(of=links, margins=0, space=0)
        for source, source_pin in sources:
            link = LinkLabel(f"{source}.{source_pin}")
            link.setToolTip(as_is(self.tr("Go to {}").format(source)))
            link.clicked.connect(lambda _=False, s=source: self.goto.emit(s))
            column.addWidget(link)
        if not sources:
            text = self.tr("optional, wires only") if pin.optional else self.tr("required, wires only")
            column.addWidget(Label(text, objectName="dim"))
        form.row(pin.name, links, tip)

    def _value_field(
        self, form: FieldForm, block: Block, key: str, options: list[str], tip: str, check: Callable[[str], str]
    ) -> None:
        page, name = self._shown_page.name, block.id
        type_ = self.catalogue.get(block.type)
        item = type_ and (type_.input(key) or type_.attr(key))
        flag = None if parse_bool(item, "") is None else lambda text: parse_bool(item, text)

        def commit(text: str | None) -> None:
            if text == new_page():
                field.set_text(self._shown_page.blocks[name].values.get(key, ""))
                self.page_wanted.emit(name, key)
                return
            self.edited.emit(
                SetValue(page, name, key, text and normalize_value(item, text)), self.tr("Set {}.{}").format(name, key)
            )

        def draft(text: str | None) -> None:
            if text is None:
                self._drafts.pop((page, name, key), None)
            else:
                self._drafts[page, name, key] = text

        unit = item.unit if isinstance(item, Attr) else ""
        if flag is not None and not isinstance(item, Attr):
            options = []  # a tensor of bools may also have several
        field = form.field(f"{key} ({unit})" if unit else key, options, tip, check, commit, flag)
        self.fields[key] = field
        field.drafted.connect(draft)
        changed = False  # whether the current drag has changed the value

        def slide(place: float, begins: bool) -> None:
            nonlocal changed
            blocks, changed = self._shown_page.blocks, changed and not begins
            was = blocks[name].values.get(key)
            self.slid.emit(name, key, place, changed)
            changed = changed or blocks[name].values.get(key) != was

        field.slid.connect(slide)
        field.always_more = is_config(block, key)

        def wide() -> None:
            field.commit()
            self.text_wanted.emit(name, key, self._drafts.pop((page, name, key), None))
            self._later.start()

        field.text_wanted.connect(wide)
