"""The keys that a canvas takes itself. What is a command of the window has its keys from the window's table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from blockloom.app.canvas.keys.keyboard_layouts import digit, letter
from blockloom.app.canvas.keys.without_mouse import WithoutMouse
from blockloom.app.canvas.look.bookmarks import Bookmarks
from blockloom.app.canvas.mouse.gesture import Parts
from blockloom.app.canvas.mouse.gestures import Gestures

NUDGE = 10.0  # canvas pixels per arrow key; with Shift a tenth
_ARROWS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_SET = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier  # with a digit: a bookmark


class Keyboard:
    """What keys do on the canvas: Escape, Space, Y and X for the mouse, digits for bookmarks, arrows to move and step,
    Enter, F2, Tab.
    """

    def __init__(self, parts: Parts, gestures: Gestures, bookmarks: Bookmarks, without_mouse: WithoutMouse):
        self._parts, self._gestures, self._bookmarks = parts, gestures, bookmarks
        self._without_mouse = without_mouse

    @staticmethod
    def sets_bookmark(event: QKeyEvent) -> bool:
        """Whether the keys set a bookmark on a keyboard where Shift also types the digit."""
        return event.modifiers() == _SET and event.key() - Qt.Key.Key_0 in range(1, 10)

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key means; False where it means nothing here."""
        gestures, parts = self._gestures, self._parts
        key, shift = letter(event), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Escape:
            if not gestures.cancel():
                self._parts.selection.choose(())
            return True
        if key == Qt.Key.Key_Space or key == Qt.Key.Key_Y and not event.modifiers():
            if not event.isAutoRepeat():
                gestures.hold(panning=True) if key == Qt.Key.Key_Space else gestures.hold(cutting=True)
            return True
        if key == Qt.Key.Key_X and not event.modifiers():
            gestures.hold(alt=True)
            return True
        if gestures.current is not None:
            return True  # a gesture under way is finished or cancelled first
        number = digit(event)
        if number and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier in (_SET, Qt.KeyboardModifier(0)):
            (self._bookmarks.set if shift else self._bookmarks.go)(number)
            return True
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if key in _ARROWS and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._without_mouse.step(*_ARROWS[key], shift)
            return True
        if key in _ARROWS:
            step = NUDGE / 10 if shift else NUDGE
            parts.editing.nudge(*(step * part for part in _ARROWS[key]))
            return True
        if key == Qt.Key.Key_F2:
            return parts.inline.first_name()
        if key == Qt.Key.Key_Backspace and parts.open_page.trail:
            parts.requests.up_wanted.emit()
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            names = parts.selection()
            return len(names) == 1 and gestures.enter(min(names)) or parts.inline.first()
        if key == Qt.Key.Key_Tab:
            at = gestures.pointer
            pointed = gestures.hovering and self._parts.hit(at).what in ("empty", "frame")
            parts.placing.want(at if pointed else None)
            return True
        return False

    def release(self, event: QKeyEvent) -> bool:
        """A key was released; False where it means nothing here."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._gestures.hold(panning=False)
        elif letter(event) == Qt.Key.Key_Y and not event.isAutoRepeat():
            self._gestures.hold(cutting=False)
        elif letter(event) == Qt.Key.Key_X and not event.isAutoRepeat():
            self._gestures.hold(alt=False)
        else:
            return False
        return True
