"""`blockloom ops`: the catalogue of block types."""

from __future__ import annotations

import argparse
import json
import shutil

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.type_text import full_text
from blockloom.blocks.text.terminal import DONE, FAILED, json_line, print_results, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """QUERY and its options."""
    parser.add_argument(
        "query",
        nargs="*",
        metavar="QUERY",
        help="a block type, or words to search for; lists all types by default",
    )
    parser.add_argument("--format", choices=("table", "json"), default="table")


def run(args: argparse.Namespace) -> int:
    """Print one type in full, or the types that fit the query: 1 where none does."""
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    try:
        catalogue = ensure_catalogue()
    except (WorkerDied, WorkerError) as error:
        say(f"blockloom: TensorFlow's ops could not be read: {error}")
        return FAILED
    query = " ".join(args.query)
    names = [query] if query in catalogue else catalogue.search(query)
    if not names:
        say(f"blockloom: no block type fits {query!r}")
        return FAILED
    if args.format == "json":
        entries = json.dumps([catalogue.entries[name] for name in names])
        print_results(
            json_line(json.loads(entries, parse_constant=lambda name: str(float(name))))
        )  # an infinite default: "inf"
    else:
        print_results((full_text(catalogue[query]) if names == [query] else _list(catalogue, names)) + "\n")
    return DONE


def _list(catalogue: Catalogue, names: list[str]) -> str:
    width = shutil.get_terminal_size((120, 24)).columns
    longest = min(max(map(len, names)), 44)
    lines = []
    for name in names:
        entry = catalogue.entries[name]
        summary = " ".join((entry.get("doc") or "").partition("\n\n")[0].split())
        lines.append(f"{name:{longest}}  {entry['category']:22}  {summary}"[:width].rstrip())
    return "\n".join(lines)
