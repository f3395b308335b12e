"""Gradients on wires: whether runs show them, and of which block that computes gradients."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.user_settings import settings
from blockloom.blocks.catalogue.op_traits import traits_of

_STEPS = ("minimize", "compute", "differentiate")


class WireGradientsView(QObject):
    """`on`: runs show d LOSS of all wires. It is remembered."""

    toggled = Signal(bool)

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self.tabs = workspace, tabs
        self.on = settings().value("gradients") in (True, "true")

    def toggle(self) -> None:
        """Show them from the next run on, or no more."""
        self.on = not self.on
        settings().setValue("gradients", self.on)
        self.toggled.emit(self.on)
        for canvas in self.tabs.canvases():
            self.show_on(canvas)
        self.workspace.say(
            self.tr("The next run shows on each wire how large the gradient of the loss is")
            if self.on
            else self.tr("Gradients are no longer shown on wires")
        )

    def asked(self) -> str | None:
        """What a run is asked for, see requests.Open: those of the selected block, where it computes gradients."""
        if not self.on:
            return None
        canvas = self.tabs.canvas()
        blocks = [canvas.page.blocks[name] for name in sorted(canvas.selection() & canvas.page.blocks.keys())]
        return next((block.id for block in blocks if traits_of(block.type).step in _STEPS), "")

    def show_on(self, canvas) -> None:
        """Tint the wires of a canvas, or no more."""
        canvas.annotations.set_gradients(self.on)
