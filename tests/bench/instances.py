"""A page with instances of another page, compared with the same blocks on one page."""

from __future__ import annotations

from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.bench.measure import ratio

INSTANCES, BLOCKS = 500, 20


def bench_instances() -> bool:
    """Measure from the document's text to the first result in the worker, for 500 instances of 20 blocks.

    Each instance has another value of the page's parameter.
    """
    from blockloom.blocks.files import documents
    from blockloom.runtime.worker.client import Worker, ensure_catalogue

    instances = used(INSTANCES, BLOCKS)
    flat = on_one_page(instances, ensure_catalogue())
    texts = {name: documents.dumps(made) for name, made in (("instances", instances), ("flat", flat))}
    worker = Worker(keep_state=False)
    worker.start()

    def opened(name: str) -> None:
        opened = worker.call(
            requests.OpenRequest(document=texts[name], page="main", owner=("instances", "flat").index(name))
        )
        assert not opened.problems, opened.problems[:3]
        ended = worker.call(requests.RunRequest(mode=RunMode(1)))
        assert ended.outcome == "done", ended

    def result() -> list[float]:
        message = worker.call(requests.GetResultsRequest())
        return message.arrays[message.results["LAST"]["y"]["array"]].tolist()

    try:
        opened("instances")
        first = result()
        opened("flat")
        assert first == result()
        return ratio(
            f"open to first result, {INSTANCES} instances / flat",
            lambda: opened("instances"),
            lambda: opened("flat"),
            1.3,
            runs=3,
        )
    finally:
        worker.close()


def used(instances: int, blocks: int):
    """Return a document whose page `main` has a row of instances of a page with a number of blocks."""
    from blockloom.blocks.document.pages import Block, Document, Page, Wire

    document = Document()
    main, unit = (document.pages.setdefault(name, Page(name)) for name in ("main", "unit"))
    unit.blocks = {
        name: Block(name, type_, values=values)
        for name, type_, values in (
            ("x", "loom.Arg", {"dtype": "DT_FLOAT"}),
            ("gain", "loom.Parameter", {"default": "1.0"}),
            ("y", "loom.Retval", {}),
        )
    }
    last = "x", "output"
    for number in range(blocks):
        name = f"op_{number}"
        unit.blocks[name] = Block(name, ("AddV2", "Mul")[number % 2], values={"y": "=gain"})
        unit.put_wire(Wire(*last, name, "x"))
        last = name, "z"
    unit.put_wire(Wire(*last, "y", "input"))
    main.blocks["C"] = Block("C", "Const", values={"value": "[1.0, 2.0]", "dtype": "DT_FLOAT"})
    last = "C", "output"
    for number in range(instances):
        name = f"unit_{number}"
        main.blocks[name] = Block(
            name, "page:unit", number % 25 * 300.0, number // 25 * 200.0, {"gain": f"{0.5 + number % 10 / 1000:g}"}
        )
        main.put_wire(Wire(*last, name, "x"))
        last = name, "y"
    main.blocks["LAST"] = Block("LAST", "Neg")
    main.put_wire(Wire(*last, "LAST", "x"))
    return document


def on_one_page(document, catalogue):
    """Return the same blocks without instances, on one page."""
    from blockloom.blocks.document.pages import Document
    from blockloom.blocks.lower.page_inlining import flatten

    page = flatten(document.pages["main"], catalogue.with_pages(document)).page
    made = Document()
    flat = made.pages["main"] = type(page)("main")
    flat.blocks = {(name := block.id.replace("/", "-")): block._replace(id=name) for block in page.blocks.values()}
    flat.put_all(
        wire._replace(source=wire.source.replace("/", "-"), target=wire.target.replace("/", "-"))
        for wire in page.wires()
    )
    return made
