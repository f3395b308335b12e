"""Results pinned to a canvas: a monitor of the fitting kind beside the block, wired, that goes along with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from blockloom.app import qt
from blockloom.app.canvas.edit.editing import Editing
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.scene.canvas_requests import Requests
from blockloom.app.canvas.scene.translation import translated
from blockloom.blocks import operations
from blockloom.blocks.catalogue.monitor_types import KINDS
from blockloom.blocks.document.pages import split_index

if TYPE_CHECKING:
    from blockloom.blocks.operations import OutputInfo

Actions = list[tuple[str, Callable[[], object]]]


class Pinning:
    """Pins outputs to the page by what the marks know: results of the last run, else inferred types."""

    def __init__(self, editing: Editing, marks: Marks, view: View, requests: Requests):
        self.editing, self.marks, self.view, self.requests = editing, marks, view, requests

    def pinnable(self, block: str, pin: str = "") -> list[str]:
        """The outputs of a block that can be pinned, or that of `pin`; of a list each known element."""
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
        return operations.pinnable(self.editing.page, self.editing.open_page.catalogue, block, pin, found)

    def shown(self, block: str, pin: str) -> OutputInfo:
        """The dtype and shape of an output: of its last result, else as inferred."""
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
        """The types of monitors for an output, the best first."""
        return operations.kinds(self.shown(block, pin))

    def pin(self, block: str, pin: str, kind: str = "", values: Mapping[str, str] | None = None, lines: int = 1) -> str:
        """Pin an output: see `operations.pin`. Gives the monitor's id, "" where that cannot be."""
        editing, scene = self.editing, self.editing.scene
        change = editing.run(
            operations.pin,
            editing.page,
            editing.open_page.catalogue,
            block,
            pin,
            editing.measures(),
            self.shown(block, pin),
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
        """Pin the first output of each selected block, as one step."""
        editing = self.editing
        found = [(name, pins[0]) for name in sorted(editing.selection()) if (pins := self.pinnable(name))]
        if len(found) == 1:
            self.pin(*found[0])
        else:
            editing.run(
                operations.pin_several,
                editing.page,
                editing.open_page.catalogue,
                [(block, pin, self.shown(block, pin)) for block, pin in found],
                editing.measures(),
            )

    def show_as(self, name: str, kind: str) -> None:
        """Replace a monitor by one of another type; wires and attrs that both have stay."""
        editing = self.editing
        page, catalogue = editing.page, editing.open_page.catalogue
        wires = page.wires_into(name, catalogue[page.blocks[name].type].inputs[0].name)
        shown = self.shown(wires[0].source, wires[0].source_pin) if wires else None
        editing.run(operations.show_as, page, catalogue, name, kind, shown)

    # --- menus -----------------------------------------------------------------------------------------------

    def pin_entries(self, block: str, pin: str) -> Actions:
        """The menu entries for pinning an output, one for each type of monitor."""
        return [
            (translated(operations.name_of(kind)), qt.call(self.pin, block, pin, kind))
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
            (translated(operations.name_of(kind)), qt.call(self.show_as, name, kind))
            for kind in self.kinds(wire.source, wire.source_pin)
            if kind != block.type
        ]
        return qt.call(self.requests.viewer_wanted.emit, watched[0].at.block, watched[0].at.end, block.type), kinds
