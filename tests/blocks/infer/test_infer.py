"""Attributes and dtypes that follow from wires and typed-in values."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom.blocks.document.pages import Block, Wire
from blockloom.blocks.infer.inference import PageInference
from tests.blocks.checks.test_checks import LOOP
from tests.blocks.small import SMALL, document
from tests.pages import document as page_document


def inferred(text: str) -> PageInference:
    return PageInference(document(text).page("main"), SMALL)


@pytest.mark.parametrize(
    "text, block, attrs",
    [
        ("A AddV2 x=1 y=2", "A", {"T": "DT_INT32"}),  # by spelling
        ("A AddV2 x=1 y=2.5", "A", {"T": "DT_INT32"}),  # the first pin decides
        ("A AddV2 x=1 y=2 T=DT_DOUBLE", "A", {"T": "DT_DOUBLE"}),  # typed: it wins
        ("A Const value=1.5f\nB AddV2 x=1\nA.output -> B.y", "B", {"T": "DT_FLOAT"}),  # the wired sibling
        (
            "A Const value=1 dtype=DT_DOUBLE\nB AddN\nA.output -> B.inputs\nA.output -> B.inputs",
            "B",
            {"T": "DT_DOUBLE", "N": 2},
        ),
        (
            "A Split split_dim=0 value=[1.,2.] num_split=2\nB AddN\nA.output -> B.inputs\nA.output[0] -> B.inputs",
            "B",
            {"T": "DT_DOUBLE", "N": 3},
        ),
        (
            "A Const value=1\nB Const value=1f\nC Tee\nA.output -> C.data\nB.output -> C.data",
            "C",
            {"Ts": ["DT_INT32", "DT_FLOAT"]},
        ),
        ("C Tee data=1,2.5,true", "C", {"Ts": ["DT_INT32", "DT_DOUBLE", "DT_BOOL"]}),
        ("C Tee", "C", {"Ts": []}),
        ("C Pack values=[1,2],[3,4]", "C", {"N": 2, "T": "DT_INT32", "axis": 0}),
        ("A Sort x=1 window=[1,2]", "A", {"T": "DT_INT32", "order": "UP", "window": [1, 2]}),
        ("A Placeholder dtype=double shape=[?,2]\nB AddV2 y=1\nA.output -> B.x", "B", {"T": "DT_DOUBLE"}),
        (
            "V loom.Variable initvalues=[[1,2]] dtype=DT_DOUBLE\nB Assign value=3\nV.ref -> B.ref",
            "B",
            {"T": "DT_DOUBLE"},
        ),
    ],
)
def test_attrs_follow(text, block, attrs):
    found = inferred(text)
    known = found.known[block].attrs
    assert {name: known[name] for name in attrs} == attrs
    assert found.problems == [] or "2.5" in text


@pytest.mark.parametrize(
    "text, block, pin, dtype, value",
    [
        ("A Const value=1.5f\nB AddV2 x=1\nA.output -> B.y", "B", "x", "DT_FLOAT", 1),
        ("A ConcatV2 values=[1,2] axis=0", "A", "axis", "DT_INT32", 0),
        ("A AddV2 x={{1.5f,2},{3,4}} y=1", "A", "y", "DT_FLOAT", 1),
        ("A Print text=hello", "A", "text", "DT_STRING", b"hello"),
    ],
)
def test_a_literal_takes_the_dtype_of_its_pin_or_sibling(text, block, pin, dtype, value):
    (literal,) = inferred(text).known[block].literals[pin][:1]
    assert literal.dtype == dtype
    np.testing.assert_array_equal(literal.array, value)


@pytest.mark.parametrize(
    ("typed", "dtype"),
    [
        ("[[],[0]]", "DT_INT32"),
        ("[[0],[]]", "DT_INT32"),
        ("[[],[1.5],[2]]", "DT_DOUBLE"),
        ("[[1],[2.5f]]", "DT_FLOAT"),
        ("[[],[]]", "DT_FLOAT"),
    ],
)
def test_the_elements_of_a_list_of_one_dtype_are_spelled_together(typed, dtype):
    found = inferred(f"A ConcatV2 values={typed} axis=0")
    assert found.known["A"].attrs["T"] == dtype and found.problems == []
    assert {value.dtype for value in found.known["A"].literals["values"]} == {dtype}


def test_a_wire_wins_over_a_typed_value():
    found = inferred("A Const value=1.5f\nB AddV2 x=no y=1\nA.output -> B.x")
    assert found.problems == [] and "x" not in found.known["B"].literals


def test_dtypes_go_around_a_loop():
    found = inferred(LOOP)
    assert {b: found.dtype(b, "output") for b in ("IN", "M", "BACK", "OUT")} == dict.fromkeys(
        ("IN", "M", "BACK", "OUT"), "DT_FLOAT"
    )
    assert found.known["M"].attrs["N"] == 2 and found.problems == []


def test_dtypes_of_outputs():
    found = inferred(
        "A Split split_dim=0 value=[1.,2.] num_split=2\nB NoSuchType\nC Split split_dim=0 value=1 num_split=x"
    )
    assert found.dtype("A", "output") == ["DT_DOUBLE"] * 2
    assert found.dtype("A", "output[1]") == "DT_DOUBLE"
    assert found.dtype("A", "output[2]") is None and found.dtype("A", "nothing") is None
    assert found.dtype("B", "z") is None and found.dtype("NO", "z") is None
    assert found.dtype("C", "output") is None


def test_every_block_of_a_known_type_is_visited_whatever_it_depends_on():
    found = inferred(
        "A NoSuchType\nB AddV2 x=1\nC AddV2 y=1\nD AddV2 y=1\nA.z -> B.y\nGONE.z -> C.x\nC.z -> D.x\nB.z -> B.x"
    )
    assert sorted(found.order) == sorted(found.known) == ["B", "C", "D"]
    assert found.order.index("C") < found.order.index("D")


def test_blocks_behind_an_unknown_type_come_in_the_order_of_their_wires():
    made = document("A NoSuchType")
    page = made.page("main")
    for i in reversed(range(30)):
        page.blocks[f"B{i}"] = Block(f"B{i}", "AddV2", values={"y": "1.5"} if i == 7 else {})
        page.put_wire(Wire(f"B{i - 1}" if i else "A", "z", f"B{i}", "x"))
    found = PageInference(page, SMALL)
    assert found.order == [f"B{i}" for i in range(30)]
    assert found.dtype("B29", "z") == "DT_DOUBLE" and found.dtype("B6", "z") is None


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_a_block_is_known_as_it_would_be_without_those_like_it(seed):
    """Blocks at which the same dtypes arrive are looked at once."""
    chance = random.Random(seed)
    dtypes = ("DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_STRING")
    lines = [f"C{i} Const value={'x' if d == 'DT_STRING' else 1} dtype={d}" for i, d in enumerate(dtypes)]
    made = [f"C{i}.output" for i in range(len(dtypes))]
    for i in range(40):
        kind, pins, output = chance.choice(
            (
                ("AddV2", "xy", "z"),
                ("AddN", ("inputs",), "sum"),
                ("Sort", "x", "y"),
                ("Merge", ("inputs",), "output"),
                ("Enter", ("data",), "output"),
            )
        )
        typed = {"AddV2": ("", "", "T=DT_DOUBLE", "y=1.5")}.get(kind, ("", ""))
        lines.append(f"B{i} {kind} {chance.choice(typed)}")
        lines += [f"{chance.choice(made)} -> B{i}.{pin}" for pin in pins if chance.random() < 0.9]
        made.append(f"B{i}.{output}")
    page = document("\n".join(lines)).page("main")
    found = PageInference(page, SMALL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PageInference, "_arriving", lambda self, block: None)
        alone = PageInference(page, SMALL)
    assert found.order == alone.order and found.problems == alone.problems
    assert {name: known.attrs for name, known in found.known.items()} == {
        name: known.attrs for name, known in alone.known.items()
    }


@pytest.mark.parametrize("typed, lacks", [({}, ["output_types"]), ({"output_types": "[DT_FLOAT]"}, [])])
def test_that_the_elements_of_a_dataset_are_not_known_is_said_once_where_it_begins(catalogue, typed, lacks):
    made = page_document(
        catalogue,
        {
            "A": ("loom.Arg", {"dtype": "DT_VARIANT"}),
            "B": ("BatchDatasetV2", {"batch_size": "2", **typed}),
            "C": ("RepeatDataset", {"count": "2"}),
        },
        "A.output -> B.input_dataset\nB.handle -> C.input_dataset",
    )
    found = PageInference(made.pages["main"], catalogue).problems
    assert [(p.block, p.pin) for p in found if p.kind.startswith("missing-attr")] == [("B", pin) for pin in lacks]


def test_the_dtype_of_a_tensor_that_is_not_given_is_not_missed(catalogue):
    made = page_document(catalogue, {"A": ("Const", {})}, "")
    assert [(p.code, p.pin) for p in PageInference(made.pages["main"], catalogue).problems] == [
        ("missing-attr", "value")
    ]
