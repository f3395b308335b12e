"""The time of steps, compared with a script that runs the same graph in TensorFlow."""

from __future__ import annotations

from typing import Any

from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.bench.measure import ratio, seconds, timed_ratio


def _tensorflow() -> Any:
    from tests.bench.__main__ import _quiet

    _quiet()
    import tensorflow as tf

    tf.compat.v1.disable_control_flow_v2()
    tf.compat.v1.disable_eager_execution()
    return tf


def bench_shown() -> bool:
    """Measure the first step of a session that shows all of a page of 10,000 blocks.

    The time includes the session, its variables, the step and its results. The baseline is a Session without graph
    optimizers, make_callable of the same fetches, and one call.
    """
    tf = _tensorflow()
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker.client import ensure_catalogue
    from tests.bench.__main__ import big_document

    program = compile_page(big_document(), "main", ensure_catalogue())
    assert program.ok, program.problems[:3]
    own = program.sessions[0]
    config = tf.compat.v1.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = -1

    def ours() -> None:
        runner = Runner(program)
        runner.step(True)
        assert len(runner.latest()) == len(own.sources)
        runner.close()

    def baseline() -> None:
        with tf.compat.v1.Session(graph=program.graph, config=config) as session:
            session.make_callable([own.fetched, own.targets])()

    return ratio("first step that shows 10,000 blocks / make_callable, no optimizer", ours, baseline, 1.2)


def bench_steps() -> bool:
    """Measure 1,000 steps as the worker runs `blockloom run --steps 1000`: all but the last fetch nothing.

    The baseline is a Session with default settings and 1,000 calls of make_callable of the page's results. A small
    training page and one of 1,000 blocks, both warm.
    """
    tf = _tensorflow()
    from blockloom.blocks.files import documents
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.worker.client import Worker, ensure_catalogue
    from tests.bench.__main__ import EXAMPLES, big_document

    ok = True
    for name, document, page in (
        ("a small page", documents.load(EXAMPLES / "linear_regression.loom"), "regression"),
        ("1,000 blocks", big_document(1000), "main"),
    ):
        program = compile_page(document, page, ensure_catalogue())
        own = program.sessions[0]
        worker = Worker(keep_state=False)
        worker.start()
        try:
            worker.call(requests.OpenRequest(document=documents.dumps(document), page=page))
            with tf.compat.v1.Session(graph=program.graph) as session:
                session.run([v.init for v in own.variables])
                step = session.make_callable([own.fetched, own.targets])

                def ours(worker=worker) -> float:
                    return seconds(lambda: worker.call(requests.RunRequest(mode=RunMode(1000, watch=False))))

                def baseline(step=step) -> float:
                    return seconds(lambda: [step() for _ in range(1000)] and None)

                ok &= timed_ratio(f"1,000 steps that show nothing, {name} / make_callable", ours, baseline, 0.6)
        finally:
            worker.close()
    return ok


def bench_held() -> bool:
    """Read a variable of 100 MB 100 times, as every shown step and every snapshot does.

    The baseline is one copy of 100 MB.
    """
    import numpy as np

    _tensorflow()
    from blockloom.blocks.document.pages import Document
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.run.runner import Runner
    from blockloom.runtime.worker.client import ensure_catalogue
    from tests.pages import page

    document, ones = Document(), np.ones(25_000_000, np.float32)
    page(
        document,
        "main",
        "F Fill dims=[25000000] value=1.0f; V loom.ResourceVariable dtype=DT_FLOAT;R ReadVariableOp dtype=DT_FLOAT",
        "F.output -> V.initvalues",
        "V.handle -> R.resource",
    )
    program = compile_page(document, "main", ensure_catalogue())
    assert program.ok, program.problems
    runner = Runner(program)
    runner.step(False)
    try:
        return ratio(
            "100 MB of variables held, 100 times / copied once",
            lambda: [runner.values_by_variable() for _ in range(100)],
            ones.copy,
            1.0,
        )
    finally:
        runner.close()
