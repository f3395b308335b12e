"""Random documents, and random edits that fit a document as it is."""

import contextlib
import random
from pathlib import Path

from hypothesis import strategies as st

from blockloom.blocks import edits
from blockloom.blocks.document.pages import (
    CONTROL,
    LIST,
    MODES,
    OPERATION,
    REF,
    TENSOR,
    Block,
    Bookmark,
    Conflict,
    Document,
    Frame,
    Look,
    Note,
    Origin,
    Page,
    Placed,
    Slider,
    Wire,
)
from blockloom.blocks.editing.undo_stack import UndoStack

TYPES = ("Const", "AddV2", "loom.Variable", "loom.Session", "NoSuchType", "Concat")
PINS = ("x", "y", "values", "inputs[3]", "a b", "pin.with.dots")
KINDS = (TENSOR, REF, LIST, OPERATION, CONTROL)
COLORS = ("", "#8c4002", "#00ff0080", "red")
TEXTS = ("1", "[[1, 2], [3, 4]]", "{1.0f;2}", "", "half \ud800 a character", 'quote " and \\', "日本\n語", "\u2028")


def _place(chance: random.Random) -> float:
    return chance.choice((0.0, 1.0, -12.5, 1e7, -1e7, round(chance.uniform(-2000, 2000), 3)))


def _block(chance: random.Random, name: str, page: Page) -> Block:
    values = {chance.choice(PINS): chance.choice(TEXTS) for _ in range(chance.randrange(3))}
    return Block(
        name,
        chance.choice(TYPES),
        _place(chance),
        _place(chance),
        values,
        chance.choice(["", *sorted(page.frames)]),
        chance.choice(COLORS[:3]),
        chance.choice(MODES),
        {pin: Slider(-1.0, 2.0, 0.25) for pin in chance.sample(PINS, chance.randrange(2))},
    )


def _wire(chance: random.Random, ids: list[str]) -> Wire:
    kind = chance.choice(KINDS)
    look = chance.choice([Look(chance.choice(COLORS[:3]), ((1.0, 2.5), (_place(chance), 0.0)), True), Look()])
    source, target = chance.choice(ids), chance.choice(ids)
    return (
        Wire(source, "", target, "", kind, look)
        if kind == CONTROL
        else Wire(source, chance.choice(PINS), target, chance.choice(PINS), kind, look)
    )


def _wires(page: Page) -> list[Placed]:
    return [Placed(w, i) for pins in page.into.values() for wires in pins.values() for i, w in enumerate(wires)]


def random_edit(chance: random.Random, document: Document, deep: bool = True) -> edits.Edit:
    """Return an edit of a random kind, which nearly always fits."""
    page = document.pages[chance.choice(sorted(document.pages))]
    name, ids = page.name, sorted(page.ids())
    choice = chance.randrange(13 if deep else 10)
    if choice <= 2 or not ids:
        new = [page.free_id(chance.choice("ABCDEF")) for _ in range(1)]
        second = page.free_id("é", set(new))
        blocks = tuple(_block(chance, i, page) for i in (*new, second))
        wires = tuple(
            Placed(_wire(chance, [*new, second, *page.blocks, "GONE"]), chance.randrange(4))
            for _ in range(chance.randrange(5))
        )
        frames = (
            Frame(
                page.free_id("FRAME"), "a \ud800 title", _place(chance), _place(chance), collapsed=chance.random() < 0.5
            ),
        )
        notes = (Note(page.free_id("NOTE"), chance.choice(TEXTS)),)
        return edits.Insert(name, blocks, wires, frames[: chance.randrange(2)], notes[: chance.randrange(2)])
    if choice <= 4:
        some = lambda of: tuple(chance.sample(sorted(of), chance.randrange(len(of) + 1)))  # noqa: E731
        wires = _wires(page)
        return edits.Remove(
            name,
            some(page.blocks),
            tuple(chance.sample(wires, min(len(wires), chance.randrange(3)))),
            some(page.frames),
            some(page.notes),
        )
    if choice == 5:
        return edits.Move(name, {i: (_place(chance), _place(chance)) for i in chance.sample(ids, min(len(ids), 2))})
    if choice == 6 and page.blocks:
        return edits.SetValue(
            name, chance.choice(sorted(page.blocks)), chance.choice(PINS), chance.choice([None, *TEXTS])
        )
    if choice == 7:
        new = chance.choice(["A", "B_2", "NEW", "é9", "FRAME", chance.choice(ids)])
        return edits.Rename(name, chance.choice(ids), new)
    if choice == 8 and page.frames and chance.random() < 0.5:
        frame = page.frames[chance.choice(sorted(page.frames))]
        return edits.Replace(name, frame._replace(collapsed=not frame.collapsed))
    if choice == 8 and page.notes:
        shape = chance.choice(["rect", "M0 0 L1e2,5"])
        return edits.Replace(
            name,
            Note(
                chance.choice(sorted(page.notes)),
                chance.choice(TEXTS),
                1,
                2,
                3,
                4,
                *chance.choices(COLORS, k=2),
                14.5,
                True,
                shape,
            ),
        )
    if choice == 9 and page.blocks:
        wire = _wire(chance, sorted(page.blocks))
        return edits.connect(page, wire, single=chance.random() < 0.5)
    if choice == 10:
        return chance.choice(
            [
                edits.AddPage(f"page {chance.randrange(9)}", chance.choice([None, 0, 1, 7])),
                edits.MovePage(name, chance.randrange(4)),
                edits.SetSheet(name, chance.choice([None, (1920.0, 1080.0)]), chance.choice(COLORS)),
                edits.SetBookmark(
                    name,
                    chance.randrange(10),
                    chance.choice([None, Bookmark(_place(chance), 1.0, 0.123456, chance.choice(TEXTS))]),
                ),
                edits.SetOrigin(
                    name, chance.choice([None, *(Origin(file, "layer", "0" * 64) for file in ("a.loom", "/a.loom"))])
                ),
                edits.SetField(name, "color", {i: chance.choice(COLORS) for i in sorted(page.blocks)[:2]}),
                edits.SetField(name, "mode", {i: chance.choice([*MODES, "asleep"]) for i in ids[:2]}),
                edits.SetField(name, "pause", {i: chance.choice(["", "before", "long" * 999]) for i in ids[:2]}),
                edits.SetSlider(
                    name,
                    chance.choice([*sorted(page.blocks), "GONE"]),
                    chance.choice(PINS),
                    chance.choice([None, Slider(0.0, 1.0), Slider(1.0, 0.0)]),
                ),
                edits.Enclose(
                    name, {i: chance.choice(["", "FRAME", *page.frames]) for i in chance.sample(ids, min(len(ids), 2))}
                ),
                edits.AddWeights(chance.choice("abc") * 64, dict.fromkeys(chance.sample("klm", 2), "x")),
                edits.RemoveWeights(tuple(chance.sample("klm", 2))),
                edits.SetConflicts(
                    tuple(
                        Conflict(
                            chance.choice([f"{name}/A.x", f"{name}/", "", "no/such", "a/b/\\"]),
                            chance.choice(["value", "wires", "Nothing"]),
                            None,
                            chance.choice([*TEXTS, 1.5, True]),
                            chance.choice([("A.x", "ref B.y"), (-1, 2.5), ()]),
                        )
                        for _ in range(chance.randrange(3))
                    )
                ),
            ]
        )
    if choice == 11:
        return edits.RenamePage(name, f"page {chance.randrange(9)}")
    if choice == 12:
        return chance.choice(
            [
                edits.RemovePage(name) if len(document.pages) > 1 else edits.MovePage(name, 0),
                edits.CompositeEdit(tuple(random_edit(chance, document, deep=False) for _ in range(3))),
            ]
        )
    return edits.Move(name, {chance.choice(ids): (_place(chance), _place(chance))})


def grow(document: Document, seed: int, count: int) -> UndoStack:
    """Return a history of up to `count` random edits, without those that did not fit."""
    chance, history = random.Random(seed), UndoStack(document)
    for number in range(count):
        with contextlib.suppress(edits.EditError):
            history.do(random_edit(chance, document), f"edit {number}")
    return history


seeds = st.integers(0, 2**32)


def consistent(document: Document) -> bool:
    """Check that both sides of each page's adjacency contain the same wires, in place, without empty entries."""
    for name, page in document.pages.items():
        into = [w for pins in page.into.values() for wires in pins.values() for w in wires]
        out = [w for wires in page.out.values() for w in wires]
        assert page.name == name
        assert sorted(into) == sorted(out) and len(out) == page.wire_count() and sorted(page.wires()) == sorted(out)
        assert all(page.out.values()) and all(page.into.values())
        assert all(wires for pins in page.into.values() for wires in pins.values())
        assert all(w.source == source for source, wires in page.out.items() for w in wires)
        assert all(
            w.target == target and w.target_pin == pin
            for target, pins in page.into.items()
            for pin, wires in pins.items()
            for w in wires
        )
        assert all(key == item.id for have in (page.blocks, page.frames, page.notes) for key, item in have.items())
        assert len(page.ids()) == len(page.blocks) + len(page.frames) + len(page.notes)
    return True


def example_text() -> str:
    """Return a file that has every kind of item."""
    return (Path(__file__).parent / "everything.loom").read_text("utf-8")
