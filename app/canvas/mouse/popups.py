"""The context menu and the tooltip of the item under the pointer."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget

from blockloom.app import qt
from blockloom.app.canvas.look.hits import EMPTY, CanvasHit
from blockloom.app.canvas.mouse.gesture import Parts
from blockloom.app.canvas.mouse.gestures import Gestures


class Popups:
    """Opens the context menu and the tooltip of an item of the page."""

    def __init__(self, widget: QWidget, parts: Parts, gestures: Gestures):
        self._widget, self._parts, self._gestures = widget, parts, gestures

    def open_menu(self, event: QContextMenuEvent) -> None:
        """Open the menu of the item under the pointer, which becomes selected; for keys, of the selected block."""
        parts, gestures = self._parts, self._gestures
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        if (
            gestures.current is not None
            or not keyboard
            and (
                gestures.alt_key
                or event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
            )
        ):
            return  # the right button cut wires, or drew a wire between blocks
        parts.inline.close()
        at = parts.view.to_canvas(QPointF(event.pos()))
        names, place = parts.selection(), event.globalPos()
        if keyboard and names:
            hit = CanvasHit("body", min(names))
            if hit.id in parts.scene.slot:  # opens the menu at the block, not in the middle of the page
                navigation = parts.menus.navigation
                navigation.show(hit.id)
                corner = navigation.place_of(hit.id).topLeft()
                place = self._widget.mapToGlobal(corner + QPoint(20, 20))
        else:
            hit = parts.hit(at)
        if hit.kind == "port":
            hit = CanvasHit("frame", parts.scene.outermost(hit.id))
        elif hit.kind == "bundle":
            hit = replace(hit, kind="frame")
        if hit.wire >= 0:
            if not parts.scene.wselected[hit.wire]:
                parts.selection.choose((), wires=parts.scene.bundle([hit.wire]))
        elif hit.id and hit.id not in names:
            parts.selection.choose({hit.id})
        qt.popup(parts.menus.context(hit, at), place)

    def show_tooltip(self, event: QHelpEvent) -> None:
        """Show the tooltip of the item under the pointer, or none."""
        from blockloom.app.canvas.marks import tooltips  # imported after a window is painted

        parts = self._parts
        found = parts.hit(parts.view.to_canvas(QPointF(event.pos())))
        note = parts.page.notes.get(found.id)
        readable = note is not None and not parts.painter.boxes.is_cut(note)
        if found != EMPTY and not readable and self._gestures.current is None and parts.inline.editor is None:
            QToolTip.showText(
                event.globalPos(),  # "" hides it
                tooltips.tip(found, parts.scene, parts.page, parts.marks, parts.open_page.rules().inference),
                self._widget,
            )
        else:
            QToolTip.hideText()
