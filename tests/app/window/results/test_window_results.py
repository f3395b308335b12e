"""The window of a block's results: one for double click and Ctrl+I, rows, the tensor of the chosen one, live."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget

from blockloom.app.window.results.resultwindow import ResultWindow
from blockloom.app.window.results.summaries import rows_of, unravel
from blockloom.app.window.run.worker_session import RUNNING
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert, Remove, Rename

SUMMARIES = {
    "indices": {"dtype": "int64", "shape": [2], "text": "[2 4]"},
    "values": {"dtype": "float64", "shape": [2, 2], "text": "[[1.4 2.4] [3.4 4.4]]"},
    "shape": {"dtype": "int64", "shape": [2], "text": "[5 2]"},
}
VALUES = np.array([[1.4, 2.4], [3.4, 4.4]])


def piece(output, index, previous_run=False):
    array = VALUES if "values" in output else np.array([2, 4])
    about = {"dtype": str(array.dtype), "shape": list(array.shape), "steps": [1] * array.ndim, "array": 0}
    return about, [array.copy()]


@pytest.fixture
def window(window, qtbot):
    window.do(Insert("main", (Block("TAKE", "SparseAccumulatorTakeGradient", values={"num_required": "1"}),)), "Add")
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    worker = window.worker.process
    worker.answers["get_slice"] = piece
    worker.answers["get_statistics"] = None
    worker.tell("step_results", step=4, shown={"results": {"TAKE": SUMMARIES}})
    qtbot.waitUntil(lambda: "TAKE" in window.canvas().marks.results)
    return window


def table(window, qtbot, pin="values"):
    window.canvas().requests.results_wanted.emit("TAKE", pin)
    view = window.views.tables[-1][1]
    qtbot.waitUntil(view.isActiveWindow)
    return view


def test_the_table_has_every_output_then_what_is_typed(window, qtbot):
    view = table(window, qtbot)
    assert [row[:3] for row in view.model.rows] == [
        ("DT_INT64", "indices[2]", "[2 4]"),
        ("DT_DOUBLE", "values[2][2]", "[[1.4 2.4] [3.4 4.4]]"),
        ("DT_INT64", "shape[2]", "[5 2]"),
        ("DT_INT32", "num_required", "1"),
    ]
    header = view.view.horizontalHeader()
    for column in (0, 1):
        assert header.sectionSize(column) >= header.sectionSizeHint(column), "the title is whole"
    assert view.view.currentIndex().row() == 1
    QTest.keyClick(view.view, Qt.Key.Key_Up)
    QTest.keyClick(view.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "DT_INT64\tindices[2]\t[2 4]"


def by_key(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.canvas().setFocus()
    window.canvas().selection.choose(["TAKE"])
    QTest.keyClick(window.canvas(), Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    view = window.views.tables[-1][1]
    qtbot.waitUntil(view.isActiveWindow)
    return view


def test_a_double_click_and_the_key_open_the_same_window(window, qtbot):
    canvas = window.canvas()
    slot = canvas.scene.slot["TAKE"]
    box, _ = canvas.scene.layouts[slot].results["values"]
    canvas.view.center_on(canvas.scene.extent().center())
    at = canvas.view.to_widget(QPointF(*canvas.scene.pos[slot]) + QPointF(20, box.y() + 6)).toPoint()
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    ((_, view),) = window.views.tables
    qtbot.waitUntil(view.isActiveWindow)
    assert view.viewer.address == Address("", "TAKE", "values") and view.view.hasFocus()
    assert by_key(window, qtbot) is view and len(window.views.tables) == 1
    assert window.views.viewers == [(window.page(), view.viewer)]


def test_the_window_stays_before_the_main_one_in_its_colours(window, qtbot):
    view = table(window, qtbot)
    assert view.windowHandle().transientParent() is window.windowHandle()
    assert view.windowType() == Qt.WindowType.Dialog  # window managers keep these before what they belong to
    for theme in ("light", "dark"):
        window.theming.choose(theme)
        base = view.view.palette().base().color()
        assert base == window.palette().base().color() and (base.lightness() > 127) == (theme == "light")
        image = view.grab().toImage()
        assert (image.pixelColor(view.width() // 2, view.parts.geometry().top() + 60).lightness() > 127) == (
            theme == "light"
        )


def test_keys_choose_the_tensor_that_is_shown_and_it_comes_first_the_next_time(window, qtbot):
    view = table(window, qtbot, "indices")
    assert view.viewer.address.pin == "indices"
    QTest.keyClick(view.view, Qt.Key.Key_Down)
    assert view.viewer.address.pin == "values"
    qtbot.waitUntil(lambda: view.viewer.grid.text(1, 0)[0] == "3.4")
    for _ in range(2):
        QTest.keyClick(view.view, Qt.Key.Key_Down)  # at last a typed value, which has no tensor
    assert view.viewer.address.pin == "shape" and len(window.views.viewers) == 1
    QTest.keyClick(view.view, Qt.Key.Key_Up)
    QTest.keyClick(view.view, Qt.Key.Key_Return)
    assert view.viewer.grid.hasFocus()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert window.views.tables == window.views.viewers == []
    assert by_key(window, qtbot).viewer.address.pin == "shape"


def test_results_that_come_while_the_window_is_open_are_shown(window, qtbot):
    window.runs.pages.set_results("main", {})
    view = by_key(window, qtbot)
    assert view.viewer is None and view.note.isVisible()
    window.worker.process.tell("step_results", step=5, shown={"results": {"TAKE": SUMMARIES}})
    qtbot.waitUntil(lambda: view.viewer is not None and view.viewer.isVisible())
    assert not view.note.isVisible()
    assert view.view.columnWidth(0) >= view.view.sizeHintForColumn(0)  # the types, which were not there


def test_windows_are_live_and_follow_a_rename_and_close_with_their_block_and_document(window, qtbot):
    view = table(window, qtbot)
    qtbot.waitUntil(lambda: view.viewer.grid.text(0, 0)[0] == "1.4")
    VALUES[0, 0] = 9.9
    try:
        new = {**SUMMARIES, "values": {**SUMMARIES["values"], "text": "[[9.9 2.4] [3.4 4.4]]"}}
        window.worker.process.tell("step_results", step=5, shown={"results": {"TAKE": new}})
        qtbot.waitUntil(lambda: view.model.rows[1].value.startswith("[[9.9"))
        qtbot.waitUntil(lambda: view.viewer.grid.text(0, 0)[0] == "9.9")
    finally:
        VALUES[0, 0] = 1.4
    window.do(Rename("main", "TAKE", "GOT"), "Rename")
    assert view.address.block == "GOT" and view.windowTitle() == "GOT" and view.model.rows[0].value == "[2 4]"
    assert view.viewer.address == Address("", "GOT", "values")
    window.do(Remove("main", ("GOT",)), "Delete")
    assert window.views.tables == window.views.viewers == []
    window.undo()
    window.views.open_block(window.page(), Address("", "GOT"))
    window.history.mark_saved()
    window.file.new()
    assert window.views.tables == []
    qtbot.waitUntil(lambda: not [w for w in QApplication.topLevelWidgets() if isinstance(w, ResultWindow)])


def test_one_more_window_and_a_dock_may_show_the_same(window, qtbot):
    view = table(window, qtbot)
    QTest.keyClick(view.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert [v.address for _, v in window.views.viewers] == [Address("", "TAKE", "values")] * 2
    viewer = view.viewer
    viewer.to_dock.trigger()
    dock = next(d for d in window.findChildren(QDockWidget) if d.widget() is viewer)
    assert dock.isVisible() and window.views.tables == [] and len(window.views.viewers) == 2


def test_a_dead_worker_leaves_the_window_saying_so(window, qtbot):
    view = table(window, qtbot)
    qtbot.waitUntil(lambda: view.viewer.grid.text(0, 0)[0] == "1.4")
    window.worker.process.die()
    qtbot.waitUntil(lambda: "SIGKILL" in window.status.state.text())
    view.select("indices")
    qtbot.waitUntil(lambda: "run again" in view.viewer.note.text())


def test_results_that_are_not_tensors_are_described():
    assert rows_of("out", None)[0].value == "no value"
    assert rows_of("h", {"dtype": "resource", "about": "a table"})[0][:3] == ("DT_RESOURCE", "h", "a table")
    rows = rows_of("grads", {"list": [SUMMARIES["values"], None]})
    assert [(r.name, r.element, r.shape) for r in rows] == [("grads[0][2][2]", 0, (2, 2)), ("grads[1]", 1, None)]
    assert unravel(5, (2, 3)) == (1, 2) and unravel(0, ()) == ()
