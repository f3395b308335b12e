"""A page while it is read from an enuSpace page: the state that all parts of the reader share."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import ID, REACH, REF, TENSOR, Document, Note, Page, Wire, split_index
from blockloom.blocks.enuspace import symbols
from blockloom.blocks.enuspace.drawing import Transform
from blockloom.blocks.enuspace.xml import XmlElement
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import phrase


class PageDraft:
    """A page that is being read, with notes on its elements; `to` gets the report."""

    def __init__(self, name: str, to: ImportedDocument):
        self.name, self.to = name, to
        self.page = Page(name)
        self.names: dict[str, str] = {}  # element id -> block id
        self.later: list[Callable[[], None]] = []  # calls to make when all blocks are there
        self.scripts: list[tuple[str, str]] = []  # (id of the owner, text of the script)

    def say(self, what: str, element: str, message: str) -> None:
        """Add a line about an element to the report."""
        self.to.say(what, self.name, element, message)

    def free(self, wanted: str, stem: str) -> str:
        """Return a free id for an element: its own if possible."""
        name = wanted if ID.fullmatch(wanted) else re.sub(r"[^\w-]", "_", wanted).lstrip("-")[:190] or stem
        return self.page.free_id(name)

    def inside(self, element: str, *numbers: float) -> tuple[float, ...]:
        """Return numbers if they are on the canvas; otherwise report them, and return zeros."""
        if all(abs(n) <= REACH for n in numbers):
            return numbers
        self.say(CHANGED, element, phrase("it is beyond the canvas: moved to its origin"))
        return tuple(n if abs(n) <= REACH else 0.0 for n in numbers)

    def note(self, note: Note) -> None:
        """Add a note, moved onto the canvas if it lies beyond."""
        x, y, width, height = self.inside(note.id, *(round(n, 2) for n in note[2:6]))
        self.page.notes[note.id] = note._replace(x=x, y=y, width=max(width, 1), height=max(height, 1))

    def own_scripts(self, element: XmlElement, at: Transform) -> None:
        """Keep the scripts of an element as notes."""
        for script in element.all("script"):
            self.script(script, element.get("id"), at)

    def script(self, element: XmlElement, owner: str, at: Transform) -> None:
        """Store a script as a note next to the sheet, and report it."""
        text = element.text.strip("\r\n\t ")
        if not text:
            return
        name = self.free(f"{owner or 'PAGE'}_script", "SCRIPT")
        x, y = at.x, at.y
        if self.page.size is not None:  # notes are next to the sheet, without covering it
            x, y = self.page.size[0] + 40, 100.0 * len(self.scripts)
        self.scripts.append((owner, text))
        self.note(Note(name, text, x, y, 240, 80, shape="script"))
        self.say(NOTE, name, phrase("a Lua script of {}: kept as text, never run", owner or phrase("the page")))

    def output(self, block: str, pin: str) -> tuple[str, str]:
        """Return the name of an output pin and the kind of its wires; "" for a pin without a value."""
        if self.page.blocks[block].type in MONITORS:
            return output_pin(pin), TENSOR
        symbol = symbols.of_type(self.page.blocks[block].type)
        if symbol is None:
            return pin, TENSOR
        stem, index = split_index(pin)
        if stem not in symbol.outputs and stem.startswith("result"):
            stem = symbol.result(stem)
        if not stem:
            return "", TENSOR
        kind = symbol.kind(stem)
        if index is not None and pin != stem:
            return f"{stem}[{index}]", REF if kind == REF else TENSOR
        return stem, kind


def output_pin(pin: str) -> str:
    """Return the output of a widget: for a splitter, `OUTPUT_2` is its second element; "" for others."""
    number = re.fullmatch(r"OUTPUT_([1-9]\d{0,3})", pin)
    return f"elements[{int(number[1]) - 1}]" if number else ""


NOTE, LEFT_OUT, CHANGED, FAULT = phrase("kept as a note"), phrase("left out"), phrase("changed"), phrase("fault")
PLAIN = phrase("shown plainly")  # appearance and results of the page are not imported, as for all pages


class ReportItem(NamedTuple):
    """A line of the report: something kept as a note, shown plainly, changed, left out, or wrong in the file."""

    kind: str
    page: str
    element: str
    message: str

    def __str__(self) -> str:
        place = f"{self.page}/{self.element}" if self.page and self.element else self.page or self.element
        return (
            phrase("{}: {}: {}", self.kind, place, self.message) if place else phrase("{}: {}", self.kind, self.message)
        )


class DrawnWire(NamedTuple):
    """A wire as drawn on the page: the pins that it names, and its first and last point."""

    wire: Wire
    source_pin: str
    target_pin: str
    start: tuple[float, float]
    end: tuple[float, float]


@dataclass
class ImportedDocument:
    """A document made of enuSpace files.

    `stored[page][block][output]` is the last result that the file keeps: an array, strings as objects.
    `drawn_wires[page]` are the wires as the page draws them.
    """

    document: Document = field(default_factory=Document)
    report: list[ReportItem] = field(default_factory=list)
    stored: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    drawn_wires: dict[str, list[DrawnWire]] = field(default_factory=dict)

    def say(self, what: str, page: str, element: str, message: str) -> None:
        """Add a line about an element of a page to the report."""
        self.report.append(ReportItem(what, page, element, message))

    def troubles(self) -> list[Problem]:
        """Return everything that was left out, changed or wrong, as warnings; without notes and plain looks."""
        found = []
        for what, page, element, message in self.report:
            if what not in (NOTE, PLAIN):
                block = element if page in self.document.pages and element in self.document.pages[page].blocks else ""
                text = message if block or not element else phrase("{}: {}", element, message)
                found.append(make_problem("import", address(page, block), what=what, text=text))
        return found
