"""The snippets that come with Blockloom run, once wired."""

import numpy as np
import pytest

import blockloom
from blockloom.app.formats import open_document
from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(name, fetch, blocks=(), wires=()):
        document = open_document(ASSETS / "snippets" / f"{name}.loom")
        document.folder = str(tmp_path)
        wires = (*wires, Wire(*fetch.split(".", 1), "S", "fetch_outputs"))
        UndoStack(document).do(
            Insert("main", (Block("S", "loom.Session"), *blocks), tuple(Placed(wire, 0) for wire in wires)), "Add"
        )
        block, pin = fetch.split(".", 1)
        found = blockloom.run(document, steps=1).results[block][pin.partition("[")[0]]
        return found[0] if isinstance(found, list) else found

    return run


def const(name, value, dtype="DT_FLOAT"):
    return Block(name, "Const", values={"dtype": dtype, "value": value})


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_csv_file_becomes_a_table_without_its_head(run, tmp_path, ends):
    (tmp_path / "data.csv").write_bytes(ends.join(["x,y", "1.5,2", "3,4", ""]).encode())
    assert run("csv_file", "TABLE.output").tolist() == [[1.5, 2], [3, 4]]


def test_a_dense_layer_takes_rows(run):
    found = run(
        "dense_layer",
        "LAYER.output",
        [const("X", "[[1, 2, 3, 4], [0, 0, 0, 0]]")],
        [Wire("X", "output", "PRODUCT", "a")],
    )
    assert found.shape == (2, 3) and found[1].tolist() == [0, 0, 0] and np.all(found[0] != 0)


def test_accuracy_is_the_share_of_rows_whose_largest_number_is_at_the_target(run):
    found = run(
        "accuracy",
        "ACCURACY.output",
        [const("P", "[[0.1, 0.9], [0.8, 0.2], [0.3, 0.7], [0.6, 0.4]]"), const("T", "[1, 1, 1, 0]", "DT_INT32")],
        [Wire("P", "output", "RIGHT", "predictions"), Wire("T", "output", "RIGHT", "targets")],
    )
    assert found == 0.75


def test_random_batches_are_rows_of_the_table(run):
    found = run("random_batches", "BATCH.components[0]")
    assert found.shape == (2, 2) and {tuple(row) for row in found.tolist()} < {(1, 2), (3, 4), (5, 6), (7, 8)}
