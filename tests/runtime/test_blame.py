"""Which input has a wrong rank, where TensorFlow does not say which it means."""

import pytest
from tensorflow.core.framework import node_def_pb2
from tensorflow.python.framework import op_def_registry

from blocks import files
from blocks.enuspace import symbols
from blocks.problems import ERROR
from runtime import api
from runtime.blame import refused
from tests.pages import document


@pytest.mark.parametrize("kind, values, pin", [
    ("Save", {"filename": "x", "tensor_names": "W", "data": "[1f]"}, "tensor_names"),
    ("Save", {"filename": "[x]", "tensor_names": "W", "data": "[1f]"}, "filename"),
    ("SaveV2", {"prefix": "x", "tensor_names": "[W]", "shape_and_slices": "W", "tensors": "[1f]"}, "shape_and_slices"),
    ("RestoreV2", {"prefix": "[x]", "tensor_names": "[W]", "shape_and_slices": "[W]", "dtypes": "DT_FLOAT"}, "prefix"),
    ("CropAndResize", {"image": "[[[[1f]]]]", "boxes": "[1f]", "box_ind": "[0]", "crop_size": "[1, 1]"}, "boxes"),
    ("Assign", {"value": "[1f]"}, None)])
def test_the_input_at_fault_is_named(catalogue, worker, kind, values, pin):
    blocks, wires = {"X": (kind, values)}, ""
    if kind == "Assign":    # of a shape, not of a rank: nothing to try
        blocks["V"], wires = ("loom.Variable", {"initvalues": "[1f, 2f]"}), "V.ref -> X.ref"
    opened, _ = worker.call("open", document=files.dumps(document(catalogue, blocks, wires)), page="main")
    (found,) = [p for p in opened["problems"] if p[0] == ERROR]
    assert found[1] == "refused" and (found[4] == pin if pin else "variable" in found[5])


def test_the_inputs_that_take_lists_of_texts_are_those_of_tensorflow():
    catalogue, told = api.catalogue(), 0
    for name in symbols.rows():
        symbol, block_type = symbols.symbol(name), catalogue["enu." + name]
        op = op_def_registry.get(block_type.op) if block_type.op else None
        node = _node(op) if op is not None else None
        for pin in block_type.inputs if node is not None else ():
            native = symbol.inputs[pin.name]
            number = next(i for i, arg in enumerate(op.input_arg) if arg.name == native)
            if pin.dtype != "DT_STRING" or pin.kind != "tensor":
                continue
            scalar, vector = (refused(node, [shape if i == number else None for i in range(len(op.input_arg))])
                              for shape in ((), (None,)))
            assert symbol.is_vector(pin.name) == (number in scalar and number not in vector), (name, pin.name)
            told += 1
    assert told > 40


def _node(op):
    """A node of an op with attrs that it takes; None where it has lists, or where what it takes depends on more."""
    if any(arg.number_attr or arg.type_list_attr for arg in op.input_arg[:-1]):
        return None
    node = node_def_pb2.NodeDef(name="x", op=op.name)
    for attr in op.attr:
        given = node.attr[attr.name]
        if attr.HasField("default_value"):
            given.CopyFrom(attr.default_value)
        elif attr.type == "type":
            given.type = attr.allowed_values.list.type[0] if attr.HasField("allowed_values") else 1
        elif attr.type == "int":
            given.i = max(1, attr.minimum)
        elif attr.type == "list(type)":
            given.list.type.extend([1] * max(1, attr.minimum))
        elif attr.type == "shape":
            given.shape.unknown_rank = True
        elif attr.type == "string":
            given.s = attr.allowed_values.list.s[0] if attr.HasField("allowed_values") else b""
        elif attr.type.startswith("list"):
            given.list.SetInParent()
        else:
            given.b = False
    return node
