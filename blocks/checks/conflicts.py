"""What a merge left to be chosen: an error each, whether a session needs the block or not."""

from __future__ import annotations

from collections.abc import Collection

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Document
from blockloom.blocks.merge.conflicts import is_gone
from blockloom.blocks.problems import Problem, problem


def conflicts(document: Document, pages: Collection[str] | None = None) -> list[Problem]:
    """The conflicts of a document, in their order; of these pages alone, where some are named. One whose page is not
    there is of the document."""
    found = []
    for one in document.conflicts:
        at = parse(one.at) if one.at else Address()
        if pages is not None and at.page not in pages:
            continue
        facts = {"what": one.what, "base": one.base, "ours": one.ours, "theirs": one.theirs}
        if is_gone(document, one):
            home = at if at.page in document.pages else Address()
            found.append(problem("conflict:gone", home, was_at=at.shown, **facts))
        else:
            found.append(problem("conflict", at, **facts))
    return found
