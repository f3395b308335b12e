"""Files in the folder of a document that it reads, or that its library pages come from; assets of its models."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import CompositeEdit, SetValue
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.values.grammar import quoted

_NAME = r"""["']([^"'/\\:\n]{1,200})["']"""


def named_files(document: Document) -> list[str]:
    """Return the existing files of the document's folder that its values name, each once.

    Libraries of its pages are included.
    """
    pages = document.pages.values()
    found = [
        name
        for page in pages
        for block in page.blocks.values()
        for text in block.values.values()
        for name in re.findall(_NAME, text)
    ]
    found += (page.origin.file for page in pages if page.origin is not None and not set("/:") & set(page.origin.file))
    return [name for name in dict.fromkeys(found) if os.path.isfile(os.path.join(document.folder, name))]


def write_new(folder: str, name: str, data: bytes) -> Path:
    """Write a new file to a folder, with the first free number if the name is taken; return its path.

    Raises:
        OSError: The file cannot be written.
    """
    stem, suffix = os.path.splitext(name)
    for number in count(1):
        path = Path(folder, name if number == 1 else f"{stem}_{number}{suffix}")
        try:
            with open(path, "xb") as file:
                file.write(data)
        except FileExistsError:
            continue
        return path
    raise AssertionError


def whole_paths(document: Document) -> None:
    """Replace files of the document's folder in its values by absolute paths.

    The blocks can then be copied to other documents.
    """
    there = {name: quoted(os.path.abspath(os.path.join(document.folder, name))) for name in named_files(document)}
    for page in document.pages.values():
        for name, block in page.blocks.items():
            values = {pin: re.sub(_NAME, lambda m: there.get(m[1], m[0]), text) for pin, text in block.values.items()}
            if values != block.values:
                page.blocks[name] = block._replace(values=values)


def made_relative(document: Document, folder: str) -> CompositeEdit | None:
    """Return the edit that makes the paths of existing files in `folder` relative to it; None for no such path."""
    below = re.escape(folder.rstrip(os.sep) + os.sep)
    # Matches a path that is the whole text, or a quoted text without escapes.
    path = re.compile(rf'\A{below}(?P<bare>[^"]+)\Z|(?<="){below}(?P<quoted>[^"\\\n]+)(?=")')

    def name(found: re.Match[str]) -> str:
        return (found["bare"] or found["quoted"]) if os.path.exists(found[0]) else found[0]

    edits = [
        SetValue(page.name, block.id, pin, new)
        for page in document.pages.values()
        for block in page.blocks.values()
        for pin, text in block.values.items()
        if folder in text and (new := path.sub(name, text)) != text
    ]
    return CompositeEdit(tuple(edits)) if edits else None


# Files that come with a model, such as vocabularies: saving a document copies them to its folder.
#
# A SavedModel has them in its folder `assets`, a document in a folder of its name: `NAME.assets`.


SUFFIX = ".assets"
_ASSET = r'"([^"\\\n]{1,4000}[/]([^"\\/\n]{1,200}))"'
_MODELS = ("saved_model.pb", "saved_model.pbtxt")


def carried(document: Document, path: Path) -> CompositeEdit | None:
    """Copy files of models for a document that is about to be saved at `path`.

    Returns:
        The edit that replaces the names by those of the copies; None if no file was copied.

    Raises:
        FileError: A file cannot be copied; nothing is copied.
    """
    edits, copies = [], list[Path]()
    try:
        for page in document.pages.values():
            for block in page.blocks.values():
                for pin, text in block.values.items():
                    if changed := _changed(text, document.folder, path, copies):
                        edits.append(SetValue(page.name, block.id, pin, changed))
    except OSError as error:
        for file in copies:
            with contextlib.suppress(OSError):
                file.unlink()
                file.parent.rmdir()
        raise FileError(
            phrase("{}: the files of the model cannot be copied to its folder: {}", path, file_error_reason(error))
        ) from None
    return CompositeEdit(tuple(edits)) if edits else None


def _changed(text: str, folder: str, path: Path, copies: list[Path]) -> str:
    """Copy the files that a value names, and return the value with the copies; "" if there are none."""
    beside, renamed = path.with_name(path.stem + SUFFIX), text
    for name, plain in re.findall(_ASSET, text) if "assets/" in text else ():
        source = Path(folder, name)
        if _of_model(source, folder) and source.parent.resolve() != beside.resolve():
            target = next(
                place for place in _names(beside / plain) if _same(source, place) or not os.path.lexists(place)
            )
            if not target.exists():
                beside.mkdir(exist_ok=True)
                copies.append(target)
                shutil.copyfile(source, target)
            renamed = renamed.replace(quoted(name), quoted(f"{beside.name}/{target.name}"))
    return renamed if renamed != text else ""


def _of_model(file: Path, folder: str) -> bool:
    """Return whether a file is part of a SavedModel, or of the document in this folder.

    Symlinks are not: a malicious model could link to any file of the user, which would then be shared with the
    document.
    """
    there = file.parent
    ours = bool(folder) and there.name.endswith(SUFFIX) and there.parent == Path(folder)
    return (
        os.path.isfile(file)  # isfile is False for invalid names too, such as long ones
        and not file.is_symlink()
        and not there.is_symlink()
        and (ours or there.name == "assets" and any((there.parent / name).is_file() for name in _MODELS))
    )


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and os.path.getsize(one) == os.path.getsize(other) and one.read_bytes() == other.read_bytes()


def _names(path: Path) -> Iterator[Path]:
    """Yield a file's name, and the name with numbers: words.txt, words_2.txt ..."""
    yield path
    number = 2
    while True:
        yield path.with_name(f"{path.stem}_{number}{path.suffix}")
        number += 1
