"""`blockloom why`: where a value that is not finite began."""

from __future__ import annotations

import argparse

from blockloom.app.cli import seconds
from blockloom.app.commands.failing import fail
from blockloom.app.commands.options import add_feed, add_set, count, fed, fed_files, typed
from blockloom.app.commands.trust_question import add_trust, may_act
from blockloom.app.formats import add_document, open_document
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, INTERRUPTED, TIMED_OUT, json_line, print_results, say

FINITE = 4  # exit code if there is no non-finite value


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE, BLOCK and the options of the command."""
    add_document(parser)
    parser.add_argument(
        "block",
        metavar="BLOCK[.PIN]",
        nargs="?",
        help="the value; without it, the first non-finite one among the fetches of the page, then among all",
    )
    add_trust(parser)
    parser.add_argument("--page", metavar="NAME", help="the page to run, if there are several")
    parser.add_argument("--steps", type=count, metavar="N", default=1, help="how many steps to run first (default: 1)")
    add_feed(parser)
    add_set(parser)
    parser.add_argument(
        "--history",
        metavar="FILE",
        help="examine the end of the run that `blockloom run --history` recorded",
    )
    parser.add_argument("--timeout", type=seconds, metavar="SECONDS", help="stop the run after this time")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")


def run(args: argparse.Namespace) -> int:
    """Print the origin to stdout.

    Returns:
        0 found, 1 if the run failed otherwise, 2 if the page has errors, 3 timed out, 4 if all values are finite.
    """
    from blockloom.blocks.files.documents import FileError
    from blockloom.runtime.api import nonfinite_query, run_errors
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    try:
        feed = fed(args)
        document = open_document(args.file)
        if not may_act(document, args.file, args.page, args, say):
            return BAD
        origin = nonfinite_query.run_and_find_origin(
            document,
            args.block,
            page=args.page,
            steps=args.steps,
            feed=feed,
            feed_files=fed_files(args),
            values=typed(args),
            timeout=args.timeout,
            history=args.history,
        )
    except KeyboardInterrupt:
        say("blockloom: interrupted")
        return INTERRUPTED
    except (FileError, ValueError) as error:  # includes BadPage
        return fail(error, BAD)
    except run_errors.TimedOut as error:
        return fail(error, TIMED_OUT, f"{args.file}: ")
    except (run_errors.RunFailed, WorkerDied, WorkerError, TimeoutError) as error:
        return fail(error, FAILED, f"{args.file}: ")
    when = "the last step" if args.history else f"step {args.steps}"
    if args.format == "json":
        print_results(json_line(nonfinite_query.as_data(origin) if origin else {"kind": "finite"}))
    else:
        print_results(
            nonfinite_query.format_origin(origin) if origin else f"{args.block or 'All'} is finite after {when}.\n"
        )
    return DONE if origin else FINITE
