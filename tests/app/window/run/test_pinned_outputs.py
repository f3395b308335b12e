"""Pinning outputs by a key or a menu: blocks upstream do not run and are dimmed until the output is unpinned."""

import os
import signal

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks import tooltips
from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Block, Document, new_document
from blockloom.blocks.edits import Insert, Remove, RenamePage, SetValue, rename
from tests.app.windowkit import at_work, press_in_menu, ready
from tests.pages import page

BLOCKS = """X RandomUniform shape=[2] dtype=DT_FLOAT; A Mul y=2.0f; B Square; C Neg; V loom.Variable initvalues=0.0f;
    UP AssignAdd value=1.0f"""
NUMBER = {"dtype": "float32", "shape": [], "text": "7"}
WIRES = "X.output -> A.x", "A.z -> B.x", "B.y -> C.x", "V.ref -> UP.ref"


def press_p(canvas, *blocks):
    canvas.selection.choose(set(blocks))
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_P)


def step(window, qtbot):
    with qtbot.waitSignal(window.worker.ended, timeout=60_000):
        QTest.keyClick(window.canvas(), Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: window.worker.state == IDLE)


def texts(canvas):
    return {b: next(iter(pins.values()))["text"] for b, pins in canvas.marks.results.items() if pins}


def tip(canvas, what, name):
    return tooltips.tip(CanvasHit(what, name), canvas.scene, canvas.page, canvas.marks, None)


def test_from_a_key_to_a_worker_that_died(catalogue, qtbot):
    document = Document()
    page(document, "main", BLOCKS, *WIRES)
    with at_work(catalogue, document) as window:
        ready(window, qtbot)
        canvas = window.canvas()
        step(window, qtbot)
        press_p(canvas, "B")
        qtbot.waitUntil(lambda: canvas.marks.state("B") == "pinned", timeout=10_000)
        assert canvas.marks.idle == {"X", "A"} and not canvas.marks.dims("C")
        before = texts(canvas)
        step(window, qtbot)
        now = texts(canvas)
        assert now == {"B": before["B"], "C": before["C"], "V": "2", "UP": "2"}, "X was not drawn, the rest ran"
        os.kill(window.worker.pid, signal.SIGTERM)
        qtbot.waitSignal(window.worker.died, timeout=20_000).wait()
        qtbot.waitUntil(lambda: window.worker.state == IDLE, timeout=60_000)
        step(window, qtbot)
        assert texts(canvas)["B"] == before["B"], "it outlives the worker"
        press_p(canvas, "V")
        assert not canvas.marks.state("V")
        qtbot.waitUntil(
            lambda: "a variable holds its value by itself" in window.status.currentMessage(), timeout=10_000
        )
        press_p(canvas, "B")
        assert not canvas.marks.pinned and not canvas.marks.idle
        step(window, qtbot)
        assert texts(canvas)["B"] != before["B"]


@pytest.fixture
def window(new_window):
    return new_window  # the first value that it pins has the number 1


@pytest.fixture
def pinned(window, qtbot):
    """Pin B by a menu; a fake worker has the results of the last step."""
    page(window.workspace.document, "main", BLOCKS, *WIRES)
    window.workspace.replace(window.workspace.document)
    window.worker.start()
    shown = {"results": {name: {pin: dict(NUMBER)} for name, pin in zip("ABC", "zyy")}, "step": 3}
    window.worker.process.answers |= {
        "run": {"outcome": "done", "step": 3, "shown": shown},
        "pin_output": {"step": 3},
        "unpin_output": {},
    }
    with qtbot.waitSignal(window.worker.ended):
        window.runs.run(1)
    canvas = window.canvas()
    slot = canvas.scene.slot["B"]
    canvas.selection.choose({"B"})
    menu = canvas.menus.context(CanvasHit("body", "B"), QPointF(*canvas.scene.pos[slot]))
    press_in_menu(menu, "Pin Output")
    qtbot.waitUntil(lambda: bool(canvas.marks.pinned))
    return window


def opened_with(window, qtbot):
    with qtbot.waitSignal(window.worker.ended):
        window.runs.run(1)
    return [fields.get("pinned_values", {}) for name, fields in window.worker.process.asked if name == "open"][-1]


def told_of_pins(window):
    """Return the latest request for pinning or unpinning, since requests for types may come at any time."""
    return [asked for asked in window.worker.process.asked if asked[0] in ("pin_output", "unpin_output")][-1]


def test_pinned_outputs_are_shown_and_sent_to_the_worker(pinned, qtbot):
    canvas = pinned.canvas()
    assert told_of_pins(pinned) == ("pin_output", {"output": parse("B.y"), "number": 1})
    assert "Pinned at its value of step 3" in tip(canvas, "title", "B")
    assert "Not run" in tip(canvas, "body", "A")
    assert opened_with(pinned, qtbot) == {"B.y": 1}
    slot = canvas.scene.slot["B"]
    press_in_menu(canvas.menus.context(CanvasHit("body", "B"), QPointF(*canvas.scene.pos[slot])), "Pin Output")
    assert not canvas.marks.pinned and told_of_pins(pinned) == ("unpin_output", {"number": 1})
    assert opened_with(pinned, qtbot) == {}


def test_it_is_stale_once_what_is_upstream_is_edited_and_stays(pinned, qtbot):
    canvas = pinned.canvas()
    pinned.do(SetValue("main", "C", "T", "DT_FLOAT"), "Edit")
    pinned.do(Insert("main", (Block("NEW", "Neg", 900.0),)), "Add")
    assert canvas.marks.state("B") == "pinned"
    pinned.do(SetValue("main", "X", "shape", "[3]"), "Edit")
    qtbot.waitUntil(lambda: canvas.marks.state("B") == "pin_stale")
    assert "out of date" in tip(canvas, "title", "B")
    assert opened_with(pinned, qtbot) == {"B.y": 1}, "never by itself"
    pinned.undo()
    pinned.undo()
    qtbot.waitUntil(lambda: canvas.marks.state("B") == "pinned")


def test_it_follows_its_block_and_page_goes_with_them_and_comes_back_by_undo(pinned, qtbot):
    canvas = pinned.canvas()
    pinned.do(rename(pinned.page(), "B", "SQ"), "Rename")
    pinned.do(RenamePage("main", "first"), "Rename")
    qtbot.waitUntil(lambda: set(canvas.marks.pinned) == {"SQ"})
    assert pinned.runs.pinned.of_page("first") == {parse("SQ.y"): 1} and canvas.marks.idle == {"X", "A"}
    pinned.do(Remove("first", ("SQ",)), "Delete")
    qtbot.waitUntil(lambda: not canvas.marks.idle)
    assert pinned.runs.pinned.of_page("first") == {}
    pinned.undo()
    qtbot.waitUntil(lambda: canvas.marks.idle == {"X", "A"})
    assert pinned.runs.pinned.of_page("first") == {parse("SQ.y"): 1}


def test_it_ends_with_the_document_and_a_refusal_says_why(pinned, qtbot):
    pinned.worker.process.answers["pin_output"] = {"refusal": "a variable holds its value by itself"}
    press_p(pinned.canvas(), "C")
    qtbot.waitUntil(lambda: "C.y cannot be pinned: a variable" in pinned.status.currentMessage())
    assert list(pinned.runs.pinned.of_page("main")) == [Address("", "B", "y")]
    pinned.workspace.replace(new_document("main"))
    assert pinned.runs.pinned.of_page("main") == {}
