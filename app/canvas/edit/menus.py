"""The menus of a canvas: of what lies under the pointer, colours, elements of a list, what makes a wire fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPixmap
from PySide6.QtWidgets import QColorDialog, QInputDialog, QMenu, QWidget

from blockloom.app import qt
from blockloom.app.canvas.edit.clipboard import Clipboard, copied
from blockloom.app.canvas.edit.editing import Editing
from blockloom.app.canvas.edit.frames import Frames
from blockloom.app.canvas.edit.inline_editing import InlineEditing
from blockloom.app.canvas.edit.pinning import Pinning
from blockloom.app.canvas.edit.placing import Placing
from blockloom.app.canvas.look.hits import Hit
from blockloom.app.canvas.look.navigation import Navigation
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.scene.requests import Requests
from blockloom.app.canvas.scene.words import tr, translated
from blockloom.blocks import operations
from blockloom.blocks.catalogue.block_types import Attr, Pin, native
from blockloom.blocks.catalogue.op_traits import ops_with, traits_of
from blockloom.blocks.catalogue.signature import PREFIX, page_of_type
from blockloom.blocks.document.pages import BYPASS, CONTROL, MUTE, TENSOR, Block, Wire
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.pauses import pauses
from blockloom.blocks.infer.wire_rules import End
from blockloom.blocks.results.conditions import testable
from blockloom.blocks.text.phrases import phrase


class _Menu(QMenu):
    """`key_of` gives the keys that a command of the window has, or ""."""

    def __init__(self, parent: QWidget, key_of: Callable[[str], str]):
        super().__init__(parent)
        self._key_of = key_of

    def add(self, text: str, do: Callable[[], object], command: str = "", enabled: bool = True, key: str = "") -> None:
        """An entry. The keys of the `command` that does the same, or `key`, are shown beside it and do nothing here."""
        action = self.addAction(text, do)
        action.setEnabled(enabled)
        action.setShortcut(key or (self._key_of(command) if command else ""))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)


@dataclass
class Menus:
    """The menus of a canvas, children of `widget`. `pointer` gives the position of the mouse on the screen;
    `page_entries` further entries of the page's menu: (text, action, command with the same action).
    """

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
    page_entries: Callable[[], list[tuple[str, Callable[[], object], str]]]

    # --- of what lies under the pointer ----------------------------------------------------------------------

    def context(self, hit: Hit, at: QPointF) -> QMenu:
        """The menu for what is at a canvas point; the caller shows it."""
        menu = _Menu(self.widget, self.editing.settings.key_of)
        if hit.wire >= 0:
            self._wire(menu, self.editing.scene.wires[hit.wire], at)
        elif hit.id:
            if hit.id in self.editing.scene.slot:
                self._block(menu, hit)
            elif hit.id in self.editing.scene.notes:
                menu.add(tr("Edit the text"), lambda: self.inline.note(hit.id))
            else:
                self._frame(menu, hit.id)
            menu.addSeparator()
            if hit.id not in self.editing.scene.slot:
                self._fixes(menu, hit.id)
            self._item(menu, hit.id)
        else:
            self._page(menu, at)
        return menu

    def _wire(self, menu: _Menu, wire: Wire, at: QPointF) -> None:
        editing, page = self.editing, self.editing.page
        menu.add(tr("Delete wire"), editing.delete_selection, "delete")
        menu.add(tr("Insert a block …"), lambda: self.requests.add_wanted.emit(at, wire), enabled=wire.kind != CONTROL)
        for type_ in ops_with("offered_in_wires"):
            if self.placing.can_insert(type_, wire):
                menu.add(tr("Insert {0}").format(type_), qt.call(self.placing.into_wire, type_, wire, at))
        if operations.can_take_in(page, editing.open_page.catalogue, wire):
            menu.add(
                tr("Type the value of {0} into {1}").format(wire.source, wire.target_pin), lambda: editing.take_in(wire)
            )
        menu.add(tr("Make a feed here"), self.placing.feed_here, "feed_here", enabled=wire.kind == TENSOR)
        if wire.source in page.blocks:
            self._pause_when(menu, wire.source, wire.source_pin)
        menu.add(tr("Route by itself"), lambda: editing.route(wire), enabled=bool(wire.look.route))
        pin_wires = page.wires_into(wire.target, wire.target_pin)
        if len(pin_wires) > 1 and wire.kind != CONTROL:
            place = page.placed(wire).index
            menu.addSeparator()
            menu.add(
                tr("Earlier in {0}").format(wire.target_pin),
                lambda: editing.reorder(wire, place - 1),
                enabled=place > 0,
            )
            menu.add(
                tr("Later in {0}").format(wire.target_pin),
                lambda: editing.reorder(wire, place + 1),
                enabled=place + 1 < len(pin_wires),
            )
        menu.addSeparator()
        for name in (wire.source, wire.target):
            menu.add(
                tr("Go to {0}").format(name), qt.call(self.navigation.reveal, name), enabled=name in editing.scene.slot
            )

    def _slider(self, block: str, pin: str) -> None:
        from blockloom.app.canvas.edit.sliderbox import SliderBox

        SliderBox(self.widget, self.editing, block, pin).open()

    def _block(self, menu: _Menu, hit: Hit) -> None:
        editing, page, name, spot = self.editing, self.editing.page, hit.id, hit.spot
        if spot.role in ("input", "attr") and self.inline.can_edit(name, spot.name):
            menu.add(tr("Type a value for {0}").format(spot.name), lambda: self.inline.value(name, spot.name))
            menu.add(
                tr("Clear the value of {0}").format(spot.name),
                lambda: editing.run(operations.clear_value, editing.page, name, spot.name),
                enabled=spot.name in page.blocks[name].values,
            )
            if (
                isinstance(spot.pin, Pin)
                and not spot.pin.list
                or isinstance(spot.pin, Attr)
                and spot.pin.type == "tensor"
            ):
                menu.add(
                    tr("Import the value of {0} …").format(spot.name),
                    lambda: self.requests.file_wanted.emit(name, spot.name, False),
                )
                menu.add(
                    tr("Export the value of {0} …").format(spot.name),
                    lambda: self.requests.file_wanted.emit(name, spot.name, True),
                    enabled=spot.name in page.blocks[name].values,
                )
            if isinstance(spot.pin, Attr) and "func" in spot.pin.type:
                menu.add(tr("New page for {0}").format(spot.name), lambda: editing.page_for(name, spot.name))
            if operations.can_extract(page, editing.open_page.catalogue, name, spot.name):
                menu.add(tr("Make a Const block of it"), lambda: editing.extract((name, spot.name)))
            if operations.can_be_parameter(page, editing.open_page.catalogue, name, spot.name):
                menu.add(tr("Make a parameter of it"), lambda: editing.make_parameter(name, spot.name))
            if spot.field is not None and operations.can_slide(editing.open_page.rules(), name, spot.name):
                menu.add(tr("Slider …"), lambda: self._slider(name, spot.name))
            if spot.name in page.blocks[name].sliders:
                menu.add(tr("No slider"), lambda: editing.set_slider(name, spot.name, None))
            menu.addSeparator()
        pages = editing.open_page.within(name)
        for inner in pages:
            menu.add(
                tr("Open {0}").format(inner),
                qt.call(self.requests.enter_wanted.emit, name, inner),
                "enter" if len(pages) == 1 else "",
            )
        type_ = editing.open_page.catalogue.get(page.blocks[name].type)
        if type_ is not None and any(
            "func" in attr.type and not page.blocks[name].values.get(attr.name)
            for attr in type_.attrs
            if not page_of_type(type_.name)
        ):
            menu.add(tr("Make the pages of its functions"), lambda: editing.page_for(name))
        if not menu.isEmpty():
            menu.addSeparator()
        self._fixes(menu, name)
        output = self.marks.not_finite(name, spot.name if spot.role in ("output", "result") else "")
        if output:
            menu.add(
                tr("Why is {0} not finite?").format(output),
                lambda: self.requests.why_wanted.emit(name, output),
                "" if self.marks.problems.get(name) else "fix",
            )
            menu.addSeparator()
        shows = self.marks.watching.get(name)
        block, of = (shows[0].at.block, shows[0].at.end) if shows else (name, "")
        menu.add(tr("Show results"), lambda: self.requests.results_wanted.emit(block, of))
        of_pin = spot.name if spot.role in ("output", "result") else ""
        for title, below in [*self.pinning.pin_entries(name, of_pin), *self.pinning.monitor_entries(name)]:
            if below[0][0]:
                under = menu.addMenu(title)
                for text, do in below:
                    under.addAction(text, do)
            else:
                menu.add(title, below[0][1])
        if page.out.get(name) or output:
            pinned = output in self.marks.pinned.get(name, ()) or not output and name in self.marks.pinned
            menu.add(
                tr("Unpin output") if pinned else tr("Pin output for runs"),
                lambda: self.requests.pin_wanted.emit(name, output),
                "pin_output",
            )
        self._pauses(menu, name, of_pin)
        variables = [b for b in sorted(editing.selection() | {name}) if _is_variable(page.blocks.get(b))]
        if name in variables:
            menu.add(
                tr("Initialise now")
                if len(variables) == 1
                else tr("Initialise {0} variables now").format(len(variables)),
                lambda: self.requests.initialise_wanted.emit(variables),
            )
        if page.blocks[name].type.startswith(PREFIX):
            menu.add(tr("Unpack"), editing.unpack, "unpack")
            menu.add(tr("Give it a page of its own"), editing.own_copy, "own_copy")
        menu.add(tr("Rename …"), lambda: self.inline.name(name))
        menu.add(tr("Change type …"), self.placing.want_retype, "retype")

    def _pauses(self, menu: _Menu, name: str, pin: str) -> None:
        """Where runs pause: before a block, or where a condition on an output of it holds."""
        page, wanted = self.editing.open_page, self.requests.pause_wanted
        kept, here = pauses(page.page.blocks[name].pause).get(""), name in self.marks.pauses
        menu.add(
            tr("Pause at it no more") if kept or here else tr("Pause before it"),
            lambda: wanted.emit(False),
            "pause_before",
        )
        if page.path:
            text = tr("Pause in {0} no more") if here else tr("Pause before it in {0} alone")
            menu.add(text.format("/".join(page.path)), lambda: wanted.emit(True), "pause_here")
        self._pause_when(menu, name, pin)

    def _pause_when(self, menu: _Menu, name: str, pin: str) -> None:
        type_ = self.editing.open_page.catalogue.get(self.editing.page.blocks[name].type)
        if testable(type_):
            menu.add(tr("Pause when …"), lambda: self.requests.pause_when_wanted.emit(name, pin), "pause_when")

    def enter(self, block: str, pages: Sequence[str]) -> None:
        """Open the page that a block leads to; of several, the user chooses one."""
        if len(pages) == 1:
            self.requests.enter_wanted.emit(block, pages[0])
            return
        menu = _Menu(self.widget, self.editing.settings.key_of)
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
        """Go back to the page from which the way led here."""
        self.requests.up_wanted.emit()

    def _fixes(self, menu: _Menu, name: str) -> None:
        if self.marks.problems.get(name):
            menu.add(tr("Problems and fixes …"), lambda: self.requests.fixes_wanted.emit(name, ""), "fix")
            menu.addSeparator()

    def _frame(self, menu: _Menu, name: str) -> None:
        folded = name in self.editing.scene.folds
        menu.add(tr("Expand") if folded else tr("Collapse"), lambda: self.frames.toggle(name), "fold")
        menu.add(tr("Edit the title"), lambda: self.inline.frame(name))
        menu.add(tr("Edit the device"), lambda: self.inline.frame(name, "device"))
        menu.add(tr("Make a page of the frame"), self.make_block, "make_block")

    def _item(self, menu: _Menu, name: str) -> None:
        """What a block, a frame and a note have in common."""
        editing, page = self.editing, self.editing.page
        menu.add(tr("Cut"), self.clipboard.cut, "cut")
        menu.add(tr("Copy"), self.clipboard.copy, "copy")
        menu.add(tr("Duplicate"), self.clipboard.duplicate, "duplicate")
        menu.add(tr("Duplicate with incoming wires"), self.clipboard.duplicate_wired, "duplicate_wired")
        item = page.blocks.get(name) or page.frames.get(name)
        if item is not None and item.frame:
            menu.add(tr("Take out of {0}").format(item.frame), self.frames.take_out, "take_out")
        menu.add(tr("Put a frame around"), self.placing.frame, "frame", name not in page.notes)
        if name in page.blocks:
            menu.add(tr("Make a block of the selection …"), self.make_block, "make_block")
            mode = page.blocks[name].mode
            menu.add(tr("Unmute") if mode == MUTE else tr("Mute"), lambda: editing.set_mode(MUTE), "mute")
            menu.add(
                tr("Bypass no more") if mode == BYPASS else tr("Bypass"), lambda: editing.set_mode(BYPASS), "bypass"
            )
        if name not in page.frames:
            menu.addMenu(self.colours())
        menu.add(tr("Delete"), editing.delete_selection, "delete")
        if name in page.blocks:
            menu.add(tr("Delete and reconnect"), editing.delete_healed, "delete_healed")
            menu.add(
                tr("Detach from its wires"),
                editing.detach,
                "detach",
                any(operations.outer_wires(page, editing.selection())),
            )

    def _page(self, menu: _Menu, at: QPointF) -> None:
        history = self.editing.open_page.history
        menu.add(tr("Add a block …"), lambda: self.requests.add_wanted.emit(at, None), key="Tab")
        menu.add(tr("Add a note"), lambda: self.placing.note(at))
        menu.addSeparator()
        menu.add(
            tr("Paste"), lambda: self.clipboard.paste_clipboard(at), "paste", bool(QGuiApplication.clipboard().text())
        )
        if copied().hasImage():
            menu.add(tr("Save the picture beside the document and read it"), lambda: self.clipboard.save_picture(at))
        menu.add(tr("Select all"), self.editing.selection.all, "select_all")
        menu.addSeparator()
        undo, redo = history.undo_label, history.redo_label
        menu.add(tr("Undo {0}").format(undo), history.undo, "undo", bool(undo))
        menu.add(tr("Redo {0}").format(redo), history.redo, "redo", bool(redo))
        menu.addSeparator()
        for entry in self.page_entries():
            menu.add(*entry)

    # --- colours ---------------------------------------------------------------------------------------------

    def colours(self) -> QMenu:
        """The menu of colours for the selection; the caller shows it."""
        menu = QMenu(tr("Colour"), self.widget)
        for name, text in _colours():
            swatch = QPixmap(16, 16)
            swatch.fill(QColor(text))
            menu.addAction(QIcon(swatch), name, lambda t=text: self.editing.paint_selection(t))
        menu.addSeparator()
        menu.addAction(tr("Another …"), self._ask_colour)
        menu.addAction(tr("That of the theme"), lambda: self.editing.paint_selection(""))
        return menu

    def choose_colour(self) -> None:
        """Ask which colour the selection is to have."""
        if not operations.paintable(self.editing.page, self.editing.selection()):
            self.editing.say(phrase("Select the blocks or notes that are to have a colour"))
            return
        qt.popup(self.colours(), self.widget.mapToGlobal(self.widget.rect().center()))

    def _ask_colour(self) -> None:
        page = self.editing.page
        blocks = [n for n in operations.paintable(page, self.editing.selection()) if n in page.blocks]
        color = QColorDialog.getColor(QColor(page.blocks[blocks[0]].color if blocks else ""), self.widget, tr("Colour"))
        if color.isValid():
            self.editing.paint_selection(color.name())

    # --- pages as blocks -------------------------------------------------------------------------------------

    def make_block(self) -> None:
        """Make a block of the selection; its name is asked for, unless it is that of the selected frame."""
        editing = self.editing
        document, names = editing.open_page.history.document, editing.selection()
        if names <= editing.page.frames.keys() and len(names) == 1:
            editing.make_block()
            return
        try:
            operations.make_block(document, editing.open_page.rules(), names, editing.measures())
        except EditError as error:  # said before a name is thought of
            editing.say(str(error))
            return
        name, ok = QInputDialog.getText(
            self.widget,
            tr("Make a block"),
            tr("Name of its page:"),
            text=operations.name_for(document, editing.page, names),
        )
        if ok and name.strip():
            editing.make_block(name.strip())

    def change_batch(self) -> None:
        """Ask for another size of the batch."""
        editing = self.editing
        try:
            old = operations.batch_size(editing.open_page.rules(), editing.selection())
        except EditError as error:  # said before a size is thought of
            editing.say(str(error))
            return
        text, ok = QInputDialog.getText(
            self.widget, tr("Change batch size"), tr("Size of the batch, ? for any:"), text="?" if old < 0 else str(old)
        )
        text = text.strip()
        if ok and (text == "?" or text.isdecimal() and len(text) < 11 and 0 < int(text) < 1 << 31):
            editing.change_batch(-1 if text == "?" else int(text))
        elif ok:
            editing.say(phrase("{!r:.40} is no size of a batch", text))

    # --- wires -----------------------------------------------------------------------------------------------

    def put_wire(self, source: End, wire: Wire, element: bool) -> None:
        """Put a wire; with `element`, after asking which element of the list output it takes."""
        if element:
            self.choose_element(source, wire, None)
        else:
            self.editing.put_wire(wire)

    def choose_element(self, end: End, wire: Wire, old: Wire | None) -> None:
        """Ask which element of a list output a wire takes; the first free one is offered."""
        count, free = self.editing.open_page.rules().elements(end)
        menu = _Menu(self.widget, self.editing.settings.key_of)
        menu.setToolTipsVisible(True)
        for i in range(min(count, 12) if count is not None else max(4, free + 2)):
            name = f"{end.pin}[{i}]"
            action = menu.addAction(name, qt.call(self.editing.put_wire, wire._replace(source_pin=name), old))
            if i == free:
                menu.setActiveAction(action)
                menu.setDefaultAction(action)
        if count is None or count > 12:
            menu.addSeparator()
            menu.addAction(tr("Another element …"), lambda: self._ask_element(end, wire, old, count, free))
        qt.popup(menu, self.pointer())

    def _ask_element(self, end: End, wire: Wire, old: Wire | None, count: int | None, free: int) -> None:
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

    def offer_fixes(self, output: End, target: End, reason: str) -> None:
        """Show a menu of changes that make a refused wire fit; only the reason where there are none."""
        ways = operations.ways_to_fit(self.editing.open_page.rules(), output, target, self.editing.measures())
        if not ways:
            return
        menu = _Menu(self.widget, self.editing.settings.key_of)
        menu.setObjectName("fixes")
        menu.addAction(reason).setEnabled(False)
        menu.addSeparator()
        actions = [menu.addAction(translated(way.label), qt.call(self.editing.do, way)) for way in ways]
        qt.popup(menu, self.pointer(), actions[0])


def _colours() -> list[tuple[str, str]]:
    """Names and colours that can be told apart on light and dark ground."""
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


def _is_variable(block: Block | None) -> bool:
    """Whether a block holds a value that begins with one that is typed in or wired."""
    return block is not None and traits_of(native(block.type)).with_value
