"""Whose TensorFlow the workers run, and which libraries of custom ops they load.

There is one choice for this process and all that it starts, in two variables of its environment. Options of commands,
the window's settings and `blockloom.use` set them. No document does: a file may come from anyone.
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
_GET = 'pip install "tensorflow ~= 2.21.0"'  # or tensorflow-cpu of that version
_OLDEST = (3, 11)  # Python that our code is written for
_LENT = ("msgspec", "networkx", "platformdirs")  # what a worker needs besides TensorFlow, which need nothing more
_BINARY = "msgspec"  # fits one version of Python only: an interpreter of another version needs its own
_PATIENCE = 20.0  # seconds for an interpreter to answer
_PLACES = ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe")  # in the folder of an environment
_WHERE = (
    "import importlib.util, json; s = importlib.util.find_spec('tensorflow'); "
    "print(json.dumps([*s.submodule_search_locations] if s and s.origin else []))"
)

_found: dict[str, list[Path]] = {}  # interpreter -> where its TensorFlow is


class Environment(NamedTuple):
    """`python` is the path of an interpreter, "": the one that runs Blockloom; `ops` are the paths of libraries."""

    python: str = ""
    ops: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.python, *self.ops)))


def chosen() -> Environment:
    """Return the chosen environment; without one, Blockloom's own interpreter and no libraries."""
    python = os.environ.get(PYTHON, "")
    ops = dict.fromkeys(map(_absolute, filter(None, os.environ.get(OPS, "").split(os.pathsep))))
    return Environment(_interpreter(_absolute(python)) if python else "", tuple(ops))


def choose(python: str | os.PathLike[str] | None = None, ops: Iterable[str | os.PathLike[str]] = ()) -> None:
    """What workers run that start from now on: an interpreter or the folder of an environment, and files of libraries.
    Nothing is looked at yet, see `check`.
    """
    for variable, value in (
        (PYTHON, _absolute(os.fspath(python)) if python else ""),
        (OPS, os.pathsep.join(_absolute(os.fspath(file)) for file in ops)),
    ):
        if value:
            os.environ[variable] = value
        else:
            os.environ.pop(variable, None)


def use(python: str | os.PathLike[str] | None = None, ops: Iterable[str | os.PathLike[str]] = ()) -> None:
    """`choose` and `check`. Where that raises, all stays as it was."""
    before = chosen()
    choose(python, ops)
    try:
        check()
    except BadEnvironment:
        choose(*before)
        raise


def check() -> None:
    """Raise BadEnvironment where what was chosen is not there: an interpreter that is none, is too old or has no
    TensorFlow, or a library.
    """
    environment = chosen()
    if environment.python and not folders():
        get = f'"{environment.python}" -m pip install tensorflow'
        raise BadEnvironment(phrase("{} has no TensorFlow: {}", environment.python, get))
    for file in environment.ops:
        try:
            with bounded_io.opened(file, "ops"):
                pass
        except OSError as error:
            raise BadEnvironment(phrase("{}: cannot be read: {}", file, file_error_reason(error))) from None


def missing() -> Phrase:
    """What is said where Blockloom's own environment has no TensorFlow."""
    return phrase(
        "this needs TensorFlow, which is not installed in {}: {}, or name an environment that has it (--python)",
        sys.prefix,
        _GET,
    )


def folders() -> list[Path]:
    """Return the folders of TensorFlow, without importing it; none where it is not installed. Raises BadEnvironment if
    the interpreter that was chosen is none, or lacks a package that cannot be lent to it.
    """
    python = chosen().python
    if not python:
        spec = importlib.util.find_spec("tensorflow")
        return [Path(folder) for folder in (spec and spec.origin and spec.submodule_search_locations) or ()]
    if python not in _found:
        version = _version(python)
        done = _ended(python, "-P", "-c", _WHERE)
        if done.returncode:
            last = (done.stderr.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
            raise BadEnvironment(phrase("{}: cannot be started: {}", python, last))
        try:
            places = json.loads(done.stdout.strip().rpartition(b"\n")[2])  # behind what a start file may print
            found = [Path(folder) for folder in places if os.path.isdir(folder)]
        except (ValueError, TypeError):
            return []
        if found and version != sys.version_info[:2] and _ended(python, "-P", "-c", f"import {_BINARY}").returncode:
            raise BadEnvironment(phrase("{} has no {}: {}", python, _BINARY, f'"{python}" -m pip install {_BINARY}'))
        if found:
            _found[python] = found
        return found
    return _found[python]


def command(about: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
    """The command line of a worker, to which this is told, and the variables that it needs."""
    python = chosen().python
    if not python:
        words = programs.python("blockloom.runtime.worker.service", json.dumps(about))
        return words, {"PYTHONPATH": programs.python_path()}
    places = {"blockloom": programs.root()} | {name: _place(name) for name in _LENT}
    script = str(Path(__file__).with_name("external_packages.py"))
    return [python, "-P", script, json.dumps(places), json.dumps(about)], _variables()


def _variables() -> dict[str, str]:
    """What another interpreter gets: nothing of where this one finds its packages."""
    return {"PYTHONPATH": programs.foreign_path(), "PYTHONHOME": "", "__PYVENV_LAUNCHER__": ""}


def _place(name: str) -> str:
    """The folder that a package of ours lies in."""
    spec = importlib.util.find_spec(name)
    return str(Path(spec.origin).parents[1]) if spec is not None and spec.origin else ""


def _absolute(path: str) -> str:
    return os.path.abspath(os.path.expanduser(path))


def _interpreter(path: str) -> str:
    """The interpreter itself, of an environment's folder. Links are not followed: an environment's is one."""
    if os.path.isdir(path):
        inside = (os.path.join(path, place) for place in _PLACES)
        return next(filter(os.path.isfile, inside), path)
    return path


def _version(python: str) -> tuple[int, int]:
    """Return the version of an interpreter, before it is given any code. Raises BadEnvironment if it is no Python, or
    too old.
    """
    if os.path.isdir(python):
        raise BadEnvironment(phrase("{}: there is no Python in this folder", python))
    found = re.match(r"Python (\d+)\.(\d+)\S*", _ended(python, "--version").stdout.decode("utf-8", "replace"))
    if found is None:
        raise BadEnvironment(phrase("{}: it is no Python", python))
    version = int(found[1]), int(found[2])
    if version < _OLDEST:
        oldest = ".".join(map(str, _OLDEST))
        raise BadEnvironment(phrase("{}: it is {}, and Blockloom needs {} or later", python, found[0], oldest))
    return version


def _ended(python: str, *words: str) -> CompletedProcess[bytes]:
    """An interpreter that has ended. Raises BadEnvironment where it cannot be started, or does not end."""
    import subprocess  # takes longer to import than this module

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
        raise BadEnvironment(phrase("{}: it does not answer within {:g} s", python, _PATIENCE)) from None
    except (OSError, ValueError) as error:
        raise BadEnvironment(phrase("{}: cannot be started: {}", python, file_error_reason(error))) from None
