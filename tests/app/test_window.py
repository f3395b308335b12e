"""The window around the canvas: files, pages, palette, inspector, undo, problems."""

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QMessageBox

from blockloom.app.canvas import Canvas
from blockloom.app.window import faults, settings
from blockloom.app.window.adding import describe
from blockloom.app.window.adding.palettemodel import NAME
from blockloom.app.window.docks.fields import Link, value_problem
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.runs.session import IDLE, RUNNING, WorkerSession
from blockloom.blocks.document.pages import Block, Wire, new_document
from blockloom.blocks.edits import AddPage, Insert, RemovePage, connect
from blockloom.blocks.files import documents
from blockloom.blocks.problems import KEPT_VALUE, Problem
from tests.app.windowkit import FakeWorker, press_in_dialog, press_in_menu
from tests.pages import document


def worker(window):
    return window.worker._worker


def add(window, *blocks):
    window.do(Insert(window.tabs.page_name(), blocks), "Add")


def keys(widget, text):
    QTest.keyClicks(widget, text)


# --- palette ----------------------------------------------------------------------------------------------------------

def test_typing_and_enter_add_the_best_match(window):
    search = window.palette_view.search
    keys(search, "TakeGrad")
    assert "SparseAccumulatorTakeGradient" in window.palette_view.names()[:4]
    keys(search, " Sparse")
    search.setText("MatMul")
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert [b.type for b in window.page().blocks.values()] == ["MatMul"]
    assert window.canvas().selection() == set(window.page().blocks)


def test_arrow_keys_choose_and_the_description_follows(window):
    view = window.palette_view
    keys(view.search, "matmul")
    first = view.view.currentIndex().data(NAME)
    QTest.keyClick(view.search, Qt.Key.Key_Down)
    second = view.view.currentIndex().data(NAME)
    assert first == "MatMul" and second not in (None, first)
    assert second in view.help.toPlainText()
    QTest.keyClick(view.search, Qt.Key.Key_Return)
    assert [b.type for b in window.page().blocks.values()] == [second]
    QTest.keyClick(view.search, Qt.Key.Key_Escape)
    if view.symbols.isChecked():    # as a test before left it
        view.symbols.click()
    assert view.search.text() == "" and view.names() == [n for n in view.names() if not n.startswith("enu.")]
    before = len(view.names())
    QTest.mouseClick(view.symbols, Qt.MouseButton.LeftButton, pos=QPoint(8, view.symbols.height() // 2))
    assert view.symbols.isChecked() and len(view.names()) == len(window.catalogue) > before


def test_every_type_is_in_one_category_and_a_drag_carries_its_name(window):
    model = window.palette_view.model

    if not window.palette_view.symbols.isChecked():
        window.palette_view.symbols.click()

    def rows(parent=QModelIndex()):  # noqa: B008
        return [model.index(i, 0, parent) for i in range(model.rowCount(parent))]

    def leaves(index):
        return [index] if index.data(NAME) else [leaf for inner in rows(index) for leaf in leaves(inner)]

    def names(index):
        return [leaf.data(NAME) for leaf in leaves(index)]
    assert sorted(name for index in rows() for name in names(index)) == sorted(window.catalogue)
    enuspace = next(index for index in rows() if index.data() == "enuSpace (487)")
    assert len(rows(enuspace)) > 10 and len(names(enuspace)) == 487
    assert all(model.parent(inner) == enuspace for inner in rows(enuspace))
    leaf = leaves(rows()[0])[0]
    mime = model.mimeData([leaf])
    assert bytes(mime.data("application/x-blockloom-type")).decode() == leaf.data(NAME)


def test_favourites_and_recent_types_stand_first_in_the_palette(window):
    palette, model = window.palette_view, window.palette_view.model

    def groups():
        return [model.index(row, 0).data() for row in range(model.rowCount())]
    first = groups()
    maths = model.index(first.index(next(g for g in first if g.startswith("Math"))), 0)
    palette.view.expand(maths)
    add = next(model.index(row, 0, maths) for row in range(model.rowCount(maths))
               if model.index(row, 0, maths).data(NAME) == "AddV2")
    palette.view.setCurrentIndex(add)
    QTest.keyClick(palette.view, Qt.Key.Key_Return)
    assert groups() == ["Recently added (1)", *first]
    assert palette.view.currentIndex().data(NAME) == "AddV2" and palette.view.isExpanded(model.index(2, 0))
    palette.view.scrollTo(palette.view.currentIndex())
    palette.view.customContextMenuRequested.emit(palette.view.visualRect(palette.view.currentIndex()).center())
    press_in_menu(palette.findChildren(QMenu)[-1], "Add to favourites")
    assert groups() == ["Favourites (1)", "Recently added (1)", *first]
    assert palette.names().count("AddV2") == 1


def test_a_search_without_a_hit_says_so(window):
    keys(window.palette_view.search, "zzzz qqqq")
    assert window.palette_view.none.isVisible() and not window.palette_view.names()


def test_without_a_cached_catalogue_the_palette_says_what_it_waits_for(qtbot, catalogue):
    window = MainWindow(None, WorkerSession(FakeWorker))
    qtbot.addWidget(window)
    window.show()
    assert "Reading" in window.palette_view.none.text() and not window.palette_view.none.isHidden()
    window.worker.fetch_catalogue()
    worker(window).finish("catalogue", types=list(catalogue.entries.values()), tensorflow=catalogue.version, path="")
    qtbot.waitUntil(lambda: "MatMul" in window.palette_view.names())
    assert window.palette_view.none.isHidden() and catalogue.version in window.status.version.text()
    window.worker.close()


# --- inspector --------------------------------------------------------------------------------------------------------

def inspect(window, qtbot, block):
    window.canvas().selection.choose([block])
    qtbot.waitUntil(lambda: window.inspector.shown == block)
    return window.inspector.fields


def test_a_value_is_typed_checked_and_undone(window, qtbot):
    add(window, Block("TAKE", "SparseAccumulatorTakeGradient"))
    fields = inspect(window, qtbot, "TAKE")
    edit = fields["num_required"].edit
    edit.setFocus()
    keys(edit, "two")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert "two" in fields["num_required"].message.text() and fields["num_required"].message.isVisible()
    assert not window.page().blocks["TAKE"].values
    edit.selectAll()
    keys(edit, "2")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert window.page().blocks["TAKE"].values == {"num_required": "2"}
    assert not fields["num_required"].message.isVisible()
    assert "TAKE.num_required" in window.commands["undo"].text()
    window.commands["undo"].trigger()
    assert not window.page().blocks["TAKE"].values
    qtbot.waitUntil(lambda: edit.text() == "")


def test_the_tooltip_of_a_tensor_tells_how_one_is_typed(window, qtbot):
    add(window, Block("C", "Const"), Block("N", "Neg"))
    assert "[] (0, 3)" in inspect(window, qtbot, "N")["x"].edit.toolTip()
    fields = inspect(window, qtbot, "C")
    assert "[] (0, 3)" in fields["value"].edit.toolTip() and "[] (0, 3)" not in fields["dtype"].combo.toolTip()


def test_a_refused_text_comes_back_with_its_block(window, qtbot):
    add(window, Block("TAKE", "SparseAccumulatorTakeGradient"), Block("B", "NoOp"))
    fields = inspect(window, qtbot, "TAKE")
    edit = fields["num_required"].edit
    edit.setFocus()
    keys(edit, "[1")
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    inspect(window, qtbot, "B")
    field = inspect(window, qtbot, "TAKE")["num_required"]
    assert field.edit.text() == "[1" and field.message.text()


def test_a_combo_box_offers_the_allowed_values_and_escape_takes_back(window, qtbot):
    add(window, Block("C", "Conv2D"))
    field = inspect(window, qtbot, "C")["padding"]
    assert [field.combo.itemText(i) for i in range(field.combo.count())] == ["SAME", "VALID", "EXPLICIT"]
    field.edit.setFocus()
    keys(field.edit, "FULL")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert "SAME" in field.message.text() and not window.page().blocks["C"].values
    QTest.keyClick(field.edit, Qt.Key.Key_Escape)
    assert field.edit.text() == "" and not field.message.isVisible()
    field.combo.setCurrentIndex(1)
    field.combo.activated.emit(1)
    assert window.page().blocks["C"].values == {"padding": "VALID"}


def test_rename_from_the_inspector_checks_the_id(window, qtbot):
    add(window, Block("A", "NoOp"), Block("B", "NoOp"))
    field = inspect(window, qtbot, "A")[""]
    for text in ("B", "no spaces"):
        field.edit.setFocus()
        field.edit.selectAll()
        keys(field.edit, text)
        QTest.keyClick(field.edit, Qt.Key.Key_Return)
        assert field.message.text() and "A" in window.page().blocks
    field.edit.selectAll()
    keys(field.edit, "C")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert set(window.page().blocks) == {"B", "C"}
    qtbot.waitUntil(lambda: window.inspector.shown == "C")


def test_placeholders_say_what_is_inferred_and_wires_link_to_their_source(window, qtbot):
    add(window, Block("X", "Const", values={"value": "[1.5, 2.5]"}), Block("Y", "Neg"))
    window.do(connect(window.page(), Wire("X", "output", "Y", "x")), "Wire")
    fields = inspect(window, qtbot, "Y")
    assert "x" not in fields
    assert fields["T"].edit.placeholderText() == "inferred: DT_DOUBLE"
    window.inspector.goto.emit("X")
    assert window.canvas().selection() == {"X"}


@pytest.mark.parametrize(("type_", "pin", "text", "wrong"), [
    ("MatMul", "transpose_a", "maybe", True), ("MatMul", "transpose_a", "true", False),
    ("MatMul", "a", "[[1, 2], [3]]", True), ("MatMul", "a", "{{1,2},{3,4}}", False),
    ("MatMul", "T", "DT_STRING", True), ("Placeholder", "shape", "[5][2]", False),
    ("Placeholder", "shape", "five", True),
    ("ConcatV2", "values", "[1, 2], [3]", False), ("ConcatV2", "values", "[1, [3", True), ("AddN", "N", "0", True),
    ("loom.Session", "run_outputs", "1", True)])
def test_what_may_be_typed(catalogue, type_, pin, text, wrong):
    assert bool(value_problem(catalogue[type_], pin, text, {})) == wrong


# --- files ------------------------------------------------------------------------------------------------------------

def test_save_open_and_the_title(window, tmp_path, monkeypatch, qtbot):
    path = tmp_path / "a.loom"
    monkeypatch.setattr("blockloom.app.window.document.documentfile.QFileDialog.getSaveFileName",
                        lambda *a: (str(tmp_path / "a"), ""))
    add(window, Block("A", "NoOp"))
    assert window.isWindowModified()
    QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert not window.isWindowModified() and window.windowTitle().startswith("a.loom")
    assert documents.load(path).pages["main"].blocks.keys() == {"A"}
    window.file.new()
    assert not window.page().blocks and window.windowTitle().startswith("untitled")
    press_in_menu(window.recent_menu, f"1 {path}")
    assert set(window.page().blocks) == {"A"}
    path.unlink()
    window.recent_menu.aboutToShow.emit()
    first, *_ = window.recent_menu.actions()
    assert first.text() == f"&1 {path}" and not first.isEnabled()     # it is gone, and may come back


def test_undo_back_to_what_was_saved_is_clean(window):
    window.history.mark_saved()
    add(window, Block("A", "NoOp"))
    assert window.isWindowModified()
    window.undo()
    assert not window.isWindowModified()
    window.redo()
    assert window.isWindowModified() and set(window.page().blocks) == {"A"}


@pytest.mark.parametrize(("answer", "closed"), [("Cancel", False), ("Discard", True), ("Save", True)])
def test_close_with_unsaved_changes_asks(window, tmp_path, answer, closed):
    window.file.path = str(tmp_path / "b.loom")
    add(window, Block("A", "NoOp"))
    press_in_dialog(answer)
    assert window.close() == closed
    assert (tmp_path / "b.loom").exists() == (answer == "Save")


@pytest.mark.parametrize("data", [b"", b"\x00\xff\xfe", b'{"blockloom": 99, "pages": []}',
                                  b'{"blockloom": 1, "pages": [{'])
def test_a_bad_file_is_one_dialog_and_changes_nothing(window, tmp_path, data, monkeypatch):
    (tmp_path / "bad.loom").write_bytes(data)
    add(window, Block("A", "NoOp"))
    window.history.mark_saved()
    said = []
    monkeypatch.setattr(QMessageBox, "critical", lambda parent, title, text: said.append(text))
    assert not window.file.open_path(str(tmp_path / "bad.loom"))
    assert len(said) == 1 and "bad.loom" in said[0] and set(window.page().blocks) == {"A"}


def test_a_failed_save_says_why_and_keeps_everything(window, tmp_path):
    window.file.path = str(tmp_path / "missing" / "c.loom")
    add(window, Block("A", "NoOp"))
    said = []
    press_in_dialog("Close", said)
    assert not window.file.save()
    assert "missing" in said[0] and window.isWindowModified() and set(window.page().blocks) == {"A"}


def test_a_file_changed_on_disk_is_not_overwritten_unasked(window, tmp_path):
    path = tmp_path / "d.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    add(window, Block("A", "NoOp"))
    path.write_text("changed by somebody else\n")
    said = []
    press_in_dialog("Cancel", said)
    assert not window.file.save()
    assert "d.loom" in said[0] and path.read_text() == "changed by somebody else\n"
    press_in_dialog("Overwrite")
    assert window.file.save() and "A" in documents.load(path).pages["main"].blocks


def test_what_the_reader_mended_is_in_the_problems(window, tmp_path):
    path = tmp_path / "twice.loom"
    path.write_text('{"blockloom": 1, "pages": [{"name": "main", "blocks": [{"id": "A", "type": "NoOp", "at": [0, 0]}, '
                    '{"id": "A", "type": "NoOp", "at": [9, 9]}]}]}')
    assert window.file.open_path(str(path))
    assert [p.code for p in window.problem_list.rows.problems] == ["duplicate-id"]


def test_an_example_opens_as_a_copy(window):
    window.example_menu.aboutToShow.emit()
    window.example_menu.actions()[0].trigger()
    assert window.page().blocks and window.file.path == "" and not window.isWindowModified()


# --- pages ------------------------------------------------------------------------------------------------------------

def tabs(window):
    return [window.tabs.bar.tabData(i) for i in range(window.tabs.count())]


def test_pages_are_added_renamed_moved_removed_and_undone(window):
    window.commands["add_page"].trigger()
    assert tabs(window) == ["main", "page 2"] and window.tabs.page_name() == "page 2"
    add(window, Block("A", "NoOp"))
    rect = window.tabs.bar.tabRect(1)
    QTest.mouseDClick(window.tabs.bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect.center())
    editor = window.tabs.bar._editor
    editor.selectAll()
    keys(editor, "second")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert tabs(window) == ["main", "second"] == list(window.history.document.pages)
    window.commands["page_left"].trigger()
    assert tabs(window) == ["second", "main"] == list(window.history.document.pages)
    window.tabs.remove_page(0)
    assert tabs(window) == ["main"]
    assert window.tabs.removed.isVisible()
    while window.history.undo_label:
        window.undo()
        assert tabs(window) == list(window.history.document.pages)
    assert tabs(window) == ["main"]
    while window.history.redo_label:
        window.redo()
    window.undo()
    assert tabs(window) == ["second", "main"] and window.tabs.page_name() == "second"
    assert set(window.page().blocks) == {"A"}


def test_dragging_a_tab_moves_the_page(window, qtbot):
    for name in ("b", "c"):
        window.do(AddPage(name), "Add")
    bar = window.tabs.bar
    start, end = bar.tabRect(0).center(), bar.tabRect(2).center() + QPoint(20, 0)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for i in range(1, 11):
        QTest.mouseMove(bar, start + (end - start) * i / 10)
        qtbot.wait(5)
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    assert list(window.history.document.pages) == ["b", "c", "main"] == tabs(window)


def test_a_wrong_page_name_is_refused_with_a_reason(window):
    window.commands["add_page"].trigger()
    window.tabs._rename(1, "main")
    assert "main" in window.statusBar().currentMessage() and tabs(window) == ["main", "page 2"]


def test_the_last_page_stays(window):
    window.tabs.remove_page()
    assert tabs(window) == ["main"] and window.statusBar().currentMessage()


# --- edit commands ----------------------------------------------------------------------------------------------------

def test_copy_cut_paste_by_keys_on_the_canvas(window, qtbot):
    add(window, Block("A", "NoOp"), Block("B", "NoOp"))
    canvas, ctrl = window.canvas(), Qt.KeyboardModifier.ControlModifier
    canvas.setFocus()
    canvas.selection.choose(["A"])
    QTest.keyClick(canvas, Qt.Key.Key_C, ctrl)
    QTest.keyClick(canvas, Qt.Key.Key_V, ctrl)
    assert set(window.page().blocks) == {"A", "A_2", "B"} or len(window.page().blocks) == 3
    QTest.keyClick(canvas, Qt.Key.Key_A, ctrl)
    QTest.keyClick(canvas, Qt.Key.Key_X, ctrl)
    assert not window.page().blocks
    window.undo()
    assert len(window.page().blocks) == 3
    QTest.keyClick(canvas, Qt.Key.Key_A, ctrl)
    QTest.keyClick(canvas, Qt.Key.Key_Delete)
    assert not window.page().blocks


def test_pasting_something_else_says_so(window):
    QGuiApplication.clipboard().setText("a mail")
    window.commands["paste"].trigger()
    assert window.statusBar().currentMessage() and not window.page().blocks


def test_find_jumps_across_pages(window):
    add(window, Block("A", "NoOp"))
    window.do(AddPage("other"), "Add page")
    window.do(Insert("other", (Block("NEEDLE", "MatMul"),)), "Add")
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    keys(window.panels.find_box.edit, "need")
    QTest.keyClick(window.panels.find_box.edit, Qt.Key.Key_Return)
    assert window.tabs.page_name() == "other" and window.canvas().selection() == {"NEEDLE"}
    assert not window.panels.find_box.isVisible()


def test_all_that_is_found_on_the_page_is_selected(window):
    add(window, Block("A", "NoOp"))
    add(window, Block("B", "MatMul"))
    add(window, Block("C", "NoOp"))
    window.commands["find"].trigger()
    keys(window.panels.find_box.edit, "type:noop")
    QTest.keyClick(window.panels.find_box.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.canvas().selection() == {"A", "C"} and not window.panels.find_box.isVisible()


# --- running ----------------------------------------------------------------------------------------------------------

PROBLEM = Problem.told("error", "missing-input", "main", "A", "", "nothing is wired", "Wire it").row()


def test_errors_stop_the_run_and_the_list_jumps(window, qtbot):
    add(window, Block("A", "NoOp"), Block("B", "NoOp"))
    window.do(AddPage("other"), "Add page")
    worker(window).answers["open"] = {"problems": [Problem.told("warning", "w", "main", "B", "", "odd").row(), PROBLEM]}
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: len(window.problem_list.rows.problems) == 2)
    assert "run" not in worker(window).did() and "cannot run" in window.status.state.text()
    assert window.problem_list.rows.problems[0].code == "missing-input"  # errors first
    window.tabs.show_page("other")
    view = window.problem_list
    view.setFocus()
    view.setCurrentIndex(view.rows.index(0, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert window.tabs.page_name() == "main" and window.canvas().selection() == {"A"}


def test_warnings_appear_and_the_run_starts(window, qtbot):
    add(window, Block("A", "NoOp"))
    worker(window).answers["open"] = {"problems": [["warning", *PROBLEM[1:]]], "kept": ["W"], "reset": ["Q"]}
    window.commands.steps.setValue(4)
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    assert worker(window).asked[-1] == ("run", {"steps": 4, "timeout": None})
    assert len(window.problem_list.rows.problems) == 1
    said = " ".join(window.messages.item(i).text() for i in range(window.messages.count()))
    assert "kept the state of W" in said and "reset Q" in said
    assert not window.commands["run"].isEnabled() and window.commands["stop"].isEnabled()


def test_of_a_variable_that_gets_its_initial_value_nobody_is_told_that_it_kept_another(window, qtbot):
    add(window, Block("W", "NoOp"), Block("X", "NoOp"))
    kept = [Problem.told("warning", KEPT_VALUE, "main", name, "", f"{name} keeps its value").row() for name in "WX"]
    worker(window).answers["open"] = {"problems": kept, "kept": ["W", "X"], "reset": []}
    window.runs.initialise(["W"])
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    said = [window.messages.item(i).text() for i in range(window.messages.count())]
    assert any("X keeps its value" in text for text in said) and not any("W" in text for text in said)
    assert any("kept the state of X" in text for text in said)


def test_without_a_selection_the_inspector_tells_of_the_page_and_leads_to_its_blocks(window, qtbot, catalogue):
    window.workspace.replace(document(catalogue, {"W": ("loom.Variable", {"dtype": "DT_FLOAT", "initvalues": "1.0"}),
                                             "N": "Neg", "S": "loom.Session"}, """
        W.ref -> N.x
        N.y -> S.fetch_outputs"""))

    def lines():
        return [link.accessibleName() for link in window.inspector.widget().findChildren(Link)]
    qtbot.waitUntil(lambda: lines() == ["N.y", "W"])
    facts = [label.text() for label in window.inspector.widget().findChildren(QLabel)]
    assert facts == ["main", "3 blocks · 2 wires", "Fetched", "Variables", "As a block"]
    window.inspector.show_results({"N": {"y": {"dtype": "float32", "shape": [], "text": "-1"}},
                                   "W": {"ref": {"dtype": "float32", "shape": [], "text": "1"}}})
    assert lines() == ["N.y = -1", "W.ref = 1"]
    window.canvas().selection.choose(["N", "W"])
    qtbot.waitUntil(lambda: lines() == ["N: Neg", "W: Variable"])
    QTest.mouseClick(window.inspector.widget().findChildren(Link)[1], Qt.MouseButton.LeftButton)
    assert window.canvas().selection() == {"W"}
    window.workspace.replace(document(catalogue, {"N": "Neg"}))
    qtbot.waitUntil(lambda: [label.text() for label in window.inspector.widget().findChildren(QLabel, "dim")]
                    [:1] == ["1 block · 0 wires"])


def test_waiting_and_results_reach_status_canvas_and_inspector(window, qtbot):
    add(window, Block("TAKE", "SparseAccumulatorTakeGradient"))
    inspect(window, qtbot, "TAKE")
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    worker(window).tell(event="waiting", blocks=[{"block": "TAKE", "has": 1, "needs": 2, "text": "1 of 2 gradients"}])
    qtbot.waitUntil(lambda: "TAKE waits: 1 of 2 gradients" in window.status.state.text())
    worker(window).tell(event="waiting", blocks=[])
    summary = {"dtype": "float64", "shape": [2, 2], "text": "[[1.4 2.4] [3.4 4.4]]"}
    worker(window).tell(event="results", step=12, results={"TAKE": {"values": summary}})
    qtbot.waitUntil(lambda: "running, step 12" in window.status.state.text())
    column = window.inspector._results_at
    assert "values[2][2] = [[1.4 2.4]" in column.itemAt(0).widget().accessibleName()
    window.commands["stop"].trigger()
    worker(window).finish(ended="stopped", step=13, results={})
    qtbot.waitUntil(lambda: "stopped after step 13" in window.status.state.text())


def test_results_of_a_dead_worker_look_their_age_when_the_next_one_fails(window, qtbot, catalogue):
    window.workspace.replace(document(catalogue, {"A": ("Const", {"value": "1.0"})}))

    def step(**ended):
        window.runs.run(1)
        qtbot.waitUntil(lambda: window.worker.state == RUNNING)
        worker(window).finish(**ended)
        qtbot.waitUntil(lambda: window.worker.state == IDLE)
        return window.canvas().marks.older
    half = {"ended": "error", "step": 0, "problems": [], "half": True, "changed": [], "shown": 0}
    assert step(**half) == ""       # nothing is shown yet, and so nothing is old
    assert step(ended="done", step=1, results={"A": {"output": {"dtype": "float32", "shape": [], "text": "1.0"}}}) == ""
    worker(window).answers["open"]["blocks"] = ["A"]
    worker(window).die()
    qtbot.waitUntil(lambda: worker(window).starts == 2)
    assert step(**half) == "of an earlier run: step 1 did not come to its end"


def test_a_dead_worker_is_said_and_the_next_run_works(window, qtbot):
    add(window, Block("A", "NoOp"))
    before = documents.dumps(window.history.document)
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    worker(window).die("the worker process was ended by SIGKILL")
    qtbot.waitUntil(lambda: "SIGKILL" in window.status.state.text())
    assert "SIGKILL" in window.messages.item(window.messages.count() - 1).text()
    assert documents.dumps(window.history.document) == before and window.commands["step"].isEnabled()
    worker(window).answers["run"] = {"ended": "done", "step": 1, "results": {}, "problems": []}
    window.commands["step"].trigger()
    qtbot.waitUntil(lambda: "done, step 1" in window.status.state.text())


def test_reset_clears_the_results(window, qtbot):
    add(window, Block("A", "NoOp"))
    worker(window).answers["run"] = {"ended": "done", "step": 1, "results": {"A": {"x": None}}, "problems": []}
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.canvas().marks.results == {"A": {"x": None}})
    window.commands["reset"].trigger()
    qtbot.waitUntil(lambda: window.runs.pages.results == {})


def test_a_new_document_ends_the_run_of_the_old_one(window, qtbot):
    add(window, Block("A", "NoOp"))
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    window.history.mark_saved()
    window.file.new()
    assert worker(window).did()[-1] == "stop"
    worker(window).finish(ended="stopped", step=3, results={"A": {"x": None}})
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    assert window.runs.pages.results == {}


# --- the rest ---------------------------------------------------------------------------------------------------------

def test_an_unexpected_exception_becomes_one_line_with_details(window, capsys):
    faults.install(lambda line, details: window.messages.add(line, "error", details))
    try:
        import sys
        try:
            raise KeyError("lost pin")
        except KeyError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    finally:
        faults.install(None)
        sys.excepthook = sys.__excepthook__
    item = window.messages.item(window.messages.count() - 1)
    assert "lost pin" in item.text() and "\n" not in item.text()
    assert "Traceback" in item.data(Qt.ItemDataRole.UserRole) and capsys.readouterr().err == ""


def test_the_theme_is_remembered(window, qtbot, catalogue):
    window.commands["theme"].trigger()
    assert settings.theme() == "light"
    again = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(again)
    assert again.theming.theme == "light" and again.commands["theme"].isChecked()
    again.theming.toggle()
    assert settings.theme() == "dark"


def test_every_command_has_a_text_and_no_key_is_used_twice(window):
    used = [(k.toString(), command.canvas) for command in window.commands.table
            for k in window.commands[command.key].shortcuts()]
    assert len(used) == len({key for key, _ in used})
    assert all(window.commands[command.key].text() for command in window.commands.table)


def test_removing_a_page_leaves_no_listener_behind(window, qtbot):
    before = len(window.history.listeners)
    window.do(AddPage("gone"), "Add")
    window.do(RemovePage("gone"), "Remove")
    qtbot.waitUntil(lambda: len(window.findChildren(Canvas)) == 1)
    add(window, Block("A", "NoOp"))  # the listener of a canvas that went leaves at the next edit
    assert len(window.history.listeners) == before


def test_about_opens(window, qtbot):
    from blockloom.app.window.dialogs.about import about
    box = about(window, window.windowIcon())
    assert box.isVisible()
    box.close()


def test_a_dropped_file_is_opened(window, tmp_path, qtbot):
    document = new_document("dropped")
    documents.save(document, tmp_path / "x.loom")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.loom"))])
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                       Qt.KeyboardModifier.NoModifier)
    window.dropEvent(event)
    qtbot.waitUntil(lambda: tabs(window) == ["dropped"])


@pytest.mark.parametrize("name", ["page.loom", "page.svg", "project.ENUP"])
def test_files_of_every_kind_that_opens_can_be_dropped(window, name):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(f"/tmp/{name}")])
    event = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)
    event.ignore()
    window.dragEnterEvent(event)
    assert event.isAccepted()


def test_a_worker_that_cannot_read_the_ops_is_said_and_run_tries_again(qtbot, catalogue):
    window = MainWindow(None, WorkerSession(FakeWorker))
    qtbot.addWidget(window)
    window.worker.fetch_catalogue()
    worker(window).die("TensorFlow cannot be imported")
    qtbot.waitUntil(lambda: "could not be read" in window.palette_view.none.text())
    assert "cannot be imported" in window.status.state.text()
    window.commands["step"].trigger()
    assert worker(window).did().count("catalogue") == 2
    window.worker.close()


def test_every_part_is_reached_by_keys(window, qtbot):
    add(window, Block("A", "MatMul"))
    inspect(window, qtbot, "A")
    for key, inside in ((Qt.Key.Key_2, window.inspector), (Qt.Key.Key_3, window.problem_list),
                        (Qt.Key.Key_4, window.messages), (Qt.Key.Key_1, window.canvas()),
                        (Qt.Key.Key_Space, window.palette_view)):
        QTest.keyClick(window.focusWidget() or window, key, Qt.KeyboardModifier.ControlModifier)
        assert inside is window.focusWidget() or inside.isAncestorOf(window.focusWidget())


def test_what_was_refused_in_one_document_is_not_typed_into_the_next(window, qtbot, catalogue):
    for value, typed in (("1", "no number"), ("2", None)):
        window.workspace.replace(document(catalogue, {"A": ("Const", {"value": value, "dtype": "DT_INT32"})}))
        window.canvas().selection.choose({"A"})
        qtbot.waitUntil(lambda: window.inspector.shown == "A")
        field = window.inspector.fields["value"]
        assert field.edit.text() == value
        if typed:
            field.edit.setText(typed)
            field.commit()
            assert window.inspector.fields["value"].edit.text() == typed
        window.workspace.typing_ends.emit()
        assert window.page().blocks["A"].values["value"] == value


def test_a_description_is_rendered_and_leads_to_other_ops_and_back(window, monkeypatch):
    palette, asked = window.palette_view, []
    monkeypatch.setattr(describe.QDesktopServices, "openUrl", lambda url: asked.append(url.toString()))
    palette.describe("ScatterNd")
    shown = palette.help.toPlainText()
    assert "```" not in shown and "<img" not in shown and "`" not in shown and "tf.gather_nd" in shown
    palette.help.anchorClicked.emit(QUrl("op:GatherNd"))
    assert "GatherNd(params" in palette.help.toPlainText() and "← ScatterNd" in palette.help.toPlainText()
    palette.help.anchorClicked.emit(QUrl("op:ScatterNd"))
    assert "ScatterNd(indices" in palette.help.toPlainText()
    palette.help.anchorClicked.emit(QUrl("op:NoSuchOp"))
    palette.help.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert "ScatterNd(indices" in palette.help.toPlainText() and not asked
    palette.help.anchorClicked.emit(QUrl("https://example.org/x"))
    assert asked == ["https://example.org/x"]
    palette.describe("ApplyAdam")
    assert "√(1 - β2t)/(1 - β1t)" in palette.help.toPlainText() and "\\" not in palette.help.toPlainText()


def test_in_a_small_window_docks_are_tabs_and_have_their_places_again_in_a_large_one(window, qtbot):
    docks, canvas = window.docks, window.canvas()
    window.resize(1400, 860)
    apart = {key: window.dockWidgetArea(dock) for key, dock in docks.items()}
    window.resize(800, 600)
    qtbot.waitUntil(lambda: set(window.tabifiedDockWidgets(docks["palette"])) == {docks["inspector"], docks["lists"]})
    qtbot.waitUntil(lambda: canvas.width() > 480 and canvas.height() > 440)
    docks.show("outline")
    assert docks["outline"] in window.tabifiedDockWidgets(docks["palette"])
    window.lists.wanted.emit()
    qtbot.waitUntil(lambda: not docks["lists"].visibleRegion().isEmpty())
    window.centre.show_start()
    window.resize(1400, 860)
    assert not any(dock.isVisible() for dock in docks.values())
    window.centre.leave_start()
    assert {key: window.dockWidgetArea(docks[key]) for key in apart} == apart
    assert docks["inspector"] not in window.tabifiedDockWidgets(docks["palette"])
