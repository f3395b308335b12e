"""Saving of weights: one file in the folder of the document; no array that a document names is ever lost.

This is so whenever the process or the machine ends, and whatever other files are in the folder.

1. New arrays are written into a file of an unused name (`net.loom.1a2b3c4d.new.safetensors`), and synchronised with the
   disk.
2. The document replaces the old one. It names its arrays by their hashes, and so finds them in that file.
3. The file is renamed to the name in the document: that of the old file, unless other documents in the folder would
   lose arrays by that, else a free name. Then files of interrupted saves are deleted, by the same rule.

Between these steps neither the old document nor the new one lacks an array. A file is only deleted if it was saved with
a document of this name, as its header states, still has a name of that document, and contains nothing that a document
in the folder names. A symlink in the place of the file is replaced, never followed; weights of a document behind a
symlink are in the folder of the document itself. Saves in one folder wait for each other; on file systems without
locks, none deletes a file that another save may be about to name.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from blockloom.blocks.io.journal_places import of_document
from blockloom.blocks.io.locks import wait_for_lock
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.weights.document_weights import SavedWeights, Weights
from blockloom.blocks.weights.sidecars import can_delete, files_in, references_in_folder
from blockloom.blocks.weights.store import claims, state_file, state_folder, write_state_file
from blockloom.blocks.weights.weight_files import SUFFIX, StoredArray, open_weights, sync_folder, write
from blockloom.blocks.weights.weight_format import WeightsError

_PATIENCE = 5.0  # most seconds to wait for other saves in the same folder
_NEW = f".new{SUFFIX}"
_STEM = 180  # most bytes of the stem of a file name
_LONGEST = 86400.0  # seconds after which a save must have ended
_UNFINISHED = rf"\.[0-9a-f]{{8}}{re.escape(_NEW)}"  # suffix of an unfinished file


@contextlib.contextmanager
def saving_weights(weights: Weights, used: Iterable[str], folder: str, path: Path) -> Iterator[SavedWeights]:
    """Context manager for saving a document of `folder` as `path`, with all `used` arrays in one file.

    It yields the weights at `path`. The file is written only if needed. Other arrays go to the state folder, for undo.
    If saving raises, nothing changes.

    Raises:
        WeightsError: The weights cannot be saved.
    """
    used = {key for key in used if weights.has(key, folder) or weights.has_unknown_keys(folder)}
    if not used and not weights:
        yield SavedWeights()
        return
    if used and path.exists() and not path.is_file():
        raise WeightsError(phrase("{}: cannot be saved: its weights need a file in the same folder", path))
    link, path = path, Path(os.path.realpath(path)) if path.is_symlink() else path
    with _alone(path.parent) as alone:
        same = bool(folder) and os.path.realpath(folder) in map(os.path.realpath, (link.parent, path.parent))
        arrays, missing = _found(weights, used, folder)
        result = SavedWeights(arrays={key: array.sha256 for key, array in arrays.items() if array.sha256})
        if (
            same
            and arrays
            and _own(path, weights.file)
            and _has(path, path.with_name(weights.file), result.arrays, arrays)
        ):
            result.file = weights.file
            _name_still(result, weights, missing)
            yield result
            return
        new = path.with_name(f"{path.name[:40]}.{os.urandom(4).hex()}{_NEW}") if arrays else None
        try:
            if new is not None:
                missing += _write(weights, arrays, folder, new, path)
                result.arrays |= {key: open_weights(new).hashes[key] for key in arrays}
            # A weight file of a document in an older format has no owner.
            old = (
                path.with_name(weights.file)
                if same
                and _own(path, weights.file)
                and not missing
                and weights.sha256
                and not weights.file_changed(folder)
                else None
            )
            away = _put_away(result, weights, used, folder)
            # Do not use the old file name if arrays are missing: they may reappear in that file.
            target = _target(path, old, new, away, weights.file if missing else "") if new is not None else None
            result.file = target.name if target is not None else ""
            _name_still(result, weights, missing)
            sync_folder(path.parent)
            yield result
        except BaseException as error:
            if new is not None:
                new.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise WeightsError(phrase("{}: cannot be saved: {}", path, file_error_reason(error))) from None
            raise
        with contextlib.suppress(OSError):  # raised if the file is gone; all arrays exist, possibly in another file
            if new and target and (not os.path.lexists(target) or _goes(path, old, target, new)):
                os.replace(new, target)
                sync_folder(path.parent)
            if away:
                for file in files_in(path.parent):
                    if file != target and (alone or not _young(path, file)) and _goes(path, old, file):
                        file.unlink()


def _found(weights: Weights, used: Iterable[str], folder: str) -> tuple[dict[str, StoredArray], list[str]]:
    """Return the places of these arrays, and the keys of missing ones, including those with another array."""
    found, missing = dict[str, StoredArray](), []
    for key in sorted(used):
        try:
            array = weights.find(key, folder)[0]
            found[key] = weights.find_verified(key, folder) if array.is_known_mismatch() else array
        except WeightsError:
            missing.append(key)
    return found, missing


def _has(path: Path, file: Path, arrays: dict[str, str], found: dict[str, StoredArray]) -> bool:
    """Return whether a file of a document states all of these arrays under their keys.

    If a merge left more arrays in it, others must need these.
    """
    try:
        there = open_weights(file, file.name)
    except WeightsError:
        return False
    return (
        not file.is_symlink()
        and (file.stem == path.stem or there.owner == path.name)
        and all(key in there.entries and there.hashes.get(key) == arrays.get(key, "?") for key in found)
        and not (
            there.merged and _is_left(path, {there.stated_hash(key) for key in there.entries.keys() - found.keys()})
        )
    )


def _is_left(path: Path, hashes: set[str]) -> bool:
    """Return whether there are such arrays, and no other document in the folder names any of them.

    git's mergetool puts the versions that it merges into the folder.
    """
    others = references_in_folder(path.parent, (path, *of_document(path)))
    return bool(hashes) and not others.unknown and hashes.isdisjoint(others.hashes)


def _write(weights: Weights, arrays: dict[str, StoredArray], folder: str, new: Path, path: Path) -> list[str]:
    """Write these arrays into a file, and remove unreadable or wrong ones from the mapping; return their keys."""
    try:
        write(arrays, new, owner=path.name)
        return []
    except WeightsError:
        bad = []
        for key in list(arrays):
            try:
                arrays[key] = weights.find_verified(key, folder)
            except WeightsError:
                bad.append(key)
                del arrays[key]
        if not bad:
            raise
        write(arrays, new, owner=path.name)
        return bad


def _name_still(made: SavedWeights, weights: Weights, missing: list[str]) -> None:
    """Keep the names of missing arrays, so that they are found if they reappear."""
    if missing:
        made.missing = tuple(missing)
        made.arrays |= {key: weights.arrays[key] for key in missing if key in weights.arrays}
        if weights.sha256:
            made.file, made.sha256 = weights.file, weights.sha256
        made.file = made.file or weights.file


def _target(path: Path, old: Path | None, new: Path, replaces: bool, but: str) -> Path:
    """Return the file whose name the new one gets.

    That is an old file, if the new one `replaces` one and the old one may be deleted, else a free name.
    """
    for file in files_in(path.parent) if replaces else ():
        if file.name != but and not _unfinished(path, file) and _goes(path, old, file, new, (path,)):
            if not file.is_symlink():
                shutil.copymode(file, new)
            return file
    names = (f"{_stem(path)}{f'_{number}' if number > 1 else ''}{SUFFIX}" for number in count(1))
    return next(
        file for name in names if not os.path.lexists(file := path.with_name(name)) and name not in (but, path.name)
    )


def _goes(path: Path, old: Path | None, file: Path, new: Path | None = None, but: tuple[Path, ...] = ()) -> bool:
    """Return whether a file was saved with this document before, or is the `old` one, and no document needs it.

    Args:
        but: Documents to ignore.
        new: The file that replaces it.
    """
    if not _unfinished(path, file) and file != old:
        try:
            ours = _own(path, file.name) and open_weights(file, file.name).owner == path.name
        except WeightsError:
            return False
        if not ours:
            return False
    # Further arrays of the journal of this document are in the state folder, except those of a crashed process.
    but += tuple(claims.journals.intersection(of_document(path)))
    return can_delete(file, references_in_folder(path.parent, but), (new,) if new is not None else ())


def _put_away(result: SavedWeights, weights: Weights, used: Iterable[str], folder: str) -> bool:
    """Copy arrays of the document that are not `used` to the state folder, for undo; return whether that worked."""
    gone: dict[str, StoredArray] = {}
    keys = set(weights.arrays)
    with contextlib.suppress(WeightsError):
        keys |= open_weights(Path(folder, weights.file), weights.file).entries.keys() if weights.sha256 else set()
    for key in keys - set(used) - weights.added.keys():
        with contextlib.suppress(WeightsError):
            array = weights.find_verified(key, folder)
            if array.file.path.parent != state_folder():
                gone[key] = array
    try:
        if gone:
            sha256 = write_state_file(gone)
            result.claimed.add(sha256)
            claims.user(result)
            result.away = dict(state_file(sha256).hashes)
        return True
    except WeightsError:
        return False


def _stem(path: Path) -> str:
    """Return the beginning of the names of weight files of a document, as FILE allows it."""
    return re.sub(r"[\\:\x00-\x1f\ud800-\udfff]", "_", path.stem).encode()[:_STEM].decode(errors="ignore")


def _own(path: Path, file: str) -> bool:
    """Return whether a weight file is named after a document."""
    return re.fullmatch(rf"{re.escape(_stem(path))}(_\d+)?{re.escape(SUFFIX)}", file) is not None


def _unfinished(path: Path, file: Path) -> bool:
    """Return whether a weight file is from an unfinished save of this document."""
    return re.fullmatch(_UNFINISHED, file.name.removeprefix(path.name[:40])) is not None


def _young(path: Path, file: Path) -> bool:
    """Return whether a weight file may be from a save in progress.

    Raises:
        OSError: The file cannot be read.
    """
    return _unfinished(path, file) and file.stat().st_mtime > time.time() - _LONGEST


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Context manager that excludes saves of other processes in a folder; yields False if that is unknown."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows cannot open folders
        yield False
        return
    try:
        try:
            alone = wait_for_lock(number, _PATIENCE)
        except TimeoutError:
            raise WeightsError(
                phrase(
                    "{}: another program has locked this folder for {:g} s, as Blockloom does to save. Wait until "
                    "that program has saved, or close it, and save again",
                    folder,
                    _PATIENCE,
                )
            ) from None
        yield alone
    finally:
        os.close(number)
