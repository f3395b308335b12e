"""Workers of another environment's TensorFlow, with libraries of custom ops."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import blockloom
from blockloom.app.cli import main
from blockloom.app.formats import open_document
from blockloom.runtime.worker import catalogue_cache, client, environment
from blockloom.runtime.worker.client import ensure_catalogue
from blockloom.runtime.worker.service import LibraryTrial
from tests.extent import slow
from tests.workers import Real

ROOT = Path(__file__).parents[3]
INCLUDE = Path(sysconfig.get_path("purelib")) / "tensorflow/include"
compiled = pytest.mark.skipif(
    shutil.which("g++") is None or not INCLUDE.is_dir() or sys.platform != "linux", reason="no compiler for libraries"
)

LINES = "one\ntwo\u2028three\x85four"  # the name of a folder


@pytest.fixture(autouse=True)
def own_workers(monkeypatch):
    """Use separate workers, and restore the environment, since the shared worker keeps its settings."""
    monkeypatch.setattr(client, "Worker", Real)
    for variable in (environment.PYTHON, environment.OPS):
        monkeypatch.setenv(variable, "")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Compiles a library of tests/custom_op.cc."""

    def made(name, *defined):
        path = tmp_path_factory.mktemp("libraries") / f"{name}.so"
        words = ["g++", "-w", "-shared", "-fPIC", f"-I{INCLUDE}", *defined, ROOT / "tests/custom_op.cc", "-o", path]
        subprocess.run(words, check=True, capture_output=True)
        return path

    return made


@pytest.fixture
def elsewhere(tmp_path):
    """Return the folder of an environment with TensorFlow and its dependencies, without Blockloom and its own."""
    folder = tmp_path / "elsewhere"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (there,) = folder.glob("lib/python*/site-packages")
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if not entry.name.lower().startswith(
            ("blockloom", "__editable", "pyside6", "msgspec", "networkx", "platformdirs")
        ):
            (there / entry.name).symlink_to(entry)
    return folder


@pytest.fixture
def broken(tmp_path):
    """Return an environment whose TensorFlow lacks a library."""
    folder = tmp_path / "broken"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (there,) = folder.glob("lib/python*/site-packages")
    (there / "numpy").symlink_to(Path(sysconfig.get_path("purelib")) / "numpy")
    (there / "numpy.libs").symlink_to(Path(sysconfig.get_path("purelib")) / "numpy.libs")
    (there / "tensorflow").mkdir()
    said = "Traceback (most recent call last):\\nImportError: libcudart.so.12: cannot open\\n\\nFailed to load."
    (there / "tensorflow/__init__.py").write_text(f'raise ImportError("{said}")')
    return folder


def program(path, text):
    """Write an executable shell script."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    "text, said",
    [
        ("echo Python 3.8.20", " is Python 3.8.20: Blockloom needs 3.11 or later"),
        ("echo GNU bash", "is not a Python interpreter"),
        ("exit 1", "is not a Python interpreter"),
        ("[ $1 != --version ] || echo Python 3.12.1", "has no TensorFlow: "),
        ("[ $1 != --version ] && exec ls /nowhere || echo Python 3.12.1", "cannot be started: ls: "),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="scripts of a shell")
def test_what_cannot_run_tensorflow_is_refused(tmp_path, capsys, text, said):
    python = program(tmp_path / "python", text)
    assert main(["ops", "AddV2", "--python", str(python)]) == 2
    out, errors = capsys.readouterr()
    error, page = errors.splitlines()
    assert not out and str(python) in error and said in error
    assert page == "blockloom help how-to/use-another-tensorflow-or-custom-ops says more"
    assert environment.selected_environment() == ("", ())  # all stays as it was


@pytest.mark.skipif(sys.platform == "win32", reason="scripts of a shell")
def test_tensorflow_is_found_in_a_folder_of_any_name(tmp_path, monkeypatch):
    there = tmp_path / LINES / "tensorflow"
    there.mkdir(parents=True)
    (there / "__init__.py").touch()
    monkeypatch.setenv("SOMEWHERE", str(there.parent))
    version = "{}.{}.1".format(*sys.version_info)
    text = f"[ $1 != --version ] || exec echo Python {version}; PYTHONPATH=$SOMEWHERE exec '{sys.executable}' -S \"$@\""
    environment.select_environment(program(tmp_path / "python", text))
    assert environment.tensorflow_folders() == [there]
    # msgspec cannot be lent to another version of Python.
    other = program(tmp_path / "other", text.replace(version, "3.99.1"))
    environment.select_environment(other)
    with pytest.raises(blockloom.BadEnvironment, match=f"{re.escape(str(other))} has no msgspec: .* -m pip install"):
        environment.tensorflow_folders()


def test_a_tensorflow_that_cannot_be_imported_is_reported(broken, monkeypatch, capsys):
    monkeypatch.setattr(client, "Worker", Real)
    assert main(["run", str(ROOT / "assets/examples/xor_network.loom"), "--python", str(broken)]) == 2
    python, said = broken / "bin/python", "TensorFlow cannot be imported: ImportError: libcudart.so.12: cannot open"
    out, errors = capsys.readouterr()
    assert not out and errors.splitlines()[0] == f"blockloom: {python}: {said}"


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
def test_a_path_that_is_not_a_file_is_refused(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe.so")
    for words, said in (
        (["--python", str(tmp_path / "gone")], "cannot be started: no such file"),
        (["--python", str(tmp_path)], "there is no Python in this folder"),
        (["--ops", str(tmp_path / "gone.so")], "gone.so: cannot be read: no such file"),
        (["--ops", str(tmp_path / "pipe.so")], "pipe.so: cannot be read: it is a pipe"),
    ):
        assert main(["check", "--fast", str(ROOT / "assets/examples/xor_network.loom"), *words]) == 2
        assert said in capsys.readouterr().err


def test_variables_choose_as_options_do(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("BLOCKLOOM_PYTHON", str(tmp_path / "gone"))
    assert main(["ops", "AddV2"]) == 2
    assert "gone" in capsys.readouterr().err
    with pytest.raises(blockloom.BadEnvironment, match="gone"):
        ensure_catalogue()


def test_catalogues_of_environments_are_never_mixed(tmp_path, monkeypatch):
    """Another interpreter with the same TensorFlow, and a rebuilt library, have separate catalogues."""
    monkeypatch.setattr(environment, "tensorflow_folders", lambda: [INCLUDE.parent])
    library, paths = tmp_path / "ops.so", set()
    for python, ops in ((None, ()), (sys.executable, ()), (None, (library,)), (sys.executable, (library,))):
        library.touch()
        environment.select_environment(python, ops)
        paths.add(catalogue_cache.cache_path())
    library.write_text("built again")
    paths.add(catalogue_cache.cache_path())
    assert len(paths) == 5


PAGE = {"blockloom": 1, "pages": [{"name": "main", "blocks": [
    {"id": "KEEP", "type": "KeepFirst", "at": [0, 0], "values": {"numbers": "[3.5f, 4.5f, 5.5f]", "count": "2"}}
]}]}  # fmt: skip


@pytest.fixture
def page(tmp_path):
    """Write the file of a page with a custom op."""
    path = tmp_path / "page.loom"
    path.write_text(json.dumps(PAGE))
    return path


def test_without_its_library_a_custom_op_is_a_problem_that_says_so(page, capsys):
    assert main(["check", "--fast", str(page)]) == 1
    said = capsys.readouterr().out
    assert "main/KEEP" in said and "there is no block type KeepFirst" in said and "--ops" in said


@slow
@compiled
def test_a_page_runs_there_with_custom_ops(elsewhere, library, page, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("BLOCKLOOM_CACHE", str(tmp_path / "cache"))
    blockloom.use(elsewhere, [library("keep", '-DNAME="KeepFirst"')])
    document, worker = open_document(page), Real(keep_state=False)
    try:
        result = blockloom.run(document, worker=worker)
        assert result.results["KEEP"]["first"].tolist() == [3.5, 4.5, 0]
        assert Path(f"/proc/{worker.pid}/cmdline").read_text().startswith(f"{elsewhere}/bin/python\0")
    finally:
        worker.close()
    type_ = ensure_catalogue()["KeepFirst"]  # no process is asked again
    assert type_.category == "Custom ops" and type_.devices == ("CPU",)
    assert [(pin.name, pin.dtype) for pin in (*type_.inputs, *type_.outputs)] == [
        ("numbers", "DT_FLOAT"),
        ("first", "DT_FLOAT"),
    ]
    assert main(["ops", "keep", "first"]) == main(["check", "--fast", str(page)]) == 0
    assert "KeepFirst" in capsys.readouterr().out


LOADED = """
import sys
from blockloom.runtime.compile import op_registry
from blockloom.runtime.worker import service
from blockloom.runtime.worker.errors import BadEnvironment

page, good, *bad = sys.argv[1:]
service.load_op_libraries([good], known=False)
print(op_registry.LIBRARIES == {"KeepFirst": good})
for path in bad:
    try:
        service.load_op_libraries([path], known=False)
    except BadEnvironment as error:
        print(error)

from blockloom.blocks.catalogue.catalogue import make_catalogue
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import PageInference
from blockloom.runtime.script.writer import write

catalogue = make_catalogue(op_registry.read_types(), PageInference, "")
print(write(documents.load(page), "main", catalogue, "page.py").text)
"""


@slow
@compiled
def test_what_a_process_knows_of_its_libraries(library, tmp_path, page):
    """Those without new ops are refused, and a script loads the one that it needs."""
    text = tmp_path / "text.so"
    text.write_text("no library")
    keep = '-DNAME="KeepFirst"'
    paths = library("keep", keep), library("none"), library("relu", '-DNAME="Relu"'), library("again", keep), text
    done = subprocess.run(
        [sys.executable, "-c", LOADED, page, *paths], capture_output=True, text=True, cwd=ROOT, check=True
    )
    said, script = done.stdout.splitlines()[:5], done.stdout
    assert [line.rpartition("cannot be loaded: ")[2] for line in said] == [
        "True",
        "it has no ops",
        "an op Relu exists already: rename the op in this library",
        "an op KeepFirst exists already: rename the op in this library",
        "file too short",
    ]
    assert f'\ntf.load_op_library("{paths[0]}")\n' in script and 'apply_op("KeepFirst"' in script


@slow
@compiled
def test_a_library_that_ends_a_process_is_reported(library):
    good, crash = library("keep", '-DNAME="KeepFirst"'), library("crash", "-DCRASHES")
    bad = crash.parent / LINES / crash.name
    bad.parent.mkdir()
    crash.rename(bad)
    said = re.escape(f"{bad} cannot be loaded: it ends the process with SIGABRT")
    with pytest.raises(blockloom.BadEnvironment, match=said):
        LibraryTrial([str(good), str(bad)]).wait()
