"""Run tests in forked processes: `python -m pytest -p tests.forks --forks N`.

One process imports and collects all tests, and forks N processes, which share its memory. Each runs one group of tests
after the other and sends the reports. pytest-xdist starts Python for each process, which imports and collects again.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import signal
import sys
import tempfile
import traceback
import types
from collections import deque
from multiprocessing import Pipe, connection
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.config import create_terminal_writer


class Hooks:
    """Hooks that a conftest.py may implement."""

    @pytest.hookspec(firstresult=True)
    def pytest_fork_group(self, item: pytest.Item) -> object:
        """Return a key that is equal for tests of one process; the default is the file."""

    def pytest_forked(self) -> None:
        """Set up a process before its first test."""


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(Hooks)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--forks", type=int, default=0, metavar="N", help="run the tests in N forked processes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    option = session.config.option
    if not option.forks or option.collectonly or session.testsfailed or sys.platform != "linux":
        return None  # in this process: the libraries of other systems may not work after a fork
    with contextlib.closing(_Processes(session)) as processes:
        processes.run(option.forks)
    return True


class _Process(NamedTuple):
    """A forked process, the tests that it has to run, and the index of the one that runs."""

    pid: int
    todo: deque[int]


class _Processes:
    """The processes that run the tests of a session, by connection."""

    def __init__(self, session: pytest.Session):
        self.session, self.hook = session, session.config.hook
        groups: dict[Any, list[int]] = {}
        for index, item in enumerate(session.items):
            groups.setdefault(self.hook.pytest_fork_group(item=item) or item.path, []).append(index)
        self.groups = deque(groups.values())
        self.running: dict[connection.Connection, _Process] = {}
        self.folder = Path(session.config._tmp_path_factory.getbasetemp())  # noqa: SLF001

    def run(self, count: int) -> None:
        for _ in range(min(count, len(self.groups))):
            self.fork()
        while self.running:
            for pipe in connection.wait([*self.running]):
                try:
                    kind, value = pipe.recv()
                except (EOFError, ConnectionError):
                    self.ended(pipe)
                    continue
                if kind == "more":
                    group = self.groups.popleft() if self.groups else []
                    self.running[pipe].todo.extend(group)
                    pipe.send(group)
                elif kind == "done":
                    self.running[pipe].todo.popleft()
                elif kind == "warning":
                    self.hook.pytest_warning_recorded.call_historic(kwargs=value)
                else:
                    report = self.hook.pytest_report_from_serializable(config=self.session.config, data=value)
                    self.hook.pytest_runtest_logreport(report=report)
                if self.session.shouldfail:
                    raise self.session.Failed(self.session.shouldfail)
                if self.session.shouldstop:
                    raise self.session.Interrupted(self.session.shouldstop)

    def fork(self) -> None:
        here, there = Pipe()
        folder = Path(tempfile.mkdtemp(prefix="fork-", dir=self.folder))
        pid = os.fork()
        if pid:
            there.close()
            self.running[here] = _Process(pid, deque())
            return
        code = 1
        try:
            here.close()
            for pipe in self.running:
                pipe.close()
            _serve(self.session, there, folder)
            code = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(code)

    def ended(self, pipe: connection.Connection) -> None:
        """Report the test in which a process crashed, and have another process run the remaining ones."""
        pid, todo = self.running.pop(pipe)
        pipe.close()
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if not todo:
            return
        item = self.session.items[todo.popleft()]
        said = f"the process that ran this test ended with {code}"
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", said, "call")
        self.hook.pytest_runtest_logreport(report=report)
        if todo:
            self.groups.appendleft([*todo])
        if self.groups:
            self.fork()

    def close(self) -> None:
        for pipe, process in self.running.items():
            pipe.close()
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGTERM)
            os.waitpid(process.pid, 0)


class _Reporting:
    """A plugin of a forked process that sends what the terminal of its parent shows."""

    def __init__(self, config: pytest.Config, pipe: connection.Connection):
        self.config, self.pipe = config, pipe
        self.ready = False  # when a plugin is registered, it gets the earlier warnings again

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.pipe.send(("report", self.config.hook.pytest_report_to_serializable(config=self.config, report=report)))

    def pytest_warning_recorded(self, warning_message: Any, when: str, nodeid: str, location: Any) -> None:
        if not self.ready:
            return
        try:
            pickle.dumps(warning_message)
        except Exception:  # a warning with other objects
            warning_message.message = UserWarning(str(warning_message.message))
            warning_message.category, warning_message.source = UserWarning, None
        self.pipe.send(
            ("warning", {"warning_message": warning_message, "when": when, "nodeid": nodeid, "location": location})
        )


def _serve(session: pytest.Session, pipe: connection.Connection, folder: Path) -> None:
    """Run groups of tests until there are no more."""
    config, plugins = session.config, session.config.pluginmanager
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    plugins.unregister(name="terminalreporter")
    plugins.register(types.SimpleNamespace(_tw=create_terminal_writer(config, io.StringIO())), "terminalreporter")
    reporting = _Reporting(config, pipe)
    plugins.register(reporting)
    reporting.ready = True
    capture = plugins.getplugin("capturemanager")
    capture.stop_global_capturing()  # the files of the parent
    capture.start_global_capturing()
    config._tmp_path_factory._basetemp = folder  # noqa: SLF001
    config.hook.pytest_forked()

    def more() -> list[int]:
        pipe.send(("more", None))
        return pipe.recv()

    group = more()
    while group:
        index, *group = group
        group = group or more()  # before the last test of a group: fixtures of the next one may stay
        item, next_item = session.items[index], session.items[group[0]] if group else None
        config.hook.pytest_runtest_protocol(item=item, nextitem=next_item)
        pipe.send(("done", None))
