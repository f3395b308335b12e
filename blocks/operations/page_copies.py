"""Copies of whole pages, of the document or of another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Document, Page, free_page_name
from blockloom.blocks.document.uids import default_uids, derived_uid, page_uids, with_own_uids
from blockloom.blocks.edits import AddPage, CompositeEdit, Edit, EditError, Insert, SetBookmark, SetOrigin, SetSheet
from blockloom.blocks.files.file_writer import page_text
from blockloom.blocks.infer.page_uses import renamed_page, used_pages
from blockloom.blocks.operations.array_files import bring_weights
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.group_into_page import all_placed
from blockloom.blocks.text.phrases import phrase


def duplicate_page(document: Document, name: str) -> tuple[PageChange, str]:
    """Add a copy of a page after it.

    Returns:
        The change and the name of the copy.
    """
    copy, index = free_page_name(name, document.pages), list(document.pages).index(name) + 1
    return PageChange(add_copy_edits(document.pages[name], copy, index), phrase("Duplicate page {}", name)), copy


def import_pages(document: Document, other: Document, catalogue: Catalogue) -> tuple[PageChange, str]:
    """Add the pages of another document, under free names.

    Variables and tables whose `shared_name` is in use get another.

    Returns:
        The change and the name of the first page.

    Raises:
        EditError: The other document has no pages.
    """
    weights, other = bring_weights(document, other)
    edits, names = import_page_edits(document, _apart(document, other), other.pages, catalogue, reuse=False)
    if not names:
        raise EditError(phrase("there are no pages in the file"))
    first = next(iter(names.values()))
    label = phrase("Import page {}", first) if len(names) == 1 else phrase("Import {} pages", len(names))
    return PageChange(CompositeEdit((*weights, *edits)), label), first


def _apart(document: Document, other: Document) -> Document:
    """Return the other document with new names for everything whose `shared_name` is in use here."""

    def shared(of: Document) -> Iterator[tuple[str, Block]]:
        return (
            (name, block)
            for page in of.pages.values()
            for block in page.blocks.values()
            if (name := block.values.get("shared_name", "")) and not name.startswith("=")
        )

    here: dict[str, list[tuple[str, Mapping[str, str]]]] = {}
    for name, block in shared(document):
        here.setdefault(name, []).append((block.type, block.values))
    taken, new = {*here, *(name for name, _ in shared(other))}, dict[str, str]()
    for name, block in shared(other):
        if name in here and name not in new and (block.type, block.values) not in here[name]:
            new[name] = next(free for n in count(2) if (free := f"{name}_{n}") not in taken)
            taken.add(new[name])
    if not new:
        return other
    copy = other.copy()
    for page in copy.pages.values():
        for block in page.blocks.values():
            if block.values.get("shared_name") in new:
                values = {**block.values, "shared_name": new[block.values["shared_name"]]}
                page.blocks[block.id] = block._replace(values=values)
    return copy


def import_page_edits(
    document: Document, other: Document, pages: Iterable[str], catalogue: Catalogue, reuse: bool = True
) -> tuple[tuple[Edit, ...], dict[str, str]]:
    """Return the edits that add pages of another document, and the name of each here.

    Args:
        reuse: Use an existing page of the same content, with the same used pages.
    """
    pages = list(pages)
    types = catalogue.with_pages(other)
    uses = {
        name: {page for block in other.pages[name].blocks.values() for page in used_pages(block, types)}
        for name in pages
    }
    same = {
        name
        for name in pages
        if reuse and name in document.pages and page_text(document.pages[name]) == page_text(other.pages[name])
    }
    new: dict[str, None] = {}
    while more := {name for name in pages if name not in new and (name not in same or uses[name] & new.keys())}:
        new |= dict.fromkeys(more)
    names: dict[str, str] = {}
    for name in pages:
        names[name] = free_page_name(name, {*document.pages, *names.values()}) if name in new else name
    edits: list[Edit] = []
    for name in (name for name in pages if name in new):
        page = other.pages[name]
        uid = derived_uid("imported", page_text(page))  # equal for everyone who imports the page
        own = "" if uid in page_uids(document.pages.values()) else uid
        edits.append(add_copy_edits(renamed_page(page, names, types), names[name], uid=own))
        if page.origin is not None:
            edits.append(SetOrigin(names[name], page.origin))
    return tuple(edits), names


def add_copy_edits(page: Page, name: str, index: int | None = None, uid: str = "") -> Edit:
    """Return the edit that adds a copy of a page, at `index` among the tabs (None: at the end).

    With a uid for the page, the items get their default uids, otherwise all are new.
    """
    page = with_own_uids(page, default_uids(page.replaced(uid=uid)) if uid else {})
    return CompositeEdit(
        (
            AddPage(name, index, uid),
            SetSheet(name, page.size, page.background),
            Insert(
                name,
                tuple(page.blocks.values()),
                all_placed(page),
                tuple(page.frames.values()),
                tuple(page.notes.values()),
            ),
            *(SetBookmark(name, number, mark) for number, mark in page.bookmarks.items()),
        )
    )
