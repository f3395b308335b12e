"""Application of changes of cells to a document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence, Set

from msgspec import Struct

from blockloom.blocks.diff.changes import (
    CellChange,
    Looks,
    set_on_page,
    wire_styles,
    with_cell,
    with_looks,
    without_looks,
)
from blockloom.blocks.diff.renaming import (
    MARK,
    NameMap,
    Place,
    cross_page_wires,
    missing_items,
    missing_pages,
    page_frames,
    rename_document,
)
from blockloom.blocks.document.pages import Block, Document, Frame, Page, Wire, free_page_name
from blockloom.blocks.infer.page_uses import Types
from blockloom.blocks.weights.document_weights import StateFolderArray

_UNNAMED = Page("")  # an empty page, which generates free ids


class RenamedResult(Struct, frozen=True):
    """A document with the final names of its parts.

    Attributes:
        names: Lead from the former names to these.
        cut: By page, block and pin: all wires that a pin should have, if one would come from another page.
        unframed: Items that would be in a frame of another page.
    """

    document: Document
    names: NameMap
    cut: Mapping[tuple[str, str, str], tuple[Wire, ...]]
    unframed: tuple[Place, ...]


def apply_changes_to(a: Document, changes: Iterable[CellChange]) -> Document:
    """Return A with these changes, in its own names; `apply_final_names` renames and moves items.

    Removed pages are still there, for items that move from them.
    """
    made = a.copy()
    by_page: dict[str, list[CellChange]] = defaultdict(list)
    for change in changes:
        by_page[change.page].append(change)
    of_document = by_page.pop("", ())
    for name, here in by_page.items():
        if name not in made.pages:
            made.pages[name] = Page(name)
        _change_page(made.pages[name], here)
    for change in of_document:
        if change.name == "order":
            _put_in_order(made, change.new)
        elif change.name == "conflicts":
            made.conflicts = change.new
        elif change.name == "weights":
            _name_weights(made, change.pin, change.new)
    return made


def _change_page(page: Page, changes: list[CellChange]) -> None:
    into: dict[str, dict[str, tuple[Wire, ...]]] = {}
    looked: dict[tuple[str, str], Looks] = {}
    for change in changes:
        item, field = change.item, change.field
        if not item:
            if field and field != "name":
                set_on_page(page, field, change.new)
        elif not field:
            _put(page, item, change)
        elif change.name == "wires":
            into.setdefault(item, {})[change.pin] = change.new
        elif change.name == "look":
            looked[item, change.pin] = change.new
        elif field not in ("id", "page"):
            for home in (page.blocks, page.frames, page.notes):
                if item in home:
                    home[item] = with_cell(home[item], field, change.new)
    gone = {change.item for change in changes if change.item and not change.field and change.new is None}
    _wire(page, gone, into, looked)


def _put(page: Page, item: str, change: CellChange) -> None:
    if change.new is None:
        for home in (page.blocks, page.frames, page.notes):
            home.pop(item, None)
    elif isinstance(change.new, Block):
        page.blocks[item] = change.new
    elif isinstance(change.new, Frame):
        page.frames[item] = change.new
    else:
        page.notes[item] = change.new


def _wire(
    page: Page,
    gone: Collection[str],
    into: Mapping[str, Mapping[str, tuple[Wire, ...]]],
    looked: Mapping[tuple[str, str], Looks],
) -> None:
    """Set the wires into pins.

    Wires into removed blocks are removed, and the other wires keep their styles.
    """
    if not into and not looked and page.into.keys().isdisjoint(gone):
        return
    made = {target: dict(pins) for target, pins in page.into.items() if target not in gone}
    for target, pins in into.items():
        there = made.setdefault(target, {})
        for pin, wires in pins.items():
            there[pin] = with_looks(wires, looked.get((target, pin)) or wire_styles(there.get(pin, ())))
    for (target, pin), found in looked.items():
        if pin in made.get(target, {}):
            made[target][pin] = with_looks(without_looks(made[target][pin]), found)
    page.into, page.out = {}, {}
    page.put_all(wire for pins in made.values() for wires in pins.values() for wire in wires)


def _put_in_order(document: Document, order: Sequence[str]) -> None:
    """Order pages; one that is not in `order` stays behind its predecessor."""
    have = list(document.pages)
    names = [name for name in order if name in document.pages]
    for place, name in enumerate(have):
        if name not in order:
            before = have[place - 1] if place else None
            names.insert(names.index(before) + 1 if before in names else 0, name)
    document.pages = {name: document.pages[name] for name in names}


def _name_weights(document: Document, key: str, now: str | None) -> None:
    arrays, added = document.weights.arrays, document.weights.added
    arrays.pop(key, None)
    added.pop(key, None)
    if now is not None:
        file, colon, there = now.partition(":")
        if colon:
            document.weights.add({key: StateFolderArray(file, there)})
        else:
            arrays[key] = now


def apply_final_names(
    document: Document,
    changes: Iterable[CellChange],
    wanted: Callable[[str, str], Place],
    late: Collection[Place],
    catalogue: Types,
) -> RenamedResult:
    """Return a document of `apply_changes_to` with the final names of its parts.

    Changes name old parts, and `wanted` new ones (page and id). If two parts want one name, one of them gets the next
    free name, preferably one in `late`, where pages have the id "". Never raises: impossible names are replaced,
    impossible wires cut.
    """
    changes = list(changes)
    gone = {change.page for change in changes if not change.field and not change.item and change.new is None}
    if gone.issuperset(document.pages):
        gone.remove(next(iter(document.pages)))  # a document needs at least one page
    pages, homes, ids = {}, {}, {}
    for change in changes:
        if change.field == "name" and not change.item:
            pages[change.page] = change.new
        elif change.name == "page":
            homes[change.page, change.item] = change.new
        elif change.name == "id":
            ids[change.page, change.item] = change.new
        elif not change.field and change.new is not None:
            if change.item:
                name = wanted(change.page, change.item)[1]
                if name != change.item:
                    ids[change.page, change.item] = name
            else:
                name = wanted(change.page, "")[0]
                if name != change.page:
                    pages[change.page] = name
    names = NameMap(_page_names(document, pages, gone, late), {})
    known, removed = {name: page.ids() for name, page in document.pages.items()}, set[Place]()
    for change in changes:
        if change.item and not change.field and change.new is None:
            known[change.page].add(change.item)
            removed.add((change.page, change.item))
    items = _item_names(document, names, homes, ids, late, known)
    if taken := {(place[0], new) for place, (home, new) in items.items() if home == names.page(place[0])}:
        removed |= taken.intersection(missing_items(document))
    names = NameMap(names.pages, items | _names_of_removed(document, NameMap(names.pages, items), removed))
    made = rename_document(document, names, catalogue)
    for key in gone:
        made.pages.pop(names.page(key), None)
    cut: dict[tuple[str, str, str], tuple[Wire, ...]] = {}
    unframed: list[Place] = []
    for name, page in list(made.pages.items()):
        found = list(cross_page_wires(made, [name]))
        if found or any("/" in frame for frame in page_frames(page)):
            for _, wire in found:
                cut[name, wire.target, wire.target_pin] = tuple(page.wires_into(wire.target, wire.target_pin))
            made.pages[name], lost = _without_far(page)
            unframed += [(name, item) for item in lost]
    return RenamedResult(made, names, cut, tuple(unframed))


def _page_names(
    document: Document, wanted: Mapping[str, str], gone: Container[str], late: Container[Place]
) -> dict[str, str]:
    here = [key for key in document.pages if key not in gone]
    missing = missing_pages(document)
    taken = {key for key in here if key not in wanted and (key, "") not in late}
    taken |= {key for key in missing if not key.endswith(MARK)}
    found = {}
    todo = [key for key in here if key not in taken]
    # Items that get free names come before renamed ones.
    for key in sorted(todo, key=lambda key: ((key, "") in late, wanted.get(key, key) in taken)):
        name = wanted.get(key, key)
        if name in taken:  # the name of a removed page would be mistaken for this page
            name = free_page_name(name, {*taken, *document.pages})
        taken.add(name)
        if name != key:
            found[key] = name
    for key in document.pages:
        if key in gone and key in taken:
            found[key] = free_page_name(key, {*taken, *document.pages})
    for key in sorted(missing):
        if key.endswith(MARK):
            found[key] = free_page_name(key.rstrip(MARK), {*taken, *document.pages})
            taken.add(found[key])
    return found


def _item_names(
    document: Document,
    names: NameMap,
    homes: Mapping[Place, str],
    ids: Mapping[Place, str],
    late: Collection[Place],
    known: Mapping[str, Set[str]],
) -> dict[Place, Place]:
    """Return the final page and id of items, by their page and id in `document`.

    An item that does not get the id it wants gets no id that is `known` on its page either, which a removed or renamed
    item had: it would be mistaken for that item.
    """
    special = {page for page, _ in (*homes, *ids)} | set(homes.values()) | {place[0] for place in late if place[1]}
    by_home: dict[str, list[Place]] = defaultdict(list)
    for page in document.pages:
        if page in special:
            for item in document.pages[page].ids():
                by_home[homes.get((page, item), page)].append((page, item))
    found: dict[Place, Place] = {}
    for home, places in by_home.items():
        taken: set[str] = set()
        todo = []
        for place in places:
            if place in ids or place in late or place[0] != home:
                todo.append(place)
            else:
                taken.add(place[1])
        wanted = {place: ids.get(place, place[1]).rstrip(MARK) for place in todo}
        for comes_late in (False, True):
            some = [place for place in todo if (place in late) == comes_late]
            for place in sorted(some, key=lambda place: (wanted[place] in taken, place)):
                name = wanted[place]
                if name in taken:
                    name = _UNNAMED.free_id(name, taken | known.get(home, set()))
                taken.add(name)
                if (home, name) != place:
                    found[place] = names.page(home), name
    return found


def _names_of_removed(document: Document, names: NameMap, removed: Iterable[Place]) -> dict[Place, Place]:
    """Return free names of removed and missing items whose names others have now.

    Conflicts, values and wires can still name such an item, and must not name another one.
    """
    found: dict[Place, Place] = {}
    taken: dict[str, set[str]] = defaultdict(set)
    if removed := [place for place in removed if place[1] not in document.pages[place[0]].ids()]:
        for home, name in (names.place(page.name, item) for page in document.pages.values() for item in page.ids()):
            taken[home].add(name)
    for page, item in sorted(removed):
        home = names.page(page)
        if item in taken[home]:
            found[page, item] = home, _UNNAMED.free_id(item, taken[home] | document.pages[page].ids())
            taken[home].add(found[page, item][1])
    return found


def _without_far(page: Page) -> tuple[Page, list[str]]:
    """Return the page without wires from other pages and frames of other pages, and the items that lost a frame."""
    made = page.replaced(into={}, out={})
    made.put_all(wire for wire in page.wires() if "/" not in wire.source)
    made.blocks = {name: item._replace(frame="") if "/" in item.frame else item for name, item in page.blocks.items()}
    made.frames = {name: item._replace(frame="") if "/" in item.frame else item for name, item in page.frames.items()}
    return made, [name for home in (page.blocks, page.frames) for name, item in home.items() if "/" in item.frame]
