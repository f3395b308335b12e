"""State of docks and commands for the current page: selection, results, enabled commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from blockloom.app import command_table, qt
from blockloom.app.canvas import Canvas
from blockloom.app.command_table import BLOCKS, BUSY, PAGES, PAUSED, REDO, SELECTION, UNDO
from blockloom.app.window.adding.palette import Palette
from blockloom.app.window.adding.palettemodel import remember
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.docks.inspector import Inspector
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.page_results import PageResults
from blockloom.app.window.run.pinned_outputs import PinnedOutputs
from blockloom.app.window.run.worker_session import IDLE, OFF, OPENING, RUNNING
from blockloom.blocks import operations
from blockloom.blocks.catalogue.parameters import PREFIX
from blockloom.blocks.document.pages import BYPASS, MUTE
from blockloom.blocks.infer.page_uses import usable_on
from blockloom.blocks.lower.structure import unoffered_types

if TYPE_CHECKING:
    from blockloom.app.window.docks.outline import Outline


class Front(QObject):
    """Keeps inspector, outline, palette and the enabled commands up to date with the current page.

    Many changes in a row are shown once.
    """

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        results: PageResults,
        pinned: PinnedOutputs,
        docks: Docks,
        inspector: Inspector,
        palette: Palette,
        commands: CommandActions,
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.docks, self.pinned = workspace, tabs, docks, pinned
        self.inspector, self.palette, self.commands = inspector, palette, commands
        self._offered: tuple[str, tuple[str, ...]] | None = None  # page of the offer of the palette, types left out
        self._later = qt.timer(self, self._show)
        self._had_conflicts = False
        self._conflicts = qt.timer(self, lambda: docks.bring("comparison"))  # later, after the document is shown
        workspace.edited.connect(lambda: self._follow_conflicts(self._had_conflicts))
        workspace.replaced.connect(lambda: self._follow_conflicts(False))
        results.results_changed.connect(self._show_results)
        pinned.changed.connect(self._later.start)
        # Qt checks a triggered action even if the command is refused, so update it.
        for key in ("mute", "bypass", "freeze", "pin_output"):
            commands[key].triggered.connect(lambda: self._later.start())
        tabs.instance_changed.connect(lambda _: self.refresh())
        palette.chosen.connect(self._add)
        inspector.edited.connect(workspace.do)
        inspector.refused.connect(workspace.refuse)
        inspector.slid.connect(lambda *what: tabs.canvas().editing.slide(*what))
        inspector.page_wanted.connect(lambda *what: tabs.canvas().editing.page_for(*what))
        inspector.goto.connect(lambda block: tabs.goto(tabs.page_name(), block))

    def follow(self, canvas: Canvas) -> None:
        """Connect a new canvas."""
        canvas.selection.changed.connect(self.refresh)
        canvas.minimap.switched.connect(self._later.start)

    def _follow_conflicts(self, before: bool) -> None:
        """Show the list of conflicts after a merge that left some."""
        self._had_conflicts = bool(self.workspace.document.conflicts)
        if self._had_conflicts and not before:
            self._conflicts.start()

    def refresh(self) -> None:
        """Update the commands and panels after a change of the page in front or of the selection."""
        canvas = self.tabs.canvas()
        if canvas is not None:
            self._enable_selection(canvas)  # at once, because a key may follow
        self._later.start()

    def types_found(self) -> None:
        """Show new types of the current page at the edges of a selected frame."""
        canvas = self.tabs.canvas()
        if canvas is not None and canvas.selection() & canvas.page.frames.keys():
            self._later.start()

    def edited(self) -> None:
        """Show that the document was edited or replaced."""
        history = self.workspace.history
        for key, when, label, text in (
            ("undo", UNDO, history.undo_label, self.tr("&Undo {}")),
            ("redo", REDO, history.redo_label, self.tr("&Redo {}")),
        ):
            self.commands.enable(when, bool(label))
            self.commands[key].setText(text.format(label.replace("&", "&&")).rstrip(" :\N{NO-BREAK SPACE}"))
        self.commands.enable(PAGES, len(self.workspace.document.pages) > 1)
        self._offered = None
        self.refresh()

    def enable_run(self, state: str) -> None:
        """Enable commands by the state of the worker."""
        self.commands.enable(command_table.IDLE, state in (OFF, IDLE))
        self.commands.enable(BUSY, state in (OPENING, RUNNING))

    def enable_paused(self, paused: bool) -> None:
        """Enable what can be done to a run that is paused."""
        self.commands.enable(PAUSED, paused)
        self.commands.enable(BUSY, paused)

    def show_type_help(self) -> None:
        """Show the description of the selected block's type, and give it the focus."""
        block = self.tabs.page().blocks.get(min(self.tabs.canvas().selection(), default=""))
        if block is None or block.type not in self.workspace.catalogue:
            self.workspace.refuse(self.tr("Select a block to read what it does"))
            return
        self.docks.show("palette")
        self.palette.describe(block.type)
        self.palette.help.setFocus()

    def to_palette(self) -> None:
        """Set the focus to the search of the palette."""
        self.docks.show("palette")
        self.palette.search.selectAll()

    def _enable_selection(self, canvas: Canvas) -> None:
        items, wires = canvas.selection.has_items_and_wires()
        self.commands.enable(BLOCKS, items)
        self.commands.enable(SELECTION, items or wires)

    def _check_toggles(self, canvas: Canvas) -> None:
        page, chosen = canvas.page, canvas.selection()
        self.commands.check(
            {
                "mute": operations.has_mode(page, chosen, MUTE),
                "bypass": operations.has_mode(page, chosen, BYPASS),
                "freeze": operations.is_trainable(page, chosen),
                "pin_output": bool(self.pinned.of_selected(canvas)),
                "minimap": canvas.minimap.on,
            }
        )

    def _show(self) -> None:
        canvas = self.tabs.canvas()
        if canvas is None or self.tabs.page_name() not in self.workspace.document.pages:
            return
        page, chosen = self.tabs.page(), canvas.selection()
        self._check_toggles(canvas)
        self.commands["remove_page"].setText(self.tabs.goes(page.name))
        offered = page.name, unoffered_types(page)
        if self._offered != offered:
            self._offered = offered
            pages = [PREFIX + name for name in usable_on(self.workspace.catalogue, page.name)]
            self.palette.set_pages(pages, offered[1])
        self.inspector.show_selection(page, chosen, canvas.marks.results, canvas.open_page.instance, canvas.marks.types)
        if "outline" in self.docks:
            cast("Outline", self.docks["outline"].widget()).select(page.name, chosen)
        self._enable_selection(canvas)
        if len(chosen) == 1 and chosen <= page.blocks.keys():
            self.palette.describe(page.blocks[min(chosen)].type)

    def _show_results(self, page: str | None) -> None:
        if page in (None, self.tabs.top()):
            self.inspector.show_results(self.tabs.canvas().marks.results)

    def _add(self, type_name: str) -> None:
        """Add a block of a type at the centre of the view."""
        remember(type_name)
        self.tabs.canvas().placing.block(type_name)
