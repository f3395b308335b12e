"""Pages as Python scripts."""

import json
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import blockloom
from blockloom.app import cli
from blockloom.app.formats import open_document
from blockloom.blocks.document.pages import Block, Frame, Note, Placed, Wire, new_document
from blockloom.blocks.edits import Insert, SetValue
from blockloom.blocks.files import examples
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights.weight_format import dtype_of
from blockloom.runtime.api import graphfile
from blockloom.runtime.worker import client
from tests import pages
from tests.extent import slow_after
from tests.pages import page
from tests.runtime.run import test_fit
from tests.runtime.run.test_epochs import COUNTS, PAGE
from tests.scripts import STEPS, apart, fetched, outputs, ruff

EXAMPLES = Path(__file__).resolve().parents[3] / "assets" / "examples"
# Of what takes seconds to run or to print, less; `python -m tests.bench scripts` has all of it.
LARGE = {
    "convolutional_network": {"steps": 2},
    "waves": {"feed": {"x": [0.0, 0.25]}},
    "counts": {"epochs": 2},
    "validated": {"epochs": 12},
}
SHORT = ["hostile", "linear_regression", "counts", "validated"]
NAMES = [*SHORT, *(name for name in examples.names() if name not in SHORT)]
HOSTILE = '"""\n\'\'\'); open("injected", "w") #\r\x0c\u2028\u202e\\'


def hostile():
    """Return a page whose texts try to be code, and whose names are taken in Python."""
    document = new_document("main" + HOSTILE[:3])
    Insert(
        *document.pages,
        (
            Block("TEXT", "Const", values={"value": json.dumps(HOSTILE)}),
            Block("print", "Identity", frame="F"),
            Block("class", "Identity"),
            Block("CLASS", "Identity"),
            Block("l", "AddV2", values={"y": "1e-30f", "x": "-inf"}),
            Block("tf", "loom.Variable", values={"initvalues": "nan"}),
            Block("ｘ", "Neg"),
            Block("x", "Neg"),
            Block("BYTES", "Const", values={"value": '"\\xff\\x00"'}),
        ),
        tuple(
            Placed(Wire(*ends), 0)
            for ends in (
                ("TEXT", "output", "print", "input"),
                ("print", "output", "class", "input"),
                ("class", "output", "CLASS", "input"),
                ("l", "z", "ｘ", "x"),
                ("l", "z", "x", "x"),
            )
        ),
        (Frame("F", title=HOSTILE),),
        (Note("N", text=f"# -*- coding: utf-7 -*-\n{HOSTILE}\r+AGIAcgBlAGEAaw-"),),
    ).apply(document)
    page(document, "np", "tf loom.Arg dtype=DT_FLOAT; np Neg x=<tf.output; out loom.Retval input=<np.y")
    Insert(
        next(iter(document.pages)),
        (
            Block(
                "IF",
                "StatelessIf",
                values={"cond": "true", "input": "[2.0f]", "then_branch": "np", "else_branch": "np"},
            ),
        ),
        (),
        (),
        (),
    ).apply(document)
    return document


def counts():
    """Return a page with a counter independent of the data, which still counts its elements."""
    return pages.document(client.ensure_catalogue(), PAGE + COUNTS)


def validated():
    """Return a page whose epochs are validated, until one is not better than the one before."""
    document = test_fit.small(client.ensure_catalogue())
    SetValue("main", "V", "patience", "1").apply(document)
    return document


@pytest.fixture(scope="module")
def scripts(request, tmp_path_factory):
    """Return the nodes that differ, the output of the script, and the fetches of a run, of each requested page."""
    folder, found, runs, expected = tmp_path_factory.mktemp("scripts"), {}, [], []
    asked = {
        item.callspec.params["name"]
        for item in request.session.items
        if item.path == request.path and "name" in item.fixturenames
    }
    for name in SHORT + [name for name in NAMES if name in asked and name not in SHORT]:
        made = {"hostile": hostile, "counts": counts, "validated": validated}
        document = made[name]() if name in made else open_document(EXAMPLES / f"{name}.loom")
        how = STEPS.get(name, {}) | LARGE.get(name, {})
        how |= {} if {"steps", "epochs"} & how.keys() else {"steps": 20}
        page, path, found[name] = "wave" if name == "waves" else None, folder / f"page_{name}.py", []
        graphfile.export_script(document, page, path, graphfile.ExportOptions(check=found[name].extend))
        runs.append((path, how))
        expected.append(fetched(document, page=page, **how))
    return dict(zip(found, zip(found.values(), outputs(runs, folder), expected))), folder


@pytest.mark.parametrize("name", slow_after(len(SHORT), NAMES))
def test_a_script_builds_the_graph_of_its_page_and_prints_what_a_run_fetches(scripts, name):
    differing, printed, expected = scripts[0][name]
    assert differing == [] and expected
    if name != "drop_stale":  # its loss reads a variable that the same step changes: either value is right
        assert apart(expected, printed) <= 1e-6


def test_a_script_reads_like_a_tutorial(scripts):
    text = (scripts[1] / "page_linear_regression.py").read_text("utf-8")
    build, main = text.split("def build():")[1].split("def main(")
    assert len(text.splitlines()) <= 60 and len(main.splitlines()) <= 15 and "GRADS" in build


def test_arrays_of_a_script_leave_the_weights_of_a_document_alone(tmp_path):
    document, path = new_document(), tmp_path / "net.loom"
    made = {
        name: np.arange(1, 2001).astype(kind)
        for name, kind in (
            ("single", "f4"),
            ("complex", "c16"),
            ("short", ml_dtypes.bfloat16),
            ("byte", ml_dtypes.float8_e4m3fn),
        )
    }
    add_weights(document, made)[0].apply(document)
    document.pages["main"].blocks |= {
        f"{name}_block": Block(f"{name}_block", "Const", values={"value": f"weights:{name}", "dtype": dtype_of(array)})
        for name, array in made.items()
    }
    blockloom.save(document, path)
    before, differing = path.with_suffix(".safetensors").read_bytes(), []
    graphfile.export_script(
        open_document(path), "main", path.with_suffix(".py"), graphfile.ExportOptions(check=differing.extend)
    )
    assert differing == [] and path.with_suffix(".safetensors").read_bytes() == before
    assert (tmp_path / "net.py.safetensors").is_file()


def test_texts_of_a_document_stay_texts(scripts):
    printed = scripts[0]["hostile"][1]
    assert HOSTILE in printed and "nan" in printed
    assert {path.suffix for path in scripts[1].iterdir()} == {".py"}  # nothing was injected


def test_ruff_finds_nothing_in_scripts(scripts):
    assert ruff(scripts[1]) == ""


def test_a_script_is_refused_where_it_cannot_be_honest(tmp_path, capsys):
    target = tmp_path / "queue.py"
    assert cli.main(["convert", str(EXAMPLES / "queue.loom"), str(target)]) == 2 and not target.exists()
    assert "hide the module queue" in capsys.readouterr().err
    assert cli.main(["convert", str(EXAMPLES / "queue.loom"), str(tmp_path / "x.pb"), "--check"]) == 2
