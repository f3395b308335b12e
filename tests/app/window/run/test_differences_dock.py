"""The dock that compares the page in front with the imported model."""

import math

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert, Remove, RenamePage, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.problems import make_problem
from blockloom.blocks.results.output_differences import GONE, SHAPE, VALUES, OutputDifference
from blockloom.blocks.text.phrases import phrase

FOUND = [
    OutputDifference("B.output", SHAPE, "DT_FLOAT[2]", "DT_FLOAT[3]"),
    OutputDifference("A.output", VALUES, "DT_FLOAT[]", "DT_FLOAT[]", 1.0, 0.5, (), 1, 1, begins=True),
    OutputDifference("C.output", GONE),
]


@pytest.fixture
def filled(window):
    window.do(
        Insert("main", tuple(Block(name, "Const", 300.0 * n, values={"value": "1."}) for n, name in enumerate("ABC"))),
        "Add",
    )
    window.workspace.replace(window.workspace.document)  # as if it had been opened so
    window.do(SetValue("main", "A", "value", "2."), "Type")
    window.do(Remove("main", ("C",)), "Remove")
    return window


def dock(window, qtbot, reply):
    worker = window.worker
    worker.start()
    worker.process.answers |= {"compare_models": reply, "cancel": {}}
    window.commands["compare"].trigger()
    return window.docks["differences"].widget()


def test_the_list_leads_to_blocks_which_show_by_how_much_they_differ(filled, qtbot):
    filled.canvas().view.zoom_to(1.0)
    filled.canvas().view.center_on(QPointF(200, 50))
    panel = dock(
        filled,
        qtbot,
        {
            "problems": [],
            "side": "",
            "random_feeds": {"X": "DT_FLOAT[2]"},
            "equal": 7,
            "trained": 0,
            "differences": list(FOUND),
        },
    )
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    ((_, asked),) = [one for one in filled.worker.process.asked if one[0] == "compare_models"]
    was, now = documents.loads(asked["reference"][0]), documents.loads(asked["document"])
    assert was.pages["main"].blocks["A"].values == {"value": "1."} and "C" in was.pages["main"].blocks
    assert now.pages["main"].blocks["A"].values == {"value": "2."} and "C" not in now.pages["main"].blocks
    assert filled.page().blocks["A"].values == {"value": "2."} and filled.history.labels()[0] == ["Type", "Remove"]
    assert "3 outputs differ, 0 by rounding, 7 are equal" in panel.message.text() and "X" in panel.message.text()
    canvas = filled.canvas()
    assert canvas.marks.numbers["differences"].values == {"A": 0.5, "B": math.inf}
    place = panel.list.visualRect(panel.rows.index(1, 0)).center()
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert canvas.selection() == {"A"} and panel.rows.data(panel.rows.index(1, 5)) == "begins here"
    panel.choose.click()
    assert canvas.selection() == {"A", "B"}
    shown = canvas.grab().toImage()
    filled.docks["differences"].hide()
    assert canvas.marks.numbers == {} and canvas.grab().toImage() != shown


def test_a_comparison_can_be_stopped_and_one_that_fails_says_why(filled, qtbot):
    panel = dock(filled, qtbot, lambda **fields: None)
    job = filled.worker.process.asked[-1][1]["job"]
    filled.worker.process.tell("compare_progress", job=job, compared=3, total=9)
    qtbot.waitUntil(lambda: panel.bar.value() == 3)
    panel.stop.click()
    assert ("cancel", {"job": job}) in filled.worker.process.asked and panel.message.text() == "Stopped."
    filled.worker.process.answers["compare_models"] = {
        "problems": [make_problem("refused", address("main", "B"), text=phrase("no kernel"), remedy=phrase(""))],
        "side": "was",
    }
    panel.compare_button.click()
    qtbot.waitUntil(lambda: "no kernel" in panel.message.text())
    assert "opened model" in panel.message.text() and panel.compare_button.isEnabled()

    def renamed(**fields):
        filled.do(RenamePage("main", "other"), "Rename")
        return {"problems": [], "side": "", "random_feeds": {}, "equal": 1, "trained": 0, "differences": []}

    filled.worker.process.answers["compare_models"] = renamed
    panel.compare_button.click()
    qtbot.waitUntil(lambda: panel.message.text() == "The page main was removed.")
