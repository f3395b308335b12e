"""A document that was not made here acts outside of its folder only after a question in the window."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blockloom.app import trust_store
from blockloom.app.window.run.worker_session import EXECUTING, IDLE
from blockloom.blocks.document.pages import Block
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.pages import document

LEFT = Qt.MouseButton.LeftButton
WRITES = Block("W", "WriteFile", values={"filename": "/tmp/x", "contents": "y"})


@pytest.fixture(autouse=True)
def store(monkeypatch, tmp_path):
    """Nothing is trusted yet."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return trust_store.store()


@pytest.fixture
def theirs(catalogue, tmp_path):
    """Return an untrusted document, with a page that writes two files and one that only computes."""
    values = {"filename": "/tmp/one", "contents": "x"}
    made = document(
        catalogue,
        {
            "W": ("WriteFile", values),
            "V": ("WriteFile", {**values, "filename": "/tmp/two"}),
            "D": ("TextLineDataset", {"filenames": '["/etc/hosts"]', "compression_type": "", "buffer_size": "0"}),
        },
    )
    made.pages["plain"] = document(catalogue, {"A": ("Const", {"value": "1"})}, name="plain").pages["plain"]
    (tmp_path / "own").mkdir()
    documents.save(made, tmp_path / "own/page.loom")
    return str(tmp_path / "own/page.loom")


@pytest.fixture
def window(window):
    """Let each run of the window end at once."""
    window.worker.process.answers["run"] = window.worker.process.answers["initialise"] = {"outcome": "done", "step": 1}
    return window


def opened(window, qtbot, path):
    window.history.mark_saved()
    assert window.file.open_path(str(path))
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    window.worker.process.asked.clear()


def ran(window):
    """Return the requests that run ops, in order."""
    return [
        name for name in window.worker.process.did() if name in ("open", "run", "preview_dataset", "compare_models")
    ]


def asks(window, qtbot):
    """Run one step; return whether the bar is there. Otherwise the worker has run it."""
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    window.worker.process.asked.clear()
    window.commands.do("step")
    if window.consent.bar.isVisible():
        assert ran(window) == [] and window.worker.state == IDLE
        return True
    qtbot.waitUntil(lambda: "run" in ran(window) and window.worker.state == IDLE)
    return False


def press(button):
    QTest.mouseClick(button, LEFT)


def test_a_run_asks_and_goes_on_after_yes(window, qtbot, theirs):
    bar = window.consent.bar
    opened(window, qtbot, theirs)
    QTest.keyClick(window.canvas(), Qt.Key.Key_F10)
    assert bar.isVisible() and ran(window) == [] and window.worker.state == IDLE
    assert "Writes 2 files. Reads 1 file." in bar.text.text()
    press(bar.run)
    assert not bar.isVisible()
    qtbot.waitUntil(lambda: ran(window) == ["open", "run"])


def test_it_shows_the_blocks_and_a_click_goes_there(window, qtbot, theirs):
    bar = window.consent.bar
    opened(window, qtbot, theirs)
    assert asks(window, qtbot) and not bar.list.isVisible()
    press(bar.show_)
    texts = [bar.list.item(row).text() for row in range(bar.list.count())]
    assert sorted(texts) == ["reads /etc/hosts: main/D", "writes /tmp/one: main/W", "writes /tmp/two: main/V"]
    item = bar.list.item(texts.index("writes /tmp/two: main/V"))
    QTest.mouseClick(bar.list.viewport(), LEFT, pos=bar.list.visualItemRect(item).center())
    assert window.canvas().selection() == {"V"}
    press(bar.close_)
    assert not bar.isVisible() and ran(window) == []


@pytest.mark.parametrize(
    ("way", "first"),
    [
        ("run_n", "open"),
        ("run", "open"),
        ("look_at_data", "preview_dataset"),
        ("compare", "compare_models"),
        ("initialise", "open"),
        ("restore", "open"),
        ("auto run", "open"),
        ("fit", "open"),
    ],
)
def test_every_way_to_run_ops_of_a_page_asks(window, qtbot, theirs, way, first):
    opened(window, qtbot, theirs)
    runs = window.runs
    window.canvas().selection.choose({"D"})
    if way == "initialise":
        runs.initialise(["V"])
    elif way == "restore":
        runs.begin(lambda text, page, target: runs.worker.restore(text, page, "x.npz", print, target))
    elif way == "auto run":
        runs.auto.step_wanted.emit()
    elif way == "fit":
        runs.start(RunMode(epochs=1))
    else:
        window.commands.do(way)
    assert window.consent.bar.isVisible() and ran(window) == []
    press(window.consent.bar.run)
    assert ran(window) == [first]


def test_no_request_with_ops_passes_unasked(window, qtbot, theirs):
    """Code that forgets to ask is refused: the worker does not get the request."""
    opened(window, qtbot, theirs)
    text, got = window.runs.text(), []
    window.worker.run(text, "main", RunMode(1))
    at = window.canvas().open_page.address_of("D")._replace(page="main")
    window.worker.ask(requests.PreviewDatasetRequest(text, at), got.append)
    window.worker.ask(requests.CompareModelsRequest((text, "main", ""), text, "main", ""), got.append)
    assert ran(window) == [] and got == [None, None] and window.worker.state == IDLE


def test_every_request_with_a_document_is_known():
    """A new request with a document must say here that its ops do not run, or be in EXECUTING."""
    compiled_alone = {
        requests.GetTypesRequest,
        requests.CheckPageRequest,
        requests.TryFixesRequest,
        requests.GetCostsRequest,
        requests.WriteScriptRequest,
        requests.ExportRequest,  # asked before: it has another worker
        requests.FindNonFiniteOriginRequest,  # of a page that ran
    }
    bearing = {one for one in requests.REQUESTS.values() if "document" in _fields(one)}
    assert bearing == compiled_alone | set(EXECUTING)


def _fields(request):
    return {name for kind in request.__mro__ for name in getattr(kind, "__annotations__", {})}


def test_what_is_trusted_asks_no_more_until_another_person_edits_it(window, qtbot, theirs, store):
    opened(window, qtbot, theirs)
    assert asks(window, qtbot)
    press(window.consent.bar.run)
    (line,) = store.read_text().splitlines()
    assert list(json.loads(line)) == ["content"]
    opened(window, qtbot, theirs)
    assert not asks(window, qtbot)
    window.do(SetValue("main", "W", "filename", "/tmp/three"), "Edit")
    assert not asks(window, qtbot)  # the user's own edit
    assert window.file.save(wait=True)
    opened(window, qtbot, theirs)
    assert not asks(window, qtbot)  # as it was saved here
    with open(theirs) as file:
        text = file.read()
    with open(theirs, "w") as file:
        file.write(text.replace("/tmp/three", "/tmp/four"))
    opened(window, qtbot, theirs)
    assert asks(window, qtbot)


def test_edits_of_a_trusted_document_that_never_ran_are_trusted_once_saved(window, qtbot, theirs):
    trust_store.trust_content(trust_store.content_of(documents.load(theirs)))
    opened(window, qtbot, theirs)
    window.do(SetValue("main", "W", "filename", "/tmp/three"), "Edit")
    assert window.file.save(wait=True)
    opened(window, qtbot, theirs)
    assert not asks(window, qtbot)


def test_a_folder_is_trusted_with_all_its_documents(window, qtbot, theirs, store, tmp_path):
    opened(window, qtbot, theirs)
    assert asks(window, qtbot)
    press(window.consent.bar.folder)
    assert json.loads(store.read_text()) == {"folder": str(tmp_path / "own")}
    (tmp_path / "own/below").mkdir()
    documents.save(documents.load(theirs), tmp_path / "own/below/other.loom")
    documents.save(documents.load(theirs), tmp_path / "elsewhere.loom")
    opened(window, qtbot, tmp_path / "own/below/other.loom")
    assert not asks(window, qtbot)
    opened(window, qtbot, tmp_path / "elsewhere.loom")
    assert asks(window, qtbot)


def test_a_store_that_cannot_be_read_or_written_asks_again_later(window, qtbot, theirs, store):
    store.parent.mkdir(parents=True)
    store.mkdir()
    opened(window, qtbot, theirs)
    assert asks(window, qtbot)
    press(window.consent.bar.run)
    assert not asks(window, qtbot)
    opened(window, qtbot, theirs)
    assert asks(window, qtbot)
    store.rmdir()
    content = trust_store.content_of(documents.load(theirs))
    store.write_text(f'[1]\n{{"content": 1}}\n{"[" * 9999}\n\xff\n{{"folder": ""}}\n{{"content": "{content}"}}\n')
    opened(window, qtbot, theirs)
    assert not asks(window, qtbot)


def test_pages_that_do_nothing_outside_never_ask(window, qtbot, theirs, catalogue, tmp_path):
    opened(window, qtbot, theirs)
    window.tabs.show_page("plain")
    assert not asks(window, qtbot)
    made = document(catalogue, {"W": ("WriteFile", {"filename": "out.txt", "contents": "x"})})
    documents.save(made, tmp_path / "own/inside.loom")
    opened(window, qtbot, tmp_path / "own/inside.loom")
    assert not asks(window, qtbot)


def test_acts_that_the_user_adds_to_a_harmless_document_are_trusted(window, qtbot, catalogue, tmp_path):
    documents.save(document(catalogue, {"A": ("Const", {"value": "1"})}), tmp_path / "page.loom")
    opened(window, qtbot, tmp_path / "page.loom")
    window.do(Insert("main", (WRITES,)), "Add")
    assert not asks(window, qtbot)
    assert window.file.save(wait=True)
    opened(window, qtbot, tmp_path / "page.loom")
    assert not asks(window, qtbot)


def test_a_new_document_and_an_example_never_ask(window, qtbot, tmp_path, theirs):
    window.file.new()
    window.do(Insert("main", (WRITES,)), "Add")
    assert not asks(window, qtbot)
    window.history.mark_saved()
    window.file.open_path(theirs, copy=True)  # as an example is opened
    assert not asks(window, qtbot)


def test_a_recovered_document_asks_since_anybody_may_have_written_its_journal(window, qtbot, theirs):
    trust_store.trust_content(trust_store.content_of(documents.load(theirs)))
    history = UndoStack(documents.load(theirs))
    history.do(SetValue("main", "W", "filename", "/home/ada/.bashrc"))
    window.file.take(history.document, theirs, history)
    assert asks(window, qtbot)


def test_pages_of_another_document_ask_again(window, qtbot, theirs, monkeypatch):
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getOpenFileName", lambda *_: (theirs, ""))
    window.file.import_pages()
    assert asks(window, qtbot)


def test_an_edit_while_it_asks_is_followed(window, qtbot, theirs):
    opened(window, qtbot, theirs)
    assert asks(window, qtbot)
    window.do(SetValue("main", "V", "filename", "in_own_folder"), "Edit")
    assert "Writes 1 file." in window.consent.bar.text.text()
    window.history.mark_saved()
    window.file.new()
    assert not window.consent.bar.isVisible()


def test_an_export_that_computes_initial_values_asks(window, qtbot, theirs, tmp_path, monkeypatch):
    opened(window, qtbot, theirs)
    exported = []
    monkeypatch.setattr("blockloom.app.formats.save_document", lambda _, path, *args, **kw: exported.append(path) or [])
    graph, values = str(tmp_path / "graph.pb"), str(tmp_path / "values.npz")
    window.exporter.export_model_to(graph)
    window.exporter.export_model_to(values)
    assert window.consent.bar.isVisible() and exported == [graph]
    press(window.consent.bar.run)
    assert exported == [graph, values]


def test_a_comparison_asks_for_the_other_document_too(new_window, theirs):
    window = new_window
    window.do(Insert("main", (Block("A", "Const", values={"value": "1"}),)), "Add")  # made here
    other = documents.load(theirs)
    compare = window.docks.show("differences").compare
    compare(other, "page.loom")
    assert window.consent.bar.isVisible() and "Writes 2 files" in window.consent.bar.text.text()
    assert not window.consent.bar.folder.isVisible() and ran(window) == []
    press(window.consent.bar.run)
    assert ran(window) == ["compare_models"]
    compare(other, "page.loom")
    assert not window.consent.bar.isVisible()
