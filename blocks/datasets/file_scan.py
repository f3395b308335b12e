"""Contents of a data file or folder.

Nothing in it is executed, and bounds limit what is read. This can take seconds, so the window calls it in a thread.
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
            return image_scan.scan_images(path, going)
        if path.suffix.lower() == ".npy":
            found = array_scan.scan_array(path, going)
            pair = None if alone else array_scan.labels_beside(path)
            if pair is None:
                return found
            return (found if pair[0] == path else array_scan.scan_array(pair[0], going))._replace(labels=pair[1])
        if path.suffix.lower() in (".npz", ".mat", ".h5", ".pkl", ".parquet", ".xlsx", ".xls"):
            raise ValueError(phrase("no block can read this kind of file: save its data as .csv or .npy"))
        return table_scan.scan_table(path, separator, header, going)
    except OSError as error:
        raise ValueError(phrase("{0}: cannot be read: {1}", path.name, file_error_reason(error, as_is=True))) from None
    except ValueError as error:
        raise ValueError(phrase("{0}: {1}", path.name, error)) from None
