"""The window that most tests of the app use: a worker that says what it is told to, settings of its own."""

import pytest
from PySide6.QtGui import QGuiApplication

from blockloom.app.window import user_settings
from blockloom.app.window.dialogs import waiting
from blockloom.app.window.document import document_saver
from blockloom.blocks.document.pages import Block, Wire
from blockloom.blocks.edits import AddPage, Insert, connect
from tests.app.windowkit import make_window


@pytest.fixture(scope="session", autouse=True)
def empty_clipboard():
    """Qt's platform without a screen keeps what was copied until after Python's end, and a QMimeData that was made in
    Python cannot be destroyed then: the run ended with a segmentation fault.
    """
    yield
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """A save is done when `save` returns, and a document is there when it was opened, however slow the disk: tests of
    long ones make them impatient again. A progress dialog that closes leaves no window active on this platform, and
    keys that come next are lost.
    """
    monkeypatch.setattr(document_saver, "AT_ONCE", 20.0)
    monkeypatch.setattr(waiting, "PATIENCE", 20_000)


@pytest.fixture
def window(qtbot, catalogue):
    user_settings.settings().clear()
    window = make_window(qtbot, catalogue)
    window.worker.start()
    yield window
    window.arranging.cancel()
    window.views.close_all()
    window.worker.close()


@pytest.fixture
def filled(window):
    """The window with two pages: A and B, which are wired, and C."""
    window.do(Insert("main", (Block("A", "Const", values={"value": "1.0"}), Block("B", "Neg", 300.0, 0.0))), "Add")
    window.do(connect(window.page(), Wire("A", "output", "B", "x")), "Connect")
    window.do(AddPage("second"), "Add page")
    window.do(Insert("second", (Block("C", "Const"),)), "Add")
    window.tabs.show_page("main")
    return window
