"""The worker session: runs, stops, deaths and restarts, with a fake worker."""

import pytest

from blockloom.app.window.run import worker_session
from blockloom.app.window.run.worker_session import IDLE, OFF, OPENING, RUNNING, STOPPING, WorkerSession
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.problems import Problem
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.app.windowkit import FakeWorker


@pytest.fixture
def engine(qtbot):
    engine = WorkerSession(FakeWorker)
    engine.heard = []
    for name in ("opened", "progressed", "waiting", "ended", "died", "failed", "printed"):
        getattr(engine, name).connect(lambda value, n=name: engine.heard.append((n, value)))
    assert engine.start()
    yield engine
    engine.close()


def names(engine):
    return [name for name, _ in engine.heard]


def test_a_page_is_opened_once_and_again_after_a_change(engine, qtbot):
    worker = engine.process
    worker.answers["run"] = {"outcome": "done", "step": 4}
    for text in ("a", "a", "b"):
        assert engine.run(text, "main", RunMode(4))
        qtbot.waitUntil(lambda: engine.state == IDLE and names(engine)[-1:] == ["ended"])
        engine.heard.append(("|", None))
    assert worker.did() == ["open", "run", "run", "open", "run"]
    assert engine.step == 4


def test_a_page_with_errors_is_not_run_and_is_opened_again(engine, qtbot):
    worker = engine.process
    worker.answers["open"] = {"problems": [Problem.from_texts("error", "x", "main", "A", "", "wrong")]}
    for _ in range(2):
        engine.run("a", "main", RunMode(1))
        qtbot.waitUntil(lambda: engine.state == IDLE)
    assert worker.did() == ["open", "open"] and names(engine) == ["opened", "opened"]


def test_results_and_waiting_come_as_signals(engine, qtbot):
    engine.run("a", "main", RunMode(0))
    qtbot.waitUntil(lambda: engine.state == RUNNING)
    worker = engine.process
    worker.tell("step_results", step=7, shown={"results": {"A": {"out": None}}})
    worker.tell("waiting", blocks=[{"block": "TAKE", "text": "1 of 2 gradients"}])
    worker.on_output("printed by an op")
    qtbot.waitUntil(lambda: {"progressed", "waiting", "printed"} <= set(names(engine)))
    assert engine.step == 7 and dict(engine.heard)["progressed"].results == {"A": {"out": None}}
    assert not engine.run("a", "main", RunMode(1))  # one run at a time


@pytest.mark.parametrize("answer", [{"problems": []}, {"failed": "it was stopped before it started"}])
def test_stop_while_the_page_is_compiled_starts_no_run(engine, qtbot, answer):
    worker = engine.process
    worker.answers["open"] = None
    engine.run("a", "main", RunMode(1))
    assert engine.state == OPENING
    engine.stop()
    assert engine.state == STOPPING and not engine.run("a", "main", RunMode(1))
    worker.finish("open", **answer)
    qtbot.waitUntil(lambda: engine.state == IDLE)
    assert worker.did() == ["open", "stop"] and not engine.heard


@pytest.mark.parametrize("started", [True, False])
def test_a_worker_that_hangs_while_it_compiles_a_page_is_killed_by_stop(engine, qtbot, monkeypatch, started):
    worker = engine.process
    worker.answers["open"] = None
    if started:
        worker.tell("ready")
        qtbot.waitUntil(lambda: engine.ready)
    monkeypatch.setattr(worker_session, "_STOP_OPENING_MS" if started else "_STOP_MS", 1)
    engine.run("a", "main", RunMode(1))
    engine.stop()
    qtbot.waitUntil(lambda: "died" in names(engine) and engine.state == IDLE)
    assert engine.heard == [("died", "the page was still being compiled, so its process was ended")]
    worker.answers["open"] = {"problems": []}
    worker.answers["run"] = {"outcome": "done", "step": 1}
    assert engine.run("a", "main", RunMode(1))
    qtbot.waitUntil(lambda: "ended" in names(engine) and engine.state == IDLE)
    assert worker.starts == 2


def test_silence_of_the_worker_is_reported_until_it_is_over(engine, qtbot):
    told = []
    engine.silent.connect(told.append)
    engine.run("a", "main", RunMode(0))
    worker = engine.process
    worker.tell("silent", seconds=3, text="it was stopped")
    worker.tell("silent", seconds=0, text="")
    worker.tell("silent", seconds=4, text="it is busy")
    worker.die()
    qtbot.waitUntil(lambda: "died" in names(engine))
    assert told == ["it was stopped", "", "it is busy", ""]


def test_of_a_million_lines_the_last_ten_thousand_are_shown(engine, qtbot):
    for start in range(0, 1_000_000, 1000):
        engine.process.on_output("\n".join(map(str, range(start, start + 1000))))
    qtbot.waitUntil(lambda: "printed" in names(engine))
    (one,) = (value for name, value in engine.heard if name == "printed")
    assert one.split("\n") == list(map(str, range(990_000, 1_000_000)))


def test_stop_ends_a_run(engine, qtbot):
    engine.run("a", "main", RunMode(0))
    qtbot.waitUntil(lambda: engine.state == RUNNING)
    engine.stop()
    assert engine.state == STOPPING and engine.process.did()[-1] == "stop"
    engine.process.finish(outcome="stopped", step=3)
    qtbot.waitUntil(lambda: engine.state == IDLE)
    assert engine.heard[-1][1].outcome == "stopped"


def test_a_worker_deaf_to_stop_is_killed_and_the_engine_goes_on(engine, qtbot, monkeypatch):
    engine.run("a", "main", RunMode(0))
    qtbot.waitUntil(lambda: engine.state == RUNNING)
    monkeypatch.setattr(worker_session, "_STOP_MS", 1)
    engine.stop()
    qtbot.waitUntil(lambda: "died" in names(engine) and engine.state == IDLE)
    assert engine.process.starts == 2 and "did not react to Stop" in engine.heard[-1][1]


def test_a_death_during_a_run_is_a_message_and_the_next_run_works(engine, qtbot):
    worker = engine.process
    engine.run("a", "main", RunMode(0))
    qtbot.waitUntil(lambda: engine.state == RUNNING)
    worker.die("ended by SIGKILL")
    qtbot.waitUntil(lambda: "died" in names(engine))
    assert engine.heard[-1] == ("died", "ended by SIGKILL")
    assert engine.state == IDLE and worker.starts == 2  # a new one is up already
    worker.answers["run"] = {"outcome": "done", "step": 1}
    engine.run("a", "main", RunMode(1))
    qtbot.waitUntil(lambda: names(engine)[-1] == "ended")
    assert worker.did() == ["open", "run", "open", "run"]


def test_a_worker_that_never_answers_is_not_started_again_and_again(engine, qtbot):
    engine.process.die("TensorFlow is missing")
    qtbot.waitUntil(lambda: "died" in names(engine))
    assert engine.state == OFF and engine.process.starts == 1
    assert engine.run("a", "main", RunMode(1))  # but when it is asked for
    assert engine.process.starts == 2


def test_a_worker_that_cannot_start_is_said(qtbot):
    def broken(**callbacks):
        raise OSError("no such program")

    engine = WorkerSession(broken)
    with qtbot.waitSignal(engine.failed) as said:
        assert not engine.run("a", "main", RunMode(1))
    assert "no such program" in said.args[0] and engine.state == OFF
    engine.close()


def test_a_refused_request_is_said_and_leaves_the_engine_idle(engine, qtbot):
    engine.process.answers["run"] = {"failed": "RuntimeError: no page is open"}
    engine.run("a", "main", RunMode(1))
    qtbot.waitUntil(lambda: "failed" in names(engine))
    assert engine.state == IDLE


def test_tensor_requests_end_with_none_when_the_worker_dies(engine, qtbot):
    got = []
    engine.ask(requests.GetSliceRequest(parse("A.out"), [[0, 10, 10]]), got.append)
    engine.process.die()
    qtbot.waitUntil(lambda: got == [None])


def test_an_op_that_ignores_stop_is_named_as_the_reason(engine, qtbot):
    engine.run("a", "main", RunMode(0))
    qtbot.waitUntil(lambda: engine.state == RUNNING)
    engine.process.finish(outcome="stopped", step=1, is_stuck=True)
    engine.process.die("the worker process ended with exit code 0")
    qtbot.waitUntil(lambda: "died" in names(engine))
    assert "did not react to Stop" in engine.heard[-1][1]


def test_garbage_is_collected_in_the_thread_of_the_window_only(qtbot):
    """Another thread that allocates must not be the one in which a cycle with a Qt object in it dies."""
    import gc
    import threading

    from PySide6.QtCore import QObject

    from blockloom.app.window.faults import GcTimer

    died_in = []

    class Cycle(QObject):
        def __init__(self):
            super().__init__()
            self.me = self

        def __del__(self):
            died_in.append(threading.current_thread())

    gc.collect()
    owner = QObject()
    GcTimer(owner)
    for _ in range(50):
        Cycle()
    thread = threading.Thread(target=lambda: [[number] for number in range(200_000)])
    thread.start()
    thread.join()
    assert not died_in
    kept = [[number] for number in range(2000)]  # more than the threshold of the youngest generation
    qtbot.waitUntil(lambda: len(died_in) == 50)
    assert kept
    assert set(died_in) == {threading.main_thread()}


def test_no_garbage_is_collected_while_a_large_document_is_read(qtbot):
    import gc
    import weakref

    from PySide6.QtCore import QObject

    from blockloom.app.window.faults import GcTimer
    from blockloom.blocks.text.gc_pause import gc_paused

    class Cycle:
        def __init__(self):
            self.me = self

    owner = QObject()
    timer = GcTimer(owner)
    dies = weakref.ref(Cycle())
    kept = [[number] for number in range(2000)]  # more than the threshold of the youngest generation
    with gc_paused():
        timer.collect()
        assert dies() is not None
    timer.collect()
    assert dies() is None and len(kept) == 2000
    before, large = gc.get_freeze_count(), [[number] for number in range(300_000)]
    timer.collect()
    assert gc.get_freeze_count() >= before + len(large), "they are not walked now"
    gc.unfreeze()
