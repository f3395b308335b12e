"""`blockloom merge`: merge two versions of a document, or of a file of weights, with their ancestor."""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

from blockloom.app import formats, git_lfs
from blockloom.app.commands.failing import fail, name_page
from blockloom.app.sides import SIDE, Sides, is_nothing
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError, WriteCancelledError
from blockloom.blocks.io import bounded_io, git
from blockloom.blocks.io.locks import stamp
from blockloom.blocks.text.phrases import Phrase, file_error_reason
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, Stages, print_results, say
from blockloom.blocks.weights.document_weights import format_keys
from blockloom.blocks.weights.merge_files import is_weights, merge_files
from blockloom.blocks.weights.weight_files import SUFFIX, open_weights
from blockloom.blocks.weights.weight_format import WeightsError

_STDOUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the files and options."""
    parser.usage = (
        "blockloom merge [options] BASE OURS THEIRS\n       blockloom merge DOCUMENT --weights [FILE ...] [-o OUT]\n"
        "       blockloom merge DOCUMENT --favor ours|theirs|union [-o OUT]"
    )
    parser.epilog = (
        "BASE is the common ancestor; /dev/null or an empty file if both sides added the document. Conflicts are lines "
        "of the document, with ours in their place: the window and `blockloom check` list them. Files of weights are "
        "merged array by array. Exit codes: 0 no conflicts, 1 conflicts, 2 a file cannot be read or written; nothing "
        "has changed then."
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help=f"BASE, OURS and THEIRS, each {SIDE}, or a file of weights"
    )
    parser.add_argument("-o", "--out", metavar="OUT", help="write to OUT instead of OURS; - is standard output")
    parser.add_argument(
        "--favor",
        choices=("ours", "theirs", "union"),
        default="",
        help="resolve conflicts with this side (union: with both sides, if possible); with one DOCUMENT, the conflicts "
        "that it contains",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="report problems that the result has but neither side has, such as shapes that do not fit; this takes "
        "seconds",
    )
    parser.add_argument(
        "--weights",
        metavar="FILE",
        nargs="*",
        action="extend",
        help="also look for arrays in these files; with one DOCUMENT, collect the arrays that it refers to (without "
        "FILE, from the commits of git)",
    )
    parser.add_argument(
        "--path",
        metavar="PATH",
        help="for merge drivers of git, whose files are temporary: the path of the document; only its text is written",
    )


def run(args: argparse.Namespace) -> int:
    """Write the merged document, and print conflicts and notes on stderr.

    Returns:
        0 clean, 1 conflicts, 2 for a bad file, with all files unchanged.
    """
    stages = _LineStages() if args.path else Stages()
    try:
        if len(args.files) == 1 and (args.weights is not None or args.favor):
            return _alone(args)
        if len(args.files) != 3:
            raise FileError("three files are merged: BASE OURS THEIRS")
        if not args.path:
            return _merged(args, stages)
        with git_lfs.contents(args.files, _out(args), args.path) as (args.files, args.out):
            return _merged(args, stages)
    except (FileError, WeightsError) as error:
        return fail(error, BAD, say=stages.error)
    except WriteCancelledError:
        stages.error(f"blockloom: {_out(args)}: somebody else wrote it meanwhile: nothing was written")
        return BAD
    finally:
        stages.clear()


class _LineStages(Stages):
    """The messages of a merge driver: one line each, even if names of files contain line ends."""

    def error(self, line: object) -> None:
        """Print a line with its line ends escaped."""
        super().error(str(line).replace("\n", "\\n"))


def _merged(args: argparse.Namespace, stages: Stages) -> int:
    from blockloom.blocks.merge.merge_documents import merge_documents
    from blockloom.blocks.merge.merge_weights import keys_lost_by_git_merge
    from blockloom.runtime.worker.catalogue_cache import known_catalogue

    out = _out(args)
    unchanged = _unchanged(out)
    with Sides(stages.reading) as sides:
        if any(is_weights(Path(text)) or text.endswith(SUFFIX) for text in args.files):
            return _merged_weights(args, out, sides, stages)
        base, ours, theirs = [
            read_side(text, side, args.path, sides) for text, side in zip(args.files, ("base", "ours", "theirs"))
        ]
        for side in (base, ours, theirs) if args.path else ():
            if side.weights.sha256:  # older formats hash the whole file: keys have a meaning only in that file
                with contextlib.suppress(FileError):
                    sides.look_in_commits(side)
        merged, notes = merge_documents(base, ours, theirs, known_catalogue(), args.favor)
        _look_in(merged, args.weights, sides)
    missing = _write(merged, out, bool(args.path), unchanged)
    # A merge driver merges only the text. git merges the weight files by their own driver.
    behind = keys_lost_by_git_merge(merged, base, ours, theirs) if args.path else []
    if behind:
        missing = [
            f"conflict: one side changed the weights, and the other uses {', '.join(behind)} of before: "
            f"`blockloom merge {shlex.quote(args.path)} --weights` brings them from git"
        ]
    for line in (*(f"note: {note}" for note in notes), *_conflicts(merged), *missing):
        stages.say(f"{args.path}: {line}" if args.path else line)  # names the file, because git merges several
    if args.check:
        stages.stage("checking")
        from blockloom.app.merge_checks import warnings

        for line in warnings(merged, ours, theirs):
            stages.say(line)
    if merged.conflicts:
        from blockloom.blocks.checks.page_checks import conflicts

        name_page(conflicts(merged), stages.say)
    return FAILED if merged.conflicts or behind else DONE


def _merged_weights(args: argparse.Namespace, out: str, sides: Sides, stages: Stages) -> int:
    if out == _STDOUT:
        raise FileError("weights are not written to stdout: name a file with -o")
    base, ours, theirs = (Path(*sides.weights(file)) for file in args.files)
    clashes = merge_files(base, ours, theirs, Path(out))
    for key in clashes:
        stages.say(
            f"{args.path or out}: conflict: both sides have new weights {key}: it has all, the document says which"
        )
    return FAILED if clashes else DONE


def _alone(args: argparse.Namespace) -> int:
    """Save a document with its conflicts resolved for one side, and with its arrays from wherever they are found."""
    out = args.out or args.files[0]
    unchanged = _unchanged(out)
    with Sides() as sides:
        document = sides.read(args.files[0])
        _look_in(document, args.weights, sides)
        if args.weights == []:
            sides.look_in_commits(document)
        notes = _favored(document, args.favor) if args.favor else []
    missing = _write(document, out, False, unchanged)
    for line in (*(f"note: {note}" for note in notes), *(_conflicts(document) if args.favor else ()), *missing):
        say(line)
    return FAILED if missing or args.favor and document.conflicts else DONE


def _favored(document: Document, favor: str) -> list[Phrase]:
    """Resolve the conflicts of a document for one side, and return texts about the choices."""
    from blockloom.blocks.merge.merge_documents import FAVOR, take_side_of_all
    from blockloom.runtime.worker.catalogue_cache import known_catalogue

    return [*take_side_of_all(document, FAVOR[favor], known_catalogue())]


def read_side(text: str, side: str, path: str | None, sides: Sides) -> Document:
    """Return the document of a side.

    Raises:
        FileError: it cannot be read.
    """
    if is_nothing(text):
        return Document()
    if path is None:
        found = formats.find(text, "read") if git.parse_revision(text) is None else formats.OWN
        # A file without a known format may be a document with conflict marks.
        return sides.read(text) if found is not None or not os.path.isfile(text) else documents.load(text)
    try:
        data = bounded_io.read(text, "document")
        return documents.loads(data, os.path.dirname(os.path.abspath(path)), os.path.basename(path))
    except OSError as error:
        raise FileError(f"{path}: {side} cannot be read: {file_error_reason(error)}") from None
    except FileError as error:
        raise FileError(f"{path}: {side}: {error}") from None


def _look_in(document: Document, files: list[str] | None, sides: Sides) -> None:
    """Look for arrays of a document in these files, too. Raises FileError and WeightsError."""
    for file in files or ():
        place = sides.weights(file)
        open_weights(Path(*place), file)
        document.weights.sources += (place,)
    # Opens the weight files, which then exist as long as the document.
    document.weights.not_found(document.keys(), document.folder)


def _out(args: argparse.Namespace) -> str:
    """Return the path of the result.

    Raises:
        FileError: it is a revision.
    """
    out: str = args.out or args.files[1]
    if not args.out and git.parse_revision(out) is not None:
        raise FileError(f"{out}: a revision is not written: name a file with -o")
    return out


def _unchanged(path: str) -> Callable[[], bool]:
    """Return a function that checks whether a file is unchanged since now."""
    before = stamp(path)
    return lambda: stamp(path) == before


def _write(document: Document, out: str, text_alone: bool, unchanged: Callable[[], bool]) -> list[str]:
    """Write a document, and return notes about arrays that were not found. Raises FileError and Unwanted."""
    if out == _STDOUT:
        print_results(documents.dumps(document).encode("utf-8"))
        return []
    if text_alone:
        if not documents.write_atomic(out, documents.dumps(document).encode("utf-8"), unchanged):
            raise WriteCancelledError
        return []
    if not formats.is_own(out) and formats.find(out, "save") is not formats.OWN and os.path.splitext(out)[1]:
        raise FileError(f"{out}: what is merged is a document: name one with -o, such as merged.loom")
    _, kept = documents.write(document, out, unchanged)
    if kept.missing and document.weights.unread:
        keys = format_keys(kept.missing)
        return [f"warning: {out}: its weights {keys} are not here: {document.weights.unread}"]
    return [
        f"warning: {out}: its weights {key} were not found: `blockloom merge {out} --weights FILE` takes them "
        "from a file"
        for key in kept.missing
    ]


def _conflicts(document: Document) -> Iterator[str]:
    if document.conflicts:
        from blockloom.blocks.checks.page_checks import conflicts

        for one in conflicts(document):
            yield f"conflict: {one.address.display_text or 'the document'}: {one.message}"
