"""The window that most tests of the app use: a worker that says what it is told to, settings of its own."""

import pytest

from app.window import settings
from app.window.files import saving
from tests.app.windowkit import make_window


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """A save is done when `save` returns, however slow the disk: tests of long ones make it impatient again."""
    monkeypatch.setattr(saving, "AT_ONCE", 20.0)


@pytest.fixture
def window(qtbot, catalogue):
    settings.settings().clear()
    window = make_window(qtbot, catalogue)
    window.engine.start()
    yield window
    window.arranging.cancel()
    window.views.close_all()
    window.engine.close()
