"""The state of a run in files, and models out of the window."""

import numpy as np
from PySide6.QtWidgets import QFileDialog, QMessageBox

from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import IDLE, WorkerSession
from blockloom.blocks.files import documents
from tests.pages import pages


def counting(path):
    """Save a document whose variable grows by 1 in each step."""
    made = pages(main="W loom.Variable initvalues=[1,2] dtype=DT_FLOAT; A AssignAdd value=[1,1] ref=<W.ref")
    documents.save(made, path)
    return str(path)


def test_the_state_of_a_run_is_saved_and_restored(qtbot, catalogue, tmp_path, monkeypatch):
    window, said, told, offered = MainWindow(catalogue, WorkerSession()), [], [], []
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    path, kind = str(tmp_path / "state.ckpt"), ""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (offered.append(args[2]) or path, kind))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (path, ""))
    monkeypatch.setattr(QMessageBox, "critical", lambda *args: told.append(args[2]))
    window.workspace.status_message.connect(lambda text, *_: said.append(text))

    def held(text):
        return lambda: (
            window.worker.state == IDLE
            and window.canvas().marks.results.get("W", {}).get("ref", {}).get("text") == text
        )

    assert window.file.open_path(counting(tmp_path / "page.loom"))
    window.runs.run(3)
    qtbot.waitUntil(held("[4 5]"))
    window.commands["save_state"].trigger()
    qtbot.waitUntil(lambda: any("saved W in" in text for text in said))
    assert offered == [str(tmp_path / "page.ckpt")]
    path, kind = str(tmp_path / "arrays"), "Arrays of numpy (*.npz)"
    window.commands["save_state"].trigger()
    qtbot.waitUntil((tmp_path / "arrays.npz").is_file)
    path = str(tmp_path / "state.ckpt")
    window.runs.run(2)
    qtbot.waitUntil(held("[6 7]"))
    window.commands["restore_state"].trigger()  # into the sessions that are open
    qtbot.waitUntil(held("[4 5]"))
    window.commands["reset"].trigger()
    qtbot.waitUntil(lambda: "reset" in window.status.state.text())
    window.commands["restore_state"].trigger()  # for those that come
    qtbot.waitUntil(lambda: sum("restored W from" in text for text in said) == 2)
    window.runs.run(1)
    qtbot.waitUntil(held("[5 6]"))
    path = str(tmp_path / "other.npz")
    np.savez(path, W=np.zeros(3, np.float32))
    window.commands["restore_state"].trigger()
    qtbot.waitUntil(lambda: bool(told))
    assert "W is float32 of the shape [3], and the variable is float32 of the shape [2]" in told[0]
    window.worker.close()


def test_a_model_leaves_the_window(window, tmp_path, monkeypatch):
    assert window.file.open_path(counting(tmp_path / "page.loom"))
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "out"), "TensorFlow SavedModels (*.savedmodel)")
    )
    window.commands["export_model"].trigger()
    assert (tmp_path / "out.savedmodel" / "saved_model.pb").is_file()
