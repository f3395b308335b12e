"""Commands that rewire, in any order on any selection of a page: undo brings back every byte, redo makes it again."""

import random

import pytest

from blockloom.blocks import files
from blockloom.blocks.catalogue import ASSETS
from blockloom.blocks.document import BYPASS, MUTE
from blockloom.blocks.history import History
from tests.app.canvaskit import Hands
from tests.app.fuzzkit import shown

STEPS = 120
TYPES = ("Neg", "AddV2", "MatMul", "AddN", "Split", "loom.Session", "NoOp", "Pack", "Assign", "loom.Variable")


def acts(canvas, chance):
    """What can be done, with arguments as a user might give them."""
    page = canvas.page
    names = sorted(page.blocks)
    pins = [(n, p) for n in names for p in page.blocks[n].values if canvas.can_extract(n, p)]
    wires = [w for w in page.wires() if canvas.can_take_in(w)]
    two = [chance.choice(names), chance.choice(names)]
    return [canvas.detach, canvas.delete_healed, canvas.wire_selection, canvas.swap_inputs, canvas.extract_selected,
            canvas.take_in_selected, canvas.duplicate_wired, canvas.delete_selection, canvas.frame_selection,
            lambda: canvas.grow(*chance.choices((True, False), k=3)), canvas.select_alike, canvas.take_out,
            lambda: canvas.set_mode(chance.choice((MUTE, BYPASS))), lambda: canvas.wire_up(*two),
            lambda: canvas.paint_selection(chance.choice(("", "#112233"))),
            lambda: canvas.retype(tuple(chance.sample(names, min(2, len(names)))), chance.choice(TYPES)),
            lambda: canvas.retype(tuple(n for n in names if page.blocks[n].type == page.blocks[two[0]].type),
                                  chance.choice(TYPES)),
            lambda: canvas.align(chance.choice(("left", "middle"))), canvas.straighten, canvas.pin_selection,
            canvas.fold_selection, lambda: canvas.extract(chance.choice(pins)) if pins else None,
            lambda: canvas.take_in(chance.choice(wires)) if wires else None,
            lambda: canvas.copy() and canvas.paste_wired(), canvas.open_page.history.undo,
            canvas.open_page.history.redo]


@pytest.mark.parametrize("example", ["linear_regression", "optimizers", "resource_accumulator"])
def test_any_order_of_commands_is_undone_to_the_byte(qtbot, catalogue, example):
    document = files.load(ASSETS / "examples" / f"{example}.loom")
    hands = Hands(qtbot, catalogue, History(document), next(iter(document.pages)))
    chance, canvas, before = random.Random(example), hands.canvas, hands.text
    for _ in range(STEPS):
        names = sorted(canvas.page.blocks)
        if not names:
            hands.history.undo()
            continue
        everything = [*names, *canvas.page.frames, *canvas.page.notes]
        canvas.selection.choose(chance.sample(everything, min(len(everything), chance.choice((0, 1, 1, 2, 3, 6)))),
                      [w for w in range(canvas.scene.wcount) if canvas.scene.walive[w] and chance.random() < 0.05])
        chance.choice(acts(canvas, chance))()
        canvas.close_editor()
        now, anew = shown(canvas)
        assert now == anew
        assert all(w.source in canvas.page.blocks and w.target in canvas.page.blocks for w in canvas.page.wires())
        assert files.dumps(files.loads(hands.text)) == hands.text
    after, count = hands.text, 0
    while hands.history.undo():
        count += 1
    assert hands.text == before and count > STEPS / 6
    for _ in range(count):
        hands.history.redo()
    assert hands.text == after
