"""Texts that lupdate cannot find itself, as a file that it can read: `python -m tests.templates > FILE.py`.

They are the templates of phrases (see blocks.text.phrases), the titles and notes of the examples, and the
descriptions of our block types and of the pages of our libraries.
"""

from __future__ import annotations

import ast
import functools
import json
import sys
from pathlib import Path

from blockloom.blocks.catalogue.entries import own_entries
from blockloom.blocks.files import documents, examples, library
from tests import sources

ROOT = Path(__file__).resolve().parents[1]


@functools.cache
def calls(name: str) -> list[tuple[str, list[ast.expr]]]:
    """(place, arguments) of every call of a function of blocks.text.phrases."""
    found = []
    for path in sources.files("app", "blocks", "runtime"):
        made = [
            node for node in sources.nodes(path, ast.Call) if isinstance(node.func, ast.Name) and node.func.id == name
        ]
        found += [
            (f"{path.relative_to(ROOT)}:{node.lineno}", node.args)
            for node in sorted(made, key=lambda node: (node.lineno, node.col_offset))
        ]
    return found


def templates() -> dict[tuple[str, str], None]:
    """(template, template for other numbers than 1 or "") of all phrases."""
    found = [(args[0].value, "") for _, args in calls("phrase") if isinstance(args[0], ast.Constant)]
    found += [(args[0].value, args[1].value) for _, args in calls("plural")]
    return dict.fromkeys(found)


def notes() -> list[str]:
    """Titles and notes of the examples, and notes of our libraries, which describe their pages."""
    titled = [(examples.titled(name), examples.path_of(name)) for name in sorted(examples.names())]
    titled += [("", path) for path in sorted(library.FOLDER.glob("*.loom"))]
    return [
        text
        for title, path in titled
        for text in (
            title,
            *(note.text for page in documents.load(path).pages.values() for note in page.notes.values()),
        )
        if text
    ]


def documentation() -> list[str]:
    """Return the descriptions of our block types, their pins and attributes."""
    parts = [part for entry in own_entries() for part in (entry, *entry["inputs"], *entry["outputs"], *entry["attrs"])]
    return list(filter(None, dict.fromkeys(part.get("doc", "") for part in parts)))


def listing() -> str:
    """Return the text of the file."""
    texts = [(one, many, 1) if many else (one,) for one, many in templates()]
    texts += [(text,) for text in (*notes(), *documentation())]
    return "".join(f"_tr({', '.join(json.dumps(arg, ensure_ascii=False) for arg in args)})\n" for args in texts)


if __name__ == "__main__":
    sys.stdout.buffer.write(listing().encode())
