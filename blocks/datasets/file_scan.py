"""Contents of a data file or folder.

Nothing in it is executed, and bounds limit what is read. This can take seconds, so the window calls it in a thread.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.datasets.array_scan import NPY, Array, scan_array
from blockloom.blocks.datasets.image_scan import Pictures, is_text, scan_images
from blockloom.blocks.datasets.table_scan import TableFile, scan_table
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase

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
