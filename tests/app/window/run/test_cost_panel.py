"""The dock with the costs of a page, before a run and of a timed step."""

import json

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, Frame
from blockloom.blocks.edits import Insert, SetValue, rename
from blockloom.blocks.problems import make_problem
from blockloom.blocks.results.run_modes import RunMode
from tests.app.windowkit import give_up

ROWS = [
    ["W", "loom.ResourceVariable", 640, 0, 0, 0, 0, 0],
    ["M", "MatMul", 0, 3840, 120, 0, 0, 0],
    ["/D/E", "Exp", 0, 7, 28, 1, 0, 0],
]
# A node, a device, begin and duration in ns, bytes.
EVENTS = np.array([[0, 0, 0, 60_000, 512], [1, 0, 20_000, 30_000, 64], [2, 0, 60_000, 10_000, 0]], np.int64)
MEMORY = np.array([[0, 10_000, 512], [0, 30_000, 576]], np.int64)
RESULTS = {"M": {"product": {"dtype": "float32", "shape": [1], "text": "1"}}}
TIMES = {"blocks": {"M": 60.0}, "step": 70.0, "steps": 1}
TRACE = {
    "step": 1,
    "devices": ["/device:CPU:0"],
    "nodes": [["M", "MatMul", "M"], ["D/E", "Exp", "/D/E"], ["_SOURCE", "NoOp", ""]],
    "events": 0,
    "memory": 1,
}


@pytest.fixture
def filled(window):
    blocks = (
        Block("W", "loom.ResourceVariable", 0.0, 0.0, frame="F"),
        Block("M", "MatMul", 300.0, 0.0, frame="F"),
        Block("D", "Neg", 600.0, 0.0),
    )
    window.do(Insert("main", blocks, frames=(Frame("F", "dense"),)), "Add")
    worker = window.worker
    worker.start()
    worker.process.answers |= {
        "get_costs": lambda batch=1, **_: {"rows": ROWS, "batched": True},
        "run": {"outcome": "done", "step": 1, "shown": {"step": 1, "results": RESULTS, "times": TIMES}},
        "get_step_trace": ({"trace": TRACE}, [EVENTS, MEMORY]),
    }
    window.resize(1300, 900)
    window.commands["cost"].trigger()
    return window


def panel_of(window, qtbot):
    panel = window.docks["cost"].widget()
    qtbot.waitUntil(lambda: panel.list.topLevelItemCount() == 1)
    return panel


def rows(panel):
    """Return the visible columns of each row, by name."""
    found, todo = {}, [panel.list.topLevelItem(0)]
    while todo:
        item = todo.pop()
        found[item.text(0)] = [item.text(n) for n in range(8) if not panel.list.isColumnHidden(n)][1:]
        todo += [item.child(n) for n in range(item.childCount())]
    return found


def timed(window, qtbot):
    panel = panel_of(window, qtbot)
    QTest.mouseClick(panel.time, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(panel.save.isEnabled)
    return panel


def test_a_page_is_reported_by_frame_block_and_instance_and_a_row_leads_to_its_block(filled, qtbot):
    panel = panel_of(filled, qtbot)
    assert rows(panel) == {
        "main": ["640", "≥ 3,847", "148", "page"],
        "dense": ["640", "3,840", "120", "frame"],
        "W": ["640", "", "", "loom.ResourceVariable"],
        "M": ["", "3,840", "120", "MatMul"],
        "D": ["", "≥ 7", "28", "Neg"],
        "E": ["", "≥ 7", "28", "Exp"],
    }
    assert "640 parameters" in panel.message.text() and "1 ops are not known" in panel.message.text()
    assert "a multiplication with its addition counts as 2" in panel.list.headerItem().toolTip(5)
    panel.list.expandAll()
    panel.list.sortByColumn(5, Qt.SortOrder.AscendingOrder)
    top = panel.list.topLevelItem(0)
    assert [top.child(n).text(0) for n in range(top.childCount())] == ["D", "dense"]
    row = next(item for item in (top.child(1).child(n) for n in range(2)) if item.text(0) == "M")
    panel.list.scrollToItem(row)
    place = panel.list.visualItemRect(row).center()
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert filled.canvas().selection() == {"M"}


def test_rows_of_equal_cost_are_in_the_natural_order_of_their_names(window, filled, qtbot):
    window.do(Insert("main", tuple(Block(name, "Neg", 0.0, 0.0) for name in ("N10", "N2", "N1"))), "Add")
    window.worker.process.answers["get_costs"] = lambda batch=1, **_: {
        "rows": [[name, "Neg", 0, 7, 28, 1, 0, 0] for name in ("N10", "N2", "N1")],
        "batched": True,
    }
    panel = panel_of(filled, qtbot)
    panel.count()
    qtbot.waitUntil(lambda: "N1" in rows(panel))

    def names():
        top = panel.list.topLevelItem(0)
        return [name for n in range(top.childCount()) if (name := top.child(n).text(0))[0] == "N"]

    assert names() == ["N1", "N2", "N10"]
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        panel.list.sortByColumn(5, order)
        assert names() == ["N1", "N2", "N10"]


def test_another_number_of_examples_is_asked_for_and_an_edit_is_reported(filled, qtbot):
    panel = panel_of(filled, qtbot)
    panel.batch.setValue(32)
    panel.batch.editingFinished.emit()
    asked = [fields for name, fields in filled.worker.process.asked if name == "get_costs"]
    assert [one.get("batch", 1) for one in asked] == [1, 32]
    qtbot.waitUntil(lambda: "parameters" in panel.message.text())
    filled.do(SetValue("main", "W", "shape", "[2]"), "Type")
    assert panel.message.text().endswith("The page was edited since.")


def test_a_timed_step_adds_times_and_shares(filled, qtbot):
    panel = timed(filled, qtbot)
    assert ("run", {"mode": RunMode(1, timed=True)}) in filled.worker.process.asked
    assert not filled.runs.times.on
    assert "3 ops" in panel.message.text() and "first step takes longer" in panel.message.text()
    assert panel.list.topLevelItem(0).child(0).text(0) == "dense"  # it takes most
    panel.list.topLevelItem(0).child(0).setExpanded(True)
    panel.count()
    qtbot.waitUntil(lambda: "parameters" in panel.message.text())
    assert panel.list.topLevelItem(0).child(0).isExpanded() and not panel.list.topLevelItem(0).child(1).isExpanded()
    found = rows(panel)
    assert found["M"][:3] == ["60.0%", "60 µs", "512"] and found["main"][:2] == ["90.0%", "90 µs"]
    assert found["dense"][0] == "60.0%" and found["E"][:3] == ["30.0%", "30 µs", "64"]


def test_the_trace_of_a_timed_step_is_saved_for_perfetto(filled, qtbot, tmp_path, monkeypatch):
    panel = panel_of(filled, qtbot)
    assert not panel.save.isEnabled()
    timed(filled, qtbot)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "step"), ""))
    QTest.mouseClick(panel.save, Qt.MouseButton.LeftButton)
    rows = json.loads((tmp_path / "step.json").read_bytes())["traceEvents"]
    found = [(row["name"], row["ts"], row["dur"], row["args"]["bytes"]) for row in rows if row["ph"] == "X"]
    assert found == [("M", 0, 60, 512), ("main/D/E", 20, 30, 64), ("_SOURCE", 60, 10, 0)]
    assert [row["args"]["bytes"] for row in rows if row["ph"] == "C"] == [512, 576]
    assert "ui.perfetto.dev" in filled.status.currentMessage()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "step"), ""))
    QTest.mouseClick(panel.save, Qt.MouseButton.LeftButton)
    assert str(tmp_path / "no" / "step.json") in filled.messages.item(0).text()


def test_renamed_blocks_have_their_new_name_and_another_document_has_no_costs(filled, qtbot):
    panel = panel_of(filled, qtbot)
    filled.worker.process.answers["get_step_trace"] = None
    QTest.mouseClick(panel.time, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "get_step_trace" in filled.worker.process.did())
    filled.do(rename(filled.page(), "M", "PRODUCT"), "Rename")
    filled.worker.process.finish("get_step_trace", EVENTS, MEMORY, trace=TRACE)
    qtbot.waitUntil(panel.save.isEnabled)
    assert rows(panel)["PRODUCT"][0] == "60.0%"
    filled.workspace.replace(filled.workspace.document)
    assert panel.list.topLevelItemCount() == 0 and not panel.save.isEnabled()


def test_another_run_than_the_one_that_was_asked_for_is_not_looked_into(filled, qtbot):
    panel, answers = panel_of(filled, qtbot), filled.worker.process.answers
    answers["open"] = {"problems": [make_problem("no-data", address("main", "M"))]}
    QTest.mouseClick(panel.time, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: filled.worker.state == IDLE and "open" in filled.worker.process.did())
    assert "run" not in filled.worker.process.did()
    answers["open"] = {"problems": []}
    answers["run"] = {"outcome": "done", "step": 1, "shown": {"step": 1, "results": RESULTS}}
    with qtbot.waitSignal(filled.worker.ended):
        filled.runs.run(1)
    assert "get_step_trace" not in filled.worker.process.did() and not panel.save.isEnabled()


def test_blocks_with_errors_are_said_not_to_be_counted(filled, qtbot):
    panel, answers = panel_of(filled, qtbot), filled.worker.process.answers
    assert "parameters" in panel.message.text() and "errors" not in panel.message.text()
    wrong = make_problem("no-data", address("main", "M"))
    answers["get_costs"] = {"rows": ROWS, "batched": True, "problems": [wrong]}
    panel.count()
    qtbot.waitUntil(lambda: panel.message.text().endswith("Blocks with errors are not counted."))


def test_the_chosen_cost_colours_the_blocks_while_the_panel_is_visible(filled, qtbot):
    panel, marks = panel_of(filled, qtbot), filled.canvas().marks
    assert not marks.numbers
    for text, values in (("Parameters", {"W": 640}), ("FLOPs", {"M": 3840, "D": 7})):
        QTest.keyClick(panel.colours, Qt.Key.Key_Down)
        assert (marks.shown_numbers.title, marks.shown_numbers.values) == (text, values)
    filled.docks["cost"].hide()
    assert not marks.numbers
    filled.docks["cost"].show()
    filled.docks["cost"].raise_()
    qtbot.waitUntil(lambda: marks.shown_numbers is not None)
    assert marks.shown_numbers.title == "FLOPs"


def test_panels_of_a_document_are_closed_in_the_next_one(filled):
    for key in "cost", "differences":
        filled.docks.bring(key)
        assert not filled.docks[key].isHidden()
    give_up(filled)
    filled.file.new()
    assert all(filled.docks[key].isHidden() for key in ("cost", "differences"))
