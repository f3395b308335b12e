"""Reader of documents from the JSON of a `.loom` file: see `documents`. Errors have their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from blockloom.blocks.document.addresses import AddressError, address, parse
from blockloom.blocks.document.fields import FIELDS, Field, wrong
from blockloom.blocks.document.pages import (
    BENDS,
    CELL,
    COLOR,
    CONTROL,
    ID,
    LIBRARY,
    MOST_CONFLICTS,
    NODE_NAME,
    PAGE_NAME,
    PLAIN,
    REACH,
    SCALES,
    SHA256,
    WIRE_KINDS,
    Block,
    Bookmark,
    Conflict,
    Document,
    Frame,
    Item,
    Look,
    Note,
    Origin,
    Page,
    Slider,
    Wire,
    free_page_name,
    is_side,
    is_slider,
)
from blockloom.blocks.document.uids import LONGEST_PAGE_UID, LONGEST_UID, complete
from blockloom.blocks.io.bounded_io import FileError
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import Json, Phrase, join, phrase
from blockloom.blocks.weights.document_weights import FILE, KEY, StateFolderArray, Weights

# A place in a document: a text template and its arguments. Every block has one, so it is formatted only in an error.
_Where = tuple[object, ...]
_DOCUMENT, _PAGE = (phrase("the document"),), phrase("page {}")
_PLACES: Mapping[type[Item], tuple[str, str]] = {
    Block: (phrase("a block of {}"), phrase("{}, block {}")),
    Frame: (phrase("a frame of {}"), phrase("{}, frame {}")),
    Note: (phrase("a note of {}"), phrase("{}, note {}")),
}
_KEYS = {
    kind: {"id", "at", "uid", *(field.name for field in fields), *(("size",) if kind is not Block else ())}
    for kind, fields in FIELDS.items()
}
_T = TypeVar("_T", Block, Frame, Note)
_A_BOOKMARK, _BOOKMARK = phrase("a bookmark of {}"), phrase("{}, bookmark {}")
_CONFLICT = phrase("conflict {}")
_LIBRARY_OF, _WEIGHTS = phrase("the library of {}"), (phrase("the weights"),)
_WIRE_OF, _A_WIRE, _WIRE = phrase("a wire of {}"), phrase("{}, a wire"), phrase("{}, wire {} -> {}")


def document_of(raw: Json) -> Document:
    """Return the document of a file's JSON data.

    Blocks and wires may already be read (see `documents`).

    Raises:
        FileError: The data are not a document.
    """
    return _Reader().document(raw)


class _Reader:
    """Reader that checks all data of a file, and reports errors with page and item."""

    def __init__(self) -> None:
        self.troubles: list[Problem] = []

    def document(self, raw: Json) -> Document:
        _keys(raw, _DOCUMENT, {"blockloom", "pages", "weights", "conflicts"})
        document = Document()
        document.weights = _weights(raw.get("weights", {}))
        document.conflicts = _conflicts(raw)
        for number, data in enumerate(_list(raw, "pages", _DOCUMENT), 1):
            where = _PAGE, number
            _keys(
                data,
                where,
                {"name", "uid", "size", "background", "library", "bookmarks", "frames", "blocks", "wires", "notes"},
            )
            name = _text(data, "name", where)
            if not PAGE_NAME.fullmatch(name):
                raise _wrong(where, phrase("{!r:.60} is not a name for a page", name))
            if name in document.pages:
                free = free_page_name(name, document.pages)
                self.troubles.append(make_problem("duplicate-id:page", address(name), free=free))
                name = free
            document.pages[name] = self.page(data, name)
        if not document.pages:
            raise FileError(phrase("the document has no page"))
        self.troubles += [make_problem("duplicate-uid", address(name)) for name in complete(document)]
        document.troubles = self.troubles
        return document

    def page(self, data: Json, name: str) -> Page:
        page, where = Page(name), (_PAGE, name)
        page.uid = _uid(data, where, LONGEST_PAGE_UID)
        page.size = _pair(data, "size", where) if "size" in data else None
        page.background = _color(data, "background", where)
        page.origin = _origin(data["library"], where) if "library" in data else None
        for item in _list(data, "bookmarks", where):
            self._bookmark(item, page, where)
        for item in _list(data, "frames", where):
            self._add(page, page.frames, self._item(Frame, item, where))
        self._blocks(page, _list(data, "blocks", where), where)
        for item in _list(data, "notes", where):
            self._add(page, page.notes, self._item(Note, item, where))
        page.put_all([item if type(item) is Wire else self._wire(item, where) for item in _list(data, "wires", where)])
        return page

    def _blocks(self, page: Page, items: list[Any], where: _Where) -> None:
        if set(map(type, items)) == {Block}:
            new = {block.id: block for block in items}
            if len(new) == len(items) and new.keys().isdisjoint(page.frames):
                page.blocks.update(new)
                return
        for item in items:
            self._add(page, page.blocks, item if type(item) is Block else self._item(Block, item, where))

    def _add(self, page: Page, have: dict[str, Any], item: Any) -> None:
        if item.id in page.blocks or item.id in page.frames or item.id in page.notes:
            free = page.free_id(item.id)
            self.troubles.append(make_problem("duplicate-id", address(page.name, item.id), free=free))
            item = item._replace(id=free)
        have[item.id] = item

    def _item(self, kind: type[_T], data: Any, where: _Where) -> _T:
        """Read a block, frame or note."""
        any_, one = _PLACES[kind]
        _keys(data, (any_, where), _KEYS[kind])
        name = _id(data, where)
        where = one, where, name
        found: Json = dict(zip(("x", "y"), _pair(data, "at", where)))
        if kind is not Block:
            found |= zip(("width", "height"), _pair(data, "size", where))
        fields = (field for field in FIELDS[kind] if field.required or field.name in data)
        found |= {field.name: _field(data, field, where) for field in fields}
        return kind(id=name, uid=_uid(data, where), **found)

    def _bookmark(self, data: Any, page: Page, where: _Where) -> None:
        _keys(data, (_A_BOOKMARK, where), {"digit", "at", "scale", "name"})
        number, scale = data.get("digit"), data.get("scale")
        if type(number) is not int or not 1 <= number <= 9:
            raise _wrong(where, phrase("a bookmark has a digit from 1 to 9, not {!r:.40}", number))
        where = _BOOKMARK, where, number
        if type(scale) not in (int, float) or not SCALES[0] <= scale <= SCALES[1]:
            raise _wrong(where, phrase('"scale" is not a number from {} to {}', *SCALES))
        mark = Bookmark(*_pair(data, "at", where), scale, _text(data, "name", where, ""))
        if number in page.bookmarks:  # possible after a merge
            free = next((n for n in range(1, 10) if n not in page.bookmarks), None)
            if free is None:
                raise _wrong(where, phrase("it is there twice, and no other digit is free"))
            self.troubles.append(make_problem("duplicate-bookmark", address(page.name), number=number, free=free))
            number = free
        page.bookmarks[number] = mark

    def _wire(self, data: Any, where: _Where) -> Wire:
        _keys(data, (_WIRE_OF, where), {"from", "to", "kind", "color", "route", "hidden", "dashed"})
        source, target, kind = (_text(data, key, (_A_WIRE, where)) for key in ("from", "to", "kind"))
        if kind not in WIRE_KINDS:
            raise _wrong(
                where,
                phrase(
                    "the wire from {} to {} has the unknown kind {!r:.40}; there are {}",
                    source,
                    target,
                    kind,
                    join(", ", WIRE_KINDS),
                ),
            )
        a, _, a_pin = source.partition(".")
        b, _, b_pin = target.partition(".")
        ends = (not a_pin and not b_pin) if kind == CONTROL else (a_pin and b_pin)
        if not (ID.fullmatch(a) and ID.fullmatch(b) and ends):
            raise _wrong(
                where,
                phrase("a {} wire goes from BLOCK to BLOCK, not from {!r:.60} to {!r:.60}", kind, source, target)
                if kind == CONTROL
                else phrase(
                    "a {} wire goes from BLOCK.PIN to BLOCK.PIN, not from {!r:.60} to {!r:.60}", kind, source, target
                ),
            )
        look = _look(data, (_WIRE, where, source, target)) if len(data) > 3 else PLAIN
        return Wire(a, a_pin, b, b_pin, kind, look)


def _weights(data: Any) -> Weights:
    _keys(data, _WEIGHTS, {"file", "sha256", "added", "arrays"})
    file, sha256 = _text(data, "file", _WEIGHTS, ""), _text(data, "sha256", _WEIGHTS, "")
    if file and not re.fullmatch(FILE, file):
        raise _wrong(_WEIGHTS, phrase("{!r:.80} is not the plain name of a .safetensors file", file))
    files = data.get("added", {})
    if not isinstance(files, dict) or not all(isinstance(keys, dict) for keys in files.values()):
        raise _wrong(_WEIGHTS, phrase('"added" must map files to their keys'))
    arrays = data.get("arrays", {})
    if not isinstance(arrays, dict) or not all(isinstance(text, str) for text in arrays.values()):
        raise _wrong(_WEIGHTS, phrase('"arrays" must map keys to hashes'))
    for text in filter(None, (sha256, *files, *arrays.values())):
        if not SHA256.fullmatch(text):
            raise _wrong(_WEIGHTS, phrase("{!r:.80} is not a SHA-256", text))
    for key in arrays:
        if not re.fullmatch(KEY, key):
            raise _wrong(_WEIGHTS, phrase("{!r:.80} is not a key of weights", key))
    added = {}
    for name, keys in files.items():
        for key, key_in_file in keys.items():
            if not (isinstance(key_in_file, str) and re.fullmatch(KEY, key) and re.fullmatch(KEY, key_in_file)):
                raise _wrong(_WEIGHTS, phrase("{!r:.80} is not a key of weights", key))
            added[key] = StateFolderArray(name, key_in_file)
    return Weights(file, sha256, added, arrays)


def _conflicts(raw: Json) -> tuple[Conflict, ...]:
    rows = _list(raw, "conflicts", _DOCUMENT)
    if len(rows) > MOST_CONFLICTS:
        raise _wrong(
            _DOCUMENT, phrase("there are {0:,} conflicts; a document keeps {1:,} at most", len(rows), MOST_CONFLICTS)
        )
    return tuple(_conflict(data, (_CONFLICT, number)) for number, data in enumerate(rows, 1))


def _conflict(data: Any, where: _Where) -> Conflict:
    _keys(data, where, set(Conflict._fields))
    at, what = _text(data, "at", where), _text(data, "what", where)
    try:
        if at:
            parse(at)
    except AddressError as error:
        raise _wrong(where, error.args[0]) from None
    if not CELL.fullmatch(what):
        raise _wrong(where, phrase("{!r:.40} is not a cell on which two sides can differ", what))
    sides = [tuple(side) if isinstance(side := data.get(key), list) else side for key in ("base", "ours", "theirs")]
    for side in sides:
        if not is_side(side):
            raise _wrong(where, phrase("a side must be a text, a number, true or false, or a list of these"))
        for text in side if isinstance(side, tuple) else (side,):
            if isinstance(text, str):
                _unicode(text, where)
    return Conflict(at, what, *sides)


def _origin(data: Any, where: _Where) -> Origin:
    _keys(data, (_LIBRARY_OF, where), {"file", "page", "sha256"})
    found = Origin(*(_text(data, key, (_LIBRARY_OF, where)) for key in Origin._fields))
    for text, form in zip(found, (LIBRARY, PAGE_NAME.pattern, SHA256.pattern)):
        if not re.fullmatch(form, text):
            raise _wrong(
                (_LIBRARY_OF, where), phrase("{!r:.80} is not the name of a library or page, or a digest", text)
            )
    return found


def _field(data: Json, field: Field, where: _Where) -> Any:
    value = data.get(field.name)
    if value is None and field.required:
        raise _wrong(where, phrase('"{}" is missing', field.name))
    if field.cell:
        return _MAPPINGS[field.name](value, where)
    value = field.kind.read(value) if type(value) in field.kind.types else value
    if not field.kind.accepts(value):
        raise _wrong(where, wrong(field, value))
    if isinstance(value, str):
        _unicode(value, where)
    return value


def _values(found: Any, where: _Where) -> dict[str, str]:
    if not (isinstance(found, dict) and all(isinstance(text, str) for text in found.values())):
        raise _wrong(where, phrase('"values" must map pin names to texts'))
    for text in (*found, *found.values()):
        _unicode(text, where)
    return found


def _names(found: Any, where: _Where) -> dict[str, str]:
    if not isinstance(found, dict):
        raise _wrong(where, phrase('"names" must map pin names to names of nodes'))
    for pin, name in found.items():
        _unicode(pin, where)
        if not (isinstance(name, str) and NODE_NAME.fullmatch(name)):
            raise _wrong(where, phrase("{!r:.60} is not a name of a node", name))
    return found


def _sliders(rows: Any, where: _Where) -> dict[str, Slider]:
    if not isinstance(rows, dict):
        raise _wrong(where, phrase('"sliders" must map pin names to the ends of sliders'))
    for pin, row in rows.items():
        _unicode(pin, where)
        if not (
            isinstance(row, list)
            and 2 <= len(row) <= 3
            and all(type(v) in (int, float) for v in row)
            and is_slider(*row)
        ):
            raise _wrong(where, phrase("the slider of {!r:.40} is not [LEAST, MOST] or [LEAST, MOST, STEP]", pin))
    return {pin: Slider(*map(float, row)) for pin, row in rows.items()}


_MAPPINGS: dict[str, Callable[[Any, _Where], Any]] = {"values": _values, "names": _names, "sliders": _sliders}


def _look(data: Json, where: _Where) -> Look:
    points = _list(data, "route", where)
    if len(points) > BENDS:
        raise _wrong(where, phrase("it has {:,} bends; a wire has at most {:,}", len(points), BENDS))
    route = tuple(_pair({"route": point}, "route", where) for point in points)
    return Look(_color(data, "color", where), route, _flag(data, "hidden", where), _flag(data, "dashed", where))


def _color(data: Json, key: str, where: _Where) -> str:
    text = _text(data, key, where, "")
    if not COLOR.fullmatch(text):
        raise _wrong(where, phrase('"{}" is not a colour such as #8c4002', key))
    return text


def _flag(data: Json, key: str, where: _Where) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise _wrong(where, phrase('"{}" is neither true nor false', key))
    return value


def no_constant(text: str) -> float:
    """Raise ValueError, as json's `parse_constant`: documents contain neither NaN nor infinity."""
    raise ValueError(phrase("{} is not a number that a document can contain", text))


def _keys(data: Any, where: _Where, known: set[str]) -> None:
    if not isinstance(data, dict):
        raise FileError(phrase("{} is not a JSON object", _place(where)))
    if not known.issuperset(data):
        unknown = next(k for k in data if k not in known)
        raise FileError(phrase("{} has the unknown key {!r:.40}", _place(where), unknown))


def _list(data: Json, key: str, where: _Where) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise _wrong(where, phrase('"{}" is not a list', key))
    return value


def _unicode(text: str, where: _Where) -> None:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise _wrong(where, phrase("a text contains a lone surrogate")) from None


def _text(data: Json, key: str, where: _Where, default: str | None = None) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise _wrong(where, phrase('"{}" is missing', key) if value is None else phrase('"{}" is not a text', key))
    _unicode(value, where)
    return value


def _id(data: Json, where: _Where) -> str:
    name = _text(data, "id", where)
    if not ID.fullmatch(name):
        raise _wrong(where, phrase("{!r:.60} is not a name for a block: use letters, digits, _ and -", name))
    return name


def _uid(data: Json, where: _Where, most: int = LONGEST_UID) -> str:
    uid = _text(data, "uid", where, "")
    if len(uid) > most:
        raise _wrong(where, phrase('"uid" is longer than {} characters', most))
    return uid


def _pair(data: Json, key: str, where: _Where) -> tuple[float, float]:
    value = data.get(key)
    if not (isinstance(value, list) and len(value) == 2 and all(type(v) in (int, float) for v in value)):
        raise _wrong(where, phrase('"{}" is not a pair of numbers', key))
    if not all(abs(v) <= REACH for v in value):
        raise _wrong(where, phrase('"{}" is beyond the canvas', key))
    return value[0], value[1]


def _place(where: _Where) -> Phrase:
    return phrase(str(where[0]), *(_place(part) if isinstance(part, tuple) else part for part in where[1:]))


def _wrong(where: _Where, message: Phrase) -> FileError:
    return FileError(phrase("{}: {}", _place(where), message))
