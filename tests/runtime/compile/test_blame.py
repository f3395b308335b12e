"""The input with a wrong rank, which TensorFlow's message does not name."""

import pytest
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.enuspace import symbols
from blockloom.blocks.files import documents
from blockloom.blocks.problems import ERROR
from blockloom.runtime.api import running
from blockloom.runtime.compile.shape_errors import refused_inputs
from blockloom.runtime.protocol import requests
from tests.pages import document
from tests.runtime.nodes import plain_node


@pytest.mark.parametrize(
    "kind, values, pin",
    [
        ("Save", {"filename": "x", "tensor_names": "W", "data": "[1f]"}, "tensor_names"),
        ("Save", {"filename": "[x]", "tensor_names": "W", "data": "[1f]"}, "filename"),
        (
            "SaveV2",
            {"prefix": "x", "tensor_names": "[W]", "shape_and_slices": "W", "tensors": "[1f]"},
            "shape_and_slices",
        ),
        (
            "RestoreV2",
            {"prefix": "[x]", "tensor_names": "[W]", "shape_and_slices": "[W]", "dtypes": "DT_FLOAT"},
            "prefix",
        ),
        ("CropAndResize", {"image": "[[[[1f]]]]", "boxes": "[1f]", "box_ind": "[0]", "crop_size": "[1, 1]"}, "boxes"),
        ("Assign", {"value": "[1f]"}, None),
    ],
)
def test_the_input_at_fault_is_named(catalogue, worker, kind, values, pin):
    blocks, wires = {"X": (kind, values)}, ""
    if kind == "Assign":  # of a shape, not of a rank: nothing to try
        blocks["V"], wires = ("loom.Variable", {"initvalues": "[1f, 2f]"}), "V.ref -> X.ref"
    opened = worker.call(
        requests.OpenRequest(document=documents.dumps(document(catalogue, blocks, wires)), page="main")
    )
    (found,) = [p for p in opened.problems if p.severity == ERROR]
    assert found.code == "refused" and (found.pin == pin if pin else "variable" in found.message)


def test_the_inputs_that_take_lists_of_texts_are_those_of_tensorflow():
    catalogue, told = running.catalogue(), 0
    for name in symbols.rows():
        symbol, block_type = symbols.symbol(name), catalogue["enu." + name]
        op = op_def_registry.get(block_type.op) if block_type.op else None
        node = plain_node(op) if op is not None else None
        for pin in block_type.inputs if node is not None else ():
            native = symbol.inputs[pin.name]
            number = next(i for i, arg in enumerate(op.input_arg) if arg.name == native)
            if pin.dtype != "DT_STRING" or pin.kind != "tensor":
                continue
            scalar, vector = (
                refused_inputs(node, [shape if i == number else None for i in range(len(op.input_arg))])
                for shape in ((), (None,))
            )
            assert symbol.is_vector(pin.name) == (number in scalar and number not in vector), (name, pin.name)
            told += 1
    assert told > 40
