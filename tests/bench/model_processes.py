"""Commands that `tests.bench.models` runs in separate processes: `python -m tests.bench.model_processes WHAT ...`.

Each prints one line of JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from blockloom.runtime.protocol import requests
from tests.models import case


def loaded(path: str, folder: str, name: str) -> dict[str, Any]:
    """TensorFlow's own way: load a SavedModel, and call it."""
    begin = time.perf_counter()
    import tensorflow as tf

    there = time.perf_counter()
    signature = tf.saved_model.load(path).signatures["serving_default"]
    opened = time.perf_counter()
    feeds, *expected = case(Path(folder), name)
    found = {
        key: tensor.numpy()
        for key, tensor in signature(**{key: tf.constant(array) for key, array in feeds.items()}).items()
    }
    return {
        "import": there - begin,
        "open": opened - there,
        "run": time.perf_counter() - opened,
        "differs": differences(found, *expected),
    }


def opened(path: str, folder: str, name: str, out: str = "") -> dict[str, Any]:
    """Open a model as pages, and run it; `out` is where the document is written."""
    from blockloom.app.formats import open_document
    from blockloom.blocks.files import documents
    from blockloom.blocks.lower import model_signatures
    from blockloom.runtime.api import running
    from blockloom.runtime.worker import client

    begin = time.perf_counter()
    worker = client.Worker(keep_state=False)
    worker.start()
    worker.call(requests.SetDocumentRequest(owner=0))
    there = time.perf_counter()
    document = open_document(path, worker=worker)
    done = time.perf_counter()
    if out:
        documents.save(document, out)
    feeds, *expected = case(Path(folder), name)
    if "serving_default" in document.pages:
        ends = model_signatures.ends(document, "serving_default", client.ensure_catalogue().with_pages(document))
        feeds = _named(feeds, ends.inputs)
        expected = [_named(one, ends.outputs) for one in expected]
        found = running.run(document, signature="serving_default", feed=feeds, worker=worker).outputs
    else:
        found = _run_nodes(document, feeds, list(expected[0]), worker, client.ensure_catalogue())
    result = {
        "import": there - begin,
        "open": done - there,
        "run": time.perf_counter() - done,
        "blocks": sum(len(page.blocks) for page in document.pages.values()),
        "differs": differences(found, *expected),
    }
    worker.close()
    return result


def _named(arrays: dict[str, np.ndarray], names: Any) -> dict[str, np.ndarray]:
    """By these names: a model of one input and output calls them otherwise in a .keras file than in a SavedModel."""
    return arrays if arrays.keys() <= set(names) else dict(zip(names, arrays.values(), strict=True))


def _run_nodes(document: Any, feeds: dict[str, np.ndarray], wanted: list[str], worker: Any, catalogue: Any) -> dict:
    """Return the first outputs of nodes of a graph without signatures, in a session that fetches only these."""
    from blockloom.blocks.document.pages import Block, Placed, Wire
    from blockloom.blocks.edits import Insert
    from blockloom.blocks.plan.node_names import node_names
    from blockloom.runtime.api import running

    page = document.pages["main"]
    block = {node: name for name, node in node_names(page).items()}
    pins = {name: catalogue[page.blocks[block[name]].type].outputs[0].name for name in (*wanted, *feeds)}
    Insert(
        "main",
        (Block("SESSION", "loom.Session"),),
        tuple(Placed(Wire(block[name], pins[name], "SESSION", "fetch_outputs"), n) for n, name in enumerate(wanted)),
    ).apply(document)
    found = running.run(
        document, page="main", feed={block[name]: array for name, array in feeds.items()}, worker=worker
    ).results
    return {name: found[block[name]][pins[name]] for name in wanted}


def trained(folder: str, name: str) -> dict[str, Any]:
    """Compare a training step with Keras's: the largest differences of gradients and of updated variables.

    Each is relative to the largest value of the tensor.
    """
    from blockloom.blocks.results.output_differences import compare_arrays_at
    from blockloom.runtime.worker import client
    from tests.training import trained_beside_keras

    worker = client.Worker(keep_state=False)
    worker.start()
    found: dict[str, float] = {}
    rows = trained_beside_keras(Path(folder), name, worker)
    for key, (ours, theirs) in rows.items():
        kind = key.partition(":")[0]
        found[kind] = max(found.get(kind, 0.0), compare_arrays_at(key, theirs, ours).relative)
    worker.close()
    return {"tensors": len(rows), **found}


def sizes(path: str) -> dict[str, Any]:
    """How many nodes a model has, and how long each part of opening it takes where nothing else is done meanwhile."""
    import tensorflow as tf  # noqa: F401  not to be timed

    from blockloom.blocks.from_graph.document import convert_model
    from blockloom.runtime.model_files.read import read
    from blockloom.runtime.worker import client

    catalogue = client.ensure_catalogue()
    begin = time.process_time()
    model = read(path)
    middle = time.process_time()
    nodes = len(model.nodes) + sum(len(function.nodes) for function in model.functions.values())
    convert_model(model, catalogue)
    return {"nodes": nodes, "read": middle - begin, "pages": time.process_time() - middle}


def differences(found: dict[str, Any], *expected: dict[str, np.ndarray]) -> list[float]:
    """Return the largest difference to each expected result, relative to its largest value."""
    from blockloom.blocks.results.output_differences import VALUES, compare_arrays_at

    rows = [
        [compare_arrays_at(name, array, np.asarray(found[name])) for name, array in one.items()] for one in expected
    ]
    return [max(row.relative if row.kind == VALUES else float("inf") for row in one) for one in rows]


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    do = {"loaded": loaded, "opened": opened, "sizes": sizes, "trained": trained}[sys.argv[1]]
    print(json.dumps(do(*sys.argv[2:])))
