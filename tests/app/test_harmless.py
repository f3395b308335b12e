"""Files and terminals of any kind at the command line: one message, an exit code, never a traceback or a hang."""

import importlib.metadata
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize

from blockloom.app import cli
from blockloom.app.cli import main
from blockloom.app.commands import run
from blockloom.app.formats import open_document, open_with_report
from blockloom.app.window.document.thumbnails import sketch
from blockloom.blocks import cluster
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.editing import recovery
from blockloom.blocks.files import documents, journal
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.feeds import feed_value
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text import programs
from blockloom.runtime.worker import catalogue_cache
from tests.enuspace.pages import page, project, use, write
from tests.extent import slow
from tests.workers import Lent, Real

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = str(ROOT / "assets" / "examples" / "matrix_product.loom")
posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")


def npy(header: str, data: bytes = b"", version: tuple[int, int] = (1, 0)) -> bytes:
    text = header.encode("latin-1")
    return b"\x93NUMPY" + bytes(version) + len(text).to_bytes(2 if version[0] == 1 else 4, "little") + text + data


def header(dtype: str, shape: str) -> str:
    return f"{{'descr': {dtype}, 'fortran_order': False, 'shape': {shape}}}"


@pytest.mark.parametrize(
    "data, says",
    [
        (b"", "does not begin as an .npy file does"),
        (b"\x80\x04K.", "does not begin as an .npy file does"),
        (b"PK\x03\x04junk", "several arrays"),
        (b"\x93NUMPY\x01", "header is broken"),
        (npy("(" * 9000 + ")" * 900), "header is broken"),
        (npy("-" * 9000 + "1"), "header is broken"),
        (npy("x", version=(9, 0)), "header is broken"),
        (npy(header("'<f8'", f"({'9' * 5000},)")), "header is broken"),
        (npy("{}"), "header is broken"),
        (npy(header("'<f8'", "(True,)"), b"12345678"), "header is broken"),
        (npy(header("'<f8'", "(1000000000000,)")), "promises 8000000000000 bytes, and 0 follow"),
        (npy(header("'<f8'", f"({10**30}, 0)")), "promises 0 bytes"),
        (npy(header("'<f8'", "(-1,)"), b"12345678"), "promises -8"),
        (npy(header("'|O'", "(1,)"), b"12345678"), "it contains object"),
        (npy(header("'<M8[s]'", "(1,)"), b"12345678"), "it contains datetime"),
        (npy(header("[('a', '<f8')]", "(1,)"), b"12345678"), "it contains"),
        (npy(header("'<f8'", f"({'1,' * 70})"), b"12345678"), "dimension"),
        (npy(header("'<U1'", "(1,)"), b"\x00\xd8\x00\x00"), "surrogates"),
    ],
)
def test_a_file_that_is_not_an_array_is_refused(tmp_path, data, says):
    (tmp_path / "x.npy").write_bytes(data)
    with pytest.raises(FileError, match=rf"x\.npy: not an \.npy file of numbers or text: .*{says}"):
        feed_value(f"@{tmp_path / 'x.npy'}")


@given(st.binary(max_size=60), st.integers(0, 200), st.integers(0, 30))
def test_an_array_file_with_mutated_bytes_is_an_array_or_refused(tmp_path, new, at, gone):
    path = tmp_path / "x.npy"
    np.save(path, np.arange(6.0).reshape(2, 3))
    data = path.read_bytes()
    path.write_bytes(data[:at] + new + data[at + gone :])
    try:
        assert isinstance(feed_value(f"@{path}"), np.ndarray)
    except FileError as error:
        assert str(error)


def test_sound_arrays_are_read(tmp_path):
    for array in (
        np.arange(6, dtype=">i2").reshape(2, 3),
        np.asfortranarray(np.eye(3)),
        np.array(True),
        np.zeros((0, 3)),
        np.array([1j], np.complex64),
    ):
        np.save(tmp_path / "x.npy", array)
        got = feed_value(f"@{tmp_path / 'x.npy'}")
        assert got.dtype == array.dtype and np.array_equal(got, array)
    np.save(tmp_path / "x.npy", np.array(["a", "한"]))
    assert feed_value(f"@{tmp_path / 'x.npy'}").tolist() == [b"a", "한".encode()]


@posix
@pytest.mark.parametrize(
    "path, says",
    [("pipe", "is a pipe"), ("/dev/zero", "is a device"), ("folder", "is a directory"), ("none", "no such file")],
)
def test_special_files_are_refused_by_name(tmp_path, path, says):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    path = tmp_path / path
    for suffix in (".loom", ".svg", ".enup"):
        link = tmp_path / f"x{suffix}"
        link.symlink_to(path)
        told = " is not a SavedModel" if path.is_dir() else f": cannot be read: .*{says}"
        with pytest.raises(FileError, match=rf"x\{suffix}{told}"):
            open_document(link)
    for ask, error in ((lambda: feed_value(f"@{path}"), FileError), (lambda: cluster.load(path), cluster.ClusterError)):
        with pytest.raises(error, match=f"cannot be read: (?i:.*{says})"):
            ask()
    assert journal.digest(path) == "" and recovery.read(path) is None


@posix
def test_what_a_project_names_may_be_no_pipe(tmp_path):
    write(tmp_path, page(use("A", "Const")), "good.svg")
    os.mkfifo(tmp_path / "bad.svg")
    os.mkfifo(tmp_path / "good.dat")
    path = write(tmp_path, project("good.svg", "bad.svg"), "all.enup")
    document, report = open_with_report(path)
    assert list(document.pages) == ["good"]
    for name in ("bad.svg", "good.dat"):
        assert any(name in line and "it is a pipe, not a file" in line for line in report)


def test_a_file_that_is_too_large_is_refused_by_its_size(tmp_path, monkeypatch):
    for kind in ("document", "journal", "feed", "cluster"):
        monkeypatch.setitem(bounded_io.LIMITS, kind, 1 << 20)
    for name in ("x.loom", "x.svg", "x.json", "x.npy"):
        with open(tmp_path / name, "wb") as file:
            file.truncate((1 << 20) + 1)
    for ask in (
        lambda: open_document(tmp_path / "x.loom"),
        lambda: open_document(tmp_path / "x.svg"),
        lambda: cluster.load(tmp_path / "x.json"),
        lambda: feed_value(f"@{tmp_path / 'x.npy'}"),
    ):
        with pytest.raises(ValueError, match="larger than 1 MiB"):
            ask()
    (tmp_path / "x.loom").write_bytes(b"x" * (1 << 20))
    with pytest.raises(FileError, match="not a Blockloom document"):
        open_document(tmp_path / "x.loom")


@posix
def test_a_file_that_grows_while_it_is_read_ends_at_the_limit(monkeypatch):
    monkeypatch.setitem(bounded_io.LIMITS, "cluster", 100)  # files in /proc have no size until they are read
    with pytest.raises(cluster.ClusterError, match="larger than"):
        cluster.load("/proc/self/status")


@pytest.mark.parametrize(
    "data, says",
    [
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 9000, "nested too deeply"),
        (b'{"ps": [' + b"9" * 5000 + b"]}", "a number of 5000 digits"),
        (b'{"ps": [1e999]}', "is not an address"),
        (b"\xff", "UTF-8"),
        ('{"한": ["a:1"]}'.encode(), "is not a valid job name"),
    ],
)
def test_a_cluster_file_of_any_content_is_refused_with_its_name(tmp_path, data, says):
    (tmp_path / "c.json").write_bytes(data)
    with pytest.raises(cluster.ClusterError, match=rf"c\.json: .*{says}"):
        cluster.load(tmp_path / "c.json")


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=5)
        | st.sampled_from(["ps", "localhost:2222", "[::1]:5"]),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["ps", "worker", "한"]), inner, max_size=3)
        ),
    )
)
def test_a_cluster_of_any_json_is_one_or_refused(tmp_path, data):
    (tmp_path / "c.json").write_text(json.dumps(data))
    try:
        assert cluster.load(tmp_path / "c.json") == data
    except cluster.ClusterError as error:
        assert "c.json" in str(error)


@pytest.fixture
def cached(tmp_path, monkeypatch):
    """Return the file of a catalogue cache with one type, in a folder of the test."""
    monkeypatch.setenv("BLOCKLOOM_CACHE", str(tmp_path))
    entry = {"name": "Xyz", "op": "Xyz", "category": "Test ops", "devices": []}
    entry |= {"inputs": [], "outputs": [], "attrs": []}
    return catalogue_cache.write_cached_catalogue([entry], "9.9")


def test_a_cache_is_read_or_not_trusted(cached, tmp_path):
    found = catalogue_cache.cached_catalogue()
    assert found.version == "9.9" and "Xyz" in found and "loom.Feed" in found
    assert found["Xyz"].category == found.entries.categories["Xyz"] == "Test ops"
    sound = cached.read_bytes()
    for broken in (
        b"",
        b"{}",
        b"[]",
        b'{"tensorflow": "1", "types": 5}',
        b'{"tensorflow": "1", "types": [{}]}',
        b"[" * 100_000,
        sound[:-1],
        sound + b" ",
        sound.replace(b"Xyz", b"Xyy"),
        b"\xff\n\xff",
    ):
        cached.write_bytes(broken)
        assert catalogue_cache.cached_catalogue() is None
    catalogue_cache.write_cached_catalogue([], "9.9")  # as of a TensorFlow that could not be read
    assert catalogue_cache.cached_catalogue() is None
    cached.unlink()
    if sys.platform != "win32":
        os.mkfifo(cached)
    assert catalogue_cache.cached_catalogue() is None


def test_a_cache_belongs_to_a_distribution_and_its_libraries(cached, monkeypatch):
    installed = cached.parent / "site"
    (installed / "tensorflow").mkdir(parents=True)
    (installed / "tensorflow" / "__init__.py").touch()
    for name in ("tensorflow_cpu-9.9", "tensorflow_estimator-9.9", "toml-1.0"):
        (installed / f"{name}.dist-info").mkdir()
    assert f"tensorflow-{importlib.metadata.version('tensorflow')}-" in cached.name
    with monkeypatch.context() as change:
        change.setattr(sys, "path", [str(installed), *sys.path])
        change.delitem(sys.modules, "tensorflow", raising=False)
        assert catalogue_cache.cache_path().name.startswith("catalogue-tensorflow_cpu-9.9-")
        assert catalogue_cache.cached_catalogue() is None
    libraries = catalogue_cache.tensorflow_libraries()
    assert any("tensorflow" in name and size > 0 for name, size, _ in libraries)
    monkeypatch.setattr(catalogue_cache, "tensorflow_libraries", lambda: [(n, s, when + 1) for n, s, when in libraries])
    assert catalogue_cache.cached_catalogue() is None


def call(*words, out=subprocess.PIPE, **environment):
    return subprocess.run(
        [sys.executable, "-m", "blockloom", *map(str, words)],
        cwd=ROOT,
        stdout=out,
        stderr=subprocess.PIPE,
        timeout=60,
        env=os.environ | environment,
    )


@pytest.fixture
def hangul(tmp_path):
    document = new_document()
    document.page("main").blocks["합"] = Block("합", "NoSuchType")
    documents.save(document, tmp_path / "한글.loom")
    return tmp_path / "한글.loom"


@slow
def test_hangul_on_a_terminal_that_has_none(hangul, catalogue):
    for words, code in (
        (["check", "--fast", hangul], 1),
        (["check", "--fast", "--format", "json", hangul], 1),
        (["check", hangul.with_name("없음.loom")], 2),
    ):
        done = call(*words, PYTHONIOENCODING="ascii")
        assert done.returncode == code and b"Traceback" not in done.stderr
        if "json" in words:  # which is UTF-8, whatever the terminal is
            assert json.loads(done.stdout.decode())[0]["block"] == "합"
        else:
            assert rb"\u" in done.stdout + done.stderr


def test_a_document_does_not_command_the_terminal(tmp_path, catalogue, capfd):
    path = tmp_path / "x.loom"
    document = new_document()
    document.page("main").blocks |= {
        "합": Block("합", "Const\x1b[31m\u202e\x9b"),
        "N": Block("N", "NoOp", values={"x\x1b[2J\r": "1"}),
    }
    documents.save(document, path)
    assert main(["check", "--fast", str(path)]) == 1
    text = capfd.readouterr().out
    assert r"Const\x1b[31m\u202e\x9b" in text and r"x\x1b[2J\r" in text and "합" in text
    assert all(c.isprintable() or c == "\n" for c in text)
    assert main(["check", "--fast", "--format", "json", str(path)]) == 1
    assert "x\x1b[2J\r" in json.loads(capfd.readouterr().out)[0]["message"]
    assert main(["check", "a\x1b[2J\tb\u3000c.loom"]) == 2
    assert capfd.readouterr().err.startswith("blockloom: a\\x1b[2J\tb\u3000c.loom: cannot be read")


def test_what_ops_print_goes_to_the_terminal_as_it_is(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(run, "Worker", Real)  # its close waits for all that its process prints
    page = new_document()
    page.page("main").blocks["P"] = Block("P", "PrintV2", values={"input": "\x1b[1mbold"})
    documents.save(page, tmp_path / "x.loom")
    assert main(["run", str(tmp_path / "x.loom")]) == 0
    assert "\x1b[1mbold\n" in capfd.readouterr().err


@slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_device_is_one_line_and_no_traceback(hangul, catalogue):
    for words in (["check", "--fast", hangul], ["ops"], ["ops", "--format", "json"], ["--version"]):
        with open("/dev/full", "wb") as full:
            done = call(*words, out=full)
        assert done.returncode == 2
        assert done.stderr.decode().splitlines()[-1:] == [
            "blockloom: the output: cannot be written: No space left on device"
        ]


@posix
def test_closed_streams_cause_no_error(hangul, catalogue):
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m blockloom check --fast "$1" >&- 2>&-', sys.executable, hangul], cwd=ROOT, timeout=60
    )
    assert done.returncode == 1


def test_names_with_half_characters(tmp_path, catalogue, qapp, capfd):
    assert main(["check", str(tmp_path / "a\udcff.loom")]) == 2
    if sys.platform.startswith("linux"):
        documents.save(new_document(), tmp_path / "a\udcff.loom")
        assert main(["check", "--fast", str(tmp_path / "a\udcff.loom")]) == 1  # there is nothing on the page
        assert main(["convert", str(tmp_path / "a\udcff.loom"), str(tmp_path / "b\udcff.loom")]) == 0
        assert main(["render", str(tmp_path / "a\udcff.loom"), str(tmp_path / "b\udcff.svg")]) == 0
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    "words",
    [
        ["--steps", "nan"],
        ["--steps", "9" * 5000],
        ["--steps", "9" * 30],
        ["--timeout", "nan"],
        ["--timeout", "1e400"],
        ["--until", f"A.value[{'9' * 5000}] < 1"],
        ["--fetch", "\udcff"],
        ["--feed", "A"],
        ["--set", "\udcff=1"],
        ["--page", "\udcff"],
        ["--out", "."],
        ["--out", "/nowhere/x.json"],
        ["--map", "="],
        ["--feed", "A=@"],
    ],
)
def test_options_of_any_content_give_a_message_and_exit_2(words, capfd):
    assert main(["run", PRODUCT, *words]) == 2
    err = capfd.readouterr().err
    assert err.strip() and "Traceback" not in err and "internal error" not in err


@pytest.mark.parametrize(
    "data", [b"", b"{}", (2**31).to_bytes(4, "little") + b"\0" * 8, b"\x07\0\0\0" + b"\0" * 8 + b"[{},[]]"]
)
def test_what_no_canvas_shows_is_refused(tmp_path, data, hangul, catalogue, qapp, capfd):
    (tmp_path / "shown").write_bytes(data or b"x")
    assert main(["render", str(hangul), str(tmp_path / "x.svg"), "--shown", str(tmp_path / "shown")]) == 2
    assert "does not contain the state of a canvas" in capfd.readouterr().err


def test_an_internal_error_is_one_line_with_the_traceback_in_a_file(tmp_path, monkeypatch, capfd):
    from blockloom.app.commands import check

    def fails(args):
        raise KeyError("a mistake of ours\nin two lines")

    monkeypatch.setattr(check, "run", fails)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main(["check", "x.loom"]) == cli.FAILED
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("blockloom: internal error: KeyError") and "report it with" in line
    log = Path(line.rpartition("report it with ")[2])
    assert "Traceback" in log.read_text() and "in fails" in log.read_text()
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert main(["check", "x.loom"]) == cli.FAILED and "internal error" in capfd.readouterr().err


@pytest.mark.parametrize("error", [BrokenPipeError(32, "Broken pipe"), TimeoutError("too late"), OSError(5, "I/O")])
def test_what_the_system_refuses_elsewhere_is_not_said_of_the_output(monkeypatch, capfd, error):
    from blockloom.app.commands import check

    def fails(args):
        raise error

    monkeypatch.setattr(check, "run", fails)
    assert main(["check", "x.loom"]) == cli.FAILED
    assert f"internal error: {type(error).__name__}" in capfd.readouterr().err


@pytest.mark.parametrize("words", [["run", PRODUCT], ["check", PRODUCT], ["convert", PRODUCT, "OUT.pb"]])
def test_a_worker_that_cannot_be_started_is_said_to_be_that(tmp_path, monkeypatch, capfd, catalogue, words):
    monkeypatch.setattr(programs, "python", lambda *words: [str(tmp_path / "gone")])
    monkeypatch.setattr(Lent, "_take", lambda lent: Real())  # not the one that tests share, which may run by now
    assert main([str(tmp_path / word) if word == "OUT.pb" else word for word in words]) in (cli.FAILED, cli.BAD)
    assert "the worker cannot be started: no such file" in capfd.readouterr().err


@posix
def test_the_window_opens_where_its_settings_are_a_pipe(tmp_path, catalogue):
    (tmp_path / "blockloom").mkdir()
    os.mkfifo(tmp_path / "blockloom" / "window.ini")
    done = call(
        "edit", PRODUCT, XDG_CONFIG_HOME=str(tmp_path), BLOCKLOOM_STARTUP_PROBE="1", QT_QPA_PLATFORM="offscreen"
    )
    assert done.returncode == 0 and done.stdout.startswith(b"painted")
    assert stat.S_ISFIFO(os.stat(tmp_path / "blockloom" / "window.ini").st_mode)


@posix
def test_a_broken_picture_of_the_gallery_is_drawn_again(tmp_path, catalogue, qapp, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = sketch(Path(PRODUCT), catalogue, "dark", QSize(170, 110))
    (cached,) = (tmp_path / "blockloom" / "gallery").iterdir()
    for make in (cached.touch, lambda: os.mkfifo(cached), lambda: cached.write_bytes(b"\x89PNG")):
        cached.unlink()
        make()
        assert sketch(Path(PRODUCT), catalogue, "dark", QSize(170, 110)) == first and cached.is_file()
