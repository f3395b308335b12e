"""What two people did to a document, cell by cell, and what a merge of it must have: told from the trails of
`tests.human_edits.Person`, which know which item is which, and not from anything that the merge itself finds out.

A cell is an item or page with one field of it. Cells of two documents have the same key where they are of the same
item, whatever it is called and wherever it lies.
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
from blockloom.blocks.catalogue.signature import ARG, PARAMETER, PREFIX, RETVAL
from blockloom.blocks.diff.changes import hashes
from blockloom.blocks.diff.differences import diff
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import PLAIN, Block, Conflict, Document, Frame, Item, Look, Note, Page, split_index
from blockloom.blocks.text.phrases import Phrase
from blockloom.blocks.weights.document_weights import keys_in
from tests.human_edits import Person, Uid

Trail = Mapping[tuple[str, str], Uid]
Key = tuple[Uid, str, Any]  # of what, which cell, of which pin or the like
DOCUMENT: Uid = ("document",)
_PINS = (ARG, RETVAL, PARAMETER)
_INDICES = {(type_, "index") for type_ in _PINS}
PLACES = ("at", "size", "look", "order", "collapsed", "bookmark", "page size", "background")  # nothing computes them
_LOOKS = (*PLACES, "color", "fill", "font", "bold", "shape")
_SEEN = (*PLACES, "frame", "color", "slider")
_NOTES = {  # what a note is about, by what its English text has
    "change of place or look": _LOOKS,
    "both sides added it": ("id",),
    "both sides set its slider": ("slider",),
    "is gone with its block": ("wires", "look"),
    " is in no frame": ("frame",),
    " is not in the frame": ("frame",),
    "put it on another page": ("page", "wires", *PLACES),
    "leads through its pins": ("wires", "look"),
    "a conflict keeps what had that name": ("id",),
    "both sides name something": ("id",),
    "both sides have a new page": ("name",),
}
Tells = Callable[[Key, set[Uid], Mapping[Key, Any]], bool]  # whether a cell is told of, with what it has to do with
_WORD = re.compile(r"[^\W\d]\w*")


class Said:
    """A typed text, and what it means: equal to one that is typed, or means, the same."""

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
        """A pin, whatever it is called: of an instance, the Arg, Retval or Parameter that it stands for."""
        have = page.blocks.get(block)
        if have is not None and have.type.startswith(PREFIX):
            stem, index = split_index(pin)
            inner = self.document.pages.get(have.type.removeprefix(PREFIX))
            there = inner.blocks.get(stem) if inner is not None else None
            if inner is not None and there is not None and there.type in _PINS:
                return (self.trail[inner.name, stem], index)
            if inner is None:  # it is gone here, and may be there again
                return (("item", have.type.removeprefix(PREFIX), stem), index)
        return pin

    def who(self, page: Page, block: str) -> Uid:
        return self.trail.get((page.name, block), ("nobody", block))

    def text(self, page: Page, text: str) -> Said:
        """A typed text without the names in it."""
        meaning: Any
        if text.startswith("="):
            there = self.pages[page.name]

            def parameter(word: re.Match[str]) -> str:
                if word[0] in page.blocks and page.blocks[word[0]].type == PARAMETER:
                    return repr(self.trail[page.name, word[0]])
                # What is no more there, and may be there again: a conflict lets it stay.
                return repr(("item", there[1], word[0])) if len(there) == 2 and word[0] not in page.blocks else word[0]

            meaning = _WORD.sub(parameter, text)
        elif text.startswith("@") and (page.name, text[1:]) in self.trail:
            meaning = self.trail[page.name, text[1:]]
        elif text.startswith("weights:"):
            meaning = hashes(self.document).get(text.removeprefix("weights:"))
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
        """Where wires begin, through the pins of pages."""
        return ends and tuple([*self._steps(end)][-1] for end in ends)

    def leads_on(self, ends: Any, to: Any) -> bool:
        """Whether wires only lead to others through the pins of pages, whatever leads to those."""
        return len(ends or ()) == len(to or ()) and all(
            end in self._steps(begin) for begin, end in zip(ends or (), to or (), strict=True)
        )

    def _steps(self, end: Any) -> Iterator[Any]:
        seen = set()
        while end not in seen:
            yield end
            seen.add(end)
            uid, pin = end
            if isinstance(pin, tuple):  # what leads into the Retval
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
            inner = self.pages.get(item.type.removeprefix(PREFIX)) if item.type.startswith(PREFIX) else None
            yield "type", "", inner or item.type
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


def of(person: Person) -> Known:
    """What a person has, who does nothing more."""
    if "known" not in person.kept:
        person.kept["known"] = Known(person.document, person.pages, person.trail)
    found: Known = person.kept["known"]
    return found


def before(base: Document) -> Known:
    """What both began with."""
    return Known(
        base,
        {name: ("page", name) for name in base.pages},
        {(page.name, name): ("item", page.name, name) for page in base.pages.values() for name in page.ids()},
    )


def as_one(result: Known, ours: Known, theirs: Known) -> Known:
    """Theirs, with new pages of both as one that both made of, mostly, the same items, and with what has one id there
    and is the same as one, too; not those that are two in the result.
    """
    one: dict[Uid, Uid] = {}
    rated = []
    for mine, uid in ours.pages.items():
        for other, known in theirs.pages.items():
            moved = [
                {uid for (page, _), uid in side.trail.items() if page == name and len(uid) == 3 and uid[1] != name}
                for side, name in ((ours, mine), (theirs, other))
            ]
            if len(uid) < 3 or len(known) < 3 or known in result.pages.values():
                continue  # a page that was there before, or one of its own
            rate = 2 * len(moved[0] & moved[1]) / (sum(map(len, moved)) or 1)
            if uid[1] != known[1] and rate >= 0.6:
                rated.append((rate, mine == other, mine, other))
    # What one made a block of may be a block within a block of the other: the page of its name, if both are as alike.
    for *_, mine, other in sorted(rated, reverse=True):
        uid, known = ours.pages[mine], theirs.pages[other]
        if known not in one and uid not in one.values():
            one[known] = uid
            for item in ours.document.pages[mine].ids() & theirs.document.pages[other].ids():
                at, alias = ours.trail[mine, item], theirs.trail[other, item]
                # New for both; an item of base is that, whatever has its id.
                if len(at) > 3 and len(alias) > 3 and _are_one((ours, mine, item, at), (theirs, other, item, alias)):
                    one[alias] = at
    return _called(theirs, one)


def _called(known: Known, one: Mapping[Uid, Uid]) -> Known:
    """A document of which some are others."""
    if not one:
        return known
    pages = {name: one.get(uid, uid) for name, uid in known.pages.items()}
    return Known(known.document, pages, {at: one.get(uid, uid) for at, uid in known.trail.items()})


def _instances_as_one(ours: Known, theirs: Known) -> Known:
    """Theirs, with the one new instance on a page of a new page that both have as that of ours."""
    one: dict[Uid, Uid] = {}
    there = {uid: name for name, uid in theirs.pages.items()}
    for inner, uid in ours.pages.items():
        for outer, around in ours.pages.items() if len(uid) > 3 and uid in there else ():
            if around in there:
                mine, other = (
                    [side.trail[at, b.id] for b in side.document.pages[at].blocks.values() if b.type == PREFIX + name]
                    for side, at, name in ((ours, outer, inner), (theirs, there[around], there[uid]))
                )
                new = [uid for uid in mine if len(uid) > 3], [uid for uid in other if len(uid) > 3]
                if len(new[0]) == len(new[1]) == 1:
                    one[new[1][0]] = new[0][0]
    return _called(theirs, one)


def merged(result: Document, ours: Known, theirs: Known) -> Known:
    """Who is who in a result: who has the name that he has on a side, ours first; else the one that is left, of a
    like name.
    """
    pages: dict[str, Uid] = {}
    for side in (ours, theirs):
        for name in result.pages:
            uid = side.pages.get(name)
            # A new page of theirs may have another name, and its own be that of another one of theirs.
            if name not in pages and uid is not None and uid not in pages.values() and (side is ours or len(uid) < 3):
                pages[name] = uid
    rated = []
    for side in (ours, theirs):
        for own, uid in side.pages.items():
            have = side.document.pages[own].ids()
            for name in result.pages.keys() - pages.keys() if uid not in pages.values() else ():
                ids = result.pages[name].ids()
                rate = (len(have & ids) + 0.1) / (len(have | ids) + 0.1)
                rated.append((own == name and rate >= 0.5, _stem(own) == _stem(name), rate, name, uid))
    for *_, name, uid in sorted(rated, reverse=True):
        if name not in pages and uid not in pages.values():
            pages[name] = uid
    pages |= {name: ("page", "?", name) for name in result.pages.keys() - pages.keys()}
    by_page = []  # the pages of each side by who they are; one that both made under one name, and is one, is that
    for side in (ours, theirs):
        by_page.append({uid: name for name, uid in side.pages.items()})
        same = [name for name in side.pages.keys() & pages.keys() if side.pages[name] not in pages.values()]
        by_page[-1] |= {pages[name]: name for name in same if len(pages[name]) > 2 and len(side.pages[name]) > 2}
    homes: list[dict[Uid, Uid]] = []  # the pages on which each side has its items
    for side, names in zip((ours, theirs), by_page, strict=True):
        own = side.pages | {name: uid for uid, name in names.items()}
        homes.append({uid: own[page] for (page, _), uid in side.trail.items()})
    trail: dict[tuple[str, str], Uid] = {}
    taken: set[Uid] = set()
    for side, names, elsewhere in zip((ours, theirs), by_page, reversed(homes), strict=True):
        for page in result.pages.values():
            there = side.document.pages.get(names.get(pages[page.name], ""))
            have = there.items() if there is not None else {}
            for item in page.items().values():
                its, at = have.get(item.id), (page.name, item.id)
                if at in trail or there is None or its is None or _sort(its) != _sort(item):
                    continue
                uid = side.trail[there.name, item.id]
                if uid[1:2] == pages[page.name][1:] and elsewhere.get(uid) not in (None, pages[page.name]):
                    continue  # the other side put it on another page, where it has the name that another one has here
                if uid not in taken:
                    trail[at] = uid
                    taken.add(uid)
    # Who has another name than on his side, page or type: of a like name, and the one that is most like it.
    left = [
        (uid, name, side.document.pages[page].items()[name], side.document.pages[page])
        for side in (ours, theirs)
        for (page, name), uid in side.trail.items()
        if uid not in taken
    ]
    rated = []
    for page in result.pages.values():
        for item in page.items().values():
            for uid, name, its, there in left if (page.name, item.id) not in trail else ():
                is_home, is_like = (
                    any(home.get(uid) == pages[page.name] for home in homes),
                    _stem(name) == _stem(item.id),
                )
                is_new = (
                    len(uid) > 3 or name != uid[-1] or pages[page.name] != ("page", uid[1])
                )  # to its page, at least
                if type(its) is not type(item) or name != item.id and not (is_like and is_new):
                    continue
                if not is_home and _sort(item) in _PINS:
                    continue  # pins are of their page: the merge led a wire through a new one
                alike = is_home, _sort(its) == _sort(item), name == item.id, *_likeness(item, its)
                alike += (len(_ends(page, item.id) & _ends(there, name)),)
                rated.append((*alike, uid, (page.name, item.id)))
    for *_, uid, at in sorted(rated, reverse=True):
        if at not in trail and uid not in taken:
            trail[at] = uid
            taken.add(uid)
    for page in result.pages.values():
        for item in page.ids():
            trail.setdefault((page.name, item), ("item", "?", *pages[page.name][1:], item))
    return Known(result, pages, trail)


def _stem(name: str) -> str:
    return re.sub(r"([_ ]\d+)+$", "", name)


def _sort(item: Item) -> str:
    return item.type if isinstance(item, Block) else type(item).__name__


def _ends(page: Page, name: str) -> set[Any]:
    """What an item is wired to."""
    into = {(w.source, w.source_pin, w.target_pin) for w in page.wires_into(name)}
    return into | {(w.source_pin, w.target, w.target_pin) for w in page.wires_from(name)}


def _likeness(item: Item, other: Item) -> tuple[int, ...]:
    """How many values two items have in common, and whether they lie at one place."""
    same = isinstance(item, Block) and isinstance(other, Block) and len(item.values.items() & other.values.items())
    return int(same), (item.x, item.y) == (other.x, other.y)


def _made_by_both(result: Known, ours: Known, theirs: Known) -> Known | None:
    """Theirs, where what both made is one in the result, and not two: it is the same then, and all that theirs has of
    it must be there. A page is that of ours on which, in the result, most of it is, rather of its name. None where
    nothing is.
    """
    there = {*result.pages.values(), *result.trail.values()}
    pages, alias = dict(theirs.pages), dict[Uid, Uid]()
    made = {name: uid for name, uid in result.pages.items() if len(uid) > 2 and uid in ours.pages.values()}
    for name, uid in theirs.pages.items():
        if made and uid not in there and len(uid) > 2:
            ids = theirs.document.pages[name].ids()
            best = max(
                made, key=lambda at: (len(ids & result.document.pages[at].ids()), ours.pages.get(name) == made[at])
            )
            pages[name] = alias[uid] = made[best]
    names = {uid: name for name, uid in ours.pages.items()}
    trail = dict(theirs.trail)
    for (page, name), uid in theirs.trail.items():
        mine = ours.trail.get((names.get(pages[page], ""), name))
        is_new = mine is not None and uid not in there and len(uid) > 3 and len(mine) > 3
        if is_new and _are_one((ours, names[pages[page]], name, mine), (theirs, page, name, uid)):
            trail[page, name] = alias[uid] = mine
    return Known(theirs.document, pages, trail) if alias else None


def _are_one(*both: tuple[Known, str, str, Uid]) -> bool:
    """Whether what both made, each on a page under an id, is the same: of one kind, and at one place, or with the same
    values and wires, of which it has some.
    """
    items = [side.document.pages[page].items()[name] for side, page, name, _ in both]
    boxes = [(item.x, item.y, *(item[3:5] if isinstance(item, Frame) else ())) for item in items]
    contents = [
        {key[1:]: value for key, value in side.cells.items() if key[0] == uid and key[1] in ("value", "wires")}
        for side, *_, uid in both
    ]
    same = boxes[0] == boxes[1] or bool(contents[0]) and contents[0] == contents[1]
    return _sort(items[0]) == _sort(items[1]) and same


def _note_tells(note: Phrase) -> Tells:
    """Which cells a note is about: fields that it is of, of what it names."""
    fields = next((fields for part, fields in _NOTES.items() if part in note.template), ())
    words = {word for value in map(str, note.values) for word in (value, *re.split(r"[/.]| -> ", value))}

    def tells(key: Key, about: set[Uid], result: Mapping[Key, Any]) -> bool:
        of = about if key[1] == "wires" or fields is _LOOKS else {key[0]}
        names = {result.get((uid, field, "")) for uid in of for field in ("id", "name")}
        return key[1] in fields and bool(names & words)

    return tells


class Verdict(NamedTuple):
    """What is wrong with a merge: cells that one side changed and that are nowhere, and conflicts about cells that not
    both sides changed. `mistaken` is the same about what the diff takes for another item than it is: one that was
    renamed, moved and rewired all at once, a copy of what went.
    """

    lost: list[str]
    spurious: list[str]
    mistaken: list[str]


class Judge:
    """Looks at the merge of what two people did."""

    def __init__(self, base: Document, ours: Person, theirs: Person):
        self.base, self.sides = before(base), (of(ours), of(theirs))
        self.base_uids = {key[0] for key in self.base.cells}
        self._compare()

    def _compare(self) -> None:
        self.changed = tuple(_changed(self.base.cells, side.cells) for side in self.sides)
        # With what names an array that is another one now.
        self.touched = tuple(
            keys | _renewed(self.base.cells, side.cells) for keys, side in zip(self.changed, self.sides, strict=True)
        )
        self.near = tuple(
            _near(keys, self.base.cells, side.cells) for keys, side in zip(self.touched, self.sides, strict=True)
        )

    def look(self, result: Document, conflicts: Sequence[Any] = (), notes: Sequence[Phrase] = ()) -> Verdict:
        """`result` is the document of the merge; `notes` are what it said."""
        ours, theirs = self.sides
        found = merged(result, ours, theirs)
        one = as_one(found, ours, theirs)
        found = merged(result, ours, one) if one is not theirs else found
        while (more := _made_by_both(found, ours, one)) is not None:  # and then what is wired to that alike
            one = more
        one = _instances_as_one(ours, one) if one is not theirs else one
        found = merged(result, ours, one) if one is not theirs else found
        if one is not theirs:
            self.sides = ours, one
            self._compare()
        places = [self.place(found, conflict.at) for conflict in conflicts]
        tells = [
            *(self._conflict_tells(found, *one) for one in zip(conflicts, places, strict=True)),
            *map(_note_tells, notes),
        ]
        known, mistaken = list[str](), list[str]()
        for at in (0, 1):
            for line, about in self._lost(at, found, tells):
                (mistaken if about & self.mistaken else known).append(line)
        spurious = list[str]()
        for conflict, place in zip(conflicts, places, strict=True):
            place = place + self._by_name(conflict.at)
            if not self._true(conflict, place, found):
                (mistaken if {*place} & self.mistaken else spurious).append(str(conflict))
        return Verdict(known, spurious, mistaken)

    @cached_property
    def mistaken(self) -> set[Uid]:
        """The items and pages that the diff takes for others, or for new ones or for gone, and the instances of a page
        that was made a block of and of its copy, which the diff takes for that page.
        """
        found: set[Uid] = set()
        for side in self.sides:
            there, base = diff(self.base.document, side.document), self.base
            now = {uid: at for at, uid in side.trail.items()}
            for (page, name), uid in base.trail.items():
                at, known = there.in_b(page, name), now.get(uid)
                if at != known:
                    found |= {uid, side.trail.get(at or ("", ""), uid)}
                if at and known and at[0] != known[0] and {at[0], known[0]}.isdisjoint(base.pages):
                    types = [(uid, "type", "") for uid in side.trail.values()]
                    both = side.pages[at[0]], side.pages[known[0]]
                    found |= {key[0] for key in types if side.cells.get(key) in both}
            for name, page_uid in base.pages.items():
                other = there.in_b(name)
                if (side.pages[other[0]] if other is not None else None) != (
                    page_uid if page_uid in side.pages.values() else None
                ):
                    found |= {page_uid, side.pages[other[0]] if other is not None else page_uid}
        return found

    def _by_name(self, at: str) -> list[Uid]:
        """What a conflict names as one of the sides names it."""
        where = parse(at)
        found: list[Uid] = []
        for side in (self.base, *self.sides):
            if where.block:
                found += [uid for (_, name), uid in side.trail.items() if name == where.block]
            elif where.page in side.pages:
                found.append(side.pages[where.page])
        return found

    # --- told --------------------------------------------------------------------------------------------------------

    @staticmethod
    def _conflict_tells(found: Known, conflict: Conflict, place: list[Uid]) -> Tells:
        """Which cells a conflict is about: its own, of one about what was removed all that has to do with it, of a
        type that is to be chosen all that its pins have.
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

    # --- lost ---------------------------------------------------------------------------------------------------------

    def _lost(self, at: int, found: Known, tells: Sequence[Tells]) -> Iterator[tuple[str, set[Uid]]]:
        mine, other = self.sides[at].cells, self.sides[1 - at].cells
        base, result, used = self.base.cells, found.cells, self.sides[at].document.keys()
        kept = {found.document.weights.arrays.get(key) for key in sorted(found.document.keys())}
        # Instances that are now of another page: a copy of their own, say.
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
                continue  # it is gone, which is told under its own key
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
            if field == "weights" and (name not in used or value in kept):
                continue  # of no use, or under another key, such as `KEY.theirs`
            if field == "look" and not all(
                name[1] in (cells.get((uid, "wires", name[0])) or ()) for cells in (mine, result)
            ):
                continue  # of a wire that went
            if not field and value is None and (uid, "id", "") in self.changed[1 - at]:
                continue  # it is there under another name, and nobody can tell that from a new one
            if field in _SEEN and len(uid) > 3:
                went = ("item", uid[3], _stem(uid[-1]))
                if went in self.base_uids and (went, "", "") not in mine:
                    continue  # a copy of what went: it may be taken for that
            about = {
                uid,
                *_uids(name),
                *_uids(value),
                *_uids(self.sides[at].traced(value) if field == "wires" else ()),
                *_uids(base.get(key)),
                *_uids(result.get(key)),
            }
            if field == "wires" and isinstance(name, tuple):  # of an instance: what it leads to inside
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
            if field in PLACES and len(uid) > 3:
                continue  # room was made for it
            side = ("ours", "theirs")[at]
            line = f"{side} {self._named(key, found, at)}: {base.get(key)!r} -> {value!r}, result {result.get(key)!r}"
            yield line, about

    def _named(self, key: Key, found: Known, at: int) -> str:
        uid, field, name = key
        cells = self.sides[at].cells
        where = cells.get((uid, "id", "")) or cells.get((uid, "name", "")) or uid
        return f"{where} {uid} {field}:{name}"

    # --- spurious -----------------------------------------------------------------------------------------------------

    @staticmethod
    def place(found: Known, at: str) -> list[Uid]:
        """The items and page that a conflict is about: the narrowest first."""
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
        """Whether both sides did something about the cell of a conflict."""
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
            # One gave it a type without a pin that the other wired.
            or field == "type"
            and any(uid in self.near[0] & self.near[1] for uid in place)
        )

    def _ends_gone(self, uid: Uid) -> bool:
        """Whether one side wired what another took away, or took to another page."""
        for i in (0, 1):
            mine, other = self.sides[i].cells, self.sides[1 - i].cells
            for key in self.changed[i]:
                if key[1] == "wires" and key[0] == uid:
                    ends = {uid, *_uids(mine.get(key)), *_uids(key[2])}
                    gone = any((end, "", "") not in other for end in ends if (end, "", "") in self.base.cells)
                    if gone or any((end, "page", "") in self.changed[1 - i] for end in ends):
                        return True
        return False


def _keys(conflict: Any) -> set[str]:
    """The keys of weights that a conflict names."""
    return {key for side in (conflict.base, conflict.ours, conflict.theirs) for key in keys_in([str(side)])}


def _changed(base: Mapping[Key, Any], cells: Mapping[Key, Any]) -> set[Key]:
    return {key for key in base.keys() | cells.keys() if base.get(key) != cells.get(key)}


def _renewed(base: Mapping[Key, Any], cells: Mapping[Key, Any]) -> set[Key]:
    return {
        key
        for key, said in cells.items()
        if isinstance(said, Said) and isinstance(was := base.get(key), Said) and was.meaning != said.meaning
    }


def _near(keys: set[Key], base: Mapping[Key, Any], cells: Mapping[Key, Any]) -> set[Uid]:
    """What was changed, and what it leads to: sources of wires, pages of instances, the page that it lies on."""
    found: set[Uid] = set()
    for key in keys:
        if key[1] in ("order",):
            continue
        for one in (key[0], *_uids(key[2]), *_uids(base.get(key)), *_uids(cells.get(key))):
            found |= {one, base.get((one, "page", ""), one), cells.get((one, "page", ""), one)}
    return found


def _uids(value: Any) -> list[Uid]:
    """The items and pages that a value names."""
    if isinstance(value, Said):
        return _uids(value.meaning)
    if isinstance(value, tuple):
        if value and value[0] in ("item", "page", "document") and all(isinstance(part, str) for part in value):
            return [value]
        return [uid for part in value for uid in _uids(part)]
    return []


def _same(key: Key, result: Any, value: Any, base: Any, other: Any) -> bool:
    """Whether a result has what a side made of a cell, beside what the other side made of it."""
    if result == value:
        return True
    if key[1] == "order":
        return True  # of pages or pins, which others come between
    if key[1] == "look":  # the other side may have led the same wire there once more, or bent another one
        mine, was, there = (Counter(look for look in part or () if look != PLAIN) for part in (value, base, result))
        return not (mine - was - there)
    if key[1] == "wires" and other != base:
        mine, was, there = (Counter(part or ()) for part in (value, base, result))
        return not (mine - was - there) and not any(
            there[end] > (was & Counter(other or ()))[end] and end not in Counter(other or ()) - was
            for end in was - mine
        )
    return False


# --- what a document must not have ------------------------------------------------------------------------------------


def _broken_sides(sides: Sequence[Known], catalogue: Catalogue) -> list[dict[str, set[Any]]]:
    found = []
    for side in sides:
        if "broken" not in vars(side):
            vars(side)["broken"] = [broken(known, catalogue) for known in (side, by_name(side.document))]
        found += vars(side)["broken"]
    return found


def broken(known: Known, catalogue: Catalogue) -> dict[str, set[Any]]:
    """What no merge may bring: wires that dangle, pins with more wires than they take, circles of blocks and pages."""
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
                        found["dangling"].add((known.who(page, wire.source), known.who(page, target), str(wire)))
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
    """What is broken in a result and in none of the sides, be it told by who is who or by names. A circle that
    shares a way with one of a side is not new.
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


def by_name(document: Document) -> Known:
    """A document in which everything is what its name says."""
    return before(document)
