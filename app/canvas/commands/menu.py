"""Context menus of the canvas: on a block, a wire, and the empty page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from blockloom.app.canvas.commands.pinning import kind_entries, menu_entries
from blockloom.app.canvas.mouse.hits import Hit
from blockloom.app.canvas.mouse.strokes import replace_wire, reset_route
from blockloom.app.canvas.words import tr
from blockloom.blocks.catalogue import native
from blockloom.blocks.document import BYPASS, CONTROL, MUTE, Block
from blockloom.blocks.edits import SetValue

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

_KEY = QKeySequence.StandardKey


def context_menu(canvas: Canvas, hit: Hit, at: QPointF) -> QMenu:
    """The menu for what lies under the pointer. Showing it is the caller's."""
    menu = QMenu(canvas)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def add(text: str, do, key=None, enabled: bool = True) -> None:
        action = menu.addAction(text, do)
        action.setEnabled(enabled)
        if key is not None:
            action.setShortcut(key)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)

    if hit.wire >= 0:
        add(tr("Delete wire"), canvas.delete_selection, _KEY.Delete)
        wire = canvas.scene.wires[hit.wire]
        add(tr("Insert a block …"), lambda: canvas.requests.add_wanted.emit(at, wire), enabled=wire.kind != CONTROL)
        for type_ in ("Identity", "Reshape"):
            if canvas.can_insert(type_, wire):
                add(tr("Insert {0}").format(type_), lambda t=type_: canvas.insert_on_wire(t, wire, at))
        if canvas.can_take_in(wire):
            add(tr("Type the value of {0} into {1}").format(wire.source, wire.target_pin), lambda: canvas.take_in(wire))
        add(tr("Route by itself"), lambda: reset_route(canvas, wire), enabled=bool(wire.look.route))
        there = canvas.page.wires_into(wire.target, wire.target_pin)
        if len(there) > 1 and wire.kind != CONTROL:
            place = canvas.page.placed(wire).index
            menu.addSeparator()
            order = tr("Order {0}").format(wire)
            add(tr("Earlier in {0}").format(wire.target_pin),
                lambda: replace_wire(canvas, wire, wire, order, place - 1), enabled=place > 0)
            add(tr("Later in {0}").format(wire.target_pin),
                lambda: replace_wire(canvas, wire, wire, order, place + 1), enabled=place + 1 < len(there))
        menu.addSeparator()
        for name in (wire.source, wire.target):
            add(tr("Go to {0}").format(name), lambda n=name: canvas.navigation.reveal(n),
                enabled=name in canvas.scene.slot)
        return menu
    if hit.id in canvas.scene.slot:
        spot = hit.spot
        if spot is not None and spot.role in ("input", "attr") and canvas.can_edit(hit.id, spot.name):
            add(tr("Type a value for {0}").format(spot.name), lambda: canvas.edit_value(hit.id, spot.name))
            add(tr("Clear the value of {0}").format(spot.name),
                lambda: canvas.do(SetValue(canvas.page_name, hit.id, spot.name, None),
                                  tr("Clear {0}").format(f"{hit.id}.{spot.name}")),
                enabled=spot.name in canvas.page.blocks[hit.id].values)
            if canvas.can_extract(hit.id, spot.name):
                add(tr("Make a Const block of it"), lambda: canvas.extract((hit.id, spot.name)))
            menu.addSeparator()
        if canvas.marks.problems.get(hit.id):
            add(tr("Problems and fixes …"), lambda: canvas.requests.fixes_wanted.emit(hit.id, ""), "Ctrl+.")
            menu.addSeparator()
        shows = canvas.marks.watching.get(hit.id)
        block, of = (shows[0].block, shows[0].pin) if shows else (hit.id, "")
        add(tr("Show results"), lambda: canvas.requests.results_wanted.emit(block, of))
        output = spot.name if spot is not None and spot.role in ("output", "result") else ""
        for title, below in [*menu_entries(canvas, hit.id, output), *kind_entries(canvas, hit.id)]:
            if below[0][0]:
                inner = menu.addMenu(title)
                for name, do in below:
                    inner.addAction(name, do)
            else:
                add(title, below[0][1])
        variables = [b for b in sorted(canvas.selection() | {hit.id}) if _is_variable(canvas.page.blocks.get(b))]
        if hit.id in variables:
            add(tr("Initialise now") if len(variables) == 1 else
                tr("Initialise {0} variables now").format(len(variables)),
                lambda: canvas.requests.initialise_wanted.emit(variables))
        add(tr("Rename …"), lambda: canvas.edit_name(hit.id))
        add(tr("Change type …"), canvas.want_retype, "Shift+S")
        menu.addSeparator()
    if hit.id in canvas.scene.notes:
        add(tr("Edit the text"), lambda: canvas.edit_note(hit.id))
        menu.addSeparator()
    if hit.id in canvas.scene.frames:
        folded = hit.id in canvas.scene.folds
        add(tr("Expand") if folded else tr("Collapse"), lambda: canvas.toggle_fold(hit.id), "C")
        add(tr("Edit the title"), lambda: canvas.edit_frame(hit.id))
        add(tr("Edit the device"), lambda: canvas.edit_frame(hit.id, "device"))
        menu.addSeparator()
    if hit.id:
        add(tr("Cut"), canvas.cut, _KEY.Cut)
        add(tr("Copy"), canvas.copy, _KEY.Copy)
        add(tr("Duplicate"), canvas.duplicate, "Ctrl+D")
        add(tr("Duplicate with incoming wires"), canvas.duplicate_wired, "Ctrl+Shift+D")
        item = canvas.page.blocks.get(hit.id) or canvas.page.frames.get(hit.id)
        if item is not None and item.frame:
            add(tr("Take out of {0}").format(item.frame), canvas.take_out)
        add(tr("Put a frame around"), canvas.frame_selection, "Ctrl+G", hit.id not in canvas.scene.notes)
        if hit.id in canvas.scene.slot:
            mode = canvas.page.blocks[hit.id].mode
            add(tr("Unmute") if mode == MUTE else tr("Mute"), lambda: canvas.set_mode(MUTE), "Ctrl+M")
            add(tr("Bypass no more") if mode == BYPASS else tr("Bypass"), lambda: canvas.set_mode(BYPASS),
                "Ctrl+Shift+B")
        if hit.id not in canvas.scene.frames:
            menu.addMenu(canvas.colour_menu())
        add(tr("Delete"), canvas.delete_selection, _KEY.Delete)
        if hit.id in canvas.scene.slot:
            add(tr("Delete and reconnect"), canvas.delete_healed, "Ctrl+Del")
            add(tr("Detach from its wires"), canvas.detach, "D", bool(any(canvas.outer_wires(canvas.selection()))))
        return menu
    add(tr("Add a block …"), lambda: canvas.requests.add_wanted.emit(at, None), "Tab")
    add(tr("Add a note"), lambda: canvas.add_note(at))
    menu.addSeparator()
    add(tr("Paste"), lambda: canvas.paste_clipboard(at), _KEY.Paste, bool(QGuiApplication.clipboard().text()))
    add(tr("Select all"), canvas.selection.all, _KEY.SelectAll)
    menu.addSeparator()
    undo, redo = canvas.open_page.history.undo_label, canvas.open_page.history.redo_label
    add(tr("Undo {0}").format(undo), canvas.open_page.history.undo, _KEY.Undo, bool(undo))
    add(tr("Redo {0}").format(redo), canvas.open_page.history.redo, _KEY.Redo, bool(redo))
    menu.addSeparator()
    add(tr("Fit the page"), canvas.fit, "F")
    add(tr("Hide the map") if canvas.minimap else tr("Show the map"), canvas.toggle_map, "M")
    add(tr("Bookmark this view"), canvas.bookmarks.add, "B")
    add(tr("Zoom to 100 %"), lambda: canvas.view.zoom_to(1.0), "Ctrl+0")
    return menu


def _is_variable(block: Block | None) -> bool:
    """Whether a block holds a value that begins with one that is typed in or wired."""
    return block is not None and native(block.type) in ("loom.Variable", "loom.ResourceVariable")
