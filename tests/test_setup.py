"""The set-up, .ci/install.sh, with fake system programs: its state after a failed step."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(sys.platform == "win32" or shutil.which("bash") is None, reason="there is no bash")


class Checkout:
    """A checkout whose Python, pip, apt-get, ldd and user are what the attributes say; `log` has what they did."""

    root, libraries, fonts, pip = True, False, True, True
    apt = "installs"  # or "fails", or "does nothing"

    def __init__(self, folder: Path):
        self.folder, self.log = folder, folder / "log"
        (folder / ".ci").mkdir()
        for name in ("install.sh", "links.py"):
            shutil.copy(ROOT / ".ci" / name, folder / ".ci")
        (folder / "pyproject.toml").touch()

    def set_up(self) -> subprocess.CompletedProcess:
        state = self.folder / "libraries"
        if self.libraries:
            state.touch()
        self.program("bin/uname", "echo Linux")
        self.program("bin/id", f"echo {0 if self.root else 1000}")
        self.program("bin/ldd", f"[ -e {state} ] || echo 'libEGL.so.1 => not found'")
        self.program("bin/find", "echo arial.ttf" if self.fonts else "")
        ends = {"installs": f"[ $1 = update ] || touch {state}", "fails": "exit 100", "does nothing": ""}[self.apt]
        self.program("bin/apt-get", f"echo apt-get $1 >>{self.log}; {ends}")
        self.program(
            ".venv/bin/python",
            f'if [ "$2 $3" = "pip install" ]; then echo pip >>{self.log}; exit {0 if self.pip else 1}; fi',
        )
        self.log.write_text("")
        return subprocess.run(
            ["bash", ".ci/install.sh"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"},
        )

    def program(self, name: str, body: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    @property
    def done(self) -> list[str]:
        return self.log.read_text().splitlines()

    @property
    def finished(self) -> bool:
        return (self.folder / ".venv/installed").exists()


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


def test_once_all_is_there_nothing_is_done_again(checkout):
    assert checkout.set_up().returncode == 0
    assert checkout.done == ["pip", "apt-get update", "apt-get install"] and checkout.finished
    assert checkout.set_up().returncode == 0
    assert checkout.done == []
    (checkout.folder / "pyproject.toml").write_text("changed")
    assert checkout.set_up().returncode == 0
    assert checkout.done == ["pip"] and checkout.finished


def test_dependencies_that_cannot_be_installed_are_tried_again(checkout):
    checkout.pip = False
    assert checkout.set_up().returncode == 1 and not checkout.finished
    checkout.pip = True
    assert checkout.set_up().returncode == 0 and checkout.finished


def test_libraries_that_root_cannot_install_are_tried_again(checkout):
    checkout.apt = "fails"
    done = checkout.set_up()
    assert done.returncode == 1 and not checkout.finished
    assert "That failed. To try again: apt-get update && apt-get install" in done.stderr
    assert "render and make test do not" in done.stderr
    checkout.apt = "installs"
    assert checkout.set_up().returncode == 0
    assert checkout.done == ["apt-get update", "apt-get install"] and checkout.finished, "pip was not asked again"


def test_packages_that_bring_nothing_leave_no_stamp(checkout):
    checkout.apt = "does nothing"
    done = checkout.set_up()
    assert not checkout.finished and "render and make test do not" in done.stderr


def test_users_without_root_get_instructions_until_the_libraries_exist(checkout):
    checkout.root = False
    for asked in (["pip"], []):
        done = checkout.set_up()
        assert done.returncode == 0 and not checkout.finished and checkout.done == asked
        assert "sudo apt-get update && sudo apt-get install" in done.stderr and "libegl1" in done.stderr
        assert "blockloom run, check, convert and ops work; the window, render and make test do not" in done.stderr
    checkout.libraries = True  # sudo apt-get install was done
    done = checkout.set_up()
    assert (done.returncode, done.stderr) == (0, "") and checkout.finished and checkout.done == []


def test_fonts_alone_hold_nobody_up(checkout):
    checkout.root, checkout.libraries, checkout.fonts = False, True, False
    done = checkout.set_up()
    assert done.returncode == 0 and checkout.finished and "fonts-liberation" in done.stderr
    checkout.root, checkout.apt = True, "fails"
    (checkout.folder / "pyproject.toml").write_text("changed")
    done = checkout.set_up()
    assert done.returncode == 0 and not checkout.finished and "That failed" in done.stderr


HOOK = ROOT / ".ci/hooks/commit-msg"
WHY = "\n\nA run that stops leaves them open."


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        (f"Close the queue runners when a run stops{WHY}", ""),
        (f"runtime/run: close the queue runners{WHY}", ""),
        ("# a comment of git\nFocus the page" + WHY + "\n# another one", ""),
        ("Merge branch 'main'", ""),
        ("fixup! Close the queue runners", ""),
        (f"Closed the queue runners{WHY}", "imperative"),
        (f"runtime/run: closes the queue runners{WHY}", "imperative"),
        (f"The queue runners end{WHY}", "imperative"),
        (f"Close the queue runners.{WHY}", "full stop"),
        (f"Close {'x' * 70}{WHY}", "76 characters"),
        ("Close the queue runners", "no body"),
        ("Close the queue runners\nA run leaves them open.", "second line"),
    ],
)
def test_the_hook_accepts_imperative_subjects_with_a_body(tmp_path, message, problem):
    (tmp_path / "message").write_text(message)
    done = subprocess.run([HOOK, tmp_path / "message"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == bool(problem) and problem in done.stderr
