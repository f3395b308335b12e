"""Commands that rewire, in any order on any selection of a page: undo brings back every byte, redo makes it again."""

import random

import pytest

from blockloom.blocks import operations
from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.document.pages import BYPASS, MUTE
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.files import documents
from tests.app.canvaskit import Hands
from tests.app.fuzzkit import shown
from tests.extent import examples

STEPS = examples(160)
TYPES = ("Neg", "AddV2", "MatMul", "AddN", "Split", "loom.Session", "NoOp", "Pack", "Assign", "loom.Variable")


def acts(canvas, chance):
    """Return all possible actions, with arguments as a user might give them."""
    page, catalogue = canvas.page, canvas.open_page.catalogue
    names = sorted(page.blocks)
    pins = [(n, p) for n in names for p in page.blocks[n].values if operations.can_extract(page, catalogue, n, p)]
    wires = [w for w in page.wires() if operations.can_inline_const(page, catalogue, w)]
    two = [chance.choice(names), chance.choice(names)]
    editing, clipboard, history = canvas.editing, canvas.clipboard, canvas.open_page.history
    return [
        editing.detach,
        editing.delete_healed,
        editing.wire_selection,
        editing.swap_inputs,
        editing.extract_selected,
        editing.take_in_selected,
        clipboard.duplicate_wired,
        editing.delete_selection,
        canvas.placing.frame,
        lambda: editing.grow(*chance.choices((True, False), k=3)),
        lambda: editing.select("same_type_blocks"),
        lambda: editing.select("blocks_between"),
        lambda: editing.operate("keep_needed"),
        lambda: editing.operate("variables_to_constants"),
        canvas.placing.feed_here,
        canvas.placing.output_here,
        canvas.frames.take_out,
        lambda: editing.set_mode(chance.choice((MUTE, BYPASS))),
        lambda: editing.run(operations.wire_blocks, canvas.open_page.rules(), *two),
        lambda: editing.paint_selection(chance.choice(("", "#112233"))),
        lambda: editing.retype(tuple(chance.sample(names, min(2, len(names)))), chance.choice(TYPES)),
        lambda: editing.retype(
            tuple(n for n in names if page.blocks[n].type == page.blocks[two[0]].type), chance.choice(TYPES)
        ),
        lambda: editing.align(chance.choice(("left", "middle"))),
        editing.straighten,
        canvas.pinning.pin_selection,
        canvas.frames.toggle_selection,
        lambda: editing.extract(chance.choice(pins)) if pins else None,
        lambda: editing.take_in(chance.choice(wires)) if wires else None,
        lambda: clipboard.copy() and clipboard.paste_wired(),
        history.undo,
        history.redo,
    ]


@pytest.mark.parametrize("example", ["linear_regression", "optimizers", "resource_accumulator"])
def test_any_order_of_commands_is_undone_to_the_byte(qtbot, catalogue, example):
    document = documents.load(ASSETS / "examples" / f"{example}.loom")
    hands = Hands(qtbot, catalogue, UndoStack(document), next(iter(document.pages)))
    chance, canvas, before = random.Random(example), hands.canvas, hands.text
    for _ in range(STEPS):
        names = sorted(canvas.page.blocks)
        if not names:
            hands.history.undo()
            continue
        everything = [*names, *canvas.page.frames, *canvas.page.notes]
        canvas.selection.choose(
            chance.sample(everything, min(len(everything), chance.choice((0, 1, 1, 2, 3, 6)))),
            [w for w in range(canvas.scene.wcount) if canvas.scene.walive[w] and chance.random() < 0.05],
        )
        chance.choice(acts(canvas, chance))()
        canvas.inline.close()
        now, anew = shown(canvas)
        assert now == anew
        assert all(w.source in canvas.page.blocks and w.target in canvas.page.blocks for w in canvas.page.wires())
        assert documents.dumps(documents.loads(hands.text)) == hands.text
    after, count = hands.text, 0
    while hands.history.undo():
        count += 1
    assert hands.text == before and count > STEPS / 6
    for _ in range(count):
        hands.history.redo()
    assert hands.text == after
