"""Files in git: `REV:PATH`. Nothing in a repository is executed, and nothing is fetched."""

from __future__ import annotations

import contextlib
import os
import posixpath
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from blockloom.blocks.io.bounded_io import LIMITS, MIB, FileError
from blockloom.blocks.text.phrases import file_error_reason, phrase

_NAMED = re.compile(r"(:[0-3]|[^:\n\0-][^:\n\0]*)?:([^\n\0]+)")
_HEAD = re.compile(rb"([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)\n")
_SECONDS = 60.0  # most seconds for git after its first output, and for reading the history
_FIRST = 5.0  # most seconds until the first output of git
_LONG = ("log", "for-each-ref", "merge-base")  # commands that may print nothing for a while
OUTPUT = 16 * MIB  # most bytes of a list that git prints
_FOLDER = 8192 * MIB  # most bytes of a folder that is read from git
_FILES = 10_000  # most files of such a folder
_LINKS = 10  # most links that are followed one after another
_PATH = 4096  # most bytes of a symbolic link
_LINK = b"120000 "  # mode of a symbolic link
_BLOBS = (b"100644", b"100755")  # modes of files; other entries are links and submodules
# Options and variables that prevent git from running programs of a repository, asking questions, and fetching.
_CONFIG = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    f"core.excludesFile={os.devnull}",
    "core.pager=cat",
    f"diff.orderFile={os.devnull}",
    "log.mailmap=false",
    "log.showSignature=false",
    f"mailmap.file={os.devnull}",
    "mailmap.blob=",
)
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_PAGER": "cat",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_PLACES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY")


class GitError(FileError):
    """Raised when git fails."""


class NotFetchedError(GitError):
    """Raised for an object that the repository does not have, as in a partial clone."""


class Revision(NamedTuple):
    """A file of a revision.

    `revision` is written as for git ("" for the index). `path` is relative to the top of the working tree, or with `./`
    to the current folder.
    """

    revision: str
    path: str


def parse_revision(text: str) -> Revision | None:
    """Return the revision and path of `REV:PATH`; None for an existing file, and for other texts."""
    found = _NAMED.fullmatch(text)
    if found is None or os.path.lexists(text) or (os.name == "nt" and re.match(r"[A-Za-z]:", text)):
        return None
    return Revision(found[1] or "", found[2])


def resolve_link(named: Revision, folder: str | Path = ".") -> Revision:
    """Return the revision and path of a file after following links; in the index, links are not followed.

    Raises:
        GitError: git fails, or a link leads out of the repository.
    """
    with _objects(folder) as objects:
        return _followed(objects, named, folder)


def _followed(objects: _Objects, named: Revision, folder: str | Path) -> Revision:
    for _ in range(_LINKS):
        if named.revision[:1] in ("", ":"):
            return named
        name, _ = objects.locate(named, folder)
        path = name.removeprefix(f"{named.revision}:")
        above, slash, base = path.rpartition("/")
        row = git("ls-tree", "-z", "--full-tree", "--", f"{named.revision}:{above}{slash}", base, folder=folder)
        if not row.startswith(_LINK):
            return named._replace(path=path)
        target = os.fsdecode(objects.content(name, _PATH))
        from_folder = path.startswith(("./", "../"))
        path = posixpath.normpath(posixpath.join(above, target))
        if target.startswith("/") or path.startswith("../") and not from_folder:
            raise GitError(phrase("{}: is a link that leads out of the repository: {}", name, target))
        named = named._replace(path=f"./{path}" if from_folder else path)
    raise GitError(phrase("{}:{}: these links lead to each other", *named))


def read(named: Revision, kind: str, folder: str | Path = ".") -> tuple[bytes, str]:
    """Return the bytes of a file of a revision, and the folder where it would be.

    Links in the revision are followed.

    Args:
        named: The file.
        kind: One of `bounded_io.LIMITS`.
        folder: A folder of the repository.

    Raises:
        GitError: git fails, or there is no such file.
    """
    with _objects(folder) as objects:
        name, place = objects.locate(_followed(objects, named, folder), folder)
        return objects.content(name, LIMITS[kind]), place


def extract_revision(named: Revision, target: Path, folder: str | Path = ".", siblings: bool = False) -> Path:
    """Write a file or folder of a revision to `target`, an empty folder, and return its path there.

    Args:
        named: The file or folder.
        target: The empty folder.
        folder: A folder of the repository.
        siblings: Whether to write all files of its folder.

    Raises:
        GitError, OSError: git fails, or a file cannot be written.
    """
    with _objects(folder) as objects:
        named = _followed(objects, named, folder)
        path = PurePosixPath(named.path)
        name, _ = objects.locate(named, folder)
        if siblings:
            start = f"{named.revision}:"
            objects.write(start + name.removeprefix(start).rpartition("/")[0], target, folder)
        elif objects.find(name) == "tree":
            objects.write(name, target / path.name, folder)
        else:
            (target / path.name).write_bytes(objects.content(name, LIMITS["weights"]))
    return target / path.name


def save_object(name: str, path: Path, folder: str | Path = ".") -> None:
    """Write a file of git to `path`, by its hash or as REV:PATH.

    Raises:
        GitError, OSError: git fails, or the file cannot be written.
    """
    with _objects(folder) as objects:
        if not objects.find(name):
            raise GitError(phrase("{}: git has no such file", name))
        path.write_bytes(objects.content(name, LIMITS["weights"]))


def find_missing_objects(names: Iterable[str], folder: str | Path = ".") -> set[str]:
    """Return the names of objects that the repository of `folder` does not have.

    Objects that git cannot look for, as in a partial clone, are not included.

    Raises:
        GitError: git fails.
    """
    found = set()
    with _started(("cat-file", "--batch-check"), folder, subprocess.DEVNULL) as (process, clock):
        for name in names:
            if "\n" in name:
                continue
            with contextlib.suppress(OSError, AttributeError):
                process.stdin.write(name.encode("utf-8", "surrogateescape") + b"\n")  # type: ignore[union-attr]
                process.stdin.flush()  # type: ignore[union-attr]
            line = _out(process).readline(10_000)
            if clock.is_over:
                raise clock.error()
            if not line:
                break
            clock.start(_SECONDS)
            if line.endswith(b" missing\n"):
                found.add(name)
    return found


def git(*words: str, folder: str | Path = ".", most: int = OUTPUT) -> bytes:
    """Return the output of a git command that neither starts programs nor changes anything.

    Raises:
        GitError: git fails, with its message, or prints more than `most` bytes.
    """
    with tempfile.TemporaryFile() as errors, _started(words, folder, errors) as (process, clock):
        output = _out(process).read(most + 1)
        if len(output) > most:
            raise GitError(phrase("git prints more than {} MiB", most // MIB))
        if process.wait():
            if clock.is_over:
                raise clock.error()
            errors.seek(0)
            said = errors.read(2000).decode("utf-8", "replace").strip().splitlines()
            if said and "not a git repository" in said[-1]:
                raise GitError(phrase("{}: is in no git repository", os.path.abspath(folder)))
            raise GitError(phrase("git says: {}", said[-1].removeprefix("fatal: ") if said else process.returncode))
        return output


class _Objects:
    """The objects of a repository, read one by one from a git process."""

    def __init__(self, process: subprocess.Popen[bytes], clock: _Clock):
        self._process, self._clock = process, clock
        self._found: tuple[str, str, int] | None = None  # (name, type, size) of the last requested object
        self._unread = 0  # bytes of this object that are not read yet
        self._top: str | None = None  # path from the folder to the top of the working tree

    def locate(self, named: Revision, folder: str | Path) -> tuple[str, str]:
        """Return the name of a revision's file for git, and the folder where it would be."""
        revision, path = named
        if self._top is None:
            self._top = git("rev-parse", "--show-cdup", folder=folder).decode("utf-8", "surrogateescape").strip()
        places = [(f"{revision}:{path}", self._top), (f"{revision}:./{path}", "")]
        for name, place in places if not path.startswith(("./", "../")) else [(f"{revision}:{path}", "")]:
            if self.find(name):
                return name, os.path.abspath(os.path.join(folder, place, os.path.dirname(path)))
        if revision and not revision.startswith(":") and not self.find(f"{revision}^{{tree}}"):
            raise GitError(phrase("{}:{}: git knows no revision {}", revision, path, revision))
        raise GitError(phrase("{}:{}: there is no such file in that revision", revision, path))

    def find(self, name: str) -> str:
        """Return the type of an object: blob, tree, commit or tag; "" if there is none."""
        if self._found is not None and self._found[0] == name:
            return self._found[1]
        if "\n" in name:
            return ""
        stdin, out = self._process.stdin, _out(self._process)
        while self._unread:
            part = out.read(min(self._unread, MIB))
            if not part:
                raise self._clock.error()
            self._unread -= len(part)
        self._found = None
        with contextlib.suppress(OSError, AttributeError):
            stdin.write(name.encode("utf-8", "surrogateescape") + b"\n")  # type: ignore[union-attr]
            stdin.flush()  # type: ignore[union-attr]
        line = out.readline(10_000)
        if self._clock.is_over:
            raise self._clock.error()
        self._clock.start(_SECONDS)
        head = _HEAD.fullmatch(line)
        if head is not None:
            self._found = name, head[2].decode(), int(head[3])
            self._unread = self._found[2] + 1
            return self._found[1]
        if not line.endswith((b" missing\n", b" ambiguous\n")):
            raise NotFetchedError(
                phrase("{0}: git cannot give it. Where a partial clone left it out, `git show {0}` fetches it", name)
            )
        return ""

    def content(self, name: str, most: int) -> bytes:
        """Return the bytes of a file."""
        found = self.find(name)
        if self._found is None:
            raise NotFetchedError(phrase("git does not have what {} is: it was not fetched", name))
        size = self._found[2]
        if found != "blob":
            raise GitError(phrase("{} is a folder, not a file", name))
        if size > most:
            raise GitError(phrase("it is larger than {} MiB, the most that is read of such a file", most // MIB))
        data = _out(self._process).read(self._unread)
        if len(data) < self._unread:
            raise self._clock.error()
        self._found, self._unread = None, 0
        return data[:-1]

    def write(self, tree: str, target: Path, folder: str | Path) -> None:
        """Write a folder, without the links in it."""
        rows = git("ls-tree", "-r", "-z", "--full-tree", tree, folder=folder).split(b"\0")[:-1]
        if len(rows) > _FILES:
            raise GitError(phrase("{}: there are more than {:,} files in it", tree, _FILES))
        left = _FOLDER
        for row in rows:
            head, _, path = row.partition(b"\t")
            mode, _, sha = head.split()
            parts = os.fsdecode(path).split("/")
            if mode in _BLOBS and not any(part in ("", ".", "..") or os.sep in part for part in parts):
                data = self.content(sha.decode(), left)
                left -= len(data)
                file = target.joinpath(*parts)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)


@contextlib.contextmanager
def _objects(folder: str | Path) -> Iterator[_Objects]:
    with _started(("cat-file", "--batch"), folder, subprocess.DEVNULL) as (process, clock):
        yield _Objects(process, clock)


class _Clock:
    """Timer that kills a git process that takes too long."""

    def __init__(self, process: subprocess.Popen[bytes], words: tuple[str, ...]):
        self._process, self._words = process, words
        self._timer: threading.Timer | None = None
        self._seconds, self.is_over = 0.0, False
        self.start(_SECONDS if any(word in _LONG for word in words[:2]) else _FIRST)

    def start(self, seconds: float) -> None:
        """Allow this many seconds from now on."""
        self.stop()
        self._seconds = seconds
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
        self._timer.start()

    def stop(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def _end(self) -> None:
        self.is_over = True
        self._process.kill()

    def error(self) -> GitError:
        """Return the error for a process that ended before its answer."""
        if not self.is_over:
            return GitError(phrase("git has ended"))
        return GitError(
            phrase(
                "git does not answer within {:g} s: `git {}`. Look for a pipe or a slow drive in .git and in the files "
                "that .git/config names, and try again",
                self._seconds,
                " ".join(self._words[:2]),
            )
        )


@contextlib.contextmanager
def _started(
    words: tuple[str, ...], folder: str | Path, errors: int | IO[bytes]
) -> Iterator[tuple[subprocess.Popen[bytes], _Clock]]:
    """Context manager that starts git with these words, and kills it at the end or after a timeout."""
    options = [part for setting in _CONFIG for part in ("-c", setting)]
    try:
        process = subprocess.Popen(
            [program(), *options, *words],
            cwd=folder,
            env=_environment(os.environ, Path(folder)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
    except (OSError, ValueError) as error:
        if not os.path.isdir(folder):
            raise GitError(phrase("{}: there is no such folder", folder)) from None
        raise GitError(phrase("git cannot be started: {}", file_error_reason(error))) from None
    clock = _Clock(process, words)
    try:
        yield process, clock
    finally:
        clock.stop()
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError, AttributeError):
                pipe.close()  # type: ignore[union-attr]
        process.wait()


def program() -> str:
    """Return the path of git, never in the current folder.

    Raises:
        GitError: git is not installed.
    """
    folders = [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(folder)]
    found = shutil.which("git", path=os.pathsep.join(folders))
    if found is None or not os.path.isabs(found):
        raise GitError(phrase("git is not installed here"))
    return found


def _environment(inherited: Mapping[str, str], folder: Path) -> dict[str, str]:
    places = {name: os.path.abspath(inherited[name]) for name in _PLACES if inherited.get(name)}
    found = {**inherited, **places, **_ENVIRONMENT}
    if "GIT_DIR" in places and "GIT_WORK_TREE" not in places and _is_inside(folder, places["GIT_DIR"]):
        del found["GIT_DIR"]  # otherwise git would use the folder as the top of the working tree
    return found


def _is_inside(folder: Path, repository: str) -> bool:
    """Return whether git finds that repository from a folder by itself."""
    folder = Path(os.path.abspath(folder))
    above = next((one / ".git" for one in (folder, *folder.parents) if (one / ".git").exists()), None)
    with contextlib.suppress(OSError, ValueError):
        # In a linked working tree, `.git` is a file with the path of the repository.
        if above is not None and above.is_file():
            above = above.parent / above.read_text("utf-8").removeprefix("gitdir:").strip()
        return above is not None and os.path.samefile(above, repository)
    return False


def _out(process: subprocess.Popen[bytes]) -> IO[bytes]:
    if process.stdout is None:
        raise GitError(phrase("git has ended"))
    return process.stdout
