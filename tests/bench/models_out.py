"""Models that leave: loaded by TensorFlow in a process that knows nothing of pages, and opened again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

_ROOT = Path(__file__).resolve().parents[2]
_ROUNDING = 1e-6  # of the largest value
_FILES = (
    "dense",
    "conv",
    "lstm",
    "gru",
    "transformer",
    "mobilenetv2",
    "resnet50",
    "efficientnetb0",
    "frozen.pb",
    "metagraph.meta",
    "table",
)


def bench_models_out() -> bool:
    """Export each model as SavedModel, frozen graph and checkpoint, and compare with TensorFlow's results.

    Prints the largest difference of each to the original model, relative to the largest value, without graph
    optimizer; of the SavedModel by tf.saved_model.load also with it; and whether the SavedModel opens as an equal
    document. BLOCKLOOM_MODEL_FILES selects models.
    """
    import blockloom
    from blockloom.app.formats import open_document
    from blockloom.blocks.files import documents
    from tests.models import built

    wanted = os.environ.get("BLOCKLOOM_MODEL_FILES", "").split() or list(_FILES)
    folder = built(
        Path(os.environ.get("BLOCKLOOM_MODELS") or tempfile.mkdtemp(prefix="blockloom-models-")),
        sorted({Path(file).stem for file in wanted}),
    )
    ok = True
    print("| model | seconds out | SavedModel | frozen | checkpoint | optimized | again |\n|" + "---|" * 7)
    for file in wanted:
        with tempfile.TemporaryDirectory(prefix="blockloom-out-") as place:
            out, document = Path(place), open_document(folder / file)
            begin = time.perf_counter()
            blockloom.save(document, out / "model.savedmodel")
            seconds = time.perf_counter() - begin
            blockloom.save(document, out / "frozen.pb", frozen=True)
            blockloom.save(document, out / "values.ckpt")
            again = documents.dumps(open_document(out / "model.savedmodel"))
            before = documents.dumps(document)
            for one in (folder / file, out / "model.savedmodel"):  # a table's file is named with its folder
                before, again = (text.replace(str(one), "") for text in (before, again))
            told = _fresh(out, folder / file)
        of_model = (folder / file).is_dir()  # a graph has no signatures: it becomes another page
        same = before == again
        right = (
            max(told["saved"], told["frozen"], told["checkpoint"]) == 0
            and told["optimized"] <= _ROUNDING
            and (same or not of_model)
        )
        ok &= right
        print(
            f"| {file} | {seconds:.1f} | {told['saved']:.2g} | {told['frozen']:.2g} | {told['checkpoint']:.2g} "
            f"| {told['optimized']:.2g} | {'equal' if same else 'differs' if of_model else 'no signature'} "
            f"|{'' if right else ' WRONG'}",
            flush=True,
        )
    return ok


def _fresh(out: Path, model: Path) -> dict[str, Any]:
    env = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.models_out", str(out), str(model)],
        cwd=_ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-1500:])
    return json.loads(done.stdout.splitlines()[-1])


def loaded(out: Path, model: Path) -> dict[str, Any]:
    """Compare, in a fresh process, TensorFlow's results of the files in `out` with those of the model."""
    import tensorflow as tf

    from tests.models import case

    v1, told = tf.compat.v1, {}
    feeds, results, own = case(model.parent, model.stem)
    config = v1.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    with tf.Graph().as_default(), v1.Session(config=config) as session:
        meta = v1.saved_model.load(session, ["serve"], str(out / "model.savedmodel"))
        ends = meta.signature_def["serving_default"]
        names = {key: ends.outputs[key].name if key in ends.outputs else f"{key}:0" for key in own}
        there = {node.name for node in meta.graph_def.node}
        names = {key: name for key, name in names.items() if name.partition(":")[0] in there}
        fed = {ends.inputs[key].name: one for key, one in feeds.items() if key in ends.inputs}
        told["saved"] = _differ(session.run(names, fed), own)
        if meta.saver_def.restore_op_name:
            for one in v1.global_variables():
                session.run(one.initializer, {meta.saver_def.filename_tensor_name: str(out / "values.ckpt")})
        told["checkpoint"] = _differ(session.run(names, fed), own)
    frozen = v1.GraphDef.FromString((out / "frozen.pb").read_bytes())
    with tf.Graph().as_default(), v1.Session(config=config) as session:
        tf.import_graph_def(frozen, name="")
        for node in frozen.node:
            if node.op.startswith("InitializeTable"):
                session.run(node.name)
        told["frozen"] = _differ(session.run(names, fed), own)
    signature = tf.saved_model.load(str(out / "model.savedmodel")).signatures["serving_default"]
    taken = signature.structured_input_signature[1]
    found = {
        key: one.numpy()
        for key, one in signature(**_tensors(tf, {key: one for key, one in feeds.items() if key in taken})).items()
    }
    told["optimized"] = _differ({key: found[key] for key in results.keys() & found.keys()}, results)
    return told


def _tensors(tf: Any, feeds: dict[str, np.ndarray]) -> dict[str, Any]:
    return {key: tf.constant(one) for key, one in feeds.items()}


def _differ(found: dict[str, np.ndarray], wanted: dict[str, np.ndarray]) -> float:
    """Return the largest difference, relative to the largest value."""
    assert found, "nothing of what is known came out"
    return max(
        float(np.abs(np.asarray(one, float) - wanted[key]).max() / max(np.abs(wanted[key]).max(), 1e-30))
        for key, one in found.items()
    )


if __name__ == "__main__":
    print(json.dumps(loaded(Path(sys.argv[1]), Path(sys.argv[2]))))
