"""Copies of blocks, frames, notes and whole pages, under free names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import TypeVar

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import instances
from blockloom.blocks.document.pages import PLAIN, Block, Document, Frame, Note, Page, Placed, free_page_name
from blockloom.blocks.document.uids import default_uids, derived_uid, page_uids, with_own_uids
from blockloom.blocks.edits import AddPage, CompositeEdit, Edit, EditError, Insert, SetBookmark, SetOrigin, SetSheet
from blockloom.blocks.files import documents
from blockloom.blocks.files.file_writer import page_text
from blockloom.blocks.infer.page_uses import reached, refuse_cycle, renamed_page, used_pages
from blockloom.blocks.layout.block_rows import Point
from blockloom.blocks.operations.array_files import bring_weights, take_weights
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.group_into_page import all_placed
from blockloom.blocks.operations.measures import Item as InFrame
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.text.phrases import phrase

T = TypeVar("T", Block, Frame, Note)

STEP = 20.0  # canvas pixels between a copy and its original, in both directions


PASTED = phrase("Paste {0}"), phrase("Paste {0} items")


def paste(
    page: Page,
    document: Document,
    measures: Measures,
    at: tuple[float, float] | None = None,
    view: tuple[float, float, float, float] | None = None,
    outside: Iterable[Placed] = (),
    label: tuple[str, str] = PASTED,
    exact: bool = False,
) -> PageChange:
    """Insert the first page of a document into this page.

    The upper left corner is at `at`. Without `at` it is next to the original, or in the middle of the view if that
    place is not in `view` (x, y, width, height). The blocks move to the nearest free place, unless `exact`. Further
    pages, which the blocks use, are added (see `import_page_edits`) if the catalogue of `measures` has the page's
    document.

    Args:
        outside: Wires from this page into the blocks, by their old ids.
        label: The labels for one item and for several.

    Raises:
        EditError: The document's page is empty, or this page would use itself.
    """
    mine = measures.catalogue.document
    edits, document = bring_weights(mine, document) if mine.pages else ((), document)
    other = next(iter(document.pages.values()))
    if not other.items():
        raise EditError(phrase("The clipboard contains no blocks"))
    more, pages = _pages(document, measures)
    if pages:
        other = renamed_page(other, pages, measures.catalogue.with_pages(document))
    insert = insert_items(page, other, measures, at, view, outside, exact)
    return PageChange(combine_edits((*edits, *more, insert)), count_label(insert.ids, *label), insert.ids)


def insert_items(
    page: Page,
    other: Page,
    measures: Measures,
    at: tuple[float, float] | None,
    view: tuple[float, float, float, float] | None = None,
    outside: Iterable[Placed] = (),
    exact: bool = False,
    uids: Mapping[str, str] = MappingProxyType({}),
) -> Insert:
    """Return the insertion of all items of another page into this one; arguments as in `paste`.

    Args:
        uids: New uids by the old ids; an item without one is new.
    """
    items = list(other.items().values())
    refuse_cycle(measures.catalogue, page.name, {block.type for block in instances(other.blocks.values())})
    names = dict(zip([item.id for item in items], page.free_ids(item.id for item in items), strict=True))
    left, top = min(i.x for i in items), min(i.y for i in items)
    x, y = at if at is not None else _beside((left, top), view)
    x, y = (measures.snapped(x), measures.snapped(y)) if exact else measures.free(x, y, *_size(items, measures))

    def placed(item: T) -> T:
        return item._replace(id=names[item.id], uid=uids.get(item.id, ""), x=item.x + x - left, y=item.y + y - top)

    def housed(item: InFrame) -> InFrame:
        new = placed(item)
        return new._replace(frame=names[item.frame]) if item.frame in names else measures.housed(new)

    wires = [Placed(w._replace(target=names[w.target]), i) for w, i in outside]
    taken = {(p.wire.target, p.wire.target_pin, p.index) for p in wires}
    for pins in other.into.values():
        for ws in pins.values():  # use the indices that the wires from outside leave free
            free = (i for i in count() if (names.get(ws[0].target), ws[0].target_pin, i) not in taken)
            wires += [
                Placed(w._replace(source=names[w.source], target=names[w.target]), next(free))
                for w in ws
                if w.source in names and w.target in names
            ]
    blocks = tuple(housed(block)._replace(names={}) for block in other.blocks.values())  # names of nodes are unique
    return Insert(
        page.name,
        blocks,
        tuple(wires),
        tuple(map(housed, other.frames.values())),
        tuple(map(placed, other.notes.values())),
    )


def _pages(document: Document, measures: Measures) -> tuple[tuple[Edit, ...], dict[str, str]]:
    """Return the edits that add the further pages of a document, and their new names."""
    pages = list(document.pages)[1:]
    if not pages or not measures.catalogue.document.pages:
        return (), {}
    return import_page_edits(measures.catalogue.document, document, pages, measures.catalogue)


def _beside(corner: Point, view: tuple[float, float, float, float] | None) -> Point:
    x, y = corner[0] + STEP, corner[1] + STEP
    if view is not None and not (view[0] <= x <= view[0] + view[2] and view[1] <= y <= view[1] + view[3]):
        return view[0] + view[2] / 2, view[1] + view[3] / 2
    return x, y


def _size(items: Iterable[Block | Frame | Note], measures: Measures) -> Point:
    """Return width and height of the bounding box of these."""
    rows = [(i.x, i.y, *(measures.box(i)[:2] if isinstance(i, Block) else (i.width, i.height))) for i in items]
    return (
        max(x + w for x, _, w, _ in rows) - min(x for x, *_ in rows),
        max(y + h for _, y, _, h in rows) - min(y for _, y, *_ in rows),
    )


def incoming_wires(page: Page, names: Collection[str]) -> list[Placed]:
    """Return the wires from other blocks into these blocks."""
    return [
        Placed(w, i)
        for name in names
        if name in page.blocks
        for wires in page.into.get(name, {}).values()
        for i, w in enumerate(wires)
        if w.source not in names
    ]


def copy_items(page: Page, names: Iterable[str], catalogue: Catalogue) -> Document:
    """Return these items of a page, and the wires among them, as a document.

    Pages that the blocks use are included if the catalogue has the page's document.
    """
    made = documents.excerpt(page, names)
    wanted = (name for block in made.pages[page.name].blocks.values() for name in used_pages(block, catalogue))
    for name in reached(catalogue.document, wanted, catalogue):
        made.pages.setdefault(name, catalogue.document.pages[name])
    take_weights(made, catalogue.document)
    return made


def copied_wires(page: Page, names: Collection[str]) -> Insert:
    """Return the wires into these blocks from others, as a copy keeps them: `outside` of `paste`."""
    return Insert(
        page.name, wires=tuple(p._replace(wire=p.wire._replace(look=PLAIN)) for p in incoming_wires(page, names))
    )


def duplicate(
    page: Page,
    names: Collection[str],
    measures: Measures,
    at: tuple[float, float] | None = None,
    view: tuple[float, float, float, float] | None = None,
    wired: bool = False,
) -> PageChange:
    """Insert copies of these items, placed as in `paste`; with `wired`, wired to the sources of the originals."""
    names = set(names)
    return paste(
        page,
        documents.excerpt(page, names),
        measures,
        at,
        view,
        incoming_wires(page, names) if wired else (),
        (phrase("Duplicate {0}"), phrase("Duplicate {0} items")),
    )


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
