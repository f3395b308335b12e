"""The table of file formats: whatever is in it is read by commands, dialogs, drops, completion and scripts."""

import re

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QFileDialog

import blockloom
from blockloom.app import formats
from blockloom.app.cli import main
from blockloom.app.commands.integrate import files_to_write
from blockloom.app.formats import Format, open_document
from blockloom.blocks.document.pages import new_document
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import dumps
from tests.pages import document


@pytest.fixture
def lines(monkeypatch):
    """Register a format: a file with the names of pages, one per line."""

    def read(path):
        made, *others = [new_document(name) for name in path.read_text().split()]
        for other in others:
            made.pages.update(other.pages)
        return made, ["read as lines"]

    def save(made, path):
        path.write_text("\n".join(made.pages))

    monkeypatch.setattr(formats, "FORMATS", (*formats.FORMATS, Format(".lines", "Lines", read=read, save=save)))


def test_a_row_is_all_that_a_format_takes(lines, window, tmp_path, monkeypatch, capsys):
    path, again = tmp_path / "a.lines", tmp_path / "b.lines"
    path.write_text("one\ntwo")
    opened = open_document(path)
    assert [*opened.pages] == ["one", "two"]
    blockloom.save(opened, again)
    assert again.read_text() == path.read_text()
    assert main(["convert", str(path), str(tmp_path / "c.loom")]) == 0 and "read as lines" in capsys.readouterr().err
    assert main(["convert", str(tmp_path / "c.loom"), str(tmp_path / "c.lines")]) == 0
    assert (tmp_path / "c.lines").read_text() == "one\ntwo"
    assert main(["check", "--fast", str(path)]) == 1 and "there is nothing to run" in capsys.readouterr().out
    assert " lines" in files_to_write()["bash-completion/completions/blockloom"]
    asked = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: asked.append(args[3]) or (str(path), ""))
    window.file.open()
    assert re.search(r"\(.*\*\.lines.*\);;.*Lines \(\*\.lines\);;", asked[0])
    assert [*window.history.document.pages] == ["one", "two"]
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    event.ignore()
    window.dragEnterEvent(event)
    assert event.isAccepted()


def test_a_graph_is_saved_by_name_and_its_page(catalogue, tmp_path):
    made = document(catalogue, {"A": ("Const", {"value": "1.0f"})})
    blockloom.save(made, tmp_path / "a.pbtxt")
    assert 'name: "A"' in (tmp_path / "a.pbtxt").read_text()
    made.pages.update(document(catalogue, {"B": ("Const", {"value": "2.0f"})}, name="second").pages)
    with pytest.raises(blockloom.BadPage, match="main, second"):
        blockloom.save(made, tmp_path / "b.pbtxt")
    blockloom.save(made, tmp_path / "b.pbtxt", page="second")
    assert 'name: "B"' in (tmp_path / "b.pbtxt").read_text()


def test_every_format_can_do_something_and_what_is_not_there_is_refused_with_what_is(tmp_path):
    for one in formats.FORMATS:
        assert one.suffix == one.suffix.lower() and (one.read or one.save or one.export or one.draw)
        assert one.save is None or one.read is not None, "what is saved can be opened"
    (tmp_path / "x.docx").write_bytes(b"PK\x03\x04 a document of another program")
    for ask, abilities in (
        (lambda: formats.open_document(tmp_path / "x.docx"), ("read",)),
        (lambda: formats.save_document(new_document(), tmp_path / "x.svg"), ("save", "export")),
    ):
        with pytest.raises(documents.FileError) as told:
            ask()
        assert all(suffix in str(told.value) for suffix in formats.suffixes(*abilities))
    assert formats.find("PAGE.SVG", "read").name == "enuSpace pages" and formats.find("page.svg", "draw").name == "SVG"
    assert [one.name for one in tmp_path.iterdir()] == ["x.docx"]
    with pytest.raises(documents.FileError, match=r"x\.onnx: cannot be read: no such file"):
        formats.open_document("x.onnx")


def test_a_file_is_what_it_holds_whatever_its_name(tmp_path, window):
    project = '<svg pg-classname="project"><pg-picture xlink:href="p.svg"/></svg>'
    page = '<?xml version="1.0"?><svg id="P" enuspace-version="3.0.3.0"/>'
    for name, text, format in (
        ("a.txt", dumps(new_document("mine")), ".loom"),
        ("b.pb", page, ".svg"),
        ("c.svg", project, ".enup"),
        ("d.loom", "# made\nnode {\n}", ".pbtxt"),
    ):
        for encoding in ("utf-8", "utf-16", "utf-8-sig") if format != ".loom" else ("utf-8",):
            (tmp_path / name).write_text(text, encoding)
            assert formats.find(tmp_path / name, "read").suffix == format, (name, encoding)
    assert window.file.open_path(str(tmp_path / "a.txt")) and [*window.history.document.pages] == ["mine"]
    assert window.file.path == "", "under this name no document is saved"
    assert not formats.is_own(tmp_path / "d.loom"), "what was read as a graph is not written over"
    (tmp_path / "p.svg").write_text(page)
    assert [*open_document(tmp_path / "c.svg").pages] == ["p"]
