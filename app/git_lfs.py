"""Files in git LFS: in a repository, and for drivers of git, they are pointers of three lines."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from blockloom.blocks.files.documents import FileError, write_atomic
from blockloom.blocks.io import lfs
from blockloom.blocks.io.git import GitError, program
from blockloom.blocks.text.phrases import file_error_reason

_SECONDS, _SPEED = 60.0, 1 << 20  # most seconds for git LFS, plus the size divided by this many bytes per second
_LONGEST = 3600.0  # most seconds in any case


def is_pointer(path: str) -> bool:
    """Return whether a file is a pointer."""
    with contextlib.suppress(OSError), open(path, "rb") as file:
        return lfs.is_pointer(file.read(lfs.LARGEST))
    return False


@contextlib.contextmanager
def contents(sides: list[str], out: str, name: str) -> Iterator[tuple[list[str], str]]:
    """Context manager for merging files of which some are pointers of git LFS.

    It yields the paths of the contents, and a path to write to instead of `out`. At the end git LFS stores the result,
    and its pointer is written to `out`.

    Args:
        sides: files, or pointers.
        out: the file for the result.
        name: the file in the repository.

    Raises:
        FileError: git LFS does not have the contents.
    """
    if not any(map(is_pointer, sides)):
        yield sides, out
        return
    with tempfile.TemporaryDirectory(prefix="blockloom-") as folder:
        found, written = list[str](), os.path.join(folder, "out")
        for number, path in enumerate(sides):
            found.append(_smudged(path, os.path.join(folder, str(number)), name))
        yield found, written
        if os.path.exists(written):
            _lfs("clean", written, os.path.join(folder, "pointer"), name)
            write_atomic(out, Path(folder, "pointer").read_bytes())


def content(path: str | Path, name: str) -> str:
    """Return the path of a file, or of the contents of its pointer, which are put next to it.

    Raises:
        FileError: git LFS does not have the contents.
    """
    return _smudged(str(path), f"{path}.safetensors", name)


def _smudged(path: str, target: str, name: str) -> str:
    if not is_pointer(path):
        return path
    _lfs("smudge", path, target, name)
    if is_pointer(target):  # a pointer remains if GIT_LFS_SKIP_SMUDGE=1 is set
        raise FileError(f"{name}: git LFS has not fetched it: `git lfs fetch --all` does")
    return target


def _lfs(what: str, source: str, target: str, name: str) -> None:
    """Have git LFS make a file of another one. Raises FileError, also if a slow download would take less time."""
    try:
        seconds = min(_SECONDS + _size(source) / _SPEED, _LONGEST)
        with open(source, "rb") as stdin, open(target, "xb") as stdout, tempfile.TemporaryFile() as stderr:
            # A new session, so that programs that git starts end with it.
            process = subprocess.Popen(
                [program(), "lfs", what, "--", name], stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True
            )
            try:
                code = process.wait(seconds)
            except BaseException:
                _kill(process)
                raise
            stderr.seek(0)
            said = stderr.read(2000).decode("utf-8", "replace").strip().split("\n")[0]
    except subprocess.TimeoutExpired:
        raise FileError(
            f"{name}: git LFS did not {what} it within {seconds:.0f} s: "
            "`git lfs fetch --all` shows what it is waiting for. Try again after that"
        ) from None
    except (OSError, GitError) as error:
        raise FileError(f"{name}: {file_error_reason(error) if isinstance(error, OSError) else error}") from None
    if code:
        raise FileError(f"{name}: git LFS cannot {what} it: {said or code}")


def _size(source: str) -> int:
    """Return the size of a file, or of the one that a pointer leads to, in bytes."""
    return lfs.size(Path(source)) or os.path.getsize(source)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
