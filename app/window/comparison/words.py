"""How a change is said: what it is about, and what is here and there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blockloom.app.canvas.scene.words import tr
from blockloom.blocks.diff.changes import ADDED, MOVED, REMOVED, Change
from blockloom.blocks.document.pages import Block, Conflict, Frame, Note, Wire
from blockloom.blocks.merge.conflicts import begin_of

HERE_ONLY, THERE_ONLY, OTHERWISE, ELSEWHERE = "+", "\N{MINUS SIGN}", "~", "\N{RIGHTWARDS ARROW}"
_LONGEST = 200  # letters of a value


def _fields() -> dict[str, str]:
    """What fields are called that are more than a value."""
    return {
        "type": tr("type"),
        "frame": tr("frame"),
        "color": tr("colour"),
        "mode": tr("muted or bypassed"),
        "pause": tr("pause"),
        "id": tr("name"),
        "page-name": tr("name"),
        "page": tr("page"),
        "at": tr("place"),
        "box": tr("place"),
        "look": tr("look of wires"),
        "title": tr("title"),
        "text": tr("text"),
        "device": tr("device"),
        "library": tr("library"),
        "order": tr("order of pages"),
        "size": tr("size"),
        "background": tr("background"),
        "slider": tr("slider"),
        "bookmark": tr("bookmark"),
        "removed": tr("removed"),
        "page-removed": tr("removed"),
        "cycle": tr("a circle of wires"),
        "weights": tr("weights"),
        "array": tr("weights"),
    }


def sign(change: Change) -> str:
    """Seen from the open document, A: + what it has alone, a minus what it does not have."""
    if change.name == "wires" and not (change.was and change.now):
        return HERE_ONLY if change.was else THERE_ONLY
    return {ADDED: THERE_ONLY, REMOVED: HERE_ONLY, MOVED: ELSEWHERE}.get(change.kind, OTHERWISE)


def label(what: Change | Conflict) -> str:
    """What a change or conflict is about: `~ OPT.learning_rate`."""
    if isinstance(what, Conflict):
        field = _fields().get(what.what, "") if what.what not in ("value", "wires") else ""
        base = tr("base {}").format(spelled(what.base)) if what.base not in (None, False) else ""
        return " · ".join(filter(None, (what.at or tr("Document"), field, base)))
    name, pin = what.name, what.pin
    item = what.was if what.was is not None else what.now
    if not name:
        return f"{sign(what)} {_named(what.item, item)}"
    field = _fields().get(name, name) if name not in ("value", "wires") else ""
    place = f"{what.item}.{pin}" if what.item and pin else what.item or pin
    if name == "wires" and not pin:
        field = tr("runs after")
    return f"{sign(what)} {' · '.join(filter(None, (place, field)))}"


def _named(name: str, item: Any) -> str:
    if isinstance(item, Block):
        return f"{name} ({item.type})"
    if isinstance(item, Frame):
        return tr("frame {}").format(item.title or name)
    if isinstance(item, Note):
        return tr("note {}").format(short(item.text) or name)
    return str(item)


def here_and_there(what: Change | Conflict) -> tuple[str, str]:
    """What the open document has, and the other one; of a conflict ours and theirs."""
    if isinstance(what, Conflict):
        return tr("ours: {}").format(spelled(what.ours)), tr("theirs: {}").format(spelled(what.theirs))
    if not what.field:
        return _there(what.was), _there(what.now)
    ways: dict[str, Callable[[Any], str]] = {"wires": _wires, "weights": _hash}
    as_text = ways.get(what.name, spelled)
    return as_text(what.was), as_text(what.now)


def _there(item: Any) -> str:
    return tr("is there") if item is not None else ""


def _hash(sha256: str | None) -> str:
    return (sha256 or "")[:8]


def _wires(wires: tuple[Wire, ...] | None) -> str:
    return ", ".join(map(begin_of, wires or ()))


def spelled(value: Any) -> str:
    """A value as a line."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple | list):
        return ", ".join(map(spelled, value))
    if isinstance(value, dict):
        return ", ".join(f"{'.'.join(filter(None, map(str, key[:2])))}" for key in value)
    return short(str(value))


def short(text: str) -> str:
    """The beginning of a text, in one line: values may be megabytes."""
    line = " ".join(text[: 4 * _LONGEST].split())
    return line if len(line) <= _LONGEST and len(text) <= 4 * _LONGEST else f"{line[: _LONGEST - 3]}..."
