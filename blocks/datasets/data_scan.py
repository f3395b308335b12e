"""Contents of a data file or folder, such as a folder of pictures, which has a folder for each class."""

from __future__ import annotations

import os
import struct
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from blockloom.blocks.datasets.array_scan import NPY, Array, scan_array
from blockloom.blocks.datasets.columns import Column
from blockloom.blocks.datasets.table_scan import TableFile, scan_table
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase

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


# Nothing in it is executed, and bounds limit what is read. This can take seconds, so the window calls it in a thread.


Found = TableFile | Array | Pictures


class ScanOptions(NamedTuple):
    """Options of a scan: see `scan_file`."""

    separator: str | None
    header: bool | None
    going: Callable[[float], None]
    alone: bool


class DataReader(NamedTuple):
    """A kind of data file: its name, the extensions of its files, and the function that reads its contents."""

    title: Phrase
    suffixes: tuple[str, ...]
    scan: Callable[[Path, ScanOptions], Found]


READERS = (  # the first reader also reads files with unknown extensions
    DataReader(
        phrase("a table"),
        (".csv", ".tsv", ".txt"),
        lambda path, how: scan_table(path, how.separator, how.header, how.going),
    ),
    DataReader(phrase("an array"), (NPY.suffix,), lambda path, how: scan_array(path, NPY, how.going, how.alone)),
)


def reader_of(path: Path) -> DataReader | None:
    """Return the reader of files with such a name; None if there is none."""
    return next((reader for reader in READERS if path.suffix.lower() in reader.suffixes), None)


class ScanCancelledError(Exception):
    """Raised when the result of a scan is no longer needed."""


def scan_file(
    path: Path,
    separator: str | None = None,
    header: bool | None = None,
    going: Callable[[float], None] = lambda share: None,
    alone: bool = False,
) -> Found:
    """Return the contents of a data file or folder.

    Of two arrays with inputs and labels, the result is the one with inputs, with the path of the other.

    Args:
        path: The file or folder.
        separator: The separator of a table; found if None.
        header: Whether a table has a header; found if None.
        going: Called with the share that was read, from 0 to 1. It can raise an exception to cancel the scan.
        alone: Ignore the other file of a pair of arrays.

    Raises:
        ValueError: The file cannot be used; the text is for people.
    """
    try:
        if not is_text(str(path)):
            raise ValueError(phrase("its name is not text in UTF-8"))
        if path.is_dir():
            return scan_images(path, going)
        if path.suffix.lower() in (".npz", ".mat", ".h5", ".pkl", ".parquet", ".xlsx", ".xls"):
            raise ValueError(phrase("no block can read this kind of file: save its data as .csv or .npy"))
        return (reader_of(path) or READERS[0]).scan(path, ScanOptions(separator, header, going, alone))
    except OSError as error:
        raise ValueError(phrase("{0}: cannot be read: {1}", path.name, file_error_reason(error, as_is=True))) from None
    except ValueError as error:
        raise ValueError(phrase("{0}: {1}", path.name, error)) from None
