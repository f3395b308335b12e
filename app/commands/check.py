"""`blockloom check`: every problem of every page, without running."""

from __future__ import annotations

import argparse

from blockloom.app.cli import seconds
from blockloom.app.commands.failing import fail, name_page
from blockloom.app.formats import open_document, suffixes
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.lower.outside import outside
from blockloom.blocks.problems import ERROR
from blockloom.blocks.problems import format_problems as told
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, Stages, json_line, put
from blockloom.runtime.protocol.deadlines import CHECKED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE and its options."""
    parser.add_argument("file", metavar="FILE", help="a document: " + ", ".join(suffixes("read")))
    parser.add_argument("--page", metavar="NAME", help="check this page only")
    parser.add_argument(
        "--fast", action="store_true", help="do not ask TensorFlow, which checks shapes and takes seconds"
    )
    parser.add_argument(
        "--timeout",
        type=seconds,
        metavar="SECONDS",
        default=CHECKED,
        help=f"how long TensorFlow may take for each page (default: {CHECKED:g}); "
        "all together may take five times as long",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(args: argparse.Namespace) -> int:
    """Print the problems to stdout: 0 nothing or warnings only, 1 errors, 2 the file cannot be read."""
    from blockloom.runtime.api import checking
    from blockloom.runtime.api.page_names import BadPage
    from blockloom.runtime.worker.catalogue_cache import is_installed, shipped_catalogue
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    stages = Stages()
    without = not is_installed()
    if without and not args.fast:
        stages.say(
            "blockloom: TensorFlow is not installed: types and shapes are checked as far as the catalogue of "
            f"TensorFlow {shipped_catalogue().version} tells"
        )
    try:
        document = open_document(args.file, tell=stages.reading)
        problems = checking.check(
            document,
            args.page,
            tensorflow=not (args.fast or without),
            timeout=args.timeout,
            say=lambda text: stages.say(f"blockloom: {text}"),
            progress=stages.stage,
        )
        acts = outside(document, ensure_catalogue(), args.page)
    except (FileError, BadPage) as error:
        return fail(error, BAD, say=stages.say)
    except (WorkerDied, WorkerError) as error:
        return fail(error, FAILED, f"TensorFlow could not check {args.file}: ", stages.say)
    finally:
        stages.clear()
    errors = sum(p.severity == ERROR for p in problems)
    if args.format == "json":
        put(json_line([p.as_json() for p in problems] + [one.as_json() for one in acts]))
    else:
        lines = [
            *told(problems),
            *(f"note: {one.message}" for one in acts),
            f"{args.file}: {_count(errors, 'error')}, {_count(len(problems) - errors, 'warning')}",
        ]
        put("\n".join(lines) + "\n")
    name_page(problems)
    return FAILED if errors else DONE


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number or 'no'} {what}s"
