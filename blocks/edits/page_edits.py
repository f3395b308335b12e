"""Edits of whole pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeVar

from blockloom.blocks.document.pages import Block, Bookmark, Conflict, Document, Frame, Note, Origin, Page
from blockloom.blocks.document.uids import (
    LONGEST_PAGE_UID,
    free_uid,
    homes,
    items_of,
    page_uid,
    page_uids,
    random_uids,
    uid_of,
)
from blockloom.blocks.edits.base import Edit, Touched
from blockloom.blocks.edits.content import CompositeEdit, Insert, Remove, dangling_wires_on, home_of, page_of
from blockloom.blocks.edits.edit_rules import (
    EditError,
    check_bookmark,
    check_color,
    check_conflicts,
    check_origin,
    check_page_name,
    check_place,
    check_uid,
)
from blockloom.blocks.text.phrases import phrase


class AddPage(NamedTuple):
    """Add an empty page at a position among the tabs, by default at the end, with the default uid."""

    name: str
    index: int | None = None  # type: ignore[assignment]   # tuples have a method of this name, which nobody calls
    uid: str = ""

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The name is invalid or taken.
        """
        check_page_name(document, self.name)
        check_uid(self.uid, most=LONGEST_PAGE_UID)
        names = list(document.pages)
        names.insert(len(names) if self.index is None else self.index, self.name)
        uid = self.uid or free_uid(self.name, self.name, page_uids(document.pages.values()))
        document.pages[self.name] = Page(self.name).replaced(uid=uid)
        _order(document, names)
        return RemovePage(self.name)

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.name, tabs=True, new=True)


class RemovePage(NamedTuple):
    """Remove a page with everything on it. A document keeps at least one page, as its file must."""

    name: str

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The document has no such page, or no other.
        """
        page = page_of(document, self.name)
        if len(document.pages) == 1:
            raise EditError(phrase("{!r} is the only page", self.name))
        index = list(document.pages).index(self.name)
        # Empty the page first, so that the inverse consists of ordinary edits and does not store a page.
        content = Remove(
            self.name, tuple(page.blocks), tuple(dangling_wires_on(page)), tuple(page.frames), tuple(page.notes)
        )
        back = content.apply(document)
        del document.pages[self.name]
        marks = (SetBookmark(self.name, number, mark) for number, mark in page.bookmarks.items())
        origin = (SetOrigin(self.name, page.origin),) if page.origin is not None else ()
        return CompositeEdit(
            (
                AddPage(self.name, index, page_uid(page)),
                SetSheet(self.name, page.size, page.background),
                *origin,
                *marks,
                back,
            )
        )

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.name, tabs=True, removes_page=True)


class RenamePage(NamedTuple):
    """Rename a page; its tab stays in place."""

    old: str
    new: str

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: No page has the name `old`, or `new` is invalid or taken.
        """
        page = page_of(document, self.old)
        if self.new != self.old:
            check_page_name(document, self.new)
            names = [self.new if n == self.old else n for n in document.pages]
            document.pages[self.new] = document.pages.pop(self.old)
            page.uid, page.name = page_uid(page), self.new
            _order(document, names)
        return RenamePage(self.new, self.old)

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.new, self.old, tabs=True)


class MovePage(NamedTuple):
    """Move the tab of a page to another position."""

    name: str
    index: int  # type: ignore[assignment]   # tuples have a method of this name, which nobody calls

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The document has no such page.
        """
        page_of(document, self.name)
        names = list(document.pages)
        old = names.index(self.name)
        names.insert(self.index, names.pop(old))
        _order(document, names)
        return MovePage(self.name, old)

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.name, tabs=True)


class SetSheet(NamedTuple):
    """Set the size and background of a page.

    `size` is (width, height) in pixels, None for an endless sheet; `background` is a colour, "" for the theme's.
    """

    page: str
    size: tuple[float, float] | None
    background: str

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The document has no such page, or the size or colour is invalid.
        """
        page = page_of(document, self.page)
        check_place(*(self.size or ()))
        check_color(self.background)
        back = SetSheet(self.page, page.size, page.background)
        page.size, page.background = self.size, self.background
        return back

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, boxes=True)


class SetBookmark(NamedTuple):
    """Set the bookmark of a page for a digit from 1 to 9; None removes it."""

    page: str
    number: int
    bookmark: Bookmark | None

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The number is not from 1 to 9, or the position or scale is invalid.
        """
        page = page_of(document, self.page)
        check_bookmark(self.number, self.bookmark)
        back = SetBookmark(self.page, self.number, page.bookmarks.pop(self.number, None))
        if self.bookmark is not None:
            page.bookmarks[self.number] = self.bookmark
        return back

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, boxes=True)


class SetOrigin(NamedTuple):
    """Set the library page that a page was copied from; None for no library page."""

    page: str
    origin: Origin | None

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The library, the name of the page or the SHA-256 is invalid.
        """
        page = page_of(document, self.page)
        check_origin(self.origin)
        back = SetOrigin(self.page, page.origin)
        page.origin = self.origin
        return back

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, origin=True)


class SetUids(NamedTuple):
    """Change the uids of items of a page: id -> uid.

    The id "" is the page itself; a uid "" stands for a new uid.
    """

    page: str
    uids: Mapping[str, str]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The page does not have an id, or a uid is too long.
        """
        page = page_of(document, self.page)
        check_uid(*self.uids.values())
        check_uid(self.uids.get("", ""), most=LONGEST_PAGE_UID)
        found = {name: home_of(page, name) for name in self.uids if name}
        back = {name: uid_of(page, home[name]) for name, home in found.items()}
        if "" in self.uids:
            back[""] = page_uid(page)
            for home in homes(page):  # items keep their uids when the uid of the page changes
                home.update(
                    (name, item._replace(uid=uid_of(page, item))) for name, item in home.items() if not item.uid
                )
            page.uid = self.uids[""] or free_uid(page.name, page.name, page_uids(document.pages.values()))
        taken = {item.uid for _, _, item in items_of(document)} if "" in self.uids.values() else set()
        for name, home in found.items():
            place = f"{page.uid}/{name}"
            uid = self.uids[name] or free_uid(place, place, taken)
            taken.add(uid)
            home[name] = home[name]._replace(uid=uid)
        return SetUids(self.page, back)

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, uids=True)


def _order(document: Document, names: list[str]) -> None:
    pages = {name: document.pages[name] for name in names}
    document.pages.clear()
    document.pages.update(pages)


class SetConflicts(NamedTuple):
    """Replacement of all conflicts of a document."""

    conflicts: tuple[Conflict, ...] = ()

    def apply(self, document: Document) -> Edit:
        """Replace the conflicts; their places need not exist.

        Raises:
            EditError: There are more conflicts than a document keeps, or one is invalid.
        """
        check_conflicts(self.conflicts, document.conflicts)
        back = SetConflicts(document.conflicts)
        document.conflicts = self.conflicts
        return back

    def touched(self) -> Iterator[Touched]:
        yield Touched("", conflicts=True)


T = TypeVar("T", Block, Frame, Note)


def assign_new_uids(edit: Edit) -> Edit:
    """Return the edit with a random uid for each page and item that has none.

    Call it before the edit enters the history, so that redo and the journal restore the same uids.
    """
    if isinstance(edit, CompositeEdit):
        edits = tuple(map(assign_new_uids, edit.edits))
        return edit if all(new is old for new, old in zip(edits, edit.edits)) else CompositeEdit(edits)
    if isinstance(edit, Insert):
        return edit._replace(
            blocks=_with_uids(edit.blocks), frames=_with_uids(edit.frames), notes=_with_uids(edit.notes)
        )
    if isinstance(edit, AddPage) and not edit.uid:
        return edit._replace(uid=next(random_uids(1)))
    if isinstance(edit, SetUids) and not all(edit.uids.values()):
        uids = random_uids(len(edit.uids))
        return edit._replace(uids={name: uid or new for (name, uid), new in zip(edit.uids.items(), uids)})
    return edit


def _with_uids(items: tuple[T, ...]) -> tuple[T, ...]:
    if all(item.uid for item in items):
        return items
    return tuple([item if item.uid else item._replace(uid=uid) for item, uid in zip(items, random_uids(len(items)))])
