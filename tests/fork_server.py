"""Fork processes from one that has imported TensorFlow: 0.1 s for each instead of 3 s.

`python -m tests.fork_server WORKERS SCRIPTS` is the server. It imports TensorFlow, runs nothing, and forks for each
connection to one of two sockets, whose file numbers it gets: modules of the project, with what a worker imports, and
scripts (`python -c`), which find nothing of the project. `Popen` starts them there, as `subprocess.Popen` starts
programs. Workers that a forked process starts are forked, too. A server ends with the process that started it, for
which it reads from its standard input.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import inspect
import json
import os
import runpy
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from blockloom.blocks.text import programs
from blockloom.runtime.worker import process

ROOT = Path(__file__).resolve().parents[1]
PATH = "BLOCKLOOM_FORK_SERVER"  # in the environment: the socket of the server
_MODULES = ("blockloom", "blockloom.runtime.worker.service", "tests.runtime.puppet")
_SCRIPT = "-c"
_AT_START = ("TF_", "GLIBC_", "LANG", "LC_", "LD_", "MALLOC_", "OMP_", "PYTHON")  # variables read only at the start
_LONGEST = 1 << 20  # bytes of a request
_own_paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)  # of a server: where it finds the project
_server: list[subprocess.Popen] = []  # that this process started; it ends when this process does


class Popen(subprocess.Popen):
    """A `subprocess.Popen` that forks a script or one of `_MODULES` from the server, without starting Python.

    Any other command starts as a program, and so does one whose environment Python or TensorFlow reads at its start.
    """

    _connection: socket.socket | None = None  # to the server, which writes the exit code to it

    def _execute_child(self, *arguments: Any) -> None:
        start = super()._execute_child
        given = inspect.signature(start).bind(*arguments).arguments
        command, env = given["args"], os.environ if given["env"] is None else given["env"]
        if given["shell"] or not _is_forked(command, env):
            start(*arguments)
            return
        pipes = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        streams = [given[name] if given[name] != -1 else own for own, name in enumerate(pipes[::2][:1] + pipes[3::2])]
        words = _words(command)
        request = {
            "words": words,
            "cwd": os.fspath(given["cwd"] or os.getcwd()),
            "env": dict(env),
            "session": given["start_new_session"],
            "lifeline": bool(given["pass_fds"]),
        }
        self._connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._connection.connect(os.environ[PATH] + (_SCRIPT if words[0] == _SCRIPT else ""))
        socket.send_fds(self._connection, [json.dumps(request).encode()], [*streams, *given["pass_fds"]])
        self.pid = int(self._connection.recv(64))
        self._child_created = True
        self._close_pipe_fds(*(given[name] for name in pipes))

    def _internal_poll(self, *arguments: Any, **more: Any) -> int | None:
        if self._connection is None:
            return super()._internal_poll(*arguments, **more)
        if self.returncode is None and self._waitpid_lock.acquire(blocking=False):
            try:
                if self.returncode is None and select.select([self._connection], [], [], 0)[0]:
                    code = self._connection.recv(64)
                    self.returncode = int(code) if code else -signal.SIGKILL  # the server is gone
            finally:
                self._waitpid_lock.release()
        return self.returncode

    def _wait(self, timeout: float | None) -> int | None:
        if self._connection is None:
            return super()._wait(timeout)
        end = None if timeout is None else time.monotonic() + timeout
        while self._internal_poll() is None:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise subprocess.TimeoutExpired(self.args, timeout)
            select.select([self._connection], [], [], min(left or 1.0, 1.0))  # another thread may read the code
        return self.returncode


def run(*words: Any, **how: Any) -> subprocess.CompletedProcess:
    """`subprocess.run` of `python -m WORDS`, forked."""
    return _run(["-m", *words], how)


def run_script(code: str, *words: Any, **how: Any) -> subprocess.CompletedProcess:
    """`subprocess.run` of `python -c CODE WORDS`, forked: TensorFlow is imported, and nothing of the project."""
    return _run([_SCRIPT, code, *words], how)


def _run(words: list[Any], how: dict[str, Any]) -> subprocess.CompletedProcess:
    kept, subprocess.Popen = subprocess.Popen, Popen
    try:
        return subprocess.run([sys.executable, *map(str, words)], **how)
    finally:
        subprocess.Popen = kept


def working_in(folder: Path) -> list[str]:
    """Return the process ids with this working folder, which workers inherit from their parent."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if place.samefile(folder):
                found.append(place.parent.name)
    return found


def fork_workers() -> None:
    """Have this process fork the workers that it starts."""
    process.subprocess = types.SimpleNamespace(**vars(subprocess) | {"Popen": Popen})


def _words(command: list[str]) -> list[str]:
    """Return what a command line starts and its arguments: a module, or -c and code; none for another command."""
    words = [*map(os.fspath, command)]
    at = 2 if words[1:2] == ["-P"] else 1
    if words[0] != sys.executable or words[at : at + 1] not in (["-m"], [_SCRIPT]):
        return []
    return words[at + (words[at] == "-m") :]


def _is_forked(command: list[str], env: Mapping[str, str]) -> bool:
    """Return whether the server forks what this command starts. The first such command starts the server."""
    if not hasattr(os, "pidfd_open") or _words(command)[:1] == [] or _words(command)[0] not in (*_MODULES, _SCRIPT):
        return False
    if PATH not in os.environ:
        start()
    server = _server_environment(os.environ[PATH])
    wanted = server["added"] | dict(env)

    def read(variables: Mapping[str, str]) -> dict[str, str]:
        return {name: value for name, value in variables.items() if name.startswith(_AT_START)}

    return read(wanted) == read(server["all"])


@functools.cache
def _server_environment(path: str) -> dict[str, dict[str, str]]:
    """Return the environment of a server, and the part that other processes of the tests do not have."""
    return json.loads(Path(f"{path}.json").read_text("utf-8"))


def start() -> None:
    """Start a server for this process and those that it starts."""
    if not hasattr(os, "pidfd_open"):
        return
    path = os.path.join(tempfile.mkdtemp(prefix="fork-"), "socket")
    env = process.worker_environment() | {"PYTHONPATH": programs.python_path()}
    added = {name: value for name, value in env.items() if os.environ.get(name) != value}
    Path(f"{path}.json").write_text(json.dumps({"all": env, "added": added}), "utf-8")
    os.environ[PATH] = path
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as workers,
        socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as scripts,
        open(f"{path}.log", "wb") as log,  # and not what a test captures
    ):
        workers.bind(path)
        scripts.bind(path + _SCRIPT)
        workers.listen(64)
        scripts.listen(64)
        numbers = [workers.fileno(), scripts.fileno()]
        _server.append(
            subprocess.Popen(
                [sys.executable, "-P", "-m", "tests.fork_server", *map(str, numbers)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                pass_fds=numbers,
                env=env | {"PYTHONPATH": os.pathsep.join((str(ROOT), env["PYTHONPATH"]))},
                start_new_session=True,
            )
        )


def _fork_on_request(listener: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    """Serve connections until the standard input ends. Return the request and its files in each forked process."""
    running: dict[int, tuple[int, socket.socket]] = {}  # by the file that tells of its end: a process, its connection
    with selectors.DefaultSelector() as selector:
        selector.register(listener, selectors.EVENT_READ)
        selector.register(0, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fd == 0:
                    return None
                if key.fileobj is listener:
                    connection, _ = listener.accept()
                    data, files, _, _ = socket.recv_fds(connection, _LONGEST, 8)
                    if not data:
                        continue
                    pid = os.fork()
                    if pid == 0:
                        for ended, (_, other) in running.items():
                            os.close(ended)
                            other.close()
                        connection.close()
                        return json.loads(data), files
                    for file in files:
                        os.close(file)
                    connection.send(b"%d" % pid)
                    ended = os.pidfd_open(pid)
                    running[ended] = pid, connection
                    selector.register(ended, selectors.EVENT_READ)
                else:
                    selector.unregister(key.fd)
                    os.close(key.fd)
                    pid, connection = running.pop(key.fd)
                    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                    with connection, contextlib.suppress(OSError):  # nobody may wait for it
                        connection.send(b"%d" % code)


def _become(request: dict[str, Any], files: list[int]) -> None:
    """Turn a process that was forked into the one that is asked for, and do what it does."""
    if request["session"]:
        os.setsid()
    for number, file in enumerate(files[:3]):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(request["env"])
    if request["lifeline"]:
        os.environ["BLOCKLOOM_LIFELINE"] = str(files[3])
    os.chdir(request["cwd"])
    tempfile.tempdir = None
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if request["words"][0] == _SCRIPT:
        _run_code(*request["words"])
        return
    fork_workers()
    sys.argv = request["words"]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def _run_code(*words: str) -> None:
    """Run what stands behind -c, where modules of the project are found as in any other process of this Python."""
    sys.argv = [words[0], *words[2:]]
    sys.path = ["", *(place for place in sys.path if place not in _own_paths)]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("blockloom", "tests")]:
        del sys.modules[name]
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    exec(compile(words[1], "<string>", "exec"), module.__dict__)


def main() -> None:
    import tensorflow  # noqa: F401

    workers, scripts = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    if os.fork() == 0:
        workers.close()
        listener = scripts
    else:
        scripts.close()
        listener = workers
        import blockloom.runtime.worker.worker  # noqa: F401

    gc.collect()
    gc.freeze()
    with listener:
        request = _fork_on_request(listener)
    if request is not None:
        gc.enable()
        _become(*request)


if __name__ == "__main__":
    main()
