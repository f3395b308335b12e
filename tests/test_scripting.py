"""`import blockloom`, as scripts and notebooks use it."""

import inspect
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import blockloom
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.api import checking, running
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import ProgressEvent
from blockloom.runtime.worker import client
from tests.enuspace.pages import page, pin, use, wire, write
from tests.pages import document
from tests.waiting import PATIENCE
from tests.workers import Real

ROOT = Path(__file__).resolve().parent.parent
SPARSE = ROOT / "assets" / "examples" / "sparse_accumulator.loom"


def in_a_script(code: str, folder: Path) -> str:
    """Return the output of a script that runs in a separate process."""
    (folder / "script.py").write_text(f"import sys\nsys.path.insert(1, {str(ROOT)!r})\nbefore = sys.path[:]\n{code}")
    done = subprocess.run([sys.executable, "script.py"], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_dtype_is_set_in_any_spelling(worker, catalogue):
    page = document(catalogue, {"A": ("Const", {"value": "1", "dtype": "DT_INT32"})})
    for spelled in ("double", "tf.float64", "doub"):
        result = blockloom.run(page, steps=1, values={"A.dtype": spelled}, fetch=["A.output"], worker=worker)
        assert result.results["A"]["output"].dtype == np.float64


def test_a_document_is_opened_checked_run_and_saved(worker, tmp_path):
    document = blockloom.open(SPARSE)
    assert isinstance(document, blockloom.Document)
    assert blockloom.check(document, tensorflow=False) == []
    result = blockloom.run(document, steps=4, fetch=["TAKE.values"], worker=worker)
    assert isinstance(result, blockloom.Result) and result.steps == 4
    np.testing.assert_allclose(result.results["TAKE"]["values"], [[1.4, 2.4], [3.4, 4.4]], rtol=1e-12)
    blockloom.save(document, tmp_path / "copy.loom")
    assert documents.dumps(blockloom.open(tmp_path / "copy.loom").data) == documents.dumps(document.data)


def test_a_running_worker_checks_and_writes_pages(worker, tmp_path, catalogue, monkeypatch):
    made = document(catalogue, "A Const value=[1.0, 2.0]; B Reshape shape=[3] tensor=<A.output")
    sound = document(catalogue, {"A": ("Const", {"value": "[1.0, 2.0]"})})
    monkeypatch.setattr(client, "Worker", None)  # no other is started
    assert [(problem.severity, problem.block) for problem in blockloom.check(made, worker=worker)] == [("error", "B")]
    for name in ("a.pb", "a.savedmodel", "a.py", "a.loom"):
        blockloom.save(sound, tmp_path / name, worker=worker)
        assert (tmp_path / name).exists()
    assert worker.alive


def test_a_check_leaves_the_open_page_of_a_running_worker_as_it_is(worker, catalogue):
    counting = document(catalogue, "V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref")
    worker.call(requests.OpenRequest(documents.dumps(counting), "main"))
    worker.call(requests.RunRequest(mode=RunMode(2)))
    assert blockloom.check(document(catalogue, {"A": ("Const", {"value": "1.0"})}), worker=worker) == []
    assert worker.call(requests.RunRequest(mode=RunMode(1))).step == 3


def test_a_check_says_which_value_of_a_page_cannot_be_fed(worker, catalogue):
    made = document(
        catalogue,
        "X Placeholder dtype=DT_FLOAT shape=[2]; FEED loom.Feed value=[1.0, 2.0, 3.0] placeholder=<X.output; "
        "S loom.Session inputs=<FEED.feed fetch_outputs=<X.output",
    )
    (problem,) = blockloom.check(made, worker=worker)
    assert (problem.code, problem.place_text) == ("bad-feed", "main/FEED.value")


def test_paths_of_every_format_are_run_and_checked(worker, tmp_path, catalogue):
    path = write(
        tmp_path,
        page(
            use("A", "Const", pin("val", "1;2", "double", "[2]")),
            use("B", "Add", pin("y", "2.5")),
            wire("A.output", "B.x"),
            wire("GONE.z", "B.y"),
        ),
    )
    assert blockloom.run(path, worker=worker).results["B"]["z"].tolist() == [3.5, 4.5]
    (problem,) = blockloom.check(str(path), tensorflow=False)
    assert isinstance(problem, blockloom.Problem) and "no GONE" in problem.message


def test_what_goes_wrong_is_an_error_of_the_package(tmp_path):
    document = blockloom.open(SPARSE)
    for ask, error in (
        (lambda: blockloom.open(tmp_path / "none.loom"), blockloom.FileError),
        (lambda: blockloom.run(tmp_path / "none.loom"), blockloom.FileError),
        (lambda: blockloom.save(document, tmp_path / "x.docx"), blockloom.FileError),
        (lambda: blockloom.check(document, "other"), blockloom.BadPage),
        (lambda: blockloom.run(document, init=True), blockloom.ClusterError),
    ):
        with pytest.raises(error):
            ask()
    assert not any(tmp_path.iterdir())


def test_steps_are_whole_numbers_and_a_page_is_needed(worker):
    for steps in (2.5, "2"):
        with pytest.raises(TypeError):
            blockloom.run(SPARSE, steps=steps, timeout=10, worker=worker)
    with pytest.raises(blockloom.BadPage, match="no page"):
        blockloom.run(blockloom.Document(), worker=worker)


def test_numbers_and_lists_are_fed_as_arrays(worker, catalogue):
    made = document(catalogue, {"X": ("Placeholder", {"dtype": "DT_FLOAT"}), "NEG": "Neg"}, "X.output -> NEG.x")
    for value in (1.5, [1.5, 2.0], np.float32(1.5), True, "1.5"):
        found = blockloom.run(made, feed={"X": value}, worker=worker).results["NEG"]["y"]
        np.testing.assert_array_equal(found, -np.asarray(value, np.float32))


@pytest.mark.parametrize(
    "value",
    [
        ["red", "mauve é"],
        [b"red", "mauve é".encode()],
        ["red", "mauve é".encode()],
        np.array(["red", "mauve é"]),
        np.array(["red", "mauve é"], object),
        np.array([b"red", "mauve é".encode()]),
        [["a\0", "b"], [b"\xff\0", ""]],
    ],
)
def test_texts_are_fed_as_tensorflow_takes_them(worker, catalogue, value):
    import tensorflow as tf

    made = document(catalogue, "S Placeholder dtype=DT_STRING; SAME Identity T=DT_STRING input=<S.output")
    found = blockloom.run(made, feed={"S": value}, worker=worker).results["SAME"]["output"]
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        fed = tf.compat.v1.placeholder(tf.string)
        wanted = session.run(tf.identity(fed), {fed: np.array(value, object)})
    assert found.tolist() == wanted.tolist()


@pytest.mark.parametrize(
    "value, said",
    [
        ([1, "red"], "it contains 'red'; give only numbers or only texts"),
        ([[1], [2, 3]], "its rows have different lengths"),
        (None, "it contains None; give only numbers or only texts"),
        (np.datetime64("2020-01-01"), "it contains datetime64[D]; give numbers or texts"),
    ],
)
def test_other_objects_are_refused(worker, catalogue, value, said):
    made = document(catalogue, {"X": ("Placeholder", {"dtype": "DT_FLOAT"}), "NEG": "Neg"}, "X.output -> NEG.x")
    with pytest.raises(blockloom.BadPage) as error:
        blockloom.run(made, feed={"X": value}, worker=worker)
    assert str(error.value) == f"X cannot be fed: {said}"
    with pytest.raises(blockloom.BadPage) as error:
        blockloom.run(made, values={"NEG.x": value}, worker=worker)
    assert str(error.value) == f"NEG.x cannot be set: {said}"


@pytest.mark.parametrize(
    "value",
    [
        2,
        2.0,
        True,
        [[0.1, 2.0], [1e300, -0.0]],
        np.float32([0.1, 1e-20, np.inf, -np.inf, np.nan]),
        np.float64([np.inf, np.nan]),
        np.array([["red", 'mau"ve é']]),
        [b"\xff", b"b"],
        np.int32(-3),
        np.complex128([1 + 2j]),
        np.zeros((2, 0), np.float32),
    ],
)
def test_numbers_and_arrays_are_typed_into_pins(worker, catalogue, value):
    made = document(catalogue, {"K": ("Const", {"value": "1"})})
    found = blockloom.run(made, values={"K.value": value}, worker=worker).results["K"]["output"]
    wanted = np.asarray(value)
    if wanted.dtype.kind in "SU":
        assert found.tolist() == (np.char.encode(wanted) if wanted.dtype.kind == "U" else wanted).tolist()
    else:
        np.testing.assert_array_equal(found, wanted)
        assert found.dtype == (np.int32 if wanted.dtype == np.int64 else wanted.dtype)


def test_numbers_and_lists_are_typed_into_attributes(worker, catalogue):
    made = document(catalogue, "X Placeholder dtype=DT_FLOAT shape=[1]; NEG Neg x=<X.output")
    found = blockloom.run(made, values={"X.shape": [2, 2]}, feed={"X": [[1, 2], [3, 4]]}, worker=worker)
    assert found.results["NEG"]["y"].tolist() == [[-1, -2], [-3, -4]]


def test_one_text_is_one_name(worker, catalogue):
    made = document(catalogue, {"LOSS": ("Const", {"value": "2"}), "L": ("Const", {"value": "3"})})
    assert blockloom.run(made, fetch="LOSS", worker=worker).results == {"LOSS": {"output": 2}}
    assert blockloom.run(made, breaks="LOSS", worker=worker).paused.block == "LOSS"


def test_a_worker_whose_run_was_interrupted_takes_the_next_one(worker, catalogue):
    counting = document(catalogue, "V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    blockloom.run(counting, worker=worker)
    interrupted = []

    def interrupt(event):
        if isinstance(event, ProgressEvent) and not interrupted:
            interrupted.append(event)
            signal.raise_signal(signal.SIGINT)

    worker.on_event = interrupt
    try:
        with pytest.raises(KeyboardInterrupt):
            blockloom.run(counting, until="UP.output_ref < 0", timeout=PATIENCE, worker=worker)
    finally:
        worker.on_event = lambda event: None
        signal.signal(signal.SIGINT, before)
    assert blockloom.run(counting, steps=3, worker=worker).results["UP"]["output_ref"] == 3


def test_every_name_is_there_and_explained():
    for name in blockloom.__all__:
        assert inspect.getdoc(getattr(blockloom, name)), name
    # Their options equal those of the functions that they call.
    for called, calls in (running.run, blockloom.run), (checking.check, blockloom.check):
        inner, outer = inspect.signature(called).parameters, inspect.signature(calls).parameters
        assert {*outer} - {"source", "set"} == {*inner} - {"document", "say", "progress"}
        assert all(outer[o].default == inner[o].default for o in outer if o not in ("source", "set"))
    with pytest.raises(AttributeError):
        blockloom.nothing  # noqa: B018


def test_a_script_keeps_its_path_and_gets_neither_qt_nor_tensorflow(tmp_path):
    code = (
        f"import blockloom\nassert 'numpy' not in sys.modules\n"
        f"document = blockloom.open({str(SPARSE)!r})\nblockloom.save(document, 'copy.loom')\n"
        "blockloom.check(document, tensorflow=False)\n[getattr(blockloom, name) for name in dir(blockloom)]\n"
        "print(sys.path == before, {'tensorflow', 'PySide6', 'networkx'} & sys.modules.keys())"
    )
    assert in_a_script(code, tmp_path) == "True set()\n"


def test_help_tells_of_every_function(tmp_path):
    text = in_a_script("import blockloom, pydoc\nprint(pydoc.plain(pydoc.render_doc(blockloom)))", tmp_path)
    for name in ("open", "save", "run", "check", "catalogue"):
        assert f"\n    {name}(" in text


def test_all_that_is_public_is_listed_and_completed():
    public = {name for name in vars(blockloom) if not name.startswith("_")} - {"annotations", "os", "TYPE_CHECKING"}
    functions = {name for name in public if inspect.isfunction(getattr(blockloom, name))}
    assert functions < {*blockloom.__all__} == {*dir(blockloom), "DropStaleGradientOptimizer"}
    assert re.match(r"\d+\.\d+", blockloom.__version__)


def test_the_former_name_of_set_still_works(worker, catalogue):
    made = document(catalogue, {"K": ("Const", {"value": "1"})})
    for given in {"set": {"K.value": 2}}, {"values": {"K.value": 2}}:
        assert blockloom.run(made, worker=worker, **given).results["K"]["output"] == 2


def test_a_worker_ends_with_its_block():
    with Real() as worker:
        assert worker.alive
    assert not worker.alive


def test_a_result_displays_itself_as_a_table(worker, catalogue):
    made = document(catalogue, "A Const value='<b>'; L Split split_dim=0 value=[1.5, 2]")
    shown = blockloom.run(made, set={"L.num_split": 2}, worker=worker)._repr_html_()
    assert shown.startswith("<table><caption>main, 1 step</caption><thead><tr><th>Block</th><th>Output</th>")
    assert "<tr><td>A</td><td>output</td><td>DT_STRING</td><td>&#x27;&lt;b&gt;" in shown or "&lt;b&gt;" in shown
    assert "<td>output[1]</td><td>DT_DOUBLE[1]</td><td>[2]</td>" in shown


def test_pages_and_outputs_stand_for_what_they_are(worker):
    page = blockloom.open(SPARSE).pages["sparse"]
    take = page.blocks["TAKE"]
    found = blockloom.run(page, fetch=take["values"], worker=worker)
    assert [*found.results] == ["TAKE"] and [*found.results["TAKE"]] == ["values"]
    assert blockloom.check(page, tensorflow=False) == []
    assert [*blockloom.run(page, fetch=[take.shape, "ADD.z"], worker=worker).results] == ["TAKE", "ADD"]


def test_frames_of_pandas_are_fed(worker, catalogue):
    pandas = pytest.importorskip("pandas")
    made = document(catalogue, "A Placeholder dtype=DT_FLOAT; B Placeholder dtype=DT_STRING; N Neg x=<A.output")
    frame = pandas.DataFrame({"A": [1.0, 2.0], "B": ["x", "y"]})
    found = blockloom.run(made, feed=frame, fetch=["N", "B"], worker=worker).results
    assert found["N"]["y"].tolist() == [-1, -2] and found["B"]["output"].tolist() == [b"x", b"y"]
    found = blockloom.run(made, feed={"A": frame[["A"]]}, fetch=["N"], worker=worker).results
    assert found["N"]["y"].tolist() == [[-1], [-2]]
