"""Training steps on a cluster, against the same graph driven by hand."""

from __future__ import annotations

import tempfile
from pathlib import Path

from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.bench.measure import ratio

STEPS = 100


def bench_cluster() -> bool:
    """Compare training steps on a parameter server and a worker with a plain session on the same target.

    The page drops stale gradients and runs as with `blockloom run --target`, with the full results of the last step;
    the session calls make_callable of the training op and prints nothing.
    """
    import tensorflow as tf

    from blockloom.blocks.files import documents
    from blockloom.runtime.compile.compiler import compile_page
    from blockloom.runtime.worker.client import Worker, ensure_catalogue
    from tests.clusters import Servers, drop_stale

    tf.compat.v1.disable_control_flow_v2()
    tf.compat.v1.disable_eager_execution()
    catalogue = ensure_catalogue()
    document = drop_stale(catalogue, 0, 1, 0, "bench")
    own = (program := compile_page(document, "main", catalogue)).sessions[0]
    worker = Worker(keep_state=False)
    worker.start()
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(Path(folder), workers=1)
        try:
            target = servers.wait().target()
            worker.call(
                requests.OpenRequest(
                    documents.dumps(document), "main", target={"address": target, "init": True, "cluster": servers.jobs}
                )
            )
            worker.call(requests.RunRequest(mode=RunMode(1, watch=False)))
            with tf.compat.v1.Session(target, graph=program.graph) as session:
                step = session.make_callable([session.graph.get_operation_by_name(name) for name in own.targets])

                def baseline() -> None:
                    for _ in range(STEPS):
                        step()

                return ratio(
                    f"{STEPS} training steps on a cluster / make_callable, same graph",
                    lambda: worker.call(requests.RunRequest(mode=RunMode(STEPS, watch=False))),
                    baseline,
                    1.5,
                )
        finally:
            worker.close()
            servers.close()
