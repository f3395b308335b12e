"""`blockloom convert`: a document to another format, by extension."""

from __future__ import annotations

import argparse
from pathlib import Path

from blockloom.app.cli import BAD, DONE, say
from blockloom.app.documents import open_with_report
from blockloom.blocks import files
from blockloom.blocks.document import Document
from blockloom.blocks.problems import ERROR, Problem

_GRAPHS = (".pb", ".pbtxt")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """IN and OUT."""
    parser.add_argument("source", metavar="IN", help="a .loom document, or an enuSpace page (.svg) or project (.enup)")
    parser.add_argument("target", metavar="OUT",
                        help=".loom (of the oldest format that holds it), .pb or .pbtxt (a page's GraphDef)")
    parser.add_argument("--map", action="append", default=[], metavar="FROM=TO", dest="maps",
                        help="put a local folder in the place of another in typed-in paths; may be repeated")
    parser.add_argument("--page", metavar="NAME", help="the page that becomes a graph, where there are several")


def run(args: argparse.Namespace) -> int:
    """Write OUT: 0 done, 2 where something cannot be read, compiled or written."""
    from blockloom.runtime.api import BadPage
    from blockloom.runtime.client import WorkerDied, WorkerError

    suffix = Path(args.target).suffix.lower()
    try:
        if suffix not in (".loom", *_GRAPHS):
            raise files.FileError(f"{args.target}: cannot convert to {suffix or 'a file without an extension'}; "
                                  f"to .loom, {' or '.join(_GRAPHS)}")
        document, report = open_with_report(args.source, args.maps)
        for line in report or document.troubles:
            say(line)
        if suffix == ".loom":
            files.save(document, args.target)
        else:
            _export(document, args.page, args.target)
    except (files.FileError, BadPage, WorkerDied, WorkerError) as error:
        say(f"blockloom: {error}")
        return BAD
    return DONE


def _export(document: Document, page: str | None, target: str) -> None:
    from blockloom.runtime.api import BadPage, choose_page
    from blockloom.runtime.client import Worker, WorkerDied, silence_told
    from blockloom.runtime.suspects import suspect

    chosen = choose_page(document, page)
    worker = Worker(silence_told(lambda text: say(f"blockloom: {text}")), keep_state=False)
    worker.start()
    asked = {"document": files.dumps(document), "page": chosen.name, "path": str(Path(target).absolute())}
    try:
        reply, _ = worker.call("export", **asked)
    except WorkerDied as error:
        problem = suspect(str(error), "export", **asked)
        if problem is None:
            raise
        raise BadPage(f"page {chosen.name} cannot be compiled", [problem]) from None
    finally:
        worker.close()
    problems = [Problem(*p) for p in reply["problems"]]
    if any(p.severity == ERROR for p in problems):
        raise BadPage(f"page {chosen.name} cannot be compiled", problems)
    for problem in problems:    # a block that no session needs may be missing from the graph
        if problem not in document.troubles:
            say(problem)
