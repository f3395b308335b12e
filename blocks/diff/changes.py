"""Changes: the cells that differ between two documents.

A document consists of cells: each block, frame, note and page is one, and so is each of their fields, each value of a
pin, and the wires into a pin. Two documents with the same ids and names of pages differ by a list of cells; `matching`
brings documents to that state.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from blockloom.blocks.document.fields import CELLS, FIELDS
from blockloom.blocks.document.pages import PLAIN, Block, Document, Item, Look, Page, Wire
from blockloom.blocks.weights.document_weights import keys_in
from blockloom.blocks.weights.store import state_file
from blockloom.blocks.weights.weight_format import WeightsError

ADDED, REMOVED, CHANGED, MOVED = "+", "-", "~", "moved"
Key = tuple[str, str, str]  # (page, item, field)
Looks = Mapping[tuple[str, str, str, int], Look]  # (source, pin, kind of wire, index among equal wires) -> appearance
# Fields of layout and appearance, which do not affect results.
_LAYOUT = frozenset(
    {"uid", "at", "box", "look", "size", "background", "bookmark", "order"}
    | {name for name, field in CELLS.items() if field.layout}
)
_BOX = "x", "y", "width", "height"
_PAGE_FIELDS = ("uid", "uid"), ("size", "size"), ("background", "background"), ("library", "origin")


class CellChange(NamedTuple):
    """A cell that two documents have differently, A and B.

    `page` is its page in A, or, where A has none, a key for it, most often the name in B; "" for cells of the document.
    `item` is the id in A of the block, frame or note, or, where A has none, a key for it; "" for cells of the page.
    `field` is "" for the page or item itself, else one of:

        of blocks    type, at, frame, color, mode, pause, value:PIN, slider:PIN, name:PIN, id, page (it moved there)
        of pins      wires:PIN, a tuple of plain Wires in the names of A (wires: control wires); look:PIN, their looks
        of frames    title, device, frame, collapsed, box, id;  of notes  text, color, fill, font, bold, shape, box, id
        of pages     name, size, background, library, bookmark:N
        of these     uid, where files say none
        of all       order, of pages;  weights:KEY, the array's hash;  conflicts, those that a merge left

    `old` and `new` are what A and B have there: a Block, Frame, Note or page's name for an item or page itself, with
    the key as its id; texts, numbers and tuples for the others. None where there is nothing.
    """

    page: str
    item: str
    field: str
    old: Any
    new: Any

    @property
    def key(self) -> Key:
        """The key of the cell."""
        return self.page, self.item, self.field

    @property
    def name(self) -> str:
        """The field without the pin: `value` of `value:PIN`."""
        return self.field.partition(":")[0]

    @property
    def pin(self) -> str:
        """The pin, key or number in the field; "" if there is none."""
        return self.field.partition(":")[2]

    @property
    def weights(self) -> set[str]:
        """The keys of weights that the change adds or concerns."""
        if self.name == "weights":
            return {self.pin}
        if isinstance(self.new, Block):
            return keys_in(self.new.values.values())
        return keys_in((self.new,)) if self.name == "value" and self.new is not None else set()

    @property
    def kind(self) -> str:
        """ADDED or REMOVED for a page or item itself, MOVED for layout and appearance, else CHANGED."""
        if not self.field:
            return ADDED if self.old is None else REMOVED
        return MOVED if self.layout else CHANGED

    @property
    def layout(self) -> bool:
        """True if the change only affects layout and appearance."""
        return self.name in _LAYOUT


def document_cells(a: Document, b: Document) -> Iterator[CellChange]:
    """Yield the differing cells that belong to no page."""
    if a.conflicts != b.conflicts:
        yield CellChange("", "", "conflicts", a.conflicts, b.conflicts)
    for key, was, now in _differing(array_hashes(a), array_hashes(b)):
        if not (was and now and _same_array(a, b, key)):
            yield CellChange("", "", f"weights:{key}", was, now)


def _same_array(a: Document, b: Document, key: str) -> bool:
    """Return whether an array is the same if one document, such as an opened model, has no file with it yet."""
    with contextlib.suppress(WeightsError):
        return _hash(a, key) == _hash(b, key) != ""
    return False


def _hash(document: Document, key: str) -> str:
    weights, ref = document.weights, document.weights.added.get(key)
    return state_file(ref.sha256).stated_hash(ref.key) if ref is not None else weights.hash(key, document.folder)


def named_arrays(document: Document) -> dict[str, str]:
    """Return the arrays in the folder of a document: key -> hash."""
    weights = document.weights
    return weights.by_array(document.keys(), document.folder) if weights.sha256 else weights.arrays


def array_hashes(document: Document) -> dict[str, str]:
    """Return the hash of each array of a document by key, or the place of an array that is in no file yet."""
    return {
        **named_arrays(document),
        **{key: f"{ref.sha256}:{ref.key}" for key, ref in document.weights.added.items()},
    }


def page_cells(name: str, a: Page | None, b: Page | None) -> Iterator[CellChange]:
    """Yield the differing cells of a page; all cells of a page that only A or B has."""
    if a is None or b is None:
        yield CellChange(name, "", "", a and name, b and name)
    is_gone = b is None  # the removal of the page implies that of its fields
    a, b = a or Page(name), b or Page(name)
    for field, attribute in () if is_gone else _PAGE_FIELDS:
        was, now = getattr(a, attribute), getattr(b, attribute)
        if was != now:
            yield CellChange(name, "", field, was, now)
    for number, was, now in () if is_gone else _differing(a.bookmarks, b.bookmarks):
        yield CellChange(name, "", f"bookmark:{number}", was, now)
    for item, was, now in (
        *_differing(a.frames, b.frames),
        *_differing(a.blocks, b.blocks),
        *_differing(a.notes, b.notes),
    ):
        yield from _item_cells(name, item, was, now)
    if a.into is not b.into and a.into != b.into:
        for target, was, now in _differing(a.into, b.into):
            if target in b.blocks or target not in a.blocks:  # the removal of a block implies that of its wires
                yield from _wire_cells(name, target, was or {}, now or {})


def _differing(a: Mapping[Any, Any], b: Mapping[Any, Any]) -> list[tuple[Any, Any, Any]]:
    if a is b or a == b:
        return []
    get_a, get_b = a.get, b.get
    found = [(key, was, now) for key, was in a.items() if (now := get_b(key)) is not was and now != was]
    return found + [(key, None, now) for key, now in b.items() if get_a(key) is None]


def _item_cells(page: str, name: str, was: Item | None, now: Item | None) -> Iterator[CellChange]:
    if was is None or now is None:
        yield CellChange(page, name, "", was, now)
    else:
        yield from item_cells(page, name, was, now)


def item_cells(page: str, name: str, was: Item, now: Item) -> Iterator[CellChange]:
    """Yield the differing fields of two blocks, two frames or two notes."""
    if isinstance(was, Block) and isinstance(now, Block):
        if (was.x, was.y) != (now.x, now.y):
            yield CellChange(page, name, "at", (was.x, was.y), (now.x, now.y))
    else:
        box_was, box_now = (tuple(getattr(item, field) for field in _BOX) for item in (was, now))
        if box_was != box_now:
            yield CellChange(page, name, "box", box_was, box_now)
    for field in FIELDS[type(was)]:
        old, new = getattr(was, field.name), getattr(now, field.name)
        if field.cell:
            for pin, one, other in _differing(old, new):
                yield CellChange(page, name, f"{field.cell}:{pin}", one, other)
        elif old != new:
            yield CellChange(page, name, field.name, old, new)
    if was.uid != now.uid:
        yield CellChange(page, name, "uid", was.uid, now.uid)


def with_cell(item: Any, field: str, value: Any) -> Any:
    """Return a block, frame or note with one field set."""
    word, _, pin = field.partition(":")
    if field == "at":
        return item._replace(x=value[0], y=value[1])
    if field == "box":
        return item._replace(**dict(zip(_BOX, value, strict=True)))
    if word in CELLS and CELLS[word].cell:
        have = dict(getattr(item, CELLS[word].name))
        if value is None:
            have.pop(pin, None)
        else:
            have[pin] = value
        return item._replace(**{CELLS[word].name: have})
    return item._replace(**{field: value})


def set_on_page(page: Page, field: str, value: Any) -> None:
    """Set a field of a page that is not in a document yet."""
    word, _, number = field.partition(":")
    if word == "bookmark":
        page.bookmarks = {n: mark for n, mark in page.bookmarks.items() if n != int(number)}
        if value is not None:
            page.bookmarks[int(number)] = value
    else:
        setattr(page, dict(_PAGE_FIELDS)[word], value)


def _wire_cells(
    page: str, target: str, was: Mapping[str, tuple[Wire, ...]], now: Mapping[str, tuple[Wire, ...]]
) -> Iterator[CellChange]:
    for pin, old, new in _differing(was, now):
        old, new = old or (), new or ()
        plain_old, plain_new = without_looks(old), without_looks(new)
        if plain_old != plain_new:
            yield CellChange(page, target, f"wires:{pin}", plain_old, plain_new)
        looks_old, looks_new = wire_styles(old), wire_styles(new)
        if looks_old != looks_new:
            yield CellChange(page, target, f"look:{pin}", looks_old, looks_new)


def without_looks(wires: tuple[Wire, ...]) -> tuple[Wire, ...]:
    """Return the wires without their styles."""
    return tuple(wire if wire.look == PLAIN else wire._replace(look=PLAIN) for wire in wires)


def wire_styles(wires: tuple[Wire, ...]) -> dict[tuple[str, str, str, int], Look]:
    """Return the styles of the wires into a pin that have any."""
    found, many = {}, Counter[tuple[str, str, str]]()
    for wire in wires:
        end = wire.source, wire.source_pin, wire.kind
        if wire.look != PLAIN:
            found[*end, many[end]] = wire.look
        many[end] += 1
    return found


def with_looks(wires: tuple[Wire, ...], found: Looks) -> tuple[Wire, ...]:
    """Return plain wires into a pin with their styles."""
    if not found:
        return wires
    many, made = Counter[tuple[str, str, str]](), []
    for wire in wires:
        end = wire.source, wire.source_pin, wire.kind
        look = found.get((*end, many[end]))
        made.append(wire if look is None else wire._replace(look=look))
        many[end] += 1
    return tuple(made)
