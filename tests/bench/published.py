"""Real models in a folder, for example from packages on registries.

Each model is opened, run and compared with TensorFlow, written as a SavedModel and a frozen graph, which TensorFlow
loads, and as a script. Three processes for each model, which can be ended: TensorFlow's results (`told`), Blockloom's
(`ours`), and TensorFlow's of the exports (`loaded`).
"""

from __future__ import annotations

import importlib
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from blockloom.runtime.protocol import requests
from tests.bench.measure import NotRun

_ROOT = Path(__file__).resolve().parents[2]
_ROUNDING = 1e-5  # of the largest value: sums in another order
_LONGEST = 300.0  # seconds for each process
_LENGTHS = (64, 1, 10_100)
_MOST = 12  # tensors of a graph without signatures that are compared
_GRAPHS = (".pb", ".pbtxt", ".meta")
_KERAS = (".h5", ".keras")
_FORWARD = {"Softmax", "Sigmoid", "Tanh", "MatMul", "Conv2D", "BiasAdd", "Relu", "MaxPool", "Reshape", "Mean"}


def bench_published() -> bool:
    """Print a row for each model in the folder of BLOCKLOOM_PUBLISHED.

    Columns: blocks, seconds to open, the largest difference of outputs to TensorFlow's, relative to the largest
    value, the same of the exported SavedModel and frozen graph, and the nodes that the script builds differently.
    BLOCKLOOM_MODEL_FILES selects models.
    """
    if not os.environ.get("BLOCKLOOM_PUBLISHED"):
        raise NotRun("BLOCKLOOM_PUBLISHED names no folder of models")
    folder = Path(os.environ["BLOCKLOOM_PUBLISHED"]).absolute()
    chosen, ok = os.environ.get("BLOCKLOOM_MODEL_FILES", "").split(), True
    print("| model | kind | blocks | opened, s | problems | run | SavedModel | frozen | script | |\n|" + "---|" * 10)
    for path in models_in(folder):
        name = str(path.relative_to(folder))
        if chosen and not any(one in name for one in chosen):
            continue
        with tempfile.TemporaryDirectory(prefix="blockloom-published-") as place:
            found: dict[str, Any] = {}
            for what in "told", "ours", "loaded":
                found |= _process(what, path, Path(place)) if "why" not in found and "refused" not in found else {}
        parts = [found.get(key) for key in ("run", "saved", "frozen")]
        if str(parts[2]).startswith("BadPage"):  # trained variables cannot be constants
            parts[2] = "refused"
        right = found.get("script") == 0 and all(
            one == "refused" or isinstance(one, float) and one <= _ROUNDING for one in parts
        )
        ok &= right or "refused" in found
        cells = [
            name,
            *(found.get(key, "") for key in ("kind", "blocks", "opened", "problems")),
            *(f"{one:.1g}" if isinstance(one, float) else one or "" for one in parts),
            found.get("script", ""),
            found.get("refused", "" if right else found.get("why", "WRONG")),
        ]
        print(f"| {' | '.join(map(str, cells))} |", flush=True)
    return ok


def models_in(folder: Path) -> Iterator[Path]:
    """Yield the models of a folder: files, and folders of SavedModels."""
    from blockloom.blocks.files.file_kinds import kind_of

    for path in sorted(folder.rglob("*")):
        if path.name in ("saved_model.pb", "saved_model.pbtxt"):
            yield path.parent
        elif path.is_file() and kind_of(path) in (*_GRAPHS, *_KERAS):
            yield path


def _process(what: str, path: Path, place: Path) -> dict[str, Any]:
    env = os.environ | {
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "CUDA_VISIBLE_DEVICES": "-1",
        "XDG_STATE_HOME": str(place / "state"),
        "BLOCKLOOM_KEEP_MODELS": "0",
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.published", what, str(path), str(place)],
            cwd=_ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_LONGEST,
        )
    except subprocess.TimeoutExpired:
        return {"why": f"{what}: no end after {_LONGEST:g} s"}
    if done.returncode:
        return {"why": f"{what}: {(done.stderr.strip().splitlines() or ['it ended'])[-1][:200]}"}
    return json.loads(done.stdout.splitlines()[-1])


def save_outputs(path: Path, place: Path) -> dict[str, Any]:
    """Feed a model random values; save feeds and outputs in `place`, by signature, "" for a graph."""
    from blockloom.blocks.files.file_kinds import FOLDER, kind_of

    kind = kind_of(path)
    read = _of_saved_model if kind == FOLDER else _of_keras if kind in _KERAS else _of_graph
    about, cases = read(path)
    (place / "cases").write_bytes(pickle.dumps(cases))
    return {"kind": about}


def _of_saved_model(path: Path) -> tuple[str, dict[str, Any]]:
    import tensorflow as tf

    v1, cases = tf.compat.v1, {}
    with tf.Graph().as_default() as graph, v1.Session(config=_config(tf)) as session:
        meta = v1.saved_model.load(session, ["serve"], str(path))
        for name, ends in meta.signature_def.items():
            if name.startswith("__") or not ends.outputs:
                continue
            fed = {key: _value(tf, key, graph.get_tensor_by_name(one.name)) for key, one in ends.inputs.items()}
            given = session.run(
                {key: one.name for key, one in ends.outputs.items()},
                {ends.inputs[key].name: one for key, one in fed.items()},
            )
            cases[name] = fed, given
    return f"SavedModel of {meta.meta_info_def.tensorflow_version}", cases


def _of_keras(path: Path) -> tuple[str, dict[str, Any]]:
    from blockloom.blocks.files.file_kinds import kind_of

    version = _keras_version(path)
    keras = importlib.import_module("keras" if int(version.partition(".")[0]) > 2 else "tf_keras")
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder, "model" + kind_of(path))
        named.symlink_to(path)
        model = keras.models.load_model(named, compile=False)
    for length in _LENGTHS:
        fed = {
            tensor._keras_history[0].name: _random(
                index, str(getattr(tensor.dtype, "name", tensor.dtype)), tensor.shape, length
            )
            for index, tensor in enumerate(model.inputs)
        }
        try:
            given = model(list(fed.values()) if len(fed) > 1 else next(iter(fed.values())), training=False)
            break
        except ValueError:  # it wants a longer series
            continue
    given = given if isinstance(given, list | tuple) else [given]
    return f"Keras {version} {path.suffix}", {
        "serving_default": (fed, {str(n): np.asarray(one) for n, one in enumerate(given)})
    }


def _keras_version(path: Path) -> str:
    """Return the version of Keras in a file, "2" for an HDF5 file without one."""
    import h5py

    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as file:
            return json.loads(file.read("metadata.json"))["keras_version"]
    with h5py.File(path) as file:
        found = file.attrs.get("keras_version", "2")
    return found.decode() if isinstance(found, bytes) else found


def _of_graph(path: Path) -> tuple[str, dict[str, Any]]:
    import tensorflow as tf

    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph, v1.Session(config=_config(tf)) as session:
        if path.name.endswith(".meta"):
            meta = v1.MetaGraphDef.FromString(path.read_bytes())
            for node in meta.graph_def.node:  # which TensorFlow itself may not like any more
                node.attr.pop("_output_shapes", None)
            saver = v1.train.import_meta_graph(meta, clear_devices=True)
            saver.restore(session, str(path).removesuffix(".meta"))
        else:
            tf.import_graph_def(v1.GraphDef.FromString(path.read_bytes()), name="")
        ops = graph.get_operations()
        fed = {op.name: _value(tf, op.name, op.outputs[0]) for op in ops if op.type == "Placeholder"}
        wanted = [
            op.outputs[0]
            for op in ops
            if op.type in _FORWARD and "gradients" not in op.name and op.outputs[0].dtype == tf.float32
        ]
        given: dict[str, Any] = {}
        for tensor in wanted[::-1]:
            if len(given) == _MOST:
                break
            try:
                one, again = (session.run(tensor, {f"{name}:0": one for name, one in fed.items()}) for _ in range(2))
                if np.array_equal(one, again):  # nothing is drawn by chance
                    given[tensor.op.name] = one
            except tf.errors.OpError:  # of a branch that is not gone, or within a loop
                continue
        return f"{'MetaGraph' if path.name.endswith('.meta') else 'GraphDef'}, {len(ops):,} nodes", {"": (fed, given)}


def _config(tf: Any) -> Any:
    config = tf.compat.v1.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    return config


def _value(tf: Any, name: str, tensor: Any) -> np.ndarray:
    """Something that a tensor can be fed."""
    if tensor.dtype != tf.string:
        return _random(len(name), tensor.dtype.name, tensor.shape if tensor.shape.rank is not None else ())
    parse = next((op for op in tensor.consumers() if "ParseExample" in op.type), None)
    if parse is None:
        return np.array([b"import os, sys", b"a red page"], object)[: tensor.shape[0] if tensor.shape.rank else 2]
    features: dict[str, Any] = {}
    for pin, kinds in (3, "Tdense"), (2, "sparse_types"):
        names = tf.get_static_value(parse.inputs[pin])
        for key, dtype in zip(() if names is None else names.tolist(), parse.get_attr(kinds)):
            count = tf.TensorShape(parse.get_attr("dense_shapes")[len(features)]).num_elements() if pin == 3 else 1
            features[key.decode()] = (
                tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"red"] * count))
                if dtype == tf.string
                else tf.train.Feature(int64_list=tf.train.Int64List(value=[1] * count))
                if dtype == tf.int64
                else tf.train.Feature(float_list=tf.train.FloatList(value=[0.5] * count))
            )
    example = tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()
    return np.array([example] * 2, object)


def _random(seed: int, dtype: str, shape: Any, length: int = 2) -> np.ndarray:
    """Return random values of a shape, with 2 for unknown sizes, or `length` for that of a series.

    A scalar, for example the keep rate of dropout, is 1.
    """
    rng = np.random.default_rng(seed)
    sizes = [length if size is None and n else size or 2 for n, size in enumerate(shape)]
    if dtype == "bool":
        return np.zeros(sizes, bool)
    if "int" in dtype or not sizes:
        return np.ones(sizes, dtype)
    return rng.uniform(0.1, 1.0, sizes).astype(dtype)


def loaded(path: Path, place: Path) -> dict[str, Any]:
    """Return TensorFlow's results of the SavedModel and the frozen graph that were exported."""
    import tensorflow as tf

    v1, cases = tf.compat.v1, pickle.loads((place / "cases").read_bytes())
    found: dict[str, Any] = {}
    with tf.Graph().as_default(), v1.Session(config=_config(tf)) as session:
        meta = v1.saved_model.load(session, ["serve"], str(place / "model.savedmodel"))
        runs = list(_runs(meta.signature_def, {node.name for node in meta.graph_def.node}, cases))
        found["saved"] = max(_differ(session.run(names, fed), given) for fed, names, given in runs)
    if (place / "frozen.pb").exists():
        frozen = v1.GraphDef.FromString((place / "frozen.pb").read_bytes())
        with tf.Graph().as_default(), v1.Session(config=_config(tf)) as session:
            tf.import_graph_def(frozen, name="")
            session.run([node.name for node in frozen.node if node.op.startswith("InitializeTable")])
            found["frozen"] = max(_differ(session.run(names, fed), given) for fed, names, given in runs)
    return found


def _runs(signatures: Any, nodes: set[str], cases: dict[str, Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield feeds, fetches and expected values, by names of tensors."""
    for name, (fed, given) in cases.items():
        ends = signatures[name or "serving_default"]
        if name:
            outputs = [one.name for _, one in sorted(ends.outputs.items())]
            names = {key: ends.outputs[key].name if key in ends.outputs else outputs[n] for n, key in enumerate(given)}
            yield {ends.inputs[key].name: one for key, one in fed.items() if key in ends.inputs}, names, given
        else:
            names = {key: f"{key}:0" for key in given if key in nodes}
            fed = {f"{key}:0": one for key, one in fed.items() if key in nodes}
            yield fed, names, {key: given[key] for key in names}


def _differ(found: dict[str, np.ndarray], wanted: dict[str, np.ndarray]) -> float:
    """Return the largest difference, relative to the largest value."""

    def gap(one: Any, other: Any) -> float:
        one, other = np.asarray(one), np.asarray(other)
        if one.dtype.kind in "OSU":
            return float(one.tolist() != other.tolist())
        one, other = one.astype(float), other.astype(float)
        return float(np.abs(one - other).max(initial=0.0) / max(np.abs(other).max(initial=0.0), 1e-30))

    assert found, "nothing of what is known came out"
    return max(gap(found[key], wanted[key]) for key in wanted)


def ours(path: Path, place: Path) -> dict[str, Any]:
    """Open, check, run and write a model."""
    import blockloom
    from blockloom.app.formats import open_document, save_document
    from blockloom.blocks.plan.node_names import node_names
    from blockloom.runtime.worker import client

    found: dict[str, Any] = {}
    worker = client.Worker(keep_state=False)
    worker.start()
    worker.call(requests.SetDocumentRequest(owner=0))  # TensorFlow is there
    begin = time.perf_counter()
    try:
        document = open_document(path, worker=worker)
    except blockloom.FileError as error:
        worker.close()
        return {"refused": str(error).removeprefix(f"{path}: ")}
    found |= {
        "opened": round(time.perf_counter() - begin, 1),
        "blocks": sum(len(page.blocks) for page in document.pages.values()),
    }
    cases = pickle.loads((place / "cases").read_bytes()) if (place / "cases").exists() else {}

    def run() -> float:
        gaps = []
        for name, (fed, given) in cases.items():
            if name:
                outputs = blockloom.run(document, signature=name, feed=fed, worker=worker).outputs
                outputs = outputs if outputs.keys() >= given.keys() else dict(zip(given, outputs.values()))
            else:
                page = document.pages["main"]
                blocks = {node: block for block, node in node_names(page).items()}
                results = blockloom.run(
                    document,
                    page="main",
                    fetch=[blocks[node] for node in given if node in blocks],
                    feed={blocks[node]: one for node, one in fed.items() if node in blocks},
                    worker=worker,
                ).results
                outputs = {node: next(iter(results[blocks[node]].values())) for node in given if node in blocks}
                given = {node: given[node] for node in outputs}
            gaps.append(_differ(outputs, given))
        return max(gaps)

    differing: list[str] = []
    page = next(iter(document.pages))
    steps: dict[str, Callable[[], Any]] = {
        "problems": lambda: len(blockloom.check(document)),
        "run": run,
        "saved": lambda: blockloom.save(document, place / "model.savedmodel") and "",
        "frozen": lambda: blockloom.save(document, place / "frozen.pb", frozen=True) and "",
        "script": lambda: save_document(document, place / "script.py", page, check=differing.extend) and "",
    }
    for key, step in steps.items():
        try:
            found[key] = step()
        except Exception as error:
            found[key] = f"{type(error).__name__}: {error}".replace("\n", " ")[:200]
    worker.close()
    if not isinstance(found["script"], str) or not found["script"]:
        found["script"] = len({line.partition(": ")[0] for line in differing})
    return found


if __name__ == "__main__":
    print(
        json.dumps(
            {"told": save_outputs, "ours": ours, "loaded": loaded}[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
        )
    )
