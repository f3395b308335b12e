"""Courses of the guide: a few steps on a page, each of which is done as soon as the page shows it.

Only the state of the page counts, so any way to do a step is fine, and undoing it reopens the step.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import SESSIONS, BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.document.fields import VALIDATION
from blockloom.blocks.document.pages import CONTROL, LIST, REF, TENSOR, Block, Page, Wire
from blockloom.blocks.text.phrases import Phrase, phrase

PALETTE, COMMAND = "palette", "command"  # kinds of `GuidePlace` that are not on the page
Rect = tuple[float, float, float, float]  # x, y, width, height
_APART = 14.0  # pixels between a bubble and its target


class GuideState(NamedTuple):
    """State of the window and the page, from which steps are judged.

    `results` are the blocks of the page that show a result, `opened` those whose results were opened in a table or a
    viewer. `visited` are the pages that were open; `saved`: there are no unsaved changes. `bad` is a block with a
    non-finite result, "" for none. Since the course began, such a block existed (`found_nonfinite`), the user asked for
    the origin (`asked_origin`), and a past step was shown (`looked_back`). `is_changed`: the page does not compute what
    it computed then. `has_passed`: its run has passed the step in which the result was not finite.
    """

    page: Page
    catalogue: Catalogue
    results: Collection[str] = ()
    opened: Collection[str] = ()
    visited: Collection[str] = ()
    saved: bool = False
    bad: str = ""
    found_nonfinite: bool = False
    asked_origin: bool = False
    looked_back: bool = False
    is_changed: bool = False
    has_passed: bool = False


class GuidePlace(NamedTuple):
    """Place of a step: a block, or its `pin`; with a kind, the palette, or the button of the command `pin`."""

    block: str = ""
    pin: str = ""
    kind: str = ""


class GuideStep(NamedTuple):
    """A step: whether it `is_done`, its place (`about`), and its instruction (`say`)."""

    name: Phrase
    is_done: Callable[[GuideState], bool]
    about: Callable[[GuideState], GuidePlace]
    say: Callable[[GuideState], Phrase]


class Course(NamedTuple):
    """Steps, and the text after the last one. Before the step number `ready`, the page lacks values and wires."""

    name: Phrase
    steps: tuple[GuideStep, ...]
    end: Phrase
    ready: int = 0


def computation_of(page: Page) -> object:
    """Return a value that is equal for pages that compute the same: blocks, values and wires, without monitors."""
    blocks = {block.id: (block.type, block.values) for block in page.blocks.values() if block.type not in MONITORS}
    return blocks, {wire for wire in page.wires() if wire.target in blocks}


def _types(seen: GuideState) -> dict[str, BlockType]:
    """Return the types of the blocks that compute: neither monitors nor sessions."""
    return {
        b.id: type_
        for b in seen.page.blocks.values()
        if b.type not in MONITORS and b.type not in SESSIONS and (type_ := seen.catalogue.get(b.type)) is not None
    }


def _pair(seen: GuideState) -> tuple[str, str, str, str] | None:
    """Return a block, its first output, and another block with the first of its inputs that it could feed.

    Blocks without inputs come first.
    """
    types = _types(seen)
    kinds = (TENSOR, REF, LIST)
    givers = sorted(
        (b for b, t in types.items() if any(o.kind in kinds for o in t.outputs)), key=lambda b: len(types[b].inputs)
    )
    for giver in givers:
        for taker, type_ in types.items():
            pin = next((i.name for i in type_.inputs if i.kind in kinds), "")
            if taker != giver and pin:
                return giver, types[giver].outputs[0].name, taker, pin
    return None


def _wires(seen: GuideState) -> list[Wire]:
    """Return the wires between blocks that compute."""
    types = _types(seen)
    return [
        wire
        for pins in seen.page.into.values()
        for wires in pins.values()
        for wire in wires
        if wire.kind != CONTROL and wire.source in types and wire.target in types
    ]


def _typed(block: Block, type_: BlockType) -> bool:
    """Return whether a block has a typed value that a run uses."""
    return any(pin == "value" or type_.input(pin) is not None for pin, text in block.values.items() if text.strip())


def _empty(seen: GuideState) -> GuidePlace:
    """Return a pin into which a value can be typed: of a wired block, sources first.

    The result has no pin if there is none.
    """
    wires, types = _wires(seen), _types(seen)
    for block in (*(w.source for w in wires), *(w.target for w in wires)):
        for pin in [pin.name for pin in types[block].inputs] + [attr.name for attr in types[block].attrs]:
            if (pin == "value" or types[block].input(pin)) and pin not in seen.page.into.get(block, {}):
                return GuidePlace(block, pin)
    return GuidePlace(wires[0].source)


def _shown(seen: GuideState) -> GuidePlace:
    """Return a block at the end of a wire that shows a result."""
    return GuidePlace(next((w.target for w in _wires(seen) if w.target in seen.results), ""))


def _from(seen: GuideState) -> GuidePlace:
    pair = _pair(seen)
    return GuidePlace(pair[0], pair[1]) if pair is not None else GuidePlace()


def _any_typed(seen: GuideState) -> bool:
    types = _types(seen)
    return any(_typed(seen.page.blocks[name], types[name]) for w in _wires(seen) for name in (w.source, w.target))


def _watched(seen: GuideState) -> bool:
    """Return whether a result is open, or shown by a monitor."""
    watched = (
        wire.source
        for name, block in seen.page.blocks.items()
        if block.type in MONITORS
        for wires in seen.page.into.get(name, {}).values()
        for wire in wires
    )
    return any(block in seen.results for block in (*seen.opened, *watched))


def _how_to_type(seen: GuideState) -> Phrase:
    block, pin, _ = _empty(seen)
    if not pin:
        return phrase("{0} takes no typed value: put a Const in its place.", block)
    return phrase("Double click {1} of {0}, type [1, 2, 3], and press Enter.", block, pin)


STEPS = (
    GuideStep(
        phrase("Place two blocks"),
        lambda seen: _pair(seen) is not None,
        lambda seen: GuidePlace(kind=PALETTE),
        lambda seen: phrase(
            "Press Tab on the page, type const, and press Enter. Press Escape, since a new block is wired to a "
            "selected one, and do the same with square. Or drag both from the list of block types."
        ),
    ),
    GuideStep(
        phrase("Wire them"),
        lambda seen: bool(_wires(seen)),
        _from,
        lambda seen: phrase(
            "Drag from the pin {1} at the right of {0} to the pin {3} at the left of {2}. Pins that fit light up.",
            *(_pair(seen) or ()),
        ),
    ),
    GuideStep(phrase("Type a value"), _any_typed, _empty, _how_to_type),
    GuideStep(
        phrase("Run it"),
        lambda seen: bool(_shown(seen).block),
        lambda seen: GuidePlace(pin="step", kind=COMMAND),
        lambda seen: phrase(
            "Press F10, or this button: it runs one step. The first run takes some seconds, until TensorFlow is there."
        ),
    ),
    GuideStep(
        phrase("Look at what it gave"),
        _watched,
        _shown,
        lambda seen: phrase(
            "{0} shows its result at its foot. Double click that, or select {0} and press Ctrl+I, to see all of it.",
            _shown(seen).block,
        ),
    ),
)


def _data(seen: GuideState) -> Block | None:
    """Return the block that outputs batches: an instance of a page with an iterator."""
    for block in seen.page.blocks.values():
        inner = seen.catalogue.page_of(block.type)
        if inner is not None and any(one.type == "IteratorGetNext" for one in inner.blocks.values()):
            return block
    return None


def _data_id(seen: GuideState) -> str:
    block = _data(seen)
    return block.id if block is not None else ""


def _inside(seen: GuideState) -> bool:
    block = _data(seen)
    return block is not None and page_of_type(block.type) in seen.visited


def _validation(seen: GuideState) -> str:
    return next((block.id for block in seen.page.blocks.values() if block.type == VALIDATION), "")


def _how_to_fit(seen: GuideState) -> Phrase:
    name = _validation(seen)
    if not name:
        return phrase("Put layers behind {0}, select the last one, and choose Model > Train This.", _data_id(seen))
    return phrase(
        "Press Ctrl+Shift+F (Run > Fit the Model…), and Enter. {0} validates after each epoch. The first run takes "
        "some seconds, until TensorFlow is there.",
        name,
    )


DATA_STEPS = (
    GuideStep(
        phrase("Choose your data"),
        lambda seen: _data(seen) is not None,
        lambda seen: GuidePlace(),
        lambda seen: phrase(
            "File > Data from… looks at a table (.csv), an array (.npy) or a folder of pictures. Say what is to be "
            "learned, and add it to the page with a starting model."
        ),
    ),
    GuideStep(
        phrase("Look inside"),
        _inside,
        lambda seen: GuidePlace(_data_id(seen)),
        lambda seen: phrase(
            "{0} reads the rows, splits them and makes batches. Double click it to see the blocks that do so. "
            "Backspace comes back.",
            _data_id(seen),
        ),
    ),
    GuideStep(
        phrase("Fit the model"),
        lambda seen: _validation(seen) in seen.results,
        lambda seen: GuidePlace(_validation(seen)),
        _how_to_fit,
    ),
    GuideStep(
        phrase("See how well it does"),
        lambda seen: _validation(seen) in seen.opened,
        lambda seen: GuidePlace(_validation(seen)),
        lambda seen: phrase(
            "The chart has the loss of training and of validation. Where only the latter rises, the model learns by "
            "heart. Select {0} and press Ctrl+I to see the numbers.",
            _validation(seen),
        ),
    ),
    GuideStep(
        phrase("Keep it"),
        lambda seen: seen.saved,
        lambda seen: GuidePlace(),
        lambda seen: phrase(
            "Run > Run State > Save Variables… saves what was learned, and Restore Variables… restores it. Then "
            "save the page itself with Ctrl+S."
        ),
    ),
)


WHY_STEPS = (
    GuideStep(
        phrase("Produce a NaN"),
        lambda seen: seen.found_nonfinite,
        lambda seen: GuidePlace(pin="run_n", kind=COMMAND),
        lambda seen: phrase(
            "This page distinguishes numbers below 0 from those above. Type 50 into the box next to this button and "
            "press Ctrl+R: the loss falls, and then it is nan. The first run takes some seconds, until TensorFlow is "
            "there."
        ),
    ),
    GuideStep(
        phrase("Ask why"),
        lambda seen: seen.asked_origin,
        lambda seen: GuidePlace(seen.bad),
        lambda seen: phrase(
            "{0} is not finite. Select it and press Ctrl+. (the full stop), or click the rays at its pin.", seen.bad
        ),
    ),
    GuideStep(
        phrase("Look back"),
        lambda seen: seen.looked_back,
        lambda seen: GuidePlace(),
        lambda seen: phrase(
            "The box says where it began, in which step, and with which numbers; Escape closes it. Now drag on the "
            "line under the page: every block shows what it gave in that step. Escape comes back to the latest."
        ),
    ),
    GuideStep(
        phrase("Fix it"),
        lambda seen: seen.is_changed and seen.has_passed and not seen.bad,
        lambda seen: GuidePlace(seen.bad),
        lambda seen: phrase(
            "Ask again, and choose a fix: each was tried before it was offered. Then press Ctrl+Shift+R to reset the "
            "sessions, and run 50 steps."
        ),
    ),
)
FIRST_GRAPH = Course(
    phrase("Your first graph"),
    STEPS,
    phrase(
        "Blocks, wires, values, a run and its results: every graph is made so. Save it with Ctrl+S, or open an "
        "example: File > Examples."
    ),
    ready=3,
)
ON_DATA = Course(
    phrase("Train on your data"),
    DATA_STEPS,
    phrase(
        "From here on the model is yours: other layers, units and rates, more data. Model > Remove Dropout and "
        "Training and File > Export Model… make of it what others can use."
    ),
)
FIND_WRONG = Course(
    phrase("Find what went wrong"),
    WHY_STEPS,
    phrase(
        "Non-finite values have rays, in loops, gradients and optimizers too. A failed step shows its values so far, "
        "and F9 sets a breakpoint."
    ),
)


def current(seen: GuideState, steps: Sequence[GuideStep] = STEPS) -> int:
    """Return the index of the first step that is not done, or their number if all are done."""
    return next((number for number, step in enumerate(steps) if not step.is_done(seen)), len(steps))


def bubble_place(
    target: Rect, size: tuple[float, float], room: Rect, blocks: Sequence[Rect] = ()
) -> tuple[float, float]:
    """Return the position of a bubble of this size: right of its target, otherwise below, left or above.

    If there is no room, it goes next to all of the `blocks` in the same order, else into the corner of the room in
    which it covers least of them and nothing of its target, else into the lower right corner.
    """
    (w, h), (left, top, across, down) = size, room
    right, bottom = left + across - w, top + down - h

    def around(x: float, y: float, wide: float, high: float) -> list[tuple[float, float]]:
        level, upright = max(top, min(y, bottom)), max(left, min(x, right))
        places = (
            (x + wide + _APART, level),
            (upright, y + high + _APART),
            (x - w - _APART, level),
            (upright, y - h - _APART),
        )
        return [(a, b) for a, b in places if left <= a <= right and top <= b <= bottom]

    near, every = around(*target), [target, *blocks]
    x, y = (min(rect[i] for rect in every) for i in (0, 1))
    far = around(x, y, max(r[0] + r[2] for r in every) - x, max(r[1] + r[3] for r in every) - y)
    corners = [(a, b) for b in (bottom, top) for a in (right, left) if left <= a and top <= b]
    clear = [at for at in (*near, *far, *corners) if not _covered(at, size, target)]
    return min(
        clear,
        key=lambda at: sum(_covered(at, size, block) for block in blocks),
        default=(max(left, right), max(top, bottom)),
    )


def _covered(at: tuple[float, float], size: tuple[float, float], what: Rect) -> float:
    """Return the area of `what`, in square pixels, that a bubble covers."""
    across = min(at[0] + size[0], what[0] + what[2]) - max(at[0], what[0])
    down = min(at[1] + size[1], what[1] + what[3]) - max(at[1], what[1])
    return max(across, 0.0) * max(down, 0.0)
