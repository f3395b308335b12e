"""`blockloom integrate`: files that it writes or keeps in a home folder, and completion in shells."""

import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from blockloom.app.cli import COMMANDS, main
from blockloom.app.commands import integrate
from blockloom.blocks.files import documents

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there are no such folders")


@pytest.fixture
def data(tmp_path, monkeypatch):
    """Return the data folder of an empty home."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME")
    return tmp_path / ".local/share"


def installed_files(data: Path) -> set[str]:
    """Return the files below a folder, without those that the desktop's own programs generate."""
    own = {"mimeinfo.cache", "x-blockloom.xml"}
    return {
        str(path.relative_to(data))
        for path in data.rglob("*")
        if path.is_file() and path.name not in own and not (path.parent.name == "mime" and path.suffix != ".xml")
    }


def test_it_writes_all_and_removes_all(data, capsys):
    assert main(["integrate"]) == 0
    told = capsys.readouterr().out
    assert installed_files(data) == {*integrate.files_to_write(), "blockloom/integrated.json"}
    assert all(str(data / name) in told for name in integrate.files_to_write())
    assert main(["integrate"]) == 0, "again, over its own files"
    assert main(["integrate", "--remove"]) == 0
    assert installed_files(data) == set()
    capsys.readouterr()
    assert main(["integrate", "--remove"]) == 0
    assert capsys.readouterr().out == "there is nothing to remove\n"


def test_it_goes_where_the_user_wants_data(data, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "else"))
    assert main(["integrate"]) == 0
    assert installed_files(tmp_path / "else") and not data.exists()


def test_a_file_of_somebody_else_stays_and_nothing_is_written(data, capsys):
    path = data / "applications/blockloom.desktop"
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    assert main(["integrate"]) == 2
    assert str(path) in capsys.readouterr().err and path.read_text() == "mine"
    assert installed_files(data) == {"applications/blockloom.desktop"}
    path.unlink()
    path.symlink_to(data / "nowhere")
    assert main(["integrate"]) == 2 and path.is_symlink() and not path.exists()


def test_what_was_changed_since_is_neither_replaced_nor_removed(data, capsys):
    path = data / "mime/packages/blockloom.xml"
    main(["integrate"])
    path.write_text("changed")
    assert main(["integrate"]) == 2 and path.read_text() == "changed"
    capsys.readouterr()
    assert main(["integrate", "--remove"]) == 0
    assert f"kept {path}" in capsys.readouterr().out and installed_files(data) == {"mime/packages/blockloom.xml"}


def test_one_of_an_older_version_is_replaced(data, monkeypatch):
    with monkeypatch.context() as older:
        older.setattr(integrate, "ICON", "<svg/>")
        main(["integrate"])
    assert main(["integrate"]) == 0
    assert (data / "icons/hicolor/scalable/apps/blockloom.svg").read_text() == integrate.ICON
    main(["integrate", "--remove"])
    assert installed_files(data) == set()


@pytest.mark.parametrize("old", [False, True])
def test_all_or_nothing_is_written(data, monkeypatch, capsys, old):
    with monkeypatch.context() as older:
        older.setattr(integrate, "ICON", "<svg/>")
        if old:
            main(["integrate"])
    before = {name: (data / name).read_bytes() for name in installed_files(data)}
    write, names = documents.write_atomic, []

    def full(path, content, *more):
        if "zsh" in str(path):
            raise documents.FileError("the disk is full")
        names.append(path)
        return write(path, content, *more)

    monkeypatch.setattr(integrate, "write_atomic", full)
    assert main(["integrate"]) == 2
    assert "the disk is full" in capsys.readouterr().err and len(names) > 3
    now = {name: (data / name).read_bytes() for name in installed_files(data)}
    for both in (before, now):
        both.pop("blockloom/integrated.json", None)
    assert now == before
    monkeypatch.setattr(integrate, "write_atomic", write)
    main(["integrate", "--remove"])
    assert installed_files(data) == set()


def test_a_list_that_cannot_be_read_removes_nothing(data, capsys):
    main(["integrate"])
    (data / "blockloom/integrated.json").write_text("[")
    for words in (["integrate", "--remove"], ["integrate"]):
        assert main(words) == 2 and "integrated.json" in capsys.readouterr().err
    assert installed_files(data) == {*integrate.files_to_write(), "blockloom/integrated.json"}


def test_the_menu_entry_starts_this_installation_on_a_file(data):
    text = integrate.files_to_write()["applications/blockloom.desktop"]
    assert f'Exec="{sys.executable}" "-P" "-m" "blockloom" "edit" %f\n' in text and "MimeType=" in text
    # Quoted, then escaped again as the value of a key: the specification of desktop entries requires both.
    text = integrate.desktop_entry(['/a b/50%/$x"y\\z/python'])
    assert r"""Exec="/a b/50%%/\\$x\\"y\\\\z/python" %f""" in text and r'TryExec=/a b/50%/$x"y\\z/python' in text
    for text in (integrate.ICON, integrate.TYPE):
        ET.fromstring(text)
    if shutil.which("desktop-file-validate"):
        main(["integrate"])
        done = subprocess.run(["desktop-file-validate", data / "applications/blockloom.desktop"], capture_output=True)
        assert (done.returncode, done.stdout) == (0, b"")


@pytest.fixture
def folder(tmp_path):
    """Create a folder with names to complete."""
    here = tmp_path / "here"
    (here / "sub dir").mkdir(parents=True)
    for name in ("page one.loom", "net.svg", "notes.txt"):
        (here / name).touch()
    return here


CASES = [
    (["r"], {"run", "render"}),
    (["run", ""], {"page one.loom", "net.svg", "sub dir"}),
    (["run", "--fo"], {"--format"}),
    (["run", "--format", ""], {"table", "json", "npz"}),
    (["run", "--out", ""], {"page one.loom", "net.svg", "notes.txt", "sub dir"}),
    (["run", "--page", ""], set()),
    (["ops", "--"], {"--help", "--quiet", "--verbose", "--format", "--python", "--ops"}),
    (["integrate", "--rem"], {"--remove"}),
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("words, wanted", CASES)
def test_bash_completes(data, folder, words, wanted):
    main(["integrate"])
    code = (
        'source "$1"; shift; COMP_WORDS=(blockloom "$@"); COMP_CWORD=$#\n'
        '_shtab_blockloom; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", code, "bash", data / "bash-completion/completions/blockloom", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "" and {*filter(None, done.stdout.split("\n"))} == wanted


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
@pytest.mark.parametrize("words, wanted", CASES)
def test_fish_completes(data, folder, words, wanted):
    main(["integrate"])
    line = " ".join(["blockloom", *words])
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {data}/fish/vendor_completions.d/blockloom.fish; complete -C '{line}'"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    found = {row.partition("\t")[0].rstrip("/").replace("\\", "") for row in done.stdout.splitlines()}
    others = {"-h", "sub dir", "notes.txt"}  # fish lists what has another extension last
    assert found - others == wanted - others


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_knows_every_command_and_can_read_what_is_written(data, shell):
    main(["integrate"])
    (path,) = (data / name for name in integrate.files_to_write() if shell in name.partition("/")[0])
    text = path.read_text()
    assert all(name in text for name in COMMANDS) and ("-l until" if shell == "fish" else "--until") in text
    if shutil.which(shell):
        assert subprocess.run([shell, "-n", path], capture_output=True, check=True).stderr == b""


def test_the_man_page_has_every_command_and_option_and_man_can_read_it(data):
    main(["integrate"])
    path = data / "man/man1/blockloom.1"
    text = path.read_text().replace("\\-", "-")
    assert all(f"blockloom {name}" in text for name in COMMANDS) and "--until" in text
    if shutil.which("groff"):
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww", path], capture_output=True, text=True, check=True, env=os.environ
        )
        assert done.stderr == "" and ".index), a .safetensors" in " ".join(done.stdout.split())
