"""Contract of the headless commands, through the real command in separate processes."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom.app import formats
from blockloom.app.cli import main
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.files import documents
from blockloom.runtime.worker.process import worker_environment
from tests import fork_server
from tests.extent import examples, slow
from tests.pages import document
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "assets" / "examples"
SPARSE = str(EXAMPLES / "sparse_accumulator.loom")


def process(*words):
    """Run the command in a separate process with a separate worker."""
    return fork_server.run(
        "blockloom",
        *words,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.fixture
def blockloom(capfd):
    """Return a function that runs the command in this process, with the worker that tests share."""

    def run(*words):
        capfd.readouterr()
        code = main([*map(str, words)])
        return subprocess.CompletedProcess(words, code, *capfd.readouterr())

    return run


@pytest.fixture
def page(catalogue, tmp_path):
    """Write a page described in a few words to a file."""

    def write(blocks, wires=""):
        path = tmp_path / "page.loom"
        documents.save(document(catalogue, blocks, wires), path)
        return path

    return write


def test_run_prints_one_json_object_by_the_contract(blockloom):
    done = blockloom("run", SPARSE, "--steps", 4, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    got = json.loads(done.stdout)
    assert (got["page"], got["steps"]) == ("sparse", 4)
    take = got["results"]["TAKE"]
    assert take["indices"] == {"dtype": "int64", "shape": [2], "value": [2, 4]}
    assert take["values"]["shape"] == [2, 2]
    np.testing.assert_allclose(take["values"]["value"], [[1.4, 2.4], [3.4, 4.4]], rtol=1e-12)
    assert take["shape"]["value"] == [5, 2]
    assert got["results"]["ACC"]["handle"]["about"]


def test_a_failed_step_is_written_next_to_the_error(page, blockloom):
    path = page("K Const value=[1.0f, 2.0f]; N Neg x=<K.output; AT GatherV2 indices=7 axis=0 params=<N.y")
    done = blockloom("run", path, "--on-error", "values", "--format", "json")
    failed = json.loads(done.stdout)["failed"]
    assert (done.returncode, failed["step"], failed["block"], failed["op"]) == (1, 1, "AT", "GatherV2")
    assert failed["inputs"]["indices"]["value"]["value"] == 7 and failed["inputs"]["params"]["from"] == "N.y"
    assert failed["results"]["N"]["y"]["value"] == [-1, -2] and "is not in" in done.stderr
    done = blockloom("run", path, "--on-error", "values")
    assert done.returncode == 1 and "Step 1 failed in AT (GatherV2), with the inputs:" in done.stdout
    assert blockloom("run", path).stdout == ""
    assert blockloom("run", path, "--on-error", "values", "--format", "npz", "--out", "x.npz").returncode == 2


def test_whether_tensorflow_has_the_kernels_of_onednn_is_left_to_it_and_to_people(monkeypatch):
    monkeypatch.delenv("TF_ENABLE_ONEDNN_OPTS")
    assert "TF_ENABLE_ONEDNN_OPTS" not in worker_environment()
    monkeypatch.setenv("TF_ENABLE_ONEDNN_OPTS", "1")
    assert worker_environment()["TF_ENABLE_ONEDNN_OPTS"] == "1"


@slow
def test_a_run_has_the_kernels_of_onednn_where_tensorflow_turns_them_on(page, monkeypatch):
    """No other kernel of a CPU does dilated depthwise convolutions. TensorFlow decides by the processor."""
    monkeypatch.setenv("TF_ENABLE_ONEDNN_OPTS", "1")
    path = page(
        """
        X Const value=[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]] dtype=DT_FLOAT
        F Const value=[[[[1.0]],[[2.0]]],[[[3.0]],[[4.0]]]] dtype=DT_FLOAT
        CONV DepthwiseConv2dNative strides=[1,1,1,1] dilations=[1,2,2,1] padding=VALID input=<X.output \
            filter=<F.output""",
    )
    done = process("run", path, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["results"]["CONV"]["output"]["value"] == [[[[64]]]]


def test_a_time_out_exits_3_and_names_the_block_and_what_it_waits_for(blockloom):
    done = blockloom("run", SPARSE, "--steps", 4, "--set", "TAKE.num_required=2", "--timeout", 1)
    assert (done.returncode, done.stdout) == (3, "")
    assert "TAKE" in done.stderr
    assert "1 of 2" in done.stderr
    assert "warning: sparse/TAKE.num_required" in done.stderr


def test_an_op_that_ignores_everything_times_out_too(page, blockloom):
    path = page({"OUT": ("Unstage", {"dtypes": "DT_FLOAT", "shared_name": "empty"})})
    done = blockloom("run", path, "--timeout", 1)
    assert done.returncode == 3
    assert "OUT waits: 0 of 1 staged elements" in done.stderr


def test_an_abort_is_a_message_and_exit_1(page):
    done = process("run", page({"A": ("Abort", {"error_msg": "on purpose"})}))
    assert done.returncode == 1
    assert "SIGABRT" in done.stderr
    assert "on purpose" in done.stderr
    assert "Traceback" not in done.stderr
    assert " @ " not in done.stderr


def test_ctrl_c_gives_130_and_leaves_no_worker(page, tmp_path):
    path = page({"OUT": ("Unstage", {"dtypes": "DT_FLOAT", "shared_name": "empty"})})
    run = fork_server.Popen(
        [sys.executable, "-m", "blockloom", "run", str(path)],
        cwd=tmp_path,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    for line in run.stderr:
        if "waits" in line:
            break
    assert len(fork_server.working_in(tmp_path)) == 2  # the command and its worker
    os.kill(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=PATIENCE)
    assert (run.returncode, out) == (130, "")
    assert "interrupted" in err
    assert "Traceback" not in err
    until(lambda: not fork_server.working_in(tmp_path), "the end of the worker")


def test_results_of_every_sort_as_json_and_npz(page, tmp_path, blockloom):
    path = page(
        "NAN Const value=[nan, inf, -inf, 0.1f] dtype=DT_FLOAT; C Const value=1+2j dtype=DT_COMPLEX64; "
        "TEXT Const value=['ü', b'\\xff'] dtype=DT_STRING; BIG Const value=9007199254740993 dtype=DT_INT64; "
        "SPLIT Split split_dim=0 value=[1, 2] num_split=2; SWITCH Switch data=1 pred=true; "
        "R loom.ResourceVariable initvalues=1"
    )
    out = tmp_path / "out.json"
    assert blockloom("run", path, "--format", "json", "--out", out).returncode == 0
    got = json.loads(out.read_text())["results"]
    assert got["NAN"]["output"]["value"] == ["nan", "inf", "-inf", 0.1]
    assert got["C"]["output"]["value"] == [1, 2]
    assert got["TEXT"]["output"]["value"] == ["ü", {"base64": "/w=="}]
    assert got["BIG"]["output"]["value"] == 9007199254740993
    assert [t["value"] for t in got["SPLIT"]["output"]["list"]] == [[1], [2]]
    assert got["SWITCH"]["output_false"] is None
    assert set(got["R"]["handle"]) == {"dtype", "about"}
    npz = tmp_path / "out.npz"
    assert blockloom("run", path, "--format", "npz", "--out", npz).returncode == 0
    with np.load(npz) as arrays:
        assert arrays["SPLIT.output[1]"].tolist() == [2]
        assert arrays["BIG.output"] == 9007199254740993
        assert "SWITCH.output_false" not in arrays


def test_results_are_written_in_the_format_of_the_extension(page, tmp_path, blockloom):
    path = page({"K": ("Const", {"value": "[1.5f, 2.0f]"})})
    for words in (
        ["--out", tmp_path / "a.json"],
        ["--out", tmp_path / "a.NPZ"],
        ["--out", tmp_path / "a.txt"],
        ["--out", tmp_path / "a.log"],
        ["--out", tmp_path / "b.log", "--format", "json"],
        ["--out", tmp_path / "b.json", "--format", "json"],
    ):
        assert blockloom("run", path, *words).returncode == 0
    wanted = {"dtype": "float32", "shape": [2], "value": [1.5, 2.0]}
    for name in ("a.json", "b.json", "b.log"):
        assert json.loads((tmp_path / name).read_text())["results"]["K"]["output"] == wanted
    with np.load(tmp_path / "a.NPZ") as arrays:
        assert arrays["K.output"].tolist() == [1.5, 2.0]
    table = blockloom("run", path).stdout
    assert (tmp_path / "a.txt").read_text() == (tmp_path / "a.log").read_text() == table
    for words in (["--format", "json", "--out", "c.npz"], ["--format", "table", "--out", "c.json"]):
        done = blockloom("run", path, *words)
        assert done.returncode == 2 and done.stdout == ""
        assert f"--format {words[1]} does not fit --out {words[3]}" in done.stderr
        assert not Path(words[3]).exists()


def test_results_say_their_own_dtype(page, tmp_path, blockloom):
    """Also where numpy has none for them."""
    dtypes = {
        "BFLOAT16": [0.5, -2],
        "FLOAT8_E5M2": [0.5, -2],
        "FLOAT8_E4M3FN": [0.5, -2],
        "INT4": [-8, 7],
        "UINT4": [0, 15],
        "QINT8": [-1, 2],
        "QUINT8": [0, 255],
        "QINT16": [-3, 3],
        "QUINT16": [0, 9],
        "QINT32": [-7, 70000],
        "HALF": [0.5, 2],
    }
    blocks = {name: ("Const", {"value": str(value), "dtype": f"DT_{name}"}) for name, value in dtypes.items()}
    path = page(
        {
            **blocks,
            "FED": ("Placeholder", {"dtype": "DT_QINT32"}),
            "MANY": ("IdentityN", {}),
            "V": ("loom.ResourceVariable", {"initvalues": "[3, 4]", "dtype": "DT_BFLOAT16"}),
        },
        "QUINT8.output -> MANY.input\nINT4.output -> MANY.input",
    )
    labels = {name: "float16" if name == "HALF" else name.lower() for name in dtypes}

    def run(how, *more):
        out = tmp_path / f"out.{how}"
        done = blockloom("run", path, "--feed", "FED=[5, 6]", "--format", how, "--out", out, *more)
        assert done.returncode == 0, done.stderr
        return out

    got = json.loads(run("json").read_text())["results"]
    assert {name: got[name]["output"]["dtype"] for name in dtypes} == labels
    assert {name: got[name]["output"]["value"] for name in dtypes} == dtypes
    assert got["FED"]["output"] == {"dtype": "qint32", "shape": [2], "value": [5, 6]}
    assert got["V"]["value"]["dtype"] == "bfloat16"
    assert [one["dtype"] for one in got["MANY"]["output"]["list"]] == ["quint8", "int4"]
    with np.load(run("npz")) as arrays:
        assert {name: arrays[f"{name}.output"].tolist() for name in dtypes} == dtypes
        assert {name: arrays[f"{name}.output.dtype"].item() for name in dtypes if name != "HALF"} == {
            name: label for name, label in labels.items() if name != "HALF"
        }
        assert arrays["MANY.output[0].dtype"] == "quint8" and "HALF.output.dtype" not in arrays
    table = run("table").read_text()
    assert all(f" DT_{name}[2] " in table for name in dtypes)


def test_several_sessions_and_a_fed_file(page, tmp_path, blockloom):
    path = page(
        {"P": ("Placeholder", {"dtype": "DT_FLOAT"}), "N": "Neg", "S1": "loom.Session", "S2": "loom.Session"},
        "P.output -> N.x\nN.y -> S1.fetch_outputs\nP.output -> S2.fetch_outputs",
    )
    np.save(tmp_path / "x.npy", np.array([1.5, 2.5], np.float32))
    done = blockloom("run", path, "--feed", f"P=@{tmp_path / 'x.npy'}", "--format", "json")
    got = json.loads(done.stdout)
    assert done.stderr == ""  # not that nothing feeds P
    assert set(got["sessions"]) == {"S1", "S2"}
    assert got["results"]["N"]["y"]["value"] == [-1.5, -2.5]
    assert "N" not in got["sessions"]["S2"]


def test_check_warns_without_running(tmp_path, blockloom):
    two = tmp_path / "two.loom"
    two.write_text(Path(SPARSE).read_text().replace('"num_required": "1"', '"num_required": "2"'))
    done = blockloom("check", two)
    assert done.returncode == 0
    assert "TAKE.num_required" in done.stdout
    assert "1 warning" in done.stdout


def test_check_finds_what_only_tensorflow_knows(page, capsys):
    path = page({"A": ("Const", {"value": "[[1, 2]]"}), "B": "MatMul"}, "A.output -> B.a\nA.output -> B.b")
    assert main(["check", str(path)]) == 1
    assert "main/B: a is [1, 2], b is [1, 2]" in capsys.readouterr().out
    assert main(["check", "--fast", str(path)]) == 0
    assert main(["check", "--fast", "--format", "json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == []


@pytest.mark.parametrize("name", ["SparseAccumulatorTakeGradient", "XlaSendTPUEmbeddingGradients"])
def test_ops_lists_pins_attributes_and_devices(catalogue, capsys, name):
    assert main(["ops", name]) == 0
    out = capsys.readouterr().out
    kind = catalogue[name]
    for part in (*(p.name for p in (*kind.inputs, *kind.outputs, *kind.attrs)), "devices:", *kind.devices):
        assert part in out


def test_a_command_whose_output_nobody_takes_is_done_all_the_same(catalogue, monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)  # as of a program that was started without streams
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["ops", "NoOp"]) == 0 and main(["ops", "no such thing at all"]) == 1


def test_ops_as_json_is_the_whole_catalogue(catalogue, capsys):
    assert main(["ops", "--format", "json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert len(entries) == len(catalogue)
    for entry in entries:
        assert {"name", "op", "category", "inputs", "outputs", "attrs", "devices", "doc"} <= set(entry)
        assert all({"name", "kind", "list"} <= set(pin) for pin in entry["inputs"] + entry["outputs"])
        assert all({"name", "type", "default", "allowed"} <= set(attr) for attr in entry["attrs"])
    assert main(["ops", "no such thing at all"]) == 1


def test_the_catalogue_is_the_registry(catalogue):
    """Every op that TensorFlow has registered is a block type with its pins and attributes."""
    from tensorflow.core.framework import op_def_pb2
    from tensorflow.python.client import pywrap_tf_session as tensorflow

    ops = op_def_pb2.OpList.FromString(tensorflow.TF_GetBuffer(tensorflow.TF_GetAllOpList())).op
    assert len(ops) > 1900
    for op in ops:
        assert [p.name for p in catalogue[op.name].inputs] == [a.name for a in op.input_arg]
        assert [a.name for a in catalogue[op.name].attrs if a.name[0] != "_"] == [a.name for a in op.attr]


def test_what_no_session_needs_stops_no_command(page, tmp_path, blockloom, capfd):
    path = page("A Const value=1.0f; N Neg x=<A.output; BAD AddV2; S loom.Session fetch_outputs=<N.y")
    says = "main/BAD.x: x has no wire and no value (no session needs this block: the rest of the page runs without it)"
    assert main(["check", "--fast", str(path)]) == 0
    out = capfd.readouterr().out
    assert f"warning: {says}" in out and "no errors, 2 warnings" in out
    graph = tmp_path / "graph.pbtxt"
    assert main(["convert", str(path), str(graph)]) == 0
    assert f"warning: {says}" in capfd.readouterr().err and 'name: "BAD"' not in graph.read_text()
    done = blockloom("run", path, "--format", "json")
    assert done.returncode == 0 and f"warning: {says}" in done.stderr
    assert json.loads(done.stdout)["results"].keys() == {"A", "N"}
    done = blockloom("run", path, "--fetch", "BAD")
    assert done.returncode == 2 and "error: main/BAD.x: x has no wire and no value. " in done.stderr


def test_conflicts_that_are_left_stop_the_pages_that_need_them(tmp_path, blockloom):
    path, conflict = tmp_path / "merged.loom", {"what": "value", "base": "1", "ours": "2.0", "theirs": "3.0"}
    block = {"id": "A", "type": "Const", "at": [0, 0], "values": {"value": "2.0"}}
    uses = {"id": "U", "type": "page:part", "at": [0, 0]}
    y = {"id": "y", "type": "loom.Retval", "at": [200, 0]}
    wire = {"from": "A.output", "to": "y.input", "kind": "tensor"}
    pages = [{"name": name, "blocks": [block]} for name in ("main", "other")]
    pages += [{"name": "part", "blocks": [block, y], "wires": [wire]}, {"name": "user", "blocks": [uses]}]
    conflicts = [{"at": f"{page}/A.value", **conflict} for page in ("main", "part")]
    path.write_text(json.dumps({"blockloom": 10, "conflicts": conflicts, "pages": pages}))
    done = blockloom("check", path)
    assert done.returncode == 1
    assert "error: main/A.value: the value: ours 2.0, theirs 3.0" in done.stdout
    for page, at in (("main", "main/A.value"), ("user", "part/A.value")):
        done = blockloom("run", path, "--page", page)
        assert (done.returncode, done.stdout) == (2, "") and f"error: {at}: the value: ours" in done.stderr
    done = blockloom("run", path, "--page", "other")
    assert (done.returncode, done.stderr.count("warning: ")) == (0, 2) and "DT_DOUBLE  2" in done.stdout


def test_convert_normalises_and_exports(page, tmp_path):
    path = page("A Const value=1.0f; V loom.Variable initvalues=2.0f; B AddV2 x=<A.output y=<V.ref")
    again = tmp_path / "again.loom"
    assert main(["convert", str(path), str(again)]) == 0
    assert again.read_bytes() == path.read_bytes()
    graph = tmp_path / "graph.pbtxt"
    assert main(["convert", str(path), str(graph)]) == 0
    text = graph.read_text()
    assert 'op: "AddV2"' in text
    assert "restore" not in text  # the page's own ops only
    binary = tmp_path / "graph.pb"
    assert main(["convert", str(path), str(binary)]) == 0
    import tensorflow as tf

    with tf.Graph().as_default():
        (sum_,) = tf.import_graph_def(tf.compat.v1.GraphDef.FromString(binary.read_bytes()), return_elements=["B:0"])
    assert sum_.dtype == tf.float32


BAD = {
    "truncated": lambda text: text[: len(text) // 2],
    "binary": lambda text: "\x00\x01\x02" * 50,
    "empty": lambda text: "",
    "wrong version": lambda text: text.replace('"blockloom": ', '"blockloom": 99'),
    "an id twice": lambda text: text.replace('"id": "ADD"', '"id": "ACC"'),
    "unknown op": lambda text: text.replace('"type": "AddV2"', '"type": "AddV9"'),
    "bad attribute": lambda text: text.replace('"dtype": "DT_DOUBLE", "num', '"dtype": "DT_BOGUS", "num'),
    "bad literal": lambda text: text.replace("[[1, 2], [3, 4]]", "[[1, 2], [3]]"),
    "missing pin": lambda text: text.replace("TAKE.values", "TAKE.valuez"),
    "missing block": lambda text: text.replace('"from": "ADD.z"', '"from": "GONE.z"'),
    "no page": lambda text: '{"blockloom": 1, "pages": []}',
    "empty page": lambda text: '{"blockloom": 1, "pages": [{"name": "p"}]}',
}


@pytest.mark.parametrize("how", BAD)
def test_a_bad_file_gives_a_message_and_exit_2(tmp_path, how, capfd):
    path = tmp_path / "bad.loom"
    before = BAD[how](Path(SPARSE).read_text())
    path.write_text(before)
    assert main(["run", str(path)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "blockloom: " in err
    assert "Traceback" not in err
    assert path.read_text() == before


@pytest.mark.parametrize(
    "words",
    [
        ["run", "/nowhere/page.loom"],
        ["run", "page.txt"],
        ["run", str(ROOT)],
        ["run", SPARSE, "--page", "other"],
        ["run", SPARSE, "--set", "TAKE"],
        ["run", SPARSE, "--set", "NOBODY.x=1"],
        ["run", SPARSE, "--steps", "0"],
        ["run", SPARSE, "--timeout", "-1"],
        ["run", SPARSE, "--format", "npz"],
        ["run", SPARSE, "--feed", "V=@/nowhere.npy"],
        ["run", SPARSE, "--fetch", "V.nope"],
        ["convert", SPARSE, "out.docx"],
        ["convert", "/nowhere.loom", "x.loom"],
        ["convert", SPARSE, "/nowhere/at/all.loom"],
        ["check", "/nowhere.loom"],
        ["nonsense"],
        ["run"],
        ["--nonsense"],
    ],
)
def test_bad_usage_gives_one_message_and_exit_2(words, capfd):
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.strip()
    assert "Traceback" not in err


@settings(max_examples=examples(30))
@given(st.data())
def test_check_of_any_mutated_file_gives_an_exit_code_and_no_traceback(tmp_path_factory, data):
    text = Path(SPARSE).read_text()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        text = text[:at] + data.draw(st.text(max_size=4)) + text[at + data.draw(st.integers(0, 8)) :]
    path = tmp_path_factory.mktemp("mutated") / "page.loom"
    path.write_text(text, "utf-8", "surrogatepass")
    assert main(["check", "--fast", str(path)]) in (0, 1, 2)


def test_headless_commands_import_neither_qt_nor_tensorflow(tmp_path):
    for name, value in (("base", "1"), ("ours", "5"), ("theirs", "6")):
        made = new_document()
        made.page("main").blocks["A"] = Block("A", "Const", values={"value": value})
        documents.save(made, tmp_path / f"{name}.loom")
    code = (
        "import sys; from tests import fork_server; from blockloom.app.cli import main\n"
        "fork_server.fork_workers()\n"
        f"for words in (['check', '--fast', {SPARSE!r}], ['ops', 'MatMul'], ['diff', 'base.loom', 'ours.loom'],\n"
        f"              ['merge', 'base.loom', 'ours.loom', 'theirs.loom'], ['run', {SPARSE!r}]):\n"
        "    code = main(words)\n"
        "    loaded = sorted({'PySide6', 'tensorflow', 'networkx'} & set(sys.modules))\n"
        "    print(words[0], code, *loaded, file=sys.stderr)"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    said = [
        line for line in done.stderr.splitlines() if line.partition(" ")[0] in ("check", "ops", "diff", "merge", "run")
    ]
    assert said == ["check 0", "ops 0", "diff 0", "merge 1", "run 0"], done.stderr


def test_a_file_that_cannot_be_written_is_said_before_the_document_is_read(blockloom, tmp_path, monkeypatch):
    monkeypatch.setattr(formats, "open_document", lambda *_, **__: pytest.fail("it was read"))
    done = blockloom("run", SPARSE, "--out", tmp_path / "none" / "result.json")
    assert done.returncode == 2 and "none" in done.stderr


@pytest.mark.parametrize(
    "words, said",
    [
        (["chekc", SPARSE], "there is no command or file 'chekc'; did you mean check?"),
        (["--vesion"], "there is no option --vesion; did you mean --version?"),
        (["check", SPARSE, "--fsat"], "there is no option --fsat; did you mean --fast?"),
        (["run", SPARSE, "--format", "jsn"], "'jsn' is not one of table, json, npz; did you mean json?"),
        (["run", SPARSE, "more"], "there is no use for more"),
        (["check"], "the following arguments are required: FILE"),
    ],
)
def test_an_error_about_the_words_is_two_lines_and_proposes_names(words, said, blockloom):
    found = blockloom(*words)
    assert found.returncode == 2 and found.stdout == ""
    error, help_ = found.stderr.splitlines()
    assert error.startswith("blockloom: error: ") and said in error and "--help" in help_


def test_the_version_has_a_short_option(blockloom):
    assert blockloom("-V").stdout == blockloom("--version").stdout != ""


def test_several_files_are_checked_and_the_worst_code_is_given(page, tmp_path, blockloom):
    broken = page({"A": ("Const", {"value": "[1"})})
    found = blockloom("check", SPARSE, broken, "--no-tensorflow")
    assert found.returncode == 1
    assert f"{SPARSE}: no errors, no warnings" in found.stdout and f"{broken}: 1 error" in found.stdout
    found = blockloom("check", broken, tmp_path / "none.loom", SPARSE, "--no-tensorflow")
    assert found.returncode == 2 and "none.loom" in found.stderr and f"{SPARSE}: no errors" in found.stdout
    found = blockloom("check", SPARSE, broken, "--fast", "--format", "json")
    assert [len(problems) for problems in json.loads(found.stdout).values()] == [0, 1]


def test_a_document_is_read_from_standard_input_and_written_to_standard_output(tmp_path, monkeypatch, blockloom):
    def given(path, *words):
        with open(path) as file:
            monkeypatch.setattr("sys.stdin", file)
            return blockloom(*words)

    assert given(SPARSE, "check", "-", "--fast").stdout == "-: no errors, no warnings\n"
    assert given(SPARSE, "convert", "-", "-").stdout == documents.dumps(documents.load(SPARSE))
    ran = given(SPARSE, "run", "-", "--fetch", "TAKE.values")
    assert ran.returncode == 0 and "[[1.1 2.1]" in ran.stdout
    (tmp_path / "bad").write_text("nothing")
    found = given(tmp_path / "bad", "check", "-")
    assert found.returncode == 2 and found.stderr.startswith("blockloom: standard input: ")
    assert json.loads(blockloom("new", "-").stdout)["pages"][0]["name"] == "main"
    assert blockloom("new", "--from", "sparse_accumulator", "-").stdout == Path(SPARSE).read_text()


def test_quiet_commands_print_errors_alone_and_verbose_ones_their_stages(page, blockloom):
    warned = page({"A": ("Const", {"value": "1.0"}), "N": ("Neg", {"x": "2.0"})}, "A.output -> N.x")
    loud = blockloom("run", warned, "--until", "N.y < 0")
    assert "N.y < 0 holds after step 1" in loud.stderr
    quiet = blockloom("run", "-q", warned, "--until", "N.y < 0")
    assert quiet.stderr == "" and quiet.stdout == loud.stdout
    assert "no page 'other'" in blockloom("run", "-q", warned, "--page", "other").stderr
    assert "s: opening" in blockloom("run", "-v", warned).stderr
    assert "opening" not in blockloom("run", warned).stderr
