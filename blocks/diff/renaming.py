"""Rename or move pages and items of documents, all at once, with all references.

A wire between two pages names the page of its source: `PAGE/BLOCK`. Files have no such wires; they exist while a
document is renamed to the names of another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.parameters import PARAMETER, SIGNATURE, names_in, page_of_type, types_on
from blockloom.blocks.document.pages import Block, Document, Page, Wire, split_index
from blockloom.blocks.editing.edit_propagation import with_parameters
from blockloom.blocks.infer.breakpoint_text import called_inside, pausing_inside
from blockloom.blocks.infer.page_uses import Types, has_as_function
from blockloom.blocks.infer.page_uses import renamed as with_pages

MARK = "+"  # suffix for names that must not match an existing item: no id contains it
_LETTER = "\ua7f7"  # MARK inside formulas, where it must be a letter: no name of a parameter contains it
_MISSING = "\ua7fb"  # suffix in a formula for a name that is not a parameter
Place = tuple[str, str]  # (page, id)


class NameMap(NamedTuple):
    """New names of pages by name, and of items by page and id. Missing pages and items keep their names.

    The page of an item's new name is the page's new name.
    """

    pages: Mapping[str, str] = {}
    items: Mapping[Place, Place] = {}

    def page(self, name: str) -> str:
        """Return the new name of a page."""
        return self.pages.get(name, name)

    def place(self, page: str, item: str) -> Place:
        """Return the new page and id of an item; with the id "", the new name of a page."""
        return self.items.get((page, item)) or (self.pages.get(page, page), item)

    def inverse(self) -> NameMap:
        """Return the inverse."""
        pages = {new: old for old, new in self.pages.items()}
        return NameMap(pages, {new: old for old, new in self.items.items()})


def far_id(page: str, item: str) -> str:
    """Return an id on another page, as the source of a wire or the frame of an item."""
    return f"{page}/{item}"


def place_of(page: str, name: str) -> Place:
    """Return the page and id of an end of a wire on a page."""
    there, slash, item = name.rpartition("/")
    return (there, item) if slash else (page, name)


def rename_document(document: Document, names: NameMap, catalogue: Types) -> Document:
    """Return the document with new names.

    Pages that are not affected are shared with `document`; a missing page to which an item moves is created. Without a
    catalogue, attrs that name pages are not changed.
    """
    touched = _touched(document, names, catalogue)
    if not touched:
        return document
    made = document.copy()
    made.pages = {}
    parts = {name: _RenamedPage(document, name, names, catalogue) for name in document.pages if name in touched}
    for name, page in document.pages.items():
        new = names.page(name)
        if name in touched:
            page = page.replaced(name=new, blocks={}, frames={}, notes={}, into={}, out={})
        made.pages[new] = page
    wires: dict[str, list[Wire]] = defaultdict(list)
    for part in parts.values():
        for kind, items in (("blocks", part.blocks()), ("frames", part.frames()), ("notes", part.notes())):
            for there, item in items:
                getattr(_page(made, there), kind)[item.id] = item
        for there, wire in part.wires():
            wires[there].append(wire)
    for there, found in wires.items():
        _page(made, there).put_all(found)
    return made


def _page(document: Document, name: str) -> Page:
    return document.pages.get(name) or document.pages.setdefault(name, Page(name))


def _touched(document: Document, names: NameMap, catalogue: Types) -> set[str]:
    """Return the pages that the names affect."""
    reached = {page for page, _ in names.items.values()}
    moved = {page for page, _ in names.items} | {old for old in document.pages if names.page(old) in reached}
    pins = {page for page, item in names.items if _is_pin(block_at(document, page, item))}
    found: set[str] = set()
    for name, page in document.pages.items():
        if (
            name in moved
            or name in names.pages
            or any(page_of_type(type_) in pins or page_of_type(type_) in names.pages for type_ in types_on(page))
            or any("/" in w.source for w in page.wires())
            or any("/" in frame for frame in page_frames(page))
            or (names.pages and has_as_function(page, names.pages, catalogue))
            or pausing_inside(page)
        ):
            found.add(name)
    return found


def named_items(text: str) -> set[str]:
    """Return the ids of the Parameters and blocks of its page that a value names."""
    if text[:1] == "@":
        return {text[1:].strip()}
    own = text[1:].strip() if text[:1] == "=" else ""
    return {name.replace(_LETTER, MARK) for name in (own, *names_in(text))} - {""} if own else set()


def missing_pages(document: Document) -> set[str]:
    """Return the names of pages that a document lacks, and of which it has instances."""
    used = {page_of_type(type_) for page in document.pages.values() for type_ in types_on(page)}
    return used - document.pages.keys() - {""}


def missing_items(document: Document) -> Iterator[Place]:
    """Yield items that values name and pins that instances use, but that are not on their page."""
    for name, page in document.pages.items():
        for block in page.blocks.values():
            for text in block.values.values():
                yield from ((name, item) for item in named_items(text) if page.item(item) is None)
            inner = document.pages.get(page_of_type(block.type))
            if inner is not None:
                wires = chain.from_iterable(page.into.get(block.id, {}).values())
                pins = {*block.values, *block.sliders, *(wire.target_pin for wire in wires)}
                pins |= {wire.source_pin for wire in page.out.get(block.id, ())}
                stems = {split_index(pin)[0] for pin in pins if pin}
                yield from ((inner.name, stem) for stem in stems if inner.item(stem) is None)


def page_frames(page: Page) -> Iterator[str]:
    """Yield the frames that contain items of a page."""
    yield from (block.frame for block in page.blocks.values() if block.frame)
    yield from (frame.frame for frame in page.frames.values() if frame.frame)


def _is_pin(block: Block | None) -> bool:
    return block is not None and block.type in SIGNATURE


class _RenamedPage:
    """The items and wires of a page, each with its new page."""

    def __init__(self, document: Document, name: str, names: NameMap, catalogue: Types):
        self.document, self.name, self.names, self.catalogue = document, name, names, catalogue
        self.page = document.pages[name]
        self.home = names.page(name)
        self._called: dict[str, Callable[[str], str]] = {}  # page -> function that renames its pins, from `_pins`

    @cached_property
    def moves(self) -> dict[str, Place]:
        return {item: place for (page, item), place in self.names.items.items() if page == self.name}

    @cached_property
    def ids(self) -> dict[str, str]:
        return {item: new for item, (_, new) in self.moves.items() if item != new}

    @cached_property
    def parameters(self) -> dict[str, str]:
        blocks = self.page.blocks
        return {old: new for old, new in self.ids.items() if old in blocks and blocks[old].type == PARAMETER}

    def blocks(self) -> Iterator[tuple[str, Block]]:
        for block in self.page.blocks.values():
            there, item = self._item(block)
            yield there, self._with_values(item, there)

    def frames(self) -> Iterator[tuple[str, Any]]:
        return map(self._item, self.page.frames.values())

    def notes(self) -> Iterator[tuple[str, Any]]:
        for note in self.page.notes.values():
            there, name = self.names.place(self.name, note.id)
            yield there, note._replace(id=name)

    def _item(self, item: Any) -> tuple[str, Any]:
        there, name = self.moves.get(item.id) or (self.home, item.id)
        frame = self._end(there, item.frame) if item.frame else ""
        return there, item if (name, frame) == (item.id, item.frame) else item._replace(id=name, frame=frame)

    def _end(self, there: str, name: str) -> str:
        """Return the end of a wire as written on the page `there`."""
        page, item = self.names.place(*place_of(self.name, name))
        return item if page == there else far_id(page, item)

    def _with_values(self, block: Block, there: str) -> Block:
        page = page_of_type(block.type)
        if page:
            pins = self._pins(page)
            block = block._replace(
                values={pins(pin): text for pin, text in block.values.items()},
                sliders={pins(pin): slider for pin, slider in block.sliders.items()},
                pause=called_inside(block, self.document, self._called_on) if block.pause else "",
            )
        if self.names.pages:
            block = with_pages(block, self.names.pages, self.catalogue)
        changed = {pin: new for pin, text in block.values.items() if (new := self.text(text, there)) != text}
        return block._replace(values={**block.values, **changed}) if changed else block

    def _called_on(self, page: str, name: str) -> str:
        """Return the new id of a block inside an instance; "" if it moves to another page."""
        there, item = self.names.place(page, name)
        return item if there == self.names.page(page) else ""

    def text(self, text: str, there: str) -> str:
        """Return a value on the page `there`, with the new names of parameters, and of a block as `@BLOCK`."""
        if text[:1] == "=" and (self.parameters or _MISSING in text or _LETTER in text):
            return self._expression(text, there)
        if text[:1] == "@" and self.moves:
            name = text[1:].strip()
            home, new = self.moves.get(name, (self.home, name))
            if home == there and (name in self.moves or self.page.item(name) is not None):
                return text if new == name else f"@{new}"
            plain = name.rstrip(MARK)
            # The block does not exist there: it must not become one that does.
            if (there, plain) in self.moves.values():
                return f"@{plain}{MARK}"
            return text if plain == name else f"@{plain}"
        return text

    def _expression(self, text: str, there: str) -> str:
        names = {old: new for old, new in self.parameters.items() if self.names.place(self.name, old)[0] == there}
        taken = set(names.values()) - names.keys()

        def renamed(name: str) -> str:
            if name in names:
                return names[name]
            plain = name.removesuffix(_MISSING).rstrip(MARK)
            if plain in taken or plain != name and plain in self._parameters_on(there):
                # A missing parameter must not become one that exists.
                return self.ids.get(plain, plain + _MISSING)
            return plain

        own = text[1:].strip()
        name = own.replace(_LETTER, MARK)
        if (
            MARK not in own
            and (name in names or own in taken)
            or own[-1:] in (_LETTER, _MISSING)
            and own.isidentifier()
        ):
            return f"={renamed(name)}".replace(MARK, _LETTER)
        inside = {}
        for name in names_in(text):
            new = renamed(name.replace(_LETTER, MARK)).replace(MARK, _LETTER)
            if new != name and new.isidentifier():
                inside[name] = new
        return with_parameters(text, inside) if inside else text

    def _parameters_on(self, page: str) -> set[str]:
        """Return the new names of the Parameters of a page, which has its new name."""
        places = [
            self.names.place(name, block.id)
            for name, there in self.document.pages.items()
            for block in there.blocks.values()
            if block.type == PARAMETER
        ]
        return {name for home, name in places if home == page}

    def _pins(self, page: str) -> Callable[[str], str]:
        """Return the function that renames the pins of the instances of a page."""
        if page not in self._called:
            self._called[page] = self._pins_of(page)
        return self._called[page]

    def _pins_of(self, page: str) -> Callable[[str], str]:
        its = self.document.pages.get(page)
        new = {
            item: name
            for (there, item), (then, name) in self.names.items.items()
            if there == page
            and then == self.names.page(page)
            and its is not None
            # A removed item has a new name, too, and its pins can still be wired.
            and (its.item(item) is None or _is_pin(its.blocks.get(item)))
        }
        taken = set(new.values()) - new.keys()

        def called(pin: str) -> str:
            stem, index = split_index(pin)
            if stem in taken:  # the pin does not exist: it must not become one that does
                name = stem + MARK
            else:
                name = new.get(stem) or stem.rstrip(MARK)
            return name if index is None else f"{name}[{index}]"

        return called

    def wires(self) -> Iterator[tuple[str, Wire]]:
        instances = {block.id for block in self.page.blocks.values() if page_of_type(block.type)}
        others = self.moves.keys() | instances
        for wire in self.page.wires():
            if wire.source not in others and wire.target not in others and "/" not in wire.source:
                yield self.home, wire
            else:
                yield self.wire(wire)

    def wire(self, wire: Wire) -> tuple[str, Wire]:
        there, target = self.names.place(self.name, wire.target)
        source_pin, target_pin = self.pin(wire.source, wire.source_pin), self.pin(wire.target, wire.target_pin)
        source = self._end(there, wire.source)
        return there, wire._replace(source=source, source_pin=source_pin, target=target, target_pin=target_pin)

    def pin(self, end: str, pin: str) -> str:
        """Return the new name of a pin; an instance has those of its page's Args, Retvals and Parameters."""
        block = block_at(self.document, *place_of(self.name, end))
        its = page_of_type(block.type) if block is not None else ""
        return self._pins(its)(pin) if its and pin else pin


def renamed_wire(document: Document, names: NameMap, page: str, wire: Wire) -> Wire:
    """Return a wire of a page with new names, and with the page of its source if that is another one."""
    return _RenamedPage(document, page, names, {}).wire(wire)[1]


def renamed_pin(document: Document, names: NameMap, page: str, item: str, pin: str) -> str:
    """Return the new name of a pin of an item."""
    return _RenamedPage(document, page, names, {}).pin(item, pin)


def renamed_text(document: Document, names: NameMap, page: str, item: str, text: str) -> str:
    """Return a value of an item with new names: it can name a parameter or a block."""
    part = _RenamedPage(document, page, names, {})
    return part.text(text, names.place(page, item)[0])


def block_at(document: Document, page: str, item: str) -> Block | None:
    """Return the block of a page and id; None if there is none."""
    there = document.pages.get(page)
    return there.blocks.get(item) if there is not None else None


def cross_page_wires(document: Document, pages: Iterable[str]) -> Iterator[tuple[str, Wire]]:
    """Yield the wires from other pages, with the page of their target."""
    for name in pages:
        for wire in document.pages[name].wires():
            if "/" in wire.source:
                yield name, wire
