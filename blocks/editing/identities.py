"""Find what an address means after the document was edited, by the uids of pages and items.

An identity is an address that has uids in the place of names. It stays the same while the document is edited, so that
results, state and other things about a document can be kept by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar, cast

from blockloom.blocks.catalogue.parameters import DEEPEST, page_of_type
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Document, Item
from blockloom.blocks.document.uids import derived_uid, page_uid
from blockloom.blocks.results.monitors import Watch

K = TypeVar("K", Address, Watch)
V = TypeVar("V")
EMPTY: Mapping[Any, Any] = MappingProxyType({})


class DocumentNames:
    """The names that the pages and blocks of a document have at one moment. Later edits do not change them."""

    def __init__(self, document: Document):
        self._items = {name: page.items() for name, page in document.pages.items()}
        self._uids = {name: page_uid(page) for name, page in document.pages.items()}
        self._pages = {uid: name for name, uid in self._uids.items()}
        self._ids: dict[str, dict[str, str]] = {}
        self._copies: dict[str, dict[str, list[str]]] = {}
        self._instances: dict[str, tuple[str, str]] = {}

    def uid(self, page: str) -> str:
        """Return the uid of a page; the name itself if there is no such page."""
        return self._uids.get(page, page)

    def page(self, uid: str) -> str:
        """Return the name of a page; the uid itself if there is no such page."""
        return self._pages.get(uid, uid)

    def identity(self, at: Address, page: str) -> Address:
        """Return the identity of an address, where `page` is the page of an address that names none.

        Names of blocks that do not exist stay as they are.
        """
        place, path = at.page or page, []
        for name in at.path:
            block = self._items.get(place, {}).get(name)
            path.append(name if block is None else block.uid)
            place = _inner(block)
        block = self._items.get(place, {}).get(at.block)
        return Address(self.uid(at.page), at.block if block is None else block.uid, at.pin, at.element, tuple(path))

    def find(self, identity: Address, page: str, was: DocumentNames | None = None) -> Address | None:
        """Return the address that has an identity; None if it has none now.

        A block that was moved into the page of a new instance, or was unpacked from an instance, is found there. `was`
        are the names when the identity was known last.
        """
        place, path, dissolved = self.page(identity.page) or page, list[str](), ""
        if place not in self._items:
            return None
        for uid in (*identity.path, identity.block):
            if not uid:
                break
            if not place:  # the block is not an instance: the names inside are unknown
                path.append(uid)
                continue
            name = self._unpacked(place, dissolved, uid, was) if dissolved else self._id(place, uid)
            way = [name] if name else [] if dissolved else self._inside(place, uid)
            for name in way:
                path.append(name)
                place, dissolved = _inner(self._items[place][name]), ""
            if way:
                continue
            if dissolved or uid in self._homes or uid == identity.block:
                return None
            dissolved = uid
        *above, block = path if identity.block else (*path, "")
        return Address(self.page(identity.page), block, identity.pin, identity.element, tuple(above))

    def follow(self, at: Address, was: DocumentNames, page: str) -> Address | None:
        """Return the current address of an item that had an address in `was`; None if it no longer exists.

        Args:
            at: The address.
            was: The names when the address was valid.
            page: The uid of the page of an address that names none.
        """
        before, after = was.page(page), self.page(page)
        if not at.path and was.uid(at.page) == self.uid(at.page):
            old, new = (of._items.get(at.page or on, {}).get(at.block) for of, on in ((was, before), (self, after)))
            if old is new or old is not None and new is not None and old.uid == new.uid:
                return at
        return self.find(was.identity(at, before), after, was)

    def _unpacked(self, page: str, instance: str, uid: str, was: DocumentNames | None) -> str:
        """Return the id of a block that was unpacked from an instance onto a page; "" for none."""
        copy = derived_uid(instance, uid)
        # If the last instance is removed, its page gets the copy of the uid, unless the page is removed too.
        home = self._homes.get(copy, "")
        if was is not None and uid in was._homes:
            before = self.page(was.uid(was._homes[uid]))
            is_own = home == before or before not in self._items
        else:
            is_own = bool(home)
        return self._id(page, copy) or (self._id(page, uid) if is_own else "")

    def _id(self, page: str, uid: str) -> str:
        """Return the id of the block of a page that has this uid; "" for none."""
        if page not in self._ids:
            self._ids[page] = {block.uid: name for name, block in self._items.get(page, {}).items()}
        return self._ids[page].get(uid, "")

    @cached_property
    def _homes(self) -> dict[str, str]:
        """The page of each block, by uid."""
        return {block.uid: page for page, blocks in self._items.items() for block in blocks.values()}

    def _inside(self, page: str, uid: str) -> list[str]:
        """Return the path from a page to a block that was moved into the page of a new instance.

        Returns:
            The ids of the instances, then of the block; [] if there is no path.
        """
        home = self._homes.get(uid, "")
        if not home:
            return self._restored(page).get(uid, [])
        way = [self._id(home, uid)]
        while home != page:
            home, instance = self._instance(home)
            if not home or len(way) > DEEPEST:
                return []
            way.insert(0, instance)
        return way

    def _instance(self, page: str) -> tuple[str, str]:
        """Return the page and id of the block that was made of the blocks of a page, or of its only instance."""
        if page not in self._instances:
            found = [
                (name, item) for name, items in self._items.items() for item in items.values() if _inner(item) == page
            ]
            made = [(name, item) for name, item in found if item.uid == derived_uid(self.uid(page))] or found
            self._instances[page] = (made[0][0], made[0][1].id) if len(made) == 1 else ("", "")
        return self._instances[page]

    def _restored(self, page: str) -> dict[str, list[str]]:
        """Return the paths from a page to the blocks in its instances, by their uids after unpacking."""
        if page not in self._copies:
            self._copies[page] = {
                derived_uid(instance.uid, item.uid): [instance.id, item.id]
                for instance in self._items.get(page, {}).values()
                for item in self._items.get(_inner(instance), {}).values()
            }
        return self._copies[page]


def _inner(item: Item | None) -> str:
    """Return the name of the page that an item is an instance of; "" for any other item."""
    return page_of_type(item.type) if isinstance(item, Block) else ""


NO_NAMES = DocumentNames(Document())


class FollowedValues(dict[K, V]):
    """Values by address or watch, which follow their blocks while the document is edited.

    Values of removed blocks are stored separately, and return with the blocks, for example by undo.
    """

    def __init__(self, values: Mapping[K, V] = EMPTY):
        super().__init__(cast(Any, values))
        self._gone: dict[K, V] = {}  # objects by identity

    def follow(self, was: DocumentNames, now: DocumentNames, page: str, only_adds: bool = False) -> bool:
        """Replace the names of `was` by those of `now`, and return whether an address changed.

        Args:
            was: The names before an edit.
            now: The names after it.
            page: The uid of the page that is meant by addresses without a page.
            only_adds: Whether the edit only added items: then only values of blocks that were gone can come back.
        """
        if only_adds and not self._gone:
            return False
        before, after = was.page(page), now.page(page)
        found, changed = dict[K, V](), False
        known, self._gone = self._gone, {}
        for key, value in self.items():
            to = _on(key, lambda at: now.follow(at, was, page))
            changed |= to != key
            if to is None:
                self._gone[_on(key, lambda at: was.identity(at, before))] = value
            else:
                found[to] = value
        for identity, value in known.items():
            to = _on(identity, lambda at: now.find(at, after))
            changed |= to is not None
            if to is None:
                self._gone[identity] = value
            else:
                found[to] = value
        if changed:
            self.clear()
            self.update(found)
        return changed


def _on(key: Any, change: Callable[[Address], Address | None]) -> Any:
    """Return an address or watch with its address changed; None if `change` returns None."""
    if isinstance(key, Address):
        return change(key)
    at = change(key.address)
    return None if at is None else key._replace(address=at)
