"""What a page holds and computes, without running it: behind `blockloom cost` and `blockloom.cost`."""

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
    """The costs of a `page` with its frames, blocks and instances, for a `batch` of so many; `batched`: some sizes are
    that batch. `problems` are the errors of blocks that are not counted.
    """

    page: CostPart
    batch: int
    batched: bool
    problems: list[Problem]

    def as_json(self) -> dict[str, Any]:
        """The costs as a JSON object for other programs."""
        problems = [{"at": str(p.address), "message": str(p.message)} for p in self.problems]
        return {"batch": self.batch, "batched": self.batched, "page": self.page.as_json(), "problems": problems}

    def as_table(self) -> str:
        """The costs for people: a line for each part, with what is in it below."""
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
            notes.append(f"at least: of {max(costs.unknown_flops, costs.unknown_bytes)} ops shapes are not known")
        if costs.loops:
            notes.append(f"of {costs.loops} loops one turn is counted")
        if self.problems:
            what = "1 error" if len(self.problems) == 1 else f"{len(self.problems)} errors"
            notes.append(f"without blocks that have {what}: `blockloom check` tells more")
        return "\n".join(line.rstrip() for line in [*lines, *notes]) + "\n"


def _row(depth: int, part: CostPart) -> tuple[str, ...]:
    costs = part.costs
    return (
        "  " * depth + part.name,
        part.own or part.kind,
        f"{costs.parameters:,}" if costs.parameters else "",
        told(costs.flops, costs.unknown_flops),
        told(costs.bytes, costs.unknown_bytes, " B"),
    )


def told(number: int, unknown: int, unit: str = "") -> str:
    """A number, and whether there is more: of so many ops it is not known."""
    if not number:
        return "not known" if unknown else ""
    return f"{'>= ' if unknown else ''}{number:,}{unit}"


def cost(document: Document, page: str | None = None, batch: int = 1, worker: client.Worker | None = None) -> PageCost:
    """Count what a page holds and computes: `blockloom.cost`, which has the options and what is raised."""
    chosen = choose_page(document, page)
    with client.borrow_worker(worker) as lent:
        asked = requests.GetCostsRequest(documents.dumps(document), chosen.name, document.folder, batch)
        answer = lent.call(asked)
    found = {row[0]: Costs(*row[2:]) for row in answer.rows}
    types = {row[0]: row[1] for row in answer.rows}
    return PageCost(tree(chosen, found, types), batch, answer.batched, list(answer.problems))
