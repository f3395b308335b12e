"""What the inspector shows where no single block is selected: what the page holds and gives, or what is selected."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import Label, as_is
from blockloom.app.window.docks.form_fields import LinkLabel
from blockloom.app.window.results.summaries import rows_of
from blockloom.blocks.catalogue.block_types import SESSIONS, native
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import Page, split_index
from blockloom.runtime.protocol.steps import Summary

MOST = 24  # lines of a section

Line = tuple[str, str]  # a block, and what is said of it
Section = tuple[str, list[Line]]
Results = Mapping[str, Mapping[str, Summary | None]]  # by block and output pin


def _value(results: Results, block: str, pin: str) -> str:
    """`pin = value`, as far as the last run gave one."""
    name, element = split_index(pin)
    rows = rows_of(name, results[block][name]) if name in results.get(block, {}) else []
    row = rows[element or 0] if len(rows) > (element or 0) else None
    return f"{pin} = {row.value}" if row is not None else pin


def sections(page: Page, selected: tuple[str, ...], catalogue: Catalogue, results: Results) -> list[Section]:
    """Titled lines about the selected blocks, or else about results and state of the page."""
    if selected:
        chosen = [page.blocks[name] for name in islice((n for n in selected if n in page.blocks), MOST)]
        lines = [(b.id, f"{b.id}: {catalogue[b.type].title if b.type in catalogue else b.type}") for b in chosen]
        return [(tr("Blocks"), lines)] if lines else []
    fetched, kept = [], []
    for block in page.blocks.values():
        if block.type in SESSIONS:
            fetched += [(w.source, w.source_pin) for w in page.into.get(block.id, {}).get("fetch_outputs", ())]
        elif (traits := traits_of(native(block.type))).with_value or traits.variable == "reference":
            pins = [pin for pin in results.get(block.id, {}) if pin != "handle"]
            kept.append((block.id, pins[0] if pins else ""))
    listed = (tr("Fetched"), fetched), (tr("Variables"), kept)
    return [
        (
            f"{title} ({len(some)})" if len(some) > MOST else title,
            [
                (b, f"{_named(page, b)}.{_value(results, b, pin)}" if pin else _named(page, b))
                for b, pin in islice(dict.fromkeys(some), MOST)
            ],
        )
        for title, some in listed
        if some
    ]


def _named(page: Page, block: str) -> str:
    """A block by the name that its node came with, which tells more than `kernel_17`, else by its id."""
    return page.blocks[block].names.get("", block) if block in page.blocks else block


def counts(page: Page) -> str:
    """How much there is on a page, in words."""
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
        for link, (block, text) in zip(self._links, (line for _, lines in sections for line in lines), strict=True):
            link.show_text(text)
            link.setToolTip(as_is(tr("Go to {}").format(block)))
