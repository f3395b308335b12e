"""`blockloom cost`: parameters, FLOPs and memory of a page, without running it."""

from __future__ import annotations

import argparse

from blockloom.app.commands.failing import fail
from blockloom.app.commands.options import count
from blockloom.app.formats import add_document, open_document
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, json_line, print_results


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE and the options of the command."""
    add_document(parser)
    parser.add_argument("--page", metavar="NAME", help="the page; without it, the only one that no others use")
    parser.add_argument(
        "--batch",
        type=count,
        metavar="N",
        default=1,
        help="the first size of inputs whose first size is unknown (default: 1)",
    )
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")


def run(args: argparse.Namespace) -> int:
    """Print parameters, operations and memory by block, frame and instance: 0 done, 2 a bad file or page."""
    from blockloom.runtime.api.checking import cost
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    try:
        found = cost(open_document(args.file), args.page, args.batch)
    except (FileError, ValueError) as error:  # includes BadPage
        return fail(error, BAD)
    except (WorkerDied, WorkerError) as error:
        return fail(error, FAILED, f"{args.file}: ")
    print_results(json_line(found.as_json()) if args.format == "json" else found.as_table())
    return DONE
