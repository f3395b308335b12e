"""The way from an empty window to a trained and validated model with the real worker, by mouse and keys.

Each click, drag, key, typed line and chosen file counts as one gesture.
"""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from blockloom.app.canvas.page.marks import short
from blockloom.app.window import user_settings
from blockloom.app.window.data.datadialog import DataDialog
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.run_dialogs import FitDialog
from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.files import examples
from tests.app.windowkit import give_up
from tests.extent import slow
from tests.waiting import PATIENCE

WAIT = PATIENCE * 2000
MOST = 12  # gestures


class Hand:
    """Does gestures, and counts them."""

    def __init__(self, window, qtbot, monkeypatch):
        self.window, self.qtbot, self.monkeypatch, self.count = window, qtbot, monkeypatch, 0
        self.refused = []
        window.workspace.refused.connect(self.refused.append)

    def click(self, widget):
        self.count += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def double_click(self, block):
        self.count += 1
        canvas = self.window.canvas()
        QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.navigation.place_of(block).center())

    def key(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        self.count += 1
        QTest.keyClick(QApplication.activeModalWidget() or self.window.canvas(), key, modifiers)

    def choose(self, button, path):
        """Click a button and choose a file in the file dialog."""
        self.monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        self.click(button)
        self.count += 1

    def dialog(self, kind):
        self.qtbot.waitUntil(lambda: any(d.isVisible() for d in self.window.findChildren(kind)))
        return next(d for d in self.window.findChildren(kind) if d.isVisible())


@pytest.fixture
def hand(qtbot, catalogue, monkeypatch):
    user_settings.settings().clear()
    window = MainWindow(catalogue)
    qtbot.addWidget(window, before_close_func=give_up)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    window.centre.show_start()
    QApplication.processEvents()
    yield Hand(window, qtbot, monkeypatch)
    window.views.close_all()
    window.worker.close()


def add_data(hand, path):
    """From the start page to blocks on the page."""
    hand.click(hand.window.centre.start.on_data)
    dialog = hand.dialog(DataDialog)
    hand.choose(dialog.choose_file, path)
    hand.qtbot.waitUntil(lambda: dialog.finish.isEnabled() and not dialog.looking.busy, timeout=WAIT)
    for button in (dialog.next, dialog.next, dialog.finish):
        hand.click(button)
    hand.qtbot.waitUntil(lambda: "DATA" in hand.window.page().blocks, timeout=WAIT)
    hand.window.activateWindow()  # as a window manager does when a dialog closes
    hand.qtbot.waitUntil(hand.window.isActiveWindow)


def fit(hand):
    """Fit the model, as many epochs as the dialog proposes; gives the history: a row for each epoch."""
    window = hand.window
    hand.key(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    hand.dialog(FitDialog)
    hand.key(Qt.Key.Key_Return)
    window.activateWindow()
    hand.qtbot.waitUntil(lambda: window.worker.state == IDLE and "VALIDATION" in shown(window), timeout=WAIT)
    return shown(window)["VALIDATION"]


def shown(window):
    return window.canvas().marks.results


def shown_result(window, block, pin):
    """Return the result of a block's output as the canvas shows it."""
    return window.runs.pages.run_of("main").results[Address("", block)][pin]


@slow
def test_digits_in_an_array(hand):
    add_data(hand, examples.path_of("digits").with_name("digits.npy"))
    fit(hand)
    history = shown_result(hand.window, "VALIDATION", "history")
    assert history["shape"][1] == 4 and history["shape"][0] >= 5
    assert float(short(shown_result(hand.window, "ACCURACY", "accuracy"))) > 0.8
    assert hand.count <= MOST and not hand.refused


@slow
def test_a_table_by_the_course(hand, qtbot, tmp_path):
    chance = random.Random(1)
    rows = []
    for n in range(150):
        kind = n % 3
        size = "" if n == 7 else f"{kind + chance.gauss(0, 0.3):.2f}"
        rows.append(
            f"{size},{chance.choice(['red', 'blue'])},{chance.gauss(kind, 0.5):.2f},{('ash', 'elm', 'oak')[kind]}"
        )
    (tmp_path / "trees.csv").write_text("size,colour,height,kind\n" + "\n".join(rows))
    window = hand.window
    add_data(hand, tmp_path / "trees.csv")
    bubble = window.courses.guide
    qtbot.waitUntil(lambda: bubble.step == 1 and bubble.count.text() == "2 of 5")
    assert "DATA" in bubble.text.text() and bubble.ring.isVisible()
    hand.double_click("DATA")
    qtbot.waitUntil(lambda: window.tabs.page_name() == "trees" and bubble.step == 2)
    assert not bubble.ring.isVisible()  # that is on the page above
    hand.key(Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: window.tabs.page_name() == "main")
    fit(hand)
    assert hand.count <= MOST and not hand.refused
    qtbot.waitUntil(lambda: bubble.step == 3)
    window.canvas().selection.choose({"VALIDATION"})
    hand.key(Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bubble.step == 4)
    hand.monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "trees.loom"), ""))
    window.canvas().setFocus()
    hand.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bubble.step == 5)
    assert bubble.name.text() == "That is all" and "the model is yours" in bubble.text.text()
    assert float(short(shown_result(window, "ACCURACY", "accuracy"))) > 0.7
