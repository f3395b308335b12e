"""How a change is said: what it is about, and what is here and there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.blocks.diff.change_format import FIELDS, short
from blockloom.blocks.diff.change_format import spelled as in_line
from blockloom.blocks.diff.changes import ADDED, MOVED, REMOVED, CellChange
from blockloom.blocks.document.pages import Block, Conflict, Frame, Note, Wire
from blockloom.blocks.merge.conflict_resolution import begin_of

HERE_ONLY, THERE_ONLY, OTHERWISE, ELSEWHERE = "+", "\N{MINUS SIGN}", "~", "\N{RIGHTWARDS ARROW}"
LONGEST = 200  # letters of a value


def _field(name: str, other: str = "") -> str:
    """What a field is called that is more than a value."""
    return translated(FIELDS[name]) if name in FIELDS else other


def sign(change: CellChange) -> str:
    """Seen from the open document, A: + what it has alone, a minus what it does not have."""
    if change.name == "wires" and not (change.was and change.now):
        return HERE_ONLY if change.was else THERE_ONLY
    return {ADDED: THERE_ONLY, REMOVED: HERE_ONLY, MOVED: ELSEWHERE}.get(change.kind, OTHERWISE)


def label(what: CellChange | Conflict) -> str:
    """What a change or conflict is about: `~ OPT.learning_rate`."""
    if isinstance(what, Conflict):
        field = _field(what.what)
        base = tr("base {}").format(spelled(what.base)) if what.base not in (None, False) else ""
        return " · ".join(filter(None, (what.at or tr("Document"), field, base)))
    name, pin = what.name, what.pin
    item = what.was if what.was is not None else what.now
    if not name:
        return f"{sign(what)} {_named(what.item, item)}"
    field = _field(name, name if name not in ("value", "wires") else "")
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
        return tr("note {}").format(short(item.text, LONGEST) or name)
    return str(item)


def here_and_there(what: CellChange | Conflict) -> tuple[str, str]:
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
    """A value as a line; "" for none."""
    return "" if value is None else translated(in_line(value, LONGEST))
