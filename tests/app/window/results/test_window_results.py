"""Type / Name / Value windows: rows, elements of any size, live refresh, copying."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.results.elements import PAGE, Elements, ElementsWindow, unravel
from blockloom.app.window.results.resultwindow import ResultWindow
from blockloom.app.window.results.summaries import rows_of
from blockloom.app.window.runs.session import RUNNING, WorkerSession
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert, Remove, Rename
from blockloom.runtime.protocol import replies
from tests.app.windowkit import FakeWorker

SUMMARIES = {
    "indices": {"dtype": "int64", "shape": [2], "text": "[2 4]"},
    "values": {"dtype": "float64", "shape": [2, 2], "text": "[[1.4 2.4] [3.4 4.4]]"},
    "shape": {"dtype": "int64", "shape": [2], "text": "[5 2]"},
}
VALUES = ["1.4", "2.4", "3.4", "4.4"]


def piece(output, start=0, count=1000):
    assert output == "TAKE.values"
    return {"dtype": "float64", "shape": [2, 2], "start": start, "values": VALUES[start : start + count]}


@pytest.fixture
def window(qtbot, catalogue):
    window = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.show()
    window.worker.start()
    window.do(Insert("main", (Block("TAKE", "SparseAccumulatorTakeGradient", values={"num_required": "1"}),)), "Add")
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    worker = window.worker._worker
    worker.answers["read_elements"] = piece
    worker.tell("results", step=4, shown={"results": {"TAKE": SUMMARIES}})
    qtbot.waitUntil(lambda: "TAKE" in window.canvas().marks.results)
    yield window
    window.views.close_all()
    window.worker.close()


def table(window, qtbot):
    window.canvas().requests.results_wanted.emit("TAKE", "values")
    view = window.views.tables[-1][1]
    qtbot.waitUntil(view.isActiveWindow)
    return view


def open_values(window, qtbot, view):
    view.select_pin("values")
    QTest.keyClick(view.view, Qt.Key.Key_Return)
    elements = window.views.tensors[-1][1]
    qtbot.waitUntil(elements.isActiveWindow)
    return elements


def test_the_table_has_every_output_then_what_is_typed(window, qtbot):
    view = table(window, qtbot)
    assert [row[:3] for row in view.model.rows] == [
        ("DT_INT64", "indices[2]", "[2 4]"),
        ("DT_DOUBLE", "values[2][2]", "[[1.4 2.4] [3.4 4.4]]"),
        ("DT_INT64", "shape[2]", "[5 2]"),
        ("DT_INT32", "num_required", "1"),
    ]
    assert view.view.currentIndex().row() == 1
    QTest.keyClick(view.view, Qt.Key.Key_Up)
    QTest.keyClick(view.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "DT_INT64\tindices[2]\t[2 4]"


def test_an_array_opens_one_row_per_element(window, qtbot):
    elements = open_values(window, qtbot, table(window, qtbot))
    qtbot.waitUntil(lambda: elements.elements.value(3) == "4.4")
    labels = [elements.elements.label(i) for i in range(4)]
    assert labels == ["values[0][0]", "values[0][1]", "values[1][0]", "values[1][1]"]
    QTest.keyClick(elements.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(elements.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().count("\n") == 3)
    assert QGuiApplication.clipboard().text().splitlines()[1] == "DT_DOUBLE\tvalues[0][1]\t2.4"


def test_tables_are_live_and_opened_once(window, qtbot):
    view = table(window, qtbot)
    elements = open_values(window, qtbot, view)
    qtbot.waitUntil(lambda: elements.elements.value(0) == "1.4")
    assert table(window, qtbot) is view and open_values(window, qtbot, view) is elements
    VALUES[0], old = "9.9", VALUES[0]
    try:
        new = {**SUMMARIES, "values": {**SUMMARIES["values"], "text": "[[9.9 2.4] [3.4 4.4]]"}}
        window.worker._worker.tell("results", step=5, shown={"results": {"TAKE": new}})
        qtbot.waitUntil(lambda: elements.elements.value(0) == "9.9")
        assert view.model.rows[1].value.startswith("[[9.9")
    finally:
        VALUES[0] = old


def test_windows_follow_a_rename_and_close_with_their_block_and_document(window, qtbot):
    view = table(window, qtbot)
    elements = open_values(window, qtbot, view)
    window.do(Rename("main", "TAKE", "GOT"), "Rename")
    assert view.at.block == "GOT" and view.windowTitle() == "GOT" and view.model.rows[0].value == "[2 4]"
    assert elements.windowTitle() == "GOT.values[2][2]"
    window.worker._worker.tell("results", step=5, shown={"results": {"TAKE": SUMMARIES}})  # as the run calls it
    qtbot.waitUntil(lambda: window.worker.step == 5 and elements.elements.value(3) == "4.4")
    window.do(Remove("main", ("GOT",)), "Delete")
    assert window.views.tables == window.views.tensors == []
    window.undo()
    window.views.open_block(window.page(), Address("", "GOT"))
    window.history.mark_saved()
    window.file.new()
    assert window.views.tables == []
    qtbot.waitUntil(lambda: not [w for w in QApplication.topLevelWidgets() if isinstance(w, ResultWindow)])


def test_a_dead_worker_leaves_the_elements_window_saying_so(window, qtbot):
    elements = open_values(window, qtbot, table(window, qtbot))
    qtbot.waitUntil(lambda: elements.elements.value(0) == "1.4")
    window.worker._worker.die()
    qtbot.waitUntil(lambda: "SIGKILL" in window.status.state.text())
    elements.copy()
    qtbot.waitUntil(lambda: "run again" in elements.count.text())


def test_a_hundred_million_elements_ask_only_for_what_is_shown(window, qtbot):
    shape, asked = (100_000, 1000), []

    def ask(start, count, done):
        asked.append((start, count))
        done(replies.Elements("float32", shape, start, [str(start + i) for i in range(count)]))

    view = ElementsWindow(Address("", "BIG", "out"), "float32", shape, ask, window.windowIcon(), window)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(view.isActiveWindow)
    QTest.keyClick(view.view, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: (99_999_000, PAGE) in asked)
    assert view.elements.value(99_999_999) == "99999999" and len(asked) <= 4
    assert view.elements.label(99_999_999) == "out[99999][999]"
    QTest.keyClicks(view.place, "500, 7")
    QTest.keyClick(view.place, Qt.Key.Key_Return)
    assert view.view.current == (500_007, 0)
    for wrong in ("100000 0", "1 2 3", "x"):
        view.place.setText(wrong)
        QTest.keyClick(view.place, Qt.Key.Key_Return)
        assert view.view.current == (500_007, 0) and "shape" in view.count.text()


def test_rows_are_chosen_by_mouse_and_keys(window, qtbot):
    view = ElementsWindow(
        Address("", "B", "out", 1),
        "int32",
        (50,),
        lambda s, c, done: done(replies.Elements("int32", [50], s, [str(i) for i in range(s, s + c)])),
        window.windowIcon(),
        window,
    )
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(view.isActiveWindow)  # else its keys are the page's
    height = view.view.row_height
    QTest.mouseClick(view.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, height * 3 + 4))
    assert view.view.selected()[0] == range(2, 3)
    QTest.mouseClick(
        view.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, QPoint(40, height * 6 + 4)
    )
    assert view.view.selected()[0] == range(2, 6)
    QTest.keyClick(view.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert view.view.selected()[0] == range(2, 7) and view.elements.label(2) == "out[1][2]"
    QTest.keyClick(view.view, Qt.Key.Key_Home)
    assert view.view.selected()[0] == range(1)


def test_a_page_of_rows_is_asked_once_while_it_is_on_its_way():
    asked = []
    elements = Elements("x", "int32", (5000,), lambda start, count, done: asked.append((start, done)), lambda: None)
    assert elements.value(10) is None and elements.value(11) is None and len(asked) == 1
    asked[0][1](replies.Elements("int32", [5000], 0, [str(i) for i in range(1000)]))
    assert elements.value(11) == "11" and len(asked) == 1
    elements.refresh("int32", (5000,))
    assert elements.value(11) == "11" and len(asked) == 2  # the old value stays until the new one is here
    asked[1][1](None)
    assert elements.gone and elements.value(3000) is None and len(asked) == 2


def test_what_is_no_tensor_is_described():
    assert rows_of("out", None)[0].value == "no value"
    assert rows_of("h", {"dtype": "resource", "about": "a table"})[0][:3] == ("DT_RESOURCE", "h", "a table")
    rows = rows_of("grads", {"list": [SUMMARIES["values"], None]})
    assert [(r.name, r.element, r.shape) for r in rows] == [("grads[0][2][2]", 0, (2, 2)), ("grads[1]", 1, None)]
    assert unravel(5, (2, 3)) == (1, 2) and unravel(0, ()) == ()
