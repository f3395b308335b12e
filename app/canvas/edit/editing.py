"""Operations on the selection of a canvas: each is one undo entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from blockloom.app.canvas.page.open_page import OpenPage, Selection
from blockloom.app.canvas.scene.canvas_requests import CanvasSettings
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.translation import translated
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block, Page, Slider, Wire
from blockloom.blocks.document.scopes import inherited
from blockloom.blocks.edits import EditError
from blockloom.blocks.infer.function_contracts import Shape
from blockloom.blocks.layout.block_rows import Box
from blockloom.blocks.operations import Measures
from blockloom.blocks.text.phrases import phrase

if TYPE_CHECKING:
    from blockloom.blocks.operations import LevelWire, PageChange


class SceneMeasures(Measures):
    """The measures of a page, from the scene that shows it. `grid` is the distance of its grid lines."""

    def __init__(self, page: Page, scene: Scene, grid: float):
        super().__init__(page, scene.geometry.catalogue, grid)
        self.scene = scene

    def box(self, block: Block, wired: Collection[str] = ()) -> Box:
        scene = self.scene
        slot = scene.slot.get(block.id)
        layout = (
            scene.layouts[slot]
            if slot is not None and scene.blocks[slot] == block
            else scene.geometry.layout(block, dict.fromkeys(wired, ()), ())
        )
        return Box(layout.width, layout.height, layout.ins, layout.outs)

    @cached_property
    def blocks(self) -> tuple[list[str], np.ndarray]:
        scene = self.scene
        slots = np.flatnonzero(scene.alive[: scene.count] & (scene.fold[: scene.count] == 0))
        return [scene.blocks[s].id for s in slots.tolist()], np.concatenate((scene.pos[slots], scene.size[slots]), 1)

    @cached_property
    def frames(self) -> tuple[list[str], np.ndarray]:
        frames, rows = self.scene.boxes()
        return [frame.id for frame in frames], rows


class Editing:
    """Applies operations to the page, with a message if one fails."""

    def __init__(
        self,
        open_page: OpenPage,
        scene: Scene,
        selection: Selection,
        settings: CanvasSettings,
        shape_of: Callable[[str, str], Shape],
    ):
        """Create. `shape_of` returns the shape of an output (block, pin), None if unknown."""
        self.open_page, self.scene, self.selection, self.settings = open_page, scene, selection, settings
        self.shape_of = shape_of

    @property
    def page(self) -> Page:
        return self.open_page.page

    def measures(self) -> SceneMeasures:
        """Return sizes and positions of the present page."""
        return SceneMeasures(self.page, self.scene, self.settings.grid)

    def say(self, text: str) -> None:
        """Show a text of blocks/, translated, in the status bar."""
        self.open_page.status_message.emit(translated(text))

    def run(self, operation: Callable[..., PageChange | None], *args: object, **named: object) -> PageChange | None:
        """Apply the change that an operation returns. Return the change, or None if there was none."""
        try:
            change = operation(*args, **named)
            if change is not None:
                change = operations.with_libraries(self.open_page.history.document, self.open_page.catalogue, change)
        except EditError as error:
            self.say(str(error))
            return None
        return change if change is not None and self.do(change) else None

    def do(self, change: PageChange, merge: bool = False) -> bool:
        """Apply a change, and its selection. Return False if the change fails. `merge` as in `UndoStack.do`."""
        if not self.open_page.do(change.edit, translated(change.label), merge):
            return False
        if change.selection is not None:
            self.selection.choose(change.selection)
        if change.message:
            self.say(change.message)
        return True

    def delete_selection(self, label: Sequence[str] = ()) -> None:
        """Remove the selected blocks, frames, notes and wires.

        Blocks in a removed expanded frame stay; a collapsed frame is removed with its content.
        """
        self.run(operations.delete, self.page, self.whole_selection(), self.selection.wires(), label)

    def delete_healed(self) -> None:
        """Remove the selection, and wire the sources of its blocks to their users if types fit."""
        self.run(
            operations.delete_and_reconnect,
            self.page,
            self.open_page.catalogue,
            self.whole_selection(),
            self.selection.wires(),
        )

    def whole_selection(self) -> set[str]:
        """Return the selected ids, and those of the content of collapsed frames."""
        chosen = self.selection()
        return chosen | operations.with_frame_members(self.page, chosen & self.scene.folds.keys())

    def detach(self) -> None:
        """Remove the wires between the selected blocks and others, and connect these around the blocks."""
        self.run(
            operations.detach,
            self.page,
            self.open_page.catalogue,
            operations.detachable_blocks(self.page, self.selection()),
        )

    def set_mode(self, mode: str) -> None:
        """Mute or bypass the selected blocks, or undo this if all are muted or bypassed."""
        self.run(operations.set_mode, self.page, self.selection(), mode)

    def paint_selection(self, color: str) -> None:
        """Set the colour of the selected blocks and notes to `#rrggbb`; "": the theme's."""
        self.run(operations.set_color, self.page, self.selection(), color)

    def nudge(self, dx: float, dy: float) -> None:
        """Move the selection by (dx, dy) canvas pixels, frames with their content."""
        self.run(operations.nudge, self.page, self.selection(), dx, dy)

    def align(self, how: str) -> None:
        """Align the selected items, see `operations.align`."""
        self.run(operations.align, self.page, self.selection(), how, self.measures())

    def distribute(self, down: bool) -> None:
        """Make the gaps between the selected items equal, across or down; the outermost two stay."""
        self.run(operations.distribute, self.page, self.selection(), down, self.measures())

    def snap(self) -> None:
        """Move the selected items to the grid."""
        self.run(operations.snap, self.page, self.selection(), self.measures())

    def straighten(self) -> None:
        """Move the selected blocks up or down so that wires between them run level.

        For selected wires, the blocks at their ends move.
        """
        self.run(operations.straighten, self.page, self._runs(), self.measures())

    def _runs(self) -> list[LevelWire]:
        """Return the selected wires, and those between selected blocks, that run to the right."""
        scene, n = self.scene, self.scene.wcount
        chosen = np.zeros(len(scene.alive) + 1, bool)  # element [-1] stands for a missing block
        chosen[[scene.slot[name] for name in self.selection() if name in scene.slot]] = True
        source, target = scene.wsrc[:n], scene.wdst[:n]
        wires = np.flatnonzero(
            scene.walive[:n]
            & (source >= 0)
            & (target >= 0)
            & (scene.e1[:n, 0] < scene.e2[:n, 0])
            & ~scene.foot[:n]
            & (scene.fold[target] == 0)
            & (scene.wselected[:n] | chosen[source] & chosen[target])
        )
        wires = wires[np.lexsort((scene.e2[wires, 1], scene.e2[wires, 0]))].tolist()
        return [
            operations.LevelWire(
                scene.blocks[source[w]].id, scene.blocks[target[w]].id, scene.e1[w, 1] - scene.e2[w, 1]
            )
            for w in wires
        ]

    def put_wire(self, wire: Wire, old: Wire | None = None) -> None:
        """Wire two pins, or do nothing if the wire exists. `old` is the wire whose end was dragged."""
        self.run(operations.add_wire, self.open_page.rules(), wire, old)

    def route(self, wire: Wire, bends: Sequence[tuple[float, float]] = ()) -> bool:
        """Set the bends of a wire, and select it; without bends, the canvas routes it.

        Returns:
            False if this changes nothing.
        """
        if self.run(operations.set_bends, self.page, wire, bends) is None:
            return False
        self._select_wire(wire._replace(look=wire.look._replace(route=tuple(bends))))
        return True

    def reorder(self, wire: Wire, index: int) -> None:
        """Change the place of a wire among those into its pin, and select it."""
        if self.run(operations.reorder_wire, self.page, wire, index) is not None:
            self._select_wire(wire)

    def _select_wire(self, wire: Wire) -> None:
        self.selection.choose((), wires=self.scene.slots_of([wire]))

    def wire_selection(self) -> None:
        """Wire the selected blocks: each to the nearest one on its right, by the pins that fit best."""
        try:
            change, failed = operations.wire_row(self.open_page.rules(), self.selection(), self.measures())
        except EditError as error:
            self.say(str(error))
            return
        for reason in failed:
            self.say(str(reason))
        if change is not None:
            self.do(change)

    def swap_inputs(self) -> None:
        """Exchange the sources of the two selected wires, or rotate inputs of the selected block.

        The first inputs of one kind are rotated, with wires and values.
        """
        wires, names = self.selection.wires(), [n for n in self.selection() if n in self.page.blocks]
        if len(wires) == 2 and not names:
            self.run(operations.swap_sources, self.open_page.rules(), *wires)
        else:
            self.run(operations.swap_inputs, self.open_page.rules(), names[0] if len(names) == 1 else "")

    def set_value(self, block: str, pin: str, text: str | None) -> None:
        """Set a typed value, unless it is unchanged or the block was removed."""
        self.run(operations.set_value, self.page, block, pin, text)

    def toggle(self, block: str, pin: str) -> None:
        """Invert a truth value."""
        self.run(operations.toggle_bool, self.page, self.open_page.catalogue, block, pin)

    def slide(self, block: str, pin: str, place: float, goes_on: bool = False) -> None:
        """Move a number to a place on its slider, from 0 to 1; `goes_on` extends the last undo entry."""
        change = operations.slide(self.page, block, pin, place, operations.is_whole(self.open_page.rules(), block, pin))
        if change is not None:
            self.do(change, merge=goes_on)

    def set_slider(self, block: str, pin: str, slider: Slider | None) -> None:
        """Set or remove the slider of a value."""
        self.run(operations.set_slider, self.page, block, pin, slider)

    def extract(self, *pins: tuple[str, str]) -> None:
        """Replace values typed into pins (block, pin) by Const blocks wired to them."""
        self.run(operations.extract_consts, self.open_page.rules(), pins, self.measures())

    def extract_selected(self) -> None:
        """Extract all values of the selected blocks that allow it, as `extract` does."""
        scene, catalogue = self.scene, self.open_page.catalogue
        self.extract(
            *(
                (n, spot.name)
                for n in sorted(self.selection() & scene.slot.keys())
                for spot in scene.layouts[scene.slot[n]].spots
                if operations.can_extract(self.page, catalogue, n, spot.name)
            )
        )

    def take_in(self, *wires: Wire) -> None:
        """Replace Const blocks by values typed at the targets of these wires."""
        self.run(operations.inline_consts, self.open_page.rules(), wires)

    def take_in_selected(self) -> None:
        """Replace Const blocks by typed values for all wires into the selected blocks that allow it."""
        self.take_in(*operations.inlinable_wires(self.page, self.open_page.catalogue, self.selection()))

    def make_block(self, name: str = "") -> bool:
        """Move the selected blocks to a new page, and replace them by an instance of the page.

        Args:
            name: the page's name; "": the title of the selected frame.

        Returns:
            False, with a message, on failure.
        """
        return (
            self.run(
                operations.group_as_instance,
                self.open_page.history.document,
                self.open_page.rules(),
                self.selection(),
                self.measures(),
                name,
            )
            is not None
        )

    def unpack(self) -> None:
        """Replace the selected instance by the blocks of its page."""
        names = sorted(n for n in self.selection() if n in self.page.blocks)
        self.run(
            operations.unpack,
            self.open_page.history.document,
            self.open_page.rules(),
            names[0] if len(names) == 1 else "",
            self.measures(),
        )

    def own_copy(self) -> None:
        """Copy the page of the selected instances for them alone."""
        self.run(operations.copy_page_for_instances, self.open_page.history.document, self.page, self.selection())

    def page_for(self, block: str, attr: str = "") -> None:
        """Add a page for a func attr, or for all unset func attrs of a block."""
        open_page = self.open_page
        what = open_page.history.document, open_page.inference.current(), block
        if attr:
            self.run(lambda: operations.add_function_page(*what, attr, self.shape_of)[0])
        else:
            self.run(operations.add_function_pages, *what, self.shape_of)

    def make_parameter(self, block: str, pin: str) -> None:
        """Replace a typed value by a parameter of the page."""
        self.run(operations.make_parameter, self.page, self.open_page.catalogue, block, pin, self.measures())

    def operate(self, name: str) -> None:
        """Apply the operation of this name, which takes the page's `WireRules` and the selected ids."""
        self.run(getattr(operations, name), self.open_page.rules(), self.selection())

    def remove_training(self) -> None:
        """Remove the parts of the page that only training needs."""
        self.run(operations.remove_training, self.open_page.rules())

    def change_batch(self, size: int) -> None:
        """Change the batch size, -1 for any, of the selected feeds or of all."""
        self.run(operations.change_batch, self.open_page.rules(), self.selection(), size, self.shape_of)

    def retype(self, names: Collection[str], type_name: str, everywhere: bool = False) -> bool:
        """Change the type of blocks. Ids made of the type's title are changed with it.

        Args:
            names: the blocks.
            type_name: the new type.
            everywhere: change all blocks of the document that have their type.
        """
        if everywhere:
            open_page, old = self.open_page, self.page.blocks[min(names)].type
            return (
                self.run(operations.retype_everywhere, open_page.history.document, open_page.catalogue, old, type_name)
                is not None
            )
        return self.run(operations.retype, self.open_page.rules(), names, type_name) is not None

    def grow(self, up: bool, down: bool, all_: bool = False) -> None:
        """Add to the selection the blocks that feed it (`up`) or that it feeds (`down`).

        `all_` also adds indirect ones.
        """
        self._select(
            lambda: self.selection() | operations.connected_blocks(self.page, self.selection(), up, down, all_)
        )

    def select(self, name: str) -> None:
        """Select the items that an operation returns for the page and the selected ids."""
        self._select(lambda: getattr(operations, name)(self.page, self.selection()))

    def _select(self, names: Callable[[], set[str]]) -> None:
        try:
            self.selection.choose(names())
        except EditError as error:
            self.say(str(error))


class Frames:
    """Collapses and expands frames. `changed` is called if the page looks different without an edit."""

    def __init__(self, editing: Editing, changed: Callable[[], None]):
        self.editing, self._changed = editing, changed

    def take_out(self) -> None:
        """Move the selected blocks and frames out of their frame, into the one around it."""
        self.editing.run(operations.unframe, self.editing.page, self.editing.selection())

    def toggle(self, name: str) -> None:
        """Collapse a frame, or expand it."""
        self._collapse({name}, name not in self.editing.scene.folded)

    def toggle_selection(self) -> None:
        """Collapse the selected frames; if all are collapsed, expand them."""
        frames = self.editing.selection() & self.editing.page.frames.keys()
        if not frames:
            self.editing.say(phrase("Select the frame to collapse"))
            return
        self._collapse(frames, not frames <= self.editing.scene.folded)

    def expand_level(self) -> None:
        """Expand all visible collapsed frames; frames inside them stay collapsed."""
        self._level(set(self.editing.scene.folds), False)

    def collapse_level(self) -> None:
        """Collapse the most deeply nested expanded frames, the opposite of `expand_level`."""
        frames = self.editing.page.frames
        depth = inherited(frames, 0, lambda frame, outer: outer + 1)
        opened = frames.keys() - self.editing.scene.folded
        deepest = max((depth[name] for name in opened), default=0)
        self._level({name for name in opened if depth[name] == deepest}, True)

    def _level(self, names: set[str], collapsed: bool) -> None:
        if names:
            self._collapse(names, collapsed)
        else:
            self.editing.say(
                phrase("The page has no expanded frame") if collapsed else phrase("The page has no collapsed frame")
            )

    def _collapse(self, names: set[str], collapsed: bool) -> None:
        self.editing.scene.opened -= names
        if self.editing.run(operations.collapse, self.editing.page, names, self.editing.measures(), collapsed) is None:
            self._refold()  # the frame was expanded in the view only

    def unbundle(self, name: str) -> None:
        """Show each pin of a collapsed frame for as long as the frame is selected."""
        self.editing.scene.unbundled.add(name)
        self._refold()

    def bundle_unselected(self) -> None:
        """Bundle the wires of collapsed frames that are not selected any more."""
        scene = self.editing.scene
        if scene.unbundled - scene.chosen:
            scene.unbundled &= scene.chosen
            self._refold()

    def unfold(self, name: str, makes_room: bool = True) -> bool:
        """Show the frames around a block or frame expanded until the page is opened again.

        The document changes if other items must make room.

        Returns:
            False, without a change, if other items must make room but `makes_room` is False.
        """
        page, scene = self.editing.page, self.editing.scene
        item, seen = page.blocks.get(name) or page.frames.get(name), set()
        while item is not None and item.frame in page.frames and item.frame not in seen:
            seen.add(item.frame)
            item = page.frames[item.frame]
        hidden, measures = seen & scene.folded, self.editing.measures()
        # Frames that are expanded in the view only need space as well.
        if operations.frames_overlap(page, hidden, measures):
            if not makes_room:
                return False
            self._collapse(seen & (scene.folded | scene.opened), False)
        elif hidden:
            scene.opened |= hidden
            self._refold()
        return True

    def _refold(self) -> None:
        self.editing.scene.refold(self.editing.page)
        self._changed()
