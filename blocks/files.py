"""The `.loom` file: JSON made for git.

One block and one wire per line, in an order that depends on the content only; values as the user typed them; no
results. Saving is atomic. Opening runs nothing. A file of an older format is migrated step by step; a newer one is
refused.

    {"blockloom": 2,
     "pages": [{"name": "main", "frames": [...], "blocks": [...], "wires": [...], "notes": [...]}]}

    block  {"id": "TAKE", "type": "SparseAccumulatorTakeGradient", "at": [540, 300], "values": {"num_required": "1"}}
    wire   {"from": "ACC.handle", "to": "TAKE.handle", "kind": "ref"}; control wires name blocks only
    looks, since format 2, only where they are not the theme's: "size" and "background" of a page, "color" of a block,
           "color", "route" and "hidden" of a wire, "color", "fill", "font", "bold" and "shape" of a note
    mode   since format 2, only of a block that is left out: "mute" or "bypass"
    view   since format 3, only where there are any: "collapsed" of a frame, "bookmarks" of a page, by digit:
           {"digit": 1, "at": [700, 300], "scale": 0.5, "name": "loss"}

A document is written in the oldest format that holds it: without a view in 2, so that an older Blockloom reads it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import stat
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from blocks.collecting import uncollected
from blocks.document import (
    COLOR,
    CONTROL,
    ID,
    MODES,
    PAGE_NAME,
    REACH,
    SCALES,
    SHAPE,
    WIRE_KINDS,
    Block,
    Bookmark,
    Document,
    Frame,
    Look,
    Note,
    Page,
    Wire,
)
from blocks.phrases import Phrase, join, phrase, why
from blocks.problems import ERROR, WARNING, Problem

FORMAT = 3


def _to_2(raw: dict) -> None:
    """Format 2 adds looks, all of them optional: what was there means what it meant."""


def _to_3(raw: dict) -> None:
    """Format 3 adds what is seen of a page, optional as well."""


# format n -> a function that turns the JSON of format n into that of format n + 1, in place
MIGRATIONS: dict[int, Callable[[dict], None]] = {1: _to_2, 2: _to_3}

PLAIN = Look()


# A place in a document: a template and what fills it. It is made into a text only where something is wrong, since every
# block has one.
_Where = tuple
_DOCUMENT, _PAGE = (phrase("the document"),), phrase("page {}")
_A_BLOCK, _BLOCK = phrase("a block of {}"), phrase("{}, block {}")
_A_FRAME, _FRAME = phrase("a frame of {}"), phrase("{}, frame {}")
_A_NOTE, _NOTE = phrase("a note of {}"), phrase("{}, note {}")
_A_BOOKMARK, _BOOKMARK = phrase("a bookmark of {}"), phrase("{}, bookmark {}")
_WIRE_OF, _A_WIRE, _WIRE = phrase("a wire of {}"), phrase("{}, a wire"), phrase("{}, wire {} -> {}")


class FileError(ValueError):
    """The file cannot be read or written; the text is for the user."""


def load(path: str | Path) -> Document:
    """Read a document. Raises FileError with one message for the user.

    What can be mended without losing anything (an id used twice) is, and is said in `Document.troubles`.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise FileError(phrase("{}: cannot be read: {}", path, why(error))) from None
    try:
        return loads(data)
    except FileError as error:
        raise FileError(phrase("{}: {}", path, error)) from None


@uncollected()
def loads(data: bytes | str) -> Document:
    """Read a document from the bytes of a file. Raises FileError."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        raise FileError(phrase("not a Blockloom document: byte {} is not UTF-8 text", error.start)) from None
    try:
        raw = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise FileError(phrase("not a Blockloom document: line {}, column {}: {}. If a merge left conflict marks in "
                               "it, resolve them first", error.lineno, error.colno, Phrase(error.msg))) from None
    except (RecursionError, ValueError) as error:
        raise FileError(phrase("not a Blockloom document: {}", error)) from None
    if not isinstance(raw, dict) or "blockloom" not in raw:
        raise FileError(phrase('not a Blockloom document: it does not begin with {"blockloom": ...}'))
    version = raw["blockloom"]
    if type(version) is not int or version < 1:
        raise FileError(phrase("{!r:.40} is not a version of the file format", version))
    if version > FORMAT:
        raise FileError(phrase("written by a newer Blockloom (format {}; this one reads up to {}): update Blockloom to "
                               "open it", version, FORMAT))
    try:
        for step in range(version, FORMAT):
            MIGRATIONS[step](raw)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise FileError(phrase("it is of the old format {} and cannot be brought up to date: {:.80}", version,
                               repr(error))) from None
    return _Reader().document(raw)


def save(document: Document, path: str | Path) -> None:
    """Write a document so that the file is the old one or the new one, never half. Raises FileError."""
    write_atomic(path, dumps(document).encode("utf-8"))


def write_atomic(path: str | Path, data: bytes) -> None:
    """Replace a file's content by way of a temporary file beside it, fsync and rename. Raises FileError.

    A link stays a link, and permissions stay as they are. What is no regular file (a pipe, a device) is written to.
    """
    temporary = None
    try:
        path = Path(os.path.realpath(path))
        old = path.stat() if path.exists() else None
        if old is not None and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, phrase("the file is write-protected"))
        if old is not None and not stat.S_ISREG(old.st_mode):
            path.write_bytes(data)
            return
        name = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}.tmp")
        with open(name, "xb") as file:
            temporary = name
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            with contextlib.suppress(OSError, AttributeError):  # not every system and user may
                os.chown(temporary, old.st_uid, old.st_gid)
            os.chmod(temporary, stat.S_IMODE(old.st_mode))
        os.replace(temporary, path)
        temporary = None
        with contextlib.suppress(OSError):  # so that the rename survives a power cut, where folders can be opened
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except (OSError, ValueError) as error:
        kept = isinstance(error, OSError) and os.path.isfile(path)
        raise FileError(phrase("{}: cannot be saved: {}: the file on disk is unchanged", path, why(error)) if kept else
                        phrase("{}: cannot be saved: {}", path, why(error))) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def dumps(document: Document) -> str:
    """The text of the document's file."""
    pages = ",\n".join(_page_text(page) for page in document.pages.values())
    views = any(page.bookmarks or any(f.collapsed for f in page.frames.values()) for page in document.pages.values())
    text = f'{{"blockloom": {FORMAT if views else 2},\n"pages": [\n{pages}\n]}}\n'
    # Half a character, which some input methods and clipboards give, is no UTF-8: better a ? than a lost document.
    return text.encode("utf-8", "replace").decode("utf-8")


def fragment(page: Page, ids: Iterable[str]) -> str:
    """The text that the clipboard holds: the named blocks, frames and notes with the wires among them."""
    part, names = Page(page.name), set(ids)
    # Sheets and bookmarks are not copied: they are of the page that is pasted into.
    part.blocks = {i: b for i, b in page.blocks.items() if i in names}
    part.frames = {i: f for i, f in page.frames.items() if i in names}
    part.notes = {i: n for i, n in page.notes.items() if i in names}
    part.put_wires([(w, None) for w in page.wires() if w.source in part.blocks and w.target in part.blocks])
    document = Document()
    document.pages[page.name] = part
    return dumps(document)


# --- writing ------------------------------------------------------------------------------------------------------

def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> int | float:
    value = round(value, 2)
    return int(value) if value == int(value) else value


def _page_text(page: Page) -> str:
    order = sorted(page.into)
    wires = (w for target in order for pin in sorted(page.into[target]) for w in page.into[target][pin])
    lists = {
        "frames": [_frame_json(page.frames[i]) for i in sorted(page.frames)],
        "blocks": [_block_json(page.blocks[i]) for i in sorted(page.blocks)],
        "wires": [_wire_json(w) for w in wires],
        "notes": [_note_json(page.notes[i]) for i in sorted(page.notes)],
    }
    parts = [f' "{key}": [\n' + ",\n".join(f"  {_json(item)}" for item in items) + "\n ]" if items
             else f' "{key}": []' for key, items in lists.items()]
    if page.bookmarks:
        marks = (f"  {_json(_bookmark_json(n, page.bookmarks[n]))}" for n in sorted(page.bookmarks))
        parts.insert(0, ' "bookmarks": [\n' + ",\n".join(marks) + "\n ]")
    if page.background:
        parts.insert(0, f' "background": {_json(page.background)}')
    if page.size:
        parts.insert(0, f' "size": {_json([_number(n) for n in page.size])}')
    return f'{{"name": {_json(page.name)},\n' + ",\n".join(parts) + "}"


def _block_json(block: Block) -> dict:
    data: dict[str, Any] = {"id": block.id, "type": block.type, "at": [_number(block.x), _number(block.y)]}
    if block.values:
        data["values"] = dict(sorted(block.values.items()))
    if block.frame:
        data["frame"] = block.frame
    if block.color:
        data["color"] = block.color
    if block.mode:
        data["mode"] = block.mode
    return data


def _wire_json(wire: Wire) -> dict:
    if wire.kind == CONTROL:
        data = {"from": wire.source, "to": wire.target, "kind": CONTROL}
    else:
        data = {"from": f"{wire.source}.{wire.source_pin}", "to": f"{wire.target}.{wire.target_pin}", "kind": wire.kind}
    if wire.look != PLAIN:
        route = [[_number(x), _number(y)] for x, y in wire.look.route]
        data |= _given(color=wire.look.color, route=route, hidden=wire.look.hidden)
    return data


def _given(**looks: Any) -> dict:
    return {key: value for key, value in looks.items() if value}


def _box_json(item: Frame | Note) -> dict:
    return {"at": [_number(item.x), _number(item.y)], "size": [_number(item.width), _number(item.height)]}


def _frame_json(frame: Frame) -> dict:
    data = {"id": frame.id, "title": frame.title, **_box_json(frame)}
    return data | _given(device=frame.device, frame=frame.frame, collapsed=frame.collapsed)


def _bookmark_json(number: int, mark: Bookmark) -> dict:
    data = {"digit": number, "at": [_number(mark.x), _number(mark.y)], "scale": round(mark.scale, 4)}
    return data | _given(name=mark.name)


def _note_json(note: Note) -> dict:
    return {"id": note.id, "text": note.text, **_box_json(note), **_given(
        color=note.color, fill=note.fill, font=_number(note.font), bold=note.bold, shape=note.shape)}


# --- reading ------------------------------------------------------------------------------------------------------

class _Reader:
    """Checks everything that a file may hold wrongly, and says where: page, then item."""

    def __init__(self) -> None:
        self.troubles: list[Problem] = []

    def document(self, raw: dict) -> Document:
        _keys(raw, _DOCUMENT, {"blockloom", "pages"})
        document = Document()
        for number, data in enumerate(_list(raw, "pages", _DOCUMENT), 1):
            where = _PAGE, number
            _keys(data, where, {"name", "size", "background", "bookmarks", "frames", "blocks", "wires", "notes"})
            name = _text(data, "name", where)
            if not PAGE_NAME.fullmatch(name):
                raise _wrong(where, phrase("{!r:.60} is not a name for a page", name))
            if name in document.pages:
                free = next(f"{name} {n}" for n in range(2, 10**9) if f"{name} {n}" not in document.pages)
                self._twice(name, "", phrase("the page name {} is used twice", name),
                            phrase("the second one was opened as {}. Check it and save the document, or mend the file",
                                   free))
                name = free
            document.pages[name] = self.page(data, name)
        if not document.pages:
            raise FileError(phrase("the document has no page"))
        document.troubles = self.troubles
        return document

    def page(self, data: dict, name: str) -> Page:
        page, where = Page(name), (_PAGE, name)
        page.size = _pair(data, "size", where) if "size" in data else None
        page.background = _color(data, "background", where)
        for item in _list(data, "bookmarks", where):
            self._bookmark(item, page, where)
        for item in _list(data, "frames", where):
            self._add(page, page.frames, self._frame(item, where))
        for item in _list(data, "blocks", where):
            self._add(page, page.blocks, self._block(item, where))
        for item in _list(data, "notes", where):
            self._add(page, page.notes, self._note(item, where))
        page.put_wires([(self._wire(item, where), None) for item in _list(data, "wires", where)])
        return page

    def _add(self, page: Page, have: dict, item: Any) -> None:
        if item.id in page.blocks or item.id in page.frames or item.id in page.notes:
            free = page.free_id(item.id)
            self._twice(page.name, item.id, phrase("the id {} is used twice on page {}", item.id, page.name),
                        phrase("the second one was opened as {}; its wires stay with the first. Check it and save the "
                               "document, or mend the file", free))
            item = item._replace(id=free)
        have[item.id] = item

    def _twice(self, page: str, block: str, message: str, remedy: str) -> None:
        self.troubles.append(Problem(ERROR, "duplicate-id", page, block, "", message, remedy))

    def _block(self, data: Any, where: _Where) -> Block:
        _keys(data, (_A_BLOCK, where), {"id", "type", "at", "values", "frame", "color", "mode"})
        name = _id(data, where)
        where = _BLOCK, where, name
        x, y = _pair(data, "at", where)
        values = data.get("values", {})
        if not (isinstance(values, dict) and all(isinstance(v, str) for v in values.values())):
            raise _wrong(where, phrase('"values" must map pin names to texts'))
        for text in (*values, *values.values()):
            _unicode(text, where)
        mode = _text(data, "mode", where, "")
        if mode not in MODES:
            known = join(", ", filter(None, MODES))
            raise _wrong(where, phrase("the unknown mode {!r:.40}; there are {}", mode, known))
        return Block(name, _text(data, "type", where), x, y, values, _text(data, "frame", where, ""),
                     _color(data, "color", where), mode)

    def _frame(self, data: Any, where: _Where) -> Frame:
        _keys(data, (_A_FRAME, where), {"id", "title", "at", "size", "device", "frame", "collapsed"})
        name = _id(data, where)
        where = _FRAME, where, name
        return Frame(name, _text(data, "title", where), *_pair(data, "at", where), *_pair(data, "size", where),
                     _text(data, "device", where, ""), _text(data, "frame", where, ""),
                     _flag(data, "collapsed", where))

    def _bookmark(self, data: Any, page: Page, where: _Where) -> None:
        _keys(data, (_A_BOOKMARK, where), {"digit", "at", "scale", "name"})
        number, scale = data.get("digit"), data.get("scale")
        if type(number) is not int or not 1 <= number <= 9:
            raise _wrong(where, phrase("a bookmark has a digit from 1 to 9, not {!r:.40}", number))
        where = _BOOKMARK, where, number
        if type(scale) not in (int, float) or not SCALES[0] <= scale <= SCALES[1]:
            raise _wrong(where, phrase('"scale" is not a number from {} to {}', *SCALES))
        mark = Bookmark(*_pair(data, "at", where), scale, _text(data, "name", where, ""))
        if number in page.bookmarks:    # as after a merge
            free = next((n for n in range(1, 10) if n not in page.bookmarks), None)
            if free is None:
                raise _wrong(where, phrase("it is there twice, and no other digit is free"))
            self.troubles.append(Problem(WARNING, "duplicate-bookmark", page.name, "", "",
                                         phrase("there are two bookmarks {} on page {}", number, page.name),
                                         phrase("The second one was opened as {}", free)))
            number = free
        page.bookmarks[number] = mark

    def _note(self, data: Any, where: _Where) -> Note:
        _keys(data, (_A_NOTE, where), {"id", "text", "at", "size", "color", "fill", "font", "bold", "shape"})
        name = _id(data, where)
        where = _NOTE, where, name
        font, shape = data.get("font", 0.0), _text(data, "shape", where, "")
        if type(font) not in (int, float) or not abs(font) <= REACH:
            raise _wrong(where, phrase('"font" is not a size in pixels'))
        if not SHAPE.fullmatch(shape):
            raise _wrong(where, phrase('"shape" is not rect, script or an SVG path'))
        return Note(name, _text(data, "text", where), *_pair(data, "at", where), *_pair(data, "size", where),
                    _color(data, "color", where), _color(data, "fill", where), float(font), _flag(data, "bold", where),
                    shape)

    def _wire(self, data: Any, where: _Where) -> Wire:
        _keys(data, (_WIRE_OF, where), {"from", "to", "kind", "color", "route", "hidden"})
        source, target, kind = (_text(data, key, (_A_WIRE, where)) for key in ("from", "to", "kind"))
        if kind not in WIRE_KINDS:
            raise _wrong(where, phrase("the wire from {} to {} has the unknown kind {!r:.40}; there are {}", source,
                                       target, kind, join(", ", WIRE_KINDS)))
        a, _, a_pin = source.partition(".")
        b, _, b_pin = target.partition(".")
        ends = (not a_pin and not b_pin) if kind == CONTROL else (a_pin and b_pin)
        if not (ID.fullmatch(a) and ID.fullmatch(b) and ends):
            raise _wrong(where, phrase(
                "a {} wire goes from BLOCK to BLOCK, not from {!r:.60} to {!r:.60}", kind, source, target)
                if kind == CONTROL else phrase(
                "a {} wire goes from BLOCK.PIN to BLOCK.PIN, not from {!r:.60} to {!r:.60}", kind, source, target))
        look = _look(data, (_WIRE, where, source, target)) if len(data) > 3 else PLAIN
        return Wire(a, a_pin, b, b_pin, kind, look)


def _look(data: dict, where: _Where) -> Look:
    route = tuple(_pair({"route": point}, "route", where) for point in _list(data, "route", where))
    return Look(_color(data, "color", where), route, _flag(data, "hidden", where))


def _color(data: Mapping, key: str, where: _Where) -> str:
    text = _text(data, key, where, "")
    if not COLOR.fullmatch(text):
        raise _wrong(where, phrase('"{}" is not a colour such as #8c4002', key))
    return text


def _flag(data: Mapping, key: str, where: _Where) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise _wrong(where, phrase('"{}" is neither true nor false', key))
    return value


def _no_constant(text: str) -> float:
    raise ValueError(phrase("{} is not a number that a document can hold", text))


def _keys(data: Any, where: _Where, known: set[str]) -> None:
    if not isinstance(data, dict):
        raise FileError(phrase("{} is not a JSON object", _place(where)))
    if not known.issuperset(data):
        unknown = next(k for k in data if k not in known)
        raise FileError(phrase("{} has the unknown key {!r:.40}", _place(where), unknown))


def _list(data: dict, key: str, where: _Where) -> list:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise _wrong(where, phrase('"{}" is not a list', key))
    return value


def _unicode(text: str, where: _Where) -> None:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise _wrong(where, phrase("a text holds half a character (a lone surrogate)")) from None


def _text(data: Mapping, key: str, where: _Where, default: str | None = None) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise _wrong(where, phrase('"{}" is missing', key) if value is None else phrase('"{}" is not a text', key))
    _unicode(value, where)
    return value


def _id(data: dict, where: _Where) -> str:
    name = _text(data, "id", where)
    if not ID.fullmatch(name):
        raise _wrong(where, phrase("{!r:.60} is not a name for a block: use letters, digits, _ and -", name))
    return name


def _pair(data: dict, key: str, where: _Where) -> tuple[float, float]:
    value = data.get(key)
    if not (isinstance(value, list) and len(value) == 2 and all(type(v) in (int, float) for v in value)):
        raise _wrong(where, phrase('"{}" is not a pair of numbers', key))
    if not all(abs(v) <= REACH for v in value):
        raise _wrong(where, phrase('"{}" lies beyond the canvas', key))
    return value[0], value[1]


def _place(where: _Where) -> Phrase:
    return phrase(where[0], *(_place(part) if isinstance(part, tuple) else part for part in where[1:]))


def _wrong(where: _Where, message: Phrase) -> FileError:
    return FileError(phrase("{}: {}", _place(where), message))
