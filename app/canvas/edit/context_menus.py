"""The menus of a canvas: for the item under the pointer, colours, list elements, fixes of wires."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QAction, QColor, QIcon, QPixmap
from PySide6.QtWidgets import QColorDialog, QInputDialog, QMenu, QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.block_placement import Actions, Pinning, Placing
from blockloom.app.canvas.edit.clipboard import Clipboard, copied
from blockloom.app.canvas.edit.editing import Editing, Frames
from blockloom.app.canvas.edit.inline_editing import InlineEditing
from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.look.navigation import Navigation
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.scene.block_layout import Spot
from blockloom.app.canvas.scene.canvas_requests import Requests
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import Attr, Pin, native
from blockloom.blocks.catalogue.op_traits import ops_with, traits_of
from blockloom.blocks.catalogue.parameters import PREFIX, page_of_type
from blockloom.blocks.document.pages import CONTROL, TENSOR, Block, Wire, split_index
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.wire_rules import WireEnd
from blockloom.blocks.results.conditions import testable_outputs
from blockloom.blocks.text.phrases import phrase


class _Menu(QMenu):
    """A menu of the window's commands and of other entries. `action_of` returns the action of a command, or None."""

    def __init__(self, parent: QWidget, action_of: Callable[[str], QAction | None], title: str = ""):
        super().__init__(title, parent)
        self.setToolTipsVisible(True)
        self._action_of = action_of

    def add(self, text: str, do: Callable[[], object], enabled: bool = True, key: str = "") -> None:
        """Add an entry that is not a command, and show a key with it."""
        qt.entry(self, text, do, key).setEnabled(enabled)

    def command(self, name: str, do: Callable[[], object] | None = None) -> None:
        """Add a command of the window. If there is a `do`, the entry calls it instead."""
        action = self._action_of(name)
        if action is not None and do is None:
            self.addAction(action)
        elif action is not None and do is not None:
            qt.entry_like(self, action, do)

    def commands(self, *names: str) -> None:
        """Add commands of the window as they are."""
        for name in names:
            self.command(name)

    def under(self, title: str) -> _Menu:
        """Add a menu below this one."""
        menu = _Menu(self, self._action_of, title)
        self.addMenu(menu)
        return menu

    def title_of(self, name: str) -> str:
        """Return the text of a command as the title of a menu; "" if the window does not have the command."""
        action = self._action_of(name)
        return action.text().rstrip(" .…") if action is not None else ""


class Menus(Struct, weakref=True):
    """The menus of a canvas, children of `widget`. `pointer` returns the mouse position on the screen."""

    widget: QWidget
    editing: Editing
    placing: Placing
    clipboard: Clipboard
    frames: Frames
    inline: InlineEditing
    pinning: Pinning
    navigation: Navigation
    marks: Marks
    requests: Requests
    pointer: Callable[[], QPoint]

    def context(self, hit: CanvasHit, at: QPointF) -> QMenu:
        """Return the menu for the selected item at a canvas point. The caller shows it."""
        menu = self._menu()
        if hit.wire >= 0:
            self._wire(menu, self.editing.scene.wires[hit.wire], at)
        elif hit.id:
            if hit.id in self.editing.scene.slot:
                self._block(menu, hit)
            else:
                self._frame_or_note(menu, hit.id)
            menu.addSeparator()
            self._item(menu, hit.id, _output(hit))
        else:
            self._page(menu, at)
        return menu

    def _menu(self) -> _Menu:
        return _Menu(self.widget, self.editing.settings.action_of)

    def _wire(self, menu: _Menu, wire: Wire, at: QPointF) -> None:
        editing, page = self.editing, self.editing.page
        menu.command("delete")
        menu.add(tr("Insert a block…"), lambda: self.requests.add_wanted.emit(at, wire), enabled=wire.kind != CONTROL)
        for type_ in ops_with("offered_in_wires"):
            if self.placing.can_insert(type_, wire):
                menu.add(tr("Insert {0}").format(type_), qt.call(self.placing.into_wire, type_, wire, at))
        if operations.can_inline_const(page, editing.open_page.catalogue, wire):
            menu.add(
                tr("Type the value of {0} into {1}").format(wire.source, wire.target_pin), lambda: editing.take_in(wire)
            )
        if wire.kind == TENSOR:
            menu.command("feed_here")
        if wire.source in page.blocks:
            self._pause_when(menu, wire.source, wire.source_pin)
        bent = bool(wire.look.route) and not editing.scene.crossing.intersection(editing.scene.slots_of([wire]))
        menu.add(tr("Route automatically"), lambda: editing.route(wire), enabled=bent)
        pin_wires = page.wires_into(wire.target, wire.target_pin)
        if len(pin_wires) > 1 and wire.kind != CONTROL:
            place = page.placed(wire).index
            menu.addSeparator()
            menu.add(
                tr("Move up in {0}").format(wire.target_pin),
                lambda: editing.reorder(wire, place - 1),
                enabled=place > 0,
            )
            menu.add(
                tr("Move down in {0}").format(wire.target_pin),
                lambda: editing.reorder(wire, place + 1),
                enabled=place + 1 < len(pin_wires),
            )
        menu.addSeparator()
        for name in (wire.source, wire.target):
            menu.add(
                tr("Go to {0}").format(name), qt.call(self.navigation.reveal, name), enabled=name in editing.scene.slot
            )

    def _slider(self, block: str, pin: str) -> None:
        from blockloom.app.canvas.edit.inline_editors import SliderBox

        SliderBox(self.widget, self.editing, block, pin).open()

    def _block(self, menu: _Menu, hit: CanvasHit) -> None:
        editing, name, spot, pin = self.editing, hit.id, hit.spot, _output(hit)
        if spot.role in ("input", "attr") and self.inline.can_edit(name, spot.name):
            self._value(menu.under(tr("Value of {0}").format(spot.name)), name, spot)
        pages = editing.open_page.within(name)
        if pages:
            menu.command("enter", lambda: self.enter(name, pages))
        block = editing.page.blocks[name]
        type_ = editing.open_page.catalogue.get(block.type)
        if type_ is not None and any(
            "func" in attr.type and not block.values.get(attr.name)
            for attr in type_.attrs
            if not page_of_type(type_.name)
        ):
            menu.add(tr("Create the pages of its functions"), lambda: editing.page_for(name))
        self._fixes(menu, name)
        output = self.marks.not_finite(name, pin)
        if output:
            menu.add(tr("Why is {0} not finite?").format(output), lambda: self.requests.why_wanted.emit(name, output))
        menu.addSeparator()
        shows = self.marks.watching.get(name)
        at, end = (shows[0].address.block, shows[0].address.end) if shows else (name, "")
        menu.command("view_result", lambda: self.requests.results_wanted.emit(at, end))
        self._pinned(menu, name, pin)
        menu.add(tr("Rename…"), lambda: self.inline.name(name))

    def _value(self, menu: _Menu, name: str, spot: Spot) -> None:
        """Add the entries for the value of an input or an attribute."""
        editing, page, pin = self.editing, self.editing.page, spot.name
        typed = pin in page.blocks[name].values
        menu.add(tr("Type a value for {0}").format(pin), lambda: self.inline.value(name, pin))
        menu.add(
            tr("Clear the value of {0}").format(pin),
            lambda: editing.run(operations.clear_value, editing.page, name, pin),
            enabled=typed,
        )
        if isinstance(spot.pin, Pin) and not spot.pin.list or isinstance(spot.pin, Attr) and spot.pin.type == "tensor":
            menu.add(
                tr("Import the value of {0}…").format(pin),
                lambda: self.requests.file_wanted.emit(name, pin, False),
            )
            menu.add(
                tr("Export the value of {0}…").format(pin),
                lambda: self.requests.file_wanted.emit(name, pin, True),
                enabled=typed,
            )
        if isinstance(spot.pin, Attr) and "func" in spot.pin.type:
            menu.add(tr("New page for {0}").format(pin), lambda: editing.page_for(name, pin))
        if operations.can_extract(page, editing.open_page.catalogue, name, pin):
            menu.add(tr("Replace by a Const block"), lambda: editing.extract((name, pin)))
        if operations.can_be_parameter(page, editing.open_page.catalogue, name, pin):
            menu.add(tr("Replace by a parameter"), lambda: editing.make_parameter(name, pin))
        if spot.field is not None and operations.can_slide(editing.open_page.rules(), name, pin):
            menu.add(tr("Slider…"), lambda: self._slider(name, pin))
        if pin in page.blocks[name].sliders:
            menu.add(tr("Remove slider"), lambda: editing.set_slider(name, pin, None))

    def _pinned(self, menu: _Menu, name: str, pin: str) -> None:
        """Add the entries that pin results to the page, and those of a monitor."""
        pins = self.pinning.pinnable(name, split_index(pin)[0] if pin else "")
        if len(pins) == 1:
            menu.command("pin_result", qt.call(self.pinning.pin, name, pins[0]))
            kinds = self.pinning.pin_entries(name, pins[0])
            if len(kinds) > 1:
                self._choices(menu.under(tr("Pin to the canvas as")), kinds)
        elif pins:
            under = menu.under(menu.title_of("pin_result"))
            self._choices(under, [(one, qt.call(self.pinning.pin, name, one)) for one in pins])
        viewer, kinds = self.pinning.monitor_entries(name)
        if viewer is not None:
            menu.add(tr("Open in a viewer"), viewer)
        if kinds:
            self._choices(menu.under(tr("Show as")), kinds)

    @staticmethod
    def _choices(menu: _Menu, entries: Actions) -> None:
        for text, do in entries:
            menu.add(text, do)

    def _run(self, menu: _Menu, name: str, pin: str) -> None:
        """Add the commands for a block in runs: pinned outputs, breakpoints, initial values."""
        page, given = self.editing.page, pin in self.marks.results_of(name)
        if page.out.get(name):
            menu.command("pin_output", qt.call(self.requests.pin_wanted.emit, name, pin) if given else None)
        menu.command("pause_before")
        if self.editing.open_page.path:
            menu.command("pause_here")
        self._pause_when(menu, name, pin)
        variables = [b for b in sorted(self.editing.selection() | {name}) if _is_variable(page.blocks.get(b))]
        if name in variables:
            menu.add(
                tr("Initialise now")
                if len(variables) == 1
                else tr("Initialise {0} variables now").format(len(variables)),
                lambda: self.requests.initialise_wanted.emit(variables),
            )

    def _pause_when(self, menu: _Menu, name: str, pin: str) -> None:
        if testable_outputs(self.editing.open_page.catalogue.get(self.editing.page.blocks[name].type)):
            menu.command("pause_when", lambda: self.requests.pause_when_wanted.emit(name, pin))

    def enter(self, block: str, pages: Sequence[str]) -> None:
        """Open the page of a block; if there are several, the user chooses one."""
        if len(pages) == 1:
            self.requests.enter_wanted.emit(block, pages[0])
            return
        menu = self._menu()
        for page in pages:
            menu.add(page, qt.call(self.requests.enter_wanted.emit, block, page))
        qt.popup(menu, self.pointer(), menu.actions()[0])

    def enter_selected(self) -> None:
        """Go to the page that the selected block leads to."""
        names = self.editing.selection()
        pages = self.editing.open_page.within(min(names)) if len(names) == 1 else []
        if pages:
            self.enter(min(names), pages)
        elif names and names <= self.editing.scene.folds.keys():
            self.frames.toggle_selection()
        else:
            self.editing.say(phrase("Select an instance of a page, or a block with a page as its function"))

    def leave(self) -> None:
        """Go back to the page from which this page was opened."""
        self.requests.up_wanted.emit()

    def _fixes(self, menu: _Menu, name: str) -> None:
        if self.marks.problems.get(name):
            menu.command("fix", lambda: self.requests.fixes_wanted.emit(name, ""))

    def _frame_or_note(self, menu: _Menu, name: str) -> None:
        if name in self.editing.scene.notes:
            menu.add(tr("Edit the text"), lambda: self.inline.note(name))
        else:
            menu.command("fold")
            menu.add(tr("Edit the title"), lambda: self.inline.frame(name))
            menu.add(tr("Edit the device"), lambda: self.inline.frame(name, "device"))
        self._fixes(menu, name)

    def _item(self, menu: _Menu, name: str, pin: str) -> None:
        """Add the entries that a block, a frame and a note have in common."""
        page = self.editing.page
        block = page.blocks.get(name)
        item = block or page.frames.get(name)
        menu.commands("cut", "copy", "duplicate", "duplicate_wired", "delete")
        menu.addSeparator()
        if block is not None:
            menu.commands("mute", "bypass")
            self._run(menu.under(tr("&Run")), name, pin)
            menu.under(tr("&Wires")).commands("retype", "detach", "delete_healed")
        arrange = menu.under(tr("&Arrange"))
        if item is not None:
            arrange.commands("frame", *(["take_out"] if item.frame else []), "make_block")
        if block is not None and block.type.startswith(PREFIX):
            arrange.commands("unpack", "own_copy")
        if name not in page.frames:
            arrange.addMenu(self.colours())

    def _page(self, menu: _Menu, at: QPointF) -> None:
        menu.add(tr("Add a block…"), lambda: self.requests.add_wanted.emit(at, None), key="Tab")
        menu.command("add_note", lambda: self.placing.note(at))
        menu.addSeparator()
        menu.command("paste", lambda: self.clipboard.paste_clipboard(at))
        if copied().hasImage():
            menu.add(
                tr("Save the picture in the folder of the document, and add a block that reads it"),
                lambda: self.clipboard.save_picture(at),
            )
        menu.command("select_all")
        menu.addSeparator()
        menu.commands("undo", "redo")
        menu.addSeparator()
        menu.commands("fit", "zoom_100", "minimap", "bookmark")

    def colours(self) -> QMenu:
        """Return the menu of colours for the selection. The caller shows it."""
        menu = QMenu(self._menu().title_of("colour"), self.widget)
        for name, text in _colours():
            swatch = QPixmap(16, 16)
            swatch.fill(QColor(text))
            menu.addAction(QIcon(swatch), name, lambda t=text: self.editing.paint_selection(t))
        menu.addSeparator()
        menu.addAction(tr("Another…"), self._ask_colour)
        menu.addAction(tr("Default colour"), lambda: self.editing.paint_selection(""))
        return menu

    def choose_colour(self) -> None:
        """Ask for a colour for the selection."""
        if not operations.colorable_items(self.editing.page, self.editing.selection()):
            self.editing.say(phrase("Select the blocks or notes to colour"))
            return
        qt.popup(self.colours(), self.widget.mapToGlobal(self.widget.rect().center()))

    def _ask_colour(self) -> None:
        page = self.editing.page
        blocks = [n for n in operations.colorable_items(page, self.editing.selection()) if n in page.blocks]
        color = QColorDialog.getColor(QColor(page.blocks[blocks[0]].color if blocks else ""), self.widget, tr("Colour"))
        if color.isValid():
            self.editing.paint_selection(color.name())

    def make_block(self) -> None:
        """Move the selection to a new page, whose name is asked for unless a single frame is selected."""
        editing = self.editing
        document, names = editing.open_page.history.document, editing.selection()
        if names <= editing.page.frames.keys() and len(names) == 1:
            editing.make_block()
            return
        try:
            operations.group_as_instance(document, editing.open_page.rules(), names, editing.measures())
        except EditError as error:  # report the error before the user enters anything
            editing.say(str(error))
            return
        name, ok = QInputDialog.getText(
            self.widget,
            tr("Make a block"),
            tr("Name of its page:"),
            text=operations.default_page_name(document, editing.page, names),
        )
        if ok and name.strip():
            editing.make_block(name.strip())

    def change_batch(self) -> None:
        """Ask for another size of the batch."""
        editing = self.editing
        try:
            old = operations.current_batch_size(editing.open_page.rules(), editing.selection())
        except EditError as error:  # report the error before the user enters anything
            editing.say(str(error))
            return
        text, ok = QInputDialog.getText(
            self.widget, tr("Change batch size"), tr("Size of the batch, ? for any:"), text="?" if old < 0 else str(old)
        )
        text = text.strip()
        if ok and (text == "?" or text.isdecimal() and len(text) < 11 and 0 < int(text) < 1 << 31):
            editing.change_batch(-1 if text == "?" else int(text))
        elif ok:
            editing.say(phrase("{!r:.40} is not a batch size", text))

    def put_wire(self, source: WireEnd, wire: Wire, element: bool) -> None:
        """Add a wire; with `element`, after asking for the element of the list output."""
        if element:
            self.choose_element(source, wire, None)
        else:
            self.editing.put_wire(wire)

    def choose_element(self, end: WireEnd, wire: Wire, old: Wire | None) -> None:
        """Ask which element of a list output a wire takes; the first free one is offered."""
        count, free = self.editing.open_page.rules().elements(end)
        menu = self._menu()
        for i in range(min(count, 12) if count is not None else max(4, free + 2)):
            name = f"{end.pin}[{i}]"
            action = menu.addAction(name, qt.call(self.editing.put_wire, wire._replace(source_pin=name), old))
            if i == free:
                menu.setActiveAction(action)
                menu.setDefaultAction(action)
        if count is None or count > 12:
            menu.addSeparator()
            menu.addAction(tr("Another element…"), lambda: self._ask_element(end, wire, old, count, free))
        qt.popup(menu, self.pointer())

    def _ask_element(self, end: WireEnd, wire: Wire, old: Wire | None, count: int | None, free: int) -> None:
        number, ok = QInputDialog.getInt(
            self.widget,
            tr("Element of {0}").format(f"{end.block}.{end.pin}"),
            tr("Index, counted from 0"),
            free,
            0,
            (count or 1_000_000) - 1,
        )
        if ok:
            self.editing.put_wire(wire._replace(source_pin=f"{end.pin}[{number}]"), old)

    def offer_fixes(self, output: WireEnd, target: WireEnd, reason: str) -> None:
        """Show a menu of changes that make a refused wire fit, if there are any."""
        ways = operations.conversion_changes(self.editing.open_page.rules(), output, target, self.editing.measures())
        if not ways:
            return
        menu = self._menu()
        menu.setObjectName("fixes")
        menu.addAction(reason).setEnabled(False)
        menu.addSeparator()
        actions = [menu.addAction(translated(way.label), qt.call(self.editing.do, way)) for way in ways]
        qt.popup(menu, self.pointer(), actions[0])


def _colours() -> list[tuple[str, str]]:
    """Return names and colours that can be distinguished on light and dark backgrounds."""
    return [
        (tr("Red"), "#e05c5c"),
        (tr("Orange"), "#e08e3c"),
        (tr("Yellow"), "#d0b83c"),
        (tr("Green"), "#4caf50"),
        (tr("Turquoise"), "#2fb5a5"),
        (tr("Blue"), "#4a90e0"),
        (tr("Purple"), "#9a6fd8"),
        (tr("Grey"), "#9a9a9a"),
    ]


def _output(hit: CanvasHit) -> str:
    """Return the output that is hit, or "" for anything else."""
    return hit.spot.name if hit.spot.role in ("output", "result") else ""


def _is_variable(block: Block | None) -> bool:
    """Return whether a block is a variable with an initial value."""
    return block is not None and traits_of(native(block.type)).with_value
