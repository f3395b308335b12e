"""The window in French and Korean: every text of the code is translated, as it has to be, and windows start."""

import ast
import string
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel

from app.window import language, settings
from app.window.describe import category_of
from app.window.engine import Engine
from app.window.mainwindow import MainWindow
from tests.app.windowkit import FakeWorker, press_in_menu

ROOT = Path(__file__).resolve().parents[2]
CODES = ("fr", "ko")


def messages(path):
    """[(context, source, translation, whether it is finished)] of a .ts file."""
    return [(context.findtext("name"), m.findtext("source"), m.findtext("translation"),
             m.find("translation").get("type") is None)
            for context in ElementTree.parse(path).getroot().iter("context") for m in context.iter("message")]


def fields(text):
    """The placeholders of a format, those without a number by their place."""
    try:
        found = [(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None]
    except ValueError:
        return text.count("{")      # no format: a piece of JSON
    return Counter((name or str(i), spec) for i, (name, spec) in enumerate(found))


@pytest.fixture(params=CODES)
def spoken(request, qapp):
    """The application speaks the language while the test runs."""
    language.install(qapp, request.param)
    yield request.param
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()


@pytest.mark.parametrize("code", CODES)
def test_every_text_is_translated_with_its_placeholders_and_keys(code):
    wrong = []
    translator = QTranslator()
    assert translator.load(f"blockloom_{code}", str(language.FOLDER))
    for context, source, text, finished in messages(language.FOLDER / f"blockloom_{code}.ts"):
        if not finished or not text or translator.translate(context, source) != text:
            wrong.append((source, "not translated, or `make translations` was not run"))
        elif fields(source) != fields(text):
            wrong.append((source, f"other placeholders: {text}"))
        elif source.count("&") != text.count("&"):
            wrong.append((source, f"other keys: {text}"))
        elif any(source.count(mark) != text.count(mark) for mark in (";;", "*.", "\n")):
            wrong.append((source, f"another pattern: {text}"))
    assert not wrong


def test_every_text_of_the_code_is_in_the_translations(tmp_path):
    files = sorted(str(p) for p in (ROOT / "app").rglob("*.py"))
    made = tmp_path / "now.ts"
    subprocess.run([Path(sys.executable).with_name("pyside6-lupdate"), *files, "-tr-function-alias", "tr+=_tr",
                    "-ts", made], cwd=ROOT, capture_output=True, check=True)
    now = {m[:2] for m in messages(made)}
    assert len(now) > 500
    for code in CODES:
        missing = now - {m[:2] for m in messages(language.FOLDER / f"blockloom_{code}.ts")}
        assert not missing, "run `make translations`, and translate what is unfinished then"


def test_every_text_in_the_code_can_be_found_by_lupdate_and_by_qt():
    """lupdate sees no texts in f-strings, and `other.tr()` in another context than Qt looks in."""
    odd = []
    for path in sorted((ROOT / "app").rglob("*.py")):
        tree = ast.parse(path.read_text())
        inside = {id(n) for f in ast.walk(tree) if isinstance(f, ast.JoinedStr) for n in ast.walk(f)}
        for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name not in ("tr", "_tr"):
                continue
            owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else "self"
            if id(call) in inside or not isinstance(call.args[0], ast.Constant) or \
                    owner not in ("self", "QProgressDialog"):
                odd.append(f"{path.name}:{call.lineno}")
    assert not odd


def test_a_window_starts_in_the_language(spoken, qtbot, catalogue):
    settings.settings().clear()
    window = MainWindow(catalogue, Engine(FakeWorker))
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.show()
    titles = [a.text().replace("&", "") for a in window.menuBar().actions()]
    assert titles == {"fr": ["Fichier", "Édition", "Affichage", "Organiser", "Fils", "Page", "Exécution",
                             "Aide"],
                      "ko": ["파일(F)", "편집(E)", "보기(V)", "배치(A)", "선(W)", "페이지(P)", "실행(R)", "도움말(H)"]}[spoken]
    window.do(language_edit(window), "Const")
    assert {"fr": "Annuler\N{NO-BREAK SPACE}: Const", "ko": "실행 취소(U): Const"}[spoken] == \
        window.actions_["undo"].text().replace("&", "")
    for show in (window.parts.show_shortcuts, window.show_handling, window.show_legend, window.show_about):
        show()
        dialog = next(d for d in window.findChildren(QDialog) if d.isVisible())
        assert dialog.windowTitle() not in ("", "Keyboard shortcuts", "Mouse and keys on the page",
                                            "Colours of pins and wires", "About Blockloom")
        shown = [w.text() for w in dialog.findChildren(QLabel) + dialog.findChildren(QAbstractButton)]
        assert "Close" not in shown and "&Close" not in shown or not qt_speaks(spoken)
        dialog.close()
        dialog.deleteLater()
    window.parts.show_outline()
    window.parts.show_target()
    window.parts.show_start()
    canvas = window.canvas()
    canvas.select({"A"})
    canvas.duplicate()
    assert window.history.undo_label == {"fr": "Dupliquer A_2", "ko": "A_2 복제"}[spoken]
    QApplication.processEvents()
    window.engine.close()


def language_edit(window):
    from blocks.document import Block
    from blocks.edits import Insert
    return Insert(window.tabs.page_name(), (Block("A", "Const"),))


def qt_speaks(code):
    return (Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)) / f"qtbase_{code}.qm").is_file()


def test_the_categories_of_the_palette_are_translated(spoken, catalogue):
    for category in {catalogue[name].category for name in catalogue} - {"Blockloom", "TPU", "XLA", "Audio", "Image",
                                                                        "Script", "Signal", "Ragged"}:
        assert "/" in category or category_of(category) != category


def test_the_language_is_that_of_the_environment_then_that_chosen(monkeypatch):
    settings.settings().clear()
    monkeypatch.delenv("BLOCKLOOM_LANGUAGE", raising=False)
    language.choose("ko")
    assert language.language() == "ko"
    monkeypatch.setenv("BLOCKLOOM_LANGUAGE", "fr_CA.UTF-8")
    assert language.language() == "fr"
    monkeypatch.setenv("BLOCKLOOM_LANGUAGE", "xx")
    assert language.language() == "ko"
    language.choose("")
    assert language.language() in ("en", "fr", "ko")


def test_the_menu_chooses_the_language_of_the_next_start(window):
    menu = next(a.menu() for a in window.actions_.menu_of("fit").actions() if a.text() == "Lan&guage")
    press_in_menu(menu, "Français")
    assert language.chosen() == "fr"
    assert "started next" in window.statusBar().currentMessage()
    menu.aboutToShow.emit()
    assert [a.text() for a in menu.actions() if a.isChecked()] == ["Français"]
    press_in_menu(menu, "System Language")
    assert language.chosen() == ""
