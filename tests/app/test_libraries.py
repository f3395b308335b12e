"""Errors for missing system libraries of Qt: one line with the package to install.

Real libraries are copied, and changed to need a library that does not exist.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from blockloom.app import libraries
from blockloom.app.cli import main
from blockloom.app.commands import render

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "assets" / "examples" / "matrix_product.loom"
QT = Path(PySide6.__path__[0])
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Qt brings all that it needs")


def needing(file: Path, library: bytes, other: bytes, folder: Path) -> None:
    """Copy a library into a folder, and replace a library that it needs by another."""
    data = file.read_bytes()
    assert library + b"\0" in data and len(library) == len(other)
    (folder / file.name).write_bytes(data.replace(library + b"\0", other + b"\0"))


def blockloom(*words: object, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "blockloom", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )


def test_a_window_without_a_library_of_its_platform_is_a_message_and_no_core_dump(tmp_path):
    needing(QT / "Qt/plugins/platforms/libqxcb.so", b"libxcb-cursor.so.0", b"libxcb-nowhere.so.", tmp_path)
    needing(tmp_path / "libqxcb.so", b"libxcb-icccm.so.4", b"libno-icccm2.so.4", tmp_path)
    done = blockloom(
        "edit",
        PAGE,
        QT_QPA_PLATFORM="xcb",
        QT_QPA_PLATFORM_PLUGIN_PATH=str(tmp_path),
        LD_LIBRARY_PATH=str(QT / "Qt/lib"),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "blockloom: Qt needs libno-icccm2.so.4, libxcb-nowhere.so., which this system lacks. On "
        "Debian and Ubuntu: sudo apt-get install libno-icccm2-4 libxcb-nowhere\n"
    )


@pytest.mark.parametrize("display", ["", ":8128"])
def test_a_window_without_a_display_is_a_message(monkeypatch, capfd, display):
    for variable in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("DISPLAY", display)
    assert main(["edit", str(PAGE)]) == 2
    assert capfd.readouterr().err.startswith(f"blockloom: there is no display {display}")


@pytest.mark.parametrize("words", [["render", PAGE, "page.png"], ["edit", PAGE]])
def test_qt_that_cannot_be_imported_is_a_message_and_no_traceback(tmp_path, words, catalogue):
    for folder, changed in (("PySide6", "Qt"), ("PySide6/Qt", "lib"), ("PySide6/Qt/lib", "libQt6Gui.so.6")):
        (tmp_path / folder).mkdir()
        for part in (QT.parent / folder).iterdir():
            if part.name not in (changed, "__pycache__"):
                (tmp_path / folder / part.name).symlink_to(part)
    (tmp_path / "shiboken6").symlink_to(QT.parent / "shiboken6")
    needing(QT / "Qt/lib/libQt6Gui.so.6", b"libEGL.so.1", b"libNON.so.1", tmp_path / "PySide6/Qt/lib")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = blockloom(*words, PYTHONPATH=path, QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "blockloom: Qt needs libNON.so.1, which this system lacks. On Debian and Ubuntu: sudo apt-get install libnon1\n"
    )


def test_packages_are_those_that_the_set_up_installs():
    listed = re.search(r'PACKAGES="(.*?)"', (ROOT / ".ci/install.sh").read_text(), re.DOTALL)[1].split()
    told = subprocess.run(
        ["ldd", QT / "Qt/plugins/platforms/libqxcb.so", QT / "QtWidgets.abi3.so"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    system = {line.split()[0] for line in told.splitlines() if "=> /" in line and str(QT.parent) not in line}
    named = {libraries.package(name) for name in system}
    assert len(named & {*listed}) > 15
    assert {"libegl1", "libgl1", "libxcb-cursor0", "libglib2.0-0", "libxkbcommon-x11-0", "libdbus-1-3"} <= named
    for name in listed:  # each is what a library of Qt's is called after, or holds fonts
        assert name in named or name.startswith("fonts-") or name == "libxcb-glx0"


def test_other_errors_are_none_of_a_library(tmp_path):
    assert libraries.why_not_imported(ImportError("cannot import name 'QtGui'")) == ""
    assert libraries.why_not_imported(ModuleNotFoundError("No module named 'PySide6'")) == ""
    # If ldd is missing, the first message of the loader is shown.
    error = ImportError(
        "libEGL.so.1: cannot open shared object file: No such file or directory", path=str(tmp_path / "nowhere.so")
    )
    assert libraries.why_not_imported(error) == (
        "Qt needs libEGL.so.1, which this system lacks. On Debian and Ubuntu: sudo apt-get install libegl1"
    )


def test_a_command_names_the_library_that_is_missing(monkeypatch, capfd, tmp_path):
    def fail(args):
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory", path="nowhere.so")

    monkeypatch.setattr(render, "run", fail)
    assert main(["render", str(PAGE), str(tmp_path / "page.png")]) == 2
    assert "Qt needs libEGL.so.1" in capfd.readouterr().err
