"""Live types in the window: requests to the worker after edits, and types on canvases."""

import threading

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks.tooltips import tip
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run import livetypes
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, Document, Placed, Wire, new_document
from blockloom.blocks.edits import AddPage, Insert, Move, RemovePage, SetValue
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.blocks.problems import Problem, make_problem
from blockloom.runtime.protocol import records
from tests.app.windowkit import at_work, enter, ready
from tests.pages import document, page

A = Block("A", "Const", 0, 0, {"value": "[1.0, 2.0]"})
N = Block("N", "Neg", 300, 0)
WIRE = Placed(Wire("A", "output", "N", "x"), 0)


@pytest.fixture
def window(window, monkeypatch):
    monkeypatch.setattr(livetypes, "_PAUSE", 1)
    worker(window).answers["get_types"] = None
    return window


def worker(window):
    return window.worker.process


def type_requests(window):
    return [fields for do, fields in worker(window).asked if do == "get_types"]


def wait(window, qtbot, count):
    qtbot.waitUntil(lambda: len(type_requests(window)) >= count)
    QApplication.processEvents()
    qtbot.wait(30)
    assert len(type_requests(window)) == count
    return type_requests(window)[-1]


def wake(window, qtbot):
    """Send the event that TensorFlow is loaded."""
    worker(window).tell("ready")
    qtbot.waitUntil(lambda: window.worker.ready)


def hovered(window, block, pin):
    canvas = window.canvas()
    slot = canvas.scene.slot[block]
    spot = canvas.scene.layouts[slot].spot(pin, "output")
    return tip(CanvasHit("pin", block, spot=spot), canvas.scene, canvas.page, canvas.marks, None)


def test_the_document_goes_once_and_then_its_edits(window, qtbot):
    window.do(Insert("main", (A,)), "Add")
    qtbot.wait(30)
    assert not type_requests(window)  # TensorFlow is not there yet
    wake(window, qtbot)
    first = wait(window, qtbot, 1)
    assert first["page"] == "main" and first["document"] == documents.dumps(window.history.document)
    edits = [Insert("main", (N,), (WIRE,)), Move("main", {"N": (400.0, 0.0)}), SetValue("main", "A", "value", "[1.0]")]
    for edit in edits:
        window.do(edit, "Edit")
    edits[0] = Insert("main", (N._replace(uid=window.page().blocks["N"].uid),), (WIRE,))
    assert wait(window, qtbot, 2) == {"page": "main", "edits": [to_json(e) for e in edits]}
    window.do(Move("main", {"N": (500.0, 0.0)}), "Move")  # changes no type
    qtbot.wait(30)
    assert len(type_requests(window)) == 2
    window.undo()
    window.undo()
    assert len(wait(window, qtbot, 3)["edits"]) == 3


def test_edits_made_while_the_document_is_being_written_follow_it(window, qtbot, monkeypatch):
    go, dumps = threading.Event(), documents.dumps

    def slow(document):
        go.wait(5)
        return dumps(document)

    window.do(Insert("main", (A,)), "Add")
    before = dumps(window.history.document)
    monkeypatch.setattr(livetypes.documents, "dumps", slow)
    wake(window, qtbot)
    qtbot.waitUntil(lambda: window.live_types.writing is not None)
    edit = SetValue("main", "A", "value", "[3.0]")
    window.do(edit, "Edit")
    go.set()
    assert wait(window, qtbot, 1) == {"page": "main", "document": before, "edits": [to_json(edit)]}


def test_an_answer_on_a_document_that_is_gone_is_not_shown(window, qtbot, catalogue):
    window.do(Insert("main", (A, N), (WIRE,)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    window.workspace.replace(document(catalogue, {"N": "Neg"}))  # its page has the name of the one before, too
    worker(window).finish(
        "get_types",
        types={"N": {"y": ["float32", [7], ""]}},
        problems=[Problem.from_texts("error", "missing-input", "main", "N", "x", "it was so")],
    )
    assert "document" in wait(window, qtbot, 2)
    assert window.live_types.types == {} and "[7]" not in hovered(window, "N", "y")
    assert window.problem_list.rows.problems == []


def test_dtype_shape_and_the_reason_are_shown_on_hovering(window, qtbot):
    window.do(Insert("main", (A, N), (WIRE,)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    worker(window).finish(
        "get_types",
        types={"A": {"output": ["float64", [2, 3], ""]}, "N": {"y": ["float64", [None, 3], "A"]}},
        problems=[],
    )
    qtbot.waitUntil(lambda: "DT_DOUBLE [2, 3]" in hovered(window, "A", "output"))
    assert "DT_DOUBLE [?, 3]: because of A" in hovered(window, "N", "y")
    canvas = window.canvas()
    canvas.fit()
    spot = canvas.scene.layouts[canvas.scene.slot["A"]].spot("output", "output")
    point = canvas.view.to_widget(QPointF(A.x + spot.x, A.y + spot.y)).toPoint()
    QApplication.sendEvent(canvas, QHelpEvent(QEvent.Type.ToolTip, point, canvas.mapToGlobal(point)))
    assert "DT_DOUBLE [2, 3]" in QToolTip.text()


def test_problems_appear_on_their_block_and_go_again(window, qtbot):
    window.do(Insert("main", (A, N)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    row = Problem.from_texts("error", "missing-input", "main", "N", "x", "x has no wire and no value", "Wire it")
    worker(window).finish("get_types", types={"N": {"y": [None, None, "N"]}}, problems=[row])
    qtbot.waitUntil(lambda: window.problem_list.rows.problems == [row])
    assert window.canvas().marks.severity("N") == "error"
    assert "unknown shape: because of the problem here" in hovered(window, "N", "y")
    window.do(Insert("main", wires=(WIRE,)), "Wire")
    wait(window, qtbot, 2)
    worker(window).finish("get_types", types={"N": {"y": ["float64", [2], ""]}}, problems=[])
    qtbot.waitUntil(lambda: not window.problem_list.rows.problems)
    assert not window.canvas().marks.severity("N") and "DT_DOUBLE [2]" in hovered(window, "N", "y")


def test_problems_of_a_removed_page_go_and_come_back_with_it(window):
    window.do(AddPage("second"), "Add page")
    window.do(Insert("second", (A,)), "Add")
    found = [Problem.from_texts("error", "missing-input", "second", "A", "", "x has no wire and no value", "Wire it")]
    window.runs.show_checks("second", found)
    window.do(RemovePage("second"), "Remove page")
    assert window.problem_list.rows.problems == []
    window.undo()
    assert window.problem_list.rows.problems == found


def test_what_failed_in_a_run_stays_in_the_list(window, qtbot):
    window.do(Insert("main", (A,)), "Add")
    failed = Problem.from_texts("error", "failed", "main", "A", "", "it failed", "")
    window.runs.pages.run_met("main", [failed])
    wake(window, qtbot)
    wait(window, qtbot, 1)
    row = Problem.from_texts("warning", "odd", "main", "A", "", "odd")
    worker(window).finish("get_types", types={}, problems=[row])
    qtbot.waitUntil(lambda: len(window.problem_list.rows.problems) == 2)
    assert failed in window.problem_list.rows.problems


def test_what_a_run_said_of_the_page_as_it_is_counts_for_more(window, qtbot):
    window.do(Insert("main", (A,)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    row = Problem.from_texts("warning", "bad-feed", "main", "A", "", "known only when it is compiled whole")
    worker(window).answers["open"] = {"problems": [row], "retained": [], "reset": [], "blocks": []}
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.problem_list.rows.problems == [row])
    worker(window).finish("get_types", types={"A": {"output": ["float64", [2], ""]}}, problems=[])
    qtbot.waitUntil(lambda: "DT_DOUBLE [2]" in hovered(window, "A", "output"))
    assert window.problem_list.rows.problems == [row]
    worker(window).finish("run", outcome="done", step=1, problems=[], waiting=[], reset=[], shown={"results": {}})
    window.do(SetValue("main", "A", "value", "[1.0]"), "Edit")
    wait(window, qtbot, 2)
    worker(window).finish("get_types", types={}, problems=[])
    qtbot.waitUntil(lambda: not window.problem_list.rows.problems)


def test_an_old_answer_is_not_shown(window, qtbot):
    window.do(Insert("main", (A,)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    old = worker(window).last["get_types"]
    window.do(SetValue("main", "A", "value", "[1.0]"), "Edit")
    wait(window, qtbot, 2)
    worker(window).answer(old, {"superseded": True})
    worker(window).finish("get_types", types={"A": {"output": ["float64", [1], ""]}}, problems=[])
    qtbot.waitUntil(lambda: "DT_DOUBLE [1]" in hovered(window, "A", "output"))


def test_a_worker_that_lost_the_document_gets_it_whole(window, qtbot):
    window.do(Insert("main", (A,)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    worker(window).finish("get_types", types={}, problems=[])
    window.do(SetValue("main", "A", "value", "[1.0]"), "Edit")
    assert "edits" in wait(window, qtbot, 2)
    worker(window).finish("get_types", stale=True)
    assert "document" in wait(window, qtbot, 3)
    worker(window).finish("get_types", stale=True)  # not even that helps: it is not asked for ever
    qtbot.wait(50)
    assert len(type_requests(window)) == 3
    worker(window).die()
    qtbot.waitUntil(lambda: worker(window).starts == 2)
    wake(window, qtbot)
    assert "document" in wait(window, qtbot, 4)


def test_each_page_is_asked_about_when_it_comes_to_the_front(window, qtbot):
    wake(window, qtbot)
    wait(window, qtbot, 1)
    worker(window).finish("get_types", types={}, problems=[])
    window.tabs.add_page()
    second = window.tabs.page_name()
    assert wait(window, qtbot, 2)["page"] == second
    window.tabs.turn(1)
    assert wait(window, qtbot, 3)["page"] == "main"
    window.tabs.turn(1)  # its types are known
    qtbot.wait(30)
    assert len(type_requests(window)) == 3


def test_a_page_whose_request_was_superseded_is_asked_about_again(window, qtbot):
    wake(window, qtbot)
    wait(window, qtbot, 1)
    old = worker(window).last["get_types"]
    window.tabs.add_page()
    wait(window, qtbot, 2)
    worker(window).answer(old, {"superseded": True})
    window.tabs.turn(1)
    assert wait(window, qtbot, 3)["page"] == "main"


def test_too_large_a_document_has_none(window, qtbot, monkeypatch):
    monkeypatch.setattr(livetypes, "_MOST", 1)
    wake(window, qtbot)
    wait(window, qtbot, 1)
    window.do(Insert("main", (A, N)), "Add")
    qtbot.wait(50)
    assert len(type_requests(window)) == 1


def test_with_the_real_worker(qtbot, catalogue):
    window = MainWindow(catalogue)
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    try:
        made = new_document()
        Insert("main", (A, N), (WIRE,)).apply(made)
        window.worker.start()
        window.worker.fetch_catalogue()
        window.workspace.replace(made)
        qtbot.waitUntil(lambda: "DT_DOUBLE [2]" in hovered(window, "N", "y"))
        window.do(SetValue("main", "A", "value", "[[1.0], [2.0], [3.0]]"), "Edit")
        qtbot.waitUntil(lambda: "DT_DOUBLE [3, 1]" in hovered(window, "N", "y"))
        window.do(SetValue("main", "A", "value", "[[1.0"), "Edit")
        qtbot.waitUntil(lambda: window.canvas().marks.severity("A") == "error")
        assert "because of the problem at A" in hovered(window, "N", "y")
        window.undo()
        qtbot.waitUntil(
            lambda: not window.problem_list.rows.problems and "DT_DOUBLE [3, 1]" in hovered(window, "N", "y")
        )
    finally:
        window.worker.close()


def die_over_it(window, qtbot, at=None):
    """Kill the worker during the question for types, a careful one at this block, and wait for its successor."""
    fields = type_requests(window)[-1]
    assert fields.get("careful", False) is (at is not None)
    for block in ("A", at, "") if at == "" else ("A", at) if at else ():
        worker(window).tell("build_progress", block=f"main/{block}")
    starts = worker(window).starts
    worker(window).die("the worker process was ended by SIGSEGV")
    qtbot.waitUntil(lambda: worker(window).starts == starts + 1)
    wake(window, qtbot)


def killers(window):
    return [(p.place_text, p.message) for p in window.problem_list.rows.problems if p.code == "kills-worker"]


def test_the_block_over_which_workers_end_is_named_and_left_out_until_it_is_edited(window, qtbot):
    other = Block("M", "Exp", 0, 200, {"x": "[1.0]"})
    window.do(Insert("main", (A, N, other), (WIRE,)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    die_over_it(window, qtbot)
    wait(window, qtbot, 2)
    die_over_it(window, qtbot, "N")
    assert wait(window, qtbot, 3)["ignored_blocks"] == ["N"]
    worker(window).finish("get_types", types={"A": {"output": ["float64", [2], ""]}}, problems=[])
    qtbot.waitUntil(lambda: bool(killers(window)))
    assert killers(window) == [("main/N", "TensorFlow's process ends at it: the worker process was ended by SIGSEGV")]
    assert window.live_types.types["main"]
    window.do(SetValue("main", "M", "x", "[2.0]"), "Edit")  # nothing that N depends on
    fields = wait(window, qtbot, 4)
    assert fields["ignored_blocks"] == ["N"] and "careful" not in fields
    worker(window).finish("get_types", types={}, problems=[])
    window.do(SetValue("main", "A", "value", "[3.0]"), "Edit")
    assert "ignored_blocks" not in wait(window, qtbot, 5)
    worker(window).finish("get_types", types={}, problems=[])
    qtbot.waitUntil(lambda: not killers(window))


def test_a_page_over_which_workers_end_at_no_block_is_not_asked_about_until_it_is_edited(window, qtbot):
    window.do(Insert("main", (A, N), (WIRE,)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    die_over_it(window, qtbot)
    wait(window, qtbot, 2)
    die_over_it(window, qtbot, "")
    qtbot.waitUntil(lambda: bool(killers(window)))
    assert killers(window)[0][0] == "main"
    window.do(Move("main", {"N": (400.0, 0.0)}), "Move")
    worker(window).die()
    wake(window, qtbot)
    wait(window, qtbot, 2)
    window.do(SetValue("main", "A", "value", "[3.0]"), "Edit")
    wait(window, qtbot, 3)


def test_the_end_of_a_run_is_not_blamed_on_a_block(window, qtbot):
    window.do(Insert("main", (A, N), (WIRE,)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    worker(window).answers["run"] = None
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.worker.state == "running")
    worker(window).die()
    wake(window, qtbot)
    fields = wait(window, qtbot, 2)
    assert "careful" not in fields and "ignored_blocks" not in fields


def test_tries_over_which_a_worker_ended_are_not_made_again_until_the_page_is_edited(window, qtbot):
    window.do(Insert("main", (A, N), (WIRE,)), "Add")
    wake(window, qtbot)
    wait(window, qtbot, 1)
    worker(window).finish("get_types", types={}, problems=[])
    worker(window).answers["try_fixes"] = None
    tried, answers = make_problem("refused", address("main", "N", "x")), []
    window.live_types.try_fixes(tried, [], answers.append)
    worker(window).die()
    qtbot.waitUntil(lambda: answers == [()])
    wake(window, qtbot)
    wait(window, qtbot, 2)
    worker(window).finish("get_types", types={}, problems=[])
    window.live_types.try_fixes(tried, [], answers.append)
    assert answers == [(), ()] and worker(window).did().count("try_fixes") == 1
    window.do(SetValue("main", "A", "value", "[3.0]"), "Edit")
    wait(window, qtbot, 3)
    window.live_types.try_fixes(tried, [], answers.append)
    assert worker(window).did().count("try_fixes") == 2


def test_a_new_block_is_quiet_until_it_is_left(window, qtbot):
    def lacking(**fields):
        blocks = [b.id for b in window.page().blocks.values() if b.type in ("Neg", "loom.Session")]
        found = [
            make_problem("missing-input", address("main", b, "x"), typed=True, many=False, handle=False, variable=False)
            for b in blocks
        ]
        return {"types": {}, "problems": [records.to_json(p, []) for p in found]}

    wake(window, qtbot)
    worker(window).answers["get_types"] = lacking
    canvas = window.canvas()

    def add(text):
        canvas.setFocus()
        QTest.keyClick(canvas, Qt.Key.Key_Tab)
        enter(window.adding.box.edit, text)
        before = len(type_requests(window))
        QTest.keyClick(window.adding.box.edit, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: len(type_requests(window)) > before)
        qtbot.waitUntil(lambda: len(window.runs.pages.of_page("main")) == len(window.page().blocks))

    def shown():
        return sorted(canvas.marks.problems), sorted(p.block for p in window.lists.problems.rows.problems)

    add("Neg")
    assert shown() == ([], [])
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))  # elsewhere
    assert shown() == (["NEG"], ["NEG"])
    add("NEG_2 = Neg")
    assert shown() == (["NEG"], ["NEG"])
    add("NEG_3 = Neg")
    assert shown() == (["NEG", "NEG_2"], ["NEG", "NEG_2"])
    window.commands["step"].trigger()
    assert shown() == (["NEG", "NEG_2", "NEG_3"], ["NEG", "NEG_2", "NEG_3"])


@pytest.mark.parametrize(
    "main",
    [
        "X page:inner a=1.0f; S loom.Session fetch_outputs=<X.r",
        "CALL StatefulPartitionedCall f=inner Tout=[DT_FLOAT] args=[1.0f]; N Identity input=<CALL.output[0]; "
        "S loom.Session fetch_outputs=<N.output",
    ],
)
def test_a_problem_is_listed_once_while_the_called_page_is_in_front(qtbot, catalogue, main):
    made = Document()
    page(made, "inner", "a loom.Arg dtype=DT_FLOAT; B AddV2 x=<a.output; r loom.Retval input=<B.z")
    page(made, "main", main)
    with at_work(catalogue, made) as window:
        ready(window, qtbot)
        window.tabs.show_page("main")
        QTest.keyClick(window, Qt.Key.Key_F10)
        rows = window.problem_list.rows
        qtbot.waitUntil(lambda: len(rows.problems) == 1, timeout=60_000)
        QTest.mouseClick(window.tabs.bar, Qt.MouseButton.LeftButton, pos=window.tabs.bar.tabRect(0).center())
        qtbot.waitUntil(lambda: window.runs.pages.of_page("inner") != [], timeout=60_000)
        assert window.tabs.page_name() == "inner" and list(window.canvas().marks.problems) == ["B"]
        assert len(rows.problems) == 1 and rows.problems[0].message == "y has no wire and no value"
