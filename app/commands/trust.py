"""Ask before a page acts outside: `--trust`, or a question on the terminal."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from blockloom.blocks.checks.outside import outside
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.windows_paths import Mapping
from blockloom.runtime.worker.client import ensure_catalogue


def add_trust(parser: argparse.ArgumentParser) -> None:
    """Add the option `--trust`."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="run the page though it reads or writes files outside of its folder, sends data, or runs Python code; "
        "without this option it asks, and fails if there is no terminal",
    )


def may_act(document: Document, args: argparse.Namespace, say: Callable[[str], None]) -> bool:
    """Report what a page does outside of its folder, and return whether it may.

    Args:
        document: the document.
        args: options of the command: `file`, `page`, `trust`, and `maps`, whose folders the user names.
        say: prints a line on stderr.
    """
    page = args.page if args.page in document.pages else None
    homes = [document.folder or os.path.dirname(os.path.abspath(args.file))]
    homes += [os.path.abspath(Mapping(text).new) for text in getattr(args, "maps", ())]
    acts = [
        one for one in outside(document, ensure_catalogue(), page) if not any(one.is_within(folder) for folder in homes)
    ]
    for one in acts:
        say(f"blockloom: this page {one.message}")
    if not acts or args.trust:
        return True
    if sys.stdin.isatty() and sys.stderr.isatty():
        say("blockloom: run it? [y/N] ")
        return sys.stdin.readline().strip().lower() in ("y", "yes")
    say("blockloom: error: this page acts outside of its folder. Check the lines above, then add --trust to run it.")
    return False
