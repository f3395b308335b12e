"""Models as pages, and pages as the nodes that they were made of, without TensorFlow."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom.blocks.catalogue.block_types import INTERNAL_ATTRS
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.files import documents
from blockloom.blocks.from_graph.document import convert_model
from blockloom.blocks.from_graph.model import NOWHERE, Endpoints, Model, ModelFunction
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.layout.collapsed_frames import ports
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.plan.planner import make_plan
from blockloom.blocks.values.dtypes import DTYPES
from tests.extent import examples

FLOAT = ("type", "DT_FLOAT")


def node(name, op, *inputs, after=(), device="", **attrs):
    """Return a node; attrs are (type, value), or a dtype."""
    return Node(
        name,
        op,
        NOWHERE,
        list(inputs),
        {key: ("type", value) if isinstance(value, str) else value for key, value in attrs.items()},
        list(after),
        device,
    )


def const(name, value, dtype="DT_FLOAT", **more):
    array = np.array(value, DTYPES[dtype].via)
    return node(name, "Const", dtype=dtype, value=("tensor", Value(array, dtype)), **more)


def exported(document, page, catalogue):
    """Return the nodes of a page, by name."""
    catalogue = catalogue.with_pages(document)
    lowered = lower(document.pages[page], catalogue).page
    known = PageInference(lowered, catalogue)
    assert not known.problems
    plan = make_plan(lowered, catalogue, known, bare=True)
    assert not plan.left_out
    return {one.name: one for nodes in plan.nodes.values() for one in nodes}


def written(one, catalogue):
    """Return a comparable form of a node, with the defaults of its op."""

    def plain(value):
        if isinstance(value, Value):
            return (
                value.dtype,
                value.array.shape,
                value.array.tolist() if value.array.dtype == object else value.array.tobytes(),
            )
        if isinstance(value, list | tuple):
            return [plain(item) for item in value]
        return (
            value.encode()
            if isinstance(value, str)
            else float(np.float32(value))
            if isinstance(value, float)
            else value
        )

    attrs = {
        attr.name: plain(one.attrs[attr.name][1] if attr.name in one.attrs else attr.default)
        for attr in catalogue[one.op].attrs
    }
    if "shared_name" in attrs:  # a VariableV2 means its name where it has none
        attrs["shared_name"] = attrs["shared_name"] or one.name.encode()
    attrs |= {name: plain(one.attrs[name][1]) for name in INTERNAL_ATTRS if name in one.attrs}
    return one.op, [ref.removesuffix(":0") for ref in one.inputs], sorted(one.control_inputs), one.device, attrs


def same_nodes(nodes, document, catalogue, page="main"):
    """Check that a page exports these nodes, and return its other nodes."""
    found = exported(document, page, catalogue)
    for one in nodes:
        assert written(found.pop(one.name), catalogue) == written(one, catalogue), one.name
    return sorted(found.values(), key=lambda one: one.name)


def test_small_constants_are_typed_in_and_reads_are_wires(catalogue):
    model = Model(
        [
            node("x", "Placeholder", dtype="DT_FLOAT", shape=("shape", [-1, 2])),
            node(
                "dense/kernel",
                "VarHandleOp",
                dtype="DT_FLOAT",
                shape=("shape", [2, 2]),
                shared_name=("string", b"dense/kernel"),
            ),
            node("dense/MatMul/ReadVariableOp", "ReadVariableOp", "dense/kernel", dtype="DT_FLOAT"),
            node("dense/MatMul", "MatMul", "x", "dense/MatMul/ReadVariableOp", T="DT_FLOAT"),
            const("dense/add/y", [1.5, 2]),
            node("dense/add", "AddV2", "dense/MatMul:0", "dense/add/y", T="DT_FLOAT"),
            const("axis", 1, "DT_INT32"),
            node("concat", "ConcatV2", "dense/add", "x", "axis", N=("int", 2), T="DT_FLOAT", Tidx="DT_INT32"),
        ],
        variables={"dense/kernel": np.eye(2, dtype=np.float32)},
        trainable={"dense/kernel"},
    )
    document = convert_model(model, catalogue)
    page = document.page("main")
    blocks = {b.id: (b.type, dict(b.values), dict(b.names), b.frame) for b in page.blocks.values()}
    (frame,) = page.frames.values()
    assert blocks == {
        "x": ("Placeholder", {"dtype": "DT_FLOAT", "shape": "[?, 2]"}, {}, ""),
        "kernel": (
            "loom.ResourceVariable",
            {"shared_name": "dense/kernel", "initvalues": "[[1, 0], [0, 1]]", "dtype": "DT_FLOAT"},
            {"value": "dense/MatMul/ReadVariableOp"},
            frame.id,
        ),
        "MatMul": ("MatMul", {}, {}, frame.id),
        "add": ("AddV2", {"y": "[1.5, 2]"}, {}, frame.id),
        "concat": ("ConcatV2", {"axis": "1"}, {"axis": "axis"}, ""),
        "SESSION": ("loom.Session", {}, {}, ""),
    }
    assert [str(wire) for wire in page.wires()] == [
        "x.output -> MatMul.a",
        "kernel.value -> MatMul.b",
        "MatMul.product -> add.x",
        "add.z -> concat.values",
        "x.output -> concat.values",
        "concat.output -> SESSION.fetch_outputs",
    ]
    assert (frame.title, frame.collapsed) == ("dense", False)  # there is little to see
    assert [one.name for one in same_nodes(model.nodes, document, catalogue)] == [
        "dense/kernel/init",
        "dense/kernel/initvalues",
    ]


def _frozen(layers, weights):
    """Return frozen layers: each reads a Const by an Identity, which a final node waits for.

    `weights` is the scope of these Consts within that of a layer.
    """
    nodes, at = [node("x", "Placeholder", dtype="DT_FLOAT", shape=("shape", [-1, 2]))], "x"
    for n in range(layers):
        nodes += [
            const(weights.format(n), np.full((2, 2), n, np.float32)),
            node(f"{weights.format(n)}/read", "Identity", weights.format(n), T="DT_FLOAT"),
            node(f"net/layer_{n}/MatMul", "MatMul", at, f"{weights.format(n)}/read", T="DT_FLOAT"),
            node(f"net/layer_{n}/Tanh", "Tanh", f"net/layer_{n}/MatMul", T="DT_FLOAT"),
            node(f"net/layer_{n}/Relu", "Relu", f"net/layer_{n}/Tanh", T="DT_FLOAT"),
        ]
        at = f"net/layer_{n}/Relu"
    return [
        *nodes,
        node("end", "NoOp", after=[f"{weights.format(n)}/read" for n in range(layers)]),
        node("out", "Identity", at, T="DT_FLOAT", after=["end"]),
    ]


@pytest.mark.parametrize("more, blocks, collapsed", [(0, 35, False), (5, 40, False), (6, 41, True), (9, 44, True)])
def test_all_frames_are_expanded_if_that_shows_few_blocks_else_collapsed(catalogue, more, blocks, collapsed):
    nodes = _frozen(8, "net/layer_{}/weights")
    nodes += [node(f"net/layer_0/deep/{n}", "Tanh", "net/layer_0/Relu", T="DT_FLOAT") for n in range(more)]
    page = convert_model(Model(nodes), catalogue).page("main")
    assert len(page.blocks.keys() - {"SESSION"}) == blocks
    assert len(page.frames) == 8 + (more > 2)
    assert {frame.collapsed for frame in page.frames.values()} == {collapsed}


@pytest.mark.parametrize("weights", ["net/layer_{}/weights", "values/layer_{}/weights", "values_{}"])
def test_a_frozen_graph_is_seen_as_its_layers(catalogue, weights):
    """A read of a constant is grouped with its consumer, whatever its name, and the final waiting is hidden."""
    nodes = _frozen(20, weights)
    document = convert_model(Model(nodes), catalogue)
    page = document.page("main")
    assert sorted(frame.title for frame in page.frames.values()) == sorted(f"layer_{n}" for n in range(20))
    assert {wire.look.hidden for wire in page.wires() if wire.kind == "control"} == {True}
    pins = ports(page, lambda name: ())
    assert {name: (len(ins), len(outs)) for name, (ins, outs) in pins.items()} == dict.fromkeys(page.frames, (1, 1))
    assert not same_nodes(nodes, document, catalogue)


def test_a_wire_by_which_something_is_waited_for_is_seen(catalogue):
    """It leads from what has a state, is behind what has one, or has no value in some steps."""
    nodes = [
        node("v", "VariableV2", dtype="DT_FLOAT", shape=("shape", [])),
        const("one", 1.0),
        node("add", "AssignAdd", "v", "one", T="DT_FLOAT"),
        node("read", "Identity", "add", T="DT_FLOAT"),
        node("twice", "Mul", "read", "one", T="DT_FLOAT"),
        node("plain", "Neg", "one", T="DT_FLOAT"),
        node("p", "Placeholder", dtype="DT_BOOL", shape=("shape", [])),
        node("s", "Switch", "p", "p", T="DT_BOOL"),
        node("pivot", "Identity", "s:1", T="DT_BOOL"),
        node("group", "NoOp", after=["plain"]),
        node("all", "NoOp", after=["add", "twice", "plain", "p", "pivot", "group"]),
    ]
    document = convert_model(Model(nodes), catalogue)
    waits = {wire.source: wire.look.hidden for wire in document.page("main").wires() if wire.target == "all"}
    assert waits == {"add": False, "twice": False, "pivot": False, "plain": True, "p": True, "group": True}
    assert not same_nodes(nodes, document, catalogue)


def test_a_variable_that_training_uses_is_with_its_layer(catalogue):
    nodes = [node("x", "Placeholder", dtype="DT_FLOAT", shape=("shape", [2, 2])), const("rate", 0.5)]
    for n in range(3):
        nodes += [
            node(f"layer_{n}/w", "VariableV2", dtype="DT_FLOAT", shape=("shape", [2, 2])),
            node(f"layer_{n}/w/read", "Identity", f"layer_{n}/w", T="DT_FLOAT"),
            node(f"layer_{n}/MatMul", "MatMul", "x", f"layer_{n}/w/read", T="DT_FLOAT"),
            node(
                f"train/update_{n}", "ApplyGradientDescent", f"layer_{n}/w", "rate", f"layer_{n}/MatMul", T="DT_FLOAT"
            ),
        ]
    page = convert_model(Model(nodes), catalogue).page("main")
    titles = {block.id: page.frames[block.frame].title if block.frame else "" for block in page.blocks.values()}
    assert [titles[name] for name in ("w", "w_2", "w_3")] == ["layer_0", "layer_1", "layer_2"]


def test_large_arrays_are_weights_under_the_names_of_what_they_belong_to(catalogue):
    kernel = np.arange(100, dtype=np.float32).reshape(10, 10)
    model = Model(
        [
            node("x", "Placeholder", dtype="DT_FLOAT"),
            node("v", "VariableV2", dtype="DT_FLOAT", shape=("shape", [10, 10]), shared_name=("string", b"W:0")),
            node("read", "Identity", "v", T="DT_FLOAT"),
            const("frozen/kernel", kernel),
            const("twice", kernel + 1),
            *(
                node(f"mul{n}", "MatMul", *inputs, T="DT_FLOAT")
                for n, inputs in enumerate(
                    (("x", "read"), ("mul0", "frozen/kernel"), ("mul1", "twice"), ("mul2", "twice"))
                )
            ),
        ],
        variables={"v": kernel},
    )
    document = convert_model(model, catalogue)
    blocks = document.page("main").blocks
    assert blocks["v"].values == {
        "shared_name": "W:0",
        "initvalues": "weights:v",
        "dtype": "DT_FLOAT",
        "trainable": "false",
    }
    assert blocks["mul1"].values == {"b": "weights:frozen/kernel"} and blocks["twice"].values == {
        "value": "weights:twice"
    }
    assert [document.weights.find(key, "")[0].tolist() for key in ("v", "twice")] == [
        kernel.tolist(),
        (kernel + 1).tolist(),
    ]
    same_nodes(model.nodes, document, catalogue)


def test_signatures_are_pages_with_args_and_retvals(catalogue):
    def scale(name, number, source):
        return [const(f"{name}/factor", number), node(name, "Mul", source, f"{name}/factor", T="DT_FLOAT")]

    nodes = [
        node("feed", "Placeholder", dtype="DT_FLOAT", shape=("shape", [-1])),
        *scale("twice", 2.0, "feed"),
        *scale("left_out", 3.0, "feed"),
        node("out", "Identity", "twice", T="DT_FLOAT"),
    ]
    model = Model(
        nodes,
        signatures={
            "serve": Endpoints({"a": "feed:0"}, {"y": "out:0"}),
            "serving_default": Endpoints({"x": "feed:0"}, {"y": "out:0"}),
            "middle/of": Endpoints({"in 1": "twice:0"}, {"y 2": "out:0", "y 10": "twice:0", "y/3": "out:0"}),
        },
    )
    document = convert_model(model, catalogue)
    assert list(document.pages) == ["serving_default", "middle_of", "serve"]
    shown = {
        page.name: (
            {b.id: (b.type, dict(b.values), dict(b.names)) for b in page.blocks.values()},
            sorted(map(str, page.wires())),
        )
        for page in document.pages.values()
    }
    assert shown["serving_default"] == (
        {
            "x": ("loom.Arg", {"dtype": "DT_FLOAT", "shape": "[?]"}, {"": "feed"}),
            "twice": ("Mul", {"y": "2"}, {"y": "twice/factor"}),
            "y": ("loom.Retval", {}, {"": "out"}),
        },
        ["twice.z -> y.input", "x.output -> twice.x"],
    )
    assert shown["serve"] == (
        {
            "a": ("loom.Arg", {"dtype": "DT_FLOAT", "shape": "[?]"}, {}),
            "serving_default": ("page:serving_default", {}, {}),
            "y": ("loom.Retval", {}, {}),
        },
        ["a.output -> serving_default.x", "serving_default.y -> y.input"],
    )
    assert shown["middle_of"] == (
        {
            "in_1": ("loom.Arg", {"dtype": "DT_FLOAT", "label": "in 1"}, {}),
            "y_2": ("loom.Retval", {"index": "0", "label": "y 2", "signature": "middle/of"}, {"": "out"}),
            "y_10": ("loom.Retval", {"index": "1", "label": "y 10"}, {}),
            "y_3": ("loom.Retval", {"index": "2", "label": "y/3"}, {}),
        },
        ["in_1.output -> y_10.input", "in_1.output -> y_2.input", "y_2.output -> y_3.input"],
    )
    assert [str(text) for text in model.report] == [
        "The input in 1 of middle/of is fed to what is no Placeholder in the model: one takes its place",
        "Left out, since no signature needs them: 2 of 6 nodes",
    ]
    left = same_nodes([one for one in nodes if one.name[:4] != "left"], document, catalogue, "serving_default")
    assert not left


def test_a_placeholder_with_a_default_is_an_arg_with_one(catalogue):
    model = Model(
        [
            const("rate/input", 0.5),
            node("rate", "PlaceholderWithDefault", "rate/input", dtype="DT_FLOAT", shape=("shape", [])),
            node("y", "Neg", "rate", T="DT_FLOAT"),
        ],
        signatures={"serve": Endpoints({"keep": "rate:0"}, {"out": "y:0"})},
    )
    document = convert_model(model, catalogue)
    assert document.page("serve").blocks["keep"].values == {"dtype": "DT_FLOAT", "shape": "[]", "default": "0.5"}
    assert [one.name for one in same_nodes(model.nodes, document, catalogue, "serve")] == ["out"]


def test_tables_are_filled_on_the_pages_that_look_into_them(catalogue):
    model = Model(
        [
            node("text", "Placeholder", dtype="DT_STRING"),
            const("file", b"words.txt", "DT_STRING"),
            node("table", "HashTableV2", key_dtype="DT_STRING", value_dtype="DT_INT64", shared_name=("string", b"t")),
            node(
                "fill", "InitializeTableFromTextFileV2", "table", "file", key_index=("int", -2), value_index=("int", -1)
            ),
            const("none", -1, "DT_INT64"),
            node("ids", "LookupTableFindV2", "table", "text", "none", Tin="DT_STRING", Tout="DT_INT64"),
            node("length", "StringLength", "text"),
        ],
        signatures={name: Endpoints({"text": "text:0"}, {name: f"{name}:0"}) for name in ("ids", "length")},
    )
    document = convert_model(model, catalogue)
    assert document.page("ids").blocks["fill"].values["filename"] == '"words.txt"'
    assert list(document.page("length").blocks) == ["text", "length_2", "length"]
    assert [one.name for one in same_nodes(model.nodes[:-1], document, catalogue, "ids")] == ["ids_"]


def test_functions_are_pages_and_equal_ones_are_one(catalogue):
    def body(name, step):
        return ModelFunction(
            name,
            [
                const("add/y", step, "DT_INT32"),
                node("add", "AddV2", "i", "add/y", T="DT_INT32"),
                node("Identity", "Identity", "add", T="DT_INT32"),
            ],
            {"i": ("DT_INT32", []), "x": ("DT_FLOAT", [-1])},
            {"i_out": "Identity:0", "x_out": "x"},
        )

    def cond(name):
        return ModelFunction(
            name,
            [const("n", 5, "DT_INT32"), node("Less", "Less", "i", "n", T="DT_INT32")],
            {"i": ("DT_INT32", []), "x": ("DT_FLOAT", [-1])},
            {"go_on": "Less"},
        )

    functions = [body("__inference_body_12", 1), body("__inference_body_13", 1), body("body_14", 2), cond("less")]
    nodes = [
        const("zero", 0, "DT_INT32"),
        node("x", "Placeholder", dtype="DT_FLOAT", shape=("shape", [-1])),
        *(
            node(
                f"while{n}",
                "While",
                "zero",
                before,
                T=("list(type)", ["DT_INT32", "DT_FLOAT"]),
                body=("func", name),
                cond=("func", "less"),
                output_shapes=("list(shape)", [[], [-1]]),
            )
            for n, (name, before) in enumerate(
                (("__inference_body_12", "x"), ("__inference_body_13", "while0:1"), ("body_14", "while1:1"))
            )
        ),
    ]
    model = Model(nodes, functions={one.name: one for one in functions})
    document = convert_model(model, catalogue)
    assert list(document.pages) == ["main", "body", "body 2", "less"]
    assert [document.page("main").blocks[f"while{n}"].values["body"] for n in range(3)] == ["body", "body", "body 2"]
    assert {b.id: (b.type, dict(b.values)) for b in document.page("body").blocks.values()} == {
        "i": ("loom.Arg", {"dtype": "DT_INT32", "shape": "[]"}),
        "x": ("loom.Arg", {"dtype": "DT_FLOAT", "shape": "[?]"}),
        "add": ("AddV2", {"y": "1"}),
        "i_out": ("loom.Retval", {}),
        "x_out": ("loom.Retval", {}),
    }
    left = same_nodes(functions[0].nodes, document, catalogue, "body")
    assert [(one.name, one.op, one.inputs) for one in left] == [
        ("i", "Placeholder", []),
        ("x", "Placeholder", []),
        ("x_out", "Identity", ["x"]),
    ]


def test_loops_of_single_ops_keep_their_constants(catalogue):
    model = Model(
        [
            const("zero", 0, "DT_INT32"),
            node("enter", "Enter", "zero", T="DT_INT32", frame_name=("string", b"loop")),
            node("merge", "Merge", "enter", "next", T="DT_INT32", N=("int", 2)),
            const("five", 5, "DT_INT32", after=["merge"]),
            node("less", "Less", "merge", "five", T="DT_INT32"),
            node("cond", "LoopCond", "less"),
            node("switch", "Switch", "merge", "cond", T="DT_INT32"),
            const("one", 1, "DT_INT32", after=["switch"]),
            node("add", "AddV2", "switch:1", "one", T="DT_INT32"),
            node("next", "NextIteration", "add", T="DT_INT32"),
            node("exit", "Exit", "switch", T="DT_INT32"),
            const("two", 2, "DT_INT32"),
            node("result", "Mul", "exit", "two", T="DT_INT32"),
        ]
    )
    document = convert_model(model, catalogue)
    assert document.page("main").blocks["result"].values == {"y": "2"}
    assert not same_nodes(model.nodes, document, catalogue)


def test_what_all_in_a_frame_have_for_a_device_is_that_of_the_frame(catalogue):
    model = Model(
        [
            node("x", "Placeholder", dtype="DT_FLOAT"),
            *(
                node(f"gpu/{scope}{n}", "Neg", "x", T="DT_FLOAT", device="/device:GPU:0")
                for scope in ("", "a/")
                for n in range(3)
            ),
            *(node(f"cpu/{n}", "Neg", "x", T="DT_FLOAT", device="/device:CPU:0" if n else "") for n in range(3)),
        ]
    )
    document = convert_model(model, catalogue)
    page = document.page("main")
    assert {frame.title: frame.device for frame in page.frames.values()} == {"gpu": "/device:GPU:0", "a": "", "cpu": ""}
    assert (
        sorted(str(dict(b.values)) for b in page.blocks.values() if b.type == "Neg")
        == ["{'_device': '/device:CPU:0'}"] * 2 + ["{}"] * 7
    )
    assert not same_nodes(model.nodes, document, catalogue)


def test_ops_that_nobody_knows_stay(catalogue):
    model = Model(
        [
            node("x", "Placeholder", dtype="DT_FLOAT"),
            const("two", 2.0),
            node("odd", "Custom>Odd", "x", "two", sizes=("list(int)", [1, 2]), _class=("list(string)", [b"loc:@x"])),
            node("neg", "Neg", "odd:1", T="DT_FLOAT", after=["odd"]),
        ]
    )
    page = convert_model(model, catalogue).page("main")
    assert page.blocks["odd"].type == "Custom>Odd" and page.blocks["odd"].values == {
        "sizes": "[1, 2]",
        "_class": '["loc:@x"]',
    }
    assert sorted(map(str, page.wires())) == [
        "neg.y -> SESSION.fetch_outputs",
        "odd -> neg",
        "odd.output_1 -> neg.x",
        "two.output -> odd.input_1",
        "x.output -> odd.input_0",
    ]
    assert page.blocks["neg"].values == {"T": "DT_FLOAT"}


@pytest.mark.parametrize(
    "nodes, said",
    [
        ([node("x", "NoOp"), node("x", "NoOp")], "two nodes of the graph are called x"),
        ([node("x", "Neg", "y", T="DT_FLOAT")], "the node x takes y, which the graph does not have"),
        ([node("x", "NoOp", after=["gone"])], "the node x takes gone, which the graph does not have"),
        ([node("x", "AddV2", T="DT_FLOAT")], "the node x has 0 inputs: a AddV2 takes 2"),
        ([node("n", "NoOp"), node("x", "AddN", "n", N=("int", 10**12), T="DT_FLOAT")], "a AddN takes 1000000000000"),
        ([const("c", 1.0), node("x", "Neg", "c:1", T="DT_FLOAT")], "the node c has no output 1"),
        ([node("n", "NoOp"), node("x", "Neg", "n", T="DT_FLOAT")], "the node n has no output 0"),
        ([node("x", "page:main")], "has 'page:main' for an op"),
    ],
)
def test_an_invalid_graph_is_reported(catalogue, nodes, said):
    with pytest.raises(ValueError, match=said):
        convert_model(Model(nodes), catalogue)


def test_names_of_any_kind_become_ids_and_nothing_is_lost(catalogue):
    names = [
        "",
        "..",
        "../..",
        "/",
        "a//b",
        "a/",
        "Ω/π",
        "x" * 10_000,
        "/".join("d" * 3000),
        "-",
        "a b",
        "\n",
        "1",
        "x/" * 20 + "y",
        "\n0",
        "loom.Arg",
    ]
    circle = [node(name, "Neg", before, T="DT_FLOAT") for name, before in zip(names, [*names[1:], names[0]])]
    model = Model(circle, signatures={})
    document = convert_model(model, catalogue)
    text = documents.dumps(document)
    assert documents.dumps(documents.loads(text)) == text
    page = document.page("main")
    del page.blocks["SESSION"]
    assert len(page.blocks) == len(names) and page.wire_count() == len(names)
    (line,) = model.report
    assert "TensorFlow takes no such names" in line
    model = Model(
        [node("p", "Placeholder", dtype="DT_FLOAT")],
        signatures={name: Endpoints({name: "p:0"}, {name: "p:0"}) for name in names},
    )
    assert len(convert_model(model, catalogue).pages) == len(names)


def test_a_session_fetches_the_outputs_and_changes_nothing(catalogue):
    reads = ModelFunction(
        "reads",
        [node("read", "ReadVariableOp", "v", dtype="DT_FLOAT")],
        {"v": ("DT_RESOURCE", [])},
        {"out": "read:0"},
    )
    writes = ModelFunction(
        "writes",
        [
            node("set", "AssignAddVariableOp", "v", "one", dtype="DT_FLOAT"),
            const("one", 1.0),
            node("read", "ReadVariableOp", "v", dtype="DT_FLOAT", after=["set"]),
        ],
        {"v": ("DT_RESOURCE", [])},
        {"out": "read:0"},
    )

    def branch(name, function):
        types = {"Tin": ("list(type)", ["DT_RESOURCE"]), "Tout": ("list(type)", ["DT_FLOAT"]), "Tcond": "DT_BOOL"}
        functions = {"then_branch": ("func", function), "else_branch": ("func", "reads")}
        return node(name, "If", "p", "v", **types, **functions)

    model = Model(
        [
            node("v", "VarHandleOp", dtype="DT_FLOAT", shape=("shape", [])),
            node("p", "Placeholder", dtype="DT_BOOL"),
            node("queue", "FIFOQueueV2", component_types=("list(type)", ["DT_FLOAT"])),
            node("taken", "QueueDequeueV2", "queue", component_types=("list(type)", ["DT_FLOAT"])),
            node("put", "QueueEnqueueV2", "queue", "y", Tcomponents=("list(type)", ["DT_FLOAT"])),
            node("size", "QueueSizeV2", "queue", after=["put"]),
            node("read", "ReadVariableOp", "v", dtype="DT_FLOAT"),
            node("y", "Mul", "read", "taken", T="DT_FLOAT"),
            const("shape", [2], "DT_INT32"),
            node("noise", "RandomUniform", "shape", T="DT_INT32", dtype="DT_FLOAT"),
            node("noisy", "AddV2", "noise", "y", T="DT_FLOAT"),
            node("set", "AssignVariableOp", "v", "y", dtype="DT_FLOAT"),
            node("after", "Neg", "y", T="DT_FLOAT", after=["set"]),
            node("all", "NoOp", after=["noisy", "set"]),
            branch("reading", "reads"),
            branch("writing", "writes"),
        ],
        functions={"reads": reads, "writes": writes},
    )
    page = convert_model(model, catalogue).page("main")
    (session,) = (block.id for block in page.blocks.values() if block.type == "loom.Session")
    assert [str(wire) for wire in page.wires_into(session, "fetch_outputs")] == [
        f"noisy.z -> {session}.fetch_outputs",
        f"reading.output -> {session}.fetch_outputs",
    ]
    assert page.into[session].keys() == {"fetch_outputs"}


SAMPLES = {
    "int": 7,
    "float": 0.1,
    "bool": True,
    "string": b'a b\'s "q" \\ \xff',
    "shape": [2, -1],
    "func": "no function",
    "tensor": Value(np.array([1.5, np.nan], np.float32), "DT_FLOAT"),
    "list(int)": [3, -4],
    "list(bool)": [True, False],
    "list(float)": [0.1, 1e-30, float("inf")],
    "list(string)": [b"x y", b"\xff'", b""],
    "list(func)": ["f", "g h"],
    "list(shape)": [[1, -1], None, []],
    "list(type)": ["DT_INT32", "DT_FLOAT"],
}


def sample(op, attr, random):
    """Return a value for an attr of an op that is not its default."""
    if attr.name in {pin.number_attr for pin in (*op.inputs, *op.outputs)}:
        return max(2, attr.minimum or 0)
    if attr.type in ("type", "string") and attr.allowed:
        return random.choice(attr.allowed)
    if attr.type == "type":
        return "DT_FLOAT"
    value = list(attr.allowed) if attr.allowed else SAMPLES[attr.type]
    if attr.minimum:
        value = attr.minimum if attr.type == "int" else (value * attr.minimum)[: max(2, attr.minimum)]
    return value


def fed(op, attrs, name):
    """Nodes for all inputs of an op: constants where they can be typed in."""
    for pin in op.inputs:
        dtypes = (
            attrs[pin.type_list_attr]
            if pin.type_list_attr
            else [pin.dtype or attrs[pin.type_attr]] * (attrs[pin.number_attr] if pin.number_attr else 1)
        )
        for number, dtype in enumerate(dtypes):
            at = f"{name}/{pin.name}{number}"
            if pin.ref or pin.kind == "ref":
                yield (
                    node(at, "FIFOQueue", component_types=("list(type)", ["DT_FLOAT"]))
                    if pin.dtype
                    else node(at, "VariableV2", dtype=dtype, shape=("shape", []))
                )
            elif dtype in ("DT_FLOAT", "DT_INT64", "DT_STRING"):
                yield const(at, b"text" if dtype == "DT_STRING" else 1, dtype)
            else:
                yield node(at, "Placeholder", dtype=dtype)


def test_every_op_comes_back_with_all_its_attrs(catalogue, monkeypatch):
    monkeypatch.setattr("blockloom.blocks.from_graph.document.place", lambda page, catalogue: None)
    random, nodes = Random(5), []
    for name in catalogue:
        op = catalogue[name]
        if op.op == name and not op.traits.variable and {p.dtype for p in op.inputs if p.ref} <= {"DT_STRING", None}:
            given = {
                attr.name: sample(op, attr, random)
                for attr in op.attrs
                if attr.type != "list(tensor)" and (attr.required or random.random() < 0.5)
            }
            inputs = list(fed(op, {attr.name: attr.default for attr in op.attrs} | given, f"in/{name}"))
            attrs = {attr.name: (attr.type, given[attr.name]) for attr in op.attrs if attr.name in given}
            if "value" in given and "dtype" in given:
                attrs["dtype"] = FLOAT
            nodes += [*inputs, Node(f"all/{name}", name, NOWHERE, [one.name for one in inputs], attrs)]
    assert len({one.op for one in nodes}) > 1700
    document = convert_model(Model(nodes), catalogue)
    page, own = document.page("main"), catalogue.with_pages(document)
    plan = make_plan(page, own, PageInference(page, own), bare=True)
    found = {one.name: one for made in plan.nodes.values() for one in made}
    assert not plan.left_out
    for one in nodes:
        assert written(found[one.name], catalogue) == written(one, catalogue)


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
        kind = draw(
            st.sampled_from(
                (
                    "const",
                    "const",
                    "read",
                    "read",
                    "var",
                    "ref",
                    "add",
                    "concat",
                    "split",
                    "identityn",
                    "cast",
                    "noop",
                    "reshape",
                    "leaky",
                )
            )
        )
        dtype = draw(st.sampled_from(("DT_FLOAT", "DT_INT32")))
        more = {"device": draw(st.sampled_from(("", "", "", "/device:CPU:0")))}
        if draw(st.integers(0, 5)) == 0 and nodes:
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
            nodes.append(
                node(
                    name,
                    "ConcatV2",
                    *inputs,
                    take("DT_INT32"),
                    N=("int", len(inputs)),
                    T=dtype,
                    Tidx="DT_INT32",
                    **more,
                )
            )
        elif kind == "split":
            nodes.append(node(name, "Split", take("DT_INT32"), take(dtype), num_split=("int", 3), T=dtype, **more))
            gives = [name, f"{name}:1", f"{name}:2"]
        elif kind == "identityn":
            inputs = [(take(one), one) for one in ("DT_INT32", dtype)]
            nodes.append(
                node(
                    name, "IdentityN", *(ref for ref, _ in inputs), T=("list(type)", [one for _, one in inputs]), **more
                )
            )
            gives = [f"{name}:1"]
        elif kind == "cast":
            nodes.append(
                node(name, "Cast", take(dtype), SrcT=dtype, DstT=dtype, Truncate=("bool", draw(st.booleans())), **more)
            )
        elif kind == "reshape":
            nodes.append(node(name, "Reshape", take(dtype), take("DT_INT32"), T=dtype, Tshape="DT_INT32", **more))
        elif kind == "leaky":
            nodes.append(
                node(
                    name,
                    "LeakyRelu",
                    take("DT_FLOAT"),
                    T="DT_FLOAT",
                    alpha=("float", draw(st.sampled_from((0.2, 0.20000000298023224, 0.1)))),
                    **more,
                )
            )
            gives, dtype = [name], "DT_FLOAT"
        else:
            nodes.append(node(name, "NoOp", **more))
            gives = []
        tensors[dtype] += gives
    return Model(nodes, variables=variables)


@settings(max_examples=examples(25))
@given(graphs())
def test_a_page_gives_the_nodes_of_any_graph_again(catalogue, model):
    document = convert_model(model, catalogue)
    text = documents.dumps(document)
    assert documents.dumps(documents.loads(text)) == text
    others = {one.op for one in same_nodes(model.nodes, document, catalogue)}
    assert others <= {"Const", "Assign", "AssignVariableOp"} and bool(others) == bool(model.variables)


@settings(max_examples=examples(10))
@given(graphs(), st.randoms())
def test_a_document_depends_on_the_graph_and_not_on_the_order_of_its_nodes(catalogue, model, random):
    first = documents.dumps(convert_model(model, catalogue))
    random.shuffle(model.nodes)
    for one in model.nodes:
        random.shuffle(one.control_inputs)
    assert documents.dumps(convert_model(model, catalogue)) == first


@st.composite
def lists(draw):
    """Draw an op with a list of constants of one dtype, some of which are empty."""
    dtype = draw(st.sampled_from(["DT_INT32", "DT_INT64", "DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_BOOL", "DT_STRING"]))
    info = DTYPES[dtype]
    one = {
        "i": st.integers(-9, 9),
        "f": st.sampled_from([0.0, -1.5, 3.0]),
        "b": st.booleans(),
        "s": st.sampled_from([b"", b"a"]),
    }[info.family]
    arrays = draw(st.lists(st.lists(one, max_size=2), min_size=1, max_size=4))
    whole = object if info.family == "s" else info.via
    nodes = [const(f"c{n}", np.array(values, whole), dtype) for n, values in enumerate(arrays)]
    op = draw(st.sampled_from(["ConcatV2", "Concat", "Pack", "DynamicStitch", *["AddN"] * (info.family in "if")]))
    names, attrs = [one.name for one in nodes], {"N": ("int", len(nodes)), "T": dtype}
    axis = const("axis", np.array(0, np.int32), "DT_INT32")
    if op == "ConcatV2":
        return Model([*nodes, axis, node("X", op, *names, "axis", Tidx="DT_INT32", **attrs)])
    if op == "Concat":
        return Model([*nodes, axis, node("X", op, "axis", *names, **attrs)])
    if op == "DynamicStitch":
        places = [const(f"i{n}", np.arange(len(values), dtype=np.int32), "DT_INT32") for n, values in enumerate(arrays)]
        return Model([*nodes, *places, node("X", op, *(one.name for one in places), *names, **attrs)])
    return Model([*nodes, node("X", op, *names, **attrs)])


@settings(max_examples=examples(200))
@given(lists())
def test_a_constant_in_a_list_keeps_its_dtype_whatever_stands_next_to_it(catalogue, model):
    assert same_nodes(model.nodes, convert_model(model, catalogue), catalogue) == []
