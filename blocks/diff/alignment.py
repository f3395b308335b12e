"""Documents renamed to the names of another one, for a comparison cell by cell."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from blockloom.blocks.diff.changes import CellChange, document_cells, page_cells
from blockloom.blocks.diff.matching import match_documents
from blockloom.blocks.diff.renaming import NameMap, rename_document
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.infer.page_uses import Types


class AlignedDocument(Struct, frozen=True):
    """A document B in the names of A.

    `names` lead from these to its own names. `document` also has pages that are not in `pages`: those whose content is
    elsewhere in B.
    """

    document: Document
    names: NameMap
    pages: tuple[str, ...]  # keys of the pages of B, in the order of B


def align(a: Document, b: Document, catalogue: Types, beside: AlignedDocument | None = None) -> AlignedDocument:
    """Return B in the names of A. Every page and item has its uid.

    New items of B get names that A lacks, and that new items of a third document, also in the names of A, lack unless
    they are the same.
    """
    names = match_documents(a, b, beside.document if beside is not None else None)
    return AlignedDocument(rename_document(b, names, catalogue), names.inverse(), tuple(map(names.page, b.pages)))


def compare_documents(a: Document, b: AlignedDocument) -> list[CellChange]:
    """Return the cells that differ between A and B."""
    found = []
    keys = {*b.pages}
    for key in dict.fromkeys((*a.pages, *b.document.pages)):
        mine, theirs = a.pages.get(key), b.document.pages.get(key)
        if key not in keys and theirs is not None:  # only items that moved to this page matter here
            mine = mine or Page(key)
            rest = {field: getattr(theirs, field) for field in ("blocks", "frames", "notes", "into", "out")}
            theirs = mine.replaced(**rest)
            if key in a.pages:  # otherwise it is a new page of a third document, with an item of B
                found.append(CellChange(key, "", "", key, None))
        if mine is not theirs:
            found += page_cells(key, mine, theirs)
    found += _named(a, b)
    natural = [key for key in a.pages if key in keys] + [key for key in b.pages if key not in a.pages]
    if natural != list(b.pages):
        found.append(CellChange("", "", "order", tuple(a.pages), b.pages))
    return [*found, *document_cells(a, b.document)]


def _named(a: Document, b: AlignedDocument) -> Iterator[CellChange]:
    """Yield the changes of names and pages."""
    keys = {own: key for key, own in b.names.pages.items()}
    for key, own in b.names.pages.items():
        if key in a.pages:
            yield CellChange(key, "", "name", key, own)
    for (page, item), (there, own) in b.names.items.items():
        if page in a.pages and a.pages[page].item(item) is not None:
            if own != item:
                yield CellChange(page, item, "id", item, own)
            if keys.get(there, there) != page:
                yield CellChange(page, item, "page", page, keys.get(there, there))
