"""A While with functions compared with the loop of a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench.measure import ratio

if TYPE_CHECKING:
    from blockloom.blocks.document.pages import Document

TURNS, STEPS = 1_000, 20


def bench_loops() -> bool:
    """Compare 20 steps of a While of 1,000 iterations with `tf.while_loop` of the same ops.

    The baseline uses the control flow of TensorFlow 2 in a Session with default settings.
    """
    from tests.bench.__main__ import _quiet

    _quiet()
    import tensorflow as tf

    tf.compat.v1.disable_eager_execution()
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker.client import ensure_catalogue

    document = loop_of(TURNS)
    program = compile_page(document, "main", ensure_catalogue())
    assert program.ok, program.problems[:3]
    tf.compat.v1.enable_control_flow_v2()
    with tf.Graph().as_default() as graph:
        looped = tf.while_loop(
            lambda i, x: i < TURNS, lambda i, x: (i + 1, x * 0.999 + 0.5), [tf.constant(0), tf.constant(1.0)]
        )
        session = tf.compat.v1.Session(graph=graph)
        baseline = session.make_callable(looped)
    runner = Runner(program)
    runner.step(True)
    (ours,) = (pins["output"] for at, pins in runner.latest().items() if at.block == "LOOP")
    assert [int(ours[0]), float(ours[1])] == [TURNS, float(baseline()[1])]
    try:
        return ratio(
            "20 steps of a While of 1,000 turns / tf.while_loop",
            lambda: [runner.step(True) for _ in range(STEPS)],
            lambda: [baseline() for _ in range(STEPS)],
            1.3,
        )
    finally:
        runner.close()
        session.close()


def loop_of(turns: int, draws: bool = False) -> Document:
    """Return a page with a While of `turns` iterations; with `draws` each draws a random number."""
    from blockloom.blocks.document.pages import Document
    from tests.pages import page

    document, args = Document(), "i loom.Arg dtype=DT_INT32; x loom.Arg dtype=DT_FLOAT index=1;"
    page(
        document,
        "main",
        "I Const value=0 dtype=DT_INT32; X Const value=1.0 dtype=DT_FLOAT; LOOP While cond=less body=next",
        "I.output -> LOOP.input",
        "X.output -> LOOP.input",
    )
    page(document, "less", args + f"L Less y={turns}; r loom.Retval", "i.output -> L.x", "L.z -> r.input")
    page(
        document,
        "next",
        args
        + f"N AddV2 y=1; M Mul y=0.999; A AddV2 {'' if draws else 'y=0.5'}; r0 loom.Retval; r1 loom.Retval index=1"
        + "; S Const value=[] dtype=DT_INT32; R RandomUniform seed=3 dtype=DT_FLOAT" * draws,
        "i.output -> N.x",
        "x.output -> M.x",
        "M.z -> A.x",
        *(("S.output -> R.shape", "R.output -> A.y") if draws else ()),
        "N.z -> r0.input",
        "A.z -> r1.input",
    )
    return document
