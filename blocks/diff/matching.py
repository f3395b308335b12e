"""Find the pages and items that two documents share: those with equal uids.

Documents of older formats have default uids, which change with names (see `document/uids`). For pages and items that
have default uids in both documents, this module guesses which removed one is which added one:

- two pages are the same if 60 % of their ids are equal;
- two items are the same if they have the same type and position on a page;
- two items are the same if they have the same id and type, and only one of the documents has the page of one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from msgspec import Struct

from blockloom.blocks.diff.changes import CellChange, document_cells, page_cells
from blockloom.blocks.diff.renaming import MARK, NameMap, Place, missing_pages, rename_document
from blockloom.blocks.document.pages import Block, Document, Item, Page
from blockloom.blocks.document.uids import default_uids, homes, items_of
from blockloom.blocks.infer.page_uses import Types

_ALIKE = 0.6  # least share of common ids for two pages to match


def match_documents(a: Document, b: Document, third: Document | None = None) -> NameMap:
    """Return the names that pages and items of B have in A, if they differ from those in B.

    A new page or item of B gets the name that it has in `third`, an optional document in the names of A; else a
    name that is free in both. All uids of the documents are set.
    """
    known = [a] if third is None else [a, third]
    same = _guessed(a, b)
    there = {page.uid: name for of in reversed(known) for name, page in of.pages.items()}
    taken = {*there.values()}
    if third is not None:  # the name of a missing page must not go to a new page, which its instances would then use
        taken |= missing_pages(third)
    pages: dict[str, str] = {}
    for name, page in b.pages.items():
        key = there.get(same.pages.get(page.uid, page.uid))
        if key is None or key not in a.pages and _is_other(known[-1].pages[key], page):
            key = _free(name, taken)
            taken.add(key)
        pages[name] = key
    for name in missing_pages(b):
        if third is not None and name in third.pages and name not in a.pages:
            pages[name] = _free(name, taken)
    places = {(item.uid, type(item)): (page, id_) for of in reversed(known) for page, id_, item in items_of(of)}
    items: dict[Place, Place] = {}
    for name, page in b.pages.items():
        key = pages[name]
        have = {id_ for of in known if key in of.pages for id_ in of.pages[key].ids()}
        plain = _plain_uids(page) if third is not None else {}
        for home in homes(page):
            for id_, item in home.items():
                place = places.get((same.items.get(item.uid, item.uid), type(item)))
                if place is None or id_ in plain and _is_other_item(a, known[-1], place, item):
                    place = key, _free(id_, have)
                    have.add(place[1])
                if place != (key, id_):
                    items[name, id_] = place
    return NameMap({name: key for name, key in pages.items() if name != key}, items)


def _free(name: str, taken: Iterable[str]) -> str:
    while name in taken:
        name += MARK
    return name


class _Same(Struct, frozen=True):
    """Pairs of uids: the uid in B and the uid in A of one page, or of one item."""

    pages: Mapping[str, str]
    items: Mapping[str, str]


def _plain_uids(page: Page) -> dict[str, str]:
    """Return the default uids on a page by id; none if the uid of the page itself is not the default."""
    place = default_uids(page) if page.uid == page.name else {}
    return {id_: item.uid for home in homes(page) for id_, item in home.items() if place.get(id_) == item.uid}


def _is_other(page: Page, new: Page) -> bool:
    """Return whether two new pages with one default uid differ."""
    return new.uid == new.name and _rate(page, new) < _ALIKE


def _is_other_item(a: Document, third: Document, place: Place, item: Item) -> bool:
    """Return whether an item with a default uid differs from the third document's new item with it."""
    other = third.pages[place[0]].item(place[1]) if place[0] in third.pages else None
    is_new = place[0] not in a.pages or a.pages[place[0]].item(place[1]) is None
    return is_new and other is not None and _mark(other) != _mark(item)


def _rate(page: Page, other: Page) -> float:
    ids, its = page.ids(), other.ids()
    return 2 * len(ids & its) / (len(ids) + len(its) or 1)


def _guessed(a: Document, b: Document) -> _Same:
    uids = [{page.uid for page in of.pages.values()} for of in (a, b)]
    gone, new = (
        [page for page in of.pages.values() if page.uid == page.name and page.uid not in others]
        for of, others in ((a, uids[1]), (b, uids[0]))
    )
    pages: dict[str, str] = {}
    for rate, old, name in sorted(((_rate(was, now), was.uid, now.uid) for was in gone for now in new), reverse=True):
        if rate >= _ALIKE and old not in pages.values() and name not in pages:
            pages[name] = old
    left, come = _plain(a, {}), _plain(b, pages)
    have = [{item.uid for _, _, item in items_of(of)} for of in (a, b)]
    items = {
        row.uid: uid
        for uid, row in come.items()
        if uid in left and row.uid != uid and uid not in have[1] and row.uid not in have[0]
    }
    left = {uid: row for uid, row in left.items() if uid not in come and uid not in have[1]}
    come = {uid: row for uid, row in come.items() if uid not in have[0] and row.uid not in items}
    both = uids[0] & uids[1] | pages.keys() | {*pages.values()}
    marks: tuple[Callable[[_Row], Hashable], ...] = (
        lambda row: (row.page, _mark(row.item)),
        lambda row: (row.item.id, _mark(row.item)[0]),
    )
    for mark in marks:
        found = [_by_mark(rows, mark) for rows in (left, come)]
        for key in found[0].keys() & found[1].keys():
            was, now = left[found[0][key]], come[found[1][key]]
            if was.page == now.page or was.page not in both or now.page not in both:
                items[now.uid] = was.uid
                del left[found[0][key]], come[found[1][key]]
    return _Same(pages, items)


class _Row(Struct, frozen=True):
    uid: str
    page: str  # uid of the page in A
    item: Item


def _plain(document: Document, pages: Mapping[str, str]) -> dict[str, _Row]:
    """Return the items with default uids, by the default uids that they would have with these uids of their pages."""
    found: dict[str, _Row] = {}
    for page in document.pages.values():
        key, items = pages.get(page.uid, page.uid), page.items()
        for id_, uid in _plain_uids(page).items():
            found[f"{key}{uid.removeprefix(page.uid)}"] = _Row(uid, key, items[id_])
    return found


def _mark(item: Item) -> tuple[str, float, float]:
    return item.type if isinstance(item, Block) else type(item).__name__, item.x, item.y


def _by_mark(rows: Mapping[str, _Row], mark: Callable[[_Row], Hashable]) -> dict[Hashable, str]:
    """Return the uid of each item whose mark no other item has."""
    marks = {uid: mark(row) for uid, row in rows.items()}
    count = Counter(marks.values())
    return {key: uid for uid, key in marks.items() if count[key] == 1}


class AlignedDocument(Struct, frozen=True):
    """A document B in the names of A.

    `names` lead from these to its own names. `document` also has pages that are not in `pages`: those whose content is
    elsewhere in B.
    """

    document: Document
    names: NameMap
    pages: tuple[str, ...]  # keys of the pages of B, in the order of B


def align(a: Document, b: Document, catalogue: Types, third: AlignedDocument | None = None) -> AlignedDocument:
    """Return B in the names of A. Every page and item has its uid.

    For the names of new items, and for `third`, see `match_documents`.
    """
    names = match_documents(a, b, third.document if third is not None else None)
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
