"""A page of many kinds of blocks, and hands that do anything: real events at random places, popups included."""

import random

import shiboken6
from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QEvent,
    QMimeData,
    QPoint,
    QPointF,
    Qt,
    QTimer,
    qInstallMessageHandler,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.document.pages import REF, TENSOR, Block, Frame, Look, Note, Placed, Wire, control, new_document
from blockloom.blocks.edits import Insert
from tests import extent
from tests.app.canvaskit import ALT, CTRL, LEFT, MIDDLE, NONE, SHIFT
from tests.app.windowkit import entries_of, expected

RIGHT = Qt.MouseButton.RightButton
KEY = Qt.Key
TYPES = (
    "Const",
    "AddV2",
    "Neg",
    "MatMul",
    "AddN",
    "Pack",
    "Split",
    "loom.Variable",
    "loom.Session",
    "NoOp",
    "Switch",
    "Merge",
    "Cast",
    "Equal",
    "StringLower",
    "VarHandleOp",
    "loom.Gradients",
    "NoSuchType",
)
MODIFIERS = (NONE, NONE, NONE, SHIFT, CTRL, ALT, CTRL | SHIFT, CTRL | ALT)
KEYS = [
    (k, NONE)
    for k in (
        KEY.Key_Left,
        KEY.Key_Right,
        KEY.Key_Up,
        KEY.Key_Down,
        KEY.Key_Delete,
        KEY.Key_Backspace,
        KEY.Key_Escape,
        KEY.Key_Return,
        KEY.Key_Tab,
        KEY.Key_F2,
        KEY.Key_F,
        KEY.Key_M,
        KEY.Key_C,
        KEY.Key_Y,
        KEY.Key_Space,
        KEY.Key_1,
        KEY.Key_A,
        KEY.Key_N,
        KEY.Key_BracketLeft,
        KEY.Key_D,
        KEY.Key_J,
        KEY.Key_L,
        KEY.Key_Q,
        KEY.Key_S,
    )
]
KEYS += [
    (k, CTRL)
    for k in (
        KEY.Key_D,
        KEY.Key_C,
        KEY.Key_V,
        KEY.Key_X,
        KEY.Key_G,
        KEY.Key_Z,
        KEY.Key_Y,
        KEY.Key_0,
        KEY.Key_Plus,
        KEY.Key_Minus,
        KEY.Key_B,
        KEY.Key_Return,
    )
]
KEYS += [(k, CTRL | SHIFT) for k in (KEY.Key_D, KEY.Key_G, KEY.Key_Z, KEY.Key_1, KEY.Key_Left)] + [(KEY.Key_A, CTRL)]


def trials(most):
    """Yield the seeds of up to `most` trials, and print each, so that a failure can be repeated."""
    for seed in range(extent.SEED, extent.SEED + most):
        print(f"BLOCKLOOM_SEED={seed}")
        yield seed


def page_of(catalogue, count, seed=1):
    """Return a document with a page of `count` blocks, wires between compatible types, nested frames and notes."""
    chance, document = random.Random(seed), new_document()
    frames = (Frame("F", "part", -30, -60, 700, 500, "/device:CPU:0"), Frame("G", "", 20, 0, 300, 300, frame="F"))
    blocks, wires, gives = [], [], []
    for i in range(count):
        type_ = chance.choice(TYPES)
        values = {"value": "[1., 2.]", "dtype": "DT_FLOAT"} if type_ == "Const" else {}
        x, y = i % 20 * 230.0, i // 20 * 190.0
        inside = "G" if x < 200 and y < 200 else "F" if x < 500 and y < 300 else ""
        blocks.append(Block(f"B{i}", type_, x, y, values, inside, chance.choice(("", "", "#8040ff"))))
        kind = catalogue.get(type_)
        for pin in kind.inputs if kind else ():
            fitting = [
                g
                for g in gives[-40:]
                if (g[2] == pin.kind) or pin.list and g[2] in (TENSOR, REF) or pin.kind == TENSOR and g[2] == REF
            ]
            for place in range(chance.randrange(3) if pin.list else chance.randrange(2)):
                if fitting:
                    source = chance.choice(fitting)
                    route = ((30.0, 0.0), (30.0, 40.0)) if chance.random() < 0.05 else ()
                    wires.append(Placed(Wire(*source[:2], f"B{i}", pin.name, source[2], Look(route=route)), place))
        gives += [(f"B{i}", p.name, p.kind) for p in (kind.outputs if kind else ()) if not p.list]
        if i and chance.random() < 0.1:
            wires.append(Placed(control(f"B{chance.randrange(i)}", f"B{i}"), 99))
    Insert("main", tuple(blocks), tuple(wires), frames, (Note("N", "text", 100, -200), Note("M", "", 800, -200))).apply(
        document
    )
    return document


def shown(canvas):
    """Return the content of a canvas, and that of a new canvas for its page."""
    found, fresh = [], Scene(Geometry(canvas.open_page.catalogue))
    fresh.load(canvas.page)
    for scene in (canvas.scene, fresh):
        scene.opened.clear()  # the blocks found there are shown only for now
        scene.refold(canvas.page)
        blocks = {name: (*scene.pos[s].tolist(), *scene.size[s].tolist()) for name, s in scene.slot.items()}
        wires = sorted(
            (str(scene.wires[w]), *scene.e1[w].tolist(), *scene.e2[w].tolist(), int(scene.order[w]))
            for w in range(scene.wcount)
            if scene.walive[w]
        )
        found.append((blocks, wires, scene.frames, scene.notes))
    return found


class Faults:
    """Messages of Qt while the context is active; modal dialogs are rejected meanwhile."""

    def __enter__(self):
        self.messages = []
        self._old = qInstallMessageHandler(lambda kind, _, text: self._take(text))
        self._timer = QTimer(interval=15)
        self._timer.timeout.connect(self._reject)
        self._timer.start()
        expected.append(self._reject)
        return self

    def _take(self, text):
        if not text.startswith("This plugin does not support"):  # the offscreen platform does not support raise()
            self.messages.append(text)

    @staticmethod
    def _reject():
        box = QApplication.activeModalWidget()
        if box is not None:
            box.close()

    def __exit__(self, *_):
        self._timer.stop()
        expected.clear()
        qInstallMessageHandler(self._old)


def settle():
    """Close popups, let what is to be deleted go."""
    for _ in range(20):
        popup = QApplication.activePopupWidget()
        if popup is None:
            break
        popup.close()
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def tops():
    return {w for w in QApplication.topLevelWidgets() if shiboken6.isValid(w)}


class Monkey:
    """Does whole gestures on the canvas in front, as a person would, and answers what they bring up."""

    def __init__(self, window, seed):
        self.window, self.chance = window, random.Random(seed)

    def gesture(self):
        act = self.chance.choice(
            (self.drag, self.drag, self.drag, self.click, self.key, self.key, self.double, self.wheel, self.menu)
        )
        act()
        self._answer()

    def _point(self):
        canvas = self.window.canvas()
        if self.chance.random() < 0.8 and canvas.page.blocks:  # on or near something
            scene = canvas.scene
            slot = scene.slot[self.chance.choice(sorted(canvas.page.blocks))]
            spots = [(s.x, s.y) for s in scene.layouts[slot].spots] + [(60, 10), (60, 30), (-20, 60)]
            at = canvas.view.to_widget(QPointF(*(scene.pos[slot] + self.chance.choice(spots)))).toPoint()
            if canvas.rect().contains(at):
                return at
        return QPoint(self.chance.randrange(canvas.width()), self.chance.randrange(canvas.height()))

    def drag(self):
        canvas, button = self.window.canvas(), self.chance.choice((LEFT, LEFT, LEFT, LEFT, MIDDLE, RIGHT))
        modifiers = self.chance.choice((CTRL, ALT) if button == RIGHT else MODIFIERS)
        start, end = self._point(), self._point()
        QTest.mousePress(canvas, button, modifiers, start)
        for t in (0.2, 0.6, 1.0):
            QTest.mouseMove(canvas, start + (end - start) * t)
        if self.chance.random() < 0.1:
            QTest.keyClick(canvas, KEY.Key_Escape)
        QTest.mouseRelease(canvas, button, modifiers, end)

    def click(self):
        QTest.mouseClick(self.window.canvas(), LEFT, self.chance.choice(MODIFIERS), self._point())

    def double(self):
        QTest.mouseDClick(self.window.canvas(), LEFT, NONE, self._point())

    def key(self):
        key, modifiers = self.chance.choice(KEYS)
        if (key, modifiers) in ((KEY.Key_Z, CTRL), (KEY.Key_Y, CTRL), (KEY.Key_Z, CTRL | SHIFT)):
            return  # undo and redo come at the end
        QTest.keyClick(QApplication.focusWidget() or self.window.canvas(), key, modifiers)

    def wheel(self):
        canvas, at = self.window.canvas(), QPointF(self._point())
        QApplication.sendEvent(
            canvas,
            QWheelEvent(
                at,
                canvas.mapToGlobal(at),
                QPoint(),
                QPoint(0, self.chance.choice((-120, 120))),
                Qt.MouseButton.NoButton,
                NONE,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            ),
        )

    def menu(self):
        canvas, at = self.window.canvas(), self._point()
        QApplication.sendEvent(canvas, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, canvas.mapToGlobal(at)))

    def _answer(self):
        """Work what came up: an editor, the quick-add box, a menu."""
        canvas, box = self.window.canvas(), self.window.adding.box
        popup = QApplication.activePopupWidget()
        if popup is not None:
            for _ in range(self.chance.randrange(6)):
                QTest.keyClick(popup, KEY.Key_Down)
            QTest.keyClick(popup, self.chance.choice((KEY.Key_Return, KEY.Key_Escape)))
        elif box is not None and box.isVisible():
            QTest.keyClicks(box.edit, self.chance.choice(("", "add", "neg", "split", "zzz")))
            QTest.keyClick(box.edit, self.chance.choice((KEY.Key_Return, KEY.Key_Return, KEY.Key_Escape)))
        elif canvas.inline.editor is not None:
            text = self.chance.choice(("", "3", "[1, 2]", "DT_INT32", "new name", "NAME"))
            QTest.keyClicks(canvas.inline.editor, text)
            QTest.keyClick(canvas.inline.editor, self.chance.choice((KEY.Key_Return, KEY.Key_Tab, KEY.Key_Escape)))


class Storm:
    """Single events in no order that a hand could make: presses without releases, keys let go that were never down."""

    def __init__(self, window, seed):
        self.window, self.chance = window, random.Random(seed)
        self.buttons = NONE_DOWN

    def event(self):
        canvas = self.window.canvas()
        at = QPointF(self.chance.uniform(-20, canvas.width() + 20), self.chance.uniform(-20, canvas.height() + 20))
        kind = self.chance.choices(
            ("move", "press", "release", "double", "key", "wheel", "menu", "drop", "leave", "focus", "edit", "tick"),
            (40, 12, 12, 3, 14, 6, 1, 1, 2, 1, 4, 2),
        )[0]
        getattr(self, f"_{kind}")(canvas, at)

    def _mouse(self, canvas, type_, at, button):
        QApplication.sendEvent(
            canvas, QMouseEvent(type_, at, canvas.mapToGlobal(at), button, self.buttons, self.chance.choice(MODIFIERS))
        )

    def _move(self, canvas, at):
        self._mouse(canvas, QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton)

    def _press(self, canvas, at):
        button = self.chance.choice((LEFT, LEFT, LEFT, MIDDLE, RIGHT))
        self.buttons |= button
        self._mouse(canvas, QEvent.Type.MouseButtonPress, at, button)

    def _release(self, canvas, at):
        button = self.chance.choice((LEFT, LEFT, LEFT, MIDDLE, RIGHT))
        self.buttons &= ~button
        self._mouse(canvas, QEvent.Type.MouseButtonRelease, at, button)

    def _double(self, canvas, at):
        self.buttons |= LEFT
        self._mouse(canvas, QEvent.Type.MouseButtonDblClick, at, LEFT)

    def _key(self, canvas, _):
        key, modifiers = self.chance.choice(KEYS)
        target = QApplication.focusWidget() or canvas
        for type_ in self.chance.choice(
            ((QEvent.Type.KeyPress,), (QEvent.Type.KeyRelease,), (QEvent.Type.KeyPress, QEvent.Type.KeyRelease))
        ):
            QApplication.sendEvent(
                target if shiboken6.isValid(target) else canvas,
                QKeyEvent(type_, key, modifiers, chr(int(key)).lower() if int(key) < 128 and not modifiers else ""),
            )

    def _wheel(self, canvas, at):
        QApplication.sendEvent(
            canvas,
            QWheelEvent(
                at,
                canvas.mapToGlobal(at),
                QPoint(),
                QPoint(0, self.chance.choice((-240, -120, 120, 240))),
                self.buttons,
                self.chance.choice(MODIFIERS),
                Qt.ScrollPhase.NoScrollPhase,
                False,
            ),
        )

    def _menu(self, canvas, at):
        reason = self.chance.choice((QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard))
        QApplication.sendEvent(canvas, QContextMenuEvent(reason, at.toPoint(), canvas.mapToGlobal(at.toPoint())))
        popup = QApplication.activePopupWidget()
        if popup is not None:
            actions = [action for action in entries_of(popup).values() if action.isEnabled()]
            popup.close()
            if actions and self.chance.random() < 0.7:
                self.chance.choice(actions).trigger()

    def _drop(self, canvas, at):
        mime = QMimeData()
        mime.setData("application/x-blockloom-type", QByteArray(self.chance.choice(TYPES).encode()))
        for made in (
            QDragEnterEvent(at.toPoint(), Qt.DropAction.CopyAction, mime, LEFT, NONE),
            QDropEvent(at, Qt.DropAction.CopyAction, mime, LEFT, NONE),
        ):
            QApplication.sendEvent(canvas, made)

    def _leave(self, canvas, _):
        QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))

    def _focus(self, canvas, _):
        QApplication.sendEvent(canvas, QFocusEvent(self.chance.choice((QEvent.Type.FocusOut, QEvent.Type.FocusIn))))

    def _edit(self, canvas, _):
        page = canvas.page
        if self.chance.random() < 0.5:
            canvas.open_page.history.undo() or canvas.open_page.history.redo()
        elif page.blocks:
            show = self.chance.choice((canvas.navigation.reveal, canvas.navigation.select))
            show(self.chance.choice(sorted(page.blocks)))

    def _tick(self, canvas, _):
        box = self.window.adding.box
        if box is not None and box.isVisible():
            QApplication.sendEvent(box.edit, QKeyEvent(QEvent.Type.KeyPress, KEY.Key_Return, NONE))
        QApplication.processEvents()


NONE_DOWN = Qt.MouseButton.NoButton
