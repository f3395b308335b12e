"""Select the TensorFlow that workers run, and the libraries of custom ops that they load.

One selection, in two environment variables, applies to this process and its children. Options of commands, the window's
settings and `blockloom.use` change it. Documents do not: a file may come from anyone.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from blockloom.blocks.io import bounded_io
from blockloom.blocks.text import programs
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase
from blockloom.runtime.worker.errors import BadEnvironment

if TYPE_CHECKING:
    from subprocess import CompletedProcess

PYTHON, OPS = "BLOCKLOOM_PYTHON", "BLOCKLOOM_OPS"
_INSTALL_COMMAND = 'pip install "tensorflow ~= 2.21.0"'  # the package tensorflow-cpu provides it too
_OLDEST = (3, 11)  # Python version that the code requires
_SHARED_PACKAGES = ("msgspec", "networkx", "platformdirs")  # packages that the worker needs; they have no dependencies
_BINARY = "msgspec"  # compiled for one version of Python: an interpreter of another version needs its own copy
_PATIENCE = 20.0  # seconds for an interpreter to answer
# Paths of interpreters in the folder of an environment.
_INTERPRETERS = ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe")
_WHERE = (
    "import importlib.util, json; s = importlib.util.find_spec('tensorflow'); "
    "print(json.dumps([*s.submodule_search_locations] if s and s.origin else []))"
)

_known_folders: dict[str, list[Path]] = {}  # interpreter -> folders of its TensorFlow


class Environment(NamedTuple):
    """Path of an interpreter, "" for the one that runs Blockloom, and paths of libraries of ops."""

    python: str = ""
    ops: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.python, *self.ops)))


def selected_environment() -> Environment:
    """Return the selected environment; by default Blockloom's own interpreter without libraries."""
    python = os.environ.get(PYTHON, "")
    ops = dict.fromkeys(map(_absolute, filter(None, os.environ.get(OPS, "").split(os.pathsep))))
    return Environment(_interpreter(_absolute(python)) if python else "", tuple(ops))


def select_environment(
    python: str | os.PathLike[str] | None = None, ops: Iterable[str | os.PathLike[str]] = ()
) -> None:
    """Select the interpreter and the libraries of workers that start from now on, without checking them.

    Args:
        python: an interpreter or the folder of an environment.
        ops: files of libraries.
    """
    for variable, value in (
        (PYTHON, _absolute(os.fspath(python)) if python else ""),
        (OPS, os.pathsep.join(_absolute(os.fspath(file)) for file in ops)),
    ):
        if value:
            os.environ[variable] = value
        else:
            os.environ.pop(variable, None)


def use_environment(python: str | os.PathLike[str] | None = None, ops: Iterable[str | os.PathLike[str]] = ()) -> None:
    """Select and check an environment. After an error, the former selection applies."""
    before = selected_environment()
    select_environment(python, ops)
    try:
        check_environment()
    except BadEnvironment:
        select_environment(*before)
        raise


def check_environment() -> None:
    """Check the selected environment.

    Raises:
        BadEnvironment: The interpreter is not Python, is too old or has no TensorFlow, or a library cannot be read.
    """
    environment = selected_environment()
    if environment.python and not tensorflow_folders():
        install = f'"{environment.python}" -m pip install tensorflow'
        raise BadEnvironment(phrase("{} has no TensorFlow: {}", environment.python, install))
    for file in environment.ops:
        try:
            with bounded_io.open_bounded(file, "ops"):
                pass
        except OSError as error:
            raise BadEnvironment(phrase("{}: cannot be read: {}", file, file_error_reason(error))) from None


def missing_tensorflow_text() -> Phrase:
    """Return the message for a missing TensorFlow in Blockloom's own environment."""
    return phrase(
        "this needs TensorFlow, which is not installed in {}: {}, or select an environment that has it",
        sys.prefix,
        _INSTALL_COMMAND,
    )


def tensorflow_folders() -> list[Path]:
    """Return the folders of TensorFlow without importing it, [] if it is not installed.

    Raises:
        BadEnvironment: The selected interpreter is not Python, or lacks a package that Blockloom cannot share.
    """
    python = selected_environment().python
    if not python:
        spec = importlib.util.find_spec("tensorflow")
        return [Path(folder) for folder in (spec and spec.origin and spec.submodule_search_locations) or ()]
    if python not in _known_folders:
        version = _version(python)
        result = _run(python, "-P", "-c", _WHERE)
        if result.returncode:
            last = (result.stderr.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
            raise BadEnvironment(phrase("{}: cannot be started: {}", python, last))
        try:
            # Only the last line: a start-up file may print before it.
            places = json.loads(result.stdout.strip().rpartition(b"\n")[2])
            folders = [Path(folder) for folder in places if os.path.isdir(folder)]
        except (ValueError, TypeError):
            return []
        if folders and version != sys.version_info[:2] and _run(python, "-P", "-c", f"import {_BINARY}").returncode:
            install = f'"{python}" -m pip install {_BINARY}'
            raise BadEnvironment(phrase("{} has no {}: {}", python, _BINARY, install))
        if folders:
            _known_folders[python] = folders
        return folders
    return _known_folders[python]


def worker_command(about: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
    """Return the command line of a worker with the argument `about`, and its environment variables."""
    python = selected_environment().python
    if not python:
        words = programs.python("blockloom.runtime.worker.service", json.dumps(about))
        return words, {"PYTHONPATH": programs.python_path()}
    places = {"blockloom": programs.root()} | {name: _package_folder(name) for name in _SHARED_PACKAGES}
    script = str(Path(__file__).with_name("external_packages.py"))
    return [python, "-P", script, json.dumps(places), json.dumps(about)], _variables()


def _variables() -> dict[str, str]:
    """Return variables that hide the packages of this interpreter from another one."""
    return {"PYTHONPATH": programs.foreign_path(), "PYTHONHOME": "", "__PYVENV_LAUNCHER__": ""}


def _package_folder(name: str) -> str:
    """Return the folder that contains a package."""
    spec = importlib.util.find_spec(name)
    return str(Path(spec.origin).parents[1]) if spec is not None and spec.origin else ""


def _absolute(path: str) -> str:
    return os.path.abspath(os.path.expanduser(path))


def _interpreter(path: str) -> str:
    """Return the interpreter in the folder of an environment. Links are not followed: venv needs them."""
    if os.path.isdir(path):
        inside = (os.path.join(path, name) for name in _INTERPRETERS)
        return next(filter(os.path.isfile, inside), path)
    return path


def _version(python: str) -> tuple[int, int]:
    """Return the version of an interpreter before it runs any code.

    Raises:
        BadEnvironment: It is not Python, or too old.
    """
    if os.path.isdir(python):
        raise BadEnvironment(phrase("{}: there is no Python in this folder", python))
    match = re.match(r"Python (\d+)\.(\d+)\S*", _run(python, "--version").stdout.decode("utf-8", "replace"))
    if match is None:
        raise BadEnvironment(phrase("{} is not a Python interpreter", python))
    version = int(match[1]), int(match[2])
    if version < _OLDEST:
        oldest = ".".join(map(str, _OLDEST))
        raise BadEnvironment(phrase("{} is {}: Blockloom needs {} or later", python, match[0], oldest))
    return version


def _run(python: str, *words: str) -> CompletedProcess[bytes]:
    """Run an interpreter until it ends.

    Raises:
        BadEnvironment: It does not start, or does not end in time.
    """
    import subprocess  # importing it takes longer than importing this module

    try:
        return subprocess.run(
            [python, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
            env=os.environ | _variables(),
        )
    except subprocess.TimeoutExpired:
        raise BadEnvironment(phrase("{} does not answer within {:g} s", python, _PATIENCE)) from None
    except (OSError, ValueError) as error:
        raise BadEnvironment(phrase("{}: cannot be started: {}", python, file_error_reason(error))) from None
