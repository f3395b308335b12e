"""A canvas with a small page, and hands to work it: real mouse and key events at canvas coordinates."""

from operator import attrgetter

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas import Canvas
from blockloom.app.canvas.scene.canvas_requests import CanvasSettings
from blockloom.app.command_table import PAST, commands
from blockloom.blocks.document.pages import Note, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.files.documents import dumps
from tests.pages import insert

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def pixels(image):
    """Return the colours of an image as integers 0xRRGGBB, by row and column."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    words = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)
    return words[:, : image.width()] & 0xFFFFFF


def page_of_four():
    """Return the history of a page with constants A and B, their sum C, D = -C, and a note."""
    history = UndoStack(new_document())
    history.do(
        insert(
            "A Const value=[1., 2.] dtype=DT_FLOAT; B Const @at=0,200 value=[3., 4.] dtype=DT_FLOAT; "
            "C AddV2 @at=300,0 x=<A.output; D Neg @at=600,0 x=<C.z",
            notes=(Note("N", "text", 300, 300, 160, 80),),
        )
    )
    return history


def give_commands(canvas):
    """Connect the commands of a canvas to its keys and menus, as the window does."""
    known, actions = {command.key: command for command in commands()}, {}

    def action_of(key):
        if key not in actions and key in known:
            actions[key] = QAction(known[key].text, canvas, enabled=known[key].when != PAST)
        return actions.get(key)

    for command in [c for c in known.values() if c.on or c.key in ("undo", "redo")]:
        action = action_of(command.key)
        action.setShortcuts([*command.keys, *command.page_keys])
        do = attrgetter(*command.on[:1] or (f"open_page.history.{command.key}",))(canvas)
        action.triggered.connect(lambda _=False, do=do, given=command.on[1:]: do(*given))
        canvas.addAction(action)
    canvas.settings.action_of = action_of


class Hands:
    """A canvas with mouse and keyboard gestures, and queries about its document."""

    def __init__(self, qtbot, catalogue, history=None, page="main", settings=None):
        self.history = history or page_of_four()
        self.canvas = Canvas(self.history, page, catalogue, settings=settings or CanvasSettings(grid_shown=False))
        qtbot.addWidget(self.canvas)
        give_commands(self.canvas)
        self.canvas.resize(1200, 800)
        self.canvas.show()
        self.canvas.view.zoom_to(1.0)
        self.canvas.view.center_on(QPointF(400, 250))
        self.said: list[str] = []
        self.canvas.status_message.connect(self.said.append)

    @property
    def page(self):
        return self.canvas.page

    @property
    def text(self):
        return dumps(self.history.document)

    def steps(self):
        """Return the labels of the undo stack, by undoing and redoing everything."""
        labels = []
        while self.history.undo_label:
            labels.append(self.history.undo_label)
            self.history.undo()
        for _ in labels:
            self.history.redo()
        return labels[::-1]

    def pin(self, block, name, *roles):
        """Return the position of a pin in canvas coordinates."""
        slot = self.canvas.scene.slot[block]
        spot = self.canvas.scene.layouts[slot].spot(name, *roles)
        x, y = self.canvas.scene.pos[slot]
        return QPointF(x + spot.x, y + spot.y)

    def field(self, block, name):
        slot = self.canvas.scene.slot[block]
        return self.canvas.scene.layouts[slot].spot(name).field.center() + QPointF(*self.canvas.scene.pos[slot])

    def body(self, block):
        """Return a point on a block that is on none of its parts."""
        slot = self.canvas.scene.slot[block]
        x, y = self.canvas.scene.pos[slot]
        return QPointF(x + self.canvas.scene.size[slot][0] - 30, y + 80)

    def title(self, block):
        return QPointF(*self.canvas.scene.pos[self.canvas.scene.slot[block]]) + QPointF(30, 16)

    def widget_point(self, place) -> QPoint:
        """Convert a canvas point or pair to widget coordinates."""
        place = place if isinstance(place, QPointF) else QPointF(*place)
        return self.canvas.view.to_widget(place).toPoint()

    def click(self, place, modifiers=NONE, button=LEFT):
        QTest.mouseClick(self.canvas, button, modifiers, self.widget_point(place))

    def double_click(self, place):
        QTest.mouseDClick(self.canvas, LEFT, NONE, self.widget_point(place))

    def press(self, place, modifiers=NONE, button=LEFT):
        QTest.mousePress(self.canvas, button, modifiers, self.widget_point(place))

    def move(self, place):
        QTest.mouseMove(self.canvas, self.widget_point(place))
        QApplication.processEvents()

    def release(self, place, modifiers=NONE, button=LEFT):
        QTest.mouseRelease(self.canvas, button, modifiers, self.widget_point(place))

    def drag(self, start, end, modifiers=NONE, button=LEFT):
        """Press, move in a few steps, release."""
        start, end = (q if isinstance(q, QPointF) else QPointF(*q) for q in (start, end))
        points = [self.widget_point(start + (end - start) * t) for t in (0.0, 0.3, 0.7, 1.0)]
        QTest.mousePress(self.canvas, button, modifiers, points[0])
        for point in points[1:]:
            QTest.mouseMove(self.canvas, point)
            QApplication.processEvents()
        QTest.mouseRelease(self.canvas, button, modifiers, points[-1])

    def key(self, key, modifiers=NONE):
        QTest.keyClick(self.canvas.inline.editor or self.canvas, key, modifiers)

    def type(self, text):
        QTest.keyClicks(self.canvas.inline.editor, text)

    def wires(self):
        return sorted(map(str, self.page.wires()))
