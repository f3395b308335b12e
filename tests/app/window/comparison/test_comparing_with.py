"""Comparison with another document: list, marks on pages, taking over or keeping changes, by clicks and keys."""

import hashlib
import shutil
import subprocess

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMessageBox, QPushButton

from blockloom.app.window.comparison import compare_dialog
from blockloom.app.window.comparison.change_model import HERE, NUMBER, THERE
from blockloom.app.window.comparison.compare_dialog import ChooseOther
from blockloom.app.window.comparison.document_comparison import ComparedDocument
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, Conflict, Frame, Note, Wire, new_document
from blockloom.blocks.edits import AddPage, AddWeights, Insert, Move, Remove, SetConflicts, SetValue, connect
from blockloom.blocks.files import documents, git_files
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.output_differences import VALUES, OutputDifference
from blockloom.blocks.weights import store as weights_store
from tests.app.canvaskit import pixels
from tests.app.windowkit import give_up, make_window

LEFT = Qt.MouseButton.LeftButton
ADDED, CHANGED, GONE, PAGE = "+ D (Neg)", "~ A.value", "− C (Neg)", "− only"


def git(folder, *words):
    identity = "-c", "user.name=Ada", "-c", "user.email=ada@example.org"
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def path(repository, tmp_path):
    """Return a file in a repository that differs from its last commit.

    In the commit, A is 1, and C and a page `only` exist. In the file, A is 2, D exists, B is elsewhere, and C and
    that page are missing.
    """
    shutil.copytree(repository, tmp_path, dirs_exist_ok=True)
    return tmp_path / "net.loom"


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    folder = tmp_path_factory.mktemp("repository")
    document, path = new_document(), folder / "net.loom"
    blocks = Block("A", "Const", 0, 0, {"value": "1."}), Block("B", "Neg", 300, 0), Block("C", "Neg", 600, 0)
    Insert("main", blocks).apply(document)
    for source, target in ("AB", "BC"):
        pin = "output" if source == "A" else "y"
        connect(document.pages["main"], Wire(source, pin, target, "x")).apply(document)
    AddPage("only").apply(document)
    Insert("only", (Block("X", "Const", 0, 0), Block("Y", "Neg", 300, 0))).apply(document)
    documents.save(document, path)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "as it began")
    Remove("main", ("C",)).apply(document)
    SetValue("main", "A", "value", "2.").apply(document)
    Insert("main", (Block("D", "Neg", 600, 300),)).apply(document)
    Move("main", {"B": (300.0, 300.0)}).apply(document)
    del document.pages["only"]
    documents.save(document, path)
    return folder


def open_choice(window, qtbot):
    """Open the dialog and wait for the answers of git."""
    window.commands["compare_with"].trigger()
    (dialog,) = (one for one in window.findChildren(ChooseOther) if one.isVisible())
    qtbot.waitUntil(lambda: not any(row.startswith("Asking") for row in rows_of(dialog)))
    return dialog


def rows_of(dialog):
    items = [dialog.list.topLevelItem(at) for at in range(dialog.list.topLevelItemCount())]
    return [item.text(0) for item in items if not item.isHidden()]


@pytest.fixture
def panel(window, path, qtbot):
    """Open the file in the window, and compare it with its last commit."""
    window.file.open_path(str(path))
    (commit,) = git_files.log(str(path))
    window.comparisons.compare(compare_dialog.of_commit(str(path), commit))
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: bool(listed(panel)))
    window.canvas().view.zoom_to(1.0)
    window.canvas().view.center_on(QPointF(350, 200))
    return panel


def listed(panel):
    """Return the texts of the list by row."""
    model, found = panel.rows, []
    for group in (model.index(at, 0) for at in range(model.rowCount())):
        found.append(group.data())
        found += [model.index(row, 0, group).data() for row in range(model.rowCount(group))]
    return found


def row(panel, text, column=0):
    model = panel.rows
    groups = [model.index(at, 0) for at in range(model.rowCount())]
    rows = [*groups, *(model.index(at, 0, group) for group in groups for at in range(model.rowCount(group)))]
    (found,) = [index for index in rows if index.data().startswith(text)]
    return found.sibling(found.row(), column)


def click(panel, text, modifier=Qt.KeyboardModifier.NoModifier):
    panel.list.scrollTo(row(panel, text))
    QTest.mouseClick(panel.list.viewport(), LEFT, modifier, panel.list.visualRect(row(panel, text)).center())


def value(window, block="A"):
    return window.page().blocks[block].values.get("value")


def test_what_differs_is_listed_with_what_is_here_and_there(window, path, qtbot):
    window.file.open_path(str(path))
    dialog = open_choice(window, qtbot)
    assert rows_of(dialog)[:2] == ["the document as it was opened", "the file on disk"] and " at " in rows_of(dialog)[2]
    assert dialog.list.columnWidth(0) >= dialog.list.sizeHintForColumn(0)
    QTest.keyClick(dialog.list, Qt.Key.Key_End)
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: bool(listed(panel)))
    page = [f"{PAGE} (2)", "− X (Const)", "− Y (Neg)"]
    assert listed(panel) == ["main (4)", ADDED, GONE, "− C.x", CHANGED, *page]
    assert [row(panel, CHANGED, column).data() for column in (THERE, HERE)] == ["1.", "2."]
    assert panel.head.text().startswith("net.loom ↔ net.loom at ") and "as it began · Ada" in panel.head.text()
    assert "→ B · moved" not in listed(panel)
    QTest.mouseClick(panel.layout_too, LEFT, pos=QPoint(8, panel.layout_too.height() // 2))
    assert "→ B · moved" in listed(panel)


def test_changes_are_taken_undone_and_kept(window, panel, qtbot):
    click(panel, CHANGED)
    QTest.mouseClick(panel.take, LEFT)
    assert value(window) == "1."
    qtbot.waitUntil(lambda: CHANGED not in listed(panel))
    window.commands["undo"].trigger()
    assert value(window) == "2."
    qtbot.waitUntil(lambda: CHANGED in listed(panel))
    click(panel, CHANGED)
    click(panel, ADDED, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    assert not {CHANGED, ADDED} & set(listed(panel)) and value(window) == "2." and panel.relist.isVisible()
    window.do(SetValue("main", "A", "dtype", "DT_FLOAT"), "Type")
    qtbot.waitUntil(lambda: "~ A.dtype" in listed(panel))  # and what is kept stays so
    assert CHANGED not in listed(panel)
    QTest.mouseClick(panel.relist, LEFT)
    assert {CHANGED, ADDED} <= set(listed(panel))


def close_picture(window):
    """Close the picture of the page that only the commit has."""
    (dialog,) = [one for one in window.findChildren(QDialog) if one.isVisible()]
    assert dialog.windowTitle().startswith("only in net.loom at ")
    (picture,) = (label.pixmap() for label in dialog.findChildren(QLabel) if not label.pixmap().isNull())
    assert picture.width() > picture.height() > 50  # two blocks side by side
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_all_of_a_page_is_taken_and_a_page_that_is_gone_comes_back(window, panel, qtbot, path):
    click(panel, PAGE)
    close_picture(window)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    close_picture(window)
    QTest.keyClick(panel.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert list(window.workspace.document.pages) == ["main", "only"]
    assert set(window.workspace.document.pages["only"].blocks) == {"X", "Y"}
    qtbot.waitUntil(lambda: not any(text.startswith(PAGE) for text in listed(panel)))
    click(panel, CHANGED)
    QTest.mouseClick(panel.take_page, LEFT)
    qtbot.waitUntil(lambda: "no differences" in panel.head.text())
    main = window.workspace.document.pages["main"]
    assert set(main.blocks) == {"A", "B", "C"} and (main.blocks["B"].x, main.blocks["B"].y) == (300, 0)
    for _ in range(2):
        window.commands["undo"].trigger()
    assert documents.dumps(window.workspace.document) == path.read_text()


def test_the_page_shows_what_differs_while_it_is_listed(window, panel, qtbot):
    canvas = window.canvas()
    canvas.fit()  # the document opens where it was left
    theme = canvas.painter.theme

    def inks():
        return {int(ink) for ink in set(pixels(canvas.grab().toImage()).ravel().tolist())}

    marks = {int(ink[1:], 16) for ink in (theme.added, theme.changed, theme.removed)}
    qtbot.waitUntil(lambda: marks <= inks())
    click(panel, GONE)
    there = canvas.view.rect_to_widget(QRectF(600, 0, 100, 60)).toRect()  # the previous place
    assert canvas.rect().contains(there)
    pixel = canvas.grab().toImage().pixelColor(there.left() + 50, there.top() - 4)  # in the ring around it
    assert pixel.name().upper() == theme.selection
    layers = canvas.painter.layers
    window.do(Move("main", {"D": (900.0, 300.0)}), "Move")
    qtbot.waitUntil(lambda: canvas.painter.layers not in (None, layers))
    assert canvas.painter.layers.chosen == ("C", ""), "what the list is at stands out after an edit, too"
    window.docks["comparison"].hide()
    assert not marks & inks()


def test_keys_lead_from_change_to_change(window, panel, qtbot):
    window.canvas().setFocus()
    seen = []
    for _ in range(4):
        QTest.keyClick(window.canvas(), Qt.Key.Key_F7)
        seen.append(panel.list.currentIndex().data())
    assert seen[:2] == [ADDED, GONE] and seen[3] == CHANGED
    assert window.canvas().selection() == {"A"}
    QTest.keyClick(window.canvas(), Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert panel.list.currentIndex().data() == seen[2]
    blocks, kept = set(window.page().blocks), len(panel.comparison.kept)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Delete)  # keeps what is here, and deletes no block
    assert set(window.page().blocks) == blocks and len(panel.comparison.kept) == kept + 1
    assert panel.list.currentIndex().data() == CHANGED
    qtbot.waitUntil(lambda: window.canvas().selection() == {"A"})  # the next key decides about it
    window.do(connect(window.page(), Wire("B", "", "A", "", "control")), "Wire")
    qtbot.waitUntil(lambda: "+ A · runs after" in listed(panel))
    window.canvas().selection.choose((), window.canvas().scene.slots_of(window.page().wires_into("A")))
    assert panel.list.currentIndex().data() == "+ A · runs after"


def test_conflicts_come_first_and_are_decided_by_their_buttons(window, panel, qtbot):
    conflicts = (
        Conflict("main/A.value", "value", "1.", "2.", "3."),
        Conflict("main/B.x", "wires", None, "A.output", "D.y"),
        Conflict("main/D", "removed", False, False, True),
    )
    window.do(SetConflicts(conflicts), "Merge")
    at_first = ["Conflicts (3)", "main/A.value · base 1.", "main/B.x", "main/D · removed"]
    qtbot.waitUntil(lambda: listed(panel)[:4] == at_first)
    click(panel, "main/A.value")
    assert panel.sides["theirs"].isVisible() and not panel.take.isVisible()
    QTest.mouseClick(panel.sides["theirs"], LEFT)
    assert value(window) == "3."
    qtbot.waitUntil(lambda: listed(panel)[0] == "Conflicts (2)")
    buttons = panel.list.findChildren(QPushButton)
    (button,) = [b for b in buttons if b.isVisible() and b.accessibleName() == "main/D: Theirs"]
    QTest.mouseClick(button, LEFT)
    assert "D" not in window.page().blocks
    for _ in range(3):
        window.commands["undo"].trigger()
    assert value(window) == "2." and "D" in window.page().blocks and not window.workspace.document.conflicts
    qtbot.waitUntil(lambda: listed(panel)[0].startswith("main ("))


def test_conflicts_are_listed_without_a_comparison_until_they_are_decided_elsewhere(filled, qtbot):
    filled.docks.show("comparison")
    panel = filled.docks["comparison"].widget()
    filled.do(SetConflicts((Conflict("main/A.value", "value", "1.", "1.0", "3."),)), "Merge")
    assert listed(panel) == ["Conflicts (1)", "main/A.value · base 1."]
    filled.do(SetConflicts(()), "Choose")
    assert not listed(panel)


def test_a_kept_run_has_the_document_that_ran(window, path, qtbot):
    window.file.open_path(str(path))
    text = documents.dumps(window.workspace.document)
    window.keeping.runs.keep("rate 0.1", "main", {Watch(address("", "B", "y")): np.ones((4, 3))}, text)
    window.do(SetValue("main", "A", "value", "5."), "Type")
    dialog = open_choice(window, qtbot)
    assert rows_of(dialog)[2] == "rate 0.1"
    dialog.list.setCurrentItem(dialog.list.topLevelItem(2))
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: listed(panel) == ["main (1)", CHANGED])
    assert [row(panel, CHANGED, column).data() for column in (THERE, HERE)] == ["2.", "5."]
    assert panel.head.text() == "net.loom ↔ rate 0.1 (saved run of main, 1 step)"


def test_numbers_are_in_the_list_and_on_the_same_page(window, panel, qtbot):
    differ = OutputDifference("A.output", VALUES, "DT_FLOAT[]", "DT_FLOAT[]", 1.0, 0.5, (), 1, 1, begins=True)
    fields = {"problems": [], "side": "", "random_feeds": {}, "equal": 0, "trained": 0, "differences": [differ]}
    window.worker.process.answers |= {"compare_models": fields, "cancel": {}}
    QTest.mouseClick(panel.numbers, LEFT)
    qtbot.waitUntil(lambda: row(panel, CHANGED, NUMBER).data() == differ.cells[0])
    ((_, asked),) = [one for one in window.worker.process.asked if one[0] == "compare_models"]
    assert documents.loads(asked["reference"][0]).pages["main"].blocks["A"].values["value"] == "1."
    canvas = window.canvas()
    assert canvas.marks.numbers["differences"].values == {"A": 0.5} and canvas.painter.layers is not None


def test_weights_that_differ_are_listed_at_their_block_with_by_how_much(window, tmp_path, qtbot):
    paths = []
    for name, value in (("was", 2.0), ("now", 2.5)):
        document = new_document()
        array = np.array([4.0, value], np.float32)
        AddWeights(weights_store.write_state_file({"dense/kernel": array}), {"dense/kernel": "dense/kernel"}).apply(
            document
        )
        Insert("main", (Block("K", "Const", values={"value": "weights:dense/kernel"}),)).apply(document)
        paths.append(tmp_path / name / "net.loom")
        paths[-1].parent.mkdir()
        documents.save(document, paths[-1])
    shutil.rmtree(weights_store.state_folder())  # so that each has its array alone
    window.file.open_path(str(paths[1]))
    window.comparisons.compare(compare_dialog.of_file(window.file, str(paths[0])))
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: listed(panel) == ["main (1)", "~ K.value · weights"])
    qtbot.waitUntil(lambda: row(panel, "~ K.value", NUMBER).data() == "0.125")
    assert row(panel, "~ K.value", HERE).data().startswith("dense/kernel ")
    click(panel, "~ K.value")
    QTest.mouseClick(panel.take, LEFT)
    qtbot.waitUntil(lambda: not listed(panel))
    assert "no differences" in panel.head.text()
    assert window.file.save()
    saved = documents.load(paths[1])
    assert saved.weights.find("dense/kernel", saved.folder)[0].read().tolist() == [4.0, 2.0]


def test_arrays_come_and_go_with_the_values_that_name_them(window, tmp_path, qtbot):
    path, document = tmp_path / "net.loom", new_document()
    for number in (1.0, 2.0):  # as *Store Trained Values as Initial Values* does: each array has its own key
        keys = {f"K.{number:.0f}": f"K.{number:.0f}"}
        AddWeights(weights_store.write_state_file(dict.fromkeys(keys, np.full(2, number, np.float32))), keys).apply(
            document
        )
        values = {"value": f"weights:K.{number:.0f}"}
        for edit in (Remove("main", ("K",)),) * bool(document.pages["main"].blocks):
            edit.apply(document)
        Insert("main", (Block("K", "Const", values=values),)).apply(document)
        documents.save(document, path)
        path.rename(tmp_path / f"{number:.0f}.loom")
    window.file.open_path(str(tmp_path / "2.loom"))
    window.comparisons.compare(compare_dialog.of_file(window.file, str(tmp_path / "1.loom")))
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: listed(panel) == ["main (1)", "~ K.value"])
    click(panel, "~ K.value")
    QTest.mouseClick(panel.take, LEFT)
    qtbot.waitUntil(lambda: not listed(panel))
    qtbot.waitUntil(lambda: "no differences" in panel.head.toolTip())


def test_branches_without_the_file_are_not_listed(window, path, qtbot):
    folder = path.parent
    git(folder, "branch", "with")
    git(folder, "checkout", "-q", "--orphan", "other")
    git(folder, "rm", "-q", "-f", "--cached", path.name)
    git(folder, "commit", "-q", "--allow-empty", "-m", "another")
    git(folder, "checkout", "-q", "-f", "main")
    window.file.open_path(str(path))
    names = rows_of(open_choice(window, qtbot))
    assert "net.loom at with" in names and "net.loom at other" not in names


def test_a_file_or_a_revision_can_be_typed_and_what_git_lacks_is_said(window, path, qtbot, monkeypatch):
    window.file.open_path(str(path))
    dialog = open_choice(window, qtbot)
    dialog.edit.setFocus()
    QTest.keyClicks(dialog.edit, "HEAD")
    QTest.keyClick(dialog.edit, Qt.Key.Key_Return)
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: CHANGED in listed(panel))
    assert "net.loom at HEAD" in panel.head.text()
    monkeypatch.setenv("PATH", "")
    dialog = open_choice(window, qtbot)
    assert len(rows_of(dialog)) == 3 and "git is not installed" in rows_of(dialog)[2]
    dialog.reject()
    window.file.new()
    dialog = open_choice(window, qtbot)
    assert "The document is not saved in a file" in rows_of(dialog)[-1]
    dialog.reject()
    assert not listed(panel) and "Choose" in panel.head.text()


def test_a_new_note_is_listed_and_the_band_around_a_changed_one_is_as_high_as_its_text(window, tmp_path, qtbot):
    document = new_document()
    Insert("main", (Block("A", "Const", 400, 0),), notes=(Note("N", "one", 0, 0, 300, 260),)).apply(document)
    documents.save(document, tmp_path / "net.loom")
    document.pages["main"].notes["N"] = Note("N", "two", 0, 0, 300, 260)
    document.pages["main"].notes["M"] = Note("M", "why", 0, 2000)
    documents.save(document, tmp_path / "other.loom")
    window.file.open_path(str(tmp_path / "net.loom"))
    window.comparisons.compare(compare_dialog.of_file(window.file, str(tmp_path / "other.loom")))
    canvas = window.canvas()
    canvas.view.zoom_to(1.0)
    canvas.view.center_on(QPointF(150, 100))
    qtbot.waitUntil(lambda: canvas.painter.layers is not None)
    left, ground = canvas.view.to_widget(QPointF(0, 0)).toPoint() - QPoint(4, 0), pixels(canvas.grab().toImage())
    band = ground[left.y() : left.y() + 260, left.x()] != int(canvas.painter.theme.canvas[1:], 16)
    assert 20 < band.sum() < 60
    assert listed(window.docks["comparison"].widget()) == ["main (2)", "− note why", "~ N · text"]


def test_a_file_that_is_not_a_document_is_not_compared_with(window, path, qtbot, monkeypatch):
    window.file.open_path(str(path))
    path.write_text("{")
    said = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *args: said.append(args[1:]))
    window.comparisons.compare(compare_dialog.on_disk(window.file))
    assert len(said) == 1 and said[0][0] == "Cannot compare" and "net.loom" in said[0][1]


def test_stepping_through_changes_in_collapsed_frames_is_not_an_edit(window, tmp_path, qtbot):
    frames, beside = (Frame("F", "f", 0, 0, 600, 300, collapsed=True),), Block("B", "Neg", 400.0, 0.0)
    path, document = tmp_path / "net.loom", new_document()
    Insert("main", (Block("A", "Const", 50, 50, {"value": "1."}, frame="F"), beside), frames=frames).apply(document)
    documents.save(document, path)
    window.file.open_path(str(path))
    other = document.copy()
    SetValue("main", "A", "value", "2.").apply(other)
    window.comparisons.comparison.compare(ComparedDocument(other, "another"))
    assert window.comparisons.comparison.changing
    window.docks.show("comparison")
    panel, canvas = window.docks["comparison"].widget(), window.canvas()
    qtbot.waitUntil(lambda: listed(panel) == ["main (1)", "~ A.value"])
    window.commands["next_change"].trigger()
    click(panel, "~ A.value")
    assert not window.history.dirty and canvas.scene.folded == {"F"}
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert window.history.dirty and canvas.selection() == {"A"}


def test_what_is_gone_is_chosen_by_a_click_on_it(window, panel, qtbot):
    canvas = window.canvas()
    qtbot.waitUntil(lambda: canvas.painter.layers is not None)
    click(panel, CHANGED)
    canvas.view.center_on(QPointF(350, 200))
    at = canvas.view.to_widget(QPointF(650, 40)).toPoint()
    QTest.mouseMove(canvas, at)
    QTest.mouseClick(canvas, LEFT, pos=at)
    assert panel.list.currentIndex().data() == GONE and canvas.selection() == set()
    click(panel, CHANGED)
    canvas.view.center_on(QPointF(350, 200))
    ghost = canvas.painter.layers.ghosts
    ((_, ways),) = ghost.polylines(np.flatnonzero(ghost.walive[: ghost.wcount]))
    wire = canvas.view.to_widget(QPointF(*ways[0, 1:3].mean(0).tolist())).toPoint()
    before = canvas.grab().toImage()
    QTest.mouseClick(canvas, LEFT, pos=wire)
    assert panel.list.currentIndex().data() == "− C.x" and canvas.grab().toImage() != before
    click(panel, GONE)
    QTest.mouseClick(panel.take, LEFT)
    assert "C" in window.page().blocks


def test_an_empty_list_goes_and_does_not_come_back_with_the_next_window(window, panel, qtbot, catalogue):
    dock = window.docks["comparison"]
    QTest.mouseClick(panel.close_, LEFT)
    assert not dock.isVisible() and window.canvas().hasFocus()
    window.docks.show("comparison")
    give_up(window)
    window.close()
    another = make_window(qtbot, catalogue)
    another.restore_later()
    assert "comparison" not in another.docks


def as_pointer(file, store):
    """Put a pointer of git LFS in the place of a file, which goes where that keeps it; gives what undoes it."""
    data, oid = file.read_bytes(), hashlib.sha256(file.read_bytes()).hexdigest()
    kept = store / "objects" / oid[:2] / oid[2:4] / oid
    kept.parent.mkdir(parents=True)
    kept.write_bytes(data)
    file.write_text(f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {len(data)}\n")
    return lambda: file.write_bytes(data)


@pytest.mark.parametrize("keeps", ["git", "lfs", "nobody"])
def test_arrays_that_only_a_revision_has_are_compared_and_taken(window, tmp_path, qtbot, keeps):
    path, store = tmp_path / "pages" / "net.loom", tmp_path / ".git" / "lfs"
    path.parent.mkdir()
    git(tmp_path, "init", "-q", "-b", "main")
    for value in (2.0, 2.5):
        document = new_document()
        AddWeights(weights_store.write_state_file({"K": np.array([4.0, value], np.float32)}), {"K": "K"}).apply(
            document
        )
        Insert("main", (Block("K", "Const", values={"value": "weights:K"}),)).apply(document)
        documents.save(document, path)
        (file,) = path.parent.glob("*.safetensors")
        fetch = as_pointer(file, store) if keeps != "git" else lambda: None
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-qm", str(value))
        fetch()
        shutil.rmtree(weights_store.state_folder())
    if keeps == "nobody":
        shutil.rmtree(store)
    window.file.open_path(str(path))
    dialog = open_choice(window, qtbot)
    QTest.keyClick(dialog.list, Qt.Key.Key_End)  # the first commit
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: listed(panel) == ["main (1)", "~ K.value · weights"])
    if keeps == "nobody":
        (said,) = (window.messages.item(at).text() for at in range(window.messages.count()))
        assert "are not found" in said and "git LFS has not fetched it" in said
        return
    qtbot.waitUntil(lambda: row(panel, "~ K.value", NUMBER).data() == "0.125")
    click(panel, "~ K.value")
    QTest.mouseClick(panel.take, LEFT)
    now = window.workspace.document
    assert now.weights.find("K", now.folder)[0].read().tolist() == [4.0, 2.0]


def test_a_name_is_looked_up_in_the_folder_of_the_document(window, path, qtbot, monkeypatch, tmp_path_factory):
    window.file.open_path(str(path))
    other = documents.load(path)
    SetValue("main", "A", "value", "7.").apply(other)
    documents.save(other, path.parent / "other.loom")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    dialog = open_choice(window, qtbot)
    QTest.keyClicks(dialog.edit, "other.loom")
    QTest.keyClick(dialog.edit, Qt.Key.Key_Return)
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: listed(panel) == ["main (1)", CHANGED])


def test_two_pages_of_a_document_are_compared(window, path, qtbot):
    window.file.open_path(str(path))
    window.commands["duplicate_page"].trigger()
    copy = window.tabs.page_name()
    window.do(SetValue(copy, "A", "value", "9."), "Type")
    window.tabs.show_page("main")
    dialog = open_choice(window, qtbot)
    dialog.list.setCurrentItem(dialog.list.topLevelItem(2))
    assert rows_of(dialog)[2] == copy
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: listed(panel) == ["main (1)", CHANGED])
    click(panel, CHANGED)
    QTest.mouseClick(panel.take, LEFT)
    assert value(window) == "9." and window.tabs.page_name() == "main"


def test_in_a_narrow_window_the_rest_is_in_a_menu_and_keys_go_to_the_list(window, panel, qtbot):
    assert not panel.more.isVisible() and panel.compare_button.isVisible() and window.focusWidget() is panel.list
    assert panel.list.textElideMode() == Qt.TextElideMode.ElideMiddle, "names begin alike"
    window.canvas().selection.choose({"D"})
    assert panel.list.currentIndex().data().startswith("+ D")
    window.resize(1024, 700)
    qtbot.waitUntil(panel.more.isVisible)
    assert not panel.compare_button.isVisible() and panel.head.toolTip().startswith("net.loom ↔ net.loom at ")
    press_in_more(panel, "Include Layout")
    assert "→ B · moved" in listed(panel)
    QTest.mouseClick(panel.more, LEFT)
    (ticked,) = [one.text() for one in QApplication.activePopupWidget().actions() if one.isChecked()]
    assert ticked.replace("&", "") == "Include Layout"
    QApplication.activePopupWidget().close()
    press_in_more(panel, "End")


def test_in_a_small_window_names_of_changes_are_whole_and_their_values_above_them(new_window, path, qtbot):
    window = new_window
    window.resize(800, 600)
    window.file.open_path(str(path))
    (commit,) = git_files.log(str(path))
    window.comparisons.compare(compare_dialog.of_commit(str(path), commit))
    dock = window.docks["comparison"]
    panel = dock.widget()
    qtbot.waitUntil(lambda: CHANGED in listed(panel) and panel.list.isColumnHidden(HERE))
    metrics, view = panel.list.fontMetrics(), panel.list
    for text in (CHANGED, GONE, ADDED):
        qtbot.waitUntil(lambda text=text: metrics.horizontalAdvance(text) < view.visualRect(row(panel, text)).width())
    click(panel, CHANGED)
    there, here = panel.about.text().splitlines()
    assert there.startswith("net.loom at ") and there.endswith(": 1.") and here == "net.loom (open): 2."
    assert panel.about.isVisible() and panel.about.toolTip() == panel.about.text()
    assert row(panel, CHANGED).data(Qt.ItemDataRole.ToolTipRole) == f"{CHANGED}\n{there}\n{here}"
    window.resize(1400, 860)  # a dock that was made in a small window gets its own place, and keeps the focus
    qtbot.waitUntil(lambda: not panel.list.isColumnHidden(HERE))
    assert window.dockWidgetArea(dock) == Qt.DockWidgetArea.BottomDockWidgetArea
    assert window.focusWidget() is panel.list and not panel.about.isVisible()
    window.docks.show("lists")
    window.docks.show("comparison")
    window.resize(800, 600)
    qtbot.waitUntil(window.palette_view.visibleRegion().isEmpty)
    assert not panel.visibleRegion().isEmpty()
    window.resize(1400, 860)  # and stays in front of the others there
    qtbot.waitUntil(lambda: not panel.visibleRegion().isEmpty() and panel.list.width() > 420)
    assert window.docks["lists"].visibleRegion().isEmpty()


def press_in_more(panel, text):
    QTest.mouseClick(panel.more, LEFT)
    menu = QApplication.activePopupWidget()
    action = next(one for one in menu.actions() if one.text().replace("&", "") == text)
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
