"""The document: pages of blocks, wires, frames and notes.

Blocks, wires, frames and notes are immutable values; a page holds them and is changed by edits only (see `edits`), so
undo, the journal and the canvas all see every change. Ids are unique per page. A page may hold wires whose block or
pin does not exist (a hand-edited file): they are kept, written back and reported by `checks`, never dropped.
"""

from __future__ import annotations

import copy
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.weights.document_weights import Weights, keys_in

T = TypeVar("T")

# An id becomes part of `PAGE/BLOCK.PIN[i]`, so it must not contain the separators.
ID = re.compile(r"\w[\w-]{0,199}")
# Names of nodes that TensorFlow accepts.
NODE_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\-/>]{0,9999}")
PAGE_NAME = re.compile(r"[^\W_][^/\\\x00-\x1f\ud800-\udfff]{0,99}")
# Names of libraries: `blockloom:` precedes one that is part of Blockloom, and `user:` one of the user. Others are paths
# relative to the folder of the document, in a form that is valid on all systems. A name never refers to another
# computer, as /net does.
LIBRARY = (
    r"(?:(?:blockloom|user):[^/:\\\x00-\x1f\ud800-\udfff]{1,200}|"
    r"(?![/~])(?!(?:.*/)?\.\./)[^:\\\x00-\x1f\ud800-\udfff]{1,500})\.loom"
)
SHA256 = re.compile(r"[0-9a-f]{64}")
REACH = 1e7  # largest distance of any item from the origin, in canvas pixels
BENDS = 1000  # most bends of a wire: 200,000 would make the window slow
LARGEST = 1e15  # largest end of a slider: whole numbers up to this are exact floats
SCALES = 0.001, 100.0  # least and greatest scale of bookmarks
INDEXED = re.compile(r"(.+?)\[(\d{1,6})\]")
COLOR = re.compile(r"#(?:[0-9a-f]{6}|[0-9a-f]{8})|")
# The shape that a note draws: "" for text only, a rectangle, a script that never runs, or an SVG path.
SHAPE = re.compile(r"|rect|script|[Mm][\d\s.,+\-eEA-Za-z]*")

TENSOR, REF, LIST, OPERATION, CONTROL = "tensor", "ref", "list", "operation", "control"
OPTIMIZER, GRADIENTS, FEED = "optimizer", "gradients", "feed"


class WireKind(Struct, frozen=True):
    """A kind of wires and pins.

    A wire has the kind of the output pin at its start; an input pin takes wires of the kinds in `accepts`. `computed`
    wires carry a Python object that exists only while the page is compiled.
    """

    about: str  # description for users
    accepts: frozenset[str]
    computed: bool = False


# All kinds of wires that a file can contain. Themes have their colours under the same keys.
WIRE_KINDS: Mapping[str, WireKind] = {
    TENSOR: WireKind(phrase("tensor"), frozenset({TENSOR, REF})),
    REF: WireKind(phrase("ref: a variable that can be assigned to"), frozenset({REF})),
    LIST: WireKind(phrase("list: several tensors at once"), frozenset({TENSOR, REF, LIST})),
    OPERATION: WireKind(phrase("operation: it is run, and gives nothing"), frozenset({OPERATION, TENSOR, REF, LIST})),
    CONTROL: WireKind(phrase("control: what it leads to runs afterwards"), frozenset({CONTROL})),
    OPTIMIZER: WireKind(phrase("optimizer"), frozenset({OPTIMIZER}), computed=True),
    GRADIENTS: WireKind(phrase("gradients with their variables"), frozenset({GRADIENTS}), computed=True),
    FEED: WireKind(phrase("feed: a value for a placeholder"), frozenset({FEED})),
}
# Modes of a block (see `muting`): normal, left out, or replaced by its input.
MUTE, BYPASS = "mute", "bypass"
MODES = ("", MUTE, BYPASS)
PAUSE_BEFORE = "before"
LONGEST_PAUSE = 10_000  # most characters of a condition, or of all conditions inside an instance
MOST_CONFLICTS = 10_000  # most conflicts of a document
CELL = re.compile(r"[a-z][a-z-]{0,39}")  # the field that a conflict is about


class Slider(NamedTuple):
    """The range of a value that is dragged on the canvas, with its step; step 0 for any number."""

    least: float
    most: float
    step: float = 0.0


def is_slider(least: float, most: float, step: float = 0.0) -> bool:
    """Return whether the numbers of a slider are finite, in order, and the step fits the range."""
    return -LARGEST <= least < most <= LARGEST and 0 <= step <= most - least


class Block(NamedTuple):
    """An instance of a block type.

    Attributes:
        values: Texts that the user typed, by pin or attr.
        color: `#rrggbb` or `#rrggbbaa`; "" for the theme's colour. All colours of a document have this form.
        mode: One of MODES.
        sliders: Ranges of values that are dragged on the canvas, by pin or attr. Runs ignore them.
        names: Full names of the nodes of a block that came from a graph. The key "" has the name of the block's node, a
            pin the name of the Const for its typed value (`PIN[0]` in a list), or of the ReadVariableOp for a resource
            variable's `value` that is wired to it. Blocks with the same name for the same thing share the node.
        pause: The breakpoint: "" for none, PAUSE_BEFORE, or a condition for `blocks.results.breakpoints`. An instance
            also has the breakpoints inside it, one a line: see `blocks.infer.breakpoint_text`.
        uid: Identifies the block: see `document/uids`. Frames, notes and pages have a uid, too.
    """

    id: str
    type: str
    x: float = 0.0
    y: float = 0.0
    values: Mapping[str, str] = {}
    frame: str = ""
    color: str = ""
    mode: str = ""
    sliders: Mapping[str, Slider] = {}
    names: Mapping[str, str] = {}
    pause: str = ""
    uid: str = ""


class Look(NamedTuple):
    """The look of a wire on the canvas, if not the default.

    `route` has the bends in pixels, relative to the start of the wire; a single bend (0, 0) means a straight wire.
    """

    color: str = ""
    route: tuple[tuple[float, float], ...] = ()
    hidden: bool = False
    dashed: bool = False


PLAIN = Look()


class Wire(NamedTuple):
    """A wire from an output pin to an input pin.

    A control wire connects two blocks: its pins are "". `source_pin` can name an element of a list output: `output[1]`.
    """

    source: str
    source_pin: str
    target: str
    target_pin: str
    kind: str = TENSOR
    look: Look = PLAIN

    @property
    def unseen(self) -> bool:
        """Return whether the canvas omits the wire, and routing ignores it: a hidden control wire."""
        return self.look.hidden and self.kind == CONTROL

    def __str__(self) -> str:
        if self.kind == CONTROL:
            return f"{self.source} -> {self.target}"
        return f"{self.source}.{self.source_pin} -> {self.target}.{self.target_pin}"


class Frame(NamedTuple):
    """A box around blocks, which is a scope: its title precedes their names, its device is theirs.

    `frame` is the frame around it. A `collapsed` frame is drawn as a small box without its content. Positions and sizes
    are in pixels.
    """

    id: str
    title: str = ""
    x: float = 0.0
    y: float = 0.0
    width: float = 300.0
    height: float = 200.0
    device: str = ""
    frame: str = ""
    collapsed: bool = False
    uid: str = ""


class Bookmark(NamedTuple):
    """A saved view of a page.

    (x, y) is the canvas point in its middle, `scale` the number of screen pixels per canvas pixel.
    """

    x: float
    y: float
    scale: float = 1.0
    name: str = ""


class Note(NamedTuple):
    """A text on the page, or a drawing.

    `shape` is "" for text alone, "rect", "script", or an SVG path that starts at (x, y). `font` is the size of the text
    in pixels, 0 for the theme's. `fill` is the colour of the background.
    """

    id: str
    text: str = ""
    x: float = 0.0
    y: float = 0.0
    width: float = 240.0
    height: float = 80.0
    color: str = ""
    fill: str = ""
    font: float = 0.0
    bold: bool = False
    shape: str = ""
    uid: str = ""


Item = Block | Frame | Note


class Placed(NamedTuple):
    """A wire with its index among the wires into its pin; only list pins and control inputs have more than one wire."""

    wire: Wire
    index: int  # type: ignore[assignment]   # tuples have a method of this name, which nobody calls


class Origin(NamedTuple):
    """The library page that a page was copied from, with its SHA-256 at that time.

    See `files/library.py`.
    """

    file: str
    page: str
    sha256: str


class Conflict(NamedTuple):
    """A cell of the document on which the two sides of a merge differ, until the user resolves it.

    `at` is the text of an address: the page, the item or the pin that has the cell. `base` is the common ancestor's
    content, `ours` that of the document, `theirs` that of the other side; None if a side has no such cell.
    `what` is the cell:

        value, slider, name             of a pin: texts; (least, most, step)
        type, frame, mode, pause, color, title, text, device, collapsed ...   of a block, frame or note: the field
        id                              of a block, frame or note: its ids
        wires                           into a pin: their sources, "A.out", "ref V.ref" for another kind than tensor,
                                        "PAGE/A.out" on another page (see `merge/cross_page_wires`); of a list pin,
                                        and of control inputs ("A"): a tuple of these
        removed, page-removed           True on the side that removed it, else False
        page-name                       the names of a page
        library                         of a page: the fields of its Origin
        weights                         of a pin: values "weights:KEY"; theirs has its own key
        network                         of a page: the arrays that a side trained, a tuple of addresses of pins, each
                                        followed by its value, which can be None
        cycle                           the edges of a cycle: a tuple of wires "A.out -> B.x" of the page, or of
                                        addresses of blocks by which pages use each other
    """

    at: str
    what: str
    base: Any = None
    ours: Any = None
    theirs: Any = None

    @property
    def sides(self) -> tuple[Any, Any, Any]:
        """The contents of base, ours and theirs."""
        return self[2:]


def is_side(value: Any) -> bool:
    """Return whether a value can be a side of a conflict.

    Sides are None, texts, numbers, flags, and tuples of texts and numbers.
    """
    if isinstance(value, tuple):
        return all(type(one) is not bool and not isinstance(one, tuple) and is_side(one) for one in value)
    if isinstance(value, int | float):
        return -LARGEST <= value <= LARGEST
    return value is None or isinstance(value, str)


def texts_of(side: Any) -> Iterator[str]:
    """Yield the texts of a side of a conflict."""
    return (one for one in (side if isinstance(side, tuple) else (side,)) if isinstance(one, str))


def split_index(pin: str) -> tuple[str, int | None]:
    """Return the pin and the element of `output[1]`: (`output`, 1); None as element of a pin without an index."""
    match = INDEXED.fullmatch(pin)
    return (match[1], int(match[2])) if match else (pin, None)


def free_page_name(wanted: str, taken: Container[str]) -> str:
    """Return `wanted`, or if it is taken, `wanted` with the first free number: `main`, `main 2`.

    The name is cut so that the number fits into 100 characters.
    """
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted[: 99 - len(str(number))]} {number}"
    return name


def control(source: str, target: str) -> Wire:
    """Return a control wire: `target` runs after `source`."""
    return Wire(source, "", target, "", CONTROL)


class Page:
    """One canvas, one scope, one graph. Only edits change it.

    Attributes:
        size: Width and height of the sheet in pixels; None for an endless sheet.
        background: The colour of the sheet; "" for the theme's.
        origin: The library page that it was copied from; None if not copied.
    """

    def __init__(self, name: str):
        self.name = name
        self.uid = ""
        self.size: tuple[float, float] | None = None
        self.background = ""
        self.origin: Origin | None = None
        self.blocks: dict[str, Block] = {}
        self.frames: dict[str, Frame] = {}
        self.notes: dict[str, Note] = {}
        self.bookmarks: dict[int, Bookmark] = {}  # digit 1 to 9 -> bookmark
        # Adjacency, so that the cost of an edit depends only on the degree of the block. Empty entries are removed.
        # Entries are replaced, never changed: the edit that removed one may keep it, and restore it unchanged.
        self.into: dict[str, Mapping[str, tuple[Wire, ...]]] = {}
        self.out: dict[str, tuple[Wire, ...]] = {}

    def replaced(self, **fields: Any) -> Page:
        """Return a copy of the page with these fields replaced; it shares the other fields."""
        made = copy.copy(self)
        for name, value in fields.items():
            setattr(made, name, value)
        return made

    def wires(self) -> Iterator[Wire]:
        """Return all wires of the page: those into the same pin in the order of the pin, others in any order."""
        return chain.from_iterable(chain.from_iterable(pins.values() for pins in self.into.values()))

    def wire_count(self) -> int:
        """Return the number of wires of the page."""
        return sum(map(len, self.out.values()))

    def wires_into(self, block: str, pin: str | None = None) -> list[Wire]:
        """Return the wires that end at a block, or at one of its pins in list order.

        Args:
            block: The id of the block.
            pin: Only wires into this pin; "" for control wires.
        """
        pins = self.into.get(block, {})
        return list(pins.get(pin, ())) if pin is not None else [w for wires in pins.values() for w in wires]

    def wires_from(self, block: str) -> list[Wire]:
        """Return the wires that start at a block."""
        return list(self.out.get(block, ()))

    def placed(self, wire: Wire) -> Placed:
        """Return the wire with its index in its pin.

        Raises:
            ValueError: The page has no such wire.
        """
        return Placed(wire, self.into.get(wire.target, {}).get(wire.target_pin, ()).index(wire))

    def items(self) -> dict[str, Item]:
        """Return the blocks, then frames, then notes, by id: all share one name space."""
        return {**self.blocks, **self.frames, **self.notes}

    def item(self, name: str) -> Item | None:
        """Return the block, frame or note of this id; None if the page has none."""
        return self.blocks.get(name) or self.frames.get(name) or self.notes.get(name)

    def ids(self) -> set[str]:
        """Return all ids in use."""
        return {*self.blocks, *self.frames, *self.notes}

    def free_id(self, wanted: str, taken: Container[str] = ()) -> str:
        """Return `wanted`, or `wanted` with the first free number: MUL, MUL_2, MUL_3.

        Ids in dangling wires are not free.
        """
        return self.free_ids((wanted,), taken)[0]

    def free_ids(self, wanted: Iterable[str], taken: Container[str] = ()) -> list[str]:
        """Return a `free_id` for each name; the ids differ from each other, too."""
        ids: dict[str, None] = {}
        numbers: dict[str, int] = {}  # stem -> first number that may be free, since a paste may add ten thousand ids
        for name in wanted:
            name = re.sub(r"[^\w-]", "_", name).lstrip("-")[:190] or "BLOCK"
            if name in ids or name in taken or self._used(name):
                stem = re.sub(r"_\d+$", "", name) or name
                number = numbers.get(stem, 2)
                while (name := f"{stem}_{number}") in ids or name in taken or self._used(name):
                    number += 1
                numbers[stem] = number + 1
            ids[name] = None
        return list(ids)

    def _used(self, name: str) -> bool:
        return name in self.blocks or name in self.frames or name in self.notes or name in self.into or name in self.out

    def put_wire(self, wire: Wire, index: int | None = None) -> int:
        """Add a wire at an index of its pin (None: at the end), and return its index."""
        return self.put_wires([(wire, index)])[0]

    def put_wires(self, placed: Sequence[tuple[Wire, int | None]]) -> list[int]:
        """Add wires, each at its index or, with None, at the end of its pin; return their indices."""
        self.put_starts(wire for wire, _ in placed)
        return self.put_ends(placed)

    def put_all(self, wires: Iterable[Wire]) -> None:
        """Add wires in their order to a page that has none: fast for the ten thousand of a file."""
        into: defaultdict[str, dict[str, tuple[Wire, ...]]] = defaultdict(dict)
        several: dict[tuple[str, str], list[Wire]] = {}  # wires into pins with several wires
        out: defaultdict[str, list[Wire]] = defaultdict(list)
        for wire in wires:
            source, target, pin = wire[0], wire[2], wire[3]
            out[source].append(wire)
            pins = into[target]
            if pin not in pins:
                pins[pin] = (wire,)
            elif (target, pin) in several:
                several[target, pin].append(wire)
            else:
                several[target, pin] = [*pins[pin], wire]
        for (target, pin), listed in several.items():
            into[target][pin] = tuple(listed)
        self.into = dict(into)
        self.out = {source: tuple(wires) for source, wires in out.items()}

    def put_starts(self, wires: Iterable[Wire]) -> None:
        """Add wires only to the lists of their sources (`out`); `put_ends` adds them at their targets."""
        new: dict[str, list[Wire]] = {}
        for wire in wires:
            if wire.source in new:
                new[wire.source].append(wire)
            else:
                new[wire.source] = [wire]
        for source, more in new.items():
            self.out[source] = (*self.out.get(source, ()), *more)

    def put_ends(self, placed: Iterable[tuple[Wire, int | None]]) -> list[int]:
        """Add wires only to the lists of their targets (`into`), and return their indices.

        Each wire is added at its index or, with None, at the end of its pin.
        """
        new: dict[str, dict[str, list[Wire]]] = {}
        last: dict[tuple[str, str], int] = {}
        places = []
        for wire, index in placed:
            target, pin = end = wire[2:4]
            pins = new.get(target)
            if pins is None:
                pins = new[target] = {}
            wires = pins.get(pin)
            if wires is None:
                wires = pins[pin] = list(self.into.get(target, {}).get(pin, ()))
            most = len(wires)
            place = last[end] = most if index is None else min(max(index, last.get(end, -1) + 1), most)
            wires.insert(place, wire)
            places.append(place)
        for target, pins in new.items():
            wires_in = {pin: tuple(wires) for pin, wires in pins.items()}
            self.into[target] = {**self.into[target], **wires_in} if target in self.into else wires_in
        return places

    def cut_starts(self, wires: Iterable[Wire]) -> None:
        """Remove wires only from the lists of their sources (`out`)."""
        for source, going in _grouped((wire.source, wire) for wire in wires).items():
            left, many = [], Counter(going)
            for wire in self.out[source]:
                if many[wire]:
                    many[wire] -= 1
                else:
                    left.append(wire)
            if left:
                self.out[source] = tuple(left)
            else:
                del self.out[source]

    def cut_ends(self, placed: Iterable[Placed]) -> None:
        """Remove wires only from the lists of their targets (`into`).

        Indices are those before the first wire is removed.
        """
        for target, going in _grouped((p.wire.target, p) for p in placed).items():
            pins = dict(self.into[target])
            for pin, indices in _grouped((p.wire.target_pin, p.index) for p in going).items():
                gone = set(indices)
                pins[pin] = tuple(wire for i, wire in enumerate(pins[pin]) if i not in gone)
                if not pins[pin]:
                    del pins[pin]
            if pins:
                self.into[target] = pins
            else:
                del self.into[target]


def _grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    groups: dict[str, list[T]] = {}
    for key, item in pairs:
        groups.setdefault(key, []).append(item)
    return groups


class Document:
    """Pages in the order of their tabs.

    Attributes:
        troubles: The problems that the file reader corrected (see `documents.load`).
        folder: The folder to which relative file names refer; "" is the current folder.
        weights: Its large arrays.
        conflicts: The unresolved conflicts of merges.
    """

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.conflicts: tuple[Conflict, ...] = ()
        self.troubles: list[Any] = []  # objects of class Problem, which is in a room above this one
        self.folder = ""
        self.weights = Weights()

    def page(self, name: str) -> Page:
        """Return the page of this name.

        Raises:
            KeyError: The document has no such page.
        """
        return self.pages[name]

    def keys(self) -> set[str]:
        """Return the keys of the weights that values and conflicts of the document name."""
        sides = (text for conflict in self.conflicts for side in conflict.sides for text in texts_of(side))
        values = (block.values.values() for page in self.pages.values() for block in page.blocks.values())
        return keys_in(chain(chain.from_iterable(values), sides))

    def copy(self) -> Document:
        """Return a copy of the document that later edits do not change, for another thread.

        A copy takes a millisecond or two.
        """
        copied = Document()
        copied.troubles, copied.folder, copied.weights = list(self.troubles), self.folder, self.weights.copy()
        copied.conflicts = self.conflicts
        for name, page in self.pages.items():
            page_copy = copied.pages[name] = Page(page.name)
            for field, value in vars(page).items():
                setattr(page_copy, field, value.copy() if isinstance(value, dict) else value)
        return copied


def new_document(name: str = "main") -> Document:
    """Return a document with one empty page."""
    document = Document()
    document.pages[name] = Page(name)
    return document
