"""Constant folding while a graph is built stays within its size limit."""

import random
import subprocess
import sys

import numpy as np
import tensorflow as tf
from hypothesis import example, given, settings
from tensorflow.python.framework import tensor_util

from blockloom.runtime.compile import constant_folding as module
from blockloom.runtime.compile.constant_folding import MARK, RULES, Folding
from blockloom.runtime.compile.protos import attr_value
from tests.blocks.strategies import seeds
from tests.extent import examples, slow

_BINARY = ("Add", "AddV2", "Sub", "Mul", "Div", "RealDiv", "FloorDiv", "FloorMod", "Minimum", "Maximum")
_WILD = [0, 1, 2, 3, -1, 5, 1000, 2**31 - 1, -(2**31)]

# Grappler is not under test here, and takes more time than everything else.
PLAIN = tf.compat.v1.ConfigProto()
PLAIN.graph_options.rewrite_options.disable_meta_optimizer = True


def grown(chance, count):
    """Return a graph of foldable ops with extreme numbers, most of which would fail if run."""
    graph_def = tf.compat.v1.GraphDef()

    def add(op, *inputs, **attrs):
        node = graph_def.node.add(name=f"n{len(graph_def.node)}", op=op, input=inputs)
        for name, (kind, value) in attrs.items():
            node.attr[name].CopyFrom(attr_value(kind, value))
        return node.name

    def const(value):
        name = add("Const", dtype=("type", "DT_INT32"))
        graph_def.node[-1].attr["value"].tensor.CopyFrom(tensor_util.make_tensor_proto(np.array(value, np.int32)))
        return name

    def some():
        return chance.choice(made)

    t = ("type", "DT_INT32")
    first = [3, [2, 3], [[1, 2], [3, 4]], np.zeros((0, 4)), [], [[2], [1]], [1]]
    made = [const(chance.choice(first)) for _ in range(4)]
    for _ in range(count):
        op = chance.choice(sorted(RULES.keys() - {"Const", "Unpack"}))
        wild = const(chance.choice(_WILD)) if chance.random() < 0.4 else const([chance.choice(_WILD)])
        if op in _BINARY:
            made.append(add(op, some(), some(), T=t))
        elif op in ("Prod", "Sum", "Max", "Min"):
            made.append(add(op, some(), wild, T=t, Tidx=t, keep_dims=("bool", chance.random() < 0.5)))
        elif op in ("Shape", "Size"):
            made.append(add(op, some(), T=t, out_type=t))
        elif op in ("Rank", "Identity", "Neg", "Squeeze"):
            made.append(add(op, some(), T=t))
        elif op == "Cast":
            made.append(add(op, some(), SrcT=t, DstT=t))
        elif op == "Range":
            ends = [chance.choice([const(chance.choice(_WILD)), some()]) for _ in range(3)]
            made.append(add(op, *ends, Tidx=t))
        elif op in ("Pack", "ConcatV2"):
            inputs = [some() for _ in range(chance.choice((2, 2, 3)))]
            more = {"axis": ("int", 0)} if op == "Pack" else {"Tidx": t}
            made.append(add(op, *inputs, *([const(0)] if op != "Pack" else ()), N=("int", len(inputs)), T=t, **more))
        elif op == "Gather":
            made.append(add(op, some(), some(), Tparams=t, Tindices=t))
        elif op == "GatherV2":
            made.append(add(op, some(), some(), const(0), Tparams=t, Tindices=t, Taxis=t))
        elif op == "Reshape":
            shape = chance.choice([some(), const([-1]), const([-1, 1]), const([0, 100000]), const([])])
            made.append(add(op, some(), shape, T=t, Tshape=t))
        elif op == "ExpandDims":
            made.append(add(op, some(), const(0), T=t, Tdim=t))
        elif op == "SplitV":
            sizes = const(chance.choice(([1, 1], [1, -1], [0, 2])))
            made.append(add(op, some(), sizes, const(0), T=t, Tlen=t, num_split=("int", 2)))
        elif op == "Slice":
            made.append(add(op, some(), const([0]), const([chance.choice((0, 1, -1))]), T=t, Index=t))
        else:
            masks = {
                f"{name}_mask": ("int", chance.choice((0, 0, 1))) for name in ("new_axis", "ellipsis", "shrink_axis")
            }
            made.append(
                add(
                    "StridedSlice",
                    some(),
                    const([0]),
                    const([chance.choice((1, 2, 100))]),
                    const([1]),
                    T=t,
                    Index=t,
                    **masks,
                )
            )
    return graph_def, made


@settings(max_examples=examples(20))
@given(seeds)
def test_nothing_is_larger_than_its_bound(seed):
    graph_def, made = grown(random.Random(seed), 25)
    with tf.Graph().as_default() as graph:
        folding = Folding(graph)
        nodes = {node.name: node for node in graph_def.node}
        folding.mark(nodes, {name: node.input for name, node in nodes.items()})
        kept = {node.name for node in graph_def.node if MARK in node.attr}
        assert not kept & folding._bounds.keys() and kept <= set(made)
        with graph._attr_scope({MARK: None}):
            for node in graph_def.node:  # one by one: most wild nodes are refused, with all that needs them
                alone = tf.compat.v1.GraphDef(node=[node])
                try:
                    tf.import_graph_def(alone, {i: graph.get_tensor_by_name(f"{i}:0") for i in node.input}, name="")
                except (ValueError, KeyError, TypeError):  # a dtype that is none
                    continue
        with tf.compat.v1.Session(graph=graph, config=PLAIN) as session:
            for name in folding._bounds.keys() & set(made):
                bound = folding._bounds[name]
                try:
                    value = session.run(f"{name}:0")
                except (tf.errors.OpError, KeyError, ValueError, TypeError):
                    continue
                assert value.size <= bound.size and value.ndim <= bound.rank, (name, bound, value.shape)
                assert value.ndim == bound.rank or not bound.exact, (name, bound, value.shape)


def test_a_row_and_a_column_make_as_many_elements_as_both_have_together():
    """A product of [n, 1] and [1, m] has n x m elements, though neither has many."""
    for n, kept_out in ((20, False), (40, True)):
        with tf.Graph().as_default() as graph:
            Folding(graph)
            column, row = tf.constant(np.ones((n, 1), np.int32)), tf.constant(np.ones((1, n), np.int32))
            assert (MARK in (column * row).op.node_def.attr) is kept_out


HUGE = 1_000_000  # elements


@settings(max_examples=examples(20))
@given(seeds)
@example(10561)  # a Range that goes past the largest int32
def test_the_values_that_are_known_in_python_are_those_of_a_session(seed):
    graph_def, _ = grown(random.Random(seed), 25)
    with tf.Graph().as_default() as graph, tf.compat.v1.Session(graph=graph, config=PLAIN) as session:
        folding, huge = Folding(graph), set()  # large values, and values computed from them
        for node in graph_def.node:
            alone = tf.compat.v1.GraphDef(node=[node])
            try:
                folding.mark({node.name: alone.node[0]}, {node.name: node.input})
                with graph._attr_scope({MARK: None}):
                    tf.import_graph_def(alone, {i: graph.get_tensor_by_name(f"{i}:0") for i in node.input}, name="")
                tensor = graph.get_tensor_by_name(f"{node.name}:0")
                if huge.intersection(node.input) or (tensor.shape.num_elements() or 0) > HUGE:
                    huge.add(node.name)
                    continue
                value = session.run(tensor)
            except (tf.errors.OpError, ValueError, KeyError):
                continue
            known = tensor_util.constant_value(tensor)
            assert known is None or np.array_equal(known, value), (node, known, value)


def test_a_value_is_known_in_time_whatever_it_is_made_of(monkeypatch):
    """Each of these takes the one before it twice, or depends on a thousand others."""
    asked, of_tensorflow = [], module._constant_value
    monkeypatch.setattr(module, "_constant_value", lambda *of: asked.append(of) or of_tensorflow(*of))
    with tf.Graph().as_default() as graph:
        Folding(graph)
        value = tf.constant(1)
        for _ in range(5):
            value = tf.identity(value)
        assert tensor_util.constant_value(value) == 1
        nothing, same, deep = tf.constant([], tf.int32), tf.constant(True), tf.constant([0])
        for _ in range(12):
            nothing, same = tf.stack([nothing, nothing]), tf.equal(same, same)
        assert tensor_util.constant_value(nothing).shape == (*[2] * 12, 0)
        tensor_util.constant_value(same)
        assert len(asked) < 100
        for _ in range(1000):
            deep = tf.identity(deep)
        assert tensor_util.constant_value(deep) is None


@slow
def test_to_import_the_compiler_leaves_tensorflow_as_it_is():
    """Scripts that use the optimizer import modules of the compiler together with other TensorFlow code."""
    code = (
        "from tensorflow.python.framework import tensor_util; before = tensor_util.constant_value; "
        "import blockloom.runtime.compile.compiler; assert tensor_util.constant_value is before"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True)
