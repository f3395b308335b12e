"""Blocks renamed while the worker has their page: its results and errors reach them."""

import pytest

from blockloom.app.window.results.summaries import rows_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.edits import Rename
from blockloom.blocks.problems import ERROR, Problem
from blockloom.runtime.protocol import requests
from tests.pages import insert


def make_result(text):
    return {"output": {"dtype": "float32", "shape": [], "text": text}}


@pytest.fixture
def running(window, qtbot):
    """Start a run and rename A to B and C to A while it is under way."""
    window.do(
        insert("A Const value=1.; C Const @at=0,200; T loom.Trend @at=300,0"),
        "Add",
    )
    window.worker.process.answers["run"] = None
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == "running")
    window.do(Rename("main", "A", "B"), "Rename")
    window.do(Rename("main", "C", "A"), "Rename")
    return window


def test_results_times_and_problems_of_a_run_find_renamed_blocks(running, qtbot):
    window, worker = running, running.worker.process
    window.runs.times.on or window.commands["times"].trigger()
    times = {"blocks": {"A": 3.0, "C": 4.0}, "step": 7.0, "steps": 1}
    worker.tell(
        "step_results", step=1, shown={"results": {"A": make_result("1"), "C": make_result("2")}, "times": times}
    )
    qtbot.waitUntil(lambda: window.worker.step == 1)
    assert window.canvas().marks.results == {"B": make_result("1"), "A": make_result("2")}
    assert window.canvas().marks.numbers["times"].values == {"B": 3.0, "A": 4.0}
    worker.tell("waiting", blocks=[{"block": "C", "text": "1 of 2"}])
    qtbot.waitUntil(lambda: window.runs.status.waiting == {"A": "1 of 2"})
    failed = Problem.from_texts(ERROR, "failed", "main", "A", "", "it failed", "")
    worker.finish(outcome="error", step=1, problems=[failed])
    qtbot.waitUntil(lambda: window.problem_list.rows.problems == [failed.with_address(block="B")])
    window.commands["times"].trigger()


def test_the_worker_is_asked_by_the_names_that_it_knows(running, qtbot):
    asked, told = running.worker.process.asked, []
    for block in ("A", "B", "C"):
        running.worker.ask(requests.GetStatisticsRequest(Address("", block, "output")), told.append)
    assert [str(Address(*fields["output"])) for do, fields in asked if do == "get_statistics"] == [
        "C.output",
        "A.output",
    ]
    assert told == [None]
    running.worker.process.finish(outcome="done", step=1, problems=[])
    qtbot.waitUntil(lambda: running.worker.state == "idle")
    running.runs.run(1)  # which compiles the page as it is called now
    running.worker.ask(requests.GetStatisticsRequest(Address("", "A", "output")), told.append)
    assert str(Address(*asked[-1][1]["output"])) == "A.output"


def test_results_inside_an_instance_follow_its_block(running, qtbot):
    """A worker tells them by address; the canvas of the page shows its own blocks alone."""
    window, worker = running, running.worker.process
    window.do(Rename("main", "T", "U"), "Rename")
    worker.tell("step_results", step=1, shown={"results": {"A": make_result("1"), "/T/A": make_result("2")}})
    qtbot.waitUntil(lambda: window.worker.step == 1)
    inside = Address("", "A", path=("U",))
    assert window.canvas().marks.results == {"B": make_result("1")}
    assert window.runs.pages.run_of("main").results[inside] == make_result("2")
    viewer = window.views.open_viewer(window.page(), inside, rows_of("output", make_result("2")["output"])[0])
    assert viewer.title() == "U/A.output" and window.views.open_blocks("main") == {inside}
    window.do(Rename("main", "U", "V"), "Rename")
    assert window.runs.pages.run_of("main").results.keys() == {Address("", "B"), Address("", "A", path=("V",))}
    window.worker.ask(requests.GetStatisticsRequest(viewer.address), lambda reply: None)
    assert str(Address(*worker.asked[-1][1]["output"])) == "/T/A.output"
