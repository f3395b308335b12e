"""The look of the window: measures, one set of icons, nothing clipped in a small window, themes while it is open."""

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QIcon, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTabBar,
)

from blockloom.app.window.commands.actions import HEIGHT, ICON
from blockloom.app.window.docks.docks import TITLE
from blockloom.app.window.widgets import icons
from blockloom.app.window.widgets.style import DARK_COLOURS, LIGHT_COLOURS
from tests.extent import slow

PARTS = QAbstractButton, QLabel, QLineEdit, QComboBox


def test_bars_and_tabs_have_the_heights_of_the_look(filled):
    assert filled.commands.bar.height() == HEIGHT and filled.commands.bar.iconSize().width() == ICON
    assert filled.tabs.bar.tabRect(0).height() == 32
    assert filled.docks["palette"].titleBarWidget().height() == TITLE


def test_only_run_is_green_and_filled(filled):
    roles = {name: role for name, (role, _, _) in icons.DRAWINGS.items()}
    on_bar = {action.objectName() for action in filled.commands.bar.actions()} & roles.keys()
    assert {name: roles[name] for name in on_bar} == dict.fromkeys(on_bar, "text") | {"run_n": "run"}
    assert [name for name in on_bar if icons.DRAWINGS[name][2]] == ["run_n"]
    assert not filled.commands["stop"].isEnabled()  # grey until something runs


@pytest.mark.parametrize("colours", [DARK_COLOURS, LIGHT_COLOURS], ids=["dark", "light"])
@pytest.mark.parametrize("name", sorted(icons.DRAWINGS))
def test_an_icon_is_drawn_within_its_square(qapp, colours, name):
    image = icons.pixmap(name, colours, 64).toImage().convertToFormat(QImage.Format.Format_Alpha8)
    inked = np.argwhere(np.frombuffer(image.constBits(), np.uint8).reshape(64, -1)[:, :64] > 127)
    first, last = inked.min(0), inked.max(0)
    assert first.min() >= 2 and last.max() < 62 and (last - first).max() > 27


def clipped(part):
    """Return the texts and buttons of a part of the window that are clipped by a parent that does not scroll."""
    found = []
    for widget in [one for kind in PARTS for one in part.findChildren(kind)]:
        if not widget.isVisible() or isinstance(widget.parent(), QTabBar) or widget.size().isEmpty():
            continue
        around = widget.parentWidget()
        while around is not part and not isinstance(around, QScrollArea | QAbstractScrollArea):
            around = around.parentWidget()
        place = QRect(widget.mapTo(around, widget.rect().topLeft()), widget.size())
        wide = widget.sizeHint().width() if isinstance(widget, QAbstractButton) else 0
        scrolls = around is not part
        if not (scrolls or around.rect().contains(place)) or widget.width() < wide and widget.text():
            found.append((type(widget).__name__, getattr(widget, "text", str)(), place))
    return found


@pytest.mark.parametrize("size", [(800, 600), (1400, 860)])
def test_no_panel_is_clipped(filled, qtbot, size):
    filled.canvas().selection.choose({"A"})
    keys = ("palette", "inspector", "lists", "outline", "kept", "differences", "cost", "comparison", "target")
    for key in keys:
        filled.docks.show(key)
    filled.resize(*size)
    for key in keys:
        filled.docks.show(key)
        qtbot.waitUntil(filled.docks[key].widget().isVisible)
        QApplication.processEvents()
        assert clipped(filled.docks[key]) == [], key
    assert (filled.width(), filled.height()) == size
    for bar in (filled.commands.bar, filled.statusBar()):
        assert clipped(bar) == []


def test_panels_have_their_width_again_when_the_window_has_room_for_it(filled, qtbot):
    for key in ("differences", "cost", "target"):
        filled.docks.show(key)
    filled.resize(1500, 900)
    QApplication.processEvents()
    beside = [filled.docks["palette"], filled.docks["inspector"]]
    filled.resizeDocks(beside, [360, 410], Qt.Orientation.Horizontal)  # as by a drag of their edges
    qtbot.waitUntil(lambda: [dock.width() for dock in beside] == [360, 410])
    for small in ((1120, 900), (1010, 700), (800, 600)):
        filled.resize(*small)
        qtbot.waitUntil(lambda small=small: filled.size().toTuple() == small)
        filled.resize(1500, 900)
        qtbot.waitUntil(lambda: [dock.width() for dock in beside] == [360, 410])


@slow
def test_the_theme_changes_every_part_while_the_window_is_open(filled, qtbot):
    for theme, colours in (("light", LIGHT_COLOURS), ("dark", DARK_COLOURS)):
        filled.theming.choose(theme)
        QApplication.processEvents()
        image = filled.grab().toImage()
        seen = {image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
        for role in ("window", "base", "border"):
            assert QColor(getattr(colours, role)).name() in seen, role
        for button in (filled.tabs.add, filled.tabs.bar.cross, filled.docks["palette"].titleBarWidget().close_):
            ink = button.icon().pixmap(20, QIcon.Mode.Normal).toImage()
            inks = {
                ink.pixelColor(x, y).name() for x in range(20) for y in range(20) if ink.pixelColor(x, y).alpha() > 250
            }
            assert QColor(colours.text).name() in inks or QColor(colours.dim).name() in inks


def test_what_has_the_keys_has_a_ring(filled):
    filled.palette_view.search.setFocus()
    for button in (filled.palette_view.search, filled.commands.steps):
        button.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.qWait(0)
        image = button.grab().toImage()
        assert image.pixelColor(image.width() // 2, 1).name() == QColor(DARK_COLOURS.focus).name()
