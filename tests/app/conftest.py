"""Fixtures for tests of the app: a window with a fake worker and separate settings."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QInputDialog, QMessageBox

from blockloom.app.window import user_settings
from blockloom.app.window.dialogs import waiting
from blockloom.app.window.document import document_saver
from blockloom.blocks.document.pages import Block, Wire
from blockloom.blocks.edits import AddPage, Insert, connect
from tests.app.canvaskit import Hands
from tests.app.windowkit import SharedWindow, expected, make_window


@pytest.fixture(scope="session", autouse=True)
def empty_clipboard():
    """Clear the clipboard before Python ends.

    Qt's offscreen platform keeps the clipboard until after that, and destroying a QMimeData made in Python then
    causes a segmentation fault.
    """
    yield
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Set long limits for saving and opening, so that both are done when the call returns, however slow the disk.

    Without this, a progress dialog may open. When it closes, no window is active on the offscreen platform, and the
    next keys are lost. Tests of slow saves and opens set the limits back.
    """
    monkeypatch.setattr(document_saver, "AT_ONCE", 20.0)
    monkeypatch.setattr(waiting, "PATIENCE", 20_000)


@pytest.fixture(autouse=True)
def answered(monkeypatch):
    """Fail a test at once if a modal dialog opens that it does not answer, which would wait for ever."""

    def guard(kind, name):
        opens = getattr(kind, name)

        def guarded(*args, **named):
            if not expected:
                texts = [str(getattr(one, "text", one.windowTitle)()) for one in args if isinstance(one, kind)]
                pytest.fail(f"no `answer_dialog` for {kind.__name__}.{name}, which would wait: {texts or args[1:]}")
            return opens(*args, **named)

        monkeypatch.setattr(kind, name, guarded)

    guard(QDialog, "exec")
    for name in ("critical", "information", "question", "warning"):
        guard(QMessageBox, name)
    for name in ("getInt", "getText"):
        guard(QInputDialog, name)
    yield
    expected.clear()


@pytest.fixture(scope="module")
def shared_window(catalogue):
    shared = SharedWindow(catalogue)
    yield shared
    shared.close()


@pytest.fixture
def window(shared_window):
    """Return a window with the fake worker and an empty document, which other tests of the file may have used."""
    return shared_window.get()


@pytest.fixture
def new_window(qtbot, catalogue):
    """Return a window that no other test uses."""
    user_settings.settings().clear()
    window = make_window(qtbot, catalogue)
    window.worker.start()
    yield window
    window.worker.close()


@pytest.fixture
def hands(qtbot, catalogue):
    """Return hands on a canvas with the page of four blocks."""
    return Hands(qtbot, catalogue)


@pytest.fixture
def filled(window):
    """Return the window with two pages: A wired to B, and C."""
    window.do(Insert("main", (Block("A", "Const", values={"value": "1.0"}), Block("B", "Neg", 300.0, 0.0))), "Add")
    window.do(connect(window.page(), Wire("A", "output", "B", "x")), "Connect")
    window.do(AddPage("second"), "Add page")
    window.do(Insert("second", (Block("C", "Const"),)), "Add")
    window.tabs.show_page("main")
    return window
