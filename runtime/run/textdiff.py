"""A result as text, with its differences from the previous run: elements of numbers, lines of strings."""

from __future__ import annotations

import difflib
import re
from typing import NamedTuple

import numpy as np

from blockloom.runtime.protocol import messages

NEW, GONE = "new", "gone"
_OPEN, _CLOSE = "\ue000", "\ue001"  # mark a changed number until the text is complete


class Span(NamedTuple):
    """A part of a line that differs from the previous run: NEW, or GONE."""

    start: int
    length: int
    kind: str


Marked = tuple[str, dict[int, list[Span]]]  # a text, and for each line the spans that differ


def differ(value: object, was: object) -> bool:
    """Return whether two elements differ; NaN equals NaN."""
    return not (was == value or was != was and value != value)


def compared_text(cells: np.ndarray, was: np.ndarray | None = None) -> Marked:
    """Return cells as text, with the spans that differ from the cells `was`, if any."""
    if cells.dtype == object:
        lines = _lines(cells)
        return ("\n".join(lines), {}) if was is None or was.dtype != object else _lines_compared(lines, _lines(was))
    return _numbers(cells, was if was is not None and was.shape == cells.shape else None)


def _lines(cells: np.ndarray) -> list[str]:
    return "\n".join(bytes(v).decode("utf-8", "replace") for v in cells.reshape(-1)).split("\n")


def _lines_compared(now: list[str], was: list[str]) -> Marked:
    """Return all lines: removed ones with a minus, added ones with a plus."""
    lines: list[str] = []
    spans: dict[int, list[Span]] = {}
    for what, a, b, c, d in difflib.SequenceMatcher(None, was, now).get_opcodes():
        if what == "equal":
            lines += ["  " + line for line in now[c:d]]
            continue
        for sign, part, kind in (("- ", was[a:b], GONE), ("+ ", now[c:d], NEW)):
            for line in part:
                spans[len(lines)] = [Span(0, len(line) + 2, kind)]
                lines.append(sign + line)
    return "\n".join(lines), spans


def _numbers(cells: np.ndarray, was: np.ndarray | None) -> Marked:
    """Return rows in brackets; a changed number is followed by its previous value."""
    old = iter(was.reshape(-1)) if was is not None else None

    def said(value: object) -> str:
        text = messages.element_text(value)
        if old is None:
            return text
        before = next(old)
        return f"{_OPEN}{text} ({messages.element_text(before)}){_CLOSE}" if differ(value, before) else text

    text = np.array2string(cells, max_line_width=160, threshold=cells.size + 1, separator=", ", formatter={"all": said})
    lines, spans = text.split("\n"), {}
    for number, line in enumerate(lines):
        if _OPEN in line:
            matches = re.finditer(f"{_OPEN}(.*?){_CLOSE}", line)
            spans[number] = [Span(m.start() - 2 * i, len(m[1]), NEW) for i, m in enumerate(matches)]
            lines[number] = line.replace(_OPEN, "").replace(_CLOSE, "")
    return "\n".join(lines), spans
