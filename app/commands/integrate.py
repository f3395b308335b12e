"""`blockloom integrate`: menu entry, icon, the type of .loom files, completion and man page, for the current user.

Files go to the user's data folder, where desktops and shells look (XDG). A list with their SHA-256 is next to them: a
file with another hash belongs to the user, and is neither replaced nor removed. `--git` sets up git, see `git_setup`.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from blockloom.app.commands import git_setup
from blockloom.app.commands.failing import fail
from blockloom.blocks.files.documents import FileError, write_atomic
from blockloom.blocks.text.terminal import BAD, DONE, print_results, say

MIME = "application/x-blockloom"
ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
<path d="M1 1H15V15H1Z" fill="#2A2A2A"/>
<g fill="none" stroke="#FFBF28" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">
<path d="M2.5 2H13.5V14H2.5Z"/><path d="M5 8H11"/></g>
<g fill="#FFBF28"><circle cx="5" cy="8" r="1.8"/><circle cx="11" cy="8" r="1.8"/></g>
</svg>
"""
TYPE = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{MIME}">
    <comment>Blockloom document</comment>
    <comment xml:lang="fr">document Blockloom</comment>
    <comment xml:lang="ko">Blockloom 문서</comment>
    <sub-class-of type="application/json"/>
    <glob pattern="*.loom"/>
    <magic><match type="string" offset="0" value="{{&quot;blockloom&quot;:"/></magic>
  </mime-type>
</mime-info>
"""
# Programs that register files with the desktop, if installed -> subfolder that each gets.
_UPDATES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --git, --repo and --remove."""
    parser.add_argument(
        "--git",
        action="store_true",
        help="set up your git (its global configuration) to show, compare and merge documents, instead",
    )
    parser.add_argument(
        "--repo",
        action="store_true",
        help="with --git: write the .gitattributes of this repository instead of your configuration; commit the file",
    )
    parser.add_argument("--remove", action="store_true", help="remove all files or settings that this command wrote")


def run(args: argparse.Namespace) -> int:
    """Write or remove the files; return 0 if done, 2 if a file cannot be written or belongs to another program."""
    if args.repo and not args.git:
        say("blockloom: --repo is about git: give --git as well")
        return BAD
    if args.git:
        return _told(lambda: (git_setup.take_back if args.remove else git_setup.set_up)(args.repo))
    if sys.platform in ("win32", "darwin"):
        say("blockloom: this is for Linux and other systems with the folders of freedesktop.org")
        return BAD
    return _told(remove if args.remove else integrate)


def _told(act: Callable[[], list[str]]) -> int:
    """Call a function and print its lines."""
    try:
        print_results("".join(f"{line}\n" for line in act()))
    except FileError as error:
        return fail(error, BAD)
    return DONE


def integrate() -> list[str]:
    """Write all files or none, and return a line for each. Raises FileError, also for a file of another program."""
    data = _data()
    written, new = _written(), {data / name: text.encode() for name, text in files_to_write().items()}
    foreign = [
        str(path)
        for path in new
        if os.path.lexists(path) and not _ours(path, [*written.get(str(path), ()), _digest(new[path])])
    ]
    if foreign:
        raise FileError(
            f"{', '.join(foreign)}: not written by Blockloom, or changed since. Nothing was written; move it away first"
        )
    before = {path: path.read_bytes() for path in new if path.exists()}
    # Write the list first, so that uninstalling finds the files even if writing them is interrupted.
    _note({**written, **{str(path): [*written.get(str(path), ()), _digest(text)] for path, text in new.items()}})
    try:
        for path, text in new.items():
            _write(path, text)
    except FileError:
        for path in new:
            with contextlib.suppress(FileError, OSError):
                write_atomic(path, before[path]) if path in before else path.unlink()
        raise
    _update()
    return [
        *(f"wrote {path}" for path in new),
        f"for zsh, put this before compinit in ~/.zshrc: fpath=({data / 'zsh/site-functions'} $fpath)",
    ]


def remove() -> list[str]:
    """Remove the files that did not change since they were written. Return a line for each. Raises FileError."""
    said = []
    for name, digests in _written().items():
        path = Path(name)
        if not os.path.lexists(path):
            continue
        if not _ours(path, digests):
            said.append(f"kept {path}: it was changed since it was written")
            continue
        try:
            path.unlink()
        except OSError as error:
            raise FileError(f"{path}: cannot be removed: {error.strerror}") from None
        said.append(f"removed {path}")
    with contextlib.suppress(OSError):
        _list().unlink()
        _list().parent.rmdir()
    if not said:
        return ["there is nothing to remove"]
    _update()
    return said


def files_to_write() -> dict[str, str]:
    """Return the files to write: path in the data folder -> text."""
    from blockloom.app import completion

    return {
        "applications/blockloom.desktop": desktop_entry([sys.executable, "-P", "-m", "blockloom", "edit"]),
        "icons/hicolor/scalable/apps/blockloom.svg": ICON,
        f"icons/hicolor/scalable/mimetypes/{MIME.replace('/', '-')}.svg": ICON,
        "mime/packages/blockloom.xml": TYPE,
        "bash-completion/completions/blockloom": completion.script("bash"),
        "zsh/site-functions/_blockloom": completion.script("zsh"),
        "fish/vendor_completions.d/blockloom.fish": completion.script("fish"),
        "man/man1/blockloom.1": completion.man_page(),
    }


def desktop_entry(program: list[str]) -> str:
    """Return the menu entry that starts a program with the opened file."""
    return f"""[Desktop Entry]
Type=Application
Name=Blockloom
GenericName=TensorFlow Graph Editor
GenericName[fr]=Éditeur de graphes TensorFlow
GenericName[ko]=TensorFlow 그래프 편집기
Comment=Build TensorFlow graphs out of blocks and run them
Comment[fr]=Composer des graphes TensorFlow avec des blocs et les exécuter
Comment[ko]=블록으로 TensorFlow 그래프를 만들고 실행합니다
TryExec={_escaped(program[0])}
Exec={" ".join(map(_quoted, program))} %f
Icon=blockloom
MimeType={MIME};
Categories=Science;ArtificialIntelligence;DataVisualization;
Keywords=tensorflow;graph;dataflow;
StartupWMClass=blockloom
Terminal=false
"""


def _quoted(word: str) -> str:
    """Return a word of Exec: quoted according to the desktop entry specification, then escaped as each value."""
    for character in '\\"`$':
        word = word.replace(character, f"\\{character}")
    return _escaped('"{}"'.format(word.replace("%", "%%")))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\")


def _data() -> Path:
    folder = os.environ.get("XDG_DATA_HOME", "")
    return Path(folder) if os.path.isabs(folder) else Path.home() / ".local/share"


def _list() -> Path:
    return _data() / "blockloom/integrated.json"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _written() -> dict[str, list[str]]:
    """Return the hashes of the files that were written, by path.

    Raises:
        FileError: the list cannot be read.
    """
    try:
        found = json.loads(_list().read_text("utf-8"))
        return {str(path): [str(digest) for digest in digests] for path, digests in found.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise FileError(f"{_list()}: cannot be read, so it is not known which files are Blockloom's: {error}") from None


def _note(written: dict[str, list[str]]) -> None:
    _write(_list(), json.dumps({path: [*dict.fromkeys(d)] for path, d in written.items()}, indent=1).encode())


def _ours(path: Path, digests: list[str]) -> bool:
    try:
        return not path.is_symlink() and path.is_file() and _digest(path.read_bytes()) in digests
    except OSError:
        return False


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path.parent}: cannot be made: {error.strerror}") from None
    write_atomic(path, data)


def _update() -> None:
    """Tell the desktop about the files; without the programs for this, it finds them by the next login."""
    for program, folder in _UPDATES:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run([program, _data() / folder], capture_output=True, timeout=30, check=False)
