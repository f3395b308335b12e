"""Compare two documents in a worker: behind `blockloom compare` and `blockloom.compare`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from blockloom.blocks.document.addresses import parse, spelled
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.files import documents
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.results.output_differences import GONE, TOLERANCE, OutputDifference
from blockloom.runtime.api.page_names import BadPage, choose_page, feeds_at
from blockloom.runtime.protocol import requests
from blockloom.runtime.worker import client


@dataclass
class OutputComparison:
    """Differences between the outputs of two pages.

    Attributes:
        pages: names of the first and the second page.
        tolerance: the relative difference up to which outputs count as equal.
        equal: the number of outputs that are equal bit by bit.
        differences: the differing outputs, the largest difference first.
        fed: dtype and shape of random feeds, by address.
        nodes: the node of the graph at each differing address.
    """

    pages: tuple[str, str]
    tolerance: float
    equal: int
    differences: list[OutputDifference]
    fed: dict[str, str]
    nodes: dict[str, str]

    @property
    def beyond(self) -> list[OutputDifference]:
        """Differences above the tolerance, without those caused by random numbers that no seed repeats.

        Outputs of one side only are included if the page returns them.
        """
        rows = (row for row in self.differences if row.is_in_both or row.result)
        return [row for row in rows if row.beyond(self.tolerance) and not row.random]

    @property
    def by_chance(self) -> list[OutputDifference]:
        """The differences above the tolerance that depend on random numbers no seed repeats."""
        return [row for row in self.differences if row.random and row.beyond(self.tolerance)]

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as a JSON object."""
        return {
            "pages": list(self.pages),
            "tolerance": self.tolerance,
            "equal": self.equal,
            "differ": len(self.beyond),
            "by chance": len(self.by_chance),
            "fed": self.fed,
            "differences": [row.as_json() | {"node": self.nodes.get(row.at, "")} for row in self.differences],
        }

    def as_table(self) -> str:
        """Return the comparison as text: a line for each output that differs, and a summary.

        Outputs that differ only within the tolerance are summarised. Those that depend on random numbers are last.
        """
        chance = self.by_chance
        shown = [diff for diff in self.differences if diff.beyond(self.tolerance) and not diff.random]
        rows = [
            ("Output", "Node", "Relative", "Largest", "At", "Elements", ""),
            *(
                (spelled(diff.at), self.nodes.get(diff.at, ""), *diff.cells, diff.description)
                for diff in [*shown, *chance]
            ),
        ]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        lines.insert(1, "  ".join("-" * width for width in widths[:-1]))
        rounding = len(self.differences) - len(shown) - len(chance)
        return (
            "\n".join(
                [
                    *(lines if shown or chance else ()),
                    *(f"{name} was fed random numbers: {what}" for name, what in self.fed.items()),
                    f"outputs: {len(shown)} differ, {rounding} by rounding (up to {self.tolerance:g} of the largest "
                    f"value), {self.equal} are equal",
                    *([f"{len(chance):,} more depend on random ops without a seed"] * bool(chance)),
                ]
            )
            + "\n"
        )


def page_before(was: Document, page: str | None, was_page: str | None) -> str | None:
    """Return the page to compare in the first document: `was_page`, or the page with the same name.

    Returns None, the only page, if there is no such page.
    """
    return was_page or (page if page in was.pages else None)


def compare(
    was: Document,
    now: Document,
    *,
    page: str | None = None,
    was_page: str | None = None,
    feed: Mapping[str, Any] | None = None,
    tolerance: float = TOLERANCE,
    worker: client.Worker | None = None,
) -> OutputComparison:
    """Run a page of two documents with the same feed and compare the outputs; see `blockloom.compare`."""
    came, chosen = choose_page(was, page_before(was, page, was_page)), choose_page(now, page)
    with client.borrow_worker(worker) as lent:
        answer = lent.call(
            requests.CompareModelsRequest(
                (documents.dumps(was), came.name, was.folder),
                documents.dumps(now),
                chosen.name,
                now.folder,
                feeds_at(now, chosen, feed or {}),
            )
        )
    if answer.problems:
        which = f"page {came.name} of the first document" if answer.side == "was" else f"page {chosen.name}"
        raise BadPage(f"{which} cannot run", answer.problems)
    differences = list(answer.differences)
    if not answer.equal and not any(difference.is_in_both for difference in differences):
        raise BadPage(f"page {came.name} of the first document and page {chosen.name} have no output in common")
    return OutputComparison(
        (came.name, chosen.name),
        tolerance,
        answer.equal,
        differences,
        dict(answer.random_feeds),
        _nodes(came, chosen, differences),
    )


def _nodes(came: Page, page: Page, differences: list[OutputDifference]) -> dict[str, str]:
    """Return the node names of differing blocks on the page itself, by address. A node in a layer has its full name."""
    names = {True: node_names(came), False: node_names(page)}
    found = {one.at: (parse(one.at), one.kind == GONE) for one in differences}
    return {
        at: names[gone][where.block]
        for at, (where, gone) in found.items()
        if not where.path and where.block in names[gone]
    }
