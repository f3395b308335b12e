"""Preferences, and work that takes time."""

import os
import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from blockloom.app.canvas import LIGHT
from blockloom.app.window import user_settings
from blockloom.app.window.dialogs import waiting
from blockloom.app.window.dialogs.preferences import Preferences
from blockloom.app.window.dialogs.waiting import WaitCancelled, wait_for
from blockloom.runtime.worker import catalogue_cache, environment
from tests.app.windowkit import make_window, with_progress


def choose(box, value):
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_preferences_are_taken_at_once_and_last(filled, qtbot, catalogue, monkeypatch):
    filled.commands["preferences"].trigger()
    dialog = filled.findChild(Preferences)
    choose(dialog.theme, "light")
    assert filled.theming.theme == "light" and filled.canvas().painter.theme is LIGHT
    assert filled.commands["theme"].isChecked()
    system = [Qt.ColorScheme.Dark]
    monkeypatch.setattr(type(QApplication.styleHints()), "colorScheme", lambda _: system[0])
    choose(dialog.theme, "system")
    assert filled.theming.theme == "dark"
    system[0] = Qt.ColorScheme.Light
    QApplication.styleHints().colorSchemeChanged.emit(system[0])
    assert filled.theming.theme == "light" and filled.canvas().painter.theme is LIGHT
    plain = filled.font().pointSizeF()
    choose(dialog.texts, 150)
    assert filled.menuBar().font().pointSizeF() == pytest.approx(1.5 * plain)
    choose(dialog.past, 256)
    asked = []
    filled.worker.start()
    filled.worker.process.answers["open"] = lambda **fields: asked.append(fields["recording_budget"])
    filled.commands["step"].trigger()
    qtbot.waitUntil(lambda: asked == [256 << 20])
    choose(dialog.grid, 20)
    filled.canvas().selection.choose({"A"})
    filled.canvas().editing.snap()
    filled.canvas().placing.block("Const", QPointF(31.0, 649.0))
    assert (filled.page().blocks["CONST"].x, filled.page().blocks["CONST"].y) == (40.0, 640.0)
    dialog.map.click()
    assert filled.canvas().minimap.on
    choose(dialog.language, "fr")
    assert user_settings.chosen() == "fr" and "started next" in dialog.message.text()
    other = make_window(qtbot, catalogue)
    assert other.theming.theme == "light" and other.canvas().minimap.on
    assert other.font().pointSizeF() == pytest.approx(1.5 * plain)
    for box, value in ((dialog.texts, 100), (dialog.theme, "dark"), (dialog.grid, 5)):
        choose(box, value)
    assert filled.font().pointSizeF() == plain and filled.theming.theme == "dark"


def test_what_takes_long_can_be_cancelled_and_errors_come_back(window, qtbot, monkeypatch):
    monkeypatch.setattr(waiting, "PATIENCE", 50)
    assert wait_for(lambda: 3, "working", window) == 3
    with pytest.raises(ZeroDivisionError):
        wait_for(lambda: 1 // 0, "working", window)
    release = threading.Event()

    def cancel(dialog):
        assert "working" in dialog.labelText()
        QTest.keyClick(dialog, Qt.Key.Key_Return)  # ignored: typing does not cancel
        assert not dialog.wasCanceled()
        dialog.findChild(QPushButton).click()

    with_progress(window, cancel)
    with pytest.raises(WaitCancelled):
        wait_for(lambda: release.wait(20), "working", window)
    release.set()
    assert window.isEnabled() and QApplication.activeModalWidget() is None


@pytest.fixture
def nothing_chosen(monkeypatch):
    """Restore the environment after the test."""
    for variable in (environment.PYTHON, environment.OPS):
        monkeypatch.setenv(variable, "")
    yield
    user_settings.keep_environment("", [])


def test_another_tensorflow_is_tried_and_kept_where_it_works(filled, qtbot, nothing_chosen, tmp_path):
    written = {"path": str(catalogue_cache.cache_path()), "tensorflow": "2.99", "types": None}
    good, bad = tmp_path / "good.so", tmp_path / "bad.so"
    good.touch()
    bad.touch()
    filled.worker.start()
    worker = filled.worker.process
    worker.answers["write_catalogue"] = written
    filled.commands["preferences"].trigger()
    dialog = filled.findChild(Preferences)
    fields = dialog.tensorflow

    def type_in(field, text):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert dialog.isVisible()

    type_in(fields.libraries, str(good))
    qtbot.waitUntil(lambda: fields.message.text() == "Using TensorFlow 2.99")
    assert worker.starts == 2 and environment.selected_environment() == settings_now() == ("", (str(good),))
    assert not filled.messages.count()  # the other process was ended on purpose

    def ends():
        worker.answers["write_catalogue"] = written
        worker.die("the ops of bad.so cannot be loaded: it has no ops")

    worker.answers["write_catalogue"] = ends
    type_in(fields.libraries, str(bad))
    qtbot.waitUntil(lambda: worker.starts == 4)
    assert "it has no ops" in fields.message.text() and fields.libraries.text() == str(bad)
    assert environment.selected_environment() == settings_now() == ("", (str(good),))
    type_in(fields.path, str(tmp_path / ("long " * 80) / "gone"))
    assert "gone: cannot be started" in fields.message.text() and environment.selected_environment() == settings_now()
    qtbot.waitUntil(lambda: fields.message.height() >= fields.message.heightForWidth(fields.message.width()) > 80)
    type_in(fields.libraries, str(good))
    assert fields.message.isVisible()
    type_in(fields.path, " ")
    assert not fields.message.isVisible() and environment.selected_environment() == settings_now()


def settings_now():
    python, ops = user_settings.chosen_environment()
    return python, tuple(ops)


def test_a_window_opens_whatever_became_of_the_environment_that_was_chosen(tmp_path):
    (tmp_path / "blockloom").mkdir()
    (tmp_path / "blockloom/window.ini").write_text("[General]\npython=/nowhere/bin/python\n")
    variables = {"XDG_CONFIG_HOME": str(tmp_path), "BLOCKLOOM_STARTUP_PROBE": "1"}
    done = subprocess.run([sys.executable, "-m", "blockloom", "edit"], env=os.environ | variables, capture_output=True)
    assert done.returncode == 0 and b"painted" in done.stdout and b"blockloom" not in done.stderr


def test_a_language_without_a_font_names_one(window, monkeypatch):
    window.commands["preferences"].trigger()
    dialog = window.findChild(Preferences)
    for families, text in ([], "fonts-noto-cjk"), (["Noto Sans CJK KR"], "started next"):
        monkeypatch.setattr(QFontDatabase, "families", lambda system, found=families: found)
        choose(dialog.language, "ko")
        assert text in dialog.message.text()


def test_the_target_is_chosen_from_the_preferences(window):
    window.commands["preferences"].trigger()
    dialog = window.findChild(Preferences)
    (button,) = [button for button in dialog.findChildren(QPushButton) if button.text() == "T&arget…"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible() and window.docks["target"].isVisible()
    menus = [action.text() for menu in window.menuBar().actions() for action in menu.menu().actions()]
    assert not any("arget" in one.replace("&", "") or "Windows" in one for one in menus)
