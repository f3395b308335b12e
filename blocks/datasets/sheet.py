"""Builder of pages: blocks by id, and wires by output."""

from __future__ import annotations

from collections.abc import Mapping

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import ARG, PARAMETER, RETVAL
from blockloom.blocks.document.pages import OPERATION, TENSOR, Block, Note, Page, Wire
from blockloom.blocks.files.library import BUILT_IN, TYPE
from blockloom.blocks.layout.arrange import arrange
from blockloom.blocks.layout.notes import AROUND
from blockloom.blocks.operations.measures import Measures

LIBRARY = f"{TYPE}{BUILT_IN}data.loom#"
_AIR = 20.0  # space below each block, in addition to that of the layout
_NOTE = 640.0, 110.0  # width and height of the note above the blocks


class PageBuilder:
    """A page under construction. An output is written `BLOCK.pin`."""

    def __init__(self, name: str, catalogue: Catalogue, beside: Page | None = None):
        """Create an empty page; its ids will differ from those of another page."""
        self.page, self.catalogue, self.beside = Page(name), catalogue, beside
        self._args = self._retvals = self._parameters = 0

    def add(self, wanted: str, type_: str, values: Mapping[str, str] | None = None, /, **wired: str | list[str]) -> str:
        """Add a block and the wires into its inputs, and return its id."""
        name = self.free(wanted)
        self.page.blocks[name] = Block(name, type_, values=dict(values or {}))
        for pin, sources in wired.items():
            for source in [sources] if isinstance(sources, str) else sources:
                self.wire(source, name, pin)
        return name

    def free(self, wanted: str) -> str:
        """Return an id that is free on this page and on the other one."""
        taken = {*self.beside.blocks, *self.beside.frames, *self.beside.notes} if self.beside is not None else ()
        return self.page.free_id(wanted, taken)

    def wire(self, source: str, target: str, pin: str) -> None:
        """Wire an output to an input."""
        block, _, output = source.partition(".")
        type_ = self.catalogue.get(self.page.blocks[block].type)
        known = type_.output(output) if type_ is not None else None
        kind = known.kind if known is not None else OPERATION if output == "operation" else TENSOR
        self.page.put_wire(Wire(block, output, target, pin, kind))

    def arg(self, wanted: str, dtype: str, shape: str = "", label: str = "", default: str = "") -> str:
        """Add an Arg, and return its output."""
        values = {"dtype": dtype, "index": str(self._args), "shape": shape, "label": label, "default": default}
        self._args += 1
        return f"{self.add(wanted, ARG, {k: v for k, v in values.items() if v})}.output"

    def retval(self, wanted: str, source: str, dtype: str, label: str = "") -> None:
        """Add a Retval for an output."""
        values = {"dtype": dtype, "index": str(self._retvals)} | ({"label": label} if label else {})
        self._retvals += 1
        self.wire(source, self.add(wanted, RETVAL, values), "input")

    def parameter(self, name: str, type_: str, default: str, label: str = "") -> None:
        """Add a Parameter."""
        values = {"type": type_, "default": default, "index": str(self._parameters), "label": label}
        self._parameters += 1
        self.add(name, PARAMETER, {k: v for k, v in values.items() if v})


def place(page: Page, types: Catalogue) -> None:
    """Arrange the blocks of a page, farther apart than usual, so that it is easy to read."""
    measures = Measures(page, types)
    boxes = {name: measures.box(block) for name, block in page.blocks.items()}
    arrangement = arrange(page, {name: box._replace(height=box.height + _AIR) for name, box in boxes.items()})
    for name, (x, y) in arrangement.places.items():
        page.blocks[name] = page.blocks[name]._replace(x=x, y=y)


def about(page: Page, text: str) -> None:
    """Add a note above the blocks, after they are placed."""
    left = min(block.x for block in page.blocks.values())
    top = min(block.y for block in page.blocks.values())
    page.notes["ABOUT"] = Note("ABOUT", text, left, top - _NOTE[1] - AROUND, *_NOTE)
