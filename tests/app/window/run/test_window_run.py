"""The window with the real worker: a page built by hand, run, read, saved, undone and redone; a worker killed."""

import os
import signal

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.run_dialogs import RunUntil
from blockloom.app.window.run.worker_session import IDLE, RUNNING, WorkerSession
from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert, Rename
from blockloom.blocks.files import documents
from tests.app.windowkit import enter
from tests.pages import insert

NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
# name, type, what to search for, place, values typed in the inspector
BLOCKS = [
    ("V", "loom.Variable", "Variable", (0, 0), {"initvalues": "[[1, 2], [3, 4]]", "dtype": "DT_DOUBLE"}),
    ("ADD", "AddV2", "AddV2", (200, -130), {"y": "0.1"}),
    ("ASSIGN", "Assign", "Assign", (400, 0), {}),
    ("ACC", "SparseConditionalAccumulator", "SparseConditional", (400, 180), {"dtype": "DT_DOUBLE", "shape": "{5,2}"}),
    (
        "APPLY",
        "SparseAccumulatorApplyGradient",
        "SparseAccumulatorApply",
        (640, -60),
        {"local_step": "100", "gradient_indices": "[2, 4]", "gradient_shape": "[5, 2]", "has_known_shape": "false"},
    ),
    (
        "TAKE",
        "SparseAccumulatorTakeGradient",
        "SparseAccumulatorTake",
        (640, 180),
        {"num_required": "1", "dtype": "DT_DOUBLE"},
    ),
    ("S", "loom.Session", "Session", (900, 60), {}),
]
WIRES = [
    "V.ref ADD.x",
    "V.ref ASSIGN.ref",
    "ADD.z ASSIGN.value",
    "ACC.handle APPLY.handle",
    "ASSIGN.output_ref APPLY.gradient_values",
    "ACC.handle TAKE.handle",
    "TAKE.indices S.fetch_outputs",
    "TAKE.values S.fetch_outputs",
    "TAKE.shape S.fetch_outputs",
    "APPLY.operation S.run_outputs",
]


@pytest.fixture
def window(qtbot, catalogue):
    window = MainWindow(catalogue, WorkerSession())
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.resize(1900, 1100)
    window.show()
    window.worker.start()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window.views.close_all()
    window.worker.close()


def spot(canvas, block, pin="", out=False):
    """Return the position of a pin on the widget, or of the title without a pin."""
    slot = canvas.scene.slot[block]
    layout = canvas.scene.layouts[slot]
    x, y = (layout.outs if out else layout.ins)[pin] if pin else (30, 12)
    left, top = canvas.scene.pos[slot].tolist()
    at = canvas.view.widget(np.array([left + x, top + y]))
    return QPoint(round(float(at[0])), round(float(at[1])))


def drag(canvas, start, end):
    QTest.mousePress(canvas, LEFT, NONE, start)
    for part in (0.1, 0.5, 0.9, 1):
        QTest.mouseMove(canvas, start + (end - start) * part)
    QTest.mouseRelease(canvas, LEFT, NONE, end)


def type_into(field, text):
    field.edit.setFocus()
    field.edit.selectAll()
    QTest.keyClicks(field.edit, text)
    QTest.keyClick(field.edit, Qt.Key.Key_Return)


def build(window, qtbot):
    canvas, search = window.canvas(), window.palette_view.search
    canvas.view.zoom_to(1.0)
    middle = canvas.view.to_canvas(QPointF(canvas.rect().center()))
    for name, type_, query, (x, y), values in BLOCKS:
        search.clear()
        enter(search, query)
        QTest.keyClick(search, Qt.Key.Key_Return)
        (made,) = canvas.selection()
        assert window.page().blocks[made].type == type_
        qtbot.waitUntil(lambda made=made: window.inspector.shown == made)
        if made != name:
            type_into(window.inspector.fields[""], name)
            qtbot.waitUntil(lambda name=name: window.inspector.shown == name)
        for pin, text in values.items():
            type_into(window.inspector.fields[pin], text)
        assert window.page().blocks[name].values == values
        at = canvas.view.widget(np.array([middle.x() - 550 + x, middle.y() + y]))
        drag(canvas, spot(canvas, name), QPoint(int(at[0]) + 30, int(at[1]) + 12))
    for wire in WIRES:
        (source, out), (target, pin) = (end.split(".") for end in wire.split())
        drag(canvas, spot(canvas, source, out, out=True), spot(canvas, target, pin))
    made = sorted(f"{w.source}.{w.source_pin} {w.target}.{w.target_pin}" for w in window.page().wires())
    assert made == sorted(WIRES)


def test_a_page_is_built_run_read_saved_undone_and_redone(window, qtbot, tmp_path, monkeypatch):
    empty = documents.dumps(window.history.document)
    build(window, qtbot)
    window.commands.steps.setValue(4)
    QTest.keyClick(window, Qt.Key.Key_R, CTRL)
    qtbot.waitUntil(lambda: "done, step 4" in window.status.state.text())
    assert window.problem_list.rows.problems == []

    window.canvas().requests.results_wanted.emit("TAKE", "values")
    view = window.views.tables[-1][1]
    assert [row[:3] for row in view.model.rows[:3]] == [
        ("DT_INT64", "indices[2]", "[2 4]"),
        ("DT_DOUBLE", "values[2][2]", "[[1.4 2.4] [3.4 4.4]]"),
        ("DT_INT64", "shape[2]", "[5 2]"),
    ]
    qtbot.waitUntil(view.isActiveWindow)
    grid = view.viewer.grid
    qtbot.waitUntil(lambda: grid.text(1, 1)[0] == "4.4")
    assert [grid.text(row, column)[0] for row in (0, 1) for column in (0, 1)] == ["1.4", "2.4", "3.4", "4.4"]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

    built = documents.dumps(window.history.document)
    path = tmp_path / "sparse.loom"
    monkeypatch.setattr(
        "blockloom.app.window.document.documentfile.QFileDialog.getSaveFileName", lambda *a: (str(path), "")
    )
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    assert path.read_text("utf-8") == built
    for key, modifiers, end in ((Qt.Key.Key_Z, CTRL, empty), (Qt.Key.Key_Z, CTRL | SHIFT, built)):
        window.canvas().setFocus()
        while window.commands["undo" if end == empty else "redo"].isEnabled():
            QTest.keyClick(window, key, modifiers)
        assert documents.dumps(window.history.document) == end
    assert not window.isWindowModified()
    assert window.file.open_path(str(path))
    assert documents.dumps(window.history.document) == built


def test_a_page_runs_until_a_condition_holds(window, qtbot):
    assert window.file.open_path(str(ASSETS / "examples" / "linear_regression.loom"))
    for text, most, said in (("LOSS < 0.5", 0, "LOSS < 0.5 is true"), ("LOSS < 0", 5, "LOSS < 0 is false")):
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        QTest.keyClick(window, Qt.Key.Key_U, CTRL)
        dialog = window.findChildren(RunUntil)[-1]
        qtbot.waitUntil(dialog.isVisible)
        dialog.edit.clear()
        QTest.keyClicks(dialog.edit, text.replace("LOSS", "LOS"))
        assert not dialog.go.isEnabled() and "did you mean LOSS?" in dialog.message.text()
        dialog.edit.clear()
        QTest.keyClicks(dialog.edit, text)
        dialog.most.setValue(most)
        assert dialog.go.isEnabled()
        QTest.keyClick(dialog.edit, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda said=said: said in window.status.state.text())
    loss = window.canvas().marks.results["LOSS"]["output"]["text"]
    assert float(loss) < 0.5  # the second run went on from there
    window.do(Rename("regression", "LOSS", "COST"), "Rename")
    assert window.runs.pages.run_of("regression").condition == ("COST < 0", 5)


def test_a_condition_is_put_together_from_lists_with_the_current_value_next_to_it(window, qtbot):
    assert window.file.open_path(str(ASSETS / "examples" / "linear_regression.loom"))
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: "done" in window.status.state.text())
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_U, CTRL)
    dialog = window.findChildren(RunUntil)[-1]
    qtbot.waitUntil(dialog.isActiveWindow)
    popup = dialog.edit.completer().popup()

    def take(first, row=0):
        qtbot.waitUntil(popup.isVisible)
        assert popup.model().index(row, 0).data() == first
        for _ in range(row + 1):
            QTest.keyClick(popup, Qt.Key.Key_Down)
        QTest.keyClick(popup, Qt.Key.Key_Return)

    QTest.keyClicks(dialog.edit, "los")
    take("LOSS ")
    take("LOSS > ", 2)  # the list of comparisons comes by itself
    loss = window.canvas().marks.results["LOSS"]["output"]["text"]
    assert dialog.now.text().startswith("LOSS.output: DT_") and dialog.now.text().endswith(loss)
    assert dialog.edit.text() == "LOSS > " and not dialog.go.isEnabled()
    QTest.keyClicks(dialog.edit, "0")
    assert dialog.go.isEnabled() and not popup.isVisible()
    dialog.edit.clear()
    QTest.keyClick(dialog.edit, Qt.Key.Key_Down)  # all blocks
    qtbot.waitUntil(popup.isVisible)
    assert popup.model().rowCount() > 5 and dialog.now.text() == ""
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    dialog.reject()


def test_a_killed_worker_is_said_and_run_works_again(window, qtbot):
    window.do(Insert("main", (Block("A", "Const", values={"value": "[1.5, 2.5]"}),)), "Add")
    before = documents.dumps(window.history.document)
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING and window.worker.step > 0)
    pid = window.worker.pid
    os.kill(pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: "the worker died" in window.status.state.text() and "SIGKILL" in window.status.state.text())
    assert documents.dumps(window.history.document) == before and window.commands["run"].isEnabled()
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: window.worker.state == IDLE and "done" in window.status.state.text())
    assert window.worker.pid != pid


def test_a_blocked_run_says_what_it_waits_for_and_stops(window, qtbot):
    assert window.file.open_path(str(ASSETS / "examples" / "sparse_accumulator.loom"))
    window.canvas().selection.choose(["TAKE"])
    qtbot.waitUntil(lambda: "num_required" in window.inspector.fields)
    type_into(window.inspector.fields["num_required"], "2")
    QTest.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: "TAKE waits: 1 of 2" in window.status.state.text())
    qtbot.waitUntil(lambda: window.canvas().marks.states() == {"TAKE": "waiting", "S": "running"})
    QTest.keyClick(window, Qt.Key.Key_F5, SHIFT)
    qtbot.waitUntil(lambda: window.worker.state == IDLE and "stopped" in window.status.state.text())
    assert window.canvas().marks.state("S") == ""


def test_an_op_that_ignores_stop_gives_the_window_back(window, qtbot):
    window.do(Insert("main", (Block("U", "Unstage", values={"dtypes": "[DT_FLOAT]"}),)), "Add")
    QTest.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: "U waits" in window.status.state.text())
    QTest.keyClick(window, Qt.Key.Key_F5, SHIFT)
    qtbot.waitUntil(lambda: "did not react to Stop" in window.status.state.text())
    assert window.worker.state == IDLE and window.commands["run"].isEnabled()


def test_an_op_that_aborts_the_process_is_a_message(window, qtbot):
    window.do(Insert("main", (Block("X", "Abort", values={"error_msg": "enough"}),)), "Add")
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: "the worker died" in window.status.state.text())
    assert window.worker.state == IDLE and set(window.page().blocks) == {"X"}
    assert any("document is intact" in window.messages.item(row).text() for row in range(window.messages.count()))


def test_a_tensorflow_error_is_on_its_block(window, qtbot):
    window.do(
        insert("A Const value=[[1.0, 2.0]]; M MatMul @at=300,0 b=[[1.0, 2.0]]"),
        "Add",
    )
    drag(window.canvas(), spot(window.canvas(), "A", "output", out=True), spot(window.canvas(), "M", "a"))
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: window.problem_list.rows.problems != [])
    assert window.problem_list.rows.problems[0].block == "M" and "Traceback" not in window.status.state.text()
