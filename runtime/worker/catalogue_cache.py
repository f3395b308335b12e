"""Cache of the catalogue of the selected TensorFlow.

With it, a window opens without importing TensorFlow. The first line of a cache file is the SHA-256 of the rest, which
detects truncated and changed files. The rest is lines of JSON: TensorFlow's version with the name, category and size in
bytes of each type, then the types themselves, which a reader parses on demand.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import sys
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

from blockloom.blocks.catalogue.catalogue import Catalogue, stored_catalogue
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.runtime.worker import environment
from blockloom.runtime.worker.errors import BadEnvironment

SHIPPED = Path(__file__).parents[2] / "assets/catalogue/tensorflow.json.xz"
_LAYOUT = 5  # version of the cache file; increase it if the entries of `op_registry` change
_DISTRIBUTIONS = (
    "tensorflow",
    "tensorflow-cpu",
    "tensorflow-intel",
    "tensorflow-macos",
    "tensorflow-rocm",
    "tf-nightly",
    "tf-nightly-cpu",
)


def cache_folder() -> Path:
    """Return the user's cache folder, or the folder in BLOCKLOOM_CACHE."""
    return Path(os.environ.get("BLOCKLOOM_CACHE") or user_cache_dir("blockloom", appauthor=False))


def cache_path() -> Path:
    """Return the path of the cache file of the selected TensorFlow and libraries; it may not exist.

    The name depends on the distributions with their versions, and on the libraries with the op registry: a private
    build has the version of an official one.

    Raises:
        BadEnvironment: The environment or a library cannot be read.
    """
    distributions, selected = _distributions(), environment.selected_environment()
    about = [distributions, tensorflow_libraries()]
    if any(selected):
        about += [selected, [_stat(Path(file)) for file in selected.ops]]
    key = hashlib.sha256(repr(tuple(about)).encode()).hexdigest()[:12]
    return cache_folder() / f"catalogue-{distributions[0] if distributions else 'none'}-{key}-{_LAYOUT}.json"


def _distributions() -> list[str]:
    """Return the distributions of TensorFlow with their versions ("tensorflow-2.21.0").

    They are the names of the metadata folders next to the package. importlib.metadata, which parses their files, is
    slower.
    """
    names = {path.stem for folder in environment.tensorflow_folders() for path in folder.parent.glob("t*-*.dist-info")}
    return sorted(name for name in names if name.split("-")[0].replace("_", "-") in _DISTRIBUTIONS)


def tensorflow_libraries() -> list[tuple[str, int, int]]:
    """Return name, size and modification time of TensorFlow's libraries."""
    files = [
        file
        for folder in environment.tensorflow_folders()
        for pattern in ("*tensorflow*.so*", "*tensorflow*.dylib", "python/_pywrap_tensorflow*")
        for file in folder.glob(pattern)
    ]
    return sorted(set(map(_stat, files)))


def _stat(file: Path) -> tuple[str, int, int]:
    """Return name, size and modification time of a file.

    Raises:
        BadEnvironment: The file cannot be read.
    """
    try:
        status = file.stat()
    except OSError as error:
        raise BadEnvironment(phrase("{}: cannot be read: {}", file, file_error_reason(error))) from None
    return file.name, status.st_size, status.st_mtime_ns


def cached_catalogue(path: Path | None = None) -> Catalogue | None:
    """Return the cached catalogue, by default that of `cache_path`.

    Returns:
        None if the file is missing, empty, or damaged.
    """
    try:
        return _read(read_sealed(path or cache_path()), 0)
    except Exception:  # a damaged file is treated as missing, and is written again
        return None


def read_sealed(path: Path) -> bytes:
    """Return the data of a cache file.

    Raises:
        OSError: The file cannot be read.
        ValueError: The file is truncated or changed.
    """
    data = bounded_io.read(path, "cache")
    begin = data.index(b"\n") + 1
    sealed = data[begin:]
    if data[: begin - 1] != hashlib.sha256(sealed).hexdigest().encode():
        raise ValueError(path)
    return sealed


def write_sealed(path: Path, data: bytes) -> None:
    """Write a cache file atomically.

    Raises:
        OSError: The folder is not writable.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
    os.replace(temporary, path)


def _read(data: bytes, begin: int) -> Catalogue | None:
    offset = data.index(b"\n", begin) + 1
    head = json.loads(data[begin:offset])
    types, texts = [], memoryview(data)
    for name, category, size in head["types"]:
        types.append((name, category, texts[offset : offset + size]))
        offset += size
    return stored_catalogue(types, PageInference, head["tensorflow"]) if types else None


def is_installed() -> bool:
    """Return whether workers have a TensorFlow, without importing it.

    Raises:
        BadEnvironment: The selected environment has none.
    """
    environment.check_environment()
    return bool(
        environment.selected_environment().python or "tensorflow" in sys.modules or environment.tensorflow_folders()
    )


def shipped_catalogue() -> Catalogue:
    """Return the catalogue that is part of Blockloom, of the TensorFlow with which it was tested.

    It serves until the catalogue of the installed TensorFlow is written, and if there is none.
    """
    catalogue = _read(lzma.decompress(SHIPPED.read_bytes()), 0)
    assert catalogue is not None, "a file of the package"
    return catalogue


def known_catalogue() -> Catalogue:
    """Return the cached catalogue or else the shipped one, without starting a process."""
    return cached_catalogue() or shipped_catalogue()


def write_shipped_catalogue() -> Path:
    """Write the cached catalogue of the installed TensorFlow as the shipped one.

    Raises:
        OSError: Either file is not accessible.
    """
    SHIPPED.write_bytes(lzma.compress(cache_path().read_bytes().partition(b"\n")[2], preset=9))
    return SHIPPED


def write_cached_catalogue(types: list[dict[str, Any]], version: str, path: Path | None = None) -> Path:
    """Write a cache file, by default that of `cache_path`.

    Raises:
        OSError: The folder is not writable.
    """
    path = path or cache_path()
    lines = [json.dumps(entry, separators=(",", ":")).encode() + b"\n" for entry in types]
    rows = [(entry["name"], entry["category"], len(line)) for entry, line in zip(types, lines, strict=True)]
    data = json.dumps({"tensorflow": version, "types": rows}).encode() + b"\n" + b"".join(lines)
    write_sealed(path, data)
    return path
