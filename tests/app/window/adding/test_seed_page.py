"""The page that the manual of enuSpace begins with, built from an empty one by real events in few gestures."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.blocks.files import documents
from blockloom.runtime.api import running
from tests.app.windowkit import enter
from tests.extent import slow_after

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
WANTED = Path(__file__).parents[4] / "assets" / "examples" / "sparse_accumulator.loom"


class Gestures:
    """Gestures of a user in a window, with the list of those done."""

    def __init__(self, window):
        self.window, self.canvas, self.done = window, window.canvas(), []

    def double_click(self, x, y):
        self.done.append("double click on the page")
        QTest.mouseDClick(self.canvas, LEFT, pos=QPoint(x, y))

    def drag(self, block, pin, dx, dy):
        """Drag from an output or an input by (dx, dy) widget pixels."""
        self.done.append(f"drag from {block}.{pin} to empty page")
        scene, view = self.canvas.scene, self.canvas.view
        slot = scene.slot[block]
        spot = next(s for s in scene.layouts[slot].spots if s.name == pin and s.role in ("input", "output"))
        start = view.to_widget(QPointF(*(scene.pos[slot] + (spot.x, spot.y)))).toPoint()
        assert self.canvas.rect().contains(start), f"{block}.{pin} is not in view"
        points = [start + QPoint(dx, dy) * t for t in (0.0, 0.3, 0.7, 1.0)]
        assert self.canvas.rect().contains(points[-1])
        QTest.mousePress(self.canvas, LEFT, pos=points[0])
        for point in points[1:]:
            QTest.mouseMove(self.canvas, point)
            QApplication.processEvents()
        QTest.mouseRelease(self.canvas, LEFT, pos=points[-1])

    def type(self, text, go_on=False):
        """Type a line and press Enter; with `go_on` Shift+Enter, which keeps the box open."""
        self.done.append(f"type {text} and Enter")
        box = self.window.adding.box
        assert box is not None and box.isVisible(), self.done
        enter(box.edit, text)
        QTest.keyClick(box.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier if go_on else NONE)
        assert box.isVisible() == go_on and (not go_on or not box.edit.text()), (text, box.foot.text())


def build(window):
    """Build the page by single gestures."""
    hands = Gestures(window)
    hands.double_click(60, 200)
    hands.type("V = Variable [[1, 2], [3, 4]] dtype=double")
    hands.drag("V", "ref", 80, -120)
    hands.type("ADD = AddV2 0.1")
    hands.drag("ADD", "z", 60, 100)
    hands.type("ASSIGN = Assign ref=V")
    hands.drag("ASSIGN", "output_ref", 60, 40)
    hands.type(
        "APPLY = SparseAccumulatorApply gradient_indices=[2, 4] gradient_shape=[5, 2] has_known_shape=false "
        "local_step=100"
    )
    hands.drag("APPLY", "handle", -80, 260)
    hands.type("ACC = SparseConditionalAccumulator dtype=double [5, 2]")
    hands.drag("ACC", "handle", 60, 60)
    hands.type("TAKE = SparseAccumulatorTake 1 dtype=double")
    hands.drag("TAKE", "indices", 60, -60)
    hands.type("S = Session fetch_outputs=TAKE.values fetch_outputs=TAKE.shape run_outputs=APPLY.operation")
    return hands


def build_by_lines(window):
    """Build the page by typed lines."""
    hands = Gestures(window)
    hands.double_click(60, 200)
    for line in (
        "V = Variable [[1, 2], [3, 4]] dtype=double",
        "ADD = AddV2 0.1",
        "ASSIGN = Assign V ADD",
        "ACC = SparseConditionalAccumulator dtype=double [5, 2]",
        "APPLY = SparseAccumulatorApply handle=ACC gradient_values=ASSIGN gradient_indices=[2, 4] "
        "gradient_shape=[5, 2] has_known_shape=false local_step=100",
        "TAKE = SparseAccumulatorTake ACC 1 dtype=double",
    ):
        hands.type(line, go_on=True)
    hands.type("S = Session fetch_outputs=[TAKE.indices, TAKE.values, TAKE.shape] run_outputs=APPLY.operation")
    return hands


@pytest.mark.parametrize(("built", "most"), slow_after(1, [(build, 15), (build_by_lines, 12)]))
def test_the_seed_page_takes_few_gestures(window, built, most):
    hands = built(window)
    page, wanted = window.page(), next(iter(documents.load(WANTED).pages.values()))
    assert len(hands.done) <= most, hands.done
    assert {b.id: (b.type, b.values) for b in page.blocks.values()} == {
        b.id: (b.type, b.values) for b in wanted.blocks.values()
    }
    assert sorted(map(str, page.wires())) == sorted(map(str, wanted.wires()))
    assert [str(w) for w in page.wires_into("S", "fetch_outputs")] == [
        str(w) for w in wanted.wires_into("S", "fetch_outputs")
    ]
    rects = [window.canvas().scene.box(slot) for slot in window.canvas().scene.slot.values()]
    assert not any(a.intersects(b) for a in rects for b in rects if a is not b)
    result = running.run(window.workspace.document, steps=4)
    assert result.results["TAKE"]["values"] == pytest.approx(np.array([[1.4, 2.4], [3.4, 4.4]]))
