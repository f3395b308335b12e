"""Frames and notes in the inspector: the inputs, outputs, contents and operations of a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPlainTextEdit, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas.page.marks import typed
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import Label, as_is
from blockloom.app.window.docks.form_fields import FieldForm, LinkLabel, ValueField
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Frame, Note, Page, split_index
from blockloom.blocks.edits import Replace
from blockloom.blocks.infer.inference import BlockTypes
from blockloom.blocks.layout.collapsed_frames import Pin, ports
from blockloom.blocks.lower.cost import Cost, cost
from blockloom.blocks.operations import with_frame_members

MOST = 12  # most lines of a section

Types = Mapping[str, Mapping[str, Any]]  # block -> output -> its type


class FrameFacts(QWidget):
    """Lines with the pins at the edges of a frame, each with its type, its parameters and its operations.

    `goto` emits a block to show.
    """

    goto = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []  # shown lines
        self._shown: object = None
        self._column = qt.column(of=self, margins=0, space=2)

    def fill(
        self, page: Page, frame: str, catalogue: Catalogue, known: Callable[[str], BlockTypes | None], types: Types
    ) -> None:
        """Show a frame of a page. `known` returns the inferred types of a block, `types` are those of its outputs."""

        def outputs(block: str) -> Iterable[str]:
            kind = catalogue.get(page.blocks[block].type)
            return [pin.name for pin in kind.outputs] if kind is not None else ()

        def type_of(block: str, pin: str) -> Any:
            stem, element = split_index(pin)
            found = types.get(block, {}).get(pin if element is None else stem)
            if element is None or not found:
                return found
            return found[element] if element < len(found) else None

        def shape_of(block: str, pin: str) -> Any:
            found = type_of(block, pin)
            return found[1] if found else None

        def taken(end: Pin) -> str:
            wire = next(iter(page.wires_into(*end)), None)
            return _line(end, type_of(wire.source, wire.source_pin) if wire is not None else None)

        at = ports(page, outputs, {frame})[frame]
        counted = cost(page, catalogue, shape_of, with_frame_members(page, {frame}) & page.blocks.keys(), known)
        sections = [
            (title, [(end[0], line(end)) for end in ends])
            for title, ends, line in (
                (tr("Inputs"), at.ins, taken),
                (tr("Outputs"), at.outs, lambda end: _line(end, type_of(*end))),
            )
            if ends
        ]
        if self._shown != (sections, counted):
            self._shown = sections, counted
            self._build(sections, counted)

    def _build(self, sections: list[tuple[str, list[tuple[str, str]]]], counted: Cost) -> None:
        qt.empty(self._column)
        self.lines = []
        for title, lines in sections:
            heading = f"{title} ({len(lines)})" if len(lines) > MOST else title
            self._column.addWidget(Label(heading, objectName="section", indent=0))
            for block, text in lines[:MOST]:
                link = LinkLabel(text)
                link.setToolTip(as_is(tr("Go to {}").format(block)))
                link.clicked.connect(lambda _=False, b=block: self.goto.emit(b))
                self._column.addWidget(link)
                self.lines.append(text)
        self._column.addWidget(Label(tr("Size"), objectName="section", indent=0))
        for text, tip in cost_lines(counted):
            label = Label(text, wordWrap=True)
            label.setToolTip(as_is(tip))
            self._column.addWidget(label)
            self.lines.append(text)


def _line(end: Pin, type_: Any) -> str:
    name = ".".join(filter(None, end))
    return f"{name}  {typed(type_)}" if type_ else name


def cost_lines(counted: Cost) -> list[tuple[str, str]]:
    """Return texts with the numbers of parameters and operations, each with a description."""
    unknown = len(counted.unknown)
    lines = [
        (tr("Parameters: {}").format(f"{counted.parameters:,}"), tr("Elements of the variables")),
        (
            tr("FLOPs of one example: {}").format(_large(counted.flops)),
            tr("Floating point operations: a multiplication with its addition counts as 2"),
        ),
    ]
    if unknown:
        names = ", ".join(counted.unknown[:MOST]) + (" …" if unknown > MOST else "")
        lines.append((tr("Not counted, since shapes are not known: {}").format(unknown), names))
    return lines


def _large(number: int) -> str:
    """Return a number with at most four digits before a letter."""
    for size, letter in ((10**12, "T"), (10**9, "G"), (10**6, "M")):
        if number >= size:
            return f"{number / size:,.2f} {letter}"
    return f"{number:,}"


class BoxForm(QWidget):
    """A form with the id, the title and device of a frame with its contents, or the text of a note."""

    edited = Signal(object, str)  # edit, label
    goto = Signal(str)  # block to show on the canvas

    def __init__(self, item: Frame | Note, page: Callable[[], Page], metrics: QFontMetrics):
        """Create. `page` returns the present page of the item, `metrics` are the metrics of the texts."""
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
        self._text = qt.with_name(QPlainTextEdit(item.text, tabChangesFocus=True), self.tr("Text of the note"))
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
