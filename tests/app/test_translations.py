"""The window in French and Korean: every text of the code is translated, as it has to be, and windows start."""

import ast
import re
import string
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QMessageBox

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window import user_settings
from blockloom.app.window.adding.describe import category_of
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.blocks.checks import check_page
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from blockloom.blocks.infer.wire_rules import WireEnd
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text.phrases import phrase
from tests import pages, sources, templates
from tests.app.windowkit import FakeWorker
from tests.extent import at_release, slow

ROOT = Path(__file__).resolve().parents[2]
CODES = ("fr", "ko")
FOR_PROGRAMS = (
    "building.py",
    "comparison.py",
    "drop_stale.py",
    "nonfinite_query.py",
    "page_names.py",
    "python_values.py",
    "run_errors.py",
    "running.py",
    "terminal.py",
)
# Errors in the words of TensorFlow, which problems are made of.
_OF_TENSORFLOW = ("tf.errors.CancelledError", "tf.errors.InvalidArgumentError")


def messages(path):
    """Return [(context, source, plural source or "", translations, whether they are finished)] of a .ts file.

    Texts with a number have a translation for each plural form of the language.
    """
    return [
        (
            context.findtext("name"),
            m.findtext("source"),
            m.findtext("comment") or "",
            [form.text for form in m.iter("numerusform")] or [m.findtext("translation")],
            m.find("translation").get("type") is None,
        )
        for context in ElementTree.parse(path).getroot().iter("context")
        for m in context.iter("message")
    ]


def fields(text):
    """Count the placeholders of a format; those without a number count by position."""
    try:
        found = [part[1:] for part in string.Formatter().parse(text) if part[1] is not None]
    except ValueError:
        return text.count("{")  # no format: a piece of JSON
    return Counter((name or str(i), *how) for i, (name, *how) in enumerate(found))


@pytest.fixture(params=CODES)
def spoken(request, qapp, translations):
    """Set the language of the application during a test."""
    user_settings.install(qapp, request.param)
    yield request.param
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    user_settings.install(qapp, "en")


def test_a_phrase_within_a_phrase_is_translated_and_a_number_is_not(qapp):
    class Loud(QTranslator):
        def translate(self, context, text, disambiguation=None, n=-1):
            return text.upper()

        def isEmpty(self):  # noqa: N802
            return False

    loud = Loud()
    qapp.installTranslator(loud)
    said = translated(phrase("{0} and {1:,}", phrase("a wire"), 1234))
    qapp.removeTranslator(loud)
    assert said == "A WIRE AND 1,234"


@pytest.mark.parametrize("code", CODES)
def test_every_translation_has_the_placeholders_and_keys_of_its_text(code, translations):
    wrong = []
    translator = QTranslator()
    assert translator.load(f"blockloom_{code}", str(user_settings.FOLDER))
    for context, source, many, texts, finished in messages(translations / f"blockloom_{code}.ts"):
        if not finished:
            continue
        if not all(texts) or translator.translate(context, source, many, 2 if many else -1) != texts[-1]:
            wrong.append((source, "empty, or not what Qt finds"))
            continue
        for text in texts:
            if fields(text) not in (fields(source), fields(many or source)):
                wrong.append((source, f"other placeholders: {text}"))
            elif source.count("&") != text.count("&"):
                wrong.append((source, f"other keys: {text}"))
            elif any(source.count(mark) != text.count(mark) for mark in (";;", "*.", "\n")):
                wrong.append((source, f"another pattern: {text}"))
    assert not wrong


def test_french_signs_are_not_parted_from_their_word(translations):
    """A no-break space separates them from the word."""
    told = messages(translations / "blockloom_fr.ts")
    parted = re.compile(r"\S [:;?!»](\s|$)|« ")
    assert [
        text for _, source, _, texts, _ in told for text in texts if not parted.search(source) and parted.search(text)
    ] == []


@slow
@at_release
def test_every_text_of_the_code_is_translated(tmp_path, translations):
    made, phrases = tmp_path / "now.ts", tmp_path / "phrases.py"
    phrases.write_text(templates.listing(), "utf-8")
    subprocess.run(
        [
            Path(sys.executable).with_name("pyside6-lupdate"),
            *sources.files("app"),
            phrases,
            "-tr-function-alias",
            "tr+=_tr",
            "-ts",
            made,
        ],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    now = {m[:3] for m in messages(made)}
    assert len(now) > 1500
    for code in CODES:
        done = {m[:3] for m in messages(translations / f"blockloom_{code}.ts") if m[4]}
        assert not now - done, "run `make translations`, and translate what is unfinished then"


def test_every_text_in_the_code_can_be_found_by_lupdate_and_by_qt():
    """Lupdate sees no texts in f-strings, and `other.tr()` in another context than Qt looks in."""
    odd = []
    for path in sources.files("app"):
        inside = {id(n) for f in sources.nodes(path, ast.JoinedStr) for n in ast.walk(f)}
        for call in sources.nodes(path, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name not in ("tr", "_tr"):
                continue
            owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else "self"
            if (
                id(call) in inside
                or not isinstance(call.args[0], ast.Constant)
                or owner not in ("self", "QProgressDialog")
            ):
                odd.append(f"{path.name}:{call.lineno}")
    assert not odd


def test_what_blocks_and_runtime_say_are_phrases():
    """A text that is raised or told of a problem as a plain string would stay English in the window."""
    odd = [
        place
        for name in ("phrase", "plural")
        for place, args in templates.calls(name)
        if isinstance(args[0], ast.JoinedStr | ast.BinOp | ast.IfExp)
    ]
    for path in sources.files("blocks", "runtime"):
        if path.name in FOR_PROGRAMS:
            continue
        for node in sources.nodes(path, ast.Raise, ast.Call):
            call = node.exc if isinstance(node, ast.Raise) else node
            told = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
            raised = call is not node and told not in ("AttributeError", *_OF_TENSORFLOW)
            if raised or told in ("Problem", "say"):
                odd += [
                    f"{path.name}:{arg.lineno}"
                    for arg in getattr(call, "args", ())
                    if isinstance(arg, ast.JoinedStr | ast.Constant) and " " in ast.unparse(arg)
                ]
    assert not odd


def test_a_window_starts_in_the_language(spoken, qtbot, catalogue):
    user_settings.settings().clear()
    window = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.show()
    titles = [a.text().replace("&", "") for a in window.menuBar().actions()]
    assert (
        titles
        == {
            "fr": [
                "Fichier",
                "Édition",
                "Sélection",
                "Affichage",
                "Organiser",
                "Fils",
                "Modèle",
                "Page",
                "Exécution",
                "Débogage",
                "Aide",
            ],
            "ko": [
                "파일(F)",
                "편집(E)",
                "선택(S)",
                "보기(V)",
                "배치(A)",
                "와이어(W)",
                "모델(M)",
                "페이지(P)",
                "실행(R)",
                "디버그(D)",
                "도움말(H)",
            ],
        }[spoken]
    )
    window.do(language_edit(window), "Const")
    assert {"fr": "Annuler\N{NO-BREAK SPACE}: Const", "ko": "실행 취소(U): Const"}[spoken] == window.commands[
        "undo"
    ].text().replace("&", "")
    for key in ("shortcuts", "handling", "legend", "about"):
        window.commands[key].trigger()
        dialog = next(d for d in window.findChildren(QDialog) if d.isVisible())
        assert dialog.windowTitle() not in (
            "",
            "Keyboard shortcuts",
            "Mouse and keys on the page",
            "Colours of blocks, pins and wires",
            "About Blockloom",
        )
        shown = [w.text() for w in dialog.findChildren(QLabel) + dialog.findChildren(QAbstractButton)]
        assert "Close" not in shown and "&Close" not in shown or not qt_speaks(spoken)
        dialog.close()
        dialog.deleteLater()
    window.docks.show("outline")
    window.docks.show("target")
    window.centre.show_start()
    canvas = window.canvas()
    canvas.selection.choose({"A"})
    canvas.clipboard.duplicate()
    assert window.history.undo_label == {"fr": "Dupliquer A_2", "ko": "A_2 복제"}[spoken]
    QApplication.processEvents()
    window.worker.close()


def language_edit(window):
    return Insert(window.tabs.page_name(), (Block("A", "Const"),))


def qt_speaks(code):
    return (Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)) / f"qtbase_{code}.qm").is_file()


def test_a_window_says_problems_and_reasons_in_the_language(spoken, window, qtbot, tmp_path, monkeypatch):
    """Problems, a refused wire, edit and file, blocked runs, and a dead worker."""
    catalogue, status = window.catalogue, window.statusBar().currentMessage
    document = pages.document(catalogue, "A Const value=1; B Add x=[1; V loom.Variable initvalues=0; S Assign")
    window.file.take(document, "")
    window.runs.show_checks("main", check_page(document, "main", catalogue))
    rows = window.problem_list.rows
    said = {rows.index(row, 1).data() + " | " + rows.index(row, 2).data() for row in range(rows.rowCount())}
    assert (
        said
        >= {
            "fr": {
                "y n'a ni fil ni valeur | Reliez une sortie à y, ou saisissez une valeur",
                "[ n'est jamais fermé (caractère 1) | Saisissez une valeur, ou reliez la broche",
            },
            "ko": {
                "y에 와이어도 값도 없습니다 | y에 출력을 연결하거나 값을 입력하세요",
                "[이(가) 닫히지 않았습니다 (1번째 문자) | 값을 입력하거나 핀을 연결하세요",
            },
        }[spoken]
    )
    assert {"fr": "Reliez une sortie à y", "ko": "y에 출력을 연결하거나"}[spoken] in "".join(
        window.canvas().marks.messages("B")
    )

    fit = window.canvas().open_page.rules().fit(WireEnd("A", "output", "output"), WireEnd("S", "ref", "input"))
    assert (
        translated(fit.reason)
        == {"fr": "une sortie tensor ne va pas sur une broche ref", "ko": "tensor 출력은 ref 핀에 맞지 않습니다"}[
            spoken
        ]
    )
    window.do(Insert("main", (Block("A", "Const"),)), "twice")
    assert (
        status() == {"fr": "A est déjà utilisé sur la page main", "ko": "A은(는) 페이지 main에서 이미 쓰입니다"}[spoken]
    )

    boxes = []
    monkeypatch.setattr(QMessageBox, "critical", lambda parent, title, text: boxes.append(text))
    bad = tmp_path / "bad.loom"
    bad.write_text('{"blockloom": 2, "pages": [{"name": 3}]}')
    assert not window.file.open_path(str(bad))
    assert boxes == [
        {
            "fr": f'{bad}\N{NO-BREAK SPACE}: page 1\N{NO-BREAK SPACE}: "name" n\'est pas un texte',
            "ko": f'{bad}: 페이지 1: "name"이(가) 텍스트가 아닙니다',
        }[spoken]
    ]

    window.worker.run("", "main", RunMode(1))
    waits = {"block": "A", "text": phrase("{} of {} {}", 1, 2, phrase("gradients"))}
    window.worker.process.tell("waiting", blocks=[waits])
    qtbot.waitUntil(lambda: bool(window.runs.status.waiting))
    assert window.runs.status.waiting == {"A": {"fr": "1 sur 2 gradients", "ko": "기울기 2개 중 1개"}[spoken]}
    window.worker.process.die(phrase("the worker process was ended by {}", "SIGKILL"))
    qtbot.waitUntil(lambda: window.messages.count() > 0)
    assert {"fr": "processus arrêté par SIGKILL", "ko": "SIGKILL(으)로 끝났습니다"}[spoken] in window.messages.item(
        0
    ).text()


@at_release
def test_the_categories_of_the_palette_are_translated(spoken, catalogue):
    for category in {catalogue[name].category for name in catalogue} - {
        "Blockloom",
        "TPU",
        "XLA",
        "Audio",
        "Image",
        "Script",
        "Signal",
        "Ragged",
    }:
        assert "/" in category or category_of(category) != category


def test_the_language_is_that_of_the_environment_then_that_chosen(monkeypatch):
    user_settings.settings().clear()
    monkeypatch.delenv("BLOCKLOOM_LANGUAGE", raising=False)
    user_settings.choose("ko")
    assert user_settings.language() == "ko"
    monkeypatch.setenv("BLOCKLOOM_LANGUAGE", "fr_CA.UTF-8")
    assert user_settings.language() == "fr"
    monkeypatch.setenv("BLOCKLOOM_LANGUAGE", "xx")
    assert user_settings.language() == "ko"
    user_settings.choose("")
    assert user_settings.language() in ("en", "fr", "ko")
