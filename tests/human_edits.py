"""Random edits of people, made by a random.Random with the operations that the window calls.

`Person` edits a copy of a document. Two persons who begin with one document are the two sides of a merge.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from blockloom.blocks import operations
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, PREFIX, RETVAL
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Bookmark, Document, Page, Slider, Wire, control, free_page_name
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import (
    AddPage,
    Edit,
    EditError,
    Insert,
    MovePage,
    NameWeights,
    Remove,
    RenamePage,
    SetBookmark,
    SetSheet,
)
from blockloom.blocks.infer.wire_rules import WireRules, source_of, target_of
from blockloom.blocks.layout.arrange import arrange
from blockloom.blocks.operations import Measures, PageChange

TYPES = (
    "AddV2",
    "Const",
    "Mul",
    "MatMul",
    "Relu",
    "Sum",
    "Identity",
    "Reshape",
    "AddN",
    "loom.Variable",
    "loom.Session",
)
PINS = (ARG, RETVAL, PARAMETER)
COLORS = ("#8c4002", "#2060a0", "")
LARGE = 60  # blocks of a page that nobody has arranged while a test waits
Made = PageChange | Edit | None
Kinds = Mapping[Callable[["Person"], Made], float]


class Person:
    """A person who edits a copy of `document`.

    `side` marks the items that this person creates. `hot` are ids of items and names of pages that are chosen every
    second time. `kinds` are the edits with their frequencies; `only` are the pages on which they start.
    """

    def __init__(
        self,
        document: Document,
        side: str,
        seed: int,
        catalogue: Catalogue,
        hot: Sequence[str] = (),
        kinds: Kinds | None = None,
        only: Sequence[str] = (),
    ):
        self.document, self.side, self.chance, self.hot = document.copy(), side, random.Random(seed), set(hot)
        self.kinds, self.only = KINDS if kinds is None else kinds, only
        self.history = UndoStack(self.document)
        self.base = catalogue
        self.done: list[str] = []  # the kinds of edits
        self.page: Page = next(iter(self.document.pages.values()))
        self.kept: dict[str, Any] = {}  # cached by other modules, once all edits are done

    @cached_property
    def catalogue(self) -> Catalogue:
        return self.base.with_pages(self.document)

    @property
    def rules(self) -> WireRules:
        return WireRules(self.page, self.catalogue, lambda: self.history.inferences(self.catalogue).current(self.page))

    @property
    def measures(self) -> Measures:
        return Measures(self.page, self.catalogue)

    def work(self, count: int) -> Person:
        """Do this many edits."""
        self.history.inferences(self.catalogue)
        done = 0
        for _ in range(50 * count):
            if done == count:
                break
            done += self._edit()
        return self

    def _edit(self) -> bool:
        name = self.one_of([name for name in self.document.pages if not self.only or name in self.only])
        if name is None:
            return False
        self.page = self.document.pages[name]
        kind = self.chance.choices(list(self.kinds), list(self.kinds.values()))[0]
        began = len(self.history.labels()[0])
        try:
            made = kind(self)
            if isinstance(made, PageChange):
                made = operations.with_libraries(self.document, self.catalogue, made).edit
            if made is not None:
                self.history.do(made, kind.__name__)
        except EditError:
            pass
        did = len(self.history.labels()[0]) > began
        if did:
            self.done.append(kind.__name__)
        return did

    def one_of(self, names: Sequence[str]) -> str | None:
        """One of them, every second time one that all work on."""
        if not names:
            return None
        hot = [name for name in names if name in self.hot] if self.hot and self.chance.random() < 0.5 else []
        return self.chance.choice(hot or list(names))

    def block(self, *types: str) -> str | None:
        """Return a random block, of one of these types."""
        return self.one_of([b.id for b in self.page.blocks.values() if not types or b.type in types])

    def some(self, most: int = 4) -> list[str]:
        """Blocks that are wired to each other, as people select them."""
        first = self.block()
        found = [first] if first else []
        while found and len(found) < most and self.chance.random() < 0.7:
            last = self.page.wires_from(self.chance.choice(found)) + self.page.wires_into(self.chance.choice(found))
            near = [n for w in last for n in (w.source, w.target) if n in self.page.blocks and n not in found]
            if not near:
                break
            found.append(self.chance.choice(near))
        return found

    def wire(self, test: Callable[[Wire], bool] = lambda wire: True) -> Wire | None:
        """Return a random wire of the page."""
        found = [wire for wire in self.page.wires() if test(wire)]
        near = [wire for wire in found if wire.target in self.hot]
        chosen = near if near and self.chance.random() < 0.5 else found
        return self.chance.choice(chosen) if chosen else None

    def point(self) -> tuple[float, float]:
        """Return a place near a block."""
        name = self.block()
        block = self.page.blocks[name] if name else None
        x, y = (block.x, block.y) if block else (0.0, 0.0)
        return x + self.chance.choice((-300.0, 0.0, 240.0, 400.0)), y + self.chance.choice((-120.0, 0.0, 130.0))

    def instance(self) -> str | None:
        """Return a block that is an instance of a page."""
        return self.one_of([b.id for b in self.page.blocks.values() if b.type.startswith(PREFIX)])


def set_value(who: Person) -> Made:
    name = who.block()
    if name is None:
        return None
    block, type_ = who.page.blocks[name], who.catalogue.get(who.page.blocks[name].type)
    pins = list(block.values)
    if type_ is not None and who.chance.random() < 0.3:
        pins += [p.name for p in type_.inputs if not who.page.wires_into(name, p.name)] + [a.name for a in type_.attrs]
    pin = who.one_of(pins)
    if pin is None:
        return None
    was = block.values.get(pin)
    if was is not None and who.chance.random() < 0.1:
        return operations.set_value(who.page, name, pin, None)
    return operations.set_value(who.page, name, pin, _text(who.chance, was or ""))


def _text(chance: random.Random, was: str) -> str:
    numbers = list(re.finditer(r"\d+", was))
    if numbers and chance.random() < 0.8 and len(was) < 2000:
        at = chance.choice(numbers)
        return f"{was[: at.start()]}{chance.randrange(1, 100)}{was[at.end() :]}"
    return chance.choice(("0.5", "1", "2", "[1.0, 2.0]", "true", "DT_FLOAT", "DT_INT32", "'SAME'", "same"))


def slider(who: Person) -> Made:
    name = who.block()
    pins = [p for p in who.page.blocks[name].values if operations.can_slide(who.rules, name, p)] if name else []
    if not name or not pins:
        return None
    pin = who.chance.choice(pins)
    have = who.page.blocks[name].sliders.get(pin)
    if have is None:
        return operations.set_slider(who.page, name, pin, Slider(0.0, who.chance.choice((1.0, 10.0, 100.0))))
    if who.chance.random() < 0.3:
        return operations.set_slider(who.page, name, pin, None)
    return operations.slide(who.page, name, pin, who.chance.random())


def extract(who: Person) -> Made:
    name = who.block()
    pins = [
        (name, pin)
        for pin in (who.page.blocks[name].values if name else ())
        if operations.can_extract(who.page, who.catalogue, name, pin)
    ]
    return operations.extract_consts(who.rules, [who.chance.choice(pins)], who.measures) if pins else None


def swap_inputs(who: Person) -> Made:
    name = who.block()
    return operations.swap_inputs(who.rules, name) if name else None


def retype(who: Person) -> Made:
    name = who.block("AddV2", "Mul", "Sub", "Maximum", "Relu", "Tanh", "Sigmoid", "Mean", "Sum")
    if name is None:
        return None
    found = [
        t for t in operations.possible_types(who.rules, [name]) if t in ("AddV2", "Mul", "Sub", "Tanh", "Relu", "Max")
    ]
    return operations.retype(who.rules, [name], who.chance.choice(found)) if found else None


def weights(who: Person) -> Made:
    """Train some layers."""
    keys = sorted(who.document.weights.arrays)
    chosen = who.chance.sample(keys, min(len(keys), who.chance.choice((1, 2, 5))))
    return NameWeights({key: f"{who.chance.getrandbits(256):064x}" for key in chosen}) if chosen else None


def _type(who: Person) -> str:
    there = [b.type for b in who.page.blocks.values() if not b.type.startswith(PREFIX)]
    return who.chance.choice(there) if there and who.chance.random() < 0.4 else who.chance.choice(TYPES)


def add_block(who: Person) -> Made:
    return operations.add_block(who.page, who.catalogue, _type(who), who.point(), who.measures)


def add_wired(who: Person) -> Made:
    """Add a block behind the output of another."""
    name, type_ = who.block(), _type(who)
    if name is None or type_ not in who.catalogue:
        return None
    added = operations.add_block(who.page, who.catalogue, type_, who.point(), who.measures)
    who.history.do(added.edit, "add")
    assert added.selection is not None
    return operations.wire_blocks(who.rules, name, added.selection[0])


def insert_into_wire(who: Person) -> Made:
    wire = who.wire()
    types = [t for t in ("Identity", "Relu", "AddV2", "Mul") if wire and operations.fits_in_wire(who.rules, t, wire)]
    if wire is None or not types:
        return None
    return operations.insert_into_wire(who.rules, who.chance.choice(types), wire, who.measures)


def add_instance(who: Person) -> Made:
    others = [name for name in who.document.pages if name != who.page.name]
    if not others:
        return None
    return operations.add_block(who.page, who.catalogue, PREFIX + who.chance.choice(others), who.point(), who.measures)


def remove(who: Person) -> Made:
    frames = list(who.page.frames) + list(who.page.notes)
    names = [who.chance.choice(frames)] if frames and who.chance.random() < 0.2 else who.some(2)
    if who.chance.random() < 0.3:
        return operations.delete_and_reconnect(who.page, who.catalogue, names)
    return operations.delete(who.page, names)


def wire(who: Person) -> Made:
    source, target = who.block(), who.block()
    if source is None or target is None or source == target:
        return None
    return operations.wire_blocks(who.rules, source, target)


def wire_into_list(who: Person) -> Made:
    """One more wire into a pin that takes several, anywhere among them."""
    into = who.wire(lambda w: len(who.page.wires_into(w.target, w.target_pin)) > 1 or w.target_pin.endswith("outputs"))
    other = who.wire(lambda w: into is not None and w.kind == into.kind and w.source != into.target)
    if into is None or other is None or not into.target_pin:
        return None
    new = into._replace(source=other.source, source_pin=other.source_pin)
    if new in who.page.wires_into(into.target, into.target_pin) and who.chance.random() < 0.8:
        return None
    who.history.do(Insert(who.page.name, wires=(who.page.placed(into)._replace(wire=new),)), "wire")
    return operations.reorder_wire(
        who.page, new, who.chance.randrange(len(who.page.wires_into(new.target, new.target_pin)))
    )


def rewire(who: Person) -> Made:
    """Move a wire to another source."""
    old = who.wire(lambda w: bool(w.target_pin))
    other = who.wire(lambda w: old is not None and w.kind == old.kind and w.source not in (old.source, old.target))
    if old is None or other is None:
        return None
    new = old._replace(source=other.source, source_pin=other.source_pin)
    return operations.add_wire(who.rules, new, old) if _fits(who, new) else None


def _fits(who: Person, new: Wire) -> bool:
    return not who.rules.fit(source_of(new), target_of(new)).reason


def cut(who: Person) -> Made:
    old = who.wire()
    return operations.remove_wires(who.page, [old]) if old else None


def reorder(who: Person) -> Made:
    old = who.wire(lambda w: bool(w.target_pin) and len(who.page.wires_into(w.target, w.target_pin)) > 1)
    if old is None:
        return None
    return operations.reorder_wire(
        who.page, old, who.chance.randrange(len(who.page.wires_into(old.target, old.target_pin)))
    )


def control_wire(who: Person) -> Made:
    source, target = who.block(), who.block()
    if source is None or target is None or not _fits(who, control(source, target)):
        return None
    return operations.add_wire(who.rules, control(source, target))


def route(who: Person) -> Made:
    old = who.wire()
    bends = [(40.0 * number, 10.0 * who.chance.randrange(9)) for number in range(who.chance.randrange(3))]
    return operations.set_bends(who.page, old, bends) if old else None


def duplicate(who: Person) -> Made:
    names = who.some()
    return operations.duplicate(who.page, names, who.measures, wired=who.chance.random() < 0.5) if names else None


def copy_between(who: Person) -> Made:
    names, others = who.some(), [page for page in who.document.pages.values() if page is not who.page]
    if not names or not others:
        return None
    part = operations.copy_items(who.page, names, who.catalogue)
    who.page = who.chance.choice(others)
    return operations.paste(who.page, part, who.measures)


def rename(who: Person) -> Made:
    name = who.one_of(sorted(who.page.ids()) if who.chance.random() < 0.2 else list(who.page.blocks))
    if name is None or who.page.items()[name] in who.page.frames.values():
        return None
    new = who.chance.choice((f"{name}_new", f"MY_{name}", "LOSS", "LAYER", "IMAGES"))
    return operations.rename(who.page, name, new)


def move(who: Person) -> Made:
    dx, dy = who.chance.choice((-100.0, 0.0, 60.0, 200.0)), who.chance.choice((-80.0, 25.0, 90.0))
    names = who.some()
    return operations.nudge(who.page, names, dx, dy) if names else None


def arrange_page(who: Person) -> Made:
    if len(who.page.blocks) > LARGE:
        return None
    measures = who.measures
    return arrange(who.page, {name: measures.box(block) for name, block in who.page.blocks.items()}).edit(who.page)


def frame(who: Person) -> Made:
    return operations.add_frame(who.page, who.some(), who.measures)


def frame_edit(who: Person) -> Made:
    name = who.one_of(list(who.page.frames))
    if name is None:
        return operations.unframe(who.page, who.some())
    how = who.chance.randrange(4)
    if how == 0:
        return operations.set_title(who.page, name, who.chance.choice(("layer", "loss", "head", "")))
    if how == 1:
        return operations.set_device(who.page, name, who.chance.choice(("/device:CPU:0", "/device:GPU:0", "")))
    if how == 2:
        return operations.collapse(who.page, [name], who.measures, not who.page.frames[name].collapsed)
    return operations.unframe(who.page, [b.id for b in who.page.blocks.values() if b.frame == name][:2])


def looks(who: Person) -> Made:
    names = who.some(2)
    if not names:
        return None
    how = who.chance.randrange(4)
    if how == 0:
        return operations.set_color(who.page, names, who.chance.choice(COLORS))
    if how == 1:
        return operations.set_mode(who.page, names, who.chance.choice(("mute", "bypass")))
    if how == 2:
        return operations.toggle_breakpoint(who.catalogue, who.page, names, Address())
    condition = who.chance.choice(("z > 1", "is nan", "output < 0"))
    return operations.set_conditional_breakpoint(who.catalogue, who.page, names[0], condition, Address())


def note(who: Person) -> Made:
    name = who.one_of(list(who.page.notes)) if who.chance.random() < 0.6 else None
    if name is None:
        return operations.add_note(who.page, who.point(), who.measures)
    if who.chance.random() < 0.3:
        return operations.resize(who.page, name, 100.0 + who.chance.randrange(5) * 50, 90.0)
    return operations.set_note_text(who.page, name, who.chance.choice(("what this does", "see the paper", "to do")))


def view(who: Person) -> Made:
    if who.chance.random() < 0.7:
        mark = Bookmark(*who.point(), who.chance.choice((0.5, 1.0)), who.chance.choice(("", "loss", "data")))
        return SetBookmark(who.page.name, who.chance.randrange(1, 4), who.chance.choice((mark, mark, None)))
    return SetSheet(who.page.name, who.chance.choice((None, (1920.0, 1080.0))), who.chance.choice(COLORS))


def make_block(who: Person) -> Made:
    names = who.some(5)
    if who.page.frames and who.chance.random() < 0.4:
        names = [who.chance.choice(list(who.page.frames))]
    return operations.group_as_instance(who.document, who.rules, names, who.measures) if names else None


def unpack(who: Person) -> Made:
    name = who.instance()
    return operations.unpack(who.document, who.rules, name, who.measures) if name else None


def own_copy(who: Person) -> Made:
    name = who.instance()
    return operations.copy_page_for_instances(who.document, who.page, [name]) if name else None


def pages(who: Person) -> Made:
    how, names = who.chance.randrange(6), list(who.document.pages)
    if how == 0:
        return AddPage(free_page_name("page", names))
    if how == 1:
        return operations.duplicate_page(who.document, who.page.name)[0]
    if how == 2 and len(names) > 1:
        return operations.remove_page(who.document, who.catalogue, who.page.name, used=who.chance.random() < 0.2)
    if how == 3 and len(names) > 1:
        return MovePage(who.page.name, who.chance.randrange(len(names)))
    new = who.chance.choice(("net", "training", f"{who.page.name} 2", f"my {who.page.name}"))
    return RenamePage(who.page.name, new) if new != who.page.name else None


def add_pin(who: Person) -> Made:
    if len(who.document.pages) < 2 and who.chance.random() < 0.7:
        return None
    return operations.add_pin(who.page, who.catalogue, who.chance.choice(PINS), measures=who.measures)


def pin(who: Person) -> Made:
    """Rename, move or remove an Arg, Retval or Parameter."""
    name, how = who.block(*PINS), who.chance.randrange(4)
    if name is None:
        return None
    if how == 0:
        return Remove(who.page.name, (name,))
    if how == 1:
        return operations.move_pin(who.page, name, who.chance.randrange(3))
    return operations.rename(who.page, name, who.chance.choice((f"{name}_in", "x", "gain", "result")))


def make_parameter(who: Person) -> Made:
    name = who.block()
    pins = [
        pin
        for pin in (who.page.blocks[name].values if name else ())
        if operations.can_be_parameter(who.page, who.catalogue, name, pin)
    ]
    if not name or not pins:
        return None
    return operations.make_parameter(who.page, who.catalogue, name, who.chance.choice(pins), who.measures)


# How often each is done.
KINDS: Kinds = {
    set_value: 6,
    slider: 1,
    extract: 0.5,
    swap_inputs: 0.5,
    retype: 0.5,
    weights: 1,
    add_block: 4,
    add_wired: 2,
    insert_into_wire: 1,
    add_instance: 1,
    remove: 3,
    wire: 3,
    wire_into_list: 2,
    rewire: 2,
    cut: 2,
    reorder: 1.5,
    control_wire: 0.5,
    route: 0.5,
    duplicate: 1.5,
    copy_between: 0.7,
    rename: 3,
    move: 4,
    arrange_page: 0.5,
    frame: 1,
    frame_edit: 1.5,
    looks: 2,
    note: 1.5,
    view: 1,
    make_block: 1.2,
    unpack: 0.6,
    own_copy: 0.2,
    pages: 1.5,
    add_pin: 0.8,
    pin: 1.2,
    make_parameter: 0.8,
}


def _do(who: Person, made: PageChange | Edit) -> None:
    who.history.do(made.edit if isinstance(made, PageChange) else made, "part")


def swap_names(who: Person) -> Made:
    """Two blocks with each other's ids."""
    names = who.chance.sample(sorted(who.page.blocks), min(2, len(who.page.blocks)))
    if len(names) < 2:
        return None
    free = who.page.free_id("SWAPPED")
    for old, new in ((names[0], free), (names[1], names[0]), (free, names[1])):
        _do(who, operations.rename(who.page, old, new))
    return None


def reuse_name(who: Person) -> Made:
    """Another block under the id of one that is gone."""
    name = who.block()
    if name is None:
        return None
    added = operations.add_block(who.page, who.catalogue, _type(who), who.point(), who.measures)
    assert added.selection is not None
    _do(who, operations.delete(who.page, [name]))
    _do(who, added)
    return operations.rename(who.page, added.selection[0], name)


def put_under_old_name(who: Person) -> Made:
    """Rename a block, and add another one under the old id."""
    name = who.block()
    if name is None:
        return None
    _do(who, operations.rename(who.page, name, who.page.free_id(f"{name}_old")))
    added = operations.add_block(who.page, who.catalogue, _type(who), who.point(), who.measures)
    assert added.selection is not None
    _do(who, added)
    return operations.rename(who.page, added.selection[0], name)


def rename_move_rewire(who: Person) -> Made:
    """Rename a block, move it, and remove one of its wires."""
    name = who.block()
    if name is None:
        return None
    new = who.page.free_id(f"{name}_moved")
    _do(who, operations.rename(who.page, name, new))
    _do(who, operations.nudge(who.page, [new], 310.0, -190.0))
    wires = who.page.wires_into(new) + who.page.wires_from(new)
    return operations.remove_wires(who.page, [who.chance.choice(wires)]) if wires else None


_HARD = (swap_names, reuse_name, put_under_old_name, rename_move_rewire)
HARD: Kinds = KINDS | dict.fromkeys(_HARD, 0.15 / 0.85 * sum(KINDS.values()) / len(_HARD))  # 15 % of all


def hot_spots(document: Document, seed: int, count: int = 8) -> list[str]:
    """Ids and pages of a document that everybody works on."""
    chance = random.Random(seed)
    names = [name for page in document.pages.values() for name in (page.name, *page.items())]
    return chance.sample(names, min(count, len(names)))


def two(
    base: Document, seed: int, count: int, catalogue: Catalogue, hot: bool = True, kinds: Kinds | None = None
) -> tuple[Person, Person]:
    """Two people who each did `count` edits on a document that both had."""
    spots = hot_spots(base, seed) if hot else ()
    return (
        Person(base, "ours", 2 * seed, catalogue, spots, kinds).work(count),
        Person(base, "theirs", 2 * seed + 1, catalogue, spots, kinds).work(count),
    )
