"""`blockloom why`, and `blockloom.why`: where a value that is not finite began, and the exit codes."""

import contextlib
import json

import numpy as np
import pytest

import blockloom
from blockloom.app.cli import main
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents, examples
from blockloom.runtime.api import nonfinite_query as api
from tests.pages import page

LOG = "C Const value=[4.0f,-1.0f]; L Log; RUN loom.Session"
LOG_WIRES = "C.output -> L.x", "L.y -> RUN.fetch_outputs"


def saved(tmp_path, *text: str) -> str:
    document, path = Document(), tmp_path / "page.loom"
    page(document, "main", *text)
    documents.save(document, path)
    return str(path)


@pytest.fixture
def why(worker, monkeypatch, capsys):
    """Return a function that runs `blockloom why` with the shared worker: exit code, stdout and stderr."""
    monkeypatch.setattr(api.client, "borrow_worker", lambda _: contextlib.nullcontext(worker))

    def command(*words: str) -> tuple[int, str, str]:
        code = main(["why", *words])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_the_answer_and_the_exit_codes(why, tmp_path):
    path = saved(tmp_path, LOG, *LOG_WIRES)
    code, out, _ = why(path)
    assert code == 0 and out.startswith("main/L makes nan of finite numbers (step 1)\n") and "of x = -1.0" in out
    code, out, _ = why(path, "L.y", "--format", "json")
    found = json.loads(out)
    assert (code, found["block"], found["step"], found["kind"]) == (0, "main/L", 1, "made")
    assert found["inputs"][0]["text"] == "[4 -1]" and found["elements"][0]["at"] == [1]
    assert why(path, "C")[0] == 4
    assert why(path, "--set", "C.value=[1.0f,2.0f]", "--format", "json")[:2] == (4, '{"kind": "finite"}\n')
    code, out, err = why(path, "NOPE")
    assert (code, out) == (2, "") and "NOPE" in err


def test_values_in_a_gradient_are_not_named_as_pins_of_the_block(why):
    code, out, _ = why(str(examples.path_of("find_the_nan")), "LOSS", "--steps", "50")
    lines = out.splitlines()
    assert code == 0 and lines[0].startswith("the gradient of classifier/LOG_REST makes inf")
    assert lines[1].startswith("    x of Reciprocal in the gradient  float32 [8]")
    assert lines[2].startswith("  → y of Reciprocal in the gradient  float32 [8]")


def test_a_step_that_failed_for_what_is_not_finite(why, tmp_path):
    checked = saved(
        tmp_path, f"{LOG}; K CheckNumerics message=bad", *LOG_WIRES, "L.y -> K.tensor", "K.output -> RUN.fetch_outputs"
    )
    assert why(checked)[1].startswith("main/L makes nan")
    asserted = saved(
        tmp_path,
        f"{LOG}; F IsFinite; ALL All reduction_indices=[0]; K Assert",
        *LOG_WIRES,
        "L.y -> F.x",
        "F.y -> ALL.input",
        "ALL.output -> K.condition",
        "C.output -> K.data",
        "K.operation -> RUN.run_outputs",
    )
    assert why(asserted)[1].startswith("main/L makes nan")
    other = saved(
        tmp_path, f"{LOG}; G GatherV2 params=[1.0f] indices=[7] axis=0", *LOG_WIRES, "G.output -> RUN.fetch_outputs"
    )
    code, out, err = why(other)
    assert (code, out) == (1, "") and "main/G" in err


def test_from_a_script(worker, tmp_path):
    path = saved(tmp_path, LOG, *LOG_WIRES)
    found = blockloom.why(path, "L", steps=3, worker=worker)
    assert (found.block, found.step, found.nonfinite_since) == ("main/L", 1, (1, 1))
    assert blockloom.why(path, "C", worker=worker) is None


def test_a_history_is_asked_about_without_a_run(why, tmp_path, worker):
    text = """W loom.ResourceVariable initvalues=2.0f; READ ReadVariableOp dtype=DT_FLOAT;
        DOWN AssignSubVariableOp value=1.0f; L Log; RUN loom.Session"""
    wires = "W.handle -> READ.resource", "W.handle -> DOWN.resource", "READ -> DOWN", "READ.value -> L.x"
    path = saved(tmp_path, text, *wires, "L.y -> RUN.fetch_outputs", "DOWN.operation -> RUN.run_outputs")
    history = str(tmp_path / "run.history")
    blockloom.run(path, steps=3, worker=worker, history=history)
    code, out, _ = why(path, "READ", "--history", history)
    assert code == 4 and out == "READ is finite after the last step.\n"
    code, out, _ = why(path, "--history", history)
    assert code == 0 and "main/L makes -inf" in out and "\n  Non-finite since step 3\n" in out
    code, _, err = why(path, "--history", history, "--set", "W.initvalues=3.0f")
    assert code == 2 and "was edited since" in err
    code, _, err = why(path, "--history", path)
    assert code == 2 and "is not a recorded run" in err
    checked = saved(
        tmp_path,
        f"R RandomGamma shape=[2] alpha=1.0f; NEG Neg; {text}; SUM AddV2; K CheckNumerics message=bad",
        *wires,
        "L.y -> SUM.x",
        "R.output -> NEG.x",
        "NEG.y -> SUM.y",
        "SUM.z -> K.tensor",
        "K.output -> RUN.fetch_outputs",
        "DOWN.operation -> RUN.run_outputs",
    )
    with pytest.raises(blockloom.RunFailed):
        blockloom.run(checked, steps=9, worker=worker, history=history)
    code, out, err = why(checked, "--history", history)
    assert code == 0 and "main/L makes -inf" in out and "step 3" in out, err
    code, _, err = why(checked, "NEG", "--history", history)
    assert code == 1 and "failed in step 3" in err


def test_the_last_step_counts_if_the_data_ends(why, tmp_path):
    path = saved(
        tmp_path,
        """D RangeDataset start=0 stop=3 step=1 output_types=[DT_INT64] output_shapes=[[]]; I IteratorV2;
        M MakeIterator; N IteratorGetNext output_types=[DT_INT64] output_shapes=[[]]; F Cast DstT=DT_FLOAT;
        S Sub x=2.5f; L Log; RUN loom.Session""",
        "D.handle -> M.dataset",
        "I.handle -> M.iterator",
        "I.handle -> N.iterator",
        "N.components[0] -> F.x",
        "F.y -> S.y",
        "S.z -> L.x",
        "L.y -> RUN.fetch_outputs",
    )
    assert why(path, "--steps", "9")[0] == 4
    code, out, _ = why(path, "--steps", "9", "--set", "S.x=1.5f", "--format", "json")
    assert code == 0 and (json.loads(out)["block"], json.loads(out)["step"]) == ("main/L", 3)


def test_the_file_of_a_fed_array_and_steady_growth(why, tmp_path):
    path = saved(
        tmp_path,
        """X Placeholder dtype=DT_FLOAT shape=[2,2]; A Neg; W loom.ResourceVariable initvalues=1.0f; T Mul y=4.0f;
        UP AssignVariableOp; RUN loom.Session""",
        "X.output -> A.x",
        "A.y -> RUN.fetch_outputs",
        "W.value -> T.x",
        "W.handle -> UP.resource",
        "T.z -> UP.value",
        "UP.operation -> RUN.run_outputs",
    )
    file = tmp_path / "x.npy"
    np.save(file, np.array([[1, 2], [np.nan, 3]], np.float32))
    code, out, _ = why(path, "A", "--feed", f"X=@{file}", "--format", "json")
    found = json.loads(out)
    assert (code, found["block"], found["read_from"][0]["index"]) == (0, "main/X", [1, 0])
    assert f"element [1, 0] of {file}: nan" in found["text"]
    np.save(file, np.ones((2, 2), np.float32))
    out = why(path, "W", "--feed", f"X=@{file}", "--steps", "70")[1]
    assert "main/W grows by a factor of 4 in each step, from step 1 to step 63\n" in out
