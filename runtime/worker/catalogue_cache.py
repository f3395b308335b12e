"""Where the catalogue of the TensorFlow that workers run is kept, so that a window opens without importing TensorFlow.

A cache file is one line with the SHA-256 of the rest: what was cut off or changed is not trusted. The rest is lines of
JSON: TensorFlow's version with the name, category and size in bytes of each type, then the types themselves, which a
reader parses one by one when they are asked for.
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
_LAYOUT = 5  # of the cache file; raise it when `registry` writes other entries
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
    """The user's cache folder, or what BLOCKLOOM_CACHE names."""
    return Path(os.environ.get("BLOCKLOOM_CACHE") or user_cache_dir("blockloom", appauthor=False))


def cache_path() -> Path:
    """The cache file of the TensorFlow and the op libraries that were chosen; it need not exist yet. Raises
    BadEnvironment where they cannot be looked at.

    It is named after the distributions with their versions, and after the libraries that hold the op registry: a build
    of one's own has the version of another.
    """
    found, chosen = _distributions(), environment.chosen()
    about = [found, libraries()]
    if any(chosen):
        about += [chosen, [_stat(Path(file)) for file in chosen.ops]]
    key = hashlib.sha256(repr(tuple(about)).encode()).hexdigest()[:12]
    return cache_folder() / f"catalogue-{found[0] if found else 'none'}-{key}-{_LAYOUT}.json"


def _distributions() -> list[str]:
    """The distributions of TensorFlow with their versions (tensorflow-2.21.0), as the folders of their metadata, which
    lie beside the package, are called: importlib.metadata would read them with a parser of e-mails.
    """
    names = {path.stem for folder in environment.folders() for path in folder.parent.glob("t*-*.dist-info")}
    return sorted(name for name in names if name.split("-")[0].replace("_", "-") in _DISTRIBUTIONS)


def libraries() -> list[tuple[str, int, int]]:
    """Name, size and time of change of TensorFlow's libraries."""
    files = [
        file
        for folder in environment.folders()
        for pattern in ("*tensorflow*.so*", "*tensorflow*.dylib", "python/_pywrap_tensorflow*")
        for file in folder.glob(pattern)
    ]
    return sorted(set(map(_stat, files)))


def _stat(file: Path) -> tuple[str, int, int]:
    """Raises BadEnvironment."""
    try:
        found = file.stat()
    except OSError as error:
        raise BadEnvironment(phrase("{}: cannot be read: {}", file, file_error_reason(error))) from None
    return file.name, found.st_size, found.st_mtime_ns


def cached_catalogue(path: Path | None = None) -> Catalogue | None:
    """The cached catalogue (that of `cache_path`), or None where it was not written yet or cannot be trusted. An empty
    one is not.
    """
    try:
        return _read(read_sealed(path or cache_path()), 0)
    except Exception:  # whatever is in it: TensorFlow is asked again
        return None


def read_sealed(path: Path) -> bytes:
    """Return the data of a cache file. Raises OSError, and ValueError for a file that was cut off or changed."""
    data = bounded_io.read(path, "cache")
    begin = data.index(b"\n") + 1
    sealed = data[begin:]
    if data[: begin - 1] != hashlib.sha256(sealed).hexdigest().encode():
        raise ValueError(path)
    return sealed


def write_sealed(path: Path, data: bytes) -> None:
    """Write a cache file as a whole. Raises OSError if the folder cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
    os.replace(temporary, path)


def _read(data: bytes, begin: int) -> Catalogue | None:
    at = data.index(b"\n", begin) + 1
    head = json.loads(data[begin:at])
    types, texts = [], memoryview(data)
    for name, category, size in head["types"]:
        types.append((name, category, texts[at : at + size]))
        at += size
    return stored_catalogue(types, PageInference, head["tensorflow"]) if types else None


def is_installed() -> bool:
    """Whether there is a TensorFlow for workers, without importing it. Raises BadEnvironment where that was chosen and
    is not there.
    """
    environment.check()
    return bool(environment.chosen().python or "tensorflow" in sys.modules or environment.folders())


def shipped_catalogue() -> Catalogue:
    """The catalogue that comes with Blockloom, of the TensorFlow that it was tested with: for as long as that of the
    installed one was not written, and where there is none.
    """
    found = _read(lzma.decompress(SHIPPED.read_bytes()), 0)
    assert found is not None, "a file of the package"
    return found


def known_catalogue() -> Catalogue:
    """That of the installed TensorFlow if it was written, else that which comes with Blockloom; starts no process."""
    return cached_catalogue() or shipped_catalogue()


def ship() -> Path:
    """Write the catalogue that comes with Blockloom: that of the installed TensorFlow, as it was written. Raises
    OSError where either file cannot be.
    """
    SHIPPED.write_bytes(lzma.compress(cache_path().read_bytes().partition(b"\n")[2], preset=9))
    return SHIPPED


def store(types: list[dict[str, Any]], version: str, path: Path | None = None) -> Path:
    """Write the cache (that of `cache_path`). Raises OSError where the folder cannot be written."""
    path = path or cache_path()
    lines = [json.dumps(entry, separators=(",", ":")).encode() + b"\n" for entry in types]
    rows = [(entry["name"], entry["category"], len(line)) for entry, line in zip(types, lines, strict=True)]
    data = json.dumps({"tensorflow": version, "types": rows}).encode() + b"\n" + b"".join(lines)
    write_sealed(path, data)
    return path
