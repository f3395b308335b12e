"""Texts from files are shown as plain text everywhere, never as HTML."""

import pytest
from PySide6.QtCore import QAbstractListModel
from PySide6.QtGui import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QMessageBox, QProgressDialog

from blockloom.app.plain import Label, as_is
from blockloom.blocks.document.pages import Block, Bookmark, Frame, Note, Page, Wire, new_document
from blockloom.blocks.problems import Problem
from tests import lint
from tests.app.windowkit import press_in_dialog

HTML = "<img src='http://127.0.0.1:9/x'><b>bold</b>"


def _shown():
    """Return the texts of labels, tooltips and lists that Qt would interpret as HTML."""
    found = []
    for widget in QApplication.allWidgets():
        texts = [widget.toolTip(), widget.whatsThis(), *(action.toolTip() for action in widget.actions())]
        if isinstance(widget, QLabel) and widget.textFormat() == Qt.TextFormat.AutoText:
            texts.append(widget.text())
        if isinstance(widget, QAbstractItemView) and widget.model() is not None and widget.model().rowCount() < 50:
            model = widget.model()
            columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
            texts += [
                str(model.index(row, column).data(Qt.ItemDataRole.ToolTipRole) or "")
                for row in range(model.rowCount())
                for column in range(columns)
            ]
        found += [
            f"{type(widget).__name__} {widget.objectName()}: {text}"
            for text in texts
            if Qt.mightBeRichText(text) and "<img" in text
        ]
    return found


def _document():
    document = new_document()
    page = document.pages["main"]
    for number, values in enumerate(
        (
            {"value": HTML},
            {"value": "1", HTML: HTML},
            {"value": "1", "dtype": HTML},
            {"value": "1", "loom.device": HTML},
        )
    ):
        page.blocks[f"C{number}"] = Block(f"C{number}", "Const", 0, 90 * number, values, "F")
    page.blocks["N"] = Block("N", HTML, 300, 0, {"x": HTML})
    page.blocks["M"] = Block("M", "page:scale", 300, 90, {"gain": HTML})
    page.frames["F"] = Frame("F", HTML, -20, -20, 200, 400, HTML)
    page.notes["T"] = Note("T", HTML, 600, 0, 100, 50)
    page.bookmarks[1] = Bookmark(0, 0, 1.0, HTML)
    page.put_all([Wire("C0", "output", "N", HTML.replace(".", ""))])
    inner = document.pages["scale"] = Page("scale")
    inner.blocks["gain"] = Block("gain", "loom.Parameter", 0, 0, {"type": HTML, "label": HTML, "unit": HTML})
    inner.blocks["x"] = Block("x", "loom.Arg", 0, 90, {"dtype": HTML, "label": HTML})
    return document


def test_no_text_of_a_document_is_shown_as_html(window, qtbot):
    window.workspace.replace(_document())
    problems = [Problem.from_texts("error", "odd", "main", "N", "", HTML, HTML)]
    window.worker.process.answers["open"] = {"problems": problems}
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: bool(window.problem_list.rows.problems))
    for page in ("main", "scale"):
        window.tabs.show_page(page)
        for name in [*window.page().blocks, *window.page().frames, None]:
            window.canvas().selection.choose([name] if name else [])
            QApplication.processEvents()
            assert not _shown(), (page, name)


def test_a_message_shows_its_text_as_it_is(window, tmp_path):
    seen = []
    press_in_dialog("OK", seen)
    window.file.open_path(str(tmp_path / f"{HTML.replace('/', '')}.loom"))
    (text,) = seen
    assert text.startswith("<qt>") and "&lt;img src=" in text and "<img" not in text
    dialog = QProgressDialog(as_is(HTML), "", 0, 0, window)
    assert dialog.findChild(QLabel).text() == as_is(HTML)


@pytest.mark.parametrize("text", [HTML, "a\n<b>c</b>", "<qt>x</qt>", "a < b", "plain", ""])
def test_a_text_as_it_is(qtbot, text):
    box = QMessageBox(QMessageBox.Icon.NoIcon, "", as_is(text))
    qtbot.addWidget(box)
    label = box.findChild(QLabel, "qt_msgbox_label")
    own = Label(text)
    qtbot.addWidget(own)
    for one, plain in ((label, as_is(text) == text), (own, True)):
        assert (
            plain
            and (one.textFormat() == Qt.TextFormat.PlainText or not Qt.mightBeRichText(one.text()))
            or "&lt;" in one.text()
        )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("QLabel(text)", "QLabel without a textFormat"),
        ("class A(QLabel): pass", "A is a QLabel"),
        ("w.setToolTip(text)", "text may be taken for HTML"),
        ("w.setToolTip(tr('{}').format(x))", "may be taken"),
        ("QMessageBox.critical(w, tr('a'), str(error))", "str(error) may be"),
        ("QPushButton(toolTip=x)", "x may be"),
        ("def data(role):\n    if role == Qt.ToolTipRole:\n        return self.text", "self.text may be"),
        ("QMessageBox.critical(w, tr('a'), as_is(x))", ""),
        ("w.setToolTip(tr('a'))", ""),
        ("Label(text)", ""),
    ],
)
def test_the_lint_notices_what_may_be_taken_for_html(tmp_path, line, says):
    (tmp_path / "app").mkdir()
    (tmp_path / "app/shows.py").write_text(line)
    found = list(lint.html(tmp_path))
    assert len(found) == bool(says) and says in "".join(found)
