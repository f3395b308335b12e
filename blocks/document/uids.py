"""The identity of pages, blocks, frames and notes: a uid that renaming and moving keep.

A new page or item gets a random uid of 8 characters: a-z and 2-7. A file leaves out a uid that equals the default. The
default of a page is its name. The default of an item is `PAGEUID/ID`, or `PAGEUID/=NODE` for a block from a graph, if
no other block of the page has this name of a node.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from blockloom.blocks.document.pages import Block, Document, Frame, Item, Note, Page

T = TypeVar("T", Block, Frame, Note)

LONGEST_UID, LONGEST_PAGE_UID = 500, 200  # most characters; the default uid of an item begins with that of its page
_LONGEST_NODE = 200  # most characters of a node name within a uid


def random_uids(count: int) -> Iterator[str]:
    """Yield this many new uids."""
    text = base64.b32encode(os.urandom(5 * count)).decode().lower()
    return (text[at : at + 8] for at in range(0, 8 * count, 8))


def derived_uid(*parts: str) -> str:
    """Return a uid that depends on these texts only, so that two people who do the same get the same uid."""
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).digest()
    return base64.b32encode(digest[:5]).decode().lower()


def page_uid(page: Page) -> str:
    """Return the uid of a page."""
    return page.uid or page.name


def uid_of(page: Page, item: Item) -> str:
    """Return the uid of an item on a page."""
    return item.uid or default_uids(page)[item.id]


def default_uids(page: Page) -> dict[str, str]:
    """Return the default uid of each item of a page, by id."""
    home = f"{page_uid(page)}/"
    found = {name: home + name for items in homes(page) for name in items}
    nodes = [(name, block.names[""]) for name, block in page.blocks.items() if "" in block.names]
    if nodes:
        count = Counter(node for _, node in nodes)
        found |= {name: f"{home}={node}" for name, node in nodes if count[node] == 1 and len(node) <= _LONGEST_NODE}
    return found


def stated_uids(page: Page) -> dict[str, str]:
    """Return the uids of a page that differ from the defaults, by id; the uid of the page itself under ""."""
    place = default_uids(page)
    found = {
        name: item.uid for items in homes(page) for name, item in items.items() if item.uid not in ("", place[name])
    }
    return found if page_uid(page) == page.name else {"": page.uid} | found


def complete(document: Document) -> list[str]:
    """Set the uid of every page and item that has none, and make all uids unique.

    If several items have one uid, the item whose default it is keeps it, otherwise the first does.

    Returns:
        The names of the pages on which a uid was replaced.
    """
    taken: set[str] = set()
    pages = document.pages.values()
    mended: dict[str, None] = {}
    for page in sorted(pages, key=lambda page: page_uid(page) != page.name):
        uid = free_uid(page_uid(page), page.name, taken)
        if page.uid not in ("", uid):
            mended[page.name] = None
        page.uid = uid
        taken.add(uid)
    taken, late = set(), []
    for page in pages:
        place = default_uids(page)
        for items in homes(page):
            for name, item in items.items():
                own = place[name]
                if item.uid not in ("", own) or own in taken:
                    late.append((page, items, item, own))
                    continue
                taken.add(own)
                if not item.uid:
                    # Equals _replace, in a third of the time.
                    items[name] = tuple.__new__(type(item), (*item[:-1], own))
    for page, items, item, own in late:
        uid = free_uid(item.uid or own, own, taken)
        taken.add(uid)
        if item.uid != uid:
            items[item.id] = item._replace(uid=uid)
            mended[page.name] = None
    return list(mended)


def completed(document: Document) -> Document:
    """Return the document if all its uids are set and unique, otherwise a copy in which they are."""
    uids = [item.uid for page in document.pages.values() for items in homes(page) for item in items.values()]
    pages = [page.uid for page in document.pages.values()]
    if all(uids) and all(pages) and len({*uids}) == len(uids) and len({*pages}) == len(pages):
        return document
    made = document.copy()
    complete(made)
    return made


def with_uids(document: Document, page: Page, items: Collection[T]) -> Collection[T]:
    """Return the items; those without a uid get their default, numbered if it is taken."""
    if all(item.uid for item in items):
        return items
    taken = {item.uid for one in document.pages.values() for have in homes(one) for item in have.values()}
    home, found = f"{page_uid(page)}/", []
    for item in items:
        uid = item.uid or free_uid(home + item.id, home + item.id, taken)
        taken.add(uid)
        found.append(item if item.uid else item._replace(uid=uid))
    return found


def with_own_uids(page: Page, uids: Mapping[str, str]) -> Page:
    """Return a copy of a page with these uids by id; the other items have none."""
    blocks, frames, notes = (
        {name: item._replace(uid=uids.get(name, "")) for name, item in items.items()} for items in homes(page)
    )
    return page.replaced(blocks=blocks, frames=frames, notes=notes)


def with_uids_by_id(page: Page, of: Page) -> Page:
    """Return a copy of a page with the uids that another page and its items of equal ids have."""
    page = page.replaced(uid=page_uid(of))
    have = {name: uid_of(of, item) for name, item in of.items().items()}
    taken = {*have.values()}
    own = {name: uid for name, uid in default_uids(page).items() if uid not in taken}
    return with_own_uids(page, own | have)


def free_uid(wanted: str, place: str, taken: Container[str]) -> str:
    """Return `wanted` if it is free, otherwise `place`, otherwise a numbered variant of `place`."""
    number, found = 1, wanted if wanted not in taken else place
    while found in taken:
        number += 1
        found = f"{place}~{number}"
    return found


def homes(page: Page) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the blocks, frames and notes of a page."""
    return page.blocks, page.frames, page.notes


def items_of(document: Document) -> Iterator[tuple[str, str, Item]]:
    """Yield every item of a document with its page and id."""
    for name, page in document.pages.items():
        for items in homes(page):
            for id_, item in items.items():
                yield name, id_, item


def page_uids(pages: Iterable[Page]) -> set[str]:
    """Return the uids of pages."""
    return set(map(page_uid, pages))
