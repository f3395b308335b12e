"""Every quick fix removes its problem, as one edit that undo reverts."""

import numpy as np
import pytest

from blockloom.blocks import checks
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Wire, control
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from blockloom.blocks.problems import make_problem
from blockloom.blocks.quickfixes import AfterFix, fix, fixes
from tests.pages import document


def _mend(catalogue, made, code):
    """Return the problems of a kind before and after their fix, and its label."""
    history = UndoStack(made)
    before = documents.dumps(made)
    found = [p for p in checks.check(made, catalogue) if p.code == code]
    assert found, [str(p) for p in checks.check(made, catalogue)]
    mend = fix(made, catalogue, found[0])
    assert mend is not None
    history.do(mend.edit, mend.label)
    after = [p for p in checks.check(made, catalogue) if p.code == code]
    assert len(after) < len(found)
    history.undo()
    assert documents.dumps(made) == before
    history.redo()
    return mend.label, made.pages["main"]


def test_a_cast_goes_into_a_wire_of_another_dtype(catalogue):
    made = document(catalogue, "A Neg x=1.5f; B Neg x=2; C AddV2 x=<A.y y=<B.y")
    label, page = _mend(catalogue, made, "dtype-clash")
    assert label == "Insert Cast to DT_FLOAT"
    assert page.blocks["CAST"].values == {"DstT": "DT_FLOAT"}
    assert page.wires_into("C", "y") == [Wire("CAST", "y", "C", "y", "tensor")]
    assert page.wires_into("CAST", "x") == [Wire("B", "y", "CAST", "x", "tensor")]


# The wires into AddV2 (numbers are typed into constants), and the fix.
@pytest.mark.parametrize(
    ("x", "y", "label", "typed"),
    [
        ("3", "1.5", "Set dtype of X to DT_DOUBLE", ""),
        ("[1, 2]", "1.5f", "Set dtype of X to DT_FLOAT", ""),
        ("1.5f", "2", "Set dtype of Y to DT_FLOAT", ""),
        ("1.5f", "0.1", "Set dtype of Y to DT_FLOAT", ""),
        ("1.5", "neg 2", "Insert Cast to DT_DOUBLE", ""),
        ("neg 2", "1.5", "Insert Cast to DT_DOUBLE", ""),
        ("neg 2", "neg 1.5", "Insert Cast to DT_DOUBLE", ""),
        ("neg 1.5f", "3j", "Insert Cast to DT_COMPLEX128", ""),
        ("16777217", "1.5f", "Insert Cast to DT_FLOAT", ""),  # no float32 is that number
        ("3", "1.5", "Insert Cast to DT_INT32", "T=DT_INT32"),
    ],
)  # an explicit choice of the user
def test_nothing_is_lost_where_dtypes_meet(catalogue, x, y, label, typed):
    def block(name, text):
        return f"{name} Neg x={text[4:]}" if text.startswith("neg ") else f"{name} Const value={text}"

    ends = ["y" if text.startswith("neg ") else "output" for text in (x, y)]
    made = document(catalogue, f"{block('X', x)}; {block('Y', y)}; SUM AddV2 {typed} x=<X.{ends[0]} y=<Y.{ends[1]}")
    (clash,) = (one for one in checks.check(made, catalogue) if one.code == "dtype-clash")
    found, _ = _mend(catalogue, made, "dtype-clash")
    assert found == label
    assert [one for one in checks.check(made, catalogue) if one.severity == "error"] == []
    assert str(clash.remedy).startswith("Make the other inputs") == (
        not typed and (x, y) not in {("1.5f", "2"), ("1.5f", "0.1"), ("1.5", "neg 2")}
    )


def test_a_constant_that_others_take_keeps_its_dtype(catalogue):
    made = document(
        catalogue, "X Const value=3; Y Const value=1.5; SUM AddV2 x=<X.output y=<Y.output; NOT Invert x=<X.output"
    )
    label, page = _mend(catalogue, made, "dtype-clash")
    assert label == "Insert Cast to DT_DOUBLE" and "dtype" not in page.blocks["X"].values


def test_the_place_in_a_list_is_kept(catalogue):
    made = document(catalogue, "A Neg x=1.5; B Neg x=2; C Neg x=3.5; SUM AddN inputs=<A.y,B.y,C.y")
    _, page = _mend(catalogue, made, "dtype-clash")
    assert [w.source for w in page.wires_into("SUM", "inputs")] == ["A", "CAST", "C"]


@pytest.mark.parametrize(
    ("wire", "code"),
    [
        (Wire("A", "output", "N", "nope"), "missing-pin"),
        (Wire("GONE", "out", "N", "x"), "missing-block"),
        (Wire("A", "output", "GONE", "x"), "missing-target"),
        (control("A", "S"), "wrong-kind"),
    ],
)
def test_wires_that_cannot_be_are_removed(catalogue, wire, code):
    made = document(catalogue, "A Const value=1; N Neg x=1; S loom.Session")
    made.pages["main"].put_wire(wire)
    label, page = _mend(catalogue, made, code)
    assert label.startswith("Remove the wire")
    assert page.wire_count() == 0


def test_one_of_too_many_wires_is_kept(catalogue):
    made = document(catalogue, "A Const value=1; B Const value=2; N Neg x=<A.output,B.output")
    _, page = _mend(catalogue, made, "too-many-wires")
    assert [w.source for w in page.wires_into("N", "x")] == ["B"]


def test_values_that_nothing_takes_are_cleared(catalogue):
    made = document(catalogue, "N Neg x=1 nope=2")
    _, page = _mend(catalogue, made, "unknown-pin")
    assert dict(page.blocks["N"].values) == {"x": "1"}
    made = document(catalogue, "A MatMul a=[[1]] b=[[1]] transpose_a=perhaps")
    _, page = _mend(catalogue, made, "bad-value")
    assert "transpose_a" not in page.blocks["A"].values


def test_what_only_a_person_can_tell_has_no_fix(catalogue):
    made = document(catalogue, "N Neg; T Const")
    assert all(fix(made, catalogue, p) is None for p in checks.check(made, catalogue))
    Insert("main", (Block("M", "NoSuchThing"),)).apply(made)
    assert all(fix(made, catalogue, p) is None for p in checks.check(made, catalogue))


@pytest.mark.parametrize(
    ("text", "code", "labels"),
    [
        (
            "A Const value=1; N Neg x=<A.output; G NoOp; S loom.Session",
            "idle-session",
            ["Wire N.y to S.fetch_outputs"],
        ),
        (
            """
            P Placeholder dtype=DT_FLOAT; F loom.Feed value=1.0 placeholder=<P.output
            S loom.Session fetch_outputs=<P.output""",
            "idle-feed",
            ["Wire F.feed to S.inputs"],
        ),
        (
            "P Placeholder dtype=DT_FLOAT shape=[2]; S loom.Session fetch_outputs=<P.output",
            "not-fed",
            ["Add a Feed for P: [0.0, 0.0]"],
        ),
        (
            """
            A ConditionalAccumulator dtype=DT_FLOAT shape=[]
            M AccumulatorApplyGradient local_step=0 gradient=1.0 handle=<A.handle
            T AccumulatorTakeGradient num_required=3 handle=<A.handle""",
            "never-supplied",
            ["Set T.num_required to 1"],
        ),
        ("C Conv2D", "missing-attr", ["Set padding of C to SAME", "Set padding of C to VALID"]),
        ("M Matmul", "unknown-type", ["Make M a MatMul"]),
        (
            "A Neg x=<B.y; B Neg x=<A.y",
            "cycle",
            ["Remove the wire A.y -> B.x", "Remove the wire B.y -> A.x"],
        ),
    ],
)
def test_a_certain_fix_is_applied_at_once(catalogue, text, code, labels):
    made = document(catalogue, text)
    found = [p for p in checks.check(made, catalogue) if p.code == code]
    mends = fixes(made, catalogue, found[0])
    assert [m.label for m in mends][: len(labels)] == labels
    for mend in mends:
        assert mend.sure
        back = mend.edit.apply(made)
        assert found[0] not in checks.check(made, catalogue)
        back.apply(made)
        assert found[0] in checks.check(made, catalogue)


@pytest.mark.parametrize("session", [True, False])
@pytest.mark.parametrize("code", ["not-fed", "failed:not-fed"])
def test_a_placeholder_that_nothing_feeds_gets_a_feed(catalogue, session, code):
    text = "P Placeholder dtype=DT_FLOAT shape=[?, 784]; N Neg x=<P.output;"
    if session:
        text += "A Const value=1; S loom.Session fetch_outputs=<N.y; OTHER loom.Session fetch_outputs=<A.output"
    made = document(catalogue, text)
    facts = {"remedy": ""} if ":" in code else {"session": "S"}
    array, file, chance = fixes(made, catalogue, make_problem(code, Address("main", "P"), **facts))
    assert [array.label, file.label, chance.label] == [
        "Add a Feed for P: an array [1, 784]",
        "Add a Feed for P from a file…",
        "Add a Feed for P: random numbers [1, 784]",
    ]
    assert array.follow_up == AfterFix("FEED", "value") and file.follow_up == AfterFix("FEED", "value", file=True)
    array.edit.apply(made)
    given, dtype = made.weights.find("P/zeros", "")
    assert dtype == "DT_FLOAT" and given.shape == (1, 784) and not checks.check(made, catalogue)
    taken = [str(wire) for wire in made.pages["main"].wires_from("FEED")]
    assert taken == (["FEED.feed -> S.inputs"] if session else [])
    made = document(catalogue, text)
    chance.edit.apply(made)
    given, dtype = made.weights.find("P/random", "")
    assert dtype == "DT_FLOAT" and given.shape == (1, 784) and np.std(given) > 0.9
    assert not checks.check(made, catalogue)


def test_an_input_that_nothing_feeds_gets_random_numbers_a_value_or_a_file(catalogue):
    made = document(catalogue, "X loom.Arg dtype=DT_FLOAT shape=[?, 3, 2]; N Neg x=<X.output")
    failed = make_problem("failed:not-fed", Address("main", "X"), remedy="")
    found, zeros, file = fixes(made, catalogue, failed)
    assert [found.label, zeros.label, file.label] == [
        "Give X random numbers: [1, 3, 2]",
        "Give X the value [[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]]",
        "Give X the content of a file…",
    ]
    assert zeros.follow_up == AfterFix("X", "default") and file.follow_up == AfterFix("X", "default", file=True)
    before = documents.dumps(made)
    undo = found.edit.apply(made)
    assert made.pages["main"].blocks["X"].values["default"] == "weights:X/random"
    given, dtype = made.weights.find("X/random", "")
    assert dtype == "DT_FLOAT" and given.shape == (1, 3, 2) and len({*given.flat}) == 6
    undo.apply(made)
    assert documents.dumps(made) == before
