"""Parameters, FLOPs and memory of a page without running it: behind `blockloom cost` and `blockloom.cost`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.problems import Problem
from blockloom.blocks.results.cost_tree import CostPart, Costs, tree
from blockloom.runtime.api.page_names import choose_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.worker import client

_TITLES = ("", "Type", "Parameters", "FLOPs", "Activations")


@dataclass
class PageCost:
    """Costs of a page with its frames, blocks and instances.

    Attributes:
        page: the costs of the page and its parts.
        batch: the size that replaces an unknown first dimension.
        batched: whether there is such a dimension.
        problems: the errors of blocks that are not counted.
    """

    page: CostPart
    batch: int
    batched: bool
    problems: list[Problem]

    def as_json(self) -> dict[str, Any]:
        """Return the costs as a JSON object."""
        problems = [{"at": str(p.address), "message": str(p.message)} for p in self.problems]
        return {"batch": self.batch, "batched": self.batched, "page": self.page.as_json(), "problems": problems}

    def as_table(self) -> str:
        """Return the costs as text: a line for each part, followed by the parts in it."""
        rows = [_TITLES, *(_row(depth, part) for depth, part in self.page.walk())]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_TITLES))]
        lines = [
            "  ".join(
                cell.rjust(width) if n > 1 else cell.ljust(width) for n, (cell, width) in enumerate(zip(row, widths))
            )
            for row in rows
        ]
        lines.insert(1, "  ".join("-" * width for width in widths))
        costs, notes = self.page.costs, []
        if self.batched:
            notes.append(f"for a batch of {self.batch}")
        if costs.unknown_flops or costs.unknown_bytes:
            notes.append(f"at least, since shapes of {max(costs.unknown_flops, costs.unknown_bytes)} ops are unknown")
        if costs.loops:
            notes.append(f"of {costs.loops} loops one iteration is counted")
        if self.problems:
            what = "1 error" if len(self.problems) == 1 else f"{len(self.problems)} errors"
            notes.append(f"without blocks that have {what}, see `blockloom check`")
        return "\n".join(line.rstrip() for line in [*lines, *notes]) + "\n"


def _row(depth: int, part: CostPart) -> tuple[str, ...]:
    costs = part.costs
    return (
        "  " * depth + part.name,
        part.own or part.kind,
        f"{costs.parameters:,}" if costs.parameters else "",
        count_text(costs.flops, costs.unknown_flops),
        count_text(costs.bytes, costs.unknown_bytes, " B"),
    )


def count_text(number: int, unknown: int, unit: str = "") -> str:
    """Return a number as text, marked as a lower bound if there are `unknown` ops."""
    if not number:
        return "not known" if unknown else ""
    return f"{'>= ' if unknown else ''}{number:,}{unit}"


def cost(document: Document, page: str | None = None, batch: int = 1, worker: client.Worker | None = None) -> PageCost:
    """Return the costs of a page; see `blockloom.cost` for the options and errors."""
    chosen = choose_page(document, page)
    with client.borrow_worker(worker) as lent:
        asked = requests.GetCostsRequest(documents.dumps(document), chosen.name, document.folder, batch)
        answer = lent.call(asked)
    found = {row[0]: Costs(*row[2:]) for row in answer.rows}
    types = {row[0]: row[1] for row in answer.rows}
    return PageCost(tree(chosen, found, types), batch, answer.batched, list(answer.problems))
