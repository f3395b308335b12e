"""Values, counts and names of changes, as people read them on a line."""

from __future__ import annotations

from typing import Any

from blockloom.blocks.document.pages import Bookmark, Origin

NAMES = 12  # that are listed, of many
_WIDE = 60  # characters of a value
_BEFORE = 20  # of them before what differs


def percent(part: float) -> str:
    """A part of the largest value of an array."""
    return f"{100 * part:.2g} %"


def counted(*counts: tuple[int, str]) -> str:
    return ", ".join(f"{count:,} {what}{'' if count == 1 else 's'}" for count, what in counts if count)


def listed(names: list[str]) -> str:
    more = f" and {len(names) - NAMES:,} more" if len(names) > NAMES else ""
    return ", ".join(names[:NAMES]) + more


def short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDE else f"{line[: _WIDE - 3]}..."


def both(was: Any, now: Any) -> tuple[str, str]:
    """Two values that differ; of long texts what is around their first difference."""
    if isinstance(was, str) and isinstance(now, str):
        was, now = (" ".join(side.split()) for side in (was, now))
        same = next((n for n, (a, b) in enumerate(zip(was, now)) if a != b), min(len(was), len(now)))
        begin = same - _BEFORE
        if begin > 0 and max(len(was), len(now)) > _WIDE:
            was, now = (f"...{side[begin:]}" for side in (was, now))
    return spelled(was), spelled(now)


def spelled(value: Any) -> str:
    """A value of a change; "unset" for none."""
    if value is None:
        return "unset"
    if isinstance(value, str):
        return short(value) or '""'
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Origin):
        return f"{value.file}:{value.page} {value.sha256[:8]}"
    if isinstance(value, Bookmark):
        return value.name or spelled(value[:3])
    if isinstance(value, tuple):
        return f"({', '.join(map(spelled, value))})"
    return short(str(value))
