"""The installed package: a wheel of a clean checkout, in a clean environment, next to files of any name."""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from PySide6.QtCore import QTranslator

from tests import command_table
from tests.command_table import SHORT, SUCCESSES, TABLE
from tests.extent import slow, slow_after
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None, reason="this is no checkout"
)
FOLDERS = ("app", "assets", "blockloom", "blocks", "docs", "runtime")
# Sources of translations and of the site.
LEFT_OUT = r".*\.ts|blockloom/docs/conf\.py|blockloom/docs/static/.*"
LINK = r"\]\(([^)]+)\)"
BIN, EXE = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")


def done(*command: object, **how) -> str:
    ended = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **how)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Copy the files that git knows into a folder."""
    folder = tmp_path_factory.mktemp("source")
    for name in filter(None, done("git", "ls-files", "-z", cwd=ROOT).split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    """Built by the hatchling of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    done(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, cwd=source)
    (made,) = folder.glob("*.whl")
    return made


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as file:
        return {name: file.read(name) for name in file.namelist()}


def metadata_of(wheel: Path) -> Message:
    (metadata,) = (data for name, data in contents(wheel).items() if name.endswith("/METADATA"))
    return HeaderParser().parsestr(metadata.decode())


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Create an environment with the wheel and this environment's dependencies, without another Blockloom."""
    folder = tmp_path_factory.mktemp("environment")
    done(sys.executable, "-m", "venv", "--without-pip", folder)
    program = folder / BIN / f"python{EXE}"
    packages = Path(done(program, "-P", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    before = {*os.listdir(packages)}
    done(sys.executable, "-m", "pip", "--python", program, "install", "--quiet", "--no-index", "--no-deps", wheel)
    got = {*os.listdir(packages)} - before
    # The folder alone: its own .pth files, that of the checkout among them, are not read.
    (packages / "dependencies.pth").write_text("\n".join({sysconfig.get_path(p) for p in ("purelib", "platlib")}))
    return folder / BIN, packages, got


@pytest.fixture(scope="module")
def without_tensorflow(installed, tmp_path_factory):
    """Return the Python of an environment with the wheel and its dependencies except TensorFlow."""
    folder, links = tmp_path_factory.mktemp("lean"), tmp_path_factory.mktemp("links")
    for place in {sysconfig.get_path(name) for name in ("purelib", "platlib")}:
        for there in Path(place).iterdir():
            if not there.name.startswith(("blockloom", "tensorflow")):
                (links / there.name).symlink_to(there)
    done(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / BIN / f"python{EXE}"
    packages = Path(done(python, "-P", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (packages / "dependencies.pth").write_text(f"{installed[1]}\n{links}\n")
    return python


@pytest.fixture
def hostile(tmp_path):
    """Create a folder with modules named like imports, each of which leaves a file when it runs."""
    ran = tmp_path / "ran"
    for name in (
        "app/__init__",
        "blocks/__init__",
        "runtime/__init__",
        "assets/__init__",
        "tensorflow",
        "numpy",
        "PySide6/__init__",
        "json",
        "argparse",
        "typing",
        "networkx",
    ):
        (tmp_path / "here" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "here" / f"{name}.py").write_text(f"open({str(ran)!r}, 'a').write(__name__ + '\\n')\n")
    return tmp_path / "here", ran


def test_the_wheel_holds_what_is_needed_and_says_what_it_is(wheel):
    names, metadata = contents(wheel), metadata_of(wheel)
    (commands,) = (data.decode() for name, data in names.items() if name.endswith("/entry_points.txt"))
    assert {name.partition("/")[0] for name in names} == {"blockloom", f"blockloom-{metadata['Version']}.dist-info"}
    tracked = {
        f"blockloom/{n}".replace("blockloom/blockloom/", "blockloom/")
        for n in done("git", "ls-files", "-z", *FOLDERS, cwd=ROOT).split("\0")
        if n and (ROOT / n).is_file()
    }
    shipped = {n for n in names if n.startswith("blockloom/")}
    compiled = {n.removesuffix(".ts") + ".qm" for n in tracked if n.endswith(".ts")}
    assert shipped == {n for n in tracked if not re.fullmatch(LEFT_OUT, n)} | compiled
    assert len(compiled) == 2 and all(QTranslator().load(names[n]) for n in compiled)
    written = ROOT.joinpath("CHANGELOG.md").read_text("utf-8").partition("\n## ")[2].splitlines()[0]
    assert metadata["Version"] == written.partition(",")[0] + (".dev0" if "not released" in written else "")
    assert metadata.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert metadata["Author"] == "Blockloom contributors" and metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Summary"] and "tensorflow" in metadata["Keywords"] and len(metadata.get_all("Classifier")) > 9
    assert metadata.get_all("Project-URL") is None and metadata["Home-page"] is None
    assert any(r.startswith("tensorflow[and-cuda]") and "cuda" in r for r in metadata.get_all("Requires-Dist"))
    assert "[console_scripts]\nblockloom = " in commands and "[gui_scripts]\nblockloom-gui = " in commands


@slow
def test_the_source_distribution_builds_the_same_wheel(source, wheel, tmp_path):
    done(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", tmp_path, cwd=source)
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path, filter="data")
    unpacked = tmp_path / archive.name.removesuffix(".tar.gz")
    assert {f"blockloom_{code}.qm" for code in ("fr", "ko")} <= {*os.listdir(unpacked / "assets" / "translations")}
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir"]
    done(sys.executable, "-m", "pip", "wheel", *options, tmp_path, unpacked)
    (made,) = tmp_path.glob("*.whl")
    assert contents(made) == contents(wheel)
    assert (unpacked / "tests/test_wheel.py").exists() and (unpacked / ".ci/install.sh").exists()


def test_the_readme_of_the_package_has_no_link_and_no_picture_that_leads_nowhere(wheel):
    shown = metadata_of(wheel).get_payload()
    assert all(re.match("https?:|#", link) for link in re.findall(LINK, shown))
    words = re.compile(r"[a-z]{3,}")
    written = re.sub(r"!\[.*\)\n|" + LINK, "", ROOT.joinpath("README.md").read_text("utf-8"))
    assert words.findall(written) == words.findall(re.sub(LINK, "", shown))


def test_the_range_of_numpy_is_that_of_tensorflow(wheel):
    wanted = [Requirement(line) for line in importlib.metadata.requires("tensorflow")]
    (numpy,) = (str(one.specifier) for one in wanted if one.name == "numpy")
    (ours,) = (one for one in map(Requirement, metadata_of(wheel).get_all("Requires-Dist")) if one.name == "numpy")
    assert str(ours.specifier) == numpy


def test_an_installation_is_one_package(installed):
    added = installed[2]
    assert {name.partition("-")[0] for name in added} == {"blockloom"} and len(added) == 2


PAGE = "blockloom/assets/examples/csv_and_npy.loom"
COPY = "import sys, blockloom; blockloom.save(blockloom.open(sys.argv[1]), 'copy.loom'); print(blockloom.__file__)"
COMMANDS = {
    "check": ["blockloom", "check", "--fast"],
    "render": ["blockloom", "render"],
    "script": ["python", "-P", "-c", COPY],
    "window": ["blockloom-gui"],
    "run": ["blockloom", "run", "--fetch", "HEIGHTS", "--format", "json"],  # imports TensorFlow, which takes seconds
}


@pytest.mark.parametrize("name", slow_after(4, COMMANDS))
def test_an_installation_runs_where_files_have_any_name(name, installed, hostile, catalogue):
    programs, packages, _ = installed
    folder, ran = hostile
    page, (program, *words) = packages / PAGE, COMMANDS[name]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"BLOCKLOOM_STARTUP_PROBE": "1"}
    command = [programs / f"{program}{EXE}", *words, page, *(["page.svg"] if name == "render" else [])]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, timeout=PATIENCE)
    out, err = ended.stdout, ended.stderr
    if name == "window":  # a message of Qt's platform plugin without a display
        err = "".join(line for line in err.splitlines() if not line.startswith("This plugin does not support"))
    assert (ended.returncode, err, ran.exists()) == (0, "", False)
    if name == "check":
        assert "no errors" in out
    elif name == "render":
        assert (folder / "page.svg").read_text().startswith("<?xml")
    elif name == "script":
        assert Path(out.strip()) == packages / "blockloom/__init__.py" and (folder / "copy.loom").exists()
    elif name == "window":
        assert out.startswith("painted ")
    else:
        found = json.loads(out)
        assert found["page"] == json.loads(page.read_text())["pages"][0]["name"]
        assert found["results"]["HEIGHTS"]["output"]["shape"] == [48, 64]  # from a file in its folder


# Prints (exit code, stdout, stderr) of each command of a JSON list.
OUTCOMES = """
import io, json, sys
from blockloom.app.cli import main

def outcome(words):
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    code = main(words)
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    for stream in streams:
        stream.flush()
    return code, *(stream.buffer.getvalue().decode() for stream in streams)

found = [outcome(words) for words in json.loads(sys.argv[1])]
print(json.dumps(found))
"""


def faults_of(python: Path, rows: list[command_table.Row], folder: Path, tensorflow: bool) -> list[str]:
    """Return how the exit codes of commands in an environment differ from the table."""
    command_table.write_files(folder)
    words = json.dumps([row.words.split() for row in rows])
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    outcomes = json.loads(done(python, "-P", "-c", OUTCOMES, words, cwd=folder, env=environment))
    return [
        fault
        for row, outcome in zip(rows, outcomes, strict=True)
        for fault in command_table.faults(row, outcome, tensorflow)
    ]


@pytest.mark.parametrize("rows", slow_after(1, [SHORT, SUCCESSES]), ids=["short", "long"])
def test_commands_of_an_installation_end_with_the_codes_of_the_table(rows, installed, tmp_path, catalogue):
    assert not "\n".join(faults_of(installed[0] / f"python{EXE}", rows, tmp_path, True))


def test_commands_without_tensorflow_end_with_the_codes_of_the_table(without_tensorflow, tmp_path):
    assert not "\n".join(faults_of(without_tensorflow, [*TABLE], tmp_path, False))
