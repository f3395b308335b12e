"""Nodes of any op, with attrs that it takes."""

from tensorflow.core.framework import node_def_pb2


def plain_node(op):
    """Return a node of an op with suitable attrs, or None if it has lists or other dependencies."""
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
