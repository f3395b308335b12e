"""Two documents compared in a worker: behind `blockloom compare` and `blockloom.compare`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import parse, spelled
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.files import documents
from blockloom.blocks.plan.names import node_names
from blockloom.blocks.results.differences import GONE, TOLERANCE, Difference
from blockloom.runtime.api.page_names import BadPage, choose_page, feeds_at
from blockloom.runtime.protocol import requests
from blockloom.runtime.worker import client


@dataclass
class Comparison:
    """What a page computes other than another does: `differences`, largest first, of which `beyond` are more than
    rounding; how many outputs are `equal` to the last bit; dtype and shape of what was `fed` at random, and the names
    of `nodes` in the graph that differ, by the texts of addresses."""

    pages: tuple[str, str]
    tolerance: float
    equal: int
    differences: list[Difference]
    fed: dict[str, str]
    nodes: dict[str, str]

    @property
    def beyond(self) -> list[Difference]:
        """The differences of outputs that both have, and of what only one of the pages gives."""
        return [one for one in self.differences if one.beyond(self.tolerance) and (one.both or one.result)]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"pages": list(self.pages), "tolerance": self.tolerance, "equal": self.equal,
                "differ": len(self.beyond), "fed": self.fed,
                "differences": [one.as_json() | {"node": self.nodes.get(one.at, "")} for one in self.differences]}

    def as_table(self) -> str:
        """For people: a line for each output that differs by more than the tolerance, and what is equal in short."""
        shown = [one for one in self.differences if one.beyond(self.tolerance)]
        rows = [("Output", "Node", "Relative", "Largest", "At", "Elements", ""),
                *((spelled(one.at), self.nodes.get(one.at, ""), *one.cells, one.said) for one in shown)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        lines.insert(1, "  ".join("-" * width for width in widths[:-1]))
        rounding = len(self.differences) - len(shown)
        return "\n".join([*(lines if shown else ()), *(
            f"{name} was fed random numbers: {what}" for name, what in self.fed.items()),
            f"outputs: {len(shown)} differ, {rounding} by rounding (up to {self.tolerance:g} of the largest value), "
            f"{self.equal} are equal"]) + "\n"


def compare(was: Document, now: Document, *, page: str | None = None, was_page: str | None = None,
            feed: Mapping[str, str | np.ndarray] | None = None, tolerance: float = TOLERANCE,
            worker: client.Worker | None = None) -> Comparison:
    """Run a page of two documents with the same feed and compare what their blocks give: `blockloom.compare`, which
    has the options and what is raised."""
    came, chosen = choose_page(was, was_page or (page if page in was.pages else None)), choose_page(now, page)
    with client.lent(worker) as worker:
        found = worker.call(requests.Compare((documents.dumps(was), came.name, was.folder), documents.dumps(now),
                                             chosen.name, now.folder, feeds_at(now, chosen, feed or {})))
    if found.problems:
        which = f"page {came.name} as it came" if found.side == "was" else f"page {chosen.name}"
        raise BadPage(f"{which} cannot run", found.problems)
    differences = list(found.differences)
    if not found.equal and not any(one.both for one in differences):
        raise BadPage(f"page {came.name} as it came and page {chosen.name} have no output in common")
    return Comparison((came.name, chosen.name), tolerance, found.equal, differences, dict(found.fed),
                      _nodes(came, chosen, differences))


def _nodes(came: Page, page: Page, differences: list[Difference]) -> dict[str, str]:
    """The names of nodes of what differs, on the page itself: those of layers, where ids are but the last word."""
    names = {True: node_names(came), False: node_names(page)}
    found = {one.at: (parse(one.at), one.kind == GONE) for one in differences}
    return {at: names[gone][where.block] for at, (where, gone) in found.items()
            if not where.path and where.block in names[gone]}
