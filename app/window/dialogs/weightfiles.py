"""Values from files and to files: numbers as .npy, tables and .safetensors, and as pictures, a pixel for each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage, QImageReader

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.files.atomic_replace import replacing
from blockloom.blocks.files.documents import FileError, write_atomic
from blockloom.blocks.operations import array_files
from blockloom.blocks.plots.pixels import rgb, span_of
from blockloom.blocks.text.phrases import phrase, why
from blockloom.blocks.values.dtypes import plain
from blockloom.blocks.weights import weight_files
from blockloom.blocks.weights.weight_files import StoredArray
from blockloom.runtime.run import slices

_PICTURES = (".png", ".jpg", ".jpeg", ".bmp")


def offered(saving: bool) -> str:
    """The filter of file types for a file dialog."""
    pictures = _PICTURES[:1] if saving else _PICTURES
    every = " ".join(f"*{end}" for end in (*array_files.SUFFIXES, *pictures))
    one = [
        "NumPy (*.npy)",
        tr("Tables of numbers") + (" (*.csv)" if saving else " (*.csv *.tsv)"),
        "safetensors (*.safetensors)",
        tr("Pictures") + f" ({' '.join(f'*{end}' for end in pictures)})",
    ]
    return ";;".join(one if saving else [tr("Numbers") + f" ({every})", *one])


def read(path: str, key: str, dtype: str | None, shape: Sequence[int] | None) -> np.ndarray:
    """The array in a file, as a dtype and shape where given. Of a picture the bytes of pixels, or floats from 0 to 1.
    Raises FileError.
    """
    picture = Path(path).suffix.lower() in _PICTURES
    array = _pixels(path, shape) if picture else array_files.read(Path(path), key, shape)
    if picture and dtype in ("DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_BFLOAT16"):
        array = (array / 255).astype(np.float32)
    try:
        return array_files.fit(array, dtype, shape)
    except ValueError as error:
        raise FileError(phrase("{}: {}", path, error)) from None


def _pixels(path: str, shape: Sequence[int] | None) -> np.ndarray:
    reader = QImageReader(path)
    image = reader.read()
    if image.isNull():
        raise FileError(phrase("{}: cannot be read: {}", path, reader.errorString()))
    pixels = image.width() * image.height()
    count = next((n for n in (1, 3, 4) if shape is not None and pixels * n == np.prod(shape)), 3)
    kind = {1: QImage.Format.Format_Grayscale8, 3: QImage.Format.Format_RGB888, 4: QImage.Format.Format_RGBA8888}[count]
    image = image.convertToFormat(kind)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * count].reshape(image.height(), image.width(), count).copy()


def write(array: np.ndarray | StoredArray, path: str, key: str = "value") -> None:
    """Write an array to a file of the type that its name says; a picture needs (rows, columns) or (rows, columns,
    channels). Raises FileError.
    """
    suffix = Path(path).suffix.lower()
    try:
        if suffix == weight_files.SUFFIX:
            with replacing(path) as beside:
                weight_files.write({key: array}, beside)
        elif suffix in _PICTURES:
            _write_picture(plain(np.asarray(array)), path)
        else:
            slices.save(np.asarray(array), path, lambda part: None)
    except FileError:
        raise
    except (OSError, ValueError, MemoryError) as error:
        raise FileError(phrase("{}: cannot be saved: {}", path, why(error, as_is=True))) from None


def _write_picture(array: np.ndarray, path: str) -> None:
    while array.ndim > 2 and array.shape[0] == 1 and (array.ndim > 3 or array.shape[-1] > 4):
        array = array[0]
    array = array[..., None] if array.ndim == 2 else array
    if array.ndim != 3 or not 1 <= array.shape[2] <= 4 or not array.size:
        raise ValueError(phrase("a picture has rows, columns and 1 to 4 channels, not the shape {}", list(array.shape)))
    write_atomic(path, qt.png(qt.image(rgb(array, span_of([array])))))
