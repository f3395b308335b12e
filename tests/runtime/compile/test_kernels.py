"""Dtypes without a kernel: the checks refuse the same ones as a session."""

import random

import pytest
import tensorflow as tf
from tensorflow.core.framework import graph_pb2
from tensorflow.python.framework import importer, op_def_registry

from blockloom.blocks.catalogue import kernels
from blockloom.blocks.checks import check
from blockloom.blocks.problems import ERROR
from blockloom.blocks.quickfixes import fixes
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.api import running
from tests.extent import slow
from tests.pages import document
from tests.runtime.nodes import plain_node


def test_an_accumulator_of_a_dtype_without_a_kernel_is_an_error_with_a_fix(catalogue, worker):
    made = document(
        catalogue, "ACC ConditionalAccumulator dtype=DT_INT32 shape=[]; N AccumulatorNumAccumulated handle=<ACC.handle"
    )
    (problem,) = [p for p in check(made, catalogue) if p.severity == ERROR]
    assert (problem.code, problem.place_text) == ("no-kernel-type", "main/ACC.dtype") and "DT_INT32" in problem.message
    assert problem.remedy == "It takes DT_DOUBLE, DT_FLOAT, DT_HALF"
    with pytest.raises(running.BadPage, match="no kernel of ConditionalAccumulator"):
        running.run(made, worker=worker)
    mend = next(m for m in fixes(made, catalogue, problem) if "DT_FLOAT" in m.label)
    mend.edit.apply(made)
    assert running.run(made, worker=worker).results["N"]["num_accumulated"] == 0


def test_a_wired_dtype_without_a_kernel_is_reported_at_the_wire_and_a_cast_fixes_it(catalogue, worker):
    made = document(
        catalogue,
        "A Const value=[[1,2]] dtype=DT_UINT16; B Const value=[[3],[4]] dtype=DT_UINT16; "
        "M MatMul a=<A.output b=<B.output",
    )
    (problem,) = check(made, catalogue)
    assert (problem.severity, problem.code, problem.place_text) == (ERROR, "no-kernel-type", "main/M.a")
    mend = next(m for m in fixes(made, catalogue, problem) if m.label == "Insert Cast to DT_INT32 into 2 wires")
    mend.edit.apply(made)
    assert running.run(made, worker=worker).results["M"]["product"].tolist() == [[11]]


def test_an_enuspace_block_has_the_kernels_of_its_op(catalogue):
    made = document(catalogue, "ACC enu.ConditionalAccumulator dtype=DT_INT32 shape={}")
    assert [(p.code, p.place_text) for p in check(made, catalogue) if p.severity == ERROR] == [
        ("no-kernel-type", "main/ACC.dtype")
    ]


def session_has_a_kernel(node, dtypes):
    """Nothing is run: nothing is fed."""
    graph_def = graph_pb2.GraphDef(node=[node])
    graph_def.versions.producer = tf.version.GRAPH_DEF_VERSION
    for number, dtype in enumerate(dtypes):
        given = graph_def.node.add(name=f"in{number}", op="Placeholder")
        given.attr["dtype"].type = dtype
        graph_def.node[0].input.append(given.name)
    with tf.Graph().as_default() as graph:
        importer.import_graph_def(graph_def, name="")
        with tf.compat.v1.Session(graph=graph) as session:
            try:
                session.run(graph.get_operation_by_name(node.name))
            except tf.errors.OpError as error:
                return "No OpKernel was registered" not in str(error)
            return True


@slow
def test_checks_refuse_what_a_session_has_no_kernel_for(catalogue):
    chance, asked, refused, only_here = random.Random(7), 0, 0, 0
    names = [
        n
        for n, e in catalogue.entries.items()
        if e["op"] == n
        and "CPU" in e.get("kernels", ())
        and e["category"] in ("Math", "Array", "Linear algebra", "Image", "String", "Signal")
    ]
    for name in chance.sample(names, 60):
        op, kind = op_def_registry.get(name), catalogue[name]
        node = plain_node(op) if op is not None and not any(a.is_ref for a in op.input_arg) else None
        free = [a for a in op.attr if a.type == "type"] if node is not None else []
        if not free or not op.input_arg or any(a.number_attr or a.type_list_attr for a in op.input_arg):
            continue
        for _ in range(2):
            attrs = {}
            for attr in free:
                node.attr[attr.name].type = chance.choice(
                    list(attr.allowed_values.list.type) or [d.number for d in DTYPES.values() if d.family in "iufcb"]
                )
                attrs[attr.name] = next(n for n, d in DTYPES.items() if d.number == node.attr[attr.name].type)
            for attr in op.attr:
                if attr.type in ("bool", "string", "int"):
                    field = {"bool": "b", "string": "s", "int": "i"}[attr.type]
                    attrs[attr.name] = getattr(node.attr[attr.name], field)
            try:
                has = session_has_a_kernel(node, [a.type or node.attr[a.type_attr].type for a in op.input_arg])
            except (ValueError, tf.errors.OpError):
                continue  # the op does not take it, whatever the kernels
            told = kernels.misfit(kind, attrs)
            asked, refused = asked + 1, refused + (told is not None)
            assert not (told and has), (name, attrs, told)
            if list(kind.kernels) == ["CPU"]:
                only_here += told is not None
                assert has or told, (name, attrs)
    assert asked > 50 and refused > 5 and only_here > 2, (asked, refused, only_here)
