"""`blockloom preview`: the first elements of a dataset, without running its page."""

from __future__ import annotations

import argparse

from blockloom.app.cli import seconds
from blockloom.app.commands.failing import fail
from blockloom.app.commands.options import count
from blockloom.app.commands.trust_question import add_trust, may_act
from blockloom.app.formats import add_document, open_document
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, TIMED_OUT, json_line, print_results, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE, BLOCK and the options of the command."""
    add_document(parser)
    parser.add_argument("block", metavar="BLOCK[.PIN]", help="a dataset, or a block that a dataset goes through")
    add_trust(parser)
    parser.add_argument("--page", metavar="NAME", help="the page, if there are several")
    parser.add_argument("--count", type=count, metavar="N", default=10, help="how many elements (default: 10)")
    parser.add_argument(
        "--timeout", type=seconds, metavar="SECONDS", default=10.0, help="how long reading may take (default: 10)"
    )
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")


def run(args: argparse.Namespace) -> int:
    """Print the elements to stdout, each a list of tensors.

    Returns:
        0 done, 1 if the data cannot be read, 2 if the page has errors, 3 timed out.
    """
    from blockloom.runtime.api import run_errors, running
    from blockloom.runtime.api.results import Result, as_data, as_table
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    try:
        document = open_document(args.file)
        if not may_act(document, args.file, args.page, args, say):
            return BAD
        taken = running.preview(document, args.block, args.page, args.count, args.timeout)
    except (FileError, ValueError) as error:  # includes BadPage
        return fail(error, BAD)
    except run_errors.TimedOut as error:
        return fail(error, TIMED_OUT)
    except run_errors.RunFailed as error:
        return fail(error, FAILED)
    except (WorkerDied, WorkerError) as error:
        return fail(error, FAILED, f"{args.file}: ")
    width = len(str(len(taken)))
    elements = Result(
        args.page or "",
        0,
        {f"{n:{width}}": {str(i): tensor for i, tensor in enumerate(row)} for n, row in enumerate(taken, 1)},
    )
    if args.format == "json":
        rows = as_data(elements)["results"].values()
        print_results(json_line({"block": args.block, "elements": [list(row.values()) for row in rows]}))
    else:
        print_results(as_table(elements, ("Element", "Tensor")).decode() if taken else "The dataset is empty.\n")
    return DONE
