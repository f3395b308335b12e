"""`blockloom text`: a line for each thing that computes, and one for how a page looks."""

import numpy as np
import pytest

from blockloom.app.cli import main
from blockloom.blocks.document.pages import BYPASS, Block, Conflict, Frame, Note, Placed, Slider, Wire, control
from blockloom.blocks.edits import AddPage, Insert, Move, SetField, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights.document_weights import value_of


@pytest.fixture
def document():
    made = documents.loads('{"blockloom": 2, "pages": [{"name": "main"}]}')
    add_weights(made, {"w": np.ones(2, np.float32)})[0].apply(made)
    Insert(
        "main",
        (
            Block("V", "loom.Variable", 0.0, 0.0, {"initvalues": value_of("w"), "dtype": "DT_FLOAT"}, "F"),
            Block("SUM", "AddN", 300.0, 0.0, sliders={"N": Slider(0.0, 4.0, 1.0)}, names={"": "net/sum"}, mode=BYPASS),
            Block("K", "Const", 0.0, 90.0, {"value": "[" + "1, " * 200 + "1]"}, pause="max(K.output) > 1"),
        ),
        frames=(Frame("F", "Weights", device="/gpu:0"),),
        notes=(Note("N", "Why this\nis here"),),
        wires=(
            Placed(Wire("V", "ref", "SUM", "inputs", "ref"), 0),
            Placed(Wire("K", "output", "SUM", "inputs"), 1),
            Placed(control("K", "V"), 0),
        ),
    ).apply(made)
    made.conflicts = (Conflict("main/V.initvalues", "value", None, value_of("w"), "1.0"),)
    return made


@pytest.fixture
def text(tmp_path, capsys):
    """Return a function that saves a document and returns the output of `blockloom text`."""

    def print_it(document):
        documents.save(document.copy(), tmp_path / "net.loom")
        capsys.readouterr()
        assert main(["text", str(tmp_path / "net.loom")]) == 0
        return capsys.readouterr().out

    return print_it


def test_it_says_all_that_computes_one_thing_a_line(document, text, tmp_path, capsys):
    sha256 = document.weights.hash("w", "")[:12]
    lines = text(document).splitlines()
    assert lines.pop().startswith("layout of main: ") and lines.pop(6).startswith("    value = [1, 1, 1")
    assert lines == [
        f"weights w: {sha256}",
        "conflict at main/V.initvalues, value: ours weights:w, theirs 1.0",
        "page main",
        "main/F: frame Weights",
        "    device: /gpu:0",
        "main/K: Const",
        "    runs pause where max(K.output) > 1",
        "main/SUM: AddN",
        "    inputs <- V.ref (ref)",
        "    inputs <- K.output",
        "    bypassed",
        "    slider of N: 0.0 to 4.0 in steps of 1.0",
        "    node: net/sum",
        "main/V: loom.Variable",
        "    dtype = DT_FLOAT",
        "    initvalues = weights:w",
        "    after K",
        "    frame: F",
        "main/N: note",
        "    Why this",
        "    is here",
    ]
    assert main(["text", str(tmp_path / "net.safetensors")]) == 0
    assert capsys.readouterr().out == f"w: DT_FLOAT [2] {sha256}\n"


@pytest.mark.parametrize(
    "edit",
    [
        SetValue("main", "V", "dtype", "DT_HALF"),
        SetField("main", "mode", {"SUM": ""}),
        SetField("main", "pause", {"K": ""}),
        SetValue("main", "K", "value", "[" + "1, " * 200 + "2]"),
        Move("main", {"K": (7.0, 8.0)}),
        SetField("main", "color", {"K": "#ff0000"}),
        AddPage("other"),
    ],
)
def test_what_changed_is_what_differs(document, text, edit):
    before = text(document).splitlines()
    edit.apply(document)
    after = text(document).splitlines()
    differ = {*before} ^ {*after}
    assert 1 <= len(differ) <= 2
    if isinstance(edit, Move) or edit[1] == "color":
        assert all(line.startswith("layout of main: ") for line in differ)


def test_a_file_that_cannot_be_read_is_said(tmp_path, capsys):
    (tmp_path / "net.loom").write_text('{"blockloom": 2,\n<<<<<<< HEAD\n')
    assert main(["text", str(tmp_path / "net.loom")]) == 2
    assert "net.loom" in capsys.readouterr().err
    (tmp_path / "net.safetensors").write_bytes(b"\x10\0\0\0\0\0\0\0{nothing")
    assert main(["text", str(tmp_path / "net.safetensors")]) == 2


def test_an_empty_file_has_no_lines(tmp_path, capsys):
    """As git has one for a file that is new, or gone."""
    (tmp_path / "net.loom").touch()
    assert main(["text", str(tmp_path / "net.loom")]) == 0 and capsys.readouterr() == ("", "")
