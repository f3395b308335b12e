"""Execution times in the window: runs are timed on request, and times follow edits."""

import pytest
from PySide6.QtCore import QPointF

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks import tooltips
from blockloom.app.canvas.page.marks import BlockNumbers, time_text
from blockloom.app.window import user_settings
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Block, Frame
from blockloom.blocks.edits import Insert, RenamePage, rename
from blockloom.blocks.results.run_modes import RunMode

TIMES = {"blocks": {"A": 12.0, "N": 1500.0}, "step": 2000.0, "steps": 3}


@pytest.fixture
def filled(window):
    window.do(Insert("main", (Block("A", "Const", values={"value": "1."}), Block("N", "Neg", 300.0))), "Add")
    window.runs.times.on or window.commands["times"].trigger()
    window.worker.process.answers["run"] = {
        "outcome": "done",
        "step": 3,
        "shown": {"times": TIMES | {"blocks": dict(TIMES["blocks"])}},
    }
    return window


def run(window, qtbot):
    with qtbot.waitSignal(window.worker.ended):
        window.runs.run(3)


@pytest.mark.parametrize(
    ("micros", "text"), [(0.1234, "0.123 µs"), (12.0, "12 µs"), (999.7, "1 ms"), (1500.0, "1.5 ms"), (2.5e6, "2.5 s")]
)
def test_times_are_spelled_in_the_unit_that_reads_best(micros, text):
    assert time_text(micros) == text


def test_a_timed_run_shows_the_time_of_each_block_and_names_the_slowest(filled, qtbot):
    canvas = filled.canvas()
    canvas.view.zoom_to(1.0)
    canvas.view.center_on(QPointF(200, 50))
    before = canvas.grab().toImage()
    run(filled, qtbot)
    assert ("run", {"mode": RunMode(3, timed=True)}) in filled.worker.process.asked
    assert canvas.marks.numbers["times"].values == TIMES["blocks"] and canvas.grab().toImage() != before
    assert "slowest: N 1.5 ms, A 12 µs" in filled.messages.item(filled.messages.count() - 1).text()
    told = tooltips.tip(CanvasHit("body", "N"), canvas.scene, canvas.page, canvas.marks, None)
    assert "1.5 ms per step, 99 % of all blocks" in told


def test_times_keep_to_their_block_and_page(filled, qtbot):
    run(filled, qtbot)
    filled.do(rename(filled.page(), "N", "M"), "Rename")
    assert filled.canvas().marks.numbers["times"].values == {"A": 12.0, "M": 1500.0}
    filled.do(RenamePage("main", "first"), "Rename")
    assert filled.runs.times.of_page("first") == {parse("A"): 12.0, parse("M"): 1500.0}


def test_turned_off_nothing_is_timed_or_shown(filled, qtbot):
    run(filled, qtbot)
    filled.commands["times"].trigger()
    assert not filled.canvas().marks.numbers and not filled.commands["times"].isChecked()
    assert user_settings.settings().value("times") in (False, "false")
    filled.worker.process.answers["run"] = {"outcome": "done", "step": 6}
    run(filled, qtbot)
    mode = [fields["mode"] for name, fields in filled.worker.process.asked if name == "run"][-1]
    assert "timed" not in mode and not filled.canvas().marks.numbers


def test_a_collapsed_frame_shows_the_time_of_what_is_in_it(window):
    canvas = window.canvas()
    window.do(
        Insert(
            "main",
            tuple(Block(name, "Const", 300.0 * n, frame="F") for n, name in enumerate("AN")),
            frames=(Frame("F", "scope", -50.0, -50.0, 700.0, 300.0, collapsed=True),),
        ),
        "Add",
    )
    canvas.view.zoom_to(1.0)
    canvas.view.center_on(QPointF(100, 0))
    pictures = []
    for times in ({}, {"A": 12.0}, {"A": 12.0, "N": 1500.0}):
        canvas.annotations.set_numbers(BlockNumbers("times", "Time", times, is_time=True))
        pictures.append(canvas.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2]


@pytest.mark.parametrize(("above", "told"), [(-300.0, True), (-115.0, False)], ids=["room", "block"])
def test_at_half_size_a_time_is_painted_unless_a_block_covers_its_place(window, above, told):
    """The only time is as slow as can be: a dot looks the same whatever it is."""
    window.do(Insert("main", (Block("A", "Const"), Block("N", "Neg", 0.0, above))), "Add")
    canvas = window.canvas()
    canvas.view.zoom_to(0.5)
    canvas.view.center_on(QPointF(60, 0))
    pictures = []
    for took in (12.0, 3456.0):
        canvas.annotations.set_numbers(BlockNumbers("times", "Time", {"A": took}, is_time=True))
        pictures.append(canvas.grab().toImage().copy(0, 0, canvas.width(), canvas.height() - 40))  # without the legend
    assert (pictures[0] != pictures[1]) == told
