"""`blockloom integrate --git`: have git show, merge and compare documents with Blockloom.

The user's configuration of git names the program, and attributes name the files: `--git` writes both for this user and
all repositories, `--git --repo` the attributes of one repository, in a file to commit. A repository cannot bring
programs along, so each person who works on it needs `--git` once.

Both add crash journals to `info/exclude` of the repository of the current folder: a journal is next to its document
only if git ignores it.

Only settings that start `-m blockloom`, and the lines that this module writes, are changed or removed. Others stay.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from blockloom.blocks.files.documents import FileError, write_atomic
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.git import GitError, git
from blockloom.blocks.text.phrases import file_error_reason

_NAME = "blockloom"  # name of the driver and the tool in attributes and options of git
_STARTS = "-m blockloom "  # part of every command that starts a program of Blockloom
_NOTE = "# Pages of Blockloom and their weights: written by `blockloom integrate --git`"
# The attributes of the user set no line endings, which would change files of repositories that do not expect it.
USER_LINES = (
    _NOTE,
    f"*.loom diff={_NAME} merge={_NAME}",
    f"*.safetensors diff={_NAME} merge={_NAME}",
)
REPOSITORY_LINES = (
    _NOTE,
    f"*.loom text eol=lf diff={_NAME} merge={_NAME}",
    f"*.safetensors -text diff={_NAME} merge={_NAME}",
)
JOURNAL_LINES = (
    "# Crash journals of Blockloom: written by `blockloom integrate --git`",
    ".*.loom.journal*",
)


def settings(program: Iterable[str] = ()) -> dict[str, str]:
    """Return the settings of git that start a program, by default this one."""
    start = " ".join(map(shlex.quote, program or (sys.executable, "-P", "-m", "blockloom")))
    driver = f"{start.replace('%', '%%')} merge %O %A %B -o %A --path=%P"
    return {
        # Show a file unchanged if it cannot be read, or if the program is missing. Otherwise there would be no diff.
        f"diff.{_NAME}.textconv": f'f() {{ {start} text -- "$1" || cat -- "$1"; }}; f',
        f"diff.{_NAME}.xfuncname": "^[^ ].*$",
        f"merge.{_NAME}.name": "Blockloom",
        f"merge.{_NAME}.driver": driver,
        # With criss-cross merges, git first merges the common ancestors. Conflicts there do not matter for the result.
        f"merge.{_NAME}.recursive": f"{_NAME}-base",
        f"merge.{_NAME}-base.driver": f"{driver} 2>/dev/null",
        f"difftool.{_NAME}.cmd": _but_weights(
            f'{start} edit --compare "$LOCAL" "$REMOTE"', 'echo "$MERGED: is shown with its document"'
        ),
        # The weights are already merged if the driver did so, or if the document was saved since.
        f"mergetool.{_NAME}.cmd": _but_weights(
            f'{start} edit --merge "$BASE" "$LOCAL" "$REMOTE" -o "$MERGED"',
            f'cmp -s "$LOCAL" "$MERGED" && {start} merge "$BASE" "$LOCAL" "$REMOTE" -o "$MERGED"; [ $? -le 1 ]',
        ),
        f"mergetool.{_NAME}.trustExitCode": "true",
    }


def _but_weights(document: str, weights: str) -> str:
    """Return a shell command that treats documents and weight files, which a tool of git gets, separately."""
    return f'case "$MERGED" in *.safetensors) {weights} ;; *) {document} ;; esac'


def set_up(repository: bool) -> list[str]:
    """Write the missing settings, and return lines about them.

    Raises:
        FileError: there are other settings; nothing is written then.
    """
    if repository:
        path = _top() / ".gitattributes"
        return [
            *_add(path, REPOSITORY_LINES),
            *_add(_exclude(), JOURNAL_LINES),
            f"commit {path}: it names the driver, and not the program, which no repository can bring along. "
            "Each person who works here runs `blockloom integrate --git` once; without it git merges lines of text",
        ]
    found, said = _found(), []
    foreign = [key for key in settings() if not all(map(_ours(key), found.get(key.lower(), ())))]
    if foreign:
        raise FileError(
            f"{', '.join(foreign)}: set by somebody else. Nothing was written; "
            + "; ".join(f"`git config --global --unset-all {key}` takes it away" for key in foreign)
        )
    for key, text in settings().items():
        if found.get(key.lower()) != [text]:
            _git("config", "--global", "--replace-all", key, text)
            said.append(f"set {key} of your git")
    return [
        *(said or ["your git knows Blockloom already"]),
        *_add(_attributes(), USER_LINES),
        *(_add(_exclude(), JOURNAL_LINES) if _is_in_repository() else ()),
        "for one repository and all who work on it: `blockloom integrate --git --repo` there writes its .gitattributes",
    ]


def take_back(repository: bool) -> list[str]:
    """Remove what `set_up` wrote, and return lines about it. Raises FileError."""
    if repository:
        said = [*_drop(_top() / ".gitattributes", REPOSITORY_LINES), *_drop(_exclude(), JOURNAL_LINES)]
        return said or ["there is nothing to remove"]
    said = []
    for key in settings():
        values = _found().get(key.lower(), ())
        if values and all(map(_ours(key), values)):
            _git("config", "--global", "--unset-all", key)
            said.append(f"removed {key} from your git")
        elif values:
            said.append(f"kept {key}: it was set by somebody else")
    said += _drop(_attributes(), USER_LINES)
    said += _drop(_exclude(), JOURNAL_LINES) if _is_in_repository() else []
    return said or ["there is nothing to remove"]


def _ours(key: str) -> Callable[[str], bool]:
    """Return whether a value of a setting is from Blockloom, maybe from another version or place."""
    program = _STARTS in settings()[key]
    return lambda value: not program or _STARTS in value


def _found() -> dict[str, list[str]]:
    """Return the user's settings with our names: name in lower case -> values."""
    found: dict[str, list[str]] = {}
    try:
        rows = git("config", "--global", "-z", "--get-regexp", rf"^(diff|merge|difftool|mergetool)\.{_NAME}(-base)?\.")
    except GitError:  # raised if there are no such options; setting options reports other errors
        return found
    for row in rows.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        key, _, value = row.partition("\n")
        found.setdefault(key.lower(), []).append(value)
    return found


def _git(*words: str) -> str:
    """Return the output of git. Raises FileError."""
    return git(*words).decode("utf-8", "surrogateescape").removesuffix("\n")


def _top() -> Path:
    return Path(_git("rev-parse", "--show-toplevel"))


def _is_in_repository() -> bool:
    """Return True if the current folder is in a repository."""
    try:
        return bool(_exclude())
    except GitError:
        return False


def _exclude() -> Path:
    """Return the path of info/exclude of the repository of the current folder."""
    return Path(_git("rev-parse", "--path-format=absolute", "--git-path", "info/exclude"))


def _attributes() -> Path:
    """Return the file of the user's attributes, as git looks for it."""
    try:
        return Path(git("config", "--global", "--type=path", "core.attributesFile").decode().removesuffix("\n"))
    except GitError:
        folder = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
        return Path(folder, "git", "attributes")


def _add(path: Path, lines: tuple[str, ...]) -> list[str]:
    """Append lines to a file: the last ones have priority."""
    there = _read(path)
    if all(line in there for line in lines):
        return [f"{path} has the lines of Blockloom already"]
    others = [line for line in there if line not in lines]
    overruled = [
        f"{path}: `{line.strip()}` is overruled in diff and merge by the lines of Blockloom behind it"
        for line in others
        if _concerns(line)
    ]
    _write(path, [*others, *lines])
    return [f"wrote {path}", *overruled]


def _concerns(line: str) -> bool:
    """Return whether a line of attributes concerns the comparing or merging of our files."""
    pattern, _, rest = line.strip().partition(" ")
    names = {word.lstrip("-!").partition("=")[0] for word in rest.split()}
    return pattern.endswith((".loom", ".safetensors")) and not names.isdisjoint(("binary", "diff", "merge"))


def _drop(path: Path, lines: tuple[str, ...]) -> list[str]:
    there = _read(path)
    left = [line for line in there if line not in lines]
    if left == there:
        return []
    if left:
        _write(path, left)
        return [f"took the lines of Blockloom out of {path}"]
    try:
        path.unlink()
    except OSError as error:
        raise FileError(f"{path}: cannot be removed: {file_error_reason(error)}") from None
    return [f"removed {path}"]


def _read(path: Path) -> list[str]:
    """Return the lines of a file; [] if it is missing.

    Raises:
        FileError: the file cannot be read.
    """
    try:
        text = bounded_io.read(path, "settings").decode("utf-8", "surrogateescape")
        return text.removesuffix("\n").split("\n") if text else []
    except FileNotFoundError:
        return []
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {file_error_reason(error)}") from None


def _write(path: Path, lines: list[str]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path.parent}: cannot be made: {file_error_reason(error)}") from None
    write_atomic(path, "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
