"""Contents of a folder of pictures, which has a folder for each class."""

from __future__ import annotations

import os
import struct
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from blockloom.blocks.datasets.columns import Column
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import phrase

SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".bmp")
MOST_CLASSES = 1000
_MOST = 1_000_000  # most files that are counted
_SAMPLE = 50  # most pictures whose size is read
_PATTERN = set("*?[\\")  # wildcards in the patterns with which TensorFlow finds the files
_HEAD = 64 * 1024  # bytes at the beginning of a picture in which its size is searched


class Pictures(NamedTuple):
    """A folder of pictures.

    Attributes:
        classes: The names of its folders, with the number of pictures in each.
        suffixes: The endings of the files' names.
        size: The most frequent height and width.
        alike: True if all have this size.
    """

    path: Path
    classes: tuple[tuple[str, int], ...]
    suffixes: tuple[str, ...]
    size: tuple[int, int]
    alike: bool

    @property
    def columns(self) -> tuple[Column, ...]:
        """No columns: the folders are the classes."""
        return ()

    @property
    def rows(self) -> int:
        """The number of pictures."""
        return sum(count for _, count in self.classes)


def scan_images(path: Path, going: Callable[[float], None]) -> Pictures:
    """Return the contents of a folder of pictures.

    Raises:
        OSError: The folder cannot be read.
        ValueError: The folder cannot be used; the text is for people.
    """
    if _PATTERN & set(str(path)):
        raise ValueError(phrase("its path contains one of {0}, which have a special meaning: rename it", "* ? [ \\"))
    with os.scandir(path) as entries:
        folders = sorted(e.name for e in entries if e.is_dir() and not e.name.startswith("."))
    if len(folders) > MOST_CLASSES:
        raise ValueError(phrase("it has {0} folders: {1} classes at most", len(folders), MOST_CLASSES))
    classes, suffixes, sample, seen = [], Counter[str](), list[Path](), 0
    for number, folder in enumerate(folders):
        count = 0
        with os.scandir(path / folder) as entries:
            for entry in entries:
                seen += 1
                if seen % 1000 == 0:
                    going(number / len(folders))
                if seen > _MOST:
                    raise ValueError(phrase("it contains more than {0} files", _MOST))
                suffix = os.path.splitext(entry.name)[1]
                if suffix.lower() not in SUFFIXES or entry.name.startswith("."):
                    continue
                if not entry.is_file():
                    raise ValueError(phrase("{0} is not a file", f"{folder}/{entry.name}"))
                count += 1
                suffixes[suffix] += 1
                if count <= _SAMPLE // len(folders) + 1:
                    sample.append(path / folder / entry.name)
        if count:
            if not is_text(folder):
                raise ValueError(phrase("the name of its folder {0!r} is not text in UTF-8", folder))
            classes.append((folder, count))
    if not classes:
        raise ValueError(phrase("it has no folders with pictures: put those of each class into a separate folder"))
    sizes = Counter(size for one in sample[:_SAMPLE] if (size := _size(one)) is not None)
    most = sizes.most_common(1)[0][0] if sizes else (64, 64)
    return Pictures(path, tuple(classes), tuple(sorted(suffixes)), most, len(sizes) <= 1)


def is_text(name: str) -> bool:
    """Return whether a file name can be written into a document."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _size(path: Path) -> tuple[int, int] | None:
    """Return height and width of a picture, from its first bytes; None if unknown."""
    try:
        with bounded_io.open_bounded(path, "feed") as file:
            return _told(file)
    except (OSError, struct.error):
        return None


def _told(file: BinaryIO) -> tuple[int, int] | None:
    head = file.read(_HEAD)
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        width, height = struct.unpack_from(">II", head, 16)
    elif head.startswith((b"GIF87a", b"GIF89a")):
        width, height = struct.unpack_from("<HH", head, 6)
    elif head.startswith(b"BM"):
        width, height = map(abs, struct.unpack_from("<ii", head, 18))
    elif head.startswith(b"\xff\xd8"):
        at = 2
        while head[at] == 0xFF if at + 9 < len(head) else False:
            kind, length = head[at + 1], struct.unpack_from(">H", head, at + 2)[0]
            if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
                height, width = struct.unpack_from(">HH", head, at + 5)
                break
            at += 2 + length
        else:
            return None
    else:
        return None
    return (height, width) if 0 < height < 2**16 and 0 < width < 2**16 else None
