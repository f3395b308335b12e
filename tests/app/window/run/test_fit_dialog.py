"""From a block with data to a model that is trained and validated: Train This, and the dialog of Run > Fit."""

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blockloom.app.window.run.run_dialogs import FitDialog
from blockloom.blocks.datasets.choices import suggested
from blockloom.blocks.datasets.data_scan import scan_file
from blockloom.blocks.datasets.dataset_blocks import add_data
from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import examples
from blockloom.blocks.files.library import of_type
from blockloom.blocks.operations import use_library_page
from tests.app.windowkit import at_work
from tests.extent import slow_after

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
# the last column of the table, the number of outputs of the layer, and the other metrics
TABLES = {
    "classes": (lambda x: ["low", "high"][int(x[0] > x[1])], 2, "accuracy"),
    "numbers": (lambda x: f"{x[0] - x[1] / 2:.3f}", 1, "mean_absolute_error"),
}


@pytest.fixture(params=slow_after(1, TABLES))
def window(request, qtbot, catalogue, tmp_path):
    """On a page with data of a table, and a layer that takes it."""
    last, units, _ = TABLES[request.param]
    rows = [[f"{n:.3f}" for n in x] + [last(x)] for x in np.random.default_rng(2).normal(size=(90, 2))]
    (tmp_path / "table.csv").write_text("\n".join(",".join(row) for row in [["a", "b", "target"], *rows]) + "\n")
    document, found = new_document(), scan_file(tmp_path / "table.csv")
    add_data(document, catalogue, "main", found, suggested(found), (0, 0)).edit.apply(document)
    change, type_ = use_library_page(document, catalogue, *of_type("library:blockloom:layers.loom#Dense"))
    change.edit.apply(document)
    layer = Block("OUT", type_, 300, 0, {"units": str(units), "seed": "1"})
    Insert("main", (layer,), (Placed(Wire("DATA", "features", "OUT", "x"), 0),)).apply(document)
    with at_work(catalogue, document) as window:
        window.worker.start()
        qtbot.waitUntil(window.isActiveWindow)
        yield window, TABLES[request.param]


def test_a_layer_behind_data_is_trained_and_validated(window, qtbot):
    window, (_, _, metric) = window
    canvas = window.canvas()
    canvas.setFocus()
    canvas.selection.choose({"OUT"})
    qtbot.waitUntil(lambda: canvas.editing.shape_of("OUT", "y") is not None)
    window.commands["train_this"].trigger()
    assert window.page().blocks["EPOCHS"].values["labels"] == f'["loss", "val_loss", "{metric}", "val_{metric}"]'
    assert {"IS_TRAINING.output -> DATA.training", "EPOCH_LOSS.mean -> VALIDATION.monitor"} <= set(
        map(str, window.page().wires())
    )

    # A run without epochs ends with the data; people have to learn there what trains the model.
    QTest.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: "end of the data of DATA" in window.status.state.text())
    assert "Run > Fit the Model…" in window.status.state.text()
    QTest.keySequence(window, "Ctrl+Shift+R")
    qtbot.waitUntil(lambda: "end of the data" not in window.status.state.text())

    QTest.keyClick(window, Qt.Key.Key_F, CTRL | SHIFT)
    dialog = window.findChildren(FitDialog)[-1]
    qtbot.waitUntil(dialog.isActiveWindow)
    assert not dialog.add.isVisible() and "EPOCH_LOSS.mean" in dialog.message.text()
    QTest.keyClicks(dialog.epochs, "6")
    QTest.keyClick(dialog.epochs, Qt.Key.Key_Tab)
    QTest.keyClicks(dialog.patience, "4")
    assert dialog.keep.isChecked()
    QTest.keyClick(dialog.patience, Qt.Key.Key_Return)
    assert window.page().blocks["VALIDATION"].values == {"patience": "4"}
    qtbot.waitUntil(lambda: "the best was epoch" in window.status.state.text())
    assert window.problem_list.rows.problems == []

    told = window.canvas().marks.results["VALIDATION"]["history"]
    assert told["shape"] == [6, 4]
    number = r"[\d.]+(?:e-\d+)?"
    final = re.search(rf"EPOCH_LOSS\S* ({number}), ({number}) in validation", window.status.state.text())
    assert final[0] in told["text"] and final[0] in window.messages.item(window.messages.count() - 1).text()
    (watch,) = (w for w in canvas.marks.traces.matrices if w.address.block == "VALIDATION")
    history = canvas.marks.traces.matrices[watch]
    assert history.shape == (6, 4) and np.isfinite(history).all() and history[-1, 0] < history[0, 0]

    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F, CTRL | SHIFT)
    again = window.findChildren(FitDialog)[-1]
    qtbot.waitUntil(again.isActiveWindow)
    assert (again.epochs.value(), again.patience.value()) == (6, 4)
    QTest.keyClick(again, Qt.Key.Key_Escape)
    for _ in range(2):
        window.commands["undo"].trigger()
    assert set(window.page().blocks) == {"DATA", "OUT"}


def test_without_a_validation_the_final_loss_is_stated(qtbot, catalogue):
    with at_work(catalogue, new_document()) as window:
        assert window.file.open_path(str(examples.path_of("rents_by_epochs")), True)
        window.worker.start()
        qtbot.waitUntil(window.isActiveWindow)
        QTest.keyClick(window, Qt.Key.Key_F, CTRL | SHIFT)
        dialog = window.findChildren(FitDialog)[-1]
        qtbot.waitUntil(dialog.isActiveWindow)
        QTest.keyClicks(dialog.epochs, "2")
        QTest.keyClick(dialog.epochs, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "LOSS" in window.status.state.text(), timeout=60_000)
        loss = window.canvas().marks.results["LOSS"]["output"]["text"]
        assert window.status.state.text() == f"done, step 12; LOSS {float(loss):.4g}"
        assert window.status.state.text() in window.messages.item(window.messages.count() - 1).text()
