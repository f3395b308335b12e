"""The bar above a page that was opened through a block of another one: the way there, and back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.plain import Label
from blockloom.app.window.document.callbox import CallBox
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.blocks.results.breadcrumbs import Trail


class TrailBar(QWidget):
    """The trail to the page: `main › S (outer) › T (inner)`. `go` emits the trail to the wanted page, its name, and the
    block that leads on.
    """

    def __init__(self, open_page: OpenPage, go: Callable[[Trail, str, str], object]):
        super().__init__()
        self._open_page, self._go = open_page, go
        self.setAccessibleName(self.tr("The way to this page"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.row = Flow(self, 2)
        self.row.setContentsMargins(6, 2, 6, 2)
        open_page.looked.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        """Show the way that there is now."""
        qt.empty(self.row)
        trail, page = self._open_page.trail, self._open_page.name
        self.setVisible(bool(trail))
        if not trail:
            return
        up = qt.named(QToolButton(text="↑", autoRaise=True), self.tr("Back up"), self.tr("Back up (Backspace)"))
        up.clicked.connect(self.up)
        self.row.addWidget(up)
        named = ("", *(step.block for step in trail))
        for depth, step in enumerate(trail):
            crumb = QToolButton(text=_name(named[depth], step.page).replace("&", "&&"), autoRaise=True)
            crumb.clicked.connect(lambda _=False, depth=depth: self._to(depth))
            self.row.addWidget(crumb)
            self.row.addWidget(Label("›", objectName="dim"))
        here = Label(_name(named[-1], page), objectName="name")
        self.row.addWidget(here)
        self.row.addWidget(
            CallBox(self._open_page.calls)
            if self._open_page.function
            else Label(self.tr("The values are those of this instance"), objectName="dim", indent=12)
        )

    def up(self) -> None:
        """Go to the page above, if there is one."""
        if self._open_page.trail:
            self._to(len(self._open_page.trail) - 1)

    def _to(self, depth: int) -> None:
        trail = self._open_page.trail
        self._go(trail[:depth], trail[depth].page, trail[depth].block)


def _name(block: str, page: str) -> str:
    return f"{block} ({page})" if block else page
