"""Colours of wires and pins, and the boxes that tell of them."""

from types import SimpleNamespace

from PySide6.QtWidgets import QApplication, QLabel, QTreeWidget, QWidget

from blockloom.app.canvas import DARK, LIGHT
from blockloom.app.window.dialogs.help_dialogs import categories, legend, mouse_help
from blockloom.blocks.document.pages import WIRE_KINDS
from tests.pages import insert


def slot(hands, source, target):
    scene = hands.canvas.scene
    return next(
        w
        for w in range(scene.wcount)
        if scene.walive[w] and scene.wires[w].source == source and scene.wires[w].target == target
    )


def ink(hands, source, target):
    scene = hands.canvas.scene
    return scene.inks[scene.ink[slot(hands, source, target)]]


def test_wires_take_the_colour_of_their_dtype(hands, qtbot):
    hands.history.do(
        insert(
            "I Const @at=0,420 value=1 dtype=DT_INT32; J Neg @at=300,420 x=<I.output; K Equal @at=300,520 x=<J.y; "
            "M LogicalNot @at=600,420 x=<K.z"
        )
    )
    qtbot.waitUntil(lambda: ink(hands, "K", "M") == "bool")
    assert ink(hands, "I", "J") == ink(hands, "J", "K") == "integer" and ink(hands, "A", "C") == "tensor"
    hands.canvas.editing.set_value("I", "dtype", "DT_COMPLEX64")
    qtbot.waitUntil(lambda: ink(hands, "I", "J") == "complex")
    assert ink(hands, "J", "K") == "complex"
    hands.history.undo()
    qtbot.waitUntil(lambda: ink(hands, "J", "K") == "integer")


def test_the_middle_of_a_pin_has_the_colour_of_its_dtype(hands, qtbot):
    hands.history.do(insert("I Const @at=0,420 value=1 dtype=DT_INT32; J Neg @at=300,420 x=<I.output"))
    qtbot.waitUntil(lambda: ink(hands, "I", "J") == "integer")
    for theme in (DARK, LIGHT):
        hands.canvas.set_theme(theme)
        QApplication.processEvents()
        image = hands.canvas.grab().toImage()
        at = hands.widget_point(hands.pin("J", "y", "output"))
        assert image.pixelColor(at).name().upper() == theme.wires["integer"]


def test_every_kind_and_dtype_has_a_colour_of_its_own(qapp):
    for theme in (DARK, LIGHT):
        assert len(set(theme.wires.values())) == len(theme.wires)
        assert theme.wires.keys() >= WIRE_KINDS.keys(), "every kind of wire has a colour"


def test_the_legend_names_them(qtbot, qapp):
    parent = QWidget()
    qtbot.addWidget(parent)
    box = legend(parent, SimpleNamespace(canvas=DARK))
    texts = " ".join(label.text() for label in box.findChildren(QLabel))
    assert all(word in texts for word in ("string", "complex", "control", "optimizer", "output"))
    assert {"Pins", "Blocks"} <= {label.text() for label in box.findChildren(QLabel, "section")}
    assert all(name in texts for name in categories().values())
    box.close()


def test_the_help_tells_the_gestures(qtbot, qapp):
    parent = QWidget()
    qtbot.addWidget(parent)
    box = mouse_help(parent)
    tree = box.findChild(QTreeWidget)
    said = " ".join(
        tree.topLevelItem(i).child(j).text(0)
        for i in range(tree.topLevelItemCount())
        for j in range(tree.topLevelItem(i).childCount())
    )
    assert all(word in said for word in ("Ctrl and right button", "Tab", "1 to 9", "triangle"))
    box.close()


def test_a_line_of_the_help_wraps_where_its_column_is_narrow(qtbot, qapp):
    parent = QWidget()
    qtbot.addWidget(parent)
    box = mouse_help(parent)
    tree = box.findChild(QTreeWidget)
    item = tree.topLevelItem(0).child(0)

    line = tree.visualItemRect(tree.topLevelItem(0)).height()
    wide = tree.fontMetrics().horizontalAdvance(item.text(1))
    for width, lines in ((2 * wide, 1), (0.7 * wide, 2)):
        box.resize(int(tree.columnWidth(0) + width + 50), 400)
        qtbot.waitUntil(lambda lines=lines: round(tree.visualItemRect(item).height() / line) == lines)
    box.close()
