"""Brings the quick-add box up where the canvas asks for a block, and places what is chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QPointF

from blockloom.app.canvas.edit.block_placement import Entered, Retype
from blockloom.app.window.adding import snippets
from blockloom.app.window.adding.quickadd import Offer, QuickAdd
from blockloom.app.window.adding.snippets import Snippets
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.widgets.style import Theming
from blockloom.blocks.catalogue.block_types import uses_symbols
from blockloom.blocks.catalogue.parameters import PREFIX
from blockloom.blocks.catalogue.type_search import COMMAND
from blockloom.blocks.document.pages import CONTROL, Wire
from blockloom.blocks.infer.page_uses import usable_on
from blockloom.blocks.infer.wire_rules import WireEnd
from blockloom.blocks.lower.structure import unoffered_types
from blockloom.blocks.operations import TypedLine

# Commands that people search for among block types.
_COMMANDS = (
    "add_note",
    "add_page",
    "change_batch",
    "constants",
    "data_from",
    "epoch",
    "export",
    "export_model",
    "export_script",
    "fit_model",
    "freeze",
    "import_pages",
    "keep_trained",
    "look_at_data",
    "make_block",
    "remove_training",
    "run_until",
    "step",
    "train_this",
    "validate_epochs",
)


class Adding(QObject):
    """Opens the quick-add box, which is made when it is first wanted."""

    def __init__(
        self, workspace: Workspace, tabs: PageTabs, theming: Theming, commands: CommandActions, kept: Snippets
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.theming = workspace, tabs, theming
        self.commands, self._snippets = commands, kept
        self.box: QuickAdd | None = None
        self._at = QPointF()
        self._end: WireEnd | Wire | Retype | None = None
        workspace.replaced.connect(self._forget)

    def _forget(self) -> None:
        """Drop all references to a document that is no longer open."""
        if self.box is not None:
            self.box.model.catalogue, self.box.unfinished = self.workspace.catalogue, ""

    def open_box(self, point: QPointF, end: WireEnd | Wire | Retype | None) -> None:
        """Ask for a type to place at a canvas point: any, one that fits an end or a wire, or one for a Retype."""
        window, canvas = self.tabs.window(), self.tabs.canvas()
        if self.box is None:
            self.box = QuickAdd(
                window, self._entered, lambda name: snippets.picture(name, self.workspace.catalogue, self.theming.theme)
            )
            self.box.chosen.connect(self._add)
            self.box.next_wanted.connect(lambda: self.tabs.canvas().placing.want())
            self.box.dismissed.connect(lambda: self.tabs.canvas().setFocus())
        self._at, self._end = point, end
        place = canvas.view.to_widget(point).toPoint() + QPoint(6, 6)
        fitting = canvas.placing.fitting(end)
        self.box.open(
            self.workspace.catalogue,
            self.theming.colours,
            canvas.mapTo(window, place),
            Offer(
                fitting,
                canvas.placing.describer(end, fitting),
                canvas.placing.best(end, fitting),
                self._near(end),
                snippets.pieces() if end is None else {},
                uses_symbols(self.workspace.document),
                self._pages(),
                tuple(self.tabs.page().blocks),
                {
                    COMMAND + key: told
                    for key, told in self.commands.descriptions(_COMMANDS if end is None else ()).items()
                },
                unfit=isinstance(end, WireEnd | Wire),
                unoffered=unoffered_types(self.tabs.page()),
            ),
            self._title(end),
        )

    def _entered(self, name: str, typed: TypedLine) -> Entered:
        """Return which pins of a new block get what was typed for it, or why it does not fit."""
        if isinstance(self._end, Retype):
            return Entered(self.tr("The block keeps its name and values: type only the name of the new type"))
        return self.tabs.canvas().placing.entered(name, self._at, self._end, typed)

    def _pages(self) -> list[str]:
        """Return the offered pages: those of the document, and of libraries."""
        catalogue = self.workspace.catalogue
        return [*(PREFIX + name for name in usable_on(catalogue, self.tabs.page_name())), *catalogue.libraries]

    def _near(self, end: WireEnd | Wire | Retype | None) -> str:
        """Return the category whose types come first: that of the block to be replaced."""
        block = self.tabs.page().blocks.get(end.blocks[0]) if isinstance(end, Retype) else None
        return self.workspace.catalogue.entries[block.type]["category"] if block is not None else ""

    def _title(self, end: WireEnd | Wire | Retype | None) -> str:
        if end is None:
            return ""
        if isinstance(end, Wire):
            return self.tr("Insert into {0}").format(end)
        if isinstance(end, Retype):
            return self.tr("Replace {0}").format(", ".join(end.blocks))
        name = end.block if end.kind == CONTROL else f"{end.block}.{end.pin}"
        return (self.tr("Wire to {0}") if end.side == "output" else self.tr("Wire into {0}")).format(name)

    def _add(self, name: str) -> None:
        canvas = self.tabs.canvas()
        canvas.setFocus()
        if name == COMMAND + "add_note":
            canvas.placing.note(self._at)
        elif name.startswith(COMMAND):
            self.commands.do(name.removeprefix(COMMAND))
        elif snippets.is_piece(name):
            self._snippets.insert(name, self._at)
        elif self.box is not None:
            canvas.placing.wired(name, self._at, self._end, self.box.line(name))
