"""New blocks, notes and monitors of results on a canvas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Signal

from blockloom.app import qt
from blockloom.app.canvas.edit.editing import Editing
from blockloom.app.canvas.look.navigation import Navigation
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.scene.canvas_requests import Requests
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.blocks import operations
from blockloom.blocks.catalogue.monitor_types import KINDS
from blockloom.blocks.document.pages import CONTROL, Block, Wire, split_index
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer import compatible_types
from blockloom.blocks.infer.wire_rules import WireEnd
from blockloom.blocks.text.phrases import phrase

if TYPE_CHECKING:
    from blockloom.blocks.operations import OutputInfo, PageChange, TypedLine


# Free space for a block that is added by keyboard, and distance from the block before it.
ROOM, GAP = (160.0, 110.0), 80.0


class Retype(Struct, frozen=True):
    """A request to choose another type for blocks in the quick-add box.

    Attributes:
        everywhere: the request is for all blocks of their type in the document.
    """

    blocks: tuple[str, ...]
    everywhere: bool = False


class Entered(NamedTuple):
    """The result of a typed line: the pins that get values, or the reason why the line does not fit."""

    refusal: str = ""
    pins: Mapping[str, str] = {}


class Placing(QObject):
    """Places new blocks, and asks for their types."""

    text_wanted = Signal(str)  # id of a new frame or note, whose editor is to be opened

    def __init__(
        self, editing: Editing, view: View, navigation: Navigation, requests: Requests, parent: QObject | None = None
    ):
        super().__init__(parent)
        self.editing, self.view, self.navigation, self.requests = editing, view, navigation, requests

    def fitting(self, end: WireEnd | Wire | Retype | None) -> dict[str, str] | None:
        """Return the types for a wire's end, a wire, or a Retype; None for all types, unwired.

        Returns:
            Names with the pins that are wired, or with a note on wires that are lost.
        """
        if end is None:
            return None
        rules = self.editing.open_page.rules()
        if isinstance(end, Retype):
            return {
                name: (tr("loses a wire") if lost == 1 else tr("loses {0} wires").format(lost)) if lost else ""
                for name, lost in operations.possible_types(rules, end.blocks).items()
            }
        return operations.fitting_types(rules, end)

    def best(self, end: WireEnd | Wire | Retype | None, fitting: Mapping[str, str] | None) -> set[str]:
        """Return the types that are made for the handle at the end."""
        if not fitting or end is None or isinstance(end, Wire | Retype):
            return set()
        return operations.types_for_handle(self.editing.open_page.rules(), end, fitting)

    def describer(self, end: WireEnd | Wire | Retype | None, fitting: Mapping[str, str] | None) -> Callable[[str], str]:
        """Return a function that describes a type: the wired pins with their types, or the lost wires."""
        if not fitting or end is None or isinstance(end, Retype):
            return lambda name: (fitting or {}).get(name, "")
        rules = self.editing.open_page.rules()
        wants = rules.wants(end) if isinstance(end, Wire) else (rules.want(end),)
        entries = rules.catalogue.entries

        def told(name: str) -> str:
            pins = fitting[name].split(", ")
            return ", ".join(
                translated(compatible_types.pin_text(entries[name], pin, want))
                for pin, want in zip(pins, wants, strict=True)
            )

        return told

    def can_insert(self, type_name: str, wire: Wire) -> bool:
        """Return whether a block of a type can be put into a wire."""
        return operations.fits_in_wire(self.editing.open_page.rules(), type_name, wire)

    def block(self, type_name: str, at: QPointF | None = None) -> str:
        """Add a block at `at` (None: in the middle of the view), select and show it. Return its id."""
        if at is None:
            box = self.editing.measures().box(Block("", type_name))
            at = self.view.area().center() - QPointF(box.width / 2, box.height / 2)
        return self.wired(type_name, at, None)

    def wired(
        self, type_name: str, at: QPointF, end: WireEnd | Wire | Retype | None, typed: TypedLine | None = None
    ) -> str:
        """Add a block of a type and wire it, or retype blocks.

        Args:
            type_name: the type.
            at: the position of the pin that is wired, or of the block.
            end: a wire's end, a wire to put the block into, or the blocks to retype.
            typed: values, wires and an id.

        Returns:
            The id of the block, "" if the type does not fit.
        """
        if isinstance(end, Retype):
            return type_name if self.editing.retype(end.blocks, type_name, end.everywhere) else ""
        return self._added(self.editing.run(self._new, type_name, at, end, typed or operations.TypedLine("")))

    def entered(self, type_name: str, at: QPointF, end: WireEnd | Wire | None, typed: TypedLine) -> Entered:
        """Return which pins of a new block get what was typed for it, or why it does not fit."""
        try:
            return Entered("", operations.inputs_of_change(self._new(type_name, at, end, typed)))
        except EditError as error:
            return Entered(translated(error))

    def _new(self, type_name: str, at: QPointF, end: WireEnd | Wire | None, typed: TypedLine) -> PageChange:
        rules, measures, place = self.editing.open_page.rules(), self.editing.measures(), at.toTuple()
        into = (
            isinstance(end, Wire)
            and end in rules.page.wires_into(end.target, end.target_pin)
            and operations.fits_in_wire(rules, type_name, end)
        )
        if isinstance(end, Wire) and into:
            change = operations.insert_into_wire(rules, type_name, end, measures, place)
        elif isinstance(end, WireEnd):
            change = operations.add_wired_block(rules, type_name, place, end, measures)
        else:  # also if the wire was removed meanwhile, or the type does not fit it
            change = operations.add_block(rules.page, rules.catalogue, type_name, place, measures)
        if not typed.id and not typed.typed:
            return change
        change = operations.complete_from_line(rules, change, typed)  # its values may make the block larger
        return (
            change
            if into
            else replace(change, edit=operations.move_to_free_places(change.edit, self.editing.measures()))
        )

    def _added(self, change: PageChange | None) -> str:
        """Bring added items into view. Return the id of the first, "" if nothing was added."""
        if change is None or not change.selection:
            return ""
        self.navigation.show(*change.selection)
        return change.selection[0]

    def into_wire(self, type_name: str, wire: Wire, at: QPointF | None = None) -> str:
        """Put a new block into a wire. Return its id, "" if it does not fit."""
        editing = self.editing
        return self._added(
            editing.run(
                operations.insert_into_wire,
                editing.open_page.rules(),
                type_name,
                wire,
                editing.measures(),
                at.toTuple() if at is not None else None,
            )
        )

    def feed_here(self) -> None:
        """Replace the sources of the selected wires, or of the wires into the selected blocks, by a feed."""
        editing = self.editing
        self._added(
            editing.run(
                operations.replace_with_feed,
                editing.open_page.rules(),
                editing.selection(),
                editing.selection.wires(),
                editing.measures(),
                editing.shape_of,
            )
        )

    def output_here(self) -> None:
        """Add a Retval for each selected block."""
        editing = self.editing
        self._added(
            editing.run(operations.add_output, editing.open_page.rules(), editing.selection(), editing.measures())
        )

    def train_this(self) -> None:
        """Add a loss, an optimizer and a session to the selected block."""
        editing = self.editing
        self._added(
            editing.run(
                operations.train_this,
                editing.open_page.rules(),
                editing.selection(),
                editing.measures(),
                editing.shape_of,
            )
        )

    def validate_epochs(self) -> None:
        """Add a validation after each epoch for the training on the page."""
        editing = self.editing
        self._added(editing.run(operations.validate_epochs, editing.open_page.rules(), editing.measures()))

    def note(self, at: QPointF | None = None) -> str:
        """Add a note at a point, None: next to the selection, and open its editor. Return its id."""
        place = (at or self.free_place()).toTuple()
        name = self._added(self.editing.run(operations.add_note, self.editing.page, place, self.editing.measures()))
        if name:
            self.text_wanted.emit(name)
        return name

    def frame(self) -> str:
        """Put a frame around the selection, and open its title for typing. Return its id."""
        change = self.editing.run(
            operations.add_frame, self.editing.page, self.editing.selection(), self.editing.measures()
        )
        if change is None or not change.selection:
            return ""
        self.text_wanted.emit(change.selection[0])
        return change.selection[0]

    def read_files(self, paths: Sequence[Path], at: QPointF) -> bool:
        """Add a block for each file, which reads it. Return False, with a message, if one cannot be read."""
        from blockloom.blocks.datasets import file_blocks  # late, because it is needed only for files

        open_page = self.editing.open_page
        return bool(
            self._added(
                self.editing.run(
                    file_blocks.read_files,
                    open_page.history.document,
                    open_page.catalogue,
                    open_page.name,
                    paths,
                    at.toTuple(),
                    translated,
                )
            )
        )

    def want(self, at: QPointF | None = None) -> None:
        """Ask for a block to add at a point, or, if None, at a free place.

        The new block is wired to the only selected block, or put into the only selected wire.
        """
        wires = [wire for wire in self.editing.selection.wires() if wire.kind != CONTROL]
        if len(wires) == 1 and not self.editing.selection():
            self.requests.add_wanted.emit(self._middle(wires[0]), wires[0])
        elif (end := self._end()) is not None:
            self.requests.add_wanted.emit(at or self._after(end), end)
        else:
            self.requests.add_wanted.emit(at or self.free_place(), None)

    def want_after(self) -> None:
        """Ask for a block to the right of the selected one, wired to its first output if it has one."""
        if len(self.editing.selection() & self.editing.scene.slot.keys()) != 1:
            self.editing.say(phrase("Select a block with an output"))
        else:
            self.want()

    def _end(self) -> WireEnd | None:
        """Return the first output of the only selected block."""
        names = self.editing.selection() & self.editing.scene.slot.keys()
        type_ = (
            self.editing.open_page.catalogue.get(self.editing.page.blocks[min(names)].type) if len(names) == 1 else None
        )
        if type_ is None or not type_.outputs:
            return None
        return WireEnd(min(names), type_.outputs[0].name, "output", type_.outputs[0].kind)

    def _after(self, end: WireEnd) -> QPointF:
        """Return the position of the pin of a new block that is wired to an output: right of it, if free."""
        scene, room = self.editing.scene, operations.ROOM
        slot = scene.slot[end.block]
        x, y = (scene.pos[slot] + scene.layouts[slot].outlet(end.pin)).tolist()
        while len(scene.visible(x + 2 * room, y - 2 * room, x + 4 * room, y + 1.5 * room)):
            y += room
        return QPointF(x + 1.5 * room, y)

    def _middle(self, wire: Wire) -> QPointF:
        """Return the middle between the blocks of a wire."""
        scene = self.editing.scene
        boxes = [scene.box(scene.slot[name]).center() for name in (wire.source, wire.target) if name in scene.slot]
        return (boxes[0] + boxes[-1]) / 2 if boxes else self.view.area().center()

    def want_retype(self, everywhere: bool = False) -> None:
        """Ask for another type for the selected blocks, all of one type, or `everywhere` for that type."""
        editing = self.editing
        page = editing.page
        names = sorted(n for n in editing.selection() if n in page.blocks)
        if (
            len({page.blocks[n].type for n in names}) != 1
            or page.blocks[names[0]].type not in editing.open_page.catalogue
        ):
            editing.say(phrase("Select a block, or several of one type, to change the type"))
            return
        at = editing.scene.box(editing.scene.slot[names[0]]).topRight()
        self.requests.add_wanted.emit(at, Retype(tuple(names), everywhere))

    def free_place(self) -> QPointF:
        """Return the position of a block added by keyboard: the free place right of the selection, in view."""
        scene = self.editing.scene
        slots = [scene.slot[n] for n in self.editing.selection() if n in scene.slot]
        if slots:
            box = scene.extent(np.array(slots, np.intp))
            near = QPointF(box.right() + GAP, box.top())
        else:
            near = self.view.area().center() - QPointF(*ROOM) / 2
        at = QPointF(*self.editing.measures().free(near.x(), near.y(), *ROOM))
        self.navigation.bring(QRectF(at, QSizeF(*ROOM)))
        return at


Actions = list[tuple[str, Callable[[], object]]]


class Pinning:
    """Pins outputs to the page with monitors that suit their last results, else their inferred types."""

    def __init__(self, editing: Editing, marks: Marks, view: View, requests: Requests):
        self.editing, self.marks, self.view, self.requests = editing, marks, view, requests

    def pinnable(self, block: str, pin: str = "") -> list[str]:
        """Return the outputs of a block that can be pinned, or only `pin`; list outputs by known element."""
        found = {
            pin: len(types)
            for pin, types in self.marks.types.get(block, {}).items()
            if types and isinstance(types[0], list | tuple)
        }
        found |= {
            pin: len(summary["list"])
            for pin, summary in self.marks.results_of(block).items()
            if summary and "list" in summary
        }
        return operations.pinnable_outputs(self.editing.page, self.editing.open_page.catalogue, block, pin, found)

    def output_info(self, block: str, pin: str) -> OutputInfo:
        """Return the dtype and shape of an output: of its last result, or as inferred."""
        stem, element = split_index(pin)
        summary: Any = self.marks.results_of(block).get(stem)
        if summary and "list" in summary:
            summary = dict(enumerate(summary["list"])).get(element or 0)
        if summary and "shape" in summary:
            return operations.OutputInfo(summary.get("dtype", ""), summary["shape"])
        types = self.marks.types.get(block, {}).get(stem) or (None, None)
        if isinstance(types[0], list | tuple):
            types = types[element or 0] if (element or 0) < len(types) else (None, None)
        return operations.OutputInfo(types[0] or "", types[1])

    def kinds(self, block: str, pin: str) -> list[str]:
        """Return the types of monitors for an output, the best first."""
        return operations.monitor_kinds(self.output_info(block, pin))

    def pin(self, block: str, pin: str, kind: str = "", values: Mapping[str, str] | None = None, lines: int = 1) -> str:
        """Pin an output, see `operations.add_pinned_monitor`. Return the monitor's id, "" on failure."""
        editing, scene = self.editing, self.editing.scene
        change = editing.run(
            operations.add_pinned_monitor,
            editing.page,
            editing.open_page.catalogue,
            block,
            pin,
            editing.measures(),
            self.output_info(block, pin),
            kind,
            values,
            lines,
        )
        if change is None or not change.selection:
            return ""
        box = scene.box(scene.slot[change.selection[0]])
        if not self.view.area().contains(box):
            self.view.center_on(box.united(scene.box(scene.slot[block])).center())
        return change.selection[0]

    def pin_selection(self) -> None:
        """Pin the first output of each selected block, as one undo entry."""
        editing = self.editing
        found = [(name, pins[0]) for name in sorted(editing.selection()) if (pins := self.pinnable(name))]
        if len(found) == 1:
            self.pin(*found[0])
        else:
            editing.run(
                operations.add_pinned_monitors,
                editing.page,
                editing.open_page.catalogue,
                [(block, pin, self.output_info(block, pin)) for block, pin in found],
                editing.measures(),
            )

    def show_as(self, name: str, kind: str) -> None:
        """Replace a monitor by one of another type; wires and attrs that both have stay."""
        editing = self.editing
        page, catalogue = editing.page, editing.open_page.catalogue
        wires = page.wires_into(name, catalogue[page.blocks[name].type].inputs[0].name)
        shown = self.output_info(wires[0].source, wires[0].source_pin) if wires else None
        editing.run(operations.change_monitor_type, page, catalogue, name, kind, shown)

    def pin_entries(self, block: str, pin: str) -> Actions:
        """Return the menu entries for pinning an output, one for each type of monitor."""
        return [
            (translated(operations.monitor_name(kind)), qt.call(self.pin, block, pin, kind))
            for kind in self.kinds(block, pin)
        ]

    def monitor_entries(self, name: str) -> tuple[Callable[[], object] | None, Actions]:
        """Return a function that opens the viewer of a monitor, or None, and the menu entries for its other types."""
        page = self.editing.page
        block, watched = page.blocks[name], self.marks.watching.get(name)
        if block.type not in KINDS or not KINDS[block.type].pinned or not watched:
            return None, []
        wire = page.wires_into(name, "value")[0]
        kinds: Actions = [
            (translated(operations.monitor_name(kind)), qt.call(self.show_as, name, kind))
            for kind in self.kinds(wire.source, wire.source_pin)
            if kind != block.type
        ]
        return qt.call(self.requests.viewer_wanted.emit, watched[0].address.block, watched[0].address.end, name), kinds
