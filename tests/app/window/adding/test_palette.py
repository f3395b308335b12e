"""The palette of block types, and its descriptions of them."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from blockloom.app.canvas import DARK
from blockloom.app.window.adding import describe
from blockloom.app.window.adding.palettemodel import NAME
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert
from tests.app.windowkit import FakeWorker, enter, press_in_menu


def add(window, *blocks):
    window.do(Insert(window.tabs.page_name(), blocks), "Add")


def keys(widget, text):
    QTest.keyClicks(widget, text)


def test_typing_and_enter_add_the_best_match(window):
    search = window.palette_view.search
    keys(search, "TakeGrad")
    assert "SparseAccumulatorTakeGradient" in window.palette_view.names()[:4]
    keys(search, " Sparse")
    search.setText("MatMul")
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert [b.type for b in window.page().blocks.values()] == ["MatMul"]
    assert window.canvas().selection() == set(window.page().blocks)


def test_arrow_keys_choose_and_the_description_follows(window):
    view = window.palette_view
    keys(view.search, "matmul")
    first = view.view.currentIndex().data(NAME)
    QTest.keyClick(view.search, Qt.Key.Key_Down)
    second = view.view.currentIndex().data(NAME)
    assert first == "MatMul" and second not in (None, first)
    assert second in view.help.toPlainText()
    QTest.keyClick(view.search, Qt.Key.Key_Return)
    assert [b.type for b in window.page().blocks.values()] == [second]
    QTest.keyClick(view.search, Qt.Key.Key_Escape)
    if view.symbols.isChecked():  # as a test before left it
        view.symbols.click()
    assert view.search.text() == "" and view.names() == [n for n in view.names() if not n.startswith("enu.")]
    before = len(view.names())
    QTest.mouseClick(view.symbols, Qt.MouseButton.LeftButton, pos=QPoint(8, view.symbols.height() // 2))
    assert view.symbols.isChecked() and len(view.names()) == len(window.catalogue) > before


def test_a_page_of_a_closed_document_is_not_described(window):
    view = window.palette_view
    hint = view.help.toPlainText()
    window.tabs.add_page()
    view.describe("page:main")
    assert "main" in view.help.toPlainText()
    window.file.take(new_document("other"), "")
    assert view.help.toPlainText() == hint


class Painted(QObject):
    """Emits `again` after each painting of a widget."""

    finished = Signal()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.finished.emit()
        return False


def test_types_of_libraries_are_painted_in_a_document_that_is_painted_before_they_are_found(window, qtbot):
    viewport = window.palette_view.view.viewport()
    painted = Painted(window)
    qtbot.waitUntil(lambda: bool(window.catalogue.libraries))
    with qtbot.waitSignal(window.workspace.libraries_changed):
        window.file.take(new_document("other"), "")
        viewport.repaint()  # here the catalogue does not have the types yet, so their rows are blank
        assert not window.catalogue.libraries
    viewport.installEventFilter(painted)
    qtbot.waitSignal(painted.finished, timeout=5000).wait()


def test_every_type_is_in_one_category_and_a_drag_carries_its_name(window):
    model = window.palette_view.model

    if not window.palette_view.symbols.isChecked():
        window.palette_view.symbols.click()

    def rows(parent=QModelIndex()):  # noqa: B008
        return [model.index(i, 0, parent) for i in range(model.rowCount(parent))]

    def leaves(index):
        return [index] if index.data(NAME) else [leaf for inner in rows(index) for leaf in leaves(inner)]

    def names(index):
        return [leaf.data(NAME) for leaf in leaves(index)]

    assert sorted(name for index in rows() for name in names(index)) == sorted(window.catalogue)
    enuspace = next(index for index in rows() if index.data() == "enuSpace  487")
    assert len(rows(enuspace)) > 10 and len(names(enuspace)) == 487
    assert all(model.parent(inner) == enuspace for inner in rows(enuspace))
    leaf = leaves(rows()[0])[0]
    mime = model.mimeData([leaf])
    assert bytes(mime.data("application/x-blockloom-type")).decode() == leaf.data(NAME)


def test_favourites_and_recent_types_stand_first_in_the_palette(window):
    palette, model = window.palette_view, window.palette_view.model

    def groups():
        return [model.index(row, 0).data() for row in range(model.rowCount())]

    first = groups()
    maths = model.index(first.index(next(g for g in first if g.startswith("Math"))), 0)
    palette.view.expand(maths)
    add = next(
        model.index(row, 0, maths)
        for row in range(model.rowCount(maths))
        if model.index(row, 0, maths).data(NAME) == "AddV2"
    )
    palette.view.setCurrentIndex(add)
    QTest.keyClick(palette.view, Qt.Key.Key_Return)
    assert groups() == ["Recently added  1", *first]
    assert palette.view.currentIndex().data(NAME) == "AddV2" and palette.view.isExpanded(model.index(2, 0))
    palette.view.scrollTo(palette.view.currentIndex())
    palette.view.customContextMenuRequested.emit(palette.view.visualRect(palette.view.currentIndex()).center())
    press_in_menu(palette.findChildren(QMenu)[-1], "Add to favourites")
    assert groups() == ["Favourites  1", "Recently added  1", *first]
    assert palette.names().count("AddV2") == 1


def test_a_search_without_a_hit_says_so(window):
    keys(window.palette_view.search, "zzzz qqqq")
    assert window.palette_view.none.isVisible() and not window.palette_view.names()


def test_the_hint_has_the_colours_of_the_theme(window):
    shown = []
    for _ in range(3):
        shown.append(window.palette_view.help.toHtml())
        window.commands["theme"].trigger()
    assert shown[0] == shown[2] != shown[1]


def test_without_a_cached_catalogue_the_palette_says_what_it_waits_for(qtbot, catalogue):
    window = MainWindow(None, WorkerSession(FakeWorker))
    qtbot.addWidget(window)
    window.show()
    assert "Reading" in window.palette_view.none.text() and not window.palette_view.none.isHidden()
    window.worker.fetch_catalogue()
    window.worker.process.finish(
        "write_catalogue", types=list(catalogue.entries.values()), tensorflow=catalogue.version, path=""
    )
    qtbot.waitUntil(lambda: "MatMul" in window.palette_view.names())
    assert window.palette_view.none.isHidden() and catalogue.version in window.status.version.text()
    window.worker.close()


def test_a_description_is_rendered_and_leads_to_other_ops_and_back(window, monkeypatch):
    palette, asked = window.palette_view, []
    monkeypatch.setattr(describe.QDesktopServices, "openUrl", lambda url: asked.append(url.toString()))
    palette.describe("ScatterNd")
    shown = palette.help.toPlainText()
    assert "```" not in shown and "<img" not in shown and "`" not in shown and "tf.gather_nd" in shown
    palette.help.anchorClicked.emit(QUrl("op:GatherNd"))
    assert "GatherNd(params" in palette.help.toPlainText() and "← ScatterNd" in palette.help.toPlainText()
    palette.help.anchorClicked.emit(QUrl("op:ScatterNd"))
    assert "ScatterNd(indices" in palette.help.toPlainText()
    palette.help.anchorClicked.emit(QUrl("op:NoSuchOp"))
    palette.help.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert "ScatterNd(indices" in palette.help.toPlainText() and not asked
    palette.help.anchorClicked.emit(QUrl("https://example.org/x"))
    assert asked == ["https://example.org/x"]
    palette.describe("ApplyAdam")
    assert "√(1 - β2t)/(1 - β1t)" in palette.help.toPlainText() and "\\" not in palette.help.toPlainText()


def test_a_type_has_the_mark_of_its_category_in_the_list_and_under_the_pointer(window):
    palette = window.palette_view
    for query, category in (("Const", "data"), ("MatMul", "math"), ("VariableV2", "state")):
        palette.search.setText(query)
        palette.search.typed.emit(query)
        index = palette.model.index(0, 0)
        assert index.data() == query
        accent = QColor(DARK.accents[category]).name()
        for picture in (index.data(Qt.ItemDataRole.DecorationRole).pixmap(16), palette.view.head(index)):
            image = picture.toImage()
            seen = [image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())]
            assert seen.count(accent) > 30, query


def test_pins_of_a_page_are_offered_only_where_the_page_can_be_a_block(window, qtbot):
    """Args, Retvals and Parameters are of no use on a page with a Session, until the page has one of them."""
    palette, canvas = window.palette_view, window.canvas()
    pins = {"loom.Arg", "loom.Retval", "loom.Parameter"}

    def offered_in_box():
        QTest.keyClick(canvas, Qt.Key.Key_Tab)
        found = set()
        for word in ("arg", "retval", "parameter"):
            window.adding.box.edit.clear()
            enter(window.adding.box.edit, word)
            found |= pins & {*window.adding.box.model.names}
        QTest.keyClick(window.adding.box.edit, Qt.Key.Key_Escape)
        return found

    assert pins <= {*palette.names()} and offered_in_box() == pins
    enter(palette.search, "session")
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    palette.search.clear()
    qtbot.waitUntil(lambda: pins.isdisjoint(palette.names()))
    enter(palette.search, "retval")
    assert "loom.Retval" not in palette.names() and offered_in_box() == set()
    window.undo()
    qtbot.waitUntil(lambda: "loom.Retval" in palette.names())
    add(window, Block("ARG", "loom.Arg", values={"dtype": "DT_FLOAT"}))
    window.do(Insert("main", (Block("RUN", "loom.Session"),)), "Add")
    assert offered_in_box() == pins
