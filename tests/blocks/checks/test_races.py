"""Unordered uses of a reference variable: warnings, and control wires that fix them."""

import pytest

from blockloom.blocks.checks import check
from blockloom.blocks.files import documents, examples
from blockloom.blocks.quickfixes import fixes
from tests.pages import document, page, pages

V = {"V": ("loom.Variable", {"initvalues": "[3.0f]"}), "UP": ("AssignAdd", {"value": "[1.0f]"}), "NEG": "Neg"}
UP, NEG = "V.ref -> UP.ref\n", "V.ref -> NEG.x\n"


def races(catalogue, made):
    return [p for p in check(made, catalogue) if p.code == "race"]


def race_facts(catalogue, blocks, wires):
    return [(p.block, p.fact("other"), p.fact("writes")) for p in races(catalogue, document(catalogue, blocks, wires))]


@pytest.mark.parametrize(
    ("blocks", "wires", "found"),
    [
        ({}, UP + NEG, [("UP", "NEG", False)]),
        ({"ID": "Identity"}, UP + "V.ref -> ID.input\n", [("UP", "ID", False)]),
        (
            {"ID": "Identity", "S": "loom.Session"},
            UP + "V.ref -> ID.input\nUP.output_ref -> S.fetch_outputs\nID.output -> S.fetch_outputs",
            [("UP", "ID", False)],
        ),
        # Passing on the memory of a variable is not a read; using it after that is, even if ID ran before UP.
        ({"ID": "Identity"}, UP + "V.ref -> ID.input\nID.output -> NEG.x\nID -> UP", [("UP", "NEG", False)]),
        ({"SUB": ("AssignSub", {"value": "[1.0f]"})}, UP + "V.ref -> SUB.ref\n", [("SUB", "UP", True)]),
        (
            {"AT": ("ScatterAdd", {"indices": "[0]", "updates": "[1.0f]"})},
            "V.ref -> AT.ref\n" + NEG,
            [("AT", "NEG", False)],
        ),
        (
            {"V": ("VariableV2", {"dtype": "DT_FLOAT", "shape": "[1]"}), "SET": ("Assign", {"value": "[1.0f]"})},
            "V.ref -> SET.ref\n" + NEG,
            [("SET", "NEG", False)],
        ),
        (
            {"W": ("loom.Variable", {"initvalues": "[3.0f]", "shared_name": "V"})},
            UP + "W.ref -> NEG.x",
            [("UP", "NEG", False)],
        ),
        (
            {
                "SQ": "Square",
                "OPT": ("loom.GradientDescentOptimizer", {"learning_rate": "0.1"}),
                "MIN": "loom.Minimize",
            },
            NEG + "V.ref -> SQ.x\nSQ.y -> MIN.loss\nOPT.optimizer -> MIN.optimizer",
            [("MIN", "NEG", False)],
        ),
        (
            {"R": ("RefSwitch", {"pred": "true"})},
            UP + "V.ref -> R.data\nR.output_true -> NEG.x",
            [("UP", "NEG", False)],
        ),
    ],
)
def test_a_block_that_writes_and_one_that_nothing_puts_before_or_after_it(catalogue, blocks, wires, found):
    used = {name: row for name, row in (V | blocks).items() if f"{name}." in wires}
    assert race_facts(catalogue, used, wires) == found


@pytest.mark.parametrize(
    ("blocks", "wires"),
    [
        ({}, UP + "UP.output_ref -> NEG.x"),  # by data
        ({}, UP + NEG + "UP -> NEG"),  # by a control wire
        ({"N": "NoOp"}, UP + NEG + "NEG -> N\nN -> UP"),  # by several
        ({"SQ": "Square"}, "V.ref -> SQ.x\n" + NEG),  # both only read
        ({"W": ("loom.Variable", {"initvalues": "[3.0f]"})}, UP + "W.ref -> NEG.x"),  # of another variable
        ({"IS": ("IsVariableInitialized", {"dtype": "DT_FLOAT"})}, UP + "V.ref -> IS.ref"),
        ({"W": ("loom.Variable", {"shape": "[1]"})}, UP + "V.ref -> W.initvalues"),  # when the session begins
        (
            {"S": "loom.Session", "T": "loom.Session"},
            UP + NEG + "UP.output_ref -> S.fetch_outputs\nNEG.y -> T.fetch_outputs",
        ),  # one session after the other
        ({"S": "loom.Session"}, UP + NEG + "UP.output_ref -> S.fetch_outputs"),  # no session runs both
        (
            {
                "V": ("loom.ResourceVariable", {"initvalues": "[3.0f]"}),
                "UP": ("AssignAddVariableOp", {"value": "[1.0f]"}),
            },
            "V.handle -> UP.resource\nV.value -> NEG.x",
        ),  # copied on write
        # Exclusive branches: those of a Switch, and one behind a copy of its predicate.
        (
            {"P": ("Placeholder", {"dtype": "DT_BOOL"}), "ID": "Identity", "A": ("RefSwitch", {}), "B": "Switch"},
            "P.output -> ID.input\nP.output -> A.pred\nID.output -> B.pred\nV.ref -> A.data\nA.output_true -> UP.ref\n"
            "V.ref -> B.data\nB.output_false -> NEG.x",
        ),
    ],
)
def test_no_false_alarm(catalogue, blocks, wires):
    assert race_facts(catalogue, V | blocks, wires) == []


def test_both_fixes_remove_the_race(catalogue):
    for number, label in enumerate(("Make NEG wait for UP", "Make UP wait for NEG")):
        made = document(catalogue, V, UP + NEG)
        (found,) = races(catalogue, made)
        assert (found.place_text, found.message) == (
            "main/UP",
            "it writes V while NEG reads it, in an undefined order",
        )
        fix = fixes(made, catalogue, found)[number]
        assert fix.label == label
        back = fix.edit.apply(made)
        assert races(catalogue, made) == []
        back.apply(made)
        assert races(catalogue, made) == [found]


def test_instances_have_variables_of_their_own_and_are_reported_once(catalogue):
    made = pages(
        main="A page:inner; B page:inner",
        inner="V loom.Variable initvalues=1.0; UP AssignAdd value=1.0 ref=<V.ref; NEG Neg x=<V.ref; "
        "y loom.Retval input=<NEG.y; UP -> y",
    )
    assert [(p.place_text, p.fact("other")) for p in races(catalogue, made)] == [("inner/UP", "NEG")]
    made.pages["inner"].put_wire(next(w for w in page(made, "x", "UP NoOp; NEG NoOp", "UP -> NEG").wires()))
    assert races(catalogue, made) == []


def test_no_example_races(catalogue):
    for path in sorted(examples.FOLDER.glob("*.loom")):
        assert races(catalogue, documents.load(str(path))) == [], path.name
