"""Pictures of documents and pages, and print."""

import contextlib
import gc
import io
import json
import os
import sys

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMessageBox, QProgressDialog

from blockloom.app.canvas import LIGHT
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.window.document import exporting, thumbnail_process, thumbnails
from blockloom.app.window.document.thumbnails import sketch
from blockloom.blocks.files import documents, examples
from tests.extent import slow


def test_pictures_of_documents_are_kept(catalogue, tmp_path, monkeypatch, qapp):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = examples.path_of("matrix_product")
    first = sketch(path, catalogue, "dark", QSize(172, 112))
    kept = list((tmp_path / "blockloom" / "gallery").glob("*.png"))
    assert len(kept) == 1 and first.size() == QSize(172, 112)
    QImage(1, 1, QImage.Format.Format_RGB32).save(str(kept[0]))
    assert sketch(path, catalogue, "dark", QSize(172, 112)).width() == 1  # from the cache
    assert sketch(path, catalogue, "light", QSize(172, 112)).width() == 172
    assert sketch(tmp_path / "none.loom", catalogue, "dark", QSize(172, 112)) is None


def test_the_process_that_draws_gets_the_page_and_can_be_cancelled(filled, qtbot, monkeypatch, tmp_path):
    given = []

    def python(*words):
        given.append(documents.load(words[2]))
        return "sleep", ["60"]

    monkeypatch.setattr(exporting.programs, "python", python)
    filled.exporter.export_to(str(tmp_path / "a.png"))
    filled.findChild(QProgressDialog).cancel()
    qtbot.waitUntil(lambda: filled.exporter.process is None)
    assert filled.status.currentMessage() == "Not exported." and not (tmp_path / "a.png").exists()
    assert [list(page.blocks) for page in given[0].pages.values()] == [["A", "B"]]


@slow
def test_a_page_is_exported_by_a_process_of_its_own(filled, qtbot, tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *args: said.append(args[2]))
    for name, head in (("p.png", b"\x89PNG"), ("p.svg", b"<?xml"), ("p.pdf", b"%PDF")):
        filled.exporter.export_to(str(tmp_path / name))
        qtbot.waitUntil(lambda: filled.exporter.process is None)
        assert not said and (tmp_path / name).read_bytes().startswith(head)
    filled.exporter.export_to(str(tmp_path / "none" / "p.png"))
    qtbot.waitUntil(lambda: filled.exporter.process is None)
    assert "none" in said[0] and "Traceback" not in said[0]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["p.pdf", "p.png", "p.svg"]


def test_the_process_of_thumbnails_keeps_what_it_draws(qapp, catalogue, tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(thumbnail_process, "QGuiApplication", lambda words: qapp)
    monkeypatch.setattr(os, "nice", lambda by: 0)
    monkeypatch.setattr(thumbnail_process.bounds, "limited", lambda size: contextlib.nullcontext())
    bad = tmp_path / "bad.loom"
    bad.write_text("{")
    asked = [[str(path), path.stem, "dark", 172, 112, 1.0] for path in (examples.path_of("matrix_product"), bad)]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(one) + "\n" for one in asked)))
    assert thumbnail_process.main() == 0 and capfd.readouterr().out.split() == ["drawn", "none"]
    assert (
        thumbnails.load_picture("matrix_product").size() == QSize(172, 112) and thumbnails.load_picture("bad") is None
    )
    (kept,) = tmp_path.rglob("matrix_product.png")
    for number in range(200):
        (kept.parent / f"{number}.png").touch()
    thumbnails.store_picture("newest", QImage(1, 1, QImage.Format.Format_RGB32))
    assert len(list(kept.parent.iterdir())) == 200 and not kept.exists()
    assert thumbnails.load_picture("newest") is not None


def test_a_page_is_printed_whole(filled, tmp_path):
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter()
    printer.setOutputFileName(str(tmp_path / "out.pdf"))
    filled.exporter.paint(printer, Picture(filled.page(), filled.catalogue, LIGHT))
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")


def test_the_print_preview_opens_draws_and_closes(filled, qtbot):
    drawn = []
    paint = filled.exporter.paint
    filled.exporter.paint = lambda *what: (drawn.append(what), paint(*what))
    filled.commands["print"].trigger()
    gc.collect()  # the preview must hold on to its printer
    dialog = filled.exporter.preview[0]
    qtbot.waitUntil(lambda: dialog.isVisible() and bool(drawn))
    dialog.reject()
    qtbot.waitUntil(lambda: filled.exporter.preview is None)
