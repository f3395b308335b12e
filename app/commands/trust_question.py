"""Ask before a command runs a page that acts outside: `--trust`, or a question on the terminal."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable

from blockloom.app.trust_store import acts_to_trust, content_of, is_trusted, trust_content, trust_folder
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.windows_paths import Mapping
from blockloom.runtime.api.page_names import BadPage, choose_page
from blockloom.runtime.worker.client import ensure_catalogue


def add_trust(parser: argparse.ArgumentParser) -> None:
    """Add the option `--trust`."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="run the page even if it accesses files outside its folder, sends data, or runs Python code; without this "
        "option, the command asks, unless you trust the document, and fails if there is no terminal",
    )


def may_act(
    document: Document, file: str, page: str | None, args: argparse.Namespace, say: Callable[[str], None]
) -> bool:
    """Report what a page does outside of its folder, and return whether it may.

    Args:
        file: the path that the document was read from.
        page: the page or signature that is to run, "" for all pages; None as in `choose_page`.
        args: options of the command: `trust`, and `maps`, whose folders the user names.
        say: prints a line on stderr.
    """
    folder = document.folder or os.path.dirname(os.path.abspath(file))
    named = (os.path.abspath(Mapping(text).new) for text in getattr(args, "maps", ()))
    chosen = None
    with contextlib.suppress(BadPage):  # the command reports the error
        chosen = choose_page(document, page).name if page != "" else None
    acts = acts_to_trust(document, ensure_catalogue(), chosen, [folder, *named])
    for one in acts:
        say(f"blockloom: {file}: this page {one.message}")
    if not acts or args.trust or is_trusted(content_of(document), folder):
        return True
    if sys.stdin.isatty() and sys.stderr.isatty():
        say(f"blockloom: run it? [y/N], or f to trust all documents in {folder} ")
        answer = sys.stdin.readline().strip().lower()
        if answer in ("y", "yes"):
            trust_content(content_of(document))
        elif answer == "f":
            trust_folder(folder)
        return answer in ("y", "yes", "f")
    say("blockloom: error: this page acts outside of its folder. Check the lines above, then add --trust to run it.")
    return False
