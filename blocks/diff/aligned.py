"""A document in the names of another one, so that the two can be compared cell by cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Mapping
from typing import NamedTuple

from blockloom.blocks.catalogue.signature import page_of_type
from blockloom.blocks.diff.changes import Change, document_cells, page_cells
from blockloom.blocks.diff.identity import alike, identify, same_addition
from blockloom.blocks.diff.renaming import MARK, Names, Place, renamed
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.infer.page_uses import Types

_SAME = 0.6  # of what two people put on a new page each, where that is one page


class Aligned(NamedTuple):
    """A document B in the names of A. `names` lead from these to its own. `document` has pages that are not in `pages`
    where all that would be on them is elsewhere in B.
    """

    document: Document
    names: Names
    pages: tuple[str, ...]  # those that B has, in its order


def align(a: Document, b: Document, catalogue: Types, beside: Aligned | None = None) -> Aligned:
    """B in the names of A. What is new in B gets a name that A has not, nor what is new `beside` it unless that is the
    same.
    """
    names = identify(a, b)
    back = beside.names.back() if beside is not None else Names({}, {})
    moved = _moved_to(a, back)
    twice = _packed_twice(moved, back, _moved_to(a, names))
    taken = {*a.pages, *b.pages, *(beside.document.pages if beside is not None else ())}
    others = [name for name in b.pages if name not in twice and names.page(name) in twice.values()]
    names = Names({**names.pages, **twice, **{name: _free(name, taken) for name in others}}, names.items)
    # Pages that were made of what A has are one where they were made of the same: see `_packed_twice`.
    packed = {names.page(name) for name in _moved_to(a, names)} | {back.page(name) for name in moved}
    found = renamed(b, names, catalogue)
    own, pages, items = names.back(), dict(names.pages), dict(names.items)
    for name in b.pages:
        key = names.page(name)
        theirs, other = found.pages[key], beside.document.pages.get(key) if beside else None
        made = key not in a.pages and name not in twice
        if made and other is not None and beside is not None and (key in packed or not alike(other, theirs, a)):
            pages[name] = _free(key, {**a.pages, **found.pages, **beside.document.pages})
            continue
        have = _ids(a.pages.get(key), other, theirs)
        same = dict(_instances_of(twice.values(), a.pages.get(key, Page(key)), theirs, other or Page(key)))
        items.update((own.place(key, item), (key, instance)) for item, instance in same.items())
        for item in _clashing(a.pages.get(key, Page(key)), theirs, other):
            if item in same:
                continue
            items[own.place(key, item)] = key, (free := _free_id(item, have, other, theirs))
            have.add(free)
    for (name, item), (key, to) in list(items.items()):
        if key == names.page(name):
            items[name, item] = pages.get(name, name), to
    new = Names(pages, items)
    if new != names:
        found = renamed(b, new, catalogue)
    return Aligned(found, new.back(), tuple(map(new.page, b.pages)))


def _packed_twice(mine: Mapping[str, set[Place]], back: Names, theirs: Mapping[str, set[Place]]) -> dict[str, str]:
    """New pages of theirs, with the name of the one of mine into which another person put the same of A: one selection
    that both made a block. Both as `_moved_to` gives them; `back` leads from the names of mine to those of A.
    """
    found: dict[str, str] = {}
    rated = []
    for name, items in theirs.items():
        for key, others in mine.items():
            other = back.page(key)
            rate = 2 * len(items & others) / (len(items) + len(others))
            if rate >= _SAME:
                rated.append((-rate, name != other, name, other))
    for *_, name, other in sorted(rated):
        if name not in found and other not in found.values():
            found[name] = other
    return found


def _moved_to(a: Document, names: Names) -> dict[str, set[Place]]:
    """The items of A that are on pages which it does not have, by `names` that lead to A."""
    found: dict[str, set[Place]] = defaultdict(set)
    for (page, _), place in names.items.items():
        if names.page(page) not in a.pages and place[0] in a.pages and MARK not in place[1]:
            found[page].add(place)
    return found


def _instances_of(pages: Collection[str], a: Page, b: Page, beside: Page) -> Iterator[tuple[str, str]]:
    """The new instance on B of each of these pages, where there is one alone, and what it is called on the page
    `beside`.
    """
    for page in pages:
        mine, theirs = (
            [name for name, block in one.blocks.items() if page_of_type(block.type) == page] for one in (beside, b)
        )
        if len(mine) == len(theirs) == 1 and not a.blocks.keys() & {*mine, *theirs}:
            yield theirs[0], mine[0]


def _free(name: str, taken: Container[str]) -> str:
    while name in taken:
        name += MARK
    return name


def _free_id(item: str, taken: Container[str], beside: Page | None, page: Page) -> str:
    """A key for what is new on a page, or that which it has `beside` it."""
    name = item + MARK
    while name in taken:
        if beside is not None and name in beside.ids() and same_addition(beside, page, name, item):
            return name
        name += MARK
    return name


def _ids(*pages: Page | None) -> set[str]:
    return set().union(*(page.ids() for page in pages if page is not None))


def _clashing(mine: Page, theirs: Page, other: Page | None) -> Iterator[str]:
    """The ids of items of a page that are something else than what has the id on `mine`, or new on `other`."""
    kinds = ("blocks", "frames", "notes")
    for kind in kinds:
        there = getattr(theirs, kind).keys()
        for its in kinds:
            if its != kind:
                yield from there & getattr(mine, its).keys()
    if other is not None:
        both, found = (theirs.ids() & other.ids()) - mine.ids(), dict[str, str]()
        todo = both
        while todo:
            new = [name for name in sorted(todo) if not same_addition(other, theirs, name, known=found)]
            found |= {name: name + MARK for name in new}
            # What is wired to one of two is two, as well.
            wires = (wire for name in new for wire in (*theirs.wires_into(name), *theirs.wires_from(name)))
            todo = {end for wire in wires for end in (wire.source, wire.target)} & both - found.keys()
        yield from found


def changes(a: Document, b: Aligned) -> list[Change]:
    """The cells that A and B have differently."""
    found = []
    keys = {*b.pages}
    for key in dict.fromkeys((*a.pages, *b.document.pages)):
        mine, theirs = a.pages.get(key), b.document.pages.get(key)
        if key not in keys and theirs is not None:  # only what moved from it is left
            mine = mine or Page(key)
            found.append(Change(key, "", "", key, None))
        if mine is not theirs:
            found += page_cells(key, mine, theirs)
    found += _named(a, b)
    natural = [key for key in a.pages if key in keys] + [key for key in b.pages if key not in a.pages]
    if natural != list(b.pages):
        found.append(Change("", "", "order", tuple(a.pages), b.pages))
    return [*found, *document_cells(a, b.document)]


def _named(a: Document, b: Aligned) -> Iterator[Change]:
    """What is called otherwise, or lies on another page."""
    keys = {own: key for key, own in b.names.pages.items()}
    for key, own in b.names.pages.items():
        if key in a.pages:
            yield Change(key, "", "name", key, own)
    for (page, item), (there, own) in b.names.items.items():
        if page in a.pages and a.pages[page].item(item) is not None:
            if own != item:
                yield Change(page, item, "id", item, own)
            if keys.get(there, there) != page:
                yield Change(page, item, "page", page, keys.get(there, there))
