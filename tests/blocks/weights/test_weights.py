"""Weight files in the folder of a document: round trips, without loss."""

import contextlib
import json
import os
import random

import ml_dtypes
import numpy as np
import pytest
import safetensors.numpy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from blockloom.app.cli import main
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Page, Wire, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import AddWeights, EditError, SetValue, edit_json
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.operations import add_weights, import_pages, keep_trained
from blockloom.blocks.problems import make_problem
from blockloom.blocks.quickfixes import fixes
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.values.dtypes import label_of, labelled
from blockloom.blocks.weights import document_weights, weight_files, weight_format
from blockloom.blocks.weights.document_weights import WeightsError
from blockloom.blocks.weights.store import state_folder
from blockloom.blocks.weights.weight_files import StoredArray, file_hash, open_weights, write
from blockloom.blocks.weights.weight_format import dtype_of
from blockloom.runtime.api import running
from blockloom.runtime.api.graphfile import export
from blockloom.runtime.protocol import requests

PLAIN = (
    "float32",
    "float64",
    "float16",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "bool",
    "complex64",
    "complex128",
)
ODD = ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz", "float4_e2m1fn")
HELD = {"qint8": "int8", "quint16": "uint16", "qint32": "int32", "int4": "int8"}


@given(
    st.dictionaries(
        st.from_regex(document_weights.KEY, fullmatch=True),
        st.sampled_from(PLAIN).flatmap(
            lambda dtype: arrays(dtype, array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3))
        ),
        max_size=4,
    )
)
def test_arrays_come_back_as_they_were(made):
    document = new_document()
    edit, keys = add_weights(document, made)
    edit.apply(document)
    for name, array in made.items():
        found, dtype = document.weights.find(keys[name], "")
        assert dtype == dtype_of(array) and found.shape == array.shape
        assert found.tobytes() == array.tobytes()


def test_what_safetensors_has_no_dtype_for_comes_back_as_well():
    made = {name: np.arange(4).astype(getattr(ml_dtypes, name)).reshape(2, 2) for name in ODD}
    made |= {name: labelled(np.arange(6, dtype=held).reshape(3, 2), name) for name, held in HELD.items()}
    document = new_document()
    add_weights(document, made)[0].apply(document)
    for name, array in made.items():
        found, _ = document.weights.find(name, "")
        assert label_of(found) == name and (found == array).all()
    with pytest.raises(WeightsError, match="string"):
        add_weights(document, {"text": np.array(["a"], object)})


def net():
    document = new_document()
    arrays = {"W": np.arange(6, dtype="f4").reshape(2, 3), "b": np.ones(3, "f4")}
    add_weights(document, arrays)[0].apply(document)
    document.pages["main"].blocks |= {
        name: Block(name, "loom.ResourceVariable", values={"initvalues": f"weights:{name}", "dtype": "DT_FLOAT"})
        for name in arrays
    }
    return document


def test_a_saved_document_has_all_weights_in_one_file_in_its_folder(tmp_path, catalogue):
    document = net()
    documents.save(document, tmp_path / "net.loom")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.loom", "net.safetensors"]
    head = json.loads((tmp_path / "net.loom").read_text())["weights"]
    assert head["file"] == "net.safetensors" and head["arrays"].keys() == {"W", "b"}
    found = safetensors.numpy.load_file(tmp_path / "net.safetensors")
    assert (found["W"] == np.arange(6).reshape(2, 3)).all() and found["b"].tolist() == [1, 1, 1], "the library reads it"
    again = documents.load(tmp_path / "net.loom")
    known = PageInference(again.pages["main"], catalogue.with_pages(again)).known["W"]
    (value,) = known.literals["initvalues"]
    assert isinstance(value.array, StoredArray) and value.array.shape == (2, 3) and value.dtype == "DT_FLOAT"
    again.pages["main"].blocks["T"] = Block("T", "Const", values={"value": '"weights:W"', "dtype": "DT_STRING"})
    assert (
        PageInference(again.pages["main"], catalogue.with_pages(again)).known["T"].attrs["value"].array == b"weights:W"
    )
    before = (tmp_path / "net.safetensors").stat().st_ino
    documents.save(again, tmp_path / "net.loom")
    assert (tmp_path / "net.safetensors").stat().st_ino == before, "weights that did not change are not written"
    (tmp_path / "other").mkdir()
    documents.save(again, tmp_path / "other" / "copy.loom")
    documents.save(again, tmp_path / "twin.loom")
    for path in (tmp_path / "other" / "copy.loom", tmp_path / "twin.loom"):
        assert documents.load(path).weights.file == f"{path.stem}.safetensors"
        assert (documents.load(path).weights.find("b", str(path.parent))[0] == 1).all()


def test_who_may_read_a_new_document_may_read_its_weights(tmp_path):
    documents.save(net(), path := tmp_path / "net.loom")
    assert (tmp_path / "net.safetensors").stat().st_mode == path.stat().st_mode


def test_edited_weights_can_be_undone_after_a_save_and_done_again_from_a_journal(tmp_path):
    documents.save(net(), tmp_path / "net.loom")
    history = UndoStack(document := documents.load(tmp_path / "net.loom"))
    edit, keys = add_weights(document, {"W": np.zeros((2, 3), "f4")})
    journal = [
        json.dumps(edit_json.to_json(one))
        for one in (edit, SetValue("main", "W", "initvalues", document_weights.value_of(keys["W"])))
    ]
    for line in journal:
        history.do(edit_json.from_json(json.loads(line)))
    assert keys["W"] != "W" and not document.weights.find(keys["W"], document.folder)[0].any()
    assert add_weights(document, {"W": np.zeros((2, 3), "f4")})[1] == keys, "the same array has the same key"
    _, kept = documents.write(document, tmp_path / "net.loom")
    document.weights.adopt_saved(kept)
    there = documents.load(tmp_path / "net.loom").weights
    assert [there.has(key, str(tmp_path)) for key in ("W", "b", keys["W"])] == [False, True, True]
    assert history.undo() and document.pages["main"].blocks["W"].values["initvalues"] == "weights:W"
    assert document.weights.find("W", document.folder)[0].sum() == 15, "what the file held before is there for undo"
    with pytest.raises(EditError):
        AddWeights("../../etc", {"a": "a"}).apply(document)


def test_pages_bring_their_weights_along_under_keys_that_are_free(tmp_path, catalogue):
    mine, theirs = net(), net()
    add_weights(theirs, {"V": np.full((2, 3), 7, "f4")})[0].apply(theirs)
    theirs.pages["main"].blocks["W"] = theirs.pages["main"].blocks["W"]._replace(values={"initvalues": "weights:V"})
    documents.save(theirs, tmp_path / "theirs.loom")
    theirs = documents.load(tmp_path / "theirs.loom")
    add_weights(mine, {"V": np.zeros(2, "f4")})[0].apply(mine)
    before = documents.dumps(mine)
    history = UndoStack(mine)
    history.do(import_pages(mine, theirs, catalogue)[0].edit)
    values = {name: block.values["initvalues"] for name, block in mine.pages["main 2"].blocks.items()}
    assert values["b"] == "weights:b" and values["W"] not in ("weights:V", "weights:W")
    assert (mine.weights.find(document_weights.key_of(values["W"]), "")[0] == 7).all()
    assert history.undo() and documents.dumps(mine) == before


def test_a_save_that_fails_leaves_both_files_as_they_were(tmp_path, monkeypatch):
    document = net()
    documents.save(document, tmp_path / "net.loom")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    document = documents.load(tmp_path / "net.loom")
    edit, keys = add_weights(document, {"W": np.zeros((2, 3), "f4")})
    edit.apply(document)
    SetValue("main", "W", "initvalues", document_weights.value_of(keys["W"])).apply(document)
    with pytest.raises(documents.WriteCancelledError):
        documents.write(document, tmp_path / "net.loom", lambda: False)

    def full(*args):
        raise documents.FileError("No space left on device")

    monkeypatch.setattr(documents, "write_atomic", full)
    for name in ("net.loom", "new.loom"):
        with pytest.raises(documents.FileError, match="No space"):
            documents.save(document, tmp_path / name)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def forget():
    """Nothing is in the state folder."""
    for kept in state_folder().glob("*.safetensors"):
        kept.unlink()


def test_what_is_wrong_with_weights_is_said(tmp_path, worker, catalogue):
    documents.save(net(), tmp_path / "net.loom")
    forget()

    def said(document):
        reply = worker.call(
            requests.OpenRequest(document=documents.dumps(document), page="main", folder=document.folder)
        )
        return [row for row in reply.problems if row[0] == "error"]

    document, file = documents.load(tmp_path / "net.loom"), tmp_path / "net.safetensors"
    assert not said(document)
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    assert [row[1] for row in said(document)] == ["weights-changed"]
    with pytest.raises(documents.FileError, match="its weights b were not found"):
        documents.save(document, tmp_path / "copy.loom")
    (mend,) = fixes(document, catalogue, make_problem("weights-changed", Address("main"), file=file.name, keys=["b"]))
    inverse = edit_json.from_json(edit_json.to_json(mend.edit)).apply(document)
    assert not said(document)
    documents.save(document, tmp_path / "taken.loom")
    assert not said(documents.load(tmp_path / "taken.loom"))
    inverse.apply(document)
    assert [row[1] for row in said(document)] == ["weights-changed"]
    (tmp_path / "taken.safetensors").unlink()
    file.write_bytes(data[:-3])
    assert {row[1] for row in said(document)} == {"bad-value:weights"}
    file.unlink()
    assert {row[1] for row in said(document)} == {"bad-value:weights"}
    documents.save(net(), tmp_path / "net.loom")
    SetValue("main", "W", "initvalues", "weights:V").apply(document)
    assert [row[1] for row in said(document)] == ["bad-value:weights"]
    SetValue("main", "W", "initvalues", "weights:W").apply(document)
    SetValue("main", "b", "shape", "[4]").apply(document)
    assert [row[1] for row in said(document)] == ["refused"]
    SetValue("main", "b", "shape", None).apply(document)
    SetValue("main", "b", "dtype", "DT_DOUBLE").apply(document)
    assert [row[1] for row in said(document)] == ["bad-value"]


@pytest.mark.parametrize("kinds", ['{"W": []}', "[" * 100_000, "2.21.0", '{"W": "DT_DOUBLE"}', '{"W": "DT_STRING"}'])
def test_what_metadata_of_a_file_hold_is_looked_at(tmp_path, kinds):
    safetensors.numpy.save_file({"W": np.ones(2, "f4")}, path := tmp_path / "net.safetensors", {"tensorflow": kinds})
    try:
        assert open_weights(path).array("W")[1] == "DT_FLOAT"
    except WeightsError as error:
        assert "cannot be" in str(error) and "DT_" in kinds


def test_a_symlink_in_the_place_of_weights_leads_to_no_other_file(tmp_path):
    documents.save(net(), path := tmp_path / "net.loom")
    (victim := tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "net.safetensors").rename(tmp_path / "moved.safetensors")
    (tmp_path / "net.safetensors").symlink_to(victim)
    document = documents.load(path)
    add_weights(document, {"V": np.ones(2, "f4")})[0].apply(document)
    SetValue("main", "W", "initvalues", "weights:V").apply(document)
    documents.save(document, path)
    assert victim.read_text() == "mine" and documents.load(path).weights.file == "net_2.safetensors"


def test_a_file_that_is_not_sound_is_refused_as_the_library_does(tmp_path):
    arrays = {"W": np.arange(6, dtype="f4").reshape(2, 3), "b": np.ones(3), "z": np.zeros((0, 4), "i4")}
    write(arrays, path := tmp_path / "net.safetensors")
    data, chance, both = path.read_bytes(), random.Random(7), 0
    size = int.from_bytes(data[:8], "little")
    for number in range(400):
        header = json.loads(data[8 : 8 + size])
        row = header[chance.choice("Wbz")]
        row[chance.choice(list(row))] = chance.choice(
            [0, None, "F64", "I8", "X9", [], [2], [3, 2], [0, 8], [24, 48], [1 << 63, 0], [-1, -6], [48, 24], {}]
        )
        text = json.dumps(header).encode()
        cut = len(data) - (chance.random() < 0.1)
        path = tmp_path / f"{number}.safetensors"
        path.write_bytes(len(text).to_bytes(8, "little") + text + data[8 + size : cut])
        theirs = ours = None
        with contextlib.suppress(Exception):
            theirs = {key: array.tobytes() for key, array in safetensors.numpy.load_file(path).items()}
        with contextlib.suppress(WeightsError):
            file = open_weights(path)
            ours = {key: file.stored(key, "").tobytes() for key in file.entries}
        assert ours == theirs, text
        both += ours is not None
    assert both > 5


def write_header(path, row, size=0):
    header = json.dumps({"big": row}).encode()
    with open(path, "wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        file.truncate(8 + len(header) + size)


def test_a_header_with_dimensions_of_hundreds_of_digits_is_refused_and_read_once(tmp_path, monkeypatch, capsys):
    document = new_document()
    document.weights.file, document.weights.arrays = "net.safetensors", {"big": "0" * 64}
    document.pages["main"].blocks["C"] = Block("C", "Const", values={"value": "weights:big"})
    (tmp_path / "net.loom").write_text(documents.dumps(document))
    dimensions = [int("9" * 390)] * 4000  # their product has 1,560,000 digits
    write_header(tmp_path / "net.safetensors", {"dtype": "F32", "shape": dimensions, "data_offsets": [0, 0]})
    read = []
    monkeypatch.setattr(weight_files, "read_header", lambda *of: read.append(of) or weight_format.read_header(*of))
    assert main(["check", "--fast", str(tmp_path / "net.loom")]) == 1
    assert "net.safetensors is not a valid weight file" in capsys.readouterr().out
    assert len([size for _, size in read if size > 1_000_000]) == 1


@pytest.mark.skipif(not hasattr(os, "SEEK_DATA"), reason="the system does not say where holes are")
def test_a_file_of_holes_is_not_read(tmp_path):
    size = 60 << 30
    write_header(tmp_path / "net.safetensors", {"dtype": "F32", "shape": [size // 4], "data_offsets": [0, size]}, size)
    document = new_document()
    document.folder = str(tmp_path)
    document.weights.file, document.weights.arrays = "net.safetensors", {"big": "0" * 64}
    assert document.weights.changed("big", document.folder)
    with pytest.raises(WeightsError, match="61440 MiB large, but has only"):
        open_weights(tmp_path / "net.safetensors").hash("big")


@pytest.mark.parametrize(
    "bad",
    [
        {"file": "../net.safetensors"},
        {"file": "/etc/net.safetensors"},
        {"file": "C:net.safetensors"},
        {"file": "net.npz"},
        {"sha256": "12"},
        {"added": {"../x": {"a": "a"}}},
        {"added": {"0" * 64: {"a b": "a"}}},
        {"added": {"0" * 64: {"a": 1}}},
        {"added": [1]},
        {"files": "x"},
        [1],
    ],
)
def test_a_document_names_only_a_file_in_its_folder(bad):
    text = documents.dumps(net()).split("\n", 2)
    with pytest.raises(documents.FileError, match="weights"):
        documents.loads("\n".join((text[0], f'"weights": {json.dumps(bad)},', text[2])))


def test_constants_that_no_graph_can_hold_are_named(tmp_path, worker):
    size = 3 << 30  # nothing is written, and nothing may be read
    write_header(tmp_path / "net.safetensors", {"dtype": "F32", "shape": [size // 4], "data_offsets": [0, size]}, size)
    document = new_document()
    document.folder, document.weights.file = str(tmp_path), "net.safetensors"
    page = document.pages["main"]
    page.blocks |= {
        "C": Block("C", "Const", values={"value": "weights:big", "dtype": "DT_FLOAT"}),
        "I": Block("I", "Identity"),
    }
    page.put_wire(Wire("C", "output", "I", "input"))
    text = documents.dumps(document)
    types = worker.call(requests.GetTypesRequest(document=text, page="main", folder=document.folder), 60)
    assert types.types["I"]["output"][:2] == ["float32", [size // 4]]
    reply = worker.call(requests.OpenRequest(document=text, page="main", folder=document.folder))
    assert [row[1] for row in reply.problems if row[0] == "error"] == ["graph-too-large"]


def test_variables_train_from_weights_and_begin_with_them_again(tmp_path, worker, catalogue):
    made = net()
    add_weights(made, {"h": np.arange(3).astype(ml_dtypes.bfloat16), "q": labelled(np.arange(3, dtype="i1"), "qint8")})[
        0
    ].apply(made)
    page = made.pages["main"]
    page.blocks |= {
        "h": Block("h", "loom.ResourceVariable", values={"initvalues": "weights:h"}),
        "q": Block("q", "loom.Variable", values={"initvalues": "weights:q"}),
        "ADD": Block("ADD", "AssignAddVariableOp", values={"value": "[[1, 1, 1], [1, 1, 1]]"}),
    }
    page.put_wire(Wire("W", "handle", "ADD", "resource"))
    documents.save(made, tmp_path / "net.loom")
    document = documents.load(tmp_path / "net.loom")
    for _ in range(2):
        found = running.run(document, steps=3, worker=worker).results
        assert (found["W"]["value"] == np.arange(6).reshape(2, 3) + 3).all()
        assert label_of(found["h"]["value"]) == "bfloat16" and (found["h"]["value"] == [0, 1, 2]).all()
        assert (found["q"]["ref"] == [0, 1, 2]).all()
    before = file_hash(tmp_path / "net.safetensors")
    for out in (
        lambda path: running.run(document, save=path, worker=worker),
        lambda path: export(document, None, path),
    ):
        with pytest.raises(documents.FileError, match="the weights of the document are in this file"):
            out(tmp_path / "net.safetensors")
    assert file_hash(tmp_path / "net.safetensors") == before


def test_trained_values_are_kept_as_weights(tmp_path, worker, catalogue):
    made = net()
    page = made.pages["main"]
    page.blocks |= {
        "s": Block("s", "loom.ResourceVariable", values={"initvalues": "0.5f"}),
        "t": Block("t", "loom.ResourceVariable", values={"initvalues": "{1.50f;2}"}),
        "RAND": Block("RAND", "RandomUniform", values={"shape": "[200]", "dtype": "DT_FLOAT"}),
        "r": Block("r", "loom.ResourceVariable"),
        "ADD": Block("ADD", "AssignAddVariableOp", values={"value": "[[1, 1, 1], [1, 1, 1]]"}),
        "TWO": Block("TWO", "AssignAddVariableOp", values={"value": "2.0f"}),
        **{f"L{n}": Block(f"L{n}", "page:layer", values={"by": f"{n}.0f"}) for n in range(3)},
    }
    made.pages["layer"] = layer = Page("layer")
    layer.blocks |= {
        "by": Block("by", "loom.Parameter"),
        "V": Block("V", "loom.ResourceVariable", values={"initvalues": "1.0f"}),
        "MORE": Block("MORE", "AssignAddVariableOp", values={"value": "=by"}),
    }
    layer.put_wires([(Wire("V", "handle", "MORE", "resource"), None)])
    page.put_wires(
        [
            (Wire("W", "handle", "ADD", "resource"), None),
            (Wire("s", "handle", "TWO", "resource"), None),
            (Wire("RAND", "output", "r", "initvalues"), None),
        ]
    )
    documents.save(made, tmp_path / "net.loom")
    document = documents.load(tmp_path / "net.loom")

    def opened():
        reply = worker.call(
            requests.OpenRequest(document=documents.dumps(document), page="main", folder=document.folder)
        )
        return [(row[0], row[1]) for row in reply.problems]

    assert opened() == []
    worker.call(requests.ResetRequest())
    worker.call(requests.RunRequest(mode=RunMode(3)))
    reply = worker.call(requests.GetTrainedValuesRequest())
    assert reply.values.keys() == {"W", "s", "r", "t", "/L0/V", "/L1/V", "/L2/V"}, "b holds what it began with"
    history, types = UndoStack(document), catalogue.with_pages(document)
    r_key = document_weights.key_of(reply.values["r"])
    change = keep_trained(document, types, "main", reply.sha256, reply.values)
    before = documents.dumps(document)
    history.do(change.edit)
    assert opened() == [], "nothing is said to have been edited: the values are what they were"
    assert page_values(document) == {"b": "weights:b", "s": "6.5f", "t": "{1.50f;2}"}
    assert not document.pages["main"].wires_into("r")
    layers = {
        name: page.blocks["V"].values["initvalues"] for name, page in document.pages.items() if "V" in page.blocks
    }
    assert layers == {"layer": "1.0f", "layer 2": "4.0f", "layer 3": "7.0f"}, "each instance keeps what it holds"
    reply = worker.call(requests.GetTrainedValuesRequest())
    assert reply.sha256 == "" and keep_trained(document, types, "main", "", reply.values) is None
    documents.save(document, tmp_path / "net.loom")
    again = documents.load(tmp_path / "net.loom")
    found = running.run(again, page="main", steps=1, worker=worker).results
    assert (found["W"]["value"] == np.arange(6).reshape(2, 3) + 4).all() and found["s"]["value"] == 8.5
    assert (found["r"]["value"] == document.weights.find(r_key, "")[0]).all()
    assert [found[f"/L{n}/V"]["value"] for n in range(3)] == [1, 5, 9]
    assert history.undo() and documents.dumps(document) == before


def test_instances_with_other_values_get_pages_of_their_own_all_the_way(catalogue):
    document = new_document()
    inner, outer, main = (document.pages.setdefault(name, Page(name)) for name in ("inner", "outer", "main"))
    inner.blocks["V"] = Block("V", "loom.ResourceVariable", values={"initvalues": "0.0f"})
    outer.blocks |= {name: Block(name, "page:inner") for name in "IJ"}
    main.blocks |= {name: Block(name, "page:outer") for name in "AB"}
    values = {"/A/I/V": "1.0f", "/A/J/V": "1.0f", "/B/I/V": "1.0f", "/B/J/V": "2.0f"}

    def kept(values):
        made = document.copy()
        history = UndoStack(made)
        before = documents.dumps(made)
        change = keep_trained(made, catalogue.with_pages(made), "main", "0" * 64, values)
        history.do(change.edit)
        types = catalogue.with_pages(made)
        after = {
            f"/{a}/{b}/V": made.pages[types.page_at("main", (a, b))].blocks["V"].values["initvalues"]
            for a in "AB"
            for b in "IJ"
        }
        assert history.undo() and documents.dumps(made) == before
        return after, change.message

    after, told = kept(values)
    assert after == values and told == "Instances of one page had different values, and now have separate pages: B, J"
    assert kept(dict.fromkeys(values, "3.0f")) == (dict.fromkeys(values, "3.0f"), "")
    assert kept({"/A/J/V": "3.0f"})[0] == {**dict.fromkeys(values, "0.0f"), "/A/J/V": "3.0f"}, "others keep theirs"


def test_values_are_kept_on_pages_with_too_many_instances_to_list(catalogue):
    document = new_document()
    variable = Block("V", "loom.ResourceVariable", values={"initvalues": "0.0f"})
    on = {str(number): [Block(name, f"page:{number + 1}") for name in "AB"] for number in range(59)}
    on |= {"59": [variable], "main": [variable, Block("ALL", "page:0"), Block("ONE", "page:59")]}
    for name, blocks in on.items():
        document.pages.setdefault(name, Page(name)).blocks.update({block.id: block for block in blocks})
    change = keep_trained(document, catalogue.with_pages(document), "main", "0" * 64, {"V": "1.0f", "/ONE/V": "2.0f"})
    change.edit.apply(document)
    types = catalogue.with_pages(document)
    kept = {at: document.pages[types.page_at("main", at)].blocks["V"].values for at in ((), ("ONE",))}
    assert [values["initvalues"] for values in kept.values()] == ["1.0f", "2.0f"]
    assert document.pages["59"].blocks["V"].values["initvalues"] == "0.0f", "the others hold what they began with"


def page_values(document):
    return {
        name: block.values["initvalues"]
        for name, block in document.pages["main"].blocks.items()
        if name in ("b", "s", "t")
    }
