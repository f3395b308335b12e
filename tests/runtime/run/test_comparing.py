"""The same feed through an imported model and its current version."""

import json

import numpy as np
import pytest

import blockloom
from blockloom.app.cli import main
from blockloom.blocks.edits import SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.quickfixes import missing_inputs
from blockloom.blocks.results.output_differences import GONE, NEW, SHAPE, VALUES
from blockloom.runtime.run import output_comparison
from tests.pages import document


def model(catalogue, *edits, **more):
    """Return a page with a layer behind an input, and an independent part."""
    made = document(
        catalogue,
        {
            "X": ("Placeholder", {"dtype": "DT_FLOAT", "shape": "[?, 3]"}),
            "W": ("loom.ResourceVariable", {"initvalues": "[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]", "dtype": "DT_FLOAT"}),
            "PRODUCT": "MatMul",
            "OUT": "Relu",
            "SIDE": ("Const", {"value": "[1.0, 2.0]"}),
            "PARTS": ("Split", {"num_split": "2", "split_dim": "0"}),
            **more,
        },
        """X.output -> PRODUCT.a
           W.value -> PRODUCT.b
           PRODUCT.product -> OUT.features
           SIDE.output -> PARTS.value""",
    )
    for edit in edits:
        edit.apply(made)
    return made


def test_what_differs_comes_first_and_where_it_begins_is_said(catalogue, worker):
    was = model(catalogue, OLD=("Const", {"value": "1.0"}))
    now = model(
        catalogue,
        SetValue("main", "W", "initvalues", "[[1.0, 2.0], [3.0, 4.0], [5.0, 6.5]]"),
        SetValue("main", "SIDE", "value", "[1.0, 2.5]"),
        NEW=("RandomUniform", {"shape": "[2]", "dtype": "DT_FLOAT"}),
    )
    x = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, -3.0]], np.float32)
    found = blockloom.compare(was, now, feed={"X": x}, worker=worker)
    assert {one.at: (one.kind, one.largest, one.begins) for one in found.differences} == {
        "PRODUCT.product": (VALUES, 1.5, False),
        "OUT.activations": (VALUES, 1.0, False),
        "W.value": (VALUES, 0.5, True),
        "SIDE.output": (VALUES, 0.5, True),
        "PARTS.output[1]": (VALUES, 0.5, False),
        "OLD.output": (GONE, 0.0, False),
        "NEW.output": (NEW, 0.0, False),
    }
    values = [one.relative for one in found.differences if one.kind == VALUES]
    assert values == sorted(values, reverse=True) and found.equal == 2  # X.output and PARTS.output[0]
    assert found.fed == {} and len(found.beyond) == 5


def test_what_nothing_feeds_gets_the_same_numbers_in_both(catalogue, worker):
    was, now = model(catalogue), model(catalogue, SetValue("main", "X", "shape", "[4, 3]"))
    found = blockloom.compare(was, now, worker=worker)
    assert (found.differences, found.fed) == ([], {"X": "DT_FLOAT[4,3]"})


@pytest.mark.parametrize("swapped", [False, True])
def test_a_default_that_an_input_has_in_one_model_is_the_input_of_both(catalogue, worker, swapped):
    was = document(
        catalogue, "x loom.Arg dtype=DT_FLOAT shape=[?,8,8,3]; OUT Square x=<x.output; y loom.Retval input=<OUT.y"
    )
    now = was.copy()
    page = now.pages["main"]
    fix = next(fix for fix in missing_inputs.defaults(now, page, page.blocks["x"]) if "random" in str(fix.label))
    fix.edit.apply(now)
    found = blockloom.compare(*((now, was) if swapped else (was, now)), worker=worker)
    assert (found.differences, found.fed, found.equal) == ([], {}, 3)


def test_random_blocks_get_the_same_seed_in_both_models(catalogue, worker):
    made = document(
        catalogue,
        "NOISE RandomUniform shape=[3] dtype=DT_FLOAT; TWICE AddV2 x=<NOISE.output y=<NOISE.output; "
        "SEEDED RandomUniform shape=[3] dtype=DT_FLOAT seed=3",
    )
    found = blockloom.compare(made, made, worker=worker)
    assert (found.differences, found.equal) == ([], 3)


def test_what_depends_on_chance_in_spite_of_seeds_is_listed_apart(catalogue, tmp_path, capsys):
    path = tmp_path / "chance.loom"
    made = document(
        catalogue,
        "CHANCE NonDeterministicInts shape=[3] dtype=DT_INT64; "
        "TWICE AddV2 x=<CHANCE.output y=<CHANCE.output; ONE Const value=1.0",
    )
    documents.save(made, path)
    found = blockloom.compare(path, path)
    assert {one.at: (one.random, one.begins) for one in found.by_chance} == {
        "CHANCE.output": (True, True),
        "TWICE.z": (True, False),
    }
    assert found.beyond == [] and found.equal == 1
    assert main(["compare", str(path), str(path)]) == 0
    assert (
        "outputs: 0 differ, 0 by rounding" in (said := capsys.readouterr().out)
        and "2 more depend on random ops without a seed" in said
    )


def test_chance_inside_a_function_is_seen(catalogue, worker):
    made = document(
        catalogue,
        "CALL StatefulPartitionedCall Tout=[DT_INT64] f=f",
        f="CHANCE NonDeterministicInts shape=[3] dtype=DT_INT64; GIVEN loom.Retval input=<CHANCE.output",
    )
    found = blockloom.compare(made, made, page="main", worker=worker)
    assert found.beyond == [] and "CALL.output" in {one.at.partition("[")[0] for one in found.by_chance}


def test_another_shape_and_a_result_of_another_name(catalogue, worker):
    was, now = model(catalogue), model(catalogue, SetValue("main", "W", "initvalues", "[[1.0], [2.0], [3.0]]"))
    found = blockloom.compare(was, now, worker=worker)
    assert [(one.at, one.was, one.now) for one in found.differences if one.kind == SHAPE] == [
        ("W.value", "DT_FLOAT[3,2]", "DT_FLOAT[3,1]"),
        ("PRODUCT.product", "DT_FLOAT[2,2]", "DT_FLOAT[2,1]"),
        ("OUT.activations", "DT_FLOAT[2,2]", "DT_FLOAT[2,1]"),
    ]


def test_results_are_fetched_in_parts_unless_a_step_changes_something(catalogue, monkeypatch):
    taken = []
    step = output_comparison._Model.step
    monkeypatch.setattr(output_comparison, "_GROUP", 1)
    monkeypatch.setattr(
        output_comparison._Model, "step", lambda self, wanted: taken.append(len(wanted)) or step(self, wanted)
    )

    def differences(was, now):
        sides = (output_comparison.ComparedModel(one, "main", {}) for one in (was, now))
        return output_comparison.compare(*sides, {}, catalogue, lambda folder: None, lambda done, of: None)

    was, now = model(catalogue), model(catalogue, SetValue("main", "SIDE", "value", "[1.0, 2.5]"))
    found = differences(was, now)
    assert len(taken) == 12 and set(taken) == {1}
    assert [one.at for one in found.differences] == ["SIDE.output", "PARTS.output[1]"]
    taken.clear()
    counts = document(
        catalogue,
        "N loom.ResourceVariable initvalues=1.0; "
        "ADD AssignAddVariableOp resource=<N.handle value=<ONE.output; ONE Const value=1.0",
    )
    assert differences(counts, counts).differences == []
    assert taken == [2, 2]


def test_the_command_says_what_differs(catalogue, tmp_path, capsys):
    was, now = tmp_path / "was.loom", tmp_path / "now.loom"
    for path, *edits in (was,), (now, SetValue("main", "SIDE", "value", "[1.0, 2.5]")):
        made = model(catalogue, *edits)
        blocks = made.pages["main"].blocks
        blocks["SIDE"] = blocks["SIDE"]._replace(names={"": "layer_3/side"})
        documents.save(made, path)
    assert main(["compare", str(was), str(now), "--feed", "X=[[1.0, 2.0, 3.0]]", "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [(one["at"], one["node"]) for one in told["differences"]] == [
        ("SIDE.output", "layer_3/side"),
        ("PARTS.output[1]", "PARTS"),
    ]
    assert main(["compare", str(was), str(now), "--tolerance", "0.3"]) == 0
    assert "0 differ, 2 by rounding" in capsys.readouterr().out
    assert main(["compare", str(was), str(now), "--page", "nix"]) == 2
    broken = tmp_path / "broken.loom"
    documents.save(model(catalogue, SetValue("main", "W", "initvalues", "[1.0]")), broken)
    assert main(["compare", str(broken), str(now)]) == 2
    assert "page main of the first document cannot run" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["-1", "nan", "x"])
def test_a_tolerance_is_a_part(text, capsys):
    assert main(["compare", "a.loom", "b.loom", "--tolerance", text]) == 2
    assert "0 or more" in capsys.readouterr().err
