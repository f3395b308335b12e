"""Oracle for merges of two people's edits, field by field: the required content of the merge.

Items are matched by their uids, independently of the matching of the merge itself.

A cell is an item or page with one field. Cells of two documents have the same key if they are of the same item,
whatever its name and position.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import networkx as nx

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, PREFIX, RETVAL
from blockloom.blocks.diff.changes import array_hashes
from blockloom.blocks.diff.differences import diff_documents
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import PLAIN, Block, Conflict, Document, Frame, Look, Note, Page, split_index
from blockloom.blocks.document.uids import items_of, page_uid, uid_of
from blockloom.blocks.text.phrases import Phrase
from blockloom.blocks.weights.document_weights import keys_in
from tests.human_edits import Person

Uid = tuple[str, ...]  # ("item", uid) or ("page", uid)
Trail = Mapping[tuple[str, str], Uid]
Key = tuple[Uid, str, Any]  # of what, which cell, of which pin or the like
DOCUMENT: Uid = ("document",)
_PINS = (ARG, RETVAL, PARAMETER)
_INDICES = {(type_, "index") for type_ in _PINS}
PLACES = ("at", "size", "look", "order", "collapsed", "bookmark", "page size", "background")  # nothing computes them
_LOOKS = (*PLACES, "color", "fill", "font", "bold", "shape")
_SEEN = (*PLACES, "frame", "color", "slider")
_NOTES = {  # fields that a note is about, by a part of its English text
    "change of position or appearance": _LOOKS,
    "both sides changed the order of pages": ("order",),
    "both sides added it": ("id",),
    "both sides set its slider": ("slider",),
    "was removed with its block": ("wires", "look"),
    " is not in a frame": ("frame",),
    " is not in the frame": ("frame",),
    "moved it to another page": ("page", "wires", *PLACES),
    "leads through its pins": ("wires", "look"),
    "a conflict keeps what had that name": ("id",),
    "both sides name something": ("id",),
    "both sides have a new page": ("name",),
}
Tells = Callable[
    [Key, set[Uid], Mapping[Key, Any]], bool
]  # whether a conflict or note covers a cell, with related items
_WORD = re.compile(r"([^\W\d]\w*)")


class Said:
    """A typed text and its meaning: equal to a text that is the same, or means the same."""

    def __init__(self, text: str, meaning: Any):
        self.text, self.meaning = text, meaning

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Said) and (self.text == other.text or self.meaning == other.meaning)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.text)


@dataclass(frozen=True)
class Known:
    """A document with who is who in it."""

    document: Document
    pages: Mapping[str, Uid]
    trail: Trail

    def pin(self, page: Page, block: str, pin: str) -> Any:
        """Return a pin independently of its name: for instances, the Arg, Retval or Parameter behind it."""
        have = page.blocks.get(block)
        if pin and have is not None and have.type.startswith(PREFIX):
            stem, index = split_index(pin)
            inner = self.document.pages.get(have.type.removeprefix(PREFIX))
            there = inner.blocks.get(stem) if inner is not None else None
            if inner is not None and there is not None and there.type in _PINS:
                return (self.trail[inner.name, stem], index)
            if inner is None:  # it is gone here, and may be there again
                return (("item", f"{have.type.removeprefix(PREFIX)}/{stem}"), index)
        return pin

    def who(self, page: Page, block: str) -> Uid:
        return self.trail.get((page.name, block), ("nobody", self.pages[page.name][1], block))

    def text(self, page: Page, text: str) -> Said:
        """Return a typed text without the names in it."""
        meaning: Any
        if text.startswith("="):
            there = self.pages[page.name]

            def parameter(word: str) -> Uid:
                if word in page.blocks and page.blocks[word].type == PARAMETER:
                    return self.trail[page.name, word]
                return "item", f"{there[1]}/{word}"  # a parameter that is gone, but may come back: a conflict keeps it

            meaning = tuple(parameter(part) if n % 2 else part for n, part in enumerate(_WORD.split(text)))
        elif text.startswith("@") and (page.name, text[1:]) in self.trail:
            meaning = self.trail[page.name, text[1:]]
        elif text.startswith("weights:"):
            meaning = array_hashes(self.document).get(text.removeprefix("weights:"))
        else:
            parts = re.split(r"([\[\],]\s*)", text) if len(text) < 500 else [text]
            meaning = tuple(self.pages.get(part.strip("'\""), part) for part in parts)
        return Said(text, meaning)

    @cached_property
    def cells(self) -> dict[Key, Any]:
        found: dict[Key, Any] = {}
        document = self.document
        found[DOCUMENT, "order", ""] = tuple(self.pages[name] for name in document.pages)
        for key, sha256 in document.weights.arrays.items():
            found[DOCUMENT, "weights", key] = sha256
        for page in document.pages.values():
            uid = self.pages[page.name]
            found[uid, "", ""] = "page"
            found[uid, "name", ""] = page.name
            found[uid, "page size", ""] = page.size
            found[uid, "background", ""] = page.background
            found[uid, "library", ""] = page.origin and page.origin[:2]
            for number, mark in page.bookmarks.items():
                found[uid, "bookmark", number] = mark
            for item in page.items().values():
                for field, name, value in self._item(page, item):
                    found[self.trail[page.name, item.id], field, name] = value
            for target, pins in page.into.items():
                for pin, wires in pins.items():
                    # Two list pins of one name are none; an instance without the pin keeps the name.
                    ends = tuple((self.who(page, w.source), self.pin(page, w.source, w.source_pin)) for w in wires)
                    key = self.who(page, target), "wires", self.pin(page, target, pin)
                    found[key] = ends if pin else tuple(sorted(ends))
                    looks: dict[Any, list[Look]] = {}
                    for end, wire in zip(ends, wires, strict=True):
                        looks.setdefault(end, []).append(wire.look)
                    for end, of_end in looks.items():
                        if any(look != PLAIN for look in of_end):
                            found[key[0], "look", (key[2], end)] = tuple(of_end)
        return found

    def traced(self, ends: Any) -> Any:
        """Return the sources of wires, traced through the pins of pages."""
        return ends and tuple([*self._steps(end)][-1] for end in ends)

    def leads_on(self, ends: Any, to: Any) -> bool:
        """Return whether wires only lead to others through the pins of pages."""
        return len(ends or ()) == len(to or ()) and all(
            end in self._steps(begin) for begin, end in zip(ends or (), to or (), strict=True)
        )

    def _steps(self, end: Any) -> Iterator[Any]:
        seen = set()
        while end not in seen:
            yield end
            seen.add(end)
            uid, pin = end
            if isinstance(pin, tuple):  # the wires into the Retval
                inside = self.cells.get((pin[0], "wires", "input"))
            else:
                page = self.cells.get((uid, "page", ""))
                around = self._instances.get(page, []) if self.cells.get((uid, "type", "")) == ARG else []
                led = (self.cells.get((one, "wires", (uid, None))) for one in around)
                inside = next(filter(None, led), None)
            end = inside[0] if inside else end

    @cached_property
    def _instances(self) -> dict[Uid, list[Uid]]:
        found: dict[Uid, list[Uid]] = {}
        for (uid, field, _), value in self.cells.items():
            if field == "type" and isinstance(value, tuple):
                found.setdefault(value, []).append(uid)
        return found

    def _item(self, page: Page, item: Block | Frame | Note) -> Iterator[tuple[str, Any, Any]]:
        yield "", "", type(item).__name__
        yield "id", "", item.id
        yield "page", "", self.pages[page.name]
        yield "at", "", (item.x, item.y)
        if isinstance(item, Block):
            of = item.type.removeprefix(PREFIX)
            # A page that is gone here may be there again, as one of its pins in `pin`.
            yield "type", "", self.pages.get(of, ("page", of)) if of != item.type else of
            for pin, text in item.values.items():
                if (item.type, pin) in _INDICES:  # others may come between
                    yield "order", pin, text
                else:
                    yield "value", self.pin(page, item.id, pin), self.text(page, text)
            for pin, slider in item.sliders.items():
                yield "slider", self.pin(page, item.id, pin), slider
            for pin, name in item.names.items():
                yield "name", self.pin(page, item.id, pin), name
            for field in ("color", "mode", "pause"):
                if getattr(item, field):
                    yield field, "", getattr(item, field)
        elif isinstance(item, Frame):
            yield "size", "", (item.width, item.height)
            yield "title", "", item.title
            yield "device", "", item.device
            yield "collapsed", "", item.collapsed
        else:
            yield "size", "", (item.width, item.height)
            yield "text", "", item.text
            for field in ("color", "fill", "font", "bold", "shape"):
                yield field, "", getattr(item, field)
        if isinstance(item, Block | Frame) and item.frame:
            yield "frame", "", self.who(page, item.frame)


def known_cells(person: Person) -> Known:
    """Return the cells of a person whose edits are done."""
    if "known" not in person.kept:
        person.kept["known"] = known(person.document)
    found: Known = person.kept["known"]
    return found


def known(document: Document) -> Known:
    """Return the cells of a document, with items identified by uids."""
    return Known(
        document,
        {name: ("page", page_uid(page)) for name, page in document.pages.items()},
        {(page, name): ("item", uid_of(document.pages[page], item)) for page, name, item in items_of(document)},
    )


def _note_tells(note: Phrase) -> Tells:
    """Return a test of whether a note covers a cell, by its fields and the names in it."""
    fields = next((fields for part, fields in _NOTES.items() if part in note.template), ())
    words = {word for value in map(str, note.values) for word in (value, *re.split(r"[/.]| -> ", value))}

    def tells(key: Key, about: set[Uid], result: Mapping[Key, Any]) -> bool:
        of = about if key[1] == "wires" or fields is _LOOKS else {key[0]}
        names = {result.get((uid, field, "")) for uid in of for field in ("id", "name")}
        return key[1] in fields and bool(names & words)

    return tells


class Verdict(NamedTuple):
    """Faults of a merge: lost changes, spurious conflicts, and items matched with wrong ones.

    A change is lost if one side made it and the result lacks it; a conflict is spurious if not both sides changed its
    cell.
    """

    lost: list[str]
    spurious: list[str]
    mistaken: list[str]


class Judge:
    """Judge of the merge of two people's edits."""

    def __init__(self, base: Document, ours: Person, theirs: Person):
        self.base, self.sides = known(base), (known_cells(ours), known_cells(theirs))
        self.base_uids = {key[0] for key in self.base.cells}
        self.changed = tuple(_changed(self.base.cells, side.cells) for side in self.sides)
        # With what names an array that is another one now.
        self.touched = tuple(
            keys | _renewed(self.base.cells, side.cells) for keys, side in zip(self.changed, self.sides, strict=True)
        )
        self.near = tuple(
            _near(keys, self.base.cells, side.cells) for keys, side in zip(self.touched, self.sides, strict=True)
        )

    def look(self, result: Document, conflicts: Sequence[Any] = (), notes: Sequence[Phrase] = ()) -> Verdict:
        """Return the verdict on the document of a merge, with its conflicts and notes."""
        found = known(result)
        places = [self.place(found, conflict.at) for conflict in conflicts]
        tells = [
            *(self._conflict_tells(found, *one) for one in zip(conflicts, places, strict=True)),
            *map(_note_tells, notes),
        ]
        lost = [line for at in (0, 1) for line in self._lost(at, found, tells)]
        spurious = [
            str(conflict)
            for conflict, place in zip(conflicts, places, strict=True)
            if not self._true(conflict, place + self._by_name(conflict.at), found)
        ]
        return Verdict(lost, spurious, self._mistaken(found))

    def _mistaken(self, found: Known) -> list[str]:
        """Return items that the diff matches wrongly, and those that the merge duplicates or converts."""
        lines = [str(uid) for uid, count in Counter(found.trail.values()).items() if count > 1]
        for side in self.sides:
            there, now = diff_documents(self.base.document, side.document), {uid: at for at, uid in side.trail.items()}
            lines += [
                f"{at}: {there.in_b(*at)}, not {now.get(uid)}"
                for at, uid in self.base.trail.items()
                if there.in_b(*at) != now.get(uid)
            ]
            pages = {uid: name for name, uid in side.pages.items()}
            lines += [
                f"{name}: {there.in_b(name)}, not {pages.get(uid)}"
                for name, uid in self.base.pages.items()
                if (there.in_b(name) or ("",))[0] != pages.get(uid, "")
            ]
            lines += [
                f"{uid}: {side.cells[uid, field, name]}, in the result {found.cells[uid, field, name]}"
                for uid, field, name in side.cells
                if field == "" and (uid, "", "") in found.cells
                if side.cells[uid, "", ""] != found.cells[uid, "", ""]
            ]
        return lines

    def _by_name(self, at: str) -> list[Uid]:
        """Return the items that a conflict names by the name on one of the sides."""
        where = parse(at)
        found: list[Uid] = []
        for side in (self.base, *self.sides):
            if where.block:
                found += [uid for (_, name), uid in side.trail.items() if name == where.block]
            elif where.page in side.pages:
                found.append(side.pages[where.page])
        return found

    @staticmethod
    def _conflict_tells(found: Known, conflict: Conflict, place: list[Uid]) -> Tells:
        """Return a test of whether a conflict covers a cell.

        A conflict covers its own cell; one about a removal, everything related to the removed item; one about a type,
        the cells of its pins.
        """
        what, where = conflict.what, parse(conflict.at)
        page = found.document.pages.get(where.page)
        pin = found.pin(page, where.block, where.end) if page is not None and where.pin else ""
        its = {"page-name": "name", "weights": "value"}.get(what, what)

        def tells(key: Key, about: set[Uid], result: Mapping[Key, Any]) -> bool:
            uid, field, name = key
            if what in ("removed", "page-removed"):
                return bool(about & {*place})
            if what == "type":
                return uid in place and field in ("type", "value", "wires", "look", "slider", "name")
            if what == "page-name" and field == "id":  # an instance, which has the name of its page
                return result.get((uid, "type", "")) in place
            if field == "look":
                field, name = "wires", name[0]
            return uid in place and field == its and (not where.pin or name in (pin, where.end))

        return tells

    def _lost(self, at: int, found: Known, tells: Sequence[Tells]) -> Iterator[str]:
        mine, other = self.sides[at].cells, self.sides[1 - at].cells
        base, result, used = self.base.cells, found.cells, self.sides[at].document.keys()
        kept = {found.document.weights.arrays.get(key) for key in sorted(found.document.keys())}
        # Instances that became instances of another page, for example of a separate copy.
        paged = {
            uid
            for keys in self.changed
            for uid, field, _ in keys
            if field == "type" and _uids(base.get((uid, field, "")))
        }
        for key in self.changed[at]:
            uid, field, name = key
            value = mine.get(key)
            if field and (uid, "", "") not in mine and uid is not DOCUMENT:
                continue  # removed, which is covered under its own key
            if _same(key, result.get(key), value, base.get(key), other.get(key)):
                continue
            if field == "wires":  # through the pins of pages
                know = found, self.sides[at], self.base, self.sides[1 - at]
                have, its, was, theirs = (one.traced(one.cells.get(key)) for one in know)
                if self.sides[at].leads_on(value, base.get(key)):
                    continue
                if its == was or _same(key, have, its, was, theirs):
                    continue
            ends = {*_uids(value), *_uids(base.get(key))}
            if uid in paged and not isinstance(name, str) or field == "wires" and paged & ends:
                continue  # pins of another page, that may have the same names
            if field in _SEEN and uid in self.base_uids and (uid, "", "") not in other:
                continue  # it went, wherever it lay
            if field == "slider" and any(end in self.base_uids and (end, "", "") not in other for end in _uids(name)):
                continue  # it went with the pin that it moves
            if field == "type" and _is_renumbered(result.get(key), value, found):
                continue  # of a missing page, whose name another page has in the result
            if field == "weights" and (name not in used or value in kept):
                continue  # of no use, or under another key, such as `KEY.theirs`
            if field == "look":
                wires = [(cells.get((uid, "wires", name[0])) or ()).count(name[1]) for cells in (mine, result)]
                if not wires[0] or wires[1] < wires[0]:
                    continue  # of a wire that went
            about = {
                uid,
                *_uids(name),
                *_uids(value),
                *_uids(self.sides[at].traced(value) if field == "wires" else ()),
                *_uids(base.get(key)),
                *_uids(result.get(key)),
            }
            if field == "wires" and isinstance(name, tuple):  # wires of an instance: their ends inside the page
                about |= {
                    one for (one, f, _), ends in mine.items() if f == "wires" and (name[0], "output") in (ends or ())
                }
            for cells in (mine, base, other):
                about |= {uid for one in about for uid in _uids(cells.get((one, "type", ""))) if uid[0] == "page"}
            about |= {mine.get((one, "page", ""), one) for one in about}
            about |= {base.get((one, "page", ""), one) for one in about}
            about |= {result.get((one, "page", ""), one) for one in about}
            if any(told(key, about, result) for told in tells):
                continue
            if field in PLACES and uid not in self.base_uids:
                continue  # room was made for it
            side = ("ours", "theirs")[at]
            yield f"{side} {self._named(key, found, at)}: {base.get(key)!r} -> {value!r}, result {result.get(key)!r}"

    def _named(self, key: Key, found: Known, at: int) -> str:
        uid, field, name = key
        cells = self.sides[at].cells
        where = cells.get((uid, "id", "")) or cells.get((uid, "name", "")) or uid
        return f"{where} {uid} {field}:{name}"

    @staticmethod
    def place(found: Known, at: str) -> list[Uid]:
        """Return the items and page that a conflict is about, the narrowest first."""
        if not at:
            return [DOCUMENT]
        if at in found.pages:
            return [found.pages[at]]
        where = parse(at)
        if where.page not in found.pages:
            return []
        page = found.document.pages[where.page]
        if not where.block:
            return [found.pages[where.page]]
        uids = [found.who(page, where.block)]
        if where.pin:
            uids += _uids(found.pin(page, where.block, where.end))
        return uids

    def _true(self, conflict: Any, place: list[Uid], found: Known) -> bool:
        """Return whether both sides changed the cell of a conflict."""
        if not place:
            return False
        what = conflict.what.partition(":")[0]
        if what in ("removed", "page-removed"):
            gone = [{uid for uid in place if (uid, "", "") not in side.cells} for side in self.sides]
            return any(gone[i] & self.near[1 - i] for i in (0, 1))
        if what in ("cycle", "recursion"):
            return all(any(key[1] in ("wires", "type", "value", "") for key in keys) for keys in self.changed)
        if what == "weights":
            both = self.changed[0] & self.changed[1]
            return any(key[1] == "weights" and key[2] in _keys(conflict) for key in both)
        field = {"page-name": "name"}.get(what, what)
        both = self.touched[0] & self.touched[1]
        if field == "value" and parse(conflict.at).end == "index":
            field = "order" if any(key[0] in place and key[1] == "order" for key in both) else field
        return any(key[0] in place and key[1] == field for key in both) or (
            field == "wires"
            and any(self._ends_gone(uid) for uid in place)
            # A block that stays, though one side removed it, may have lost wires from another page.
            or field == "wires"
            and any((uid, "", "") not in side.cells for uid in place for side in self.sides)
            # One gave it a type without a pin that the other wired.
            or field == "type"
            and any(uid in self.near[0] & self.near[1] for uid in place)
        )

    def _ends_gone(self, uid: Uid) -> bool:
        """Return whether one side wired an item that the other removed or moved to another page."""
        for i in (0, 1):
            mine, other = self.sides[i].cells, self.sides[1 - i].cells
            for key in self.changed[i]:
                if key[1] == "wires" and key[0] == uid:
                    ends = {uid, *_uids(mine.get(key)), *_uids(self.base.cells.get(key)), *_uids(key[2])}
                    gone = any((end, "", "") not in other for end in ends if (end, "", "") in self.base.cells)
                    if gone or any((end, "page", "") in self.changed[1 - i] for end in ends):
                        return True
        return False


def _keys(conflict: Any) -> set[str]:
    """Return the keys of weights that a conflict names."""
    return {key for side in (conflict.base, conflict.ours, conflict.theirs) for key in keys_in([str(side)])}


def _is_renumbered(result: Any, value: Any, found: Known) -> bool:
    """Return whether a type is an instance of a page that is missing, and differs only in the number of its name."""
    if not all(isinstance(type_, tuple) and type_ not in found.pages.values() for type_ in (result, value)):
        return False
    return re.sub(r" \d+$", "", result[1]) == re.sub(r" \d+$", "", value[1])


def _changed(base: Mapping[Key, Any], cells: Mapping[Key, Any]) -> set[Key]:
    return {key for key in base.keys() | cells.keys() if base.get(key) != cells.get(key)}


def _renewed(base: Mapping[Key, Any], cells: Mapping[Key, Any]) -> set[Key]:
    return {
        key
        for key, said in cells.items()
        if isinstance(said, Said) and isinstance(was := base.get(key), Said) and was.meaning != said.meaning
    }


def _near(keys: set[Key], base: Mapping[Key, Any], cells: Mapping[Key, Any]) -> set[Uid]:
    """Return changed items and related ones: sources of wires, pages of instances, and their own pages."""
    found: set[Uid] = set()
    for key in keys:
        if key[1] in ("order",):
            continue
        for one in (key[0], *_uids(key[2]), *_uids(base.get(key)), *_uids(cells.get(key))):
            found |= {one, base.get((one, "page", ""), one), cells.get((one, "page", ""), one)}
    return found


def _uids(value: Any) -> list[Uid]:
    """Return the items and pages that a value names."""
    if isinstance(value, Said):
        return _uids(value.meaning)
    if isinstance(value, tuple):
        if value and value[0] in ("item", "page", "document") and all(isinstance(part, str) for part in value):
            return [value]
        return [uid for part in value for uid in _uids(part)]
    return []


def _same(key: Key, result: Any, value: Any, base: Any, other: Any) -> bool:
    """Return whether a result has one side's change of a cell, combined with the other side's change."""
    if result == value:
        return True
    if key[1] == "order":
        return True  # of pages or pins, which others come between
    if key[1] == "look":  # the other side may have routed the same wire as well, or bent another one
        mine, was, there = (Counter(look for look in part or () if look != PLAIN) for part in (value, base, result))
        return not (mine - was - there)
    if key[1] == "wires" and other != base:
        mine, was, there = (Counter(part or ()) for part in (value, base, result))
        return not (mine - was - there) and not any(
            there[end] > (was & Counter(other or ()))[end] and end not in Counter(other or ()) - was
            for end in was - mine
        )
    return False


def by_name(document: Document) -> Known:
    """Return the cells of a document whose items are identified by name."""
    pages = {name: ("page", name) for name in document.pages}
    return Known(document, pages, {(page, name): ("item", page, name) for page, name, _ in items_of(document)})


def _broken_sides(sides: Sequence[Known], catalogue: Catalogue) -> list[dict[str, set[Any]]]:
    found = []
    for side in sides:
        if "broken" not in vars(side):
            vars(side)["broken"] = [broken(one, catalogue) for one in (side, by_name(side.document))]
        found += vars(side)["broken"]
    return found


def broken(known: Known, catalogue: Catalogue) -> dict[str, set[Any]]:
    """Return faults that no merge may cause: dangling wires, pins with too many wires, cycles of blocks and pages."""
    found: dict[str, set[Any]] = {"dangling": set(), "double": set(), "circle": set()}
    types = catalogue.with_pages(known.document)
    uses = nx.DiGraph()
    for page in known.document.pages.values():
        flow = nx.DiGraph()
        for block in page.blocks.values():
            if block.type.startswith(PREFIX):
                inner = known.pages.get(block.type.removeprefix(PREFIX))
                if inner is None:
                    found["dangling"].add((known.who(page, block.id), block.type))
                else:
                    uses.add_edge(known.pages[page.name], inner)
        for target, pins in page.into.items():
            for pin, wires in pins.items():
                end = page.blocks.get(target)
                type_ = types.get(end.type) if end is not None else None
                into = type_.input(pin) if type_ is not None and pin else None
                for wire in wires:
                    start = page.blocks.get(wire.source)
                    start_type = types.get(start.type) if start is not None else None
                    if (
                        end is None
                        or start is None
                        or pin
                        and type_ is not None
                        and into is None
                        or wire.source_pin
                        and start_type is not None
                        and start_type.output(wire.source_pin) is None
                    ):
                        ends = ((wire.source, wire.source_pin), (target, wire.target_pin))
                        found["dangling"].add(tuple((known.who(page, b), known.pin(page, b, p)) for b, p in ends))
                    else:
                        flow.add_edge(known.who(page, wire.source), known.who(page, target))
                if len(wires) > 1 and into is not None and not into.list:
                    found["double"].add((known.who(page, target), pin))
        found["circle"] |= {frozenset(part) for part in nx.strongly_connected_components(flow) if len(part) > 1}
    found["circle"] |= {
        frozenset(part)
        for part in nx.strongly_connected_components(uses)
        if len(part) > 1 or any(uses.has_edge(one, one) for one in part)
    }
    return found


def new_faults(result: Known, sides: tuple[Known, ...], catalogue: Catalogue) -> list[str]:
    """Return the faults of a result that no side has, whether matched by uids or by names.

    A cycle that shares a path with one of a side is not new.
    """
    have = _broken_sides(sides, catalogue)
    named = broken(by_name(result.document), catalogue)
    found = broken(result, catalogue)
    return [
        f"{kind}: {sorted(map(str, fault)) if isinstance(fault, frozenset) else fault}"
        for kind, faults in found.items()
        if not all(_has(have, kind, fault) for fault in named[kind])
        for fault in faults
        if not _has(have, kind, fault)
    ]


def _has(have: Sequence[dict[str, set[Any]]], kind: str, fault: Any) -> bool:
    return any(
        fault in side[kind] or (kind == "circle" and any(len(fault & one) > 1 for one in side[kind])) for side in have
    )
