"""Tensors in the return value of a call."""

import pytest

from blockloom.runtime.script.script_nodes import ScriptVariable

ARGS = (("first", None), ("many", 2), ("none", 0), ("last", None))


@pytest.mark.parametrize(
    "kind, args, found",
    [
        ("tensor", (("y", None),), ["v"]),
        ("list", (("y", 2),), ["v[0]", "v[1]"]),
        ("named", ARGS, ["v.first", "v.many[0]", "v.many[1]", "v.last"]),
        ("tuple", ARGS, ["v[0]", "v[1][0]", "v[1][1]", "v[3]"]),
        ("graph", ARGS, [f'tensor("v:{number}")' for number in range(4)]),
    ],
)
def test_a_tensor_of_each_number(kind, args, found):
    made = ScriptVariable("v", kind, args)
    assert [made.tensor(number) for number in range(len(found))] == found
    if kind in ("named", "tuple"):
        with pytest.raises(KeyError):
            made.tensor(len(found))


@pytest.mark.parametrize(
    "kind, waited, op",
    [
        ("op", "v", "v"),
        ("tensor", "v", "v.op"),
        ("list", "v[0]", "v[0].op"),
        ("named", "v.first", "v.first.op"),
        ("tuple", "v[0]", "v[0].op"),
        ("graph", 'operation("v")', 'operation("v")'),
    ],
)
def test_what_is_waited_for(kind, waited, op):
    made = ScriptVariable("v", kind, (("first", None), ("second", None)))
    assert (made.waited, made.op) == (waited, op)
