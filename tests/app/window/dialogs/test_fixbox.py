"""The box at a block with its problems and tried fixes, by mouse and by keys."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from blockloom.app.window.dialogs.fixbox import FixBox
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import new_document
from blockloom.blocks.edits import AddPage, SetValue
from blockloom.blocks.problems import ERROR, Problem, make_problem
from tests.pages import document

REFUSED = Problem.from_texts(
    ERROR, "refused", "main", "M", "", "a is [1, 3], b is [1, 3]: they must be equal", "Transpose one"
)
MISSING = make_problem("missing-attr", Address("main", "K", "padding"), type="string", pins=[])
ALSO = make_problem("missing-attr", Address("main", "K", "strides"), type="list(int)", pins=[])
LEFT = {"remaining_problems": [REFUSED], "is_valid": False, "types": {}}
GOOD = {"remaining_problems": [], "is_valid": True, "types": {"product": ["float32", [1, 1], ""]}}


@pytest.fixture
def page(window, catalogue, qtbot):
    """Return a window on a page with two faulty blocks, and a worker that reports the first fix as good."""
    made = document(catalogue, "A Const value=[[1, 2, 3]]; M MatMul a=<A.output b=<A.output; K Conv2D")
    window.workspace.replace(made)
    window.worker.process.answers["try_fixes"] = lambda fixes, **_: {"tries": [GOOD, *[LEFT] * (len(fixes) - 1)]}
    window.worker.process.tell("progress", step=1)
    qtbot.waitUntil(lambda: window.worker.ready)
    window.runs.show_checks("main", [REFUSED, MISSING, ALSO])
    canvas = window.canvas()
    canvas.view.zoom_to(1.0)
    canvas.view.center_on(QPointF(400, 60))
    canvas.setFocus()
    return window


def badge(window, block):
    canvas = window.canvas()
    slot = canvas.scene.slot[block]
    place = QPointF(*canvas.scene.pos[slot]) + QPointF(*canvas.scene.layouts[slot].badge)
    return canvas.view.to_widget(place).toPoint()


def click_badge(window, block):
    QTest.mouseClick(window.canvas(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, badge(window, block))


def labels(window):
    return [b.text() for b in window.quick_fixes.box.buttons]


def press(key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget(), key, modifiers)


def test_a_click_on_the_badge_offers_what_was_tried_and_enter_takes_it(page, qtbot):
    click_badge(page, "M")
    qtbot.waitUntil(lambda: labels(page) == ["Set transpose_b of M to true"])
    assert page.quick_fixes.box.buttons[0].toolTip() == "product: DT_FLOAT [1, 1]"
    assert page.canvas().selection() == {"M"}
    press(Qt.Key.Key_Return)
    assert page.page().blocks["M"].values == {"transpose_b": "true"}
    assert page.history.undo_label == "Set transpose_b of M to true"
    assert page.quick_fixes.box is None and page.canvas().hasFocus()
    page.undo()
    assert page.page().blocks["M"].values == {}


def test_keys_open_it_walk_through_it_and_close_it(page, qtbot):
    page.canvas().selection.choose({"K"})
    press(Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.quick_fixes.box is not None and not page.quick_fixes.untried)
    assert labels(page) == [
        "Set padding of K to SAME",
        "Set padding of K to VALID",
        "Set strides of K to [1, 1, 1, 1]",
        "Set strides of K to [1, 2, 2, 1]",
    ]
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Down)
    assert QApplication.focusWidget() is page.quick_fixes.box.buttons[2]
    press(Qt.Key.Key_M)  # on the canvas: the map
    assert not page.canvas().minimap.on
    press(Qt.Key.Key_Escape)
    assert page.quick_fixes.box is None and page.canvas().hasFocus()
    assert not page.history.dirty


def test_keys_are_its_own_while_it_is_open(page, qtbot):
    click_badge(page, "M")
    qtbot.waitUntil(lambda: len(labels(page)) == 1)
    before = dict(page.page().blocks)
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_M, Qt.Key.Key_Home):
        press(key)
    press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert page.quick_fixes.box is not None and page.page().blocks == before
    assert page.canvas().selection() == {"M"}


def test_without_a_selection_it_goes_to_a_block_with_a_problem(page, qtbot):
    press(Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    assert page.canvas().selection() == {"M"}
    page.quick_fixes.close()
    page.runs.show_checks("main", [])
    page.quick_fixes.open_selected()
    assert page.quick_fixes.box is None and "No block" in page.statusBar().currentMessage()


def test_a_pin_tells_its_own(page, qtbot):
    canvas = page.canvas()
    slot = canvas.scene.slot["K"]
    spot = canvas.scene.layouts[slot].spot("strides")
    place = canvas.view.to_widget(QPointF(*canvas.scene.pos[slot]) + QPointF(spot.x, spot.y)).toPoint()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    qtbot.waitUntil(lambda: page.quick_fixes.box is not None and not page.quick_fixes.untried)
    assert {text.split()[1] for text in labels(page)} == {"strides"}


def test_an_edit_a_click_elsewhere_or_a_zoom_closes_it_and_scrolling_moves_it(page, qtbot):
    click_badge(page, "K")
    page.do(SetValue("main", "A", "value", "[[1]]"), "Set A.value")
    assert page.quick_fixes.box is None
    click_badge(page, "K")
    QTest.mouseClick(
        page.canvas(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, page.canvas().rect().bottomLeft()
    )
    assert page.quick_fixes.box is None
    click_badge(page, "K")
    at, block = page.quick_fixes.box.pos(), page.canvas().navigation.place_of("K").topLeft()
    page.canvas().view.scroll(30, 10)
    assert page.quick_fixes.box.pos() - at == page.canvas().navigation.place_of("K").topLeft() - block
    page.canvas().view.zoom_to(2.0)
    assert page.quick_fixes.box is None
    qtbot.waitUntil(lambda: not page.canvas().findChildren(FixBox))


def test_it_goes_with_its_page_and_leaves_the_keyboard_to_the_canvas(page, qtbot):
    page.do(AddPage("second"), "Add page")
    page.tabs.show_page("main")
    for leave in (lambda: page.tabs.show_page("second"), page.undo, lambda: page.workspace.replace(new_document())):
        page.tabs.show_page("main")
        page.quick_fixes.open(page.canvas(), "M")
        assert page.quick_fixes.box.isVisible()
        leave()
        assert page.quick_fixes.box is None
        qtbot.waitUntil(page.canvas().hasFocus)


def test_fixes_that_leave_a_problem_say_so_and_come_last(page, qtbot):
    left = Problem.from_texts(ERROR, "refused", "main", "N", "x", "too much of it")
    other = {"remaining_problems": [left], "is_valid": True, "types": {}}
    page.worker.process.answers["try_fixes"] = lambda **_: {"tries": [other, GOOD]}
    page.runs.show_checks("main", [MISSING])
    click_badge(page, "K")
    qtbot.waitUntil(lambda: page.quick_fixes.box is not None and not page.quick_fixes.untried)
    assert labels(page) == ["Set padding of K to VALID", "Set padding of K to SAME"]
    assert page.quick_fixes.box.buttons[1].toolTip() == "then, at N.x: too much of it"
    bad = [label.text() for label in page.quick_fixes.box.findChildren(QLabel, "error")]
    assert "then, at N.x: too much of it" in bad and len(bad) < 3


def test_a_worker_without_an_answer_leaves_what_is_sure(page, qtbot):
    page.worker.process.answers["try_fixes"] = {"failed": "no"}
    click_badge(page, "M")
    click_badge(page, "K")
    assert labels(page)[0] == "Set padding of K to SAME"
    page.worker.process.die()
    qtbot.waitUntil(lambda: not page.worker.ready or page.worker.state == "off")
    page.quick_fixes.open(page.canvas(), "M")
    assert labels(page) == []
    assert not page.quick_fixes.box.busy.isVisible()


@pytest.fixture
def unfed(window, catalogue):
    """Return a window on a page with a placeholder that no Feed feeds."""
    window.workspace.replace(
        document(catalogue, "P Placeholder dtype=DT_FLOAT shape=[2]; S loom.Session fetch_outputs=<P.output")
    )
    window.runs.show_checks("main", [make_problem("not-fed", Address("main", "P"), session="S")])
    window.canvas().setFocus()
    return window


def feed(window):
    return window.page().blocks["FEED"].values, sorted(map(str, window.page().wires()))


FED = ["FEED.feed -> S.inputs", "P.output -> FEED.placeholder", "P.output -> S.fetch_outputs"]


def test_a_forgotten_feed_is_added_and_its_value_typed_at_once(unfed, qtbot):
    press(Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    assert labels(unfed) == [
        "Add a Feed for P: [0.0, 0.0]",
        "Add a Feed for P from a file…",
        "Add a Feed for P: random numbers [2]",
    ]
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: unfed.canvas().inline.editor is not None and unfed.canvas().inline.editor.hasFocus())
    QTest.keyClicks(unfed.canvas().inline.editor, "[3, 4]")
    press(Qt.Key.Key_Return)
    assert feed(unfed) == ({"value": "[3, 4]"}, FED)


def test_a_forgotten_feed_is_read_from_a_file(unfed, qtbot, tmp_path, monkeypatch):
    np.save(tmp_path / "x.npy", np.array([5.0, 6.0], np.float32))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(tmp_path / "x.npy"), ""))
    press(Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "FEED" in unfed.page().blocks and "value" in unfed.page().blocks["FEED"].values)
    values, wires = feed(unfed)
    assert values["value"] == "[5.0f, 6.0f]" and wires == FED


@pytest.fixture
def unfed_arg(window, catalogue):
    """Return a window on a page with an input of a model without a value, after a step failed for it."""
    arg = ("loom.Arg", {"dtype": "DT_FLOAT", "shape": "[?, 2]"})
    window.workspace.replace(document(catalogue, {"X": arg, "N": "Neg"}, "X.output -> N.x"))
    window.runs.show_checks("main", [make_problem("failed:not-fed", Address("main", "X"), remedy="")])
    window.canvas().setFocus()
    return window


def test_an_input_of_a_model_is_read_from_a_file(unfed_arg, qtbot, tmp_path, monkeypatch):
    np.save(tmp_path / "x.npy", np.array([[5.0, 6.0], [7.0, 8.0]], np.float32))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(tmp_path / "x.npy"), ""))
    press(Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    assert labels(unfed_arg) == [
        "Give X random numbers: [1, 2]",
        "Give X the value [[0.0, 0.0]]",
        "Give X the content of a file…",
    ]
    press(Qt.Key.Key_Up)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "default" in unfed_arg.page().blocks["X"].values)
    assert unfed_arg.page().blocks["X"].values["default"] == "[[5.0f, 6.0f], [7.0f, 8.0f]]"


def test_the_texts_of_problems_name_no_option_of_a_command(unfed):
    press(Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    box = unfed.quick_fixes.box
    texts = [label.text() for label in box.findChildren(QLabel)]
    assert any("Wire a Feed block" in text for text in texts) and not any("--" in text for text in texts)


def test_a_selected_input_without_a_value_is_offered_one_before_a_run_fails(window, catalogue, qtbot):
    inputs = """
        X loom.Arg dtype=DT_FLOAT shape=[-1, 2]; P Placeholder dtype=DT_FLOAT shape=[2]; NEG Neg x=<X.output
        S loom.Session fetch_outputs=<NEG.y"""
    window.workspace.replace(document(catalogue, inputs))
    canvas = window.canvas()
    canvas.setFocus()
    assert not {"X", "P"} & canvas.marks.problems.keys(), "a page may have inputs that others feed"

    def offered(block):
        canvas.selection.choose({block})
        press(Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
        return window.quick_fixes.box and labels(window)

    names = offered("X")
    assert [name.split()[2] for name in names] == ["random", "the", "the"] and names[-1].endswith("of a file…")
    assert any("has no default" in label.text() for label in window.quick_fixes.box.findChildren(QLabel))
    press(Qt.Key.Key_Return)
    assert window.page().blocks["X"].values["default"] == "weights:X/random"
    assert offered("X") is None and "No block of this page" in window.statusBar().currentMessage()
    window.undo()
    assert offered("X") == names
    press(Qt.Key.Key_Escape)
    assert "Add a Feed for P: [0.0, 0.0]" in offered("P")
    press(Qt.Key.Key_Return)
    (wire,) = window.page().wires_from("P")
    assert window.page().blocks[wire.target].type == "loom.Feed"
