"""From five blocks to one that is used three times, by mouse and keys, and all the way back."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files.documents import dumps
from tests.app.window.docks.test_interface import edit
from tests.app.window.document.test_page_blocks import enter, spots
from tests.app.windowkit import enter_in_dialog

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
KEY = Qt.Key


@pytest.fixture
def chain(window):
    """C feeds five blocks in a row, S1 to S5, whose last feeds N."""
    document, names = new_document("main"), [f"S{n}" for n in range(1, 6)]
    ends = ["C.output", *(f"{name}.y" for name in names)]
    wires = [Placed(Wire(*end.split("."), target, "x"), 0) for end, target in zip(ends, [*names, "N"], strict=True)]
    Insert(
        "main",
        (
            Block("C", "Const", 0, 0, {"value": "3.0", "dtype": "DT_FLOAT"}),
            *(Block(name, "Neg", 200.0 * number, 0) for number, name in enumerate(names, 1)),
            Block("N", "Neg", 1250, 0),
        ),
        tuple(wires),
    ).apply(document)
    window.file.take(document, "")
    window.canvas().view.zoom_to(0.5)
    window.canvas().view.center_on(QPointF(650, 200))
    return window


def drag(canvas, start, end):
    points = [canvas.view.to_widget(start + (end - start) * part).toPoint() for part in (0.0, 0.3, 0.7, 1.0)]
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=points[0])
    for point in points[1:]:
        QTest.mouseMove(canvas, point)
        QApplication.processEvents()
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=points[-1])


def instances(window):
    return sorted(
        name for name, block in window.workspace.document.pages["main"].blocks.items() if block.type == "page:negated"
    )


def test_five_blocks_become_one_that_is_used_changed_unpacked_and_undone(chain, qtbot):
    window, canvas = chain, chain.canvas()
    before = dumps(window.workspace.document)
    drag(canvas, QPointF(170, -40), QPointF(1170, 200))
    assert canvas.selection() == {"S1", "S2", "S3", "S4", "S5"}
    enter_in_dialog("negated")
    QTest.keyClick(canvas, KEY.Key_G, CTRL | ALT)
    assert len(instances(window)) == 1
    window.activateWindow()  # a dialog that closes leaves no window active on the platform of tests
    qtbot.waitUntil(window.isActiveWindow)
    first = instances(window)[0]
    assert sorted(window.page().blocks) == sorted(["C", "N", first])
    assert len(window.workspace.document.pages["negated"].blocks) == 7  # with what it takes and gives
    for place in (QPointF(300, 400), QPointF(700, 400)):
        QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.view.to_widget(place).toPoint())
        QTest.keyClicks(window.adding.box.edit, "negated")
        QTest.keyClick(window.adding.box.edit, KEY.Key_Return)
    assert len(instances(window)) == 3
    taken, given = spots(window, "main", first)
    canvas.view.zoom_to(1.0)
    canvas.navigation.reveal(first)
    enter(window, first)
    assert window.tabs.page_name() == "negated"
    window.canvas().selection.choose(())
    interface = window.inspector.interface
    qtbot.waitUntil(lambda: interface.isVisible() and len(list(interface.rows.pins())) == 2)
    edit(interface, qtbot, taken, 0, "number")
    qtbot.waitUntil(lambda: "number" in window.workspace.document.pages["negated"].blocks)
    QTest.keyClick(window.canvas(), KEY.Key_Backspace)
    assert window.tabs.page_name() == "main" and canvas.selection() == {first}
    for name in instances(window):
        assert spots(window, "main", name) == ["number", given]
    QTest.keyClick(canvas, KEY.Key_U, CTRL | ALT)
    assert len(instances(window)) == 2 and len(window.page().blocks) == 2 + 2 + 5
    after = dumps(window.workspace.document)
    steps = 0
    while window.history.undo_label:
        QTest.keyClick(window.canvas(), KEY.Key_Z, CTRL)
        steps += 1
    assert dumps(window.workspace.document) == before and steps == 5
    for _ in range(steps):
        QTest.keyClick(window.canvas(), KEY.Key_Y, CTRL)
    assert dumps(window.workspace.document) == after
