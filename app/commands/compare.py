"""`blockloom compare`: feed two models with the same values, and compare their outputs."""

from __future__ import annotations

import argparse
import math

from blockloom.app.commands.failing import fail
from blockloom.app.commands.options import add_feed, fed
from blockloom.app.commands.trust_question import add_trust, may_act
from blockloom.app.formats import open_document, suffixes
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.results.output_differences import TOLERANCE
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, json_line, print_results, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add A, B and the options."""
    parser.add_argument("was", metavar="A", help="the model before: " + ", ".join(suffixes("read")))
    parser.add_argument("now", metavar="B", help="the current model")
    add_trust(parser)
    parser.add_argument(
        "--page", metavar="NAME", help="the page or signature; without it, the only one that no others use"
    )
    parser.add_argument("--was-page", metavar="NAME", help="the page of A, if it has another name there")
    add_feed(parser, "an input of both; may be repeated. Other inputs get random numbers, the same in both")
    parser.add_argument(
        "--tolerance",
        type=tolerance,
        metavar="PART",
        default=TOLERANCE,
        help=f"the limit for rounding, relative to the largest value of an output (default: {TOLERANCE:g})",
    )
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")


def tolerance(text: str) -> float:
    """Convert the text of an option to a relative tolerance."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not (0 <= number < math.inf):
        raise argparse.ArgumentTypeError("must be a number of 0 or more")
    return number


def run(args: argparse.Namespace) -> int:
    """Print the differences to stdout, largest first: 0 none, 1 some, 2 a page that cannot run."""
    from blockloom.runtime.api.comparison import compare, page_before
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    try:
        feed = fed(args)
        was, now = open_document(args.was), open_document(args.now)
        before = page_before(was, args.page, args.was_page)
        if not (may_act(was, args.was, before, args, say) and may_act(now, args.now, args.page, args, say)):
            return BAD
        comparison = compare(
            was,
            now,
            page=args.page,
            was_page=args.was_page,
            feed=feed,
            tolerance=args.tolerance,
        )
    except (FileError, ValueError, WorkerDied, WorkerError) as error:  # includes BadPage
        return fail(error, BAD)
    print_results(json_line(comparison.as_json()) if args.format == "json" else comparison.as_table())
    return FAILED if comparison.beyond else DONE
