"""Viewers of results, with the real worker: slices of any rank, plots, comparing, files, docks."""

import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QMouseEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDockWidget,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QToolTip,
)

from blockloom.app.canvas.paint.forms import INFINITE, NAN
from blockloom.app.canvas.scene.theme import DARK, LIGHT, legible
from blockloom.app.window.results import viewer
from blockloom.app.window.results import viewermode as viewers
from blockloom.app.window.results.gridview import CHANGED, Tiles
from blockloom.app.window.results.plots import LinePlot
from blockloom.app.window.results.summaries import rows_of
from blockloom.app.window.results.viewer import Viewer, ViewerWindow
from blockloom.app.window.results.viewermode import POINTS
from blockloom.app.window.results.viewermodes import are_images
from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks.catalogue.monitor_types import IMAGE
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.edits import Remove, Rename, SetValue
from blockloom.blocks.plots.pixels import rgb, tiled
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import SliceReply
from blockloom.runtime.run.textdiff import compared_text
from tests.app.canvaskit import pixels
from tests.app.windowkit import at_work
from tests.extent import slow
from tests.pages import document, page, pages

POEM = "가지 않은 길\n" + "두 갈래 길이 노란 숲 속으로 나 있었다\n" * 9
PAGE = f"""
N Range start=0.0f limit=120.0f delta=1.0f; R Reshape shape=[6, 5, 4] tensor=<N.output
X Const value=[[1.0, 0.0], [-1.0, 2.0], [4.0, 8.0]]; Z Const value=[[0.0, 0.0], [0.0, 2.0], [2.0, 2.0]]
D RealDiv x=<X.output y=<Z.output; V loom.Variable initvalues=[1.0, 5.0]
ADD AssignAdd value=[0.5, 0.0] ref=<V.ref; GROWS Diag diagonal=<ADD.output_ref
MAPS Reshape shape=[1, 4, 5, 6] tensor=<N.output; PI Const value=[[3.141592653589793, 1e-30]]
YES Const value=[[true, false]]; CPLX Const value=[[1+2j, -0.1j]]
CUBE Const value=[[[1.0], [2.0]], [[3.0], [4.0]], [[5.0], [nan]]]; POEM Const value={POEM!r}
NONE Const value=[] dtype=DT_FLOAT; NANS Fill dims=[3] value=nan
HUGE Const value=[[1e308, -1e308], [-1e308, 1e308]]; ONE Const value=3.5
SPLIT Split split_dim=0 num_split=2 value=<R.output"""
RAMP = np.arange(120, dtype=np.float32).reshape(6, 5, 4)


@pytest.fixture(scope="module")
def window(qapp, catalogue):
    with at_work(catalogue, document(catalogue, PAGE)) as window:
        yield window


@pytest.fixture
def ran(window, qtbot):
    """Return the window after one more step."""
    step = window.worker.step
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.worker.state == IDLE and (window.worker.step == step + 1 or window.runs.status.bad))
    assert not window.runs.status.bad, window.runs.pages.run_of("main").problems
    yield window
    window.views.close_all()
    assert window.views.viewers == []


def see(window, block, pin, kind=viewers.TABLE, element=None) -> Viewer:
    rows = rows_of(pin, window.canvas().marks.results[block][pin])
    row = next(r for r in rows if r.element == element)
    return window.views.open_viewer(window.page(), Address("", block), row, kind)


def run(window, qtbot, steps):
    until = window.worker.step + steps
    window.runs.run(steps)
    qtbot.waitUntil(lambda: window.worker.state == IDLE and window.worker.step == until)


class Total(viewers.SliceMode):
    """A mode that a test adds: the sum of the slice, as a label."""

    kind, title, options, plot = "total", "Total", ("log",), False

    def make(self):
        return QLabel()

    def show(self, now, before):
        self.widget.setText(f"{self.cells(now).sum():g}")
        return "a sum"

    def copied(self):
        return self.widget.text()


def test_a_kind_more_takes_a_class_and_a_row(ran, qtbot, monkeypatch):
    monkeypatch.setattr(viewer, "MODES", (*viewer.MODES, Total))
    view = see(ran, "R", "output", "total")
    label = view.modes["total"].widget
    qtbot.waitUntil(lambda: label.text() == f"{RAMP[0].sum():g}")
    assert view.kind.currentText() == "Total" and view.note.text() == "a sum"
    assert view.log.isVisibleTo(view) and not view.range.isVisibleTo(view)
    view.file.copy()
    assert QGuiApplication.clipboard().text() == label.text()


def test_pyqtgraph_waits_for_the_first_plot():
    code = "import sys, blockloom.app.window.mainwindow; sys.exit('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@given(
    st.lists(
        st.one_of(st.integers(0, 3), st.tuples(st.integers(0, 6), st.integers(0, 7), st.integers(1, 9))),
        min_size=3,
        max_size=3,
    )
)
def test_any_slice_is_numpys(ran, qtbot, at):
    got = []
    ran.worker.ask(
        requests.GetSliceRequest(parse("R.output"), [a if isinstance(a, int) else list(a) for a in at]), got.append
    )
    qtbot.waitUntil(lambda: bool(got))
    index, steps = [], []
    for a, size in zip(at, RAMP.shape):
        if isinstance(a, int):
            index.append(a)
        else:
            steps.append(max(1, math.ceil((min(a[1], size) - min(a[0], size)) / a[2])))
            index.append(slice(a[0], a[1]))
    part, ranges = RAMP[tuple(index)], got[0].steps
    assert ranges == steps
    cells = got[0].array
    if all(step == 1 for step in ranges):
        assert np.array_equal(cells, part)
    elif len(ranges) == 1:  # thinned out to the least and the greatest
        assert cells.min() == part.min() and cells.max() == part.max() and len(cells) <= len(part) + 1
    else:
        assert np.array_equal(cells, part[tuple(slice(None, None, step) for step in ranges)])


def test_the_table_shows_any_slice_and_copies_it(ran, qtbot):
    view = see(ran, "R", "output")
    grid, picker = view.grid, view.picker
    qtbot.waitUntil(lambda: grid.text(4, 3) == ("19", ""))
    assert view.title() == "R.output[6][5][4]" and picker.extent == (5, 4)
    picker.index[0] = 2
    picker.changed.emit()
    qtbot.waitUntil(lambda: grid.text(1, 2)[0] == "46")
    picker.findChild(QComboBox).setCurrentIndex(0)  # down axis 0, across axis 2, at 0 of axis 1
    qtbot.waitUntil(lambda: grid.text(5, 3)[0] == "103")
    picker.findChild(QComboBox).setCurrentIndex(2)  # the two change places
    assert picker.extent == (4, 6)
    qtbot.waitUntil(lambda: grid.text(3, 5)[0] == "103")
    QTest.keyClick(grid, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert grid.current == (3, 5) and "103" in grid.accessibleDescription()
    heads = [grid.viewport().grab(QRect(grid.head, 2, 40, 12)), grid.viewport().grab(QRect(2, 2, grid.head - 4, 12))]
    assert [len(np.unique(pixels(image.toImage()))) > 1 for image in heads] == [True, False], "columns have numbers"
    ground = pixels(grid.viewport().grab().toImage())
    assert ground[1, grid.head + 1] == ground[-1, 1] != ground[-1, -2], "the heads of rows are as those of columns"
    bars = grid.horizontalScrollBar(), grid.verticalScrollBar()
    room = grid.minimumSize(), grid.maximumSize()
    grid.setFixedSize(160, 60)
    for end, scrolled in ((Qt.Key.Key_End, True), (Qt.Key.Key_Home, False), (Qt.Key.Key_End, True)):
        QTest.keyClick(grid, end, Qt.KeyboardModifier.ControlModifier)
        assert [bar.value() > 0 for bar in bars] == [scrolled, scrolled]
    grid.setMinimumSize(room[0])
    grid.setMaximumSize(room[1])
    QTest.keyClick(grid, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(grid, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "82\t102\n83\t103")


def test_nan_stands_out(ran, qtbot):
    view = see(ran, "D", "z")
    qtbot.waitUntil(lambda: view.grid.text(0, 0) == ("inf", INFINITE))
    assert view.grid.text(0, 1) == ("nan", NAN) and view.grid.text(1, 0) == ("-inf", INFINITE)
    assert view.grid.text(2, 1) == ("4", "")
    qtbot.waitUntil(lambda: "NaN" in view.stats.text())
    assert "1 NaN, 1 +Inf, 1 -Inf" in view.stats.text() and "1 to 4" in view.stats.text()
    view.show_kind(viewers.HEAT)
    picture = view.modes[viewers.HEAT].widget.picture
    qtbot.waitUntil(lambda: picture.image is not None)
    assert picture.image[0, 1].tolist() == [255, 0, 255] and picture.image[0, 0].tolist() == [255, 40, 40]
    view.show_kind(viewers.LINES)
    qtbot.waitUntil(lambda: len(view.modes[viewers.LINES].widget.shown) == 2)
    assert np.array_equal(view.modes[viewers.LINES].widget.shown[0], [np.inf, -np.inf, 2])


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_lines_have_the_colours_of_charts_and_their_legend_covers_none(qtbot, qapp, theme):
    old, palette = qapp.palette(), qapp.palette()
    palette.setColor(QPalette.ColorRole.Base, QColor(theme.canvas))
    qapp.setPalette(palette)
    ink = QColor("#ff00ff" if theme is LIGHT else "#ffff00")
    palette.setColor(QPalette.ColorRole.Text, ink)
    qapp.setPalette(palette)
    try:
        plot = LinePlot(lambda x, y: "")
    finally:
        qapp.setPalette(old)
    assert all(plot.getAxis(side).textPen().color() == ink for side in ("left", "bottom"))
    qtbot.addWidget(plot)
    plot.resize(520, 360)
    plot.show()
    names = [f"LOSS.value[{number}]" for number in range(12)]
    plot.show_lines(np.arange(9.0), np.arange(108.0).reshape(9, 12), names, axis="step")
    item = plot.getPlotItem()
    qtbot.waitUntil(lambda: item.legend.sceneBoundingRect().height() > 100)
    assert not item.legend.sceneBoundingRect().intersects(item.vb.sceneBoundingRect())
    assert [label.text for _, label in item.legend.items] == names
    inks = [line.opts["pen"].color().name().upper() for line in item.listDataItems()]
    assert inks[:8] == [*theme.series] and len({*inks}) == 12


def test_tiles_forget_answers_to_an_earlier_slice():
    answers = []
    tiles = Tiles(lambda rows, columns, before, done: answers.append(done), False, lambda: None)
    tiles.set_size(2, 2, False)
    assert tiles.value(0, 0) is None and len(answers) == 1
    tiles.set_size(2, 2, True)
    answers[0](np.zeros((2, 2)))
    assert tiles.value(0, 0) is None and len(answers) == 2
    answers[1](np.ones((2, 2)))
    assert tiles.value(1, 1) == 1 and len(answers) == 2
    tiles.set_size(2, 2, True)
    assert tiles.value(1, 1) == 1 and len(answers) == 3  # shown until the new ones are here


def test_compared_with_the_run_before(ran, qtbot):
    run(ran, qtbot, 3)
    view = see(ran, "V", "ref")
    view.compare.setChecked(True)
    value = float(ran.canvas().marks.results["V"]["ref"]["text"].strip("[]").split()[0])
    qtbot.waitUntil(lambda: view.grid.text(0, 0) == (f"{value:g} ({value - 1.5:g})", CHANGED))
    assert view.grid.text(1, 0) == ("5", "")
    run(ran, qtbot, 1)
    qtbot.waitUntil(lambda: view.grid.text(0, 0) == (f"{value + 0.5:g} ({value:g})", CHANGED))
    view.show_kind(viewers.TEXT)
    qtbot.waitUntil(lambda: view.modes[viewers.TEXT].widget.toPlainText() == f"[{value + 0.5:g} ({value:g}), 5]")


def test_an_image_is_shown_next_to_that_of_the_previous_run(ran, qtbot):
    view = see(ran, "GROWS", "output", viewers.IMAGE)
    run(ran, qtbot, 1)
    view.compare.setChecked(True)
    qtbot.waitUntil(lambda: "differs by up to" in view.note.text())
    now, was, away = (plot.image.image for plot in view.mode.widget.plots)
    assert (now[..., 0] > was[..., 0]).sum() == 1 and (now[1, 1] == was[1, 1]).all()  # one range for both
    red, _, blue = away[0, 0].tolist()
    assert red > blue and len({tuple(p) for p in away.reshape(-1, 3).tolist()}) == 2
    same = see(ran, "R", "output", viewers.IMAGE)
    same.compare.setChecked(True)
    qtbot.waitUntil(lambda: same.note.text() == "as in the previous run")


def test_without_a_run_before_the_viewer_says_so(ran, qtbot):
    view = see(ran, "X", "output")
    answers, ask = [SliceReply()], view.ask
    view.ask = lambda request, done: (
        done(answers[-1]) if getattr(request, "previous_run", False) else ask(request, done)
    )
    view.compare.setChecked(True)
    for kind in (viewers.TABLE, viewers.LINES, viewers.HEAT, viewers.IMAGE, viewers.TEXT):
        view.note.setText("")
        view.show_kind(kind)
        qtbot.waitUntil(lambda: "no result to compare with" in view.note.text())
    answers.append(SliceReply("float64", [7]))
    view.update_view()
    qtbot.waitUntil(lambda: view.note.text() == "the previous run has [7]")


@pytest.mark.parametrize(
    ("was", "now", "text", "marks"),
    [
        ([1.0, 2.0, np.nan], [1.0, 3.0, np.nan], "[1, 3 (2), nan]", {0: ["3 (2)"]}),
        ([1.0], [1.0, 3.0], "[1, 3]", {}),  # another shape: not compared
        ([b"a\nb", b"c"], [b"a", b"new", b"c"], "  a\n- b\n+ new\n  c", {1: ["- b"], 2: ["+ new"]}),
        ([b"one"], [b"one"], "  one", {}),
        (None, [b"one", b"two"], "one\ntwo", {}),
    ],
)
def test_texts_mark_what_changed(was, now, text, marks):
    arrays = [np.array(a, object if a and isinstance(a[0], bytes) else float) if a else None for a in (now, was)]
    got, spans = compared_text(*arrays)
    assert got == text
    lines = text.split("\n")
    assert {n: [lines[n][s.start : s.start + s.length] for s in found] for n, found in spans.items()} == marks


def test_losses_are_shown_on_a_logarithmic_scale_and_pinned_so(ran, qtbot):
    view = see(ran, "ONE", "output", viewers.STEPS)
    view.log.setChecked(True)
    run(ran, qtbot, 3)
    (curve,) = view.mode.widget.getPlotItem().listDataItems()
    assert np.allclose(curve.getData()[1], math.log10(3.5))
    assert view.watches == [Watch(parse("ONE.output"))]  # the same as a monitor's: recorded once
    view.to_canvas.trigger()
    assert ran.page().blocks["ONE_TREND"].values["logarithmic"] == "true"
    ran.undo()
    view.show_kind(viewers.HISTOGRAM)
    assert view.log.isHidden()


def test_a_plot_over_steps_has_every_step(ran, qtbot):
    view = see(ran, "ADD", "output_ref", viewers.STEPS)
    assert "Run the page" in view.note.text()
    first = ran.worker.step + 1
    run(ran, qtbot, 25)
    points = ran.runs.pages.run_of("main").traces.series[view.watches[0]].points
    assert points[:, 0].tolist() == list(range(first, first + 25)) and np.allclose(np.diff(points[:, 2]), 0.5)
    view.show_kind(viewers.TABLE)
    assert ran.views.watches("main") == []


def test_over_steps_the_curve_of_before_the_reset_is_there_too(ran, qtbot):
    view = see(ran, "ADD", "output_ref", viewers.STEPS)
    view.compare.setChecked(True)
    run(ran, qtbot, 4)
    assert "before the last reset" in view.note.text()
    had = len(ran.runs.pages.run_of("main").traces.series[view.watches[0]].points)
    ran.runs.reset()
    qtbot.waitUntil(lambda: ran.worker.step == 0 and not ran.runs.pages.run_of("main").traces.series)
    run(ran, qtbot, 2)
    curves = [c.getData()[1].tolist() for c in view.mode.widget.getPlotItem().listDataItems()]
    assert [len(c) for c in curves] == [had, had, 2, 2] and curves[2] == [1.5, 2.0] and view.note.text() == ""


def test_images_have_channels_and_a_range(ran, qtbot):
    view = see(ran, "R", "output", viewers.IMAGE)
    assert (view.picker.rows, view.picker.columns) == (0, 1)
    picture = view.modes[viewers.IMAGE].widget.now.image
    qtbot.waitUntil(lambda: picture.image is not None)
    assert picture.image.shape == (6, 5, 4) and picture.image[0, 0, 0] == 0 and picture.image[5, 4, 3] == 255
    view.range.setCurrentText("0 .. 255")
    qtbot.waitUntil(lambda: picture.image[5, 4, 3] == 119)
    assert [view.channel.itemText(i) for i in range(view.channel.count())][:2] == ["all channels", "channel 0"]
    view.channel.setCurrentIndex(3)
    qtbot.waitUntil(lambda: picture.image.shape == (6, 5, 3))
    assert (picture.image == RAMP[:, :, 2:3]).all()
    view.show_kind(viewers.LINES)
    assert view.channel.isHidden() and view.range.isHidden()


def test_maps_of_many_channels_are_tiles_or_one(ran, qtbot):
    run(ran, qtbot, 1)
    view = see(ran, "MAPS", "output", viewers.IMAGE)
    picture = view.mode.widget.now.image
    qtbot.waitUntil(lambda: picture.image is not None)
    wanted = rgb(tiled(RAMP.reshape(4, 5, 6), (0, 119)), (0, 119))
    assert np.array_equal(picture.image, wanted)
    view.compare.setChecked(True)
    qtbot.waitUntil(lambda: view.note.text() == "as in the previous run")
    view.channel.setCurrentText("channel 4")
    qtbot.waitUntil(lambda: picture.image.shape == (4, 5, 3))
    assert view.mode.pinned() == (IMAGE, {"index": "[0]", "channel": "4"}, 1)


def test_images_and_feature_maps_open_as_pictures(ran, qtbot):
    ran.views.open_block(ran.page(), Address("", "MAPS", "output"))
    view = ran.views.viewers[-1][1]
    assert view.kind.currentData() == viewers.IMAGE and view.channel.currentText() == "channels as tiles"
    qtbot.waitUntil(lambda: view.mode.widget.now.image.image is not None)
    ran.views.open_block(ran.page(), Address("", "R", "output"))
    assert ran.views.viewers[-1][1].kind.currentData() == viewers.TABLE


@given(st.integers(1, 40), st.integers(1, 40), st.integers(5, 70))
def test_many_channels_are_side_by_side(rows, columns, count):
    pixels = np.arange(rows * columns * count, dtype=float).reshape(rows, columns, count) + 1
    found = tiled(pixels, (0.0, 255.0))
    seen = found[..., 1] == 255
    assert sorted(found[seen][:, 0]) == sorted(pixels.reshape(-1)) and not found[~seen].any()
    assert (found[:rows, :columns, 0] == pixels[:, :, 0]).all()


def test_controls_of_a_narrow_viewer_stand_in_lines(ran, qtbot):
    view = see(ran, "R", "output")
    view.window().resize(260, 400)
    qtbot.waitUntil(lambda: view.width() == 260)
    places = [w.geometry() for w in (view.kind, view.compare, view.pin)]
    assert places[0].top() < places[2].top() and all(view.rect().contains(p) for p in places)
    view.window().resize(900, 400)
    qtbot.waitUntil(lambda: abs(view.kind.geometry().center().y() - view.pin.geometry().center().y()) < 3)
    assert view.pin.geometry().right() > 880


def test_histogram_text_and_what_a_kind_needs(ran, qtbot):
    view = see(ran, "R", "output", viewers.HISTOGRAM)
    got = []
    ran.worker.ask(requests.GetStatisticsRequest(parse("R.output")), got.append)
    qtbot.waitUntil(lambda: bool(got))
    assert got[0].array.sum() == 120 and got[0].edges == [0.0, 119.0]
    assert got[0].std == pytest.approx(RAMP.std(dtype=np.float64)) and got[0].mean == 59.5
    assert view.stack.currentWidget() is view.modes[viewers.HISTOGRAM].widget
    text = see(ran, "POEM", "output", viewers.TEXT)
    qtbot.waitUntil(lambda: text.modes[viewers.TEXT].widget.toPlainText() == POEM)
    enabled = [text.kind.itemData(i) for i in range(text.kind.count()) if text.kind.model().item(i).isEnabled()]
    assert enabled == [viewers.TABLE, viewers.TEXT]
    text.show_kind(viewers.TABLE)
    qtbot.waitUntil(lambda: text.grid.text(0, 0)[0].startswith('"가지 않은 길\\n'))
    half = see(ran, "SPLIT", "output", element=1)
    qtbot.waitUntil(lambda: half.grid.text(0, 0)[0] == "60")


def test_the_pointer_tells_what_is_under_it(ran, qtbot):
    run(ran, qtbot, 1)
    view = see(ran, "R", "output", viewers.HEAT)
    view.picker.index[0] = 2
    view.picker.changed.emit()
    qtbot.waitUntil(lambda: view.mode.text_at(3.2, 0.6) == "[1, 3]  47")
    view.compare.setChecked(True)
    qtbot.waitUntil(lambda: view.mode.text_at(3.2, 0.6) == "[1, 3]  47  (47)")
    view.compare.setChecked(False)
    assert view.mode.text_at(9, 0) == view.mode.text_at(0, -2) == ""
    view.show_kind(viewers.IMAGE)
    qtbot.waitUntil(lambda: view.mode.text_at(4, 5) == "[5, 4]  116, 117, 118, 119")
    view.show_kind(viewers.LINES)
    qtbot.waitUntil(lambda: view.mode.text_at(1.3, 77) == "[1]  44, 45, 46, 47")
    assert view.mode.text_at(1000, 0) == ""
    view.show_kind(viewers.HISTOGRAM)
    qtbot.waitUntil(lambda: view.mode.text_at(0.5, 1) == "0 .. 1.85938:  2")
    maps = see(ran, "MAPS", "output", viewers.IMAGE)
    qtbot.waitUntil(lambda: maps.mode.text_at(7, 2) == "channel 1  [2, 1]  67")
    plot = maps.mode.widget.now
    at = QPointF(plot.mapFromScene(plot.getPlotItem().vb.mapViewToScene(QPointF(7, 2))))
    none = Qt.MouseButton.NoButton
    QApplication.sendEvent(
        plot.viewport(),
        QMouseEvent(QEvent.Type.MouseMove, at, plot.mapToGlobal(at), none, none, Qt.KeyboardModifier.NoModifier),
    )
    assert QToolTip.text() == "channel 1  [2, 1]  67"
    steps = see(ran, "ONE", "output", viewers.STEPS)
    run(ran, qtbot, 2)
    assert steps.mode.text_at(ran.worker.step - 0.2, 0) == f"output  3.5\nstep {ran.worker.step}"


def test_copied_cells_are_exact(ran, qtbot):
    for block, pin, wanted in (
        ("PI", "output", "3.141592653589793\t1e-30"),
        ("YES", "output", "true\tfalse"),
        ("POEM", "output", f'"{POEM}"'),
        ("CPLX", "output", "(1+2j)\t-0.1j"),
    ):
        view = see(ran, block, pin)
        qtbot.waitUntil(lambda view=view: view.grid.text(0, 0)[0] != "…")
        QTest.keyClick(view.grid, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(view.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda wanted=wanted: QGuiApplication.clipboard().text() == wanted)


def test_the_next_nan_or_infinity_is_a_key_away(ran, qtbot):
    view = see(ran, "D", "z", viewers.HEAT)
    qtbot.waitUntil(lambda: "href" in view.stats.text())
    assert DARK.error in view.stats.text()
    ran.commands["theme"].trigger()
    qtbot.waitUntil(lambda: LIGHT.error in view.stats.text())
    ran.commands["theme"].trigger()
    qtbot.waitUntil(lambda: DARK.error in view.stats.text())
    found = []
    for _ in range(4):
        view.stats.linkActivated.emit("odd")
        before = len(found)
        qtbot.waitUntil(lambda: view.nonfinite is not None and (not found or view.nonfinite != found[-1]))
        found.append(view.nonfinite)
        assert len(found) == before + 1 and view.grid.current == view.nonfinite and view.mode.kind == viewers.TABLE
    assert found == [(0, 0), (0, 1), (1, 0), (0, 0)]
    cube = see(ran, "CUBE", "output")
    qtbot.waitUntil(cube.isActiveWindow)
    QTest.keyClick(cube.grid, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: cube.nonfinite == (2, 1, 0))
    assert cube.picker.index[0] == 2 and cube.grid.current == (1, 0)
    qtbot.waitUntil(lambda: cube.grid.text(1, 0)[0] == "nan")
    fine = see(ran, "X", "output")
    fine.next_nonfinite()
    qtbot.waitUntil(lambda: fine.note.text() == "all numbers are finite")
    for block in ("ONE", "NONE", "NANS"):
        see(ran, block, "output").next_nonfinite()


def test_a_picture_is_saved_pixel_by_pixel(ran, qtbot, tmp_path, monkeypatch):
    view = see(ran, "R", "output", viewers.IMAGE)
    qtbot.waitUntil(lambda: view.mode.widget.now.image.image is not None)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "r"), "Picture (*.png)"))
    view.file.ask_path()
    image = QImage(str(tmp_path / "r.png"))
    assert (image.width(), image.height()) == (5, 6) and "r.png" in view.note.text()
    assert image.pixelColor(4, 5).getRgb() == tuple(view.mode.widget.now.image.image[5, 4])


def test_saving_is_whole_and_failures_are_said(ran, qtbot, tmp_path, monkeypatch):
    view = see(ran, "R", "output")
    for name in ("r.npy", "r.csv"):
        view.file.save(str(tmp_path / name))
        qtbot.waitUntil(lambda name=name: name in view.note.text())
    assert np.array_equal(np.load(tmp_path / "r.npy"), RAMP)
    rows = np.loadtxt(tmp_path / "r.csv", delimiter=",")  # two indices, then a row of the last axis
    assert rows.shape == (30, 6) and np.array_equal(rows[:, 2:].reshape(6, 5, 4), RAMP)
    said = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *args: said.append(args[2]))
    view.file.save(str(tmp_path / "none" / "r.npy"))
    qtbot.waitUntil(lambda: bool(said))
    assert "No such file" in said[0]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["r.csv", "r.npy"]


def test_pinned_renamed_removed(ran, qtbot):
    view = see(ran, "D", "z")
    view.to_dock.trigger()
    dock = next(d for d in ran.findChildren(QDockWidget) if d.widget() is view)
    qtbot.waitUntil(lambda: not any(isinstance(w, ViewerWindow) for w in QApplication.topLevelWidgets()))
    assert dock.windowTitle() == "D.z[3][2]"
    ran.activateWindow()
    qtbot.waitUntil(ran.isActiveWindow)
    view.grid.setFocus()
    QTest.keyClick(view.grid, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: view.nonfinite == (0, 0))
    ran.do(Rename("main", "D", "E"), "Rename")
    assert dock.windowTitle() == "E.z[3][2]"
    view.show_kind(viewers.HEAT)  # of the worker, which knows it by its old name
    qtbot.waitUntil(lambda: view.mode.text_at(0, 0).startswith("[0, 0]"))
    assert not view.note.text()
    view.show_kind(viewers.TABLE)
    run(ran, qtbot, 1)
    qtbot.waitUntil(lambda: view.grid.text(2, 1)[0] == "4")
    ran.do(Remove("main", ("E",)), "Remove")
    qtbot.waitUntil(lambda: ran.views.viewers == [])
    ran.undo()
    ran.undo()


def test_every_kind_bears_every_tensor(ran, qtbot):
    """An empty tensor, one of NaN, numbers near the limits of floats, and a scalar."""
    for block, wanted in {
        "NONE": "0 elements",
        "NANS": "3 NaN",
        "HUGE": "-1e+308 to 1e+308, mean 0, std 1e+308",
        "ONE": "DT_DOUBLE, 1 element",
    }.items():
        view = see(ran, block, "output")
        view.compare.setChecked(True)
        for row in range(view.kind.count()):
            if view.kind.model().item(row).isEnabled():
                view.kind.setCurrentIndex(row)
                qtbot.waitUntil(lambda view=view: not view.busy)
                view.grab()  # an exception in here fails the test
        qtbot.waitUntil(lambda view=view, wanted=wanted: wanted in view.stats.text())


def test_a_plot_is_created_again_for_other_colours_alone(ran, qtbot):
    view = see(ran, "D", "z", viewers.HEAT)
    before = view.modes[viewers.HEAT].widget
    assert before.backgroundBrush().color() == QApplication.palette().base().color()
    for kind in (QEvent.Type.EnabledChange, QEvent.Type.FontChange, QEvent.Type.WindowTitleChange):
        QApplication.sendEvent(view, QEvent(kind))
        assert view.modes[viewers.HEAT].widget is before and view.stack.currentWidget() is before
    ink = before.ink.name()
    ran.theming.toggle()
    qtbot.waitUntil(lambda: view.stack.currentWidget() is not before)
    after = view.modes[viewers.HEAT].widget
    assert after.ink.name() != ink and view.stack.currentWidget() is after
    qtbot.waitUntil(lambda: after.picture.image is not None)
    ran.theming.toggle()


def test_the_selected_blocks_result_opens_by_key(ran, qtbot):
    ran.canvas().selection.choose(["X"])
    ran.commands["view_result"].trigger()
    assert ran.views.viewers[-1][1].address == Address("", "X", "output")
    ran.views.close_all()
    ran.canvas().selection.choose([])
    QTest.keyClick(ran.canvas(), Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    assert ran.views.viewers == [] and "select a block first" in ran.statusBar().currentMessage()


def test_of_a_list_one_element_is_chosen_by_keys(ran, qtbot):
    ran.activateWindow()
    qtbot.waitUntil(ran.isActiveWindow)
    ran.canvas().selection.choose(["SPLIT"])
    ran.canvas().setFocus()
    QTest.keyClick(ran.canvas(), Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    ((_, view),) = ran.views.tables
    qtbot.waitUntil(view.isActiveWindow)
    assert [row.name for row in view.model.rows[:2]] == ["output[0][3][5][4]", "output[1][3][5][4]"]
    assert view.viewer.address == Address("", "SPLIT", "output", 0)
    QTest.keyClick(view.view, Qt.Key.Key_Down)
    assert view.viewer.address == Address("", "SPLIT", "output", 1)
    qtbot.waitUntil(lambda: view.viewer.grid.text(0, 0)[0] == "60")


def run_fill(window, qtbot, catalogue, rows):
    """Run a page whose block BIG has shape `(rows, rows)`."""
    window.history.mark_saved()
    window.workspace.replace(
        document(catalogue, f"SIZE Const value=[{rows}, {rows}]; BIG Fill value=1.5f dims=<SIZE.output")
    )
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.worker.state == IDLE and "BIG" in window.canvas().marks.results)


@pytest.fixture
def big(window, qtbot, catalogue):
    if "BIG" not in window.page().blocks:
        run_fill(window, qtbot, catalogue, 10_000)
    yield window
    window.views.close_all()


@slow
def test_of_a_hundred_million_elements_only_what_is_shown_is_asked_for(big, qtbot, monkeypatch):
    asked, ask = [], big.worker.ask
    monkeypatch.setattr(big.worker, "ask", lambda request, done: (asked.append(request), ask(request, done)))
    view = see(big, "BIG", "output")
    qtbot.waitUntil(lambda: view.grid.text(0, 0)[0] == "1.5")
    view.grid.go(9999, 9999)
    qtbot.waitUntil(lambda: view.grid.text(9999, 9999)[0] == "1.5")
    view.show_kind(viewers.HEAT)
    picture = view.modes[viewers.HEAT].widget.picture
    qtbot.waitUntil(lambda: picture.image is not None)
    assert picture.image.shape == (1000, 1000, 3) and "10th" in view.note.text()
    sizes = [
        math.prod(min(-(-(b - a) // max(1, -(-(b - a) // most))), 10_000) for a, b, most in one.index)
        for one in asked
        if isinstance(one, requests.GetSliceRequest)
    ]
    assert max(sizes) <= 1024 * 1024 and sum(size > 64 * 32 for size in sizes) == 1


@slow
@pytest.mark.parametrize("kind", [viewers.HEAT, viewers.IMAGE])
def test_of_a_large_map_every_element_is_there_for_who_looks_closer(big, qtbot, kind):
    view = see(big, "BIG", "output", kind)
    qtbot.waitUntil(lambda: view.mode.text_at(5000, 5000) == "[5000, 5000]  1.5" and "10th" in view.note.text())
    plot = view.mode.widget if kind == viewers.HEAT else view.mode.widget.now
    plot.getPlotItem().vb.setRange(QRectF(5000, 6000, 300, 200), padding=0)
    plot.getPlotItem().vb.sigRangeChangedManually.emit([True, True])
    qtbot.waitUntil(lambda: view.note.text() == "")
    picture = plot.picture if kind == viewers.HEAT else plot.image
    assert picture.image.shape[1] < 1024 and picture.mapRectToParent(picture.boundingRect()).contains(
        QRectF(5000, 6000, 300, 200)
    )
    assert view.mode.text_at(5100, 6100) == "[6100, 5100]  1.5" and view.mode.text_at(100, 100) == ""
    plot.range_changed.emit(True)
    qtbot.waitUntil(lambda: "10th" in view.note.text())
    assert picture.image.shape[:2] == (1000, 1000)


@slow
def test_of_a_long_line_every_point_is_there_for_who_looks_closer(big, qtbot):
    view = see(big, "BIG", "output", viewers.LINES)
    qtbot.waitUntil(lambda: len(view.mode.shown[0]) > 1)
    assert len(view.mode.shown[0]) <= POINTS and view.mode.shown[0][1] > 1
    box = view.mode.widget.getPlotItem().vb
    box.setRange(xRange=(7000, 7100), padding=0)
    box.sigRangeChangedManually.emit([True, True])
    qtbot.waitUntil(lambda: view.mode.shown[0][0] > 6000)
    x = view.mode.shown[0]
    assert (
        (np.diff(x) == 1).all() and x[0] <= 7000 and x[-1] >= 7100 and view.mode.text_at(7050.2, 0).startswith("[7050]")
    )
    view.mode.widget.range_changed.emit(True)
    qtbot.waitUntil(lambda: view.mode.shown[0][0] == 0)


def test_a_long_save_can_be_cancelled(window, qtbot, catalogue, tmp_path):
    run_fill(window, qtbot, catalogue, 3_000)
    view = see(window, "BIG", "output")
    view.file.save(str(tmp_path / "big.csv"))
    qtbot.waitUntil(lambda: view.file.progress is not None and view.file.progress[1].value() > 0)
    view.file.progress[1].findChild(QPushButton).click()
    qtbot.waitUntil(lambda: view.note.text() == "not saved")
    assert list(tmp_path.iterdir()) == []
    window.views.close_all()


@pytest.mark.parametrize(
    ("shape", "fits"),
    [
        ((32, 28, 28, 1), True),
        ((1, 480, 640, 3), True),
        ((1, 14, 14, 64), True),
        ((32, 14, 14, 14), True),
        ((1, 64, 56, 56), False),  # channels first
        ((3, 3, 64, 128), False),  # kernels
        ((5, 5, 6, 16), False),
        ((7, 7, 3, 64), False),
        ((0, 8, 8, 3), False),
        ((8, 8, 3), False),
    ],
)
def test_images_and_feature_maps_are_no_kernels(shape, fits):
    assert are_images(shape) == fits


def double_click(window, block):
    canvas = window.canvas()
    canvas.navigation.show(block)
    slot = canvas.scene.slot[block]
    layout = canvas.scene.layouts[slot]
    place = QPointF(*canvas.scene.pos[slot]) + QPointF(layout.width / 2, layout.height / 2)
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.view.to_widget(place).toPoint())


def legend(plot):
    return [label.text for _, label in plot.getPlotItem().legend.items]


def test_a_double_click_on_a_monitor_takes_over_its_labels_axis_and_colours(qtbot, catalogue):
    text = """
        LOG Const value=[[1.0, 4.0, 9.0], [2.0, 3.0, 9.0]]; V loom.Variable initvalues=1.0
        UP AssignAdd value=0.5 ref=<V.ref; NEG Neg x=<UP.output_ref
        S loom.Session fetch_outputs=<LOG.output,NEG.y
        FIT loom.Lines labels=["train <b>", "test"] begin=1 axis=epoch title=Losses value=<LOG.output
        CHART loom.Chart labels=["up"] colors=["#ff0000"] title=Both series=<UP.output_ref,NEG.y
        LOGS loom.Chart logarithmic=true series=<UP.output_ref"""
    with at_work(catalogue, document(catalogue, text)) as window:
        run(window, qtbot, 3)
        double_click(window, "FIT")
        view = window.views.viewers[-1][1]
        assert view.kind.currentData() == viewers.LINES
        plot = view.mode.widget
        qtbot.waitUntil(lambda: legend(plot) == ["train &lt;b&gt;", "test"])
        item = plot.getPlotItem()
        assert [line.getData()[0].tolist() for line in item.listDataItems()] == [[1, 2]] * 2
        assert (item.getAxis("bottom").labelText, item.titleLabel.text) == ("epoch", "Losses")
        assert view.mode.text_at(2.0, 0.0) == "[2]  2, 3"
        window.do(SetValue("main", "FIT", "labels", '["a", "b", "c"]'), "Set FIT.labels")
        run(window, qtbot, 1)
        qtbot.waitUntil(lambda: legend(plot) == ["a", "b", "c"])
        view.picker.findChildren(QComboBox)[0].setCurrentIndex(1)  # the other axis: not the rows of the monitor
        qtbot.waitUntil(lambda: legend(plot) == ["0", "1"])
        assert item.getAxis("bottom").labelText == "index"

        double_click(window, "CHART")
        view = window.views.viewers[-1][1]
        assert view.kind.currentData() == viewers.STEPS
        plot = view.mode.widget
        qtbot.waitUntil(lambda: legend(plot) == ["up", "NEG"])
        lines = plot.getPlotItem().listDataItems()
        assert [line.opts["pen"].color().name() for line in lines] == [
            legible("#ff0000", plot.backgroundBrush().color().name()).lower(),
            plot.inks[1].name(),
        ]
        assert plot.getPlotItem().titleLabel.text == "Both"
        view.show_kind(viewers.TABLE)
        view.show_kind(viewers.STEPS)
        qtbot.waitUntil(lambda: legend(plot) == ["up", "NEG"])
        assert view.mode.pinned()[0] == "loom.Trend", "what is pinned next to its block shows the block alone"
        assert not view.log.isChecked()

        double_click(window, "LOGS")
        view = window.views.viewers[-1][1]
        assert view.kind.currentData() == viewers.STEPS and view.log.isChecked()
        window.views.close_all()


def test_the_monitor_of_a_viewer_inside_an_instance_is_followed(qtbot, catalogue):
    made = pages(main="T page:part; NEG Const value=9.0f; N Identity input=<T.r; ADD AddN inputs=<NEG.output,N.output")
    blocks = "C Const value=1.5f; NEG Neg x=<C.output; r loom.Retval input=<NEG.y; CHART loom.Chart series=<NEG.y"
    page(made, "part", blocks)
    with at_work(catalogue, made) as window:
        window.tabs.show_page("main")
        at = parse("/T/NEG.y")
        window.views.open_block(window.page(), at)
        run(window, qtbot, 2)
        qtbot.waitUntil(lambda: bool(window.views.viewers))
        window.views.open_result(window.page(), at, "CHART")
        view = window.views.viewers[-1][1]
        assert view.watches == [Watch(at)]
        window.do(Rename("main", "T", "T2"), "Rename T")
        window.do(Rename("part", "CHART", "LINES"), "Rename CHART")
        shown = view.monitor()
        assert shown.block.id == "LINES" and shown.watches == view.watches == [Watch(parse("/T2/NEG.y"))]
        window.do(Remove("main", ("T2",)), "Remove T2")
        assert view.monitor() is None
        window.views.close_all()
