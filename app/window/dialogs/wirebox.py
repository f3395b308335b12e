"""W: the wires that the selected blocks could get, to choose from by keyboard."""

from __future__ import annotations

from PySide6.QtGui import QAction

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.commands.commandbox import CommandBox, CommandRow


class WireBox(CommandBox):
    """Finds a wire that fits: `a rel` finds A.output → RELU.features."""

    def asks(self) -> str:
        """What the empty field asks for."""
        return self.tr("Which wire: names of blocks or pins")

    def told(self, count: int) -> str:
        """How many wires fit."""
        return self.tr("1 wire fits") if count == 1 else self.tr("{} wires fit").format(count)

    def recent(self) -> list[str]:
        """No wires: none is repeated."""
        return []

    def remember(self, name: str) -> None:
        """Nothing: the next wire is another one."""

    def offer(self) -> None:
        """Show the box for the selection of the page in front, or say why nothing fits."""
        canvas = self.tabs.canvas()
        candidates = canvas.without_mouse.candidates()
        if not candidates:
            canvas.open_page.said.emit(
                self.tr("Nothing fits that is not wired already")
                if canvas.selection()
                else self.tr("Select the block that is to be wired, or several to wire them with each other")
            )
            return
        self.setAccessibleName(self.tr("Wire the selected blocks"))
        rows = []
        for row in candidates:
            text = translated(row.text)
            action = QAction(text, self)
            action.triggered.connect(lambda _=False, c=row: canvas.menus.put_wire(c.source, c.fit.wire, c.fit.element))
            rows.append(CommandRow("", text, action))
        for old in self._rows:
            old.action.deleteLater()
        self.open(rows)
