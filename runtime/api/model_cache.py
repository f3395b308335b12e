"""The documents of opened models, in the user's cache: a model file that did not change is not imported again.

The entry of a model has a name made of all that decides the document: the bytes of its files, their path, the
signatures, and the versions of Blockloom, TensorFlow and Keras. Its weights are links to the files in the state folder,
so that they take no more room while a document has them. A damaged entry is read like a missing one.
BLOCKLOOM_KEEP_MODELS=0 turns the cache off.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import itertools
import json
import os
from collections.abc import Iterable
from pathlib import Path

from blockloom.blocks.files.file_kinds import kind_of
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.bounded_io import MIB
from blockloom.blocks.weights import store
from blockloom.blocks.weights.weight_files import SUFFIX
from blockloom.blocks.weights.weight_format import WeightsError
from blockloom.runtime.protocol.records import from_json, to_json
from blockloom.runtime.protocol.replies import ModelReadReply
from blockloom.runtime.worker import catalogue_cache, environment
from blockloom.runtime.worker.errors import BadEnvironment

_OFF = "BLOCKLOOM_KEEP_MODELS"
_MOST, _LARGEST = 1024 * MIB, 512 * MIB  # bytes: of all weights in the cache, and of the files of a model
ENTRIES, _FILES = 32, 256  # at most in the cache, and of a model
_ENTRY = ".entry"
_WHOLE = (".keras", ".h5", ".hdf5")  # files with all of a model
_BESIDE = ("*.pb*", "checkpoint", "*.index", "*.data-?????-of-?????", "variables/*", "assets/**/*")


class Entry:
    """The place of a model in the cache, whether there is something or not. A model that is too large has none."""

    def __init__(self, path: Path, signatures: Iterable[str]):
        self._path, self._name = path, ""
        if os.environ.get(_OFF) == "0":
            return
        with contextlib.suppress(OSError):
            self._stamps = self._stamped()
            if sum(size for _, size, _ in self._stamps) <= _LARGEST:
                contents = [(str(file), _digest(file)) for file in _files(path)]
                about = [os.path.abspath(path), sorted(signatures), contents, _reader()]
                self._name = hashlib.sha256(json.dumps(about).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def find(self) -> ModelReadReply | None:
        """Return the stored document of the model, with its weights in the state folder; None if there is none."""
        if not self._name:
            return None
        try:
            data = catalogue_cache.read_sealed(self._file(_ENTRY))
            sha256, answer = json.loads(data)
            found = from_json(ModelReadReply, answer, [])
            if sha256:
                store.take_in(self._file(SUFFIX), sha256, _LARGEST)
        except (OSError, ValueError, TypeError, RecursionError, WeightsError):
            return None
        with contextlib.suppress(OSError):
            os.utime(self._file(_ENTRY))
        return found

    def keep(self, answer: ModelReadReply, weights: Iterable[str]) -> None:
        """Store the document of a model, and its weights in the state folder as a file named by its SHA-256.

        Nothing is stored if the disk is full, or if files changed meanwhile or are missing.
        """
        names = [*{*weights}]
        if not self._name or answer.missing or len(names) > 1:
            return
        with contextlib.suppress(OSError):
            if self._stamps != self._stamped():
                return
            _folder().mkdir(parents=True, exist_ok=True)
            if names:
                store.lend(names[0], self._file(SUFFIX), _LARGEST)
            data = json.dumps([names[0] if names else "", to_json(answer, [])]).encode()
            catalogue_cache.write_sealed(self._file(_ENTRY), data)
            _clean()

    def _file(self, suffix: str) -> Path:
        return _folder() / f"{self._name}{suffix}"

    def _stamped(self) -> list[tuple[str, int, int]]:
        return [(str(file), (found := file.stat()).st_size, found.st_mtime_ns) for file in _files(self._path)]


def _files(path: Path) -> list[Path]:
    """Return the files from which a model may be read: with a graph those of its checkpoint, tables and variables.

    Raises OSError if these are too many: a folder named `assets` may be any, and large.
    """
    found = {path}
    if not path.is_file() or kind_of(path) not in _WHOLE:
        folder = path if path.is_dir() else path.parent
        found.add(folder / path.name.removesuffix(".meta"))
        found.update(itertools.islice(itertools.chain.from_iterable(map(folder.glob, _BESIDE)), _FILES + 1))
        if len(found) > _FILES:
            raise OSError(errno.E2BIG, os.strerror(errno.E2BIG), str(folder))
    return sorted(file for file in found if file.is_file())


def _digest(file: Path) -> str:
    with bounded_io.open_bounded(file, "weights") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


@functools.cache
def _program() -> str:
    """Return a value that changes with the files of Blockloom that make a document of a model."""
    root = Path(__file__).parents[2]
    files = [*root.glob("blocks/**/*.py"), *root.glob("runtime/**/*.py"), *root.glob("assets/catalogue/*")]
    stamps = sorted((str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files)
    return hashlib.sha256(repr(stamps).encode("utf-8", "surrogatepass")).hexdigest()


def _reader() -> list[str]:
    """Return the versions of the programs that read models. Raises OSError."""
    try:
        keras = {
            path.name
            for folder in environment.tensorflow_folders()
            for path in folder.parent.glob("*keras-*.dist-info")
        }
        return [_program(), catalogue_cache.cache_path().name, *sorted(keras), os.environ.get("KERAS_BACKEND", "")]
    except BadEnvironment as error:
        raise OSError(str(error)) from None


def _folder() -> Path:
    return catalogue_cache.cache_folder() / "models"


def _clean() -> None:
    """Remove the least recently used entries, and files without an entry. Raises OSError."""
    files = [(file, file.stat()) for file in _folder().iterdir()]
    sizes = {file.stem: state.st_size for file, state in files if file.suffix == SUFFIX}
    entries = sorted((state.st_mtime, file.stem) for file, state in files if file.suffix == _ENTRY)
    left, kept = _MOST, set[str]()
    for _, name in entries[::-1][:ENTRIES]:
        left -= sizes.get(name, 0)
        if left < 0:
            break
        kept.add(name)
    for file, _ in files:
        if file.stem.partition(".")[0] not in kept:
            file.unlink()
