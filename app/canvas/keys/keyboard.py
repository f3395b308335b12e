"""The canvas without a mouse: its keys, keyboard layouts, and texts for screen readers."""

from __future__ import annotations

import unicodedata
from heapq import nsmallest
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.editing import Editing
from blockloom.app.canvas.look.navigation import Bookmarks, Navigation
from blockloom.app.canvas.mouse.gesture import Parts
from blockloom.app.canvas.mouse.gestures import Gestures
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.open_page import OpenPage, Selection
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks import operations

if TYPE_CHECKING:
    from blockloom.blocks.operations import Candidate


# Rows of keys: the scan code of the first key, in the numbering of Windows and Linux, and the keys of a US keyboard.
_ROWS = ((2, "1234567890"), (16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"))
_SHIFT = {"xcb": 8, "wayland": 8, "windows": 0}  # offset of the platform's scan codes; others do not report them


def at_place(event: QKeyEvent) -> str:
    """Return the letter or digit at the pressed key's position on a US keyboard.

    Returns:
        "" if there is none, or the platform does not report the position.
    """
    shift = _SHIFT.get(QGuiApplication.platformName())
    if shift is not None:
        for first, row in _ROWS:
            place = event.nativeScanCode() - shift - first
            if 0 <= place < len(row):
                return row[place]
    return ""


def digit(event: QKeyEvent) -> int | None:
    """Return the digit of the pressed key, in any layout and with Shift; None for other keys.

    The key is in the upper row or on the number pad.
    """
    place = at_place(event)
    if place.isdecimal():
        return int(place)
    number = event.key() - Qt.Key.Key_0
    return number if 0 <= number <= 9 else None


def letter(event: QKeyEvent) -> int:
    """Return the Latin letter at the position of a key of another script; other keys unchanged."""
    key = event.key()
    if 0x7F < key < Qt.Key.Key_Escape and not unicodedata.name(chr(key), "LATIN").startswith("LATIN"):
        place = at_place(event)
        if place.isalpha():
            return ord(place)
    return key


def us_keys(event: QKeyEvent) -> QKeyCombination | None:
    """Return the keys of a US keyboard if they differ from the layout's; else None."""
    key, number = letter(event), digit(event)
    if number is not None and not event.modifiers() & Qt.KeyboardModifier.KeypadModifier:
        key = Qt.Key.Key_0 + number
    return QKeyCombination(event.modifiers(), Qt.Key(key)) if key != event.key() else None


PAIRS = 600  # most pairs of blocks that are offered for wires, the nearest first


class WithoutMouse:
    """Selects and wires blocks by their positions, with keys."""

    def __init__(self, editing: Editing, navigation: Navigation):
        self.editing, self.navigation = editing, navigation
        self._last = ""  # block to which the keyboard moved last

    def candidates(self) -> list[Candidate]:
        """Return the wires that fit between the selected blocks, or at the only one, the nearest first.

        Wired inputs and control wires are last.
        """
        scene = self.editing.scene
        mine = sorted(n for n in self.editing.selection() if n in scene.slot)[: PAIRS // 2]
        slots = np.array([scene.slot[n] for n in mine], np.intp) if len(mine) > 1 else self._seen()
        near = [self._nearest(name, slots, PAIRS // max(2, len(mine))) for name in mine]
        return operations.find_candidates(self.editing.open_page.rules(), mine, near)

    def _seen(self) -> np.ndarray:
        """Return the slots of the blocks that no collapsed frame conceals."""
        scene = self.editing.scene
        return np.flatnonzero(scene.alive[: scene.count] & (scene.fold[: scene.count] == 0))

    def _nearest(self, block: str, slots: np.ndarray, count: int) -> list[str]:
        """Return the blocks that are nearest to another one."""
        scene, slot = self.editing.scene, self.editing.scene.slot[block]
        centres = scene.pos[slots] + scene.size[slots] / 2
        far = np.abs(centres - (scene.pos[slot] + scene.size[slot] / 2)).sum(axis=1)
        near = slots[np.argsort(far, kind="stable")[: count + 1]].tolist()
        return [scene.blocks[s].id for s in near if s != slot][:count]

    def step(self, dx: int, dy: int, add: bool) -> bool:
        """Select the nearest block in a direction, or the first one if none is selected.

        Args:
            dx: the direction.
            dy: the direction.
            add: keep the other selected blocks.

        Returns:
            False if there is none.
        """
        scene, selection, slots = self.editing.scene, self.editing.selection, self._seen()
        centres = scene.pos[slots] + scene.size[slots] / 2
        last = self._last if self._last in selection() else min(selection() & scene.slot.keys(), default="")
        if not len(slots):
            return False
        if not last:
            nearest = int(np.argmin(centres.sum(axis=1)))  # the block nearest to the top left corner
        else:
            slot = scene.slot[last]
            away = centres - (scene.pos[slot] + scene.size[slot] / 2)
            along, aside = away @ np.array([dx, dy]), np.abs(away @ np.array([dy, dx]))
            cost = np.where(along > 1, along + 2 * aside, np.inf)
            nearest = int(np.argmin(cost))
            if cost[nearest] == np.inf:
                return False
        self._last = scene.blocks[int(slots[nearest])].id
        selection.choose({self._last} | (selection() if add else set()))
        self.navigation.show(self._last)
        return True


NUDGE = 10.0  # canvas pixels that an arrow key moves; a tenth of this with Shift
_ARROWS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
# These modifiers and a digit set a bookmark.
_SET = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class Keyboard:
    """Keys on the canvas: Escape, Space, Y and X for the mouse, digits, arrows, Enter, F2, Tab."""

    def __init__(self, parts: Parts, gestures: Gestures, bookmarks: Bookmarks, without_mouse: WithoutMouse):
        self._parts, self._gestures, self._bookmarks = parts, gestures, bookmarks
        self._without_mouse = without_mouse

    @staticmethod
    def sets_bookmark(event: QKeyEvent) -> bool:
        """Return whether the keys set a bookmark on a keyboard where Shift also types the digit."""
        return event.modifiers() == _SET and event.key() - Qt.Key.Key_0 in range(1, 10)

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; return False if it has no meaning here."""
        gestures, parts = self._gestures, self._parts
        key, shift = letter(event), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Escape:
            latest = parts.settings.action_of("latest_step")
            if gestures.cancel():
                pass
            elif latest is not None and latest.isEnabled():
                latest.trigger()
            else:
                parts.selection.choose(())
            return True
        if key == Qt.Key.Key_Space or key == Qt.Key.Key_Y and not event.modifiers():
            if not event.isAutoRepeat():
                gestures.hold(panning=True) if key == Qt.Key.Key_Space else gestures.hold(cutting=True)
            return True
        if key == Qt.Key.Key_X and not event.modifiers():
            gestures.hold(alt=True)
            return True
        if gestures.current is not None:
            return True  # the current gesture must be finished or cancelled first
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
            pointed = gestures.hovering and self._parts.hit(at).kind in ("empty", "frame")
            parts.placing.want(at if pointed else None)
            return True
        return False

    def release(self, event: QKeyEvent) -> bool:
        """Handle the release of a key; return False if it has no meaning here."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._gestures.hold(panning=False)
        elif letter(event) == Qt.Key.Key_Y and not event.isAutoRepeat():
            self._gestures.hold(cutting=False)
        elif letter(event) == Qt.Key.Key_X and not event.isAutoRepeat():
            self._gestures.hold(alt=False)
        else:
            return False
        return True


NAMED = 12  # most selected blocks whose names are read, and wires of a block
LATER = 50  # milliseconds until a new selection is announced


class ScreenReader:
    """Describes the page and the selection; for a single block also its wires and problems."""

    def __init__(self, widget: QWidget, open_page: OpenPage, selection: Selection, marks: Marks):
        self._widget, self._open_page, self._selection, self._marks = widget, open_page, selection, marks
        self._timer = qt.timer(widget, self.tell, LATER)

    def tell_later(self) -> None:
        """Describe a change, after a delay."""
        self._timer.start()

    def tell(self) -> None:
        """Describe the page now."""
        page, names, widget = self._open_page.page, self._selection(), self._widget
        named = [f"{n} ({self._title(n)})" if n in page.blocks else n for n in nsmallest(NAMED, names)]
        text = (
            tr("{0} selected: {1}").format(len(names), ", ".join(named))
            if names
            else tr("{0} blocks, nothing selected").format(len(page.blocks))
        )
        if len(names) == 1 and names <= page.blocks.keys():
            block = min(names)
            wires = [w for ws in page.into.get(block, {}).values() for w in ws] + list(page.out.get(block, ()))
            text = ". ".join(
                [
                    named[0],
                    ", ".join(str(w).replace("->", "→") for w in wires[:NAMED]) or tr("without wires"),
                    *self._marks.messages(block),
                ]
            )
        widget.setAccessibleName(tr("Page {0}").format(self._open_page.name))
        if text != widget.accessibleDescription():
            widget.setAccessibleDescription(text)
            if widget.hasFocus():
                self.announce(text)

    def announce(self, text: str) -> None:
        """Announce a text now."""
        # Imported late: the classes of 190 enum members are not needed to paint a window.
        from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._widget, text))

    def _title(self, block: str) -> str:
        name = self._open_page.page.blocks[block].type
        type_ = self._open_page.catalogue.get(name)
        return type_.title if type_ is not None else name
