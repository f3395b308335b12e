"""Large documents in the window: what is done once, or only where it is looked at."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blocks.document import Block, Document, Frame, Page
from blocks.edits import AddPage, Insert, Many, RemovePage, SetValue


def pages(count):
    document = Document()
    for number in range(count):
        name = f"p{number}"
        document.pages[name] = Page(name)
        Insert(name, (Block("A", "Const", values={"value": "1"}),)).apply(document)
    return document


def shown(window):
    return sorted(canvas.page_name for canvas in window.tabs.canvases())


def test_a_canvas_is_made_when_its_page_is_shown(window):
    window.set_document(pages(120))
    assert window.tabs.count() == 120
    assert shown(window) == ["p0"]
    assert window.canvas().page_name == "p0" and window.canvas().isVisible()
    QTest.keyClick(window, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    window.goto("p77", "A")
    assert shown(window) == ["p0", "p1", "p77"]
    assert window.canvas().page_name == "p77" and window.canvas().selection() == {"A"}
    assert window.tabs.canvas_of("p5").page_name == "p5"
    window.set_catalogue(window.catalogue)
    assert window.canvas().page_name == "p77"
    assert "p5" not in shown(window)


def test_many_pages_come_and_go_in_one_step(window):
    window.set_document(pages(2))
    window.canvas().setFocus()
    window.do(Many(tuple(AddPage(f"new {i}", 1) for i in range(60))), "Add")
    assert [window.tabs.bar.tabData(i) for i in range(62)] == list(window.history.document.pages)
    assert window.tabs.page_name() == "p0" and window.canvas().hasFocus()
    window.do(Many(tuple(RemovePage(f"new {i}") for i in range(60))), "Remove")
    assert [window.tabs.bar.tabData(i) for i in range(window.tabs.count())] == ["p0", "p1"]
    assert window.canvas().page_name == "p0" and window.canvas().hasFocus()


def test_an_edit_of_one_page_is_nothing_to_the_canvases_of_others(window, monkeypatch):
    window.set_document(pages(3))
    for number in range(3):
        window.tabs.show_page(f"p{number}")
    followed = []
    for canvas in window.tabs.canvases():
        monkeypatch.setattr(canvas.scene, "apply", lambda edit, page, true=canvas.scene.apply:
                            followed.append(page.name) or true(edit, page))
    window.do(SetValue("p1", "A", "value", "2"), "Set")
    assert followed == ["p1"]


def test_of_many_frames_in_sight_the_largest_alone_are_drawn_with_their_titles(window, monkeypatch):
    frames = tuple(Frame(f"F{i}", width=100.0 + i, x=i % 40 * 1500.0, y=i // 40 * 400.0) for i in range(1000))
    window.do(Insert("main", frames=frames), "Insert")
    canvas, drawn = window.canvas(), []
    canvas.fit()
    monkeypatch.setattr(canvas.painter.blocks, "frame", lambda p, frame, fold: drawn.append(frame.id))
    canvas.grab()
    assert drawn == [f"F{i}" for i in range(999, 699, -1)]
    drawn.clear()
    canvas.zoom_to(1.0)
    canvas.reveal("F3")
    canvas.grab()
    assert "F3" in drawn and len(drawn) < 10
