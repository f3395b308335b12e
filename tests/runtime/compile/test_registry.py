"""Facts about attrs in the registry of TensorFlow's ops."""

import pytest
from tensorflow.core.framework.attr_value_pb2 import AttrValue, NameAttrList
from tensorflow.core.framework.tensor_shape_pb2 import TensorShapeProto
from tensorflow.python.framework.tensor_util import make_tensor_proto

from blockloom.runtime.compile.op_registry import attr_json

SHAPE = TensorShapeProto(dim=[TensorShapeProto.Dim(size=2), TensorShapeProto.Dim(size=-1)])


@pytest.mark.parametrize(
    "given, found",
    [
        ({"s": b"SAME"}, "SAME"),
        ({"s": b"\xff"}, "\\xff"),
        ({"i": 3}, 3),
        ({"b": True}, True),
        ({"f": 0.1}, 0.1),
        ({"type": 1}, "DT_FLOAT"),
        ({"type": 101}, "DT_FLOAT"),
        ({"shape": SHAPE}, [2, -1]),
        ({"shape": TensorShapeProto(unknown_rank=True)}, None),
        ({"func": NameAttrList(name="f")}, "f"),
        ({"tensor": make_tensor_proto([[1, 2]])}, [[1, 2]]),
        ({}, None),
    ],
)
def test_an_attr_as_json(given, found):
    assert attr_json(AttrValue(**given)) == found


@pytest.mark.parametrize(
    "given, found",
    [
        ({"s": [b"a", b"b"]}, ["a", "b"]),
        ({"type": [1, 3]}, ["DT_FLOAT", "DT_INT32"]),
        ({"shape": [SHAPE]}, [[2, -1]]),
        ({"i": [1, 2]}, [1, 2]),
        ({"b": [False]}, [False]),
        ({"f": [0.25]}, [0.25]),
        ({}, []),
    ],
)
def test_a_list_as_json(given, found):
    assert attr_json(AttrValue(list=AttrValue.ListValue(**given))) == found
