"""Models as pages, and pages as the nodes that they were made of, without TensorFlow."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom.blocks import files
from blockloom.blocks.catalogue import INTERNAL_ATTRS
from blockloom.blocks.dtypes import DTYPES
from blockloom.blocks.from_graph.document import document_of
from blockloom.blocks.from_graph.model import NOWHERE, Model
from blockloom.blocks.infer import Inference
from blockloom.blocks.lowering import lower
from blockloom.blocks.page_blocks import with_pages
from blockloom.blocks.plan.nodes import Node
from blockloom.blocks.plan.planner import make_plan
from blockloom.blocks.typed_in import Value

FLOAT = ("type", "DT_FLOAT")


def node(name, op, *inputs, after=(), device="", **attrs):
    """A node; attrs are (type, value), or a dtype."""
    return Node(name, op, NOWHERE, list(inputs),
                {key: ("type", value) if isinstance(value, str) else value for key, value in attrs.items()},
                list(after), device)


def const(name, value, dtype="DT_FLOAT", **more):
    array = np.array(value, DTYPES[dtype].via)
    return node(name, "Const", dtype=dtype, value=("tensor", Value(array, dtype)), **more)


def exported(document, page, catalogue):
    """The nodes of a page, by name."""
    catalogue = with_pages(catalogue, document)
    lowered = lower(document.pages[page], catalogue).page
    known = Inference(lowered, catalogue)
    assert not known.problems
    plan = make_plan(lowered, catalogue, known, bare=True)
    assert not plan.left_out
    return {one.name: one for nodes in plan.nodes.values() for one in nodes}


def written(one, catalogue):
    """What a node says, with the defaults of its op and however it is written."""
    def plain(value):
        if isinstance(value, Value):
            return value.dtype, value.array.shape, value.array.tolist() if value.array.dtype == object else \
                value.array.tobytes()
        if isinstance(value, list | tuple):
            return [plain(item) for item in value]
        return value.encode() if isinstance(value, str) else float(np.float32(value)) if isinstance(value, float) else \
            value
    attrs = {attr.name: plain(one.attrs[attr.name][1] if attr.name in one.attrs else attr.default)
             for attr in catalogue[one.op].attrs}
    if "shared_name" in attrs:      # a VariableV2 means its name where it has none
        attrs["shared_name"] = attrs["shared_name"] or one.name.encode()
    attrs |= {name: plain(one.attrs[name][1]) for name in INTERNAL_ATTRS if name in one.attrs}
    return one.op, [ref.removesuffix(":0") for ref in one.inputs], sorted(one.after), one.device, attrs


def same_nodes(model, document, catalogue, page="main"):
    """Whether a page gives the nodes of a model again, and besides them none but those that set variables."""
    found = exported(document, page, catalogue)
    for one in model.nodes:
        assert written(found.pop(one.name), catalogue) == written(one, catalogue), one.name
    assert {one.op for one in found.values()} <= {"Const", "Assign", "AssignVariableOp"}
    assert bool(found) == bool(model.variables)


def test_small_constants_are_typed_in_and_reads_are_wires(catalogue):
    model = Model([
        node("x", "Placeholder", dtype="DT_FLOAT", shape=("shape", [-1, 2])),
        node("dense/kernel", "VarHandleOp", dtype="DT_FLOAT", shape=("shape", [2, 2]),
             shared_name=("string", b"dense/kernel")),
        node("dense/MatMul/ReadVariableOp", "ReadVariableOp", "dense/kernel", dtype="DT_FLOAT"),
        node("dense/MatMul", "MatMul", "x", "dense/MatMul/ReadVariableOp", T="DT_FLOAT"),
        const("dense/add/y", [1.5, 2]),
        node("dense/add", "AddV2", "dense/MatMul:0", "dense/add/y", T="DT_FLOAT"),
        const("axis", 1, "DT_INT32"),
        node("concat", "ConcatV2", "dense/add", "x", "axis", N=("int", 2), T="DT_FLOAT", Tidx="DT_INT32")],
        variables={"dense/kernel": np.eye(2, dtype=np.float32)}, trainable={"dense/kernel"})
    document = document_of(model, catalogue)
    page = document.page("main")
    blocks = {b.id: (b.type, dict(b.values), dict(b.names), b.frame) for b in page.blocks.values()}
    (frame,) = page.frames.values()
    assert blocks == {
        "x": ("Placeholder", {"dtype": "DT_FLOAT", "shape": "[?, 2]"}, {}, ""),
        "kernel": ("loom.ResourceVariable", {"shared_name": "dense/kernel", "initvalues": "[[1, 0], [0, 1]]",
                                             "dtype": "DT_FLOAT"},
                   {"value": "dense/MatMul/ReadVariableOp"}, frame.id),
        "MatMul": ("MatMul", {}, {}, frame.id), "add": ("AddV2", {"y": "[1.5, 2]"}, {}, frame.id),
        "concat": ("ConcatV2", {"axis": "1"}, {"axis": "axis"}, "")}
    assert [str(wire) for wire in page.wires()] == [
        "x.output -> MatMul.a", "kernel.value -> MatMul.b", "MatMul.product -> add.x", "add.z -> concat.values",
        "x.output -> concat.values"]
    assert (frame.title, frame.collapsed) == ("dense", False)     # there is little to see
    same_nodes(model, document, catalogue)


# --- any graph --------------------------------------------------------------------------------------------------------

@st.composite
def graphs(draw):
    """Models of ops with lists, variables, control inputs and devices, whose names share scopes."""
    nodes, variables = [], {}
    tensors = {"DT_FLOAT": [], "DT_INT32": []}
    handles = []

    def take(dtype):
        if not tensors[dtype]:
            name = f"first_{dtype[-1]}"
            nodes.append(node(name, "Placeholder", dtype=dtype))
            tensors[dtype].append(name)
        return draw(st.sampled_from(tensors[dtype]))

    for number in range(draw(st.integers(1, 14))):
        scope = draw(st.sampled_from(("", "a/", "a/b/", "c/d/", "9.-/", "a/b/c/")))
        name = f"{scope}{draw(st.sampled_from('xyz'))}{number}"
        kind = draw(st.sampled_from(("const", "const", "read", "read", "var", "ref", "add", "concat", "split",
                                     "identityn", "cast", "noop", "reshape", "leaky")))
        dtype = draw(st.sampled_from(("DT_FLOAT", "DT_INT32")))
        more = {"device": draw(st.sampled_from(("", "", "", "/device:CPU:0")))}
        if draw(st.integers(0, 5)) == 0 and nodes and kind not in ("var", "ref"):
            more["after"] = [draw(st.sampled_from(nodes)).name]
        if draw(st.integers(0, 9)) == 0:
            beside = draw(st.sampled_from(nodes)).name if nodes else name
            more["_class"] = ("list(string)", [b"loc:@" + beside.encode()])
        gives = [name]
        if kind == "const":
            shape = draw(st.sampled_from(((), (1,), (2,), (0, 3), (2, 1, 2), (65,))))
            size = int(np.prod(shape))
            one = st.floats(width=32) if dtype == "DT_FLOAT" else st.integers(-9, 2**31 - 1)
            values = np.resize(draw(st.lists(one, min_size=min(size, 4), max_size=size)), shape)
            nodes.append(const(name, values.astype(DTYPES[dtype].via), dtype, **more))
        elif kind in ("var", "ref"):
            op = "VarHandleOp" if kind == "var" else "VariableV2"
            shared = {"shared_name": ("string", name.encode())} if kind == "var" else {}
            shape = draw(st.sampled_from(([2], [-1], None)))
            nodes.append(node(name, op, dtype=dtype, shape=("shape", shape), **shared, **more))
            if draw(st.booleans()):
                variables[name] = np.array([3, 4], DTYPES[dtype].via)
            if kind == "var":
                handles.append((name, dtype))
                gives = []
        elif kind == "read":
            if not handles:
                continue
            handle, dtype = draw(st.sampled_from(handles))
            nodes.append(node(name, "ReadVariableOp", handle, dtype=dtype, **more))
        elif kind == "add":
            nodes.append(node(name, "AddV2", take(dtype), take(dtype), T=dtype, **more))
        elif kind == "concat":
            inputs = [take(dtype) for _ in range(draw(st.integers(2, 3)))]
            nodes.append(node(name, "ConcatV2", *inputs, take("DT_INT32"), N=("int", len(inputs)), T=dtype,
                              Tidx="DT_INT32", **more))
        elif kind == "split":
            nodes.append(node(name, "Split", take("DT_INT32"), take(dtype), num_split=("int", 3), T=dtype, **more))
            gives = [name, f"{name}:1", f"{name}:2"]
        elif kind == "identityn":
            inputs = [(take(one), one) for one in ("DT_INT32", dtype)]
            nodes.append(node(name, "IdentityN", *(ref for ref, _ in inputs),
                              T=("list(type)", [one for _, one in inputs]), **more))
            gives = [f"{name}:1"]
        elif kind == "cast":
            nodes.append(node(name, "Cast", take(dtype), SrcT=dtype, DstT=dtype, Truncate=("bool", draw(st.booleans())),
                              **more))
        elif kind == "reshape":
            nodes.append(node(name, "Reshape", take(dtype), take("DT_INT32"), T=dtype, Tshape="DT_INT32", **more))
        elif kind == "leaky":
            nodes.append(node(name, "LeakyRelu", take("DT_FLOAT"), T="DT_FLOAT",
                              alpha=("float", draw(st.sampled_from((0.2, 0.20000000298023224, 0.1)))), **more))
            gives, dtype = [name], "DT_FLOAT"
        else:
            nodes.append(node(name, "NoOp", **more))
            gives = []
        tensors[dtype] += gives
    return Model(nodes, variables=variables)


@settings(max_examples=30)
@given(graphs())
def test_a_page_gives_the_nodes_of_any_graph_again(catalogue, model):
    document = document_of(model, catalogue)
    text = files.dumps(document)
    assert files.dumps(files.loads(text)) == text
    same_nodes(model, document, catalogue)


@settings(max_examples=15)
@given(graphs(), st.randoms())
def test_a_document_depends_on_the_graph_and_not_on_the_order_of_its_nodes(catalogue, model, random):
    first = files.dumps(document_of(model, catalogue))
    random.shuffle(model.nodes)
    for one in model.nodes:
        random.shuffle(one.after)
    assert files.dumps(document_of(model, catalogue)) == first
