"""Requests of the window for results of the visible part of a large page, during runs."""

import pytest
from PySide6.QtCore import QPointF

from blockloom.app.window.run.worker_session import IDLE, RUNNING
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from tests.app.windowkit import make_window

SUMMARY = {"output": {"dtype": "int32", "shape": [], "text": "1"}}


@pytest.fixture
def window(window, qtbot):
    """With a page of 200 blocks in a row, of which the first are in view, at 100 %."""
    window.resize(1900, 1100)
    qtbot.waitUntil(lambda: window.canvas().width() > 800)
    window.do(
        Insert("main", tuple(Block(f"B{n}", "Const", 400.0 * n, 0.0, values={"value": "1"}) for n in range(200))), "Add"
    )
    window.canvas().view.place(1.0, QPointF(0, 0), QPointF(10, 10))
    return window


def run(window, qtbot, steps=0):
    window.runs.run(steps)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    return window.worker.process


AT = address("", "A")


def requested_blocks(worker):
    """Return the latest blocks whose results the window requested; None for all."""
    told = [fields["visible_blocks"] for do, fields in worker.asked if do == "set_visible_results"]
    return None if not told or told[-1] is None else {at[1] for at in told[-1]}


def test_what_is_in_view_and_around_it_is_fetched(window, qtbot):
    worker = run(window, qtbot)
    at_first = requested_blocks(worker)
    assert {"B0", "B1"} <= at_first and len(at_first) < 20
    assert worker.did().index("set_visible_results") < worker.did().index("run")
    window.canvas().view.center_on(QPointF(400.0 * 150, 0))
    qtbot.waitUntil(lambda: "B150" in requested_blocks(worker))
    assert not {"B0", "B1"} & requested_blocks(worker)


def test_visible_blocks_are_requested_again_only_if_the_last_request_lacks_some(window, qtbot):
    worker = run(window, qtbot)
    window.canvas().view.scroll(-40, 0)
    worker.tell("step_results", step=1, shown={"results": {"B0": SUMMARY}, "is_partial": True})
    qtbot.waitUntil(lambda: window.worker.step == 1)
    window.canvas().view.center_on(QPointF(400.0 * 100, 0))
    qtbot.waitUntil(lambda: worker.did().count("set_visible_results") == 2)
    assert "B100" in requested_blocks(worker)


def test_selected_blocks_and_open_tables_are_looked_at_wherever_they_are(window, qtbot):
    window.canvas().selection.choose(["B190"])
    window.views.open_block(window.page(), Address("", "B180"))
    worker = run(window, qtbot)
    assert {"B0", "B180", "B190"} <= requested_blocks(worker)
    window.canvas().selection.choose(["B170"])
    qtbot.waitUntil(lambda: "B170" in requested_blocks(worker))


def test_blocks_that_were_not_fetched_show_nothing_old(window, qtbot):
    worker = run(window, qtbot)
    worker.tell("step_results", step=1, shown={"results": {"B0": SUMMARY, "B50": SUMMARY}})
    qtbot.waitUntil(lambda: window.canvas().marks.results.keys() == {"B0", "B50"})
    worker.tell("step_results", step=2, shown={"results": {"B0": SUMMARY}, "is_partial": True})
    qtbot.waitUntil(lambda: window.canvas().marks.results.keys() == {"B0"})
    worker.finish(outcome="done", step=3, shown={"results": {}, "is_partial": True})
    qtbot.waitUntil(lambda: not window.canvas().marks.results)


def test_all_of_a_page_of_few_blocks_is_fetched(qtbot, catalogue):
    window = make_window(qtbot, catalogue)
    window.do(Insert("main", (Block("A", "Const", values={"value": "1"}),)), "Add")
    worker = run(window, qtbot)
    worker.finish(outcome="done", step=1, shown={"results": {}})
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    assert "set_visible_results" not in worker.did()
    window.worker.close()


def test_results_in_a_viewer_are_requested_on_any_page(qtbot, catalogue):
    window = make_window(qtbot, catalogue)
    window.do(Insert("main", (Block("A", "Const", values={"value": "1"}),)), "Add")
    window.views.open_block(window.page(), Address("", "A"))
    worker = run(window, qtbot)
    assert [fields for do, fields in worker.asked if do == "set_visible_results"] == [
        {"visible_blocks": None, "side_outputs": [address("", "A")]}
    ]
    assert [fields["watched"] for do, fields in worker.asked if do == "open"] == [True]
    window.views.close_all()
    worker.tell("step_results", step=1, shown={"results": {"A": SUMMARY}})
    qtbot.waitUntil(lambda: worker.did().count("set_visible_results") == 2)
    assert [fields for do, fields in worker.asked if do == "set_visible_results"][-1] == {"visible_blocks": None}
    window.worker.close()


def test_of_a_model_a_single_step_fetches_no_more_either(window, qtbot):
    assert not any(fields.get("always") for do, fields in run(window, qtbot, 1).asked if do == "set_visible_results")
    window.worker.process.finish(outcome="done", step=1, shown={"results": {}})
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    window.workspace.document.weights.file = "model.safetensors"
    worker = run(window, qtbot, 1)
    assert [fields.get("always") for do, fields in worker.asked if do == "set_visible_results"][-1]
