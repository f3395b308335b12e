"""The window with the first elements of a dataset."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blockloom.app.window.results.resultwindow import DataWindow
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.problems import make_problem
from tests.app.windowkit import at_work
from tests.pages import document

PAGE = """
DATA TensorSliceDataset components=[[1.5, 2.5], [[1, 2], [3, 4]]]; MANY BatchDatasetV2
MAKE MakeIterator dataset=<DATA.handle iterator=<ITER.handle; ITER IteratorV2
NEXT IteratorGetNext iterator=<ITER.handle"""


def look(window, block):
    """Open the data window of a block."""
    window.canvas().selection.choose([block])
    window.commands["look_at_data"].trigger()
    return window.findChildren(DataWindow)[-1]


def cells(view):
    return [
        [view.table.item(row, column).text() for column in range(view.table.columnCount())]
        for row in range(view.table.rowCount())
    ]


def test_the_elements_that_come_through_an_iterator(qtbot, catalogue):
    with at_work(catalogue, document(catalogue, PAGE)) as window:
        view = look(window, "NEXT")
        qtbot.waitUntil(lambda: view.look_button.isEnabled())
        assert cells(view) == [["1.5", "[1 2]"], ["2.5", "[3 4]"]]
        assert view.table.horizontalHeaderItem(1).text() == "DT_INT32 [2]"
        assert view.message.text() == "All 2 elements: the data ends here."
        assert not any(run.results for run in window.runs.pages.runs.values())  # nothing ran
        for column in range(2):  # as wide as what is in it
            assert view.table.columnWidth(column) == max(
                view.table.sizeHintForColumn(column), view.table.horizontalHeader().sectionSizeHint(column)
            )
        bad = look(window, "MANY")
        qtbot.waitUntil(lambda: bad.look_button.isEnabled())
        assert bad.message.text().startswith("MANY") and not cells(bad)


def test_a_look_is_stopped_and_ends_with_its_window(window, catalogue, qtbot):
    window.workspace.replace(document(catalogue, PAGE))
    worker = window.worker.process
    worker.answers["cancel"] = {}
    view = look(window, "DATA")
    first = worker.asked[-1][1]
    assert (
        worker.did()[-1] == "preview_dataset"
        and str(Address(*first["address"])) == "main/DATA"
        and view.message.text() == "Reading…"
    )
    view.stop.click()
    assert worker.asked[-1] == ("cancel", {"job": first["job"]}) and view.message.text() == "Stopped."
    view.more.click()
    assert worker.asked[-1][1]["count"] == 100 and worker.asked[-1][1]["job"] != first["job"]
    problems = [make_problem("no-dataset", address("main", "DATA"))]
    worker.finish("preview_dataset", elements=[], end_reason="", problems=problems)
    qtbot.waitUntil(lambda: view.message.text() == "DATA: it has no dataset output")
    view.look_button.click()
    job = worker.asked[-1][1]["job"]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert worker.asked[-1] == ("cancel", {"job": job})


def test_data_windows_close_with_their_document_and_their_window(window, catalogue, qtbot):
    for end in (window.file.new, window.close):
        window.workspace.replace(document(catalogue, PAGE))
        window.history.mark_saved()
        views = [look(window, "DATA"), look(window, "NEXT")]
        assert all(view.isVisible() for view in views)
        job = window.worker.process.asked[-1][1]["job"]
        end()
        assert not any(view.isVisible() for view in views) and not window.views.data_windows
        assert ("cancel", {"job": job}) in window.worker.process.asked
