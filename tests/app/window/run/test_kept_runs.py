"""Runs that are kept under names: asked for, shown on charts and plots, listed, and there again with their document."""

import csv
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.results.viewermode import STEPS
from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.edits import Rename
from blockloom.blocks.files import kept_runs
from blockloom.blocks.results.monitors import watches_of
from tests.app.windowkit import enter_in_dialog
from tests.extent import slow

REGRESSION = Path(__file__).resolve().parents[4] / "assets" / "examples" / "linear_regression.loom"
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot, catalogue, tmp_path, monkeypatch):
    monkeypatch.setattr(kept_runs, "place", lambda path: tmp_path / "state" / f"{Path(path).stem}.json")
    window = MainWindow(catalogue)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    shutil.copy(REGRESSION, tmp_path / "one.loom")
    assert window.file.open_path(str(tmp_path / "one.loom"))
    yield window
    window.views.close_all()
    window.history.mark_saved()
    window.close()


def run(window, qtbot, steps):
    first = window.worker.step
    window.runs.run(steps)
    qtbot.waitUntil(lambda: window.worker.state == IDLE and window.worker.step == first + steps)


def keep(window, qtbot, name):
    """Keep the run by its key, as a user does."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    enter_in_dialog(name)
    QTest.keyClick(window, Qt.Key.Key_K, CTRL | SHIFT)


def names(panel):
    return [panel.list.topLevelItem(i).text(0) for i in range(panel.list.topLevelItemCount())]


@slow
def test_a_run_is_kept_compared_listed_and_there_again(window, qtbot, tmp_path):
    window.keeping.keep()  # nobody is asked: there is nothing yet
    assert "nothing was recorded" in window.status.currentMessage()
    run(window, qtbot, 20)
    keep(window, qtbot, "first")
    panel = window.docks["kept"].widget()
    assert names(panel) == ["first"] and window.docks["kept"].isVisible()
    chart = watches_of(window.page(), "LOSS_CHART")[0]
    traces = window.runs.pages.run_of("regression").traces
    assert [kept.name for kept in traces.saved_runs] == ["first"] and len(traces.saved_runs[0].series[chart]) == 20
    window.runs.reset()
    qtbot.waitUntil(lambda: window.worker.state == IDLE and not traces.series)
    run(window, qtbot, 5)
    keep(window, qtbot, "first")
    qtbot.waitUntil(lambda: names(panel) == ["first", "first 2"])
    assert traces.saved_runs[1].steps == 5

    # a plot over steps shows all of them
    window.views.open_block(window.page(), Address("", "LOSS", "output"), STEPS)
    viewer = window.views.viewers[-1][1]
    plot = viewer.mode.widget
    qtbot.waitUntil(lambda: len(plot.getPlotItem().listDataItems()) == 3)
    assert {item.name() for item in plot.getPlotItem().listDataItems()} == {"output", "first", "first 2"}

    # hidden, painted, renamed, removed: all by keys
    panel.list.setCurrentItem(panel.list.topLevelItem(1))
    assert panel.drop.isEnabled() and panel.colour.isEnabled()
    QTest.keyClick(panel.list, Qt.Key.Key_Space)
    assert [kept.name for kept in traces.saved_runs] == ["first"]
    qtbot.waitUntil(lambda: len(plot.getPlotItem().listDataItems()) == 2)
    panel.colour.menu().actions()[-1].trigger()
    assert window.keeping.runs.runs[1].colour == kept_runs.COLOURS[-1]
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    panel.list.setCurrentItem(panel.list.topLevelItem(1))
    QTest.keyClick(panel.list, Qt.Key.Key_F2)
    line = panel.list.findChild(QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, "short")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names(panel) == ["first", "short"] and not panel.list.findChildren(QLineEdit))
    panel.list.clearSelection()
    assert not panel.drop.isEnabled() and not panel.colour.isEnabled()
    panel.write(str(tmp_path / "runs.csv"))
    rows = list(csv.DictReader((tmp_path / "runs.csv").open()))
    assert {row["run"] for row in rows} == {"first", "short"} and any(row["output"] == "LOSS.output" for row in rows)

    # a block that is renamed goes on being compared; the document is opened again
    window.do(Rename("regression", "LOSS", "COST"), "Rename")
    assert any(watch.address.block == "COST" for watch in traces.saved_runs[0].series)
    assert window.file.save()
    qtbot.waitUntil(lambda: not window.history.dirty)
    assert window.file.open_path(str(REGRESSION)) and window.keeping.runs.runs == []
    qtbot.waitUntil(lambda: names(panel) == [])
    assert window.file.open_path(str(tmp_path / "one.loom"))
    qtbot.waitUntil(lambda: names(panel) == ["first", "short"])
    kept = window.keeping.runs.runs
    assert [one.is_shown for one in kept] == [True, False] and any(w.address.block == "COST" for w in kept[0].series)
    panel.list.selectAll()
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: names(panel) == [])
    assert not (tmp_path / "state" / "one.json").exists() and panel.empty.isVisible()


def test_runs_that_cannot_be_read_are_said_and_not_lost_by_saving(window, qtbot, tmp_path):
    state = tmp_path / "state" / "one.json"
    state.parent.mkdir(exist_ok=True)
    state.write_text("[1, 2")
    assert window.file.open_path(str(tmp_path / "one.loom")) and window.keeping.runs.runs == []
    told = [window.messages.item(i).text() for i in range(window.messages.count())]
    assert any("cannot be read" in text for text in told)
    assert window.file.save() and state.read_text() == "[1, 2"
