"""The window under random hands: undo takes everything back, and no order of events breaks it."""

import sys

import pytest
from PySide6.QtWidgets import QApplication

from blockloom.app.window.mainwindow import MainWindow
from blockloom.blocks.files import documents
from tests.app.fuzzkit import Faults, Monkey, Storm, page_of, settle, shown, tops, trials
from tests.blocks.strategies import consistent
from tests.extent import ALL, examples, slow


@pytest.fixture
def window(qtbot, catalogue):
    QApplication.clipboard().clear()
    made = MainWindow(catalogue)
    qtbot.addWidget(made, before_close_func=lambda w: w.history.mark_saved())
    made.resize(1200, 800)
    made.show()
    made.activateWindow()
    return made


def sound(window):
    """Check that the document can be written and read, and that the canvas shows it."""
    document = window.history.document
    text = documents.dumps(document)
    again = documents.loads(text)
    assert not again.troubles and documents.dumps(again) == text and consistent(document)
    for canvas in window.tabs.canvases():
        now, anew = shown(canvas)
        assert now == anew


@slow
def test_whatever_is_done_undo_takes_it_back(window, catalogue):
    for seed in trials(20):
        with Faults() as faults:
            window.workspace.replace(page_of(catalogue, 12, seed % 1000))
            window.canvas().fit()
            QApplication.processEvents()
            history, before = window.history, documents.dumps(window.history.document)
            monkey = Monkey(window, seed)
            for _ in range(50):
                monkey.gesture()
            settle()
            window.canvas().gestures.cancel()
            window.canvas().inline.close()
            sound(window)
            after = documents.dumps(history.document)
            steps = 0
            while history.undo():
                steps += 1
            assert documents.dumps(history.document) == before
            sound(window)
            for _ in range(steps):  # a menu's Undo may leave entries to redo
                history.redo()
            assert documents.dumps(history.document) == after
        assert faults.messages == []


def test_events_in_any_order(catalogue, qtbot, capfd):
    QApplication.clipboard().clear()
    settle()
    there = tops()
    window = MainWindow(catalogue)
    window.resize(1200, 800)
    window.show()
    told = []
    hook, sys.excepthook = sys.excepthook, lambda *error: told.append(error)
    try:
        with Faults() as faults, qtbot.capture_exceptions() as raised:
            for seed in trials(10 if ALL else 2):
                window.workspace.replace(page_of(catalogue, 200, seed))
                window.canvas().view.zoom_to(0.6)
                storm = Storm(window, seed)
                for number in range(examples(1000)):
                    storm.event()
                    if number % 25 == 0:
                        QApplication.processEvents()
                window.canvas().gestures.cancel()  # a drag under way shows blocks where the document does not have them
                sound(window)
            settle()
            window.canvas().gestures.cancel()
            window.canvas().inline.close()
            sound(window)
            assert window.isVisible() and not window.canvas().grab().isNull()
            window.history.mark_saved()
            window.close()
            window.deleteLater()
            del window, storm.window
            settle()
    finally:
        sys.excepthook = hook
    assert not raised and not told and faults.messages == []
    assert "Traceback" not in capfd.readouterr().err
    assert tops() - there == set()
