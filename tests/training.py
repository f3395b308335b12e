"""A training step of an opened model on its page, compared with Keras."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from blockloom.app.formats import open_document
from blockloom.blocks.document.pages import Block, Document, Placed, Wire
from blockloom.blocks.edits import Insert
from blockloom.runtime.api import running
from blockloom.runtime.worker import client
from tests.models import case

PAGE = "train"


def add_training(document: Document) -> dict[str, str]:
    """Add a step of Adam to the page, as Keras does, by the mean squared difference of its output to TARGET.

    Returns the paths of the trained variables, by their blocks, in the order of gradients.
    """
    page = document.pages[PAGE]
    (given,) = page.wires_into("y", "input")
    variables = {
        block.id: block.values["shared_name"] for block in page.blocks.values() if block.type == "loom.ResourceVariable"
    }
    trained = [name for name in sorted(variables) if page.blocks[name].values.get("trainable") != "false"]
    blocks = (
        Block("TARGET", "Placeholder", values={"dtype": "DT_FLOAT"}),
        Block("GAP", "SquaredDifference"),
        Block("LOSS", "Mean", values={"reduction_indices": "[0, 1]"}),
        Block("OPT", "loom.AdamOptimizer", values={"learning_rate": "0.001", "epsilon": "1e-7"}),
        Block("STEP", "loom.Minimize"),
    )  # without a Session all is run that nothing uses: statistics are kept, too
    wires = (
        Wire(given.source, given.source_pin, "GAP", "x"),
        Wire("TARGET", "output", "GAP", "y"),
        Wire("GAP", "z", "LOSS", "input"),
        Wire("LOSS", "output", "STEP", "loss"),
        Wire("OPT", "optimizer", "STEP", "optimizer", "optimizer"),
        *(Wire(name, "handle", "STEP", "var_list") for name in trained),
    )
    Insert(PAGE, blocks, tuple(Placed(wire, n) for n, wire in enumerate(wires))).apply(document)
    return {name: variables[name] for name in trained} | variables


def trained_beside_keras(folder: Path, name: str, worker: client.Worker) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return the results of a step of a model of tests.models and those of Keras, by the names of its Case."""
    document = open_document(folder / name, worker=worker)
    variables = add_training(document)
    feeds, expected, _ = case(folder, name)
    found: dict[str, Any] = running.run(
        document, page=PAGE, feed={"x": feeds["x"], "TARGET": feeds["target"]}, fetch="*", worker=worker
    ).results
    given = {"loss": found["LOSS"]["output"]}
    given |= {f"grad:{variables[block]}": gradient for block, gradient in zip(variables, found["STEP"]["grads"])}
    given |= {f"after:{path}": found[block]["value"] for block, path in variables.items() if block in found}
    return {key: (given[key], array) for key, array in expected.items()}
