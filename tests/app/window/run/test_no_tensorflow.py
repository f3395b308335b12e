"""A window where TensorFlow is not installed."""

from blockloom.app.window import main
from blockloom.app.window.run.worker_session import OFF
from blockloom.runtime.worker import catalogue_cache
from tests.app.windowkit import make_window


def test_a_missing_tensorflow_is_not_a_fault_until_a_run_is_wanted(qtbot, catalogue, monkeypatch):
    monkeypatch.setattr(main.gc, "freeze", lambda: None)
    monkeypatch.setattr(catalogue_cache, "is_installed", lambda: False)
    window = make_window(qtbot, catalogue)
    main.start_after_paint(window, None, fetch=True)
    told = [window.messages.item(row).text() for row in range(window.messages.count())]
    assert window.worker.state == OFF and len(told) == 1 and "To run them: this needs TensorFlow" in told[0]
    assert not window.docks["lists"].isVisible() and not window.status.currentMessage()
    monkeypatch.setattr(catalogue_cache, "is_installed", lambda: True)
    main.start_after_paint(window, None)
    assert window.worker.state != OFF
    window.worker.close()
