"""Examples and models as Python scripts: differences between their output and a run, and between the graphs."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple


class _Case(NamedTuple):
    """A document, its page, and the arguments of a run."""

    name: str
    source: Path
    page: str | None
    how: dict[str, Any]


def bench_scripts() -> bool:
    """Print a row for every example after 20 steps, and for every model, with TensorFlow's feeds.

    Columns: lines of the script, seconds to write it and to compare its graph with the page's, nodes that differ, and
    the largest difference of a printed number, relative to those above 1. Limits: 1e-6, no node, and no finding of
    ruff.

    `BLOCKLOOM_MODELS` names a folder with models that `tests.models` built before, which takes minutes.
    """
    import blockloom
    from blockloom.app.formats import open_document
    from blockloom.runtime.api import graphfile
    from tests.scripts import apart, fetched, outputs, ruff

    worker, rows, runs = blockloom.Worker(keep_state=False), [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "scripts")
        folder.mkdir()
        for case in (*_examples(), *_models(Path(os.environ.get("BLOCKLOOM_MODELS") or Path(temporary, "models")))):
            document, path, differing = open_document(case.source), folder / f"page_{case.name}.py", []
            began = time.perf_counter()
            graphfile.export_script(document, case.page, path, graphfile.ExportOptions(check=differing.extend))
            took = time.perf_counter() - began
            here = fetched(document, page=case.page, worker=worker, **case.how)
            rows.append((case.name, len(path.read_text("utf-8").splitlines()), took, differing, here))
            runs.append((path, case.how))
        worker.close()
        good = True
        print(f"{'':<24} {'lines':>6} {'seconds':>8} {'differing':>9} {'apart':>8}")
        for (name, lines, took, differing, here), there in zip(rows, outputs(runs, folder)):
            far = apart(here, there)
            good &= not differing and far <= 1e-6
            print(f"{name:<24} {lines:>6} {took:>8.2f} {len(differing):>9} {far:>8.1e}", *differing[:3], sep="\n    ")
        told = ruff(folder)
        print(told or "ruff finds nothing")
    return good and not told


def _examples() -> list[_Case]:
    from blockloom.blocks.files import examples
    from tests.bench.__main__ import EXAMPLES
    from tests.scripts import STEPS

    of_wave = {"steps": 20, "feed": {"x": [0.0, 0.25]}}
    return [
        _Case(
            name,
            EXAMPLES / f"{name}.loom",
            "wave" if name == "waves" else None,
            of_wave if name == "waves" else STEPS.get(name, {"steps": 20}),
        )
        for name in examples.names()
    ]


def _models(folder: Path) -> list[_Case]:
    """Return the saved models and graphs of `tests.models`."""
    from blockloom.app.formats import open_document
    from blockloom.blocks.lower import model_signatures
    from blockloom.runtime.api import running
    from tests import models

    found = []
    for name in (*models.SMALL, *models.LARGE):
        models.built(folder, [name])
        source = next(one for one in (folder / name, folder / f"{name}.pb", folder / f"{name}.meta") if one.exists())
        document, feeds, how = open_document(source), models.case(folder, name).feeds, {"steps": 20}
        page = running.choose_page(document, None).name
        if model_signatures.signature(document.pages[page]).retvals:
            ends = model_signatures.ends(document, page, running.catalogue())
            feeds = {block.id: feeds[key] for key, block in ends.inputs.items() if key in feeds}
        found.append(_Case(name, source, page, how | {"feed": dict(feeds)}))
    return found
