"""Problems of a merge that neither side has: each is sound, and their combination is not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.problems import ERROR, Problem
from blockloom.runtime.api import checking
from blockloom.runtime.worker.errors import WorkerDied, WorkerError


def warnings(merged: Document, ours: Document, theirs: Document) -> Iterator[str]:
    """Yield lines about problems of a merge that neither side has.

    These are errors, which TensorFlow checks, and variables that share a name.
    """
    yield from shared_names(merged, ours, theirs)
    try:
        found = _errors(merged)
        sides = [_errors(side) if side.pages else {} for side in (ours, theirs)] if found else []
    except (WorkerDied, WorkerError) as error:
        yield f"TensorFlow could not check the result: {error}"
        return
    for key, one in found.items():
        if not any(key in side for side in sides):
            yield f"warning: of both sides together: {one.address.display_text}: {one.message}"


def _errors(document: Document) -> dict[tuple[str, str], Problem]:
    """Return the errors of a document except conflicts, by kind and address."""
    found = checking.check(document)
    return {(p.kind, str(p.address)): p for p in found if p.severity == ERROR and p.code != "conflict"}


def shared_names(merged: Document, ours: Document, theirs: Document) -> Iterator[str]:
    """Return lines about variables that share a name, and so their value, only in the merge."""
    mine, other = _variables(ours), _variables(theirs)
    for (page, name), blocks in _variables(merged).items():
        if len(blocks) > max(1, len(mine.get((page, name), ())), len(other.get((page, name), ()))):
            places = ", ".join(address(page, block).display_text for block in blocks)
            yield f"warning: {places} have one shared_name now, {name}: they are one variable"


def _variables(document: Document) -> dict[tuple[str, str], list[str]]:
    """Return the variables of each page and shared_name."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for page in document.pages.values():
        for block in page.blocks.values():
            if traits_of(block.type).variable:
                name = block.values.get("shared_name", "").strip(" '\"") or block.id
                found[page.name, name].append(block.id)
    return found
