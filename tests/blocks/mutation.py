"""Damaged documents and journals, made from valid ones by a random.Random."""

import contextlib
import copy
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from blockloom.app.formats import open_document
from blockloom.blocks.document.pages import Document
from blockloom.blocks.editing import recovery
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Reinsert, Replace
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from tests.blocks.strategies import consistent, example_text, random_edit

DEEP = b"[" * 100_000
_VALUES = (
    None,
    True,
    False,
    0,
    1,
    -1,
    5,
    2**31,
    2**63,
    10**30,
    1.5,
    -0.0,
    0.004999,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "A",
    "é9",
    "SUM",
    "a.b",
    "main",
    "x\ud800y",
    "\ud800",
    "?",
    "\u2028",
    "日本",
    "L" * 250,
    "p" * 100,
    "#8c4002",
    "red",
    "rect",
    "control",
    "tensor",
    "mute",
    "bypass",
    "loom.Session",
    "A.output",
    [],
    {},
    [[]],
    [0, 0],
    [1e9, 1],
    {"A": "B"},
    {"A": [1, 2]},
    [[1, 2], [3, "4"]],
    {"Many": {"edits": []}},
    ["SetValue", "main"],
)


def value(chance: random.Random, deep: int = 3) -> Any:
    """Any JSON value."""
    how = chance.randrange(6) if deep else 0
    if how == 4:
        return [value(chance, deep - 1) for _ in range(chance.randrange(4))]
    if how == 5:
        return {str(chance.choice(_VALUES))[:20]: value(chance, deep - 1) for _ in range(chance.randrange(4))}
    return copy.deepcopy(chance.choice(_VALUES))  # it may be changed in its place


def mutate(chance: random.Random, data: Any) -> Any:
    """JSON with one place of it changed, removed, or copied from another."""
    places = [
        (holder, key)
        for holder in _holders(data)
        for key in (holder if isinstance(holder, dict) else range(len(holder)))
    ]
    if not places:
        return value(chance)
    holder, key = chance.choice(places)
    how = chance.randrange(10)
    if how == 0:
        del holder[key]
    elif how > 4:  # a plausible value: that of another item, or a duplicate item
        others = [other[its] for other, its in places if its == key and isinstance(other, type(holder))]
        new = copy.deepcopy(chance.choice(others))
        if isinstance(holder, list) and chance.random() < 0.5:
            holder.insert(key, new)
        else:
            holder[key] = new
    elif how == 1:
        other, its = chance.choice(places)
        holder[key] = copy.deepcopy(other[its])
    elif how == 2 and isinstance(holder, dict):
        holder[str(chance.choice(_VALUES))[:20]] = holder.pop(key)
    else:
        holder[key] = value(chance)
    return data


def _holders(data: Any) -> list:
    found = []
    if isinstance(data, dict | list):
        found.append(data)
        for item in list(data.values()) if isinstance(data, dict) else data:
            found += _holders(item)
    return found


def scratched(chance: random.Random, data: bytes) -> bytes:
    """Bytes with some of them replaced by others."""
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(data) + 1)
        new = bytes(chance.choices(b'\x00\xff[]{}",:0 9aAe\n\\', k=chance.randrange(5)))
        data = data[:at] + new + data[at + chance.randrange(6) :]
    return data


def former(edit: Edit) -> list:
    """Return an edit as in journals of format 1, without names of fields."""
    edit = edit.insert() if isinstance(edit, Reinsert) else edit
    name = type(edit).__name__
    if isinstance(edit, CompositeEdit):
        return [name, [former(e) for e in edit.edits]]
    if isinstance(edit, Replace):
        return [name, edit.page, type(edit.item).__name__, list(edit.item)]
    return [name, *edit]


@cache
def sound_journal(seed: int) -> list[Any]:
    """Return a valid journal as JSON lines, the head first; every third one has format 1."""
    history, edits, chance = UndoStack(documents.loads(example_text())), [], random.Random(seed)
    history.listeners.append(edits.append)
    for _ in range(12):
        with contextlib.suppress(EditError):
            history.do(random_edit(chance, history.document))
            if chance.random() < 0.3:
                history.undo()
    old = seed % 3 == 0
    head = {"blockloom-journal": 1 if old else 2, "path": "", "name": "net.loom", "base": "", "text": example_text()}
    return json.loads(json.dumps([head, *(former(e) if old else to_json(e) for e in edits)]))


def random_journal(chance: random.Random) -> tuple[bytes, int]:
    """Return the bytes of a journal, and the number of edits before the first damaged one."""
    lines = copy.deepcopy(sound_journal(chance.randrange(60)))
    how, first = chance.randrange(10), len(lines)
    if how < 6:  # wrong in places, none of which is the head
        for _ in range(chance.randrange(1, 4)):
            if len(lines) > 1:
                at = chance.randrange(1, len(lines))
                lines[at] = mutate(chance, lines[at])
                first = min(first, at)
    elif how == 6:  # any JSON
        first = 1
        lines[1:] = [value(chance) for _ in range(chance.randrange(6))]
    elif how == 7:  # a head of any kind
        first = 0
        lines[0] = mutate(chance, lines[0])
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    if how == 8:
        first, data = 0, scratched(chance, data)
    elif how == 9:
        first = chance.randrange(1, len(lines) + 1)
        parts = data.split(b"\n")
        data = b"\n".join(
            [
                *parts[:first],
                chance.choice(
                    [
                        DEEP,
                        b'{"Many":{"edits":' * 9000,
                        b"9" * 5000,
                        b"\xff\xfe",
                        chance.randbytes(20).replace(b"\n", b""),
                    ]
                ),
                *parts[first:],
            ]
        )
    return data, max(first - 1, 0)


def recovers(file: Path, data: bytes, sure: int = 0) -> str:
    """Return how the recovery of a journal with these bytes fails, "" if it does not.

    Nothing may be raised, the edits before the first bad line must be recovered, and the document must save and
    reopen to equal bytes.
    """
    file.write_bytes(data)
    try:
        found = recovery.read(file)
        if found is None:
            return "" if not sure else "lost"
        if len(found.edits) < sure:
            return "lost"
        if found.unreadable_lines and not (found.reason and recovery.unreadable_report(found)):
            return "silent"
        history, _, _ = recovery.recover(found, "again")
    except FileError:
        return "lost" if sure else ""  # there is no document that the edits begin with, which it says
    except Exception as error:
        return f"raised: {error!r}"
    return reopens(history.document)


@cache
def _texts() -> list[str]:
    examples = Path(__file__).resolve().parents[2] / "assets" / "examples"
    texts = [example_text(), *(path.read_text("utf-8") for path in sorted(examples.glob("*.loom")))]
    return [text for text in texts if len(text) < 20_000]


def random_document(chance: random.Random) -> bytes:
    """Return the bytes of a damaged document, or of arbitrary data."""
    text = chance.choice(_texts())
    if chance.random() < 0.3:
        return scratched(chance, text.encode())
    raw = json.loads(text)
    for _ in range(chance.randrange(1, 4)):
        raw = mutate(chance, raw)
    if chance.random() < 0.2 and isinstance(raw, dict) and isinstance(raw.get("pages"), list):
        name = chance.choice(["p" * 100, "p" * 99, "p" * 98 + " 2", "é" * 100, "main"])
        raw["pages"] = [{**page, "name": name} if isinstance(page, dict) else page for page in raw["pages"] * 3]
    return json.dumps(raw).encode()


def opens(file: Path, data: bytes) -> str:
    """Return how opening a file with these bytes fails; "" if it opens, or is refused with a message."""
    file.write_bytes(data)
    try:
        document = open_document(file)
    except FileError as error:
        return "" if str(error) and "\n" not in str(error) else f"raised: {error!r}"
    except Exception as error:
        return f"raised: {error!r}"
    return reopens(document)


def reopens(document: Document) -> str:
    """Return how saving a document and opening it again fails; "" if the bytes are equal."""
    try:
        consistent(document)
        text = documents.dumps(document)
        data = text.encode()
    except Exception as error:
        return f"unsaveable: {error!r}"
    try:
        again = documents.dumps(documents.loads(data))
    except Exception as error:
        return f"unreadable: {error!r}"
    return "" if again == text else "unequal"
