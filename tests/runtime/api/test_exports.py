"""Exported files load, build the graph of their page, and are valid Python."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.core.framework.graph_pb2 import GraphDef

import blockloom
from blockloom.blocks.document.pages import Block, Document, Wire
from blockloom.blocks.files import documents
from blockloom.blocks.files.atomic_replace import replacing
from blockloom.runtime.api.graphfile import ExportOptions
from blockloom.runtime.api.graphfile import export_script as export
from blockloom.runtime.model_files import value_files, write
from blockloom.runtime.protocol import requests
from blockloom.runtime.script import writer as script
from blockloom.runtime.worker.errors import WorkerTimeout
from tests.exports import SAME
from tests.extent import slow, slow_after
from tests.pages import document, page
from tests.scripts import outputs

ROOT = Path(__file__).resolve().parents[3]
# Page 0: a variable that is used by its handle alone, and trained. The others: one in the body of a loop likewise.
TRAINED = (
    "T loom.ResourceVariable initvalues=[1.0f,2.0f]; O loom.GradientDescentOptimizer learning_rate=0.5;"
    "M loom.Minimize;",
    "O.optimizer -> M.optimizer",
)
USES = {
    "gather": ("G ResourceGather indices=0 dtype=DT_FLOAT", "T.handle -> G.resource", "G.output"),
    "read": ("G ReadVariableOp dtype=DT_FLOAT", "T.handle -> G.resource", "G.value"),
}


def trained(use):
    made, (blocks, wire, output) = Document(), USES[use]
    page(made, "main", f"{TRAINED[0]} {blocks}; Q Square", TRAINED[1], wire, f"{output} -> Q.x", "Q.y -> M.loss")
    page(
        made,
        "less",
        "i loom.Arg index=0 dtype=DT_INT32; x loom.Arg index=1 dtype=DT_FLOAT; L Less y=3 x=<i.output; "
        "r loom.Retval input=<L.z",
    )
    page(
        made,
        "next",
        "i loom.Arg index=0 dtype=DT_INT32; x loom.Arg index=1 dtype=DT_FLOAT; ADD AddV2 y=1 x=<i.output; "
        f"T loom.ResourceVariable initvalues=[1.0f,2.0f]; {blocks}; "
        f"S Sum reduction_indices={'[0]' * (use == 'read')}{'[]' * (use == 'gather')}; P Mul; "
        "r0 loom.Retval index=0 input=<ADD.z; r1 loom.Retval index=1",
        wire,
        f"{output} -> S.input",
        "x.output -> P.x",
        "S.output -> P.y",
        "P.z -> r1.input",
    )
    page(
        made,
        "loop",
        "i Const value=0; x Const value=2.0f; W While cond=less body=next input=<i.output,x.output; "
        "M loom.Minimize optimizer=<O.optimizer loss=<W.output[1]; "
        "O loom.GradientDescentOptimizer learning_rate=0.1",
    )
    return made


@pytest.mark.parametrize("use", USES)
def test_a_variable_that_is_used_by_its_handle_alone_has_no_problems(worker, use):
    for name in "main", "loop":
        assert worker.call(requests.GetTypesRequest(document=documents.dumps(trained(use)), page=name)).problems == []


@pytest.mark.parametrize("use", slow_after(1, USES))
def test_a_variable_that_is_used_by_its_handle_alone_is_trained_in_what_is_written(tmp_path, use):
    made = trained(use)
    for name in "main", "loop":
        differing = []
        export(made, name, tmp_path / f"page_{name}.py", ExportOptions(check=differing.extend))
        assert differing == []
        blockloom.save(made, tmp_path / f"{name}.pb", name)
    graph_def = GraphDef.FromString((tmp_path / "main.pb").read_bytes())
    with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
        tf.import_graph_def(graph_def, name="")
        step = next(op for op in graph.get_operations() if op.type == "NoOp" or "Apply" in op.type)
        session.run("T/init")
        session.run(step)
        value = session.run(tf.raw_ops.ReadVariableOp(resource=graph.get_tensor_by_name("T:0"), dtype=tf.float32))
    assert value.tolist() == [0.0, 2.0 if use == "gather" else 0.0]


def test_scripts_say_dtypes_and_names_that_tensorflow_would_take_otherwise(catalogue, tmp_path):
    made = document(
        catalogue,
        """
        R RangeDataset start=0 stop=10 step=1 output_types=[DT_INT64] output_shapes=[[]]
        B PaddedBatchDatasetV2 batch_size=2 padded_shapes=[[]] padding_values=[7] drop_remainder=false \
            output_shapes=[[?]] Toutput_types=[DT_INT64] input_dataset=<R.handle
        K ParseExample serialized=[''] names=[] sparse_keys=[] dense_keys=['a', 'b'] \
            dense_defaults=[[1], [2.0]] Tdense=[DT_INT64, DT_FLOAT] dense_shapes=[[1], [1]] sparse_types=[]
        x Const value=2.0f; C PartitionedCall f=fn args=<x.output,x.output
        c PartitionedCall f=fn args=<C.output[0],C.output[1]""",
        fn="x loom.Arg index=0 dtype=DT_FLOAT; A loom.Arg index=1 dtype=DT_FLOAT; X Mul x=<x.output y=<A.output; "
        "a AddV2 y=1 x=<X.z; add Neg x=<ADD.y; ADD Neg x=<a.z; r loom.Retval index=0 input=<add.y; "
        "R loom.Retval index=1 input=<X.z",
    )
    differing = []
    export(made, "main", tmp_path / "page.py", ExportOptions(check=differing.extend))
    assert differing == []


def test_lines_of_scripts_are_broken_within_brackets_only(tmp_path):
    deep, long = tmp_path / ("deep" * 15) / ("deeper" * 10), "a_long_name_of_a_block_that_gives_a_value"
    deep.mkdir(parents=True)
    made = Document()
    page(
        made,
        "fn",
        "x loom.Arg dtype=DT_FLOAT;" + "".join(f"{long}{n} loom.Retval index={n};" for n in range(6)),
        *(f"x.output -> {long}{n}.input" for n in range(6)),
    )
    page(made, "main", "x Const value=2.0f; C PartitionedCall f=fn args=<x.output; R ReadFile filename='a'")
    made.folder = str(deep)
    differing = []
    export(made, "main", tmp_path / "page.py", ExportOptions(check=differing.extend))
    text = (tmp_path / "page.py").read_text()
    assert differing == [] and max(map(len, text.splitlines())) <= 120 and "FOLDER = " in text


def test_what_cannot_be_loaded_is_not_written(catalogue, tmp_path):
    made = document(catalogue, "V loom.Variable initvalues=['a', 'b']; R loom.Retval input=<V.ref")
    (tmp_path / "values.npz").write_text("as it was")
    with pytest.raises(blockloom.BadPage, match="could not be loaded"):  # numpy has texts as pickles alone
        blockloom.save(made, tmp_path / "values.npz")
    assert (tmp_path / "values.npz").read_text() == "as it was" and len(list(tmp_path.iterdir())) == 1

    sound = GraphDef()
    sound.node.add(name="x", op="NoOp")
    sound.node.add(name="y", op="Identity", input=["x"])
    graph = tmp_path / "graph.pb"
    for data in sound.SerializeToString(), b"no graph":
        graph.write_bytes(data)
        with pytest.raises(ValueError, match="could not be loaded"):
            write.prove_graph(graph)
    for name in "values.ckpt", "values.safetensors":
        values_of = {"v": np.arange(3.0)}
        value_files.write(tmp_path / name, values_of)
        write.prove_values(tmp_path / name, values_of)
        for other in {"v": np.arange(1.0, 4.0)}, {"v": np.arange(3)}, {"w": np.arange(3.0)}:
            with pytest.raises(ValueError, match="could not be loaded"):
                write.prove_values(tmp_path / name, other)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("def build", "def build build"),
        lambda text: text.replace("Neg", "Nag"),
        lambda text: text.replace("Neg", "Abs"),
    ],
)
def test_a_script_that_is_another_is_not_written(catalogue, tmp_path, monkeypatch, change):
    made, before = document(catalogue, "N Neg x=1.0"), script.write

    def spoilt(*given):
        found = before(*given)
        found.text = change(found.text)
        return found

    monkeypatch.setattr(script, "write", spoilt)
    told = script.export(made, "main", tmp_path / "page.py", catalogue, tmp_path / "page.py.safetensors", "page.py")
    assert told.refusal.startswith("the script was not written") and not list(tmp_path.iterdir())


# Names that TensorFlow treats as equal, texts next to bytes, blocks that wait for an optimizer or for one without
# outputs, an instance with a block named like one outside, and an optimizer with the slots of another.
def test_scripts_build_the_graph_of_odd_pages(catalogue, tmp_path):
    made = document(
        catalogue,
        """
        add AddV2 x=1.0f y=2.0f; x Neg x=1.0f; TEXTS Const value=['é', "\\xff"] dtype=DT_STRING
        V loom.Variable initvalues=[1.0f]; W loom.ResourceVariable initvalues=[1.0f]
        STEP loom.Variable initvalues=0 dtype=DT_INT64; L L2Loss t=<V.ref; M L2Loss t=<W.value
        OPT loom.GradientDescentOptimizer learning_rate=0.1; AFTER Neg x=2.0f
        SYNC loom.SyncReplicasOptimizer replicas_to_aggregate=1 optimizer=<OPT.optimizer
        FTRL loom.FtrlOptimizer learning_rate=0.1
        BOTH loom.Minimize optimizer=<SYNC.optimizer loss=<L.output global_step=<STEP.ref
        TRAIN loom.Minimize optimizer=<FTRL.optimizer loss=<M.output; LAST Neg x=3.0f; INSTANCE Neg
        CALL PartitionedCall f=inner args=<x.y; OPT -> AFTER; BOTH -> LAST""",
        inner="a loom.Arg dtype=DT_FLOAT; OPT AddV2 x=1.0f y=<a.output; TRAIN Neg x=<OPT.z; "
        "r loom.Retval input=<TRAIN.y",
    )
    main = made.pages["main"]
    main.blocks["INSTANCE"] = main.blocks["INSTANCE"]._replace(type="page:inner")
    main.blocks |= {name: Block(name, "AddV2", values={"x": "1.0f", "y": "3.0f"}) for name in ("ADD", "Add")}
    main.put_wire(Wire("x", "y", "INSTANCE", "a"))
    differing = []
    export(made, "main", tmp_path / "page.py", ExportOptions(check=differing.extend))
    assert differing == []


def test_slots_of_an_optimizer_have_the_same_scope_in_a_script_as_on_the_page(catalogue, tmp_path):
    made = document(
        catalogue,
        "HELD ConditionalAccumulator dtype=DT_FLOAT shape=[1]; L L2Loss t=<V.ref; "
        "TAKE AccumulatorTakeGradient dtype=DT_FLOAT num_required=1 handle=<HELD.handle; "
        "V loom.Variable dtype=DT_FLOAT initvalues=<TAKE.average; OPT loom.AdamOptimizer; "
        "TRAIN loom.Minimize loss=<L.output optimizer=<OPT.optimizer",
    )
    differing = []
    export(made, "main", tmp_path / "page.py", ExportOptions(check=differing.extend))
    assert differing == []


@slow
def test_a_script_has_a_variable_of_what_numpy_has_no_dtype_for(catalogue, tmp_path):
    made = document(catalogue, "V VariableV2 dtype=DT_VARIANT shape=[2]")
    differing = []
    export(made, "main", tmp_path / "page.py", ExportOptions(check=differing.extend))
    assert differing == []
    assert outputs([(tmp_path / "page.py", {})], tmp_path) == [[]]  # nobody gives it a value that could be printed


def test_a_variable_whose_id_begins_with_an_underscore_runs(catalogue, worker):
    made = document(
        catalogue,
        "_x loom.Variable initvalues=1.0f; __y loom.ResourceVariable initvalues=2.0f; ADD AddV2 x=<_x.ref y=<__y.value",
    )
    assert blockloom.run(made, worker=worker).results["ADD"]["z"] == 3


# Exports pages of these seeds in a process as a worker is.
GENERATED = """
import json, sys
from pathlib import Path
from blockloom.runtime.worker.client import ensure_catalogue
from blockloom.runtime.worker.worker import configure_tensorflow
from tests.exports import KINDS, case, outcome
configure_tensorflow()
catalogue = ensure_catalogue()
print(json.dumps([[seed, kind, outcome(kind, case(seed, catalogue, wild=False), Path(sys.argv[1]), catalogue)]
                  for seed in range(12) for kind in KINDS]))
"""


@slow
def test_generated_pages_are_the_same_graphs_in_files_or_refused(catalogue, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", GENERATED, tmp_path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert [one for one in found if not one[2].startswith((SAME, "refused: "))] == []
    assert sum(how.startswith(SAME) for _, _, how in found) > len(found) / 2


def test_a_timeout_is_not_blamed_on_the_file(tmp_path):
    with pytest.raises(WorkerTimeout), replacing(tmp_path / "graph.pb"):
        raise WorkerTimeout("the worker did not answer 'export' within 600 s, and was ended")
