"""Writes into pages what their blocks print, where they say something else: `python -m tests.docs.write FILE ...`.

What changed is to be read before it is kept: this makes a page agree with the program, whichever of them is wrong.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.docs.page_blocks import Block, Mismatch, Session, blocks, differ


def main(paths: Iterable[Path]) -> None:
    """Update the pages whose blocks print something else."""
    for path in map(Path.resolve, paths):
        page = path.read_text("utf-8")
        said: list[tuple[str, str]] = []
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            session = Session(Path(folder), patch, lambda *one, said=said: said.append(one[:2]))
            lines = page.splitlines()
            changes = []
            for block in blocks(page):
                said.clear()
                session.run(block)
                if said:
                    changes += list(_changes(block, lines, [_kept(*one) for one in said]))
        for start, end, new in reversed(changes):
            lines[start:end] = new
        path.write_text("\n".join(lines) + "\n", "utf-8")


def _kept(expected: str, got: str) -> list[str]:
    """Return the lines of a page for an output: the page's own, if they match it."""
    try:
        differ(expected, got, "")
    except Mismatch:
        return got.rstrip().splitlines()
    return expected.splitlines()


def _changes(block: Block, lines: list[str], said: list[list[str]]) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the lines to replace on a page, as (from, to), counted from 0, and their new text."""
    fence = lines[block.line - 1]
    indent = fence[: len(fence) - len(fence.lstrip())]
    end = next(at for at in range(block.line, len(lines)) if lines[at].strip() == fence.strip()[:3])
    if block.language == "console":
        new: list[str] = []
        more = False
        for line in lines[block.line : end]:
            if line.strip().startswith("$ ") or more:
                new.append(line)
                more = line.rstrip().endswith("\\")
                if not more:
                    new += [(indent + one).rstrip() for one in said.pop(0)]
        yield block.line, end, new
    else:
        output = [(indent + one).rstrip() for one in said[0]]
        if block.output:
            start = next(at for at in range(end + 1, len(lines)) if lines[at].strip()) + 1
            yield start, start + len(block.output.splitlines()), output
        elif output:
            yield end + 1, end + 1, ["", f"{indent}```text", *output, f"{indent}```"]


if __name__ == "__main__":
    main(map(Path, sys.argv[1:]))
