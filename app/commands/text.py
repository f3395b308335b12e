"""`blockloom text`: print a document, or a file of weights, as lines for people and for git."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from blockloom.app.commands.failing import fail
from blockloom.app.formats import open_document, suffixes
from blockloom.app.sides import is_nothing
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.readable import document_lines, weights_lines
from blockloom.blocks.text.terminal import BAD, DONE, Stages, print_results
from blockloom.blocks.weights.merge_files import is_weights
from blockloom.blocks.weights.weight_files import WeightsFile
from blockloom.blocks.weights.weight_format import WeightsError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE."""
    parser.add_argument(
        "file", metavar="FILE", help=f"a document: {', '.join(suffixes('read'))}; or .safetensors; - is standard input"
    )


def run(args: argparse.Namespace) -> int:
    """Print the lines: 0 done, 2 the file cannot be read."""
    stages = Stages()
    try:
        if is_nothing(args.file):  # git passes this for a new or removed file
            lines: Iterator[str] = iter(())
        elif is_weights(Path(args.file)):
            lines = weights_lines(WeightsFile(Path(args.file), args.file))
        else:
            lines = document_lines(open_document(args.file, tell=stages.reading))
        text = "".join(f"{line}\n" for line in lines)
    except (FileError, WeightsError) as error:
        return fail(error, BAD, say=stages.error)
    finally:
        stages.clear()
    print_results(text)
    return DONE
