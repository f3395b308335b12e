"""Options that several commands have, and their values."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    Arguments = argparse.ArgumentParser | argparse._ArgumentGroup


def count(text: str) -> int:
    """Convert the text of an option to a number of things, 1 or more."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number < 2**53:
        raise argparse.ArgumentTypeError("must be a whole number of 1 or more")
    return number


def add_feed(
    parser: Arguments, about: str = "the value of a placeholder, or the array in a file; may be repeated"
) -> None:
    """Add `--feed BLOCK=VALUE|@file.npy`, see `fed`."""
    parser.add_argument("--feed", action="append", default=[], metavar="BLOCK=VALUE|@file.npy", help=about)


def add_set(parser: Arguments) -> None:
    """Add `--set BLOCK.PIN=VALUE`, see `typed`."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="BLOCK.PIN=VALUE",
        dest="values",
        help="the value of a pin or attribute for this run; may be repeated",
    )


def add_environment(parser: Arguments) -> None:
    """Add `--python PATH` and `--ops FILE`, see `choose_environment`."""
    parser.add_argument(
        "--python",
        metavar="PATH",
        help="use the TensorFlow of another environment: its interpreter or folder (or set BLOCKLOOM_PYTHON)",
    )
    parser.add_argument(
        "--ops",
        action="append",
        metavar="FILE.so",
        dest="op_libraries",
        help="load custom ops from a library; may be repeated (or set BLOCKLOOM_OPS)",
    )


def choose_environment(args: argparse.Namespace) -> None:
    """Set the environment for workers: from the options, otherwise from the variables. Raises BadEnvironment."""
    if not (args.python or args.op_libraries or os.environ.keys() & {"BLOCKLOOM_PYTHON", "BLOCKLOOM_OPS"}):
        return
    from blockloom.runtime.worker import environment

    now = environment.selected_environment()
    environment.use_environment(args.python or now.python, args.op_libraries or now.ops)


def fed(args: argparse.Namespace) -> dict[str, str | np.ndarray]:
    """Return the values of `--feed`, by block.

    Raises:
        ValueError: a value has no name.
        FileError: a file cannot be read.
    """
    from blockloom.blocks.files import feeds

    return {name: feeds.feed_value(text) for name, text in (_assignment(text, "--feed") for text in args.feed)}


def fed_files(args: argparse.Namespace) -> dict[str, str]:
    """Return the paths of the files that `--feed NAME=@FILE` reads, by name. Raises ValueError."""
    given = dict(_assignment(text, "--feed") for text in args.feed)
    return {name: text[1:] for name, text in given.items() if text.startswith("@")}


def typed(args: argparse.Namespace) -> dict[str, str]:
    """Return the texts of `--set`, by block and pin.

    Raises:
        ValueError: a text has no name.
    """
    return dict(_assignment(text, "--set") for text in args.values)


def _assignment(text: str, option: str) -> tuple[str, str]:
    """Return the name and the value of an option.

    Raises:
        ValueError: one of them is missing.
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise ValueError(f"{option} wants NAME=VALUE, not {text!r}")
    return name.strip(), value
