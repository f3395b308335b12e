"""`blockloom check`: every problem of every page, without running."""

from __future__ import annotations

import argparse

from blockloom.app.cli import seconds
from blockloom.app.commands.failing import fail, name_page
from blockloom.app.formats import add_document, open_document
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.lower.outside import outside
from blockloom.blocks.problems import ERROR
from blockloom.blocks.problems import format_problems as told
from blockloom.blocks.text.phrases import Json
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, Stages, json_line, print_results
from blockloom.runtime.protocol.records import CHECKED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE ... and the options of the command."""
    add_document(parser, several=True)
    parser.add_argument("--page", metavar="NAME", help="check only this page")
    parser.add_argument(
        "--no-tensorflow",
        "--fast",
        action="store_true",
        dest="without",
        help="do not have TensorFlow check the shapes, which takes seconds (also --fast)",
    )
    parser.add_argument(
        "--timeout",
        type=seconds,
        metavar="SECONDS",
        default=CHECKED,
        help=f"how long TensorFlow may take for each page (default: {CHECKED:g}); "
        "all pages together may take five times as long",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")


def run(args: argparse.Namespace) -> int:
    """Print the problems of each file to stdout, and return the worst exit code.

    It is 0 for nothing or warnings only, 1 for errors, 2 if a file cannot be read.
    """
    from blockloom.runtime.worker.catalogue_cache import is_installed, shipped_catalogue

    stages = Stages()
    without = args.without or not is_installed()
    if without and not args.without:
        stages.say(
            "blockloom: TensorFlow is not installed: types and shapes are checked as far as the catalogue of "
            f"TensorFlow {shipped_catalogue().version} tells"
        )
    found: dict[str, list[Json]] = {}
    code = max(_check(file, args, without, stages, found) for file in args.files)
    if args.format == "json" and found:
        print_results(json_line(found if len(args.files) > 1 else found[args.files[0]]))
    return code


def _check(file: str, args: argparse.Namespace, without: bool, stages: Stages, found: dict[str, list[Json]]) -> int:
    """Print the problems of a file, or put them into `found` for JSON. Return the exit code."""
    from blockloom.runtime.api import checking
    from blockloom.runtime.api.page_names import BadPage
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    try:
        document = open_document(file, tell=stages.reading)
        problems = checking.check(
            document,
            args.page,
            tensorflow=not without,
            timeout=args.timeout,
            say=lambda text: stages.say(f"blockloom: {text}"),
            progress=stages.stage,
        )
        acts = outside(document, ensure_catalogue(), args.page)
    except (FileError, BadPage) as error:
        return fail(error, BAD, say=stages.error)
    except (WorkerDied, WorkerError) as error:
        return fail(error, FAILED, f"TensorFlow could not check {file}: ", stages.error)
    finally:
        stages.clear()
    errors = sum(p.severity == ERROR for p in problems)
    if args.format == "json":
        found[file] = [p.as_json() for p in problems] + [one.as_json() for one in acts]
    else:
        lines = [
            *told(problems),
            *(f"note: {one.message}" for one in acts),
            f"{file}: {_count(errors, 'error')}, {_count(len(problems) - errors, 'warning')}",
        ]
        print_results("\n".join(lines) + "\n")
    name_page(problems, stages.say)
    return FAILED if errors else DONE


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number or 'no'} {what}s"
