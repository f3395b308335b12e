"""Files that a model came with, such as the words of a table: a document that is saved has copies of them beside it.

A SavedModel has them in its folder `assets`, a document in a folder of its name: `NAME.assets`.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import CompositeEdit, SetValue
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.values.grammar import quoted

SUFFIX = ".assets"
_NAME = re.compile(r'"([^"\\\n]{1,4000}[/]([^"\\/\n]{1,200}))"')
_MODELS = ("saved_model.pb", "saved_model.pbtxt")


def carried(document: Document, path: Path) -> CompositeEdit | None:
    """Copy files of models that values name beside `path`, where the document is about to be saved; gives the edit that
    names the copies, None where there are none. Raises FileError, with nothing copied.
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
            phrase("{}: the files that the model needs cannot be copied beside it: {}", path, file_error_reason(error))
        ) from None
    return CompositeEdit(tuple(edits)) if edits else None


def _changed(text: str, folder: str, path: Path, copies: list[Path]) -> str:
    """A value that names such files, once they are copied; "" where it stays as it is."""
    beside, renamed = path.with_name(path.stem + SUFFIX), text
    for name, plain in _NAME.findall(text) if "assets/" in text else ():
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
    """Whether a file lies with a SavedModel, or with the document of this folder. A symlink does not: what a model of
    anybody's names so may be any file of the user's, and would be given away with the document.
    """
    there = file.parent
    ours = bool(folder) and there.name.endswith(SUFFIX) and there.parent == Path(folder)
    return (
        os.path.isfile(file)  # False for names that no file can have, such as long ones
        and not file.is_symlink()
        and not there.is_symlink()
        and (ours or there.name == "assets" and any((there.parent / name).is_file() for name in _MODELS))
    )


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and os.path.getsize(one) == os.path.getsize(other) and one.read_bytes() == other.read_bytes()


def _names(path: Path) -> Iterator[Path]:
    """A file's name, and it with numbers: words.txt, words_2.txt ..."""
    yield path
    number = 2
    while True:
        yield path.with_name(f"{path.stem}_{number}{path.suffix}")
        number += 1
