"""Another version of the document comes into the open one, from the window and as git's mergetool starts it."""

import argparse
import re
import subprocess

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blockloom.app.window import main
from blockloom.app.window.comparison import compare_dialog
from blockloom.app.window.comparison.compare_dialog import ChooseOther
from blockloom.blocks.catalogue.parameters import ARG
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import AddPage, Insert, Rename, SetValue
from blockloom.blocks.files import documents


def git(folder, *words):
    identity = "-c", "user.name=Ada", "-c", "user.email=ada@example.org"
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def versions(tmp_path):
    """Save base, ours and theirs: A is 1, 2 and 3, and theirs has an additional block."""
    made, blocks = [], (Block("A", "Const", values={"value": "1."}), Block("B", "Const", 300, 0))
    for name, value in (("base", "1."), ("ours", "2."), ("theirs", "3.")):
        document = new_document()
        Insert("main", blocks).apply(document)
        SetValue("main", "A", "value", value).apply(document)
        if name == "theirs":
            Insert("main", (Block("NEW", "Neg", 600, 0),)).apply(document)
        documents.save(document, tmp_path / f"{name}.loom")
        made.append(tmp_path / f"{name}.loom")
    return made


@pytest.fixture
def repository(versions, tmp_path):
    """Create a repository with the three versions of a file: base, ours on `main`, theirs on `side`."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    for branch, version in (("main", 0), ("side", 2), ("main", 1)):
        git(folder, "checkout", "-q", *(["-b"] if version == 2 else []), branch) if version else None
        (folder / "net.loom").write_bytes(versions[version].read_bytes())
        git(folder, "add", ".")
        git(folder, "commit", "-qm", versions[version].stem)
    return folder / "net.loom"


def rows(panel):
    model, found = panel.rows, []
    for group in (model.index(at, 0) for at in range(model.rowCount())):
        found += [group.data(), *(model.index(row, 0, group).data() for row in range(model.rowCount(group)))]
    return found


def test_a_branch_is_merged_as_one_edit_and_its_conflicts_are_listed_first(window, repository, qtbot):
    window.file.open_path(str(repository))
    window.commands["merge_with"].trigger()
    (dialog,) = (one for one in window.findChildren(ChooseOther) if one.isVisible())
    qtbot.waitUntil(lambda: dialog.list.topLevelItem(2) is not None and dialog.list.topLevelItem(1).isHidden())
    assert dialog.list.topLevelItem(2).text(0) == "net.loom at side"
    QTest.keyClick(dialog.list, Qt.Key.Key_End)
    assert dialog.base.currentText() == "Found by git" and dialog.base.isVisible()
    assert dialog.isAncestorOf(dialog.base)
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: "+ NEW (Neg)" in rows(panel))
    assert rows(panel) == ["Conflicts (1)", "main/A.value · base 1.", "main (1)", "+ NEW (Neg)"]
    panel.list.setCurrentIndex(panel.rows.row(0, 0))
    QTest.mouseClick(panel.sides["theirs"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: rows(panel) == ["main (2)", "+ NEW (Neg)", "~ A.value"])
    assert window.page().blocks["A"].values["value"] == "3." and window.focusWidget() is panel.list
    window.commands["undo"].trigger()
    window.commands["undo"].trigger()
    assert documents.dumps(window.workspace.document) == repository.read_text()


def test_a_merge_without_changes_is_not_an_edit(window, versions):
    window.file.open_path(str(versions[1]))
    comparisons = window.comparisons
    assert comparisons.merge_documents(documents.load(versions[1]), documents.load(versions[1]), "it")
    assert not window.history.dirty and not window.history.undo_label


def test_args_that_swapped_their_names_in_the_other_version_keep_the_values_of_instances(window, tmp_path):
    base = new_document()
    AddPage("part").apply(base)
    Insert("part", tuple(Block(name, ARG, 0, y) for y, name in enumerate("ab"))).apply(base)
    Insert("main", (Block("L", "page:part", values={"a": "5", "b": "7"}),)).apply(base)
    theirs = UndoStack(base.copy())
    for old, new in (("a", "for_now"), ("b", "a"), ("for_now", "b")):
        theirs.do(Rename("part", old, new))
    documents.save(base, tmp_path / "ours.loom")
    window.file.open_path(str(tmp_path / "ours.loom"))
    assert window.comparisons.merge_documents(base, theirs.document, "theirs")
    assert window.page().blocks["L"].values == {"a": "7", "b": "5"}
    assert documents.dumps(window.workspace.document) == documents.dumps(theirs.document)


def parsed(*words):
    parser = argparse.ArgumentParser()
    main.add_arguments(parser)
    return parser.parse_args([*map(str, words)])


def test_a_mergetool_opens_the_merge_and_ends_well_once_it_is_saved_without_conflicts(
    window, versions, tmp_path, qtbot
):
    out = tmp_path / "merged.loom"
    out.write_text("<<<<<<< what git left there")
    task = compare_dialog.task(parsed("--merge", *versions, "-o", out))
    assert task.file == "" and task.code() == 1
    task.begin(window)
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: "Conflicts (1)" in rows(panel))
    assert window.file.name() == "merged.loom" and window.history.dirty
    assert window.file.save() and task.code() == 1  # a conflict is left
    panel.list.setCurrentIndex(panel.rows.row(0, 0))
    QTest.mouseClick(panel.sides["ours"], Qt.MouseButton.LeftButton)
    assert window.file.save() and task.code() == 0
    merged = documents.load(out)
    assert merged.pages["main"].blocks["A"].values["value"] == "2." and "NEW" in merged.pages["main"].blocks
    assert versions[1].read_bytes() != out.read_bytes()


def test_a_merge_that_brings_nothing_is_still_to_be_saved(window, versions, tmp_path):
    base, ours, _ = versions
    task = compare_dialog.task(parsed("--merge", base, ours, base, "-o", tmp_path / "merged.loom"))
    task.begin(window)
    assert window.history.dirty
    assert window.file.save() and task.code() == 0
    assert documents.dumps(documents.load(tmp_path / "merged.loom")) == documents.dumps(documents.load(ours))


def test_a_difftool_opens_one_next_to_the_other(window, versions, qtbot):
    base, ours, _ = versions
    task = compare_dialog.task(parsed("--compare", base, ours))
    assert task.file == compare_dialog.task(parsed(ours, "--compare", base)).file == str(ours)
    window.file.open_path(task.file)
    task.begin(window)
    panel = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: rows(panel) == ["main (1)", "~ A.value"])
    assert "ours.loom ↔ base.loom" in panel.head.text() and task.code() == 0
    new = compare_dialog.task(parsed("--compare", "/dev/null", ours))  # as git has it of a file that is new
    new.begin(window)
    qtbot.waitUntil(lambda: rows(panel)[:1] == ["+ main (2)"])


@pytest.mark.parametrize(
    "words", [["--compare", "a"], ["--merge", "a", "b", "c"], ["x", "-o", "y"], ["--compare", ".", "x"]]
)
def test_options_that_do_not_go_together_are_refused(words, capsys):
    assert main.run(parsed(*words)) == 2
    assert re.match(r"blockloom edit: .*(-o OUT|two documents)", capsys.readouterr().err)
