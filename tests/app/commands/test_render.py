"""`blockloom render`: pictures of a page without a window."""

import os
import sys
from pathlib import Path

import pytest

from blockloom.app import diff_pictures, formats
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.scene.theme import DARK
from blockloom.app.cli import main
from blockloom.blocks.document.pages import Block, Page, Wire
from blockloom.blocks.edits import Insert, Remove
from blockloom.blocks.files import documents
from tests import fork_server
from tests.app.canvaskit import page_of_four
from tests.app.window.document.test_page_blocks import with_pages
from tests.harmful import attacks, page, watched

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def document(tmp_path, catalogue):
    path = tmp_path / "four.loom"
    documents.save(page_of_four().document, path)
    return path


@pytest.mark.parametrize(("suffix", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_it_writes_each_kind_of_picture(document, tmp_path, qapp, suffix, magic):
    out = tmp_path / f"out.{suffix}"
    assert main(["render", str(document), str(out)]) == 0
    assert out.read_bytes().startswith(magic)


def test_blocks_that_are_made_of_a_page_have_its_pins(tmp_path, qapp, catalogue):
    document = with_pages()
    Remove("main", ("C", "S", "N")).apply(document)
    Insert("main", (Block("S", "page:outer"),)).apply(document)
    documents.save(document, tmp_path / "pages.loom")
    out = tmp_path / "out.svg"
    assert main(["render", str(tmp_path / "pages.loom"), str(out), "--page", "main"]) == 0
    assert {">a<", ">b<"} <= {text[text.rindex(">") :] + "<" for text in out.read_text("utf-8").split("</text")[:-1]}


def test_without_a_display_in_a_process_of_its_own(document, tmp_path):
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    out = tmp_path / "out.png"
    done = fork_server.run(
        "blockloom",
        "render",
        document,
        out,
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert out.stat().st_size > 1000


def test_scale_and_theme(document, tmp_path, qapp):
    from PySide6.QtGui import QImage

    small, large, light = (tmp_path / f"{n}.png" for n in ("small", "large", "light"))
    assert main(["render", str(document), str(small)]) == 0
    assert main(["render", str(document), str(large), "--scale", "2"]) == 0
    assert main(["render", str(document), str(light), "--theme", "light"]) == 0
    a, b, c = (QImage(str(p)) for p in (small, large, light))
    assert abs(b.width() - 2 * a.width()) <= 1 and abs(b.height() - 2 * a.height()) <= 1
    assert c.size() == a.size() and c.pixelColor(1, 1).lightness() > 200 > 100 > a.pixelColor(1, 1).lightness()


def test_svg_holds_texts_as_texts(document, tmp_path, qapp):
    out = tmp_path / "out.svg"
    main(["render", str(document), str(out)])
    text = out.read_text("utf-8")
    assert ">AddV2<" in text and ">[1., 2.]<" in text and "<path" in text


def test_an_empty_page_is_a_picture_too(tmp_path, qapp, catalogue):
    from blockloom.app.commands.render import picture

    assert picture(Page("empty"), catalogue, formats.format_for("x.png", "draw")).startswith(b"\x89PNG")


def test_a_wire_between_blocks_that_are_not_there_is_passed_over(catalogue, qapp):
    made = page_of_four().document.pages["main"]
    before = Picture(made, catalogue, DARK).area
    made.put_wire(Wire("GONE", "out", "ALSO", "x"))
    assert Picture(made, catalogue, DARK).area == before


def test_bad_use_is_one_message_and_exit_code_2(document, tmp_path, capsys, qapp):
    out = str(tmp_path / "out.png")
    two = documents.load(document)
    two.pages["other"] = Page("other")
    documents.save(two, tmp_path / "two.loom")
    for words, wanted in (
        ([str(document), str(tmp_path / "out.gif")], ".png, .svg, .pdf"),
        ([str(tmp_path / "missing.loom"), out], "missing.loom"),
        ([str(document), out, "--page", "nowhere"], "main"),
        ([str(tmp_path / "two.loom"), out], "main, other"),
        ([str(document), str(tmp_path / "no" / "folder" / "out.png")], "cannot be saved"),
        ([str(document), out, "--scale", "0"], "--scale"),
        ([str(document), out, "--scale", "nan"], "--scale"),
    ):
        assert main(["render", *words]) == 2
        error = capsys.readouterr().err
        assert wanted in error and "Traceback" not in error and error.count("\n") == 1
    assert not Path(out).exists()


def test_a_picture_has_a_largest_size_and_says_so(document, tmp_path, capsys, qapp, monkeypatch):
    from PySide6.QtGui import QImage

    monkeypatch.setattr(diff_pictures, "MOST", 300 * 300)
    monkeypatch.setattr(diff_pictures, "SIDE", 1000)
    out = tmp_path / "out.png"
    assert main(["render", str(document), str(out)]) == 0
    image = QImage(str(out))
    assert 0.9 < image.width() * image.height() / 300 / 300 < 1.1
    assert "scaled down to" in capsys.readouterr().err
    monkeypatch.setattr(diff_pictures, "SIDE", 100)
    assert main(["render", str(document), str(out)]) == 0
    image = QImage(str(out))
    assert 99 <= max(image.width(), image.height()) <= 100
    assert main(["render", str(document), str(tmp_path / "out.svg")]) == 0
    assert capsys.readouterr().err.count("scaled down") == 1


def test_a_failure_keeps_the_picture_that_was_there(document, tmp_path, qapp, monkeypatch):
    out = tmp_path / "out.png"
    out.write_bytes(b"before")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["render", str(document), str(out)]) == 2
    assert out.read_bytes() == b"before" and list(tmp_path.glob(".out*")) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify tells which files are opened")
def test_nothing_of_the_page_runs(catalogue, tmp_path, tmp_path_factory, qapp):
    source, out = tmp_path_factory.mktemp("page") / "page.loom", tmp_path_factory.mktemp("out") / "out.png"
    with watched(tmp_path) as witness:
        documents.save(page(catalogue, attacks(tmp_path, witness.port)), source)
        assert main(["render", str(source), str(out)]) == 0
        assert out.stat().st_size > 1000 and witness.saw() == []
