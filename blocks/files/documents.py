"""The `.loom` file: JSON made for git.

One block and one wire per line, in an order that depends only on the content; values as the user typed them; no
results. Saving is atomic. Opening runs nothing. Files of all older formats are read; a newer one is refused.

    {"blockloom": 2,
     "pages": [{"name": "main", "frames": [...], "blocks": [...], "wires": [...], "notes": [...]}]}

    block  {"id": "TAKE", "type": "SparseAccumulatorTakeGradient", "at": [540, 300], "values": {"num_required": "1"}}
    wire   {"from": "ACC.handle", "to": "TAKE.handle", "kind": "ref"}; control wires name only blocks
    looks, since format 2, unless they are the theme's: "size" and "background" of a page, "color" of a block,
           "color", "route" and "hidden" of a wire, "color", "fill", "font", "bold" and "shape" of a note
    mode   since format 2, "mute" or "bypass" of a block
    view   since format 3: "collapsed" of a frame, "bookmarks" of a page, by digit:
           {"digit": 1, "at": [700, 300], "scale": 0.5, "name": "loss"}
    dashes since format 4: "dashed" of a wire
    sliders since format 5: "sliders" of a block, by pin: {"value": [LEAST, MOST]} or [LEAST, MOST, STEP]
    pages  since format 6: the types `page:NAME` of blocks that are instances of a page, with the Arg, Retval and
           Parameter blocks of its interface; "library" of a page that is a copy of a library's:
           {"file": "blockloom:layers.loom", "page": "dense", "sha256": of that page as it was copied} (see `library`)
    names  since format 7: "names" of a block, by pin: {"": "model/conv/Conv2D", "y": "model/conv/Const"}; and values
           whose name begins with _, internal attrs of the block's node
    weights  since format 8: {"file": the name of a .safetensors file in the same folder, "arrays": {KEY: hash}}, and
           in a document without a file "added": {name of a file: {KEY: the key there}} (see `document_weights`). In
           format 7 "sha256", that of the file's bytes, instead of the hashes
    pause  since format 9: "pause" of a block
    conflicts  since format 10, the unresolved ones of a merge, one a line, without sides that have no such cell:
           {"at": "main/OPT.learning_rate", "what": "value", "base": "0.1", "ours": "0.2", "theirs": "0.3"}
    uids   since format 11: "uid" of a page, block, frame or note, unless it is the default (see `document/uids`)

A document is written in the oldest format that can store it, so that an older Blockloom can read it. `_ADDED` has the
documents that need each format.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shlex
import stat
from collections.abc import Callable, Iterable
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any

from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, PREFIX, RETVAL
from blockloom.blocks.document.pages import CONTROL, ID, PLAIN, REACH, WIRE_KINDS, Block, Document, Page, Wire
from blockloom.blocks.document.uids import stated_uids, with_own_uids
from blockloom.blocks.files.file_reader import document_of, no_constant
from blockloom.blocks.files.file_writer import conflicts_text, page_text, weights_text
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.bounded_io import FileError as FileError
from blockloom.blocks.io.locks import stamp
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase
from blockloom.blocks.weights.document_weights import SavedWeights, Weights, WeightsError, format_keys
from blockloom.blocks.weights.saving import saving_weights

_MARK = re.compile("^(<<<<<<<|>>>>>>>) ", re.MULTILINE)  # conflict marks of git
_TRIES = 5  # most attempts to read a document while others save it


def _blocks_with(trait: Callable[[Block], object]) -> Callable[[Document, Weights], bool]:
    return lambda document, _: any(trait(block) for page in document.pages.values() for block in page.blocks.values())


def _pages_with(trait: Callable[[Page], object]) -> Callable[[Document, Weights], bool]:
    return lambda document, _: any(map(trait, document.pages.values()))


def _used_by_pages(block: Block) -> bool:
    return block.type in (ARG, RETVAL, PARAMETER) or block.type.startswith(PREFIX)


# Format -> conditions under which a document needs it; one is enough. All additions are optional: files of older
# formats keep their meaning.
_ADDED: dict[int, tuple[Callable[[Document, Weights], object], ...]] = {
    11: (_pages_with(stated_uids),),
    10: (lambda document, _: document.conflicts,),
    9: (_blocks_with(lambda block: block.pause),),
    8: (lambda _, weights: weights.arrays,),
    7: (
        _blocks_with(lambda block: block.names or any(name[:1] == "_" for name in block.values)),
        lambda _, weights: weights,
    ),
    6: (_pages_with(lambda page: page.origin), _blocks_with(_used_by_pages)),
    5: (_blocks_with(lambda block: block.sliders),),
    4: (_pages_with(lambda page: any(wire.look.dashed for wire in page.wires())),),
    3: (_pages_with(lambda page: page.bookmarks or any(frame.collapsed for frame in page.frames.values())),),
}
FORMAT = max(_ADDED)
_OLDEST = 2  # the oldest format that is written; it added appearance and left-out blocks to format 1


def load(path: str | Path, kind: str = "document") -> Document:
    """Read the document at `path`, within the bounds of `bounded_io` for files of this kind.

    Problems that can be corrected without loss, such as an id used twice, are corrected and added to
    `Document.troubles`.

    Raises:
        FileError: The file cannot be read; the text is for the user.
    """
    for _ in range(_TRIES):
        before = stamp(path)
        try:
            data = bounded_io.read(path, kind)
        except OSError as error:
            raise FileError(phrase("{}: cannot be read: {}", path, file_error_reason(error))) from None
        try:
            document = loads(data, *os.path.split(os.path.abspath(path)))
        except FileError as error:
            raise FileError(phrase("{}: {}", path, error)) from None
        if not document.weights or stamp(path) == before:
            break  # otherwise the weights may be those of another save
    return document


@gc_paused()
def loads(data: bytes | str, folder: str = "", name: str = "FILE") -> Document:
    """Read a document from the bytes or text of a file in `folder` with this name.

    Raises:
        FileError: The data are not a document.
    """
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        raise FileError(phrase("not a Blockloom document: byte {} is not UTF-8 text", error.start)) from None
    try:
        columns = Columns()
        rows = {"blocks": columns.blocks, "wires": columns.wires}
        document = _document(bounded_io.parsed_by_lines(text, rows, parse_constant=no_constant))
        document.folder = folder
        if folder:
            document.weights.open_sidecar(folder)
        return document
    except FileError:
        raise
    except json.JSONDecodeError as error:
        if (mark := _MARK.search(text)) is not None:
            line, name = text.count("\n", 0, mark.start()) + 1, shlex.quote(name)
            again = f"blockloom merge :1:{name} :2:{name} :3:{name} -o {name}"
            raise FileError(
                phrase(
                    "line {} has conflict marks: git merged it as lines of text. In its folder, `{}` merges it as a "
                    "document; `blockloom integrate --git` lets git do so",
                    line,
                    again,
                )
            ) from None
        raise FileError(
            phrase("not a Blockloom document: line {}, column {}: {}", error.lineno, error.colno, Phrase(error.msg))
        ) from None
    except ValueError as error:
        raise FileError(phrase("not a Blockloom document: {}", error)) from None


def _document(raw: Any) -> Document:
    if not isinstance(raw, dict) or "blockloom" not in raw:
        raise FileError(phrase('not a Blockloom document: it does not begin with {"blockloom": ...}'))
    version = raw["blockloom"]
    if type(version) is not int or version < 1:
        raise FileError(phrase("{!r:.40} is not a version of the file format", version))
    if version > FORMAT:
        raise FileError(
            phrase(
                "written by a newer Blockloom (format {}; this one reads up to {}): update Blockloom to open it",
                version,
                FORMAT,
            )
        )
    return document_of(raw)


def save(document: Document, path: str | Path) -> None:
    """Write a document and its weights; at any moment the file is the old or the new one.

    Raises:
        FileError: The file cannot be written, or weights of the document are missing.
    """
    write(document, path, whole=True)


def write(
    document: Document, path: str | Path, wanted: Callable[[], bool] = lambda: True, whole: bool = False
) -> tuple[bytes, SavedWeights]:
    """Write a document as `save` does.

    Args:
        path: The path of the file.
        wanted: Called before the file is replaced; if False, nothing is replaced.
        whole: Whether missing weights are an error.

    Returns:
        The bytes of the file, and the weights saved with it, including the keys of missing ones.

    Raises:
        FileError: The file cannot be written, or weights are missing and `whole` is set.
        WriteCancelledError: `wanted` returned False.
    """
    path = Path(os.path.abspath(path))
    try:
        with saving_weights(document.weights, document.keys(), document.folder, path) as kept:
            if kept.missing and whole:
                raise WeightsError(
                    phrase("{}: cannot be saved: its weights {} were not found", path, format_keys(kept.missing))
                )
            data = dumps(document, Weights(kept.file, kept.sha256, arrays=kept.arrays)).encode("utf-8")
            if not write_atomic(path, data, wanted):
                raise WriteCancelledError
    except WeightsError as error:
        raise FileError(str(error)) from None
    return data, kept


class WriteCancelledError(Exception):
    """Raised when a write is cancelled; the file is unchanged."""


def may_write(path: str | Path) -> None:
    """Check that a file can be written at `path`, before work that takes long.

    Raises:
        FileError: It clearly cannot be written.
    """
    path = os.path.abspath(path) if os.path.exists(path) else os.path.realpath(path)
    folder = os.path.dirname(path)
    number = (
        errno.EISDIR
        if os.path.isdir(path)
        else errno.ENOENT
        if not os.path.isdir(folder)
        else errno.EACCES
        if not os.access(path if os.path.exists(path) else folder, os.W_OK)
        else 0
    )
    if number:
        raise FileError(
            phrase("{}: cannot be saved: {}", path, file_error_reason(OSError(number, os.strerror(number))))
        )


def write_atomic(path: str | Path, data: bytes, wanted: Callable[[], bool] = lambda: True) -> bool:
    """Replace a file's content by a temporary file in its folder, fsync and rename.

    Links and permissions stay. A pipe or device is written to directly.

    Args:
        path: The path of the file.
        data: Its new content.
        wanted: Called just before the rename; if False, nothing is replaced.

    Returns:
        Whether the file was replaced.

    Raises:
        FileError: The file cannot be written.
    """
    temporary = None
    try:
        path = Path(path)
        old = path.stat() if path.exists() else None
        if old is not None and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, phrase("the file is write-protected"))
        if not wanted():
            return False
        if old is not None and not stat.S_ISREG(old.st_mode):
            _write_into(path, data)
            return True
        path = Path(os.path.realpath(path))  # raised for a pipe behind /dev/stdout
        name = path.with_name(f".{path.name[:40]}.{os.urandom(4).hex()}.tmp")
        with open(name, "xb") as file:
            temporary = name
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            with contextlib.suppress(OSError, AttributeError):  # not every system and user may change the owner or mode
                os.chown(temporary, old.st_uid, old.st_gid)
            os.chmod(temporary, stat.S_IMODE(old.st_mode))
        if not wanted():
            return False
        os.replace(temporary, path)
        temporary = None
        # Synchronises the folder, so that the rename survives a power cut; not every system can do so.
        with contextlib.suppress(OSError):
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        return True
    except (OSError, ValueError) as error:
        kept = isinstance(error, OSError) and os.path.isfile(path)
        raise FileError(
            phrase("{}: cannot be saved: {}: the file on disk is unchanged", path, file_error_reason(error))
            if kept
            else phrase("{}: cannot be saved: {}", path, file_error_reason(error))
        ) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _write_into(path: Path, data: bytes) -> None:
    """Write to a pipe or device.

    Raises:
        OSError: It cannot be written, or a pipe has no reader, for which opening would wait.
    """
    flags = os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
    try:
        number = os.open(path, flags)
    except OSError as error:
        if error.errno == errno.ENXIO and path.is_fifo():
            raise OSError(errno.ENXIO, phrase("no program reads from the pipe")) from None
        raise
    with os.fdopen(number, "wb") as file:
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(number, True)  # the reader of a pipe may be slow
        file.write(data)


def dumps(document: Document, weights: Weights | None = None) -> str:
    """Return the text of the document's file. `weights` are those to name; None for its own."""
    weights = document.weights if weights is None else weights
    pages = ",\n".join(page_text(page, stated_uids(page)) for page in document.pages.values())
    number = next((one for one, needs in _ADDED.items() if any(need(document, weights) for need in needs)), _OLDEST)
    head = f'"weights": {weights_text(weights)},\n' if weights else ""
    if document.conflicts:
        head += f'"conflicts": {conflicts_text(document.conflicts)},\n'
    text = f'{{"blockloom": {number},\n{head}"pages": [\n{pages}\n]}}\n'
    # Some input methods and clipboards return half a surrogate pair, which UTF-8 cannot encode; replace it by a ?.
    return text.encode("utf-8", "replace").decode("utf-8")


def fragment(page: Page, ids: Iterable[str]) -> str:
    """Return the text for the clipboard: these items of a page, and the wires between them."""
    return dumps(excerpt(page, ids))


def excerpt(page: Page, ids: Iterable[str]) -> Document:
    """Return these blocks, frames and notes of a page, and the wires between them, as a document."""
    part, names = Page(page.name), set(ids)
    # Sheets and bookmarks are not copied, because they belong to the page.
    part.blocks = {i: b for i, b in page.blocks.items() if i in names}
    part.frames = {i: f for i, f in page.frames.items() if i in names}
    part.notes = {i: n for i, n in page.notes.items() if i in names}
    part.put_wires([(w, None) for w in page.wires() if w.source in part.blocks and w.target in part.blocks])
    document = Document()
    document.pages[page.name] = with_own_uids(part, {})
    return document


# Plain lines take a fifth of the time of reading them one by one. For any other line the result is None, and the
# caller reads them one by one, which also reports errors with their place.


_TEXT = r'[^"\\\x00-\x1f\ud800-\udfff]'
_NUMBER = r"[-+.\deE]{1,24}+"  # matches all numbers; the JSON parser refuses wrong ones
_END = r"\}(?:,\n|\Z)"
_BLOCK = re.compile(
    rf'^  \{{"id": "({ID.pattern}+)", "type": "({_TEXT}*+)", "at": \[({_NUMBER}, {_NUMBER})\]'
    rf'(?:, "values": (\{{.*\}}))?{_END}',
    re.M,
)
_WIRE = re.compile(  # the ends of a control wire have no pins, so pins are optional
    rf'^  \{{"from": "({ID.pattern}+)(?:\.({_TEXT}++))?", "to": "({ID.pattern}+)(?(2)\.({_TEXT}++))", '
    rf'"kind": "((?(2)(?:{"|".join(WIRE_KINDS.keys() - {CONTROL})})|{CONTROL}))"{_END}',
    re.M,
)
# Equal to Block(...) and Wire(...) with all fields, in a quarter of the time.
_block, _wire = partial(tuple.__new__, Block), partial(tuple.__new__, Wire)
_REST = [Block._field_defaults[name] for name in Block._fields[Block._fields.index("values") + 1 :]]


class Columns:
    """Reader of the lines of blocks and wires by columns.

    Equal texts and values become the same object, which saves memory.
    """

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._values: dict[str, dict[str, str] | None] = {"": {}}

    def blocks(self, lines: str) -> list[Block] | None:
        """Return the blocks in lines of a page; None if any has more than type, position and values."""
        rows = _BLOCK.findall(lines)
        if len(rows) <= lines.count("\n"):
            return None
        ids, types, places, values = zip(*rows)
        try:
            numbers = json.loads(f"[{', '.join(places)}]")
        except ValueError:
            return None
        if not -REACH <= min(numbers) <= max(numbers) <= REACH:
            return None
        for text in {*values} - self._values.keys():
            self._values[text] = _texts(text)
        mappings = list(map(self._values.get, values))
        if None in mappings:
            return None
        shared = self._texts.setdefault
        return list(
            map(
                _block,
                zip(
                    map(shared, ids, ids),
                    map(shared, types, types),
                    numbers[::2],
                    numbers[1::2],
                    mappings,
                    *map(repeat, _REST),
                ),
            )
        )

    def wires(self, lines: str) -> list[Wire] | None:
        """Return the wires in lines of a page; None if any has more than its two pins."""
        rows = _WIRE.findall(lines)
        if len(rows) <= lines.count("\n"):
            return None
        shared = self._texts.setdefault
        return list(map(_wire, zip(*(map(shared, texts, texts) for texts in zip(*rows)), repeat(PLAIN))))


def _texts(text: str) -> dict[str, str] | None:
    """Return the values of a block from their JSON; None if they are invalid or have a lone surrogate."""
    try:
        found = json.loads(text)
        "".join((*found, *found.values())).encode()
    except (ValueError, TypeError):  # this includes UnicodeEncodeError
        return None
    return found
