"""The TPU embedding example in the window, with the real worker."""

from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import IDLE, WorkerSession
from blockloom.blocks.catalogue.entries import ASSETS


def test_the_example_runs_by_the_cpu_reference_and_says_so(qtbot, catalogue):
    window = MainWindow(catalogue, WorkerSession())
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.resize(1400, 900)
    window.show()
    window.worker.start()
    try:
        assert window.file.open_path(str(ASSETS / "examples" / "tpu_embedding.loom"))
        canvas = window.canvas()
        assert not canvas.marks.reference
        window.commands["step"].trigger()
        qtbot.waitUntil(lambda: "RECV" in canvas.marks.results and window.worker.state == IDLE)
        assert {"CONFIGURE", "DEDUP", "RECV", "SEND"} <= canvas.marks.reference
        assert not {"STEP", "LOSS", "GRADS"} & canvas.marks.reference
        assert canvas.marks.results["DEDUP"]["output"]["about"].startswith("uint32 indices and float weights")
        assert [s["shape"] for s in canvas.marks.results["RECV"]["outputs"]["list"]] == [[6, 2], [3, 2]]
        assert not canvas.marks.problems
    finally:
        window.views.close_all()
        window.worker.close()
