"""Copies of blocks, frames and notes, inserted into a page under free names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import count
from types import MappingProxyType
from typing import TypeVar

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import instances
from blockloom.blocks.document.pages import PLAIN, Block, Document, Frame, Note, Page, Placed
from blockloom.blocks.edits import Edit, EditError, Insert
from blockloom.blocks.files import documents
from blockloom.blocks.infer.page_uses import reached, refuse_cycle, renamed_page, used_pages
from blockloom.blocks.layout.block_rows import Point
from blockloom.blocks.operations.array_files import bring_weights, take_weights
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.measures import Item as InFrame
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.operations.page_copies import import_page_edits
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
