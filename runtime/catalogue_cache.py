"""Where the catalogue of the installed TensorFlow is kept, so that a window opens without importing TensorFlow."""

from __future__ import annotations

import importlib.metadata
import json
import os
from pathlib import Path

from platformdirs import user_cache_dir

from blocks.catalogue import Catalogue, load_catalogue

_LAYOUT = 1  # of the cache file; raise it when `registry` writes other entries


def cache_folder() -> Path:
    """The user's cache folder, or what BLOCKLOOM_CACHE names."""
    return Path(os.environ.get("BLOCKLOOM_CACHE") or user_cache_dir("blockloom", appauthor=False))


def cache_path() -> Path:
    """The cache file of the installed TensorFlow; it need not exist yet."""
    for name in ("tensorflow", "tensorflow-cpu", "tf-nightly"):
        try:
            version = importlib.metadata.version(name)
            break
        except importlib.metadata.PackageNotFoundError:
            version = "none"
    return cache_folder() / f"catalogue-{version}-{_LAYOUT}.json"


def cached_catalogue() -> Catalogue | None:
    """The cached catalogue, or None where it was not written yet or cannot be read."""
    try:
        return load_catalogue(cache_path())
    except (OSError, ValueError):
        return None


def store(types: list[dict], version: str) -> Path:
    """Write the cache. Raises OSError where the folder cannot be written."""
    path = cache_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_text(json.dumps({"tensorflow": version, "types": types}, separators=(",", ":")), "utf-8")
    os.replace(temporary, path)
    return path
