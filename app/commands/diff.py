"""`blockloom diff`: the changes between two documents, models, or revisions of one."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from blockloom.app.commands.failing import fail
from blockloom.app.formats import OWN, suffixes
from blockloom.app.sides import SIDE, Sides, is_nothing
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.documents import FileError, write_atomic
from blockloom.blocks.io import git
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, Stages, json_line, print_results
from blockloom.blocks.weights.document_weights import SUFFIX, Weights, WeightsError
from blockloom.blocks.weights.merge_files import is_weights
from blockloom.blocks.weights.weight_files import open_weights

if TYPE_CHECKING:
    from blockloom.blocks.diff.array_differences import ArrayPair
    from blockloom.blocks.diff.differences import Diff
    from blockloom.blocks.results.output_differences import OutputDifference


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add A, B and the options."""
    parser.epilog = (
        "Exit codes: 0 done; with --exit-code, 1 if they differ (in their layout only with --layout); 2 if a file "
        "cannot be read or written."
    )
    parser.add_argument(
        "was",
        metavar="FILE",
        help=f"{SIDE}; or a file of weights. Alone, it is compared with the last commit; REV:PATH with PATH as it is",
    )
    parser.add_argument("now", metavar="FILE", nargs="?", help="the document to compare it with")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument("--html", metavar="OUT", help="also write a web page with pictures, in one file")
    parser.add_argument("--layout", action="store_true", help="also list positions, looks and notes")
    parser.add_argument("--all", action="store_true", help="list each change, even if many are alike")
    parser.add_argument("--exit-code", action="store_true", help="exit with code 1 if they differ")


def run(args: argparse.Namespace) -> int:
    """Print the differences. Return 0, 1 for differences with --exit-code, or 2 for a bad file."""
    from blockloom.blocks.diff.array_differences import array_changes, compare_arrays, not_compared
    from blockloom.blocks.diff.differences import diff_documents
    from blockloom.runtime.worker.catalogue_cache import known_catalogue
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    stages = Stages()
    try:
        if args.html and Path(args.html).suffix.lower() in (*suffixes("read"), SUFFIX):  # `--html A B` lacks OUT
            raise FileError(f"{args.html}: a web page is not written there: name a file such as diff.html after --html")
        with Sides(stages.reading) as sides:
            a = _side(sides, args.was) if args.now or git.parse_revision(args.was) else _committed(sides, args.was)
            now = args.now or _as_it_is(args.was, a.folder)
            b = _side(sides, now)
        for name, side in ((args.was, a), (now, b)):
            if said := not_compared(side, name):
                stages.say(f"blockloom: {said}")
        found = diff_documents(a, b, known_catalogue())
        stages.stage("comparing arrays")
        arrays = compare_arrays(found, array_changes(found))
        if args.html:
            stages.stage("drawing")
            _write_page(found, arrays, (args.was if now != args.was else f"HEAD:{args.was}", now), args)
    except (FileError, WeightsError) as error:
        return fail(error, BAD, say=stages.error)
    except (WorkerDied, WorkerError) as error:
        return fail(error, BAD, "TensorFlow's ops could not be read: ", stages.error)
    finally:
        stages.clear()
    if args.format == "json":
        from blockloom.blocks.diff.change_format import diff_json

        print_results(json_line(diff_json(found, arrays)))
    else:
        print_results("".join(f"{line}\n" for line in lines(found, args.layout, args.all, arrays)))
    differ = any(args.layout or not change.layout for change in found.changes)
    return FAILED if args.exit_code and differ else DONE


def _side(sides: Sides, text: str) -> Document:
    """Return a document; for a file of weights, one that contains these alone.

    Raises:
        FileError: the document cannot be read.
        WeightsError: the weights cannot be read.
    """
    if not (text.endswith(SUFFIX) or is_weights(Path(text))) or is_nothing(text):
        return sides.read(text)
    folder, name = sides.weights(text)
    file = open_weights(Path(folder, name), text)
    document = Document()
    document.folder = folder
    document.weights = Weights(name, arrays={key: file.stated_hash(key) or file.hash(key) for key in file.entries})
    document.weights.open_sidecar(folder)
    return document


def _as_it_is(text: str, folder: str) -> str:
    """Return the file that an argument names; for a document in a revision, its copy in `folder`."""
    revision = git.parse_revision(text)
    if revision is None:
        return text
    path = revision.path
    return os.path.join(folder, os.path.basename(path)) if path.lower().endswith(OWN.suffix) else path


def _committed(sides: Sides, path: str) -> Document:
    if not path.endswith(SUFFIX):
        return sides.committed(path)
    folder, name = os.path.split(os.path.abspath(path))
    with contextlib.chdir(folder):
        return _side(sides, f"HEAD:./{name}")


def _write_page(
    found: Diff, arrays: Mapping[ArrayPair, OutputDifference], names: tuple[str, str], args: argparse.Namespace
) -> None:
    """Write the changes as a web page.

    Raises:
        FileError: the file cannot be written.
        WorkerError, WorkerDied: the ops of TensorFlow cannot be read.
    """
    from blockloom.app.commands.render import application
    from blockloom.runtime.worker.client import ensure_catalogue

    app = application()
    from blockloom.app.diff_page import diff_page

    text = diff_page(found, arrays, names, ensure_catalogue(), args.layout, args.all)
    write_atomic(args.html, text.encode("utf-8", "replace"))
    del app


def lines(found: Diff, layout: bool, whole: bool, arrays: Mapping[ArrayPair, OutputDifference]) -> Iterator[str]:
    """Return the lines of the text: titles of pages, with the changes below."""
    from blockloom.blocks.diff.text_report import report_sections

    for section in report_sections(found, layout, whole, arrays):
        yield f"{section.title}:"
        for line in section.lines:
            yield from (f"  {text}" for text in str(line).splitlines())
        if section.unsaid:
            yield f"  . {section.unsaid:,} more of layout and looks (--layout)"
