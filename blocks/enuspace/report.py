"""The document read from an enuSpace file, and the report of everything that differs from the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Document, Wire
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import phrase

NOTE, LEFT_OUT, CHANGED, FAULT = phrase("kept as a note"), phrase("left out"), phrase("changed"), phrase("fault")
PLAIN = phrase("shown plainly")  # its own looks and results are not kept, as is the rule for all pages


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
    """A wire as the page draws it: the pins that it names there and its first and last point."""

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
