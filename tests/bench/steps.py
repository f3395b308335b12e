"""The time of steps, compared with a script that runs the same graph in TensorFlow."""

from __future__ import annotations

from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.bench.measure import seconds, timed_ratio


def bench_steps() -> bool:
    """Measure 1,000 steps as the worker runs `blockloom run --steps 1000`: all but the last fetch nothing.

    The baseline is a Session with default settings and 1,000 calls of make_callable of the page's results. A small
    training page and one of 1,000 blocks, both warm.
    """
    import tensorflow as tf

    from blockloom.blocks.files import documents
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.worker.client import Worker, ensure_catalogue
    from tests.bench.__main__ import EXAMPLES, big_document

    tf.compat.v1.disable_control_flow_v2()
    tf.compat.v1.disable_eager_execution()

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
