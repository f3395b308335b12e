"""Targets in the window: choosing one, requests to the worker, and the state of each task."""

import json
import socket
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blockloom.app.window import user_settings
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.targets import RunTarget, recent_targets
from blockloom.app.window.run.worker_session import IDLE, RUNNING, WorkerSession
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from blockloom.blocks.problems import make_problem
from blockloom.runtime.protocol.requests import CloseRequest
from blockloom.runtime.run import task_reachability
from tests.app.windowkit import FakeWorker, press_in_menu
from tests.clusters import Servers, counter, free_ports
from tests.extent import slow


def make(qtbot, catalogue, engine):
    user_settings.settings().clear()
    window = MainWindow(catalogue, engine)
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.show()
    window.worker.start()
    return window


@pytest.fixture
def window(qtbot, catalogue):
    window = make(qtbot, catalogue, WorkerSession(FakeWorker))
    window.do(Insert("main", (Block("A", "NoOp", 0, 0),)), "Add")
    yield window
    window.views.close_all()
    window.worker.close()


@pytest.fixture
def cluster(tmp_path):
    """Yield a file with two tasks, of which the first answers, and their addresses."""
    listening = socket.create_server(("localhost", 0))
    here, gone = listening.getsockname()[1], free_ports(1)[0]
    path = tmp_path / "cluster.json"
    path.write_text(json.dumps({"ps": [f"localhost:{here}"], "worker": [f"localhost:{gone}"]}))
    yield str(path), f"localhost:{here}", f"localhost:{gone}"
    listening.close()


def panel(window):
    window.docks.show("target")
    return window.docks["target"].widget()


def rows(window):
    tree = panel(window).list
    return [[tree.topLevelItem(i).text(c) for c in range(3)] for i in range(tree.topLevelItemCount())]


def opens(window):
    return [fields for do, fields in window.worker.process.asked if do == "open"]


def run(window, qtbot, **ended):
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    window.worker.process.finish(**{"outcome": "done", "step": 1, **ended})
    qtbot.waitUntil(lambda: window.worker.state == IDLE)


def test_every_task_has_a_state(window, qtbot, cluster):
    path, here, gone = cluster
    assert rows(window) == [["This machine", "", ""]]
    assert window.targets.open_file(path)
    qtbot.waitUntil(lambda: rows(window)[1][1] == "reachable")
    assert rows(window) == [
        ["This machine", "", ""],
        ["job:ps/task:0", "reachable", here],
        ["job:worker/task:0", "not reachable: nothing listens there", gone],
    ]


def test_states_are_asked_for_aside_and_again(window, qtbot, cluster, monkeypatch):
    go, asked = threading.Event(), []

    def slow(tasks, within):
        asked.append(tasks)
        return {} if go.wait(10) else None

    monkeypatch.setattr(task_reachability, "unreachable", slow)
    window.targets.timer.setInterval(10)
    panel(window)
    window.targets.open_file(cluster[0])
    qtbot.waitUntil(lambda: [row[1] for row in rows(window)] == ["", "asking…", "asking…"] and asked != [])
    qtbot.wait(60)  # the one that is asked is not asked again
    assert len(asked) == 1
    go.set()
    qtbot.waitUntil(lambda: len(asked) > 2 and rows(window)[2][1] == "reachable")
    window.docks["target"].hide()
    qtbot.waitUntil(lambda: not window.targets.looking)
    count = len(asked)
    qtbot.wait(60)
    assert len(asked) == count


def test_runs_go_to_the_target_that_the_keyboard_chose_and_back(window, qtbot, cluster):
    path, here, _ = cluster
    tree = panel(window).list
    window.targets.open_file(path)
    QTest.keyClick(tree, Qt.Key.Key_Down)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert "job:ps/task:0" in window.target_button.accessibleName()
    run(window, qtbot)
    panel(window).init.click()
    run(window, qtbot)
    run(window, qtbot)  # tasks may have come and gone: it is opened each time
    asked = {"address": f"grpc://{here}", "init": False, "cluster": json.loads(Path(path).read_text())}
    assert [o["target"] for o in opens(window)] == [asked, {**asked, "init": True}, {**asked, "init": True}]
    QTest.keyClick(tree, Qt.Key.Key_Up)
    QTest.keyClick(tree, Qt.Key.Key_Space)
    run(window, qtbot)
    run(window, qtbot)
    assert "target" not in opens(window)[3] and len(opens(window)) == 4
    assert window.target_button.text() == "This machine" and not panel(window).init.isEnabled()


def test_an_address_is_enough_and_is_remembered(window, cluster):
    _, here, _ = cluster
    view = panel(window)
    QTest.keyClicks(view.address, here)
    QTest.keyClick(view.address, Qt.Key.Key_Return)
    assert window.targets.request() == {"address": f"grpc://{here}", "init": False, "cluster": None}
    assert [row[0] for row in rows(window)] == ["This machine", "target"]
    assert window.targets.open_file(cluster[0]) and window.targets.choose(f"grpc://{here}")
    assert recent_targets() == [RunTarget(f"grpc://{here}", cluster[0]), RunTarget(f"grpc://{here}")]
    window.targets.choose("")
    press_in_menu(view.recent.menu(), f"grpc://{here}  (cluster.json)")
    assert window.targets.target == recent_targets()[0]


@pytest.mark.parametrize(("text", "said"), [("{", "line 1, column 2"), ('{"ps": "x"}', "list of addresses")])
def test_a_cluster_file_that_cannot_be_is_said(window, tmp_path, text, said):
    view, path = panel(window), tmp_path / "bad.json"
    path.write_text(text)
    assert not window.targets.open_file(str(path))
    assert view.message.isVisible() and said in view.message.text() and str(path) in view.message.text()
    QTest.keyClicks(view.address, "nowhere")
    QTest.keyClick(view.address, Qt.Key.Key_Return)
    assert "write HOST:PORT" in view.message.text() and window.targets.target == RunTarget()
    assert window.targets.choose("") and not view.message.isVisible()


def test_a_cluster_file_that_is_gone_keeps_the_run_from_starting(window, cluster, tmp_path):
    window.targets.open_file(cluster[0])
    window.targets.choose(f"grpc://{cluster[1]}")
    (tmp_path / "cluster.json").unlink()
    window.runs.run(1)
    assert "cluster.json: cannot be read" in window.status.state.text() and not opens(window)


def test_what_became_of_a_task_is_shown_until_the_next_run(window, qtbot, cluster):
    path, here, _ = cluster
    window.targets.open_file(path)
    window.targets.choose(f"grpc://{here}")
    qtbot.waitUntil(lambda: rows(window)[1][1] == "reachable")
    task = "ps", 0, here
    lost = make_problem("task-lost", Address("main"), tasks=[(task, "gone")], restarted=False)
    assert lost.message == f"the task /job:ps/task:0 ({here}) was lost during the run: gone"
    run(window, qtbot, outcome="error", problems=[lost])
    assert rows(window)[1][1] == "reachable; lost in the last run"
    assert [p.code for p in window.problem_list.rows.problems] == ["task-lost"]
    told = window.problem_list.rows.index(0, 2).data()
    assert told == "Start the task again on its machine. Its state is lost: then initialise its variables"
    new = make_problem("task-restarted", Address("main"), task=task, init=False)
    window.worker.process.answers["open"] = {"problems": [new]}
    run(window, qtbot)
    assert rows(window)[1][1] == "reachable; restarted: its state is lost"
    window.worker.process.answers["open"] = {"problems": []}
    run(window, qtbot)
    assert rows(window)[1][1] == "reachable"


def test_reset_and_the_end_of_the_window_close_the_sessions_there(window, qtbot, cluster):
    closed = []
    window.worker.process.call = lambda request, within: closed.append(request)
    window.targets.choose(f"grpc://{cluster[1]}")
    run(window, qtbot)
    window.runs.reset()
    qtbot.waitUntil(lambda: "the state on the cluster stays" in window.status.state.text())
    window.worker.close()
    assert closed == [CloseRequest()]


@slow
def test_a_task_is_lost_and_comes_back(qtbot, catalogue, tmp_path):
    servers = Servers(tmp_path, workers=0)
    window = make(qtbot, catalogue, WorkerSession())
    try:
        window.workspace.replace(counter(catalogue, "V"))
        window.targets.open_file(str(servers.path))
        window.targets.choose(servers.target("ps"))
        window.targets.set_init(True)
        servers.wait()

        def step(said):
            window.runs.run(1)
            qtbot.waitUntil(lambda: window.worker.state == IDLE and said in window.status.state.text())
            return window.canvas().marks.results.get("V", {}).get("ref", {}).get("text")

        assert (step("step 1"), step("step 2")) == ("1", "2")
        window.do(Insert("main", (Block("N", "NoOp", 0, 300),)), "Add")
        assert step("step 3") == "3"  # an edit initialises nothing
        servers.kill("ps", 0)
        step("/job:ps/task:0")
        assert [p.code for p in window.problem_list.rows.problems] == ["task-unreachable"]
        servers.start("ps", 0)
        servers.wait()
        assert step("done") == "1"
        assert "state on it" in window.problem_list.rows.problems[0].message
        qtbot.waitUntil(lambda: "restarted" in rows(window)[1][1])
    finally:
        window.views.close_all()
        window.worker.close()
        servers.close()
