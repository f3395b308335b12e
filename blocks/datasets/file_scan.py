"""What a file or folder holds that somebody wants to train on. Nothing of it is run, and no more is read than bounds
allow; it may take seconds, so a window asks for it in another thread.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from blockloom.blocks.datasets import array_scan, image_scan, table_scan
from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.image_scan import Pictures, is_text
from blockloom.blocks.datasets.table_scan import TableFile
from blockloom.blocks.text.phrases import file_error_reason, phrase

Found = TableFile | Array | Pictures


class ScanCancelledError(Exception):
    """Nobody wants to know any more."""


def scan_file(
    path: Path,
    separator: str | None = None,
    header: bool | None = None,
    going: Callable[[float], None] = lambda share: None,
    alone: bool = False,
) -> Found:
    """What is in a file or folder. Of a table, `separator` and `header` are found unless they are given. `going` gets
    the share that was read, from 0 to 1, and may raise to end it. Of two arrays, with inputs and with labels, the first
    is looked at, whichever is given, unless `alone`. Raises ValueError with a text for people.
    """
    try:
        if not is_text(str(path)):
            raise ValueError(phrase("its name is not text in UTF-8"))
        if path.is_dir():
            return image_scan.scan_images(path, going)
        if path.suffix.lower() == ".npy":
            found = array_scan.scan_array(path, going)
            pair = None if alone else array_scan.labels_beside(path)
            if pair is None:
                return found
            return (found if pair[0] == path else array_scan.scan_array(pair[0], going))._replace(labels=pair[1])
        if path.suffix.lower() in (".npz", ".mat", ".h5", ".pkl", ".parquet", ".xlsx", ".xls"):
            raise ValueError(phrase("it is of a kind that no block reads: save what it holds as .csv or .npy"))
        return table_scan.scan_table(path, separator, header, going)
    except OSError as error:
        raise ValueError(phrase("{0}: cannot be read: {1}", path.name, file_error_reason(error, as_is=True))) from None
    except ValueError as error:
        raise ValueError(phrase("{0}: {1}", path.name, error)) from None
