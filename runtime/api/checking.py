"""Check pages, or count their parameters, FLOPs and memory, without running them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from blockloom.blocks import checks
from blockloom.blocks.checks import instances
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.problems import ERROR, Problem, make_problem
from blockloom.blocks.results.cost_tree import CostPart, Costs, tree
from blockloom.runtime.api.page_names import catalogue, choose_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import CHECKED, OPENING
from blockloom.runtime.worker import client
from blockloom.runtime.worker.client import find_suspect
from blockloom.runtime.worker.errors import WorkerDied, WorkerTimeout

_PAGES = 5  # limit for all pages, as a multiple of the limit for one


def check(
    document: Document,
    page: str | None = None,
    *,
    tensorflow: bool = True,
    timeout: float = CHECKED,
    worker: client.Worker | None = None,
    say: Callable[[str], None] | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[Problem]:
    """Return all problems of a document's pages without running them: see `blockloom.check`.

    All pages together may take five times as long as one, and at least 300 s.

    Args:
        page: name of a page; None for all pages.
        tensorflow: whether TensorFlow checks the pages as well.
        timeout: seconds for each page.
        worker: the worker to use, which keeps its listener; None for a new one.
        say: gets the reason if TensorFlow's process does not respond.
        progress: gets the page being checked.
    """
    names = [choose_page(document, page).name] if page is not None else list(document.pages)
    by_page: dict[str, list[Problem]] = {}
    begin, most = time.monotonic(), _PAGES * max(timeout, CHECKED)

    def pages(names: list[str], what: str) -> Iterator[str]:
        """Yield names while there is time; the other pages get the problem "no-answer"."""
        for number, name in enumerate(names):
            if time.monotonic() - begin > most:
                by_page[name] = [make_problem("no-answer", Address(name), seconds=most)]
                continue
            if progress:
                progress(f"{what} page {name}, {number + 1} of {len(names)}")
            yield name

    for name in pages(names, "checking"):
        by_page[name] = checks.check(document, catalogue(), name)
    sound = [name for name in names if not any(p.severity == ERROR for p in by_page[name])]
    if tensorflow and sound:
        with client.borrow_worker(worker, client.report_silence(say or (lambda text: None))) as lent:
            for name in pages(sound, "TensorFlow checks"):
                lent.start()  # restarts the worker if a page has ended it
                by_page[name] = checks.of_file(document, name) + _by_tensorflow(lent, document, name, timeout)
    told = [p for name in names for p in by_page[name]]
    if page is None:  # problems of the document, except those that a block of a page also has
        told[:0] = [
            p
            for p in (*checks.conflicts(document), *document.troubles)
            if not p.page and (p.kind, p.facts) not in {(fault.kind, fault.facts) for fault in told}
        ]
    return instances.at_home(told, catalogue().with_pages(document))


def _by_tensorflow(worker: client.Worker, document: Document, page: str, timeout: float) -> list[Problem]:
    asked = requests.CheckPageRequest(documents.dumps(document), page, folder=document.folder)
    try:
        checked = worker.call(asked, timeout)
    except WorkerTimeout as error:
        return [
            find_suspect(str(error), asked, min(timeout, OPENING))
            or make_problem("no-answer", Address(page), seconds=timeout)
        ]
    except WorkerDied as error:
        suspected = find_suspect(str(error), asked, timeout)
        if suspected is None:
            raise
        return [suspected]
    return checks.as_part(document.pages[page], checked.problems)


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
