"""Quick fixes for shapes that TensorFlow refuses: all guesses, in their order."""

import pytest

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems import make_problem
from blockloom.blocks.quickfixes import fixes
from tests.pages import document

P, TEXT, INT, DOUBLE = (
    ("Placeholder", {"dtype": dtype}) for dtype in ("DT_FLOAT", "DT_STRING", "DT_INT32", "DT_DOUBLE")
)
TURN_X, TURN_Y = (f"Insert a Transpose before {pin}" for pin in "xy")


def guessed(catalogue, blocks, wires, shapes, pin, kind="refused", **facts):
    """Return the document and the guesses for its block M, with `shapes` inferred by TensorFlow."""
    made = document(catalogue, blocks, wires)
    types = {block: {"output": ["DT_FLOAT", shape, ""]} for block, shape in shapes.items()}
    return made, fixes(made, catalogue, make_problem(kind, Address("main", "M", pin), **facts), types)


def labels(catalogue, *page, **facts):
    return [str(found.label) for found in guessed(catalogue, *page, **facts)[1]]


# A constant C of the pin, typed or wired to M, and the shape of the other input -> values of that pin.
@pytest.mark.parametrize(
    "type_, data, pin, typed, shape, texts",
    [
        ("Sum", "input", "reduction_indices", "2", [2, 3], ["0", "1"]),
        ("Sum", "input", "reduction_indices", "[2]", [2, 3], ["[0]", "[1]"]),
        ("Sum", "input", "reduction_indices", "[2, 3]", [2, 3], []),
        ("Transpose", "x", "perm", "[0]", [2, 3, 4], ["[0, 2, 1]", "[2, 1, 0]"]),
        ("Transpose", "x", "perm", "[0, 1]", [2], []),
        ("Reshape", "tensor", "shape", "[2, 2]", [2, 3], ["[2, -1]", "[-1, 2]", "[-1]"]),
        ("Reshape", "tensor", "shape", "6", [2, 3], ["[6]"]),
        ("Tile", "input", "multiples", "[4]", [2, 3], ["[4, 1]", "[1, 4]"]),
        ("Tile", "input", "multiples", "[4, 5, 6]", [2, 3], ["[4, 5]"]),
        ("Pad", "input", "paddings", "[[1, 2]]", [2, 3], ["[[1, 2], [0, 0]]", "[[0, 0], [1, 2]]"]),
        ("Pad", "input", "paddings", "[[1, 2]]", [], []),
    ],
)
def test_a_value_about_shapes_is_changed_where_it_is_typed(catalogue, type_, data, pin, typed, shape, texts):
    assert labels(catalogue, {"A": P, "M": (type_, {pin: typed})}, f"A.output -> M.{data}", {"A": shape}, pin) == [
        f"Set M.{pin} to {text}" for text in texts
    ]
    found = labels(
        catalogue,
        {"A": P, "C": ("Const", {"value": typed}), "M": type_},
        f"A.output -> M.{data}\nC.output -> M.{pin}",
        {"A": shape, "C": [typed.count(",") + 1] if typed[0] == "[" else []},
        pin,
    )
    assert [text for text in found if "C.value" in text] == [f"Set C.value to {text}" for text in texts]


def test_the_corners_of_a_slice_change_together(catalogue):
    assert labels(
        catalogue,
        {"A": P, "M": ("Slice", {"begin": "[1]", "size": "[1, 2, 3]"})},
        "A.output -> M.input",
        {"A": [2, 3]},
        "begin",
    ) == ["Set begin [1, 0], size [1, 2] of M"]
    assert labels(
        catalogue,
        {"A": P, "M": ("Slice", {"begin": "[1, 0]", "size": "[1]"})},
        "A.output -> M.input",
        {"A": [2, 3]},
        "size",
    ) == ["Set size [1, -1] of M"]


@pytest.mark.parametrize(
    "typed, shape, texts",
    [
        ("[1f, 1f, 1f, 1f]", [2, 3], ["[1f, 1f, 1f]", "[1f, 1f]"]),
        ("[1f, 2f]", [2, 3], ["[1f, 2f, 0]"]),
        ("[1f, 2f, 3f, 4f]", [3, 3], ["[1f, 2f, 3f]"]),
        ("1f", [2, 3], ["[1f]"]),
        ("[1f]", [2, 3], ["1f"]),
        ("[[1f, 2f]]", [2, 3], []),
        (str([1.0] * 64), [65, 2], ["[1.0, 1.0]"]),
        (str([1.0] * 65), [64, 2], []),
        ("[1f, 2f]", [2, None], []),
        ('["a", "b"]', [3, 3], []),
    ],
)
def test_a_value_gets_the_length_of_a_side_of_the_other_input(catalogue, typed, shape, texts):
    other = TEXT if typed.startswith('["') else P
    found = labels(catalogue, {"A": other, "M": ("AddV2", {"y": typed})}, "A.output -> M.x", {"A": shape}, "")
    assert [text for text in found if text.startswith("Set M.y to") and "[[" not in text] == [
        f"Set M.y to {text}" for text in texts
    ]


def test_matrices_are_transposed_by_attrs_where_there_are_some(catalogue):
    wires, shapes = "A.output -> M.{}\nB.output -> M.{}", {"A": [2, 3], "B": [2, 3]}
    assert labels(
        catalogue, {"A": P, "B": P, "M": ("MatMul", {"transpose_a": "true"})}, wires.format(*"ab"), shapes, ""
    ) == ["Set transpose_b of M to true", "Set transpose_a of M to false"]
    assert labels(catalogue, {"A": P, "B": P, "M": "BatchMatMulV2"}, wires.format(*"xy"), shapes, "") == [
        "Set adj_y of M to true",
        "Set adj_x of M to true",
    ]


def test_a_window_that_does_not_fit(catalogue):
    def conv(pin, **values):
        return labels(
            catalogue,
            {"A": P, "F": P, "M": ("Conv2D", values)},
            "A.output -> M.input\nF.output -> M.filter",
            {"A": [2, 4, 4, 3], "F": [5, 5, 3, 2]},
            pin,
        )

    assert conv("strides", strides="[2]", padding="VALID") == ["Set strides of M to [1, 2, 2, 1]"]
    assert conv("strides", strides="[2, 3]", padding="VALID") == ["Set strides of M to [1, 2, 3, 1]"]
    assert conv("strides", strides="[1, 2, 2]", padding="VALID") == []
    assert conv("", strides="[1, 2, 2, 1]", padding="VALID") == ["Set padding of M to SAME"]
    assert conv("", strides="[1, 2, 2, 1]", padding="SAME") == []
    assert conv("dilations", strides="[1, 1, 1, 1]", padding="SAME", dilations="[2]") == [
        "Set dilations of M to [1, 2, 2, 1]",
        "Clear M.dilations",
    ]


SIZED = {
    "typed": ({"S": ("Placeholder", {"dtype": "DT_FLOAT", "shape": "[2, 5]"})}, "S.output -> M.y", "S.shape"),
    "further up": (
        {"S": ("Placeholder", {"dtype": "DT_FLOAT", "shape": "[2, 5]"}), "I": "Identity"},
        "S.output -> I.input\nI.output -> M.y",
        "S.shape",
    ),
    "a constant": (
        {"C": ("Const", {"value": "[2, 5]"}), "S": ("RandomUniform", {"dtype": "DT_FLOAT"})},
        "C.output -> S.shape\nS.output -> M.y",
        "C.value",
    ),
}


@pytest.mark.parametrize("blocks, wires, at", SIZED.values(), ids=SIZED)
def test_sizes_are_changed_where_the_shape_of_an_input_is_typed(catalogue, blocks, wires, at):
    shapes = {"A": [2, 3]} | {block: [2, 5] for block in blocks if block != "C"}
    assert labels(catalogue, {"A": P, **blocks, "M": "AddV2"}, f"A.output -> M.x\n{wires}", shapes, "") == [
        f"Set {at} to {text}" for text in ("[3, 5]", "[2, 2]", "[2, 3]")
    ] + [f"{TURN_Y}: [2, 5] becomes [5, 2]", f"{TURN_X}: [2, 3] becomes [3, 2]"]


@pytest.mark.parametrize(
    "wires",
    [
        "J.output -> I.input\nI.output -> J.input\nI.output -> M.y",  # a ring
        "A.output -> J.input\nJ.output -> I.input\nI.output -> M.y",
    ],
)  # typed nowhere
def test_a_shape_that_is_typed_nowhere_is_not_changed(catalogue, wires):
    assert labels(
        catalogue,
        {"A": P, "I": "Identity", "J": "Identity", "M": "AddV2"},
        f"A.output -> M.x\n{wires}",
        {"A": [2, 3], "I": [2, 5]},
        "",
    ) == [f"{TURN_Y}: [2, 5] becomes [5, 2]", f"{TURN_X}: [2, 3] becomes [3, 2]"]


def test_blocks_in_wires_change_the_shape(catalogue):
    def add(x, y, **facts):
        return labels(
            catalogue, {"A": P, "B": P, "M": "AddV2"}, "A.output -> M.x\nB.output -> M.y", {"A": x, "B": y}, "", **facts
        )

    assert add([2, 3], [3, 2]) == [
        f"{TURN_Y}: [3, 2] becomes [2, 3]",
        f"{TURN_X}: [2, 3] becomes [3, 2]",
        "Insert a Reshape before x: [2, 3] becomes [3, 2], in the same order",
        "Insert a Reshape before y: [3, 2] becomes [2, 3], in the same order",
    ]
    assert add([2, 1, 3], [2, 2]) == [
        "Insert an ExpandDims before y: [2, 2] becomes [1, 2, 2]",
        "Insert an ExpandDims before y: [2, 2] becomes [2, 2, 1]",
        "Insert a Squeeze before x: [2, 1, 3] becomes [2, 3]",
        f"{TURN_Y}: [2, 2] becomes [2, 2]",
    ]
    assert add([None, 3], [None, 3, 4]) == [
        "Insert an ExpandDims before x: [?, 3] becomes [1, ?, 3]",
        "Insert an ExpandDims before x: [?, 3] becomes [?, 3, 1]",
        f"{TURN_X}: [?, 3] becomes [3, ?]",
    ]
    assert labels(
        catalogue,
        {"A": P, "B": P, "M": "ConcatV2"},
        "A.output -> M.values\nB.output -> M.values",
        {"A": [2, 3], "B": [3]},
        "",
    ) == [
        "Insert an ExpandDims before values[1]: [3] becomes [1, 3]",
        "Insert an ExpandDims before values[1]: [3] becomes [3, 1]",
        "Insert a Transpose before values[0]: [2, 3] becomes [3, 2]",
    ]


@pytest.mark.parametrize(
    "wanted, shape, texts",
    [
        (2, [2, 3, 4], ["[2, 12]"]),
        (2, [None, 3, 4], ["[?, 12]"]),
        (2, [2, None, 4], []),
        (2, [2, 3], []),
        (1, [2, 3], ["[6]"]),
        (1, [None, 3], ["[?]"]),
        (1, [6, 1], []),
        (4, [8, 9], ["[1, 8, 9, 1]"]),
        (4, [8, 9, 2], []),
        (4, [None, 9], []),
    ],
)
def test_a_rank_that_is_wanted(catalogue, wanted, shape, texts):
    found = labels(
        catalogue, {"A": P, "M": "Neg"}, "A.output -> M.x", {"A": shape}, "", kind="refused:rank", wanted=wanted
    )
    assert [text for text in found if "Reshape" in text] == [
        f"Insert a Reshape before x: {shown} becomes {text}, in the same order"
        for shown in (str(shape).replace("None", "?"),)
        for text in texts
    ]


@pytest.mark.parametrize(
    "op, dtypes, shapes, made",
    [
        (
            "SoftmaxCrossEntropyWithLogits",
            (P, INT),
            ([4, 3], [4]),
            [("OneHot", {"depth": "3", "on_value": "1.0f", "off_value": "0.0f"})],
        ),
        (
            "SoftmaxCrossEntropyWithLogits",
            (DOUBLE, DOUBLE),
            ([4, 3], [4]),
            [("Cast", {"DstT": "DT_INT32"}), ("OneHot", {"depth": "3", "on_value": "1.0", "off_value": "0.0"})],
        ),
        ("SoftmaxCrossEntropyWithLogits", (P, INT), ([4, None], [4]), None),
        ("SparseSoftmaxCrossEntropyWithLogits", (P, INT), ([4, 3], [4, 3]), [("ArgMax", {"dimension": "1"})]),
        ("SparseSoftmaxCrossEntropyWithLogits", (P, INT), ([4, 3], [4, 1]), [("Squeeze", {"squeeze_dims": "[1]"})]),
    ],
)
def test_class_numbers_and_one_hot_rows_are_made_of_each_other(catalogue, op, dtypes, shapes, made):
    page, found = guessed(
        catalogue,
        {"A": dtypes[0], "L": dtypes[1], "M": op},
        "A.output -> M.features\nL.output -> M.labels",
        dict(zip("AL", shapes, strict=True)),
        "",
    )
    if made is None:
        assert not [one for one in found if "OneHot" in str(one.label)]
        return
    found[0].edit.apply(page)
    assert [(b.type, dict(b.values)) for b in page.pages["main"].blocks.values() if b.id not in "ALM"] == made
    assert not found[0].sure
