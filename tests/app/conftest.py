"""The window that most tests of the app use: a worker that says what it is told to, settings of its own."""

import pytest

from blockloom.app.window import settings
from blockloom.app.window.dialogs import waiting
from blockloom.app.window.document import saving
from tests.app.windowkit import make_window


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """A save is done when `save` returns, and a document is there when it was opened, however slow the disk: tests of
    long ones make them impatient again. A progress dialog that closes leaves no window active on this platform, and
    keys that come next are lost."""
    monkeypatch.setattr(saving, "AT_ONCE", 20.0)
    monkeypatch.setattr(waiting, "PATIENCE", 20_000)


@pytest.fixture
def window(qtbot, catalogue):
    settings.settings().clear()
    window = make_window(qtbot, catalogue)
    window.worker.start()
    yield window
    window.arranging.cancel()
    window.views.close_all()
    window.worker.close()
