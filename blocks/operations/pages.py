"""Whole pages once more: beside themselves, or of another document."""

from __future__ import annotations

from blockloom.blocks.document import Document, Page, free_page_name
from blockloom.blocks.edits import AddPage, Edit, EditError, Insert, Many, SetBookmark, SetSheet
from blockloom.blocks.operations.change import Change
from blockloom.blocks.operations.packing import all_placed
from blockloom.blocks.phrases import phrase


def duplicate_page(document: Document, name: str) -> tuple[Change, str]:
    """A page once more, behind itself, with all that is on it under the same names; and the name of the copy."""
    made, index = free_page_name(name, document.pages), list(document.pages).index(name) + 1
    return Change(added(document.pages[name], made, index), phrase("Duplicate page {}", name)), made


def import_pages(document: Document, other: Document) -> tuple[Change, str]:
    """The pages of another document, behind those that are there; and the name that the first of them has then. Raises
    EditError where the other document has none."""
    taken: dict[str, None] = dict.fromkeys(document.pages)
    edits = []
    for page in other.pages.values():
        name = free_page_name(page.name, taken)
        taken[name] = None
        edits.append(added(page, name))
    if not edits:
        raise EditError(phrase("there are no pages in the file"))
    first = list(taken)[len(document.pages)]
    label = phrase("Import page {}", first) if len(edits) == 1 else phrase("Import {} pages", len(edits))
    return Change(Many(tuple(edits)), label), first


def added(page: Page, name: str, index: int | None = None) -> Edit:
    """Adds a page as another is, under a name."""
    return Many((AddPage(name, index), SetSheet(name, page.size, page.background), Insert(
        name, tuple(page.blocks.values()), all_placed(page), tuple(page.frames.values()), tuple(page.notes.values())),
        *(SetBookmark(name, number, mark) for number, mark in page.bookmarks.items())))
